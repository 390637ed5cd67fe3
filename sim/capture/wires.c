/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/memory.h"
#include "sim/figures/data.h"

/* Pins that are numbered have one row. */
struct group {
    const char *name;      /* of the pin, without its number; "": no pin that a user can map */
    unsigned place, count; /* bit of the first; count 1: without number */
    unsigned from;         /* the number of the first */
    const char *usual[5];  /* names in captures, in lower case, without marks between the characters */
    const char *own;       /* end of its path in a dump of tmr0 */
};

#define PINS(mask) (unsigned)__builtin_ctzll(mask), (unsigned)__builtin_popcountll(mask) /* place, count */

static const struct group chip_groups[] = {
    {"cs_n", PINS(AM9513_CS_N), 0, {"cs", "csn", "ncs", "csb"}, "board.chip.i_cs_n"},
    {"rd_n", PINS(AM9513_RD_N), 0, {"rd", "rdn", "nrd", "rdb"}, "board.chip.i_rd_n"},
    {"wr_n", PINS(AM9513_WR_N), 0, {"wr", "wrn", "nwr", "wrb"}, "board.chip.i_wr_n"},
    {"cd", PINS(AM9513_CD), 0, {"cd", "cdn", "cnd", "cdb", "a0"}, "board.chip.i_cd"},
    {"d", PINS(AM9513_DB), 0, {"d", "db", "data"}, "board.chip.i_data"},
    {"src", PINS(WIRES_SRC), 1, {"src", "source"}, "board.chip.i_src"},
    {"gate", PINS(WIRES_GATE), 1, {"gate"}, "board.chip.i_gate"},
    {"out", PINS(WIRES_OUT), 1, {"out"}, "board.chip.o_out"},
    {"fout", PINS(AM9513_FOUT), 0, {"fout"}, "board.chip.o_fout"},
    {"x2", PINS(WIRE_X2), 0, {"x2"}, "board.chip.i_x2"},
    {"", PINS(AM9513_HOST_DRIVES), 0, {NULL}, "board.chip.i_data_driven"},
    {"", PINS(AM9513_CHIP_DRIVES), 0, {NULL}, "board.chip.o_data_driven"},
    {"", PINS(AM9513_CHIP_VALID), 0, {NULL}, "board.chip.o_data_valid"},
    {"", PINS(WIRE_CHIP_DB), 0, {NULL}, "board.chip.o_data"},
};

static const struct group socket_groups[] = {
    {"des_clock", PINS(WIRE_DES_CLOCK), 0, {"desclock", "desclk"}, "tmr0_top.unused_des_clock"},
    {"mas_n", PINS(WIRE_MAS_N), 0, {"mas", "masn", "nmas", "masb"}, "tmr0_top.board.i_mas_n"},
    {"mds_n", PINS(WIRE_MDS_N), 0, {"mds", "mdsn", "nmds", "mdsb"}, "tmr0_top.board.i_mds_n"},
    {"rw", PINS(WIRE_RW), 0, {"rw", "rwn", "mrw"}, "tmr0_top.board.i_rw"},
    {"d", PINS(WIRES_DATA), 0, {"d", "db", "data"}, "tmr0_top.board.i_data"},
    {"x2", PINS(WIRE_X2), 0, {"x2"}, "board.chip.i_x2"},
    {"", PINS(AM9513_HOST_DRIVES), 0, {NULL}, "tmr0_top.board.i_data_driven"},
    {"", PINS(AM9513_CHIP_DRIVES), 0, {NULL}, "tmr0_top.board.o_data_driven"},
    {"", PINS(AM9513_CHIP_VALID), 0, {NULL}, "tmr0_top.board.o_data_valid"},
    {"", PINS(WIRES_DATA << WIRE_PLACE_CHIP_DB), 0, {NULL}, "tmr0_top.board.o_data"},
};

