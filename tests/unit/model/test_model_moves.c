/* SPDX-License-Identifier: MIT
 * am9513_rebase(), am9513_set_x2() and calls that come late. */
#include "model/am9513_checks.h"
#include "model_chip.h"

/* A random config, and registers and counters that run. */
static void start_drawn(struct am9513 *c)
{
    static const uint64_t parts[] = {0, 3, 7, 1000003, UINT64_C(123456789012345), (UINT64_C(1) << 60) - 1};
    struct am9513_config config = typical;
    config.choices = draw(AM9513_CHOICES);
    config.x2_high_ps += draw(3000);
    if (draw(1))
        config.tehyv_ps = config.tehyv_compare_ps = 1500 * NS; /* several changes of OUT are under way */
    config.x2_parts = parts[draw(5)];
    config.x2_high_part = config.x2_parts ? (uint64_t)draw(999) * 999983 % config.x2_parts : 0;
    config.x2_low_part = config.x2_parts ? config.x2_parts - 1 - draw(1) : 0;
    CU_ASSERT_EQUAL_FATAL(am9513_init(c, &config), AM9513_OK);
    uint64_t at = 0;
    const uint16_t byte[] = {0xff17, (uint16_t)draw(0xff), (uint16_t)draw(0xff) & 0x5fU};
    for (unsigned n = 0; n < 3; n++)
        (void)am9513_write(c, at += 2 * US, n == 0, draw(1) && n == 2 ? (uint16_t)(byte[n] | 0x80U) : byte[n]);
    for (unsigned n = 1; n <= 5; n++) {
        const unsigned mode = draw(1) ? 0x0b21U + (draw(4) << 8) + draw(1) : draw(0xffff);
        const unsigned bytes[] = {0xff00U | n, mode & 0xffU, mode >> 8, 1 + draw(3), 0};
        for (unsigned k = 0; k < 5; k++)
            (void)am9513_write(c, at += 2 * US, k == 0, (uint16_t)bytes[k]);
    }
    (void)am9513_write(c, at + 2 * US, true, 0xff7f);
    if (draw(1)) { /* and all stop */
        (void)am9513_write(c, at + 4 * US + draw(999999), true, 0xffdf);
        (void)am9513_advance(c, at + 9 * US);
    }
}

static bool can_be_saved(const struct am9513 *c)
{
    static uint8_t state[8192];
    struct am9513 loaded = *c; /* with the same config */
    const size_t size = am9513_save(c, state, sizeof state);
    return size <= sizeof state && am9513_load(&loaded, state, size) == AM9513_OK;
}

/* Of random programs with and without, all that can be seen is the same. The time before the first move: nothing, or 52
 * days. */
TEST(rebase)
{
    int different = 0;
    random_word = 45;
    for (int program = 0; program < 10000; program++) {
        struct am9513 moved;
        start_drawn(&chip);
        if (draw(3) == 0 && !chip.tc_gates)
            (void)am9513_advance(&chip, UINT64_C(4500000000000000000) + draw(1000000));
        moved = chip;
        uint64_t by = 0;
        for (int n = 0; n < 30 && !different; n++) {
            if (draw(2) == 0) {
                const uint64_t ps = draw(1)   ? moved.now_ps
                                    : draw(1) ? moved.now_ps / 2
                                              : moved.now_ps / 1000 * draw(999);
                CU_ASSERT_EQUAL(am9513_rebase(&moved, ps), AM9513_OK);
                by += ps;
                different += !can_be_saved(&moved);
            }
            const uint64_t at = soon(&chip);
            const uint64_t drawn = random_word;
            const unsigned value = operate(&chip, at);
            random_word = drawn;
            different += operate(&moved, at - by) != value || am9513_get(&chip) != am9513_get(&moved);
            const uint64_t next = am9513_next_ps(&chip, AM9513_CHIP_VALID),
                           other = am9513_next_ps(&moved, AM9513_CHIP_VALID);
            different += next == AM9513_NEVER ? other != next : other + by != next;
            if (chip.now_ps != moved.now_ps + by)
                different++;
        }
    }
    CU_ASSERT_EQUAL(different, 0);
}

/* C//D rises in a read that began as one of data: the status is that of its beginning, though OUTs have moved since. */
TEST(rebase_in_read)
{
    int different = 0;
    random_word = 48;
    for (int program = 0; program < 2000; program++) {
        start_drawn(&chip);
        const uint64_t at = chip.now_ps + US + draw(999999), then = at + draw(999999) + US, last = then + draw(9999);
        const uint64_t begun = IDLE & ~(AM9513_CS_N | AM9513_RD_N | AM9513_CD);
        CU_ASSERT_EQUAL(am9513_set(&chip, at, begun), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_advance(&chip, then), AM9513_OK);
        struct am9513 moved = chip;
        CU_ASSERT_EQUAL(am9513_rebase(&moved, then), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_set(&chip, last, begun | AM9513_CD), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_set(&moved, last - then, begun | AM9513_CD), AM9513_OK);
        different += am9513_get(&chip) != am9513_get(&moved);
    }
    CU_ASSERT_EQUAL(different, 0);
}

