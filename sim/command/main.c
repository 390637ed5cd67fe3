/* SPDX-License-Identifier: MIT
 * tmr0 COMMAND [options] */
#include <stddef.h>

#include "cli/command.h"
#include "commands.h"
#include "measure/cli/commands.h"
#include "sim/experiments/sim_experiments.h"

const struct experiment *const experiment_list = sim_experiments;

static const struct command commands[] = {
    {"timing", command_timing, "check the bus timing of every machine with both strobe translators", "Check a board"},
    {"sweep", command_sweep, "check bus timing over a grid or random delays; find how far a figure may move", NULL},
    {"report", command_report, "make one HTML page of the results of timing, sweep and run", NULL},
    {"run", command_run, "run scenario files (driver sequences) on the RTL and check them", "Try a sequence"},
    {"program", command_program, "run machine code of your own on a 68020 in front of the board", NULL},
    {"choices", command_choices, "list what the sources about the chip leave open; find what a scenario depends on",
     NULL},
    {"capture", command_capture, "judge a logic analyser's capture of the chip, and compare it with the model",
     "Look at a real one"},
    {"decode", command_decode, "turn mode registers and commands of the chip into words, and back", NULL},
    {"explore", command_explore, "play every interleaving of several readers of the timer; show what goes wrong",
     "Find faults"},
    {"system", command_system, "run kernel, driver and processes on the virtual CPU; find disturbed and wrong samples",
     "The paper"},
    {"experiment", command_experiment, "repeat what a paper reports, and print its figures beside ours", NULL},
    {NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    const struct program program = {
        "tmr0",
        "a timing-checked simulator of the Am9513A timer board for Sun workstations",
        commands,
        true,
    };
    return command_main(&program, argc, argv);
}
