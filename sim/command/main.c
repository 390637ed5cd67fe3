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
    {"decode", command_decode, "a mode register or a command of the chip in words, and back"},
    {"capture", command_capture, "a logic analyser's capture: accesses, AC parameters, comparison with the model"},
    {"fuzz", command_fuzz, "random chip programs on RTL and model in lockstep"},
    {"system", command_system, "kernel, driver and processes on the virtual CPU: samples that are disturbed or wrong"},
    {"explore", command_explore, "every interleaving of several readers of the timer: what goes wrong"},
    {"figure1", command_figure1, "the paper's overheads of a read, beside those of the driver on the virtual CPU"},
    {"timing", command_timing, "check the bus timing of every machine with both strobe translators"},
    {"sweep", command_sweep, "bus timing over a grid of figures or over random delays; how far a figure may move"},
    {"report", command_report, "one HTML page of the results of timing, sweep and run"},
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