static const struct side {
    const struct group *group;
    int groups;
    const char *pins; /* that a user can map */
} sides[] = {
    [WIRES_CHIP] = {chip_groups, sizeof chip_groups / sizeof *chip_groups,
                    "cs_n rd_n wr_n cd d0-d15 src1-src5 gate1-gate5 out1-out5 fout x2, or d, src, gate, out for a "
                    "vector, or for several as D8-D15"},
    [WIRES_SOCKET] = {socket_groups, sizeof socket_groups / sizeof *socket_groups,
                      "mas_n mds_n rw d0-d7 des_clock x2, or d for a vector, or for several as D8-D15"},
};

/* The pin has that number after its group's name. */
static const struct group *group_of(enum wires_side side, unsigned bit, unsigned *number)
{
    for (int n = 0; n < sides[side].groups; n++) {
        const struct group *g = &sides[side].group[n];
        if (bit >= g->place && bit < g->place + g->count) {
            *number = bit - g->place + g->from;
            return g;
        }
    }
    return NULL;
}

const char *wire_name(char *text, size_t size, enum wires_side side, unsigned bit)
{
    unsigned number = 0;
    const struct group *g = group_of(side, bit, &number);
    if (g && g->count > 1)
        (void)snprintf(text, size, "%s%u", g->name, number);
    else
        (void)snprintf(text, size, "%s", g ? g->name : "");
    return text;
}

/* ---- The user's map */

/* "Channel 3-10", "D8-D15" or "D7-D0": a name and two numbers. False: any other text, a vector's name. */
static bool is_range(const char *text, size_t *name, unsigned long *first, unsigned long *last)
{
    static const char digits[] = "0123456789";
    char *end;
    *name = strcspn(text, digits);
    *first = strtoul(text + *name, &end, 10);
    const char *other = *end == '-' ? end + strcspn(end, digits) : "";
    *last = strtoul(other, &end, 10);
    return *other && !*end;
}

/* The n-th of a range, NULL beyond it. */
static const char *nth_of(struct wire *wire, const char *text, unsigned n)
{
    size_t name;
    unsigned long first, last;
    if (!is_range(text, &name, &first, &last))
        return text;
    const size_t size = name + sizeof "18446744073709551615";
    free(wire->named);
    wire->named = memory_new(size, 1);
    (void)snprintf(wire->named, size, "%.*s%lu", (int)name, text, first < last ? first + n : first - n);
    return n <= (first < last ? last - first : first - last) ? wire->named : NULL;
}

/* A range for a row of pins has a signal for each that is needed, and a pin for each. */
static int check_range(const struct group *g, const char *pin, const char *signal, struct error *e)
{
    size_t name;
    unsigned long first, last;
    if (!is_range(signal, &name, &first, &last))
        return STATUS_OK;
    const unsigned long span = first < last ? last - first : first - last;
    const unsigned least = g->place ? 1 : 8;
    if (span < least - 1 || span >= g->count)
        return error_set(e, STATUS_INPUT, "--map '%s=%s', expected at %s %u signals", pin, signal,
                         span < least ? "least" : "most", span < least ? least : g->count);
    return STATUS_OK;
}

/* Takes "d3" or, for all pins of a row, "d". */
static int map_pin(struct wires *w, const char *pin, const char *signal, struct error *e)
{
    bool any = false;
    for (unsigned bit = 0; bit < WIRES; bit++) {
        char name[WIRE_PIN_MAX];
        unsigned number = 0;
        const struct group *g = group_of(w->side, bit, &number);
        if (!g || !*g->name)
            continue;
        const bool row = g->count > 1 && strcmp(pin, g->name) == 0;
        if (!row && strcmp(pin, wire_name(name, sizeof name, w->side, bit)) != 0)
            continue;
        if (row && check_range(g, pin, signal, e))
            return STATUS_INPUT;
        w->wire[bit].wanted = row ? nth_of(&w->wire[bit], signal, number - g->from) : signal;
        any = true;
    }
    return any ? STATUS_OK : error_set(e, STATUS_INPUT, "--map '%s', expected a pin: %s", pin, sides[w->side].pins);
}

