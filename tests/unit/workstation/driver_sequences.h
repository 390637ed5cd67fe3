/* SPDX-License-Identifier: MIT
 * What the driver is asked to do in tests that look at its accesses: golden traces on the virtual CPU, and the same
 * accesses on the 68020. Includes only what the code of driver-sim/ may, because it is compiled for both. */
#ifndef DRIVER_SEQUENCES_H
#define DRIVER_SEQUENCES_H

#include "driver-sim/kernel.h"

struct sequence {
    struct vcpu *cpu;
    bool direct;          /* translator */
    struct kernel kernel; /* with the driver */
};

struct driver_sequence {
    const char *name, *what; /* what: of its golden trace; NULL: it has none */
    bool attached;           /* the driver is attached before it, with the long waits */
    /* Returns whether all was as it should be; *value is made of what it read. */
    bool (*play)(struct sequence *s, uint64_t *value);
};

extern const struct driver_sequence driver_sequence[];
extern const unsigned driver_sequences;

/* What comes before play(). The struct holds cpu and direct, all else is 0. */
bool driver_sequence_prepare(const struct driver_sequence *sequence, struct sequence *s);

#endif
