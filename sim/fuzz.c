/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "random.h"

/* What the generator knows of the chip it programs. */
struct maker {
    struct fuzz_case *c;
    uint64_t *state;
    bool wide;      /* 16-bit bus */
    char wired[16]; /* input tied to an output, "" for none */
};

static void put(struct maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct maker *m, const char *format, ...)
{
    va_list args;
    if (m->c->lines == FUZZ_LINES)
        return;
    va_start(args, format);
    (void)vsnprintf(m->c->line[m->c->lines++], FUZZ_LINE, format, args);
    va_end(args);
}

static unsigned below(struct maker *m, unsigned count)
{
    return (unsigned)random_below(m->state, count);
}

static bool one_in(struct maker *m, unsigned count)
{
    return below(m, count) == 0;
}

static void put_word(struct maker *m, unsigned value)
{
    if (m->wide)
        put(m, "word 0x%04x", value);
    else {
        put(m, "data 0x%02x", value & 0xff);
        put(m, "data 0x%02x", value >> 8);
    }
}

static void read_word(struct maker *m)
{
    put(m, m->wide ? "readw" : "read");
    if (!m->wide)
        put(m, "read");
}

/* Values at which something happens sooner or later: small ones, and those beside the ends. Decimal digits only where
 * a counter may count in BCD: the data sheet says nothing of others. */
static unsigned count_value(struct maker *m, bool decimal)
{
    static const unsigned ends[] = {0x9999, 0x9998, 0x0010, 0x0100, 0x1999, 0xffff, 0xfffe, 0xfffd};
    switch (below(m, 6)) {
    case 0:
        return ends[below(m, decimal ? 5 : 8)];
    case 1:
        return decimal ? below(m, 10) << 8 | below(m, 10) : below(m, 0x10000);
    default:
        return below(m, decimal ? 10 : 13);
    }
}

static unsigned mode_value(struct maker *m)
{
    static const unsigned outputs[] = {0, 1, 2, 2, 4, 5, 1, 3};
    unsigned source = one_in(m, 3) ? 11 : one_in(m, 3) ? 0 : below(m, 16);
    unsigned gate = one_in(m, 2) ? 0 : below(m, 8);
    unsigned bits = below(m, 8) << 5 | (one_in(m, 3) ? 0x10U : 0) | (one_in(m, 2) ? 8U : 0);
    return gate << 13 | (one_in(m, 3) ? 0x1000U : 0) | source << 8 | bits | outputs[below(m, 8)];
}

/* Disarmed first, as the data sheet wants it, and loaded before it is armed. */
static void program_counter(struct maker *m)
{
    unsigned n = 1 + below(m, 5), mode = mode_value(m);
    bool decimal = mode & 0x10;
    put(m, "cmd 0x%02x", 0xc0 | 1U << (n - 1));
    put(m, "cmd 0x%02x", n);
    put(m, "cmd 0xe0");
    put_word(m, mode);
    put_word(m, count_value(m, decimal));
    put_word(m, count_value(m, decimal));
    put(m, "cmd 0x%02x", 0x40 | 1U << (n - 1));
    put(m, "cmd 0x%02x", 0x20 | 1U << (n - 1));
}

static void master_mode(struct maker *m)
{
    /* no time of day: counters 1 and 2 may hold what is no time */
    unsigned value = below(m, 0x10000) & 0xdffc & (one_in(m, 4) ? 0xffff : 0xbfff);
    put(m, "cmd 0x17");
    put_word(m, m->wide ? value | 0x2000 : value);
}

static void command(struct maker *m)
{
    unsigned kind = below(m, 12);
    if (kind < 6)
        put(m, "cmd 0x%02x", (1 + kind) << 5 | below(m, 32));
    else if (kind == 6)
        put(m, "cmd 0x%02x", 0xe0 | below(m, 2) << 3 | (1 + below(m, 5))); /* toggle output */
    else if (kind == 7)
        put(m, "cmd 0x%02x", 0xf1 + below(m, 5)); /* step */
    else if (kind == 8)
        put(m, "cmd 0x%02x", one_in(m, 2) ? 0xf8 + below(m, 2) : 0xe0 + 8 * below(m, 2));
    else if (kind == 9)
        put(m, "cmd 0x%02x", 0xe6 + 8 * below(m, 2)); /* FOUT */
    else if (kind == 10 && one_in(m, 3)) {
        m->wide = !m->wide;
        put(m, "cmd 0x%02x", m->wide ? 0xef : 0xe7);
    } else if (kind == 11 && one_in(m, 6)) {
        m->wide = false;
        put(m, "cmd 0xff");
    } else
        put(m, "cmd 0x%02x", below(m, 32)); /* data pointer */
}

