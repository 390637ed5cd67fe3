/* SPDX-License-Identifier: MIT
 * The scenario reader: every statement to its tree, settings, files, values of expressions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scenario_tree.h"
#include "tests/suite.h"

/* ---- what parses ---- */

static void check_tree(const char *source, const char *tree)
{
    struct scenario s;
    struct error e = {""};
    struct tree_text t = {.used = 0};
    int status = scenario_parse(&s, source, strlen(source), "t.scn", &e);
    CU_ASSERT_EQUAL(status, STATUS_OK);
    if (status == STATUS_OK)
        tree_add(&t, &s, s.body);
    bool same = strcmp(t.buffer, tree) == 0;
    CU_ASSERT(same);
    if (!same)
        printf("\n  text: %s\n  tree: %s\n  want: %s\n  error: %s\n", source, t.buffer, tree, e.text);
    scenario_free(&s);
}

TEST(statements)
{
    static const struct {
        const char *source, *tree;
    } good[] = {
        {"w 0 0x00", "1:w 0 0"},
        {"w 2 0xff # comment", "1:w 2 255"},
        {"\n# comment\n\t w 2 0b101\r\n\r\n", "3:w 2 5"},
        {"let x = 3\nw 2 $x & 0xff", "1:let x 3; 2:w 2 (& $x 255)"},
        {"r 0", "1:r 0"},
        {"r 2 = 0x3e", "1:r 2 =62"},
        {"r 2 & 0x1f = 0x02", "1:r 2 &31 =2"},
        {"r 2 -> name", "1:r 2 ->name"},
        {"r 2->a\nr 2&$a=$a->b", "1:r 2 ->a; 2:r 2 &$a =$a ->b"},
        {"r 2 & (0x10 | 0xf) = 1 + 1 -> n1", "1:r 2 &(| 16 15) =(+ 1 1) ->n1"},
        {CHIP "cmd 0xff", "2:cmd 255"},
        {CHIP "data 0x00", "2:data 0"},
        {CHIP "word 0xffff", "2:word 65535"},
        {CHIP "status = 0x00", "2:status =0"},
        {CHIP "status", "2:status"},
        {CHIP "read & 0xf -> lo_1", "2:read &15 ->lo_1"},
        {CHIP "readw = 0x1234 -> _v", "2:readw =4660 ->_v"},
        {CHIP "pin gate1 1", "2:pin gate1 1"},
        {CHIP "pin src5 0", "2:pin src5 0"},
        {CHIP "pulse src1 200ns 5", "2:pulse src1 200000ps 5"},
        {CHIP "pulse gate5 1.5us", "2:pulse gate5 1500000ps"},
        {CHIP "let n = 2\npulse src1 20ns $n - 1", "2:let n 2; 3:pulse src1 20000ps (- $n 1)"},
        {CHIP "timing TAVRL 24ns", "2:timing TAVRL 24000ps"},
        {CHIP "timing TWHAX -3ns", "2:timing TWHAX -3000ps"},
        {CHIP "timing TWHRL 1ms", "2:timing TWHRL 1000000000ps"},
        {CHIP "timing TRLRH 10ns\ntiming legal", "2:timing TRLRH 10000ps; 3:legal"},
        {"gap 2us\nwait 4us\nat 1.5ms\nat 1.5ms",
         "1:gap 2000000ps; 2:wait 4000000ps; 3:at 1500000000ps; 4:at 1500000000ps"},
        {"gap 0ns", "1:gap"},
        {"w 2 0xff 0x5f 1", "1:w 2 255; 1:w 2 95; 1:w 2 1"},
        {"let n = 3\nw 0 1 - 1 $n ($n) ~$n & 7", "1:let n 3; 2:w 0 (- 1 1); 2:w 0 $n; 2:w 0 $n; 2:w 0 (& (~ $n) 7)"},
        {CHIP "data 1 2\nword 3 4", "2:data 1; 2:data 2; 3:word 3; 3:word 4"},
        {CHIP "repeat 2 { cmd 1 2 }\nread", "2:repeat 2 {2:cmd 1; 2:cmd 2}; 3:read"},
        {CHIP "read & 3 -> a b c", "2:read &3 ->a; 2:read &3 ->b; 2:read &3 ->c"},
        {"r 2 -> a a", "1:r 2 ->a; 1:r 2 ->a"},
        {"let n = 2\nwait $n ns\nat ($n + 1) us\nat 1us\ngap $n ps",
         "1:let n 2; 2:wait 1000ps times $n; 3:at 1000000ps times (+ $n 1); 4:at 1000000ps; 5:gap 1ps times $n"},
        {CHIP "let n = 2\ntiming TWHDX $n ps\npulse src1 $n s $n",
         "2:let n 2; 3:timing TWHDX 1ps times $n; 4:pulse src1 1000000000000ps times $n $n"},
        {"wait until out1 = 1 at most 1ms\nwait until fout == z at most ($now) ns",
         "1:wait-pin out1 1 1000000000ps; 2:wait-pin fout 2 1000ps times $now"},
        {"wait until r 2 & 2 = 2 -> s at most 1us", "1:wait-read 1000000ps {1:r 2 &2 =2 ->s}"},
        {CHIP "wait until readw = 0xffff at most 0ns", "2:wait-read {2:readw =65535}"},
        {"print \"\"\nprint \"# a  b\" $now hex # c", "1:print \"\"; 2:print \"# a  b\" $now hex"},
        {"show", "1:show"},
        {"expect 1 == 2 +- 3\nexpect 1 != 2\nexpect 1 < 2", "1:expect 1 =2 +-3; 2:expect 1 !=2; 3:expect 1 <2"},
        {"expect 1<=2\nexpect 1>2\nexpect 1>=2", "1:expect 1 <=2; 2:expect 1 >2; 3:expect 1 >=2"},
        {"expect count 5 = 7 +- 1", "1:expect count 5 =7 +-1"},
        {"expect out1 = 1\nexpect fout = z\nexpect out5=0",
         "1:expect-pin out1 1; 2:expect-pin fout 2; 3:expect-pin out5 0"},
        {"expect violation TAVRL", "1:expect-violation TAVRL"},
        {"expect violation TAVWH TDVWH FF_UNKNOWN", "1:expect-violation TAVWH TDVWH FF_UNKNOWN"},
        {"expect notes TEHWH TEHGV", "1:expect-notes TEHWH TEHGV"},
        {"expect notes none", "1:expect-notes"},
        {"expect margin TEHWH = -5ns", "1:expect-margin TEHWH -5000ps"},
        {"expect clean", "1:expect-clean"},
        {"let b = 1\nlet a = 2\nexpect $b - $a = 100 +- 1", "1:let b 1; 2:let a 2; 3:expect (- $b $a) =100 +-1"},
        {"expect (1) = -1", "1:expect 1 =(- 1)"},
        {"let n = 0xffffffffffffffff", "1:let n -1"},
        {"let n = 1\nlet n = $n + 1\nprint $n", "1:let n 1; 2:let n (+ $n 1); 3:print $n"},
        {"repeat 100 {\nr 2\nrepeat 0 {\n}\n}\nr 0", "1:repeat 100 {2:r 2; 3:repeat 0 {}}; 6:r 0"},
        {"repeat 3 { r 2 }\nr 0", "1:repeat 3 {1:r 2}; 2:r 0"},
        {"repeat 3 { wait 4us }", "1:repeat 3 {1:wait 4000000ps}"},
        {"repeat 1 { expect violation TAVRL }", "1:repeat 1 {1:expect-violation TAVRL}"},
        {CHIP "repeat 3{pulse src1 20ns}", "2:repeat 3 {2:pulse src1 20000ps}"},
        {"at 2us\nrepeat 1 {\nat 1us\n}\nat 3us", "1:at 2000000ps; 2:repeat 1 {3:at 1000000ps}; 5:at 3000000ps"},
    };
    for (size_t i = 0; i < COUNT(good); i++)
        check_tree(good[i].source, good[i].tree);
}