/* What never comes is no nearer after more than 2^64 ps. */
TEST(rebase_never)
{
    start();
    for (int n = 0; n < 5; n++) {
        CU_ASSERT_EQUAL(am9513_advance(&chip, AM9513_TIME_MAX), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_rebase(&chip, AM9513_TIME_MAX), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB), AM9513_NEVER);
    }
}

TEST(rebase_refused)
{
    struct am9513 none = {0};
    start();
    wait(US);
    CU_ASSERT_EQUAL(am9513_rebase(NULL, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_rebase(&none, 0), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_rebase(&chip, chip.now_ps + 1), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_rebase(&chip, chip.now_ps), AM9513_OK);
    CU_ASSERT_EQUAL(chip.now_ps, 0);
}

/* The checks of a chip keep times of their own. */
TEST(checked_refused)
{
    static const struct am9513_limits limits = {.least_ps = {[AM9513_TDVWH] = 80000}};
    static struct am9513_checks checks;
    start();
    CU_ASSERT_EQUAL_FATAL(am9513_checks_init(&checks, &chip, &limits), AM9513_OK);
    wait(US);
    CU_ASSERT_EQUAL(am9513_rebase(&chip, US), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_set_x2(&chip, US, &typical), AM9513_RANGE);
    CU_ASSERT_EQUAL(chip.now_ps, US);
}

/* An X2 set at time 0 acts as if the chip had begun with it, also with fractions of a ps and after rebases. FOUT is F2
 * to F5; the scaler changes between BCD and binary. The first steps last up to 10 us, the last ones up to 17 hours. */
TEST(x2_from_start)
{
    enum { STEPS = 120, LONG = 100 };
    static const struct am9513_config other[] = {
        {.x2_high_ps = 166666, .x2_low_ps = 166666, .x2_high_part = 4, .x2_low_part = 4, .x2_parts = 6},
        {.x2_high_ps = 100000, .x2_low_ps = 150000, .x2_high_part = 1, .x2_parts = 2},
        {.x2_high_ps = 100000, .x2_low_ps = 150000, .x2_low_part = 999, .x2_parts = 1000},
        {.x2_high_ps = 139682,
         .x2_low_ps = 139682,
         .x2_high_part = 5559000000,
         .x2_low_part = 5559000000,
         .x2_parts = 7159090001},
        {.x2_high_ps = 139682,
         .x2_low_ps = 139682,
         .x2_high_part = 12345,
         .x2_low_part = (UINT64_C(1) << 60) - 2,
         .x2_parts = (UINT64_C(1) << 60) - 1}};
    random_word = 49;
    for (size_t n = 0; n < COUNT(other); n++) {
        struct am9513_config config = typical;
        config.x2_high_ps = other[n].x2_high_ps;
        config.x2_low_ps = other[n].x2_low_ps;
        config.x2_high_part = other[n].x2_high_part;
        config.x2_low_part = other[n].x2_low_part;
        config.x2_parts = other[n].x2_parts;
        struct am9513 always;
        CU_ASSERT_EQUAL_FATAL(am9513_init(&always, &config), AM9513_OK);
        start();
        CU_ASSERT_EQUAL(am9513_set_x2(&chip, 0, &other[n]), AM9513_OK);
        uint64_t by = 0;
        for (unsigned step = 0; step < STEPS; step++) {
            const unsigned bytes[] = {0xff17, 0xc0 + (draw(3) << 4), 0x01 + (draw(1) << 7)};
            for (unsigned k = 0; k < 3 && step % 2 == 0; k++) {
                CU_ASSERT_EQUAL(am9513_write(&always, always.now_ps + US, k == 0, (uint16_t)bytes[k]), AM9513_OK);
                CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + US, k == 0, (uint16_t)bytes[k]), AM9513_OK);
            }
            const uint64_t next = am9513_next_ps(&always, AM9513_FOUT);
            CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT) + by, next);
            const uint64_t then =
                step < LONG ? always.now_ps + draw(9999999) : next + draw(999) * UINT64_C(60000000000000);
            CU_ASSERT_EQUAL(am9513_advance(&always, then), AM9513_OK);
            CU_ASSERT_EQUAL(am9513_advance(&chip, then - by), AM9513_OK);
            CU_ASSERT_EQUAL(am9513_get(&chip), am9513_get(&always));
            const uint64_t ps = draw(1) ? chip.now_ps : chip.now_ps / 3;
            CU_ASSERT_EQUAL(am9513_rebase(&chip, ps), AM9513_OK);
            by += ps;
        }
    }
}

