/* SPDX-License-Identifier: MIT
 * What a board runs on: the Verilated RTL (rtl_shim.cpp), the C model (engine_model.c), or both in lockstep
 * (engine_both.c). An engine handles pins, socket cycles and time in picoseconds; board.h defines what an access is.
 *
 * To add an engine, add a row to ENGINE_LIST and a file that defines its ops. */
#ifndef TMR0_ENGINE_H
#define TMR0_ENGINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/am9513_checks.h"
#include "osc.h"
#include "sim/figures/figures.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number, name for the user, ops */
#define ENGINE_LIST(X)                                                                                                 \
    X(ENGINE_RTL, "rtl", engine_rtl)                                                                                   \
    X(ENGINE_MODEL, "model", engine_model)                                                                             \
    X(ENGINE_BOTH, "both", engine_both)

#define ENGINE_NUMBER(number, name, ops) number,
enum engine_kind { ENGINE_LIST(ENGINE_NUMBER) ENGINES };
#undef ENGINE_NUMBER
extern const char *const engine_name[ENGINES];

/* Constant from power-on. */
struct engine_settings {
    uint32_t seed;
    bool direct;     /* strobe translator: direct, not flip-flop */
    bool clip;       /* drive the chip's pins, not the socket */
    bool every_edge; /* leave nothing out: neither edges without effect nor ticks that the bus side may miss */
    bool watch_fout; /* the FOUT pin will be read */
    bool no_skip;    /* tick each edge of long waits (rtl_skip.h) */
    bool effects;    /* violations have consequences (docs/violations.md) */
    uint32_t wire;   /* i_wire of tmr0_top */
    struct osc osc;
    int32_t figure[FIG_RTL];
};

/* Inputs. Those of the side that is not driven are ignored. */
struct engine_inputs {
    uint32_t access; /* number of the access under way */
    bool cs_n, rd_n, wr_n, cd, data_driven;
    uint16_t data;
    uint8_t src, gate; /* bit 0 is SRC1, GATE1 */
};

/* Outputs after the last tick. */
struct engine_outputs {
    uint16_t data; /* the chip's data pins */
    bool data_driven, data_valid;
    uint8_t out, out_z, fout;
};

/* What the last socket read latched. */
struct socket_read {
    uint8_t value;
    bool driven, valid; /* something drove the data pins then; with valid data */
};

/* The chip's registers and flags: all that can be read or has a later effect; plain bytes without holes. Counters are 0
 * to 4; bit 0 is counter 1's. */
struct chip_state {
    uint16_t mode[5], load[5], hold[5], count[5];
    uint16_t alarm[2], master, latch;
    uint8_t armed, tc, toggle, pointer;
    bool low_next, short_write;
};

/* A bus: what the workstation's side drives, and what the chip's side drives. */
struct engine_bus {
    bool host_drives, chip_drives, chip_valid;
    uint16_t host, chip;
};

/* Levels of all lines. Bit 0 of src, gate, out and out_z is SRC1, GATE1, OUT1. */
struct engine_lines {
    bool mas_n, mds_n, rw; /* socket */
    struct engine_bus socket;
    bool cs_n, rd_n, wr_n, cd, x2, fout; /* chip */
    struct engine_bus chip;
    uint8_t src, gate, out, out_z;
};

/* One observation of a check, from one instant to another; the time between them is negative if `to` is earlier. */
struct check_observation {
    uint64_t from_ps, to_ps;
    int32_t required_ps;
    uint32_t access; /* as in struct am9513_record */
};

typedef void engine_violated(void *context, int check, const struct am9513_record *record);

struct engine_watch {
    /* At the end of each instant with a tick */
    void (*lines)(void *context, uint64_t at_ps, const struct engine_lines *lines);
    /* At the end of each tick, for each check that has observed something */
    void (*observed)(void *context, int check, const struct check_observation *observation);
    void *context;
};

