/* SPDX-License-Identifier: MIT
 * The commands behind `tmr0`: each takes its own arguments (argv[0] is the command's name) and returns the exit
 * status, or OPTIONS_HELP. data_dir is what --data gave, or NULL. */
#ifndef TMR0_COMMANDS_H
#define TMR0_COMMANDS_H

int command_run(int argc, char **argv, const char *data_dir);
int command_fuzz(int argc, char **argv, const char *data_dir);
int command_explore(int argc, char **argv, const char *data_dir);
int command_figure1(int argc, char **argv, const char *data_dir);
int command_timing(int argc, char **argv, const char *data_dir);
int command_torn(int argc, char **argv, const char *data_dir);
int command_plan(int argc, char **argv, const char *data_dir);
int command_ticks2ns(int argc, char **argv, const char *data_dir);
int command_clock(int argc, char **argv, const char *data_dir);
int command_measure(int argc, char **argv, const char *data_dir);
int command_system(int argc, char **argv, const char *data_dir);

#endif
