/* SPDX-License-Identifier: MIT
 * Interleavings: numbers that combinatorics know, RTL against model, masked paths, witnesses. Runs from the root of the
 * tree. */
#include "tests/unit/helpers.h"

#include <limits.h>
#include <stdlib.h>

#include "sim/explore/explore_lanes.h"
#include "sim/language/play.h"

static struct rig rig;
static struct error error;

static struct explore_setup two(const char *a, const char *b)
{
    struct explore_setup s = {.rig = &rig,
                              .reader = {reader_find(a), reader_find(b)},
                              .readers = 2,
                              .count = UINT64_C(0x000123456789abcd),
                              .states = 400000};
    CU_ASSERT_EQUAL_FATAL(rig_load(&rig, ".", TARGET_BOARD, "am9513a", RIG_PAL, "sun3-160:window", &error), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s.reader[0]);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s.reader[1]);
    return s;
}

/* One schedule from power-on: as choice says up to slot `chosen`, from there on always the first reader that may go.
 * other: of each slot, the readers after it that may go too. Returns its length. */
static unsigned play_one(struct explorer *x, uint8_t *choice, unsigned *other, unsigned chosen,
                         struct explore_result *r)
{
    struct player p;
    struct lanes lanes = {0};
    struct verdict_of_lane verdict;
    unsigned slot = 0, switches = 0;
    CU_ASSERT_EQUAL_FATAL(player_open(&p, x, NULL, &error), STATUS_OK);
    for (; !lanes_done(x, &lanes); slot++) {
        const unsigned enabled = lanes_enabled(x, &lanes);
        const unsigned reader = slot < chosen ? choice[slot] : (unsigned)__builtin_ctz(enabled);
        choice[slot] = (uint8_t)reader;
        other[slot] = enabled & (UINT_MAX - 1) << reader;
        switches += slot && choice[slot - 1] != reader;
        CU_ASSERT_EQUAL_FATAL(player_step(&p, &lanes, reader, slot, &verdict, &error), STATUS_OK);
        const uint16_t outcome = lanes.lane[reader].outcome;
        if (outcome_wrong(outcome) && witness_better(&r->witness[outcome_kind(outcome)], slot + 1, switches))
            r->witness[outcome_kind(outcome)] = (struct explore_witness){.length = slot + 1, .switches = switches};
    }
    r->accesses += slot;
    lanes_count(x, &lanes, 1, r);
    (void)tmr0_close(p.board);
    return slot;
}

#define BY_STATES ENGINES

/* By states, or all schedules on a board of that engine. */
static struct explore_result explore(const struct explore_setup *setup, enum engine_kind engine)
{
    struct explorer *x;
    static struct explore_result r;
    uint8_t choice[EXPLORE_LENGTH];
    unsigned other[EXPLORE_LENGTH], slot = 0;
    CU_ASSERT_EQUAL_FATAL(explore_open(&x, setup, &error), STATUS_OK);
    r = (struct explore_result){.schedules = 0};
    x->config.engine = engine;
    if (engine == BY_STATES)
        CU_ASSERT_EQUAL(explore_model(x, &r, &error), STATUS_OK);
    while (engine != BY_STATES) {
        slot = play_one(x, choice, other, slot, &r);
        while (slot && !other[slot - 1])
            slot--;
        if (!slot)
            break;
        choice[slot - 1] = (uint8_t)__builtin_ctz(other[slot - 1]);
    }
    explore_close(x);
    return r;
}

static bool same(long double a, long double b)
{
    return a >= b && a <= b;
}

static void check_same(const struct explore_result *a, const struct explore_result *b)
{
    CU_ASSERT_TRUE(same(a->schedules, b->schedules));
    CU_ASSERT_TRUE(same(a->with_wrong, b->with_wrong));
    CU_ASSERT_TRUE(same(a->with_given_up, b->with_given_up));
    CU_ASSERT_TRUE(same(a->right, b->right));
    for (int n = 0; n < EXPLORE_WRONGS; n++) {
        CU_ASSERT_TRUE(same(a->wrong[n], b->wrong[n]));
        CU_ASSERT_EQUAL(a->witness[n].length, b->witness[n].length);
        CU_ASSERT_EQUAL(a->witness[n].switches, b->witness[n].switches);
    }
    for (int n = 0; n < EXPLORE_DECADES; n++)
        CU_ASSERT_TRUE(same(a->off[n], b->off[n]));
}

