/* SPDX-License-Identifier: MIT
 * What dumps and tables have in common: the blocks of their file, and the rate that libsigrok names. */
#ifndef TMR0_TEXT_H
#define TMR0_TEXT_H

#include "vcd.h"

/* Reads on until the block holds that many bytes after v->at, or the file ends. What is before is gone. */
void text_refill(struct vcd *vcd, size_t enough);
/* Of "100" and "MHz", in Hz; 0: it is none. */
uint64_t text_rate(const char *number, const char *unit);

#endif
