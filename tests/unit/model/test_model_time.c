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

static void random_setup(void)
{
    start();
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

void suite_model_time(void)
{
    static const struct suite_test tests[] = {
        {"arithmetic against small steps", test_arithmetic},
        {"an hour costs nothing", test_hour},
    };
    suite_register("model_time", NULL, NULL, tests, COUNT(tests));
}
