/* SPDX-License-Identifier: MIT
 * Saleae: "Time [s],Channel 0,..." and times in seconds, negative before the trigger; DSView too, "Time(s)", with the
 * rate in a comment. libsigrok: comments with the rate and the names, then a line of names or of types. Its times are
 * samples times a period that is cut to a whole number of ns (41 at 24 MHz): so they are counted in steps of the first
 * one. */
#include "source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/memory.h"

#define ROW_MAX 8192 /* bytes of a row */
#define PS_PLACES 12 /* of decimals in seconds that are kept */

static int bad(const struct source *v, const char *c, const char *what, const char *expected, struct error *e)
{
    const size_t length = strcspn(c, ",\r\n");
    if (c + length >= v->end)
        return error_set(e, STATUS_INPUT, "%s:%lu: the file ends in the middle of a line, expected a whole table",
                         v->file, v->line);
    if (!c[length])
        return error_set(e, STATUS_INPUT, "%s:%lu: a byte 0x00, expected the text of a table", v->file, v->line);
    return error_set(e, STATUS_INPUT, "%s:%lu: %s '%.*s', expected %s", v->file, v->line, what, (int)length, c,
                     expected);
}

/* The cell that begins there, without quotes and blanks around it. Of one that is too long the end is lost. Returns
 * where it ends. */
static const char *cell(const char *c, char *text, size_t size)
{
    size_t used = 0;
    bool quoted = false;
    for (c += strspn(c, " \t"); *c && *c != '\n' && (quoted || *c != ','); c++)
        if (*c == '"')
            quoted = !quoted;
        else if (used < size - 1)
            text[used++] = *c;
        else if (!strchr(" \t\r", *c)) /* it is longer, whatever blanks follow */
            text[used - 1] = *c;
    while (used && strchr(" \t\r", text[used - 1]))
        used--;
    text[used] = '\0';
    return c;
}

/* ---- Names: all that is before the rows is in the first block */

static bool before_names(const char *c)
{
    return *c == ';' || *c == '#' || strncmp(c, "META", 4) == 0 || c[strspn(c, " \t\r")] == '\n';
}

static const char *next_line(const struct source *v, const char *c)
{
    const char *end = memchr(c, '\n', (size_t)(v->end - c));
    return end ? end + 1 : v->end;
}

bool csv_is(const struct source *v)
{
    const char *c = v->at;
    while (before_names(c))
        c = next_line(v, c);
    const char first = c[strcspn(c, ",;\t\n")];
    return c[strspn(c, " \t")] != '$' && first && first != '\n';
}

/* "; Samplerate: 24 MHz", "; Sample rate: 24 MHz", "META samplerate: 24000000", "; Channels (2/8): RD, WR" */
static void comment(struct source *v, const char *line, const char **channels)
{
    const char *end = line + strcspn(line, "\n"), *rate = strstr(line, "rate: "), *names = strstr(line, "): ");
    char digits[24], unit[4] = "Hz";
    if (rate && rate < end && sscanf(rate, "rate: %23[0-9.] %3[GMkHz]", digits, unit) > 0)
        v->rate_hz = source_rate(digits, unit);
    if (names && names < end && strncmp(line, "; Channels (", 12) == 0)
        *channels = names + 3;
}

/* The first column has times; "Time [ms]": 3 places, without a unit seconds. A file that names its rate has them in
 * steps of the first one. Or it numbers samples. */
static bool take_times(struct source *v, const char *name)
{
    static const char prefix[] = "munp";
    const size_t length = strlen(name);
    const bool samples = strncasecmp(name, "sample", 6) == 0;
    const char *unit = strpbrk(name, "[("), *found = unit && unit[1] ? strchr(prefix, unit[1]) : NULL;
    if (!samples && strncasecmp(name, "time", 4) != 0 && (length < 8 || strcasecmp(name + length - 7, "seconds") != 0))
        return false;
    v->table.step = samples || unit;
    v->table.unit = found && unit[2] == 's' ? 3 * (int)(found - prefix + 1) : 0;
    v->table.counted = samples || (v->rate_hz && !unit);
    return true;
}

int csv_names(struct source *v, struct wires *wires, struct error *e)
{
    struct table *t = &v->table;
    char name[WIRE_NAME_MAX];
    const char *channels = "", *c;
    for (; before_names(v->at); v->line++) {
        comment(v, v->at, &channels);
        v->at += next_line(v, v->at) - v->at;
    }
    bool next = true;
    for (c = v->at; next; t->columns++) {
        const struct wire_signal s = {
            .path = name, .name = name, .code = t->columns + 1, .width = 1, .logic = true, .line = v->line};
        c = cell(c, name, sizeof name);
        next = *c == ',';
        if (!t->columns && !next && name[strcspn(name, ";\t")])
            return error_set(e, STATUS_INPUT, "%s:%lu: cells separated by %s, expected commas", v->file, v->line,
                             strchr(name, ';') ? "semicolons" : "tabs");
        c += next;
        if (!t->columns && (t->timed = take_times(v, name)))
            continue;
        if (strcmp(name, "logic") == 0) {
            channels = cell(channels, name, sizeof name);
            channels += *channels == ',';
        }
        if (*name)
            wires_offer(wires, &s);
    }
    if (*c != '\n')
        return bad(v, c, "", "", e);
    v->at += c + 1 - v->at;
    t->counted |= !t->timed;
    return STATUS_OK;
}

/* ---- Rows */

