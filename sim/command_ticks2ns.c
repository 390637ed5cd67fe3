/* SPDX-License-Identifier: MIT
 * tmr0 ticks2ns: parameters and exact worst error of the conversion from ticks to nanoseconds. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "arguments.h"
#include "commands.h"
#include "measure.h"
#include "output.h"

#define NAME "tmr0 ticks2ns"

static const char usage[] =
    "usage: tmr0 ticks2ns --rate F --interval I [--json FILE]\n\n"
    "Parameters for ns = (ticks >> modulus_bits) * ns_per_modulus + ((ticks & modulus - 1) * mult >> shift), and the\n"
    "worst error, exact, over the interval and over 64 bits of ticks.\n\n"
    "  --rate F      ticks per second, a whole number of Hz: 2599998971, 2.6GHz\n"
    "  --interval I  within which mult is to be exact to its last bit: 1h, 100ms (ps ns us ms s min h d)\n"
    "  --json FILE   write the results, - for standard output\n";

struct ticks_options {
    uint64_t hz;
    double interval_s;
    const char *json;
};

/* STATUS_OK; -1 after --help. */
static int parse_options(struct ticks_options *o, int argc, char **argv)
{
    static const struct option options[] = {
        {"rate", required_argument, NULL, 'r'},
        {"interval", required_argument, NULL, 'i'},
        {"json", required_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option, status = STATUS_OK;
    optind = 1;
    while (status == STATUS_OK && (option = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (option) {
        case 'r':
            status = argument_rate((struct argument){NAME, "rate", optarg}, &o->hz);
            break;
        case 'i':
            status = argument_time((struct argument){NAME, "interval", optarg}, &o->interval_s);
            break;
        case 'j':
            o->json = optarg;
            break;
        case 'h':
            (void)fputs(usage, stdout);
            return -1;
        default:
            status = STATUS_INPUT;
        }
    if (status)
        return status;
    if (optind < argc) {
        (void)fprintf(stderr, NAME ": '%s', expected options only\n", argv[optind]);
        return STATUS_INPUT;
    }
    if (o->hz == 0 || o->interval_s == 0) {
        (void)fprintf(stderr, NAME ": --rate and --interval are both needed; see tmr0 ticks2ns --help\n");
        return STATUS_INPUT;
    }
    return STATUS_OK;
}

struct errors {
    double interval_ns, all_ns;
};

static void print_text(const struct ticks_options *o, const struct measure_convert *c, const struct errors *errors)
{
    double relative = 1 - (double)c->mult / ldexp(1, (int)c->shift) * (double)c->hz / 1e9;
    printf("rate %" PRIu64 " Hz, interval %g s\n", c->hz, o->interval_s);
    printf("mult           %" PRIu64 "\nshift          %u\nmodulus_bits   %u\nns_per_modulus %" PRIu64 "\n", c->mult,
           c->shift, c->modulus_bits, c->ns_per_modulus);
    printf("ns = (ticks >> %u) * %" PRIu64 " + ((ticks & 0x%" PRIx64 ") * %" PRIu64 " >> %u)\n", c->modulus_bits,
           c->ns_per_modulus, c->mask, c->mult, c->shift);
    printf("worst error over the interval  %.6g ns, of which less than 1 ns is whole nanoseconds; mult is short by "
           "%.3g\n",
           errors->interval_ns, relative);
    printf("worst error over 64 bits       %.6g ns, up to %" PRIu64 " ticks%s\n", errors->all_ns, c->ticks_max,
           c->ticks_max == UINT64_MAX ? "" : ": beyond that the nanoseconds do not fit 64 bits");
}

static cJSON *ticks_json(const struct ticks_options *o, const struct measure_convert *c, const struct errors *errors)
{
    cJSON *all = cJSON_CreateObject();
    output_json_count(all, "mult", c->mult);
    cJSON_AddNumberToObject(all, "shift", c->shift);
    cJSON_AddNumberToObject(all, "modulus_bits", c->modulus_bits);
    output_json_count(all, "ns_per_modulus", c->ns_per_modulus);
    cJSON_AddNumberToObject(all, "max_error_ns", errors->interval_ns);
    cJSON_AddNumberToObject(all, "max_error_64bit_ns", errors->all_ns);
    output_json_count(all, "rate_hz", c->hz);
    output_json_count(all, "ticks_max", c->ticks_max);
    cJSON_AddNumberToObject(all, "interval_s", o->interval_s);
    return all;
}

int command_ticks2ns(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct ticks_options o = {0};
    struct measure_convert c;
    struct errors errors = {0};
    struct output_json json;
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status < 0 ? STATUS_OK : status;
    enum measure_verdict verdict = measure_convert_for(&c, o.hz, o.interval_s);
    if (verdict == MEASURE_OK)
        verdict = measure_convert_error(&c, (uint64_t)fmin(o.interval_s * (double)o.hz, (double)c.ticks_max),
                                        &errors.interval_ns);
    if (verdict == MEASURE_OK)
        verdict = measure_convert_error(&c, c.ticks_max, &errors.all_ns);
    if (verdict) {
        (void)fprintf(stderr,
                      NAME ": refused: %s; the interval must last a tick, and its ticks and nanoseconds "
                           "must fit 64 bits\n",
                      measure_verdict_text(verdict));
        return STATUS_INPUT;
    }
    status = output_json_open(&json, o.json, &e);
    if (status == STATUS_OK)
        print_text(&o, &c, &errors);
    cJSON *all = ticks_json(&o, &c, &errors);
    status = output_json_close(&json, all, status, &e);
    cJSON_Delete(all);
    if (status)
        (void)fprintf(stderr, NAME ": %s\n", e.text);
    return status;
}
