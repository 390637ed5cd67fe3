/* SPDX-License-Identifier: MIT
 * The simulated workstation's CPU, as the code that runs on it sees it: driver, kernel and user programs include
 * nothing else of the simulator. The same code runs on the RTL, on the C model or on both, with or without
 * SystemC, and under tmr0 explore; sim/workstation/vcpu_host.h chooses.
 *
 * Code costs no time by itself. Time passes in vcpu_get() and vcpu_put() (the socket's bus cycle), vcpu_work() (cycles
 * of code, which runs from memory: a display that takes memory cycles makes it longer) and vcpu_delay() (a loop in the
 * on-chip cache). After each of them an interrupt that is due and not masked is taken.
 *
 *   physical address        what answers
 *   VCPU_SOCKET + 8 KB      DES socket, byte accesses: bit 1 of the address selects offset 0 or 2
 *   user address
 *   VCPU_RAM + VCPU_RAM_SIZE   the context's own memory
 *   where vcpu_map() put it    a physical page
 *
 * Errors: VCPU_FAULT is a bus error (nothing at the address), a user access to an address that is not mapped, or a
 * privileged call in user mode. A call that fails changes nothing. */
#ifndef VCPU_H
#define VCPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VCPU_FAULT (-1)
#define VCPU_PAGE 0x2000U       /* Sun-3: pages of 8 KB */
#define VCPU_SOCKET 0x001c0000U /* Sun-3: physical address of the DES socket's page */
#define VCPU_RAM 0x00020000U    /* user address */
#define VCPU_RAM_SIZE 1024U

enum { VCPU_LEVEL_NONE = 0, VCPU_LEVEL_CLOCK = 5, VCPU_LEVEL_ALL = 7 }; /* interrupt levels of a 68020 */
enum vcpu_mode { VCPU_KERNEL, VCPU_USER };

/* Cost of code on this machine, in CPU cycles; from machines/, where each figure has its source. */
enum vcpu_cost {
    VCPU_COST_ACCESS,        /* code between two byte accesses */
    VCPU_COST_READ,          /* entry, assembly and return of a read of mapped registers */
    VCPU_COST_TIMEVAL,       /* making a timeval of a count */
    VCPU_COST_KERNEL,        /* added by the driver's entry and interrupt masking */
    VCPU_COST_SYSCALL,       /* trap, dispatch, copying out, return */
    VCPU_COST_FILE,          /* added by the file system's path */
    VCPU_COST_CLOCK,         /* a clock interrupt */
    VCPU_COST_CLOCK_DROPPED, /* one that is dropped */
    VCPU_COST_SWITCH,        /* a change of process */
    VCPU_COSTS
};

struct vcpu;
struct vcpu_context; /* a thread of control with its own user memory and mappings */

/* Reads one byte. The address is physical in kernel mode, the context's in user mode. Returns the byte or VCPU_FAULT.
 */
int vcpu_get(struct vcpu *cpu, uint32_t address);
/* Writes one byte. Returns 0 or VCPU_FAULT. */
int vcpu_put(struct vcpu *cpu, uint32_t address, uint8_t value);

void vcpu_work(struct vcpu *cpu, uint32_t cycles);
void vcpu_delay(struct vcpu *cpu, uint32_t ns); /* at least this long */
uint32_t vcpu_cost(const struct vcpu *cpu, enum vcpu_cost cost);
/* Returns the least time of this many cycles of work, in ns, rounded down. */
uint32_t vcpu_least_ns(const struct vcpu *cpu, uint32_t cycles);

/* Sets the level up to which interrupts are masked; returns the old one. Kernel mode only. */
int vcpu_level(struct vcpu *cpu, int level);
/* Traps into the kernel or returns from it; returns the old mode. Takes no time: the kernel adds it by vcpu_work(). */
enum vcpu_mode vcpu_mode(struct vcpu *cpu, enum vcpu_mode mode);
/* From here on interrupts of the level, 1 to 7, call handler, in kernel mode with that level masked; a NULL handler
 * ignores them. `was` is the mode that was interrupted. The handler may switch contexts. Kernel mode only. Returns 0 or
 * VCPU_FAULT. */
int vcpu_on_interrupt(struct vcpu *cpu, int level, void (*handler)(void *arg, enum vcpu_mode was), void *arg);

/* Maps the page that holds this physical address into the present context. Returns its user address, or VCPU_FAULT if
 * there is no such page or no room. vcpu_unmap() returns 0 or VCPU_FAULT. Both in kernel mode only. */
int64_t vcpu_map(struct vcpu *cpu, uint32_t physical);
int vcpu_unmap(struct vcpu *cpu, uint32_t address);
/* Copy between kernel and user memory. Return 0, or VCPU_FAULT if a byte is outside the present context's RAM. */
int vcpu_copy_out(struct vcpu *cpu, uint32_t to, const void *from, size_t size);
int vcpu_copy_in(struct vcpu *cpu, void *to, uint32_t from, size_t size);
/* TAS of the 68020 on a word of memory that contexts share: sets it, and returns true if it was clear. */
bool vcpu_test_and_set(struct vcpu *cpu, bool *word);
void vcpu_clear(struct vcpu *cpu, bool *word);

/* Returns a new context, which calls entry(arg) in kernel mode at the first switch to it; NULL if there is no room.
 * entry must not return; it switches to another context. Kernel mode only. */
struct vcpu_context *vcpu_context_new(struct vcpu *cpu, void (*entry)(void *arg), void *arg);
/* Continues another context; returns when this one is switched to again. Level and mode belong to the context. The mode
 * is not checked: only the kernel knows contexts. */
void vcpu_context_switch(struct vcpu *cpu, struct vcpu_context *to);
struct vcpu_context *vcpu_context_now(struct vcpu *cpu);
/* Switches the machine off: the simulation ends. */
void vcpu_halt(struct vcpu *cpu);

#ifdef __cplusplus
}
#endif

#endif
