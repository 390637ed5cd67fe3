/* SPDX-License-Identifier: MIT */
#include "helpers.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "sim/board/margins.h"

const char *const fixture_machine[FIXTURE_MACHINES] = {"sun3-160:drawn", "sun3-160:window", "sun3-260:w4",
                                                       "sun3-260:w8", "sun3-60"};

static void good(const struct fixture *b, int status)
{
    if (status)
        (void)fprintf(stderr, "%s\n", b->error.text);
    CU_ASSERT_EQUAL(status, STATUS_OK);
}

static void on_violation(void *context, const struct violation *v)
{
    struct fixture *b = context;
    if (b->violations < COUNT(b->seen))
        b->seen[b->violations] = *v;
    b->violations++;
}

void fixture_load(struct fixture *b, const char *machine)
{
    enum target target = machine ? TARGET_BOARD : TARGET_CHIP;
    memset(b, 0, sizeof *b);
    CU_ASSERT_EQUAL_FATAL(rig_load(&b->rig, ".", target, "am9513a", RIG_PAL, machine, &b->error), STATUS_OK);
    b->config = rig_config(&b->rig, target);
    b->config.pal_kind = PAL_FLIPFLOP;
    b->config.corner = CORNER_TYP;
    b->config.osc.high_ps = b->config.osc.low_ps = 125 * NS;
    b->config.seed = 1;
}

void fixture_open(struct fixture *b)
{
    b->violations = 0;
    CU_ASSERT_EQUAL_FATAL(board_result(board_open(&b->board, &b->config), &b->error), STATUS_OK);
    board_on_violation(b->board, on_violation, b);
}

void fixture_close(struct fixture *b)
{
    (void)tmr0_close(b->board);
    b->board = NULL;
}

/* The access that has been made, with the value that the call returned. */
static struct tmr0_access made(struct fixture *b, int returned)
{
    good(b, board_result(returned, &b->error));
    return *tmr0_last(b->board);
}

struct tmr0_access fixture_w(struct fixture *b, int offset, unsigned value)
{
    return made(b, tmr0_write(b->board, (unsigned)offset, value));
}

struct tmr0_access fixture_r(struct fixture *b, int offset)
{
    return made(b, tmr0_read(b->board, (unsigned)offset));
}

static struct tmr0_access chip(struct fixture *b, bool control, bool write, unsigned value)
{
    return made(b, write ? tmr0_chip_write(b->board, control, 8, value) : tmr0_chip_read(b->board, control, 8));
}

struct tmr0_access fixture_cmd(struct fixture *b, unsigned value)
{
    return chip(b, true, true, value);
}

struct tmr0_access fixture_data(struct fixture *b, unsigned value)
{
    return chip(b, false, true, value);
}

struct tmr0_access fixture_status(struct fixture *b)
{
    return chip(b, true, false, 0);
}

struct tmr0_access fixture_read(struct fixture *b)
{
    return chip(b, false, false, 0);
}

void fixture_wait(struct fixture *b, int64_t ps)
{
    good(b, board_result(tmr0_run_until(b->board, fixture_now(b) + (uint64_t)ps), &b->error));
}

void fixture_pin(struct fixture *b, enum pin pin, bool high)
{
    good(b, board_result(tmr0_set_pin(b->board, pin_name[pin], high), &b->error));
}

uint64_t fixture_now(const struct fixture *b)
{
    return tmr0_now_ps(b->board);
}

struct margin fixture_margin(const struct fixture *b, int figure)
{
    struct margin m;
    board_margin(b->board, figure, &m);
    return m;
}

bool fixture_observed(const struct fixture *b, int figure)
{
    const struct margin m = fixture_margin(b, figure);
    return margin_observed(&m);
}

uint64_t fixture_broken(const struct fixture *b, int figure)
{
    return fixture_margin(b, figure).record.broken;
}

uint64_t fixture_violations(const struct fixture *b)
{
    struct margins m;
    margins_take(&m, b->board);
    return margins_broken(&m);
}

void fixture_counter(struct fixture *b, unsigned counter, unsigned mode, unsigned load)
{
    fixture_cmd(b, counter);
    fixture_data(b, mode & 0xff);
    fixture_data(b, mode >> 8);
    fixture_data(b, load & 0xff);
    fixture_data(b, load >> 8);
}

unsigned fixture_count(struct fixture *b, unsigned counter)
{
    fixture_cmd(b, 0xa0U | 1U << (counter - 1));
    fixture_cmd(b, 0x10U | counter);
    unsigned low = fixture_read(b).value;
    return (unsigned)fixture_read(b).value << 8 | low;
}
