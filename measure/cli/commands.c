/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <stddef.h>

const struct command measure_commands[] = {
    {"plan", command_plan, "compute how many repetitions a measurement with a slow clock needs"},
    {"ticks2ns", command_ticks2ns, "find parameters that convert ticks to nanoseconds, and their exact worst error"},
    {"clock", command_clock, "examine this host's clocks: tick, cost, monotonicity, shift between CPUs"},
    {"measure", command_measure, "measure a command or a builtin with one of this host's clocks"},
    {"fit", command_fit, "find unit cost and overhead from a table of your own times"},
    {"experiment", command_experiment, "repeat what a paper reports, and print its figures beside ours"},
    {NULL, NULL, NULL},
};
