/* SPDX-License-Identifier: MIT */
#include "fit_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/columns.h"
#include "cli/output.h"

#define VALUE 32
#define PARTS 20 /* of the runs, in their order */

/* The value rounded to the second digit of its half-width; without one, six digits. */
static const char *value_text(char *text, double value, double half)
{
    const double places = half > 0 && isfinite(half) ? 1 - floor(log10(half)) : NAN;
    if (places >= 0 && places <= 12)
        (void)snprintf(text, VALUE, "%.*f", (int)places, value);
    else if (places < 0 && fabs(value) < 1e15)
        (void)snprintf(text, VALUE, "%.0f", round(value * pow(10, places)) * pow(10, -places));
    else
        (void)snprintf(text, VALUE, "%.6g", value);
    return text;
}

static const char *half_text(char *text, double half)
{
    return isnan(half) ? "-" : value_text(text, half, half);
}

/* "358.98  0.19", or two dashes. Returns how many columns it took. */
static int print_number(double value, double half)
{
    char text[VALUE], half_of[VALUE], in_line[2 * VALUE];
    const char *number = isnan(value) ? "-" : value_text(text, value, half);
    (void)number_column_text(in_line, sizeof in_line, number, 9, 6);
    return printf("%s%s %-8s", *in_line == ' ' ? "" : " ", in_line, half_text(half_of, half)); /* a large one, too */
}

static void print_method(const struct fit_result *r, enum measure_fit_method method)
{
    const struct measure_fit_line *line = &r->fit.line[method];
    int columns = printf("%-13s", measure_fit_method_name(method));
    columns += print_number(line->slope, line->slope_half);
    columns += print_number(line->overhead, line->overhead_half);
    struct wrap verdict = {stdout, (size_t)columns, (size_t)columns + 1};
    if (line->verdict)
        wrap_words(&verdict, "refused:");
    wrap_words(&verdict, line->verdict ? measure_verdict_text(line->verdict) : "the data support it");
    printf("\n");
}

static void print_table(const struct fit_result *r)
{
    const struct measure_fit_result *f = &r->fit;
    printf("%s: %" PRIu64 " runs at %" PRIu64 " different N, at least %" PRIu64 " each; ", r->table->file, f->points,
           f->places, f->runs);
    const bool exact = f->spread == 0;
    if (r->tick > 0)
        printf("tick %.9g%s\n", r->tick,
               r->tick_given ? ""
               : exact       ? " at most: all T lie on one line"
                             : ", of which all T are multiples");
    else
        printf("tick not known; --tick may give it\n");
    if (f->spread > 0)
        printf("%" PRIu64 " runs are far from the robust line (%.3g %%); the others spread by %.3g\n", f->disturbed,
               100 * (double)f->disturbed / (double)f->points, f->spread);
}

/* What a user can do about a table that is refused, or that is not what it seems. */
static void print_remarks(const struct fit_result *r)
{
    const struct fit_table *t = r->table;
    bool in_order = r->fit.points > r->fit.places, dependent = false;
    for (size_t i = 1; i < t->points; i++)
        in_order &= t->n[i - 1] <= t->n[i];
    for (enum measure_fit_method m = 0; m < MEASURE_FITS; m++)
        dependent |= r->fit.line[m].verdict == MEASURE_DEPENDENT;
    if (dependent && in_order)
        wrap_print(
            0, "%s",
            "The runs are in the order of N, so a change of the host looks like what runs of one N have in common. "
            "Measure the N in random order, or each N in turn.");
    if (r->fit.choice == MEASURE_FITS)
        return;
    const struct measure_fit_line *l = &r->fit.line[r->fit.choice];
    if (l->slope + l->slope_half < 0)
        wrap_print(0, "%s", "T falls while N grows: a cost cannot be below 0. Expected N, then T, in each line.");
}

/* What the undisturbed cost is, and what it is not. */
static void print_undisturbed(const struct measure_fit_result *f)
{
    const struct measure_fit_line *all = &f->line[MEASURE_FIT_LEAST_SQUARES], *robust = &f->line[MEASURE_FIT_ROBUST];
    char typical[VALUE], mean[VALUE];
    (void)value_text(typical, robust->slope, robust->slope_half);
    (void)value_text(mean, all->slope, all->slope_half);
    if (f->choice == MEASURE_FIT_ROBUST)
        wrap_print(0, "(without the runs that were disturbed; with them it took %s on average, without an interval)",
                   mean);
    else
        wrap_print(0,
                   "Of these runs as they were, a unit of N took about %s in a typical one (robust) and %s on average "
                   "(least squares); both without an interval.",
                   typical, mean);
}

