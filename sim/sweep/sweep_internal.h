/* SPDX-License-Identifier: MIT
 * Declarations shared by the files of this folder. */
#ifndef TMR0_SWEEP_INTERNAL_H
#define TMR0_SWEEP_INTERNAL_H

#include "sweep.h"

#define SWEEP_PATH 1024
#define SWEEP_NAME 32 /* bytes of a file's name below the folder, at most */

/* The figures of loaded->value go into the rig, at the sweep's corner. */
void sweep_apply(struct sweep_loaded *loaded);
/* The same, and whether two figures then contradict each other. */
bool sweep_contradicts(struct sweep_loaded *loaded, struct disorder *d);
/* STATUS_INPUT for a figure of the buffer if the machine has none. */
int sweep_applies(const struct sweep_loaded *loaded, const struct sweep_axis *axis, struct error *e);
/* The figure that the axis varies, SWEEP_FIGURE. */
struct figure *sweep_figure(struct sweep_loaded *loaded, const struct sweep_axis *axis);
uint64_t sweep_point_seed(const struct sweep *sweep, uint64_t point);

/* DIR/NAME in path[SWEEP_PATH]. */
const char *sweep_path(char *path, const char *dir, const char *name);
/* A line of points.csv: the point's number, the values of the axes, these fields. */
enum sweep_field { FIELD_VERDICT, FIELD_CD, FIELD_SLACK, FIELD_WORST, FIELD_BROKEN, FIELD_WRONG, FIELDS };
void sweep_print_head(FILE *f, const struct sweep *sweep);
/* Of loaded->value: "12,300000,pass,holds,5000,TWHDX,none,0". */
void sweep_print_row(FILE *f, const struct sweep_loaded *loaded, uint64_t point, const struct sweep_result *result);
/* False unless the line is a row of that point. */
bool sweep_row_parse(struct sweep_result *result, const struct sweep *sweep, uint64_t point, const char *line);

/* A share is the points from its first to that of the next. */
uint64_t sweep_share_first(const struct sweep *sweep, uint64_t share);
const char *sweep_share_path(char *path, const char *dir, const struct sweep *sweep, uint64_t share);
/* Opens a share to read its rows; *f NULL: it is not there. STATUS_INPUT if it is of another sweep. */
int sweep_share_open(FILE **f, const struct sweep *sweep, const char *dir, uint64_t share, struct error *e);

/* ---- Processes that share work: each takes the next piece that is not taken yet, until all are done */

struct workers_job {
    const char *what; /* "points", for the progress line */
    uint64_t pieces;
    uint64_t units, done; /* of the progress line: all, and those done before */
    /* In a child process: does a piece, returns a status, and adds to *done what it did. */
    int (*piece)(void *context, uint64_t piece, uint64_t *done, struct error *e);
    void *context;
};

/* One process for each CPU, or for each of a Slurm task (SLURM_CPUS_PER_TASK). On a terminal, standard error shows the
 * progress, with rate and time left. The status and error are those of the first piece that failed; the other processes
 * are then ended. STATUS_SYSTEM also if a process dies. */
int workers_run(const struct workers_job *job, struct error *e);

#endif
