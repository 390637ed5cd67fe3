/* SPDX-License-Identifier: MIT
 * Several intervals of one loop, [002] section 3 and figure 12. */
#include <string.h>

#include "measure.h"

enum measure_verdict measure_loop_span(struct measure_loop *loop, unsigned from, unsigned to)
{
    if (!loop || from >= MEASURE_MARKS || to >= MEASURE_MARKS || loop->cycles)
        return MEASURE_ARGUMENT;
    if (loop->spans == MEASURE_SPANS)
        return MEASURE_OVERFLOW;
    loop->span[loop->spans++] = (struct measure_span){.from = from, .to = to};
    return MEASURE_OK;
}

void measure_loop_end(struct measure_loop *loop)
{
    for (size_t i = 0; i < loop->spans; i++) {
        struct measure_span *s = &loop->span[i];
        bool next = s->to <= s->from;
        if (next && loop->cycles == 0)
            continue;
        uint64_t from = next ? loop->previous[s->from] : loop->mark[s->from];
        measure_tally_add(&s->tally, measure_elapsed(loop->clock, from, loop->mark[s->to]));
    }
    memcpy(loop->previous, loop->mark, sizeof loop->mark);
    loop->cycles++;
}
