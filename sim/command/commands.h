/* SPDX-License-Identifier: MIT
 * The commands of tmr0; measure/cli/commands.h has command_experiment(). COMMAND of each file speaks of the command
 * line; of files and of the run "tmr0" does, but COMMAND in capture, decode, report and sweep. */
#ifndef TMR0_SIM_COMMANDS_H
#define TMR0_SIM_COMMANDS_H

int command_run(int argc, char **argv, const char *data_dir);
int command_choices(int argc, char **argv, const char *data_dir);
int command_decode(int argc, char **argv, const char *data_dir);
int command_capture(int argc, char **argv, const char *data_dir);
int command_program(int argc, char **argv, const char *data_dir);
int command_system(int argc, char **argv, const char *data_dir);
int command_explore(int argc, char **argv, const char *data_dir);
int command_timing(int argc, char **argv, const char *data_dir);
int command_sweep(int argc, char **argv, const char *data_dir);
int command_report(int argc, char **argv, const char *data_dir);

#endif
