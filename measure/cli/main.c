/* SPDX-License-Identifier: MIT
 * tmr0-measure COMMAND [options]: measuring with clocks, without the simulator. */
#include "commands.h"
#include "measure/experiments/experiment.h"

const struct experiment *const experiment_list = experiments;

int main(int argc, char **argv)
{
    const struct program program = {"tmr0-measure", "plan and evaluate measurements with this host's clocks",
                                    measure_commands, false};
    return command_main(&program, argc, argv);
}
