/* SPDX-License-Identifier: MIT
 * The RTL under random programs (tests/fuzz/fuzz.h): traced and fast build alike, long waits skipped and ticked,
 * seeds. What a program shows is its JSON: each value, each level of OUT and FOUT after each statement, violations,
 * notes, margins. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/random.h"
#include "sim/command/run_print.h"
#include "sim/language/play.h"
#include "tests/fuzz/fuzz.h"

static struct fixture fixture;

#define OPS 250
#define RUNS 14
#define WAITS 27 /* programs with long waits */

static struct fuzz_case program;
static bool reads_fout = true;

static unsigned below(uint64_t *state, unsigned count)
{
    return (unsigned)random_below(state, count);
}

/* An expectation that fails says which level it has seen: none of these pins floats at each of its statements. */
static char *program_text(size_t *size)
{
    static const char levels[] =
        "expect out1 = z\nexpect out2 = z\nexpect out3 = z\nexpect out4 = z\nexpect out5 = z\n",
                      fout[] = "expect fout = 0\nexpect fout = 1\n";
    char *text;
    FILE *f = memory_stream(&text, size);
    for (size_t n = 0; n < program.lines; n++)
        (void)fprintf(f, "%s\n%s%s", program.line[n], n < program.settings ? "" : levels,
                      n < program.settings || !reads_fout ? "" : fout);
    (void)fclose(f);
    return text;
}

static void on_lines(void *context, uint64_t at_ps, const struct engine_lines *lines)
{
    (void)context;
    (void)at_ps;
    (void)lines;
}

struct how {
    bool traced, no_skip;
};

/* The log and the JSON of a play, or why it is refused: to be freed. */
static char *play(const struct scenario *s, struct how how, uint64_t *ticks)
{
    const struct board_watch watch = {on_lines, NULL, NULL}; /* only the traced build can be watched */
    char *log;
    size_t size;
    FILE *out = memory_stream(&log, &size);
    const struct play_options options = {
        .out = out, .log = true, .collect = true, .no_skip = how.no_skip, .watch = how.traced ? &watch : NULL};
    struct play_result result;
    struct error e;
    *ticks = 0;
    if (session_play(&result, s, ".", &options, &e) == STATUS_OK) {
        cJSON *json = run_json(s, &result);
        char *shown = cJSON_Print(json);
        cJSON_Delete(json);
        (void)fputs(shown, out);
        free(shown);
        *ticks = result.ticks;
        play_free(&result);
    } else
        (void)fputs(e.text, out);
    (void)fclose(out);
    return log;
}

static void make(uint64_t seed, bool effects)
{
    uint64_t state = seed;
    fuzz_make(&program, seed % 2 ? TARGET_CHIP : TARGET_BOARD, &state, OPS);
    if (effects)
        fuzz_set(&program, "effects on");
}

static void compare_plays(const struct scenario *s, struct how one, struct how other, bool same_ticks)
{
    uint64_t ticks[2];
    char *a = play(s, one, &ticks[0]), *b = play(s, other, &ticks[1]);
    size_t same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    CU_ASSERT_STRING_EQUAL(a, b);
    if (a[same] != b[same])
        printf("%s:\n%.200s\n----\n%.200s\n", s->file, a + same, b + same);
    if (same_ticks)
        CU_ASSERT_EQUAL(ticks[0], ticks[1]);
    free(a);
    free(b);
}

static void compare_text(const char *text, size_t size, struct how one, struct how other, bool same_ticks)
{
    static struct scenario s;
    struct error e;
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&s, text, size, program.line[1], &e), STATUS_OK);
    compare_plays(&s, one, other, same_ticks);
    scenario_free(&s);
}

/* Plays the program in two ways, and compares what it shows. */
static void compare(struct how one, struct how other, bool same_ticks)
{
    size_t size;
    char *text = program_text(&size);
    compare_text(text, size, one, other, same_ticks);
    free(text);
}

/* The fast build leaves out ticks in which nothing can happen: it must show the same as the traced one, which has all.
 */
TEST(fast_and_traced)
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

/* A count close to its end, one of a few digits, one of time of day or BCD, or any. */
static unsigned some_count(uint64_t *state)
{
    static const unsigned digits[] = {0x5994, 0x2359, 0x9990, 0x0959};
    const unsigned kind = below(state, 5);
    return kind == 0   ? 1 + below(state, 20)
           : kind == 1 ? 0xffff - below(state, 20)
           : kind == 2 ? digits[below(state, 4)]
                       : below(state, kind == 3 ? 2000 : 0x10000);
}

/* Every other one has no gate; one in four counts F1, one in four a tap, one in six TC of another counter. */
static unsigned some_mode(uint64_t *state)
{
    const unsigned kind = below(state, 12), gate = below(state, 2) ? 0 : below(state, 8);
    const unsigned source = kind < 3 ? 0x0b : kind < 6 ? 0x0c + below(state, 4) : kind < 8 ? 0 : below(state, 16);
    return gate << 13 | (below(state, 3) ? 0 : 0x1000U) | source << 8 |
           (below(state, 2) ? 0x20 : below(state, 8) << 5) | below(state, 4) << 3 | below(state, 6);
}

