/* SPDX-License-Identifier: MIT */
#include "measuring_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/seconds.h"
#include "histogram.h"

#define MEDIAN MEASURING_MEDIAN
#define DIGITS 4        /* of a tick, a fence */
#define WAITED 2        /* wall time over CPU time */
#define TIMES 2         /* ratios from here on are printed as times, smaller ones in per cent */
#define CPU_UNIT_S 1e-6 /* of wait4() */
#define INTERVAL 128    /* bytes of ", 95 % interval LOW to HIGH" */

/* A range has a digit more. */
static void mean_row(struct seconds_row *row, const struct measuring *m, const struct measured *k)
{
    const struct measure_series_mean_result *r = &k->wall;
    const double half_s = (r->high - r->low) / (measuring_precise(m, k) ? 2 : 20);
    seconds_row(row, r->mean, fmax(r->low, 0), r->high, fmax(half_s, m->tick_s / 100));
}

/* At least a tick. */
static double quantile_half(const struct measuring *m, const struct measured *k, size_t q)
{
    return fmax((k->quantile[q].high - k->quantile[q].low) / 2, m->tick_s);
}

static void quantile_row(struct seconds_row *row, const struct measuring *m, const struct measured *k, size_t q)
{
    seconds_row(row, k->quantile[q].value, k->quantile[q].low, k->quantile[q].high, quantile_half(m, k, q));
}

static void print_mean(const struct measuring *m, const struct measured *k)
{
    char text[40];
    struct seconds_row row;
    if (k->wall_verdict) {
        printf("mean       refused: %s\n", measure_verdict_text(k->wall_verdict));
        if (k->wall_verdict == MEASURE_DEPENDENT)
            wrap_row("", "these runs change too slowly, or are worth fewer than 20 independent ones");
        if (k->wall_verdict == MEASURE_FEW && m->runs < MEASURE_MEAN_LEAST)
            wrap_row("", "fewer than %d runs often miss a long one that comes once in 100%s", MEASURE_MEAN_LEAST,
                     k->quantile_verdict[MEDIAN] ? "" : "; the median needs no mean");
        if (k->slow)
            printf("           a tick is %s; tmr0-measure plan says how many runs a mean needs\n",
                   seconds_text(text, sizeof text, m->tick_s, DIGITS));
        return;
    }
    mean_row(&row, m, k);
    if (measuring_precise(m, k))
        wrap_row("mean", "%s, %g %% interval %s to %s, as of %.0f independent run%s", row.value, 100 * m->confidence,
                 row.low, row.high, k->wall.worth, k->wall.worth > 1 ? "s" : "");
    else
        wrap_row("range",
                 "%s to %s: %g %% interval of the mean, %s; it is wider than --precision %g %%, or the runs moved more",
                 row.low, row.high, 100 * m->confidence, row.value, 100 * m->precision);
    if (k->wall.low < 0)
        wrap_row("", "the interval reaches 0: a few long runs decide this mean, more runs narrow it");
    if (m->call_s > 0)
        printf("           %s of it is reading the clock\n", seconds_text(text, sizeof text, m->call_s, 2));
}

/* Where the runs were from time to time: drift by its size. */
static void print_moved(const struct measuring *m, const struct measured *k)
{
    struct seconds_row row;
    const double low = k->moved_low_s, high = k->moved_high_s;
    if (high <= 0)
        return;
    seconds_row(&row, low, low, high, fmax(high - low, m->tick_s));
    wrap_row(k->wall_verdict ? "range" : "moved", "%s to %s: medians of 20 blocks of these runs", row.low, row.high);
}

static void print_quantile(const struct measuring *m, const struct measured *k, size_t q,
                           const struct seconds_unit *unit)
{
    const struct measure_quantile *r = &k->quantile[q];
    struct seconds_row row;
    char value[48], low[48], high[48];
    seconds_row_in(&row, unit, r->value, r->low, r->high, quantile_half(m, k, q));
    printf("%6.4g %%%s%s to%s\n", 100 * measuring_q[q], number_column_text(value, sizeof value, row.value, 10, 6),
           number_column_text(low, sizeof low, row.low, 8, 6), number_column_text(high, sizeof high, row.high, 8, 0));
}

static void print_quantiles(const struct measuring *m, const struct measured *k)
{
    if (k->slow) {
        char text[40];
        printf("quantiles  refused: half of the runs are not longer than a tick (%s); no distribution shows\n",
               seconds_text(text, sizeof text, m->tick_s, DIGITS));
        return;
    }
    const struct seconds_unit *unit =
        seconds_unit(k->quantile_verdict[MEDIAN] ? m->tick_s : fmax(k->quantile[MEDIAN].value, m->tick_s));
    printf("quantiles, %s\n", unit->name);
    for (size_t q = 0; q < MEASURING_QUANTILES; q++) {
        if (k->few && q == MEDIAN && k->quantile_verdict[q])
            printf("%6.4g %%   refused: %" PRIu64
                   " run%s an interval of %.4g %% at most, from the least to the greatest\n",
                   100 * measuring_q[q], m->runs, m->runs == 1 ? " gives" : "s give",
                   100 * (1 - ldexp(1, 1 - (int)m->runs)));
        else if (k->quantile_verdict[q])
            printf("%6.4g %%   refused: %s\n", 100 * measuring_q[q], measure_verdict_text(k->quantile_verdict[q]));
        else
            print_quantile(m, k, q, unit);
    }
}

