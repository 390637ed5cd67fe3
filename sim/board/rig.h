/* SPDX-License-Identifier: MIT
 * The parts and the machine that a board is opened with, loaded together. */
#ifndef TMR0_RIG_H
#define TMR0_RIG_H

#include "board.h"

/* Without --part, --pal-part and --machine. [expect] in machines/ is written for that part and PAL. The paper does not
 * name the PAL's grade; this is the slowest. */
#define RIG_PART "am9513a"
#define RIG_PAL "pal16xx"
#define RIG_MACHINE "sun3-160:window"

struct rig {
    struct part chip, pal, buffer;
    struct machine machine;
};

/* Loads DIR/parts/CHIP.ini and, for the board, the machine, its data buffer and the PAL. */
int rig_load(struct rig *rig, const char *dir, enum target target, const char *chip, const char *pal,
             const char *machine, struct error *e);

/* Loads the rig with the machine, and calls each(); if the file has several variants and the name none, once for each
 * of them. Its name is rig->machine.name. */
int rig_each_variant(struct rig *rig, const char *dir, const char *chip, const char *pal, const char *machine,
                     int (*each)(void *context, struct error *e), void *context, struct error *e);

/* The timer board's PAL: "NAME" of DIR/parts/NAME.ini, or with its delay, "pal16xx:25ns". */
int rig_load_pal(struct rig *rig, const char *dir, const char *name, struct error *e);

/* The figures of that home */
struct figure *rig_figures(struct rig *rig, enum figure_home home);

/* A board's configuration with the rig's parts and the usual settings: flip-flop translator, typical delays, 4.0 MHz as
 * the paper says, seed 1. All else is 0. */
struct board_config rig_config(const struct rig *rig, enum target target);

#endif
