/* SPDX-License-Identifier: MIT
 * One read of the clock by each path and with each defence, and what sets the clock before it: what tmr0 explore
 * interleaves. */
#ifndef READER_H
#define READER_H

#include "kernel.h"
#include "tmr_user.h"

enum reader_path { READ_MAPPED, READ_KERNEL, READ_UNMASKED, READ_CALLED };

struct reading {
    enum reader_path path;
    enum tmr_mode mode;
    enum tmr_defence defence;
    bool *lock;           /* TMR_LOCKED */
    struct kernel kernel; /* for its driver and one process */
};

/* Returns false if it gave up. The value is in microseconds. */
bool reading_take(struct reading *reading, struct vcpu *cpu, uint64_t *value);
/* Starts the clock from a count, or sets it back to it; carry as in tmr_chip_preset(). */
void reading_start(struct vcpu *cpu, uint64_t count, bool again, bool carry);

#endif
