/* SPDX-License-Identifier: MIT
 * A reading of the capture, at the chip or at the socket, and the search for what makes sense of its reads: short
 * readings of the same file as of the other translator, a choice made otherwise, or a fault of the probes undone. */
#ifndef TMR0_READING_H
#define TMR0_READING_H

#include "capture.h"
#include "sim/figures/data.h"

/* What is made otherwise in a short reading, of which nothing is said. */
struct trial {
    uint64_t accesses; /* it ends with the first difference, or after so many; 0: it is no trial */
    enum pal_kind pal; /* of the board at the socket */
    unsigned fault;    /* FAULT_x, which is undone */
    uint32_t choice;   /* as am9513_config.choices, the other way round */
    bool only_best;    /* no other is as good */
};

struct reading {
    const struct reading_side *side;
    const struct capture_setup *setup;
    const struct capture_calls *calls; /* of a trial none */
    struct capture_result *result;
    struct samples samples;
    struct evidence evidence;
    struct trial trial;
    bool any, told; /* a sample was seen; the first difference was told */
};

/* At the chip, or at the socket. */
struct reading_side {
    enum wires_side wires;
    uint64_t strobes;                       /* accesses may be missing where one of these pins is unknown */
    size_t size;                            /* of the struct that a struct reading begins */
    void (*start)(struct reading *reading); /* before the samples: samples.deglitch */
    int (*first)(struct reading *reading, const struct levels *levels, struct error *e); /* opens the evidence */
    /* NULL: the capture ends. Sets result->accesses, by which a trial ends */
    int (*sample)(struct reading *reading, const struct sample *sample, struct error *e);
    void (*end)(struct reading *reading); /* after the evidence: what the result says of it */
};

/* The file's declarations, and the first pass: result->survey. */
int reading_open(struct reading *reading, struct error *e);
/* Tries the translators with each of the first faults. *best: with which most reads agree with the model, more than so
 * many. */
int reading_search(const struct reading *of, unsigned faults, uint64_t most, struct trial *best, struct error *e);
/* Plays all samples, and fills suspicion. If the reads make no sense, and no line tells why, what alone makes sense of
 * most reads is named. STATUS_INPUT: there is no access. */
int reading_run(struct reading *reading, struct error *e);

#endif
