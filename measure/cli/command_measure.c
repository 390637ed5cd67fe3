/* SPDX-License-Identifier: MIT
 * measure: mean, quantiles, outliers and histogram of a command or a builtin. */
#include <getopt.h> /* optind */
#include <stdio.h>
#include <string.h>

#include "calling.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "host_clock.h"
#include "measuring_print.h"

#define STEPS 40
#define CALLS 20000

static const char synopsis[] = "[options] --builtin NAME\n"
                               "[options] -- COMMAND [ARGUMENT...]\n"
                               "[options] --file FILE";

static const char usage[] =
    "Measures a builtin or a command repeatedly, or takes durations from a file. Prints mean and quantiles with their\n"
    "intervals, outliers and a histogram. If the runs do not support a result, the reason is printed instead (exit\n"
    "status 1 if they support none). Ctrl-C ends the runs and evaluates those made. A command's standard\n"
    "output goes to /dev/null; its start is part of the run.\n"
    "A builtin that is too short for the clock is called N times in a run, with several N; what a call costs is the\n"
    "slope of the line through their times. With --runs it is called once in each run.\n\n"
    "  --clock NAME    monotonic (default), coarse, raw, tsc, tsc-fenced\n"
    "  --runs N        at most this many runs, default 100000\n"
    "  --seconds T     at most this time for all runs, default 5s; a run under way is finished\n"
    "  --confidence A  default 0.95\n"
    "  --precision P   a mean that is not known to this, or moved by more, is called a range; default 0.02\n"
    "  --processes P   time such a builtin in P new processes, default 10\n"
    "  --warmup N      runs of a command at the beginning that are not counted, default 1\n"
    "  --prepare C     run C before each run of a command; it is not timed\n"
    "  --shell         /bin/sh reads the command, one argument, and that of --prepare; its start is part of the run\n"
    "  --seed N        seed of the waits that put runs at random phases of a slow clock's tick, default 1\n"
    "  --file FILE     durations in whole nanoseconds, one per line; # starts a comment; - is standard input\n"
    "  --raw FILE      write the durations, as --file reads them; of runs of several N \"N T\", as `fit` reads them\n"
    "  --svg FILE      draw the histogram; of runs of several N how far they lie above the line\n"
    "  --json FILE     write the results\n\n"
    "builtins:\n";

struct measure_options {
    const char *command;
    const char *clock, *file, *raw, *svg, *json, *prepare;
    bool runs, shell, any_work, processes_given;
    uint64_t processes;
    struct workload work;
};

static void list_builtins(void)
{
    const struct workload *w;
    for (size_t n = 0; (w = workload_builtin(n)); n++)
        printf("  %-15s %s\n", w->name, w->text);
}

static int take_builtin(void *to, struct argument a)
{
    struct measure_options *o = to;
    o->any_work = true;
    return workload_find(&o->work, a.text) ? STATUS_OK : argument_bad(a, "one of those that --help lists");
}

