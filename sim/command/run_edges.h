/* SPDX-License-Identifier: MIT
 * tmr0 run --edges: a line for each movement of OUT1-5 and FOUT, on standard output. */
#ifndef TMR0_RUN_EDGES_H
#define TMR0_RUN_EDGES_H

#include "sim/board/board.h"

struct run_edges {
    struct board_watch watch;
    bool begun;
    struct engine_lines lines; /* of the last instant */
};

void run_edges_watch(struct run_edges *edges);

#endif
