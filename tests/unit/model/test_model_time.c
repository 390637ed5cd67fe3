/* SPDX-License-Identifier: MIT
 * libam9513's arithmetic against itself in small steps, on random programs, and what a long time costs. */
#include "model_chip.h"
#include "tests/unit/suite.h"

#include <stdio.h>

void suite_model_time(void);

static uint64_t random_state;

static unsigned below(unsigned limit)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (unsigned)(random_state * UINT64_C(2685821657736338717) >> 33) % limit;
}

static unsigned random_value(void)
{
    switch (below(4)) {
    case 0:
        return below(12);
    case 1:
        return 0xfff0 + below(16);
    case 2:
        return 0x9990 + below(10);
    default:
        return below(0x10000);
    }
}

static unsigned random_mode(void)
{
    static const unsigned sources[] = {0, 0, 0, 11, 11, 11, 12, 12, 1, 6, 13, 0, 11, 12, 2, 0};
    return below(8) << 13 | below(2) << 12 | sources[below(16)] << 8 | below(64) << 2 | below(4);
}

/* Of the crystals one has no whole period, and one no whole half of it. */
static void random_setup(void)
{
    struct am9513_config config = typical;
    switch (below(4)) {
    case 0:
        config.x2_high_part = 1;
        config.x2_low_part = 2;
        config.x2_parts = 7;
        break;
    case 1:
        config.x2_high_part = config.x2_low_part = 1;
        config.x2_parts = 2;
        break;
    default:
        break;
    }
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    pins = IDLE;
    (void)am9513_set(&chip, US, pins |= (uint64_t)below(1024) << AM9513_PLACE_SRC);
    reg_write(0x17, below(0x10000) & ~0x6000U & (below(2) ? 0xfff0U : 0xffffU));
    for (unsigned n = 1; n <= 5; n++)
        counter(n, random_mode(), random_value(), random_value());
    reg_write(7, random_value());
    reg_write(15, random_value());
    cmd(0x40 | below(32));
    cmd(0x60 | below(32));
    cmd(0x20 | below(32));
}

/* One of the two chips by edges of X2, the other in one go. Watched pins do not move before they may. */
static bool same_after(struct am9513 *slow, uint64_t until_ps)
{
    struct am9513 *fast = &chip;
    const uint64_t watched = OUTS | AM9513_FOUT;
    uint64_t may_ps = am9513_next_ps(slow, watched), levels = am9513_get(slow) & watched;
    bool right = may_ps > slow->now_ps;
    for (uint64_t at = slow->now_ps; at < until_ps;) {
        at = at + 25 * NS > until_ps ? until_ps : at + 25 * NS;
        (void)am9513_advance(slow, at);
        (void)am9513_settle(slow);
        uint64_t now = am9513_get(slow) & watched;
        if (now != levels && at < may_ps)
            right = false;
        if (now != levels || at >= may_ps)
            may_ps = am9513_next_ps(slow, watched);
        levels = now;
    }
    (void)am9513_advance(fast, until_ps);
    right = right && am9513_get(fast) == am9513_get(slow);
    (void)am9513_settle(fast);
    return right && same_counters(fast, slow) && fast->fout_position == slow->fout_position;
}