/* A number such as -1.25e-06. NULL: it is none. */
static const char *number(const char *c, double *value)
{
    char *end;
    const char *from = c + strspn(c, " \"");
    *value = strtod(from, &end);
    c = from + strspn(from, "+-.0123456789eE");
    return c == end && c > from ? c + strspn(c, " \"\r") : NULL;
}

/* Its decimals: 9 of 0.000000125, 8 of 1.25e-06. */
static int decimals(const char *c)
{
    const char *point = c + strcspn(c, ".eE,\n"), *power = point + strcspn(point, "eE,\n");
    const long tens = *power == 'e' || *power == 'E' ? strtol(power + 1, NULL, 10) : 0;
    return (*point == '.' ? (int)strspn(point + 1, "0123456789") : 0) - (tens < -99 ? -99 : tens > 99 ? 99 : (int)tens);
}

void csv_take(struct source *v, const struct wires *wires)
{
    struct table *t = &v->table;
    int places = 0;
    t->column = memory_new(t->columns, sizeof *t->column);
    for (unsigned pin = 0; pin < WIRES; pin++)
        if (v->pins >> pin & 1)
            t->column[wires->wire[pin].code - 1] |= UINT64_C(1) << pin;
    source_refill(v, SOURCE_BLOCK);
    for (const char *c = v->at; c < v->end && !t->counted; c = next_line(v, c))
        if (decimals(c) + t->unit > places)
            places = decimals(c) + t->unit < PS_PLACES ? decimals(c) + t->unit : PS_PLACES;
    t->counted |= !places; /* whole seconds are numbers of samples */
    t->scale = t->counted ? 1 : pow(10, places - t->unit);
    v->unit_fs = FS_PS * (uint64_t)pow(10, t->counted ? 0 : PS_PLACES - places);
}

/* The row's time in units, or its sample's number, from the first row's on if that is negative or counted. NULL: bad.
 */
static const char *row_time(struct source *v, const char *c, struct error *e)
{
    struct table *t = &v->table;
    const uint64_t most_ps = SOURCE_TIME_MOST_PS, unit_ps = v->unit_fs / FS_PS;
    const double most = t->counted ? (double)most_ps / 1e12 * (double)v->rate_hz : (double)most_ps / (double)unit_ps;
    double at;
    const char *end = number(c, &at), *expected = NULL;
    at = round(at * t->scale);
    if (!v->started) {
        t->first = t->counted || at < 0 ? at : 0;
        t->step = t->step > 0 ? t->step : t->counted && at > 1 ? at : 1;
    }
    if (!end)
        expected = "a number such as 0.000000125: export without ISO 8601 timestamps";
    else if (!((at = (at - t->first) / t->step) <= most))
        expected = "one below 26 days";
    else if (at != round(at))
        expected = "a multiple of the first row's, the time of a sample";
    else if (v->started && at <= (double)v->next_time)
        expected = "a later one than in the row before";
    if (expected && bad(v, c, "a time", expected, e))
        return NULL;
    v->next_time = (uint64_t)at;
    return end;
}

/* The levels of the next row; *more false: there is none. */
static int row(struct source *v, struct levels *levels, bool *more, struct error *e)
{
    const struct table *t = &v->table;
    for (v->line++;; v->at++) {
        if ((size_t)(v->end - v->at) < ROW_MAX)
            source_refill(v, ROW_MAX);
        if (*v->at != '\n' && *v->at != '\r')
            break;
        v->line += *v->at == '\n';
    }
    const char *c = v->at;
    *more = v->at < v->end;
    if (v->failed)
        return error_set(e, STATUS_INPUT, "%s: cannot read: %s", v->file, strerror(v->failed));
    if (*more && t->timed && !(c = row_time(v, c, e)))
        return STATUS_INPUT;
    v->next_time += !t->timed && v->started && *more;
    for (size_t n = t->timed; n < t->columns && *more; n++) {
        char level[3];
        if (n > 0 && *c != ',')
            return bad(v, *c ? v->at : c, "too few cells in", "one for each name", e);
        const char *from = c + (n > 0);
        c = cell(from, level, sizeof level);
        if (t->column[n] && (!*level || level[1] || !strchr("01xXzZ", *level)))
            return bad(v, *c ? from : c, "a level", "0, 1, x or z", e);
        levels->high |= *level == '1' ? t->column[n] : 0;
        levels->unknown |= *level > '1' ? t->column[n] : 0;
    }
    if (*c != '\n' && c < v->end)
        return bad(v, c, "a cell more:", "one for each name", e);
    v->at += c - v->at + (*c == '\n');
    return STATUS_OK;
}

int csv_next(struct source *v, struct levels *levels, bool *more, struct error *e)
{
    struct table *t = &v->table;
    for (bool moved = false; !moved && !v->ended;) {
        const uint64_t before = v->next_time;
        struct levels next = {0};
        const int status = row(v, &next, more, e);
        if (status)
            return status;
        v->ended = !*more;
        if (v->ended)
            break;
        if (!v->started)
            v->first = v->next_time;
        else if (!t->counted)
            interval_add(&v->interval, v->next_time - before);
        moved = !v->started || next.high != v->now.high || next.unknown != v->now.unknown;
        t->repeats |= !moved;
        v->started = true;
        v->now = next;
    }
    v->now.at_ps =
        t->counted ? (uint64_t)llround((double)v->next_time * 1e12 / (double)v->rate_hz) : source_ps(v, v->next_time);
    *levels = v->now;
    levels->none = (levels->unknown & WIRES_NEEDED) == WIRES_NEEDED;
    return STATUS_OK;
}
