/* SPDX-License-Identifier: MIT
 * Times in whole picoseconds as text with a unit: "12ns". Times in seconds: seconds.h. */
#ifndef TMR0_TIME_TEXT_H
#define TMR0_TIME_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* Parses a time with a unit, "12ns", "-1.5us", "250ps", exactly, to picoseconds. Rejects a missing or
 * unknown unit, more digits than picoseconds hold, and anything outside +-2^62 ps. */
int time_parse(const char *text, int64_t *ps, struct error *e);

/* Prints picoseconds with a unit, shortest exact form: "24ns", "1.5us", "24.999ns", "-3ps", "0ns". */
const char *time_text(char *buffer, size_t size, int64_t ps);

#endif
