/* SPDX-License-Identifier: MIT
 * The list of the experiments that need the simulated board or workstation. */
#include "sim_experiments.h"

const struct experiment sim_experiments[] = {
    {"danzig-board", "Danzig & Melvin: the segments of Figure 2 timed with /dev/tmr0 on the 3/50, and what they save",
     experiment_danzig_board, NULL},
    {"danzig-day", "Danzig & Melvin: the two hours and the day of section 3 with the 20 ms clock of the simulated 3/50",
     experiment_danzig_day, NULL},
    {"beilner-dash",
     "Beilner: the message loop of section 4 on the simulated 3/50, and whether it is in step with the clock",
     experiment_beilner_dash, NULL},
    {"figure1",
     "Danzig & Melvin: the overheads of a read in Figure 1 beside the simulated ones; has options of its own", NULL,
     figure1_command},
    {"torn", "how often a save of chained counters is torn by the delay of their carries; has options of its own", NULL,
     torn_command},
    {NULL, NULL, NULL, NULL},
};