TEST(precedence)
{
    static const struct {
        const char *source, *tree;
    } good[] = {
        {"print 1 + 2 * 3", "1:print (+ 1 (* 2 3))"},
        {"print (1 + 2) * 3", "1:print (* (+ 1 2) 3)"},
        {"print 1 + 2 hex", "1:print (+ 1 2) hex"},
        {"print 8 / 4 / 2", "1:print (/ (/ 8 4) 2)"},
        {"print 1 * 2 / 3 % 4", "1:print (% (/ (* 1 2) 3) 4)"},
        {"print 1 - 2 - 3 + 4", "1:print (+ (- (- 1 2) 3) 4)"},
        {"print 1 << 2 + 3", "1:print (<< 1 (+ 2 3))"},
        {"print 1 << 2 >> 3", "1:print (>> (<< 1 2) 3)"},
        {"print 1 & 2 << 3", "1:print (& 1 (<< 2 3))"},
        {"print 1 ^ 2 & 3", "1:print (^ 1 (& 2 3))"},
        {"print 1 | 2 ^ 3", "1:print (| 1 (^ 2 3))"},
        {"print 1 | 2 ^ 3 & 4 << 50 + 6 * -7", "1:print (| 1 (^ 2 (& 3 (<< 4 (+ 50 (* 6 (- 7)))))))"},
        {"print 1 * 2 + 3 << 4 & 5 ^ 6 | 7", "1:print (| (^ (& (<< (+ (* 1 2) 3) 4) 5) 6) 7)"},
        {"print -~-1", "1:print (- (~ (- 1)))"},
        {"print -1 * 2", "1:print (* (- 1) 2)"},
        {"print 1--1", "1:print (- 1 (- 1))"},
        {"print ((((1))))", "1:print 1"},
    };
    for (size_t i = 0; i < COUNT(good); i++)
        check_tree(good[i].source, good[i].tree);
}