/* Too few runs show no dependence. */
static void print_few(const struct measured *k)
{
    if (k->few && k->quantile_verdict[MEDIAN] == MEASURE_OK)
        wrap_row("", "the median as that of independent runs: fewer than %d do not show whether they are",
                 MEASURE_QUANTILE_LEAST);
}

static void print_outliers(const struct measured *k)
{
    if (k->outlier_verdict)
        return;
    char text[40];
    const struct measure_outliers *o = &k->outliers;
    wrap_row("outliers",
             "%" PRIu64 " low; %" PRIu64 " high, %.1f %% of the time; %" PRIu64
             " far above (from %s), %.1f %% of the time; all are in mean and quantiles",
             o->count[MEASURE_LOW], o->count[MEASURE_HIGH], 100 * o->share[MEASURE_HIGH], o->count[MEASURE_HIGH_SEVERE],
             seconds_text(text, sizeof text, o->severe, DIGITS), 100 * o->share[MEASURE_HIGH_SEVERE]);
}

static void print_extremes(const struct measuring *m, const struct measured *k)
{
    if (k->slow || m->runs == 1)
        return;
    char least[40], greatest[40], deviation[40];
    wrap_row("all runs", "%s to %s, standard deviation %s",
             seconds_text(least, sizeof least, k->series.sorted[0], DIGITS),
             seconds_text(greatest, sizeof greatest, k->series.sorted[m->runs - 1], DIGITS),
             seconds_text(deviation, sizeof deviation, k->deviation_s, 2));
}

static void interval_text(char text[INTERVAL], const struct measuring *m, const struct seconds_row *row)
{
    (void)snprintf(text, INTERVAL, ", %g %% interval %s to %s", 100 * m->confidence, row->low, row->high);
}

/* Of commands, first of all: what their runs waited for is in their wall time. */
static void print_waited(const struct measuring *m, const struct measured *k)
{
    const double over = k->wall_s / ((double)m->runs * k->cpu.mean);
    if (k->cpu.mean > 0 && over > WAITED)
        wrap_row("waited", "the runs took %.1f times their CPU time: the command waits, or other programs had its CPU",
                 over);
}

const char *measuring_lost_text(char *text, size_t size, double involuntary)
{
    char times[16];
    (void)snprintf(times, sizeof times, "%.2g", involuntary);
    (void)snprintf(text, size, "it lost its CPU %s time%s a run", times, strcmp(times, "1") == 0 ? "" : "s");
    return text;
}

/* Of commands. */
static void print_cpu(const struct measuring *m, const struct measured *k)
{
    char each[40], user[40], system[40], lost[48], interval[INTERVAL] = "";
    if (k->cpu.mean <= 0)
        return;
    print_waited(m, k);
    if (k->cpu_verdict == MEASURE_OK) {
        struct seconds_row row;
        const struct measure_series_mean_result *r = &k->cpu;
        seconds_row(&row, r->mean, fmax(r->low, 0), r->high, fmax(r->high - r->low, CPU_UNIT_S) / 2);
        interval_text(interval, m, &row);
    }
    wrap_row("CPU time", "%s a run%s: user %s, system %s; %s", seconds_text(each, sizeof each, k->cpu.mean, DIGITS),
             interval, seconds_text(user, sizeof user, k->mean.user_s, DIGITS),
             seconds_text(system, sizeof system, k->mean.system_s, DIGITS),
             measuring_lost_text(lost, sizeof lost, k->mean.involuntary));
    if (k->cpu_verdict != MEASURE_OK && m->runs >= MEASURE_MEAN_LEAST) /* of fewer there is no mean either */
        wrap_row("", "it has no interval: %s", measure_verdict_text(k->cpu_verdict));
}

static void print_alone(const struct measuring *m, const struct measured *k)
{
    struct histogram h;
    if (m->from_file) {
        printf("%s: %" PRIu64 " duration%s\n", k->work.name, m->runs, m->runs == 1 ? "" : "s");
    } else {
        char text[40];
        printf("%s: %" PRIu64 " run%s in %.2f s, clock %s with a tick of %s, seed %" PRIu64 "%s%s\n", k->work.name,
               m->runs, m->runs == 1 ? "" : "s", m->elapsed_s, m->clock.name,
               seconds_text(text, sizeof text, m->tick_s, DIGITS), m->seed,
               m->interrupted   ? "; ended by Ctrl-C"
               : m->out_of_time ? "; ended by --seconds"
                                : "",
               m->unfinished ? ", the last run not counted" : "");
    }
    print_cpu(m, k);
    print_mean(m, k);
    print_moved(m, k);
    print_quantiles(m, k);
    print_few(k);
    print_extremes(m, k);
    print_outliers(k);
    histogram_make(&h, k->series.sorted, m->runs, m->tick_s);
    if (!k->slow)
        histogram_print(stdout, &h);
}

