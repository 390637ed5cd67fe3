/* SPDX-License-Identifier: MIT
 * What the samples show of the chip. A capture flows one way:
 *
 *   source.c > vcd.c or csv.c > samples.c > accesses.c, or cycles.c at the socket > evidence.c > capture.c or socket.c
 *   > print
 *
 * The parts of the evidence ask each other through it. At the socket known, model and sequence are all of it. */
#ifndef TMR0_EVIDENCE_H
#define TMR0_EVIDENCE_H

#include "delays.h"
#include "edges.h"
#include "judge.h"
#include "models.h"
#include "sim/board/sequence.h"

struct evidence {
    const struct survey *survey;
    const struct sampling *sampling; /* the survey's */
    bool visible;                    /* the samples show each legal pulse of SRC and GATE */
    struct known known;              /* of the chip's state */
    struct models model;             /* what it may answer */
    struct judge bus;                /* the AC table of the bus, and all observations */
    struct edges edges;              /* of sources and gates */
    struct delays delays;            /* the chip's own */
    struct sequence sequence;        /* the driver's mistakes */
};

/* Before the first sample. config: all but X2. width: of the bus at the start, 8 or 16; 0: unknown. STATUS_INPUT if the
 * model refuses the rate. */
int evidence_open(struct evidence *v, const struct am9513_config *config, const struct survey *survey, int width,
                  const struct levels *first, const char *file, struct error *e);
/* A sample at the chip. */
void evidence_sample(struct evidence *v, const struct sample *sample);
/* No access comes any more. */
void evidence_end(struct evidence *v);
/* An access that ended with that sample, or at the socket (NULL); the word that it completes. */
struct known_word evidence_access(struct evidence *v, struct bus_access *access, const struct sample *sample);

#endif
