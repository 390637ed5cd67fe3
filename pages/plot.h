/* SPDX-License-Identifier: MIT
 * Plots of series, for gnuplot: points, lines, steps. Equal data give equal bytes. */
#ifndef TMR0_PLOT_H
#define TMR0_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What an axis shows at a value, in place of the number. */
struct plot_mark {
    double at;
    const char *text;
};

struct plot_axis {
    const char *label; /* with the unit, as in "repetitions" or "error, ns" */
    const char *unit;  /* of the values, as in "s": numbers are written as 10 us, 1 ms; NULL: plain numbers */
    bool log;          /* values of 0 and below are left out */
    double low, high;  /* what is shown; both 0: as far as the data go; low 0 and log: from there to high */
    const struct plot_mark *mark; /* NULL: gnuplot's */
    size_t marks;
};

enum plot_form { PLOT_POINTS, PLOT_DOTS, PLOT_LINE, PLOT_STEPS }; /* dots are pale: lines show among them */

struct plot_series {
    const char *label; /* NULL: not in the key */
    enum plot_form form;
    const double *x, *y;      /* a y of NAN leaves a gap */
    const double *low, *high; /* intervals of y; NULL: none */
    size_t n;
};

struct plot {
    const char *title;
    const char *about; /* what a reader should see in it: one sentence, for those who cannot see it */
    struct plot_axis x, y;
    const struct plot_series *series;
    size_t count;
};

/* Writes the plot as a script of gnuplot; context: a struct plot. For gnuplot_draw(). */
void plot_write(FILE *script, const void *context);

#endif
