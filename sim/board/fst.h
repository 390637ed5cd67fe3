/* SPDX-License-Identifier: MIT
 * What Verilator's FST writer leaves undone: it does not report a full disk, and takes its temporary files anywhere. */
#ifndef TMR0_FST_H
#define TMR0_FST_H

#include <stdio.h>

#include "cli/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Follows the blocks of the FST file to its end. STATUS_SYSTEM if they do not lead there exactly, with a header first
 * and a hierarchy among them; name is the file's in messages. Takes the date out of the header: the same run gives the
 * same bytes. */
int fst_finish(const char *file, const char *name, struct error *e);

/* Writes what the FST file holds to the file vcd, as VCD; name is its name in messages. */
int fst_to_vcd(const char *fst, const char *vcd, const char *name, struct error *e);

/* A file for reading and writing without a name, in the folder TMPDIR or else /tmp. NULL with errno. */
FILE *fst_temporary(void);

/* STATUS_SYSTEM if there can be no temporary file, or its folder is full. Call it before and after writing. */
int fst_room(const char *name, struct error *e);

#ifdef __cplusplus
}
#endif

#endif
