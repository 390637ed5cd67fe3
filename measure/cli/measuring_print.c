/* SPDX-License-Identifier: MIT */
#include "measuring_print.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/seconds.h"
#include "histogram.h"

#define MEDIAN MEASURING_MEDIAN
#define DIGITS 4         /* of a tick, a fence */
#define WAITED 2         /* wall time over CPU time */
#define CALL_SHARE 1000  /* a longer mean does not show what reading the clock takes */
#define TIMES 64         /* bytes of "1.137 to 1.177 times" */
#define LEAST_WIDTH 1e-4 /* of a ratio's interval, as it is printed */
#define CPU_UNIT_S 1e-6  /* of wait4() */
#define SHAPE_LEAST 6    /* runs: fewer show no distribution */
#define INTERVAL 128     /* bytes of ", 95 % interval LOW to HIGH" */

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

/* Of these runs, whatever they say about others. */
static void print_runs(const struct measuring *m, const struct measured *k)
{
    if (k->slow)
        return;
    char mean[40], spread[96] = "";
    if (m->runs > 1) {
        char least[40], greatest[40], deviation[40];
        (void)snprintf(spread, sizeof spread, " +- %s (mean, standard deviation), %s to %s",
                       seconds_text(deviation, sizeof deviation, k->deviation_s, 2),
                       seconds_text(least, sizeof least, k->series.sorted[0], DIGITS),
                       seconds_text(greatest, sizeof greatest, k->series.sorted[m->runs - 1], DIGITS));
    }
    wrap_row("runs", "%s%s", seconds_text(mean, sizeof mean, k->wall.mean, DIGITS), spread);
}

static void print_median(const struct measuring *m, const struct measured *k)
{
    char median[40];
    struct seconds_row row;
    const enum measure_verdict verdict = k->quantile_verdict[MEDIAN];
    if (k->slow)
        return;
    (void)seconds_text(median, sizeof median, k->median_s, DIGITS);
    const bool few = m->runs < MEASURE_QUANTILE_LEAST;
    if (verdict == MEASURE_FEW && few)
        wrap_row("median",
                 "%s; no interval: the widest, from the least to the greatest of %" PRIu64 " run%s, is one of %.4g %%",
                 median, m->runs, m->runs == 1 ? "" : "s", 100 * (1 - ldexp(1, 1 - (int)m->runs)));
    else if (verdict)
        wrap_row("median", "%s; no interval: %s", median, measure_verdict_text(verdict));
    else {
        quantile_row(&row, m, k, MEDIAN);
        if (k->range)
            wrap_row("median", "%s, range %s to %s of all runs: neighbours depend on each other", row.value, row.low,
                     row.high);
        else
            wrap_row("median", "%s, %g %% interval %s to %s%s", row.value, 100 * m->confidence, row.low, row.high,
                     few ? ", unless the host changes slowly, which so few runs do not show" : "");
    }
}

static void print_no_mean(const struct measuring *m, const struct measured *k)
{
    const char *what = k->slow ? "refused" : "no interval";
    if (k->wall_verdict == MEASURE_FEW && m->runs < MEASURE_MEAN_LEAST)
        wrap_row("mean", "%s: fewer than %d runs often miss a long one that comes once in 100", what,
                 MEASURE_MEAN_LEAST);
    else
        wrap_row("mean", "%s: %s%s", what, measure_verdict_text(k->wall_verdict),
                 k->wall_verdict == MEASURE_DEPENDENT ? "; these change too slowly, or say less than 4 independent ones"
                                                      : "");
    if (k->slow) {
        char tick[40];
        wrap_row("", "a tick is %s; tmr0-measure plan says how many runs a mean needs",
                 seconds_text(tick, sizeof tick, m->tick_s, DIGITS));
    }
}

static void print_mean(const struct measuring *m, const struct measured *k)
{
    struct seconds_row row;
    if (k->wall_verdict) {
        print_no_mean(m, k);
        return;
    }
    mean_row(&row, m, k);
    if (measuring_precise(m, k))
        wrap_row("mean", "%s, %g %% interval %s to %s, as of %.0f independent run%s", row.value, 100 * m->confidence,
                 row.low, row.high, k->wall.worth, k->wall.worth > 1 ? "s" : "");
    else
        wrap_row("range",
                 "%s to %s holds the mean (%g %%), which is not known to --precision %g %%, or the runs changed more",
                 row.low, row.high, 100 * m->confidence, 100 * m->precision);
    if (k->wall.low < k->wall.mean && k->wall.low <= k->series.sorted[0])
        wrap_row("", "the interval reaches the least run: a few long runs decide this mean, more runs narrow it");
    if (m->call_s > k->wall.mean / CALL_SHARE) {
        char call[40];
        wrap_row("", "%s of it is reading the clock", seconds_text(call, sizeof call, m->call_s, 2));
    }
}

