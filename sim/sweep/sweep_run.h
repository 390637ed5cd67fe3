/* SPDX-License-Identifier: MIT
 * A sweep's folder. The points are played in shares, each a run of neighbours and a file DIR/share-N-of-M.csv, which is
 * written under another name and renamed: so it is whole, and a run that was killed continues with those that are
 * missing. Its first line says which share of which sweep it is. Joined, they become points.csv, and are deleted. */
#ifndef TMR0_SWEEP_RUN_H
#define TMR0_SWEEP_RUN_H

#include <cjson/cJSON.h>

#include "sweep.h"

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

/* "machine sun3-60, pal flipflop, ..., 48 points of 20 reads, seed 1" */
void sweep_print(FILE *f, const struct sweep *sweep);
/* As the members of a new object, with the version. */
cJSON *sweep_json(const struct sweep *sweep);

/* Makes the folder if it is not there. STATUS_INPUT if its sweep has ended, or if it holds files, but no share of so
 * many. */
int sweep_folder(const struct sweep *sweep, const char *dir, struct error *e);
/* Plays those of the shares first to end - 1 that are not there yet. STATUS_INPUT if one is there of another sweep. */
int sweep_run(struct sweep_loaded *loaded, const char *dir, uint64_t first, uint64_t end, struct error *e);
/* Joins the shares to points.csv, repeats on the RTL the points at a boundary of a grid and a seeded 1 % of the others,
 * and writes summary.json. STATUS_INPUT if a share is cut or of another sweep. STATUS_BAD if the engines
 * disagree on a point; the text has both results. */
int sweep_finish(struct sweep_loaded *loaded, const char *dir, struct sweep_summary *summary, struct error *e);
/* The sweep has ended: writes the command line into sweep.json, for the page of `tmr0 report`, and deletes the shares.
 */
int sweep_end(const struct sweep *sweep, const char *dir, int argc, char **argv, struct error *e);

/* ---- By gnuplot: shmoo.svg of a grid of two keys, margin.svg of one key or of a random sweep */

/* The name of the drawing that this sweep has, or NULL. */
const char *sweep_drawing(const struct sweep *sweep);
/* Draws DIR/points.csv. STATUS_OK and *drawn false if gnuplot is not installed. */
int sweep_draw(const struct sweep *sweep, const char *dir, bool *drawn, struct error *e);

/* The 95 % score interval of the share of points that pass. */
void sweep_yield(const struct sweep *sweep, uint64_t passed, double *low, double *high);

#endif
