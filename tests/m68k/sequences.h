/* SPDX-License-Identifier: MIT
 * Words of the block between test_driver.c and sequences.c: in, number of the sequence and translator; out, the value
 * in two words. The exit code is 0 if all was good. */
#ifndef SEQUENCES_H
#define SEQUENCES_H

#include "driver-sim/m68k/block.h"

enum { SEQUENCE_NUMBER = BLOCK_PROGRAM, SEQUENCE_DIRECT, SEQUENCE_VALUE };

#endif
