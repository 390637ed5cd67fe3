/* SPDX-License-Identifier: MIT
 * What all suites share: their registration, messages. */
#ifndef TMR0_SUITE_H
#define TMR0_SUITE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/error.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct suite_test {
    const char *name;
    void (*test)(void);
};
/* set_up and tear_down: of the suite, NULL for none. */
void suite_register(const char *name, int (*set_up)(void), int (*tear_down)(void), const struct suite_test *tests,
                    size_t count);

/* The phrase is in the message; if not, both go to standard error. */
bool error_has(const struct error *e, const char *phrase);

#endif
