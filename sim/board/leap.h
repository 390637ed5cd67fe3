/* SPDX-License-Identifier: MIT
 * Long waits on the RTL without a tick for each edge. Between accesses its state moves alike in each period: times by
 * the period, counts by the same step; all else is the same. Two periods are ticked and compared byte by byte. If that
 * holds, the state is moved on by as many periods as bring no count to its end. A violation, a note, an OUT or a gate
 * that moves would be a byte that differs: then each edge is ticked. */
#ifndef TMR0_LEAP_H
#define TMR0_LEAP_H

#include "engine.h"

/* As engine->ops->run() up to that time, of an engine with save(). */
enum engine_stop leap_run(struct engine *engine, const struct engine_settings *settings, uint64_t until_ps);

#endif
