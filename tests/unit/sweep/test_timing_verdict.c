/* SPDX-License-Identifier: MIT
 * What the rows of a machine say together, and what cures it. Runs from the root of the tree. */
#include "sim/sweep/timing_verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"

static struct error e;

#define TIGHTEST "the tightest limit is TWHDX (write high to data don't care), kept with "
#define NO_CURE "; no PAL or chip of parts/ cures it."
#define PAL_30 "; holds with a PAL of at most 30 ns, such as pal16xxa (25 ns [E])"

#define CURE_30 "; cure: a PAL of at most 30 ns (pal16xxa)"

/* ---- Real machines */

struct verdicts {
    const struct timing_setup *setup;
    enum verdict_word word[PAL_KINDS];
    char text[PAL_KINDS][400], line[PAL_KINDS][120];
};

static int take_machine(void *context, const struct timing_machine *machine, struct error *error)
{
    struct verdicts *v = context;
    CU_ASSERT_STRING_EQUAL(machine->name, v->setup->machine[0]);
    for (enum pal_kind pal = 0; pal < PAL_KINDS; pal++) {
        struct timing_verdict verdict;
        CU_ASSERT_EQUAL(timing_verdict(v->setup, machine, pal, &verdict, error), STATUS_OK);
        v->word[pal] = verdict.word;
        (void)snprintf(v->text[pal], sizeof v->text[pal], "%s", verdict.text);
        (void)snprintf(v->line[pal], sizeof v->line[pal], "%s", verdict.line);
        free(verdict.text);
        free(verdict.line);
    }
    return STATUS_OK;
}

static void skip_row(void *context, const struct timing_row *row)
{
    (void)context;
    (void)row;
}

static void judge(struct verdicts *v, const char *machine, const char *part)
{
    const struct timing_setup s = {
        .dir = ".", .part = part, .pal_part = RIG_PAL, .machine = {machine}, .machines = 1, .reads = 60, .seed = 1};
    *v = (struct verdicts){.setup = &s};
    CU_ASSERT_EQUAL(timing_run(&s, &(struct timing_watch){skip_row, take_machine, v}, &e), STATUS_OK);
}

TEST(machines)
{
    struct verdicts v;
    judge(&v, "sun3-50", "am9513a");
    CU_ASSERT_EQUAL(v.word[PAL_FLIPFLOP], VERDICT_WORKS);
    CU_ASSERT_STRING_EQUAL(v.text[PAL_FLIPFLOP], TIGHTEST "8.7 ns to spare [GK].");
    CU_ASSERT_STRING_EQUAL(v.line[PAL_FLIPFLOP], "works: TWHDX 8.7 ns to spare [GK]");
    CU_ASSERT_STRING_EQUAL(v.line[PAL_DIRECT], "fails: TAVRL 25 ns short [GK]; no cure in parts/");
    CU_ASSERT_EQUAL(v.word[PAL_DIRECT], VERDICT_FAILS);
    CU_ASSERT_STRING_EQUAL(v.text[PAL_DIRECT], "TAVRL (C/D valid to read low) short by up to 25 ns [GK]" NO_CURE);
    judge(&v, "sun3-60", "am9513a");
    CU_ASSERT_EQUAL(v.word[PAL_FLIPFLOP], VERDICT_MARGINAL);
    CU_ASSERT_STRING_EQUAL(
        v.text[PAL_FLIPFLOP],
        "TWHDX (write high to data don't care) short by up to 5 ns [GK] with the slowest parts" PAL_30
        ", or 5 ns more strobe_hold.");
    judge(&v, "sun3-160", "am9513a");
    CU_ASSERT_EQUAL(v.word[PAL_FLIPFLOP], VERDICT_MARGINAL);
    CU_ASSERT_STRING_EQUAL(v.text[PAL_FLIPFLOP],
                           "the variants of the machine's documents differ. Variant \"drawn\" fails: HOST_READ (read "
                           "data valid before the host latches) short by up to 70 ns [E] and wrong reads; holds with "
                           "part cts9513-2 and a PAL of at most 24 ns, such as pal16xxb (15 ns [E]). Variant "
                           "\"window\" works: " TIGHTEST "15 ns to spare [GK].");
    CU_ASSERT_STRING_EQUAL(v.line[PAL_FLIPFLOP], "marginal: HOST_READ 70 ns short [E]; cure: cts9513-2, a PAL of at "
                                                 "most 24 ns (pal16xxb)");
    judge(&v, "sun3-160:window", "am9513a");
    CU_ASSERT_EQUAL(v.word[PAL_FLIPFLOP], VERDICT_WORKS);
    judge(&v, "sun3-160:drawn", "am9513a");
    CU_ASSERT_EQUAL(v.word[PAL_FLIPFLOP], VERDICT_FAILS);
    judge(&v, "sun3-160:drawn", "cts9513-2");
    CU_ASSERT_EQUAL(v.word[PAL_FLIPFLOP], VERDICT_MARGINAL);
    CU_ASSERT_PTR_NOT_NULL(strstr(v.text[PAL_FLIPFLOP], " with the slowest parts; holds with a PAL of at most 24 ns"));
}

