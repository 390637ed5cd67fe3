/* SPDX-License-Identifier: MIT
 * tmr0 experiment figure1: the paper's Figure 1 beside the simulated one. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "paper_figure1.h"
#include "sim_experiments.h"

#define COMMAND "tmr0 experiment figure1"
#define CHOICES 3       /* made in view of the table, beside the fitted figures */
#define WAITS_READS 100 /* without waits */
#define SLOWED 20       /* %, by the display: the paper's claim */

struct figure1_options {
    const char *part;
    int engine;
    uint64_t reads;
};

static const char usage[] =
    "Runs the driver's six ways to read the timer on the virtual CPU of each machine of the paper's Figure 1. Prints\n"
    "the paper's microseconds, the simulated ones and the error; how many figures of machines/ were fitted to the\n"
    "table, and each cell's error when they are fitted without it. Then leaves out the waits that the chip requires.\n"
    "Exit status 1 if no check reports a wait left out, or if a check is violated when all waits are kept; not for\n"
    "a cell's error. Waits left out are judged for the Am9513A only: another part may not need them.\n\n"
    "  --reads N    reads for each cell, default 200\n"
    "  --engine E   rtl, model or both; default rtl. The waits are always checked on the RTL\n"
    "  --part NAME  default am9513a\n";

static void print_table(const struct paper_figure1 *f)
{
    wrap_print(0,
               "Figure 1. Part %s, %" PRIu32 " reads a cell, engine %s. Errors above %.0f %% have a !. left out: the "
               "error of the cell when the fit leaves it out.",
               f->rig[0].chip.name, f->reads, engine_name[f->engine], 100 * PAPER_FIGURE1_AIM);
    printf("\n%-26s %-13s %9s %13s %8s %12s\n", "", "", "paper, us", "simulated, us", "error, %", "left out, %");
    for (size_t r = 0; r < PAPER_FIGURE1_ROWS; r++)
        for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++) {
            const double error = paper_figure1_error(f, c, r);
            printf("%-26s %-13s %9.1f %13.1f %+8.1f%c %+11.1f\n", c ? "" : paper_figure1_row[r],
                   paper_figure1_column[c].title, paper_figure1_column[c].paper[r], f->us[c][r], 100 * error,
                   fabs(error) > PAPER_FIGURE1_AIM ? '!' : ' ', 100 * f->left_out[c][r]);
        }
}

static void print_sum(const struct paper_figure1 *f)
{
    const struct paper_figure1_sum v = paper_figure1_sum_up(f);
    printf("\n%u of %zu cells within %.0f %%, worst %.1f %%; root mean square %.1f %%, left out %.1f %%.\n", v.within,
           PAPER_FIGURE1_CELLS, 100 * PAPER_FIGURE1_AIM, 100 * v.worst, 100 * sqrt(v.mean_square),
           100 * sqrt(v.left_out_mean_square));
    struct wrap w = {stdout, 0, 0};
    char text[96];
    w.column = (size_t)printf("Fitted to the table: %zu figures of machines/ ([E]):", f->fitted);
    for (size_t n = 0; n < f->fitted; n++) {
        (void)snprintf(text, sizeof text, "%s=%" PRId64 "%s", figure_info[f->parameter[n].figure].name,
                       f->parameter[n].value, n + 1 < f->fitted ? "" : ";");
        wrap_words(&w, text);
    }
    (void)snprintf(text, sizeof text, "and %d choices: four wait states on the 3/50 and on the 3/260 of", CHOICES);
    wrap_words(&w, text);
    wrap_words(&w,
               "the four and eight known for the device, and short data write (F9). Not fitted: clocks, bus cycles, "
               "the chip's recovery times, work_access, the share of memory time that the 3/50's display takes.");
    printf("\n");
}

/* The first two columns: the same reads with the display active and blanked. */
static double slowed(const double active[PAPER_FIGURE1_ROWS], const double blanked[PAPER_FIGURE1_ROWS], size_t row)
{
    return 100 * (active[row] / blanked[row] - 1);
}

static void print_display(const struct paper_figure1 *f)
{
    const struct paper_figure1_column *column = paper_figure1_column;
    printf("\n");
    wrap_print(0,
               "By how much the active display slows a read on the 3/50. The paper says of the machine: by more than "
               "twenty percent. Slower by less have a !.");
    printf("\n%-26s %9s %13s\n", "", "paper, %", "simulated, %");
    for (size_t r = 0; r < PAPER_FIGURE1_ROWS; r++) {
        const double paper = slowed(column[0].paper, column[1].paper, r), ours = slowed(f->us[0], f->us[1], r);
        printf("%-26s %9.1f%c %12.1f%c\n", paper_figure1_row[r], paper, paper > SLOWED ? ' ' : '!', ours,
               ours > SLOWED ? ' ' : '!');
    }
}

