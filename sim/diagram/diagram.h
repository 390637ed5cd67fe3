/* SPDX-License-Identifier: MIT
 * One run of a scenario and its timing diagram. */
#ifndef TMR0_DIAGRAM_H
#define TMR0_DIAGRAM_H

#include "diagram_layout.h"

/* As session_play(), and writes the diagram (SVG). The scenario is played twice: the first run finds the time to show,
 * the second, on the RTL as for waves, collects it. STATUS_INPUT also if that time has no picture; the result is then
 * not valid. */
int diagram_play(struct play_result *result, const struct scenario *scenario, const char *dir,
                 const struct play_options *options, const struct diagram_request *request, struct error *e);

#endif
