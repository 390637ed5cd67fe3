/* SPDX-License-Identifier: MIT
 * The board API: opening, time, gaps, pins, accesses and their times, traced and fast build alike, waves. Runs from the
 * root of the tree. */
#include "fst.h"
#include "helpers.h"

#include <CUnit/CUnit.h>
#include <gtkwave/fstapi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void suite_board(void);

static struct bench bench;
static const char *const machines[] = {"sun3-160:drawn", "sun3-160:window", "sun3-260:w4", "sun3-260:w8", "sun3-60"};

/* ---- Opening */

static void test_open(void)
{
    bench_load(&bench, "sun3-160:window");
    for (int n = 0; n < 100; n++) {
        bench.config.traced = n % 2 != 0;
        bench_open(&bench);
        CU_ASSERT_EQUAL(bench_now(&bench), 0);
        CU_ASSERT_EQUAL(bench_w(&bench, 0, 0).number, 1);
        CU_ASSERT_TRUE(board_ticks(bench.board) > 0);
        bench_close(&bench);
    }
    board_close(NULL);
}

static void test_two_boards(void)
{
    static struct bench other;
    bench_load(&bench, NULL);
    bench_load(&other, NULL);
    bench_open(&bench);
    bench_open(&other);
    bench_counter(&bench, 1, 0x0128, 0x1111);
    bench_counter(&other, 1, 0x0128, 0x2222);
    bench_cmd(&bench, 0x41);
    bench_cmd(&other, 0x41);
    CU_ASSERT_EQUAL(bench_count(&bench, 1), 0x1111);
    CU_ASSERT_EQUAL(bench_count(&other, 1), 0x2222);
    bench_close(&bench);
    CU_ASSERT_EQUAL(bench_count(&other, 1), 0x2222);
    bench_close(&other);
}

static void test_bad_config(void)
{
    static const int64_t bad[][2] = {
        {0, 1000}, {1000, 0}, {-1, 1000}, {1000, -1}, {INT64_C(1) << 31, 1000}, {1000, INT64_C(1) << 31}};
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(bad); n++) {
        struct board *board = (struct board *)&bench;
        bench.config.osc_high_ps = bad[n][0];
        bench.config.osc_low_ps = bad[n][1];
        CU_ASSERT_EQUAL(board_open(&board, &bench.config, &bench.error), STATUS_INPUT);
        CU_ASSERT_PTR_NULL(board);
        CU_ASSERT_TRUE(bench.error.text[0] != '\0');
    }
    bench.config.osc_high_ps = bench.config.osc_low_ps = INT32_MAX;
    bench_open(&bench);
    bench_close(&bench);
}

/* Parts and machine are read at board_open and not kept. */
static void test_config_not_kept(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    memset(&bench.rig, 0x55, sizeof bench.rig);
    memset(&bench.config, 0x55, sizeof bench.config);
    bench_cmd(&bench, 0xff);
    bench_status(&bench);
    CU_ASSERT_EQUAL(bench.seens, 0);
    bench_close(&bench);
}

/* ---- Time */

