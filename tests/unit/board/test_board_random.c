/* SPDX-License-Identifier: MIT
 * The RTL under random programs (sim/explore/fuzz.h): traced and fast build alike, long waits skipped and ticked,
 * seeds. What a program shows is its JSON: each value, each level of OUT and FOUT after each statement, violations,
 * notes, margins. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/random.h"
#include "sim/command/run_print.h"
#include "sim/explore/fuzz.h"
#include "sim/language/session.h"

void suite_board_random(void);

static struct fixture fixture;

#define OPS 250
#define RUNS 60
#define WAITS 20 /* programs with long waits */

static struct fuzz_case program;

static unsigned below(uint64_t *state, unsigned count)
{
    return (unsigned)random_below(state, count);
}

/* An expectation that fails says which level it has seen: none of these pins floats at each of its statements. */
static char *program_text(size_t *size)
{
    static const char levels[] = "expect out1 = z\nexpect out2 = z\nexpect out3 = z\nexpect out4 = z\nexpect out5 = z\n"
                                 "expect fout = 0\nexpect fout = 1\n";
    char *text;
    FILE *f = memory_stream(&text, size);
    for (size_t n = 0; n < program.lines; n++)
        (void)fprintf(f, "%s\n%s", program.line[n], n < program.settings ? "" : levels);
    (void)fclose(f);
    return text;
}

static void on_lines(void *context, uint64_t at_ps, const struct engine_lines *lines)
{
    (void)context;
    (void)at_ps;
    (void)lines;
}

static void on_observed(void *context, const struct observation *seen)
{
    (void)context;
    (void)seen;
}

struct how {
    bool traced, no_skip;
};

/* Plays the program. What it shows, or why it is refused, is to be freed. */
static char *play(struct how how, uint64_t *ticks)
{
    const struct board_watch watch = {on_lines, on_observed, NULL}; /* only the traced build can be watched */
    FILE *nowhere = fopen("/dev/null", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(nowhere);
    const struct play_options options = {
        .out = nowhere, .collect = true, .no_skip = how.no_skip, .watch = how.traced ? &watch : NULL};
    struct scenario s;
    struct play_result result;
    struct error e;
    size_t size;
    char *text = program_text(&size), *shown = NULL;
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&s, text, size, "random", &e), STATUS_OK);
    *ticks = 0;
    if (session_play(&result, &s, ".", &options, &e) == STATUS_OK) {
        cJSON *json = run_json(&s, &result);
        shown = cJSON_Print(json);
        cJSON_Delete(json);
        *ticks = result.ticks;
        play_free(&result);
    }
    scenario_free(&s);
    free(text);
    (void)fclose(nowhere);
    return shown ? shown : memory_text(e.text);
}

static void make(uint64_t seed, bool effects)
{
    uint64_t state = seed;
    fuzz_make(&program, seed % 2 ? TARGET_CHIP : TARGET_BOARD, &state, OPS);
    if (effects)
        fuzz_set(&program, "effects on");
}

/* Plays the program in two ways, and compares what it shows. */
static void compare(struct how one, struct how other, bool same_ticks)
{
    uint64_t ticks[2];
    char *a = play(one, &ticks[0]), *b = play(other, &ticks[1]);
    size_t same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    CU_ASSERT_STRING_EQUAL(a, b);
    if (a[same] != b[same])
        printf("program of %s, %s:\n%.200s\n----\n%.200s\n", program.line[0], program.line[1], a + same, b + same);
    if (same_ticks)
        CU_ASSERT_EQUAL(ticks[0], ticks[1]);
    free(a);
    free(b);
}

/* The fast build leaves out ticks in which nothing can happen: it must show the same as the traced one, which has all.
 */
static void test_fast_and_traced(void)
{
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        make(seed, seed % 3 == 0);
        compare((struct how){0}, (struct how){.traced = true}, false);
    }
}

static void put(const char *statement, unsigned value)
{
    (void)snprintf(program.line[program.lines++], FUZZ_LINE, "%s %u", statement, value);
}

static void put_word(unsigned word)
{
    put("data", word & 0xff);
    put("data", word >> 8);
}

/* A clock of two counters in chain, or three, and a wait that is worth skipping. Some use what keeps periods from being
 * alike: comparators, the scaler, BCD. */
static void put_wait(uint64_t *state)
{
    const unsigned counters = 2 + below(state, 2);
    put("cmd", 0xff);
    put("cmd", 0x17);
    put_word(below(state, 4) ? 0 : below(state, 16) << 8 | below(state, 4) << 2);
    for (unsigned n = 1; n <= counters; n++) {
        const unsigned source = n == 1 ? 0x0b : below(state, 8) ? 0 : 0x0c;
        put("cmd", n);
        put_word(source << 8 | 0x20 | below(state, 2) * 8 | (below(state, 4) ? 0 : below(state, 32)));
        put_word(n == 1 ? 1 + below(state, 4) : below(state, 0x10000));
    }
    put("cmd", 0x60 | ((1U << counters) - 1));
    (void)snprintf(program.line[program.lines++], FUZZ_LINE, "wait %uus", below(state, 10000));
    put("cmd", 0xbf); /* SAVE; all Hold registers */
    put("cmd", 0x19);
    for (int n = 0; n < 10; n++)
        (void)snprintf(program.line[program.lines++], FUZZ_LINE, "read");
}

/* Long waits are skipped (sim/board/leap.h): all is as if each edge had been ticked, and the number of ticks. */
static void test_skipped(void)
{
    for (uint64_t seed = 1; seed <= WAITS; seed++) {
        uint64_t state = seed;
        program = (struct fuzz_case){.line = {"target chip"}, .lines = 2, .settings = 2};
        (void)snprintf(program.line[1], FUZZ_LINE, "osc %uns/%uns", 70 + below(&state, 200), 70 + below(&state, 200));
        for (int n = 0; n < 3; n++)
            put_wait(&state);
        compare((struct how){0}, (struct how){.no_skip = true}, true);
    }
}

static void test_same_seed(void)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        make(seed, seed % 2);
        compare((struct how){0}, (struct how){0}, true);
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
