/* SPDX-License-Identifier: MIT
 * tmr0-measure plan, ticks2ns, clock, measure, fit and experiment as a user calls them: what they print, write and
 * refuse. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "cli/error.h"
#include "cli/memory.h"
#include "measure/cli/commands.h"
#include "measure/cli/host_clock.h"
#include "measure/cli/measuring_export.h"
#include "measure/cli/measuring_print.h"
#include "synthetic.h"
#include "tests/suite.h"

#define WORDS 24
#define TEXT 262144

static char folder[] = "/tmp/tmr0_measureXXXXXX";
static char out[TEXT], err[TEXT];

static int set_up(void)
{
    return mkdtemp(folder) ? 0 : 1;
}

static const char *path(const char *name)
{
    static char text[96];
    (void)snprintf(text, sizeof text, "%s/%s", folder, name);
    return text;
}

static int tear_down(void)
{
    static const char *const names[] = {"out", "err", "in", "svg", "json"};
    for (size_t n = 0; n < COUNT(names); n++)
        (void)unlink(path(names[n]));
    return rmdir(folder);
}

static void read_text(const char *name, char *text)
{
    FILE *f = fopen(path(name), "rb");
    size_t size = f ? fread(text, 1, TEXT - 1, f) : 0;
    text[size] = '\0';
    if (f)
        (void)fclose(f);
}

/* Puts what is written to this stream into a file of the folder; the old descriptor comes back. */
static int divert(FILE *stream, const char *name)
{
    (void)fflush(stream);
    int old = dup(fileno(stream)), file = open(path(name), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    CU_ASSERT_FATAL(old >= 0 && file >= 0);
    (void)dup2(file, fileno(stream));
    (void)close(file);
    return old;
}

static void restore(FILE *stream, int old)
{
    (void)fflush(stream);
    (void)dup2(old, fileno(stream));
    (void)close(old);
}

/* Runs "plan --tick 1ms ..."; @ is the folder. The texts are in out and err. */
static int run(const char *line)
{
    static char words[1024];
    char *argv[WORDS + 1] = {NULL}, *rest;
    int argc = 0, status = STATUS_SYSTEM;
    words[0] = '\0';
    for (; *line; line++) {
        const char one[2] = {*line, '\0'};
        (void)strcat(words, *line == '@' ? folder : one);
        (void)strcat(words, *line == '@' ? "/" : "");
    }
    for (char *word = strtok_r(words, " ", &rest); word && argc < WORDS; word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    int old_out = divert(stdout, "out"), old_err = divert(stderr, "err");
    for (const struct command *c = measure_commands; argc > 0 && c->name; c++)
        if (strcmp(argv[0], c->name) == 0)
            status = c->call(argc, argv, NULL);
    restore(stdout, old_out);
    restore(stderr, old_err);
    read_text("out", out);
    read_text("err", err);
    return status;
}

/* The JSON that the line prints; caller deletes. */
static cJSON *json_of(const char *line)
{
    CU_ASSERT_EQUAL(run(line), STATUS_OK);
    cJSON *all = cJSON_Parse(out);
    if (!all)
        (void)fprintf(stderr, "%s: no JSON: %s%s\n", line, out, err);
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    return all;
}

static double number(const cJSON *all, const char *name)
{
    const cJSON *one = cJSON_GetObjectItem(all, name);
    CU_ASSERT(cJSON_IsNumber(one));
    return cJSON_IsNumber(one) ? one->valuedouble : NAN;
}

static cJSON *only_command(const cJSON *all)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(all, "commands"), 0);
}

/* One line on standard error that names what is wrong, nothing on standard output. */
static void check_refused(const char *line, const char *word)
{
    int status = run(line);
    bool good = status == STATUS_INPUT && strstr(err, word) && !*out && strchr(err, '\n') == err + strlen(err) - 1;
    if (!good)
        (void)fprintf(stderr, "%s: status %d, '%s', '%s'\n", line, status, err, out);
    CU_ASSERT(good);
}

SUITE(set_up, tear_down)

