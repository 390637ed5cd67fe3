/* SPDX-License-Identifier: MIT
 * Plays the statements of a scenario on an open board and judges them. */
#ifndef TMR0_PLAY_H
#define TMR0_PLAY_H

#include <signal.h>
#include <stdio.h>

#include "scenario.h"
#include "sim/board/margins.h"

/* An access that has been made. */
struct played_access {
    const struct tmr0_access *access;
    int line;         /* of its statement */
    const char *text; /* "w 2 0xff", "r 2 = 0x00, not valid in time" */
};

struct play_options {
    enum engine_kind engine;
    FILE *out;        /* values read, printed and failed expectations go here */
    bool log;         /* also every access, violation and note */
    bool no_skip;     /* tick each edge of long waits (sim/board/rtl_skip.h) */
    bool quiet;       /* neither values read nor printed */
    bool collect;     /* the result has failures, values and notes */
    const char *wave; /* FST file, or VCD by its name, NULL for none; SIGUSR1 turns it off and on again, SIGHUP, SIGINT
                         and SIGTERM end it */
    uint64_t wave_from_ps, wave_to_ps; /* only these instants; wave_to_ps 0: to the end */
    const char *calls;                 /* file of all calls to the RTL, for tests/replay/replay.v; NULL for none */

    const volatile sig_atomic_t *end; /* not 0: no more statements, STATUS_SYSTEM; may be NULL */
    void (*on_access)(void *context, const struct played_access *played); /* NULL for none */
    void *access_context;
    const struct board_watch *watch; /* of engines with waves; NULL for none */
};

struct play_violation {
    struct violation violation;
    int line;      /* of the statement that caused it */
    bool expected; /* an `expect violation` named it */
    bool by_gap;   /* `gap` of the required time, or more, cures it */
};

/* An expectation that failed, or a value that was read or printed. */
struct play_text {
    int line;
    uint64_t at_ps;
    char *what;          /* "r 2", "out1", "value" */
    char *seen, *wanted; /* wanted is NULL of a value */
};

struct play_result {
    uint64_t expectations; /* checked */
    uint64_t expectations_failed;
    bool judged;                      /* anything was; else the run has no verdict */
    struct play_violation *violation; /* all, notes left out, in order of time */
    size_t violations;
    size_t unexpected;
    /* With options.collect */
    struct play_text *failure, *value;
    struct play_violation *note;
    size_t failures, values, notes;
    struct margins margins;
    struct sequence sequence; /* the places of its notes are lines */
    uint64_t end_ps, ticks;   /* of the RTL */
    uint64_t waves_ps; /* where to open waves: play_violation_to_show(), else their first access, UINT64_MAX without */
    uint32_t accesses;
};

/* Plays on a board that session.c opened. STATUS_OK and the result, whatever the verdict; STATUS_BAD (engines in
 * lockstep differ), STATUS_INPUT (bad input found while playing, with file:line) or STATUS_SYSTEM. The result is to be
 * freed whatever the status. */
int play_statements(struct play_result *result, const struct scenario *scenario, struct tmr0_board *board,
                    const struct play_options *options, struct error *e);
/* The first violation that is reported, else the first that an expectation names; NULL: none. */
const struct am9513_record *play_violation_to_show(const struct play_result *result);
void play_free(struct play_result *result);

/* ---- One run of a scenario: loads its parts, opens board and output files, plays it: session.c */

/* Loads the parts that the settings name, and makes the configuration of their board: all but engine, traced, calls,
 * and what the statements need. dir holds parts/ and machines/. */
int session_board(struct board_config *config, struct rig *rig, const struct scenario *scenario, const char *dir,
                  struct error *e);

/* As play_statements(); the result is valid, and to be freed, only after STATUS_OK. dir holds parts/ and machines/. */
int session_play(struct play_result *result, const struct scenario *scenario, const char *dir,
                 const struct play_options *options, struct error *e);

#endif
