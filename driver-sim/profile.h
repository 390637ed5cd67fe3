/* SPDX-License-Identifier: MIT
 * A user program that times a segment of its loop with the kernel's clock, which advances with every clock interrupt
 * that is not dropped: the profiled code of section 3 of the paper. */
#ifndef PROFILE_H
#define PROFILE_H

#include "kernel.h"

struct profile {
    uint32_t segment; /* cycles that are timed */
    uint32_t rest;    /* cycles of the loop after them, drawn below this */
    uint32_t (*draw)(void *arg, uint32_t below);
    void (*begin)(void *arg);
    bool (*end)(void *arg, uint64_t ticks); /* ticks: of the clock in the segment; false: the loop ends */
    void *arg;
};

/* For kernel_spawn(); arg is a struct profile. */
void profile_main(struct process *process, void *arg);

#endif
