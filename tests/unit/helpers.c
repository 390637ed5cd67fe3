/* SPDX-License-Identifier: MIT */
#include "helpers.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "sim/board/report.h"

const char *const bench_machine[BENCH_MACHINES] = {"sun3-160:drawn", "sun3-160:window", "sun3-260:w4", "sun3-260:w8",
                                                   "sun3-60"};

static void good(const struct bench *b, int status)
{
    if (status)
        (void)fprintf(stderr, "%s\n", b->error.text);
    CU_ASSERT_EQUAL(status, STATUS_OK);
}

static void on_violation(void *context, const struct violation *v)
{
    struct bench *b = context;
    if (b->seens < COUNT(b->seen))
        b->seen[b->seens] = *v;
    b->seens++;
}

void bench_load(struct bench *b, const char *machine)
{
    enum target target = machine ? TARGET_BOARD : TARGET_CHIP;
    memset(b, 0, sizeof *b);
    CU_ASSERT_EQUAL_FATAL(rig_load(&b->rig, ".", target, "am9513a", machine, &b->error), STATUS_OK);
    b->config = rig_config(&b->rig, target);
    b->config.pal_kind = PAL_FLIPFLOP;
    b->config.corner = CORNER_TYP;
    b->config.osc.high_ps = b->config.osc.low_ps = 125 * NS;
    b->config.seed = 1;
}

void bench_open(struct bench *b)
{
    b->seens = 0;
    CU_ASSERT_EQUAL_FATAL(board_open(&b->board, &b->config, &b->error), STATUS_OK);
    board_on_violation(b->board, on_violation, b);
}

void bench_close(struct bench *b)
{
    board_close(b->board);
    b->board = NULL;
}

struct access bench_w(struct bench *b, int offset, unsigned value)
{
    struct access a = {0};
    good(b, board_socket(b->board, offset, true, (uint8_t)value, &a, &b->error));
    return a;
}

struct access bench_r(struct bench *b, int offset)
{
    struct access a = {0};
    good(b, board_socket(b->board, offset, false, 0, &a, &b->error));
    return a;
}

static struct access chip(struct bench *b, bool control, bool write, unsigned value)
{
    struct access a = {0};
    good(b, board_chip(b->board, control, write, false, (uint16_t)value, &a, &b->error));
    return a;
}

struct access bench_cmd(struct bench *b, unsigned value)
{
    return chip(b, true, true, value);
}

struct access bench_data(struct bench *b, unsigned value)
{
    return chip(b, false, true, value);
}

struct access bench_status(struct bench *b)
{
    return chip(b, true, false, 0);
}

struct access bench_read(struct bench *b)
{
    return chip(b, false, false, 0);
}

void bench_wait(struct bench *b, int64_t ps)
{
    good(b, board_run_until(b->board, bench_now(b) + (uint64_t)ps, &b->error));
}

void bench_pin(struct bench *b, enum pin pin, bool high)
{
    good(b, board_pin_set(b->board, pin, high, &b->error));
}

uint64_t bench_now(const struct bench *b)
{
    return board_now_ps(b->board);
}

struct margin bench_margin(const struct bench *b, int figure)
{
    struct margin m;
    board_margin(b->board, figure, &m);
    return m;
}

bool bench_observed(const struct bench *b, int figure)
{
    const struct margin m = bench_margin(b, figure);
    return margin_observed(&m);
}

uint64_t bench_broken(const struct bench *b, int figure)
{
    return bench_margin(b, figure).record.violations;
}

uint64_t bench_violations(const struct bench *b)
{
    struct margins m;
    margins_take(&m, b->board);
    return margins_broken(&m);
}

uint64_t bench_notes(const struct bench *b)
{
    struct margins m;
    margins_take(&m, b->board);
    return margins_notes(&m);
}

void bench_counter(struct bench *b, unsigned counter, unsigned mode, unsigned load)
{
    bench_cmd(b, counter);
    bench_data(b, mode & 0xff);
    bench_data(b, mode >> 8);
    bench_data(b, load & 0xff);
    bench_data(b, load >> 8);
}

unsigned bench_count(struct bench *b, unsigned counter)
{
    bench_cmd(b, 0xa0U | 1U << (counter - 1));
    bench_cmd(b, 0x10U | counter);
    unsigned low = bench_read(b).value;
    return (unsigned)bench_read(b).value << 8 | low;
}
