/* SPDX-License-Identifier: MIT
 * Points of a sweep, its folder, its limits. Runs from the root of the tree. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/sweep/sweep.h"
#include "tests/suite.h"

static struct sweep sweep;
static struct sweep_loaded loaded;
static struct error e;
static char folder[32];

static void begin(void)
{
    sweep = (struct sweep){.data = ".",
                           .machine = "sun3-160:window",
                           .part = "am9513a",
                           .pal_part = RIG_PAL,
                           .corner = CORNER_TYP,
                           .reads = 2,
                           .seed = 5};
}

TEST(grid)
{
    begin();
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "machine.control_strobe_read=100ns..121ns/10ns", &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "osc=3.5MHz..4MHz/500kHz", &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep.points, 6);
    CU_ASSERT_STRING_EQUAL(sweep.axis[0].column, "machine.control_strobe_read_ps");
    CU_ASSERT_STRING_EQUAL(sweep.axis[1].column, "osc_hz");
    static const int64_t expected[6][2] = {{100000, 3500000}, {100000, 4000000}, {110000, 3500000},
                                           {110000, 4000000}, {120000, 3500000}, {120000, 4000000}};
    for (uint64_t n = 0; n < 6; n++) {
        sweep_values(&loaded, n);
        CU_ASSERT_EQUAL(loaded.value[0], expected[n][0]);
        CU_ASSERT_EQUAL(loaded.value[1], expected[n][1]);
    }
}

TEST(bad_ranges)
{
    static const struct {
        const char *text, *phrase;
    } bad[] = {
        {"osc", "expected KEY=FROM..TO/STEP"},
        {"osc=4MHz", "not a range, expected FROM..TO/STEP"},
        {"osc=4MHz/1Hz..5MHz", "not a range"},
        {"osc=4MHz..5MHz/0Hz", "the step is 0"},
        {"phase=0ns..1ns/-1ps", "the step is negative"},
        {"osc=5MHz..4MHz/1Hz", "the range is reversed"},
        {"osc=4MHz..4MHz/1Hz", "the range is empty"},
        {"osc=999Hz..1kHz/1Hz", "the range leaves 1000 to 50000000"},
        {"osc=1kHz..50.000001MHz/1Hz", "the range leaves 1000 to 50000000"},
        {"osc=4..5MHz/1Hz", "\"4\" has no unit"},
        {"osc=4MHz..5MHz/0.5Hz", "not a whole number of hertz"},
        {"osc=1e300MHz..5MHz/1Hz", "\"1e300MHz\" has unknown unit"},
        {"osc=nanMHz..5MHz/1Hz", "\"nanMHz\" is not a frequency"},
        {"osc=0x1p20Hz..5MHz/1Hz", "\"0x1p20Hz\" has unknown unit"},
        {"osc= 4MHz..5MHz/1Hz", "\" 4MHz\" is not a frequency"},
        {"osc=4MHz..9999999999999MHz/1Hz", "too large"},
        {"osc=4MHz..5MHz/2MHz", "the step is above TO - FROM"},
        {"part.TWHDX=1..2/1", "no unit"},
        {"part.tavrl=1ns..2ns/1ns", "no such figure"},
        {"machine.TAVRL=1ns..2ns/1ns", "no such figure"},
        {"machine.work_read=1..2/1", "not a figure of the bus"},
        {"clock=1ns..2ns/1ns", "no such key"},
    };
    begin();
    for (size_t n = 0; n < COUNT(bad); n++) {
        CU_ASSERT_EQUAL(sweep_vary(&sweep, bad[n].text, &e), STATUS_INPUT);
        CU_ASSERT(error_has(&e, bad[n].phrase));
    }
    CU_ASSERT_EQUAL(sweep.axes, 0);
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "phase=0ns..999ns/1ns", &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "phase=0ns..999ns/1ns", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "appears twice"));
    /* 1000 x 1,000,000 points are the most. */
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "osc=1MHz..1999999Hz/1Hz", &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep.points, SWEEP_POINTS_MAX);
    begin();
    (void)sweep_vary(&sweep, "phase=0ns..999ns/1ns", &e);
    (void)sweep_vary(&sweep, "osc=1MHz..2MHz/1Hz", &e);
    CU_ASSERT_EQUAL(sweep_prepare(&sweep, &loaded, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "more than 1000000000 points"));
    begin();
    (void)sweep_vary(&sweep, "part.TRLQX=0ns..2us/1ns", &e);
    CU_ASSERT_EQUAL(sweep_prepare(&sweep, &loaded, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "TRLQX is above TRLQV"));
    begin();
    sweep.machine = "sun3-60";
    (void)sweep_vary(&sweep, "buffer.buf_tpd=0ns..9ns/1ns", &e);
    CU_ASSERT_EQUAL(sweep_prepare(&sweep, &loaded, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "machine sun3-60 has no buffer"));
}

