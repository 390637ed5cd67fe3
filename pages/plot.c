/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include <math.h>

#include "gnuplot.h"

#define PALE "#9ecae1"
#define PLAIN_LEAST 1e-2 /* numbers of an axis without an exponent: of these data, at most two decades below them */
#define PLAIN_MOST 1e5

/* Readers with any colour vision can distinguish these, and each has its own sign and dash. */
static const struct style {
    const char *colour;
    int sign, dash;
} styles[] = {{"#08519c", 7, 1}, {"#b35806", 5, 2}, {"#1b7837", 9, 4}, {"#762a83", 13, 5},
              {"#000000", 6, 3}, {"#737373", 4, 1}, {"#4393c3", 8, 2}, {"#d6a05a", 12, 4}};

/* One form for all numbers of a logarithmic axis: %g writes some with an exponent and some without. */
static const char *number_format(const struct plot *plot, const struct plot_axis *axis)
{
    double low = INFINITY, high = 0;
    for (size_t s = 0; s < plot->count; s++)
        for (size_t n = 0; n < plot->series[s].n; n++) {
            const double value = axis == &plot->x ? plot->series[s].x[n] : plot->series[s].y[n];
            low = value > 0 ? fmin(low, value) : low;
            high = fmax(high, value);
        }
    return low >= 1 && high < PLAIN_MOST ? "%.0f" : low >= PLAIN_LEAST && high < PLAIN_MOST ? "%g" : "%.0e";
}

static void print_axis(FILE *f, const struct plot *plot, const char *name)
{
    const struct plot_axis *axis = *name == 'x' ? &plot->x : &plot->y;
    (void)fprintf(f, "set %slabel ", name);
    gnuplot_quote(f, axis->label);
    if (axis->log)
        (void)fprintf(f, "\nset logscale %s", name);
    if (axis->unit) {
        (void)fprintf(f, "\nset format %s ", name);
        char format[32];
        (void)snprintf(format, sizeof format, axis->log ? "%%.0s %%c%s" : "%%.3s %%c%s", axis->unit);
        gnuplot_quote(f, format);
    } else if (axis->log)
        (void)fprintf(f, "\nset format %s '%s'", name, number_format(plot, axis));
    if (axis->log && axis->low <= 0 && axis->high > 0)
        (void)fprintf(f, "\nset %srange [*:%.9g]", name, axis->high);
    else if (axis->low < axis->high)
        (void)fprintf(f, "\nset %srange [%.9g:%.9g]", name, axis->low, axis->high);
    for (size_t n = 0; n < axis->marks; n++) {
        (void)fputs(n ? ", " : "", f);
        if (n == 0)
            (void)fprintf(f, "\nset %stics (", name);
        gnuplot_quote(f, axis->mark[n].text);
        (void)fprintf(f, " %.9g", axis->mark[n].at);
    }
    (void)fputs(axis->marks ? ")\n" : "\n", f);
}

static void print_data(FILE *f, size_t index, const struct plot_series *s)
{
    (void)fprintf(f, "$data%zu << END\n", index);
    for (size_t n = 0; n < s->n; n++) {
        (void)fprintf(f, "%.9g %.9g", s->x[n], s->y[n]);
        if (s->low)
            (void)fprintf(f, " %.9g %.9g", s->low[n], s->high[n]);
        (void)fputc('\n', f);
    }
    (void)fputs("END\n", f);
}

static void print_series(FILE *f, size_t index, const struct plot_series *s)
{
    const struct style *style = &styles[index % (sizeof styles / sizeof styles[0])];
    (void)fprintf(f, "%s$data%zu using 1:2%s with ", index ? ", " : "plot ", index, s->low ? ":3:4" : "");
    switch (s->form) {
    case PLOT_POINTS:
        (void)fprintf(f, "%s pt %d ps 0.7", s->low ? "yerrorbars" : "points", style->sign);
        break;
    case PLOT_DOTS:
        (void)fprintf(f, "points pt 7 ps 0.5 lc rgb '%s' ", PALE);
        break;
    case PLOT_LINE:
        if (s->low)
            (void)fprintf(f, "yerrorlines pt %d ps 0.7 ", style->sign);
        else
            (void)fputs("lines ", f);
        (void)fprintf(f, "lw 2 dt %d", style->dash);
        break;
    case PLOT_STEPS:
        (void)fprintf(f, "steps lw 2 dt %d", style->dash);
        break;
    }
    if (s->form != PLOT_DOTS)
        (void)fprintf(f, " lc rgb '%s' ", style->colour);
    (void)fputs(s->label ? "title " : "notitle", f);
    if (s->label)
        gnuplot_quote(f, s->label);
}

void plot_write(FILE *script, const void *context)
{
    const struct plot *plot = context;
    gnuplot_begin(script, plot->title);
    (void)fputs("set grid\nset offsets graph 0.02, graph 0.02, graph 0.04, graph 0.04\n", script);
    print_axis(script, plot, "x");
    print_axis(script, plot, "y");
    for (size_t n = 0; n < plot->count; n++)
        print_data(script, n, &plot->series[n]);
    for (size_t n = 0; n < plot->count; n++)
        print_series(script, n, &plot->series[n]);
    (void)fputc('\n', script);
}
