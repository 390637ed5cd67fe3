/* SPDX-License-Identifier: MIT
 * The user library: reads of the mapped registers, plain, and with each defence against other readers that there is.
 * A user program cannot mask interrupts. docs/driver.md says what each defence costs and what it leaves. */
#ifndef TMR_USER_H
#define TMR_USER_H

#include "tmr.h"
#include "tmr_chip.h"

#define TMR_TRIES 3      /* will do: who interferes is done by then */
#define TMR_TWICE_US 250 /* two reads that belong together are no further apart */

enum tmr_defence {
    TMR_PLAIN,
    TMR_TWICE,   /* read twice; good if the second is not before the first and at most TMR_TWICE_US behind it */
    TMR_CHECKED, /* pointer loaded anew for each word, and the byte pointer looked at behind it */
    TMR_BOTH,    /* TMR_TWICE with two reads of TMR_CHECKED */
    TMR_LOCKED,  /* a lock that all user programs share; the kernel does not take it */
    TMR_DEFENCES
};

struct tmr_user {
    struct tmr_chip chip;
    enum tmr_defence defence;
    unsigned tries;                 /* after which a read that was interfered with is given up */
    bool *lock;                     /* TMR_LOCKED: shared */
    void (*yield)(void *arg), *arg; /* TMR_LOCKED: called while another has it */
    struct tmr_timeval epoch;       /* for timevals */
};

/* False: given up, the value is not to be used. words is 2 or 4. */
bool tmr_user_count(struct tmr_user *user, unsigned words, uint64_t *count);
bool tmr_user_now(struct tmr_user *user, struct tmr_timeval *now);

#endif
