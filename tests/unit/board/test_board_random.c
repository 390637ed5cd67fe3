/* SPDX-License-Identifier: MIT
 * The board under random sequences: traced and fast build alike, seeds. Of a sequence all it showed goes into a hash;
 * the first difference is looked for by running shorter ones. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>

#include "cli/random.h"

void suite_board_random(void);

static struct fixture fixture;

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
    struct access a = board     ? fixture_w(&fixture, 2, value)
                      : control ? fixture_cmd(&fixture, value)
                                : fixture_data(&fixture, value);
    mix_access(hash, &a);
}

static void random_select(bool board, bool control, uint64_t *hash)
{
    if (board) {
        struct access a = control ? fixture_w(&fixture, 0, 0) : fixture_r(&fixture, 0);
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
        struct access a = board ? fixture_r(&fixture, 2) : control ? fixture_status(&fixture) : fixture_read(&fixture);
        mix_access(hash, &a);
    }
    random_select(board, true, hash);
}

/* A clock of two counters in chain, or three, and a wait that is worth skipping. */
static void random_wait(bool board, uint64_t *state, uint64_t *hash)
{
    const unsigned counters = 2 + pick(state, 2);
    random_select(board, true, hash);
    if (pick(state, 4))
        random_put(board, true, 0xff, hash);
    random_word(board, 0x17, pick(state, 4) ? 0 : pick(state, 16) << 8 | pick(state, 4) << 2, hash);
    for (unsigned n = 1; n <= counters; n++) {
        const unsigned source = n == 1 ? 0x0b : pick(state, 8) ? 0 : 0x0c, up = pick(state, 2) * 8;
        random_word(board, n, source << 8 | 0x20 | up | (pick(state, 4) ? 0 : pick(state, 32)), hash);
        random_word(board, 8 + n, n == 1 ? 1 + pick(state, 4) : (unsigned)random_next(state) & 0xffff, hash);
    }
    random_put(board, true, 0x60 | ((1U << counters) - 1), hash);
    fixture_wait(&fixture, (int64_t)(random_next(state) % (30000 * (uint64_t)US)));
    mix(hash, board_ticks(fixture.board));
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
        fixture_wait(&fixture, (int64_t)(random_next(state) % (pick(state, 8) ? 3000000 : 300000000)));
        break;
    case 9:
        if (!board) {
            int figure = 0;
            do
                figure = (int)pick(state, FIG_CHECKS);
            while (!figure_of_access(figure));
            int64_t least = fixture.rig.chip.figure[figure].value[fixture.config.corner];
            (void)board_timing(fixture.board, figure, least + (int64_t)pick(state, 30000) - 5000, &fixture.error);
            if (figure_info[figure].kind == KIND_RECOVERY || pick(state, 2))
                board_timing_legal(fixture.board);
        }
        break;
    default:
        if (!board) {
            enum pin pin = (enum pin)pick(state, PIN_INPUTS);
            if (!fixture.config.wire[pin])
                CU_ASSERT_EQUAL(
                    board_pulse(fixture.board, pin, 20 * NS + pick(state, 300000), 1 + pick(state, 20), &fixture.error),
                    STATUS_OK);
        }
    }
    for (int pin = PIN_OUT1; pin < PINS; pin++)
        mix(hash, board_pin(fixture.board, (enum pin)pin));
    mix(hash, fixture_now(&fixture));
}

struct how {
    bool traced, waits, no_skip;
};

