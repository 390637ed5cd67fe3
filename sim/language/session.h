/* SPDX-License-Identifier: MIT
 * One run of a scenario: loads its parts, opens board and output files, plays it. */
#ifndef TMR0_SESSION_H
#define TMR0_SESSION_H

#include "play.h"
#include "sim/board/rig.h"

/* Loads the parts that the settings name, and makes the configuration of their board: all but engine, traced, calls,
 * and what the statements need. dir holds parts/ and machines/. */
int session_board(struct board_config *config, struct rig *rig, const struct scenario *scenario, const char *dir,
                  struct error *e);

/* As play_statements(). dir holds parts/ and machines/. */
int session_play(struct play_result *result, const struct scenario *scenario, const char *dir,
                 const struct play_options *options, struct error *e);

#endif
