/* SPDX-License-Identifier: MIT
 * plan: how many repetitions, and how long they take. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/options.h"
#include "cli/output.h"
#include "cli/seconds.h"
#include "commands.h"
#include "measure/measure.h"

#define DIGITS 6

static const char synopsis[] = "--tick T --duration D (--digits K | --width P) [options]";

static const char usage[] =
    "Prints how many repetitions measure a mean duration D with a clock that ticks every T, and how long they take.\n"
    "Times have a unit: ps ns us ms s min h d.\n\n"
    "  --digits K      half-width one unit of the K-th significant digit of D (Danzig & Melvin)\n"
    "  --width P       total width P times D, such as 0.1 (Beilner)\n"
    "  --confidence A  default 0.95\n"
    "  --cycle C       duration of one cycle of the loop, default D: the loop contains nothing else\n"
    "  --json FILE     write the results\n";

struct plan_options {
    const char *command;
    double tick_s, duration_s, cycle_s, confidence, width;
    uint64_t digits;
    const char *json;
};

static int parse_options(struct plan_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"tick", .seconds = &o->tick_s},
        {"duration", .seconds = &o->duration_s},
        {"cycle", .seconds = &o->cycle_s},
        {"digits", .number = &o->digits, .least = 1, .most = 15},
        {"confidence", .confidence = &o->confidence},
        {"width", .positive = &o->width},
        {"json", .output = &o->json},
    };
    const struct options options = {o->command, synopsis, usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (o->tick_s == 0 || o->duration_s == 0)
        return options_bad(o->command, "--tick and --duration are both needed; see --help");
    if ((o->digits == 0) == (o->width == 0))
        return options_bad(o->command, "expected one of --digits and --width");
    if (o->cycle_s == 0)
        o->cycle_s = o->duration_s;
    if (o->cycle_s < o->duration_s) {
        char cycle[40], duration[40];
        return options_bad(o->command, "--cycle %s, expected at least the duration that a cycle contains, %s",
                           seconds_text(cycle, sizeof cycle, o->cycle_s, DIGITS),
                           seconds_text(duration, sizeof duration, o->duration_s, DIGITS));
    }
    return STATUS_OK;
}

static int refuse_plan(enum measure_verdict verdict, const struct plan_options *o)
{
    if (verdict == MEASURE_WHOLE)
        return options_bad(o->command,
                           "refused: a duration of %g tick%s is a whole number of them, for which the equations plan "
                           "n = 0: they hold for a duration that never varies",
                           o->duration_s / o->tick_s, o->duration_s > o->tick_s ? "s" : "");
    return options_bad(o->command, "refused: %s", measure_verdict_text(verdict));
}

struct planned {
    const struct plan_options *options;
    struct measure_plan plan;
    double seconds;
};

static void print_duration(double seconds)
{
    char text[40];
    if (seconds >= 2 * 86400.0)
        printf("%.1f days", seconds / 86400);
    else if (seconds >= 2 * 3600.0)
        printf("%.1f hours", seconds / 3600);
    else if (seconds >= 2 * 60.0)
        printf("%.1f minutes", seconds / 60);
    else
        printf("%s", seconds_text(text, sizeof text, seconds, 3));
}

static void print_plan(const struct planned *d)
{
    const struct plan_options *o = d->options;
    const struct measure_plan *p = &d->plan;
    char tick[40], duration[40];
    printf("tick %s, duration %s, confidence %g (z = %.4f)\n", seconds_text(tick, sizeof tick, o->tick_s, DIGITS),
           seconds_text(duration, sizeof duration, o->duration_s, DIGITS), o->confidence, measure_z(o->confidence));
    printf("half-width %s: ", seconds_text(duration, sizeof duration, p->half_width_s, DIGITS));
    if (o->digits)
        printf("one unit of significant digit %" PRIu64 "\n", o->digits);
    else
        printf("total width %g times the duration\n", o->width);
    printf("n = %" PRIu64 " repetitions\n", p->n);
    printf("time at %s a cycle: ", seconds_text(duration, sizeof duration, o->cycle_s, DIGITS));
    print_duration(d->seconds);
    printf(" (%s)\n", seconds_text(duration, sizeof duration, d->seconds, DIGITS));
    if (!p->normal)
        printf(
            "note: with so few repetitions the normal distribution does not hold; the interval will not cover at its "
            "level\n");
}

static int report_plan(void *context, cJSON *all, struct error *e)
{
    const struct planned *d = context;
    const struct plan_options *o = d->options;
    (void)e;
    print_plan(d);
    output_json_count(all, "n", d->plan.n);
    cJSON_AddNumberToObject(all, "seconds", d->seconds);
    cJSON_AddNumberToObject(all, "half_width_s", d->plan.half_width_s);
    cJSON_AddNumberToObject(all, "z", measure_z(o->confidence));
    cJSON_AddNumberToObject(all, "tick_s", o->tick_s);
    cJSON_AddNumberToObject(all, "duration_s", o->duration_s);
    cJSON_AddNumberToObject(all, "cycle_s", o->cycle_s);
    cJSON_AddNumberToObject(all, "confidence", o->confidence);
    cJSON_AddBoolToObject(all, "normal", d->plan.normal);
    return STATUS_OK;
}

int command_plan(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct plan_options o = {.command = argv[0], .confidence = 0.95};
    struct planned d = {.options = &o};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    enum measure_verdict verdict =
        o.digits ? measure_plan_digits(&d.plan, o.tick_s, o.duration_s, o.confidence, (int)o.digits)
                 : measure_plan_width(&d.plan, o.tick_s, o.duration_s, o.confidence, o.width);
    if (verdict)
        return refuse_plan(verdict, &o);
    d.seconds = (double)d.plan.n * o.cycle_s;
    status = output_json_run(o.json, cJSON_CreateObject(), report_plan, &d, &e);
    return status ? error_print(&e, argv[0], status) : STATUS_OK;
}
