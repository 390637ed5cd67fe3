/* SPDX-License-Identifier: MIT
 * The members of a board and of a chip with its checks (am9513_state_internal.h): loaded in the middle of anything,
 * they go on as those that were saved. */
#include "model/am9513_state_internal.h"
#include "model_board.h"
#include "tests/suite.h"
#include "tests/unit/drawn.h"

#include <string.h>

static const char head[HEAD] = "TESTED\1";
static uint8_t blob[16384], again[16384];
static bool alone; /* a chip and its checks */

static void members(struct am9513i_blob *b, void *of)
{
    am9513i_board_members(b, of, alone);
}

static size_t save(struct am9513_board *b, uint8_t *to)
{
    return am9513i_to_blob(head, members, b, to, sizeof blob);
}

/* Short periods: sources and gates move near commands. */
static unsigned drawn_byte(void)
{
    return draw(1) ? 0x61 + draw(30) : draw(1) ? draw(7) : draw(255);
}

static int operate_board(struct am9513_board *b)
{
    const uint64_t at_ps = b->now_ps + (uint64_t)draw(3) * draw(800000), pin = UINT64_C(1) << draw(9);
    b->checks.access++;
    switch (draw(4)) {
    case 0:
        return am9513_board_read(b, at_ps, 2 * draw(1), NULL);
    case 1:
        return am9513_board_set(b, at_ps, b->pins ^ pin << AM9513_PLACE_SRC);
    default:
        return am9513_board_write(b, at_ps, draw(3) ? 2 : 0, (uint8_t)drawn_byte(), NULL);
    }
}

static int operate_chip(struct am9513_board *b)
{
    const uint64_t at_ps = b->chip.now_ps + (uint64_t)draw(3) * draw(draw(1) ? 40000 : 400000);
    uint64_t pins = b->chip.pins ^ UINT64_C(1) << (draw(1) ? 16 + draw(3) : 16 + draw(14));
    if (draw(2) == 0)
        pins = (pins & ~AM9513_DB) | drawn_byte() | AM9513_HOST_DRIVES;
    b->checks.access++;
    return am9513_checks_set(&b->checks, &b->chip, at_ps, pins & AM9513_INPUTS);
}

static int operate(struct am9513_board *b)
{
    return alone ? operate_chip(b) : operate_board(b);
}

/* A byte to that port. */
static void put(struct am9513_board *b, bool control, unsigned byte)
{
    if (!b->config.direct)
        (void)(control ? am9513_board_write(b, b->now_ps, 0, 0, NULL) : am9513_board_read(b, b->now_ps, 0, NULL));
    CU_ASSERT_EQUAL(
        am9513_board_write(b, b->now_ps + 2 * US, control || !b->config.direct ? 2 : 0, (uint8_t)byte, NULL),
        AM9513_OK);
}

static void start_drawn(struct am9513_board *b)
{
    static const struct am9513_limits limits = {
        .least_ps = {[AM9513_TAVRL] = 25000,
                     [AM9513_TAVWH] = 170000,
                     [AM9513_TDVWH] = 80000,
                     [AM9513_TRHRL] = 1000000,
                     [AM9513_TWHAX] = 20000,
                     [AM9513_TWHDX] = 20000,
                     [AM9513_TWHWL] = 1500000,
                     [AM9513_TEHEH] = 145000,
                     [AM9513_TEHWH] = 100000,
                     [AM9513_TWHEH] = 550000,
                     [AM9513_TGVWH] = 100000,
                     [AM9513_TWHGV] = 475000,
                     [AM9513_TGVEH] = 100000,
                     [AM9513_TEHGV] = 100000,
                     [AM9513_TEHRL] = 190000,
                     [AM9513_TRHEH] = 20000,
                     [AM9513_TGVGV] = 145000,
                     [AM9513_HOST_READ] = 10000,
                     [AM9513_TCHCH] = 260000},
        .twheh_double_ps = 700000,
    };
    struct am9513_board_config c = typical;
    c.checks = true;
    c.limits = limits;
    c.direct = draw(1);
    if (draw(1))
        c.strobe_hold_ps = -20 * (int64_t)NS; /* R/W ends inside the strobe: races */
    c.seed = draw(99);
    CU_ASSERT_EQUAL_FATAL(am9513_board_init(b, &c), AM9513_OK);
    /* Counters that run: short periods, F1 or a chain, any gate */
    for (unsigned n = 1; n <= 5; n++) {
        const unsigned mode = (draw(1) ? 0x0b21U : 0x0021U) | (draw(1) ? draw(7) << 13 : 0);
        put(b, true, n);
        put(b, false, mode & 0xff);
        put(b, false, mode >> 8);
        put(b, false, 1 + draw(3));
        put(b, false, 0);
    }
    put(b, true, 0x7f);
}

