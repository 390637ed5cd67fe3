/* SPDX-License-Identifier: MIT
 * The end of a dump. Verilator's FST writer does not report a full disk. */
#ifndef TMR0_FST_H
#define TMR0_FST_H

#include "cli/error.h"

/* Follows the blocks of the FST file to its end. STATUS_SYSTEM if they do not lead there exactly, with a header first
 * and a hierarchy among them; name is the file's in messages. Takes the date out of the header: the same run gives the
 * same bytes. */
int fst_finish(const char *file, const char *name, struct error *e);

/* STATUS_SYSTEM if the folder of the writer's temporary files is full. Call it before and after writing. */
int fst_room(const char *name, struct error *e);

#endif
