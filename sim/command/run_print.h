/* SPDX-License-Identifier: MIT
 * What tmr0 run prints of one scenario, and its JSON. */
#ifndef TMR0_RUN_PRINT_H
#define TMR0_RUN_PRINT_H

#include "sim/board/board.h"
#include "sim/language/play.h"

/* One line: the settings that hold. */
void run_print_head(const struct scenario *s);
/* Violations that were not expected, notes, the verdict; with o->log all margins; with o->quiet only what is wrong. */
void run_print(const struct scenario *s, const struct play_result *r, const struct play_options *o);
/* The caller deletes the object or gives it to another. */
cJSON *run_json(const struct scenario *s, const struct play_result *r);
/* The same as JUnit XML. results: the array that --json writes. */
void run_junit(FILE *f, const cJSON *results);
/* The speed of the run and the command that opens its waves. dir holds parts/ and machines/. */
void run_print_waves(const char *wave, const char *dir, enum target target, const struct play_result *r,
                     double seconds);
/* The command that shows in that view of waves/ what happens at first_ps, UINT64_MAX: at 0. */
void run_print_open(const char *wave, const char *dir, const char *view, uint64_t first_ps);

/* --edges: a line for each movement of OUT1-5 and FOUT, on standard output. */
struct run_edges {
    struct board_watch watch;
    bool begun;
    struct engine_lines lines; /* of the last instant */
};
void run_edges_watch(struct run_edges *edges);

#endif
