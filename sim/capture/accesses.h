/* SPDX-License-Identifier: MIT
 * From sampled levels to bus accesses. An edge lies between the sample that shows it and the one before. */
#ifndef TMR0_ACCESSES_H
#define TMR0_ACCESSES_H

#include "sim/figures/figures.h"
#include "vcd.h"

/* How the capture was sampled, ps. */
struct sampling {
    int64_t interval_ps;
    int64_t jitter_ps;           /* edges may be this much more away from their samples */
    const struct figure *figure; /* the part's: FIG_x */
};

/* Levels at one instant, without glitches. */
struct sample {
    struct vcd_levels levels;
    uint64_t glitches; /* pins that moved here for one sample: a glitch, or a pulse that no legal bus has */
};

/* Leaves out changes of a pin that last one sample, if two intervals are less than any legal pulse there. */
struct deglitch {
    uint64_t pins; /* those whose single samples can be left out */
    struct vcd_levels before;
    struct sample waits;
    bool waiting;
    uint64_t count;
};
void deglitch_start(struct deglitch *d, const struct sampling *s);
/* Takes the next levels and gives those before them; false: there are none yet. levels NULL: the last ones. */
bool deglitch_next(struct deglitch *d, const struct sampling *s, const struct vcd_levels *levels, struct sample *out);

struct bus_access {
    uint64_t number;           /* from 1 */
    uint64_t begin_ps, end_ps; /* samples that show the strobe low first, and high again */
    bool write, control;
    bool doubtful; /* C//D, and so the port, is unknown */
    bool both;     /* the other strobe was low too */
    bool wide;     /* on the 16-bit bus: replay_access() says so, and cuts value and unsure to the bus */
    uint16_t value;
    uint8_t upper;   /* DB8-15 of the 8-bit bus, for GATE nA; unknown bits are 1 */
    uint16_t unsure; /* bits of the value that the samples leave uncertain */
};

struct accesses {
    uint64_t pins; /* that the capture has */
    struct vcd_levels before;
    bool started, lost;         /* lost: CS, RD or WR was unknown since the last access */
    uint64_t read_ps, write_ps; /* when the strobe under way began; UINT64_MAX: it was low at the first sample */
    bool both;
    uint64_t count;
};

/* The strobe (AM9513_RD_N or AM9513_WR_N) is low and the chip selected. */
bool bus_low(const struct vcd_levels *l, uint64_t strobe);
/* How many accesses (0 to 2) end with this sample. */
int accesses_next(struct accesses *a, const struct sampling *s, const struct vcd_levels *now,
                  struct bus_access ended[2]);

#endif
