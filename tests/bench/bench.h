/* SPDX-License-Identifier: MIT
 * What the parts of tmr0-bench share. */
#ifndef TMR0_BENCH_H
#define TMR0_BENCH_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/error.h"
#include "cli/seconds.h"
#include "sim/board/board.h"

/* The reason why bench_give_up() ends the program. */
extern struct error bench_error;
_Noreturn void bench_give_up(int status);
/* Gives up unless status is STATUS_OK. */
void bench_need(int status);

/* Sorts the values. */
double bench_median(double *value, size_t count);

/* Prints the value and adds it to all. */
void bench_value(cJSON *all, const char *name, double value, const char *unit, bool higher);
/* The same for a value of which less is better. Says if it is above its bound, and returns whether it is not. */
bool bench_bounded_value(cJSON *all, const char *name, double value, const char *unit, double bound);

/* Instructions of an idle tick, a read and more: whether none is above its bound. */
bool bench_instructions(cJSON *all);
/* Does one of the works whose instructions are counted, and prints how many units of it were done. */
void bench_do(const struct rig *rig, const char *name, const char *count);

/* Figures of libam9513, and how long a read of the board's model takes over one of the chip. */
void bench_model(cJSON *all, double read_s);

/* Points of a sweep a second, and so many points. */
void bench_sweep(cJSON *all);
void bench_sweep_points(unsigned points);

/* Seconds for a simulated one in which each edge is ticked. */
void bench_seconds(cJSON *all);

/* What a read costs in Python over the same in C. */
void bench_library(cJSON *all);

#endif