static const char *machine_figure(void)
{
    for (int i = 0; i < FIG_COUNT; i++)
        if (figure_info[i].home == HOME_MACHINE)
            return figure_info[i].name;
    return "none";
}

TEST(settings)
{
    char source[512];
    struct scenario s;
    struct error e = {""};
    (void)snprintf(
        source, sizeof source,
        "machine sun3-160:window\npal direct\npart cts9513-2\nosc 5MHz\ncorner max\nseed 0xffffffffffffffff\n"
        "effects on\nset machine.%s 60ns\nset part.TAVRL -1.5ns\nset part.TDVWH 2ns\ntarget board\n"
        "pal-part pal16xxb:12.5ns\nset pal.pal_tpd 3ns\nset buffer.buf_tpd 4ns\nr 2\n",
        machine_figure());
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&s, source, strlen(source), "dir/a.scn", &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(s.file, "dir/a.scn");
    CU_ASSERT_EQUAL(s.target, TARGET_BOARD);
    CU_ASSERT_STRING_EQUAL(s.machine, "sun3-160:window");
    CU_ASSERT_EQUAL(s.pal, PAL_DIRECT);
    CU_ASSERT_STRING_EQUAL(s.part, "cts9513-2");
    CU_ASSERT_EQUAL(osc_period_ps(&s.osc), 200000);
    CU_ASSERT_EQUAL(s.corner, CORNER_MAX);
    CU_ASSERT_EQUAL(s.seed, UINT64_MAX);
    CU_ASSERT_TRUE(s.effects);
    int lines[] = {s.machine_line, s.pal_line, s.part_line, s.osc_line, s.corner_line, s.seed_line, s.effects_line};
    for (int i = 0; i < (int)COUNT(lines); i++)
        CU_ASSERT_EQUAL(lines[i], i + 1);
    CU_ASSERT_EQUAL(s.target_line, 11);
    CU_ASSERT_STRING_EQUAL(s.pal_part, "pal16xxb:12.5ns");
    CU_ASSERT_EQUAL(s.pal_part_line, 12);
    CU_ASSERT_EQUAL_FATAL(s.overrides, 5);
    CU_ASSERT_EQUAL(s.override[3].home, HOME_PAL);
    CU_ASSERT_STRING_EQUAL(s.override[3].key, "pal_tpd");
    CU_ASSERT_EQUAL(s.override[4].home, HOME_BUFFER);
    CU_ASSERT_EQUAL(s.override[0].home, HOME_MACHINE);
    CU_ASSERT_STRING_EQUAL(s.override[0].key, machine_figure());
    CU_ASSERT_STRING_EQUAL(s.override[0].value, "60ns");
    CU_ASSERT_EQUAL(s.override[1].home, HOME_CHIP);
    CU_ASSERT_STRING_EQUAL(s.override[1].key, "TAVRL");
    CU_ASSERT_STRING_EQUAL(s.override[1].value, "-1.5ns");
    CU_ASSERT_EQUAL(s.override[2].line, 10);
    scenario_free(&s);
}

TEST(defaults)
{
    struct scenario s;
    struct error e = {""};
    const char *source = "r 2";
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&s, source, strlen(source), "a.scn", &e), STATUS_OK);
    CU_ASSERT_EQUAL(s.target, TARGET_BOARD);
    CU_ASSERT_STRING_EQUAL(s.machine, "sun3-160:window");
    CU_ASSERT_EQUAL(s.pal, PAL_FLIPFLOP);
    CU_ASSERT_STRING_EQUAL(s.part, "am9513a");
    CU_ASSERT_STRING_EQUAL(s.pal_part, "pal16xx");
    CU_ASSERT_EQUAL(osc_period_ps(&s.osc), 250000);
    CU_ASSERT_EQUAL(s.corner, CORNER_TYP);
    CU_ASSERT_EQUAL(s.seed, 1);
    CU_ASSERT_FALSE(s.effects);
    CU_ASSERT_EQUAL(s.machine_line + s.pal_line + s.pal_part_line + s.part_line + s.osc_line + s.corner_line +
                        s.seed_line + s.effects_line + s.target_line,
                    0);
    scenario_free(&s);
    scenario_free(&s);
}

