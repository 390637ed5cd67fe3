/* SPDX-License-Identifier: MIT
 * measure-proofs NAME [options]: as `tmr0-measure experiment`, with experiments of no paper. */
#include <stddef.h>

#include "measure/cli/commands.h"
#include "proofs.h"

static const struct experiment proofs[] = {
    {"race", "which clock and which estimator give the narrowest honest interval; not of a paper", experiment_race,
     NULL},
    {"coverage", "how often the intervals of tmr0-measure hold the truth; not of a paper", experiment_coverage, NULL},
    {NULL, NULL, NULL, NULL},
};
const struct experiment *const experiment_list = proofs;

int main(int argc, char **argv)
{
    return command_experiment(argc, argv, NULL);
}
