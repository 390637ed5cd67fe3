/* SPDX-License-Identifier: MIT
 * Times in seconds: now, and as text, in the unit that fits: "10.02 ns", "4 ms". Whole picoseconds: time_text.h. */
#ifndef TMR0_SECONDS_H
#define TMR0_SECONDS_H

#include <stddef.h>

/* Of the monotonic clock. */
double seconds_now(void);

/* At most so many significant digits, no trailing zeros; above 1000 s whole seconds. */
const char *seconds_text(char *text, size_t size, double value_s, int digits);

/* A value and the two ends of its interval, all in one unit and with the digits that an interval of this half-width
 * carries: so the value never lies outside its ends. half_s above 0. */
struct seconds_row {
    char value[40], low[40], high[40];
};
void seconds_row(struct seconds_row *row, double value_s, double low_s, double high_s, double half_s);
/* The unit in which a value above 0 is 1 to 999: 10^exponent s. */
struct seconds_unit {
    const char *name;
    int exponent;
};
const struct seconds_unit *seconds_unit(double value_s);
/* The same row in this unit, which is not printed. */
void seconds_row_in(struct seconds_row *row, const struct seconds_unit *unit, double value_s, double low_s,
                    double high_s, double half_s);

#endif