TEST(wires)
{
    struct scenario s;
    struct error e = {""};
    const char *source = "wire fout gate1\nwire out2 src3\ntarget chip\nwire fout gate2\npin gate3 1";
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&s, source, strlen(source), "a.scn", &e), STATUS_OK);
    CU_ASSERT_EQUAL(s.wire[PIN_GATE1], 1 + PIN_FOUT);
    CU_ASSERT_EQUAL(s.wire[PIN_GATE2], 1 + PIN_FOUT);
    CU_ASSERT_EQUAL(s.wire[PIN_SRC3], 1 + PIN_OUT2);
    CU_ASSERT_EQUAL(s.wire[PIN_SRC1], 0);
    CU_ASSERT_EQUAL(s.wire_line[PIN_GATE1], 1);
    CU_ASSERT_EQUAL(s.wire_line[PIN_GATE2], 4);
    scenario_free(&s);
}

TEST(osc)
{
    static const struct {
        const char *text;
        struct osc osc;
    } good[] = {
        {"1kHz", {500000000, 500000000, 0, 0, 0}},
        {"50MHz", {10000, 10000, 0, 0, 0}},
        {"4MHz", {125000, 125000, 0, 0, 0}},
        {"4000000Hz", {125000, 125000, 0, 0, 0}},
        {"0.5MHz", {1000000, 1000000, 0, 0, 0}},
        {"2.5kHz", {200000000, 200000000, 0, 0, 0}},
        {"4.000000000MHz", {125000, 125000, 0, 0, 0}},
        {"1000.000Hz", {500000000, 500000000, 0, 0, 0}},
        {"12.8MHz", {39062, 39062, 6400000000, 6400000000, 12800000000}},
        {"3MHz", {166666, 166666, 2000000000, 2000000000, 3000000000}},
        {"3.579545MHz", {139682, 139682, 1995310000, 1995310000, 3579545000}},
        {"49.999999999MHz", {10000, 10000, 10000, 10000, 49999999999}},
        {"1000.001Hz", {499999500, 499999500, 500, 500, 1000001}},
        {"145ns", {72500, 72500, 0, 0, 0}},
        {"145001ps", {72500, 72500, 50000, 50000, 100000}},
        {"20ns", {10000, 10000, 0, 0, 0}},
        {"1ms", {500000000, 500000000, 0, 0, 0}},
        {"70ns/75ns", {70000, 75000, 0, 0, 0}},
        {"1ps/19999ps", {1, 19999, 0, 0, 0}},
        {"4MHz duty 40%", {100000, 150000, 0, 0, 0}},
        {"3MHz duty 1%", {3333, 330000, 1000000000, 0, 3000000000}},
        {"145ns duty 99.000%", {143550, 1450, 0, 0, 0}},
        {"20001ps duty 33.333%", {6666, 13334, 93333, 6667, 100000}},
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        char source[64];
        struct scenario s;
        struct error e = {""};
        (void)snprintf(source, sizeof source, "osc %s\nr 0", good[i].text);
        CU_ASSERT_EQUAL(scenario_parse(&s, source, strlen(source), "a.scn", &e), STATUS_OK);
        CU_ASSERT_EQUAL(memcmp(&s.osc, &good[i].osc, sizeof s.osc), 0);
        scenario_free(&s);
    }
}

/* ---- files ---- */