/* Two readers of 8 accesses: 16 over 8; each of them whole, and by states. */
TEST(two)
{
    const struct explore_setup s = two("user32", "user32");
    const struct explore_result whole = explore(&s, ENGINE_MODEL), states = explore(&s, BY_STATES);
    CU_ASSERT_TRUE(same(whole.schedules, 12870));
    CU_ASSERT_EQUAL(whole.accesses, UINT64_C(12870) * 16);
    CU_ASSERT_TRUE(whole.with_wrong > 12000);
    CU_ASSERT_TRUE(whole.with_wrong < 12870); /* one after the other is right */
    check_same(&whole, &states);
}

/* A masked reader runs without interruption; no other does. */
TEST(masked)
{
    static const struct {
        const char *a, *b;
        long double schedules;
        bool wrong;
    } cases[] = {
        {"kernel", "kernel", 2, false},      {"kernel64", "kernel", 2, false},
        {"syscall", "kernel64", 2, false},   {"syscalltimeval", "syscall", 2, false},
        {"user32", "kernel", 9, true},       {"user64", "syscall", 13, true},
        {"usertimeval", "kernel", 13, true}, {"kernel-unmasked", "kernel", 9, true},
        {"user32-lock", "kernel", 9, true},  {"user32-lock", "user32-lock", 2, false},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        const struct explore_setup s = two(cases[n].a, cases[n].b);
        const struct explore_result rtl = explore(&s, ENGINE_RTL), model = explore(&s, BY_STATES);
        CU_ASSERT_TRUE(same(rtl.schedules, cases[n].schedules));
        CU_ASSERT_EQUAL(rtl.with_wrong > 0, cases[n].wrong);
        check_same(&rtl, &model);
    }
}

/* Masked readers keep to the clock over its carries too. */
TEST(carries)
{
    static const uint64_t count[] = {0xffe0, 0xffffffe0, UINT64_C(0xffffffffffe0), 0};
    for (size_t n = 0; n < COUNT(count); n++) {
        struct explore_setup s = two("kernel64", "syscalltimeval");
        s.count = count[n];
        CU_ASSERT_TRUE(same(explore(&s, BY_STATES).with_wrong, 0));
    }
}

/* Words of ffff, with a carry that passes them and without: RTL and model give the same numbers. */
TEST(counts)
{
    static const struct {
        uint64_t count;
        bool still;
    } cases[] = {
        {0xffff1234, false},        {0xffffffe0, false},     {0xffffffe0, true},
        {0xfffeffe0, true},         {0xffff0000ffe0, false}, {0xffffffff0000, false},
        {UINT64_C(1) << 63, false}, {UINT64_MAX, false},     {UINT64_MAX << 48, true},
        {0xffffff00, false},        {0x10000, true},         {0x1ffe0, false},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct explore_setup s = two("user32", "kernel64");
        s.count = cases[n].count;
        s.still = cases[n].still;
        const struct explore_result rtl = explore(&s, ENGINE_RTL), model = explore(&s, BY_STATES);
        check_same(&rtl, &model);
    }
}

/* A kernel that reads twice because the low word is 0 is as right when readers are followed coarsely. */
TEST(low_zero)
{
    struct explore_setup s = two("kernel", "syscalltimeval");
    s.count = 0x10000;
    s.still = s.coarse = true;
    CU_ASSERT_TRUE(same(explore(&s, BY_STATES).with_wrong, 0));
}

/* Three: 17! / (8! 8! 1!), the kernel's reader being one. */
TEST(three)
{
    struct explore_setup s = two("user32", "user32");
    s.reader[2] = reader_find("kernel");
    s.readers = 3;
    const struct explore_result r = explore(&s, BY_STATES);
    CU_ASSERT_TRUE(same(r.schedules, 218790));
    CU_ASSERT_TRUE(r.states < 218790);
}

