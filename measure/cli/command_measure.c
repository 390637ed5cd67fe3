/* SPDX-License-Identifier: MIT
 * measure: mean, quantiles, outliers and histogram of a command or a builtin. compare: how much longer one command
 * takes than another. One runner: `measure` of several commands compares them, too. */
#define _DEFAULT_SOURCE /* strsep() */
#include <getopt.h>     /* optind */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calling.h"
#include "cli/input.h"
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
#define PARAMETERS 8
#define ROUNDS_MOST 1000000 /* of `compare` */
#define RUNS_LEAST 10
#define SHELL "/bin/sh"

static const char synopsis[] = "[options] --builtin NAME\n"
                               "[options] -- COMMAND [ARGUMENT...]\n"
                               "[options] --file FILE";

/* What measure and compare share */
#define CLOCK_USAGE "  --clock NAME    monotonic (default), coarse, raw, tsc, tsc-fenced\n"
#define COMMANDS_USAGE                                                                                                 \
    "  -w, --warmup N  runs of each command at the beginning that are not counted, default 1\n"                        \
    "  -s, --setup C   run C, a command too, before the first run of each command\n"                                   \
    "  -p, --prepare C\n"                                                                                              \
    "                  run C before each run\n"                                                                        \
    "  -c, --cleanup C\n"                                                                                              \
    "                  run C after the last run of each command. These three are not timed, and are given once for\n"  \
    "                  all commands or once for each\n"                                                                \
    "  -n, --command-name NAME\n"                                                                                      \
    "                  what to call a command; again for the next one\n"                                               \
    "  --parameter P   NAME=a,b,c, NAME=1..8 or NAME=0.5..2..0.5 (steps of 0.5): a command with {NAME} in it, its\n"   \
    "                  name or its C is run with each value; of several --parameter with each combination\n"           \
    "  -L, --parameter-list NAME a,b,c, -P, --parameter-scan NAME 1 8, -D, --parameter-step-size 2\n"                  \
    "                  the same in hyperfine's words\n"                                                                \
    "  -S, --shell S   S, such as sh or 'bash --norc', reads commands, each one argument, and C; its start is part\n"  \
    "                  of the run. default: /bin/sh; none, or -N: no shell, as without --shell\n"                      \
    "  --input FILE    standard input of each run, which is else empty\n"                                              \
    "  --show-output   print what commands and C write to standard output; else it goes to /dev/null\n"                \
    "  -i, --ignore-failure\n"                                                                                         \
    "                  take runs with an exit status other than 0 as the others; else the first ends the runs\n"       \
    "  --export-csv FILE, --export-markdown FILE\n"                                                                    \
    "                  write a row for each command\n"                                                                 \
    "  --json FILE     write the results\n"

static const char usage[] =
    "Measures a builtin or a command repeatedly, or takes durations from a file. Prints mean, deviation, median and\n"
    "quantiles with their intervals, outliers and a histogram. If the runs do not support a result, the reason is\n"
    "printed instead (exit status 1 if they support none). Ctrl-C ends the runs and evaluates those made. A command's\n"
    "start is part of the run.\n"
    "A builtin that is too short for the clock is called N times in a run, with several N; what a call costs is the\n"
    "slope of the line through their times. With --runs it is called once in each run.\n\n" CLOCK_USAGE
    "  -r, --runs N    at most this many runs, default 100000; -M and --max-runs, too\n"
    "  --seconds T     at most this time for all runs, the last one is finished; default 5s\n"
    "  -m, --min-runs N\n"
    "                  so many at least, whatever time they take; default 10\n"
    "  --confidence A  default 0.95\n"
    "  --precision P   a mean that is not known to this, or changed by more, is called a range; default 0.02\n"
    "  --processes P   time such a builtin in P new processes, default 10\n"
    "  --seed N        seed of the waits that put runs at random phases of a slow clock's tick, default 1\n"
    "  --file FILE     durations in whole nanoseconds, one per line, or what --raw wrote of a command; # starts a\n"
    "                  comment; - is standard input\n"
    "  --raw FILE      write a row for each run, as --file reads them; of runs of several N \"N T\", as `fit` reads\n"
    "                  them\n"
    "  --svg FILE      draw the histogram; of runs of several N how far they lie above the line\n" COMMANDS_USAGE
    "\nbuiltins:\n"
    "  empty           nothing: a call alone or, with --runs, reading the clock\n"
    "  count           a loop that counts from 1000 to 0\n"
    "  copy            memcpy of 4096 bytes\n"
    "  call            a system call, getppid\n"
    "  sleep           nanosleep of 100 us\n";

