/* SPDX-License-Identifier: MIT
 * A chip of libam9513 with its checks and their limits, for each suite of its own. X2 is 4 MHz: rises at 125, 375,
 * 625 ns ... */
#ifndef TMR0_MODEL_CHECKED_H
#define TMR0_MODEL_CHECKED_H

#include <CUnit/CUnit.h>

#include "model/am9513_checks.h"
#include "model_typical.h"

static const struct am9513_config config = {.x2_high_ps = 125 * NS, .x2_low_ps = 125 * NS, .tcmd_ps = 100 * NS};
static const struct am9513_limits limits = {
    .least_ps = {[AM9513_TAVRL] = 25000,   [AM9513_TAVWH] = 170000,  [AM9513_TDVWH] = 80000,   [AM9513_TRHRL] = 1000000,
                 [AM9513_TRHWL] = 1000000, [AM9513_TRLRH] = 160000,  [AM9513_TSLRL] = 20000,   [AM9513_TSLWH] = 170000,
                 [AM9513_TWHAX] = 20000,   [AM9513_TWHDX] = 20000,   [AM9513_TWHRL] = 1500000, [AM9513_TWHSH] = 20000,
                 [AM9513_TWHWL] = 1500000, [AM9513_TWLWH] = 150000,  [AM9513_TCHCH] = 250000,  [AM9513_TCHCL] = 125000,
                 [AM9513_TCLCH] = 125000,  [AM9513_TEHEH] = 145000,  [AM9513_TEHEL] = 70000,   [AM9513_TELEH] = 70000,
                 [AM9513_TGVGV] = 145000,  [AM9513_TEHWH] = -100000, [AM9513_TWHEH] = 550000,  [AM9513_TGVWH] = -100000,
                 [AM9513_TWHGV] = 475000,  [AM9513_TGVEH] = 100000,  [AM9513_TEHGV] = 10000,   [AM9513_TEHRL] = 190000,
                 [AM9513_TRHEH] = 20000},
    .twhrl_short_ps = 1000000,
    .twhwl_short_ps = 1000000,
    .twheh_double_ps = 700000,
};

static struct am9513 chip;
static struct am9513_checks checks;
static uint64_t pins;

static inline void start_with(const struct am9513_limits *l)
{
    CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &config), AM9513_OK);
    CU_ASSERT_EQUAL_FATAL(am9513_checks_init(&checks, &chip, l), AM9513_OK);
    pins = IDLE;
}

static inline void start(void)
{
    start_with(&limits);
}

static inline void set(uint64_t at_ps, uint64_t inputs)
{
    pins = inputs;
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, &chip, at_ps, pins), AM9513_OK);
}

/* A write with all margins; its end is the time given. */
static inline void write_at(uint64_t end_ps, bool control, unsigned data)
{
    uint64_t port = control ? AM9513_CD : 0, idle = pins & ~(AM9513_DB | AM9513_CD);
    set(end_ps - 300 * NS, idle | port | data | AM9513_HOST_DRIVES);
    set(end_ps - 250 * NS, pins & ~AM9513_CS_N);
    set(end_ps - 200 * NS, pins & ~AM9513_WR_N);
    set(end_ps, pins | AM9513_WR_N);
    set(end_ps + 30 * NS, IDLE | (idle & ~(AM9513_HOST_DRIVES | IDLE)));
}

static inline uint32_t broken(enum am9513_check check)
{
    return checks.record[check].broken;
}

static inline uint32_t all_broken(void)
{
    uint32_t sum = 0;
    for (int n = 0; n < AM9513_CHECKS; n++)
        sum += checks.record[n].broken;
    return sum;
}

static inline void program(unsigned counter, unsigned mode, unsigned load, uint64_t from_ps)
{
    write_at(from_ps, true, 0xff00U | counter);
    for (unsigned n = 0; n < 4; n++)
        write_at(from_ps + (2 * n + 2) * US, false, 0xff00U | ((n < 2 ? mode : load) >> 8 * (n & 1) & 0xffU));
}

#endif