/* Whether the first twentieth of the runs is more than twice as far above the line as any other. */
static bool starts_slowly(const struct fit_table *t, const struct measure_fit_line *line)
{
    double above[PARTS] = {0}, most = 0; /* sums */
    for (size_t i = 0; i < t->points; i++)
        above[i * PARTS / t->points] += t->t[i] - line->overhead - line->slope * t->n[i];
    for (size_t part = 1; part < PARTS; part++)
        most = fmax(most, above[part]);
    return above[0] > 2 * most;
}

void fit_print(const struct fit_result *r)
{
    const struct measure_fit_result *f = &r->fit;
    char a[VALUE], b[VALUE], c[VALUE], d[VALUE];
    print_table(r);
    printf("\n%-13s%15s %-8s%15s %s\n", "method", "T a unit of N", "+-", "overhead", "+-");
    for (enum measure_fit_method m = 0; m < MEASURE_FITS; m++)
        print_method(r, m);
    print_remarks(r);
    if (f->choice == MEASURE_FITS)
        return;
    const struct measure_fit_line *l = &f->line[f->choice];
    printf("\n%s: a unit of N takes %s to %s, the overhead is %s to %s", measure_fit_method_name(f->choice),
           value_text(a, l->slope - l->slope_half, l->slope_half),
           value_text(b, l->slope + l->slope_half, l->slope_half),
           value_text(c, l->overhead - l->overhead_half, l->overhead_half),
           value_text(d, l->overhead + l->overhead_half, l->overhead_half));
    if (f->choice == MEASURE_FIT_LEAST_VALUES) {
        printf("\n");
        wrap_print(0, "%s",
                   "(undisturbed, at this host's fastest speed: bounds, certain if some runs near both ends were not "
                   "disturbed)");
    } else if (f->spread == 0)
        printf("\n(bounds: each T is right to a tick)\n");
    else
        printf(" (%g %%)\n", 100 * r->confidence);
    if (f->choice != MEASURE_FIT_LEAST_SQUARES && !isnan(f->line[MEASURE_FIT_ROBUST].slope))
        print_undisturbed(f);
    if (f->changes)
        wrap_print(0,
                   "This host's speed changed during these runs. The interval allows for such changes, not for "
                   "others: %s.",
                   starts_slowly(r->table, l) ? "leave out the first runs, which took longer"
                                              : "measure for longer, or again");
}

static void add_number(cJSON *object, const char *name, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, name, value);
}

void fit_json(cJSON *all, const struct fit_result *r)
{
    const struct measure_fit_result *f = &r->fit;
    cJSON_AddStringToObject(all, "file", r->table->file);
    output_json_count(all, "runs", f->points);
    output_json_count(all, "different_n", f->places);
    output_json_count(all, "runs_least", f->runs);
    output_json_count(all, "disturbed", f->disturbed);
    add_number(all, "spread", f->spread);
    cJSON_AddBoolToObject(all, "host_changes", f->changes);
    if (r->tick > 0)
        cJSON_AddNumberToObject(all, "tick", r->tick);
    cJSON_AddBoolToObject(all, "tick_given", r->tick_given);
    cJSON_AddNumberToObject(all, "confidence", r->confidence);
    cJSON_AddStringToObject(all, "choice", f->choice < MEASURE_FITS ? measure_fit_method_name(f->choice) : "none");
    cJSON *methods = cJSON_AddArrayToObject(all, "methods");
    for (enum measure_fit_method m = 0; m < MEASURE_FITS; m++) {
        const struct measure_fit_line *line = &f->line[m];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "method", measure_fit_method_name(m));
        add_number(one, "slope", line->slope);
        add_number(one, "slope_half", line->slope_half);
        add_number(one, "overhead", line->overhead);
        add_number(one, "overhead_half", line->overhead_half);
        if (line->verdict)
            cJSON_AddStringToObject(one, "refused", measure_verdict_text(line->verdict));
        cJSON_AddItemToArray(methods, one);
    }
}
