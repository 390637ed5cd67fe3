/* SPDX-License-Identifier: MIT
 * How far one figure may move from its value until the verdict changes. */
#ifndef TMR0_SWEEP_LIMIT_H
#define TMR0_SWEEP_LIMIT_H

#include "sweep.h"

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

struct sweep_limit_row {
    const struct sweep *sweep; /* machine and PAL of this row; its only axis is the key */
    struct sweep_limits limits;
};

/* Searches from the figure's own value up and down: in doubling steps until the first failure, then by bisection, to
 * the picosecond or hertz. If its own value fails, first searches outward from it for one that passes, to both ends of
 * the range: in steps of 1 ns or kHz, from 16 of them on of a sixteenth of the way. loaded is of a sweep with this one
 * axis, which sweep_key() made. The last value that passes and the first that fails are repeated on the RTL: STATUS_BAD
 * with both results if the engines differ. */
int sweep_limit(struct sweep_loaded *loaded, struct sweep_limits *limits, struct error *e);

/* For each machine and variant (base->machine, or all if it is NULL), each PAL (base->pal, or both) and each key, calls
 * each(). STATUS_INPUT for a key that sweep_key() does not take, and for a
 * figure of the buffer if base->machine has none; among all machines, those without a buffer have no such row. */
int sweep_limit_table(const struct sweep *base, bool both_pals, const char *const *key, size_t keys,
                      void (*each)(void *context, const struct sweep_limit_row *row), void *context, struct error *e);

#endif
