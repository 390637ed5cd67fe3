/* SPDX-License-Identifier: MIT
 * tmr0 experiment torn: how often a save of chained counters is torn by the delay of the carries, measured and from a
 * formula. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/time_text.h"
#include "sim_experiments.h"
#include "torn.h"

#define COMMAND "tmr0 experiment torn"
#define DELAYS_MAX 16
#define DELAY_MAX_PS 1000000

struct torn_options {
    struct torn_setup setup;
    const char *part;
    uint64_t seed;
    int64_t delay_ps[DELAYS_MAX];
    size_t delays;
};

struct torn_print {
    struct torn_options *options;
    const char *dir;
    unsigned differ; /* rows that do */
};

/* ---- Reports */

static void print_head(const struct torn_options *o, const struct figure *carry)
{
    char typ[32];
    wrap_print(0,
               "Torn saves: part %s, counters of %" PRIu64 " periods of 250 ns chained by TC, %" PRIu64
               " saves a row at random phases, seed %" PRIu64,
               o->part, o->setup.modulus, o->setup.saves, o->seed);
    printf("TCARRY of the part: typ %s [%s]%s\n\n", time_text(typ, sizeof typ, carry->value[CORNER_TYP]),
           mark_name(carry->mark), carry->mark == MARK_E ? ", an estimate" : "");
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
    "  --part NAME    default am9513a\n";

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

static int parse_options(struct torn_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"delay", .take = take_delay, .to = o},
        {"modulus", .number = &o->setup.modulus, .least = 16, .most = 64},
        {"saves", .number = &o->setup.saves, .least = 1, .most = 1000000},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX},
        {"part", .text = &o->part},
    };
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

static int print_rows(struct torn_print *run, struct error *e)
{
    struct torn_options *o = run->options;
    uint64_t state = o->seed;
    struct rig *rig = memory_new(1, sizeof *rig);
    int status = rig_load(rig, run->dir, TARGET_CHIP, o->part, "", e);
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
            run->differ += !row.good;
        }
    }
    free(rig);
    return status;
}

int torn_command(int argc, char **argv, const char *data_dir)
{
    struct torn_options o = {.setup = {.saves = 4000, .modulus = 16}, .part = "am9513a", .seed = 1};
    struct error e;
    char dir[1024];
    struct torn_print run = {.options = &o, .dir = dir};
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = print_rows(&run, &e);
    if (status)
        return error_print(&e, "tmr0", status);
    const size_t rows = 2 * o.delays;
    if (run.differ)
        printf("\nverdict: FAIL, %u of %zu rows differ from the closed form\n", run.differ, rows);
    else
        printf("\nverdict: pass, all %zu rows agree with the closed form\n", rows);
    return run.differ ? STATUS_BAD : STATUS_OK;
}
