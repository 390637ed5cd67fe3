/* SPDX-License-Identifier: MIT
 * libam9513's arithmetic against itself in small steps, on random programs, and what a long time costs. */
#include "cli/random.h"
#include "cli/seconds.h"
#include "model_chip.h"

#include <stdio.h>
#include <time.h>

static uint64_t random_state;

static unsigned below(unsigned limit)
{
    return (unsigned)random_below(&random_state, limit);
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

TEST(arithmetic)
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

TEST(hour)
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
    CU_ASSERT_TRUE(best < 1e-3); /* a slow host needs 10 us, a step for each wrap of a counter 2 ms [E] */
    uint64_t us = (chip.now_ps - 125 * NS) / US; /* counter 5 divides by four */
    cmd(0xaf);
    uint64_t read = 0;
    cmd(0x19);
    for (int n = 0; n < 4; n++)
        read |= (uint64_t)read_word() << 16 * n;
    CU_ASSERT_TRUE(us - read < 1000); /* less the set-up */
}

/* Whatever runs: other counters than those gated by TC, with one read of all. */
TEST(hours)
{
    const clock_t begin = clock();
    for (unsigned seed = 1; seed <= 300; seed++) {
        random_state = seed * UINT64_C(0x9e3779b97f4a7c15);
        random_setup();
        for (unsigned n = 1; n <= 5; n++)
            if (chip.counter[n - 1].mode >> 13 == 1)
                counter(n, 0x0b20, 9, 0);
        for (unsigned n = 0; n < 3; n++) {
            pins ^= (uint64_t)1 << (AM9513_PLACE_SRC + below(10));
            (void)am9513_set(&chip, chip.now_ps + HOUR, pins);
            (void)am9513_get(&chip);
        }
        (void)am9513_write(&chip, chip.now_ps + US, true, (uint16_t)(0xff40U | below(32)));
        wait(HOUR);
        (void)am9513_settle(&chip);
    }
    CU_ASSERT_TRUE(clock() - begin < 10 * CLOCKS_PER_SEC); /* 0.1 s; with a step for each edge an hour [E] */
}

/* Counter 2 counts the TC of counter 1, whose GATE has this level. Its OUT does not move before am9513_next_ps(), which
 * is asked so often. */
static unsigned asked(unsigned mode, unsigned load, unsigned hold, bool gate)
{
    unsigned times = 0;
    bool right = true;
    start();
    counter(1, mode, load, hold);
    counter(2, 0x0021, 10, 0); /* down, repeat, TC pulse */
    pin(AM9513_GATE(1), gate);
    cmd(0x63);
    uint64_t may_ps = chip.now_ps;
    bool was = high(AM9513_OUT(2));
    for (unsigned n = 0; n < 4000; n++) {
        wait(125 * NS);
        bool is = high(AM9513_OUT(2));
        right = right && (is == was || chip.now_ps >= may_ps);
        was = is;
        for (; may_ps <= chip.now_ps; times++)
            may_ps = am9513_next_ps(&chip, AM9513_OUT(2));
    }
    CU_ASSERT_TRUE(right);
    return times;
}

TEST(chain_bound)
{
    CU_ASSERT_TRUE(asked(0x0b20, 7, 3, false) <= 57);
    CU_ASSERT_TRUE(asked(0x0b60, 7, 3, false) <= 200);
    CU_ASSERT_TRUE(asked(0x0b60, 3, 7, false) <= 161);
    CU_ASSERT_TRUE(asked(0x0be0, 3, 7, false) <= 133);
    CU_ASSERT_TRUE(asked(0x0be0, 7, 3, false) <= 170);
    CU_ASSERT_TRUE(asked(0x0be0, 7, 3, true) <= 133);
    CU_ASSERT_TRUE(asked(0x0b20, 1000, 0, false) <= 1);
}

