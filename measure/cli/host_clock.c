/* SPDX-License-Identifier: MIT */
#include "host_clock.h"

#define CALIBRATE_S 0.2
#define PATIENCE 400000000 /* reads without a change: some seconds */
#define SLEW 1e-3          /* adjtime slews by 500 ppm at most; twice that */

void host_clock_look(struct host_clock *h, size_t steps, uint64_t calls, double confidence)
{
    struct measure_overhead overhead;
    h->verdict = h->clock.hz > 0 ? MEASURE_OK : measure_host_calibrate(&h->clock, CALIBRATE_S);
    if (h->verdict == MEASURE_OK) {
        uint64_t step[HOST_CLOCK_STEPS_MAX];
        h->verdict = measure_clock_character(&h->clock, step, steps, PATIENCE, SLEW, &h->character);
    }
    if (h->verdict)
        return;
    h->tick_s = h->character.tick / h->clock.hz;
    h->call_s = h->character.call_s;
    /* A tick that spans many calls hides them from one-call/two-call differences. */
    if (h->tick_s < 10 * h->call_s && measure_clock_overhead(&h->clock, calls, confidence, &overhead) == MEASURE_OK)
        h->call_s = overhead.call_s;
}
