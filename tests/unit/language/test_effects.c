/* SPDX-License-Identifier: MIT
 * Consequences of violations. tests/scenarios/effects/effect-*.scn show one a parameter, with the seed that draws it;
 * here they are played with other seeds and with effects off: below the line "# Beyond the bound" the outcome is a
 * matter of the seed, above it nothing ever differs. */
#include "tests/unit/helpers.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/language/play.h"

#define BEYOND "# Beyond the bound"
#define SEEDS 24

/* How a run went. */
struct outcome {
    char text[4096];  /* what it printed */
    uint64_t failed;  /* expectations */
    int first_failed; /* line, 0 for none */
    size_t violations;
};

static int line_of(const char *file, const char *text)
{
    char line[256];
    int number = 0, found = 0;
    FILE *f = fopen(file, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    while (!found && fgets(line, sizeof line, f)) {
        number++;
        if (strncmp(line, text, strlen(text)) == 0)
            found = number;
    }
    (void)fclose(f);
    return found;
}

/* seed 0: the file's. */
static void run(struct outcome *o, const char *file, bool effects, uint64_t seed)
{
    struct scenario s;
    struct error e = {""};
    struct play_result r;
    struct play_options options = {.engine = ENGINE_RTL, .out = tmpfile()};
    memset(o, 0, sizeof *o);
    CU_ASSERT_PTR_NOT_NULL_FATAL(options.out);
    CU_ASSERT_EQUAL_FATAL(scenario_load(&s, file, NULL, &e), STATUS_OK);
    s.effects = effects;
    if (seed)
        s.seed = seed;
    CU_ASSERT_EQUAL_FATAL(session_play(&r, &s, ".", &options, &e), STATUS_OK);
    o->failed = r.expectations_failed;
    o->violations = r.violations;
    rewind(options.out);
    size_t size = fread(o->text, 1, sizeof o->text - 1, options.out);
    CU_ASSERT_TRUE(size < sizeof o->text - 1);
    (void)fclose(options.out);
    if (o->failed) /* FILE:LINE: */
        o->first_failed = (int)strtol(o->text + strlen(file) + 1, NULL, 10);
    play_free(&r);
    scenario_free(&s);
}

static bool equal(const struct outcome *a, const struct outcome *b)
{
    return strcmp(a->text, b->text) == 0 && a->failed == b->failed && a->violations == b->violations;
}

static void each(void (*test)(const char *file))
{
    glob_t found;
    CU_ASSERT_EQUAL_FATAL(glob("tests/scenarios/effects/effect-*.scn", 0, NULL, &found), 0);
    for (size_t n = 0; n < found.gl_pathc; n++)
        test(found.gl_pathv[n]);
    globfree(&found);
}

/* The seed of the file draws the effect, again and again; without effects the violation stays and the effect is not. */
static void shows(const char *file)
{
    struct outcome on, again, off;
    run(&on, file, true, 0);
    run(&again, file, true, 0);
    run(&off, file, false, 0);
    CU_ASSERT_EQUAL(on.failed, 0);
    CU_ASSERT_TRUE(equal(&on, &again));
    CU_ASSERT_EQUAL(on.violations, off.violations);
    if (strstr(file, "-bound")) {
        CU_ASSERT_EQUAL(off.failed, 0);
    } else if (!strstr(file, "trhax")) { /* there C/D itself chooses the port at the read's end, also without effects */
        CU_ASSERT_NOT_EQUAL(off.failed, 0);
    }
    if (on.failed)
        (void)fprintf(stderr, "%s: %s\n", file, on.text);
}

TEST(shown)
{
    each(shows);
}

/* Other seeds: above the line no expectation ever fails, below it the outcome changes with the seed. */
static void drawn(const char *file)
{
    int beyond = line_of(file, BEYOND);
    unsigned wrong = 0, right = 0;
    if (!beyond)
        return;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct outcome o;
        run(&o, file, true, seed);
        wrong += o.failed != 0;
        right += o.failed == 0;
        CU_ASSERT_TRUE(!o.failed || o.first_failed > beyond);
    }
    CU_ASSERT_TRUE(wrong > 0 && right > 0);
    if (!wrong || !right)
        (void)fprintf(stderr, "%s: %u of %d seeds draw the effect\n", file, right, SEEDS);
}

TEST(drawn)
{
    each(drawn);
}

/* Seeds of which one is a multiple of the other draw unrelated sequences: the counts of 10,000 lossy pulses differ by
 * more than where a sequence begins. */
TEST(seeds)
{
    const char *file = "tests/scenarios/effects/related-seeds.scn";
    const uint64_t seed[] = {7, 28, 112};
    long count[3];
    for (int n = 0; n < 3; n++) {
        struct outcome o;
        run(&o, file, true, seed[n]);
        CU_ASSERT_EQUAL(o.failed, 0);
        count[n] = strtol(o.text + strlen(file) + strlen(":21:"), NULL, 10); /* FILE:LINE: COUNT */
        for (int before = 0; before < n; before++)
            CU_ASSERT_TRUE(labs(count[n] - count[before]) > 3);
    }
}

/* The model has no effects of violations. */
TEST(engines)
{
    static struct fixture fixture;
    for (enum engine_kind engine = ENGINE_RTL; engine < ENGINES; engine++) {
        fixture_load(&fixture, NULL);
        fixture.config.effects = true;
        fixture.config.engine = engine;
        int status = board_result(board_open(&fixture.board, &fixture.config), &fixture.error);
        CU_ASSERT_EQUAL(status, engine == ENGINE_RTL ? STATUS_OK : STATUS_INPUT);
        if (status == STATUS_OK)
            (void)tmr0_close(fixture.board);
        else
            CU_ASSERT_PTR_NOT_NULL(strstr(fixture.error.text, engine_name[engine]));
    }
}
