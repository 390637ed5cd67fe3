/* SPDX-License-Identifier: MIT
 * ticks2ns: parameters and exact worst error of the conversion from ticks to nanoseconds. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/error.h"
#include "cli/options.h"
#include "cli/seconds.h"
#include "commands.h"
#include "measure/measure.h"

#define DIGITS 6

static const char synopsis[] = "--rate F --interval I";

static const char usage[] = "Prints the parameters of\n"
                            "ns = (ticks >> modulus_bits) * ns_per_modulus + ((ticks & modulus - 1) * mult >> shift),\n"
                            "and the exact worst error over the interval and over 64 bits of ticks. Prints the same\n"
                            "for one multiplication with a product of 128 bits.\n\n"
                            "  --rate F      ticks per second, a whole number of Hz: 2599998971Hz, 2.6GHz\n"
                            "  --interval I  interval within which mult is exact to its last bit, such as 1h, 100ms\n";

struct ticks_options {
    const char *command;
    uint64_t hz;
    double interval_s;
};

static int parse_options(struct ticks_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"rate", .hz = &o->hz},
        {"interval", .seconds = &o->interval_s},
    };
    const struct options options = {o->command, synopsis, usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status == STATUS_OK && (o->hz == 0 || o->interval_s == 0))
        status = options_bad(o->command, "--rate and --interval are both needed; see --help");
    return status;
}

struct conversion {
    const struct ticks_options *options;
    struct measure_convert convert;
    struct measure_scale wide;
    double interval_error_ns, all_error_ns, wide_error_ns;
};

static void print_text(const struct conversion *v)
{
    const struct ticks_options *o = v->options;
    const struct measure_convert *c = &v->convert;
    double relative = 1 - (double)c->mult / ldexp(1, (int)c->shift) * (double)c->hz / 1e9;
    char text[40];
    printf("rate %" PRIu64 " Hz, interval %s\n", c->hz, seconds_text(text, sizeof text, o->interval_s, DIGITS));
    printf("mult           %" PRIu64 "\nshift          %u\nmodulus_bits   %u\nns_per_modulus %" PRIu64 "\n", c->mult,
           c->shift, c->modulus_bits, c->ns_per_modulus);
    printf("ns = (ticks >> %u) * %" PRIu64 " + ((ticks & 0x%" PRIx64 ") * %" PRIu64 " >> %u)\n", c->modulus_bits,
           c->ns_per_modulus, c->mask, c->mult, c->shift);
    printf("worst error over the interval  %s: mult is too small by %.3g of itself;\n"
           "                               rounding to whole ns adds less than 1 ns\n",
           seconds_text(text, sizeof text, v->interval_error_ns / 1e9, DIGITS), relative);
    printf("worst error over 64 bits       %s, up to %" PRIu64 " ticks%s\n",
           seconds_text(text, sizeof text, v->all_error_ns / 1e9, DIGITS), c->ticks_max,
           c->ticks_max == UINT64_MAX ? "" : ": beyond that the nanoseconds do not fit 64 bits");
    printf("with a product of 128 bits, for any interval:\n"
           "ns = ((unsigned __int128)ticks * %" PRIu64 ") >> %u\n"
           "worst error over 64 bits       %s, up to %" PRIu64 " ticks\n",
           v->wide.mult, v->wide.shift, seconds_text(text, sizeof text, v->wide_error_ns / 1e9, DIGITS),
           v->wide.ticks_max);
}

int command_ticks2ns(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct ticks_options o = {.command = argv[0]};
    struct conversion v = {.options = &o};
    struct measure_convert *c = &v.convert;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    struct measure_exact interval, all, wide, above; /* none is ever above */
    enum measure_verdict verdict = measure_convert_for(c, o.hz, o.interval_s);
    if (verdict == MEASURE_OK)
        verdict = measure_convert_error(c, c->hz, (uint64_t)fmin(o.interval_s * (double)o.hz, (double)c->ticks_max),
                                        &interval, &above);
    if (verdict == MEASURE_OK)
        verdict = measure_convert_error(c, c->hz, c->ticks_max, &all, &above);
    if (verdict == MEASURE_OK)
        verdict = measure_scale_wide(&v.wide, o.hz);
    if (verdict == MEASURE_OK)
        verdict = measure_scale_error(&v.wide, o.hz, v.wide.ticks_max, &wide, &above);
    if (verdict)
        return options_bad(o.command,
                           "refused: %s; the interval must last a tick, and its ticks and nanoseconds must fit 64 bits",
                           measure_verdict_text(verdict));
    v.interval_error_ns = measure_exact_ns(interval);
    v.all_error_ns = measure_exact_ns(all);
    v.wide_error_ns = measure_exact_ns(wide);
    print_text(&v);
    return STATUS_OK;
}
