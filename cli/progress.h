/* SPDX-License-Identifier: MIT
 * A line on standard error that says how far long work has come. None in a pipe, and none of work that ends at once. */
#ifndef TMR0_PROGRESS_H
#define TMR0_PROGRESS_H

#include <stdbool.h>

struct progress {
    double shown_s; /* when the line was written last, else when the work began; 0: it did not */
    bool there;     /* a line is there */
};

/* May be called often: the line is written five times a second. */
void progress_show(struct progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Wipes the line. */
void progress_end(struct progress *p);

#endif
