/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"

static int bad(const struct source *v, struct error *e, const char *what, const char *expected)
{
    char shown[40];
    if (v->at == v->end)
        return error_set(e, STATUS_INPUT, "%s:%lu: the file ends in the middle of a line, expected a whole VCD",
                         v->file, v->line);
    (void)snprintf(shown, sizeof shown, "%.36s%s", v->dump.token, strlen(v->dump.token) > 36 ? "..." : "");
    return error_set(e, STATUS_INPUT, "%s:%lu: %s '%s', expected %s", v->file, v->line, what, shown, expected);
}

/* ---- Words */

#define VCD_TOKEN_MAX 4096 /* characters of a word, a vector's value among them */

static bool blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Bytes that the block has to hold before a word begins, unless the file ends: then the word ends in the block. */
#define ENOUGH (VCD_TOKEN_MAX + 1)

/* Skips blanks. */
static void skip_blanks(struct source *v)
{
    do {
        for (; blank(*v->at); v->at++)
            v->line += *v->at == '\n';
        if ((size_t)(v->end - v->at) < ENOUGH)
            source_refill(v, ENOUGH);
    } while (blank(*v->at));
}

static bool level(char c)
{
    return c == '0' || c == '1' || c == 'x' || c == 'X' || c == 'z' || c == 'Z';
}

/* The end of the levels that begin there: eight by eight as long as they are 0 and 1. */
static const char *levels_end(const char *text)
{
    for (uint64_t eight;; text += sizeof eight) {
        memcpy(&eight, text, sizeof eight);
        if ((eight & UINT64_C(0xfefefefefefefefe)) != UINT64_C(0x3030303030303030))
            break;
    }
    while (level(*text))
        text++;
    return text;
}

/* The next word into v->dump.token; an empty one at the end of the file. The byte after it is kept while a 0 ends it.
 */
static int word(struct source *v, struct error *e)
{
    *v->at = v->dump.kept;
    skip_blanks(v);
    const char *c = v->dump.token = v->at;
    if (*c == 'b' || *c == 'B')
        c = levels_end(c + 1);
    v->dump.bits = (size_t)(c - v->dump.token);
    while (*c > ' ' && *c < 0x7f)
        c++;
    v->dump.length = (size_t)(c - v->dump.token);
    v->at += v->dump.length;
    v->dump.kept = *v->at;
    *v->at = '\0';
    if (v->dump.length > VCD_TOKEN_MAX)
        return error_set(e, STATUS_INPUT, "%s:%lu: a word of more than %d characters, expected VCD", v->file, v->line,
                         VCD_TOKEN_MAX);
    if (v->at == v->end && v->failed)
        return error_set(e, STATUS_INPUT, "%s: cannot read: %s", v->file, strerror(v->failed));
    if (v->at < v->end && !blank(v->dump.kept))
        return error_set(e, STATUS_INPUT, "%s:%lu: a byte 0x%02x, expected the text of a VCD", v->file, v->line,
                         (unsigned char)v->dump.kept);
    return STATUS_OK;
}

/* A word that must be there. */
static int wanted(struct source *v, const char *what, struct error *e)
{
    int status = word(v, e);
    if (status == STATUS_OK && !v->dump.token[0])
        return error_set(e, STATUS_INPUT, "%s:%lu: the file ends, expected %s", v->file, v->line, what);
    return status;
}

/* Up to $end. A text may hold any bytes; its first ones go to `text`, if that is not NULL. */
static int skip_text(struct source *v, char *text, size_t size, struct error *e)
{
    static const char end[] = "$end";
    size_t found = 0, used = 0;
    const unsigned long from = v->line;
    for (*v->at = v->dump.kept; found < sizeof end - 1; v->at++) {
        if (v->at == v->end)
            source_refill(v, 1);
        if (v->at == v->end)
            break;
        v->line += *v->at == '\n';
        found = *v->at == end[found] ? found + 1 : *v->at == end[0];
        if (text && used + 1 < size)
            text[used++] = *v->at;
    }
    if (text)
        text[used] = '\0';
    v->dump.kept = *v->at;
    if (found == sizeof end - 1)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%s:%lu: no $end up to the end of the file, expected one", v->file, from);
}

