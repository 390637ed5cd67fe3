/* SPDX-License-Identifier: MIT
 * Saleae: "Time [s],Channel 0,..." and times in seconds, negative before the trigger. libsigrok: comments with the rate
 * and the names, then a line of names or of types. Its times are samples times a period that is cut to a whole number
 * of ns (41 at 24 MHz): so they are counted in steps of the first one. */
#include "csv.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/memory.h"
#include "text.h"

#define PS_PLACES 12 /* of decimals in seconds that are kept */
#define MANTISSA_MOST (UINT64_MAX / 100)

static int bad(const struct vcd *v, const char *c, const char *what, const char *expected, struct error *e)
{
    const size_t length = strcspn(c, ",\r\n");
    if (c + length >= v->end)
        return error_set(e, STATUS_INPUT, "%s:%lu: the file ends in the middle of a line, expected a whole table",
                         v->file, v->line);
    return error_set(e, STATUS_INPUT, "%s:%lu: %s '%.*s', expected %s", v->file, v->line, what, (int)length, c,
                     expected);
}

/* ---- Names */

bool csv_is(const struct vcd *v)
{
    const char *c = v->at + strspn(v->at, " \t\r\n");
    while (*c == ';' || strncmp(c, "META", 4) == 0) {
        c += strcspn(c, "\n");
        c += strspn(c, "\r\n");
    }
    return *c != '$' && memchr(c, ',', strcspn(c, "\n"));
}

/* The next cell of a line, without quotes and blanks around it; NULL: there is none. */
static char *cell(char **line)
{
    char *c = *line, *text = c, *to = c;
    bool quoted = false;
    if (!c)
        return NULL;
    for (; *c && (quoted || *c != ','); c++) {
        quoted ^= *c == '"';
        if (*c != '"' || (quoted && c > text && c[-1] == '"')) /* "" is one */
            *to++ = *c;
    }
    *line = *c ? c + 1 : NULL;
    while (to > text && isspace((unsigned char)to[-1]))
        to--;
    *to = '\0';
    return text + strspn(text, " \t");
}

/* The first column has times. */
static bool names_time(const char *name)
{
    const size_t length = strlen(name);
    return strncasecmp(name, "time", 4) == 0 || strcasecmp(name, "samples") == 0 ||
           (length > 7 && strcasecmp(name + length - 7, "seconds") == 0);
}

/* "Time [ms]": 3; without a unit seconds. */
static int unit_places(const char *name)
{
    static const char prefix[] = "munp";
    const char *unit = strpbrk(name, "[("), *found = unit && unit[1] ? strchr(prefix, unit[1]) : NULL;
    return found && unit[2] == 's' ? 3 * (int)(found - prefix + 1) : 0;
}

static void comment(struct vcd *v, const char *line, char **channels)
{
    char rate[24], unit[4];
    if (sscanf(line, "; Samplerate: %23[0-9.] %3[GMkHz]", rate, unit) == 2)
        v->rate_hz = text_rate(rate, unit);
    else if (sscanf(line, "META samplerate: %23[0-9]", rate) == 1)
        v->rate_hz = text_rate(rate, "Hz");
    const char *names = strstr(line, "): ");
    if (names && strncmp(line, "; Channels (", 12) == 0 && !*channels)
        *channels = memory_text(names + 3);
}

static void take_names(struct vcd *v, char *line, char *channels, struct wires *wires)
{
    struct table *t = &v->table;
    for (char *name; (name = cell(&line)) != NULL; t->columns++) {
        const bool first = t->columns == 0;
        if (first && names_time(name)) {
            t->timed = true;
            t->unit = unit_places(name);
            t->counted = v->rate_hz || strcasecmp(name, "samples") == 0;
            continue;
        }
        if (strcmp(name, "logic") == 0 && channels)
            name = cell(&channels);
        const struct wire_signal s = {
            .path = name, .name = name, .code = t->columns + 1, .width = 1, .logic = true, .line = v->line};
        if (name && *name)
            wires_offer(wires, &s);
    }
    t->counted |= !t->timed;
}

