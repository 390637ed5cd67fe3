/* SPDX-License-Identifier: MIT
 * The exact worst error of a multiplication and a shift. */
#ifndef MEASURE_LATTICE_H
#define MEASURE_LATTICE_H

#include "measure.h"
#include "wide.h"

/* Extremes of 10^9 r - hz floor(mult r / 2^shift) over r = 0..ticks: the error in ns, true minus converted, times hz.
 * shift <= 126, mult (ticks + 1) < 2^128. */
struct lattice_errors {
    wide most, least; /* >= 0 and <= 0: those of 0 ticks are 0 */
};
struct lattice_errors lattice_errors(uint64_t mult, unsigned shift, uint64_t hz, uint64_t ticks);

/* An error that is not negative, from one times hz. */
struct measure_exact lattice_exact(wide error, uint64_t hz);

#endif
