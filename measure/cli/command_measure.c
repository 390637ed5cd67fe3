/* SPDX-License-Identifier: MIT
 * measure: mean, quantiles, outliers and histogram of a command or a builtin. compare: how much longer one command
 * takes than another. One runner: `measure` of several commands compares them, too. */
#include <errno.h>
#include <getopt.h> /* optind */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calling.h"
#include "cli/interrupt.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "host_clock.h"
#include "measuring_export.h"
#include "measuring_print.h"

#define STEPS 40
#define CALLS 20000
#define VALUES 64
#define ROUNDS_MOST 1000000 /* of `compare` */

static const char synopsis[] = "[options] --builtin NAME\n"
                               "[options] -- COMMAND [ARGUMENT...]\n"
                               "[options] --file FILE";

#define CLOCK_USAGE "  --clock NAME    monotonic (default), coarse, raw, tsc, tsc-fenced\n"
#define COMMANDS_USAGE                                                                                                 \
    "  --parameter P   NAME=1..8 or NAME=a,b,c: each command that has {NAME} is run with each of the values, and\n"    \
    "                  compared with the first\n"                                                                      \
    "  --export-csv FILE, --export-markdown FILE\n"                                                                    \
    "                  write a row for each command\n"

static const char usage[] =
    "Measures a builtin or a command repeatedly, or takes durations from a file. Prints mean and quantiles with their\n"
    "intervals, outliers and a histogram. If the runs do not support a result, the reason is printed instead (exit\n"
    "status 1 if they support none). Ctrl-C ends the runs and evaluates those made. A command's standard\n"
    "output goes to /dev/null; its start is part of the run.\n"
    "A builtin that is too short for the clock is called N times in a run, with several N; what a call costs is the\n"
    "slope of the line through their times. With --runs it is called once in each run.\n\n" CLOCK_USAGE
    "  --runs N        at most this many runs, default 100000\n"
    "  --seconds T     at most this time for all runs, default 5s; a run under way is finished\n"
    "  --confidence A  default 0.95\n"
    "  --precision P   a mean that is not known to this, or moved by more, is called a range; default 0.02\n"
    "  --processes P   time such a builtin in P new processes, default 10\n"
    "  --warmup N      runs of a command at the beginning that are not counted, default 1\n"
    "  --prepare C     run C before each run of a command; it is not timed\n"
    "  --shell         /bin/sh reads the command, one argument, and that of --prepare; its start is part of the run\n"
    "  --seed N        seed of the waits that put runs at random phases of a slow clock's tick, default 1\n"
    "  --file FILE     durations in whole nanoseconds, one per line, or what --raw wrote of a command; # starts a\n"
    "                  comment; - is standard input\n"
    "  --raw FILE      write a row for each run, as --file reads them; of runs of several N \"N T\", as `fit` reads\n"
    "                  them\n"
    "  --svg FILE      draw the histogram; of runs of several N how far they lie above the line\n" COMMANDS_USAGE
    "  --json FILE     write the results\n\n"
    "builtins:\n";

static const char compare_synopsis[] = "[options] COMMAND COMMAND...";

static const char compare_usage[] =
    "Runs the commands in rounds, each command once a round, in random order. Prints the ratio of each command's CPU\n"
    "time and of its wall time to the first command's, with intervals. Other programs disturb CPU time less. Stops\n"
    "when all ratios of CPU time, or all of wall time, are known to --precision. Exit status 1 if both ratios of a\n"
    "command say nothing. A command is one argument, its words in quotes: 'sort -n file'. Its standard output goes to\n"
    "/dev/null. Its start is part of the run.\n\n" CLOCK_USAGE
    "  --precision P   half-width of a ratio's interval, such as 0.01 (default) for 1 %\n"
    "  --runs N        at most this many rounds, default 1000\n"
    "  --seconds T     at most this time for all rounds, default 60s; a round under way is finished\n"
    "  --confidence A  of each interval, however early the runs stop; default 0.95\n"
    "  --warmup N      rounds at the beginning that are not counted, default 1\n"
    "  --prepare C     run C before each run; it is not timed\n"
    "  --shell         /bin/sh reads the commands, that of --prepare too; its start is part of the run\n"
    "  --seed N        of the order, default 1\n"
    "  --raw FILE      write a row for each run, as CSV\n" COMMANDS_USAGE "  --json FILE     write the results\n";

enum { SVG, RAW, CSV, MARKDOWN, FILES };

