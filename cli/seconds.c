/* SPDX-License-Identifier: MIT */
#include "seconds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double seconds_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const struct seconds_unit unit[] = {{"ps", -12}, {"ns", -9}, {"us", -6}, {"ms", -3}, {"s", 0}};
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

/* All in one unit, with the digits down to 10^place s. */
static void print_row(struct seconds_row *row, const struct seconds_unit *u, int place, const double value_s[3],
                      const char *name)
{
    const int decimals = u->exponent > place ? u->exponent - place : 0;
    char *const text[3] = {row->value, row->low, row->high};
    for (int n = 0; n < 3; n++)
        (void)snprintf(text[n], sizeof row->value, "%.*f%s%s", decimals, value_s[n] / pow(10, u->exponent),
                       *name ? " " : "", name);
}

/* Of the last digit: the half-width is 1 to 9 of it. */
static int place_of(double half_s)
{
    return (int)floor(log10(half_s) + 1e-9);
}

void seconds_row(struct seconds_row *row, double value_s, double low_s, double high_s, double half_s)
{
    const int place = place_of(half_s);
    const struct seconds_unit *u = &unit[unit_of(fmax(half_s, fmax(fabs(low_s), fabs(high_s))), pow(10, place))];
    print_row(row, u, place, (const double[]){value_s, low_s, high_s}, u->name);
}

const struct seconds_unit *seconds_unit(double value_s)
{
    return &unit[unit_of(value_s, value_s)];
}

void seconds_row_in(struct seconds_row *row, const struct seconds_unit *u, double value_s, double low_s, double high_s,
                    double half_s)
{
    print_row(row, u, place_of(half_s), (const double[]){value_s, low_s, high_s}, "");
}
