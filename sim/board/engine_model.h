/* SPDX-License-Identifier: MIT
 * The part of the C model's engine that code other than a board needs. */
#ifndef TMR0_ENGINE_MODEL_H
#define TMR0_ENGINE_MODEL_H

#include "engine.h"
#include "model/am9513_board.h"

/* What the engine opens libam9513's board with. */
void engine_model_config(struct am9513_board_config *config, const struct engine_settings *settings);

/* What the library keeps of the check FIG_x. */
void engine_model_record(const struct am9513_checks *checks, int check, struct am9513_record *record);

/* The chip's registers and flags, when all that is due has happened. */
void engine_model_state(struct am9513 *chip, struct chip_state *state);

#endif