static const char compare_synopsis[] = "[options] COMMAND COMMAND...";

static const char compare_usage[] =
    "Runs the commands in rounds, each command once a round, in random order. Prints the ratio of each command's CPU\n"
    "time and of its wall time to the first command's, with intervals. Other programs disturb CPU time less. Stops\n"
    "when all ratios of CPU time, or all of wall time, are known to --precision. Exit status 1 if both ratios of a\n"
    "command say nothing. A command is one argument, its words in quotes: 'sort -n file'. Its start is part of the\n"
    "run.\n\n" CLOCK_USAGE "  --precision P   half-width of a ratio's interval, such as 0.01 (default) for 1 %\n"
    "  -r, --runs N    at most this many rounds, default 1000; -M and --max-runs, too\n"
    "  --seconds T     at most this time for all rounds, the last one is finished; default 60s\n"
    "  -m, --min-runs N\n"
    "                  so many at least, whatever time they take; default 10\n"
    "  --confidence A  of each interval, however early the runs stop; default 0.95\n"
    "  --seed N        of the order, default 1\n"
    "  --raw FILE      write a row for each run, as CSV\n" COMMANDS_USAGE;

enum { SVG, RAW, CSV, MARKDOWN, FILES };

/* Of an option that may be given for each command: a hook, or its name. */
enum { NAME = MEASURING_HOOKS, TEXTS };
struct texts {
    const char *of[MEASURING_COMMANDS];
    size_t count;
};

struct parameter {
    char *name, *value[VALUES]; /* "{NAME}" */
    size_t values, chosen;
    bool used, found; /* by the command that is being added, by any */
};

struct measure_options {
    const char *command;
    bool compare; /* each operand is a command */
    const char *clock, *file, *json, *shell, *input, *out[FILES];
    bool runs, seconds, show_output, any_work, processes_given;
    uint64_t processes;
    struct workload work; /* the builtin */
    struct texts text[TEXTS];
    struct parameter parameter[PARAMETERS];
    size_t parameters;
    char **argv;
    struct argument scan; /* --parameter-scan, until its step is known: */
    const char *from, *to, *step;
};

static int take_builtin(void *to, struct argument a)
{
    struct measure_options *o = to;
    o->any_work = true;
    return workload_find(&o->work, a.text) ? STATUS_OK : argument_bad(a, "one of those that --help lists");
}

static int take_text(void *to, struct argument a)
{
    struct texts *t = to;
    if (t->count == MEASURING_COMMANDS)
        return argument_bad(a, "no more of them than commands");
    t->of[t->count++] = a.text;
    return STATUS_OK;
}

/* The number before the next "..", or at the end. */
static bool take_number(char **text, double *value)
{
    char *dots = strstr(*text, ".."), *end;
    if (dots)
        *dots = '\0';
    *value = strtod(*text, &end);
    const bool good = end > *text && !*end && isfinite(*value);
    *text = dots ? dots + 2 : NULL;
    return good;
}

static bool take_range(struct parameter *p, char *text)
{
    double from, to = 0, step = 1;
    const bool good =
        take_number(&text, &from) && text && take_number(&text, &to) && (!text || take_number(&text, &step));
    const double last = floor((to - from) / step * (1 + 1e-12));
    if (!good || text || !(last >= 0 && last < VALUES)) /* NaN, too: a step of 0 */
        return false;
    for (; (double)p->values <= last; p->values++) {
        char number[32];
        (void)snprintf(number, sizeof number, "%.12g", from + (double)p->values * step);
        p->value[p->values] = memory_text(number);
    }
    return true;
}

