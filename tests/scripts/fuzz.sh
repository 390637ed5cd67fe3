#!/bin/sh
# SPDX-License-Identifier: MIT
# RTL and C model in lockstep on random programs, of the chip and of the board; and the RTL with effects and without.
# make fuzz runs more of them.
set -eu
. tests/check.sh
$tmr0 fuzz --target chip --ops 100000 --seed 1 --out "$folder/chip.scn"
$tmr0 fuzz --target board --ops 50000 --seed 1 --out "$folder/board.scn"
$tmr0 fuzz --effects --target chip --ops 50000 --seed 1 --out "$folder/chip-effects.scn"
$tmr0 fuzz --effects --target board --ops 50000 --seed 1 --out "$folder/board-effects.scn"