/* ---- Rows that hold or do not */

enum { HOLDS, TWHDX_3, TWHDX_7, RACE, WRONG };

static struct timing_row row_of(enum corner corner, int what)
{
    struct timing_row row = {.pal = PAL_FLIPFLOP, .corner = corner};
    for (int check = 0; check < FIG_CHECKS; check++)
        row.reads.margins.check[check].record.slack_ps = INT64_MAX;
    struct margin *margin = &row.reads.margins.check[FIG_TWHDX];
    margin->mark = MARK_NONE;
    margin->record.slack_ps = what == TWHDX_3 ? -3000 : what == TWHDX_7 ? -7000 : 0;
    row.reads.broken = what == TWHDX_3 || what == TWHDX_7 ? UINT64_C(1) << FIG_TWHDX
                       : what == RACE                     ? UINT64_C(1) << FIG_FF_RACE
                                                          : 0;
    row.reads.wrong = what == WRONG;
    return row;
}

TEST(rows)
{
    static const struct {
        int slow, fast;
        enum verdict_word word;
        const char *text, *line;
    } cases[] = {
        {HOLDS, HOLDS, VERDICT_WORKS, TIGHTEST "0 ns to spare.", "works: TWHDX 0 ns to spare"},
        {TWHDX_3, HOLDS, VERDICT_MARGINAL,
         "TWHDX (write high to data don't care) short by up to 3 ns with the slowest parts" PAL_30 ".",
         "marginal: TWHDX 3 ns short" CURE_30},
        {HOLDS, TWHDX_3, VERDICT_MARGINAL,
         "TWHDX (write high to data don't care) short by up to 3 ns with the fastest parts" PAL_30 ".",
         "marginal: TWHDX 3 ns short" CURE_30},
        {TWHDX_3, TWHDX_7, VERDICT_FAILS,
         "TWHDX (write high to data don't care) short by up to 7 ns" PAL_30 ", or 7 ns more strobe_hold.",
         "fails: TWHDX 7 ns short" CURE_30 " or 7 ns more strobe_hold"},
        {TWHDX_7, WRONG, VERDICT_FAILS,
         "TWHDX (write high to data don't care) short by up to 7 ns and wrong reads" PAL_30
         ", or 7 ns more strobe_hold.",
         "fails: TWHDX 7 ns short" CURE_30 " or 7 ns more strobe_hold"},
        {RACE, RACE, VERDICT_FAILS, "FF_RACE (flip-flop set and reset released together) is violated" PAL_30 ".",
         "fails: FF_RACE" CURE_30},
        {WRONG, HOLDS, VERDICT_MARGINAL, "wrong reads with the slowest parts" PAL_30 ".",
         "marginal: wrong reads" CURE_30},
    };
    const struct timing_setup setup = {.dir = ".", .part = "am9513a", .pal_part = RIG_PAL, .reads = 20, .seed = 1};
    struct timing_machine *machine = calloc(1, sizeof *machine);
    *machine = (struct timing_machine){.name = "sun3-60", .rows = 2};
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct timing_verdict v;
        for (int row = 0; row < 2; row++) {
            machine->row[row] = row_of(row ? CORNER_MIN : CORNER_MAX, row ? cases[n].fast : cases[n].slow);
            (void)snprintf(machine->row[row].name, sizeof machine->row[row].name, "sun3-60");
        }
        CU_ASSERT_EQUAL(timing_verdict(&setup, machine, PAL_FLIPFLOP, &v, &e), STATUS_OK);
        CU_ASSERT_EQUAL(v.word, cases[n].word);
        CU_ASSERT_STRING_EQUAL(v.text, cases[n].text);
        CU_ASSERT_STRING_EQUAL(v.line, cases[n].line);
        free(v.text);
        free(v.line);
    }
    free(machine);
}

