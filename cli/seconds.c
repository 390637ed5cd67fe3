/* SPDX-License-Identifier: MIT */
#include "seconds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int exponent;
} unit[] = {{"ps", -12}, {"ns", -9}, {"us", -6}, {"ms", -3}, {"s", 0}};
#define LAST (sizeof unit / sizeof unit[0] - 1)

/* The unit that brings the value, as it will be rounded, to 1..999. */
static size_t unit_of(double value_s, double step_s)
{
    const double rounded = round(fabs(value_s) / step_s) * step_s * (1 + 1e-12);
    size_t u = 0;
    while (u < LAST && rounded >= pow(10, unit[u + 1].exponent))
        u++;
    return u;
}

static void print_number(char *text, size_t size, double value_s, size_t u, int decimals)
{
    const double scaled = value_s / pow(10, unit[u].exponent);
    (void)snprintf(text, size, "%.*f %s", decimals > 0 ? decimals : 0, scaled, unit[u].name);
}

const char *seconds_text(char *text, size_t size, double value_s, int digits)
{
    if (value_s == 0 || !isfinite(value_s)) {
        (void)snprintf(text, size, "%g s", value_s);
        return text;
    }
    const int place = (int)floor(log10(fabs(value_s)) + 1e-12) - digits + 1;
    const size_t u = unit_of(value_s, pow(10, place));
    char number[64];
    (void)snprintf(number, sizeof number, "%.*f", place < unit[u].exponent ? unit[u].exponent - place : 0,
                   value_s / pow(10, unit[u].exponent));
    if (strchr(number, '.')) {
        size_t end = strlen(number);
        while (number[end - 1] == '0')
            end--;
        number[end - (number[end - 1] == '.')] = '\0';
    }
    (void)snprintf(text, size, "%s %s", number, unit[u].name);
    return text;
}

void seconds_row(struct seconds_row *row, double value_s, double low_s, double high_s, double half_s)
{
    const int place = (int)floor(log10(half_s) + 1e-9); /* of the last digit: the half-width is 1 to 9 of it */
    const size_t u = unit_of(fmax(half_s, fmax(fabs(low_s), fabs(high_s))), pow(10, place));
    const int decimals = unit[u].exponent - place;
    print_number(row->value, sizeof row->value, value_s, u, decimals);
    print_number(row->low, sizeof row->low, low_s, u, decimals);
    print_number(row->high, sizeof row->high, high_s, u, decimals);
}
