/* SPDX-License-Identifier: MIT
 * The explorer: numbers that arithmetic gives, both engines, defences, witnesses. Runs from the root of the source
 * tree. */
#include "helpers.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "explore.h"
#include "play.h"

void suite_explore(void);

static struct rig rig;
static struct explore_setup setup;
static struct explorer *explorer;
static struct explore_result result, other;
static struct error e;

static void open_mix(const char *first, const char *second)
{
    CU_ASSERT_EQUAL_FATAL(rig_load(&rig, ".", TARGET_BOARD, "am9513a", "sun3-160:window", &e), STATUS_OK);
    setup = (struct explore_setup){.rig = &rig,
                                   .reader = {reader_find(first), reader_find(second)},
                                   .readers = 2,
                                   .count = 0x000123456789abcd,
                                   .schedules = 20000,
                                   .states = 100000};
    CU_ASSERT_EQUAL_FATAL(explore_open(&explorer, &setup, &e), STATUS_OK);
}

static bool same(const long double *a, const long double *b, size_t count)
{
    for (size_t n = 0; n < count; n++)
        if (a[n] != b[n])
            return false;
    return true;
}

static void on_model(const char *first, const char *second)
{
    open_mix(first, second);
    CU_ASSERT_EQUAL(explore_model(explorer, &result, &e), STATUS_OK);
    explore_close(explorer);
    long double returns = result.right + result.given_up;
    for (int n = 0; n < EXPLORE_WRONGS; n++)
        returns += result.wrong[n];
    CU_ASSERT_EQUAL(returns, 2 * result.schedules);
}

/* 16 over 8. Two schedules keep the readers apart. */
static void test_two_users(void)
{
    on_model("user32", "user32");
    CU_ASSERT_EQUAL(result.schedules, 12870);
    CU_ASSERT_EQUAL(result.with_wrong, 12868);
    CU_ASSERT_EQUAL(result.alone[0], 8);
    CU_ASSERT_TRUE(result.states < 12870);
}

static void test_masked(void)
{
    static const char *const kernels[] = {"kernel", "kernel64", "syscall", "syscalltimeval"};
    for (size_t a = 0; a < COUNT(kernels); a++)
        for (size_t b = 0; b < COUNT(kernels); b++) {
            on_model(kernels[a], kernels[b]);
            CU_ASSERT_EQUAL(result.schedules, 2);
            CU_ASSERT_EQUAL(result.with_wrong, 0);
            CU_ASSERT_EQUAL(result.given_up, 0);
        }
    on_model("kernel-unmasked", "kernel-unmasked");
    CU_ASSERT_EQUAL(result.with_wrong, 12868);
}

/* The kernel's accesses come together, at any of nine places: two of them harmless. */
static void test_user_and_kernel(void)
{
    on_model("user32", "kernel");
    CU_ASSERT_EQUAL(result.schedules, 9);
    CU_ASSERT_EQUAL(result.with_wrong, 7);
    CU_ASSERT_EQUAL(result.right, 18 - 7); /* the kernel's always */
    on_model("usertimeval", "syscalltimeval");
    CU_ASSERT_EQUAL(result.schedules, 13);
    CU_ASSERT_TRUE(result.with_wrong > 0);
}

static void test_defences(void)
{
    on_model("user32-twice", "kernel");
    CU_ASSERT_EQUAL(result.with_wrong, 0);
    CU_ASSERT_TRUE(result.with_given_up > 0);
    CU_ASSERT_EQUAL(result.alone[0], 16);
    on_model("user32-checked", "kernel");
    CU_ASSERT_TRUE(result.with_wrong > 0);
    on_model("user32-both", "kernel");
    CU_ASSERT_EQUAL(result.with_wrong, 0);
    on_model("user32-lock", "user32-lock");
    CU_ASSERT_EQUAL(result.schedules, 2);
    CU_ASSERT_EQUAL(result.with_wrong, 0);
    on_model("user32-lock", "kernel");
    CU_ASSERT_EQUAL(result.with_wrong, 7);
}

/* Every number, schedule by schedule on the RTL and by states on the model. */
static void test_engines(void)
{
    static const char *const mixes[][2] = {{"user32", "kernel"}, {"user32-checked", "kernel"}, {"user64", "kernel64"}};
    for (size_t n = 0; n < COUNT(mixes); n++) {
        open_mix(mixes[n][0], mixes[n][1]);
        CU_ASSERT_EQUAL(explore_rtl(explorer, &result, &e), STATUS_OK);
        CU_ASSERT_EQUAL(explore_model(explorer, &other, &e), STATUS_OK);
        CU_ASSERT_EQUAL(result.schedules, other.schedules);
        CU_ASSERT_EQUAL(result.with_wrong, other.with_wrong);
        CU_ASSERT_EQUAL(result.right, other.right);
        CU_ASSERT_TRUE(same(result.wrong, other.wrong, EXPLORE_WRONGS));
        CU_ASSERT_TRUE(same(result.off, other.off, EXPLORE_DECADES));
        for (int w = 0; w < EXPLORE_WRONGS; w++) {
            CU_ASSERT_EQUAL(result.witness[w].length, other.witness[w].length);
            CU_ASSERT_EQUAL(result.witness[w].value, other.witness[w].value);
        }
        explore_close(explorer);
    }
}

