/* SPDX-License-Identifier: MIT */
#include "proofs.h"

const struct experiment proofs[] = {
    {"race", "which clock and which estimator give the narrowest honest interval; not of a paper", experiment_race,
     NULL},
    {"coverage", "how often the intervals of tmr0-measure hold the truth; not of a paper", experiment_coverage, NULL},
    {NULL, NULL, NULL, NULL},
};
