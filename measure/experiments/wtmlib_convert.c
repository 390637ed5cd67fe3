/* SPDX-License-Identifier: MIT
 * [004] wtmlib: one year and one hour at 3.333 GHz. The year's error is of the formula without modulus. */
#include <math.h>

#include "experiment.h"
#include "measure/measure.h"

static void printed(struct experiment_run *run, const char *what, double paper, double ours, double unit)
{
    experiment_add(run, &(struct experiment_row){.paper = paper, .ours = ours, .unit = unit}, "%s", what);
}

void experiment_wtmlib_convert(struct experiment_run *run)
{
    const uint64_t hz = UINT64_C(3333000000), hour = UINT64_C(11998800000000);
    struct measure_convert c = {0};
    experiment_section(run, "Conversion at 3.333 ticks a ns");
    (void)measure_convert_for(&c, hz, 365 * 86400.0);
    printed(run, "interval a year: 2^shift", 512, ldexp(1, (int)c.shift), 1);
    printed(run, "interval a year: mult", 153, (double)c.mult, 1);
    printed(run, "interval a year: error at its end, hours", 35, (3.1536e16 - 1.05109488e17 * 153 / 512) / 3.6e12, 1);
    (void)measure_convert_for(&c, hz, 3600);
    printed(run, "interval an hour: 2^shift", 4194304, ldexp(1, (int)c.shift), 1);
    printed(run, "interval an hour: mult", 1258417, (double)c.mult, 1);
    printed(run, "interval an hour: error at its end, ns", 119305, 3.6e12 - (double)(hour * c.mult >> c.shift), 1);
    experiment_section(run, "Ticks per ms in place of ticks per s, 2599998971 Hz");
    experiment_add(run,
                   &(struct experiment_row){.paper = 0.999999626,
                                            .ours = 2599998e3 / 2599998971.0,
                                            .unit = 1e-9,
                                            .finding = 12,
                                            .follows_if = "it is cut off after nine digits"},
                   "ratio");
    experiment_add(run,
                   &(struct experiment_row){.paper = 374,
                                            .ours = 971 / 2599998971.0 * 1e9,
                                            .unit = 1,
                                            .finding = 12,
                                            .follows_if = "it is taken from the ratio that is cut off"},
                   "error a second, ns");
}
