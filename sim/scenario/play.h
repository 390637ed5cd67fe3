/* SPDX-License-Identifier: MIT
 * Plays a scenario on the RTL board and judges it. */
#ifndef TMR0_PLAY_H
#define TMR0_PLAY_H

#include <stdio.h>

#include "scenario.h"
#include "sim/board/report.h"
#include "sim/board/rig.h"

struct play_options {
    enum engine engine;
    FILE *out;         /* values read, printed and failed expectations go here */
    bool log;          /* also every access, violation and note */
    const char *wave;  /* FST file, NULL for none */
    const char *calls; /* record of all calls to the RTL, for sim/board/replay.v; NULL for none */
};

struct play_violation {
    struct violation violation;
    int line;      /* of the statement under way */
    bool expected; /* an `expect violation` named it */
};

struct play_result {
    uint64_t expectations; /* checked */
    uint64_t expectations_failed;
    struct play_violation *violation; /* all, notes left out, in order of time */
    size_t violations;
    size_t unexpected;
    struct margins margins;
    uint64_t end_ps;
    uint32_t accesses;
};

/* STATUS_OK and the result, whatever the verdict; STATUS_INPUT (bad input found while playing, with file:line) or
 * STATUS_SYSTEM. dir holds parts/ and machines/. The result is valid and to be freed only after STATUS_OK. */
int play(struct play_result *result, const struct scenario *scenario, const char *dir,
         const struct play_options *options, struct error *e);
void play_free(struct play_result *result);

#endif