/* Nothing that a board does depends on its records. */
static bool same_records(const struct am9513_checks *a, const struct am9513_checks *b)
{
    bool same = true;
    for (int n = 0; n < AM9513_CHECKS; n++) {
        const struct am9513_record *p = &a->record[n], *q = &b->record[n];
        same = same && p->broken == q->broken && p->observed_ps == q->observed_ps && p->required_ps == q->required_ps &&
               p->slack_ps == q->slack_ps && p->slack_required_ps == q->slack_required_ps &&
               p->slack_at_ps == q->slack_at_ps && p->broken_at_ps == q->broken_at_ps &&
               p->broken_access == q->broken_access && p->slack_access == q->slack_access;
    }
    return same;
}

/* The blobs do not show a member that both leave out. */
static bool same_watch(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct am9513_watch)) == 0;
}

TEST(anywhere)
{
    static struct am9513_board loaded;
    int different = 0;
    random_word = 9513;
    for (int place = 0; place < 3000; place++) {
        alone = place / 100 % 2;
        if (place % 100 == 0) {
            start_drawn(&board);
            loaded = board;
        }
        for (unsigned n = draw(30); n; n--)
            (void)operate(&board);
        for (unsigned n = draw(3); n; n--)
            (void)operate(&loaded);
        if (place % 2) { /* into one that is as after power-up */
            const struct am9513_board_config same_config = board.config;
            CU_ASSERT_EQUAL_FATAL(am9513_board_init(&loaded, &same_config), AM9513_OK);
        }
        const size_t size = save(&board, blob);
        CU_ASSERT_FATAL(size > 1000 && size < sizeof blob);
        CU_ASSERT_FATAL(am9513i_from_blob(head, members, &loaded, blob, size));
        bool same = save(&loaded, again) == size && memcmp(blob, again, size) == 0 &&
                    same_records(&board.checks, &loaded.checks) && same_watch(&board.chip.watch, &loaded.chip.watch);
        for (int n = 0; n < 20; n++) {
            const uint64_t drawn = random_word;
            const int said = operate(&board);
            random_word = drawn;
            same = same && operate(&loaded) == said && am9513_get(&board.chip) == am9513_get(&loaded.chip);
        }
        const size_t last = save(&board, blob);
        different += !same || save(&loaded, again) != last || memcmp(blob, again, last) != 0;
    }
    CU_ASSERT_EQUAL(different, 0);
}

/* Whether another board, or chip with its checks, takes this one's state. */
static bool is_taken(void)
{
    static struct am9513_board other;
    const size_t size = save(&board, blob);
    CU_ASSERT_EQUAL_FATAL(am9513_board_init(&other, &config), AM9513_OK);
    const bool taken = am9513i_from_blob(head, members, &other, blob, size);
    CU_ASSERT(!taken || (save(&other, again) == size && memcmp(blob, again, size) == 0));
    CU_ASSERT(
        !taken || alone ||
        (board.read == other.read && board.read_driven == other.read_driven && board.read_valid == other.read_valid));
    return taken;
}

