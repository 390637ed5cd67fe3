/* SPDX-License-Identifier: MIT
 * From sampled levels to bus accesses. An edge lies between the sample that shows it and the one before. */
#ifndef TMR0_ACCESSES_H
#define TMR0_ACCESSES_H

#include "samples.h"

static inline bool access_begins(const struct sample *s, uint64_t strobe)
{
    return bus_low(&s->levels, strobe) && !bus_low(&s->before, strobe);
}

/* One that goes on where nothing is sampled is cut off. */
static inline bool access_ends(const struct sample *s, uint64_t strobe)
{
    return bus_low(&s->before, strobe) && !bus_low(&s->levels, strobe) && !s->levels.none;
}

struct bus_access {
    uint64_t number;           /* from 1 */
    uint64_t begin_ps, end_ps; /* samples that show the strobe low first, and high again */
    bool write, control;
    bool doubtful; /* C//D, and so the port, is unknown */
    bool both;     /* the other strobe was low too */
    bool wide;     /* on the 16-bit bus: models_access() says so, and cuts value and unsure to the bus */
    uint16_t value;
    uint8_t upper;   /* DB8-15 of the 8-bit bus, for GATE nA; unknown bits are 1 */
    uint16_t unsure; /* bits of the value that the samples leave uncertain */
};

struct accesses {
    uint64_t read_ps, write_ps; /* when the strobe under way began; UINT64_MAX, at first: before the first sample */
    bool both;
    uint64_t count;
};

/* How many accesses (0 to 2) end with this sample. */
int accesses_next(struct accesses *a, const struct survey *survey, const struct sample *sample,
                  struct bus_access ended[2]);

#endif
