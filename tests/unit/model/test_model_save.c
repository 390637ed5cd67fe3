/* SPDX-License-Identifier: MIT
 * am9513_save() and am9513_load(): a chip loaded in the middle of anything goes on as the one that was saved. */
#include "model_chip.h"
#include "tests/unit/drawn.h"

#include <stdlib.h>
#include <string.h>

static uint8_t blob[AM9513_SAVED + 9], again[AM9513_SAVED];

static void load_elsewhere(struct am9513 *loaded)
{
    const size_t size = am9513_save(&chip, blob, sizeof blob);
    CU_ASSERT_TRUE(size > 100 && size <= sizeof blob);
    memset(loaded, 0xa5, sizeof *loaded);
    CU_ASSERT_EQUAL_FATAL(am9513_load(loaded, blob, size), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_save(loaded, again, sizeof again), size);
    CU_ASSERT_EQUAL(memcmp(blob, again, size), 0);
}

/* Both go on with the same operations; what their pins show and when they may move next is the same. */
static bool goes_on(struct am9513 *loaded, int operations)
{
    bool same = true;
    for (int n = 0; n < operations && same; n++) {
        const uint64_t drawn = random_word;
        (void)operate(&chip, soon(&chip));
        random_word = drawn;
        (void)operate(loaded, soon(loaded));
        same = am9513_get(&chip) == am9513_get(loaded) &&
               am9513_next_ps(&chip, OUTS | AM9513_FOUT) == am9513_next_ps(loaded, OUTS | AM9513_FOUT);
    }
    (void)am9513_settle(&chip);
    (void)am9513_settle(loaded);
    const size_t size = am9513_save(&chip, blob, sizeof blob);
    return same && am9513_save(loaded, again, sizeof again) == size && memcmp(blob, again, size) == 0;
}

/* Counters that run: F1 or any source, short periods, TC pulses or toggles OUT. */
static void run_counters(void)
{
    for (unsigned n = 1; n <= 5; n++) {
        const unsigned mode = draw(1) ? 0x0b21U + draw(1) : draw(0xffff);
        reg_write(n, mode);
        reg_write(8 + n, 1 + draw(3));
    }
    cmd(0x7f);
}

TEST(random_places)
{
    struct am9513_config config = typical;
    struct am9513 loaded;
    int different = 0;
    random_word = 9513;
    for (int place = 0; place < 10000; place++) {
        if (place % 50 == 0) {
            config.choices = draw(AM9513_CHOICES);
            config.x2_high_part = config.x2_low_part = draw(2);
            config.x2_parts = 3;
            CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &config), AM9513_OK);
            run_counters();
        }
        for (unsigned n = draw(30); n; n--)
            (void)operate(&chip, soon(&chip));
        load_elsewhere(&loaded);
        different += !goes_on(&loaded, 20);
    }
    CU_ASSERT_EQUAL(different, 0);
}

/* In the middle of a gate: counter 1 counts F1 while GATE1 is high, and OUT1 is on its way to the pin. */
TEST(gate)
{
    struct am9513 loaded;
    start();
    reg_write(0x01, 0x8b22);
    reg_write(0x09, 5);
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps + US, IDLE | AM9513_GATE(1)), AM9513_OK);
    cmd(0x61);
    for (int n = 0; n < 40; n++) {
        CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps + 77 * NS, IDLE | AM9513_GATE(1)), AM9513_OK);
        load_elsewhere(&loaded);
        struct am9513 copy = chip;
        for (int step = 1; step < 40; step++) {
            const uint64_t ps = chip.now_ps + (uint64_t)step * 100 * NS;
            const uint64_t in = IDLE | (step < 20 ? AM9513_GATE(1) : 0);
            CU_ASSERT_EQUAL(am9513_tick(&copy, ps, in), am9513_tick(&loaded, ps, in));
        }
    }
}

/* A line that is full of changes is the longest state. */
TEST(longest)
{
    struct am9513 loaded;
    start();
    reg_write(0x01, 0x0102); /* SRC1, TC toggles OUT1 */
    reg_write(0x09, 1);
    cmd(0x61);
    reg_write(0x17, 0xc110); /* FOUT: SRC1 */
    struct am9513_line *const full[] = {&chip.out[0], &chip.out[1], &chip.out[2],
                                        &chip.out[3], &chip.out[4], &chip.fout};
    for (size_t n = 0; n < COUNT(full); n++) {
        full[n]->used = AM9513_LINE;
        full[n]->first = AM9513_LINE - 1;
        for (unsigned at = 0; at < AM9513_LINE; at++)
            full[n]->due_ps[(AM9513_LINE - 1 + at) % AM9513_LINE] = full[n]->last_ps = chip.now_ps + US + at;
    }
    load_elsewhere(&loaded);
    CU_ASSERT_EQUAL(loaded.out[4].used, AM9513_LINE);
    /* One change more than FOUT has room for, the last of all lines: before refuse_past, 25 bytes and the sum */
    const size_t size = am9513_save(&chip, blob, sizeof blob), end = size - 29,
                 used = end - (size_t)9 * AM9513_LINE - 1;
    CU_ASSERT_EQUAL_FATAL(blob[used], AM9513_LINE);
    memmove(blob + end + 9, blob + end, size - end);
    put_number(blob + end, 8, chip.fout.last_ps + 1);
    put_number(blob + used - 10, 8, chip.fout.last_ps + 1);
    blob[end + 8] = chip.fout.target;
    blob[used]++;
    make_sum(blob, size + 9);
    CU_ASSERT_EQUAL(am9513_load(&loaded, blob, size + 9), AM9513_FORMAT);
}

