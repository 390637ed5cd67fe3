/* SPDX-License-Identifier: MIT */
#include "measuring_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/seconds.h"

#define MEDIAN MEASURING_MEDIAN
#define DIGITS 4        /* of a tick, a fence */
#define WAITED 2        /* wall time over CPU time */
#define CPU_UNIT_S 1e-6 /* of wait4() */

/* The interval may go below 0, which no duration does. */
static double low_of_mean(const struct measuring *m)
{
    return fmax(m->mean.low, 0);
}

static double independent_runs(const struct measuring *m)
{
    return fmax(1, floor(m->mean.worth));
}

/* A range has a digit more. */
static void mean_row(struct seconds_row *row, const struct measuring *m)
{
    const struct measure_series_mean_result *k = &m->mean;
    const double half_s = (k->high - k->low) / (measuring_precise(m) ? 2 : 20);
    seconds_row(row, k->mean, low_of_mean(m), k->high, fmax(half_s, m->tick_s / 100));
}

/* At least a tick. */
static double quantile_half(const struct measuring *m, size_t q)
{
    return fmax((m->quantile[q].high - m->quantile[q].low) / 2, m->tick_s);
}

static void quantile_row(struct seconds_row *row, const struct measuring *m, size_t q)
{
    seconds_row(row, m->quantile[q].value, m->quantile[q].low, m->quantile[q].high, quantile_half(m, q));
}

static void print_mean(const struct measuring *m)
{
    char text[40];
    struct seconds_row row;
    if (m->mean_verdict) {
        printf("mean       refused: %s\n", measure_verdict_text(m->mean_verdict));
        if (m->mean_verdict == MEASURE_DEPENDENT)
            wrap_row("", "these runs change too slowly, or are worth fewer than 20 independent ones");
        if (m->mean_verdict == MEASURE_FEW && m->runs < MEASURE_MEAN_LEAST)
            wrap_row("", "fewer than %d runs often miss a long one that comes once in 100%s", MEASURE_MEAN_LEAST,
                     m->quantile_verdict[MEDIAN] ? "" : "; the median needs no mean");
        if (m->slow)
            printf("           a tick is %s; tmr0-measure plan says how many runs a mean needs\n",
                   seconds_text(text, sizeof text, m->tick_s, DIGITS));
        return;
    }
    mean_row(&row, m);
    if (measuring_precise(m))
        wrap_row("mean", "%s, %g %% interval %s to %s, as of %.0f independent run%s", row.value, 100 * m->confidence,
                 row.low, row.high, independent_runs(m), independent_runs(m) > 1 ? "s" : "");
    else
        wrap_row("range",
                 "%s to %s: %g %% interval of the mean, %s; it is wider than --precision %g %%, or the runs moved more",
                 row.low, row.high, 100 * m->confidence, row.value, 100 * m->precision);
    if (m->mean.low < 0)
        wrap_row("", "the interval reaches 0: a few long runs decide this mean, more runs narrow it");
    if (m->call_s > 0)
        printf("           %s of it is reading the clock\n", seconds_text(text, sizeof text, m->call_s, 2));
}

/* Where the runs were from time to time: drift by its size. */
static void print_moved(const struct measuring *m)
{
    struct seconds_row row;
    const double low = m->moved_low_s, high = m->moved_high_s;
    if (high <= 0)
        return;
    seconds_row(&row, low, low, high, fmax(high - low, m->tick_s));
    wrap_row(m->mean_verdict ? "range" : "moved", "%s to %s: medians of 20 blocks of these runs", row.low, row.high);
}

static void print_quantile(const struct measuring *m, size_t q, const char *unit)
{
    const struct measure_quantile *k = &m->quantile[q];
    struct seconds_row row;
    char value[48], low[48], high[48];
    seconds_row_in(&row, unit, k->value, k->low, k->high, quantile_half(m, q));
    printf("%6.4g %%%s%s to%s\n", 100 * measuring_q[q], number_column_text(value, sizeof value, row.value, 10, 6),
           number_column_text(low, sizeof low, row.low, 8, 6), number_column_text(high, sizeof high, row.high, 8, 0));
}

static void print_quantiles(const struct measuring *m)
{
    if (m->slow) {
        char text[40];
        printf("quantiles  refused: half of the runs are not longer than a tick (%s); no distribution shows\n",
               seconds_text(text, sizeof text, m->tick_s, DIGITS));
        return;
    }
    const char *unit =
        seconds_unit(m->quantile_verdict[MEDIAN] ? m->tick_s : fmax(m->quantile[MEDIAN].value, m->tick_s));
    printf("quantiles, %s\n", unit);
    for (size_t q = 0; q < MEASURING_QUANTILES; q++) {
        if (m->few && q == MEDIAN && m->quantile_verdict[q])
            printf("%6.4g %%   refused: %" PRIu64
                   " run%s an interval of %.4g %% at most, from the least to the greatest\n",
                   100 * measuring_q[q], m->runs, m->runs == 1 ? " gives" : "s give",
                   100 * (1 - ldexp(1, 1 - (int)m->runs)));
        else if (m->quantile_verdict[q])
            printf("%6.4g %%   refused: %s\n", 100 * measuring_q[q], measure_verdict_text(m->quantile_verdict[q]));
        else
            print_quantile(m, q, unit);
    }
}