int csv_names(struct vcd *v, struct wires *wires, struct error *e)
{
    char *channels = NULL, *line;
    for (v->line = 0;; free(line)) {
        text_refill(v, VCD_ROW_MAX);
        const size_t length = strcspn(v->at, "\n");
        line = memory_new(length + 1, 1);
        memcpy(line, v->at, length);
        v->line++;
        v->at += length;
        if (*v->at != '\n') {
            free(line);
            free(channels);
            return bad(v, v->end, "", "", e);
        }
        v->at++;
        if (*line == ';' || strncmp(line, "META", 4) == 0)
            comment(v, line, &channels);
        else if (line[strspn(line, " \t\r")])
            break;
    }
    take_names(v, line, channels, wires);
    free(line);
    free(channels);
    return STATUS_OK;
}

/* ---- Rows */

/* A number such as -1.25e-06, in whole parts of 10^-places; NULL: it is none. */
static const char *number(const char *c, bool *negative, uint64_t *value, int *places)
{
    bool point = false, any = false;
    char *end;
    *value = 0;
    *places = 0;
    c += strspn(c, " \"");
    *negative = *c == '-';
    c += *c == '-' || *c == '+';
    for (; isdigit((unsigned char)*c) || (*c == '.' && !point); c++)
        if (*c == '.')
            point = true;
        else if (any = true, *value < MANTISSA_MOST) {
            *value = 10 * *value + (uint64_t)(*c - '0');
            *places += point;
        } else
            *places -= !point;
    if (any && (*c == 'e' || *c == 'E') && isdigit((unsigned char)c[1 + (c[1] == '-' || c[1] == '+')])) {
        *places -= (int)strtol(c + 1, &end, 10);
        c = end;
    }
    c += strspn(c, " \"\r");
    return any && (*c == ',' || *c == '\n' || !*c) ? c : NULL;
}

static uint64_t power(int places)
{
    uint64_t ten = 1;
    while (places-- > 0)
        ten *= 10;
    return ten;
}

void csv_take(struct vcd *v, const struct wires *wires)
{
    struct table *t = &v->table;
    int places = 0;
    t->column = memory_new(t->columns, sizeof *t->column);
    for (unsigned pin = 0; pin < WIRES; pin++)
        if (v->pins >> pin & 1)
            t->column[wires->wire[pin].code - 1] |= UINT64_C(1) << pin;
    text_refill(v, VCD_BLOCK);
    for (const char *c = v->at; c < v->end && !t->counted; c += strcspn(c, "\n") + 1) {
        uint64_t value;
        bool negative;
        if (number(c, &negative, &value, &places) && places + t->unit > t->places)
            t->places = places + t->unit < PS_PLACES ? places + t->unit : PS_PLACES;
    }
    v->unit_fs = FS_PS * (t->counted ? 1 : power(PS_PLACES - t->places));
}

/* Times 10^places, to the nearest; UINT64_MAX: it is above that. */
static uint64_t scaled(uint64_t value, int places, uint64_t most)
{
    if (places > 18 || places < -18)
        return places > 0 && value ? UINT64_MAX : 0;
    const uint64_t ten = power(abs(places));
    if (places >= 0)
        return value > most / ten ? UINT64_MAX : value * ten;
    value = (value + ten / 2) / ten;
    return value > most ? UINT64_MAX : value;
}