int wires_open(struct wires *w, enum wires_side side, const char *map, struct error *e)
{
    *w = (struct wires){.side = side, .map = memory_text(map ? map : "")};
    for (char *at = map ? w->map : NULL, *next; at; at = next) {
        next = strchr(at, ',');
        if (next)
            *next++ = '\0';
        char *signal = strchr(at, '=');
        if (signal)
            *signal++ = '\0';
        if (!signal || !*signal)
            return error_set(e, STATUS_INPUT, "--map '%s', expected PIN=SIGNAL such as %s=D3", at,
                             side == WIRES_CHIP ? "wr_n" : "mas_n");
        if (map_pin(w, at, signal, e))
            return STATUS_INPUT;
    }
    return STATUS_OK;
}

void wires_close(struct wires *w)
{
    for (unsigned pin = 0; pin < WIRES; pin++) {
        free(w->wire[pin].again_path);
        free(w->wire[pin].path);
        free(w->wire[pin].named);
    }
    free(w->map);
}

/* ---- The file's signals */

/* "DB[3]" and "db_3" are db3. */
static void plain_name(char *plain, const char *name)
{
    for (; *name; name++)
        if (isalnum((unsigned char)*name))
            *plain++ = (char)tolower((unsigned char)*name);
    *plain = '\0';
}

/* What is left of the text after its beginning; NULL: it begins otherwise, as most names of a dump do, at once. */
static const char *after(const char *text, const char *beginning)
{
    for (; *beginning; text++, beginning++)
        if (*text != *beginning)
            return NULL;
    return text;
}

static bool usual(const char *plain, const char *name, bool numbered, unsigned number)
{
    char digits[8] = "";
    const char *left = after(plain, name);
    if (left && numbered)
        (void)snprintf(digits, sizeof digits, "%u", number);
    return left && strcmp(left, digits) == 0;
}

/* The bit of the signal that usually has the pin; -1: none. */
static int usual_bit(const struct group *g, unsigned number, const char *plain, const struct wire_signal *s)
{
    for (int n = 0; n < 5 && g->usual[n]; n++) {
        if (s->width == 1 && usual(plain, g->usual[n], g->count > 1, number))
            return 0;
        if (s->width > 1 && g->count > 1 && usual(plain, g->usual[n], false, 0) && number - g->from < s->width)
            return (int)(number - g->from);
    }
    return -1;
}

/* The text ends the path, after a dot or whole. */
static bool path_ends(const char *path, const char *text, size_t length)
{
    const size_t all = strlen(path);
    return length <= all && strncmp(path + all - length, text, length) == 0 &&
           (length == all || path[all - length - 1] == '.');
}

/* The bit of the signal that the user's text names for the pin; -1: none. */
static int wanted_bit(const struct group *g, unsigned number, const char *wanted, const struct wire_signal *s)
{
    if (path_ends(s->path, wanted, strlen(wanted))) {
        if (s->width == 1)
            return 0;
        return g->count > 1 && number - g->from < s->width ? (int)(number - g->from) : -1;
    }
    const char *select = strrchr(wanted, '[');
    char *end;
    if (!select || !isdigit((unsigned char)select[1]) || !path_ends(s->path, wanted, (size_t)(select - wanted)))
        return -1;
    const unsigned long bit = strtoul(select + 1, &end, 10);
    if (strcmp(end, "]") != 0 || bit < s->lowest || bit - s->lowest >= s->width)
        return -1;
    return (int)(s->rises ? s->lowest + s->width - 1 - bit : bit - s->lowest);
}

/* The signal has the pin's name but cannot be the pin. */
static void unfit(struct wire *wire, const struct group *g, unsigned number, const char *plain,
                  const struct wire_signal *s)
{
    struct wire_signal bit = *s;
    bit.width = 1;
    if (wire->unfit || (wire->wanted ? !path_ends(s->path, wire->wanted, strlen(wire->wanted))
                                     : usual_bit(g, number, plain, &bit) < 0))
        return;
    wire->unfit = s->line;
    wire->unfit_width = s->logic ? s->width : 0;
}

