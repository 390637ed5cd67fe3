/* SPDX-License-Identifier: MIT */
#include "watchdog.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/time.h>

static struct watchdog *watching;

static void on_second(int number)
{
    struct watchdog *w = watching;
    const bool hangs = w->guarded && w->heard == *w->begun;
    (void)number;
    w->heard = *w->begun - !w->guarded; /* if not guarded the next signal is no hang either */
    if (hangs)
        siglongjmp(w->hung, 1);
}

void watchdog_start(struct watchdog *w, const unsigned *begun)
{
    const struct sigaction action = {.sa_handler = on_second, .sa_flags = SA_RESTART};
    const struct itimerval second = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = 1}};
    watching = w;
    w->begun = begun;
    w->guarded = false;
    (void)sigaction(SIGVTALRM, &action, &w->before);
    (void)setitimer(ITIMER_VIRTUAL, &second, NULL);
}

void watchdog_stop(const struct watchdog *w)
{
    const struct itimerval none = {.it_value = {.tv_sec = 0}};
    (void)setitimer(ITIMER_VIRTUAL, &none, NULL);
    (void)sigaction(SIGVTALRM, &w->before, NULL);
}
