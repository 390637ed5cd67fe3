/* SPDX-License-Identifier: MIT
 * tmr0 measure: mean, quantiles, outliers and histogram of a command or a builtin. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "commands.h"
#include "measuring_report.h"
#include "options.h"
#include "output.h"

#define NAME "tmr0 measure"
#define STEPS 40
#define PATIENCE 400000000
#define SLEW 1e-3
#define CALLS 20000
#define CALIBRATE_S 0.2
#define RUNS_MOST 100000000

static const char usage[] =
    "usage: tmr0 measure [options] --builtin NAME\n"
    "       tmr0 measure [options] -- COMMAND [ARGUMENT...]\n"
    "       tmr0 measure [options] --file FILE\n\n"
    "Measures a builtin or a command again and again, or takes durations from a file: mean and quantiles with their\n"
    "intervals, outliers, histogram; what cannot be said from these runs is refused with the reason (exit status 1 if\n"
    "that is all). Ctrl-C ends the runs and evaluates what there is. A command's standard output goes to /dev/null; "
    "its\n"
    "start is part of the run.\n\n"
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
    (void)fprintf(stderr, NAME ": %s\n", text);
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
    return option_bad(NAME, "builtin", name, "one of those in tmr0 measure --help");
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
        return option_number(NAME, name, optarg, 1, RUNS_MOST, &m->runs_most);
    case 't':
        return argument_time(a, &m->seconds_most);
    case 'a':
        return argument_confidence(a, &m->confidence);
    case 's':
        return option_number(NAME, name, optarg, 0, UINT64_MAX, &m->seed);
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
        return option_bad(NAME, "clock", o->clock,
                          "one of this host's: monotonic, coarse, raw; on x86 tsc, tsc-fenced");
    if (m->clock.hz == 0)
        verdict = measure_host_calibrate(&m->clock, CALIBRATE_S);
    if (verdict == MEASURE_OK) {
        uint64_t step[STEPS];
        verdict = measure_clock_character(&m->clock, step, STEPS, PATIENCE, SLEW, &c);
    }
    if (verdict) {
        (void)fprintf(stderr, NAME ": clock %s refused: %s\n", o->clock, measure_verdict_text(verdict));
        return STATUS_BAD;
    }
    m->tick_s = c.tick / m->clock.hz;
    m->call_s = c.call_s;
    if (m->tick_s < 10 * c.call_s && measure_clock_overhead(&m->clock, CALLS, m->confidence, &overhead) == MEASURE_OK)
        m->call_s = overhead.call_s;
    return STATUS_OK;
}

static int gather(struct measure_options *o, struct measuring *m, struct error *e)
{
    m->what = o->file ? o->file : o->work.name;
    m->from_file = o->file != NULL;
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
    measuring_print(m, &h);
    measuring_json(all, m);
    if (!measuring_says(m))
        return error_set(e, STATUS_BAD, "these runs say nothing, for the reasons given");
    return svg->part ? measuring_svg(m, &h, svg->part, o->svg, e) : STATUS_OK;
}

/* Output files are opened first: a place that cannot be written is known before the measuring. */
static int measure_and_report(struct measure_options *o, struct measuring *m, struct error *e)
{
    const char *const files[] = {o->json, o->svg, o->file};
    struct output_json json;
    struct output svg;
    int status = output_distinct(files, 2, 3, e);
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
        (void)fprintf(stderr, NAME ": %s\n", e.text);
    measuring_free(&m);
    return status;
}