/* The parameter a.text with these values, or those of a range. */
static int take_named(struct measure_options *o, struct argument a, const char *values, bool range)
{
    if (o->parameters == PARAMETERS)
        return argument_bad(a, "at most 8 parameters");
    struct parameter *p = &o->parameter[o->parameters++];
    size_t size;
    FILE *f = memory_stream(&p->name, &size);
    (void)fprintf(f, "{%s}", a.text);
    (void)fclose(f);
    char *copy = memory_text(values), *rest = copy;
    const bool good = !range || take_range(p, copy);
    while (!range && rest && p->values < VALUES)
        p->value[p->values++] = memory_text(strsep(&rest, ","));
    const bool many = !range && rest;
    free(copy);
    return many    ? argument_bad(a, "at most 64 values")
           : !good ? argument_bad(a, "a range of 1 to 64 numbers, such as NAME=1..8 or NAME=0.5..2..0.5")
                   : STATUS_OK;
}

static int take_parameter(void *to, struct argument a)
{
    char *name = memory_text(a.text), *values = name;
    (void)strsep(&values, "=");
    const int status = *name && values && *values ? take_named(to, (struct argument){a.command, a.option, name}, values,
                                                               strstr(values, "..") != NULL)
                                                  : argument_bad(a, "NAME=1..8 or NAME=a,b,c");
    free(name);
    return status;
}

/* Of hyperfine: "NAME a,b,c" and "NAME 1 8", whose words follow the option's value. */
static int take_list(void *to, struct argument a)
{
    struct measure_options *o = to;
    const char *list = o->argv[optind] ? o->argv[optind++] : NULL;
    return list ? take_named(o, a, list, false) : argument_bad(a, "NAME and a,b,c");
}

static int take_scan(void *to, struct argument a)
{
    struct measure_options *o = to;
    o->scan = a;
    o->from = o->argv[optind] ? o->argv[optind++] : NULL;
    o->to = o->argv[optind] ? o->argv[optind++] : NULL;
    return o->to ? STATUS_OK : argument_bad(a, "NAME and two numbers, such as NAME 1 8");
}

static int take_precision(void *to, struct argument a)
{
    double *precision = to;
    int status = argument_positive(a, (double)INFINITY, precision);
    return status || *precision < 1 ? status : argument_bad(a, "less than 1, such as 0.01");
}

/* The text with the chosen value in place of each {NAME}. */
static char *filled(const struct measure_options *o, const char *text)
{
    char *made = memory_text(text);
    for (const struct parameter *p = o->parameter; p < o->parameter + o->parameters; p++) {
        char *const before = made;
        const char *from = before, *at;
        size_t size;
        FILE *f = memory_stream(&made, &size);
        for (; (at = strstr(from, p->name)); from = at + strlen(p->name))
            (void)fprintf(f, "%.*s%s", (int)(at - from), from, p->value[p->chosen]);
        (void)fputs(from, f);
        (void)fclose(f);
        free(before);
    }
    return made;
}

