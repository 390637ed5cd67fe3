/* SPDX-License-Identifier: MIT
 * clock: rates, ticks and call costs of this host's clocks, and the shift between its CPUs. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/seconds.h"
#include "cli/time_text.h"
#include "commands.h"
#include "host_clock.h"

#define STEPS 100
#define CALLS 100000
#define PROBES 20000 /* a CPU */
#define BRACKETS 200 /* fewer support no estimate */
#define NS 1e9

static const char synopsis[] = "[--cpus LIST]";

static const char usage[] =
    "Prints for each clock of this host: resolution (greatest common divisor of the steps), tick (the same, tolerant\n"
    "of slewing and of an occasional extra count), least step between two calls, cost of a call, monotonicity and "
    "shift\n"
    "between CPUs. The clocks are CLOCK_MONOTONIC, its coarse and raw forms, and the TSC.\n"
    "Exit status 1 if one of them went backwards or stopped.\n\n"
    "  --cpus LIST  between these CPUs, such as 0,2-3; default all that this process may use\n";

struct clock_options {
    const char *command;
    uint32_t cpus[MEASURE_CPUS];
    size_t count; /* 0: all */
};

struct view {
    struct host_clock host;
    enum measure_verdict skew_verdict;
    double call_ns, tick_ns;
    struct measure_skew_result skew;
    const char *verdict;
    char advice[160];
};

static int take_cpus(void *to, struct argument a)
{
    struct clock_options *o = to;
    o->count = MEASURE_CPUS;
    return argument_cpus(a, MEASURE_CPUS - 1, o->cpus, &o->count);
}