/* Too few runs show no dependence. */
static void print_few(const struct measuring *m)
{
    if (m->few && m->quantile_verdict[MEDIAN] == MEASURE_OK)
        wrap_row("", "the median as that of independent runs: fewer than %d do not show whether they are",
                 MEASURE_QUANTILE_LEAST);
}

static void print_outliers(const struct measuring *m)
{
    if (m->outlier_verdict)
        return;
    char text[40];
    const struct measure_outliers *o = &m->outliers;
    wrap_row("outliers",
             "%" PRIu64 " low; %" PRIu64 " high, %.1f %% of the time; %" PRIu64
             " far above (from %s), %.1f %% of the time; all are in mean and quantiles",
             o->count[MEASURE_LOW], o->count[MEASURE_HIGH], 100 * o->share[MEASURE_HIGH], o->count[MEASURE_HIGH_SEVERE],
             seconds_text(text, sizeof text, o->severe, DIGITS), 100 * o->share[MEASURE_HIGH_SEVERE]);
}

static void print_extremes(const struct measuring *m)
{
    if (m->slow || m->runs == 1)
        return;
    char least[40], greatest[40], deviation[40];
    wrap_row("all runs", "%s to %s, standard deviation %s",
             seconds_text(least, sizeof least, m->series.sorted[0], DIGITS),
             seconds_text(greatest, sizeof greatest, m->series.sorted[m->runs - 1], DIGITS),
             seconds_text(deviation, sizeof deviation, measuring_deviation_s(m), 2));
}

static double cpu_s(const struct measuring *m)
{
    return m->used.user_s + m->used.system_s;
}

void measuring_print_waited(double wall_s, double cpu_s)
{
    if (cpu_s > 0 && wall_s > WAITED * cpu_s)
        wrap_row("waited", "the runs took %.1f times their CPU time: the command waits, or other programs had its CPU",
                 wall_s / cpu_s);
}

const char *measuring_lost_text(char *text, size_t size, double involuntary)
{
    char times[16];
    (void)snprintf(times, sizeof times, "%.2g", involuntary);
    (void)snprintf(text, size, "it lost its CPU %s time%s a run", times, strcmp(times, "1") == 0 ? "" : "s");
    return text;
}

/* Of commands. */
static void print_cpu(const struct measuring *m)
{
    char each[40], user[40], system[40], lost[48], interval[112] = "";
    const double runs = (double)m->runs;
    if (cpu_s(m) <= 0)
        return;
    measuring_print_waited(m->wall_s, cpu_s(m));
    if (m->cpu_verdict == MEASURE_OK) {
        struct seconds_row row;
        const struct measure_series_mean_result *k = &m->cpu_mean;
        seconds_row(&row, k->mean, fmax(k->low, 0), k->high, fmax(k->high - k->low, CPU_UNIT_S) / 2);
        (void)snprintf(interval, sizeof interval, ", %g %% interval %s to %s", 100 * m->confidence, row.low, row.high);
    }
    wrap_row("CPU time", "%s a run%s: user %s, system %s; %s", seconds_text(each, sizeof each, cpu_s(m) / runs, DIGITS),
             interval, seconds_text(user, sizeof user, m->used.user_s / runs, DIGITS),
             seconds_text(system, sizeof system, m->used.system_s / runs, DIGITS),
             measuring_lost_text(lost, sizeof lost, m->used.involuntary / runs));
    if (m->cpu_verdict != MEASURE_OK && m->runs >= MEASURE_MEAN_LEAST) /* of fewer there is no mean either */
        wrap_row("", "it has no interval: %s", measure_verdict_text(m->cpu_verdict));
}

void measuring_print(const struct measuring *m, const struct histogram *h)
{
    if (m->from_file) {
        printf("%s: %" PRIu64 " duration%s\n", m->what, m->runs, m->runs == 1 ? "" : "s");
    } else {
        char text[40];
        printf("%s: %" PRIu64 " run%s in %.2f s, clock %s with a tick of %s, seed %" PRIu64 "%s%s\n", m->what, m->runs,
               m->runs == 1 ? "" : "s", m->elapsed_s, m->clock.name, seconds_text(text, sizeof text, m->tick_s, DIGITS),
               m->seed,
               m->interrupted   ? "; ended by Ctrl-C"
               : m->out_of_time ? "; ended by --seconds"
                                : "",
               m->unfinished ? ", the last run not counted" : "");
    }
    print_cpu(m);
    print_mean(m);
    print_moved(m);
    print_quantiles(m);
    print_few(m);
    print_extremes(m);
    print_outliers(m);
    if (!m->slow)
        histogram_print(stdout, h);
}