static uint64_t random_run(uint64_t seed, unsigned steps, struct how how)
{
    uint64_t state = seed * 2 + 1, hash = 1;
    bool board = pick(&state, 2);
    fixture_load(&fixture, board ? fixture_machine[pick(&state, FIXTURE_MACHINES)] : NULL);
    fixture.config.traced = how.traced;
    fixture.config.no_skip = how.no_skip;
    fixture.config.seed = seed;
    fixture.config.pal_kind = PAL_FLIPFLOP;
    fixture.config.corner = (enum corner)pick(&state, CORNERS);
    fixture.config.watch_fout = true;
    fixture.config.osc.high_ps = 70 * NS + pick(&state, 200000);
    fixture.config.osc.low_ps = 70 * NS + pick(&state, 200000);
    for (int n = 0; !board && n < PIN_INPUTS; n++)
        if (pick(&state, 4) == 0)
            fixture.config.wire[n] = 1 + PIN_OUT1 + (int)pick(&state, 6);
    fixture_open(&fixture);
    board_on_violation(fixture.board, mix_violation, &hash);
    if (board)
        CU_ASSERT_EQUAL(board_gap(fixture.board, (int64_t)pick(&state, 2000000), &fixture.error), STATUS_OK);
    random_select(board, true, &hash);
    random_put(board, true, 0xff, &hash);
    for (unsigned n = 0; n < steps; n++) {
        if (how.waits && n % 8 == 0)
            random_wait(board, &state, &hash);
        random_step(board, &state, &hash);
    }
    for (int f = 0; f < FIG_CHECKS; f++) {
        struct margin m;
        board_margin(fixture.board, f, &m);
        mix(&hash, m.record.violations);
        mix(&hash, (uint64_t)m.record.slack_ps);
        mix(&hash, m.record.slack_at_ps);
        mix(&hash, m.record.slack_access);
        mix(&hash, margin_observed(&m));
    }
    fixture_close(&fixture);
    return hash;
}

#define RUNS 60
#define STEPS 250
#define WAITS 20 /* programs with long waits */

/* The fast build leaves out ticks in which nothing can happen: it must show the same as the traced one, which has all.
 */
static void test_fast_and_traced(void)
{
    const struct how fast = {0}, traced = {.traced = true};
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        if (random_run(seed, STEPS, fast) == random_run(seed, STEPS, traced))
            continue;
        unsigned steps = 0;
        while (steps < STEPS && random_run(seed, steps, fast) == random_run(seed, steps, traced))
            steps++;
        printf("fast and traced differ: seed %" PRIu64 ", step %u\n", seed, steps);
        CU_FAIL("fast and traced build differ");
    }
}

/* Long waits are skipped (sim/board/leap.h): all is as if each edge had been ticked, and the number of ticks. */
static void test_skipped(void)
{
    const struct how skipped = {.waits = true}, ticked = {.waits = true, .no_skip = true};
    for (uint64_t seed = 1; seed <= WAITS; seed++)
        CU_ASSERT_EQUAL(random_run(seed, 24, skipped), random_run(seed, 24, ticked));
}

static void test_same_seed(void)
{
    const struct how fast = {0};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        uint64_t first = random_run(seed, STEPS, fast);
        CU_ASSERT_EQUAL(random_run(seed, STEPS, fast), first);
        CU_ASSERT_NOT_EQUAL(random_run(seed + 1, STEPS, fast), first);
    }
}

/* The level of the flip-flop at power-up is drawn: the same for a seed, and not the same for all. */
static void test_seeds(void)
{
    unsigned control = 0;
    fixture_load(&fixture, "sun3-60");
    for (uint64_t seed = 0; seed < 16; seed++) {
        bool was = false;
        fixture.config.seed = seed;
        for (int again = 0; again < 2; again++) {
            fixture_open(&fixture);
            fixture_wait(&fixture, 5 * US);
            fixture_w(&fixture, 2, 0x11); /* pointer to Hold 1, or data that goes nowhere */
            fixture_wait(&fixture, 5 * US);
            fixture_w(&fixture, 0, 0);
            fixture_wait(&fixture, 5 * US);
            bool is = fixture_r(&fixture, 2).value & 1; /* a data byte would have turned the byte pointer */
            fixture_close(&fixture);
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
        {"long waits skipped and ticked", test_skipped},
        {"same seed", test_same_seed},
        {"seeds", test_seeds},
    };
    suite_register("board_random", NULL, NULL, tests, COUNT(tests));
}
