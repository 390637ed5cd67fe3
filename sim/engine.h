/* SPDX-License-Identifier: MIT
 * What can stand behind a board: the RTL, the C model, or both in lockstep, all behind sim/rtl.h's interface. */
#ifndef TMR0_ENGINE_H
#define TMR0_ENGINE_H

#include "rtl.h"

enum engine { ENGINE_RTL, ENGINE_MODEL, ENGINE_BOTH, ENGINES };
extern const char *const engine_name[ENGINES]; /* "rtl", "model", "both" */

/* model/am9513.h with the chip's pins driven directly; settings.clip must be set. Has no checks and no waves. */
extern const struct rtl_build engine_model;
/* The model's registers and counters as text of several lines. */
void engine_model_describe(const struct rtl *r, char *text, size_t size);

/* rtl_fast and the model step by step; the outputs are compared after every run. run() then gives RTL_DIFFER, and
 * goes on giving it. Records, ticks and calls are the RTL's. */
extern const struct rtl_build engine_both;

/* After RTL_DIFFER from engine_both: what differs and the model's state, as text of several lines. */
const char *engine_both_text(const struct rtl *r);

#endif
