/* SPDX-License-Identifier: MIT
 * What the parts of libam9513 share. Counters are numbered 0 to 4 here, 1 to 5 in the public header.
 *
 * am9513.c           calls, pins, bus cycles; another X2, another time 0
 * am9513_registers.c data pointer, registers, commands
 * am9513_counter.c   one counter: its arithmetic, its TC, its modes
 * am9513_time.c      source edges in an interval, computing the counters up to a time, delayed pins
 * am9513_fout.c      FOUT
 * am9513_state.c     the state as bytes; am9513_board_state.c that of board and checks
 * am9513_text.c      registers, commands and state in words
 * am9513_board.c     the timer board around the chip */
#ifndef AM9513_INTERNAL_H
#define AM9513_INTERNAL_H

#include "am9513.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MM_TOD 0x0003U /* mask */
#define MM_COMPARE1 0x0004U
#define MM_COMPARE2 0x0008U
#define MM_FOUT_OFF 0x1000U
#define MM_WIDE 0x2000U
#define MM_FROZEN 0x4000U
#define MM_BCD 0x8000U

#define CM_OUT 0x0007U /* mask */
#define CM_UP 0x0008U
#define CM_BCD 0x0010U
#define CM_REPEAT 0x0020U
#define CM_RELOAD 0x0040U
#define CM_SPECIAL 0x0080U
#define CM_FALLING 0x1000U

#define OUT_PULSE 1U
#define OUT_TOGGLE 2U
#define OUT_CODE_3 3U
#define OUT_FLOATS 4U
#define OUT_PULSE_LOW 5U

#define GATE_NONE 0U
#define GATE_TC 1U
#define GATE_UPPER 2U
#define GATE_LOWER 3U
#define GATE_LOW 5U
#define GATE_RISE 6U
#define GATE_FALL 7U

enum { COMMAND_ARM = 1, COMMAND_LOAD, COMMAND_LOAD_ARM, COMMAND_DISARM_SAVE, COMMAND_SAVE, COMMAND_DISARM }; /* C7-C5 */

#define SOURCE_TC 0U
#define SOURCE_F1 11U

#define DELAY_MAX UINT64_C(1000000000) /* 1 ms */
#define EDGES_MAX (UINT64_C(1) << 47)  /* so many of F5 are 2^63 of X2 */

#define BUS_INPUTS (AM9513_DB | AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD | AM9513_HOST_DRIVES)

/* am9513_init() has been called: X2 has a width. */
static inline bool initialised(const struct am9513 *chip)
{
    return chip->config.x2_high_ps != 0;
}

/* The data bus is pulled up where the host does not drive it. */
static inline uint16_t host_data(uint64_t pins)
{
    return (pins & AM9513_HOST_DRIVES) ? (uint16_t)(pins & AM9513_DB) : 0xffff;
}

/* DB8-12 as GATE nA. */
static inline unsigned gate_data(uint64_t pins)
{
    return host_data(pins) & 0x1f00U;
}

static inline unsigned source_code(const struct am9513_counter *c)
{
    return (unsigned)c->mode >> 8 & 15U;
}

static inline unsigned gate_code(const struct am9513_counter *c)
{
    return (unsigned)c->mode >> 13;
}

static inline int lower(int n)
{
    return n == 0 ? 4 : n - 1;
}

static inline int upper(int n)
{
    return n == 4 ? 0 : n + 1;
}

static inline unsigned armed_counters(const struct am9513 *chip)
{
    unsigned are_armed = 0;
    for (int n = 0; n < 5; n++)
        are_armed |= (unsigned)chip->counter[n].armed << n;
    return are_armed;
}

/* The pin that gates a counter: GATE1-5 in bits 0-4; 0: none does. */
static inline unsigned gate_pin(unsigned mode, int n)
{
    const unsigned code = mode >> 13;
    const int gate_of = code == GATE_UPPER ? upper(n) : code == GATE_LOWER ? lower(n) : n;
    return code > GATE_TC ? 1U << gate_of : 0; // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult): n is 0 to 4
}

/* CM2-0 as it acts. */
static inline unsigned am9513i_out_code(const struct am9513 *chip, const struct am9513_counter *c)
{
    const unsigned code = c->mode & CM_OUT;
    return code == OUT_CODE_3 && !(chip->config.choices & AM9513_CODE_3_LOW) ? OUT_TOGGLE : code;
}

static inline bool falling(const struct am9513_counter *c)
{
    return c->mode & CM_FALLING;
}

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* So long after a time that may be AM9513_NEVER. */
static inline uint64_t delayed(uint64_t at_ps, uint64_t delay_ps)
{
    return at_ps < AM9513_NEVER - delay_ps ? at_ps + delay_ps : AM9513_NEVER;
}