/* own: the signal's path ends as in a dump of tmr0. */
static void offer(struct wire *wire, const struct group *g, unsigned number, bool own, const char *plain,
                  const struct wire_signal *s)
{
    own = own && !wire->wanted && number - g->from < s->width;
    const int bit = wire->wanted ? wanted_bit(g, number, wire->wanted, s)
                    : own        ? (int)(number - g->from)
                                 : usual_bit(g, number, plain, s);
    const bool same = wire->line && wire->code == s->code && wire->bit == (unsigned)bit;
    const bool whole = wire->wanted && strcmp(s->path, wire->wanted) == 0;
    if ((bit < 0 && s->width > 1) || !s->logic)
        unfit(wire, g, number, plain, s);
    if (bit < 0 || !s->logic || bit >= WIRE_BITS_MAX || (same && !own) || (wire->whole && !whole))
        return;
    if (wire->line && !own && wire->whole == whole) { /* an error unless a dump of tmr0 has the pin */
        if (wire->again || wire->own)
            return;
        wire->again = s->line;
        free(wire->again_path);
        wire->again_path = memory_text(s->path);
        return;
    }
    if (whole)
        wire->again = 0;
    free(wire->path);
    wire->path = error_clean(memory_text(s->path));
    wire->whole = whole;
    wire->code = s->code;
    wire->bit = (unsigned)bit;
    wire->line = s->line;
    wire->own = own;
}

void wires_offer(struct wires *w, const struct wire_signal *s)
{
    char plain[WIRE_NAME_MAX];
    const size_t used = strlen(w->seen), all = strlen(s->path);
    if (used + strlen(s->name) + 7 < sizeof w->seen)
        (void)snprintf(w->seen + used, sizeof w->seen - used, "%s%s", used ? ", " : "", s->name);
    else if (used && w->seen[used - 1] != '.')
        (void)snprintf(w->seen + used, sizeof w->seen - used, " ...");
    plain_name(plain, s->name);
    for (int n = 0; n < sides[w->side].groups; n++) {
        const struct group *g = &sides[w->side].group[n];
        struct wire *wire = &w->wire[g->place];
        const size_t length = strlen(g->own);
        const bool own = all >= length && strcasecmp(s->path + all - length, g->own) == 0;
        bool named = own; /* the name may be that of a pin of the row */
        for (int m = 0; m < 5 && g->usual[m]; m++)
            named |= after(plain, g->usual[m]) != NULL;
        for (unsigned pin = 0; pin < g->count; pin++)
            if (named || wire[pin].wanted)
                offer(&wire[pin], g, g->from + pin, own, plain, s);
    }
}

/* A signal has one pin. But a board may tie SRC, GATE and DB8-15, which is GATE nA on the 8-bit bus, to each other, and
 * to one of what drives such lines: an OUT, FOUT, the clock of X2. */
static bool may_share(unsigned a, unsigned b)
{
    const uint64_t ties = (AM9513_DB & ~WIRES_DATA) | WIRES_COUNTED, drives = WIRES_OUT | AM9513_FOUT | WIRE_X2;
    const uint64_t pins = UINT64_C(1) << a | UINT64_C(1) << b;
    return pins & ties && !(pins & ~(ties | drives));
}

static int distinct(const struct wires *w, const char *file, struct error *e)
{
    for (unsigned a = 0; a < WIRES; a++)
        for (unsigned b = a + 1; b < WIRES; b++) {
            const struct wire *x = &w->wire[a], *y = &w->wire[b];
            if (!x->line || !y->line || x->code != y->code || x->bit != y->bit || (x->own && y->own) || may_share(a, b))
                continue;
            char one[WIRE_PIN_MAX], other[WIRE_PIN_MAX];
            return error_set(e, STATUS_INPUT, "%s:%lu: one signal is %s and %s, expected a signal of its own for each",
                             file, y->line, wire_name(one, sizeof one, w->side, a),
                             wire_name(other, sizeof other, w->side, b));
        }
    return STATUS_OK;
}