/* In ns, to a tenth. */
static const char *slack_text(char *text, size_t size, const struct margin *m)
{
    (void)snprintf(text, size, "%+.1f", (double)m->record.slack_ps / 1000);
    return margin_observed(m) ? text : "-";
}

static int waits_row(struct paper_figure1 *f, size_t column, enum tmr_waits waits, uint64_t *broken, struct error *e)
{
    struct margins margins;
    double us[PAPER_FIGURE1_ROWS];
    const int status = paper_figure1_waits(f, column, waits, &margins, us, e);
    if (status)
        return status;
    *broken = margins_broken(&margins);
    printf("%-13s %-9s", paper_figure1_column[column].title, waits == TMR_WAIT_NONE ? "left out" : "kept");
    for (size_t n = 0; n < PAPER_FIGURE1_RECOVERIES; n++) {
        const struct margin *m = &margins.check[paper_figure1_recovery[n]];
        char text[48];
        printf(" %10s", slack_text(text, sizeof text, m));
    }
    printf("   %8.1f %10.1f   %s\n", us[2], us[3], *broken ? "broken" : "");
    return STATUS_OK;
}

/* Waits left out and kept: the recovery checks of each column. good stays true if the checks distinguish them. */
static int print_waits(struct paper_figure1 *f, bool *good, struct error *e)
{
    printf("\n");
    wrap_print(0,
               "The driver waits 1 us between accesses to the chip, less the code between (after writes 1.5 us without "
               "F9). Least slack of the recovery times on the RTL, ns, and the microseconds of a mapped read:");
    printf("\n%-13s %-9s", "", "waits");
    for (size_t n = 0; n < PAPER_FIGURE1_RECOVERIES; n++)
        printf(" %10s", figure_info[paper_figure1_recovery[n]].name);
    printf("   %8s %10s   %s\n", "32-bit", "timeval", "checks");
    for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++) {
        uint64_t without, with;
        int status = waits_row(f, c, TMR_WAIT_NONE, &without, e);
        if (status == STATUS_OK)
            status = waits_row(f, c, TMR_WAIT_SHORT, &with, e);
        if (status)
            return status;
        *good = *good && paper_figure1_waits_good(f, without, with);
    }
    return STATUS_OK;
}

static int parse_options(struct figure1_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"reads", .number = &o->reads, .least = 1, .most = 100000},
        {"engine", .choice = &o->engine, .names = engine_name, .count = ENGINES},
        {"part", .text = &o->part},
    };
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

struct figure1_run {
    const struct figure1_options *options;
    const char *dir;
    bool good;
};

static int print_figure1(struct paper_figure1 *f, struct figure1_run *run, struct error *e)
{
    int status = paper_figure1_load(f, run->dir, run->options->part, e);
    if (status == STATUS_OK)
        status = paper_figure1_measure(f, e);
    if (status == STATUS_OK)
        status = paper_figure1_judge(f, e);
    if (status)
        return status;
    print_table(f);
    print_sum(f);
    print_display(f);
    f->reads = f->reads < WAITS_READS ? f->reads : WAITS_READS;
    status = print_waits(f, &run->good, e);
    if (status)
        return status;
    printf("\nUnverified figures of cost ([E] estimate, [1] one source):\n");
    for (size_t c = 1; c < PAPER_FIGURE1_COLUMNS; c++)
        doubts_print(stdout, f->rig[c].machine.figure, HOME_MACHINE, true, f->rig[c].machine.name);
    return STATUS_OK;
}

static int run_figure1(struct figure1_run *run, struct error *e)
{
    struct paper_figure1 *f = memory_new(1, sizeof *f);
    f->engine = (enum engine_kind)run->options->engine;
    f->reads = (uint32_t)run->options->reads;
    int status = print_figure1(f, run, e);
    free(f);
    return status;
}

int figure1_command(int argc, char **argv, const char *data_dir)
{
    struct figure1_options o = {.part = "am9513a", .engine = ENGINE_RTL, .reads = 200};
    struct error e;
    char dir[1024];
    struct figure1_run run = {.options = &o, .dir = dir, .good = true};
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = run_figure1(&run, &e);
    if (status)
        return error_print(&e, "tmr0", status);
    printf("\nverdict: %s\n",
           !run.good ? "FAIL, the checks do not distinguish waits left out from waits kept"
           : strcmp(o.part, PAPER_FIGURE1_JUDGED) == 0
               ? "pass, every wait left out is caught, none that is kept"
               : "pass, no wait that is kept is caught; waits left out are judged for " PAPER_FIGURE1_JUDGED " only");
    return run.good ? STATUS_OK : STATUS_BAD;
}
