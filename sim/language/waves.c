/* SPDX-License-Identifier: MIT */
#include "waves.h"

#include <string.h>
#include <strings.h>

#include "sim/board/fst.h"

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

int waves_begin(const struct waves *w, struct board *board, const struct wave_control *control, struct error *e)
{
    struct error why;
    int status = w->file.part ? fst_room(w->file.file, e) : STATUS_OK;
    if (status || !w->file.part)
        return status;
    status = board_trace_open(board, fst_of(w), control, &why);
    return status ? error_set(e, status, "%s: %s", w->file.file, why.text) : STATUS_OK;
}

static int put_into_format(const struct waves *w, struct error *e)
{
    const char *name = w->file.file;
    int status = fst_room(name, e);
    if (status == STATUS_OK)
        status = fst_check(fst_of(w), name, e);
    if (status == STATUS_OK && w->fst.part)
        status = fst_to_vcd(w->fst.part, w->file.part, name, e);
    return status;
}

int waves_end(struct waves *w, struct board *board, int status, struct error *e)
{
    w->first_ps = board_traced_ps(board);
    board_trace_close(board);
    const int own = w->file.part && status <= STATUS_BAD ? put_into_format(w, e) : STATUS_OK;
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
