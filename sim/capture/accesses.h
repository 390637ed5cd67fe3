/* SPDX-License-Identifier: MIT
 * From sampled levels to bus accesses, at the DES socket to bus cycles of the workstation. An edge lies between the
 * sample that shows it and the one before. */
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
    bool wide;     /* on the 16-bit bus: evidence_access() says so, and cuts value and unsure to the bus */
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

/* A cycle that no machine of machines/ makes: it is named, not played. */
enum cycle_odd { CYCLE_AS_DRAWN, CYCLE_BOTH_STROBES, CYCLE_RW_UNKNOWN, CYCLE_RW_MOVES, CYCLE_DATA_LATE };

/* R/W or data around a write's strobe. An edge that was not seen gives a time that is at least so long. A hold is
 * negative where the line ends inside the strobe. */
struct cycle_line {
    int64_t setup_ps, hold_ps;
    bool seen, hold_seen;
};

struct cycle {
    uint64_t number;           /* from 1 */
    uint64_t fall_ps, rise_ps; /* samples that show the strobe low first, and high again */
    bool control, write;       /* MAS- or MDS-; R/W */
    uint8_t value, unsure;     /* of the data lines, before they end; bits that are unknown */
    enum cycle_odd odd;
    struct cycle_line rw, data;
    int64_t read_valid_ps; /* of a read: from the last movement of its data to the rise; -1: none moved */
    /* MDS-: from the last fall of the DES clock to the rise; -1: none was seen */
    int64_t des_after_ps;
};

struct cycle_moves {
    uint64_t at_ps, inside_ps; /* the last one; the first one inside the strobe, 0: none */
    bool real;                 /* the last one is no first sample */
};

struct cycles {
    struct cycle cycle; /* under way */
    struct cycle_moves rw, data;
    uint64_t rise_ps, last_ps;                  /* the last end of a strobe, 0: none; the last sample */
    uint64_t des_first_ps, des_ps, des_periods; /* falls of the DES clock, 0: none */
    uint64_t count, odd[CYCLE_DATA_LATE + 1], cuts;
    bool any, low, held; /* a sample was seen; a strobe is low; a write waits for its holds */
    bool cut, unknown;   /* the strobe was low at the first sample; one was unknown */
    /* Given: data that move nearer to a write's end have no set-up at any corner; so long a hold is enough at each */
    int64_t set_up_ps, hold_ps;
};

/* True: *out is a cycle that has ended, with all that can be seen of it. sample NULL: the capture ends. A cycle that
 * goes on there, or where nothing is sampled, is cut off. */
bool cycles_next(struct cycles *c, const struct sample *sample, struct cycle *out);

#endif