static void test_arithmetic(void)
{
    unsigned wrong = 0;
    for (unsigned seed = 1; seed <= 1500; seed++) {
        random_state = seed * UINT64_C(0x9e3779b97f4a7c15);
        random_setup();
        (void)am9513_settle(&chip);
        struct am9513 slow = chip;
        for (int n = 0; n < 6; n++) {
            uint64_t until_ps = chip.now_ps + below(30) * (below(30) * (113 * NS)) + below(1000);
            bool same = same_after(&slow, until_ps);
            if (!same && wrong++ < 5)
                printf("\n  seed %u, step %d: arithmetic and small steps differ\n", seed, n);
            unsigned command = below(4) ? below(0xc0) + 0x20 : 0xf1 + below(5);
            if (below(2))
                pins ^= (uint64_t)1 << (AM9513_PLACE_SRC + below(10));
            (void)am9513_set(&slow, until_ps, pins);
            (void)am9513_set(&chip, until_ps, pins);
            (void)am9513_write(&slow, until_ps, true, (uint16_t)command);
            (void)am9513_write(&chip, until_ps, true, (uint16_t)command);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void test_hour(void)
{
    board_setup();
    double best = 1;
    for (int n = 0; n < 100; n++) {
        double begin = seconds_now();
        wait(HOUR);
        (void)am9513_settle(&chip);
        double took = seconds_now() - begin;
        best = took < best ? took : best;
    }
    CU_ASSERT_TRUE(best < 10e-6);
    uint64_t us = (chip.now_ps - 125 * NS) / US; /* counter 5 divides by four */
    cmd(0xaf);
    uint64_t read = 0;
    cmd(0x19);
    for (int n = 0; n < 4; n++)
        read |= (uint64_t)read_word() << 16 * n;
    CU_ASSERT_TRUE(us - read < 1000); /* less the set-up */
}

/* High and low for half a period each, exactly. */
static struct am9513_config crystal(uint64_t millihertz)
{
    const uint64_t dividend = UINT64_C(1000000000000000), parts = 2 * millihertz;
    return (struct am9513_config){.x2_high_ps = dividend / parts,
                                  .x2_low_ps = dividend / parts,
                                  .x2_high_part = dividend % parts,
                                  .x2_low_part = dividend % parts,
                                  .x2_parts = parts};
}

static bool fout_at(uint64_t ps)
{
    CU_ASSERT_EQUAL(am9513_advance(&chip, ps), AM9513_OK);
    return (am9513_get(&chip) & AM9513_FOUT) != 0;
}

/* Rise n and fall n of X2 are at the nearest ps to (n - 1/2) and n times the exact period; worked out with fractions
 * apart. The edges: soon, after a day, after 45 days. */
static void test_crystals(void)
{
    static const struct {
        uint64_t millihertz, rise_ps, fall_ps;
    } edges[] = {
        {UINT64_C(3579545000), UINT64_C(27796829), UINT64_C(27936511)},
        {UINT64_C(3579545000), UINT64_C(2795467022), UINT64_C(2795606704)},
        {UINT64_C(3579545000), UINT64_C(86400000000698413), UINT64_C(86400000000838095)},
        {UINT64_C(3579545000), UINT64_C(3888000000000139683), UINT64_C(3888000000000279365)},
        {UINT64_C(4915200000), UINT64_C(20243327), UINT64_C(20345052)},
        {UINT64_C(4915200000), UINT64_C(86400000000508626), UINT64_C(86400000000610352)},
        {UINT64_C(4915200000), UINT64_C(3888000000000101725), UINT64_C(3888000000000203451)},
        {UINT64_C(49999999999), UINT64_C(200130000), UINT64_C(200140000)},
        {UINT64_C(49999999999), UINT64_C(86400000000038000), UINT64_C(86400000000048000)},
        {UINT64_C(49999999999), UINT64_C(3887999999999470000), UINT64_C(3887999999999480000)},
        {UINT64_C(1000001), UINT64_C(99499900500), UINT64_C(99999900000)},
        {UINT64_C(1000001), UINT64_C(86400002099997900), UINT64_C(86400002599997400)},
        {UINT64_C(1000001), UINT64_C(3887999982500017500), UINT64_C(3887999983000017000)},
    };
    for (size_t n = 0; n < COUNT(edges); n++) {
        const struct am9513_config config = crystal(edges[n].millihertz);
        CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
        reg_write(0x17, 0x0100); /* FOUT is F1 */
        CU_ASSERT_FALSE(fout_at(edges[n].rise_ps - 1));
        CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), edges[n].rise_ps);
        CU_ASSERT_TRUE(fout_at(edges[n].rise_ps));
        CU_ASSERT_TRUE(fout_at(edges[n].fall_ps - 1));
        CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), edges[n].fall_ps);
        CU_ASSERT_FALSE(fout_at(edges[n].fall_ps));
    }
}

/* Counters 1 to 3 in a row count X2. */
static uint64_t counted_at(uint64_t ps)
{
    CU_ASSERT_EQUAL(am9513_advance(&chip, ps), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_settle(&chip), AM9513_OK);
    return chip.counter[0].count | (uint64_t)chip.counter[1].count << 16 | (uint64_t)chip.counter[2].count << 32;
}

/* A day's edges: floor(the exact rate times a day). */
static void test_day(void)
{
    static const struct {
        uint64_t millihertz, edges;
    } days[] = {{UINT64_C(3579545000), UINT64_C(309272688000)},
                {UINT64_C(4915200000), UINT64_C(424673280000)},
                {UINT64_C(1000001), UINT64_C(86400086)}};
    const uint64_t second = 1000000 * US, day = 86400 * second;
    for (size_t n = 0; n < COUNT(days); n++) {
        const struct am9513_config config = crystal(days[n].millihertz);
        CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
        counter(1, 0x0b28, 0, 0);
        counter(2, 0x0028, 0, 0);
        counter(3, 0x0028, 0, 0);
        cmd(0x67);
        const uint64_t before = counted_at(second);
        CU_ASSERT_EQUAL(counted_at(second + day) - before, days[n].edges);
    }
}

void suite_model_time(void)
{
    static const struct suite_test tests[] = {
        {"arithmetic against small steps", test_arithmetic},
        {"an hour costs nothing", test_hour},
        {"edges of crystals", test_crystals},
        {"a day of crystals", test_day},
    };
    suite_register("model_time", NULL, NULL, tests, COUNT(tests));
}