/* The call acts, be it late. */
static inline bool am9513i_acts(int result)
{
    return result == AM9513_OK || result == AM9513_LATE;
}

/* A call at *now_ps, with arguments that are in range or not. *now_ps becomes the time at which it acts. */
static inline int am9513i_enter(struct am9513 *chip, uint64_t *now_ps, bool in_range)
{
    if (!chip)
        return AM9513_NULL;
    if (*now_ps > AM9513_TIME_MAX || !in_range || !initialised(chip))
        return AM9513_RANGE;
    if (*now_ps >= chip->now_ps)
        return AM9513_OK;
    if (chip->config.refuse_past)
        return AM9513_PAST;
    *now_ps = chip->now_ps;
    chip->late++;
    return AM9513_LATE;
}

/* ---- am9513_counter.c: nothing here knows the time */

/* Source edges from this count to the next TC. */
uint64_t am9513i_left(const struct am9513 *chip, int n, unsigned count);
/* The count after so many source edges, all of them before the next TC. */
uint16_t am9513i_add(const struct am9513 *chip, int n, unsigned count, uint64_t edges);
/* The next source edge counts. */
bool am9513i_counting(const struct am9513_counter *c);
/* Least number of source edges between two TCs by the present registers. */
uint64_t am9513i_least_period(const struct am9513 *chip, int n);
void am9513i_edge(struct am9513 *chip, int n);
/* So many edges, while the gate keeps its level; *rises and *falls are how often TC began and ended. */
void am9513i_edges(struct am9513 *chip, int n, uint64_t edges, uint64_t *rises, uint64_t *falls);
void am9513i_step(struct am9513 *chip, int n);
void am9513i_load(struct am9513 *chip, int n);
void am9513i_arm(struct am9513 *chip, int n);
void am9513i_disarm(struct am9513_counter *c);
/* The GATE inputs and the TCs (those that gate the next counter) take these levels: gate edges and levels reach the
 * counters. */
void am9513i_gates(struct am9513 *chip, unsigned gates, unsigned tcs);
/* Present gate levels, without edges: after a mode register was written, and after changes of TCs that gate no armed
 * counter. */
void am9513i_look_at_gates(struct am9513 *chip);
/* OUT levels inside (bits 0-4) and high impedance (bits 5-9). */
unsigned am9513i_out(const struct am9513 *chip);
/* OUT is that of a comparator. */
bool am9513i_compared(const struct am9513 *chip, int n);
/* OUT2 shows that both counters of the time of day are equal to their alarms. */
bool am9513i_compares_both(const struct am9513 *chip);
/* Status bits 1-5. */
unsigned am9513i_status(const struct am9513 *chip);

/* ---- am9513_time.c */

/* Edges of one kind of a tap (source code 11 to 15) up to and including at_ps, since power-up. */
uint64_t am9513i_tap_edges(const struct am9513 *chip, unsigned source, bool falling, uint64_t at_ps);
/* Time of the edge of that number, from 1. Only for edges after the scaler's last change, and at most EDGES_MAX of them
 * after the present time. */
uint64_t am9513i_tap_edge_ps(const struct am9513 *chip, unsigned source, bool falling, uint64_t number);
/* The level inside changes to value; the pin follows after the delay. */
void am9513i_line_change(struct am9513_line *line, unsigned value, uint64_t at_ps, uint64_t delay_ps);
/* The level inside has been value for longer than the delay. */
void am9513i_line_settle(struct am9513_line *line, unsigned value);
uint64_t am9513i_line_next_ps(struct am9513_line *line, uint64_t at_ps);
/* Computes the counters up to at_ps, including source edges of that instant. */
void am9513i_sync(struct am9513 *chip, uint64_t at_ps);
/* The same for the checks' watch: only if single edges up to at_ps may matter to it. */
void am9513i_sync_watch(struct am9513 *chip, uint64_t at_ps);
/* OUT pins follow the counters, or the checks need source edges. */
bool am9513i_watched(const struct am9513 *chip);
/* Counters that count a pin's edge from old to now: SRC1-5 in bits 0-4, GATE1-5 in bits 5-9. */
unsigned am9513i_pin_edges(const struct am9513 *chip, unsigned old, unsigned now);
/* The counters' inputs SRC1-5 and GATE1-5 (as ANDed with GATE nA) take these levels, and all that follows from that
 * within the instant. */
void am9513i_pins(struct am9513 *chip, unsigned sources, unsigned gates, uint64_t at_ps);
/* After a command: OUT changes, and TCs that changed reach the next counters. tcs: TCs before it; loaded: the counters
 * that it has loaded. */