TEST(plan)
{
    cJSON *all = json_of("plan --tick 20ms --duration 100us --digits 3 --cycle 10ms --json -");
    CU_ASSERT_EQUAL(number(all, "n"), 7644504);
    CU_ASSERT_DOUBLE_EQUAL(number(all, "seconds"), 76445.04, 1e-6);
    cJSON_Delete(all);
    all = json_of("plan --tick 1ms --duration 50us --width 0.1 --confidence 0.9 --json -");
    CU_ASSERT_EQUAL(number(all, "n"), 20563); /* (14b) with w = 3.28971 */
    CU_ASSERT_DOUBLE_EQUAL(number(all, "seconds"), 20563 * 50e-6, 1e-9);
    cJSON_Delete(all);
    CU_ASSERT_EQUAL(run("plan --tick 20ms --duration 100us --digits 3 --cycle 10ms"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "n = 7644504 "));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "21.2 hours"));
}

TEST(plan_refusals)
{
    check_refused("plan --tick 0ms --duration 1us --digits 3", "--tick 0ms");
    check_refused("plan --tick nan --duration 1us --digits 3", "--tick nan");
    check_refused("plan --tick 1ms --duration 0us --digits 3", "--duration");
    check_refused("plan --tick 1ms --duration 1us --digits 0", "--digits 0");
    check_refused("plan --tick 1ms --duration 1us --digits 3 --confidence 1", "--confidence 1");
    check_refused("plan --tick 1ms --duration 1us --digits 3 --confidence 0", "--confidence 0");
    check_refused("plan --tick 1ms --duration 1us --digits 3 --confidence nan", "--confidence nan");
    check_refused("plan --tick 1ms --duration 1us --width 0", "--width 0");
    check_refused("plan --tick 1ms --duration 1us --digits 3 --cycle 0s", "--cycle 0s");
    check_refused("plan --tick 1ms --duration 2us --digits 3 --cycle 1.9us", "--cycle 1.9 us, expected at least the ");
    check_refused("plan --tick 1ms --duration 1us", "--digits and --width");
    check_refused("plan --tick 1ms --duration 1us --digits 3 --width 0.1", "--digits and --width");
    check_refused("plan --duration 1us --digits 3", "--tick and --duration");
    check_refused("plan --tick 1ms --duration 3ms --digits 3", "whole number");
    check_refused("plan --tick 1d --duration 1ps --digits 15", "too large");
}

TEST(ticks2ns)
{
    static const char *const hour[] = {
        "mult           1258417\nshift          22\nmodulus_bits   43\n", "over the interval  119.306 us",
        "* 11069153359561687138) >> 65\nworst error over 64 bits       1.15662 ns", /* floor(10^9 2^65 / hz), exact */
    };
    CU_ASSERT_EQUAL(run("ticks2ns --rate 3.333GHz --interval 1h"), STATUS_OK);
    for (size_t n = 0; n < COUNT(hour); n++)
        CU_ASSERT_PTR_NOT_NULL(strstr(out, hour[n]));
    CU_ASSERT_EQUAL(run("ticks2ns --rate 2599998971Hz --interval 1ms"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "up to 18446744073709551615 ticks\n")); /* exact, not a double */
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "over the interval  1.24192 ns"));
    CU_ASSERT_EQUAL(run("ticks2ns --rate 1MHz --interval 1s"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "do not fit"));
    check_refused("ticks2ns --rate 0Hz --interval 1s", "--rate 0Hz");
    check_refused("ticks2ns --rate 1.5Hz --interval 1s", "whole number of Hz");
    check_refused("ticks2ns --rate 2THz --interval 1s", "--rate 2THz");
    check_refused("ticks2ns --rate 1GHz --interval 0s", "--interval 0s");
    check_refused("ticks2ns --rate 1GHz --interval 1000000d", "64 bits");
    check_refused("ticks2ns --rate 1Hz --interval 1ms", "last a tick");
    check_refused("ticks2ns --rate 1GHz", "--rate and --interval");
}

static double figure(const char *text, const char *label)
{
    const char *found = strstr(text, label);
    return found ? strtod(found + strlen(label), NULL) : 0;
}