/* ---- Several */

/* Near 1 in per cent more or less, else as times. */
static void print_ratio(const char *what, const struct measuring_ratio *ratio)
{
    const double low = ratio->of.low, high = ratio->of.high, width = 100 * (high - low);
    const int digits = width >= 10 ? 0 : width >= 1 ? 1 : 2; /* a hundredth of the interval or more */
    if (ratio->verdict)
        wrap_row(what, "refused: %s", measure_verdict_text(ratio->verdict));
    else if (low >= TIMES || high > TIMES || low < 1.0 / TIMES)
        wrap_row(what, "%s%.3g to %.3g times", low <= 1 && high >= 1 ? "no difference is seen: " : "", low, high);
    else if (low <= 1 && high >= 1)
        wrap_row(what, "no difference is seen: %+.*f to %+.*f %%", digits, 100 * (low - 1), digits, 100 * (high - 1));
    else if (low > 1)
        wrap_row(what, "%.*f to %.*f %% more", digits, 100 * (low - 1), digits, 100 * (high - 1));
    else
        wrap_row(what, "%.*f to %.*f %% less", digits, 100 * (1 - high), digits, 100 * (1 - low));
}

static void print_short(const struct measuring *m, size_t i)
{
    const struct measured *k = m->command[i];
    struct seconds_row row;
    char wall[40], least[40], cpu[40], lost[48], interval[INTERVAL] = "";
    if (k->quantile_verdict[MEDIAN] == MEASURE_OK) {
        (void)seconds_text(row.low, sizeof row.low, k->quantile[MEDIAN].low, DIGITS);
        (void)seconds_text(row.high, sizeof row.high, k->quantile[MEDIAN].high, DIGITS);
        interval_text(interval, m, &row);
    }
    wrap_print(2, "%zu: %s", i + 1, k->work.name);
    print_waited(m, k);
    wrap_row("", "median %s%s, least %s; CPU time %s; %s", seconds_text(wall, sizeof wall, k->median_s, DIGITS),
             interval, seconds_text(least, sizeof least, k->series.sorted[0], DIGITS),
             seconds_text(cpu, sizeof cpu, k->cpu.mean, DIGITS),
             measuring_lost_text(lost, sizeof lost, k->mean.involuntary));
}

static void print_several(const struct measuring *m)
{
    wrap_print(0, "%zu commands, %" PRIu64 " rounds in random order in %.1f s, seed %" PRIu64 "%s", m->commands,
               m->runs, m->elapsed_s, m->seed,
               m->interrupted   ? "; ended by Ctrl-C"
               : m->out_of_time ? "; ended by --seconds"
               : m->precise     ? ""
                                : "; ended by --runs");
    for (size_t i = 0; i < m->commands; i++)
        print_short(m, i);
    for (size_t i = 1; i < m->commands; i++) {
        printf("%zu against 1, with %g %% intervals\n", i + 1, 100 * m->confidence);
        print_ratio("CPU time", &m->command[i]->cpu_ratio);
        print_ratio("wall time", &m->command[i]->wall_ratio);
    }
}

void measuring_print(const struct measuring *m)
{
    if (m->commands > 1)
        print_several(m);
    else
        print_alone(m, m->command[0]);
}

int measuring_svg(const struct measuring *m, const struct output *svg, struct error *e)
{
    const struct measured *k = m->command[0];
    char title[160];
    struct histogram h;
    (void)snprintf(title, sizeof title, "%s: %" PRIu64 " run%s, clock %s", k->work.name, m->runs,
                   m->runs == 1 ? "" : "s", m->clock.name);
    histogram_make(&h, k->series.sorted, m->runs, m->tick_s);
    struct seconds_row row[HISTOGRAM_MARKS];
    struct histogram_mark mark[HISTOGRAM_MARKS] = {{.name = "median"}, {.name = "mean"}};
    if (k->quantile_verdict[MEDIAN] == MEASURE_OK) {
        mark[0].at_s = k->quantile[MEDIAN].value;
        quantile_row(&row[0], m, k, MEDIAN);
        mark[0].text = row[0].value;
    }
    if (k->wall_verdict == MEASURE_OK) {
        mark[1].at_s = k->wall.mean;
        mean_row(&row[1], m, k);
        mark[1].text = row[1].value;
    }
    char *text = histogram_svg(&h, title, mark);
    int status = output_text(svg, text, e);
    free(text);
    return status;
}