static void test_time(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 0, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 12345, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(bench_now(&bench), 12345);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 12344, &bench.error), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, "past"));
    CU_ASSERT_EQUAL(bench_now(&bench), 12345);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 12345, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_run_until(bench.board, UINT64_MAX, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_run_until(bench.board, (uint64_t)INT64_MAX, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(bench_now(&bench), 12345);
    bench_close(&bench);
}

/* From the end of one access to the start of the next. */
static void test_gap(void)
{
    static const int64_t gaps[] = {0, 1, 59 * NS, 1234567, 3 * US};
    bench_load(&bench, NULL);
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_gap(bench.board, -1, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_gap(bench.board, INT64_MAX, &bench.error), STATUS_INPUT);
    for (size_t n = 0; n < COUNT(gaps); n++) {
        CU_ASSERT_EQUAL(board_gap(bench.board, gaps[n], &bench.error), STATUS_OK);
        struct access a = n % 2 ? bench_cmd(&bench, 0x1f) : bench_status(&bench);
        struct access b = n % 3 ? bench_cmd(&bench, 0x1f) : bench_data(&bench, 0);
        CU_ASSERT_EQUAL(b.start_ps - a.end_ps, (uint64_t)gaps[n]);
    }
    bench_wait(&bench, 50 * US); /* longer than the gap */
    uint64_t now = bench_now(&bench);
    CU_ASSERT_EQUAL(bench_cmd(&bench, 0x1f).start_ps, now);
    bench_close(&bench);

    bench_load(&bench, "sun3-160:window");
    bench_open(&bench);
    for (size_t n = 0; n < COUNT(gaps); n++) {
        CU_ASSERT_EQUAL(board_gap(bench.board, gaps[n], &bench.error), STATUS_OK);
        struct access a = bench_r(&bench, 0), b = bench_r(&bench, 0);
        uint64_t free_ps = a.end_ps + (uint64_t)gaps[n];
        CU_ASSERT_EQUAL(b.start_ps, (free_ps + 59999) / 60000 * 60000);
    }
    bench_close(&bench);
}

/* Without a gap given, chip accesses keep the part's recovery times, strobe to strobe. */
static void test_recovery(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    uint64_t write = bench_cmd(&bench, 0x1f).end_ps - 20 * NS; /* TWHDX and its like */
    struct access a = bench_cmd(&bench, 0x1f);
    CU_ASSERT_EQUAL(a.end_ps - 20 * NS - 150 * NS - write, 1500 * NS); /* TWLWH */
    write = a.end_ps - 20 * NS;
    a = bench_status(&bench);
    CU_ASSERT_EQUAL(a.end_ps - 160 * NS - write, 1500 * NS); /* TRLRH; ends with the strobe */
    uint64_t read = a.end_ps;
    a = bench_status(&bench);
    CU_ASSERT_EQUAL(a.end_ps - 160 * NS - read, 1000 * NS);
    read = a.end_ps;
    a = bench_cmd(&bench, 0x1f);
    CU_ASSERT_EQUAL(a.end_ps - 170 * NS - read, 1000 * NS);
    bench_close(&bench);
}

/* ---- Pins */

static void test_pins(void)
{
    bench_load(&bench, NULL);
    bench.config.wire[PIN_SRC2] = 1 + PIN_OUT1;
    bench.config.wire[PIN_GATE5] = 1 + PIN_FOUT;
    bench_open(&bench);
    for (int pin = 0; pin < PINS + 1; pin++) {
        bool good = pin < PIN_INPUTS && pin != PIN_SRC2 && pin != PIN_GATE5;
        for (int high = 1; high >= 0; high--)
            CU_ASSERT_EQUAL(board_pin_set(bench.board, (enum pin)pin, high, &bench.error),
                            good ? STATUS_OK : STATUS_INPUT);
    }
    CU_ASSERT_EQUAL(board_pin_set(bench.board, PIN_SRC2, true, &bench.error), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, "out1"));
    CU_ASSERT_EQUAL(board_pulse(bench.board, PIN_SRC2, 1000, 1, &bench.error), STATUS_INPUT);
    bench_close(&bench);
}

/* Pulses end with the last movement; a pin that is high pulses low. Every pin is a source of its own. */
static void test_pulses(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    for (unsigned n = 1; n <= 5; n++)
        bench_counter(&bench, n, 0x0028 | n << 8, 0);
    bench_cmd(&bench, 0x7f);
    for (unsigned n = 1; n <= 5; n++) {
        bench_wait(&bench, 2 * US);
        uint64_t start = bench_now(&bench);
        CU_ASSERT_EQUAL(board_pulse(bench.board, (enum pin)(PIN_SRC1 + n - 1), 70123, n + 3, &bench.error), STATUS_OK);
        CU_ASSERT_EQUAL(bench_now(&bench) - start, UINT64_C(70123) * (2 * (n + 3) - 1));
    }
    bench_pin(&bench, PIN_SRC1, true);
    CU_ASSERT_EQUAL(board_pulse(bench.board, PIN_SRC1, 100 * NS, 2, &bench.error), STATUS_OK);
    for (unsigned n = 1; n <= 5; n++)
        CU_ASSERT_EQUAL(bench_count(&bench, n), n == 1 ? 4 + 1 + 2 : n + 3);
    bench_close(&bench);
}