TEST(clock)
{
    int clocks = 0;
    CU_ASSERT(run("clock") <= STATUS_BAD);
    for (const char *at = out; (at = strstr(at, " Hz, resolution ")); at++, clocks++)
        CU_ASSERT(figure(at, "resolution ") > 0 && figure(at, ", tick ") > 0 && figure(at, ", least step ") > 0 &&
                  figure(at, ", call ") > 0);
    CU_ASSERT(clocks >= 3);
    check_refused("clock x", "expected options only");
    check_refused("clock --cpus x", "--cpus x");
    check_refused("clock --cpus 0,0", "--cpus 0,0");
    check_refused("clock --cpus 0-", "--cpus 0-");
    check_refused("clock --cpus 0,300", "--cpus 0,300");
    check_refused("clock --cpus 255", "CPU 255 is not available"); /* no machine of the tests has so many */
    CU_ASSERT_EQUAL(run("clock --cpus 0"), STATUS_OK);             /* one CPU: no shift, and it says so */
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "refused: one CPU only"));
}

TEST(measure)
{
    CU_ASSERT(run("measure --builtin count --runs 2000 --json -") <= STATUS_BAD); /* where the host drifts */
    cJSON *all = cJSON_Parse(out);
    CU_ASSERT_EQUAL(number(all, "runs"), 2000);
    const cJSON *one = only_command(all);
    if (!cJSON_GetObjectItem(one, "mean_refused")) {
        CU_ASSERT(number(one, "low_s") <= number(one, "mean_s") && number(one, "mean_s") <= number(one, "high_s"));
        CU_ASSERT(number(one, "mean_s") > 1e-8 && number(one, "mean_s") < 1e-3);
    }
    CU_ASSERT(cJSON_IsArray(cJSON_GetObjectItem(one, "quantiles")));
    cJSON_Delete(all);
    CU_ASSERT(run("measure --runs 40 -- true") <= STATUS_BAD); /* STATUS_BAD: they depend on each other */
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "true: 40 runs"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "mean       no interval: fewer than 300 runs often miss a long one"));
    CU_ASSERT_PTR_NULL(strstr(out, "99 %"));
    CU_ASSERT_EQUAL(run("measure --runs 5 --json - -- false"), STATUS_BAD);
    CU_ASSERT_PTR_NOT_NULL(strstr(err, "false: exit status 1"));
    CU_ASSERT_STRING_EQUAL(out, ""); /* no JSON without a result */
    CU_ASSERT(run("measure --seconds 50ms --builtin sleep") <= STATUS_BAD);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "ended by --seconds"));
}

/* The coarse clock has ticks of milliseconds: 300 ns show no tick in so few runs, and no number is given. On a busy
 * host the runs may last several ticks, so there are several tries. */
TEST(measure_slow_clock)
{
    int status = STATUS_OK;
    for (int n = 0; n < 20 && status != STATUS_BAD; n++)
        status = run("measure --clock coarse --builtin count --runs 40");
    CU_ASSERT_EQUAL(status, STATUS_BAD);
    CU_ASSERT_PTR_NOT_NULL(strstr(err, "these runs support no result"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "mean       refused"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "quantiles  refused"));
}

TEST(measure_refusals)
{
    check_refused("measure", "expected one of");
    check_refused("measure --builtin nothing", "--builtin nothing");
    check_refused("measure --builtin count -- true", "expected one of");
    check_refused("measure --clock sundial --builtin count", "--clock sundial");
    check_refused("measure --runs 0 --builtin count", "--runs 0");
    check_refused("measure --seconds 0s --builtin count", "--seconds 0s");
    check_refused("measure -- /nowhere/at/all", "cannot run");
    check_refused("measure --file /nowhere/at/all", "cannot read");
    check_refused("measure --file - --clock raw", "--clock");
    check_refused("measure --file - --runs 5", "--file does not: expected one of them");
    check_refused("measure --svg . --builtin count", "a folder, expected a file");
    CU_ASSERT_EQUAL(run("measure --runs 500 --builtin copy --svg /nowhere/at/all.svg"), STATUS_SYSTEM);
}