/* The same widths from an edge of X2 on: nothing changes. */
TEST(same_x2)
{
    int different = 0;
    random_word = 46;
    for (int program = 0; program < 1000; program++) {
        start_drawn(&chip);
        CU_ASSERT_EQUAL(am9513_set_x2(&chip, chip.now_ps, &typical), AM9513_OK); /* 4 MHz from here on */
        const uint64_t edge = chip.now_ps;
        struct am9513 other = chip;
        for (int n = 0; n < 30; n++) {
            const uint64_t at = edge + (chip.now_ps - edge) / (125 * NS) * (125 * NS) + draw(9) * (125 * NS);
            if (at >= other.now_ps)
                CU_ASSERT_EQUAL(am9513_set_x2(&other, at, &typical), AM9513_OK);
            const uint64_t then = (at > chip.now_ps ? at : chip.now_ps) + draw(300000), drawn = random_word;
            const unsigned value = operate(&chip, then);
            random_word = drawn;
            different += operate(&other, then) != value || am9513_get(&chip) != am9513_get(&other);
        }
    }
    CU_ASSERT_EQUAL(different, 0);
}

/* F1 counts what SRC1 counts that moves as X2 should: counters 1 and 2 count rises, 3 and 4 falls, in the order F1,
 * SRC1.
 */
TEST(other_x2)
{
    static const unsigned mode[] = {0x0b28, 0x0128, 0x1b28, 0x1128};
    random_word = 47;
    for (int program = 0; program < 200; program++) {
        struct am9513_config config = {.x2_high_ps = 125 * NS, .x2_low_ps = 125 * NS};
        CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
        bool is_high = false;
        uint64_t edge = config.x2_low_ps, change = draw(9000000);
        for (unsigned n = 0; n < 4; n++) {
            const unsigned byte[] = {0xff01 + n, mode[n] & 0xff, mode[n] >> 8, 0, 0};
            for (unsigned k = 0; k < 5; k++)
                CU_ASSERT_EQUAL(am9513_write(&chip, 0, k == 0, (uint16_t)byte[k]), AM9513_OK);
        }
        CU_ASSERT_EQUAL(am9513_write(&chip, 0, true, 0xff6f), AM9513_OK);
        for (int n = 0; n < 300; n++) {
            const uint64_t at = edge <= change ? edge : change;
            if (edge <= change) {
                is_high = !is_high;
                CU_ASSERT_EQUAL(am9513_set(&chip, at, IDLE | (is_high ? AM9513_SRC(1) : 0)), AM9513_OK);
                edge += is_high ? config.x2_high_ps : config.x2_low_ps;
            } else {
                config.x2_high_ps = 1000 + draw(400000);
                config.x2_low_ps = 1000 + draw(400000);
                CU_ASSERT_EQUAL(am9513_set_x2(&chip, at, &config), AM9513_OK);
                edge = at + (is_high ? config.x2_high_ps : config.x2_low_ps);
                change = at + draw(9000000);
            }
        }
        CU_ASSERT_EQUAL(am9513_settle(&chip), AM9513_OK);
        CU_ASSERT_EQUAL(chip.counter[0].count, chip.counter[1].count);
        CU_ASSERT_EQUAL(chip.counter[2].count, chip.counter[3].count);
        CU_ASSERT_TRUE(chip.counter[0].count > 50);
    }
}

TEST(x2_refused)
{
    struct am9513_config config = typical;
    start();
    wait(US);
    CU_ASSERT_EQUAL(am9513_set_x2(NULL, US, &config), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_set_x2(&chip, US, NULL), AM9513_NULL);
    config.x2_low_ps = 0;
    CU_ASSERT_EQUAL(am9513_set_x2(&chip, US, &config), AM9513_RANGE);
    config.x2_low_ps = config.x2_high_ps = 1; /* the delays are too many periods */
    CU_ASSERT_EQUAL(am9513_set_x2(&chip, US, &config), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_set_x2(&chip, US - 1, &typical), AM9513_LATE);
    CU_ASSERT_EQUAL(chip.now_ps, US);
}

/* A call 1 ps early acts at the chip's time and is counted; with refuse_past it does nothing. */
TEST(late)
{
    for (int refuse = 0; refuse < 2; refuse++) {
        struct am9513_config config = typical;
        uint16_t value = 0;
        config.tcmd_ps = 0;
        config.refuse_past = refuse;
        const int said = refuse ? AM9513_PAST : AM9513_LATE;
        CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_advance(&chip, US), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_advance(&chip, US), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_advance(&chip, US - 1), said);
        CU_ASSERT_EQUAL(am9513_write(&chip, US - 1, true, 0xff09), said);
        CU_ASSERT_EQUAL(chip.pointer, refuse ? 0x1f : 0x09);
        CU_ASSERT_EQUAL(am9513_set(&chip, 0, IDLE | AM9513_GATE(1)), said);
        CU_ASSERT_EQUAL(!!(chip.pins & AM9513_GATE(1)), !refuse);
        CU_ASSERT_EQUAL(am9513_read(&chip, 0, true, &value), said);
        CU_ASSERT_EQUAL(value & 1U, !refuse);
        CU_ASSERT_EQUAL(chip.now_ps, US);
        CU_ASSERT_EQUAL(chip.late, refuse ? 0 : 4);
        CU_ASSERT_EQUAL(am9513_set(&chip, 0, AM9513_OUT(1)), AM9513_RANGE); /* not counted */
        CU_ASSERT_EQUAL(chip.late, refuse ? 0 : 4);
    }
    CU_ASSERT_EQUAL(am9513_size(), sizeof chip);
}
