/* SPDX-License-Identifier: MIT
 * A sweep plays one machine and strobe translator at many points: a grid of figures, or figures drawn at random. Each
 * point is a run of bus_reads.h on the model. What a point is depends on the sweep and the point's number alone, so
 * points may run in any order and on any computer. */
#ifndef TMR0_SWEEP_H
#define TMR0_SWEEP_H

#include "sim/workstation/bus_reads.h"

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
    bool cd_holds;
    int worst; /* check with the least slack, notes left out; -1: none has observed anything */
    int64_t slack_ps;
    uint64_t broken; /* bit FIG_x */
    uint64_t wrong;  /* reads */
};

/* KEY=FROM..TO/STEP becomes one more axis. KEY is machine.X, part.X, pal.X, osc or phase. */
int sweep_vary(struct sweep *sweep, const char *text, struct error *e);
/* Loads parts and machine. */
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

#endif
