/* SPDX-License-Identifier: MIT
 * The fuzzer's generator and shrinker by themselves, and a short run. */
#include "sim/language/scenario.h"
#include "tests/fuzz/fuzz_run.h"
#include "tests/suite.h"

#include <stdlib.h>
#include <string.h>

static struct fuzz_case one, two;
static char text[FUZZ_LINES * FUZZ_LINE + 1], again[FUZZ_LINES * FUZZ_LINE + 1];

TEST(seed)
{
    for (int target = 0; target < 2; target++) {
        uint64_t a = 7, b = 7, other = 8;
        for (int n = 0; n < 20; n++) {
            fuzz_make(&one, (enum target)target, &a, 100);
            fuzz_make(&two, (enum target)target, &b, 100);
            (void)fuzz_text(&one, text);
            (void)fuzz_text(&two, again);
            CU_ASSERT_STRING_EQUAL(text, again);
            fuzz_make(&two, (enum target)target, &other, 100);
            (void)fuzz_text(&two, again);
            CU_ASSERT_STRING_NOT_EQUAL(text, again);
        }
    }
}

/* Whatever comes out is a scenario: nothing cut off, nothing the parser does not know. */
TEST(text)
{
    for (int target = 0; target < 2; target++) {
        uint64_t state = 1;
        for (int n = 0; n < 300; n++) {
            struct scenario s;
            struct error e = {""};
            fuzz_make(&one, (enum target)target, &state, 300);
            CU_ASSERT_TRUE(one.ops >= 300 && one.lines <= FUZZ_LINES && one.settings < one.lines);
            for (size_t line = 0; line < one.lines; line++)
                CU_ASSERT_TRUE(strlen(one.line[line]) < FUZZ_LINE - 1);
            size_t size = fuzz_text(&one, text);
            int status = scenario_parse(&s, text, size, "case", &e);
            CU_ASSERT_EQUAL(status, STATUS_OK);
            CU_ASSERT_STRING_EQUAL(e.text, "");
            if (status == STATUS_OK)
                scenario_free(&s);
        }
    }
}

TEST(set)
{
    uint64_t state = 1;
    fuzz_make(&one, TARGET_CHIP, &state, 10);
    memcpy(&two, &one, sizeof two);
    fuzz_set(&two, "effects on");
    CU_ASSERT_EQUAL(two.lines, one.lines + 1);
    CU_ASSERT_EQUAL(two.settings, one.settings + 1);
    for (size_t n = 0; n < two.lines; n++)
        CU_ASSERT_STRING_EQUAL(two.line[n], n < one.settings    ? one.line[n]
                                            : n == one.settings ? "effects on"
                                                                : one.line[n - 1]);
}

static unsigned tries;

static bool has(const struct fuzz_case *c, const char *line)
{
    for (size_t n = c->settings; n < c->lines; n++)
        if (strcmp(c->line[n], line) == 0)
            return true;
    return false;
}

static bool needs_two(void *context, const struct fuzz_case *c)
{
    (void)context;
    tries++;
    return has(c, "cmd 0x61") && has(c, "wait 5us");
}

TEST(shrink)
{
    memset(&one, 0, sizeof one);
    strcpy(one.line[0], "target chip");
    one.settings = 1;
    for (size_t n = 1; n < 201; n++)
        strcpy(one.line[n], n == 37 ? "cmd 0x61" : n == 150 ? "wait 5us" : "status");
    one.lines = 201;
    one.ops = 200;
    tries = 0;
    fuzz_shrink(&one, needs_two, NULL);
    CU_ASSERT_EQUAL(one.ops, 2);
    (void)fuzz_text(&one, text);
    CU_ASSERT_STRING_EQUAL(text, "target chip\ncmd 0x61\nwait 5us\n");
    CU_ASSERT_TRUE(tries < 200);
}

TEST(run)
{
    static struct fuzz_result r;
    struct fuzz_setup setup = {.dir = ".", .target = TARGET_CHIP, .ops = 4000, .seed = 3};
    struct error e = {""};
    CU_ASSERT_EQUAL(fuzz_run(&r, &setup, &e), STATUS_OK);
    CU_ASSERT_TRUE(r.ops >= 4000 && r.cases > 12);
    setup.effects = true;
    setup.ops = 1000;
    CU_ASSERT_EQUAL(fuzz_run(&r, &setup, &e), STATUS_OK);
    CU_ASSERT_TRUE(r.ops >= 1000 && r.ops < 2000);
    setup.dir = "none"; /* every program is refused, which ends the run */
    CU_ASSERT_EQUAL(fuzz_run(&r, &setup, &e), STATUS_INPUT);
    CU_ASSERT_TRUE(r.cases == 0 && r.ops == 0 && r.refused > 100);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "none/parts"));
}
