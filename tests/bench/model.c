/* SPDX-License-Identifier: MIT
 * Speed of libam9513: accesses of a running chip, and an hour without accesses. */
#include "bench.h"

#include <stdlib.h>

#include "cli/error.h"
#include "model/am9513.h"

#define RUNS 5
#define READS 500000
#define HOURS 100
#define HOUR_PS UINT64_C(3600000000000000)
#define US UINT64_C(1000000)

static const struct am9513_config chip_config = {.x2_high_ps = 125000,
                                                 .x2_low_ps = 125000,
                                                 .tcmd_ps = 325000,
                                                 .twhyv_ps = 375000,
                                                 .tehyv_ps = 150000,
                                                 .tehyv_compare_ps = 175000,
                                                 .tehfv_ps = 250000,
                                                 .trlqv_ps = 65000,
                                                 .trlqx_ps = 42500,
                                                 .trhqx_ps = 28750,
                                                 .trhqz_ps = 47500};

static void write_chip(struct am9513 *chip, bool control, unsigned data)
{
    (void)am9513_write(chip, chip->now_ps + 3 * US / 2, control, (uint16_t)data);
}

/* The timer board's set-up: counter 5 divides 4 MHz by 4, counters 1 to 4 count its TC in a chain, outputs off. */
static void set_up(struct am9513 *chip)
{
    (void)am9513_init(chip, &chip_config);
    write_chip(chip, true, 0xffff);
    for (unsigned n = 1; n <= 5; n++) {
        unsigned mode = n == 5 ? 0x0b20 : 0x0028;
        write_chip(chip, true, 0xff00U | n);
        write_chip(chip, false, mode & 0xffU);
        write_chip(chip, false, mode >> 8);
        write_chip(chip, false, n == 5 ? 4 : 0);
        write_chip(chip, false, 0);
    }
    write_chip(chip, true, 0xff7f);
}

/* Reads of 32 bits: save, point, four bytes. */
static double accesses_per_s(void)
{
    struct am9513 chip;
    uint16_t value;
    uint64_t sum = 0;
    set_up(&chip);
    double from = seconds_now();
    for (int n = 0; n < READS; n++) {
        write_chip(&chip, true, 0xffa3);
        write_chip(&chip, true, 0xff19);
        for (int byte = 0; byte < 4; byte++) {
            (void)am9513_read(&chip, chip.now_ps + 3 * US / 2, false, &value);
            sum += value;
        }
    }
    double took = seconds_now() - from;
    if (!sum) /* cannot be: the chip counts */
        exit(STATUS_SYSTEM);
    return 6.0 * READS / took;
}

static double idle_hour_us(void)
{
    struct am9513 chip;
    set_up(&chip);
    double from = seconds_now();
    for (int n = 0; n < HOURS; n++) {
        (void)am9513_advance(&chip, chip.now_ps + HOUR_PS);
        (void)am9513_settle(&chip);
    }
    return 1e6 * (seconds_now() - from) / HOURS;
}

static double median(double (*measure)(void))
{
    double value[RUNS];
    for (size_t n = 0; n < RUNS; n++)
        value[n] = measure();
    return bench_median(value, RUNS);
}

void bench_model(cJSON *all, double read_s)
{
    const double accesses = median(accesses_per_s);
    bench_value(all, "model_accesses_per_s", accesses, "1/s", true);
    bench_value(all, "model_over_chip", read_s * accesses / 6, "x", false);
    bench_value(all, "model_idle_hour_us", median(idle_hour_us), "us", false);
}
