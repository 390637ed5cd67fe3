/* SPDX-License-Identifier: MIT
 * Times and frequencies as text with a unit: "12ns", "4MHz". Printed times in seconds: seconds.h. */
#ifndef TMR0_TIME_TEXT_H
#define TMR0_TIME_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* Parses a time with a unit, "12ns", "-1.5us", "250ps", exactly, to picoseconds. Rejects a missing or
 * unknown unit, more digits than picoseconds hold, and anything outside +-2^62 ps. */
int time_parse(const char *text, int64_t *ps, struct error *e);

/* The same in seconds: no sign, any number of digits, no limit. */
int time_parse_seconds(const char *text, double *seconds, struct error *e);

/* A frequency with a unit, "4MHz", exactly, in whole millihertz up to 2^62. */
int frequency_parse(const char *text, uint64_t *millihertz, struct error *e);

/* Prints picoseconds with a unit, shortest exact form: "24ns", "1.5us", "24.999ns", "-3ps", "0ns". */
const char *time_text(char *buffer, size_t size, int64_t ps);
/* The same in a buffer of its own, which lives as long as the block that the call is in. */
#define TIME_TEXT(ps) time_text((char[32]){""}, 32, (int64_t)(ps))

#endif