/* The fall of X2 whose exact time ends in half a picosecond is at the next whole one. */
TEST(half_a_picosecond)
{
    const uint64_t fall_ps = UINT64_C(401) * 250 * NS + 201;
    struct am9513_config config = typical;
    config.x2_high_part = 1;
    config.x2_parts = 2;
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    pins = IDLE;
    counter(1, 0x1b28, 0, 0); /* F1, falling, up */
    cmd(0x61);
    CU_ASSERT_EQUAL(am9513_advance(&chip, fall_ps - 1), AM9513_OK);
    unsigned before = count(1);
    CU_ASSERT_EQUAL(am9513_advance(&chip, fall_ps), AM9513_OK);
    CU_ASSERT_EQUAL(count(1), before + 1);
}

/* The status is that of the begin of the read, also if C/D rises later: counter 1 on F1 or, with SRC1 moving, on that.
 */
static void check_status_of_begin(unsigned mode, uint64_t moves)
{
    for (unsigned n = 0; n < 16; n++) {
        uint16_t expected = 0;
        start();
        counter(1, mode, 3, 0); /* down, repeat, TC toggled */
        cmd(0x61);
        pin(moves, true);
        pin(moves, false);
        clock_src1(n);
        struct am9513 other = chip;
        const uint64_t begin_ps = chip.now_ps + UINT64_C(200) * n * NS + 1;
        CU_ASSERT_EQUAL(am9513_read(&other, begin_ps, true, &expected), AM9513_OK);
        pins &= ~(AM9513_CS_N | AM9513_RD_N | AM9513_CD);
        CU_ASSERT_EQUAL(am9513_set(&chip, begin_ps, pins), AM9513_OK);
        for (unsigned m = 0; m < 6; m++)
            pin(moves, m % 2 == 0);
        pin(AM9513_CD, true);
        wait(US);
        CU_ASSERT_EQUAL(am9513_get(&chip) & 0xffU, expected & 0xffU);
    }
}

TEST(status_of_begin)
{
    check_status_of_begin(0x0b22, 0);
    check_status_of_begin(0x0122, AM9513_SRC(1));
    check_status_of_begin(0x0b22, AM9513_SRC(2));
}

/* The same if SRC1 moves in a second call of that instant. */
TEST(status_before_pins)
{
    start();
    counter(1, 0x0121, 2, 0); /* SRC1, down, repeat, TC pulse */
    cmd(0x61);
    clock_src1(1);
    wait(US);
    pins &= ~(AM9513_CS_N | AM9513_RD_N | AM9513_CD);
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, pins), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, pins |= AM9513_SRC(1)), AM9513_OK);
    pin(AM9513_CD, true);
    CU_ASSERT_EQUAL(am9513_get(&chip) & 0xffU, 0x01);
    CU_ASSERT_TRUE(chip.counter[0].tc);
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
TEST(crystals)
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
TEST(day)
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

/* ---- When it acts */

/* Mode X: a gate edge saves between the two bytes of a write to Hold, and the counters are not read before the second.
 */
TEST(save_between_bytes)
{
    start();
    counter(1, 0xcbe8, 0x1234, 0);
    cmd(0x61);
    pin(AM9513_GATE(1), true);
    wait(10 * US);
    pin(AM9513_GATE(1), false);
    cmd(0x11);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + 2 * US, false, 0xff), AM9513_OK);
    pin(AM9513_GATE(1), true);
    wait(10 * US);
    struct am9513 looked = chip;
    (void)am9513_settle(&looked);
    CU_ASSERT_EQUAL(looked.counter[0].hold >> 8, 0x12);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps, false, 0x56), AM9513_OK);
    (void)am9513_settle(&chip);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 0x5600 | (looked.counter[0].hold & 0xff));
    CU_ASSERT_NOT_EQUAL(chip.counter[0].hold, 0x56ff);
}