void am9513i_after_command(struct am9513 *chip, unsigned tcs, unsigned loaded, uint64_t at_ps);
unsigned am9513i_tcs(const struct am9513 *chip);
/* A mode register or the scaler has changed: edges are counted from here on; shown, tc_gates, gated_chain are set. */
void am9513i_sources(struct am9513 *chip, uint64_t at_ps);
/* Call before the master mode register changes: the scaler keeps its digits. */
void am9513i_scaler(struct am9513 *chip, bool bcd, uint64_t at_ps);
/* X2 had another phase and other widths before, and `rises` up to at_ps, to which all is computed: the scaler goes on.
 */
void am9513i_x2_changed(struct am9513 *chip, uint64_t rises, uint64_t at_ps);
/* X2's phase at time 0 becomes what it is at ps; or such that its level at ps lasts its whole width from there on. */
void am9513i_x2_rebase(struct am9513 *chip, uint64_t ps);
void am9513i_x2_start(struct am9513 *chip, bool high, uint64_t at_ps);
/* The phase is less than a period. */
bool am9513i_x2_phase_good(const struct am9513 *chip);
/* Positions of the scaler. */
uint32_t am9513i_scaler_positions(bool bcd);
/* Level of the delayed pin at at_ps. */
unsigned am9513i_line(struct am9513_line *line, uint64_t at_ps);
/* When OUT pins may change next: lower bound, after at_ps. */
uint64_t am9513i_out_next_ps(struct am9513 *chip, unsigned outs, uint64_t at_ps);

/* ---- am9513_fout.c */

/* FOUT up to at_ps by the present registers. Call before anything that FOUT depends on changes. */
void am9513i_fout_sync(struct am9513 *chip, uint64_t at_ps);
/* And call this after it. */
void am9513i_fout_changed(struct am9513 *chip, uint64_t at_ps);
/* SRC1-5 (bits 0-4) and GATE1-5 (bits 5-9) have moved. */
void am9513i_fout_pins(struct am9513 *chip, unsigned old, uint64_t at_ps);
uint64_t am9513i_fout_next_ps(struct am9513 *chip, uint64_t at_ps);

/* ---- am9513.c */

/* GATE1-5 by these pins, ANDed with GATE nA on the 8-bit bus. */
unsigned am9513i_gate_pins(const struct am9513 *chip, uint64_t pins);
/* SRC and GATE take the levels of inputs. */
void am9513i_counter_pins(struct am9513 *chip, uint64_t inputs, uint64_t at_ps);
/* And so does the bus; no write is due. */
void am9513i_bus(struct am9513 *chip, uint64_t inputs, uint64_t now_ps);
/* The pending write acts. */
void am9513i_act_now(struct am9513 *chip, uint64_t at_ps);
/* DB, CHIP_DRIVES and CHIP_VALID alone, which need no counter; and when the last two change next. */
uint64_t am9513i_bus_pins(struct am9513 *chip, uint64_t at_ps);
static inline uint64_t am9513i_bus_next_ps(const struct am9513 *chip)
{
    return earlier(chip->drives.due_ps, chip->valid.due_ps);
}
static inline void am9513i_drivers_settle(struct am9513 *chip, uint64_t at_ps)
{
    if (at_ps >= chip->drives.due_ps) {
        chip->drives.on = chip->drives.to;
        chip->drives.due_ps = AM9513_NEVER;
    }
    if (at_ps >= chip->valid.due_ps) {
        chip->valid.on = chip->valid.to;
        chip->valid.due_ps = AM9513_NEVER;
    }
}

/* ---- am9513_registers.c */

/* The write or command acts. */
void am9513i_act(struct am9513 *chip, bool control, uint16_t data, uint64_t at_ps);
/* The command acts TCMD after the write. */
bool am9513i_delayed(bool control, uint16_t data);
/* The counters, in bits 0-4, that such a command names; not for a master reset. */
unsigned am9513i_named(unsigned code);
/* Two commands in one, which act one after the other */
static inline bool am9513i_twice(unsigned command)
{
    return command == COMMAND_LOAD_ARM || command == COMMAND_DISARM_SAVE;
}
/* No data pointer. */
bool am9513i_reserved(unsigned pointer);
/* The data pointer after a complete transfer there. */
unsigned am9513i_pointer_next(unsigned pointer);
/* The words a read that begins now latches. */
uint16_t am9513i_read_word(const struct am9513 *chip);
uint8_t am9513i_read_status(struct am9513 *chip, uint64_t at_ps);
/* Computes the status of a read that has begun, if it is due. Call before it changes, or when it is read. */
static inline void am9513i_status_now(struct am9513 *chip)
{
    if (!chip->status_due)
        return;
    chip->status_due = false;
    chip->read_status = am9513i_read_status(chip, chip->read_ps);
}
/* A read of the data port has ended. */
void am9513i_read_end(struct am9513 *chip, uint64_t at_ps);
void am9513i_reset(struct am9513 *chip);

#ifdef __cplusplus
}
#endif
#endif
