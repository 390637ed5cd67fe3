/* SPDX-License-Identifier: MIT
 * A capture of the chip's pins by a logic analyser: its accesses, the AC table, and the first read that the model
 * answers differently. The file is read twice: first for its sampling interval and for X2, so that a malformed file is
 * refused before anything is said of it. */
#ifndef TMR0_CAPTURE_H
#define TMR0_CAPTURE_H

#include "evidence.h"
#include "sim/figures/data.h"

/* What is said while the file is read; NULL: not wanted. */
struct capture_calls {
    void (*access)(void *context, const struct bus_access *access, const struct known_word *word);
    /* At the socket, instead. access NULL: the cycle reaches no port of the chip */
    void (*cycle)(void *context, const struct cycle *cycle, const struct bus_access *access,
                  const struct known_word *word);
    void (*broken)(void *context, const struct judge_broken *broken);
    void (*difference)(void *context, const struct models_difference *difference);
    /* SRC and GATE; reading: a read goes on, or ends with this sample */
    void (*pins)(void *context, const struct levels *levels, bool reading);
    void *context;
};

struct capture_setup {
    const char *file, *map, *part;
    uint64_t rate_hz; /* samples a second; 0: from the file's steps */
    uint64_t osc_hz;  /* of X2; 0: as captured, if it is, and at the socket CAPTURE_OSC_HZ */
    int64_t jitter_ps;
    int width; /* of the bus at the start: 8, 16, or 0: unknown */
    const struct figure *figure;
    const struct am9513_config *config;
    struct capture_calls calls;
};

struct capture_result {
    struct survey survey;
    uint64_t accesses, one_strobe, glitches; /* one_strobe: accesses with the other one high */
    struct findings found;
    bool strobes_unknown; /* CS, RD or WR was unknown at some time */
    bool unlikely;        /* at the socket: the cycles are in the order that the other translator wants */
    bool broken, judged;  /* some parameter certainly is; of some it is certain whether it is */
    bool marginal;        /* at the socket: with the fastest or with the slowest parts all are met */
    uint64_t unplayed;    /* at the socket, accesses of which nothing was judged */
    char suspicion[200];  /* of probes, clocks of counters, the translator or the rate: why reads are wrong, or "" */
};

/* The parts of the verdict. STATUS_OK: it was judged and is good, STATUS_BAD: it is certainly bad, STATUS_INPUT: it
 * could not be judged. */
enum capture_part { CAPTURE_TIMING, CAPTURE_CLOCK, CAPTURE_CHIP, CAPTURE_PARTS };
enum status capture_part(const struct capture_result *result, enum capture_part part);
/* Of all parts: STATUS_BAD if one is bad, else STATUS_INPUT if one could not be judged. */
enum status capture_verdict(const struct capture_result *result);
int capture_run(struct capture_result *result, const struct capture_setup *setup, struct error *e);

/* ---- A capture as a scenario of the chip: its accesses and the movements of SRC and GATE at their times, and the
 * values of reads that the capture determines as expectations. AC parameters are legal, so a recovery time may delay an
 * access: script.c */

#define SCRIPT_WAITS 64

struct script {
    FILE *f;
    const struct capture_setup *setup;
    const struct capture_result *result;
    bool started;
    uint64_t shift_ps;                 /* from the capture's first sample to the scenario's time */
    uint64_t done_ps;                  /* the scenario's time after its last statement */
    uint64_t strobe_ps;                /* end of its last strobe; 0: none */
    bool write;                        /* which was one of a write */
    uint64_t pins;                     /* SRC and GATE as last set */
    struct levels waits[SCRIPT_WAITS]; /* movements in a read: the model reads at its beginning */
    unsigned waiting;
};

/* Each call needs all before it in the order of the capture. */
void script_access(struct script *script, const struct bus_access *access, const struct known_word *word);
/* SRC and GATE at a sample. reading: a read goes on or ends, which script_access() will be called for. */
void script_pins(struct script *script, const struct levels *levels, bool reading);

#endif
