/* SPDX-License-Identifier: MIT
 * The chip's own delays on sampled levels: the data bus after RD moves, OUT and FOUT after source edges and writes.
 *
 * A movement of OUT is compared with the model's, so only those are told to hold that the model predicts. One is told
 * to be late only if no edge of the counter's source and no write came near enough before it. */
#ifndef TMR0_DELAYS_H
#define TMR0_DELAYS_H

#include "edges.h"

/* All observations of one delay. */
struct delayed {
    uint64_t count[TOLDS];
    int64_t least_ps, most_ps; /* as sampled */
    uint64_t at_ps;            /* of the one nearest to the limit */
};

enum { DELAYS = 8 };
extern const struct delay_row {
    int figure;
    bool at_least; /* the data sheet gives the least, CORNER_MIN; else the most, CORNER_MAX */
} delay_row[DELAYS];

struct delays_out {
    bool waits, level;
    uint64_t since_ps;
};

struct delays {
    const struct edges *edges;
    const struct sampling *sampling;
    uint64_t pins;
    struct delayed delayed[DELAYS];
    struct vcd_levels before;
    bool started;
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

void delays_start(struct delays *delays, const struct edges *edges, const struct sampling *sampling, uint64_t pins);
/* A sample, after edges_next(). */
void delays_next(struct delays *delays, const struct sample *sample);
/* A write that ended, before the model plays it, and after. */
void delays_write(struct delays *delays, const struct bus_access *access);

#endif
