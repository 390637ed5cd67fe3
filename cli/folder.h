/* SPDX-License-Identifier: MIT
 * A folder that a run fills: no other run writes into it at the same time. */
#ifndef TMR0_FOLDER_H
#define TMR0_FOLDER_H

#include "error.h"

/* Locks the folder until folder_unlock(). On a file system without locks on folders (NFS) nothing is locked.
 * STATUS_INPUT if another run has it, STATUS_SYSTEM if it cannot be opened; *lock is then -1. */
int folder_lock(int *lock, const char *path, struct error *e);
/* lock -1: nothing. */
void folder_unlock(int lock);
/* Deletes what killed runs left of files whose names begin so: the temporary files of output_open(). For a run
 * that knows that no other is writing. */
void folder_clean(const char *path, const char *begin);

#endif
