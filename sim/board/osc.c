/* SPDX-License-Identifier: MIT */
#include "osc.h"

#define PARTS_MAX (UINT64_C(1) << 60)
#define PERIOD_LEAST_PS 20000 /* a faster one may fill the chip's delay lines (RANGE_OUT in sim/figures/figures.c) */

bool osc_in_range(const struct osc *osc)
{
    const uint64_t parts = osc->parts ? osc->parts : 1;
    return osc->high_ps > 0 && osc->low_ps > 0 && osc->high_ps <= INT32_MAX && osc->low_ps <= INT32_MAX &&
           osc_period_ps(osc) >= PERIOD_LEAST_PS && osc->high_part < parts && osc->low_part < parts &&
           parts <= PARTS_MAX;
}

/* High for this share of a period of dividend / divisor ps. OSC_DUTY_WHOLE divides the dividend. */
static struct osc osc_of(uint64_t dividend, uint64_t divisor, unsigned duty)
{
    const uint64_t high = dividend / OSC_DUTY_WHOLE * duty, low = dividend - high;
    const struct osc osc = {(int64_t)(high / divisor), (int64_t)(low / divisor), high % divisor, low % divisor,
                            divisor};
    if (!osc.high_part && !osc.low_part)
        return (struct osc){.high_ps = osc.high_ps, .low_ps = osc.low_ps};
    return osc;
}

struct osc osc_of_millihertz(uint64_t millihertz, unsigned duty)
{
    return osc_of(UINT64_C(1000000000000000), millihertz, duty);
}

struct osc osc_of_period(int64_t period_ps, unsigned duty)
{
    return osc_of((uint64_t)period_ps * OSC_DUTY_WHOLE, OSC_DUTY_WHOLE, duty);
}

int64_t osc_period_ps(const struct osc *osc)
{
    const uint64_t part = osc->high_part + osc->low_part + osc->parts / 2;
    return osc->high_ps + osc->low_ps + (osc->parts ? (int64_t)(part / osc->parts) : 0);
}

double osc_exact_ps(const struct osc *osc)
{
    const double parts = (double)osc->high_part + (double)osc->low_part;
    return (double)osc->high_ps + (double)osc->low_ps + (osc->parts ? parts / (double)osc->parts : 0);
}
