/* SPDX-License-Identifier: MIT
 * What Verilator's FST writer leaves undone: it does not report a full disk. */
#ifndef TMR0_FST_H
#define TMR0_FST_H

#include "cli/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* STATUS_SYSTEM unless the reader finds the FST file whole; name is the file's in messages. */
int fst_check(const char *file, const char *name, struct error *e);

/* Writes what the FST file holds to the file vcd, as VCD; name is its name in messages. */
int fst_to_vcd(const char *fst, const char *vcd, const char *name, struct error *e);

#ifdef __cplusplus
}
#endif

#endif
