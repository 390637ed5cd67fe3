/* SPDX-License-Identifier: MIT */
#include "sim_experiments.h"

#include <stddef.h>

const struct experiment sim_experiments[] = {
    {"danzig-board", "Danzig & Melvin: the segments of Figure 2 timed with /dev/tmr0 on the 3/50, and what they save",
     experiment_danzig_board},
    {"danzig-day", "Danzig & Melvin: the two hours and the day of section 3 with the 20 ms clock of the simulated 3/50",
     experiment_danzig_day},
    {"beilner-dash",
     "Beilner: the message loop of section 4 on the simulated 3/50, and whether it is in step with the clock",
     experiment_beilner_dash},
    {NULL, NULL, NULL},
};
