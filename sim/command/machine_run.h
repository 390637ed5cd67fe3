/* SPDX-License-Identifier: MIT
 * The machine of tmr0 program and tmr0 system: its options, and a run with waves. */
#ifndef TMR0_MACHINE_RUN_H
#define TMR0_MACHINE_RUN_H

#include "cli/options.h"
#include "sim/workstation/system.h"

struct machine_options {
    const char *name, *part, *wave;
    int engine;
    bool blank;
    char dir[1024]; /* holds parts/ and machines/ */
};

/* clang-format off */
#define MACHINE_OPTIONS {.name = RIG_MACHINE, .part = RIG_PART, .engine = ENGINE_MODEL}
/* Rows of a command's struct option_rule, beside its own */
#define MACHINE_RULES(o)                                                        \
    {"blank", .given = &(o)->blank},                                            \
    {"engine", .choice = &(o)->engine, .names = engine_name, .count = ENGINES}, \
    {"machine", .text = &(o)->name},                                            \
    {"part", .text = &(o)->part},                                               \
    {"wave", .output = &(o)->wave}
/* clang-format on */
#define MACHINE_USAGE                                                                                                  \
    "  --engine E      rtl, model or both; default model\n"                                                            \
    "  --machine NAME  default " RIG_MACHINE "\n"                                                                      \
    "  --part NAME     default " RIG_PART "\n"                                                                         \
    "  --wave FILE     write waves, VCD if the name ends in .vcd or is -, else FST; with --engine rtl only\n"

/* call(context) with the machine open, and waves of its board. They are kept of a run that fails, too, and the command
 * that opens them in this view of waves/ is printed. Prints where the engines differ. */
int machine_run(struct system_machine *machine, const struct machine_options *o, const char *view,
                int (*call)(void *context, struct error *e), void *context, struct error *e);

#endif
