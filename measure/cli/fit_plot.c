/* SPDX-License-Identifier: MIT
 * The excess plot of [003]: what the runs took more than the line. */
#include <math.h>
#include <stdlib.h>

#include "cli/memory.h"
#include "cli/random.h"
#include "fit_print.h"
#include "pages/gnuplot.h"
#include "pages/plot.h"

#define RUNS_DRAWN 10000 /* about: of more a share is drawn, at random, so that each N has its share */
#define TICKS_HIGH 8     /* height of the drawing, ticks, or, if that is higher, */
#define MEDIANS_HIGH 4   /* so many medians; what is higher is drawn at the edge */
#define EXACT 1e-12      /* of T: what sums leave */
#define MARGIN 0.02

/* Runs that are drawn: below the top, or at the edge. */
struct dots {
    double *n, *y;
    size_t count;
};

struct excess {
    double *of, *sorted; /* of each run */
    struct dots shown, edge;
    size_t points, every;
    double top, first, last; /* first and last N */
    double longest;          /* T */
    char title[256], label[128], runs[64];
};

static void make_room(struct excess *x, size_t points)
{
    *x = (struct excess){.points = points, .every = (points + RUNS_DRAWN - 1) / RUNS_DRAWN};
    x->of = memory_new(6 * points, sizeof *x->of);
    x->sorted = x->of + points;
    x->shown = (struct dots){x->sorted + points, x->sorted + 2 * points, 0};
    x->edge = (struct dots){x->sorted + 3 * points, x->sorted + 4 * points, 0};
}

static void subtract(struct excess *x, const struct fit_result *r, const struct measure_fit_line *line)
{
    const struct fit_table *table = r->table;
    uint64_t state = 1;
    for (size_t i = 0; i < x->points; i++) {
        x->of[i] = r->tick > 0 ? measure_step_residual(line->slope, line->overhead, r->tick, table->n[i], table->t[i])
                               : table->t[i] - line->overhead - line->slope * table->n[i];
        x->sorted[i] = x->of[i];
    }
    (void)measure_sample_sort(x->sorted, x->points); /* differences of finite values that were fitted */
    x->top = fmax(MEDIANS_HIGH * x->sorted[x->points / 2], TICKS_HIGH * r->tick);
    if (x->top <= 0 || x->top > x->sorted[x->points - 1])
        x->top = x->sorted[x->points - 1];
    x->first = x->last = table->n[0];
    for (size_t i = 0; i < x->points; i++) {
        struct dots *dots = x->of[i] <= x->top ? &x->shown : &x->edge;
        x->first = fmin(x->first, table->n[i]);
        x->last = fmax(x->last, table->n[i]);
        x->longest = fmax(x->longest, table->t[i]);
        if (random_below(&state, x->every) == 0) {
            dots->n[dots->count] = table->n[i];
            dots->y[dots->count++] = fmin(x->of[i], x->top);
        }
    }
}

static void name_all(struct excess *x, const struct fit_result *r, const char *method,
                     const struct measure_fit_line *line)
{
    (void)snprintf(x->title, sizeof x->title, "%.120s: excess over the line: %s%s", r->table->file, method,
                   r->fit.choice < MEASURE_FITS ? "" : ", which the data do not support");
    if (r->tick > 0)
        (void)snprintf(x->label, sizeof x->label, "T less steps of %.6g up to %.6g + %.6g N", r->tick, line->overhead,
                       line->slope);
    else
        (void)snprintf(x->label, sizeof x->label, "T less %.6g + %.6g N", line->overhead, line->slope);
    (void)snprintf(x->runs, sizeof x->runs, x->every > 1 ? "one run in %zu" : "runs", x->every);
}

int fit_plot(const struct fit_result *r, const char *file, bool *drawn, struct error *e)
{
    struct excess x;
    const enum measure_fit_method method = r->fit.choice < MEASURE_FITS ? r->fit.choice : MEASURE_FIT_LEAST_VALUES;
    const struct measure_fit_line *line = &r->fit.line[method];
    if (!isfinite(line->slope))
        return error_set(e, STATUS_BAD, "no line, so no drawing: %s", measure_verdict_text(line->verdict));
    make_room(&x, r->table->points);
    subtract(&x, r, line);
    name_all(&x, r, measure_fit_method_name(method), line);
    const struct plot_series series[] = {
        {x.runs, PLOT_POINTS, x.shown.n, x.shown.y, NULL, NULL, x.shown.count},
        {"higher ones, at the edge", PLOT_POINTS, x.edge.n, x.edge.y, NULL, NULL, x.edge.count},
    };
    const double margin = MARGIN * (x.last - x.first), height = x.top - x.sorted[0];
    /* Of runs on one line only rounding is left, in which gnuplot sees no range */
    const double above = height > EXACT * x.longest ? MARGIN * height : x.longest > 0 ? MARGIN * x.longest : 1;
    const struct plot plot = {.title = x.title,
                              .about = "Undisturbed runs lie level just above 0.",
                              .x = {.label = "N", .low = x.first - margin, .high = x.last + margin},
                              .y = {.label = x.label, .low = x.sorted[0] - above, .high = x.top + above},
                              .series = series,
                              .count = x.edge.count > 0 ? 2 : 1};
    const int status = gnuplot_draw(file, NULL, plot_write, &plot, drawn, e);
    free(x.of);
    return status;
}
