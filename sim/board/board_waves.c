/* SPDX-License-Identifier: MIT
 * tmr0/board.h: waves. Unlike cli/output.h this handles no signals: they are the program's own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/memory.h"
#include "fst.h"
#include "library.h"

static int cannot_write(const char *file, const char *why)
{
    return library_status(error_set(library_error(), STATUS_SYSTEM, "%s: cannot write: %s", file, why));
}

static void forget(struct tmr0_board *b)
{
    free(b->wave);
    free(b->part);
    b->wave = b->part = NULL;
}

/* Deletes what has been written. */
static int drop(struct tmr0_board *b, int status)
{
    if (b->part)
        (void)unlink(b->part);
    forget(b);
    return status;
}

/* An empty file beside the dump's place, with the permissions of a new file. */
static int make_part(struct tmr0_board *b, const char *file)
{
    const size_t size = strlen(file) + sizeof ".part.XXXXXX";
    b->wave = memory_text(file);
    b->part = memory_new(size, 1);
    (void)snprintf(b->part, size, "%s.part.XXXXXX", file);
    const int descriptor = mkstemp(b->part);
    const char *why = strerror(errno);
    if (descriptor < 0) {
        forget(b);
        return cannot_write(file, why);
    }
    const mode_t mask = umask(0);
    (void)umask(mask);
    (void)fchmod(descriptor, 0666 & ~mask);
    (void)close(descriptor);
    return TMR0_OK;
}

int tmr0_waves(struct tmr0_board *b, const char *file)
{
    struct stat there;
    struct error why;
    NEED_BOARD(b);
    NEED(file, "the name of a file");
    if (b->wave)
        return library_input("waves are written to %s already, expected tmr0_waves_end() first", b->wave);
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode))
        return library_input("%s: not a regular file, expected one", file);
    int status = library_status(fst_room(file, library_error()));
    if (status == TMR0_OK)
        status = make_part(b, file);
    if (status)
        return status;
    status = board_trace_open(b->board, b->part, NULL, &why);
    return status ? drop(b, library_status(error_set(library_error(), status, "%s: %s", file, why.text))) : TMR0_OK;
}

/* Makes VCD of the dump, if its name wants that. */
static int to_format(const struct tmr0_board *b)
{
    char vcd[4096];
    const size_t length = strlen(b->wave);
    if (length <= 4 || strcasecmp(b->wave + length - 4, ".vcd") != 0)
        return STATUS_OK;
    if (snprintf(vcd, sizeof vcd, "%s.vcd", b->part) >= (int)sizeof vcd)
        return error_set(library_error(), STATUS_SYSTEM, "%s: cannot write: %s", b->wave, strerror(ENAMETOOLONG));
    int status = fst_to_vcd(b->part, vcd, b->wave, library_error());
    if (status == STATUS_OK && rename(vcd, b->part) != 0)
        status = error_set(library_error(), STATUS_SYSTEM, "%s: cannot write: %s", b->wave, strerror(errno));
    if (status)
        (void)unlink(vcd);
    return status;
}

int tmr0_waves_end(struct tmr0_board *b)
{
    NEED_BOARD(b);
    if (!b->wave)
        return library_input("no waves are written, expected tmr0_waves() first");
    board_trace_close(b->board);
    int status = fst_room(b->wave, library_error());
    if (status == STATUS_OK)
        status = fst_check(b->part, b->wave, library_error());
    if (status == STATUS_OK)
        status = to_format(b);
    if (status)
        return drop(b, library_status(status));
    if (rename(b->part, b->wave) != 0)
        return drop(b, cannot_write(b->wave, strerror(errno)));
    forget(b);
    return TMR0_OK;
}