/* Of 16 keys all corners are checked: the last one's contradiction is found. */
TEST(many_keys)
{
    static const char *const key[] = {"TAVRL", "TAVWH", "TRHAX", "TWHAX", "TRHRL", "TSLRL", "TSLWH", "TRHWL",
                                      "TDVWH", "TWHDX", "TRHSH", "TWHSH", "TGVWH", "TWHGV", "TGVEH", "TRLQX"};
    char text[64];
    begin();
    for (size_t n = 0; n < COUNT(key); n++) {
        (void)snprintf(text, sizeof text, "part.%s=0ns..%s", key[n], n == COUNT(key) - 1 ? "2us/2us" : "1ns/1ns");
        CU_ASSERT_EQUAL(sweep_vary(&sweep, text, &e), STATUS_OK);
    }
    CU_ASSERT_EQUAL(sweep_prepare(&sweep, &loaded, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "TRLQX is above TRLQV"));
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "phase=0ns..1ns/1ns", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "too many, expected at most 16"));
}

/* Draws lie inside, reach both halves of each range, keep the order of figures, and depend on seed and number alone. */
TEST(random)
{
    static int64_t first[SWEEP_AXES];
    bool low[SWEEP_AXES] = {false}, high[SWEEP_AXES] = {false}, differ = false;
    struct disorder d;
    begin();
    sweep.random = 100;
    CU_ASSERT_EQUAL_FATAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
    CU_ASSERT(sweep.axes > 10);
    for (uint64_t n = 0; n < 100; n++) {
        struct sweep_result r;
        sweep_values(&loaded, n);
        for (size_t i = 0; i < sweep.axes; i++) {
            const struct sweep_axis *axis = &sweep.axis[i];
            CU_ASSERT(loaded.value[i] >= axis->from && loaded.value[i] <= axis->to);
            low[i] = low[i] || loaded.value[i] < (axis->from + axis->to) / 2;
            high[i] = high[i] || loaded.value[i] >= (axis->from + axis->to) / 2;
        }
        if (n == 0)
            memcpy(first, loaded.value, sizeof first);
        if (n < 3)
            CU_ASSERT_EQUAL(sweep_play(&loaded, n, ENGINE_MODEL, &r, &e), STATUS_OK);
        CU_ASSERT(!figures_disorder(loaded.rig.chip.figure, HOME_CHIP, &d));
    }
    for (size_t i = 0; i < sweep.axes; i++)
        CU_ASSERT(low[i] && high[i]);
    sweep_values(&loaded, 0);
    CU_ASSERT_EQUAL(memcmp(first, loaded.value, sizeof first), 0);
    sweep.seed++;
    sweep_values(&loaded, 0);
    for (size_t i = 0; i < sweep.axes; i++)
        differ = differ || first[i] != loaded.value[i];
    CU_ASSERT(differ);
}

/* The shares of 4,000 draws below typ and in the middle half: uniform, triangular, normal. Deviation of a share: 0.008.
 */
TEST(spreads)
{
    begin();
    sweep.random = 4000;
    CU_ASSERT_EQUAL_FATAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
    struct sweep_axis *axis = &sweep.axis[0];
    axis->from = 0;
    axis->to = 40000;
    axis->typ = 10000;
    sweep.axes = 1;
    static const double expected[SPREADS][2] = {{0.25, 0.5}, {0.25, 0.6667}, {0.4642, 0.5344}};
    for (enum spread spread = SPREAD_UNIFORM; spread < SPREADS; spread++) {
        unsigned below = 0, middle = 0;
        axis->spread = spread;
        for (uint64_t n = 0; n < 4000; n++) {
            sweep_values(&loaded, n);
            CU_ASSERT(loaded.value[0] >= 0 && loaded.value[0] <= 40000);
            below += loaded.value[0] < 10000;
            middle += loaded.value[0] >= 10000 && loaded.value[0] < 30000;
        }
        CU_ASSERT(fabs(below / 4000.0 - expected[spread][0]) < 0.03);
        CU_ASSERT(fabs(middle / 4000.0 - expected[spread][1]) < 0.03);
    }
}

