/* SPDX-License-Identifier: MIT
 * Waves of a board. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "board_internal.h"
#include "cli/memory.h"
#include "fst.h"

void board_show_access(struct tmr0_board *b, const char *text)
{
    if (!b->tracing)
        return;
    if (*text && b->traced_ps == UINT64_MAX)
        b->traced_ps = b->shown->ops->now_ps(b->shown);
    b->engine->ops->trace_text(b->engine, text);
}

/* Of X2, a source or a gate from the edge on, of an access from its begin on. */
void board_show_violation(struct tmr0_board *b, int check, const struct am9513_record *record)
{
    const struct figure_info *info = &figure_info[check];
    const bool of_pin = info->group == GROUP_CLOCK || info->group == GROUP_SOURCE || info->group == GROUP_GATE;
    if (!b->tracing || info->kind == KIND_NOTE)
        return;
    if (!b->violations)
        b->traced_ps = record->broken_at_ps;
    b->engine->ops->trace_broken(b->engine, info->name, of_pin ? NULL : &record->broken_access);
}

int board_waves_begin(struct tmr0_board *b, const char *part, const char *name, const struct wave_control *control)
{
    b->lost_before = fst_lost();
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

/* The dump is over: the file is whole, and unless vcd is NULL that becomes the same as VCD. */
static int finish(const struct tmr0_board *b, const char *part, const char *vcd, const char *name)
{
    int status = fst_check(part, name, b->lost_before, board_error());
    if (status == STATUS_OK && vcd)
        status = fst_to_vcd(part, vcd, name, board_error());
    return -status;
}

void board_trace_close(struct tmr0_board *b)
{
    if (b->tracing)
        b->engine->ops->trace_close(b->engine);
    b->tracing = false;
}

static bool is_vcd(const char *name)
{
    const size_t length = strlen(name);
    return length >= 4 && strcasecmp(name + length - 4, ".vcd") == 0;
}

/* ---- Of a command */

/* A reader cannot go back in standard output, as FST needs. */
int waves_open(struct waves *w, const char *name, struct error *e)
{
    int status = output_open(&w->file, name, e);
    if (status == STATUS_OK && name && (is_vcd(name) || strcmp(name, "-") == 0))
        status = output_open(&w->fst, name, e);
    return status;
}

static const char *fst_of(const struct waves *w)
{
    return w->fst.part ? w->fst.part : w->file.part;
}

int waves_begin(const struct waves *w, struct tmr0_board *b, const struct wave_control *control, struct error *e)
{
    return w->file.part ? board_result(board_waves_begin(b, fst_of(w), w->file.file, control), e) : STATUS_OK;
}

int waves_end(struct waves *w, struct tmr0_board *b, int status, struct error *e)
{
    w->first_ps = b->traced_ps;
    board_trace_close(b);
    if (!w->file.part || status > STATUS_BAD)
        return status;
    const int own = board_result(finish(b, fst_of(w), w->fst.part ? w->file.part : NULL, w->file.file), e);
    return own ? own : status;
}

int waves_close(struct waves *w, int status, struct error *e)
{
    if (w->fst.part) {
        struct error unused;
        (void)output_close(&w->fst, STATUS_BAD, &unused); /* an intermediate file */
    }
    return output_close(&w->file, status, e);
}

/* ---- tmr0/board.h */

static int end_dump(struct tmr0_board *b, int status)
{
    status = waves_end(&b->waves, b, status, board_error());
    status = waves_close(&b->waves, status, board_error());
    free(b->wave);
    b->wave = NULL;
    return -status;
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
    b->wave = memory_text(strcmp(file, "-") == 0 ? "./-" : file); /* no standard output here */
    int status = waves_open(&b->waves, b->wave, board_error());
    if (status == STATUS_OK)
        status = waves_begin(&b->waves, b, NULL, board_error());
    return status ? end_dump(b, status) : TMR0_OK;
}

int tmr0_waves_end(struct tmr0_board *b)
{
    NEED_BOARD(b);
    return b->wave ? end_dump(b, STATUS_OK)
                   : board_fail(TMR0_INPUT, "no waves are written, expected tmr0_waves() first");
}
