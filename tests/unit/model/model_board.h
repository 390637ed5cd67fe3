/* SPDX-License-Identifier: MIT
 * A typical board and its accesses, for the suites of libam9513's board layer. */
#ifndef TMR0_MODEL_BOARD_H
#define TMR0_MODEL_BOARD_H

#include "model/am9513_board.h"
#include "model_typical.h"

#include <CUnit/CUnit.h>

/* A 16.67 MHz machine whose control strobe is as wide as its decode window; delays half-way. */
static const struct am9513_board_config typical = {
    .chip = TYPICAL_CHIP,
    .control_on_read = true,
    .floating = 0xff,
    .pal_tpd_ps = 17500,
    .pal_skew_ps = NS,
    .buffer_tpd_ps = 6500,
    .cpu_clock_ps = 60 * NS,
    .rw_setup_ps = 150 * NS,
    .write_data_setup_ps = 60 * NS,
    .strobe_hold_ps = 60 * NS,
    .control_read_ps = 300 * NS,
    .control_write_ps = 300 * NS,
    .data_strobe_ps = 315 * NS,
    .data_after_ps = 45 * NS,
    .des_clock_ps = 240 * NS,
};

static struct am9513_board board;
static struct am9513_board_config config;

static inline void start(void)
{
    CU_ASSERT_EQUAL_FATAL(am9513_board_init(&board, &config), AM9513_OK);
}

/* 2 us apart */
static inline struct am9513_board_access w(unsigned offset, unsigned value)
{
    struct am9513_board_access a = {0};
    CU_ASSERT_EQUAL(am9513_board_write(&board, board.now_ps + 2 * US, offset, (uint8_t)value, &a), AM9513_OK);
    return a;
}

static inline struct am9513_board_access r(unsigned offset)
{
    struct am9513_board_access a = {0};
    CU_ASSERT_EQUAL(am9513_board_read(&board, board.now_ps + 2 * US, offset, &a), AM9513_OK);
    return a;
}

static inline void data_port(void)
{
    CU_ASSERT_FALSE(r(0).driven);
}

static inline void control_port(void)
{
    (void)w(0, 0);
}

#endif