static void put_counters(uint64_t *state)
{
    static const unsigned commands[] = {0x60, 0x60, 0x60, 0x20, 0x40, 0x80, 0xc0};
    const unsigned kind = below(state, 4);
    put("cmd", 0x17);
    put_word(kind == 0   ? 0
             : kind == 1 ? below(state, 16) << 4 | below(state, 32) << 8 | below(state, 2) << 15
             : kind == 2 ? 0x8000 | below(state, 16)
                         : below(state, 0x10000) & 0x9fff);
    put("cmd", 7);
    put_word(some_count(state));
    for (unsigned n = 1; n <= 5; n++) {
        put("cmd", n);
        put_word(some_mode(state));
        put_word(some_count(state));
        put_word(some_count(state));
    }
    for (unsigned n = 1 + below(state, 3); n > 0; n--)
        put("cmd", commands[below(state, COUNT(commands))] | (1 + below(state, 31)));
}

static void put_read(uint64_t *state)
{
    static const char *const input[] = {"pin src1", "pin src3", "pin gate1", "pin gate2", "pin gate4"};
    if (below(state, 2))
        put(input[below(state, COUNT(input))], below(state, 2));
    if (below(state, 3))
        put("cmd", 0xa0 | below(state, 32)); /* SAVE */
    put("cmd", 0x19);                        /* all Hold registers */
    for (int n = 0; n < 10; n++)
        (void)snprintf(program.line[program.lines++], FUZZ_LINE, "read");
    (void)snprintf(program.line[program.lines++], FUZZ_LINE, "status");
}

/* Any sources and modes, with long waits. A FOUT that is read, or drives a source, leaves little to skip. */
static void make_waits(uint64_t seed)
{
    static const char *const osc[] = {"osc 4MHz", "osc 4.9152MHz", "osc 333kHz", "osc 3.579545MHz"};
    uint64_t state = seed;
    program = (struct fuzz_case){.line = {"target chip"}, .lines = 2, .settings = 2};
    if (below(&state, 2))
        (void)snprintf(program.line[1], FUZZ_LINE, "osc %uns/%uns", 70 + below(&state, 200), 70 + below(&state, 200));
    else
        (void)snprintf(program.line[1], FUZZ_LINE, "%s", osc[below(&state, COUNT(osc))]);
    if (below(&state, 4) == 0) {
        (void)snprintf(program.line[2], FUZZ_LINE, "wire %s src2", below(&state, 2) ? "fout" : "out4");
        program.lines = program.settings = 3;
    }
    for (int n = 0; n < 4; n++) {
        if (n == 0 || below(&state, 3) == 0)
            put_counters(&state);
        const unsigned us = below(&state, n % 2 ? 1000 : 20000);
        (void)snprintf(program.line[program.lines++], FUZZ_LINE,
                       below(&state, 2) ? "wait %uus" : "wait until out2 = 1 at most %uus", us);
        put_read(&state);
    }
}

/* Of long waits most is skipped (sim/board/rtl_skip.h): all is as if each edge had been ticked, and the number of
 * ticks. */
TEST(skipped)
{
    for (uint64_t seed = 1; seed <= WAITS; seed++) {
        make_waits(seed);
        reads_fout = seed % 5 == 0;
        compare((struct how){0}, (struct how){.no_skip = true}, true);
    }
    reads_fout = true;
}

/* What a random program seldom meets. */
TEST(skipped_cases)
{
    static const char *const cases[] = {
        /* a counter on falls of F1 that GATE1 holds between a rise and a fall of X2 */
        "target chip\nosc 4MHz\npin gate1 1\ncmd 1\ndata 0x20 0x9b 0 0x40\ncmd 0x61\nat 1000.2us\npin gate1 0\n",
        /* a counter that had no source edge before the wait, and no command; X2's first cycle is still to come */
        "target chip\nosc 10kHz\ncmd 1\ndata 0x20 0x0d\nwait 1s\ncmd 0xa1\n",
        /* the scaler becomes decimal with a digit above 9 */
        "target chip\nosc 4MHz\ncmd 1\ndata 0x20 0x0f\nwait 11ms\ncmd 0x17\ndata 0 0x80\nwait 99ms\ncmd 0xa1\n",
        /* the driver's clock: TC of counter 5, which has no output, each 4 edges, and a carry; then on its falls */
        ("target chip\nosc 4MHz\ncmd 1\ndata 0x28 0 0xf0 0xff 0 0 0x28 0 0 0 0 0\ncmd 5\ndata 0x20 0x0b 4 0\n"
         "cmd 0x7f\nwait 9ms\ncmd 1\ndata 0x28 0x10\nwait 9ms\ncmd 0xb3\ncmd 0x19\nread\nread\nread\nread\n"),
        /* mode R on F3: GATE1 retriggers it, and the next edge reloads */
        ("target chip\nosc 4MHz\ncmd 1\ndata 0xa0 0xcd 0 9\ncmd 0x61\nwait 1us\npin gate1 1\nwait 9ms\npin gate1 0\n"
         "wait 9us\npin gate1 1\nwait 9.99ms\ncmd 0xa1\ncmd 0x11\nread\nread\n"),
    };
    for (size_t n = 0; n < COUNT(cases); n++)
        compare_text(cases[n], strlen(cases[n]), (struct how){0}, (struct how){.no_skip = true}, true);
}

/* The level of the flip-flop at power-up is drawn: the same for a seed, and not the same for all. */
TEST(seeds)
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