/* OUT levels and wires between pins; an output in high impedance drives nothing, the wire is pulled up. */
static void test_wires(void)
{
    bench_load(&bench, NULL);
    for (int n = 0; n < 5; n++)
        bench.config.wire[PIN_SRC1 + n] = 1 + PIN_OUT1 + n;
    bench_open(&bench);
    for (unsigned n = 1; n <= 5; n++)
        bench_counter(&bench, n, 0x002a | n << 8, 0); /* toggled, up, its own SRC */
    bench_cmd(&bench, 0x7f);
    bench_wait(&bench, 2 * US);
    for (unsigned n = 1; n <= 5; n++)
        for (unsigned k = 0; k < n; k++) {
            bench_cmd(&bench, 0xe8 | n);
            bench_wait(&bench, 2 * US);
            CU_ASSERT_EQUAL(board_pin(bench.board, (enum pin)(PIN_OUT1 + n - 1)), LEVEL_HIGH);
            bench_cmd(&bench, 0xe0 | n);
            bench_wait(&bench, 2 * US);
            CU_ASSERT_EQUAL(board_pin(bench.board, (enum pin)(PIN_OUT1 + n - 1)), LEVEL_LOW);
        }
    for (unsigned n = 1; n <= 5; n++)
        CU_ASSERT_EQUAL(bench_count(&bench, n), n);
    bench_cmd(&bench, 0xc2);
    bench_cmd(&bench, 0x02);
    bench_data(&bench, 0x2c); /* high impedance: SRC2 goes up */
    bench_data(&bench, 0x02);
    bench_cmd(&bench, 0x22);
    bench_wait(&bench, 2 * US);
    CU_ASSERT_EQUAL(board_pin(bench.board, PIN_OUT2), LEVEL_Z);
    bench_close(&bench);
}

/* ---- Accesses */

static void test_access_times(void)
{
    for (size_t n = 0; n < COUNT(machines); n++) {
        bench_load(&bench, machines[n]);
        for (int corner = 0; corner < CORNERS; corner++) {
            bench.config.corner = (enum corner)corner;
            const struct figure *f = bench.rig.machine.figure;
            uint64_t clock = (uint64_t)f[FIG_CPU_CLOCK].value[corner], des = (uint64_t)f[FIG_DES_CLOCK].value[corner];
            uint64_t rw = (uint64_t)f[FIG_RW_SETUP].value[corner], wdata = (uint64_t)f[FIG_WDATA_SETUP].value[corner];
            uint64_t hold = (uint64_t)f[FIG_STROBE_HOLD].value[corner];
            uint64_t after = (uint64_t)f[FIG_MDS_AFTER].value[corner], low = (uint64_t)f[FIG_MDS_LOW].value[corner];
            uint64_t state = 5 + n;
            bench_open(&bench);
            uint32_t number = 0;
            for (int k = 0; k < 40; k++) {
                bool write = k & 1;
                int offset = k & 2;
                uint64_t before = bench_now(&bench);
                uint64_t lead = write && wdata > rw ? wdata : rw;
                struct access a = write ? bench_w(&bench, offset, 0x1f) : bench_r(&bench, offset);
                CU_ASSERT_EQUAL(a.number, ++number);
                CU_ASSERT_EQUAL(a.start_ps, (before + clock - 1) / clock * clock);
                CU_ASSERT_EQUAL(a.end_ps, bench_now(&bench));
                uint64_t width = a.end_ps - hold - a.start_ps - lead;
                if (offset == 2)
                    CU_ASSERT_EQUAL(width, (uint64_t)f[write ? FIG_MAS_WRITE : FIG_MAS_READ].value[corner]);
                if (offset == 0) {
                    CU_ASSERT_TRUE(width >= low && width < low + des);
                    CU_ASSERT_EQUAL((a.end_ps - hold - after) % des, 0);
                    if (!write)
                        CU_ASSERT_TRUE(a.value == 0xff && !a.driven && !a.valid);
                }
                bench_wait(&bench, (int64_t)(random_next(&state) % 3000000));
            }
            bench_close(&bench);
        }
    }
}

