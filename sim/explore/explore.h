/* SPDX-License-Identifier: MIT
 * Every interleaving of a few readers' bus accesses: which return a wrong value, how wrong, and why.
 *
 * Readers run their real code. Accesses come in slots of one length, long enough for the slowest cycle and the chip's
 * longest recovery. A slot is a whole number of microseconds, so the true count is known at each, and schedules that
 * lead to the same state can be merged. A value is right if it was the count at some time between a reader's first and
 * last access, give or take one. */
#ifndef TMR0_EXPLORE_H
#define TMR0_EXPLORE_H

#include <stdio.h>

#include "driver-sim/tmr.h"
#include "driver-sim/tmr_user.h"
#include "sim/board/board.h"
#include "sim/workstation/vcpu_host.h"

/* ---- program.c. A reader as a tree of its bus accesses, grown by running the driver's own code: on a host of the
 * virtual CPU that answers with the bytes of one branch and stops where the branch ends. */

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

#define EXPLORE_READERS 8
#define EXPLORE_LENGTH 512 /* accesses of one schedule */
#define EXPLORE_DECADES 20

/* What went wrong, the first that fits. */
enum explore_wrong {
    WRONG_STATUS, /* it read status for data: another reader had chosen the control port */
    WRONG_LOST,   /* its command was written as data: another had chosen the data port */
    WRONG_MIXED,  /* each byte is of some SAVE, but not of one */
    WRONG_MOVED,  /* bytes from elsewhere: another had moved the data pointer, or overwritten a Hold register */
    EXPLORE_WRONGS
};
extern const char *const explore_wrong_text[EXPLORE_WRONGS];
extern const char *const explore_wrong_name[EXPLORE_WRONGS]; /* one word each, of files */

struct explore_setup {
    const struct rig *rig;
    const struct reader *reader[EXPLORE_READERS];
    unsigned readers;
    uint64_t count; /* near slot 0; it goes on from there, with carries */
    bool still;  /* the clock is too slow to move: fewer states; values that only its motion makes wrong are not seen */
    bool coarse; /* once a byte shows that a straight reader's value will be wrong, the rest of it is not
                    distinguished: fewer states, no decades */
    uint64_t states; /* give up above, of one length */
};

struct explore_witness {
    unsigned length, switches; /* 0: there is none */
    uint8_t choice[EXPLORE_LENGTH];
    unsigned reader; /* its value is wrong */
    uint64_t value, least, most;
};

/* Numbers of schedules; exact up to 2^63. */
struct explore_result {
    long double schedules, with_wrong, with_given_up;   /* the last: no reader wrong, but one without a value */
    long double right, wrong[EXPLORE_WRONGS], given_up; /* returns of all readers over all schedules */
    long double off[EXPLORE_DECADES]; /* of the wrong ones: [n] is 10^n .. 10^(n+1) - 1 microseconds off */
    struct explore_witness witness[EXPLORE_WRONGS]; /* shortest, up to the wrong return; of those, fewest switches */
    long double first_wrong, first_given_up;        /* returns of reader 1; the mean of its equals */
    uint64_t states, accesses, most;                /* examined; states of one length */
    unsigned alone[EXPLORE_READERS];                /* accesses of each reader when no other comes between */
};

struct explorer;

/* STATUS_INPUT also if pairs of more than two readers show that there will be more than setup->states. */
int explore_open(struct explorer **explorer, const struct explore_setup *setup, struct error *e);
void explore_close(struct explorer *x);
/* States instead of schedules, on the C model. STATUS_INPUT if there are more than setup->states. */
int explore_model(struct explorer *x, struct explore_result *result, struct error *e);
/* Plays a witness on the RTL; true in *confirmed if the reader is wrong there in the same way. The witness's value and
 * bounds become those of the RTL. scenario gets it as a file for `tmr0 run`. */
int explore_confirm(struct explorer *x, struct explore_witness *witness, enum explore_wrong wrong, bool *confirmed,
                    FILE *scenario, struct error *e);

/* A way in which a reader can defend itself, tried against a kind of competitor that affects it. */
struct defence {
    const char *reader, *against; /* names of readers; NULL after the last defence */
};
extern const struct defence defences[];

/* Every interleaving of the two readers, on the model. Sets readers and coarse in the setup and takes the rest from it.
 */
int defence_explore(struct explore_setup *setup, const struct defence *defence, struct explore_result *result,
                    struct error *e);

#endif