static int parse_options(struct measure_options *o, struct measuring *m, int argc, char **argv)
{
    bool clock = false, seed = false, warmup = false, no_shell = false;
    const uint64_t most = o->compare ? ROUNDS_MOST : MEASURING_RUNS_MOST;
    const struct option_rule rule[] = {
        {"clock", .given = &clock, .text = &o->clock},
        {"runs", 'r', .given = &o->runs, .number = &m->runs_most, .least = 1, .most = most},
        {"max-runs", 'M', .given = &o->runs, .number = &m->runs_most, .least = 1, .most = most},
        {"min-runs", 'm', .number = &m->runs_least, .least = 1, .most = most},
        {"seconds", .given = &o->seconds, .seconds = &m->seconds_most},
        {"confidence", .confidence = &m->confidence},
        {"precision", .take = take_precision, .to = &m->precision},
        {"warmup", 'w', .given = &warmup, .number = &m->warmup, .least = 0, .most = most},
        {"setup", 's', .take = take_text, .to = &o->text[MEASURING_SETUP]},
        {"prepare", 'p', .take = take_text, .to = &o->text[MEASURING_PREPARE]},
        {"cleanup", 'c', .take = take_text, .to = &o->text[MEASURING_CLEANUP]},
        {"command-name", 'n', .take = take_text, .to = &o->text[NAME]},
        {"parameter", .take = take_parameter, .to = o},
        {"parameter-list", 'L', .take = take_list, .to = o},
        {"parameter-scan", 'P', .take = take_scan, .to = o, .once = true},
        {"parameter-step-size", 'D', .text = &o->step},
        {"shell", 'S', .text = &o->shell},
        {"no-shell", 'N', .given = &no_shell},
        {"input", .text = &o->input},
        {"show-output", .given = &o->show_output},
        {"ignore-failure", 'i', .given = &m->ignore_failure},
        {"seed", .given = &seed, .number = &m->seed, .least = 0, .most = UINT64_MAX},
        {"raw", .output = &o->out[RAW]},
        {"export-csv", .output = &o->out[CSV]},
        {"export-markdown", .output = &o->out[MARKDOWN]},
        {"json", .output = &o->json},
        /* From here on of `measure` alone */
        {"builtin", .take = take_builtin, .to = o},
        {"file", .text = &o->file},
        {"svg", .output = &o->out[SVG]},
        {"processes", .given = &o->processes_given, .number = &o->processes, .least = 1,
         .most = CALLING_PROCESSES_MOST},
    };
    size_t rules = sizeof rule / sizeof rule[0], shared = 0;
    while (strcmp(rule[shared].name, "builtin") != 0)
        shared++;
    const struct options one = {o->command, synopsis, usage, NULL, OPERANDS_LAST, rule, rules};
    const struct options several = {o->command, compare_synopsis, compare_usage, NULL, OPERANDS_ANYWHERE, rule, shared};
    int status = options_take(o->compare ? &several : &one, argc, argv);
    if (status == STATUS_OK && o->to) {
        char range[128];
        (void)snprintf(range, sizeof range, "%s..%s..%s", o->from, o->to, o->step ? o->step : "1");
        status = take_named(o, o->scan, range, true);
    } else if (status == STATUS_OK && o->step)
        return options_bad(o->command, "--parameter-step-size without --parameter-scan");
    if (o->shell && strcmp(o->shell, "default") == 0)
        o->shell = SHELL;
    if (no_shell || (o->shell && strcmp(o->shell, "none") == 0))
        o->shell = NULL;
    if (status || o->compare)
        return status;
    int sources = o->any_work + (o->file != NULL) + (optind < argc);
    if (sources != 1)
        return options_bad(o->command, "expected one of --builtin NAME, --file FILE and -- COMMAND; see --help");
    if (o->file && clock)
        return options_bad(o->command, "--clock measures, --file does not: expected one of them");
    if (o->file && (o->runs || o->seconds || seed))
        return options_bad(o->command, "--runs, --seconds and --seed measure, --file does not: expected one of them");
    size_t of_commands = o->parameters + warmup + m->ignore_failure + o->show_output + (o->shell || o->input);
    for (size_t n = 0; n < TEXTS; n++)
        of_commands += o->text[n].count;
    if (optind == argc && of_commands)
        return options_bad(o->command, "--warmup, --setup, --prepare, --cleanup, --command-name, --parameter, --shell, "
                                       "--input, --show-output and --ignore-failure are for commands");
    if (o->processes_given && (!o->any_work || o->runs))
        return options_bad(o->command, "--processes is for a builtin without --runs: each run of a command is a "
                                       "process already");
    if (o->shell && argc - optind > 1)
        return options_bad(o->command, "--shell with %d arguments, expected one", argc - optind);
    return STATUS_OK;
}

/* ---- What is measured */

/* That of the nth command, or the one of all; NULL: none. */
static const char *hook_of(const struct texts *t, size_t nth)
{
    return t->count == 1 ? t->of[0] : nth < t->count ? t->of[nth] : NULL;
}

/* The words as they are. */
static void take_words(const struct measure_options *o, struct workload *w, char **word)
{
    size_t count = 0, size;
    while (word[count])
        count++;
    w->argv = memory_new(count + 1, sizeof *w->argv);
    FILE *f = memory_stream(&w->line, &size);
    for (size_t n = 0; n < count; n++) {
        w->argv[n] = filled(o, word[n]);
        (void)fprintf(f, n ? " %s" : "%s", w->argv[n]);
    }
    (void)fclose(f);
    w->name = w->line;
}

