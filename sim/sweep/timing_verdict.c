/* SPDX-License-Identifier: MIT */
#include "timing_verdict.h"

#include <string.h>

#include "cli/memory.h"
#include "cure.h"

/* Some of the machine's rows */
struct rows {
    const struct timing_machine *machine;
    enum pal_kind pal;
    const char *name; /* with the variant; NULL: all */
};

/* The row of that number if it is one of them, else NULL */
static const struct timing_row *row_at(const struct rows *rows, size_t n)
{
    const struct timing_row *row = &rows->machine->row[n].row;
    return row->pal == rows->pal && (!rows->name || strcmp(rows->name, rows->machine->row[n].name) == 0) ? row : NULL;
}

/* ---- Whether it works */

enum state { FAILS, FAST_ONLY, SLOW_ONLY, WORKS };

static enum state state_of(const struct rows *rows)
{
    bool any = false, all = true, slow = false;
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        const bool works = row && bus_reads_good(&row->reads);
        all &= works || !row;
        any |= works;
        slow |= works && row->corner == CORNER_MAX;
    }
    return all ? WORKS : !any ? FAILS : slow ? SLOW_ONLY : FAST_ONLY;
}

static enum verdict_word word_of(enum state state)
{
    return state == WORKS ? VERDICT_WORKS : state == FAILS ? VERDICT_FAILS : VERDICT_MARGINAL;
}

struct variants {
    const char *name[VARIANTS_MAX];
    enum state state[VARIANTS_MAX];
    size_t count;
    bool alike; /* all are in one state */
};

static struct variants variants_of(const struct rows *rows)
{
    struct variants r = {.alike = true};
    for (size_t n = 0; n < rows->machine->rows; n++) {
        struct rows one = *rows;
        one.name = rows->machine->row[n].name;
        bool known = !row_at(rows, n);
        for (size_t other = 0; other < r.count; other++)
            known |= strcmp(r.name[other], one.name) == 0;
        if (known)
            continue;
        r.name[r.count] = one.name;
        r.state[r.count] = state_of(&one);
        r.alike &= r.state[r.count++] == r.state[0];
    }
    return r;
}

/* ---- What limits it */

static void print_check(FILE *f, int check)
{
    (void)fprintf(f, "%s (%s)", figure_info[check].name, figure_info[check].text);
}

/* The check with the least slack, or the violated one that misses most. -1: none with a time. */
static int worst_of(const struct rows *rows, bool violated, const struct margin **margin)
{
    const struct margin *least = NULL;
    int worst = -1;
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        const int check = row ? margins_worst(&row->reads.margins, violated ? row->reads.broken : ~UINT64_C(0)) : -1;
        if (check < 0 || (least && row->reads.margins.check[check].record.slack_ps >= least->record.slack_ps))
            continue;
        worst = check;
        least = &row->reads.margins.check[check];
    }
    *margin = least;
    return worst;
}

/* False: none with a time. */
static bool print_worst(FILE *f, const struct rows *rows, bool violated)
{
    const struct margin *least;
    const int worst = worst_of(rows, violated, &least);
    if (!least)
        return false;
    const double slack_ns = (double)least->record.slack_ps / 1e3;
    (void)fputs(violated ? "" : "the tightest limit is ", f);
    print_check(f, worst);
    (void)fprintf(f, violated ? " short by up to %.10g ns" : ", kept with %.10g ns to spare",
                  violated ? -slack_ns : slack_ns);
    if (least->mark != MARK_NONE)
        (void)fprintf(f, " [%s]", mark_name(least->mark));
    return true;
}

/* A violated check without a time */
static bool print_hazard(FILE *f, const struct rows *rows)
{
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        for (int check = 0; row && check < FIG_CHECKS; check++)
            if (row->reads.broken >> check & 1) {
                print_check(f, check);
                (void)fputs(" is violated", f);
                return true;
            }
    }
    return false;
}

/* Why rows fail, and with which parts */
static void print_reason(FILE *f, const struct rows *rows, enum state state)
{
    const bool violated = print_worst(f, rows, true) || print_hazard(f, rows);
    bool wrong = false;
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        wrong |= row && (row->reads.reads_wrong || row->reads.wrong);
    }
    if (wrong)
        (void)fputs(violated ? " and wrong reads" : "wrong reads", f);
    (void)fputs(state == FAST_ONLY   ? " with the slowest parts"
                : state == SLOW_ONLY ? " with the fastest parts"
                                     : "",
                f);
}

/* ---- */

static int print_cure(FILE *f, const struct timing_setup *setup, const struct rows *rows, const char *const *name,
                      size_t names, struct error *e)
{
    struct cure cure;
    const struct margin *least;
    const int worst = worst_of(rows, true, &least);
    const struct cure_board board = {setup, name, names, rows->pal, worst, least ? -least->record.slack_ps : 0};
    const int status = cure_find(&board, &cure, e);
    const bool other = strcmp(cure.part, setup->part) != 0, pal = strcmp(cure.pal, RIG_PAL) != 0;
    if (status)
        return status;
    (void)fputs(cure.part[0] ? "; holds with" : "; no PAL or chip of parts/ cures it", f);
    if (cure.part[0] && other)
        (void)fprintf(f, " part %s%s", cure.part, pal ? " and" : "");
    if (cure.part[0] && pal)
        (void)fprintf(f, " a PAL of at most %.10g ns, such as %s (%.10g ns [%s])", (double)cure.most_ps / 1e3, cure.pal,
                      (double)cure.pal_ps / 1e3, mark_name(cure.mark));
    if (cure.more_ps)
        (void)fprintf(f, cure.part[0] ? ", or %.10g ns more %s" : ", but %.10g ns more %s does",
                      (double)cure.more_ps / 1e3, figure_info[cure.figure].name);
    return STATUS_OK;
}

/* name: the variants of these rows, which are in that state */
static int print_clause(FILE *f, const struct timing_setup *setup, const struct rows *rows, enum state state,
                        const char *const *name, size_t names, struct error *e)
{
    int status = STATUS_OK;
    if (state == WORKS)
        (void)print_worst(f, rows, false);
    else {
        print_reason(f, rows, state);
        status = print_cure(f, setup, rows, name, names, e);
    }
    (void)fputc('.', f);
    return status;
}

/* Variants that differ, each with its own word */
static int print_variants(FILE *f, const struct timing_setup *setup, const struct rows *rows, const struct variants *r,
                          struct error *e)
{
    int status = STATUS_OK;
    (void)fputs("the variants of the machine's documents differ.", f);
    for (size_t n = 0; n < r->count && status == STATUS_OK; n++) {
        const struct rows one = {rows->machine, rows->pal, r->name[n]};
        (void)fprintf(f, " Variant \"%s\" %s: ", strchr(r->name[n], ':') + 1, verdict_word_name[word_of(r->state[n])]);
        status = print_clause(f, setup, &one, r->state[n], &r->name[n], 1, e);
    }
    return status;
}

int timing_verdict(const struct timing_setup *setup, const struct timing_machine *machine, enum pal_kind pal,
                   struct timing_verdict *v, struct error *e)
{
    const struct rows rows = {machine, pal, NULL};
    const struct variants r = variants_of(&rows);
    const enum state state = state_of(&rows);
    size_t size;
    *v = (struct timing_verdict){.word = word_of(state)};
    FILE *f = memory_stream(&v->text, &size);
    const int status =
        r.alike ? print_clause(f, setup, &rows, state, r.name, r.count, e) : print_variants(f, setup, &rows, &r, e);
    (void)fclose(f);
    return status;
}
