/* SPDX-License-Identifier: MIT
 * The accesses of a capture, played into libam9513, and the first read that the captured chip answers differently.
 *
 * The phases of X2 and of the scaler are not known, so chips with phases spread over both are played side by side. What
 * one of them answers is possible. A count may be one more beyond that, because the phases are not dense. */
#ifndef TMR0_MODELS_H
#define TMR0_MODELS_H

#include "known.h"
#include "samples.h"

#define MODELS_PHASES 16

struct models_difference {
    bool found;
    struct bus_access access;
    bool status; /* a status read; else the register of the word */
    uint8_t pointer;
    uint16_t captured;    /* a status or a word */
    uint16_t least, most; /* what the model answers, over all phases; equal in an exact one */
    uint16_t mask;        /* bits that were compared */
    uint32_t explains;    /* the caller's: choices, as am9513_config.choices, that made otherwise remove it */
    bool tried;           /* such choices were looked for */
    char state[2000];     /* am9513_describe() before the read */
};

/* What reads say of the data lines. */
struct line_doubts {
    uint64_t says, last; /* reads that agree, whose lines are not all the same, unlike the last value */
    uint64_t wrong;      /* reads; of registers those beyond the first difference, too */
    uint8_t others;      /* bit n: some wrong one is not explained by Dn alone */
    uint8_t high, low;   /* bit n: Dn was so in a read of a register */
    unsigned apart[8];   /* registers in which the model has Dn otherwise */
};

/* Counts that were saved and read. */
struct count_moves {
    uint8_t read;   /* bit n: that of counter n + 1 was */
    uint16_t at[5]; /* the last ones */
    bool any;       /* a wrong read is of no count that stands */
};

/* Reads of the status and of registers; a register's of both bytes are one. */
struct models_reads {
    uint64_t all, compared, counts; /* counts: of the compared, counts that were saved */
    uint64_t gap[GAPS];             /* of those that were not */
    uint8_t high, low;              /* bit n: Dn was so in a read, at either port; one is 0: no chip may be there */
    struct line_doubts lines;
    struct count_moves moves;
};

struct evidence;

struct models {
    struct am9513_config config;
    struct evidence *of;
    uint64_t start_ps;
    unsigned reset; /* counters without a LOAD since the last reset */
    uint64_t loaded_ps[5];
    struct models_reads reads;
    uint8_t high, low_seen; /* status bits that some phase had high, low, in the present read */
    struct models_difference first;
    struct am9513 chip[MODELS_PHASES];
};

/* As evidence_open(). */
int models_open(struct evidence *of, const struct am9513_config *config, int width, const struct levels *first,
                const char *file, struct error *e);
/* The registers are those of now. */
void models_settle(struct models *models, uint64_t now_ps);
/* A read of status begins. */
void models_status(struct models *models, uint64_t now_ps);
/* A sample: a read of status may begin; then SRC and GATE move, and of the 8-bit bus DB8-15. */
void models_next(struct models *models, const struct sample *sample);
/* These pins, and of the 8-bit bus GATE n of each GATE nA among them. */
uint64_t models_unknown(const struct models *models, uint64_t unknown);
/* A write that ended may be a LOAD, which the model will play. */
void models_loads(struct models *models, const struct bus_access *access);
/* An access that ended, after models_settle() and models_loads(); the word that it completes. */
struct known_word models_access(struct models *models, struct bus_access *access);
/* F9 is in force at that time. */
bool models_short_write(const struct models *models, uint64_t at_ps);
/* Levels of OUT 1-5 inside the model at that time, bits 0-4. write: if it acts before, or NULL. */
unsigned models_outs(const struct models *models, uint64_t at_ps, const struct bus_access *write);
/* One of the chips. */
const struct am9513 *models_chip(const struct models *models);

#endif
