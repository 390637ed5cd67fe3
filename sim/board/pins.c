/* SPDX-License-Identifier: MIT */
#include "pins.h"

const char *const pin_name[PINS] = {"src1",  "src2",  "src3", "src4", "src5", "gate1", "gate2", "gate3",
                                    "gate4", "gate5", "out1", "out2", "out3", "out4",  "out5",  "fout"};

const char *const level_name[LEVELS] = {"0", "1", "z"};
const char *const target_name[TARGETS] = {[TARGET_BOARD] = "board", [TARGET_CHIP] = "chip"};
