/* SPDX-License-Identifier: MIT
 * tmr0 COMMAND [options] */
#include <stddef.h>

#include "cli/command.h"
#include "commands.h"
#include "measure/cli/commands.h"
#include "measure/experiments/experiment.h"
#include "sim/experiments/sim_experiments.h"

const struct experiment *const experiment_lists[] = {experiments, sim_experiments, NULL};

static const struct command sim_commands[] = {
    {"run", command_run, "run scenario files (driver sequences) on the RTL and check them"},
    {"choices", command_choices, "list what the sources about the chip leave open; find what a scenario depends on"},
    {"decode", command_decode, "turn mode registers and commands of the chip into words, and back"},
    {"capture", command_capture, "judge a logic analyser's capture of the chip, and compare it with the model"},
    {"fuzz", command_fuzz, "play random chip programs on RTL and model in lockstep"},
    {"system", command_system, "run kernel, driver and processes on the virtual CPU; find disturbed and wrong samples"},
    {"explore", command_explore, "play every interleaving of several readers of the timer; show what goes wrong"},
    {"figure1", command_figure1, "simulate the overheads of a read that the paper reports; print both"},
    {"timing", command_timing, "check the bus timing of every machine with both strobe translators"},
    {"sweep", command_sweep, "check bus timing over a grid or random delays; find how far a figure may move"},
    {"report", command_report, "make one HTML page of the results of timing, sweep and run"},
    {"torn", command_torn, "measure how often a save of chained counters is torn by the delay of their carries"},
    {NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    const struct program program = {
        "tmr0",
        "a timing-checked simulator of the Am9513A timer board for Sun workstations",
        {sim_commands, measure_commands},
        true,
    };
    return command_main(&program, argc, argv);
}