struct measure_options {
    const char *command;
    bool compare; /* each operand is a command */
    const char *clock, *file, *json, *prepare, *out[FILES];
    bool runs, shell, any_work, processes_given;
    uint64_t processes;
    struct workload work;       /* the builtin */
    char *name, *value[VALUES]; /* of --parameter: "{NAME}" */
    size_t values;
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

static int take_range(struct measure_options *o, struct argument a, const char *text)
{
    char number[24], *end;
    errno = 0;
    const long from = strtol(text, &end, 10);
    const bool dots = end > text && strncmp(end, "..", 2) == 0;
    text = dots ? end + 2 : "";
    const long to = strtol(text, &end, 10);
    if (!dots || end == text || *end || errno || to < from || (unsigned long)to - (unsigned long)from >= VALUES)
        return argument_bad(a, "a range of 1 to 64 whole numbers, such as NAME=1..8");
    for (long n = 0; n <= to - from; n++) {
        (void)snprintf(number, sizeof number, "%ld", from + n);
        o->value[o->values++] = memory_text(number);
    }
    return STATUS_OK;
}

static int take_parameter(void *to, struct argument a)
{
    struct measure_options *o = to;
    const char *equal = strchr(a.text, '=');
    const size_t length = equal ? (size_t)(equal - a.text) : 0;
    if (length == 0 || !equal[1])
        return argument_bad(a, "NAME=1..8 or NAME=a,b,c");
    o->name = memory_new(length + 3, 1);
    (void)snprintf(o->name, length + 3, "{%.*s}", (int)length, a.text);
    if (strstr(equal, ".."))
        return take_range(o, a, equal + 1);
    for (const char *text = equal + 1; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
        if (o->values == VALUES)
            return argument_bad(a, "at most 64 values");
        o->value[o->values] = memory_text(text);
        o->value[o->values++][strcspn(text, ",")] = '\0';
    }
    return STATUS_OK;
}

static int take_precision(void *to, struct argument a)
{
    double *precision = to;
    int status = argument_positive(a, precision);
    return status || *precision < 1 ? status : argument_bad(a, "less than 1, such as 0.01");
}

/* The text with the value in place of each {NAME}. */
static char *filled(const struct measure_options *o, const char *text, const char *value)
{
    char *made;
    size_t size;
    FILE *f = memory_stream(&made, &size);
    const char *at;
    for (; o->name && (at = strstr(text, o->name)); text = at + strlen(o->name))
        (void)fprintf(f, "%.*s%s", (int)(at - text), text, value);
    (void)fputs(text, f);
    (void)fclose(f);
    return made;
}

static int parse_options(struct measure_options *o, struct measuring *m, int argc, char **argv)
{
    bool seed = false, seconds = false, warmup = false;
    const uint64_t most = o->compare ? ROUNDS_MOST : MEASURING_RUNS_MOST;
    const struct option_rule rule[] = {
        {"clock", .text = &o->clock},
        {"runs", .given = &o->runs, .number = &m->runs_most, .least = 1, .most = most},
        {"seconds", .given = &seconds, .seconds = &m->seconds_most},
        {"confidence", .confidence = &m->confidence},
        {"precision", .take = take_precision, .to = &m->precision},
        {"warmup", .given = &warmup, .number = &m->warmup, .least = 0, .most = most},
        {"prepare", .text = &o->prepare},
        {"shell", .given = &o->shell},
        {"parameter", .take = take_parameter, .to = o, .once = true},
        {"seed", .given = &seed, .number = &m->seed, .least = 0, .most = UINT64_MAX},
        {"raw", .output = &o->out[RAW]},
        {"export-csv", .output = &o->out[CSV]},
        {"export-markdown", .output = &o->out[MARKDOWN]},
        {"json", .output = &o->json},
        /* Of `measure` alone */
        {"builtin", .take = take_builtin, .to = o},
        {"file", .text = &o->file},
        {"svg", .output = &o->out[SVG]},
        {"processes", .given = &o->processes_given, .number = &o->processes, .least = 1,
         .most = CALLING_PROCESSES_MOST},
    };
    const size_t rules = sizeof rule / sizeof rule[0];
    const struct options one = {o->command, synopsis, usage, list_builtins, OPERANDS_LAST, rule, rules};
    const struct options several = {o->command, compare_synopsis, compare_usage, NULL, OPERANDS_ANYWHERE,
                                    rule,       rules - 4};
    int status = options_take(o->compare ? &several : &one, argc, argv);
    if (status || o->compare)
        return status;
    int sources = o->any_work + (o->file != NULL) + (optind < argc);
    if (sources != 1)
        return options_bad(o->command, "expected one of --builtin NAME, --file FILE and -- COMMAND; see --help");
    if (o->file && o->clock)
        return options_bad(o->command, "--clock measures, --file does not: expected one of them");
    if (o->file && (o->runs || seconds || seed))
        return options_bad(o->command, "--runs, --seconds and --seed measure, --file does not: expected one of them");
    if (optind == argc && (warmup || o->prepare || o->shell || o->name))
        return options_bad(o->command, "--warmup, --prepare, --shell and --parameter are for commands");
    if (o->processes_given && (!o->any_work || o->runs))
        return options_bad(o->command, "--processes is for a builtin without --runs: each run of a command is a "
                                       "process already");
    if (o->shell && argc - optind > 1)
        return options_bad(o->command, "--shell with %d arguments, expected one", argc - optind);
    return STATUS_OK;
}

/* ---- What is measured */

/* The words, with the value in place of each {NAME}. Without --parameter its name is the first of them. */
static void take_words(const struct measure_options *o, struct workload *w, char **word, const char *value)
{
    size_t count = 0, size;
    while (word[count])
        count++;
    w->argv = memory_new(count + 1, sizeof *w->argv);
    FILE *f = memory_stream(&w->line, &size);
    for (size_t n = 0; n < count; n++) {
        w->argv[n] = filled(o, word[n], value);
        if (n == 0 || o->name)
            (void)fprintf(f, n ? " %s" : "%s", w->argv[n]);
    }
    (void)fclose(f);
    w->name = w->line;
}

static int add_command(const struct measure_options *o, struct measuring *m, char **operand, const char *value,
                       struct error *e)
{
    if (m->commands == MEASURING_COMMANDS)
        return error_set(e, STATUS_INPUT, "more than %d commands", MEASURING_COMMANDS);
    struct workload *w = &measuring_add(m)->work;
    if (!o->compare && !o->shell) {
        take_words(o, w, operand, value);
        return STATUS_OK;
    }
    char *line = filled(o, *operand, value);
    const int status = workload_command(w, line, o->shell, e);
    free(line);
    return status;
}

/* `compare` has a command in each operand, `measure` one in all of them. */
static int add_commands(const struct measure_options *o, struct measuring *m, char **operand, struct error *e)
{
    bool found = !o->name;
    int status = STATUS_OK;
    while (*operand && status == STATUS_OK) {
        bool has = false;
        char **const first = operand;
        do
            has = has || (o->name && strstr(*operand, o->name));
        while (*++operand && !o->compare);
        found = found || has;
        for (size_t n = 0; n < (has ? o->values : 1) && status == STATUS_OK; n++)
            status = add_command(o, m, first, o->value[n], e);
    }
    if (status == STATUS_OK && !found)
        status = error_set(e, STATUS_INPUT, "--parameter: no command has %s", o->name);
    if (status == STATUS_OK && o->compare && m->commands < 2)
        status = error_set(e, STATUS_INPUT, "expected two commands at least; see --help");
    if (status == STATUS_OK && m->commands > 1 && o->out[SVG])
        status = error_set(e, STATUS_INPUT, "--svg draws the runs of one command, expected no --parameter");
    return status;
}

static int take_work(const struct measure_options *o, struct measuring *m, char **operand, struct error *e)
{
    int status = o->prepare ? workload_command(&m->prepare, o->prepare, o->shell, e) : STATUS_OK;
    if (status || *operand || o->compare)
        return status ? status : add_commands(o, m, operand, e);
    const struct workload file = {.name = o->file};
    measuring_add(m)->work = o->file ? file : o->work;
    return STATUS_OK;
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

static int gather_runs(const struct measure_options *o, struct measuring *m, struct error *e)
{
    if (o->file) {
        m->from_file = true;
        m->clock = (struct measure_clock){.name = "file", .hz = 1e9, .bits = 64};
        m->tick_s = 1e-9;
        return measuring_load(m, o->file, e);
    }
    interrupt_watch(); /* a second one ends the program, because a command may ignore it */
    int status = measuring_run(m, e);
    interrupt_leave();
    if (status == STATUS_OK && m->runs == 0)
        status = error_set(e, STATUS_BAD, "ended before the first %s was whole", m->commands > 1 ? "round" : "run");
    return status;
}

static int judge(const struct measuring *m, struct error *e)
{
    if (m->commands == 1 && !measuring_says(m->command[0]))
        return error_set(e, STATUS_BAD, "these runs support no result, for the reasons given");
    for (size_t i = 1; i < m->commands; i++)
        if (!measuring_differ(m, m->command[i]))
            return error_set(e, STATUS_BAD,
                             "%zu against 1: these runs say nothing; make more, or allow a larger "
                             "--precision",
                             i + 1);
    return STATUS_OK;
}

struct measure_run {
    struct measure_options *options;
    struct measuring *measuring;
};

/* The files' places are opened first, as the results' was: one that cannot be written is known before the measuring.
 * They are written whatever the verdict: who was refused a result wants to see the runs. */
static int run_measure(void *context, cJSON *all, struct error *e)
{
    const struct measure_run *run = context;
    struct measuring *m = run->measuring;
    struct output out[FILES];
    int status = STATUS_OK, opened = 0;
    for (; opened < FILES && status == STATUS_OK; opened++)
        status = output_open(&out[opened], run->options->out[opened], e);
    if (status == STATUS_OK)
        status = gather_runs(run->options, m, e);
    if (status == STATUS_OK) {
        if (out[RAW].f)
            measuring_raw(out[RAW].f, m);
        measuring_evaluate(m);
        measuring_print(m);
        measuring_json(all, m);
        if (out[CSV].f)
            measuring_csv(out[CSV].f, m);
        if (out[MARKDOWN].f)
            measuring_markdown(out[MARKDOWN].f, m);
        if (out[SVG].part)
            status = measuring_svg(m, &out[SVG], e);
    }
    for (int n = 0; n < opened; n++)
        status = output_close(&out[n], status, e);
    return status ? status : judge(m, e);
}

/* What a call of a builtin costs, from runs of several N. */
static int run_calls(void *context, cJSON *all, struct error *e)
{
    struct measure_run *run = context;
    const struct measure_options *o = run->options;
    struct calling c = {.measuring = run->measuring, .work = &o->work, .processes = o->processes};
    struct output svg, raw;
    int status = output_open(&svg, o->out[SVG], e);
    if (status)
        return status;
    (void)output_close(&svg, STATUS_BAD, e); /* only whether it can be: gnuplot draws it later */
    status = output_open(&raw, o->out[RAW], e);
    if (status == STATUS_OK)
        status = calling_run(&c, e);
    if (status == STATUS_OK) {
        calling_print(&c);
        calling_json(all, &c);
        if (raw.part)
            calling_raw(raw.f, &c);
        status = o->out[SVG] ? calling_svg(&c, o->out[SVG], e) : STATUS_OK;
    }
    calling_free(&c);
    return output_close(&raw, status, e);
}

static int run_all(struct measure_options *o, struct measuring *m, char **operand, struct error *e)
{
    struct measure_run run = {.options = o, .measuring = m};
    const char *const files[] = {o->json, o->out[SVG], o->out[RAW], o->out[CSV], o->out[MARKDOWN]};
    int status = output_distinct(files, sizeof files / sizeof files[0], e);
    if (status == STATUS_OK)
        status = take_work(o, m, operand, e);
    if (status == STATUS_OK && !o->file && o->processes > 1) /* a process started for --processes prints nothing */
        host_clock_note(stderr, o->command, "/sys");
    const bool calls = !o->runs && o->any_work && calling_is_needed(m, &o->work);
    if (status == STATUS_OK && o->processes_given && !calls)
        status = error_set(e, STATUS_INPUT,
                           "--processes is for builtins that are too short for the clock: each run of "
                           "%s is timed, in this process",
                           o->work.name);
    if (status == STATUS_OK && calls && (o->out[CSV] || o->out[MARKDOWN]))
        status = error_set(e, STATUS_INPUT, "a call of %s is too short for a row of runs, expected --runs too",
                           o->work.name);
    if (status == STATUS_OK)
        status = output_json_run(o->json, cJSON_CreateObject(), calls ? run_calls : run_measure, &run, e);
    return status;
}

static int measure(struct measure_options *o, struct measuring *m, int argc, char **argv)
{
    struct error e;
    int status = parse_options(o, m, argc, argv);
    if (!o->clock)
        o->clock = "monotonic";
    if (status == STATUS_OK && !o->file)
        status = open_clock(o, m);
    if (status == STATUS_OK) {
        status = run_all(o, m, argv + optind, &e);
        status = status ? error_print(&e, argv[0], status) : STATUS_OK;
    }
    measuring_free(m);
    for (size_t n = 0; n < o->values; n++)
        free(o->value[n]);
    free(o->name);
    return status;
}

int command_measure(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct measure_options o = {.command = argv[0], .processes = 10};
    struct measuring m = {.runs_most = 100000,
                          .seconds_most = 5,
                          .confidence = 0.95,
                          .precision = 0.02,
                          .seed = 1,
                          .warmup = 1,
                          .stop = &interrupted};
    return measure(&o, &m, argc, argv);
}

int command_compare(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct measure_options o = {.command = argv[0], .compare = true, .processes = 10};
    struct measuring m = {.runs_most = 1000,
                          .seconds_most = 60,
                          .confidence = 0.95,
                          .precision = 0.01,
                          .seed = 1,
                          .warmup = 1,
                          .stop = &interrupted};
    return measure(&o, &m, argc, argv);
}