/* TRLRH is 160 ns; both PAL gates of RD- take the same time. TAVRL is the first of the checks. */
TEST(verdict)
{
    static const struct {
        enum pal_kind pal;
        const char *vary, *text[2];
    } grid[] = {{PAL_FLIPFLOP,
                 "machine.control_strobe_read=159.999ns..160ns/1ps",
                 {"fail,holds,-1,TRLRH,TRLRH,0", "pass,holds,0,TRLRH,none,0"}},
                {PAL_DIRECT,
                 "part.TAVRL=24.999ns..25ns/1ps",
                 {"fail,missed,-24999,TAVRL,TAVRL TWHAX,0", "fail,missed,-25000,TAVRL,TAVRL TWHAX,0"}}};
    struct sweep_result result;
    char text[300];
    for (size_t n = 0; n < COUNT(grid) * 4; n++) {
        const uint64_t point = n % 2;
        begin();
        sweep.pal = grid[n / 4].pal;
        CU_ASSERT_EQUAL(sweep_vary(&sweep, grid[n / 4].vary, &e), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
        sweep_values(&loaded, point);
        CU_ASSERT_EQUAL(sweep_play(&loaded, point, n & 2 ? ENGINE_RTL : ENGINE_MODEL, &result, &e), STATUS_OK);
        CU_ASSERT_STRING_EQUAL(sweep_result_text(text, sizeof text, &result), grid[n / 4].text[point]);
    }
}

/* A read is right if it is right for the clock's own rate. */
TEST(osc)
{
    struct sweep_result r;
    begin();
    sweep.reads = 20;
    CU_ASSERT_EQUAL(sweep_vary(&sweep, "osc=3.579545MHz..3.6MHz/20455Hz", &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
    sweep_values(&loaded, 0);
    CU_ASSERT_EQUAL(sweep_play(&loaded, 0, ENGINE_MODEL, &r, &e), STATUS_OK);
    CU_ASSERT(r.pass);
    CU_ASSERT_EQUAL(r.wrong, 0);
}

TEST(limit)
{
    struct sweep_limits limits;
    begin();
    sweep.axes = 1;
    CU_ASSERT_EQUAL(sweep_key("machine.control_strobe_read", &sweep.axis[0], &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_load(&sweep, &loaded, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, &limits, &e), STATUS_OK);
    CU_ASSERT_EQUAL(limits.nominal, 300000);
    CU_ASSERT(limits.down.found);
    CU_ASSERT_EQUAL(limits.down.value, 160000);
    CU_ASSERT_EQUAL(limits.down.broken, UINT64_C(1) << FIG_TRLRH);
    CU_ASSERT(!limits.up.found);
    CU_ASSERT_EQUAL(limits.up.value, 100000000);
    /* Of 60 ns of hold the PAL takes its delay, the buffer gives 6.5 ns back, and 20 ns are needed. */
    CU_ASSERT_EQUAL(sweep_key("pal.pal_tpd", &sweep.axis[0], &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_load(&sweep, &loaded, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, &limits, &e), STATUS_OK);
    CU_ASSERT_EQUAL(limits.up.value, 46500);
    CU_ASSERT_EQUAL(limits.up.broken, UINT64_C(1) << FIG_TWHDX);
    CU_ASSERT(!limits.down.found);
    CU_ASSERT_EQUAL(limits.down.value, 0);
    sweep.pal = PAL_DIRECT;
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, &limits, &e), STATUS_OK);
    CU_ASSERT_EQUAL(limits.broken, UINT64_C(1) << FIG_TAVRL | UINT64_C(1) << FIG_TWHAX);
    CU_ASSERT(!limits.works);
}

/* The strobes' delay adds to the set-up of write data and is taken from their hold: a board that needs `setup` works
 * where the delay is at least that, less a pulse of 500 ns and the PAL's 17.5 ns, and at most 12.5 ns. */
static void limit_window(int64_t delay, int64_t setup, struct sweep_limits *limits)
{
    begin();
    sweep.machine = "sun3-60";
    sweep.axes = 1;
    CU_ASSERT_EQUAL(sweep_key("machine.strobe_delay", &sweep.axis[0], &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_load(&sweep, &loaded, &e), STATUS_OK);
    loaded.rig.machine.figure[FIG_STROBE_DELAY].value[CORNER_TYP] = delay;
    loaded.rig.machine.figure[FIG_WDATA_SETUP].value[CORNER_TYP] = 0;
    loaded.rig.machine.figure[FIG_MDS_LOW].value[CORNER_TYP] = 500000;
    loaded.rig.chip.figure[FIG_TDVWH].value[CORNER_TYP] = setup;
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, limits, &e), STATUS_OK);
    CU_ASSERT_EQUAL(limits->nominal, delay);
}

TEST(limit_window)
{
    static const int64_t delay[] = {0, 2499, 12501, 30000};
    struct sweep_limits limits;
    for (size_t n = 0; n < COUNT(delay); n++) {
        limit_window(delay[n], 520000, &limits);
        CU_ASSERT_EQUAL(limits.broken, UINT64_C(1) << (n < 2 ? FIG_TDVWH : FIG_TWHDX));
        CU_ASSERT(limits.works && limits.down.found && limits.up.found);
        CU_ASSERT_EQUAL(limits.down.value, 2500);
        CU_ASSERT_EQUAL(limits.down.broken, UINT64_C(1) << FIG_TDVWH);
        CU_ASSERT_EQUAL(limits.up.value, 12500);
        CU_ASSERT_EQUAL(limits.up.broken, UINT64_C(1) << FIG_TWHDX);
    }
    /* At its own value it works. */
    limit_window(12500, 520000, &limits);
    CU_ASSERT(limits.works && !limits.broken);
    CU_ASSERT_EQUAL(limits.down.value, 2500);
    /* From 16 ns on the steps are a sixteenth of the way: the value 92.792 ns away is tried, and alone works. */
    limit_window(12500 + 92792, 530000, &limits);
    CU_ASSERT(limits.works);
    limit_window(12501 + 92792, 530000, &limits);
    CU_ASSERT(!limits.works);
    /* Up to 16 ns away no window of 1 ns is missed: from 11.5 ns on; one that is narrower may be. */
    limit_window(0, 529000, &limits);
    CU_ASSERT(limits.works);
    CU_ASSERT_EQUAL(limits.down.value, 11500);
    limit_window(0, 530000, &limits);
    CU_ASSERT(!limits.works);
    /* The end of the range is tried: it alone works. */
    begin();
    sweep.axes = 1;
    sweep.pal = PAL_DIRECT;
    CU_ASSERT_EQUAL(sweep_key("part.TAVRL", &sweep.axis[0], &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_load(&sweep, &loaded, &e), STATUS_OK);
    loaded.rig.chip.figure[FIG_TWHAX].value[CORNER_TYP] = sweep.axis[0].from;
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, &limits, &e), STATUS_OK);
    CU_ASSERT_EQUAL(limits.broken, UINT64_C(1) << FIG_TAVRL);
    CU_ASSERT(limits.works);
    CU_ASSERT_EQUAL(limits.up.value, 0);
    sweep.axis[0].from = 0;
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, &limits, &e), STATUS_OK);
    CU_ASSERT(limits.works && !limits.down.found);
    CU_ASSERT_EQUAL(limits.up.value, 0);
    sweep.axis[0].from = 1;
    CU_ASSERT_EQUAL_FATAL(sweep_limit(&loaded, &limits, &e), STATUS_OK);
    CU_ASSERT(!limits.works);
}

