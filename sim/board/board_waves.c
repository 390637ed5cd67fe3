/* SPDX-License-Identifier: MIT
 * Waves of a board. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "board_internal.h"
#include "cli/memory.h"
#include "fst.h"

void board_show_access(struct tmr0_board *b, const char *text)
{
    if (!b->tracing)
        return;
    if (*text && b->traced_ps == UINT64_MAX)
        b->traced_ps = b->engine->ops->now_ps(b->engine);
    b->engine->ops->trace_text(b->engine, text);
}

/* Of X2, a source or a gate from the edge on, of an access from its begin on. */
void board_show_violation(struct tmr0_board *b, int check, const struct check_record *record)
{
    const struct figure_info *info = &figure_info[check];
    const bool of_pin = info->group == GROUP_CLOCK || info->group == GROUP_SOURCE || info->group == GROUP_GATE;
    if (!b->tracing || info->kind == KIND_NOTE)
        return;
    if (!b->violations)
        b->traced_ps = record->violated_at_ps;
    b->engine->ops->trace_broken(b->engine, info->name, of_pin ? NULL : &record->violated_access);
}

int board_waves_begin(struct tmr0_board *b, const char *part, const char *name, const struct wave_control *control)
{
    const int status = -fst_room(name, board_error());
    if (status)
        return status;
    errno = 0;
    if (!b->engine->ops->trace_open)
        return board_fail(TMR0_INPUT, "%s: this board was opened without waves", name);
    if (!b->engine->ops->trace_open(b->engine, part, control))
        return board_fail(TMR0_SYSTEM, "%s: cannot write: %s", name, strerror(errno ? errno : EIO));
    b->tracing = true;
    b->traced_ps = UINT64_MAX;
    board_show_access(b, "");
    return TMR0_OK;
}

int board_waves_end(const char *part, const char *vcd, const char *name)
{
    int status = fst_room(name, board_error());
    if (status == STATUS_OK)
        status = fst_check(part, name, board_error());
    if (status == STATUS_OK && vcd)
        status = fst_to_vcd(part, vcd, name, board_error());
    return -status;
}

uint64_t board_traced_ps(const struct tmr0_board *b)
{
    return b->traced_ps;
}

void board_trace_close(struct tmr0_board *b)
{
    if (b->tracing)
        b->engine->ops->trace_close(b->engine);
    b->tracing = false;
}

/* ---- tmr0/board.h. Unlike cli/output.h it handles no signals: they are the program's own. */

static int cannot_write(const char *file, const char *why)
{
    return board_fail(TMR0_SYSTEM, "%s: cannot write: %s", file, why);
}

/* The dump is over. What has not come to its place is deleted. */
static int drop(struct tmr0_board *b, int status)
{
    if (b->part)
        (void)unlink(b->part);
    free(b->wave);
    free(b->part);
    b->wave = b->part = NULL;
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
    if (descriptor < 0)
        return drop(b, cannot_write(file, strerror(errno)));
    const mode_t mask = umask(0);
    (void)umask(mask);
    (void)fchmod(descriptor, 0666 & ~mask);
    (void)close(descriptor);
    return TMR0_OK;
}

int tmr0_waves(struct tmr0_board *b, const char *file)
{
    struct stat there;
    NEED_BOARD(b);
    NEED(file, "the name of a file");
    if (b->wave)
        return board_fail(TMR0_INPUT, "waves are written to %s already, expected tmr0_waves_end() first", b->wave);
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode))
        return board_fail(TMR0_INPUT, "%s: not a regular file, expected one", file);
    int status = make_part(b, file);
    if (status)
        return status;
    status = board_waves_begin(b, b->part, file, NULL);
    return status ? drop(b, status) : TMR0_OK;
}

/* Makes VCD of the dump if its name wants that, and puts it in its place. */
static int put_in_place(const struct tmr0_board *b)
{
    const size_t length = strlen(b->wave), size = strlen(b->part) + sizeof ".vcd";
    const bool is_vcd = length > 4 && strcasecmp(b->wave + length - 4, ".vcd") == 0;
    char *vcd = memory_new(size, 1);
    (void)snprintf(vcd, size, "%s%s", b->part, is_vcd ? ".vcd" : "");
    int status = board_waves_end(b->part, is_vcd ? vcd : NULL, b->wave);
    if (status == TMR0_OK && rename(vcd, b->wave) != 0)
        status = cannot_write(b->wave, strerror(errno));
    if (status && is_vcd)
        (void)unlink(vcd);
    free(vcd);
    return status;
}

int tmr0_waves_end(struct tmr0_board *b)
{
    NEED_BOARD(b);
    if (!b->wave)
        return board_fail(TMR0_INPUT, "no waves are written, expected tmr0_waves() first");
    board_trace_close(b);
    return drop(b, put_in_place(b));
}
