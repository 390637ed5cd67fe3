/* SPDX-License-Identifier: MIT */
#include "timing_verdict.h"

#include <string.h>

#include "cli/memory.h"

const char *const timing_works_name[] = {"no", "only if", "yes"};

/* Some of the machine's rows */
struct rows {
    const struct timing_machine *machine;
    enum pal_kind pal;
    const char *reading; /* NULL: all */
};

/* The row of that number if it is one of them, else NULL */
static const struct timing_row *row_at(const struct rows *rows, size_t n)
{
    const struct timing_row *row = &rows->machine->row[n].row;
    return row->pal == rows->pal && (!rows->reading || strcmp(rows->reading, rows->machine->row[n].reading) == 0)
               ? row
               : NULL;
}

/* ---- Whether it works */

enum state { FAILS, FAST_ONLY, SLOW_ONLY, WORKS };

static enum state state_of(const struct rows *rows)
{
    bool any = false, all = true, slow = false;
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        const bool works = row && !row->reads.broken && !row->reads.reads_wrong && !row->reads.wrong;
        all &= works || !row;
        any |= works;
        slow |= works && row->corner == CORNER_MAX;
    }
    return all ? WORKS : !any ? FAILS : slow ? SLOW_ONLY : FAST_ONLY;
}

static const char *corner_condition(enum state state)
{
    return state == FAST_ONLY   ? "the parts are not near their slowest"
           : state == SLOW_ONLY ? "the parts are not near their fastest"
                                : "";
}

struct readings {
    const char *name[READINGS_MAX];
    enum state state[READINGS_MAX];
    size_t count;
    bool alike; /* all are in one state */
};

static struct readings readings_of(const struct rows *rows)
{
    struct readings r = {.alike = true};
    for (size_t n = 0; n < rows->machine->rows; n++) {
        struct rows one = *rows;
        one.reading = rows->machine->row[n].reading;
        bool known = !row_at(rows, n);
        for (size_t other = 0; other < r.count; other++)
            known |= strcmp(r.name[other], one.reading) == 0;
        if (known)
            continue;
        r.name[r.count] = one.reading;
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

/* The check with the least slack, or the violated one that misses most. False: none with a time. */
static bool print_worst(FILE *f, const struct rows *rows, bool violated)
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
    if (!least)
        return false;
    const double slack_ns = (double)least->record.slack_ps / 1e3;
    (void)fputs(violated ? "" : "the tightest limit is ", f);
    print_check(f, worst);
    (void)fprintf(f, violated ? " is missed by %.1f ns" : ", kept with %.1f ns to spare",
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

/* Why rows fail */
static void print_reason(FILE *f, const struct rows *rows)
{
    const bool violated = print_worst(f, rows, true) || print_hazard(f, rows);
    bool wrong = false;
    for (size_t n = 0; n < rows->machine->rows; n++) {
        const struct timing_row *row = row_at(rows, n);
        wrong |= row && (row->reads.reads_wrong || row->reads.wrong);
    }
    if (wrong)
        (void)fprintf(f, "%sreads return wrong values", violated ? "; " : "");
}

/* ---- */

/* Under which conditions it works, and what limits it otherwise */
static void print_conditions(FILE *f, const struct rows *rows, const struct readings *r)
{
    const char * or = "";
    if (r->alike) {
        (void)fprintf(f, "%s. Otherwise ", corner_condition(r->state[0]));
        print_reason(f, rows);
    }
    for (size_t n = 0; n < r->count && !r->alike; n++) {
        if (r->state[n] == FAILS)
            continue;
        (void)fprintf(f, "%sthe machine's bus is as in reading \"%s\"%s%s", or, r->name[n],
                      r->state[n] == WORKS ? "" : " and ", corner_condition(r->state[n]));
        or = ", or if ";
    }
    for (size_t n = 0; n < r->count && !r->alike; n++) {
        struct rows one = *rows;
        one.reading = r->name[n];
        if (r->state[n] == WORKS)
            continue;
        (void)fprintf(f, ". Reading \"%s\": ", r->name[n]);
        print_reason(f, &one);
    }
}

struct timing_verdict timing_verdict(const struct timing_machine *machine, const char *name, enum pal_kind pal)
{
    const struct rows rows = {machine, pal, NULL};
    const struct readings r = readings_of(&rows);
    const enum state state = state_of(&rows);
    struct timing_verdict v = {name, pal,
                               state == WORKS   ? TIMING_WORKS
                               : state == FAILS ? TIMING_FAILS
                                                : TIMING_WORKS_IF,
                               NULL};
    size_t size;
    FILE *f = memory_stream(&v.text, &size);
    if (v.works == TIMING_WORKS)
        (void)print_worst(f, &rows, false);
    else if (v.works == TIMING_FAILS)
        print_reason(f, &rows);
    else
        print_conditions(f, &rows, &r);
    (void)fputs(ftell(f) > 0 ? "." : "", f);
    (void)fclose(f);
    return v;
}