static void write_input(const char *text)
{
    FILE *f = fopen(path("in"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CU_ASSERT(fputs(text, f) != EOF);
    CU_ASSERT(fclose(f) == 0);
}

static void check_file_refused(const char *text, const char *word)
{
    write_input(text);
    check_refused("measure --file @in", word);
}

TEST(file)
{
    static char svg[TEXT];
    char text[4096] = "# nanoseconds\n\n";
    for (int n = 0; n < 100; n++) {
        char one[24];
        (void)snprintf(one, sizeof one, " %d # a comment\n", 1000 + n * 37 % 100);
        (void)strcat(text, one);
    }
    write_input(text);
    cJSON *all = json_of("measure --file @in --json - --svg @svg");
    CU_ASSERT_EQUAL(number(all, "runs"), 100);
    read_text("svg", svg);
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, ": 100 runs"));
    const cJSON *median = cJSON_GetArrayItem(cJSON_GetObjectItem(only_command(all), "quantiles"), 1);
    CU_ASSERT_DOUBLE_EQUAL(number(median, "value_s"), 1049e-9, 1e-12);
    cJSON_Delete(all);
    check_file_refused("", "no durations");
    check_file_refused("# nothing\n", "no durations");
    check_file_refused("12\nnan\n", ":2: 'nan'");
    check_file_refused("12\ninf\n", ":2: 'inf'");
    check_file_refused("12\n13\n1e300\n", ":3: '1e300'");
    check_file_refused("1e999\n", ":1: '1e999'");
    check_file_refused("-1\n", ":1: '-1'");
    check_file_refused("1.5\n", ":1: '1.5'");
    check_file_refused("12 13\n", ":1: '12 13'");
    check_file_refused("12,1,1\n", ":1: '12,1,1'");
    check_file_refused("12,1,1,0,0,0\n13,1,2,0,0,0\n", ":2: a run of command 2, expected those of one");
    check_file_refused("12,1,1,0,0,0\n13,1,1,0.0005\n", ":2: '13,1,1,0.0005', expected a whole number"); /* a cut row */
    check_file_refused("9007199254740993\n99999999999999999999\n", ":2:");
}

/* One long run decides this mean: 34.4 us, with a standard error of 33.3 us. For the greatest skewness there is, Hall's
 * interval begins 1.2 errors below, which is less than any run. */
TEST(interval_reaches_the_least_run)
{
    char text[4096] = "10000000\n";
    for (int n = 0; n < 299; n++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%d\n", 1000 + n * 37 % 100);
    write_input(text);
    cJSON *all = json_of("measure --file @in --json -");
    const cJSON *one = only_command(all);
    CU_ASSERT_EQUAL(number(one, "low_s"), 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(number(one, "mean_s"), 34.4e-6, 0.1e-6);
    CU_ASSERT(number(one, "high_s") > 0.2e-3 && number(one, "independent_runs") <= 300);
    CU_ASSERT_PTR_NOT_NULL(strstr(err, "range      1 us to "));
    CU_ASSERT_PTR_NOT_NULL(strstr(err, "\n           the interval reaches the least run: a few long runs"));
    cJSON_Delete(all);
}

/* Ctrl-C after 400 ms of a measurement of 30 s: the durations measured so far are evaluated. */
TEST(interrupt)
{
    struct sigevent interrupt = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGINT};
    const struct itimerspec after = {.it_value.tv_nsec = 400000000};
    timer_t timer;
    CU_ASSERT_FATAL(timer_create(CLOCK_MONOTONIC, &interrupt, &timer) == 0);
    CU_ASSERT_FATAL(timer_settime(timer, 0, &after, NULL) == 0);
    CU_ASSERT(run("measure --builtin sleep --runs 1000000 --seconds 30s") <= STATUS_BAD);
    (void)timer_delete(timer);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "ended by Ctrl-C"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "mean "));
}

/* ---- A folder as /sys */

static char *sys_path(const char *name)
{
    static char text[160];
    (void)snprintf(text, sizeof text, "%s/sys/devices/system/cpu/%s", folder, name);
    return text;
}

/* text NULL: removes the file and its folders. */
static void sys_file(const char *name, const char *text)
{
    char *at = sys_path(name);
    for (char *slash = at + strlen(folder) + 1; text && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        (void)mkdir(at, 0700);
        *slash = '/';
    }
    FILE *f = text ? fopen(at, "w") : NULL;
    if (f) {
        (void)fputs(text, f);
        (void)fclose(f);
        return;
    }
    (void)unlink(at);
    for (char *slash; (slash = strrchr(at, '/')) > at + strlen(folder);) {
        *slash = '\0';
        (void)rmdir(at);
    }
}