/* No name of the file is that of a pin that is needed: the --map to fill in. */
static int missing(const struct wires *w, const char *file, struct error *e)
{
    char names[200], map[400];
    bool row = true;
    for (unsigned pin = 0; pin < 8; pin++)
        row &= !w->wire[pin].line;
    (void)snprintf(names, sizeof names, "%s", row ? "d0-d7" : "");
    (void)snprintf(map, sizeof map, "%s", row ? "d=SIGNAL 0-7" : "");
    for (unsigned pin = row ? 8 : 0; pin < WIRES; pin++) {
        char name[WIRE_PIN_MAX];
        if (!(WIRES_NEEDED >> pin & 1) || w->wire[pin].line)
            continue;
        (void)wire_name(name, sizeof name, w->side, pin);
        list_add(names, sizeof names, " ", "%s", name);
        list_add(map, sizeof map, ",", "%s=SIGNAL", name);
    }
    return error_set(e, STATUS_INPUT, "%s: no signal for %s, expected %s--map '%s' with signals of: %s", file, names,
                     w->side == WIRES_CHIP ? "--at socket, or " : "", map, w->seen);
}

/* The pin's signal was found, or need not be there. */
static int complete(const struct wires *w, unsigned pin, const char *file, struct error *e)
{
    char name[WIRE_PIN_MAX];
    const struct wire *wire = &w->wire[pin];
    unsigned number;
    const struct group *g = group_of(w->side, pin, &number);
    (void)wire_name(name, sizeof name, w->side, pin);
    if (wire->again && !wire->own && strcmp(wire->path, wire->again_path) == 0)
        return error_set(e, STATUS_INPUT,
                         "%s:%lu: '%s' is declared a second time, after line %lu, expected one signal of that name "
                         "for %s",
                         file, wire->again, wire->again_path, wire->line, name);
    if (wire->again && !wire->own) {
        const bool row = g && g->count > 1 && wire[1].again && strcmp(wire->again_path, wire[1].again_path) == 0;
        return error_set(e, STATUS_INPUT,
                         "%s:%lu: '%s' is a second signal for %s after that of line %lu, expected one; choose it "
                         "with --map %s=%s",
                         file, wire->again, wire->again_path, name, wire->line, row ? g->name : name, wire->again_path);
    }
    if (wire->line || !g || (!wire->wanted && !(WIRES_NEEDED >> pin & 1)))
        return STATUS_OK;
    /* Of a vector for a whole row the upper pins may be missing */
    if (wire->wanted && !(WIRES_NEEDED >> pin & 1) && number && w->wire[pin - 1].wanted == wire->wanted)
        return STATUS_OK;
    if (wire->unfit && !wire->unfit_width)
        return error_set(e, STATUS_INPUT, "%s:%lu: the signal for %s is no logic signal, expected a wire or reg", file,
                         wire->unfit, name);
    if (wire->unfit)
        return error_set(e, STATUS_INPUT,
                         "%s:%lu: the signal for %s has %u bits, expected one; choose it with --map %s=NAME[0]", file,
                         wire->unfit, name, wire->unfit_width, name);
    if (wire->wanted)
        return error_set(e, STATUS_INPUT, "%s: no signal %s for %s, expected one of: %s", file, wire->wanted, name,
                         w->seen);
    return missing(w, file, e);
}

/* The pins that --map names come first: a wrong name may be the reason why another pin is missing. */
int wires_complete(const struct wires *w, const char *file, struct error *e)
{
    int status = STATUS_OK;
    for (unsigned n = 0; n < 2 * WIRES && status == STATUS_OK; n++) {
        const unsigned pin = n % WIRES;
        if (n >= WIRES || w->wire[pin].wanted)
            status = complete(w, pin, file, e);
    }
    return status ? status : distinct(w, file, e);
}

uint64_t wires_pins(const struct wires *w)
{
    uint64_t pins = 0, parts = 0;
    for (unsigned pin = 0; pin < WIRES; pin++) {
        unsigned number;
        const struct group *g = group_of(w->side, pin, &number);
        pins |= w->wire[pin].line ? UINT64_C(1) << pin : 0;
        parts |= g && !*g->name ? UINT64_C(1) << pin : 0;
    }
    return w->wire[0].own && (pins & parts) == parts ? pins : pins & ~parts;
}
