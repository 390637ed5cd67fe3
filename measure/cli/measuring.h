/* SPDX-License-Identifier: MIT
 * Measuring workloads with a clock: the runs, and what follows from them. Several are run in rounds, each once a round,
 * in random order. */
#ifndef TMR0_MEASURING_H
#define TMR0_MEASURING_H

#include <signal.h>
#include <stdbool.h>

#include "measure/measure.h"
#include "workload.h"

#define MEASURING_RUNS_MOST 100000000

enum { MEASURING_COMMANDS = 64, MEASURING_QUANTILES = 7, MEASURING_MEDIAN = 2 };
extern const double measuring_q[MEASURING_QUANTILES];

/* A time over that of the first command. */
struct measuring_ratio {
    enum measure_verdict verdict;
    struct measure_ratio_result of;
};

/* What is run beside a command, not timed: before its warm-up, before each of its runs, after its last. */
enum measuring_hook { MEASURING_SETUP, MEASURING_PREPARE, MEASURING_CLEANUP, MEASURING_HOOKS };

/* One command or builtin, or the durations of a file. */
struct measured {
    struct workload work, hook[MEASURING_HOOKS]; /* an empty hook: nothing */

    /* Seen */
    double *counts;              /* one a run, of the clock, whole numbers; NULL from measuring_evaluate() on */
    double *cpu_s;               /* of each run of a command, sorted from measuring_evaluate() on; else NULL */
    struct workload_usage *used; /* of each run of a command */
    double *value_s;             /* from measuring_evaluate() on: the counts in seconds, to whole ticks, sorted */

    /* Found */
    double wall_s;                /* of all runs */
    double median_s, deviation_s; /* of a run, by the sample; deviation 0 of one run */
    struct workload_usage mean;   /* of a run */
    uint64_t failed;              /* runs */
    bool slow;                    /* runs are short against the tick: means only */
    bool range;                   /* of few runs that depend on each other: the median's interval is that of all runs */
    struct measure_series series; /* of value_s */
    struct measure_tally tally;
    enum measure_verdict wall_verdict, cpu_verdict, outlier_verdict, quantile_verdict[MEASURING_QUANTILES];
    struct measure_series_mean_result wall, cpu; /* have their means without an interval, too; cpu: of commands */
    double moved_low_s, moved_high_s; /* least and greatest median of 20 blocks of runs; 0: too few or too short runs */
    struct measure_quantile quantile[MEASURING_QUANTILES];
    struct measure_outliers outliers;
    struct measuring_ratio wall_ratio, cpu_ratio; /* 1 of the first */
};

struct measuring {
    /* Asked for */
    bool from_file;
    struct measure_clock clock;
    double tick_s, call_s;                      /* of the clock */
    double single_s;                            /* shortest interval that it measures to 1 % */
    uint64_t runs_least, runs_most;             /* of each command; the least are made whatever time they take */
    double seconds_most, confidence, precision; /* precision: half-width of a mean or a ratio, of itself */
    uint64_t seed;
    uint64_t warmup;                   /* runs of each command that are not counted */
    bool ignore_failure;               /* runs that end with another status than 0 are counted as the others */
    const volatile sig_atomic_t *stop; /* ends the runs when not 0 */
    struct measured *command[MEASURING_COMMANDS];
    size_t commands;

    /* Seen */
    uint64_t runs;        /* of each command */
    unsigned char *order; /* of each round, `commands` indices */
    double elapsed_s;
    bool precise; /* several: all ratios of CPU time, or all of wall time, are known to the precision */
    bool unfinished, interrupted, out_of_time;
    int failed; /* what ended the runs early, if it was no STATUS_OK; and why: */
    struct error failure;
};

/* One more, to be filled. */
struct measured *measuring_add(struct measuring *m);
/* The longest wait before a run, s: with a slow clock each begins at a random phase of the tick. */
double measuring_wait_s(double tick_s);
/* Runs the commands until all ratios are precise, one of the bounds is reached, *stop is set or a run fails after
 * others did not. Ratios are then those of the last look. */
int measuring_run(struct measuring *m, struct error *e);
/* Takes durations in ns from a file, one a line, # starts a comment; "-" is standard input. A row of a command's
 * --raw begins with the duration. */
int measuring_load(struct measuring *m, const char *file, struct error *e);
/* A run's whole ticks; not after measuring_evaluate(). */
double measuring_ticks(const struct measuring *m, const struct measured *k, uint64_t run);
void measuring_evaluate(struct measuring *m);
/* The mean is known to the precision, and the runs moved by no more. */
bool measuring_precise(const struct measuring *m, const struct measured *k);
/* A mean, a quantile or the range of the blocks was not refused. */
bool measuring_says(const struct measured *k);
/* A ratio says which is larger, or that they are equal to the precision. */
bool measuring_differ(const struct measuring *m, const struct measured *k);
void measuring_free(struct measuring *m);

#endif
