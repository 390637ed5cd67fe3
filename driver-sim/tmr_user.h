/* SPDX-License-Identifier: MIT
 * The user library: reads of the mapped registers, plain or with a defence against other readers. A user program cannot
 * mask interrupts. docs/driver.md gives the cost of each defence and the errors that remain. */
#ifndef TMR_USER_H
#define TMR_USER_H

#include "tmr.h"
#include "tmr_chip.h"

#define TMR_TRIES 3      /* enough: other readers are done by then */
#define TMR_TWICE_US 250 /* most time between two reads that belong together */

enum tmr_defence {
    TMR_PLAIN,
    TMR_TWICE,   /* read twice; good if the second is 0 to TMR_TWICE_US later than the first */
    TMR_CHECKED, /* load the pointer again for each word, and check the byte pointer after it */
    TMR_BOTH,    /* TMR_TWICE with two reads of TMR_CHECKED */
    TMR_LOCKED,  /* a lock that all user programs share; the kernel does not take it */
    TMR_DEFENCES
};

struct tmr_user {
    struct tmr_chip chip;
    enum tmr_defence defence;
    unsigned tries;                 /* number of tries before a disturbed read is given up */
    bool *lock;                     /* TMR_LOCKED: shared */
    void (*yield)(void *arg), *arg; /* TMR_LOCKED: called while another program has the lock */
    struct tmr_timeval epoch;       /* for timevals */
};

/* Return false if the read was given up; the value is then not valid. words is 2 or 4. */
bool tmr_user_count(struct tmr_user *user, unsigned words, uint64_t *count);
bool tmr_user_now(struct tmr_user *user, struct tmr_timeval *now);

#endif
