/* SPDX-License-Identifier: MIT
 * tmr0 experiment torn: how often a save of chained counters is torn by the delay of the carries, measured and from a
 * formula. */
#include "sim_experiments.h"

#include <gsl/gsl_cdf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/random.h"
#include "cli/time_text.h"
#include "measure/measure.h"

#define COMMAND "tmr0 experiment torn"
#define DELAYS_MAX 16
#define DELAY_MAX_PS 1000000
#define CLOCK_PS INT64_C(250000)        /* F1 of the usual 4 MHz */
#define BOARD_CLOCK_PS INT64_C(1000000) /* the timer board counts microseconds, which counter 5 makes */
#define BOARD_MODULUS 65536
/* This many edges may or may not count: a SAVE and the ARM act up to 700 ns after their writes. */
#define WINDOW 4
#define NORMAL_95 1.96

/* ---- Chance */

double torn_expected(double delay, double period, double modulus, unsigned counters)
{
    double ripples = counters == 2 ? 1 : 1 + 1 / modulus + 1 / (modulus * modulus);
    return delay * ripples / (period * modulus);
}

bool torn_likely(unsigned k, unsigned n, double p)
{
    return gsl_cdf_binomial_P(k, p, n) > TORN_TAIL && (k == 0 || gsl_cdf_binomial_Q(k - 1, p, n) > TORN_TAIL);
}

/* ---- The chip */

static int write_chip(struct tmr0_board *b, bool control, unsigned value, struct error *e)
{
    return board_result(tmr0_chip_write(b, control, 8, value), e);
}

/* Counters 1-4: up, repeat, counter 1 on F1, the others on TC of the one below; each reloaded to count `modulus`. */
static int start_counters(struct tmr0_board *b, uint64_t modulus, uint64_t *start_ps, struct error *e)
{
    unsigned load = (unsigned)(65536 - modulus);
    int status = write_chip(b, true, 0xff, e);
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x01, e);
    for (int n = 0; n < 4 && status == STATUS_OK; n++) {
        const unsigned byte[] = {0x28, n == 0 ? 0x0b : 0x00, load & 0xff, load >> 8, 0, 0};
        for (size_t k = 0; k < sizeof byte / sizeof byte[0] && status == STATUS_OK; k++)
            status = write_chip(b, false, byte[k], e);
    }
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x6f, e);
    *start_ps = tmr0_now_ps(b);
    return status;
}

/* SAVE; edges: what the saved counters amount to, which is the edges since the start if the save is not torn. */
static int save_counters(struct tmr0_board *b, unsigned counters, uint64_t modulus, uint64_t *at_ps, uint64_t *edges,
                         struct error *e)
{
    uint64_t weight = 1;
    int status = write_chip(b, true, 0xa0 | ((1U << counters) - 1), e);
    *at_ps = tmr0_now_ps(b);
    *edges = 0;
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x19, e);
    for (unsigned n = 0; n < counters && status == STATUS_OK; n++) {
        const int low = tmr0_chip_read(b, false, 8), high = low < 0 ? low : tmr0_chip_read(b, false, 8);
        status = board_result(high, e);
        if (status == STATUS_OK)
            *edges += weight * ((unsigned)(high << 8 | low) - (65536 - modulus));
        weight *= modulus;
    }
    return status;
}

/* Random waits make every phase of the first three counters equally likely. */
static int measure_row(struct torn_row *row, struct tmr0_board *b, const struct torn_setup *setup, uint64_t *state,
                       struct error *e)
{
    uint64_t start_ps = 0, at_ps = 0, edges = 0, modulus = setup->modulus, span = modulus * modulus;
    for (unsigned n = 2; n < row->counters; n++)
        span *= modulus;
    int status = start_counters(b, modulus, &start_ps, e);
    for (uint64_t n = 0; n < setup->saves && status == STATUS_OK; n++) {
        uint64_t pause = random_below(state, modulus * modulus * modulus * (uint64_t)CLOCK_PS);
        status = board_result(tmr0_run_until(b, tmr0_now_ps(b) + pause), e);
        if (status == STATUS_OK)
            status = save_counters(b, row->counters, modulus, &at_ps, &edges, e);
        uint64_t due = (at_ps - start_ps) / (uint64_t)CLOCK_PS;
        uint64_t apart = (edges + span - due % span) % span;
        row->torn += apart > WINDOW && apart < span - WINDOW;
    }
    return status;
}

int torn_run(struct torn_row *row, struct rig *rig, const struct torn_setup *setup, uint64_t *state, struct error *e)
{
    struct tmr0_board *b;
    int status = figure_set(rig->chip.figure, HOME_CHIP, "TCARRY", TIME_TEXT(row->delay_ps), e);
    struct board_config config = rig_config(rig, TARGET_CHIP);
    config.seed = random_next(state);
    config.effects = true;
    if (status == STATUS_OK)
        status = board_result(board_open(&b, &config), e);
    if (status)
        return status;
    status = measure_row(row, b, setup, state, e);
    (void)tmr0_close(b);
    row->expected = torn_expected((double)row->delay_ps, (double)CLOCK_PS, (double)setup->modulus, row->counters);
    row->expected_board = torn_expected((double)row->delay_ps, (double)BOARD_CLOCK_PS, BOARD_MODULUS, row->counters);
    row->good = torn_likely((unsigned)row->torn, (unsigned)setup->saves, row->expected);
    const double saves = (double)setup->saves;
    measure_score_interval((double)row->torn / saves, saves, NORMAL_95, &row->low, &row->high);
    return status;
}