static int parse_options(struct clock_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"cpus", .take = take_cpus, .to = o},
    };
    const struct options options = {o->command, synopsis, usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

static void choose_advice(struct view *v)
{
    bool bad = v->host.verdict == MEASURE_BACKWARD || v->host.verdict == MEASURE_STOPPED;
    char tick[40], from[40];
    if (v->host.verdict) {
        v->verdict = bad ? "unreliable" : "refused";
        (void)snprintf(v->advice, sizeof v->advice, "%s", measure_verdict_text(v->host.verdict));
    } else if (v->skew_verdict == MEASURE_OK && !v->skew.monotonic) {
        v->verdict = "unreliable";
        (void)snprintf(v->advice, sizeof v->advice, "goes backwards between CPUs: use it on one CPU only");
    } else if (v->skew_verdict == MEASURE_UNSTEADY) {
        v->verdict = "unreliable";
        (void)snprintf(v->advice, sizeof v->advice, "CPUs drift apart: use it on one CPU only");
    } else if (v->tick_ns > 10 * v->call_ns) {
        v->verdict = "slow";
        (void)snprintf(v->advice, sizeof v->advice,
                       "means only, of many repetitions: tmr0-measure plan --tick %s; intervals from %s for 1 %%",
                       time_text(tick, sizeof tick, llround(v->tick_ns) * 1000),
                       seconds_text(from, sizeof from, 100 * v->tick_ns / NS, 3));
    } else {
        v->verdict = "good";
        (void)snprintf(v->advice, sizeof v->advice, "single intervals from %s for 1 %%; a call costs %s%s",
                       seconds_text(from, sizeof from, host_clock_single_s(&v->host), 2),
                       seconds_text(tick, sizeof tick, v->call_ns / NS, 2),
                       strcmp(v->host.clock.name, "tsc") == 0 ? "; reads may move, fence short ones" : "");
    }
}

/* How far apart the CPUs' clocks are, by probes that threads compete for. */
static void compare_cpus(struct view *v, const struct clock_options *o, struct measure_probe *probe)
{
    struct measure_clock probed = v->host.clock;
    /* A bare rdtsc may be carried out before what is written ahead of it: the order of probes needs the fences. */
    if (strcmp(v->host.clock.name, "tsc") == 0 && measure_host_clock("tsc-fenced", &probed) == MEASURE_OK)
        probed.hz = v->host.clock.hz;
    v->skew_verdict = measure_probe_ordered(&probed, o->cpus, o->count, PROBES, probe);
    if (v->skew_verdict == MEASURE_OK)
        v->skew_verdict = measure_skew(probe, o->count * PROBES, o->cpus, o->count, BRACKETS, &v->skew);
    if (v->skew_verdict == MEASURE_OK)
        v->skew_verdict = measure_skew_narrow(probe, o->count * PROBES, o->cpus, o->count, &v->skew);
}

static void look_at(struct view *v, const struct clock_options *o, struct measure_probe *probe)
{
    host_clock_look(&v->host, STEPS, CALLS, 0.95);
    if (v->host.verdict == MEASURE_OK) {
        v->call_ns = v->host.call_s * NS;
        v->tick_ns = v->host.tick_s * NS;
        compare_cpus(v, o, probe);
    }
    choose_advice(v);
}

static void print_skew(const struct view *v, const struct clock_options *o)
{
    double ns = NS / v->host.clock.hz;
    if (v->skew_verdict) {
        printf("  monotonic on one CPU; between CPUs: refused: %s\n", measure_verdict_text(v->skew_verdict));
        return;
    }
    printf("  between CPUs: %s over %" PRIu64 " tours; shift of any two at most %.0f ns\n",
           v->skew.monotonic ? "monotonic" : "BACKWARD", v->skew.tours, (double)v->skew.range * ns);
    for (size_t c = 1; c < o->count; c++) {
        const struct measure_shift *s = &v->skew.cpu[o->cpus[c]];
        printf("  CPU %" PRIu32 " - CPU %" PRIu32 ": %.0f to %.0f ns, from %" PRIu64 " brackets\n", o->cpus[c],
               v->skew.base, (double)s->low * ns, (double)s->high * ns, s->brackets);
    }
}

static void print_view(const struct view *v, const struct clock_options *o)
{
    wrap_print(2, "%s: %s, %s", v->host.clock.name, v->verdict, v->advice);
    if (v->host.verdict)
        return;
    char gcd[40], tick[40], least[40], call[40];
    const double hz = v->host.clock.hz;
    printf("  %.0f Hz, resolution %s, tick %s, least step %s, call %s\n", hz,
           seconds_text(gcd, sizeof gcd, (double)v->host.character.gcd / hz, 4),
           seconds_text(tick, sizeof tick, v->host.tick_s, 5),
           seconds_text(least, sizeof least, (double)v->host.character.least / hz, 4),
           seconds_text(call, sizeof call, v->host.call_s, 3));
    print_skew(v, o);
}

/* STATUS_BAD if a clock is unreliable. */
static int look_at_all(const struct clock_options *o, struct error *e)
{
    static struct view view;
    const char *name;
    int status = STATUS_OK;
    struct measure_probe *probe = memory_new(o->count * PROBES, sizeof *probe);
    for (size_t n = 0; (name = measure_host_clock_name(n)); n++) {
        memset(&view, 0, sizeof view);
        (void)measure_host_clock(name, &view.host.clock);
        if (isatty(STDERR_FILENO))
            (void)fprintf(stderr, "%s...\r", name);
        look_at(&view, o, probe);
        if (view.skew_verdict == MEASURE_ABSENT || view.skew_verdict == MEASURE_SYSTEM) {
            free(probe);
            return error_set(e, view.skew_verdict == MEASURE_ABSENT ? STATUS_INPUT : STATUS_SYSTEM, "--cpus: %s",
                             measure_verdict_text(view.skew_verdict));
        }
        print_view(&view, o);
        (void)fflush(stdout);
        if (strcmp(view.verdict, "unreliable") == 0)
            status = STATUS_BAD;
    }
    free(probe);
    return status;
}

/* The CPUs this process may use, or, of those the user named, the first that is none of them is refused. */
static int choose_cpus(struct clock_options *o)
{
    uint32_t usable[MEASURE_CPUS];
    size_t count = MEASURE_CPUS;
    if (measure_host_cpus(usable, &count)) {
        (void)fprintf(stderr, "%s: CPUs: %s\n", o->command, strerror(errno));
        return STATUS_SYSTEM;
    }
    if (o->count == 0) {
        memcpy(o->cpus, usable, sizeof usable);
        o->count = count;
    }
    for (size_t n = 0; n < o->count; n++) {
        size_t at = 0;
        while (at < count && usable[at] != o->cpus[n])
            at++;
        if (at == count)
            return options_bad(o->command,
                               "--cpus: CPU %" PRIu32 " is not available, expected some that this process may use",
                               o->cpus[n]);
    }
    return STATUS_OK;
}

int command_clock(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    static struct clock_options o;
    struct error e;
    memset(&o, 0, sizeof o);
    o.command = argv[0];
    int status = parse_options(&o, argc, argv);
    if (status == STATUS_OK)
        status = choose_cpus(&o);
    if (status)
        return status;
    status = look_at_all(&o, &e);
    return status > STATUS_BAD ? error_print(&e, argv[0], status) : status;
}