/* ---- Cures */

static void check_cure(const char *const *machine, size_t machines, enum pal_kind kind, const char *part,
                       int64_t most_ps, const char *pal, int worst, int64_t short_ps, int64_t more_ps)
{
    struct cure cure;
    const struct timing_setup setup = {.dir = ".", .part = "am9513a", .pal_part = RIG_PAL, .reads = 20, .seed = 1};
    const struct cure_board board = {&setup, machine, machines, kind, worst, short_ps};
    CU_ASSERT_EQUAL_FATAL(cure_find(&board, &cure, &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(cure.part, part);
    CU_ASSERT_EQUAL(cure.most_ps, most_ps);
    CU_ASSERT_STRING_EQUAL(cure.pal, pal);
    CU_ASSERT_EQUAL(cure.more_ps, more_ps);
}

/* The limit in whole ns, unless the PAL needs more. In all variants; the board's own chip first; its own PAL where that
 * one is fast enough, but not both */
TEST(cures)
{
    static const char *const hold[] = {"sun3-60", "sun4-260:w4", "sun3-50:w4", "sun3-160:drawn"};
    check_cure(hold, 1, PAL_FLIPFLOP, "am9513a", 30000, "pal16xxa", FIG_TWHDX, 5000, 5000);
    check_cure(hold, 1, PAL_FLIPFLOP, "am9513a", 30000, "pal16xxa", FIG_TWHDX, 5001, 6000); /* in whole ns */
    check_cure(hold, 1, PAL_FLIPFLOP, "am9513a", 30000, "pal16xxa", FIG_TWHDX, 4000, 0);    /* too little */
    check_cure(hold, 1, PAL_FLIPFLOP, "am9513a", 30000, "pal16xxa", FIG_TAVWH, 5000, 0);    /* no figure's time */
    check_cure(hold, 2, PAL_FLIPFLOP, "am9513a", 22000, "pal16xxb", -1, 0, 0);
    check_cure(hold, 3, PAL_FLIPFLOP, "am9513a", 22000, "pal16xxb", -1, 0, 0);
    check_cure(hold + 2, 1, PAL_FLIPFLOP, "cts9513-2", 63000, RIG_PAL, -1, 0, 0);
    check_cure(hold, 4, PAL_FLIPFLOP, "cts9513-2", 24000, "pal16xxb", -1, 0, 0);
    check_cure(hold, 1, PAL_DIRECT, "", 0, "", -1, 0, 0);
}

/* The search ends with the error of a part's file. */
TEST(bad)
{
    static const char *const machine[] = {"sun3-60"};
    struct cure cure;
    const struct timing_setup setup = {.dir = "none", .part = "am9513a", .pal_part = RIG_PAL, .reads = 20, .seed = 1};
    const struct cure_board board = {&setup, machine, 1, PAL_FLIPFLOP, -1, 0};
    CU_ASSERT_EQUAL(cure_find(&board, &cure, &e), STATUS_INPUT);
    CU_ASSERT_TRUE(error_has(&e, "none/parts"));
}