static int skip(struct source *v, struct error *e)
{
    return skip_text(v, NULL, 0, e);
}

/* libsigrok's names the rate: Acquisition with 8/13 channels at 100 MHz. Any other says nothing. */
static int comment(struct source *v, struct error *e)
{
    char text[128], number[24], unit[4];
    const int status = skip_text(v, text, sizeof text, e);
    if (status == STATUS_OK &&
        sscanf(text, " Acquisition with %*u/%*u channels at %23[0-9.] %3[GMkHz]", number, unit) == 2)
        v->rate_hz = source_rate(number, unit);
    return status;
}

static int skip_line(struct source *v, struct error *e)
{
    int status = STATUS_OK;
    while (status == STATUS_OK && v->dump.kept != '\n' && v->at < v->end)
        status = wanted(v, "$enddefinitions", e);
    return status;
}

/* ---- Declarations */

static int timescale(struct source *v, struct error *e)
{
    static const char *const unit[] = {"fs", "ps", "ns", "us", "ms", "s"};
    char text[128], number[4], name[3], end[5] = "";
    if (skip_text(v, text, sizeof text, e))
        return STATUS_INPUT;
    const int taken = sscanf(text, " %3[0-9] %2[a-z] %4s", number, name, end);
    uint64_t fs = taken == 3 && strcmp(end, "$end") == 0 && strncmp("100", number, strlen(number)) == 0
                      ? strtoul(number, NULL, 10)
                      : 0;
    for (size_t n = 0; n < sizeof unit / sizeof unit[0] && fs; n++, fs *= 1000)
        if (strcmp(name, unit[n]) == 0) {
            v->unit_fs = fs;
            return STATUS_OK;
        }
    return error_set(e, STATUS_INPUT, "%s:%lu: timescale '%s', expected 1, 10 or 100 of s, ms, us, ns, ps, fs", v->file,
                     v->line, text + strspn(text, " \t\r\n"));
}

/* path: "top.chip." */
static int scope_in(struct source *v, char path[WIRE_NAME_MAX], struct error *e)
{
    if (wanted(v, "the kind of a scope", e) || wanted(v, "the name of a scope", e))
        return STATUS_INPUT;
    const size_t used = strlen(path);
    if (used + strlen(v->dump.token) + 2 > WIRE_NAME_MAX)
        return bad(v, e, "scope", "paths of at most 4095 characters");
    (void)snprintf(path + used, WIRE_NAME_MAX - used, "%s.", v->dump.token);
    return skip(v, e);
}

static int scope_out(struct source *v, char *path, struct error *e)
{
    size_t used = strlen(path);
    if (!used)
        return bad(v, e, "a", "a $scope before it");
    for (used--; used && path[used - 1] != '.'; used--)
        ;
    path[used] = '\0';
    return skip(v, e);
}

/* The characters of a code, from that one of the word, as a number. */
static int code(const struct source *v, size_t from, uint64_t *number, struct error *e)
{
    *number = 0;
    if (v->dump.length == from || v->dump.length - from > WIRE_CODE_MAX)
        return bad(v, e, "the code of a signal", "1 to 8 characters");
    for (size_t n = from; n < v->dump.length; n++)
        *number = *number << 8 | (uint8_t)v->dump.token[n];
    return STATUS_OK;
}

/* "DB[7:0]" loses its range, of which *lowest is the least number; "DB[3]" stays. */
static bool range(char *name, unsigned width, unsigned *lowest, bool *rises)
{
    char *open = strrchr(name, '['), *end;
    *lowest = 0;
    if (!open || !strchr(open, ':'))
        return true;
    const unsigned long first = strtoul(open + 1, &end, 10);
    if (*end != ':')
        return false;
    const unsigned long last = strtoul(end + 1, &end, 10);
    *lowest = (unsigned)(first < last ? first : last);
    *rises = first < last;
    *open = '\0';
    return strcmp(end, "]") == 0 && (first < last ? last - first : first - last) + 1 == width;
}

