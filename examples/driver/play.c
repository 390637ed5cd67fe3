/* SPDX-License-Identifier: MIT
 * Plays the driver on a Sun-3/60 with clock interrupts: two reads, 10 ms apart. Prints the counts and every violation.
 * Exit status 0 if the counts lie 10 ms apart, to 50 us, and nothing was violated; 1 if not; 2 if there is no board.
 *   usage: play [NS]   the driver's wait after an access in ns; default 1500 */
#include <stdio.h>
#include <stdlib.h>
#include <tmr0/board.h>

#include "driver.h"

struct run {
    uint32_t wait_ns, first, second;
};

static void program(struct vcpu *cpu, void *arg)
{
    struct run *run = arg;
    driver_start(cpu, run->wait_ns);
    run->first = driver_read(cpu, run->wait_ns);
    vcpu_delay(cpu, 10000000);
    run->second = driver_read(cpu, run->wait_ns);
}

static void print(void *context, const struct tmr0_violation *v)
{
    (void)context;
    if (!v->note)
        printf("access %u: %s (%s)\n", (unsigned)v->access, v->text, v->what);
}

int main(int argc, char **argv)
{
    struct run run = {.wait_ns = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1500};
    const struct tmr0_options options = {.settings = "machine sun3-60"};
    struct tmr0_board *board;
    if (tmr0_open(&board, &options))
        return fprintf(stderr, "play: %s\n", tmr0_error()), 2;
    tmr0_on_violation(board, print, NULL);
    const int status = tmr0_run_program(board, TMR0_CLOCK, program, &run);
    if (status)
        (void)fprintf(stderr, "play: %s\n", tmr0_error());
    const unsigned long long violations = tmr0_violations(board);
    const uint32_t apart = run.second - run.first;
    printf("counts %u and %u, %llu violations\n", (unsigned)run.first, (unsigned)run.second, violations);
    (void)tmr0_close(board);
    return status == 0 && violations == 0 && apart >= 10000 && apart <= 10050 ? 0 : 1;
}
