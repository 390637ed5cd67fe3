/* SPDX-License-Identifier: MIT */
#include "waves.h"

#include <string.h>
#include <strings.h>

/* By the end of its name; standard output as well, which a reader cannot go back in, as FST needs. */
static bool is_vcd(const char *name)
{
    const size_t length = strlen(name);
    return strcmp(name, "-") == 0 || (length >= 4 && strcasecmp(name + length - 4, ".vcd") == 0);
}

int waves_open(struct waves *w, const char *name, struct error *e)
{
    int status = output_open(&w->file, name, e);
    if (status == STATUS_OK && name && is_vcd(name))
        status = output_open(&w->fst, name, e);
    return status;
}

static const char *fst_of(const struct waves *w)
{
    return w->fst.part ? w->fst.part : w->file.part;
}

int waves_begin(const struct waves *w, struct tmr0_board *board, const struct wave_control *control, struct error *e)
{
    return w->file.part ? board_result(board_waves_begin(board, fst_of(w), w->file.file, control), e) : STATUS_OK;
}

int waves_end(struct waves *w, struct tmr0_board *board, int status, struct error *e)
{
    w->first_ps = board_traced_ps(board);
    board_trace_close(board);
    if (!w->file.part || status > STATUS_BAD)
        return status;
    const int own = board_result(board_waves_end(fst_of(w), w->fst.part ? w->file.part : NULL, w->file.file), e);
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
