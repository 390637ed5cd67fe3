/* SPDX-License-Identifier: MIT
 * The board under random sequences: traced and fast build alike, seeds. Of a sequence all it showed goes into a hash;
 * the first difference is looked for by running shorter ones. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>

#include "cli/random.h"

void suite_board_random(void);

static struct bench bench;

static void mix(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    *hash ^= *hash >> 29;
}

static void mix_violation(void *context, const struct violation *v)
{
    uint64_t *hash = context;
    mix(hash, (uint64_t)v->check);
    mix(hash, v->record.violated_at_ps);
    mix(hash, v->record.violated_access);
    mix(hash, (uint64_t)v->record.required_ps);
    mix(hash, (uint64_t)v->record.observed_ps);
}

static void mix_access(uint64_t *hash, const struct access *a)
{
    mix(hash, a->number);
    mix(hash, a->start_ps);
    mix(hash, a->end_ps);
    mix(hash, (uint64_t)a->value << 2 | (uint64_t)a->driven << 1 | a->valid);
}

static unsigned pick(uint64_t *state, unsigned count)
{
    return (unsigned)random_below(state, count);
}

static unsigned random_mode(uint64_t *state)
{
    return (unsigned)random_next(state) & 0xffff;
}

static unsigned random_load(uint64_t *state)
{
    return pick(state, 3) ? pick(state, 8) : (unsigned)random_next(state) & 0xffff;
}

static unsigned random_command(uint64_t *state)
{
    unsigned c = pick(state, 256);
    return c == 0xef || c < 0x20 ? 0x3f : c; /* 8-bit bus; no pointer but where words follow */
}

static void random_put(bool board, bool control, unsigned value, uint64_t *hash)
{
    struct access a = board     ? bench_w(&bench, 2, value)
                      : control ? bench_cmd(&bench, value)
                                : bench_data(&bench, value);
    mix_access(hash, &a);
}

static void random_select(bool board, bool control, uint64_t *hash)
{
    if (board) {
        struct access a = control ? bench_w(&bench, 0, 0) : bench_r(&bench, 0);
        mix_access(hash, &a);
    }
}

static void random_word(bool board, unsigned pointer, unsigned word, uint64_t *hash)
{
    random_select(board, true, hash);
    random_put(board, true, pointer, hash);
    random_select(board, false, hash);
    random_put(board, false, word & 0xff, hash);
    random_put(board, false, word >> 8, hash);
    random_select(board, true, hash);
}

static void random_reads(bool board, uint64_t *state, uint64_t *hash)
{
    bool control = pick(state, 3) == 0;
    random_select(board, true, hash);
    if (pick(state, 2))
        random_put(board, true, 0xa0 | pick(state, 32), hash);
    random_put(board, true, pick(state, 2) ? 0x19 : 1 + pick(state, 5) + 8 * pick(state, 4), hash);
    random_select(board, control, hash);
    for (unsigned n = pick(state, 5); n; n--) {
        struct access a = board ? bench_r(&bench, 2) : control ? bench_status(&bench) : bench_read(&bench);
        mix_access(hash, &a);
    }
    random_select(board, true, hash);
}

static void random_step(bool board, uint64_t *state, uint64_t *hash)
{
    switch (pick(state, 12)) {
    case 0:
        random_word(board, 1 + pick(state, 5), random_mode(state), hash);
        break;
    case 1:
        random_word(board, 9 + pick(state, 5), random_load(state), hash);
        break;
    case 2: /* master mode: FOUT, comparators, time of day */
        random_word(board, 0x17, pick(state, 256) | pick(state, 32) << 8, hash);
        break;
    case 3:
    case 4:
        random_reads(board, state, hash);
        break;
    case 5:
    case 6:
        random_select(board, true, hash);
        random_put(board, true, random_command(state), hash);
        break;
    case 7:
    case 8:
        bench_wait(&bench, (int64_t)(random_next(state) % (pick(state, 8) ? 3000000 : 300000000)));
        break;
    case 9:
        if (!board) {
            int figure = (int)pick(state, FIG_TWLWH + 1);
            int64_t least = bench.rig.chip.figure[figure].value[bench.config.corner];
            (void)board_timing(bench.board, figure, least + (int64_t)pick(state, 30000) - 5000, &bench.error);
            if (figure_info[figure].kind == KIND_RECOVERY || pick(state, 2))
                board_timing_legal(bench.board);
        }
        break;
    default:
        if (!board) {
            enum pin pin = (enum pin)pick(state, PIN_INPUTS);
            if (!bench.config.wire[pin])
                CU_ASSERT_EQUAL(
                    board_pulse(bench.board, pin, 20 * NS + pick(state, 300000), 1 + pick(state, 20), &bench.error),
                    STATUS_OK);
        }
    }
    for (int pin = PIN_OUT1; pin < PINS; pin++)
        mix(hash, board_pin(bench.board, (enum pin)pin));
    mix(hash, bench_now(&bench));
}

