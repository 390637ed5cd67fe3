/* SPDX-License-Identifier: MIT */
#ifndef TMR0_TEMPORARY_H
#define TMR0_TEMPORARY_H

/* Where temporary files are made: the folder TMPDIR, or else /tmp. */
const char *temporary_folder(void);

#endif
