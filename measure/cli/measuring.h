/* SPDX-License-Identifier: MIT
 * Measuring a workload with a clock: the runs, and what follows from them. */
#ifndef TMR0_MEASURING_H
#define TMR0_MEASURING_H

#include <signal.h>
#include <stdbool.h>

#include "measure/measure.h"
#include "workload.h"

#define MEASURING_RUNS_MOST 100000000

enum { MEASURING_QUANTILES = 7, MEASURING_MEDIAN = 2 };
extern const double measuring_q[MEASURING_QUANTILES];

struct measuring {
    /* Asked for */
    const char *what; /* what is measured, or the file */
    bool from_file;
    struct measure_clock clock;
    double tick_s, call_s; /* of the clock */
    double single_s;       /* shortest interval that it measures to 1 % */
    uint64_t runs_most;
    double seconds_most, confidence, precision; /* precision: half-width of an answer, of itself */
    uint64_t seed;
    struct workload prepare;           /* before each run, not timed; empty: nothing */
    uint64_t warmup;                   /* runs that are not counted */
    const volatile sig_atomic_t *stop; /* ends the runs when not 0 */

    /* Seen */
    uint64_t runs, unfinished;
    double elapsed_s;
    double wall_s;              /* of all runs that count */
    struct workload_usage used; /* by these */
    bool interrupted, out_of_time;
    double *cpu_s;    /* of each run of a command, sorted from measuring_evaluate() on; else NULL */
    uint64_t *counts; /* one a run, of the clock; NULL from measuring_evaluate() on */
    double *value_s;  /* from then on: the same in seconds, to whole ticks, sorted */

    /* Found */
    bool slow;                    /* runs are short against the tick: means only */
    bool few;                     /* too few to show dependence: the median is that of independent runs */
    struct measure_series series; /* of value_s */
    struct measure_tally tally;
    enum measure_verdict mean_verdict, outlier_verdict, quantile_verdict[MEASURING_QUANTILES];
    struct measure_series_mean_result mean;
    enum measure_verdict cpu_verdict; /* of commands: */
    struct measure_series_mean_result cpu_mean;
    double moved_low_s, moved_high_s; /* least and greatest median of 20 blocks of runs; 0: too few or too short runs */
    struct measure_quantile quantile[MEASURING_QUANTILES];
    struct measure_outliers outliers;
};

/* The longest wait before a run, s: with a slow clock each begins at a random phase of the tick. */
double measuring_wait_s(double tick_s);
/* Runs the workload until one of the bounds is reached or *stop is set. */
int measuring_run(struct measuring *m, const struct workload *w, struct error *e);
/* Takes durations in ns from a file, one a line, # starts a comment; "-" is standard input. */
int measuring_load(struct measuring *m, const char *file, struct error *e);
/* A run's whole ticks; not after measuring_evaluate(). */
double measuring_ticks(const struct measuring *m, uint64_t run);
void measuring_evaluate(struct measuring *m);
/* The mean is known to the precision, and the runs moved by no more. */
bool measuring_precise(const struct measuring *m);
/* Of one run, by the sample; 0 for one run. */
double measuring_deviation_s(const struct measuring *m);
/* A mean, a quantile or the range of the blocks was not refused. */
bool measuring_says(const struct measuring *m);
void measuring_free(struct measuring *m);

#endif