/* ---- The folder */

static char *contents(const char *name)
{
    char path[64];
    char *text = NULL;
    size_t room = 0;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    if (!f || getdelim(&text, &room, '\0', f) < 0) {
        CU_FAIL_FATAL("no such file");
        abort();
    }
    (void)fclose(f);
    return text;
}

static void remove_folder(void)
{
    char command[64];
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    CU_ASSERT_EQUAL(system(command), 0); // NOLINT(cert-env33-c): a name of mkdtemp()
}

static void begin_folder(void)
{
    (void)snprintf(folder, sizeof folder, "/tmp/tmr0_sweepXXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    CU_ASSERT_EQUAL_FATAL(sweep_prepare(&sweep, &loaded, &e), STATUS_OK);
}

/* The boundary of a grid: on both sides of the one change along the first key, at each value of the second. */
TEST(boundary)
{
    struct sweep_summary s;
    begin();
    (void)sweep_vary(&sweep, "machine.control_strobe_read=140ns..180ns/4ns", &e);
    (void)sweep_vary(&sweep, "phase=0ns..200ns/100ns", &e);
    begin_folder();
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, 1, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_finish(&loaded, folder, &s, &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep.shares, 1);
    CU_ASSERT_EQUAL(sweep.points, 33);
    CU_ASSERT_EQUAL(s.passed, 18);
    CU_ASSERT_EQUAL(s.broken[FIG_TRLRH], 15);
    CU_ASSERT_EQUAL(s.boundary, 6);
    CU_ASSERT(s.agree);
    CU_ASSERT_EQUAL(s.worst_point, 1);
    CU_ASSERT_EQUAL(s.worst_slack_ps, -20000);
    char *points = contents("points.csv"), *summary = contents("summary.json");
    static const char head[] = "number,machine.control_strobe_read_ps,phase_ps,verdict,cd,worst_slack_ps,"
                               "worst_parameter,broken,wrong_reads\n1,140000,0,fail,holds,-20000,TRLRH,TRLRH,0\n";
    CU_ASSERT_EQUAL(strncmp(points, head, sizeof head - 1), 0);
    cJSON *tree = cJSON_Parse(summary);
    CU_ASSERT_EQUAL(cJSON_GetObjectItem(tree, "passed")->valueint, 18);
    CU_ASSERT_PTR_NULL(cJSON_GetObjectItem(tree, "yield"));
    cJSON_Delete(tree);
    free(points);
    free(summary);
    remove_folder();
}

/* A change at either end of an axis; the least slack at the last point, of the first check. */
TEST(ends)
{
    static const struct {
        enum pal_kind pal;
        const char *vary, *worst;
        uint64_t boundary;
    } grid[] = {
        {PAL_FLIPFLOP, "machine.control_strobe_read=159.998ns..160ns/1ps", "1 -2 TRLRH", 2},
        {PAL_FLIPFLOP, "machine.control_strobe_read=159.999ns..160.001ns/1ps", "1 -1 TRLRH", 2},
        {PAL_DIRECT, "part.TAVRL=24.999ns..25ns/1ps", "2 -25000 TAVRL", 0},
    };
    for (size_t n = 0; n < COUNT(grid); n++) {
        struct sweep_summary s;
        char text[64];
        begin();
        sweep.pal = grid[n].pal;
        (void)sweep_vary(&sweep, grid[n].vary, &e);
        begin_folder();
        CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, 1, &e), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(sweep_finish(&loaded, folder, &s, &e), STATUS_OK);
        CU_ASSERT_EQUAL(s.boundary, grid[n].boundary);
        char *summary = contents("summary.json");
        cJSON *tree = cJSON_Parse(summary), *worst = cJSON_GetObjectItem(tree, "worst");
        (void)snprintf(text, sizeof text, "%d %d %s", cJSON_GetObjectItem(worst, "point")->valueint,
                       cJSON_GetObjectItem(worst, "slack_ps")->valueint,
                       cJSON_GetObjectItem(worst, "parameter")->valuestring);
        CU_ASSERT_STRING_EQUAL(text, grid[n].worst);
        cJSON_Delete(tree);
        free(summary);
        remove_folder();
    }
}

