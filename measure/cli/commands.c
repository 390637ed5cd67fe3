/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <stddef.h>

const struct command measure_commands[] = {
    {"measure", command_measure, "measure a command or a builtin with one of this host's clocks",
     "Measure (begin with measuring.md, which is installed with the documents)"},
    {"compare", command_compare, "compare the times of commands, run in turn in random order", NULL},
    {"fit", command_fit, "find unit cost and overhead from a table of your own times", NULL},
    {"plan", command_plan, "compute how many repetitions a measurement with a slow clock needs",
     "Plan, and know the clock"},
    {"clock", command_clock, "examine this host's clocks: tick, cost, monotonicity, shift between CPUs", NULL},
    {"ticks2ns", command_ticks2ns, "find parameters that convert ticks to nanoseconds, and their exact worst error",
     NULL},
    {"experiment", command_experiment, "repeat what a paper reports, and print its figures beside ours", "The papers"},
    {NULL, NULL, NULL, NULL},
};
