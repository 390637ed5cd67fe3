/* SPDX-License-Identifier: MIT
 * A sweep's folder. While it runs: sweep.json, which holds the command line, and blocks/, a file for each block of
 * points. When it has ended: points.csv, summary.json and the drawings. A block is written under another name and
 * renamed, so a run that was killed continues after the blocks that are complete, and ends with the same bytes. */
#ifndef TMR0_SWEEP_RUN_H
#define TMR0_SWEEP_RUN_H

#include "sweep.h"

#define SWEEP_BLOCK 4096 /* points */

/* What the summary says. */
struct sweep_summary {
    uint64_t passed, cd_holds;
    uint64_t broken[FIG_CHECKS]; /* points that break the check */
    uint64_t worst[FIG_CHECKS];  /* points where it has the least slack */
    uint64_t worst_point;        /* from 1: the point with the least slack of all */
    int64_t worst_slack_ps;
    int worst_check;
    uint64_t boundary, sample; /* points repeated on the RTL: at a boundary of a grid, others */
    bool agree;                /* RTL and model, on all of these */
};

/* Makes the folder, locks it with folder_lock() and writes sweep.json, which keeps argv. STATUS_INPUT if the folder
 * holds anything. shared: for one of the tasks that share the folder; it may hold the same sweep already. */
int sweep_create(int *lock, const struct sweep_loaded *loaded, const char *dir, bool shared, int argc, char **argv,
                 struct error *e);
/* Reads argv back from sweep.json. To be freed with sweep_arguments_free(). */
int sweep_arguments(const char *dir, int *argc, char ***argv, struct error *e);
void sweep_arguments_free(int argc, char **argv);
/* STATUS_INPUT unless sweep.json is of this version and of these figures. */
int sweep_check(const struct sweep_loaded *loaded, const char *dir, struct error *e);

/* Plays the blocks that are not there yet: all, or those of task `task` of `tasks` (blocks task, task + tasks ...). */
int sweep_run(struct sweep_loaded *loaded, const char *dir, uint64_t task, uint64_t tasks, struct error *e);
/* Joins the blocks to points.csv, repeats on the RTL the points at a boundary of a grid and a seeded 1 % of the others,
 * and writes summary.json. STATUS_BAD if the engines disagree on a point; the text has both results. */
int sweep_finish(struct sweep_loaded *loaded, const char *dir, struct sweep_summary *summary, struct error *e);

/* The 95 % score interval of the share of points that pass. */
void sweep_yield(const struct sweep *sweep, uint64_t passed, double *low, double *high);

#endif