/* A state with this number in the member is taken, or refused. */
#define TAKES(member, number, takes)                                                                                   \
    do {                                                                                                               \
        const struct am9513_board before = board;                                                                      \
        (member) = (number);                                                                                           \
        CU_ASSERT_EQUAL(is_taken(), takes);                                                                            \
        board = before;                                                                                                \
    } while (0)
#define TAKES_UP_TO(member, most)                                                                                      \
    do {                                                                                                               \
        TAKES(member, most, true);                                                                                     \
        TAKES(member, (most) + 1, false);                                                                              \
    } while (0)

#define MS UINT64_C(1000000000)
#define SOON (AM9513_TIME_MAX + 2 * MS)

/* Both sides of the bound of each kind of number. */
TEST(bounds)
{
    config = typical;
    config.checks = true;
    config.limits.least_ps[AM9513_TEHWH] = 100000;
    for (int of = 0; of < 2; of++) {
        struct am9513_watch *const watch = &board.chip.watch;
        struct am9513_checks *const k = &board.checks;
        struct am9513_board_gate *const gate[] = {&board.strobes, &board.ff_data, &board.ff_control, &board.to_board,
                                                  &board.to_host};
        alone = of == 1;
        start();
        board.read = 0x5a;
        board.read_driven = board.read_valid = true;
        CU_ASSERT(is_taken());
        TAKES_UP_TO(k->gate.until_ps, SOON);
        TAKES(k->gate.until_ps, AM9513_NEVER, true);
        TAKES(k->gate.until_ps, AM9513_NEVER - 1, false);
        TAKES_UP_TO(k->gate.moved_ps[4], AM9513_TIME_MAX);
        TAKES_UP_TO(k->record[AM9513_TEHWH].slack_ps, (int64_t)SOON);
        TAKES(k->record[AM9513_TEHWH].slack_ps, -(int64_t)SOON, true);
        TAKES(k->record[AM9513_TEHWH].slack_ps, -(int64_t)SOON - 1, false);
        TAKES(k->record[AM9513_TEHWH].slack_ps, INT64_MAX, true);
        TAKES(k->record[AM9513_TEHWH].slack_ps, INT64_MAX - 1, false);
        TAKES_UP_TO(k->gate.watch, 31);
        TAKES_UP_TO(k->pins.had, 0x3ff);
        TAKES_UP_TO(k->pins.had_two, 0x3ff);
        /* The windows are those of the limits; each counter has one place */
        TAKES(watch->before_ps, watch->before_ps + 1, false);
        TAKES(watch->gate_before_ps, watch->gate_before_ps + 1, false);
        TAKES(watch->out_before_ps, watch->out_before_ps + 1, false);
        for (unsigned n = 0; n < 5; n++)
            watch->hit[n].counters = (uint8_t)(1U << n);
        TAKES_UP_TO(watch->hits, 5);
        watch->hits = 2;
        TAKES(watch->hit[1].counters, 0, false);
        TAKES(watch->hit[1].counters, 1, false);
        TAKES(watch->hit[1].counters, 3, false);
        TAKES(watch->gated, 2, false);
        TAKES(watch->gated, 4, true);
        if (alone)
            continue;
        for (size_t n = 0; n < COUNT(gate); n++) {
            TAKES_UP_TO(gate[n]->in, 0x3ff);
            TAKES_UP_TO(gate[n]->out, 0x3ff);
            TAKES_UP_TO(gate[n]->due_ps, SOON);
        }
        TAKES(board.ff_random, 0, false);
        TAKES(board.gates_ps, board.now_ps, false);
        TAKES(board.gates_ps, board.now_ps + 1, true);
        TAKES(board.now_ps, board.now_ps + 1, false);
        TAKES(board.pins, AM9513_HOST_DRIVES - AM9513_SRC(1), true); /* all */
        TAKES(board.pins, AM9513_HOST_DRIVES, false);
        TAKES(board.pins, AM9513_SRC(1) / 2, false);
    }
}
