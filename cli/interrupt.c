/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <string.h>
#include <time.h>

volatile sig_atomic_t interrupted;
static struct sigaction before; /* what Ctrl-C did before */
static struct timespec first;

/* A second one may be the same Ctrl-C, sent to the process and to its group, if it comes at once. */
static void on_interrupt(int number)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (!interrupted)
        first = now;
    else if ((double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > 0.5) {
        (void)sigaction(number, &before, NULL);
        (void)raise(number);
    }
    interrupted = 1;
}

void interrupt_watch(void)
{
    struct sigaction act;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_interrupt;
    interrupted = 0;
    (void)sigaction(SIGINT, &act, &before);
}

void interrupt_leave(void)
{
    (void)sigaction(SIGINT, &before, NULL);
}
