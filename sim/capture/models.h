/* SPDX-License-Identifier: MIT
 * The accesses of a capture, played into libam9513, and the first read that the captured chip answers differently.
 *
 * Commands act in a window after their writes, and the phases of X2 and of the scaler are not known. So each count may
 * be off by some, the counter's doubt, and an OUT that TC is so near may have any level. */
#ifndef TMR0_MODELS_H
#define TMR0_MODELS_H

#include "known.h"
#include "samples.h"

#define OTHERS_WRONG 32

struct models_difference {
    bool found;
    struct bus_access access;
    bool status; /* a status read; else the register of the word */
    uint8_t pointer;
    uint16_t captured;    /* a status or a word */
    uint16_t least, most; /* what the model answers; equal if it is exact */
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
    unsigned apart[8];   /* registers in which the model has Dn otherwise */
};

/* How fast a counter counts, from one read of its saved count on, or from its TC. */
struct pace {
    bool begun;
    uint16_t captured, model; /* the counts then */
    unsigned reads;           /* since, with counts enough */
    double least, slower;     /* captured counts for one of the model's are at least so many, and most 1 / slower */
};

/* Reads of the status and of registers; a register's of both bytes are one. */
struct models_reads {
    uint64_t all, compared, counts; /* counts: of the compared, counts that were saved */
    uint64_t gap[GAPS];             /* of those that were not */
    uint8_t high, low;              /* bit n: Dn was so in a read, at either port; one is 0: no chip may be there */
    struct line_doubts lines;
    struct pace pace[5];
    uint8_t wrong, moved; /* bit n: a count of counter n + 1 is, the captured one did; OTHERS_WRONG: another read is */
};

/* By how much the captured count may be off from the model's since the last LOAD. */
struct models_doubt {
    uint64_t loaded_ps;
    int64_t ps;         /* of F1-F5: that the counter may have run longer or less */
    long starts, edges; /* how often it was started; of a chained one: carries that may have come or not */
    long saved;         /* counts, of the last SAVE */
    /* Of SRC and GATE the last edge; one between these times may count or not */
    uint64_t edge_ps, from_ps, until_ps;
};

struct evidence;

struct models {
    struct am9513_config config;
    struct evidence *of;
    uint64_t start_ps;
    unsigned reset;   /* counters without a LOAD since the last reset */
    unsigned entered; /* counters whose last LOAD may have reached TC */
    unsigned lost;    /* counters whose count is not known from the next sample on */
    struct models_doubt doubt[5];
    uint64_t commanded_ps[5];
    struct models_reads reads;
    uint16_t began; /* the status as its present read began */
    struct models_difference first;
    struct am9513 chip;
};

/* As evidence_open(). */
int models_open(struct evidence *of, const struct am9513_config *config, int width, const struct levels *first,
                const char *file, struct error *e);
/* A sample: a read may begin; then SRC and GATE move, and of the 8-bit bus DB8-15. */
void models_next(struct models *models, const struct sample *sample);
/* These pins, and of the 8-bit bus GATE n of each GATE nA among them. */
uint64_t models_unknown(const struct models *models, uint64_t unknown);
/* Counters of SRC and GATE whose count is that of the model. */
unsigned models_exact(const struct models *models);
/* The pins that are the bus now. */
uint64_t models_bus(const struct models *models);
/* An access ended: the registers are those of now. */
void models_ends(struct models *models, const struct bus_access *access);
/* It is played; the word that it completes. */
struct known_word models_access(struct models *models, struct bus_access *access);
/* F9 is in force at that time. */
bool models_short_write(const struct models *models, uint64_t at_ps);
/* Levels of OUT 1-5 inside the model at that time, bits 0-4. write: if it acts before, or NULL. */
unsigned models_outs(const struct models *models, uint64_t at_ps, const struct bus_access *write);
/* The chip. */
const struct am9513 *models_chip(const struct models *models);

#endif
