/* SPDX-License-Identifier: MIT
 * The implementation of tmr0/vcpu.h: one CPU with its costs, levels, contexts and user memory, and a host that
 * carries out its accesses and advances its time. Hosts: sim/workstation/harness.c (plain C over a board),
 * sim/workstation/platform.cpp (SystemC), and sim/explore/program.c (the explorer, without time).
 *
 * Times are picoseconds. */
#ifndef TMR0_VCPU_HOST_H
#define TMR0_VCPU_HOST_H

#include "sim/figures/data.h"
#include <tmr0/vcpu.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VCPU_CONTEXTS 64
#define VCPU_MAPS 2

struct vcpu_host {
    /* One byte access at the socket, not before *now_ps, which becomes its end. False: the machine has failed, all
     * accesses from now on are faults. */
    bool (*access)(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value);
    /* NULL: the host does not model time. */
    uint64_t (*stretch)(void *host, uint64_t now_ps, uint64_t work_ps); /* how long work takes */
    uint64_t (*horizon)(void *host, uint64_t now_ps);                   /* passed() is to be called no later */
    void (*passed)(void *host, uint64_t now_ps);                        /* may call vcpu_raise() */
    /* Contexts; NULL: the host has only one. Numbers from 1; 0 is who called first. */
    bool (*context_new)(void *host, unsigned number, void (*entry)(void *arg), void *arg);
    void (*context_switch)(void *host, unsigned from, unsigned to);
    void (*halt)(void *host);
    /* Called when interrupts of all levels become masked or unmasked, unless NULL. */
    void (*masked)(void *host, bool masked);
    /* NULL: as it is in memory. */
    bool (*test_and_set)(void *host, bool *word);
};

struct vcpu_context {
    uint32_t map[VCPU_MAPS]; /* physical page, 0: free */
    int level;
    enum vcpu_mode mode;
    uint8_t ram[VCPU_RAM_SIZE];
};

struct vcpu {
    const struct vcpu_host *call;
    void *host;
    uint64_t now_ps;
    uint64_t stolen_ps; /* of it: what work took beside the display's cycles, more than by itself */
    uint64_t cycle_ps;  /* of work: CPU clock, scaled */
    uint32_t cost[VCPU_COSTS];
    int level;
    enum vcpu_mode mode;
    unsigned pending; /* bit n: an interrupt of level n waits */
    bool failed;
    struct {
        void (*call)(void *arg, enum vcpu_mode was);
        void *arg;
    } handler[VCPU_LEVEL_ALL + 1];
    unsigned contexts, context;
    struct vcpu_context space[VCPU_CONTEXTS];
};

/* Kernel mode, no level masked, time 0. costs: a machine's figures, or NULL: all work takes no time. */
void vcpu_open(struct vcpu *cpu, const struct vcpu_host *call, void *host, const struct figure *costs);
/* Requests an interrupt of that level. */
void vcpu_raise(struct vcpu *cpu, int level);

/* How long work takes from now_ps on, when each period_ps begins with steal_ps in which memory is the display's. */
uint64_t vcpu_stolen(uint64_t now_ps, uint64_t work_ps, uint64_t period_ps, uint64_t steal_ps);

#ifdef __cplusplus
}
#endif
#endif
