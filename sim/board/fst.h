/* SPDX-License-Identifier: MIT
 * What Verilator's FST writer leaves undone: it does not report a full disk. It writes temporary files and maps them,
 * although they may be shorter than it believes; so it is compiled with this file before it (tools/mk/build.mk). */
#ifndef TMR0_FST_H
#define TMR0_FST_H

#include <stddef.h>

#include "cli/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The file's first bytes in memory; zeros if it is shorter, which is lost then. */
void *fst_map(size_t length, int file);

/* How many files of all dumps of the process were lost so far. */
unsigned fst_lost(void);

/* STATUS_SYSTEM unless nothing was lost since then and the reader finds the FST file whole; name is the file's in
 * messages. */
int fst_check(const char *file, const char *name, unsigned lost_before, struct error *e);

/* Writes what the FST file holds to the file vcd, as VCD; name is its name in messages. */
int fst_to_vcd(const char *fst, const char *vcd, const char *name, struct error *e);

#ifdef __cplusplus
}
#endif

#if defined FST_WRITER && !defined __EMSCRIPTEN__ /* which maps what is not flushed yet, and has no disk */
#include <sys/mman.h>
#define mmap(at, length, rights, flags, file, offset) fst_map(length, file)
#endif

#endif
