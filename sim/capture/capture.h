/* SPDX-License-Identifier: MIT
 * A capture of the chip's pins by a logic analyser: its accesses, the AC table, and the first read that the model
 * answers differently. The file is read twice: first for its sampling interval and for X2, so that a malformed file is
 * refused before anything is said of it. */
#ifndef TMR0_CAPTURE_H
#define TMR0_CAPTURE_H

#include "delays.h"

struct capture;

/* What is said while the file is read; NULL: not wanted. */
struct capture_calls {
    /* learned: items of known.h that this access determined; lost: those that it left unknown */
    void (*access)(void *context, const struct bus_access *access, const struct known_word *word, uint64_t learned,
                   uint64_t lost);
    void (*broken)(void *context, const struct judge_broken *broken);
    void (*difference)(void *context, const struct models_difference *difference);
    /* SRC and GATE; reading: a read goes on, or ends with this sample */
    void (*pins)(void *context, const struct vcd_levels *levels, bool reading);
    void *context;
};

struct capture_setup {
    const char *file, *map;
    uint64_t rate_hz; /* samples a second; 0: from the file's steps */
    uint64_t osc_hz;  /* of X2; 0: as captured, if it is */
    int64_t jitter_ps;
    int width; /* of the bus at the start: 8, 16, or 0: unknown */
    const struct figure *figure;
    const struct am9513_config *config;
    struct capture_calls calls;
};

enum capture_x2 { CAPTURE_X2_NONE, CAPTURE_X2_GIVEN, CAPTURE_X2_SEEN, CAPTURE_X2_FAST, CAPTURE_X2_CHANGES };

/* Source of the sampling interval: --rate; libsigrok's $comment, unless the file's times show a longer one; enum
 * interval_source; EXACT: a dump of tmr0 is not sampled. */
enum capture_source {
    CAPTURE_RATE,
    CAPTURE_COMMENT,
    CAPTURE_STEP,
    CAPTURE_UNIT,
    CAPTURE_GRID,
    CAPTURE_NEAR_GRID,
    CAPTURE_EXACT
};

struct capture_result {
    struct sampling sampling;
    enum capture_source source;
    size_t steps; /* different ones in the file, of which the interval was found */
    uint64_t pins, begin_ps, end_ps, accesses, glitches, compared;
    enum capture_x2 x2;
    struct models_x2 x2_rate;
    struct models_x2 x2_other; /* of the captured X2 if it is not the given one; else no periods */
    uint64_t x2_rise_ps;       /* the first captured one */
    bool lost;                 /* CS, RD or WR was unknown at some time */
    struct observed observed[FIG_RTL];
    struct models_difference difference;
    uint64_t known;                 /* items at the end */
    uint64_t known_ps[KNOWN_ITEMS]; /* when each was first determined; UINT64_MAX: never */
    uint64_t known_access[KNOWN_ITEMS];
};

/* Reads the file. STATUS_BAD if a parameter is broken or the chip answers differently. */
int capture_run(struct capture_result *result, const struct capture_setup *setup, struct error *e);

#endif
