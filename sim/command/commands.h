/* SPDX-License-Identifier: MIT
 * The commands of tmr0; measure/cli/commands.h has command_experiment(). Messages begin with the file's COMMAND. */
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