static int variable(struct source *v, const char *scope, struct wires *wires, struct error *e)
{
    char path[WIRE_NAME_MAX];
    struct wire_signal s = {.path = path, .line = v->line};
    if (wanted(v, "the kind of a signal", e))
        return STATUS_INPUT;
    s.logic = strcmp(v->dump.token, "real") != 0 && strcmp(v->dump.token, "string") != 0 &&
              strcmp(v->dump.token, "event") != 0;
    if (wanted(v, "the width of a signal", e))
        return STATUS_INPUT;
    char *end;
    const unsigned long width = strtoul(v->dump.token, &end, 10);
    if (*end || !isdigit((unsigned char)v->dump.token[0]) || width < 1 || width > 1000000)
        return bad(v, e, "the width of a signal", "a number 1..1000000");
    s.width = (unsigned)width;
    if (wanted(v, "the code of a signal", e) || code(v, 0, &s.code, e))
        return STATUS_INPUT;
    MEMORY_MORE(v->dump.declared, v->dump.codes, &v->dump.codes_room);
    v->dump.declared[v->dump.codes++] = s.code;
    const size_t before = strlen(scope);
    size_t used = before;
    memcpy(path, scope, used + 1);
    s.name = path + used;
    for (;;) {
        if (wanted(v, "the name of a signal and $end", e))
            return STATUS_INPUT;
        if (strcmp(v->dump.token, "$end") == 0)
            break;
        if (strcmp(v->dump.token, "$var") == 0 || strcmp(v->dump.token, "$upscope") == 0 ||
            strcmp(v->dump.token, "$enddefinitions") == 0)
            return error_set(e, STATUS_INPUT, "%s:%lu: a $var goes on to %s, expected $end after its name", v->file,
                             s.line, v->dump.token);
        if (used > before && v->dump.token[0] != '[')
            path[used++] = ' ';
        if (used + v->dump.length >= WIRE_NAME_MAX)
            return bad(v, e, "the name of a signal", "at most 4095 characters with its scopes");
        memcpy(path + used, v->dump.token, v->dump.length + 1);
        used += v->dump.length;
    }
    if (!*s.name || !range(path, s.width, &s.lowest, &s.rises))
        return error_set(e, STATUS_INPUT, "%s:%lu: signal '%s' of %u bits, expected a name, and bits such as [%u:0]",
                         v->file, v->line, s.name, s.width, s.width - 1);
    wires_offer(wires, &s);
    return STATUS_OK;
}

int vcd_declarations(struct source *v, struct wires *wires, struct error *e)
{
    char scope[WIRE_NAME_MAX] = "";
    int status;
    v->dump.kept = *v->at;
    while ((status = wanted(v, "$enddefinitions", e)) == STATUS_OK && strcmp(v->dump.token, "$enddefinitions") != 0) {
        if (v->line == 1 && strcmp(v->dump.token, "META") == 0) /* a line of sigrok-cli: META samplerate: 1000000 */
            status = skip_line(v, e);
        else if (strcmp(v->dump.token, "$timescale") == 0)
            status = timescale(v, e);
        else if (strcmp(v->dump.token, "$comment") == 0)
            status = comment(v, e);
        else if (strcmp(v->dump.token, "$scope") == 0)
            status = scope_in(v, scope, e);
        else if (strcmp(v->dump.token, "$upscope") == 0)
            status = scope_out(v, scope, e);
        else if (strcmp(v->dump.token, "$var") == 0)
            status = variable(v, scope, wires, e);
        else if (v->dump.token[0] == '$' && isalpha((unsigned char)v->dump.token[1]) &&
                 strcmp(v->dump.token, "$end") != 0)
            status = skip(v, e);
        else
            status = bad(v, e, "a word", "a declaration of a VCD such as $var");
        if (status)
            return status;
    }
    if (status == STATUS_OK)
        status = skip(v, e);
    if (status == STATUS_OK && !v->unit_fs)
        status = error_set(e, STATUS_INPUT, "%s:%lu: no $timescale before $enddefinitions, expected one such as 1 ns",
                           v->file, v->line);
    return status;
}

