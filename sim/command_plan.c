/* SPDX-License-Identifier: MIT
 * tmr0 plan: how many repetitions, and how long they take. */
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "arguments.h"
#include "commands.h"
#include "measure.h"
#include "options.h"
#include "output.h"
#include "papers.h"

#define NAME "tmr0 plan"

static const char usage[] =
    "usage: tmr0 plan --tick T --duration D (--digits K | --width P) [options]\n"
    "       tmr0 plan --papers\n\n"
    "Repetitions needed to measure a mean duration D with a clock that ticks every T.\n"
    "Times carry a unit: ps ns us ms s min h d.\n\n"
    "  --digits K      half-width one unit of the K-th significant digit of D (Danzig & Melvin)\n"
    "  --width P       total width P times D, such as 0.1 (Beilner)\n"
    "  --confidence A  default 0.95\n"
    "  --cycle C       what one cycle of the loop takes, default D: nothing but what is measured\n"
    "  --json FILE     write the results, - for standard output\n"
    "  --papers        the papers' printed tables beside what their own equations give\n";

struct plan_options {
    double tick_s, duration_s, cycle_s, confidence, width;
    uint64_t digits;
    const char *json;
    bool papers;
};

static int take_option(struct plan_options *o, int option, const char *name)
{
    struct argument a = {NAME, name, optarg};
    switch (option) {
    case 't':
        return argument_time(a, &o->tick_s);
    case 'd':
        return argument_time(a, &o->duration_s);
    case 'c':
        return argument_time(a, &o->cycle_s);
    case 'a':
        return argument_confidence(a, &o->confidence);
    case 'k':
        return option_number(NAME, name, optarg, 1, 15, &o->digits);
    case 'w':
        return argument_positive(a, &o->width);
    case 'j':
        o->json = optarg;
        return STATUS_OK;
    case 'p':
        o->papers = true;
        return STATUS_OK;
    default:
        return STATUS_INPUT;
    }
}

static int wrong(const char *text)
{
    (void)fprintf(stderr, NAME ": %s\n", text);
    return STATUS_INPUT;
}

/* STATUS_OK; -1 after --help. */
static int parse_options(struct plan_options *o, int argc, char **argv)
{
    static const struct option options[] = {
        {"tick", required_argument, NULL, 't'},
        {"duration", required_argument, NULL, 'd'},
        {"cycle", required_argument, NULL, 'c'},
        {"digits", required_argument, NULL, 'k'},
        {"confidence", required_argument, NULL, 'a'},
        {"width", required_argument, NULL, 'w'},
        {"json", required_argument, NULL, 'j'},
        {"papers", no_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option, which = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, &which)) != -1) {
        if (option == 'h') {
            (void)fputs(usage, stdout);
            return -1;
        }
        int status = take_option(o, option, option == '?' ? NULL : options[which].name);
        if (status)
            return status;
    }
    if (optind < argc) {
        (void)fprintf(stderr, NAME ": '%s', expected options only\n", argv[optind]);
        return STATUS_INPUT;
    }
    if (o->papers)
        return STATUS_OK;
    if (o->tick_s == 0 || o->duration_s == 0)
        return wrong("--tick and --duration are both needed; see tmr0 plan --help");
    if ((o->digits == 0) == (o->width == 0))
        return wrong("expected one of --digits and --width");
    return STATUS_OK;
}

static int refuse(enum measure_verdict verdict, const struct plan_options *o)
{
    if (verdict == MEASURE_WHOLE)
        (void)fprintf(stderr,
                      NAME ": refused: a duration of %g ticks is a whole number of them, for which the equations "
                           "plan n = 0: they hold for a duration that never varies\n",
                      o->duration_s / o->tick_s);
    else
        (void)fprintf(stderr, NAME ": refused: %s\n", measure_verdict_text(verdict));
    return STATUS_INPUT;
}

static void print_duration(double seconds)
{
    if (seconds >= 2 * 86400.0)
        printf("%.1f days", seconds / 86400);
    else if (seconds >= 2 * 3600.0)
        printf("%.1f hours", seconds / 3600);
    else if (seconds >= 2 * 60.0)
        printf("%.1f minutes", seconds / 60);
    else
        printf("%.3g s", seconds);
}

static void print_plan(const struct plan_options *o, const struct measure_plan *p, double seconds)
{
    printf("tick %g s, duration %g s, confidence %g (z = %.4f)\n", o->tick_s, o->duration_s, o->confidence,
           measure_z(o->confidence));
    if (o->digits)
        printf("half-width %g s: one unit of significant digit %" PRIu64 "\n", p->half_width_s, o->digits);
    else
        printf("half-width %g s: total width %g times the duration\n", p->half_width_s, o->width);
    printf("n = %" PRIu64 " repetitions\n", p->n);
    printf("time at %g s a cycle: ", o->cycle_s);
    print_duration(seconds);
    printf(" (%.6g s)\n", seconds);
    if (!p->normal)
        printf("note: so few repetitions are no ground for the normal distribution; the interval will not cover at its "
               "level\n");
}

static cJSON *plan_json(const struct plan_options *o, const struct measure_plan *p, double seconds)
{
    cJSON *all = cJSON_CreateObject();
    output_json_count(all, "n", p->n);
    cJSON_AddNumberToObject(all, "seconds", seconds);
    cJSON_AddNumberToObject(all, "half_width_s", p->half_width_s);
    cJSON_AddNumberToObject(all, "z", measure_z(o->confidence));
    cJSON_AddNumberToObject(all, "tick_s", o->tick_s);
    cJSON_AddNumberToObject(all, "duration_s", o->duration_s);
    cJSON_AddNumberToObject(all, "cycle_s", o->cycle_s);
    cJSON_AddNumberToObject(all, "confidence", o->confidence);
    cJSON_AddBoolToObject(all, "normal", p->normal);
    return all;
}

int command_plan(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct plan_options o = {.confidence = 0.95};
    struct measure_plan p;
    struct output_json json;
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status < 0 ? STATUS_OK : status;
    if (o.papers)
        return papers_print(stdout);
    o.cycle_s = o.cycle_s > 0 ? o.cycle_s : o.duration_s;
    enum measure_verdict verdict = o.digits
                                       ? measure_plan_digits(&p, o.tick_s, o.duration_s, o.confidence, (int)o.digits)
                                       : measure_plan_width(&p, o.tick_s, o.duration_s, o.confidence, o.width);
    if (verdict)
        return refuse(verdict, &o);
    double seconds = (double)p.n * o.cycle_s;
    status = output_json_open(&json, o.json, &e);
    if (status == STATUS_OK)
        print_plan(&o, &p, seconds);
    cJSON *all = plan_json(&o, &p, seconds);
    status = output_json_close(&json, all, status, &e);
    cJSON_Delete(all);
    if (status)
        (void)fprintf(stderr, NAME ": %s\n", e.text);
    return status;
}
