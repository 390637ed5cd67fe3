/* SPDX-License-Identifier: MIT
 * The chip's own delays on sampled levels: the data bus after RD moves, OUT and FOUT after source edges and writes.
 *
 * A movement of OUT counts as in time only if the model predicts it. It counts as late only if no edge of the counter's
 * source and no write came near enough before it. */
#ifndef TMR0_DELAYS_H
#define TMR0_DELAYS_H

#include "edges.h"

struct delays_out {
    bool waits, level;
    uint64_t since_ps;
};

struct evidence;

struct delays {
    struct evidence *of;
    struct {
        bool goes_on, data, moved, after,
            driven; /* after: one ended, and DB has not moved since; driven: nor floated */
        uint64_t fall_ps, first_ps, last_ps, rise_ps;
    } read;
    struct delays_out edge[5], write[5]; /* movements of OUT that the model has made */
    unsigned compared;                   /* whose edge[] goes through a comparator */
    struct delays_out fout[2];           /* for each level */
    bool fout_lost;                      /* two edges to a level, and no movement of FOUT between them */
};

/* A sample, after edges_next(). */
void delays_next(struct delays *delays, const struct sample *sample);
/* A write that ended with that sample, before the model plays it, and after. */
void delays_write(struct delays *delays, const struct bus_access *access, const struct sample *sample);

#endif