/* Read twice helps against the kernel, a lock does not; no wrong value is left, but some are given up. */
TEST(defences)
{
    const struct explore_setup twice = two("user32-twice", "kernel"), checked = two("user32-checked", "kernel");
    const struct explore_result r = explore(&twice, BY_STATES), c = explore(&checked, BY_STATES);
    CU_ASSERT_TRUE(same(r.with_wrong, 0));
    CU_ASSERT_TRUE(r.with_given_up > 0);
    CU_ASSERT_TRUE(c.with_wrong > 0);
}

static const char *play_again(const char *text, size_t length)
{
    static struct scenario scenario;
    struct play_result result;
    struct play_options options = {.out = tmpfile()};
    const char *why = NULL;
    if (!options.out || scenario_parse(&scenario, text, length, "witness.scn", &error))
        return error.text;
    if (session_play(&result, &scenario, ".", &options, &error) == STATUS_OK) {
        why = result.expectations_failed || result.unexpected || !result.expectations ? "not as it says" : NULL;
        play_free(&result);
    } else {
        why = error.text;
    }
    scenario_free(&scenario);
    (void)fclose(options.out);
    return why;
}

/* The shortest schedule of each corruption, on the RTL, and as a scenario file by itself. */
TEST(witnesses)
{
    const struct explore_setup s = two("user32", "user32");
    static struct explore_result r;
    struct explorer *x;
    unsigned found = 0;
    CU_ASSERT_EQUAL_FATAL(explore_open(&x, &s, &error), STATUS_OK);
    CU_ASSERT_EQUAL(explore_model(x, &r, &error), STATUS_OK);
    for (int n = 0; n < EXPLORE_WRONGS; n++) {
        bool confirmed = false;
        char *text = NULL;
        size_t length = 0;
        if (!r.witness[n].length)
            continue;
        found++;
        FILE *f = open_memstream(&text, &length);
        CU_ASSERT_PTR_NOT_NULL_FATAL(f);
        CU_ASSERT_EQUAL(explore_confirm(x, &r.witness[n], (enum explore_wrong)n, &confirmed, f, &error), STATUS_OK);
        CU_ASSERT_EQUAL(fclose(f), 0);
        CU_ASSERT_TRUE(confirmed);
        const char *why = play_again(text, length);
        if (why)
            printf("%s\n", why);
        CU_ASSERT_PTR_NULL(why);
        free(text);
    }
    CU_ASSERT_TRUE(found >= 3);
    explore_close(x);
}

TEST(refused)
{
    struct explore_setup s = two("user32", "user32");
    struct explorer *x;
    static struct explore_result r;
    CU_ASSERT_PTR_NULL(reader_find("user33"));
    CU_ASSERT_PTR_NULL(reader_find(""));
    s.readers = 0;
    CU_ASSERT_EQUAL(explore_open(&x, &s, &error), STATUS_INPUT);
    s.readers = EXPLORE_READERS + 1;
    CU_ASSERT_EQUAL(explore_open(&x, &s, &error), STATUS_INPUT);
    s.readers = 2;
    s.states = 10;
    CU_ASSERT_EQUAL_FATAL(explore_open(&x, &s, &error), STATUS_OK);
    CU_ASSERT_EQUAL(explore_model(x, &r, &error), STATUS_INPUT);
    explore_close(x);
}

/* The kernel masks interrupts: nothing harms it. A user's 32-bit read has no defence. */
TEST(defence_table)
{
    struct explore_setup s = two("user64", "user64"); /* replaced by the defence's readers */
    static struct explore_result r, again;
    const struct defence kernel = {"kernel", "kernel"}, user = {"user32", "user32"};
    CU_ASSERT_EQUAL(defence_explore(&s, &kernel, &r, &error), STATUS_OK);
    CU_ASSERT_TRUE(r.first_wrong <= 0 && r.schedules > 0);
    CU_ASSERT_STRING_EQUAL(s.reader[0]->name, "kernel");
    CU_ASSERT_EQUAL(defence_explore(&s, &user, &again, &error), STATUS_OK);
    CU_ASSERT_TRUE(again.first_wrong > 0);
    for (const struct defence *d = defences; d->reader; d++) {
        CU_ASSERT_PTR_NOT_NULL(reader_find(d->reader));
        CU_ASSERT_PTR_NOT_NULL(reader_find(d->against));
    }
}
