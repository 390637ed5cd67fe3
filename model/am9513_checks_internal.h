/* SPDX-License-Identifier: MIT
 * What the parts of the checks share.
 *
 * am9513_checks.c        observations, the bus, X2, the calls
 * am9513_checks_edges.c  SRC and GATE pins, and edges near commands, gates and status reads */
#ifndef AM9513_CHECKS_INTERNAL_H
#define AM9513_CHECKS_INTERNAL_H

#include "am9513_checks.h"
#include "am9513_internal.h"

#define READ (AM9513_CS_N | AM9513_RD_N)

static inline int64_t from_to(uint64_t from_ps, uint64_t to_ps)
{
    return (int64_t)(to_ps - from_ps);
}

static inline bool low(uint64_t pins, uint64_t pin)
{
    return !(pins & pin);
}

/* ---- am9513_checks.c */

void am9513i_observe(struct am9513_checks *k, enum am9513_check check, int64_t time_ps, int64_t least_ps,
                     uint64_t at_ps);
/* The same, caused by an earlier access. */
void am9513i_observe_of(struct am9513_checks *k, enum am9513_check check, uint32_t access, int64_t time_ps,
                        int64_t least_ps, uint64_t at_ps);
/* Data stable before the reference edge; open: a movement after the edge is judged as well. */
void am9513i_set_up(struct am9513_checks *k, enum am9513_check check, bool data, bool ref, bool open, uint64_t now_ps);
/* Data stable after the reference edge; open: that edge is yet to come. */
void am9513i_hold(struct am9513_checks *k, enum am9513_check check, bool data, bool ref, bool open, uint64_t now_ps);
/* The calls of am9513_checks.h, with a time and pins that are not refused. */
void am9513i_checks_advance(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps);
void am9513i_checks_set(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps, uint64_t inputs);

/* ---- am9513_checks_edges.c */

/* The counters' choices of source and gate, and how the scaler runs; the levels of SRC in bits 0-4, of GATE in bits
 * 5-9.
 */
struct am9513_seen {
    uint16_t mode[5], master_mode;
    uint32_t scaler_start;
    unsigned levels;
};

void am9513i_edges_init(struct am9513_checks *k, struct am9513 *chip);
/* The choices as they are, the levels as these pins make them. */
struct am9513_seen am9513i_see(const struct am9513 *chip, uint64_t inputs);
void am9513i_look_at_all(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps);
/* In a status read every movement of an output counts. */
static inline bool status_open(const struct am9513_checks *k, const struct am9513 *chip)
{
    return k->status && low(chip->pins, READ);
}
/* Time has passed, no pin has moved and no write has acted. */
static inline void am9513i_time_passes(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps)
{
    bool outs = k->rule[AM9513_TRHEH].armed || status_open(k, chip) || chip->watch.out_first_ps != AM9513_NEVER;
    if (outs || k->sources.counters || k->gates.counters || k->gate.watch)
        am9513i_look_at_all(k, chip, to_ps);
}
/* SRC, GATE or GATE nA are about to take these levels, at a time that has passed. */
void am9513i_pins_move(struct am9513_checks *k, struct am9513 *chip, uint64_t inputs, uint64_t at_ps);
/* A write may have acted: the choices before it, and what it did to gates and chains. */
void am9513i_write_acted(struct am9513_checks *k, struct am9513 *chip, const struct am9513_seen *before,
                         uint64_t at_ps);
/* The write of a command to counters ends. */
void am9513i_command(struct am9513_checks *k, struct am9513 *chip, unsigned code, uint64_t now_ps);
/* The bus is about to move so; a read of status may begin or end. */
void am9513i_status_read(struct am9513_checks *k, struct am9513 *chip, uint64_t inputs, uint64_t now_ps);

#endif
