/* SPDX-License-Identifier: MIT
 * The commands of tmr0 that need a simulated board; measure/cli/commands.h has the others. */
#ifndef TMR0_SIM_COMMANDS_H
#define TMR0_SIM_COMMANDS_H

int command_run(int argc, char **argv, const char *data_dir);
int command_choices(int argc, char **argv, const char *data_dir);
int command_decode(int argc, char **argv, const char *data_dir);
int command_capture(int argc, char **argv, const char *data_dir);
int command_fuzz(int argc, char **argv, const char *data_dir);
int command_system(int argc, char **argv, const char *data_dir);
int command_explore(int argc, char **argv, const char *data_dir);
int command_figure1(int argc, char **argv, const char *data_dir);
int command_timing(int argc, char **argv, const char *data_dir);
int command_sweep(int argc, char **argv, const char *data_dir);
int command_report(int argc, char **argv, const char *data_dir);
int command_torn(int argc, char **argv, const char *data_dir);

#endif