/* Why run() returned. */
enum engine_stop {
    STOP_UNTIL,  /* everything up to the time asked for has happened */
    STOP_IDLE,   /* the socket cycle is over, and its last instant too */
    STOP_DIFFER, /* two engines in lockstep differ; difference() has the text */
    STOP_LOOP,   /* too many ticks in one instant */
    STOP_WAVES,  /* waves are written, and were asked to end */
};

/* What waves hold. Signals may set the first two while waves are written. */
struct wave_control {
    volatile sig_atomic_t off; /* not 0: dump nothing */
    volatile sig_atomic_t end; /* not 0: run() returns STOP_WAVES */
    uint64_t from_ps, to_ps;   /* only these instants */
};

struct am9513i_blob;

/* The first member of each engine's own struct. */
struct engine {
    const struct engine_ops *ops;
    const struct engine *shown; /* which is asked for its time, ticks, outputs, state and records: itself, or of both
                                   the RTL, and both's ops have none of these */
};

struct engine_ops {
    bool has_effects;                /* settings.effects may be set */
    const struct engine_ops *traced; /* the same engine with waves; NULL: it has none */
    struct engine *(*open)(void);
    void (*close)(struct engine *engine);
    /* Time 0, power just on; once, after open(). */
    void (*power_on)(struct engine *engine, const struct engine_settings *settings);
    void (*set)(struct engine *engine, const struct engine_inputs *inputs);
    /* Starts a socket cycle at the present time. */
    void (*request)(struct engine *engine, bool control, bool write, uint8_t data);
    /* Runs until all events up to until_ps have happened, or, with until_idle, until the socket cycle is over. */
    enum engine_stop (*run)(struct engine *engine, uint64_t until_ps, bool until_idle);
    uint64_t (*now_ps)(const struct engine *engine);
    /* A time before which no output moves by itself; UINT64_MAX: none ever does. Call it after run(), and run() then,
     * to the earlier of it and until_ps: the engine may already have gone there. */
    uint64_t (*next_ps)(struct engine *engine, uint64_t until_ps);
    uint64_t (*ticks)(const struct engine *engine); /* NULL: it has none */
    struct socket_read (*read)(const struct engine *engine);
    void (*get)(const struct engine *engine, struct engine_outputs *outputs);
    void (*state)(const struct engine *engine, struct chip_state *state);
    /* What the check keeps; the RTL in rtl/timing/chk_record.v. */
    void (*record)(const struct engine *engine, int check, struct am9513_record *record);
    /* The call comes at the end of each tick with a violation, for each check violated, with its record. */
    void (*on_violation)(struct engine *engine, engine_violated *call, void *context);
    /* After STOP_DIFFER: the states side by side, several lines. NULL: run() never returns that. */
    const char *(*difference)(const struct engine *engine);
    /* Writes the calls to come, and the outputs after each run, as text for tests/replay/replay.v. File NULL: no more.
     * The caller owns the file and checks it for write errors. NULL: the engine does not record. */
    void (*record_calls)(struct engine *engine, FILE *file);
    /* Waves, FST. NULL without waves. trace_open() returns false if the file cannot be written; control may be
     * NULL. */
    bool (*trace_open)(struct engine *engine, const char *file, const struct wave_control *control);
    void (*trace_close)(struct engine *engine);
    void (*trace_text)(struct engine *engine, const char *access);
    /* Shows the name of a check that is broken, up to the next access: from the begin of this one, NULL: from now. */
    void (*trace_broken)(struct engine *engine, const char *check, const uint32_t *access);
    /* What machine code executes from this instant on. */
    void (*trace_code)(struct engine *engine, uint32_t pc, const char *instruction);
    /* Reports lines and observations from now on; watch NULL: no more. NULL without waves. */
    void (*watch)(struct engine *engine, const struct engine_watch *watch);
    /* The state's members (model/am9513_state_internal.h), to save or to load; the inputs as last set. NULL: it gives
     * none. */
    void (*members)(struct engine *engine, struct am9513i_blob *blob, struct engine_inputs *inputs);
};

#define ENGINE_OPS(number, name, ops) extern const struct engine_ops ops;
ENGINE_LIST(ENGINE_OPS)
#undef ENGINE_OPS

#ifdef __cplusplus
}
#endif
#endif