static int take_line(const struct measure_options *o, struct workload *w, const char *text, struct error *e)
{
    char *line = filled(o, text);
    const int status = workload_command(w, line, o->shell, e);
    free(line);
    return status;
}

/* The nth operand of `compare`, all words of `measure`. */
static int add_command(const struct measure_options *o, struct measuring *m, char **word, size_t nth, struct error *e)
{
    if (m->commands == MEASURING_COMMANDS)
        return error_set(e, STATUS_INPUT, "more than %d commands", MEASURING_COMMANDS);
    struct measured *k = measuring_add(m);
    int status = STATUS_OK;
    if (o->compare || o->shell)
        status = take_line(o, &k->work, *word, e);
    else
        take_words(o, &k->work, word);
    for (size_t n = 0; n < MEASURING_HOOKS && status == STATUS_OK; n++) {
        const char *text = hook_of(&o->text[n], nth);
        status = text ? take_line(o, &k->hook[n], text, e) : STATUS_OK;
        k->hook[n].shown = o->show_output;
    }
    if (nth < o->text[NAME].count) {
        free(k->work.line);
        k->work.name = k->work.line = filled(o, o->text[NAME].of[nth]);
    }
    k->work.input = o->input;
    k->work.shown = o->show_output;
    return status;
}

static bool has(const struct parameter *p, const char *text)
{
    return text && strstr(text, p->name);
}

/* With each combination of the values of those parameters that it, its hooks or its name have. */
static int add_combinations(struct measure_options *o, struct measuring *m, char **word, size_t nth, struct error *e)
{
    size_t combinations = 1;
    int status = STATUS_OK;
    for (struct parameter *p = o->parameter; p < o->parameter + o->parameters; p++) {
        p->used = nth < o->text[NAME].count && has(p, o->text[NAME].of[nth]);
        for (size_t n = 0; word[n] && (n == 0 || !o->compare); n++)
            p->used = p->used || has(p, word[n]);
        for (size_t n = 0; n < MEASURING_HOOKS; n++)
            p->used = p->used || has(p, hook_of(&o->text[n], nth));
        p->found = p->found || p->used;
        combinations *= p->used ? p->values : 1;
    }
    for (size_t n = 0; n < combinations && status == STATUS_OK; n++) {
        size_t rest = n;
        for (struct parameter *p = o->parameter; p < o->parameter + o->parameters; p++)
            if (p->used) {
                p->chosen = rest % p->values;
                rest /= p->values;
            }
        status = add_command(o, m, word, nth, e);
    }
    return status;
}

static int add_commands(struct measure_options *o, struct measuring *m, char **operand, struct error *e)
{
    static const char *const option[TEXTS] = {"setup", "prepare", "cleanup", "command-name"};
    size_t count = 0;
    int status = STATUS_OK;
    for (; operand[count] && (count == 0 || o->compare) && status == STATUS_OK; count++)
        status = add_combinations(o, m, operand + count, count, e);
    for (const struct parameter *p = o->parameter; p < o->parameter + o->parameters && status == STATUS_OK; p++)
        if (!p->found)
            status = error_set(e, STATUS_INPUT, "--parameter: no command has %s", p->name);
    for (size_t n = 0; n < TEXTS && status == STATUS_OK; n++)
        if (o->text[n].count > count || (n != NAME && o->text[n].count > 1 && o->text[n].count < count))
            status = error_set(e, STATUS_INPUT, "--%s %zu times, expected it once%s", option[n], o->text[n].count,
                               o->compare ? " or for each command" : "");
    if (status == STATUS_OK && o->compare && m->commands < 2)
        status = error_set(e, STATUS_INPUT, "expected two commands at least; see --help");
    if (status == STATUS_OK && m->commands > 1 && o->out[SVG])
        status = error_set(e, STATUS_INPUT, "--svg draws the runs of one command, expected no --parameter");
    return status;
}

static int check_input(const struct measure_options *o, struct error *e)
{
    FILE *f = o->input ? input_open(o->input, e) : NULL;
    if (f == stdin)
        return error_set(e, STATUS_INPUT, "--input -: the first run would take it all, expected a file");
    if (f)
        (void)fclose(f);
    return f || !o->input ? STATUS_OK : STATUS_INPUT;
}

