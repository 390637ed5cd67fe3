/* SPDX-License-Identifier: MIT
 * The judgement of a capture at the chip: its samples and accesses against the AC table and the model. */
#ifndef TMR0_JUDGEMENT_H
#define TMR0_JUDGEMENT_H

#include "delays.h"

struct judgement {
    struct models models;
    struct judge judge;
    struct edges edges;
    struct delays delays;
};

/* The models are open, and first has reached them. */
void judgement_start(struct judgement *judgement, const struct sampling *sampling, uint64_t pins,
                     const struct vcd_levels *first);
void judgement_sample(struct judgement *judgement, const struct sample *sample);
/* An access that ended with that sample; the word that it completes. lost: CS, RD or WR was unknown since the last. */
struct known_word judgement_access(struct judgement *judgement, struct bus_access *access, const struct sample *sample,
                                   bool lost);

#endif
