/* SPDX-License-Identifier: MIT
 * The list of the experiments that need no simulator. */
#include "experiment.h"

const struct experiment experiments[] = {
    {"danzig-fig2", "Danzig & Melvin: Figure 2, and the two hours and the day of section 3", experiment_danzig_fig2,
     NULL},
    {"beilner-tables", "Beilner: tables 15, 17a and 17b, the figures of sections 3 and 4, the claim after (10d)",
     experiment_beilner_tables, NULL},
    {"krutar-tick", "Krutar: the tick by minimum, by gcd and by tolerant gcd, and the readings that each needs",
     experiment_krutar_tick, NULL},
    {"krutar-fit",
     "Krutar: unit cost from T(N) by averages, minima and least values; what tmr0-measure fit makes of tables",
     experiment_krutar_fit, NULL},
    {"aix-filter", "AIX: the printed example, and filters for intervals in which an interrupt fell",
     experiment_aix_filter, NULL},
    {"tsc-convert", "wtmlib: ticks to nanoseconds, the rate after 64 ms of calibration", experiment_tsc_convert, NULL},
    {"tsc-skew", "wtmlib: bounds of the shift between the clocks of 2 to 64 CPUs", experiment_tsc_skew, NULL},
    {NULL, NULL, NULL, NULL},
};
