/* SPDX-License-Identifier: MIT
 * RTL and C model in lockstep under random movements of the chip's pins. No access keeps to an order: lines of the bus
 * move twice, together, or at the distance of a limit and a ps beside it. All times are multiples of GRID_PS but for
 * that ps. Runs from the root of the tree. */
#include "cli/random.h"
#include "tests/unit/helpers.h"

#include <stdio.h>

#define GRID_PS 25000

enum { CASES = 150, STEPS = 250 };

struct lockstep {
    struct engine *engine;
    struct engine_inputs in;
    uint64_t state, now_ps;
    enum engine_stop stop;
    bool rests; /* no strobe is low at the chip */
};

static unsigned below(struct lockstep *x, unsigned count)
{
    return (unsigned)random_below(&x->state, count);
}

static bool one_in(struct lockstep *x, unsigned count)
{
    return below(x, count) == 0;
}

/* ---- Figures */

static int32_t grid(struct lockstep *x, unsigned count)
{
    return (int32_t)(GRID_PS * below(x, count));
}

/* Limits that the movements meet: just met, or missed by a ps. Notes may be negative by up to TCMD. */
static void draw_limits(struct lockstep *x, struct engine_settings *s)
{
    for (int n = 0; n < FIG_CHECKS; n++) {
        bool may_be_negative = figure_info[n].kind == KIND_SETUP || figure_info[n].kind == KIND_HOLD;
        s->figure[n] = grid(x, 8) + (int32_t)below(x, 2) - (may_be_negative && one_in(x, 4) ? 4 * GRID_PS : 0);
    }
    s->figure[FIG_TCMD] = grid(x, 6);
    for (int n = 0; n < FIG_CHECKS; n++)
        if (figure_info[n].kind == KIND_NOTE)
            s->figure[n] = grid(x, 20) + (int32_t)below(x, 2);
    if (one_in(x, 2)) {
        s->figure[FIG_TEHWH] = -grid(x, 1 + (unsigned)s->figure[FIG_TCMD] / GRID_PS);
        s->figure[FIG_TGVWH] = -grid(x, 1 + (unsigned)s->figure[FIG_TCMD] / GRID_PS);
    }
    s->figure[FIG_TWHRL_SHORT] = grid(x, 8);
    s->figure[FIG_TWHWL_SHORT] = grid(x, 8);
    s->figure[FIG_TWHEH_DOUBLE] = grid(x, 40);
}

static void draw_delays(struct lockstep *x, struct engine_settings *s)
{
    s->figure[FIG_TRLQX] = grid(x, 3);
    s->figure[FIG_TRLQV] = s->figure[FIG_TRLQX] + grid(x, 3);
    s->figure[FIG_TRHQX] = grid(x, 3);
    s->figure[FIG_TRHQZ] = s->figure[FIG_TRHQX] + grid(x, 3);
    s->figure[FIG_TWHYV] = s->figure[FIG_TCMD] + grid(x, 6);
    s->figure[FIG_TEHYV] = grid(x, 6);
    s->figure[FIG_TEHFV] = grid(x, 6);
    s->osc.high_ps = GRID_PS + grid(x, 6);
    s->osc.low_ps = 2 * GRID_PS + grid(x, 6);
}

/* ---- Movements */

/* What has been set since the last call moves together; then time passes. */
static void move(struct lockstep *x, uint64_t ps)
{
    if (x->stop != STOP_UNTIL)
        return;
    if (!x->in.data_driven)
        x->in.data = 0xffff;   /* pulled up */
    x->in.wr_n |= !x->in.rd_n; /* not both low: the data sheet does not say what such an access is */
    x->rests = x->in.rd_n && x->in.wr_n;
    x->engine->ops->set(x->engine, &x->in);
    x->now_ps += ps;
    x->stop = x->engine->ops->run(x->engine, x->now_ps, false);
}

/* Without a wait the next lines of the bus move together with the last. */
static void wait_ps(struct lockstep *x, uint64_t ps)
{
    if (ps)
        move(x, ps);
}

static void wait_a_little(struct lockstep *x)
{
    wait_ps(x, one_in(x, 20) ? 1 : (uint64_t)grid(x, 5));
}

