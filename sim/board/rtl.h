/* SPDX-License-Identifier: MIT
 * The Verilated bench (rtl/board/tmr0_top.v) behind a C interface. Two builds of it: fast, and one that writes waves.
 * Time is in picoseconds. Nothing here knows what an access is; sim/board/board.c does. */
#ifndef TMR0_RTL_H
#define TMR0_RTL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/figures/figures.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Steady from power-on. */
struct rtl_settings {
    uint32_t seed;
    bool direct;     /* strobe translator: direct, not flip-flop */
    bool clip;       /* drive the chip's pins, not the socket */
    bool every_edge; /* nothing left out: edges nobody looks at, ticks the bus side may miss */
    bool watch_fout; /* somebody looks at the FOUT pin */
    bool effects;    /* violations have consequences (docs/violations.md) */
    uint32_t wire;   /* i_wire of tmr0_top */
    int32_t figure[FIG_RTL];
};

/* Inputs; those of the side that is not driven are ignored. */
struct rtl_in {
    uint32_t access; /* number of the access under way */
    bool cs_n, rd_n, wr_n, cd, data_driven;
    uint16_t data;
    uint8_t src, gate; /* bit 0 is SRC1, GATE1 */
};

/* What the last socket read latched. */
struct rtl_read {
    uint8_t value;
    bool driven, valid; /* something drove the data pins then; with valid data */
};

/* Outputs, as they stand after the last tick. */
struct rtl_out {
    uint16_t data; /* the chip's data pins */
    bool data_driven, data_valid;
    uint8_t out, out_z, fout;
};

/* The chip's registers and flags, all that can be read or will be seen. Counters are 0 to 4; bit 0 is counter 1's. */
struct rtl_state {
    uint16_t mode[5], load[5], hold[5], count[5];
    uint8_t armed, tc, toggle;
    uint16_t alarm[2], master, latch;
    uint8_t pointer;
    bool low_next, short_write;
};

/* What a check keeps (rtl/timing/chk_record.v). */
struct rtl_record {
    uint32_t broken;
    int64_t observed_ps; /* of the last time it was broken */
    int32_t required_ps; /* and its limit then */
    uint64_t broken_at_ps;
    uint32_t broken_access; /* that caused it */
    int64_t slack_ps;       /* least; INT64_MAX if it never had anything to check */
    int32_t slack_required_ps;
    uint64_t slack_at_ps;
    uint32_t slack_access;
};

/* Why rtl_run came back. */
enum rtl_stop {
    RTL_UNTIL,  /* all is settled up to the time asked for */
    RTL_IDLE,   /* the socket cycle is over (its last instant settled) */
    RTL_DIFFER, /* two engines in lockstep do not agree (sim/board/engine.h) */
    RTL_LOOP,   /* too many ticks in one instant */
};

struct rtl;

struct rtl_build {
    const char *name;
    struct rtl *(*open)(void); /* NULL when memory is gone */
    void (*close)(struct rtl *r);
    /* Back to time 0, power just on. */
    void (*power_on)(struct rtl *r, const struct rtl_settings *settings);
    void (*set)(struct rtl *r, const struct rtl_in *in);
    /* Starts a socket cycle at the present time. */
    void (*request)(struct rtl *r, bool control, bool write, uint8_t data);
    /* Steps until all events up to until_ps are done, or, with until_idle, until the socket cycle is over. */
    enum rtl_stop (*run)(struct rtl *r, uint64_t until_ps, bool until_idle);
    uint64_t (*now_ps)(const struct rtl *r);
    uint64_t (*ticks)(const struct rtl *r);
    struct rtl_read (*read)(const struct rtl *r);
    void (*get)(const struct rtl *r, struct rtl_out *out);
    void (*state)(const struct rtl *r, struct rtl_state *state);
    void (*record)(const struct rtl *r, int number, struct rtl_record *record);
    /* Called at the end of each tick that broke a check, for each check broken. */
    void (*on_broken)(struct rtl *r, void (*call)(void *context, int number), void *context);
    /* Writes the calls to come, and the outputs after each run, as text for sim/board/replay.v; NULL: no more. The file
     * stays the caller's, who also looks whether it could be written. */
    void (*record_calls)(struct rtl *r, FILE *file);
    /* Waves, FST. Only in the traced build; NULL in the fast one. False if the file cannot be written. Nothing is
     * dumped while *off is not 0; off may be NULL. */
    bool (*trace_open)(struct rtl *r, const char *file, const volatile sig_atomic_t *off);
    void (*trace_close)(struct rtl *r);
    void (*trace_text)(struct rtl *r, const char *access, const char *broken);
};

extern const struct rtl_build rtl_fast;
extern const struct rtl_build rtl_traced;

#ifdef __cplusplus
}
#endif
#endif
