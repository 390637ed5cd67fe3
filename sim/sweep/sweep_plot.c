/* SPDX-License-Identifier: MIT
 * Drawings of a sweep, by gnuplot. */
#include <inttypes.h>
#include <string.h>

#include "pages/gnuplot.h"
#include "sweep_internal.h"

#define CROSSES_MOST 2500 /* points up to which a failing one is marked */
#define PIXELS_MOST 20000 /* points up to which each is a rectangle of its own */

const char *sweep_drawing(const struct sweep *sweep)
{
    if (sweep->random || sweep->axes == 1)
        return "margin.svg";
    return sweep->axes == 2 ? "shmoo.svg" : NULL;
}

/* What the values of the file are divided by. */
static const char *scale_of(const struct sweep_axis *axis)
{
    return axis->kind == SWEEP_OSC ? "1e6" : strstr(axis->column, "_ps") ? "1e3" : "1";
}

static void print_label(FILE *f, const char *which, const struct sweep_axis *axis)
{
    const char *end = strstr(axis->column, axis->kind == SWEEP_OSC ? "_hz" : "_ps");
    const size_t size = end ? (size_t)(end - axis->column) : strlen(axis->column);
    (void)fprintf(f, "set %slabel '%.*s%s'\n", which, (int)size, axis->column,
                  axis->kind == SWEEP_OSC ? ", MHz"
                  : end                   ? ", ns"
                                          : "");
}

static void print_common(FILE *f, const struct sweep *sweep)
{
    char title[256];
    (void)snprintf(title, sizeof title, "%s, %s, part %s, PAL %s: %" PRIu64 " points", sweep->machine,
                   pal_kind_name[sweep->pal], sweep->part, sweep->pal_part, sweep->points);
    gnuplot_begin(f, title);
    (void)fprintf(f, "set datafile separator ','\nfile = ARG2\nverdict = %zu\nslack = %zu\n",
                  sweep->axes + 2 + FIELD_VERDICT, sweep->axes + 2 + FIELD_SLACK);
}

/* Colours that readers with any colour vision tell apart: blue passes, orange fails. */
static void print_shmoo(FILE *f, const struct sweep *sweep)
{
    print_label(f, "y", &sweep->axis[0]);
    print_label(f, "x", &sweep->axis[1]);
    (void)fprintf(f,
                  "set palette defined (-1 '#b35806', -0.02 '#fdd0a2', 0 '#f7f7f7', 0.02 '#c6dbef', 1 '#08519c')\n"
                  "stats file using (column(slack) / 1e3) every ::1 nooutput\n"
                  "most = STATS_max > -STATS_min ? STATS_max : -STATS_min\n"
                  "most = most > 0 ? most : 1\n"
                  "set cbrange [-most:most]\nset cblabel 'least slack, ns (below 0: violated)'\n"
                  "set autoscale fix\n"
                  "plot file using ($3 / %s):($2 / %s):(column(slack) / 1e3) every ::1 with image%s notitle",
                  scale_of(&sweep->axis[1]), scale_of(&sweep->axis[0]), sweep->points <= PIXELS_MOST ? " pixels" : "");
    if (sweep->points <= CROSSES_MOST)
        (void)fprintf(
            f,
            ", file using ($3 / %s):(strcol(verdict) eq 'fail' ? $2 / %s : NaN) every ::1 with points pt 2 ps 0.5 "
            "lc rgb 'black' title 'fails'",
            scale_of(&sweep->axis[1]), scale_of(&sweep->axis[0]));
    (void)fprintf(f, "\n");
}

static void print_margin(FILE *f, const struct sweep *sweep)
{
    print_label(f, "x", &sweep->axis[0]);
    (void)fprintf(
        f,
        "set ylabel 'least slack, ns (below 0: violated)'\nset grid y\nset xzeroaxis lw 2 lc rgb 'black'\n"
        "plot file using ($2 / %s):(strcol(verdict) eq 'pass' ? column(slack) / 1e3 : NaN) every ::1 with points pt 7 "
        "ps 0.6 lc rgb '#08519c' title 'passes', "
        "file using ($2 / %s):(strcol(verdict) eq 'fail' ? column(slack) / 1e3 : NaN) every ::1 with points pt 2 "
        "ps 0.7 lc rgb '#b35806' title 'fails'\n",
        scale_of(&sweep->axis[0]), scale_of(&sweep->axis[0]));
}

static void print_histogram(FILE *f)
{
    (void)fputs(
        "stats file using (column(slack) / 1e3) every ::1 nooutput\n"
        "width = (STATS_max - STATS_min) / 60\nwidth = width > 0 ? width : 1\n"
        "bin(x) = width * (floor(x / width) + 0.5)\n"
        "set xlabel 'least slack of a point, ns (below 0: violated)'\nset ylabel 'points'\n"
        "set boxwidth width\nset style fill solid 0.8\nset yrange [0:*]\nset grid y\n"
        "if (STATS_min <= 0 && STATS_max >= 0) set arrow from 0, graph 0 to 0, graph 1 nohead lw 2 lc rgb 'black'\n"
        "plot file using (bin(column(slack) / 1e3)):(strcol(verdict) eq 'pass') every ::1 smooth frequency with boxes "
        "lc rgb '#08519c' title 'passes', "
        "file using (bin(column(slack) / 1e3)):(strcol(verdict) eq 'fail') every ::1 smooth frequency with boxes "
        "fs pattern 4 lc rgb '#b35806' title 'fails'\n",
        f);
}

static void print_script(FILE *f, const void *context)
{
    const struct sweep *sweep = context;
    print_common(f, sweep);
    if (sweep->random)
        print_histogram(f);
    else if (sweep->axes == 2)
        print_shmoo(f, sweep);
    else
        print_margin(f, sweep);
}

int sweep_draw(const struct sweep *sweep, const char *dir, bool *drawn, struct error *e)
{
    char path[SWEEP_PATH], points[SWEEP_PATH];
    const char *name = sweep_drawing(sweep);
    *drawn = false;
    return name ? gnuplot_draw(sweep_path(path, dir, name), sweep_path(points, dir, "points.csv"), print_script, sweep,
                               drawn, e)
                : STATUS_OK;
}
