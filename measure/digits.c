/* SPDX-License-Identifier: MIT
 * Prints only digits that the interval supports. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure.h"

enum measure_verdict measure_print_seconds(char *text, size_t size, double value_s, double half_width_s)
{
    static const struct {
        const char *name;
        int exponent;
    } unit[] = {{"ns", -9}, {"us", -6}, {"ms", -3}, {"s", 0}};
    char all[400]; /* 309 digits before the point, 40 after it */
    if (!text || !isfinite(value_s) || !isfinite(half_width_s) || half_width_s <= 0)
        return MEASURE_ARGUMENT;
    double exact = log10(half_width_s);
    int place = (int)ceil(exact - 1e-9), u = 0; /* of the last digit: its unit is at least the half-width */
    if (place < -30)
        place = -30;
    if (fabs(value_s) < pow(10, place) * (1 - 1e-9))
        return MEASURE_FEW;
    /* The unit that brings the value to 1..999, or a larger one if the half-width does not support all digits before
     * the point. */
    while (u < 3 && (fabs(value_s) >= pow(10, unit[u + 1].exponent) || unit[u].exponent < place))
        u++;
    int decimals = unit[u].exponent - place;
    double step = pow(10, place - unit[u].exponent), scaled = value_s / pow(10, unit[u].exponent);
    if (decimals <= 0) /* no larger unit than seconds: tens of seconds */
        scaled = round(scaled / step) * step;
    int length = snprintf(all, sizeof all, "%.*f %s", decimals > 0 ? decimals : 0, scaled, unit[u].name);
    if (length < 0 || (size_t)length >= sizeof all || (size_t)length >= size)
        return MEASURE_OVERFLOW;
    memcpy(text, all, (size_t)length + 1);
    return MEASURE_OK;
}
