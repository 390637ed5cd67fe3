/* SPDX-License-Identifier: MIT
 * A 68020 that runs the readers as machine code: build/tmr0-m68k.elf. Time does not count. */
#ifndef TMR0_MACHINE_CODE_H
#define TMR0_MACHINE_CODE_H

#include "cli/error.h"
#include "driver-sim/reader.h"

struct machine_code;
struct m68k_state;

struct machine_code_access {
    int offset;
    bool write;
    bool interruptible; /* between two instructions since the last access an interrupt could have come */
    bool locked;        /* the lock is taken */
};

struct machine_code_job {
    const struct reading *reading; /* NULL: the rest is for reading_start() */
    uint64_t count;
    bool again, carry;
    bool (*access)(void *host, const struct machine_code_access *access, uint8_t *value); /* false: stop here */
    void *host;
    const struct m68k_state *from; /* NULL: at reset */
    bool locked;                   /* in that state the lock is taken */
};

/* dir holds parts/. */
int machine_code_open(struct machine_code **code, const char *dir, struct error *e);
/* Returns whether it came to its end; sets what it returned. If access() stopped it, *at is the state before that
 * access, NULL if it could not be saved. */
bool machine_code_run(struct machine_code *m, const struct machine_code_job *job, bool *good, uint64_t *value,
                      const struct m68k_state **at);
/* Closes it. STATUS_SYSTEM if a run ended in any other way than its end or a stop. */
int machine_code_close(struct machine_code *m, struct error *e);

#endif