static const char *note(void)
{
    FILE *f = fopen(path("out"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    host_clock_note(f, "measure", path("sys"));
    CU_ASSERT(fclose(f) == 0);
    read_text("out", out);
    return out;
}

/* Each sign of a changing speed alone: one line; without it none. */
TEST(speed)
{
    static const struct {
        const char *file, *quiet, *loud, *says;
    } sign[] = {
        {"cpu1/cpufreq/scaling_governor", "performance\n", "powersave\n", "changes: governor powersave"},
        {"intel_pstate/no_turbo", "1\n", "0\n", "changes: turbo"},
        {"cpufreq/boost", "0\n", "1\n", "changes: turbo"},
        {"cpu1/cpufreq/cpuinfo_max_freq", "4000000\n", "3000000\n", "changes: not all are alike"},
    };
    uint32_t cpus[MEASURE_CPUS];
    size_t count = MEASURE_CPUS;
    CU_ASSERT_EQUAL(measure_host_cpus(cpus, &count), MEASURE_OK);
    sys_file("cpu0/cpufreq/cpuinfo_max_freq", "4000000\n");
    for (size_t n = 0; n < COUNT(sign); n++) {
        CU_ASSERT_STRING_EQUAL(note(), "");
        sys_file(sign[n].file, sign[n].quiet);
        CU_ASSERT_STRING_EQUAL(note(), "");
        sys_file(sign[n].file, sign[n].loud);
        CU_ASSERT_PTR_NOT_NULL(strstr(note(), sign[n].says));
        CU_ASSERT_PTR_EQUAL(strchr(out, '\n'), out + strlen(out) - 1);
        CU_ASSERT_EQUAL(strstr(out, "taskset keeps it on one") != NULL, count > 1);
        sys_file(sign[n].file, NULL);
    }
    sys_file("cpu0/cpufreq/cpuinfo_max_freq", NULL);
}

TEST(lost)
{
    char text[48];
    CU_ASSERT_STRING_EQUAL(measuring_lost_text(text, sizeof text, 0), "it lost its CPU 0 times a run");
    CU_ASSERT_STRING_EQUAL(measuring_lost_text(text, sizeof text, 0.99), "it lost its CPU 0.99 times a run");
    CU_ASSERT_STRING_EQUAL(measuring_lost_text(text, sizeof text, 0.996), "it lost its CPU 1 time a run");
    CU_ASSERT_STRING_EQUAL(measuring_lost_text(text, sizeof text, 1.1), "it lost its CPU 1.1 times a run");
}

/* n runs of 20 ms, of which every other took 9 ms of CPU time and the rest 11 ms. */
static cJSON *cpu_json(size_t n)
{
    struct measuring m = {
        .clock = {.name = "made", .hz = 1e9}, .tick_s = 1e-9, .confidence = 0.95, .precision = 0.02, .runs = n};
    struct measured *k = measuring_add(&m);
    k->cpu_s = memory_new(n, sizeof *k->cpu_s);
    k->used = memory_new(n, sizeof *k->used);
    k->counts = memory_new(n, sizeof *k->counts);
    for (size_t i = 0; i < n; i++) {
        k->cpu_s[i] = i % 2 ? 0.009 : 0.011;
        k->used[i] = (struct workload_usage){.user_s = 0.009, .system_s = 0.001};
        k->counts[i] = 20e6 + (double)(i % 2);
    }
    cJSON *const all = cJSON_CreateObject();
    measuring_evaluate(&m);
    measuring_json(all, &m);
    measuring_free(&m);
    return all;
}

TEST(cpu)
{
    cJSON *all = cpu_json(300), *one = only_command(all);
    CU_ASSERT_DOUBLE_EQUAL(number(one, "cpu_s"), 0.01, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(number(one, "cpu_low_s") + number(one, "cpu_high_s"), 0.02, 1e-5);
    CU_ASSERT(number(one, "cpu_low_s") < 0.009999 && number(one, "cpu_low_s") > 0.00995); /* they take turns */
    CU_ASSERT_DOUBLE_EQUAL(number(one, "mean_s"), 0.02, 1e-8);
    CU_ASSERT_FALSE(cJSON_HasObjectItem(one, "cpu_refused"));
    cJSON_Delete(all);
    all = cpu_json(299);
    one = only_command(all);
    CU_ASSERT_DOUBLE_EQUAL(number(one, "cpu_s"), 0.01, 1e-12);
    CU_ASSERT_FALSE(cJSON_HasObjectItem(one, "cpu_low_s"));
    CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItem(one, "cpu_refused")),
                           measure_verdict_text(MEASURE_FEW));
    cJSON_Delete(all);
}

/* In this process: another one would be started from this program's file. */
TEST(calls)
{
    cJSON *all = json_of("measure --builtin call --processes 1 --json -");
    const cJSON *one = only_command(all);
    CU_ASSERT_EQUAL(number(one, "processes"), 1);
    CU_ASSERT_EQUAL(number(one, "calls_most"), 20 * number(one, "calls_least"));
    CU_ASSERT(number(one, "low_s") < number(one, "high_s") && number(one, "moved_low_s") < number(one, "moved_high_s"));
    CU_ASSERT(number(one, "cost_s") > 1e-9 && number(one, "cost_s") < 1e-5);
    CU_ASSERT(strstr(err, "\ncost       ") || strstr(err, "\nrange      "));
    cJSON_Delete(all);
}

/* 359 ns a step on a tick of 500 ns, from phases spread evenly; `spoilt` of 20 runs of each N take 9,000 more. */
static void write_table(int spoilt)
{
    FILE *f = fopen(path("in"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    for (int n = 10; n <= 200; n += 10)
        for (int k = 0; k < 20; k++)
            (void)fprintf(f, "%d%s%d\n", n, k % 2 ? ", " : "\t", /* 0 to 19 and 7 have no factor in common */
                          (1000 + 359 * n + 25 * (k * 7 % 20) + (k * 7 % 20 < spoilt ? 9000 : 0)) / 500 * 500);
    CU_ASSERT(fclose(f) == 0);
}

TEST(fit)
{
    write_table(0);
    cJSON *all = json_of("fit @in --json -");
    CU_ASSERT_EQUAL(number(all, "tick"), 500);
    CU_ASSERT_EQUAL(number(all, "runs"), 400);
    CU_ASSERT_STRING_EQUAL(cJSON_GetObjectItem(all, "choice")->valuestring, "least squares");
    const cJSON *line = cJSON_GetArrayItem(cJSON_GetObjectItem(all, "methods"), 0);
    CU_ASSERT_DOUBLE_EQUAL(number(line, "slope"), 359, number(line, "slope_half"));
    CU_ASSERT_DOUBLE_EQUAL(number(line, "overhead"), 1000, number(line, "overhead_half"));
    CU_ASSERT(number(line, "slope_half") < 1);
    cJSON_Delete(all);
    write_table(3);
    CU_ASSERT_EQUAL(run("fit @in --tick 500"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "tick 500\n60 runs are far from the robust line (15 %)"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "\nrobust: a unit of N takes 35"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, " (95 %)\n(without the runs that were disturbed; with them it took "));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "refused: too many runs"));
    write_input("1 10\n2 17\n3 24\n4 31\n5 38\n6 45\n7 52\n8 59\n9 66\n10 73\n11 80\n"); /* 7 N + 3 */
    CU_ASSERT_EQUAL(run("fit @in"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "; tick 1 at most: all T lie on one line\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "\nleast squares: a unit of N takes 6.90 to 7.10, the overhead is 1.9 to 4.1\n"
                                       "(bounds: each T is right to a tick)\n"));
    write_input("1 3000000000001\n2 6000000000001\n3 9000000000001\n");
    CU_ASSERT_EQUAL(run("fit @in"), STATUS_BAD);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "\nleast squares 3000000000000"));
    write_input("1 7\n2 7\n3 7\n1 7\n2 7\n3 7\n1 7\n2 7\n3 7\n1 7\n");
    CU_ASSERT_EQUAL(run("fit @in"), STATUS_BAD); /* the clock never moved */
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "refused: every interval"));
    write_input("1 3\n2 6\n3 9\n");
    CU_ASSERT_EQUAL(run("fit @in"), STATUS_BAD);
    CU_ASSERT_PTR_NOT_NULL(strstr(err, "the data support no method"));
}

