/* SPDX-License-Identifier: MIT
 * The chip's count pins by number and name, and what a board can be: the whole timer board, or the chip alone. */
#ifndef TMR0_PINS_H
#define TMR0_PINS_H

enum pin {
    PIN_SRC1,
    PIN_SRC2,
    PIN_SRC3,
    PIN_SRC4,
    PIN_SRC5,
    PIN_GATE1,
    PIN_GATE2,
    PIN_GATE3,
    PIN_GATE4,
    PIN_GATE5,
    PIN_INPUTS,
    PIN_OUT1 = PIN_INPUTS,
    PIN_OUT2,
    PIN_OUT3,
    PIN_OUT4,
    PIN_OUT5,
    PIN_FOUT,
    PINS,
};
extern const char *const pin_name[PINS]; /* "src1" ... "fout" */

enum level { LEVEL_LOW, LEVEL_HIGH, LEVEL_Z, LEVELS };
extern const char *const level_name[LEVELS]; /* "0", "1", "z" */

enum target { TARGET_BOARD, TARGET_CHIP, TARGETS };
extern const char *const target_name[TARGETS]; /* "board", "chip" */

#endif
