/* SPDX-License-Identifier: MIT */
#include "engine.h"

#define ENGINE_NAME(number, name, ops) [number] = (name),
const char *const engine_name[ENGINES] = {ENGINE_LIST(ENGINE_NAME)};

#define ENGINE_OPS(number, name, ops) [number] = &(ops),
const struct engine_ops *const engine_of[ENGINES] = {ENGINE_LIST(ENGINE_OPS)};