static uint64_t random_run(uint64_t seed, unsigned steps, bool traced)
{
    uint64_t state = seed * 2 + 1, hash = 1;
    bool board = pick(&state, 2);
    bench_load(&bench, board ? bench_machine[pick(&state, BENCH_MACHINES)] : NULL);
    bench.config.traced = traced;
    bench.config.seed = seed;
    bench.config.pal_kind = PAL_FLIPFLOP;
    bench.config.corner = (enum corner)pick(&state, CORNERS);
    bench.config.watch_fout = true;
    bench.config.osc.high_ps = 70 * NS + pick(&state, 200000);
    bench.config.osc.low_ps = 70 * NS + pick(&state, 200000);
    for (int n = 0; !board && n < PIN_INPUTS; n++)
        if (pick(&state, 4) == 0)
            bench.config.wire[n] = 1 + PIN_OUT1 + (int)pick(&state, 6);
    bench_open(&bench);
    board_on_violation(bench.board, mix_violation, &hash);
    if (board)
        CU_ASSERT_EQUAL(board_gap(bench.board, (int64_t)pick(&state, 2000000), &bench.error), STATUS_OK);
    random_select(board, true, &hash);
    random_put(board, true, 0xff, &hash);
    for (unsigned n = 0; n < steps; n++)
        random_step(board, &state, &hash);
    for (int f = 0; f < FIG_CHECKS; f++) {
        struct margin m;
        board_margin(bench.board, f, &m);
        mix(&hash, m.record.violations);
        mix(&hash, (uint64_t)m.record.slack_ps);
        mix(&hash, m.record.slack_at_ps);
        mix(&hash, m.record.slack_access);
        mix(&hash, margin_observed(&m));
    }
    bench_close(&bench);
    return hash;
}

#define RUNS 60
#define STEPS 250

/* The fast build leaves out ticks in which nothing can happen: it must show the same as the traced one, which has all.
 */
static void test_fast_and_traced(void)
{
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        if (random_run(seed, STEPS, false) == random_run(seed, STEPS, true))
            continue;
        unsigned steps = 0;
        while (steps < STEPS && random_run(seed, steps, false) == random_run(seed, steps, true))
            steps++;
        printf("fast and traced differ: seed %" PRIu64 ", step %u\n", seed, steps);
        CU_FAIL("fast and traced build differ");
    }
}

static void test_same_seed(void)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        uint64_t first = random_run(seed, STEPS, false);
        CU_ASSERT_EQUAL(random_run(seed, STEPS, false), first);
        CU_ASSERT_NOT_EQUAL(random_run(seed + 1, STEPS, false), first);
    }
}

/* The level of the flip-flop at power-up is drawn: the same for a seed, and not the same for all. */
static void test_seeds(void)
{
    unsigned control = 0;
    bench_load(&bench, "sun3-60");
    for (uint64_t seed = 0; seed < 16; seed++) {
        bool was = false;
        bench.config.seed = seed;
        for (int again = 0; again < 2; again++) {
            bench_open(&bench);
            bench_wait(&bench, 5 * US);
            bench_w(&bench, 2, 0x11); /* pointer to Hold 1, or data that goes nowhere */
            bench_wait(&bench, 5 * US);
            bench_w(&bench, 0, 0);
            bench_wait(&bench, 5 * US);
            bool is = bench_r(&bench, 2).value & 1; /* a data byte would have turned the byte pointer */
            bench_close(&bench);
            if (again)
                CU_ASSERT_EQUAL(is, was);
            was = is;
        }
        control += was;
    }
    CU_ASSERT_TRUE(control > 0 && control < 16);
}

void suite_board_random(void)
{
    static const struct suite_test tests[] = {
        {"fast and traced build", test_fast_and_traced},
        {"same seed", test_same_seed},
        {"seeds", test_seeds},
    };
    suite_register("board_random", NULL, NULL, tests, COUNT(tests));
}
