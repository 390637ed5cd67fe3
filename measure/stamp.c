/* SPDX-License-Identifier: MIT
 * Converts stamps after the measurement, [001]. */
#include "measure.h"

#define SECOND_NS UINT64_C(1000000000)

enum measure_verdict measure_time_base_to_time(const struct measure_convert *convert, struct measure_stamp *stamp)
{
    if (!stamp || !convert)
        return MEASURE_ARGUMENT;
    if (!stamp->raw)
        return MEASURE_OK;
    uint64_t ticks = (uint64_t)stamp->high << 32 | stamp->low;
    if (ticks > convert->ticks_max)
        return MEASURE_OVERFLOW;
    uint64_t ns = measure_ticks_to_ns(convert, ticks);
    if (ns / SECOND_NS > UINT32_MAX)
        return MEASURE_OVERFLOW;
    *stamp = (struct measure_stamp){.high = (uint32_t)(ns / SECOND_NS), .low = (uint32_t)(ns % SECOND_NS)};
    return MEASURE_OK;
}

enum measure_verdict measure_stamp_difference(const struct measure_stamp *start, const struct measure_stamp *finish,
                                              uint64_t *ns)
{
    if (!start || !finish || !ns)
        return MEASURE_ARGUMENT;
    if (start->raw || finish->raw)
        return MEASURE_RAW;
    if (start->low >= SECOND_NS || finish->low >= SECOND_NS)
        return MEASURE_ARGUMENT;
    int64_t seconds = (int64_t)finish->high - start->high, rest = (int64_t)finish->low - start->low;
    if (rest < 0) { /* borrow */
        seconds--;
        rest += (int64_t)SECOND_NS;
    }
    if (seconds < 0)
        return MEASURE_BACKWARD;
    *ns = (uint64_t)seconds * SECOND_NS + (uint64_t)rest;
    return MEASURE_OK;
}

enum measure_verdict measure_reasonable(uint64_t ns, uint64_t least_ns, uint64_t most_ns)
{
    return ns >= least_ns && ns <= most_ns ? MEASURE_OK : MEASURE_UNREASONABLE;
}

uint64_t measure_filter_interrupted(const uint64_t *ns, size_t n, uint64_t excess_ns, bool *interrupted)
{
    uint64_t least = UINT64_MAX, count = 0;
    for (size_t i = 0; i < n; i++)
        least = ns[i] < least ? ns[i] : least;
    for (size_t i = 0; i < n; i++) {
        interrupted[i] = ns[i] - least > excess_ns;
        count += interrupted[i];
    }
    return count;
}