/* Where the runs were from time to time: drift by its size. */
static void print_changes(const struct measuring *m, const struct measured *k)
{
    struct seconds_row row;
    const double low = k->moved_low_s, high = k->moved_high_s;
    if (high <= 0)
        return;
    seconds_row(&row, low, low, high, fmax(high - low, m->tick_s));
    wrap_row(k->wall_verdict ? "range" : "over time", "%s to %s: medians of 20 parts of the runs, in their order",
             row.low, row.high);
}

/* The median has its row. */
static void print_quantiles(const struct measuring *m, const struct measured *k)
{
    char value[48], low[48], high[48];
    const struct seconds_unit *unit = seconds_unit(fmax(k->median_s, m->tick_s));
    bool any = false;
    if (k->slow)
        wrap_row("quantiles", "refused: half of the runs are not longer than a tick (%s); no distribution shows",
                 seconds_text(value, sizeof value, m->tick_s, DIGITS));
    for (size_t q = 0; q < MEASURING_QUANTILES; q++) {
        const struct measure_quantile *r = &k->quantile[q];
        struct seconds_row row;
        if (k->quantile_verdict[q] || q == MEDIAN)
            continue;
        if (!any)
            printf("quantiles, %s\n", unit->name);
        any = true;
        seconds_row_in(&row, unit, r->value, r->low, r->high, quantile_half(m, k, q));
        printf("%6.4g %%%s%s to%s\n", 100 * measuring_q[q], number_column_text(value, sizeof value, row.value, 10, 6),
               number_column_text(low, sizeof low, row.low, 8, 6),
               number_column_text(high, sizeof high, row.high, 8, 0));
    }
}

static void print_outliers(const struct measured *k)
{
    char text[40];
    const struct measure_outliers *o = &k->outliers;
    if (k->outlier_verdict || o->count[MEASURE_LOW] + o->count[MEASURE_HIGH] == 0)
        return;
    wrap_row("outliers",
             "%" PRIu64 " low; %" PRIu64 " high, %.1f %% of the time; %" PRIu64
             " far above (from %s), %.1f %% of the time; all are in mean and quantiles",
             o->count[MEASURE_LOW], o->count[MEASURE_HIGH], 100 * o->share[MEASURE_HIGH], o->count[MEASURE_HIGH_SEVERE],
             seconds_text(text, sizeof text, o->severe, DIGITS), 100 * o->share[MEASURE_HIGH_SEVERE]);
}

/* Of commands: what their runs waited for is in their wall time. */
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
    if (k->failed)
        wrap_row("failed", "%" PRIu64 " of the runs, which are in all results", k->failed);
    if (k->cpu.mean <= 0)
        return;
    if (k->cpu_verdict == MEASURE_OK) {
        struct seconds_row row;
        const struct measure_series_mean_result *r = &k->cpu;
        seconds_row(&row, r->mean, fmax(r->low, 0), r->high, fmax(r->high - r->low, CPU_UNIT_S) / 2);
        (void)snprintf(interval, sizeof interval, ", %g %% interval %s to %s", 100 * m->confidence, row.low, row.high);
    }
    wrap_row("CPU time", "%s a run%s: user %s, system %s; %s", seconds_text(each, sizeof each, k->cpu.mean, DIGITS),
             interval, seconds_text(user, sizeof user, k->mean.user_s, DIGITS),
             seconds_text(system, sizeof system, k->mean.system_s, DIGITS),
             measuring_lost_text(lost, sizeof lost, k->mean.involuntary));
    if (k->cpu_verdict != MEASURE_OK && m->runs >= MEASURE_MEAN_LEAST) /* of fewer there is no mean either */
        wrap_row("", "it has no interval: %s", measure_verdict_text(k->cpu_verdict));
    print_waited(m, k);
}

static const char *ended_by(const struct measuring *m)
{
    return m->failed        ? "; ended by a run that failed"
           : m->interrupted ? "; ended by Ctrl-C"
           : m->out_of_time ? "; ended by --seconds"
                            : "";
}