TEST(load)
{
    char file[] = "/tmp/test_scenario.XXXXXX";
    struct scenario s;
    struct error e = {""};
    int fd = mkstemp(file);
    CU_ASSERT_TRUE_FATAL(fd >= 0);
    CU_ASSERT_EQUAL(write(fd, "r 2\nfoo\n", 8), 8);
    CU_ASSERT_EQUAL(scenario_load(&s, file, NULL, &e), STATUS_INPUT);
    CU_ASSERT_TRUE(strncmp(e.text, file, strlen(file)) == 0 && strstr(e.text, ":2: unknown") != NULL);
    CU_ASSERT_EQUAL(ftruncate(fd, 4), 0);
    CU_ASSERT_EQUAL(scenario_load(&s, file, NULL, &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(s.file, file);
    CU_ASSERT_PTR_NOT_NULL(s.body);
    scenario_free(&s);
    CU_ASSERT_EQUAL(ftruncate(fd, (4 << 20) + 1), 0);
    CU_ASSERT_EQUAL(scenario_load(&s, file, NULL, &e), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "more than 4 MiB"));
    (void)close(fd);
    (void)unlink(file);
    CU_ASSERT_EQUAL(scenario_load(&s, file, NULL, &e), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, ": cannot read: No such file"));
    CU_ASSERT_EQUAL(scenario_load(&s, "/tmp", NULL, &e), STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text, "/tmp: cannot read: Is a directory");
    scenario_free(&s);
}

TEST(large_text)
{
    enum { MOST = 4 << 20 };
    struct scenario s;
    struct error e;
    char *text = malloc(MOST + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    if (!text)
        return;
    memset(text, '\n', MOST + 1);
    memcpy(text, "r 0", 3);
    CU_ASSERT_EQUAL(scenario_parse(&s, text, MOST, "t.scn", &e), STATUS_OK);
    scenario_free(&s);
    CU_ASSERT_EQUAL(scenario_parse(&s, text, MOST + 1, "t.scn", &e), STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text, "t.scn: more than 4 MiB, expected a scenario");
    free(text);
}

/* ---- values ---- */

static int eval_text(const char *expression, int64_t a, bool a_set, int64_t *value, struct error *e)
{
    char source[256];
    struct scenario s;
    (void)snprintf(source, sizeof source, "let a = 0\nprint %s", expression);
    int status = scenario_parse(&s, source, strlen(source), "t.scn", e);
    CU_ASSERT_EQUAL(status, STATUS_OK);
    if (status == STATUS_OK) {
        int64_t kept[1] = {a};
        bool set[1] = {a_set};
        const struct expr_values values = {s.name, kept, set, NULL, NULL};
        status = expr_eval(s.body->next->value, &values, value, e);
    }
    scenario_free(&s);
    return status;
}

TEST(eval)
{
    static const struct {
        const char *expression;
        int64_t a, value;
    } good[] = {
        {"7 + 3 * 2", 0, 13},
        {"$a - 10", 3, -7},
        {"-7 / 2", 0, -3},
        {"-7 % 2", 0, -1},
        {"7 / -1", 0, -7},
        {"$a / -1", INT64_MIN, INT64_MIN},
        {"$a % -1", INT64_MIN, 0},
        {"-$a", INT64_MIN, INT64_MIN},
        {"$a + 1", INT64_MAX, INT64_MIN},
        {"$a - 1", INT64_MIN, INT64_MAX},
        {"$a * 2", INT64_MAX, -2},
        {"~$a", 0, -1},
        {"1 << 63", 0, INT64_MIN},
        {"$a << 1", -1, -2},
        {"$a >> 1", -3, -2},
        {"$a >> 63", INT64_MIN, -1},
        {"$a >> 0", -5, -5},
        {"$a >> 4", 0x123, 0x12},
        {"0x12 << 16 | 0x34", 0, 0x120034},
        {"$a & 0xf0 ^ 0xff", 0x3c, 0xcf},
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        int64_t value = 0;
        struct error e = {""};
        CU_ASSERT_EQUAL(eval_text(good[i].expression, good[i].a, true, &value, &e), STATUS_OK);
        CU_ASSERT_EQUAL(value, good[i].value);
        if (value != good[i].value)
            printf("\n  %s is %" PRId64 "\n", good[i].expression, value);
    }
}

TEST(eval_mistakes)
{
    static const struct {
        const char *expression;
        int64_t a;
        bool set;
        const char *text;
    } bad[] = {
        {"1 / $a", 0, true, "division by zero"},
        {"1 % $a", 0, true, "division by zero"},
        {"1 << $a", 64, true, "shift by 64, expected 0..63"},
        {"1 >> $a", -1, true, "shift by -1, expected 0..63"},
        {"1 + 2 * $a", 0, false, "$a has no value yet"},
        {"$a + 1 / 1", 0, false, "$a has no value yet"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        int64_t value = 0;
        struct error e = {""};
        CU_ASSERT_EQUAL(eval_text(bad[i].expression, bad[i].a, bad[i].set, &value, &e), STATUS_INPUT);
        CU_ASSERT_STRING_EQUAL(e.text, bad[i].text);
    }
}
