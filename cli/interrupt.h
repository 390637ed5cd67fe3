/* SPDX-License-Identifier: MIT
 * Ctrl-C ends what is under way, and the program reports what it has. */
#ifndef TMR0_INTERRUPT_H
#define TMR0_INTERRUPT_H

#include <signal.h>

enum { STATUS_INTERRUPTED = 130 }; /* exit status of a program that Ctrl-C ended */

/* Not 0 after Ctrl-C. */
extern volatile sig_atomic_t interrupted;

/* From now on Ctrl-C sets `interrupted`. A second one, half a second later, ends the program. */
void interrupt_watch(void);
/* Ctrl-C does what it did before interrupt_watch(). */
void interrupt_leave(void);

#endif
