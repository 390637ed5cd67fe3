/* SPDX-License-Identifier: MIT
 * The AC parameters of count sources and gates on sampled levels: widths, and notes of edges near commands, gates and
 * status reads. A counter's edges are seen if its mode is known and counts a captured SRC or GATE pin, or F1 with X2
 * captured; those of F2-F5 and of chains are not at a pin. */
#ifndef TMR0_EDGES_H
#define TMR0_EDGES_H

#include "judge.h"
#include "models.h"

/* SRC1-5, GATE1-5 (with GATE nA), X2: bit n of a mask is the source of code n + 1. */
#define EDGE_LINES 11

/* Counters that a command names, until an edge after it has been judged. */
struct edges_command {
    unsigned counters;
    bool hidden; /* edges of one of them are not at a captured pin */
    uint64_t at_ps;
    int64_t after_ps; /* limit */
};

struct evidence;

struct edges {
    struct evidence *of;
    unsigned captured; /* lines */
    uint64_t last_ps[EDGE_LINES], prior_ps[EDGE_LINES];
    unsigned levels, had, had_two; /* of lines; moved at least once, twice */
    unsigned counters;             /* that had a source edge in this sample */
    unsigned outs, outs_before;    /* OUT levels of the model after this sample and before it, bit n: OUT n + 1 */
    uint64_t edge_ps[5], gate_ps[5];
    unsigned edge_had, gate_had;   /* counters */
    uint64_t glitch_ps;            /* the last single sample of a line; 0: none */
    uint64_t write_ps, command_ps; /* last write; last command to counters */
    bool written, commanded;
    struct edges_command sources, gates;
    unsigned watched; /* counters whose gate moved after their last source edge */
    unsigned kept;    /* counters whose last TGVEH was met */
    struct {
        bool reads, inside, waits; /* a status read goes on; OUT moved inside it; none moved after it */
        bool had;
        uint64_t out_ps, inside_ps, end_ps;
    } status;
};

/* first: levels that have reached the model. */
void edges_start(struct edges *edges, struct evidence *of, const struct levels *first);
/* A sample, which the model sees as well. */
void edges_next(struct edges *edges, const struct sample *sample);
/* An access that ended, before the model plays it. */
void edges_access(struct edges *edges, const struct bus_access *access);

#endif