/* ---- The table */

struct torn_options {
    struct torn_setup setup;
    const char *part;
    uint64_t seed;
    int64_t delay_ps[DELAYS_MAX];
    size_t delays;
};

static void print_head(const struct torn_options *o, const struct figure *carry)
{
    wrap_print(0,
               "Torn saves: part %s, counters of %" PRIu64 " periods of 250 ns chained by TC, %" PRIu64
               " saves a row at random phases, seed %" PRIu64,
               o->part, o->setup.modulus, o->setup.saves, o->seed);
    printf("TCARRY of the part: typ %s [%s]%s\n\n", TIME_TEXT(carry->value[CORNER_TYP]), mark_name(carry->mark),
           carry->mark == MARK_E ? ", an estimate" : "");
    printf("%9s %-7s %7s %8s  %-20s %8s %-7s %s\n", "carry, ns", "save", "torn", "measured", "95 % interval",
           "expected", "", "1 MHz, 65536 a counter");
}

static void print_row(const struct torn_row *row, const struct torn_options *o)
{
    char delay[32], range[48], board[48];
    (void)snprintf(range, sizeof range, "%.6f..%.6f", row->low, row->high);
    if (row->expected_board > 0)
        (void)snprintf(board, sizeof board, "one in %.0f", 1 / row->expected_board);
    else
        (void)snprintf(board, sizeof board, "never");
    printf("%9s %2u bits %7" PRIu64 " %.6f  %-20s %.6f %-7s %s\n",
           time_column_text(&(struct time_column){3, 3}, delay, sizeof delay, row->delay_ps), 16 * row->counters,
           row->torn, (double)row->torn / (double)o->setup.saves, range, row->expected,
           row->good ? "agrees" : "DIFFERS", board);
    (void)fflush(stdout);
}

/* ---- The command */

static const char usage[] =
    "Measures how often a save of two (32 bits) and of four chained counters (64 bits) is torn, as a function of the\n"
    "delay of a carry from one counter to the next, and compares it with the closed form. Exit status 1 if\n"
    "chance does not explain a row (either tail below 0.0005).\n\n"
    "  --delay TIME   delay of a carry, 0ns..1us (may be given again); default 0ns, TCARRY of the part\n"
    "                 (typ and max: am9513a 37.5ns, 75ns), 150ns\n"
    "  --modulus M    periods that each counter counts, 16..64, default 16; the last column scales to 65536\n"
    "  --saves N      saves per row, default 4000\n"
    "  --seed N       seed of the phases, default 1\n"
    "  --part NAME    default " RIG_PART "\n";

static int take_delay(void *to, struct argument a)
{
    struct torn_options *o = to;
    struct error e;
    int64_t ps;
    if (o->delays == DELAYS_MAX)
        return argument_bad(a, "at most 16 of them");
    if (time_parse(a.text, &ps, &e) || ps < 0 || ps > DELAY_MAX_PS)
        return argument_bad(a, "a time 0ns..1us");
    o->delay_ps[o->delays++] = ps;
    return STATUS_OK;
}

static int print_rows(struct torn_options *o, const char *dir, unsigned *differ, struct error *e)
{
    uint64_t state = o->seed;
    struct rig *rig = memory_new(1, sizeof *rig);
    int status = rig_load(rig, dir, TARGET_CHIP, o->part, "", "", e);
    const struct figure carry = rig->chip.figure[FIG_TCARRY];
    if (o->delays == 0) {
        const int64_t usual[] = {0, carry.value[CORNER_TYP], carry.value[CORNER_MAX], 150000};
        o->delays = sizeof usual / sizeof usual[0];
        memcpy(o->delay_ps, usual, sizeof usual);
    }
    if (status == STATUS_OK)
        print_head(o, &carry);
    for (size_t n = 0; n < 2 * o->delays && status == STATUS_OK; n++) {
        struct torn_row row = {.delay_ps = o->delay_ps[n / 2], .counters = n % 2 ? 4 : 2};
        status = torn_run(&row, rig, &o->setup, &state, e);
        if (status == STATUS_OK) {
            print_row(&row, o);
            *differ += !row.good;
        }
    }
    free(rig);
    return status;
}

int torn_command(int argc, char **argv, const char *data_dir)
{
    struct torn_options o = {.setup = {.saves = 4000, .modulus = 16}, .part = RIG_PART, .seed = 1};
    struct error e;
    char dir[1024];
    unsigned differ = 0;
    const struct option_rule rule[] = {
        {"delay", .take = take_delay, .to = &o},
        {"modulus", .number = &o.setup.modulus, .least = 16, .most = 64},
        {"saves", .number = &o.setup.saves, .least = 1, .most = 1000000},
        {"seed", .number = &o.seed, .least = 0, .most = UINT64_MAX},
        {"part", .text = &o.part},
    };
    const struct options options = {COMMAND, "[options]", usage, OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = print_rows(&o, dir, &differ, &e);
    if (status)
        return error_print(&e, COMMAND, status);
    const size_t rows = 2 * o.delays;
    if (differ)
        printf("\nverdict: FAIL, %u of %zu rows differ from the closed form\n", differ, rows);
    else
        printf("\nverdict: pass, all %zu rows agree with the closed form\n", rows);
    return differ ? STATUS_BAD : STATUS_OK;
}
