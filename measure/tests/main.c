/* SPDX-License-Identifier: MIT
 * measure-proofs NAME [options]: as `tmr0-measure experiment`, with the experiments of proofs.c. */
#include <stddef.h>

#include "measure/cli/commands.h"
#include "proofs.h"

const struct experiment *const experiment_list = proofs;

int main(int argc, char **argv)
{
    return command_experiment(argc, argv, NULL);
}
