/* SPDX-License-Identifier: MIT
 * tmr0 COMMAND [options] */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/error.h"
#include "cli/options.h"
#include "cli/output.h"

#define VERSION "0.1.0"

static const struct {
    const char *name;
    int (*call)(int argc, char **argv, const char *data_dir);
    const char *text;
} command[] = {
    {"run", command_run, "run scenario files (driver sequences) on the RTL and check them"},
    {"fuzz", command_fuzz, "random chip programs on RTL and model in lockstep"},
    {"system", command_system, "kernel, driver and processes on the virtual CPU: disturbed samples, wrong ones"},
    {"explore", command_explore, "every interleaving of several readers of the timer: what goes wrong"},
    {"figure1", command_figure1, "the paper's overheads of a read, beside those of the driver on the virtual CPU"},
    {"timing", command_timing, "check the bus timing of every machine with both strobe translators"},
    {"torn", command_torn, "measure how often a save of chained counters is torn by the delay of their carries"},
    {"plan", command_plan, "repetitions that a measurement with a slow clock needs, and their time"},
    {"ticks2ns", command_ticks2ns, "parameters and exact worst error of converting ticks to nanoseconds"},
    {"clock", command_clock, "tick, cost, monotony and shift between CPUs of this host's clocks"},
    {"measure", command_measure, "measure a command or a builtin with one of this host's clocks"},
};
#define COMMANDS (sizeof command / sizeof command[0])

static void help(FILE *f)
{
    (void)fprintf(f, "tmr0: a timing-checked simulator of the Am9513A timer board for Sun workstations\n\n"
                     "usage: tmr0 [--data DIR] COMMAND [options]\n"
                     "       tmr0 --help | --version\n"
                     "       tmr0 COMMAND --help\n\ncommands:\n");
    for (size_t n = 0; n < COMMANDS; n++)
        (void)fprintf(f, "  %-8s %s\n", command[n].name, command[n].text);
    (void)fprintf(f, "\n  --data DIR  folder that holds parts/ and machines/\n\n"
                     "exit status: 0 the verdict is good, 1 it is bad, 2 wrong usage or bad input, 3 the system "
                     "failed\n");
}

/* Takes --data DIR out of the arguments, wherever it stands before a lone --. Returns their new number, -1 after a
 * message. */
static int take_data(int argc, char **argv, const char **data_dir)
{
    int kept = 1, n = 1;
    for (; n < argc && strcmp(argv[n], "--") != 0; n++) {
        if (strcmp(argv[n], "--data") != 0) {
            argv[kept++] = argv[n];
        } else if (n + 1 == argc) {
            (void)fprintf(stderr, "tmr0: --data without a folder, expected --data DIR\n");
            return -1;
        } else {
            *data_dir = argv[++n];
        }
    }
    for (; n < argc; n++)
        argv[kept++] = argv[n];
    argv[kept] = NULL;
    return kept;
}

int main(int argc, char **argv)
{
    const char *data_dir = NULL;
    static char title[32]; /* stands in front of getopt's messages */
    output_start();
    argc = take_data(argc, argv, &data_dir);
    if (argc < 0)
        return STATUS_INPUT;
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--help") == 0) {
        help(stdout);
        return output_end(STATUS_OK);
    }
    if (strcmp(name, "--version") == 0) {
        printf("tmr0 %s\n", VERSION);
        return output_end(STATUS_OK);
    }
    if (name[0] == '-') {
        (void)fprintf(stderr, "tmr0: option '%s', expected --help, --version or --data DIR\n", name);
        return STATUS_INPUT;
    }
    for (size_t c = 0; c < COMMANDS; c++)
        if (strcmp(name, command[c].name) == 0) {
            (void)snprintf(title, sizeof title, "tmr0 %s", name);
            argv[1] = title;
            int status = command[c].call(argc - 1, argv + 1, data_dir);
            return output_end(status == OPTIONS_HELP ? STATUS_OK : status);
        }
    if (name[0])
        (void)fprintf(stderr, "tmr0: unknown command '%s', expected one of:\n\n", name);
    help(stderr);
    return STATUS_INPUT;
}