/* A whole blob of another version or with a number out of range changes nothing. Places: those of all versions. */
TEST(impossible)
{
    static const struct {
        size_t at;
        uint8_t byte;
    } impossible[] = {
        {6, 3},      /* version */
        {7, 1},      /* its high byte */
        {23, 1},     /* x2_low_ps: no X2 is as slow */
        {131, 0x80}, /* now_ps: after the last time */
        {150, 0x20}, /* pointer */
        {150, 0x08}, /* a pointer to group 0 */
        {150, 0x1e}, /* to group 6 */
        {153, 1},    /* a command waits that was due before now_ps */
        {287, 1},    /* shown, and below tc_gates, gated_chain, edges: not as the mode registers say */
        {288, 1},    /* tc_gates */
        {289, 1},    /* gated_chain */
        {290, 0xa5}, /* edges */
    };
    start();
    const size_t size = am9513_save(&chip, blob, sizeof blob);
    for (size_t n = 0; n < COUNT(impossible); n++) {
        memcpy(again, blob, size);
        again[impossible[n].at] = impossible[n].byte;
        make_sum(again, size);
        CU_ASSERT_EQUAL(am9513_load(&chip, again, size), AM9513_FORMAT);
    }
    CU_ASSERT_EQUAL(am9513_save(&chip, again, sizeof again), size);
    CU_ASSERT_EQUAL(memcmp(blob, again, size), 0);
}

static bool takes(size_t size, size_t at, size_t bytes, uint64_t value)
{
    struct am9513 loaded;
    memcpy(again, blob, size);
    put_number(again + at, bytes, value);
    make_sum(again, size);
    return am9513_load(&loaded, again, size) == AM9513_OK;
}

/* Both sides of each bound. Counters that count no source, OUT1 with two changes under way: each takes 9 bytes. */
TEST(bounds)
{
    enum { DUE = 1000, LAST = 2000 };
    static const uint64_t latest = AM9513_TIME_MAX + 1000 * US;
    const struct {
        size_t at, bytes;
        uint64_t good, bad;
    } bound[] = {
        {120, 4, AM9513_CHOICES, AM9513_CHOICES + 1},
        {132, 8, 5 * US, 5 * US + 1},       /* done_ps: now_ps */
        {157, 8, 1005 * US, 1005 * US + 1}, /* op_ps: a command delay after it */
        {167, 1, 63, 64},                   /* read_status */
        {169, 8, 5 * US, 5 * US + 1},       /* read_ps */
        {180, 1, 0, 1},                     /* a driver that changes, but never */
        {181, 8, latest, latest + 1},       /* when it does */
        {190, 1, 0, 1},
        {191, 8, AM9513_NEVER, AM9513_NEVER - 1},
        {330, 4, 65535, 65536},           /* scaler_start */
        {344, 1, 15, 16},                 /* fout_position */
        {346, 8, 5 * US, 5 * US + 1},     /* fout_done_ps */
        {354, 8, latest, latest + 1},     /* OUT1's last_ps */
        {354, 8, LAST, LAST - 1},         /* and its newest change */
        {362, 1, 0x21, 0x02},             /* pin: high impedance or a level */
        {363, 1, 0x20, 0x21},             /* target: not what its newest change leads to */
        {365, 8, LAST - 1, LAST},         /* changes in the order of their times */
        {373, 1, 0x21, 0x40},             /* a value: none of a pin */
        {383 + 9, 1, 0, 1},               /* OUT2 with no change under way, and not as it is to be */
        {439, 8, 250 * NS - 1, 250 * NS}, /* phase of X2: a period */
        {447, 8, 0, 1},                   /* its parts of a ps: it has none */
    };
    static const size_t flags[] = {151, 152, 153, 154, 168, 177, 178, 179, 189, 288, 289, 345, 438};
    start();
    for (int n = 0; n < 5; n++)
        chip.counter[n].mode = 0;
    CU_ASSERT_EQUAL(am9513_advance(&chip, 5 * US), AM9513_OK);
    chip.out[0] = (struct am9513_line){
        .due_ps = {DUE, LAST}, .last_ps = LAST, .value = {1, 0x20}, .pin = 0x20, .target = 0x20, .used = 2};
    const size_t size = am9513_save(&chip, blob, sizeof blob);
    CU_ASSERT_EQUAL(size, 449 + 2 * 9);
    for (size_t n = 0; n < COUNT(bound); n++) {
        CU_ASSERT_TRUE(takes(size, bound[n].at, bound[n].bytes, bound[n].good));
        CU_ASSERT_FALSE(takes(size, bound[n].at, bound[n].bytes, bound[n].bad));
    }
    for (size_t n = 0; n < COUNT(flags); n++)
        CU_ASSERT_FALSE(takes(size, flags[n], 1, 2));
    for (size_t n = 0; n < 5; n++)
        for (size_t flag = 0; flag < 8; flag++)
            CU_ASSERT_FALSE(takes(size, 199 + 16 * n + 8 + flag, 1, 2)); /* after the counter's four numbers */
}