static void add_mean(cJSON *all, const struct measuring *m)
{
    if (m->mean_verdict) {
        cJSON_AddStringToObject(all, "mean_refused", measure_verdict_text(m->mean_verdict));
        return;
    }
    cJSON_AddNumberToObject(all, "mean_s", m->mean.mean);
    cJSON_AddNumberToObject(all, "low_s", low_of_mean(m));
    cJSON_AddNumberToObject(all, "high_s", m->mean.high);
    cJSON_AddBoolToObject(all, "precise", measuring_precise(m));
    cJSON_AddNumberToObject(all, "independent_runs", independent_runs(m));
}

void measuring_json_runs(cJSON *all, const struct measuring *m)
{
    cJSON_AddStringToObject(all, "what", m->what);
    cJSON_AddStringToObject(all, "clock", m->clock.name);
    cJSON_AddNumberToObject(all, "tick_s", m->tick_s);
    cJSON_AddNumberToObject(all, "call_s", m->call_s);
    output_json_count(all, "runs", m->runs);
    output_json_count(all, "seed", m->seed);
    cJSON_AddBoolToObject(all, "interrupted", m->interrupted);
    cJSON_AddNumberToObject(all, "confidence", m->confidence);
}

void measuring_json(cJSON *all, const struct measuring *m)
{
    measuring_json_runs(all, m);
    if (cpu_s(m) > 0) {
        cJSON_AddNumberToObject(all, "user_s", m->used.user_s / (double)m->runs);
        cJSON_AddNumberToObject(all, "system_s", m->used.system_s / (double)m->runs);
        cJSON_AddNumberToObject(all, "involuntary_switches", m->used.involuntary / (double)m->runs);
    }
    if (cpu_s(m) > 0 && m->cpu_verdict == MEASURE_OK) {
        cJSON_AddNumberToObject(all, "cpu_s", m->cpu_mean.mean);
        cJSON_AddNumberToObject(all, "cpu_low_s", fmax(m->cpu_mean.low, 0));
        cJSON_AddNumberToObject(all, "cpu_high_s", m->cpu_mean.high);
    } else if (cpu_s(m) > 0) {
        cJSON_AddStringToObject(all, "cpu_refused", measure_verdict_text(m->cpu_verdict));
    }
    cJSON_AddNumberToObject(all, "min_s", m->series.sorted[0]);
    cJSON_AddNumberToObject(all, "max_s", m->series.sorted[m->runs - 1]);
    if (m->runs > 1)
        cJSON_AddNumberToObject(all, "stddev_s", measuring_deviation_s(m));
    if (m->moved_high_s > 0) {
        cJSON_AddNumberToObject(all, "moved_low_s", m->moved_low_s);
        cJSON_AddNumberToObject(all, "moved_high_s", m->moved_high_s);
    }
    add_mean(all, m);
    cJSON *quantiles = cJSON_AddArrayToObject(all, "quantiles");
    for (size_t q = 0; q < MEASURING_QUANTILES; q++) {
        if (m->quantile_verdict[q])
            continue;
        cJSON *one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "q", measuring_q[q]);
        cJSON_AddNumberToObject(one, "value_s", m->quantile[q].value);
        cJSON_AddNumberToObject(one, "low_s", m->quantile[q].low);
        cJSON_AddNumberToObject(one, "high_s", m->quantile[q].high);
        cJSON_AddItemToArray(quantiles, one);
    }
    if (m->outlier_verdict == MEASURE_OK) {
        cJSON *outliers = cJSON_AddObjectToObject(all, "outliers");
        output_json_count(outliers, "low", m->outliers.count[MEASURE_LOW]);
        output_json_count(outliers, "high", m->outliers.count[MEASURE_HIGH]);
        output_json_count(outliers, "severe", m->outliers.count[MEASURE_HIGH_SEVERE]);
    }
}

void measuring_raw(FILE *f, const struct measuring *m)
{
    for (uint64_t i = 0; i < m->runs; i++)
        (void)fprintf(f, "%.0f\n", measuring_ticks(m, i) * m->tick_s * 1e9);
}

int measuring_svg(const struct measuring *m, const struct histogram *h, const struct output *svg, struct error *e)
{
    char title[160];
    (void)snprintf(title, sizeof title, "%s: %" PRIu64 " run%s, clock %s", m->what, m->runs, m->runs == 1 ? "" : "s",
                   m->clock.name);
    struct seconds_row row[HISTOGRAM_MARKS];
    struct histogram_mark mark[HISTOGRAM_MARKS] = {{.name = "median"}, {.name = "mean"}};
    if (m->quantile_verdict[MEDIAN] == MEASURE_OK) {
        mark[0].at_s = m->quantile[MEDIAN].value;
        quantile_row(&row[0], m, MEDIAN);
        mark[0].text = row[0].value;
    }
    if (m->mean_verdict == MEASURE_OK) {
        mark[1].at_s = m->mean.mean;
        mean_row(&row[1], m);
        mark[1].text = row[1].value;
    }
    char *text = histogram_svg(h, title, mark);
    int status = output_text(svg, text, e);
    free(text);
    return status;
}
