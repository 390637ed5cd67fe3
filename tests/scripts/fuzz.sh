#!/bin/sh
# SPDX-License-Identifier: MIT
# RTL and C model in lockstep on random programs, of the chip and of the board; and the RTL with effects and without.
# make fuzz runs more of them.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
build/tmr0 fuzz --target chip --ops 200000 --seed 1 --out "$dir/chip.scn"
build/tmr0 fuzz --target board --ops 50000 --seed 1 --out "$dir/board.scn"
build/tmr0 fuzz --effects --target chip --ops 100000 --seed 1 --out "$dir/chip-effects.scn"
build/tmr0 fuzz --effects --target board --ops 50000 --seed 1 --out "$dir/board-effects.scn"