static void write_file(const char *name, const char *text)
{
    char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    (void)fputs(text, f);
    (void)fclose(f);
}

static void finish_says(const char *phrase)
{
    struct sweep_summary s;
    CU_ASSERT_EQUAL(sweep_finish(&loaded, folder, &s, &e), STATUS_INPUT);
    if (!error_has(&e, phrase)) {
        printf("%s\n", e.text);
        CU_FAIL("another text");
    }
}

/* A share has its first line and the rows of its points. One that has not is refused, and played again once it is
 * deleted. */
TEST(rows)
{
    static const struct {
        const char *was, *is, *phrase;
    } change[] = {{"\n2,", "\n3,", "share-0-of-1.csv:3: not a row of point 2, expected those of points 1 to 2;"},
                  {"\n1,", "\n", ":2: not a row of point 1,"},
                  {",none,0\n", ",none", ":3: not a row of point 2,"},
                  {",none,0\n", ",none,0\n\n", ":4: not a row of point 3,"},
                  {"# tmr0 ", "# tmr ",
                   "share-0-of-1.csv: of a sweep with other options or figures, or cut, expected \"# tmr0 "}};
    struct sweep_summary s;
    char path[64], text[800];
    begin();
    (void)sweep_vary(&sweep, "machine.control_strobe_read=150ns..160ns/10ns", &e);
    begin_folder();
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, 1, &e), STATUS_OK);
    char *share = contents("share-0-of-1.csv");
    for (size_t n = 0; n < COUNT(change); n++) {
        const char *at = strstr(share, change[n].was);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - share), share, change[n].is,
                       at + strlen(change[n].was));
        write_file("share-0-of-1.csv", text);
        finish_says(change[n].phrase);
    }
    (void)snprintf(text, sizeof text, "%.*s", (int)(strstr(share, "\n2,") + 1 - share), share);
    write_file("share-0-of-1.csv", text);
    finish_says(":3: not a row of point 2,");
    (void)snprintf(path, sizeof path, "%s/share-0-of-1.csv", folder);
    CU_ASSERT_EQUAL(unlink(path), 0);
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, 1, &e), STATUS_OK);
    char *again = contents("share-0-of-1.csv");
    CU_ASSERT_STRING_EQUAL(again, share);
    CU_ASSERT_EQUAL(sweep_finish(&loaded, folder, &s, &e), STATUS_OK);
    free(share);
    free(again);
    remove_folder();
}

