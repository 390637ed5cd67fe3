/* SPDX-License-Identifier: MIT */
#include "measure.h"

const char *measure_verdict_text(enum measure_verdict verdict)
{
    static const char *const text[MEASURE_VERDICTS] = {
        [MEASURE_OK] = "ok",
        [MEASURE_ARGUMENT] = "an argument is outside its range",
        [MEASURE_FEW] = "poor statistics: too few observations",
        [MEASURE_WHOLE] = "the duration is a whole number of ticks, for which the variance is 0 and no plan follows",
        [MEASURE_ALIKE] = "every interval shows the same count: synchronous to the clock, or far too few",
        [MEASURE_SYNCHRONOUS] = "counts are more regular than chance: what is measured runs in step with the clock",
        [MEASURE_DEPENDENT] = "successive values depend on each other",
        [MEASURE_STOPPED] = "the clock does not advance",
        [MEASURE_BACKWARD] = "the clock went backwards",
        [MEASURE_RAW] = "raw time, not converted",
        [MEASURE_UNREASONABLE] = "the time is not reasonable",
        [MEASURE_UNSTEADY] = "no constant rate or shift agrees with all observations",
        [MEASURE_NO_TICK] = "no tick divides the steps within the tolerance",
        [MEASURE_ONE_CPU] = "one CPU only, nothing to compare",
        [MEASURE_OVERFLOW] = "the result is too large",
        [MEASURE_ABSENT] = "this host has no such clock or CPU",
        [MEASURE_MEMORY] = "out of memory",
        [MEASURE_SYSTEM] = "the operating system refused",
        [MEASURE_DISTURBED] = "too many runs were disturbed",
        [MEASURE_SPREAD] = "the spread of the times changes with N",
        [MEASURE_CURVED] = "the times do not lie on a straight line",
        [MEASURE_NO_FLOOR] = "too few times lie within two ticks of a line",
    };
    return (unsigned)verdict < MEASURE_VERDICTS ? text[verdict] : "unknown verdict";
}
