/* SPDX-License-Identifier: MIT
 * tmr0 measure: mean, quantiles, outliers and histogram of a command or a builtin. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "commands.h"
#include "histogram.h"
#include "measuring.h"
#include "output.h"

#define NAME "measure"
#define STEPS 40
#define PATIENCE 400000000
#define SLEW 1e-3
#define CALLS 20000
#define CALIBRATE_S 0.2
#define RUNS_MOST 100000000
#define END_DIGITS 1e-3 /* ends of intervals are shown to three or four digits */
#define MEDIAN 2        /* of measuring_q */

static const char usage[] =
    "usage: tmr0 measure [options] --builtin NAME\n"
    "       tmr0 measure [options] -- COMMAND [ARGUMENT...]\n"
    "       tmr0 measure [options] --file FILE\n\n"
    "Measures a builtin or a command again and again, or takes durations from a file: mean and quantiles with their\n"
    "intervals, outliers, histogram; what cannot be said from these runs is refused with the reason. Ctrl-C ends the\n"
    "runs and evaluates what there is. A command's standard output goes to /dev/null; its start is part of the run.\n\n"
    "  --clock NAME    monotonic (default), coarse, raw, tsc, tsc-fenced\n"
    "  --runs N        at most, default 100000\n"
    "  --seconds T     at most, with a unit; default 5s\n"
    "  --confidence A  default 0.95\n"
    "  --seed N        of the waits that put runs at random phases of a slow clock's tick, default 1\n"
    "  --file FILE     durations in whole nanoseconds, one a line, # starts a comment; - for standard input\n"
    "  --svg FILE      draw the histogram\n"
    "  --json FILE     write the results, - for standard output\n\n"
    "builtins:\n";

struct measure_options {
    const char *clock, *file, *svg, *json;
    struct workload work;
    bool any_work;
};

static volatile sig_atomic_t stop;
static struct sigaction before; /* what Ctrl-C did before */
static struct timespec stopped;

/* The first ends the runs; one more, half a second later, the program, as a command may take no notice. (Sooner it may
 * be the same one, sent to the process and to its group.) */
static void on_interrupt(int number)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (!stop)
        stopped = now;
    else if ((double)(now.tv_sec - stopped.tv_sec) + 1e-9 * (double)(now.tv_nsec - stopped.tv_nsec) > 0.5) {
        (void)sigaction(number, &before, NULL);
        (void)raise(number);
    }
    stop = 1;
}

static int fail(const char *text)
{
    (void)fprintf(stderr, "tmr0 " NAME ": %s\n", text);
    return STATUS_INPUT;
}

static void print_usage(void)
{
    const struct workload *w;
    (void)fputs(usage, stdout);
    for (size_t n = 0; (w = workload_builtin(n)); n++)
        printf("  %-15s %s\n", w->name, w->text);
}

static int take_builtin(struct measure_options *o, const char *name)
{
    o->any_work = true;
    if (workload_find(&o->work, name))
        return STATUS_OK;
    return argument_bad((struct argument){NAME, "builtin", name}, "one of those in tmr0 measure --help");
}

static int take_option(struct measure_options *o, struct measuring *m, int option, const char *name)
{
    struct argument a = {NAME, name, optarg};
    switch (option) {
    case 'c':
        o->clock = optarg;
        return STATUS_OK;
    case 'b':
        return take_builtin(o, optarg);
    case 'f':
        o->file = optarg;
        return STATUS_OK;
    case 'r':
        return argument_count(a, 1, RUNS_MOST, &m->runs_most);
    case 't':
        return argument_time(a, &m->seconds_most);
    case 'a':
        return argument_confidence(a, &m->confidence);
    case 's':
        return argument_count(a, 0, UINT64_MAX, &m->seed);
    case 'g':
        o->svg = optarg;
        return STATUS_OK;
    case 'j':
        o->json = optarg;
        return STATUS_OK;
    default:
        return STATUS_INPUT;
    }
}

