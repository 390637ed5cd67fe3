/* SPDX-License-Identifier: MIT */
#include "timing_table.h"

#include <math.h>

#include "cli/random.h"
#include "driver-sim/tmr_chip.h"
#include "harness.h"

#define X2_A_COUNT 4          /* counter 5 divides the oscillator by four */
#define DRIVER_GAP_PS 1500000 /* the driver keeps the longest recovery time between accesses */

/* The reads as the virtual CPU runs them. */
struct bus_reader {
    const struct bus_reads_setup *setup;
    struct bus_reads *reads;
    struct tmr0_board *board;
    bool direct;
    double count_ps;   /* a count of the timer, 1 us if the oscillator has 4 MHz */
    uint64_t start_ps; /* of the first command of this read, its SAVE; 0 before it */
    bool unread;       /* in this read the bus brought no valid data */
    int status;
    struct error *error;
};

static void note_access(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access)
{
    struct bus_reader *r = context;
    (void)value;
    r->reads->accesses++;
    if (write && offset == 2 && !r->start_ps)
        r->start_ps = access->start_ps;
    if (!write && (offset == 2 || r->direct))
        r->unread = r->unread || !access->valid;
}

/* Starts the timer and compares the reads with the simulated time. All pairs agree to within a count if count - time
 * spreads by less than a count. */
static void take_reads(struct vcpu *cpu, void *arg)
{
    struct bus_reader *r = arg;
    struct bus_reads *reads = r->reads;
    uint64_t state = r->setup->seed, first_ps = 0;
    uint32_t first = 0;
    int64_t least = 0, most = 0;
    struct tmr_chip chip;
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, r->direct, TMR_WAIT_NONE); /* the board's gap waits */
    tmr_chip_start(&chip);
    for (uint64_t n = 0; n < r->setup->reads; n++) {
        r->start_ps = 0;
        r->unread = false;
        r->status = board_result(
            tmr0_run_until(r->board, tmr0_now_ps(r->board) + random_below(&state, r->setup->wait_ps)), r->error);
        if (r->status)
            return;
        const uint32_t count = (uint32_t)tmr_chip_read(&chip, 2);
        if (n == 0) {
            first = count;
            first_ps = r->start_ps;
        }
        const int64_t off =
            llround((double)(uint32_t)(count - first) * r->count_ps) - (int64_t)(r->start_ps - first_ps);
        reads->wrong += (double)off <= -r->count_ps || (double)off >= r->count_ps;
        reads->unread += r->unread;
        least = off < least ? off : least;
        most = off > most ? off : most;
    }
    reads->spread_ps = most - least;
}

bool bus_reads_good(const struct bus_reads *reads)
{
    return !reads->broken && !reads->reads_wrong && !reads->wrong;
}

int bus_reads_run(struct bus_reads *reads, const struct board_config *config, const struct bus_reads_setup *setup,
                  struct error *e)
{
    struct bus_reader r = {.setup = setup,
                           .reads = reads,
                           .direct = config->pal_kind == PAL_DIRECT,
                           .count_ps = X2_A_COUNT * osc_exact_ps(&config->osc),
                           .error = e};
    *reads = (struct bus_reads){0};
    int status = board_result(board_open(&r.board, config), e);
    if (status)
        return status;
    const struct harness_setup harness = {
        .board = r.board, .machine = config->machine, .free = true, .watch = note_access, .context = &r};
    status = board_result(tmr0_gap(r.board, DRIVER_GAP_PS), e);
    if (status == STATUS_OK)
        status = board_result(tmr0_run_until(r.board, setup->phase_ps), e);
    if (status == STATUS_OK)
        status = harness_run(&harness, take_reads, &r, e);
    if (status == STATUS_OK)
        status = r.status;
    if (status == STATUS_OK)
        margins_take(&reads->margins, r.board);
    (void)tmr0_close(r.board);
    reads->broken = margins_broken(&reads->margins);
    reads->reads_wrong = (double)reads->spread_ps >= r.count_ps;
    return status;
}
