/* SPDX-License-Identifier: MIT
 * Mistakes that a sequence of accesses makes by itself, whatever its timing. They are notes: only `program` judges by
 * two, a counter that stood or was never armed. The chip is seen before each access, so a count that has moved and
 * come back has stood. */
#ifndef TMR0_SEQUENCE_H
#define TMR0_SEQUENCE_H

#include <cjson/cJSON.h>

#include "engine.h"

enum sequence_mistake {
    SEQUENCE_STOOD,    /* an armed counter has not counted, and was saved */
    SEQUENCE_IDLE,     /* a counter was never armed, and its saved count read */
    SEQUENCE_RESERVED, /* armed in a mode, or with an output code, that no sheet names */
    SEQUENCE_TORN,     /* the halves of a chained count were saved by two commands */
    SEQUENCE_OVER,     /* SAVE between the bytes of the Hold register */
    SEQUENCE_STALE,    /* after SAVE Hold was read from a prefetch before it */
    SEQUENCE_HALF,     /* the data pointer was moved, or the counter loaded, between the bytes of its word */
    SEQUENCE_MISTAKES
};

/* An access of the chip's; data: of a write, 8 or 16 bits. */
struct sequence_access {
    uint32_t number;
    bool control, write, wide;
    uint16_t data;
};

struct sequence_note {
    enum sequence_mistake mistake;
    unsigned n;                    /* counter - 1 */
    uint32_t access, place, count; /* the first of so many */
};

struct sequence {
    uint32_t place;                                   /* the caller's: the line, the instruction of the next access */
    struct sequence_note note[SEQUENCE_MISTAKES * 5]; /* one of a mistake and a counter, as they were found */
    size_t notes;
    struct sequence_counter {
        uint32_t armed, place; /* the command; 0: disarmed */
        uint16_t count;        /* then */
        bool tc;               /* and TC */
        bool moved, seen, ran; /* the count moved; it was saved; the counter was armed once, or may have been */
        uint32_t saved, read;  /* the last SAVE, the last read of a whole Hold register */
        uint8_t with;          /* counters that this SAVE saved */
    } counter[5];
    uint32_t fetched; /* when the chip fetched what a read of data gives */
    bool wrote;       /* the last access of data was a write */
};

/* Before an access, with the chip's state then. */
void sequence_next(struct sequence *sequence, const struct chip_state *chip, const struct sequence_access *access);
void sequence_end(struct sequence *sequence, const struct chip_state *chip);
/* A counter that was saved has stood still. */
bool sequence_stood(const struct sequence *sequence);
/* "access 3: Hold 1 is read ... (4 times)" */
const char *sequence_text(char *text, size_t size, const struct sequence_note *one);
/* place: in words */
cJSON *sequence_json(const struct sequence_note *one, const char *place);

#endif