/* The slot of that code; free if no signal has it. */
static struct vcd_slot *slot(const struct source *v, uint64_t number)
{
    size_t n = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> v->dump.slots_shift);
    while (v->dump.slot[n].code && v->dump.slot[n].code != number)
        n = (n + 1) & (size_t)(UINT64_MAX >> v->dump.slots_shift);
    return &v->dump.slot[n];
}

/* All codes into slots, of which half stay free at least, and the pins to those that have some. */
void vcd_take(struct source *v, const struct wires *wires)
{
    size_t slots = 2;
    for (v->dump.slots_shift = 63; slots < 2 * v->dump.codes; slots *= 2)
        v->dump.slots_shift--;
    v->dump.slot = memory_new(slots, sizeof *v->dump.slot);
    for (size_t n = 0; n < v->dump.codes; n++)
        slot(v, v->dump.declared[n])->code = v->dump.declared[n];
    for (unsigned pin = 0, signals = 0; pin < WIRES; pin++) {
        if (!(v->pins >> pin & 1))
            continue;
        struct vcd_slot *s = slot(v, wires->wire[pin].code);
        if (!s->signal)
            s->signal = &v->dump.signal[signals++];
        s->signal->pins[wires->wire[pin].bit] |= UINT64_C(1) << pin;
        if (s->signal->bits <= wires->wire[pin].bit)
            s->signal->bits = wires->wire[pin].bit + 1;
    }
}

/* ---- Values */

static void set(struct source *v, uint64_t pins, char value)
{
    v->now.high &= ~pins;
    v->now.unknown &= ~pins;
    if (value == '1')
        v->now.high |= pins;
    else if (value != '0')
        v->now.unknown |= pins;
}

/* The slot of the code that begins there in the word; NULL, with STATUS_INPUT's text: no signal has the code. */
static const struct vcd_slot *slot_of(struct source *v, size_t from, struct error *e)
{
    uint64_t number;
    if (code(v, from, &number, e))
        return NULL;
    const struct vcd_slot *s = slot(v, number);
    if (s->code)
        return s;
    if (bad(v, e, "a value", "the code of a $var") && v->at < v->end)
        (void)error_set(e, STATUS_INPUT, "%s:%lu: the code '%s' is not declared, expected that of a $var", v->file,
                        v->line, v->dump.token + from);
    return NULL;
}

/* v->dump.token is a vector's value, whose code follows; a real number or a string has no pins. */
static int vector(struct source *v, struct error *e)
{
    const bool binary = v->dump.token[0] == 'b' || v->dump.token[0] == 'B';
    const size_t bits = v->dump.length - 1, kept = bits < WIRE_BITS_MAX ? bits : WIRE_BITS_MAX;
    char low[WIRE_BITS_MAX];
    if (binary && (bits == 0 || v->dump.bits != v->dump.length))
        return bad(v, e, "the value of a vector", "b and its bits: 0, 1, x, z");
    memcpy(low, v->at - kept, kept);
    const char *left = v->dump.token[1] == '1' ? "0" : &v->dump.token[1]; /* 0, x or z goes on to the left */
    const char above = *left;
    if (wanted(v, "the code of a signal after a vector's value", e))
        return STATUS_INPUT;
    const struct vcd_slot *s = slot_of(v, 0, e);
    for (size_t n = 0; s && s->signal && binary && n < s->signal->bits; n++)
        set(v, s->signal->pins[n], *(n < bits ? &low[kept - 1 - n] : &above));
    return s ? STATUS_OK : STATUS_INPUT;
}

