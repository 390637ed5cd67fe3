/* SPDX-License-Identifier: MIT */
#include "time_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int digits; /* one unit is 10^digits picoseconds */
} time_units[] = {{"s", 12}, {"ms", 9}, {"us", 6}, {"ns", 3}, {"ps", 0}};
#define TIME_UNITS (sizeof time_units / sizeof time_units[0])

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Appends a decimal digit; false past 2^62. */
static bool push_digit(uint64_t *number, char digit)
{
    if (*number > (UINT64_C(1) << 62) / 10)
        return false;
    *number = *number * 10 + (uint64_t)(digit - '0');
    return *number <= UINT64_C(1) << 62;
}

int time_parse(const char *text, int64_t *ps, struct error *e)
{
    const char *p = text + (text[0] == '-');
    uint64_t number = 0;
    int decimals = 0;
    bool fits = true;

    if (!is_digit(*p))
        return error_set(e, STATUS_INPUT, "\"%.40s\" is not a time, expected a number with a unit, as 12ns", text);
    for (; is_digit(*p); p++)
        fits = fits && push_digit(&number, *p);
    if (p[0] == '.' && is_digit(p[1])) {
        for (p++; is_digit(*p); p++, decimals++)
            fits = fits && push_digit(&number, *p);
    }
    if (*p == '\0')
        return error_set(e, STATUS_INPUT, "\"%.40s\" has no unit, expected ps, ns, us, ms or s", text);
    size_t unit = 0;
    while (unit < TIME_UNITS && strcmp(p, time_units[unit].name) != 0)
        unit++;
    if (unit == TIME_UNITS)
        return error_set(e, STATUS_INPUT, "\"%.40s\" has unknown unit \"%.20s\", expected ps, ns, us, ms or s", text,
                         p);
    if (decimals > time_units[unit].digits)
        return error_set(e, STATUS_INPUT, "\"%.40s\" is finer than a picosecond, expected at most %d decimals of %s",
                         text, time_units[unit].digits, time_units[unit].name);
    for (int i = decimals; i < time_units[unit].digits; i++)
        fits = fits && push_digit(&number, '0');
    if (!fits)
        return error_set(e, STATUS_INPUT, "\"%.40s\" is too large, expected at most 2^62 ps", text);
    *ps = text[0] == '-' ? -(int64_t)number : (int64_t)number;
    return STATUS_OK;
}

const char *time_text(char *buffer, size_t size, int64_t ps)
{
    uint64_t number = ps < 0 ? -(uint64_t)ps : (uint64_t)ps;
    const char *sign = ps < 0 ? "-" : "";

    if (number == 0) {
        (void)snprintf(buffer, size, "0ns");
        return buffer;
    }
    size_t unit = 0;
    uint64_t scale = UINT64_C(1000000000000);
    for (; number < scale; scale /= 1000)
        unit++;
    uint64_t fraction = number % scale;
    int digits = time_units[unit].digits;
    for (; fraction != 0 && fraction % 10 == 0; fraction /= 10)
        digits--;
    if (fraction != 0)
        (void)snprintf(buffer, size, "%s%" PRIu64 ".%0*" PRIu64 "%s", sign, number / scale, digits, fraction,
                       time_units[unit].name);
    else
        (void)snprintf(buffer, size, "%s%" PRIu64 "%s", sign, number / scale, time_units[unit].name);
    return buffer;
}
