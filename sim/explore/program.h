/* SPDX-License-Identifier: MIT
 * A reader of the timer as a tree of its bus accesses. The tree is grown by running the driver's own code: on a
 * host of the virtual CPU that answers with the bytes of one branch and stops where the branch ends. */
#ifndef TMR0_PROGRAM_H
#define TMR0_PROGRAM_H

#include "driver-sim/tmr.h"
#include "driver-sim/tmr_user.h"
#include "sim/workstation/vcpu_host.h"

#define PROGRAM_DEPTH 256 /* accesses of one call */

enum reader_path { READ_MAPPED, READ_KERNEL, READ_UNMASKED, READ_CALLED };

struct reader {
    const char *name, *text;
    unsigned bits; /* 32 or 64 */
    bool straight; /* what it reads does not change what it does */
    enum reader_path path;
    enum tmr_mode mode;
    enum tmr_defence defence;
};

/* user32 user64 ... kernel ... syscall: all there are, name NULL after the last. Those with a defence try once; another
 * try is another call. */
extern const struct reader readers[];
/* NULL if there is none of that name. */
const struct reader *reader_find(const char *name);

struct bus_op {
    bool write;
    uint8_t offset, byte;
};

/* State of a reader: before its next access, or done. */
struct step {
    bool done, good; /* good: it returned a value, and did not give up */
    uint64_t value;  /* microseconds */
    int offset;      /* 0, 2 */
    bool write;
    uint8_t byte;
    bool atomic; /* interrupts are masked since its last access: no other reader runs before it */
    bool lock;   /* it takes the lock first */
    bool holds;  /* the lock is its own */
    uint16_t depth;
    int parent;
    uint8_t via;        /* what the parent's access brought */
    int child, sibling; /* 0: none */
};

struct program;

/* Step 0 is its first. */
struct program *program_open(const struct reader *reader);
void program_close(struct program *program);
/* Valid until the next call of program_next(). */
const struct step *program_step(const struct program *program, int at);
/* The step after an access that brought value (0 for writes); negative when it never ends. */
int program_next(struct program *program, int at, uint8_t value);

/* The accesses that start the clock from that count; carry as in tmr_chip_preset(). Returns how many they are: more
 * than room are not all in op. */
unsigned program_start(struct bus_op *op, unsigned room, uint64_t count, bool carry);

#endif