/* STATUS_OK; -1 after --help. */
static int parse_options(struct measure_options *o, struct measuring *m, int argc, char **argv)
{
    static const struct option options[] = {
        {"clock", required_argument, NULL, 'c'},
        {"builtin", required_argument, NULL, 'b'},
        {"file", required_argument, NULL, 'f'},
        {"runs", required_argument, NULL, 'r'},
        {"svg", required_argument, NULL, 'g'},
        {"seconds", required_argument, NULL, 't'},
        {"json", required_argument, NULL, 'j'},
        {"confidence", required_argument, NULL, 'a'},
        {"seed", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option, which = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "+", options, &which)) != -1) { /* + leaves the command's options to it */
        if (option == 'h') {
            print_usage();
            return -1;
        }
        int status = take_option(o, m, option, option == '?' ? NULL : options[which].name);
        if (status)
            return status;
    }
    int sources = o->any_work + (o->file != NULL) + (optind < argc);
    if (sources != 1)
        return fail("expected one of --builtin NAME, --file FILE and -- COMMAND; see tmr0 measure --help");
    if (optind < argc)
        o->work = (struct workload){.name = argv[optind], .argv = argv + optind};
    if (o->file && o->clock)
        return fail("--clock measures, --file does not: expected one of them");
    return STATUS_OK;
}

static int open_clock(struct measure_options *o, struct measuring *m)
{
    struct measure_character c;
    struct measure_overhead overhead;
    enum measure_verdict verdict = measure_host_clock(o->clock, &m->clock);
    if (verdict)
        return argument_bad((struct argument){NAME, "clock", o->clock},
                            "one of this host's: monotonic, coarse, raw; on x86 tsc, tsc-fenced");
    if (m->clock.hz == 0)
        verdict = measure_host_calibrate(&m->clock, CALIBRATE_S);
    if (verdict == MEASURE_OK) {
        uint64_t step[STEPS];
        verdict = measure_clock_character(&m->clock, step, STEPS, PATIENCE, SLEW, &c);
    }
    if (verdict) {
        (void)fprintf(stderr, "tmr0 " NAME ": clock %s refused: %s\n", o->clock, measure_verdict_text(verdict));
        return STATUS_BAD;
    }
    m->tick_s = c.tick / m->clock.hz;
    m->call_s = c.call_s;
    if (m->tick_s < 10 * c.call_s && measure_clock_overhead(&m->clock, CALLS, m->confidence, &overhead) == MEASURE_OK)
        m->call_s = overhead.call_s;
    return STATUS_OK;
}

/* "412.3 ns" with the digits that half allows, in text; "no digit" if it allows none. */
static const char *seconds_text(char *text, size_t size, double value, double half)
{
    if (measure_print_seconds(text, size, value, half))
        (void)snprintf(text, size, "no digit");
    return text;
}

static double mean_half(const struct measuring *m)
{
    return fmax((m->mean.high_s - m->mean.low_s) / 2, m->tick_s / 100);
}

static const char *quantile_text(char *text, size_t size, const struct measuring *m, size_t q)
{
    const struct measure_quantile *k = &m->quantile[q];
    return seconds_text(text, size, k->value, fmax((k->high - k->low) / 2, m->tick_s));
}

static void print_mean(const struct measuring *m)
{
    char mean[40], low[40], high[40];
    if (m->mean_verdict) {
        printf("mean       refused: %s\n", measure_verdict_text(m->mean_verdict));
        if (m->mean_verdict == MEASURE_DEPENDENT)
            printf("           over more runs than a batch has: the host drifts; more runs make longer batches\n");
        if (m->slow)
            printf("           a tick is %.4g s; tmr0 plan says how many runs a mean needs\n", m->tick_s);
        return;
    }
    double half = mean_half(m);
    printf("mean       %s, %g %% interval %s to %s, %s\n", seconds_text(mean, sizeof mean, m->mean.mean_s, half),
           100 * m->confidence, seconds_text(low, sizeof low, m->mean.low_s, half / 10),
           seconds_text(high, sizeof high, m->mean.high_s, half / 10),
           m->batches       ? "from batches: successive runs are not independent"
           : m->independent ? "independence could not be tested"
                            : "runs independent");
    if (m->call_s > 0)
        printf("           %s of it is the clock's own call\n",
               seconds_text(mean, sizeof mean, m->call_s, m->call_s / 20));
}