/* The row's time in units, or its sample's number, from the first row's on if that is negative or not 0. NULL: bad. */
static const char *row_time(struct vcd *v, const char *c, struct error *e)
{
    struct table *t = &v->table;
    uint64_t value;
    int places;
    bool negative;
    const char *end = number(c, &negative, &value, &places);
    if (end)
        value =
            scaled(value, t->counted ? -places : t->places - t->unit - places, VCD_TIME_MOST_PS / (v->unit_fs / FS_PS));
    const char *expected = !end ? "a number such as 0.000000125" : value == UINT64_MAX ? "one below 26 days" : NULL;
    int64_t at = negative ? -(int64_t)value : (int64_t)value;
    if (!expected && !v->started)
        t->first = t->counted || negative ? at : 0;
    if (t->counted && t->first > 1) {
        expected = !expected && at % t->first ? "a multiple of the first row's, the time of a sample" : expected;
        at /= t->first;
    }
    at -= t->counted && t->first > 1 ? 1 : t->first;
    if (!expected && v->started && at <= (int64_t)v->next_time)
        expected = "a later one than in the row before";
    if (expected && bad(v, c, "a time", expected, e))
        return NULL;
    v->next_time = (uint64_t)at;
    return end;
}

/* A cell with blanks or quotes, or of no pin. *level: its only character. */
static const char *odd_cell(const char *c, char *level)
{
    bool quoted = false;
    *level = '\0';
    for (; *c && *c != '\n' && (quoted || *c != ','); c++)
        if (*c == '"')
            quoted = !quoted;
        else if (*c != ' ' && *c != '\t' && *c != '\r')
            *level = (char)(*level ? '?' : *c);
    return c;
}

/* The levels of the next row; *more false: there is none. */
static int row(struct vcd *v, struct vcd_levels *levels, bool *more, struct error *e)
{
    const struct table *t = &v->table;
    if ((size_t)(v->end - v->at) < VCD_ROW_MAX)
        text_refill(v, VCD_ROW_MAX);
    for (v->line++; *v->at == '\n' || *v->at == '\r'; v->at++)
        v->line += *v->at == '\n';
    const char *c = v->at;
    *more = v->at < v->end;
    if (v->failed)
        return error_set(e, STATUS_INPUT, "%s: cannot read: %s", v->file, strerror(v->failed));
    if (!*more)
        return STATUS_OK;
    if (t->timed && !(c = row_time(v, c, e)))
        return STATUS_INPUT;
    for (size_t n = t->timed; n < t->columns; n++) {
        if (n > 0 && *c != ',')
            return bad(v, *c ? v->at : c, "too few cells in", "one for each name", e);
        c += n > 0;
        char level = *c;
        const char *from = c;
        if ((level == '0' || level == '1') && (c[1] == ',' || c[1] == '\n'))
            c++;
        else
            c = odd_cell(c, &level);
        levels->high |= level == '1' ? t->column[n] : 0;
        if (level == '0' || level == '1' || !t->column[n])
            continue;
        if (!strchr("xXzZ", level) || !level)
            return bad(v, *c ? from : c, "a level", "0, 1, x or z", e);
        levels->unknown |= t->column[n];
    }
    c += strspn(c, " \t\r");
    if (*c != '\n' && c < v->end)
        return bad(v, c, "a cell more:", "one for each name", e);
    v->at += c - v->at + (*c == '\n');
    return STATUS_OK;
}

int csv_next(struct vcd *v, struct vcd_levels *levels, bool *more, struct error *e)
{
    struct table *t = &v->table;
    struct vcd_levels next;
    for (bool moved = false; !moved; v->now = next) {
        const uint64_t before = v->next_time;
        next = (struct vcd_levels){0};
        const int status = row(v, &next, more, e);
        if (status)
            return status;
        if (!*more) {
            v->ended = true;
            next = v->now;
            break;
        }
        if (!t->timed)
            v->next_time = v->started ? before + 1 : 0;
        else if (v->started && !t->counted)
            interval_add(&v->interval, v->next_time - before);
        if (!v->started)
            v->first = v->next_time;
        moved = !v->started || next.high != v->now.high || next.unknown != v->now.unknown;
        t->repeats |= !moved;
        v->started = true;
    }
    v->now.at_ps =
        t->counted ? (uint64_t)llround((double)v->next_time * 1e12 / (double)v->rate_hz) : vcd_ps(v, v->next_time);
    *levels = v->now;
    return STATUS_OK;
}
