/* SPDX-License-Identifier: MIT */
#include "torn.h"

#include <gsl/gsl_cdf.h>

#include "cli/random.h"
#include "cli/time_text.h"
#include "measure/measure.h"

#define CLOCK_PS INT64_C(250000)        /* F1 of the usual 4 MHz */
#define BOARD_CLOCK_PS INT64_C(1000000) /* the timer board counts microseconds, which counter 5 makes */
#define BOARD_MODULUS 65536
/* This many edges may or may not count: a SAVE and the ARM act up to 700 ns after their writes. */
#define WINDOW 4
#define NORMAL_95 1.96

/* ---- Chance */

double torn_expected(double delay, double period, double modulus, unsigned counters)
{
    double ripples = counters == 2 ? 1 : 1 + 1 / modulus + 1 / (modulus * modulus);
    return delay * ripples / (period * modulus);
}

bool torn_likely(unsigned k, unsigned n, double p)
{
    return gsl_cdf_binomial_P(k, p, n) > TORN_TAIL && (k == 0 || gsl_cdf_binomial_Q(k - 1, p, n) > TORN_TAIL);
}

/* ---- The chip */

static int write_chip(struct tmr0_board *b, bool control, unsigned value, struct error *e)
{
    return board_result(tmr0_chip_write(b, control, 8, value), e);
}

/* Counters 1-4: up, repeat, counter 1 on F1, the others on TC of the one below; each reloaded to count `modulus`. */
static int start_counters(struct tmr0_board *b, uint64_t modulus, uint64_t *start_ps, struct error *e)
{
    unsigned load = (unsigned)(65536 - modulus);
    int status = write_chip(b, true, 0xff, e);
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x01, e);
    for (int n = 0; n < 4 && status == STATUS_OK; n++) {
        const unsigned byte[] = {0x28, n == 0 ? 0x0b : 0x00, load & 0xff, load >> 8, 0, 0};
        for (size_t k = 0; k < sizeof byte / sizeof byte[0] && status == STATUS_OK; k++)
            status = write_chip(b, false, byte[k], e);
    }
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x6f, e);
    *start_ps = tmr0_now_ps(b);
    return status;
}

/* SAVE; edges: what the saved counters amount to, which is the edges since the start if the save is not torn. */
static int save_counters(struct tmr0_board *b, unsigned counters, uint64_t modulus, uint64_t *at_ps, uint64_t *edges,
                         struct error *e)
{
    uint64_t weight = 1;
    int status = write_chip(b, true, 0xa0 | ((1U << counters) - 1), e);
    *at_ps = tmr0_now_ps(b);
    *edges = 0;
    if (status == STATUS_OK)
        status = write_chip(b, true, 0x19, e);
    for (unsigned n = 0; n < counters && status == STATUS_OK; n++) {
        const int low = tmr0_chip_read(b, false, 8), high = low < 0 ? low : tmr0_chip_read(b, false, 8);
        status = board_result(high, e);
        if (status == STATUS_OK)
            *edges += weight * ((unsigned)(high << 8 | low) - (65536 - modulus));
        weight *= modulus;
    }
    return status;
}

/* Random waits make every phase of the first three counters equally likely. */
static int measure_row(struct torn_row *row, struct tmr0_board *b, const struct torn_setup *setup, uint64_t *state,
                       struct error *e)
{
    uint64_t start_ps = 0, at_ps = 0, edges = 0, modulus = setup->modulus, span = modulus * modulus;
    for (unsigned n = 2; n < row->counters; n++)
        span *= modulus;
    int status = start_counters(b, modulus, &start_ps, e);
    for (uint64_t n = 0; n < setup->saves && status == STATUS_OK; n++) {
        uint64_t pause = random_below(state, modulus * modulus * modulus * (uint64_t)CLOCK_PS);
        status = board_result(tmr0_run_until(b, tmr0_now_ps(b) + pause), e);
        if (status == STATUS_OK)
            status = save_counters(b, row->counters, modulus, &at_ps, &edges, e);
        uint64_t due = (at_ps - start_ps) / (uint64_t)CLOCK_PS;
        uint64_t apart = (edges + span - due % span) % span;
        row->torn += apart > WINDOW && apart < span - WINDOW;
    }
    return status;
}

int torn_run(struct torn_row *row, struct rig *rig, const struct torn_setup *setup, uint64_t *state, struct error *e)
{
    struct tmr0_board *b;
    char text[32];
    int status = figure_set(rig->chip.figure, HOME_CHIP, "TCARRY", time_text(text, sizeof text, row->delay_ps), e);
    struct board_config config = rig_config(rig, TARGET_CHIP);
    config.seed = random_next(state);
    config.effects = true;
    if (status == STATUS_OK)
        status = board_result(board_open(&b, &config), e);
    if (status)
        return status;
    status = measure_row(row, b, setup, state, e);
    (void)tmr0_close(b);
    row->expected = torn_expected((double)row->delay_ps, (double)CLOCK_PS, (double)setup->modulus, row->counters);
    row->expected_board = torn_expected((double)row->delay_ps, (double)BOARD_CLOCK_PS, BOARD_MODULUS, row->counters);
    row->good = torn_likely((unsigned)row->torn, (unsigned)setup->saves, row->expected);
    const double saves = (double)setup->saves;
    measure_score_interval((double)row->torn / saves, saves, NORMAL_95, &row->low, &row->high);
    return status;
}
