/* SPDX-License-Identifier: MIT */
#include "fst.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cli/temporary.h"

/* Block types, as GTKWave's fstapi.h numbers them. A block is its type (1 byte) and its length after that, which
 * counts its own 8 bytes, most significant first. */
enum { BLOCK_HEADER = 0, BLOCK_HIERARCHY = 4, BLOCK_HIERARCHY_LZ4 = 6, BLOCK_HIERARCHY_LZ4_TWICE = 7 };
#define LENGTH_SIZE 8
#define DATE_AT 202 /* of the text from asctime() in the header */

#define ROOM_LEAST 256000 /* bytes; the writer buffers less than this */

static bool fst_follow(FILE *f)
{
    bool hierarchy = false;
    for (long at = 0;;) {
        unsigned char head[1 + LENGTH_SIZE];
        uint64_t length = 0;
        size_t got = fread(head, 1, sizeof head, f);
        if (got == 0)
            return at > 0 && hierarchy && feof(f);
        for (size_t n = 1; n < sizeof head; n++)
            length = length << 8 | head[n];
        if (got != sizeof head || length < LENGTH_SIZE || length > INT32_MAX || (at == 0) != (head[0] == BLOCK_HEADER))
            return false;
        hierarchy = hierarchy || head[0] == BLOCK_HIERARCHY || head[0] == BLOCK_HIERARCHY_LZ4 ||
                    head[0] == BLOCK_HIERARCHY_LZ4_TWICE;
        at += 1 + (long)length;
        if (fseek(f, at - 1, SEEK_SET) != 0 || fgetc(f) == EOF) /* fseek() alone succeeds beyond the end */
            return false;
    }
}

int fst_finish(const char *file, const char *name, struct error *e)
{
    static const char date[] = "Thu Jan  1 00:00:00 1970\n";
    FILE *f = fopen(file, "r+b");
    bool whole =
        f && fst_follow(f) && fseek(f, DATE_AT, SEEK_SET) == 0 && fwrite(date, 1, sizeof date, f) == sizeof date;
    if (f && fclose(f) == EOF)
        whole = false;
    return whole ? STATUS_OK
                 : error_set(e, STATUS_SYSTEM, "%s: cannot write: the dump is not whole, is the disk full?", name);
}

FILE *fst_temporary(void)
{
    char file[4096];
    const int length = snprintf(file, sizeof file, "%s/tmr0.XXXXXX", temporary_folder());
    if (length < 0 || (size_t)length >= sizeof file) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    const int descriptor = mkstemp(file);
    if (descriptor < 0)
        return NULL;
    (void)unlink(file);
    return fdopen(descriptor, "w+b");
}

int fst_room(const char *name, struct error *e)
{
    struct statvfs room;
    FILE *f = fst_temporary();
    if (!f)
        return error_set(e, STATUS_SYSTEM, "%s: cannot write: no temporary file in %s: %s", name, temporary_folder(),
                         strerror(errno));
    const bool full = fstatvfs(fileno(f), &room) == 0 && room.f_bavail * room.f_frsize < ROOM_LEAST;
    (void)fclose(f);
    return full ? error_set(e, STATUS_SYSTEM, "%s: cannot write: less than %d kB left in %s for temporary files", name,
                            ROOM_LEAST / 1000, temporary_folder())
                : STATUS_OK;
}
