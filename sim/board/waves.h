/* SPDX-License-Identifier: MIT
 * The dump of a run: FST, or VCD by the end of its name. It takes its place when it is whole. */
#ifndef TMR0_WAVES_H
#define TMR0_WAVES_H

#include "board.h"
#include "cli/output.h"

struct waves {
    struct output file, fst; /* fst: what is written first of waves that will be VCD */
    uint64_t first_ps;       /* after waves_end(): the first violation that they show, else the start of their first
                                access; UINT64_MAX without one */
};

/* Opens temporary files; name NULL: none. After it waves_close() is due, whatever it returns. */
int waves_open(struct waves *w, const char *name, struct error *e);
/* Waves of this board, which was opened for them, from here on; nothing without a name. control may be NULL. */
int waves_begin(const struct waves *w, struct tmr0_board *board, const struct wave_control *control, struct error *e);
/* Ends them, and after STATUS_OK or STATUS_BAD puts them into their format. Returns the status, or its own. */
int waves_end(struct waves *w, struct tmr0_board *board, int status, struct error *e);
/* Puts the dump in its place if status is STATUS_OK, else away. Returns as output_close(). */
int waves_close(struct waves *w, int status, struct error *e);

#endif