static int take_work(struct measure_options *o, struct measuring *m, char **operand, struct error *e)
{
    int status = check_input(o, e);
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
    if (m->failed) {
        *e = m->failure;
        return m->failed;
    }
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
    bool calls; /* of a builtin, several in a run */
};

/* What runs of the commands say, and the files of it. They are written whatever the verdict: who was refused a result
 * wants to see the runs. */
static int report_runs(const struct measure_run *run, const struct output *out, cJSON *all, bool *drawn,
                       struct error *e)
{
    struct measuring *m = run->measuring;
    const char *const svg = run->options->out[SVG];
    const int status = gather_runs(run->options, m, e);
    if (status)
        return status;
    if (out[RAW].f)
        measuring_raw(out[RAW].f, m);
    measuring_evaluate(m);
    measuring_print(m);
    measuring_json(all, m);
    if (out[CSV].f)
        measuring_csv(out[CSV].f, m);
    if (out[MARKDOWN].f)
        measuring_markdown(out[MARKDOWN].f, m);
    return svg ? measuring_svg(m, svg, drawn, e) : STATUS_OK;
}

/* What a call of a builtin costs, from runs of several N. */
static int report_calls(const struct measure_run *run, const struct output *out, cJSON *all, bool *drawn,
                        struct error *e)
{
    const struct measure_options *o = run->options;
    struct calling c = {.measuring = run->measuring, .work = &o->work, .processes = o->processes};
    int status = calling_run(&c, e);
    if (status == STATUS_OK) {
        calling_print(&c);
        calling_json(all, &c);
        if (out[RAW].f)
            calling_raw(out[RAW].f, &c);
        status = o->out[SVG] ? calling_svg(&c, o->out[SVG], drawn, e) : STATUS_OK;
    }
    calling_free(&c);
    return status;
}

/* The files' places are opened first, as the results' was: one that cannot be written is known before the measuring. */
static int run_measure(void *context, cJSON *all, struct error *e)
{
    const struct measure_run *run = context;
    struct output out[FILES];
    int status = STATUS_OK, opened = 0;
    bool drawn = true;
    for (; opened < FILES && status == STATUS_OK; opened++) {
        status = output_open(&out[opened], run->options->out[opened], e);
        if (opened == SVG && status == STATUS_OK)
            (void)output_close(&out[SVG], STATUS_BAD, e); /* gnuplot draws it later */
    }
    if (status == STATUS_OK)
        status = (run->calls ? report_calls : report_runs)(run, out, all, &drawn, e);
    if (!drawn)
        printf("no drawing: gnuplot is not installed\n");
    for (int n = RAW; n < opened; n++)
        status = output_close(&out[n], status, e);
    return status || run->calls ? status : judge(run->measuring, e);
}

static int run_all(struct measure_options *o, struct measuring *m, char **operand, struct error *e)
{
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
        status = output_json_run(o->json, cJSON_CreateObject(), run_measure, &(struct measure_run){o, m, calls}, e);
    return status;
}

static int measure(int argc, char **argv, bool compare)
{
    struct measure_options o = {
        .command = argv[0], .argv = argv, .compare = compare, .clock = "monotonic", .processes = 10};
    struct measuring m = {.runs_least = RUNS_LEAST,
                          .runs_most = compare ? 1000 : 100000,
                          .seconds_most = compare ? 60 : 5,
                          .confidence = 0.95,
                          .precision = compare ? 0.01 : 0.02,
                          .seed = 1,
                          .warmup = 1,
                          .stop = &interrupted};
    struct error e;
    int status = parse_options(&o, &m, argc, argv);
    if (status == STATUS_OK && !o.file)
        status = open_clock(&o, &m);
    if (status == STATUS_OK) {
        status = run_all(&o, &m, argv + optind, &e);
        status = status ? error_print(&e, argv[0], status) : STATUS_OK;
    }
    measuring_free(&m);
    for (struct parameter *p = o.parameter; p < o.parameter + o.parameters; p++) {
        for (size_t n = 0; n < p->values; n++)
            free(p->value[n]);
        free(p->name);
    }
    return status;
}

int command_measure(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    return measure(argc, argv, false);
}

int command_compare(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    return measure(argc, argv, true);
}