static void print_quantiles(const struct measuring *m)
{
    char value[40], low[40], high[40];
    if (m->slow) {
        printf("quantiles  refused: half of the runs are not longer than a tick (%.4g s); no distribution shows\n",
               m->tick_s);
        return;
    }
    for (size_t q = 0; q < MEASURING_QUANTILES; q++) {
        const struct measure_quantile *k = &m->quantile[q];
        if (m->quantile_verdict[q]) {
            printf("%6.4g %%   refused: %s\n", 100 * measuring_q[q], measure_verdict_text(m->quantile_verdict[q]));
            continue;
        }
        printf("%6.4g %%   %-10s %s to %s\n", 100 * measuring_q[q], quantile_text(value, sizeof value, m, q),
               seconds_text(low, sizeof low, k->low, fmax(m->tick_s, END_DIGITS * k->low)),
               seconds_text(high, sizeof high, k->high, fmax(m->tick_s, END_DIGITS * k->high)));
    }
}

static void print_outliers(const struct measuring *m)
{
    if (m->outlier_verdict)
        return;
    const struct measure_outliers *o = &m->outliers;
    printf("outliers   %" PRIu64 " low; %" PRIu64 " high, %.1f %% of the time; %" PRIu64
           " far above (from %.4g s), %.1f %% of the time; all are in mean and quantiles\n",
           o->count[MEASURE_LOW], o->count[MEASURE_HIGH], 100 * o->share[MEASURE_HIGH], o->count[MEASURE_HIGH_SEVERE],
           o->severe, 100 * o->share[MEASURE_HIGH_SEVERE]);
}

static void print_text(const struct measure_options *o, const struct measuring *m, const struct histogram *h)
{
    if (o->file)
        printf("%s: %" PRIu64 " durations\n", o->file, m->runs);
    else
        printf("%s: %" PRIu64 " runs in %.2f s, clock %s with a tick of %.4g s, seed %" PRIu64 "%s%s\n", o->work.name,
               m->runs, m->elapsed_s, m->clock.name, m->tick_s, m->seed,
               m->interrupted   ? "; ended by Ctrl-C"
               : m->out_of_time ? "; ended by --seconds"
                                : "",
               m->unfinished ? ", the last run not counted" : "");
    print_mean(m);
    print_quantiles(m);
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
    cJSON_AddNumberToObject(all, "mean_s", m->mean.mean_s);
    cJSON_AddNumberToObject(all, "low_s", m->mean.low_s);
    cJSON_AddNumberToObject(all, "high_s", m->mean.high_s);
    cJSON_AddStringToObject(all, "interval_from", m->batches ? "batches" : "independent runs");
}

