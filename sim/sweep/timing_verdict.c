/* SPDX-License-Identifier: MIT */
#include "timing_verdict.h"

#include <math.h>
#include <string.h>

#include "cli/memory.h"

/* Some of the machine's rows */
struct rows {
    const struct timing_machine *machine;
    enum pal_kind pal;
    const char *name; /* with the variant; NULL: all */
};

/* The row of that number if it is one of them, else NULL */
static const struct timing_row *row_at(const struct rows *rows, size_t n)
{
    const struct timing_row *row = &rows->machine->row[n];
    return row->pal == rows->pal && (!rows->name || strcmp(rows->name, row->name) == 0) ? row : NULL;
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

/* The check with the least slack, or the violated one that misses most. margin NULL: a violated one without a time. */
struct limit {
    int check; /* -1: none */
    const struct margin *margin;
};

static struct limit limit_of(const struct rows *rows, bool violated)
{
    struct limit limit = {-1, NULL};
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        const uint64_t broken = row ? row->reads.broken : 0;
        const int check = row ? margins_worst(&row->reads.margins, violated ? broken : ~UINT64_C(0)) : -1;
        const struct margin *margin = check < 0 ? NULL : &row->reads.margins.check[check];
        if (margin && (!limit.margin || margin->record.slack_ps < limit.margin->record.slack_ps))
            limit = (struct limit){check, margin};
        for (int hazard = 0; violated && limit.check < 0 && hazard < FIG_CHECKS; hazard++)
            limit.check = broken >> hazard & 1 ? hazard : -1;
    }
    return limit;
}

static void print_slack(FILE *f, const struct margin *margin, const char *before, const char *after)
{
    (void)fprintf(f, "%s%.10g ns%s", before, fabs((double)margin->record.slack_ps / 1e3), after);
    if (margin->mark != MARK_NONE)
        (void)fprintf(f, " [%s]", mark_name(margin->mark));
}

static void print_limit(FILE *f, struct limit limit, bool violated)
{
    if (limit.check < 0)
        return;
    (void)fprintf(f, "%s%s (%s)", violated ? "" : "the tightest limit is ", figure_info[limit.check].name,
                  figure_info[limit.check].text);
    if (!limit.margin)
        (void)fputs(" is violated", f);
    else if (violated)
        print_slack(f, limit.margin, " short by up to ", "");
    else
        print_slack(f, limit.margin, ", kept with ", " to spare");
}

/* Why rows fail, and with which parts */
static void print_reason(FILE *f, const struct rows *rows, enum state state)
{
    const struct limit limit = limit_of(rows, true);
    bool wrong = false;
    print_limit(f, limit, true);
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        wrong |= row && (row->reads.reads_wrong || row->reads.wrong);
    }
    if (wrong)
        (void)fputs(limit.check < 0 ? "wrong reads" : " and wrong reads", f);
    (void)fputs(corner_parts[state == FAST_ONLY ? CORNER_MAX : state == SLOW_ONLY ? CORNER_MIN : CORNER_TYP], f);
}

/* ---- What cures it */

/* The cure of rows that are not in the state WORKS */
static int find_cure(struct cure *cure, const struct timing_setup *setup, const struct rows *rows, enum state state,
                     const char *const *name, size_t names, struct error *e)
{
    const struct limit limit = limit_of(rows, true);
    const int64_t short_ps = limit.margin ? -limit.margin->record.slack_ps : 0;
    const struct cure_board board = {setup, name, names, rows->pal, limit.margin ? limit.check : -1, short_ps};
    return state == WORKS ? STATUS_OK : cure_find(&board, cure, e);
}

