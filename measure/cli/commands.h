/* SPDX-License-Identifier: MIT
 * The commands of tmr0-measure. tmr0 has its own list with command_experiment(). */
#ifndef TMR0_MEASURE_COMMANDS_H
#define TMR0_MEASURE_COMMANDS_H

#include "cli/command.h"

/* All of them, in the order of --help; name NULL after the last. */
extern const struct command measure_commands[];

int command_plan(int argc, char **argv, const char *data_dir);
int command_ticks2ns(int argc, char **argv, const char *data_dir);
int command_clock(int argc, char **argv, const char *data_dir);
int command_measure(int argc, char **argv, const char *data_dir);
int command_compare(int argc, char **argv, const char *data_dir);
int command_fit(int argc, char **argv, const char *data_dir);
int command_experiment(int argc, char **argv, const char *data_dir);

#endif