static void add_results(cJSON *all, const struct measure_options *o, const struct measuring *m)
{
    cJSON_AddStringToObject(all, "what", o->file ? o->file : o->work.name);
    cJSON_AddStringToObject(all, "clock", m->clock.name);
    cJSON_AddNumberToObject(all, "tick_s", m->tick_s);
    cJSON_AddNumberToObject(all, "call_s", m->call_s);
    output_json_count(all, "runs", m->runs);
    output_json_count(all, "seed", m->seed);
    cJSON_AddBoolToObject(all, "interrupted", m->interrupted);
    cJSON_AddNumberToObject(all, "confidence", m->confidence);
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

static int write_svg(const struct measure_options *o, const struct measuring *m, const struct histogram *h,
                     const char *part, struct error *e)
{
    char title[160];
    if (m->slow)
        return error_set(e, STATUS_BAD, "%s: not drawn: half of the runs are not longer than a tick", o->svg);
    (void)snprintf(title, sizeof title, "%s: %" PRIu64 " runs, clock %s", o->file ? o->file : o->work.name, m->runs,
                   m->clock.name);
    char value[HISTOGRAM_MARKS][40];
    struct histogram_mark mark[HISTOGRAM_MARKS] = {{.name = "median"}, {.name = "mean"}};
    if (m->quantile_verdict[MEDIAN] == MEASURE_OK) {
        mark[0].at_s = m->quantile[MEDIAN].value;
        mark[0].text = quantile_text(value[0], sizeof value[0], m, MEDIAN);
    }
    if (m->mean_verdict == MEASURE_OK) {
        mark[1].at_s = m->mean.mean_s;
        mark[1].text = seconds_text(value[1], sizeof value[1], m->mean.mean_s, mean_half(m));
    }
    char *text = histogram_svg(h, title, mark);
    if (!text)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    FILE *f = fopen(part, "w");
    bool good = f && fputs(text, f) != EOF;
    good = f && fclose(f) == 0 && good;
    free(text);
    return good ? STATUS_OK : error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", o->svg, strerror(errno));
}

static int gather(struct measure_options *o, struct measuring *m, struct error *e)
{
    if (o->file) {
        m->clock = (struct measure_clock){.name = "file", .hz = 1e9, .bits = 64};
        m->tick_s = 1e-9;
        return measuring_load(m, o->file, e);
    }
    struct sigaction act;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_interrupt;
    (void)sigaction(SIGINT, &act, &before);
    int status = measuring_run(m, &o->work, e);
    (void)sigaction(SIGINT, &before, NULL);
    if (status == STATUS_OK && m->runs == 0)
        status = error_set(e, STATUS_BAD, "ended before the first run was whole");
    return status;
}

static int measure_all(struct measure_options *o, struct measuring *m, const struct output *svg, cJSON *all,
                       struct error *e)
{
    struct histogram h;
    int status = gather(o, m, e);
    if (status == STATUS_OK)
        status = measuring_evaluate(m, e);
    if (status)
        return status;
    histogram_make(&h, m->sorted_s, m->runs, m->tick_s);
    print_text(o, m, &h);
    add_results(all, o, m);
    return svg->part ? write_svg(o, m, &h, svg->part, e) : STATUS_OK;
}

/* Output files are opened first: a place that cannot be written is known before the measuring. */
static int measure_and_report(struct measure_options *o, struct measuring *m, struct error *e)
{
    const char *const files[] = {o->json, o->svg, o->file};
    struct output_json json;
    struct output svg;
    int status = output_distinct(files, 2, 3, NULL, e);
    if (status == STATUS_OK)
        status = output_json_open(&json, o->json, e);
    if (status)
        return status;
    cJSON *all = cJSON_CreateObject();
    status = output_open(&svg, o->svg, e);
    if (status == STATUS_OK)
        status = measure_all(o, m, &svg, all, e);
    status = output_close(&svg, status, e);
    status = output_json_close(&json, all, status, e);
    cJSON_Delete(all);
    return status;
}

int command_measure(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct measure_options o = {0};
    static struct measuring m;
    struct error e;
    memset(&m, 0, sizeof m);
    m.runs_most = 100000;
    m.seconds_most = 5;
    m.confidence = 0.95;
    m.seed = 1;
    m.stop = &stop;
    stop = 0;
    int status = parse_options(&o, &m, argc, argv);
    if (status)
        return status < 0 ? STATUS_OK : status;
    if (!o.clock)
        o.clock = "monotonic";
    status = o.file ? STATUS_OK : open_clock(&o, &m);
    if (status)
        return status;
    status = measure_and_report(&o, &m, &e);
    if (status)
        (void)fprintf(stderr, "tmr0 " NAME ": %s\n", e.text);
    measuring_free(&m);
    return status;
}