/* In the data sheet's order, but no longer than a few grid times apart. */
static void access_chip(struct lockstep *x, bool control, bool write, unsigned value)
{
    bool *strobe = write ? &x->in.wr_n : &x->in.rd_n;
    x->in.access += x->rests && x->in.rd_n && x->in.wr_n; /* a strobe falls, at which the chip takes the number */
    x->in.cd = control;
    if (write) {
        x->in.data_driven = true;
        x->in.data = (uint16_t)((one_in(x, 8) ? random_next(&x->state) << 8 : 0xff00U) | value);
    }
    wait_a_little(x);
    x->in.cs_n = false;
    wait_a_little(x);
    *strobe = false;
    wait_ps(x, GRID_PS);
    wait_a_little(x);
    *strobe = true;
    wait_a_little(x);
    x->in.cs_n = !one_in(x, 4);
    x->in.data_driven = false;
    wait_a_little(x);
}

static void put_word(struct lockstep *x, unsigned word)
{
    access_chip(x, false, true, word & 0xffU);
    access_chip(x, false, true, word >> 8);
}

/* A mode whose source is mostly a pin, F1 or TC, and a small Load. */
static void program(struct lockstep *x)
{
    unsigned source = one_in(x, 3) ? 11 : one_in(x, 4) ? 0 : one_in(x, 6) ? 12 : 1 + below(x, 10);
    unsigned gate = one_in(x, 3) ? 0 : below(x, 8);
    access_chip(x, true, true, 1 + below(x, 5));
    put_word(x, gate << 13 | below(x, 2) << 12 | source << 8 | below(x, 8) << 5 | below(x, 6));
    put_word(x, 1 + below(x, 3));
}

static void command(struct lockstep *x)
{
    static const unsigned char code[] = {0xf9, 0xf8, 0xe8, 0xe0, 0xef, 0xe7, 0xff, 0x17, 0x1f, 0xf1, 0xf3, 0xed};
    unsigned c = one_in(x, 3)   ? code[below(x, sizeof code)]
                 : one_in(x, 3) ? 0x60U | below(x, 32) /* LOAD AND ARM */
                                : (1 + below(x, 6)) << 5 | below(x, 32);
    access_chip(x, true, true, c);
}

/* Lines of the bus, whatever is under way. */
static void shake_bus(struct lockstep *x)
{
    bool *const line[] = {&x->in.cs_n, &x->in.rd_n, &x->in.wr_n, &x->in.cd, &x->in.data_driven};
    for (unsigned n = 1 + below(x, 3); n > 0; n--) {
        bool *one = line[below(x, COUNT(line))];
        *one = !*one;
    }
    if (one_in(x, 3))
        x->in.data ^= (uint16_t)(1U << below(x, 16));
}

static void shake_counters(struct lockstep *x)
{
    const bool together = one_in(x, 3);
    if (together)
        shake_bus(x);
    else
        move(x, 0);
    for (unsigned n = 1 + below(x, 4); n > 0; n--) {
        x->in.src ^= (uint8_t)(one_in(x, 2) ? 0 : 1U << below(x, 5));
        x->in.gate ^= (uint8_t)(one_in(x, 2) ? 0 : 1U << below(x, 5));
    }
    move(x, together);
}

static void step(struct lockstep *x)
{
    switch (below(x, 8)) {
    case 0:
        command(x);
        break;
    case 1:
        if (one_in(x, 3))
            program(x);
        else
            access_chip(x, one_in(x, 2), false, 0);
        break;
    case 2:
    case 3:
        shake_bus(x);
        break;
    case 4:
        x->in.cs_n = x->in.rd_n = x->in.wr_n = true;
        wait_ps(x, (uint64_t)GRID_PS * below(x, 100));
        break;
    default:
        shake_counters(x);
    }
    wait_a_little(x);
}

static bool differ(uint64_t seed)
{
    static struct fixture fixture;
    struct lockstep x = {.engine = engine_both.open(), .state = seed, .stop = STOP_UNTIL};
    fixture_load(&fixture, NULL);
    struct engine_settings s = board_settings(&fixture.config);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x.engine);
    draw_limits(&x, &s);
    draw_delays(&x, &s);
    x.engine->ops->power_on(x.engine, &s);
    x.in = (struct engine_inputs){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    for (int n = 0; n < 4; n++)
        program(&x);
    for (int n = 0; n < STEPS && x.stop == STOP_UNTIL; n++)
        step(&x);
    if (x.stop == STOP_DIFFER)
        (void)fprintf(stderr, "\nseed %d:\n%s", (int)seed, x.engine->ops->difference(x.engine));
    x.engine->ops->close(x.engine);
    return x.stop != STOP_UNTIL;
}

TEST(lockstep)
{
    unsigned different = 0;
    for (uint64_t seed = 1; seed <= CASES && !different; seed++)
        different += differ(seed);
    CU_ASSERT_EQUAL(different, 0);
}