static void test_access_values(void)
{
    bench_load(&bench, "sun3-60");
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_gap(bench.board, 2 * US, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    bench_w(&bench, 2, 0x09);
    bench_r(&bench, 0);
    bench_w(&bench, 2, 0xa5);
    bench_w(&bench, 2, 0x3c);
    bench_w(&bench, 0, 0);
    bench_w(&bench, 2, 0x09);
    struct access a = bench_r(&bench, 2); /* status */
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(a.value & 0x3f, 0x01);
    bench_r(&bench, 0);
    CU_ASSERT_EQUAL(bench_r(&bench, 2).value, 0xa5);
    a = bench_r(&bench, 2);
    CU_ASSERT_EQUAL(a.value, 0x3c);
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(bench.seens, 0);
    a = bench_w(&bench, 2, 0);
    CU_ASSERT_FALSE(a.driven || a.valid);
    bench_close(&bench);
}

/* What a violation says, and that the call comes as it happens. */
static void test_violation(void)
{
    bench_load(&bench, "sun3-160:drawn");
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_gap(bench.board, 2 * US, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    CU_ASSERT_EQUAL(bench.seens, 0);
    struct access a =
        bench_w(&bench, 2, 0x1f); /* MAS 120 ns; TWLWH 150 ns. Rises 150 + 120 ns + PAL 17.5 ns after start */
    CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
    CU_ASSERT_EQUAL(bench.seen[0].figure, FIG_TWLWH);
    CU_ASSERT_EQUAL(bench.seen[0].required_ps, 150 * NS);
    CU_ASSERT_EQUAL(bench.seen[0].observed_ps, 120 * NS);
    CU_ASSERT_EQUAL(bench.seen[0].access, a.number);
    CU_ASSERT_EQUAL(bench.seen[0].at_ps, a.start_ps + 287500);
    struct margin m;
    board_margin(bench.board, FIG_TWLWH, &m);
    CU_ASSERT_TRUE(m.observed);
    CU_ASSERT_EQUAL(m.broken, 1);
    CU_ASSERT_EQUAL(m.slack_ps, -30 * NS);
    CU_ASSERT_EQUAL(m.at_ps, a.start_ps + 287500);
    CU_ASSERT_EQUAL(m.access, a.number);
    board_on_violation(bench.board, NULL, NULL);
    bench_w(&bench, 2, 0x1f);
    CU_ASSERT_EQUAL(bench.seens, 1);
    CU_ASSERT_EQUAL(bench_broken(&bench, FIG_TWLWH), 2);
    bench_close(&bench);
}

/* ---- Traced and fast, seeds. One random sequence, all it showed in a hash; the first difference is looked for by
 * running shorter ones. */

static void mix(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    *hash ^= *hash >> 29;
}

static void mix_violation(void *context, const struct violation *v)
{
    uint64_t *hash = context;
    mix(hash, (uint64_t)v->figure);
    mix(hash, v->at_ps);
    mix(hash, v->access);
    mix(hash, (uint64_t)v->required_ps);
    mix(hash, (uint64_t)v->observed_ps);
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
    return (unsigned)(random_next(state) >> 33) % count;
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
    bench_load(&bench, board ? machines[pick(&state, COUNT(machines))] : NULL);
    bench.config.traced = traced;
    bench.config.seed = seed;
    bench.config.pal_kind = PAL_FLIPFLOP;
    bench.config.corner = (enum corner)pick(&state, CORNERS);
    bench.config.watch_fout = pick(&state, 2); /* else FOUT's pin stands still */
    if (!bench.config.watch_fout)
        bench.config.watch_fout = true;
    bench.config.osc_high_ps = 70 * NS + pick(&state, 200000);
    bench.config.osc_low_ps = 70 * NS + pick(&state, 200000);
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
        mix(&hash, m.broken);
        mix(&hash, (uint64_t)m.slack_ps);
        mix(&hash, m.at_ps);
        mix(&hash, m.access);
        mix(&hash, m.observed);
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

/* ---- Waves */

/* Times that leave a pin's movement out are refused; 1 ps more is an access. */
static void test_no_access(void)
{
    bench_load(&bench, NULL);
    const struct figure *f = bench.rig.chip.figure;
    const int64_t read = f[FIG_TRLRH].value[CORNER_TYP], write = f[FIG_TWLWH].value[CORNER_TYP];
    const struct {
        int figure;
        bool write;
        int64_t most; /* refused */
    } cases[] = {
        {FIG_TAVWH, true, -f[FIG_TWHAX].value[CORNER_TYP]},
        {FIG_TDVWH, true, -f[FIG_TWHDX].value[CORNER_TYP]},
        {FIG_TSLWH, true, 0},
        {FIG_TWHAX, true, -f[FIG_TAVWH].value[CORNER_TYP]},
        {FIG_TWHDX, true, -f[FIG_TDVWH].value[CORNER_TYP]},
        {FIG_TWHSH, true, -write},
        {FIG_TAVRL, false, -read - f[FIG_TRHAX].value[CORNER_TYP]},
        {FIG_TSLRL, false, -read},
        {FIG_TRHAX, false, -read - f[FIG_TAVRL].value[CORNER_TYP]},
        {FIG_TRHSH, false, -read},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct access a;
        bench_open(&bench);
        CU_ASSERT_EQUAL(board_timing(bench.board, cases[n].figure, cases[n].most, &bench.error), STATUS_OK);
        CU_ASSERT_EQUAL(board_chip(bench.board, true, cases[n].write, false, 0, &a, &bench.error), STATUS_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, figure_info[cases[n].figure].name));
        CU_ASSERT_EQUAL(bench_now(&bench), 0);
        CU_ASSERT_EQUAL(board_timing(bench.board, cases[n].figure, cases[n].most + 1, &bench.error), STATUS_OK);
        CU_ASSERT_EQUAL(board_chip(bench.board, true, cases[n].write, false, 0, &a, &bench.error), STATUS_OK);
        bench_close(&bench);
    }
}

static void count_move(void *context, uint64_t time, fstHandle signal, const unsigned char *value)
{
    (void)time, (void)signal, (void)value;
    ++*(uint64_t *)context;
}

/* Changes of value of all signals in a dump, the values at its begin included. */
static uint64_t moves_in(const char *file)
{
    uint64_t moves = 0;
    void *dump = fstReaderOpen(file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(dump);
    fstReaderSetFacProcessMaskAll(dump);
    CU_ASSERT_EQUAL(fstReaderIterBlocks(dump, count_move, &moves, NULL), 1);
    fstReaderClose(dump);
    return moves;
}

static void test_waves(void)
{
    char folder[] = "/tmp/tmr0_boardXXXXXX", file[64];
    struct stat st;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    (void)snprintf(file, sizeof file, "%s/board.fst", folder);
    bench_load(&bench, "sun3-160:drawn");
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, file, &bench.error), STATUS_INPUT);
    board_trace_close(bench.board);
    bench_close(&bench);

    bench.config.traced = true;
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, "/nonexistent/folder/x.fst", &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, file, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    bench_w(&bench, 2, 0xff);
    bench_r(&bench, 2);
    bench_wait(&bench, 10 * US);
    board_trace_close(bench.board);
    CU_ASSERT_EQUAL(stat(file, &st), 0);
    CU_ASSERT_TRUE(st.st_size > 1000);
    uint64_t moves = moves_in(file);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(truncate(file, st.st_size - 1), 0);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(truncate(file, st.st_size + 1), 0);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(truncate(file, 330), 0); /* the header alone */
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    bench_w(&bench, 0, 0);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, file, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    bench_wait(&bench, 1000 * US); /* at least the oscillator moves, 8 times a microsecond */
    bench_close(&bench);           /* closes the waves too */
    CU_ASSERT_TRUE(moves_in(file) > moves + UINT64_C(8) * 1000);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

void suite_board(void)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"open and close", test_open},
        {"two boards", test_two_boards},
        {"bad configurations", test_bad_config},
        {"configuration not kept", test_config_not_kept},
        {"time", test_time},
        {"gap", test_gap},
        {"recovery by default", test_recovery},
        {"pins", test_pins},
        {"pulses", test_pulses},
        {"wires", test_wires},
        {"times of accesses", test_access_times},
        {"values of accesses", test_access_values},
        {"a violation", test_violation},
        {"fast and traced build", test_fast_and_traced},
        {"same seed", test_same_seed},
        {"seeds", test_seeds},
        {"times that leave no access", test_no_access},
        {"waves", test_waves},
    };
    CU_pSuite suite = CU_add_suite("board", NULL, NULL);
    for (size_t i = 0; suite != NULL && i < COUNT(tests); i++)
        CU_add_test(suite, tests[i].name, tests[i].test);
}
