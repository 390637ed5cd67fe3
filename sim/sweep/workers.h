/* SPDX-License-Identifier: MIT
 * Processes that share work: each takes the next piece that is not taken yet, until all are done. */
#ifndef TMR0_WORKERS_H
#define TMR0_WORKERS_H

#include <stdint.h>

#include "cli/error.h"

struct workers_job {
    const char *what; /* "points", for the progress line */
    uint64_t pieces;
    uint64_t units, done; /* of the progress line: all, and those done before */
    /* In a child process: does a piece, returns a status, and adds to *done what it did. */
    int (*piece)(void *context, uint64_t piece, uint64_t *done, struct error *e);
    void *context;
};

/* One process for each CPU, or for each of a Slurm task (SLURM_CPUS_PER_TASK). On a terminal, standard error shows the
 * progress, with rate and time left. The status and error are those of the first piece that failed; the other processes
 * are then ended. STATUS_SYSTEM also if a process dies. */
int workers_run(const struct workers_job *job, struct error *e);

#endif