/* A blob that is no whole one changes nothing. */
TEST(refused)
{
    start();
    cmd(0x61);
    const size_t size = am9513_save(&chip, blob, sizeof blob);
    struct am9513 none = {0};
    CU_ASSERT_EQUAL(am9513_save(NULL, blob, sizeof blob), 0);
    CU_ASSERT_EQUAL(am9513_save(&none, blob, sizeof blob), 0);
    CU_ASSERT_EQUAL(am9513_save(&chip, NULL, 0), size);
    CU_ASSERT_EQUAL(am9513_save(&chip, NULL, size), size);
    memset(again, 0x5a, sizeof again);
    CU_ASSERT_EQUAL(am9513_save(&chip, again, size - 1), size);
    CU_ASSERT_EQUAL(again[0], 0x5a);
    CU_ASSERT_EQUAL(am9513_save(&chip, again, size), size);
    CU_ASSERT_EQUAL(again[0], 'A');
    CU_ASSERT_EQUAL(am9513_load(NULL, blob, size), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_load(&chip, NULL, size), AM9513_NULL);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut + 1); /* what reads more is seen by the sanitizers */
        CU_ASSERT_PTR_NOT_NULL_FATAL(exact);
        if (!exact)
            return;
        memcpy(exact + 1, blob, cut);
        CU_ASSERT_EQUAL(am9513_load(&chip, exact + 1, cut), AM9513_FORMAT);
        if (cut >= 8 + 4) { /* what is left has a right sum */
            make_sum(exact + 1, cut);
            CU_ASSERT_EQUAL(am9513_load(&chip, exact + 1, cut), AM9513_FORMAT);
        }
        free(exact);
        blob[cut] ^= 0x10; /* the version, a member, the sum */
        CU_ASSERT_EQUAL(am9513_load(&chip, blob, size), AM9513_FORMAT);
        blob[cut] ^= 0x10;
    }
    CU_ASSERT_EQUAL(am9513_load(&chip, blob, size + 1), AM9513_FORMAT);
    CU_ASSERT_EQUAL(am9513_save(&chip, again, sizeof again), size); /* and the chip is as before */
    CU_ASSERT_EQUAL(memcmp(blob, again, size), 0);
    CU_ASSERT_EQUAL(am9513_load(&chip, blob, size), AM9513_OK);
}

/* A blob of version 1 is read, that of version 2 without its last members: a chip after power-up and a move of GATE1.
 */
TEST(version_1)
{
    struct am9513 loaded;
    start();
    CU_ASSERT_EQUAL(am9513_set(&chip, 0x123456789a, IDLE | AM9513_GATE(1)), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_settle(&chip), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_save(&chip, blob, sizeof blob), 424 + 25);
    CU_ASSERT_EQUAL(memcmp(blob, "AM9513\2\0\x48\xe8\1\0\0\0\0\0", 16), 0);
    CU_ASSERT_EQUAL(memcmp(blob + 124, "\x9a\x78\x56\x34\x12\0\0\0", 8), 0);
    memcpy(again, blob, 420);
    again[6] = 1;
    make_sum(again, 424);
    CU_ASSERT_EQUAL(am9513_load(&loaded, again, 424), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_save(&loaded, again, sizeof again), 449);
    CU_ASSERT_EQUAL(memcmp(blob, again, 449), 0);
    /* Both versions refuse the same altered bytes. The bytes before the pins are left out: the X2 differs there */
    static const uint8_t other[] = {0, 1, 2, 0x20, 0x80, 0xff};
    for (size_t at = 124; at < 420; at++)
        for (size_t n = 0; n < COUNT(other); n++) {
            const uint8_t was = blob[at];
            blob[at] = other[n];
            memcpy(again, blob, 420);
            again[6] = 1;
            make_sum(again, 424);
            make_sum(blob, 449);
            CU_ASSERT_EQUAL(am9513_load(&loaded, again, 424), am9513_load(&loaded, blob, 449));
            blob[at] = was;
        }
}
