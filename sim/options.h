/* SPDX-License-Identifier: MIT
 * Values of command-line options. A bad one gives a line on standard error and STATUS_INPUT. */
#ifndef TMR0_OPTIONS_H
#define TMR0_OPTIONS_H

#include <stdint.h>

/* A number, decimal, 0x or 0b as in scenarios, within least..most. */
int option_number(const char *command, const char *option, const char *value, uint64_t least, uint64_t most,
                  uint64_t *out);
/* Index of the value among the names. */
int option_choice(const char *command, const char *option, const char *value, const char *const *names, int count,
                  int *out);
/* "COMMAND: --OPTION VALUE, expected EXPECTED" and STATUS_INPUT. */
int option_bad(const char *command, const char *option, const char *value, const char *expected);

#endif