TEST(command_time)
{
    start();
    counter(1, 0x0b28, 0, 0);
    cmd(0x21);
    (void)am9513_settle(&chip);
    /* WR rises so that the command is due at, or 1 ps before, the rise of X2 at 10.125 ms */
    uint64_t edge = 10000 * US + 125 * NS;
    for (unsigned early = 0; early < 2; early++) {
        struct am9513 copy = chip;
        CU_ASSERT_EQUAL(am9513_write(&copy, edge - 325 * NS - early, true, 0xa1), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_advance(&copy, edge), AM9513_OK);
        (void)am9513_settle(&copy);
        CU_ASSERT_EQUAL(copy.counter[0].hold, copy.counter[0].count - early);
    }
    /* a read that begins first brings it forward */
    uint16_t value;
    CU_ASSERT_EQUAL(am9513_write(&chip, edge - 300 * NS, true, 0xa1), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_read(&chip, edge - 1, true, &value), AM9513_OK);
    wait(US);
    CU_ASSERT_EQUAL(count(1) - chip.counter[0].hold, 4);
}

TEST(out_time)
{
    start();
    counter(1, 0x0102, 9, 0);
    CU_ASSERT_EQUAL(am9513_write(&chip, 1000 * US, true, 0xe9), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, OUTS), 1000 * US + 325 * NS);
    CU_ASSERT_EQUAL(am9513_advance(&chip, 1000 * US + 375 * NS - 1), AM9513_OK);
    CU_ASSERT_FALSE(high(AM9513_OUT(1)));
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, OUTS), 1000 * US + 375 * NS);
    wait(1);
    CU_ASSERT_TRUE(high(AM9513_OUT(1)));
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, OUTS), AM9513_NEVER);
}

/* OUT1, toggled by each rise of SRC1, 300 times in which nothing looks at it, and once more. */
TEST(out_unseen)
{
    start();
    counter(1, 0x0122, 1, 0);
    cmd(0x61);
    clock_src1(300);
    struct am9513 copy = chip;
    CU_ASSERT_EQUAL(am9513_advance(&copy, copy.now_ps + US), AM9513_OK);
    const bool was = am9513_get(&copy) & AM9513_OUT(1);
    pin(AM9513_SRC(1), true);
    wait(typical.tehyv_ps - 1);
    CU_ASSERT_EQUAL(high(AM9513_OUT(1)), was);
    wait(1);
    CU_ASSERT_EQUAL(high(AM9513_OUT(1)), !was);
}

/* 130 changes of OUT1 under way, 1 ns apart, from the second rise of SRC1 on: the newest ones replace the 127th. */
TEST(out_full)
{
    start();
    counter(1, 0x0122, 1, 0);
    cmd(0x61);
    wait(US);
    const bool was = high(AM9513_OUT(1));
    const uint64_t first_ps = chip.now_ps + NS;
    for (unsigned n = 0; n <= 130; n++) {
        CU_ASSERT_EQUAL(am9513_set(&chip, first_ps + n * NS, pins | AM9513_SRC(1)), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_set(&chip, first_ps + n * NS + NS / 2, pins), AM9513_OK);
    }
    for (unsigned n = 0; n <= 130; n++) {
        CU_ASSERT_EQUAL(am9513_advance(&chip, first_ps + typical.tehyv_ps + n * NS), AM9513_OK);
        CU_ASSERT_EQUAL(high(AM9513_OUT(1)), n < AM9513_LINE && n % 2 ? !was : was);
    }
}

/* SRC1 moves after a long time in which nothing has looked at FOUT, which it is. */
TEST(fout_of_pin)
{
    start();
    reg_write(0x17, 0x0110);
    pin(AM9513_SRC(1), true);
    CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + typical.tehfv_ps - 1), AM9513_OK);
    CU_ASSERT_FALSE(high(AM9513_FOUT));
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), chip.now_ps + 1);
    wait(1);
    CU_ASSERT_TRUE(high(AM9513_FOUT));
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), AM9513_NEVER);
}

