/* SPDX-License-Identifier: MIT
 * A table of levels (CSV) in place of a dump: one row a change, or one a sample, as Saleae's Logic 2, sigrok-cli and
 * PulseView export it. vcd.h reads it as it reads a dump. */
#ifndef TMR0_CSV_H
#define TMR0_CSV_H

#include "vcd.h"

/* For dumps as well: reads on until the block holds that many bytes after v->at, or the file ends. What is before is
 * gone. */
void text_refill(struct vcd *vcd, size_t enough);
/* The rate that libsigrok names, of "100" and "MHz", in Hz; 0: it is none. */
uint64_t text_rate(const char *number, const char *unit);

/* The file, of which the block holds the first bytes, is a table. */
bool csv_is(const struct vcd *vcd);
/* Reads the names of the columns. STATUS_INPUT with file:line if there are none. */
int csv_names(struct vcd *vcd, struct wires *wires, struct error *e);
/* The wires are complete: the pins of each column, and the unit of the times in the first rows. */
void csv_take(struct vcd *vcd, const struct wires *wires);
/* As vcd_next(). */
int csv_next(struct vcd *vcd, struct vcd_levels *levels, bool *more, struct error *e);

#endif