/* Forgetting what doomed readers read changes no number but the decades. */
static void test_coarse(void)
{
    on_model("user32", "user64");
    setup.coarse = true;
    CU_ASSERT_EQUAL_FATAL(explore_open(&explorer, &setup, &e), STATUS_OK);
    CU_ASSERT_EQUAL(explore_model(explorer, &other, &e), STATUS_OK);
    explore_close(explorer);
    CU_ASSERT_EQUAL(result.schedules, 125970); /* 20 over 8 */
    CU_ASSERT_EQUAL(other.schedules, 125970);
    CU_ASSERT_EQUAL(result.with_wrong, other.with_wrong);
    CU_ASSERT_EQUAL(result.right, other.right);
    CU_ASSERT_TRUE(same(result.wrong, other.wrong, EXPLORE_WRONGS));
    CU_ASSERT_TRUE(other.states < result.states);
}

/* A witness is confirmed on the RTL and, written down, passes as a scenario. */
static void test_witness(void)
{
    static struct scenario scenario;
    static struct play_result played;
    char text[8192];
    bool confirmed = false;
    open_mix("user32", "user32");
    CU_ASSERT_EQUAL(explore_model(explorer, &result, &e), STATUS_OK);
    for (int w = 0; w < EXPLORE_WRONGS; w++) {
        if (!result.witness[w].length)
            continue;
        FILE *f = fmemopen(text, sizeof text, "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(f);
        CU_ASSERT_EQUAL(explore_confirm(explorer, &result.witness[w], (enum explore_wrong)w, &confirmed, f, &e),
                        STATUS_OK);
        (void)fclose(f);
        CU_ASSERT_TRUE(confirmed);
        CU_ASSERT_EQUAL_FATAL(scenario_parse(&scenario, text, strlen(text), "witness.scn", &e), STATUS_OK);
        struct play_options options = {.out = tmpfile()};
        CU_ASSERT_EQUAL_FATAL(play(&played, &scenario, ".", &options, &e), STATUS_OK);
        CU_ASSERT_EQUAL(played.expectations_failed, 0);
        CU_ASSERT_EQUAL(played.unexpected, 0);
        CU_ASSERT_TRUE(played.expectations > 4);
        play_free(&played);
        scenario_free(&scenario);
        (void)fclose(options.out);
    }
    /* One that is none is not confirmed */
    struct explore_witness alone = {.length = 8, .reader = 0};
    CU_ASSERT_EQUAL(explore_confirm(explorer, &alone, WRONG_MOVED, &confirmed, NULL, &e), STATUS_OK);
    CU_ASSERT_FALSE(confirmed);
    explore_close(explorer);
}

static void test_bad(void)
{
    open_mix("user32", "user32");
    explore_close(explorer);
    setup.readers = 0;
    CU_ASSERT_EQUAL(explore_open(&explorer, &setup, &e), STATUS_INPUT);
    setup.readers = EXPLORE_READERS + 1;
    CU_ASSERT_EQUAL(explore_open(&explorer, &setup, &e), STATUS_INPUT);
    CU_ASSERT_PTR_NULL(reader_find("user33"));
    open_mix("user32", "kernel");
    explore_close(explorer);
    for (uint64_t limit = 8; limit <= 9; limit++) { /* there are nine */
        setup.schedules = limit;
        CU_ASSERT_EQUAL_FATAL(explore_open(&explorer, &setup, &e), STATUS_OK);
        CU_ASSERT_EQUAL(explore_rtl(explorer, &result, &e), limit == 9 ? STATUS_OK : STATUS_INPUT);
        explore_close(explorer);
    }
    setup.states = 5;
    CU_ASSERT_EQUAL_FATAL(explore_open(&explorer, &setup, &e), STATUS_OK);
    CU_ASSERT_EQUAL(explore_model(explorer, &result, &e), STATUS_INPUT);
    explore_close(explorer);
}

void suite_explore(void)
{
    CU_pSuite s = CU_add_suite("explore", NULL, NULL);
    CU_add_test(s, "two users", test_two_users);
    CU_add_test(s, "masked kernels", test_masked);
    CU_add_test(s, "user and kernel", test_user_and_kernel);
    CU_add_test(s, "defences", test_defences);
    CU_add_test(s, "engines", test_engines);
    CU_add_test(s, "coarse", test_coarse);
    CU_add_test(s, "witnesses", test_witness);
    CU_add_test(s, "bad input", test_bad);
}
