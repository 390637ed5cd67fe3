/* SPDX-License-Identifier: MIT
 * A sweep plays one machine and strobe translator at many points: a grid of figures, or figures drawn at random. Each
 * point is a run of bus_reads.c on the model. What a point is depends on the sweep and the point's number alone, so
 * points may run in any order and on any computer. */
#ifndef TMR0_SWEEP_H
#define TMR0_SWEEP_H

#include <cjson/cJSON.h>

#include "sim/workstation/timing_table.h"

#define SWEEP_AXES 48 /* figures drawn; more than --vary may give */
#define SWEEP_POINTS_MAX UINT64_C(1000000000)
#define SWEEP_SHARES_MAX 100000
#define SWEEP_COLUMN 48

enum sweep_kind { SWEEP_FIGURE, SWEEP_OSC, SWEEP_PHASE };

/* What differs from point to point. */
struct sweep_axis {
    enum sweep_kind kind;
    enum figure_home home;     /* SWEEP_FIGURE */
    int figure;                /* FIG_x */
    int64_t from, to;          /* picoseconds, hertz, or the figure's own unit; both included */
    int64_t typ;               /* of a random sweep, with */
    enum spread spread;        /* the distribution */
    int64_t step;              /* of a grid */
    uint64_t values;           /* of a grid */
    char column[SWEEP_COLUMN]; /* "machine.control_strobe_read_ps" */
};

struct sweep {
    const char *data; /* folder of parts/ and machines/ */
    const char *machine, *part, *pal_part;
    enum pal_kind pal;
    enum corner corner;
    uint64_t reads, seed;
    uint64_t random; /* points drawn; 0: a grid */
    uint64_t points;
    uint64_t shares;                    /* in which they are played; 0: as sweep_prepare() chooses */
    uint64_t figures;                   /* a sum over all figures of the parts and the machine */
    struct sweep_axis axis[SWEEP_AXES]; /* of a grid: the first changes slowest */
    size_t axes;
};

/* Parts and machine, loaded; a point's figures are put into it. */
struct sweep_loaded {
    const struct sweep *sweep;
    struct rig rig;
    int64_t value[SWEEP_AXES]; /* of the last point */
};

struct sweep_result {
    bool pass; /* no check broken, no read wrong */
    int worst; /* check with the least slack, notes left out; -1: none has observed anything */
    int64_t slack_ps;
    uint64_t broken; /* bit FIG_x */
    uint64_t wrong;  /* reads */
};

/* KEY=FROM..TO/STEP becomes one more axis. KEY is machine.X, part.X, pal.X, osc or phase. */
int sweep_vary(struct sweep *sweep, const char *text, struct error *e);
int sweep_load(const struct sweep *sweep, struct sweep_loaded *loaded, struct error *e);
/* After all options: loads, makes the axes of a random sweep, counts the points. */
int sweep_prepare(struct sweep *sweep, struct sweep_loaded *loaded, struct error *e);
/* The key alone, as an axis from its least to its most; for a search along it. */
int sweep_key(const char *key, struct sweep_axis *axis, struct error *e);

/* Values of a point, 0 to points - 1, into loaded->value. */
void sweep_values(struct sweep_loaded *loaded, uint64_t point);
/* Runs the board with loaded->value on that engine. */
int sweep_play(struct sweep_loaded *loaded, uint64_t point, enum engine_kind engine, struct sweep_result *result,
               struct error *e);
/* The same on the RTL: STATUS_BAD, with both results of what has that name, if the model gives another. */
int sweep_confirm(struct sweep_loaded *loaded, uint64_t point, const char *name, struct sweep_result *result,
                  struct error *e);
/* "pass,holds,5000,TWHDX,none,0" as in points.csv. */
const char *sweep_result_text(char *buffer, size_t size, const struct sweep_result *result);

/* ---- How far one figure may move from its value until the verdict changes: sweep_limit.c */

struct sweep_bound {
    bool found;      /* false: no failure up to `value`, the end of the figure's range */
    int64_t value;   /* the last that passes */
    uint64_t broken; /* one step further: checks, bit FIG_x */
    bool reads_wrong;
};

struct sweep_limits {
    int64_t nominal;
    enum mark mark;  /* of the nominal value; MARK_NONE for osc and phase */
    uint64_t broken; /* at the nominal value */
    bool reads_wrong;
    bool works;                  /* a value passes: the nominal one, or the nearest that the search has found */
    struct sweep_bound down, up; /* of the values around it */
};

/* Searches from the figure's own value up and down: in doubling steps until the first failure, then by bisection, to
 * the picosecond or hertz. If its own value fails, first searches outward from it for one that passes, to both ends of
 * the range: in steps of 1 ns or kHz, from 16 of them on of a sixteenth of the way. loaded is of a sweep with this one
 * axis, which sweep_key() made. The last value that passes and the first that fails are repeated on the RTL: STATUS_BAD
 * with both results if the engines differ. */
int sweep_limit(struct sweep_loaded *loaded, struct sweep_limits *limits, struct error *e);

/* For each machine and variant (base->machine, or all if it is NULL), each PAL (base->pal, or both) and each key, calls
 * each() with a sweep of that machine and PAL, whose only axis is the key. STATUS_INPUT for a key that sweep_key() does
 * not take, and for a figure of the buffer if base->machine has none; among all machines, those without a buffer have
 * no such row. */
typedef void sweep_limit_shown(void *context, const struct sweep *sweep, const struct sweep_limits *limits);
int sweep_limit_table(const struct sweep *base, bool both_pals, const char *const *key, size_t keys,
                      sweep_limit_shown *each, void *context, struct error *e);

/* ---- A sweep's folder: sweep_run.c, sweep_finish.c. The points are played in shares, each a run of neighbours and a
 * file DIR/share-N-of-M.csv, which is written under another name and renamed: so it is whole, and a run that was killed
 * continues with those that are missing. Its first line says which share of which sweep it is. Joined, they become
 * points.csv, and are deleted. */

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