static void print_alone(const struct measuring *m, const struct measured *k)
{
    struct histogram h;
    if (m->from_file) {
        wrap_print(0, "%s: %" PRIu64 " duration%s", k->work.name, m->runs, m->runs == 1 ? "" : "s");
    } else {
        char tick[40];
        wrap_print(0, "%s: %" PRIu64 " run%s in %.2f s, clock %s with a tick of %s, seed %" PRIu64 "%s%s", k->work.name,
                   m->runs, m->runs == 1 ? "" : "s", m->elapsed_s, m->clock.name,
                   seconds_text(tick, sizeof tick, m->tick_s, DIGITS), m->seed, ended_by(m),
                   m->unfinished ? ", the last run not counted" : "");
    }
    print_runs(m, k);
    print_cpu(m, k);
    print_median(m, k);
    print_mean(m, k);
    print_changes(m, k);
    print_quantiles(m, k);
    print_outliers(k);
    histogram_make(&h, k->series.sorted, m->runs, m->tick_s);
    if (!k->slow && m->runs >= SHAPE_LEAST)
        histogram_print(stdout, &h);
}

/* ---- Several */

static bool differs(const struct measuring_ratio *ratio)
{
    return !ratio->verdict && (ratio->of.low > 1 || ratio->of.high < 1);
}

/* "1.137 to 1.177 times" */
static const char *times_text(char text[TIMES], double low, double high)
{
    const int places = (int)fmax(0, 1 - floor(log10(fmax(high - low, LEAST_WIDTH))));
    (void)snprintf(text, TIMES, "%.*f to %.*f times", places, low, places, high);
    return text;
}

static void print_ratio(const char *what, const struct measuring_ratio *ratio)
{
    if (ratio->verdict) {
        wrap_row(what, "refused: %s", measure_verdict_text(ratio->verdict));
    } else {
        char text[TIMES];
        wrap_row(what, "%s that of 1%s", times_text(text, ratio->of.low, ratio->of.high),
                 differs(ratio) ? "" : ", no difference is seen");
    }
}

/* Wall time where CPU time does not explain it; else CPU time, which other programs disturb less. */
static void print_summary(const struct measuring *m, const struct measured *k)
{
    const char *first = m->command[0]->work.name, *other = k->work.name;
    const struct measure_ratio_result *cpu = &k->cpu_ratio.of, *wall = &k->wall_ratio.of;
    const bool apart = !differs(&k->cpu_ratio) || wall->low > cpu->high || wall->high < cpu->low;
    const struct measuring_ratio *by = differs(&k->wall_ratio) && apart ? &k->wall_ratio : &k->cpu_ratio;
    if (differs(by)) {
        char text[TIMES];
        const bool slower = by->of.low > 1;
        wrap_print(0, "%s is %s faster than %s, %s (%g %% interval)", slower ? first : other,
                   times_text(text, slower ? by->of.low : 1 / by->of.high, slower ? by->of.high : 1 / by->of.low),
                   slower ? other : first, by == &k->wall_ratio ? "wall time" : "CPU time", 100 * m->confidence);
    } else {
        wrap_print(0, "%s %s and %s",
                   k->cpu_ratio.verdict && k->wall_ratio.verdict ? "these runs do not compare"
                                                                 : "no difference is seen between",
                   first, other);
    }
}

static void print_several(const struct measuring *m)
{
    wrap_print(0, "%zu commands, %" PRIu64 " round%s in random order in %.1f s, seed %" PRIu64 "%s", m->commands,
               m->runs, m->runs == 1 ? "" : "s", m->elapsed_s, m->seed,
               m->precise || *ended_by(m) ? ended_by(m) : "; ended by --runs");
    for (size_t i = 0; i < m->commands; i++) {
        wrap_print(2, "%zu: %s", i + 1, m->command[i]->work.name);
        print_runs(m, m->command[i]);
        print_median(m, m->command[i]);
        print_cpu(m, m->command[i]);
    }
    for (size_t i = 1; i < m->commands; i++) {
        print_summary(m, m->command[i]);
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

int measuring_svg(const struct measuring *m, const char *file, bool *drawn, struct error *e)
{
    const struct measured *k = m->command[0];
    char title[160];
    struct histogram h;
    struct seconds_row row;
    struct histogram_mark mark[HISTOGRAM_MARKS] = {{.at_s = k->median_s}, {.at_s = k->wall.mean}};
    (void)snprintf(title, sizeof title, "%.100s: %" PRIu64 " run%s, clock %s", k->work.name, m->runs,
                   m->runs == 1 ? "" : "s", m->clock.name);
    histogram_make(&h, k->series.sorted, m->runs, m->tick_s);
    if (k->quantile_verdict[MEDIAN] == MEASURE_OK) {
        quantile_row(&row, m, k, MEDIAN);
        (void)snprintf(mark[0].text, sizeof mark[0].text, "median %s", row.value);
    }
    if (k->wall_verdict == MEASURE_OK) {
        mean_row(&row, m, k);
        (void)snprintf(mark[1].text, sizeof mark[1].text, "mean %s", row.value);
    }
    return histogram_draw(&h, title, mark, file, drawn, e);
}