/* Shares in any order give what one run gives; one that is missing or of another sweep is named. */
TEST(shares)
{
    struct sweep_summary s;
    begin();
    sweep.random = 2001;
    sweep.reads = 1;
    begin_folder();
    CU_ASSERT_EQUAL(sweep.shares, 8);
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, sweep.shares, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_finish(&loaded, folder, &s, &e), STATUS_OK);
    char *whole = contents("points.csv"), *summary = contents("summary.json");
    CU_ASSERT(s.sample > 14 && s.sample < 28);
    remove_folder();
    sweep.axes = 0;
    sweep.shares = 3;
    begin_folder();
    for (uint64_t share = 3; share-- > 1;)
        CU_ASSERT_EQUAL(sweep_run(&loaded, folder, share, share + 1, &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, 3, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sweep_finish(&loaded, folder, &s, &e), STATUS_OK);
    char *joined = contents("points.csv"), *joined_summary = contents("summary.json");
    CU_ASSERT_STRING_EQUAL(joined, whole);
    CU_ASSERT_STRING_EQUAL(joined_summary, summary);
    sweep.seed++;
    finish_says("share-0-of-3.csv: of a sweep with other options or figures, or cut, expected \"");
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 2, 3, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "share-2-of-3.csv: of a sweep with other options"));
    free(whole);
    free(summary);
    free(joined);
    free(joined_summary);
    remove_folder();
}

TEST(folder)
{
    char *argv[] = {"tmr0 sweep", "--out", "x"}, path[64];
    begin();
    (void)sweep_vary(&sweep, "osc=3MHz..4MHz/1MHz", &e);
    begin_folder();
    CU_ASSERT_EQUAL(sweep_folder(&sweep, folder, &e), STATUS_OK);
    write_file("points.csv", "");
    CU_ASSERT_EQUAL(sweep_folder(&sweep, folder, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "holds files, but none of 1 shares, expected a new or an empty folder"));
    CU_ASSERT_EQUAL(sweep_run(&loaded, folder, 0, 1, &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep_folder(&sweep, folder, &e), STATUS_OK);
    CU_ASSERT_EQUAL(sweep_end(&sweep, folder, 3, argv, &e), STATUS_OK);
    (void)snprintf(path, sizeof path, "%s/share-0-of-1.csv", folder);
    CU_ASSERT_NOT_EQUAL(access(path, F_OK), 0);
    char *json = contents("sweep.json");
    CU_ASSERT_PTR_NOT_NULL(strstr(json, "[\"tmr0 sweep\", \"--out\", \"x\"]"));
    free(json);
    CU_ASSERT_EQUAL(sweep_folder(&sweep, folder, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "holds a sweep that has ended"));
    CU_ASSERT_EQUAL(sweep_folder(&sweep, "/dev/null", &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "not a folder"));
    remove_folder();
}