static void pass_time(struct maker *m)
{
    switch (below(m, 4)) {
    case 0:
        put(m, "wait %ups", 1 + below(m, 500000));
        break;
    case 1:
        put(m, "wait %uns", 1 + below(m, 2000));
        break;
    case 2:
        put(m, "wait %uns", 125 * below(m, 40)); /* onto edges of the clock */
        break;
    default:
        put(m, "wait %uus", 1 + below(m, 60));
    }
}

static void move_pin(struct maker *m)
{
    char pin[16];
    (void)snprintf(pin, sizeof pin, "%s%u", one_in(m, 2) ? "gate" : "src", 1 + below(m, 5));
    if (strcmp(pin, m->wired) == 0)
        return;
    if (one_in(m, 2))
        put(m, "pin %s %u", pin, below(m, 2));
    else
        put(m, "pulse %s %uns %u", pin, 20 + below(m, 400), 1 + below(m, 9));
}

static void access_chip(struct maker *m)
{
    switch (below(m, 5)) {
    case 0:
        put(m, "status");
        break;
    case 1:
        put(m, "cmd 0x%02x", 0xa0 | below(m, 32));
        put(m, "cmd 0x%02x", 0x10 | (1 + below(m, 5)));
        read_word(m);
        break;
    case 2:
        put(m, "cmd 0x%02x", below(m, 32));
        read_word(m);
        break;
    case 3:
        put(m, m->wide ? "readw" : "read");
        break;
    default:
        put(m, "cmd 0x%02x", (one_in(m, 2) ? 0x08U : 0x18U) | (1 + below(m, 5))); /* Load, Hold */
        put_word(m, count_value(m, true));
    }
}

void fuzz_make(struct fuzz_case *c, uint64_t *state, size_t ops)
{
    static const char *const corners[] = {"min", "typ", "max"};
    static const char *const clocks[] = {"4MHz", "1MHz", "5MHz", "100kHz"};
    struct maker m = {.c = c};
    m.state = state;
    c->lines = 0;
    put(&m, "target chip");
    put(&m, "corner %s", corners[below(&m, 3)]);
    put(&m, "osc %s", clocks[below(&m, 4)]);
    if (one_in(&m, 4)) {
        (void)snprintf(m.wired, sizeof m.wired, "%s%u", one_in(&m, 2) ? "gate" : "src", 1 + below(&m, 5));
        put(&m, "wire out%u %s", 1 + below(&m, 5), m.wired);
    }
    c->settings = c->lines;
    if (one_in(&m, 3))
        put(&m, "gap %uns", below(&m, 600)); /* also faster than the recovery times */
    while (c->lines < c->settings + ops && c->lines + 12 < FUZZ_LINES) {
        switch (below(&m, 12)) {
        case 0:
            program_counter(&m);
            break;
        case 1:
            if (one_in(&m, 4))
                master_mode(&m);
            break;
        case 2:
        case 3:
        case 4:
            command(&m);
            break;
        case 5:
        case 6:
        case 7:
            access_chip(&m);
            break;
        case 8:
        case 9:
            move_pin(&m);
            break;
        default:
            pass_time(&m);
        }
    }
    c->ops = c->lines - c->settings;
}

size_t fuzz_text(const struct fuzz_case *c, char *buffer)
{
    size_t used = 0;
    for (size_t n = 0; n < c->lines; n++)
        used += (size_t)snprintf(buffer + used, FUZZ_LINE + 1, "%s\n", c->line[n]);
    return used;
}

static void take_out(struct fuzz_case *c, size_t from, size_t count)
{
    memmove(c->line[from], c->line[from + count], (c->lines - from - count) * sizeof c->line[0]);
    c->lines -= count;
}

void fuzz_shrink(struct fuzz_case *c, bool (*differs)(void *context, const struct fuzz_case *c), void *context)
{
    static struct fuzz_case fewer;
    size_t chunk = (c->lines - c->settings + 1) / 2;
    while (chunk > 0) {
        bool less = false;
        for (size_t from = c->settings; from + chunk <= c->lines;) {
            fewer = *c;
            take_out(&fewer, from, chunk);
            if (fewer.lines > c->settings && differs(context, &fewer)) {
                *c = fewer;
                less = true;
            } else
                from += chunk;
        }
        if (!less || chunk > 1)
            chunk = chunk == 1 ? 0 : chunk / 2;
    }
    c->ops = c->lines - c->settings;
}
