/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <stddef.h>

const struct command measure_commands[] = {
    {"plan", command_plan, "repetitions that a measurement with a slow clock needs, and their time"},
    {"ticks2ns", command_ticks2ns, "parameters and exact worst error of converting ticks to nanoseconds"},
    {"clock", command_clock, "tick, cost, monotonicity and shift between CPUs of this host's clocks"},
    {"measure", command_measure, "measure a command or a builtin with one of this host's clocks"},
    {"fit", command_fit, "unit cost and overhead from a table of your own times"},
    {"experiment", command_experiment, "what a paper reports beside what we find"},
    {NULL, NULL, NULL},
};