/* Half of the runs are disturbed, by up to 700 us. */
TEST(fit_floor)
{
    FILE *f = fopen(path("in"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    for (int n = 10; n <= 200; n += 10)
        for (int k = 0; k < 8; k++)
            (void)fprintf(f, "%d %d\n", n,
                          (1000 + 359 * n + (k < 4 ? 120 * (k * 7 % 4) : 400 * k * k * (n * 7 % 30 + 10))) / 500 * 500);
    CU_ASSERT(fclose(f) == 0);
    CU_ASSERT_EQUAL(run("fit @in"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "\nleast values: a unit of N takes 35"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "\n(undisturbed, at this host's fastest speed: bounds, certain if"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "\nOf these runs as they were, a unit of N took about 3"));
    CU_ASSERT_PTR_NULL(strstr(out, "nan"));
    write_table(0);
    CU_ASSERT_EQUAL(run("fit @in"), STATUS_OK);
    CU_ASSERT_PTR_NULL(strstr(out, "fastest"));
}

static void check_table_refused(const char *text, const char *word)
{
    write_input(text);
    check_refused("fit @in", word);
}

TEST(fit_refusals)
{
    check_table_refused("", "no runs");
    check_table_refused("# nothing\n", "no runs");
    check_table_refused("1 2\n", "1 run, expected runs of at least three different N");
    check_table_refused("1 2\n2 3\n1 2\n2 3\n", "4 runs, expected");
    check_table_refused("1 2\n2\n", ":2: '2', expected a T");
    check_table_refused("1 2\n2,\n", ":2: '2,', expected a T");
    check_table_refused("1 2\n,3\n", ":2: ',3', expected two numbers");
    check_table_refused("n,ns\n", ":1: 'n,ns', expected two numbers");
    check_table_refused("1 2 3\n", ":1: '1 2 3', expected two numbers, N and T, and no more");
    check_table_refused("1 nan\n", ":1: '1 nan'");
    check_table_refused("inf 1\n", ":1: 'inf 1'");
    check_table_refused("1 0x10\n", ":1: '1 0x10'");
    check_table_refused("1 1e999\n", ":1: '1 1e999'");
    check_table_refused("1 -5\n", "as T a time");
    check_table_refused("-1 5\n", "as N a whole number");
    check_table_refused("1.5 5\n", "as N a whole number");
    check_table_refused("1e17 5\n", "as N a whole number");
    check_refused("fit", "0 files");
    check_refused("fit /nowhere/at/all", "cannot read");
    check_refused("fit @in --tick 0", "--tick 0");
    CU_ASSERT_EQUAL(run("fit -dash.txt"), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err, "\nfit: an operand that begins with - comes after --\n"));
    write_table(0);
    check_refused("fit @in --plot .", "a folder, expected a file");
}

TEST(fit_plot)
{
    static char svg[TEXT];
    write_table(3);
    CU_ASSERT_EQUAL(run("fit @in --plot @svg"), STATUS_OK);
    read_text("svg", svg);
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, "<svg"));
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, "</svg>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, "excess over the line: robust"));
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, "higher ones, at the edge"));
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, "_excess_over_the_line__robust</title>"));
    CU_ASSERT_EQUAL_FATAL(symlink("in", path("\351")), 0); /* a name that is no UTF-8 */
    CU_ASSERT_EQUAL(run("fit @\351 --plot @svg"), STATUS_OK);
    (void)unlink(path("\351"));
    read_text("svg", svg);
    CU_ASSERT_PTR_NOT_NULL(strstr(svg, "/?: excess over the line"));
    CU_ASSERT_PTR_NULL(strstr(svg, "\351"));
}

TEST(experiment)
{
    CU_ASSERT_EQUAL(run("experiment --list"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "danzig-fig2 "));
    CU_ASSERT_EQUAL(run("experiment beilner-tables"), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "it follows if p = 0.1"));
    check_refused("experiment --list --quick", "expected it alone");
    check_refused("experiment --list danzig-fig2", "expected it alone");
    check_refused("experiment", "0 names");
    check_refused("experiment danzig-fig3", "no experiment danzig-fig3");
    check_refused("experiment danzig-fig2 beilner-tables", "2 names");
    check_refused("experiment danzig-fig2 --seed x", "--seed x");
    check_refused("experiment beilner-tables --out Makefile", "Makefile: not a folder");
}