static void print_cure(FILE *f, const struct timing_setup *setup, const struct cure *cure)
{
    const bool other = strcmp(cure->part, setup->part) != 0, pal = strcmp(cure->pal, setup->pal_part) != 0;
    (void)fputs(cure->part[0] ? "; holds with" : "; no PAL or chip of parts/ cures it", f);
    if (cure->part[0] && other)
        (void)fprintf(f, " part %s%s", cure->part, pal ? " and" : "");
    if (cure->part[0] && pal)
        (void)fprintf(f, " a PAL of at most %.10g ns, such as %s (%.10g ns [%s])", (double)cure->most_ps / 1e3,
                      cure->pal, (double)cure->pal_ps / 1e3, mark_name(cure->mark));
    if (cure->more_ps)
        (void)fprintf(f, cure->part[0] ? ", or %.10g ns more %s" : ", but %.10g ns more %s does",
                      (double)cure->more_ps / 1e3, figure_info[cure->figure].name);
}

/* ---- The texts */

/* Number and cure in short */
static void print_line(FILE *f, const struct timing_setup *setup, const struct rows *rows, enum state state,
                       const struct cure *cure)
{
    const struct limit limit = limit_of(rows, state != WORKS);
    (void)fprintf(f, "%s: %s", verdict_word_name[word_of(state)],
                  limit.check < 0 ? "wrong reads" : figure_info[limit.check].name);
    if (limit.margin)
        print_slack(f, limit.margin, " ", state == WORKS ? " to spare" : " short");
    if (state == WORKS)
        return;
    const bool other = strcmp(cure->part, setup->part) != 0, pal = strcmp(cure->pal, setup->pal_part) != 0;
    (void)fprintf(f, cure->part[0] || cure->more_ps ? "; cure: %s" : "; no cure in parts/", other ? cure->part : "");
    if (cure->part[0] && pal)
        (void)fprintf(f, "%sa PAL of at most %.10g ns (%s)", other ? ", " : "", (double)cure->most_ps / 1e3, cure->pal);
    if (cure->more_ps)
        (void)fprintf(f, "%s%.10g ns more %s", cure->part[0] ? " or " : "", (double)cure->more_ps / 1e3,
                      figure_info[cure->figure].name);
}

static void print_clause(FILE *f, const struct timing_setup *setup, const struct rows *rows, enum state state,
                         const struct cure *cure)
{
    if (state == WORKS)
        print_limit(f, limit_of(rows, false), false);
    else {
        print_reason(f, rows, state);
        print_cure(f, setup, cure);
    }
    (void)fputc('.', f);
}

/* Variants that differ, each with its own word */
static int print_variants(FILE *f, const struct timing_setup *setup, const struct rows *rows, const struct variants *r,
                          struct error *e)
{
    int status = STATUS_OK;
    (void)fputs("the variants of the machine's documents differ.", f);
    for (size_t n = 0; n < r->count && status == STATUS_OK; n++) {
        const struct rows one = {rows->machine, rows->pal, r->name[n]};
        struct cure cure = {.part = ""};
        status = find_cure(&cure, setup, &one, r->state[n], &r->name[n], 1, e);
        (void)fprintf(f, " Variant \"%s\" %s: ", strchr(r->name[n], ':') + 1, verdict_word_name[word_of(r->state[n])]);
        print_clause(f, setup, &one, r->state[n], &cure);
    }
    return status;
}

int timing_verdict(const struct timing_setup *setup, const struct timing_machine *machine, enum pal_kind pal,
                   struct timing_verdict *v, struct error *e)
{
    const struct rows rows = {machine, pal, NULL};
    const struct variants r = variants_of(&rows);
    const enum state state = state_of(&rows);
    struct cure cure = {.part = ""};
    *v = (struct timing_verdict){.word = word_of(state)};
    int status = find_cure(&cure, setup, &rows, state, r.name, r.count, e);
    FILE *f = memory_stream(&v->line, &(size_t){0});
    print_line(f, setup, &rows, state, &cure);
    (void)fclose(f);
    f = memory_stream(&v->text, &(size_t){0});
    if (r.alike)
        print_clause(f, setup, &rows, state, &cure);
    else if (status == STATUS_OK)
        status = print_variants(f, setup, &rows, &r, e);
    (void)fclose(f);
    return status;
}
