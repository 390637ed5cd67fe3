/* SPDX-License-Identifier: MIT
 * What can stand behind a board: the RTL, the C model, or both in lockstep, all behind sim/board/rtl.h's interface. */
#ifndef TMR0_ENGINE_H
#define TMR0_ENGINE_H

#include "rtl.h"

enum engine { ENGINE_RTL, ENGINE_MODEL, ENGINE_BOTH, ENGINES };
extern const char *const engine_name[ENGINES]; /* "rtl", "model", "both" */

/* libam9513: the chip alone (settings.clip) or its board. It has all checks and no waves. */
extern const struct rtl_build engine_model;
struct am9513_board_config;
void engine_model_config(struct am9513_board_config *config, const struct rtl_settings *settings);
/* rtl_fast and the model step by step; outputs, registers and what the checks of both
 * have recorded are compared after every run. run() then gives RTL_DIFFER,
 * and goes on giving it. Records, ticks and calls are the RTL's. */
extern const struct rtl_build engine_both;

/* After RTL_DIFFER from engine_both: both states side by side, what differs marked; text of several lines. */
const char *engine_both_text(const struct rtl *r);

#endif
