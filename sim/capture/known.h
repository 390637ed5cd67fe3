/* SPDX-License-Identifier: MIT
 * What a capture has shown of the chip's state so far. A capture may begin in the middle: then all is unknown until an
 * access determines it. */
#ifndef TMR0_KNOWN_H
#define TMR0_KNOWN_H

#include "accesses.h"

/* Items; those of a counter stand for counter 1 and are followed by those of 2 to 5. */
enum known_item {
    KNOWN_POINTER,
    KNOWN_BYTE, /* which byte is next */
    KNOWN_WIDTH,
    KNOWN_STAYS,    /* whether the pointer stays */
    KNOWN_PREFETCH, /* after writes */
    KNOWN_MASTER,
    KNOWN_ALARM1,
    KNOWN_ALARM2,
    KNOWN_MODE,
    KNOWN_LOAD = KNOWN_MODE + 5,
    KNOWN_HOLD = KNOWN_LOAD + 5,
    KNOWN_ARMED = KNOWN_HOLD + 5,
    KNOWN_COUNT = KNOWN_ARMED + 5, /* and TC */
    KNOWN_TOGGLE = KNOWN_COUNT + 5,
    KNOWN_ITEMS = KNOWN_TOGGLE + 5,
};

/* What a data read will return. */
enum known_latch {
    LATCH_UNKNOWN,
    LATCH_EXACT,  /* the register as written */
    LATCH_COUNTED /* Hold with a count that was saved */
};

struct known {
    uint64_t items;   /* bit KNOWN_x */
    uint64_t half;    /* registers of which the low byte was just written with nothing unsure */
    uint8_t counted;  /* bit n: Hold of counter n + 1 came from its count */
    uint16_t hold[5]; /* that the last access left: another is one that a gate saved */
    uint8_t armed;    /* bit n: counter n + 1 was, or is about to be, after the last access */
    uint64_t pins;    /* count sources and gates that the samples show with certainty now */
    bool rate, reset; /* of X2; a reset was seen, and all since */
    uint8_t unseen;   /* bit n: the count of counter n + 1 was lost as its source or gate was not seen */
    enum known_latch latch;
    struct bus_access low; /* to the low byte, that went through last */
};

/* What went through the data port. */
struct known_word {
    bool complete;   /* all of a register, which is known, has gone through in one direction */
    uint8_t pointer; /* the register's */
    uint16_t value;
    uint16_t unsure; /* bits of the value that the samples leave uncertain */
    uint16_t sure;   /* of a read: bits that the state determines and the samples show */
};

static inline bool known_has(const struct known *k, int item)
{
    return k->items >> item & 1;
}

/* The state before the access, all that happened before it included, in *chip. */
struct known_word known_access(struct known *known, const struct am9513 *chip, const struct bus_access *access);
/* After the chip has played it, or pins have moved: counts that will run on what is not known are lost, and with them
 * those of the chain. The model's counter may end while the captured one counts, so later its arming would say nothing.
 * pins: those that are certain now. */
void known_settle(struct known *known, const struct am9513 *chip, uint64_t pins);
/* The items are determined, or no longer. */
static inline void known_learn(struct known *k, uint64_t items, bool determined)
{
    k->items = determined ? k->items | items : k->items & ~items;
}

/* CS, RD or WR was unknown: so is all. */
void known_lost(struct known *known);
/* Of a read that is not compared, what would have to be seen. */
enum known_gap {
    GAP_SAMPLES, /* its bits, or its port */
    GAP_STROBES, /* they were low together */
    GAP_CLOCK,   /* the rate of X2 */
    GAP_PINS,    /* sources and gates */
    GAP_STATE,   /* what was written before */
    GAP_EDGES,   /* a count that was lost as an edge came too near to a command */
    GAP_COUNT,   /* a LOAD of the counter */
    GAP_HALF,    /* the other byte of the register */
    GAPS
};
/* Of a register with nothing unsure. */
enum known_gap known_gap(const struct known *known, const struct am9513 *chip, unsigned pointer);
/* What counter n (0-4) counts, and whether it does, is determined. */
bool known_runs(const struct known *known, const struct am9513 *chip, unsigned n);
/* The level of OUT n (1-5) in the status is determined. */
bool known_out(const struct known *known, const struct am9513 *chip, unsigned n);
/* "data pointer, Mode 1, Load 1" of the items in the mask; KNOWN_BYTE has no name. */
const char *known_text(char *text, size_t size, uint64_t items);

#endif