/* am9513_next_ps() is each change of OUT1, and nothing else. */
TEST(next_is_a_change)
{
    static const unsigned row[][2] = {{0x0b22, 100}, {0x0d22, 5}, {0x0b22, 1}, {0x0b21, 100}, {0x0b02, 1000}};
    for (size_t n = 0; n < COUNT(row); n++) {
        start();
        reg_write(0x01, row[n][0]);
        reg_write(0x09, row[n][1]);
        cmd(0x61);
        CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + US), AM9513_OK);
        uint64_t next_ps = am9513_next_ps(&chip, AM9513_OUT(1));
        for (int change = 0; change < 20 && next_ps != AM9513_NEVER; change++) {
            const uint64_t level = am9513_get(&chip) & AM9513_OUT(1);
            CU_ASSERT_EQUAL(am9513_advance(&chip, next_ps), AM9513_OK);
            CU_ASSERT_NOT_EQUAL(am9513_get(&chip) & AM9513_OUT(1), level);
            next_ps = am9513_next_ps(&chip, AM9513_OUT(1));
        }
    }
}

/* FOUT divided by each divider, without delay: am9513_next_ps() gives its edges and nothing else. F1 rises each 250 ns.
 */
TEST(fout_edges)
{
    static const struct am9513_config ideal = AM9513_IDEAL(4000000);
    for (unsigned divider = 1; divider <= 16; divider++) {
        const uint64_t f1_ps = 250 * NS, period_ps = divider * f1_ps,
                       half_ps = divider == 1 ? f1_ps / 2 : divider / 2 * f1_ps;
        CU_ASSERT_EQUAL(am9513_init(&chip, &ideal), AM9513_OK);
        reg_write(0x17, divider % 16 << 8);
        wait(20 * US);
        for (bool was = true; was || !high(AM9513_FOUT);) {
            was = high(AM9513_FOUT);
            CU_ASSERT_EQUAL_FATAL(am9513_advance(&chip, am9513_next_ps(&chip, AM9513_FOUT)), AM9513_OK);
        }
        const uint64_t rise_ps = chip.now_ps;
        wait(7 * period_ps);
        for (unsigned n = 7; n < 12; n++) {
            CU_ASSERT_TRUE(high(AM9513_FOUT));
            CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), rise_ps + n * period_ps + half_ps);
            wait(half_ps);
            CU_ASSERT_FALSE(high(AM9513_FOUT));
            CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), rise_ps + (n + 1) * period_ps);
            wait(period_ps - half_ps);
        }
    }
}

TEST(bus_time)
{
    start();
    counter(1, 0x0100, 0x1234, 0);
    cmd(0x09);
    wait(US);
    uint64_t begin = chip.now_ps, low = pins & ~(AM9513_CS_N | AM9513_RD_N | AM9513_CD), got;
    CU_ASSERT_EQUAL(am9513_set(&chip, begin, low), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB), begin + typical.trlqx_ps);
    wait(typical.trlqx_ps);
    got = am9513_get(&chip);
    CU_ASSERT_TRUE((got & AM9513_CHIP_DRIVES) && !(got & AM9513_CHIP_VALID));
    CU_ASSERT_EQUAL(am9513_advance(&chip, begin + typical.trlqv_ps), AM9513_OK);
    got = am9513_get(&chip);
    CU_ASSERT_TRUE((got & AM9513_CHIP_VALID) && (got & 0xff) == 0x34);
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, (low & ~AM9513_DB) | 0xa500 | AM9513_HOST_DRIVES), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_get(&chip) & AM9513_DB, 0xa534); /* the upper half of the 8-bit bus is the host's */
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, low | AM9513_CD), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_get(&chip) & 0xff, 0x01); /* C/D chooses while the read lasts */
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, low), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_set(&chip, begin + US, low | AM9513_RD_N), AM9513_OK);
    wait(typical.trhqx_ps);
    got = am9513_get(&chip);
    CU_ASSERT_TRUE((got & AM9513_CHIP_DRIVES) && !(got & AM9513_CHIP_VALID));
    CU_ASSERT_EQUAL(am9513_advance(&chip, begin + US + typical.trhqz_ps), AM9513_OK);
    CU_ASSERT_FALSE(high(AM9513_CHIP_DRIVES));
    CU_ASSERT_EQUAL(read_byte(), 0x12);
}
