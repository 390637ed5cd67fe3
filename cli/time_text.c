/* SPDX-License-Identifier: MIT */
#include "time_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"
#define VALUE_MAX (UINT64_C(1) << 62)
#define SECOND_DIGITS 12 /* of picoseconds */

struct unit {
    const char *name;
    int digits; /* one unit is times * 10^digits of the finest */
    uint64_t times;
};

/* Times or frequencies */
struct kind {
    const char *name, *example, *units, *finest, *most;
    struct unit unit[9];
};
static const struct kind times = {"time",
                                  "12ns",
                                  "ps, ns, us, ms, s, min, h or d",
                                  "picosecond",
                                  "2^62 ps",
                                  {{"s", SECOND_DIGITS, 1},
                                   {"ms", 9, 1},
                                   {"us", 6, 1},
                                   {"ns", 3, 1},
                                   {"ps", 0, 1},
                                   {"min", 13, 6},
                                   {"h", 14, 36},
                                   {"d", 14, 864}}};
static const struct kind frequencies = {
    "frequency",  "4MHz",     "Hz, kHz, MHz or GHz",
    "millihertz", "2^62 mHz", {{"Hz", 3, 1}, {"kHz", 6, 1}, {"MHz", 9, 1}, {"GHz", 12, 1}}};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Appends a decimal digit; false past 2^62. */
static bool push_digit(uint64_t *number, char digit)
{
    if (*number > VALUE_MAX / 10)
        return false;
    *number = *number * 10 + (uint64_t)(digit - '0');
    return *number <= VALUE_MAX;
}

/* The unit after a decimal number, NULL after an error; text is the user's, number where it begins. */
static const struct unit *take_unit(const struct kind *k, const char *text, const char *number, struct error *e)
{
    const char *p = number + strspn(number, DIGITS);
    const struct unit *unit = k->unit;
    if (*p == '.' && is_digit(p[1]))
        p += 1 + strspn(p + 1, DIGITS);
    while (unit->name && strcmp(p, unit->name) != 0)
        unit++;
    if (!is_digit(*number))
        (void)error_set(e, STATUS_INPUT, "\"%.40s\" is not a %s, expected a number with a unit, as %s", text, k->name,
                        k->example);
    else if (*p == '\0')
        (void)error_set(e, STATUS_INPUT, "\"%.40s\" has no unit, expected %s", text, k->units);
    else if (!unit->name)
        (void)error_set(e, STATUS_INPUT, "\"%.40s\" has unknown unit \"%.20s\", expected %s", text, p, k->units);
    else
        return unit;
    return NULL;
}

static int take_value(const struct kind *k, const char *text, const char *number, uint64_t *value, struct error *e)
{
    const struct unit *unit = take_unit(k, text, number, e);
    int decimals = 0;
    bool fits = true, point = false;
    if (!unit)
        return STATUS_INPUT;
    *value = 0;
    for (const char *p = number; *p == '.' || is_digit(*p); p++)
        if (*p == '.') {
            point = true;
        } else {
            fits = fits && push_digit(value, *p);
            decimals += point;
        }
    if (decimals > unit->digits)
        return error_set(e, STATUS_INPUT, "\"%.40s\" is finer than a %s, expected at most %d decimals of %s", text,
                         k->finest, unit->digits, unit->name);
    for (int i = decimals; i < unit->digits; i++)
        fits = fits && push_digit(value, '0');
    if (!fits || *value > VALUE_MAX / unit->times)
        return error_set(e, STATUS_INPUT, "\"%.40s\" is too large, expected at most %s", text, k->most);
    *value *= unit->times;
    return STATUS_OK;
}

int time_parse(const char *text, int64_t *ps, struct error *e)
{
    const bool negative = text[0] == '-';
    uint64_t value;
    const int status = take_value(&times, text, text + negative, &value, e);
    if (status == STATUS_OK)
        *ps = negative ? -(int64_t)value : (int64_t)value;
    return status;
}

int time_parse_seconds(const char *text, double *seconds, struct error *e)
{
    const struct unit *unit = take_unit(&times, text, text, e);
    if (!unit)
        return STATUS_INPUT;
    /* One division or one product, so that 100us is 100 / 1e6 and no other double than 1e-4 */
    if (unit->digits < SECOND_DIGITS)
        *seconds = strtod(text, NULL) / pow(10, SECOND_DIGITS - unit->digits);
    else
        *seconds = strtod(text, NULL) * ((double)unit->times * pow(10, unit->digits - SECOND_DIGITS));
    return STATUS_OK;
}

int frequency_parse(const char *text, uint64_t *millihertz, struct error *e)
{
    return take_value(&frequencies, text, text, millihertz, e);
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
    int digits = times.unit[unit].digits;
    for (; fraction != 0 && fraction % 10 == 0; fraction /= 10)
        digits--;
    if (fraction != 0)
        (void)snprintf(buffer, size, "%s%" PRIu64 ".%0*" PRIu64 "%s", sign, number / scale, digits, fraction,
                       times.unit[unit].name);
    else
        (void)snprintf(buffer, size, "%s%" PRIu64 "%s", sign, number / scale, times.unit[unit].name);
    return buffer;
}
