/* SPDX-License-Identifier: MIT
 * A chip of libam9513 and its accesses, for each suite of its own. X2 is 4 MHz: rises at 125, 375, 625 ns ... */
#ifndef TMR0_MODEL_CHIP_H
#define TMR0_MODEL_CHIP_H

#include <CUnit/CUnit.h>

#include "model/am9513.h"
#include "model_typical.h"
#include "tests/suite.h"
#include "tests/unit/drawn.h"

#define OUTS (UINT64_C(0x3ff) << AM9513_PLACE_OUT)

static const struct am9513_config typical = TYPICAL_CHIP;
static struct am9513 chip;
static uint64_t pins; /* inputs */

/* Accesses are 2 us apart; commands have acted when they come back. */

static inline void cmd(unsigned command)
{
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + 1500 * NS, true, (uint16_t)(0xff00U | command)), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + 500 * NS), AM9513_OK);
}

static inline void data(unsigned value)
{
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + 2 * US, false, (uint16_t)value), AM9513_OK);
}

static inline void word(unsigned value)
{
    data(value & 0xffU);
    data(value >> 8);
}

static inline unsigned read_port(bool control)
{
    uint16_t value = 0;
    CU_ASSERT_EQUAL(am9513_read(&chip, chip.now_ps + 2 * US, control, &value), AM9513_OK);
    return value;
}

static inline unsigned status(void)
{
    return read_port(true);
}

static inline unsigned read_byte(void)
{
    return read_port(false);
}

static inline unsigned read_word(void)
{
    unsigned low = read_byte();
    return low | read_byte() << 8;
}

static inline unsigned reg(unsigned pointer)
{
    cmd(pointer);
    return read_word();
}

static inline void reg_write(unsigned pointer, unsigned value)
{
    cmd(pointer);
    word(value);
}

static inline void wait(uint64_t ps)
{
    CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + ps), AM9513_OK);
}

static inline void start(void)
{
    CU_ASSERT_EQUAL(am9513_init(&chip, &typical), AM9513_OK);
    pins = IDLE;
}

static inline void counter(unsigned n, unsigned mode, unsigned load, unsigned hold)
{
    reg_write(n, mode);
    reg_write(8 + n, load);
    reg_write(16 + n, hold);
}

/* The count, by the state: SAVE would change Hold. */
static inline unsigned count(unsigned n)
{
    (void)am9513_settle(&chip);
    return chip.counter[n - 1].count;
}

static inline void pin(uint64_t mask, bool high)
{
    pins = high ? pins | mask : pins & ~mask;
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps + US, pins), AM9513_OK);
}

/* As the two stand, no later time worked out. */
static inline bool same_counters(const struct am9513 *x, const struct am9513 *y)
{
    bool same = true;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *a = &x->counter[n], *b = &y->counter[n];
        same = same && a->mode == b->mode && a->load == b->load && a->hold == b->hold && a->count == b->count &&
               a->armed == b->armed && a->tc == b->tc && a->toggle == b->toggle && a->started == b->started &&
               a->stays == b->stays && a->second == b->second && a->retrigger == b->retrigger && a->gate == b->gate;
    }
    return same;
}

/* Of the next random operation */
static inline uint64_t soon(const struct am9513 *c)
{
    return c->now_ps + (uint64_t)draw(3) * draw(draw(1) ? 40000 : 400000);
}

/* One random operation at that time: the same random words, the same operation. Returns what was read. */
static inline unsigned operate(struct am9513 *c, uint64_t at)
{
    const unsigned kind = draw(9);
    uint16_t value = 0;
    int said;
    if (kind < 2)
        said = am9513_write(c, at, true, (uint16_t)(0xff00U | (draw(3) ? 0x20U + draw(0xdf) : draw(31))));
    else if (kind < 5)
        said = am9513_write(c, at, false, (uint16_t)(draw(1) ? draw(0xffff) : draw(7)));
    else if (kind < 6)
        said = am9513_read(c, at, draw(1), &value);
    else
        said = am9513_set(c, at, (c->pins ^ (UINT64_C(1) << (draw(1) ? 16 + draw(3) : draw(30)))) & AM9513_INPUTS);
    CU_ASSERT_EQUAL(said, AM9513_OK);
    return value;
}

/* The timer board's use of the chip: microseconds of 64 bits in counters 1-4. */
static inline void board_setup(void)
{
    start();
    for (unsigned n = 1; n <= 4; n++)
        counter(n, 0x0028, 0, 0);
    counter(5, 0x0b20, 4, 0);
    cmd(0x7f);
}

/* Rising edges on SRC1. */
static inline void clock_src1(unsigned times)
{
    for (unsigned n = 0; n < times; n++) {
        pin(AM9513_SRC(1), true);
        pin(AM9513_SRC(1), false);
    }
}

static inline void gate_pulse(unsigned n)
{
    pin(AM9513_GATE(n), true);
    pin(AM9513_GATE(n), false);
}

static inline bool high(uint64_t mask)
{
    return am9513_get(&chip) & mask;
}

static inline bool out(unsigned n)
{
    wait(US);
    return high(AM9513_OUT(n));
}

#endif