/* v->dump.token is a value of one bit and the code, or a vector's. */
static int value(struct source *v, struct error *e)
{
    if (v->next_time > v->dump.valued)
        interval_add(&v->interval, v->next_time - v->dump.valued);
    v->dump.valued = v->next_time;
    if (!level(v->dump.token[0]))
        return vector(v, e);
    const struct vcd_slot *s = slot_of(v, 1, e);
    if (s && s->signal)
        set(v, s->signal->pins[0], v->dump.token[0]);
    return s ? STATUS_OK : STATUS_INPUT;
}

static int instant(struct source *v, struct error *e)
{
    const char *digit = v->dump.token + 1;
    uint64_t time = 0;
    for (; isdigit((unsigned char)*digit); digit++)
        time = time > UINT64_MAX / 10 - 1 ? UINT64_MAX : 10 * time + (uint64_t)(*digit - '0');
    if (v->dump.length == 1 || digit != v->at)
        return bad(v, e, "a time", "# and a whole number");
    if (time > (v->unit_fs < FS_PS ? SOURCE_TIME_MOST_PS : SOURCE_TIME_MOST_PS / (v->unit_fs / FS_PS)))
        return bad(v, e, "a time", "one below 26 days");
    if (v->started && time < v->next_time)
        return bad(v, e, "a time", "none before the last one");
    if (!v->started)
        v->first = v->dump.time = v->dump.valued = time;
    v->started = true;
    v->next_time = time;
    return STATUS_OK;
}

static int statement(struct source *v, struct error *e)
{
    static const char *const plain[] = {"$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end"};
    const char first = v->dump.token[0];
    if (first == '#')
        return instant(v, e);
    if (first == '$') {
        if (strcmp(v->dump.token, "$comment") == 0)
            return skip(v, e);
        for (size_t n = 0; n < sizeof plain / sizeof plain[0]; n++)
            if (strcmp(v->dump.token, plain[n]) == 0)
                return STATUS_OK;
    } else if (level(first) || (first | 0x20) == 'b' || (first | 0x20) == 'r' || (first | 0x20) == 's')
        return value(v, e);
    return bad(v, e, "a word", "a time such as #10, or a value such as 1! or b101 !");
}

/* The data bus of a dump of tmr0, from the parts that host and chip drive. An undriven DB0-7 is unknown; GATE nA of
 * DB8-15 are the host's. */
static struct levels whole_bus(const struct source *v)
{
    const uint64_t chip = AM9513_CHIP_DRIVES | AM9513_CHIP_VALID;
    struct levels l = v->now;
    if (!(v->pins & WIRE_PARTS) || l.high & AM9513_HOST_DRIVES)
        return l;
    if ((l.high & chip) == chip) {
        l.high = (l.high & ~AM9513_DB) | (l.high >> WIRE_PLACE_CHIP_DB & AM9513_DB);
        l.unknown = (l.unknown & ~AM9513_DB) | (l.unknown >> WIRE_PLACE_CHIP_DB & AM9513_DB);
    } else {
        l.high &= ~UINT64_C(0xff);
        l.unknown |= 0xff;
    }
    return l;
}

int vcd_next(struct source *v, struct levels *levels, bool *more, struct error *e)
{
    const struct levels before = v->now;
    while (!v->ended) {
        int status = word(v, e);
        v->dump.time = v->next_time;
        v->ended = !v->dump.token[0];
        if (status == STATUS_OK && !v->ended)
            status = statement(v, e);
        if (status)
            return status;
        if (v->next_time != v->dump.time && (before.high != v->now.high || before.unknown != v->now.unknown))
            break;
    }
    v->now.at_ps = source_ps(v, v->dump.time);
    *levels = whole_bus(v);
    levels->none = (levels->unknown & WIRES_NEEDED) == WIRES_NEEDED;
    *more = !v->ended;
    return STATUS_OK;
}
