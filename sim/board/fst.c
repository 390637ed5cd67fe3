/* SPDX-License-Identifier: MIT
 * Room for what Verilator's FST writer writes. */
#include "fst.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#define ROOM_LEAST 256000 /* bytes; the writer buffers less than this */

int fst_room(const char *name, struct error *e)
{
    struct statvfs room;
    FILE *f = tmpfile();
    if (!f)
        return error_set(e, STATUS_SYSTEM, "%s: cannot write: no temporary file in %s: %s", name, P_tmpdir,
                         strerror(errno));
    const bool full = fstatvfs(fileno(f), &room) == 0 && room.f_bavail * room.f_frsize < ROOM_LEAST;
    (void)fclose(f);
    return full ? error_set(e, STATUS_SYSTEM, "%s: cannot write: less than %d kB left in %s for temporary files", name,
                            ROOM_LEAST / 1000, P_tmpdir)
                : STATUS_OK;
}