static int parse_options(struct measure_options *o, struct measuring *m, int argc, char **argv)
{
    bool seed = false, seconds = false, warmup = false;
    const struct option_rule rule[] = {
        {"clock", .text = &o->clock},
        {"builtin", .take = take_builtin, .to = o},
        {"file", .text = &o->file},
        {"runs", .given = &o->runs, .number = &m->runs_most, .least = 1, .most = MEASURING_RUNS_MOST},
        {"svg", .output = &o->svg},
        {"raw", .output = &o->raw},
        {"seconds", .given = &seconds, .seconds = &m->seconds_most},
        {"json", .output = &o->json},
        {"confidence", .confidence = &m->confidence},
        {"precision", .positive = &m->precision},
        {"processes", .given = &o->processes_given, .number = &o->processes, .least = 1,
         .most = CALLING_PROCESSES_MOST},
        {"warmup", .given = &warmup, .number = &m->warmup, .least = 0, .most = MEASURING_RUNS_MOST},
        {"prepare", .text = &o->prepare},
        {"shell", .given = &o->shell},
        {"seed", .given = &seed, .number = &m->seed, .least = 0, .most = UINT64_MAX},
    };
    const struct options options = {
        o->command, synopsis, usage, list_builtins, OPERANDS_LAST, rule, sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    int sources = o->any_work + (o->file != NULL) + (optind < argc);
    if (sources != 1)
        return options_bad(o->command, "expected one of --builtin NAME, --file FILE and -- COMMAND; see --help");
    if (optind < argc)
        o->work = (struct workload){.name = argv[optind], .argv = argv + optind};
    if (o->file && o->clock)
        return options_bad(o->command, "--clock measures, --file does not: expected one of them");
    if (o->file && (o->runs || seconds || seed))
        return options_bad(o->command, "--runs, --seconds and --seed measure, --file does not: expected one of them");
    if (optind == argc && (warmup || o->prepare || o->shell))
        return options_bad(o->command, "--warmup, --prepare and --shell are for commands");
    if (o->processes_given && (!o->any_work || o->runs))
        return options_bad(o->command, "--processes is for a builtin without --runs: each run of a command is a "
                                       "process already");
    if (o->shell && argc - optind > 1)
        return options_bad(o->command, "--shell with %d arguments, expected one", argc - optind);
    return STATUS_OK;
}

static int take_commands(struct measure_options *o, struct measuring *m, struct error *e)
{
    int status = STATUS_OK;
    if (o->shell)
        status = workload_command(&o->work, o->work.name, true, e);
    if (status == STATUS_OK && o->prepare)
        status = workload_command(&m->prepare, o->prepare, o->shell, e);
    return status;
}

static int open_clock(const struct measure_options *o, struct measuring *m)
{
    struct host_clock h;
    if (measure_host_clock(o->clock, &h.clock))
        return argument_bad((struct argument){o->command, "clock", o->clock},
                            "one of this host's: monotonic, coarse, raw; on x86 tsc, tsc-fenced");
    host_clock_look(&h, STEPS, CALLS, m->confidence);
    if (h.verdict) {
        (void)fprintf(stderr, "%s: clock %s refused: %s\n", o->command, o->clock, measure_verdict_text(h.verdict));
        return STATUS_BAD;
    }
    m->clock = h.clock;
    m->tick_s = h.tick_s;
    m->call_s = h.call_s;
    m->single_s = host_clock_single_s(&h);
    return STATUS_OK;
}

static int gather_runs(struct measure_options *o, struct measuring *m, struct error *e)
{
    m->what = o->file ? o->file : o->work.name;
    m->from_file = o->file != NULL;
    if (o->file) {
        m->clock = (struct measure_clock){.name = "file", .hz = 1e9, .bits = 64};
        m->tick_s = 1e-9;
        return measuring_load(m, o->file, e);
    }
    interrupt_watch(); /* a second one ends the program, because a command may ignore it */
    int status = measuring_run(m, &o->work, e);
    interrupt_leave();
    if (status == STATUS_OK && m->runs == 0)
        status = error_set(e, STATUS_BAD, "ended before the first run was whole");
    return status;
}

struct measure_run {
    struct measure_options *options;
    struct measuring *measuring;
    struct output svg, raw;
};

/* Both files are written whatever the verdict: who was refused a result wants to see the runs. */
static int write_files(struct measure_run *run, const struct histogram *h, struct error *e)
{
    int status = run->svg.part ? measuring_svg(run->measuring, h, &run->svg, e) : STATUS_OK;
    status = output_close(&run->svg, status, e);
    return output_close(&run->raw, status, e);
}

static int measure_all(struct measure_run *run, cJSON *all, struct error *e)
{
    struct measure_options *o = run->options;
    struct measuring *m = run->measuring;
    struct histogram h;
    int status = gather_runs(o, m, e);
    if (status)
        return status;
    if (run->raw.part)
        measuring_raw(run->raw.f, m);
    measuring_evaluate(m);
    histogram_make(&h, m->series.sorted, m->runs, m->tick_s);
    measuring_print(m, &h);
    measuring_json(all, m);
    status = write_files(run, &h, e);
    if (status == STATUS_OK && !measuring_says(m))
        status = error_set(e, STATUS_BAD, "these runs support no result, for the reasons given");
    return status;
}

/* The files' places are opened first, as the results' was: one that cannot be written is known before the
 * measuring. */
static int run_measure(void *context, cJSON *all, struct error *e)
{
    struct measure_run *run = context;
    int status = output_open(&run->svg, run->options->svg, e);
    if (status)
        return status;
    status = output_open(&run->raw, run->options->raw, e);
    if (status == STATUS_OK)
        status = measure_all(run, all, e);
    status = output_close(&run->svg, status, e);
    return output_close(&run->raw, status, e);
}

/* What a call of a builtin costs, from runs of several N. */
static int run_calls(void *context, cJSON *all, struct error *e)
{
    struct measure_run *run = context;
    const struct measure_options *o = run->options;
    struct calling c = {.measuring = run->measuring, .work = &o->work, .processes = o->processes};
    int status = output_open(&run->svg, o->svg, e);
    if (status)
        return status;
    (void)output_close(&run->svg, STATUS_BAD, e); /* only whether it can be: gnuplot draws it later */
    status = output_open(&run->raw, o->raw, e);
    if (status == STATUS_OK)
        status = calling_run(&c, e);
    if (status == STATUS_OK) {
        calling_print(&c);
        calling_json(all, &c);
        if (run->raw.part)
            calling_raw(run->raw.f, &c);
        status = o->svg ? calling_svg(&c, o->svg, e) : STATUS_OK;
    }
    calling_free(&c);
    return output_close(&run->raw, status, e);
}

int command_measure(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct measure_options o = {.command = argv[0], .processes = 10};
    static struct measuring m;
    struct measure_run run = {.options = &o, .measuring = &m};
    struct error e;
    memset(&m, 0, sizeof m);
    m.runs_most = 100000;
    m.seconds_most = 5;
    m.confidence = 0.95;
    m.precision = 0.02;
    m.seed = m.warmup = 1;
    m.stop = &interrupted;
    int status = parse_options(&o, &m, argc, argv);
    if (status)
        return status;
    if (!o.clock)
        o.clock = "monotonic";
    status = o.file ? STATUS_OK : open_clock(&o, &m);
    if (status)
        return status;
    const char *const files[] = {o.json, o.svg, o.raw};
    status = output_distinct(files, sizeof files / sizeof files[0], &e);
    if (status == STATUS_OK)
        status = take_commands(&o, &m, &e);
    if (status == STATUS_OK && !o.file && o.processes > 1) /* a process started for --processes prints nothing */
        host_clock_note(stderr, argv[0], "/sys");
    const bool calls = !o.runs && !o.file && calling_is_needed(&m, &o.work);
    if (status == STATUS_OK && o.processes_given && !calls)
        status = error_set(&e, STATUS_INPUT,
                           "--processes is for builtins that are too short for the clock: each run of "
                           "%s is timed, in this process",
                           o.work.name);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateObject(), calls ? run_calls : run_measure, &run, &e);
    if (o.work.line) /* workload_command() has filled it */
        workload_free(&o.work);
    measuring_free(&m);
    return status ? error_print(&e, argv[0], status) : STATUS_OK;
}
