/* SPDX-License-Identifier: MIT
 * The scenario reader: every statement to its tree, every mistake to its line and words, and text without sense. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/scenario/scenario.h"
#include "tests/unit/suite.h"

void suite_scenario(void);

#define CHIP "target chip\n"

/* ---- trees as text ---- */

struct text {
    char buffer[2048];
    size_t used;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->buffer + t->used, sizeof t->buffer - t->used, format, args);
    va_end(args);
    t->used += (size_t)n;
    if (t->used >= sizeof t->buffer)
        t->used = sizeof t->buffer - 1;
}

static void add_expr(struct text *t, const struct scenario *s, const struct expr *x)
{
    static const char *const sign[] = {
        [EXPR_NEG] = "-", [EXPR_NOT] = "~",  [EXPR_MUL] = "*",  [EXPR_DIV] = "/", [EXPR_MOD] = "%", [EXPR_ADD] = "+",
        [EXPR_SUB] = "-", [EXPR_SHL] = "<<", [EXPR_SHR] = ">>", [EXPR_AND] = "&", [EXPR_XOR] = "^", [EXPR_OR] = "|"};
    if (x->op == EXPR_NUMBER) {
        add(t, "%" PRId64, x->number);
    } else if (x->op == EXPR_NAME) {
        add(t, "$%s", s->name[x->name]);
    } else {
        add(t, "(%s ", sign[x->op]);
        add_expr(t, s, x->a);
        if (x->b != NULL) {
            add(t, " ");
            add_expr(t, s, x->b);
        }
        add(t, ")");
    }
}

static void add_optional(struct text *t, const struct scenario *s, const char *label, const struct expr *x)
{
    if (x != NULL) {
        add(t, " %s", label);
        add_expr(t, s, x);
    }
}

static void add_match(struct text *t, const struct scenario *s, const struct match *match)
{
    add_optional(t, s, "&", match->mask);
    add_optional(t, s, "=", match->value);
    if (match->keep)
        add(t, " ->%s", s->name[match->name]);
}

static void add_statements(struct text *t, const struct scenario *s, const struct statement *st)
{
    static const char *const kind[] = {
        [ST_W] = "w",
        [ST_R] = "r",
        [ST_CMD] = "cmd",
        [ST_CMDW] = "cmdw",
        [ST_DATA] = "data",
        [ST_WORD] = "word",
        [ST_STATUS] = "status",
        [ST_READ] = "read",
        [ST_READW] = "readw",
        [ST_PIN] = "pin",
        [ST_PULSE] = "pulse",
        [ST_TIMING] = "timing",
        [ST_LEGAL] = "legal",
        [ST_GAP] = "gap",
        [ST_WAIT] = "wait",
        [ST_AT] = "at",
        [ST_EXPECT_PIN] = "expect-pin",
        [ST_EXPECT_VIOLATION] = "expect-violation",
        [ST_EXPECT_CLEAN] = "expect-clean",
        [ST_EXPECT_NOTES] = "expect-notes",
        [ST_EXPECT] = "expect",
        [ST_LET] = "let",
        [ST_PRINT] = "print",
        [ST_REPEAT] = "repeat",
    };
    for (; st != NULL; st = st->next) {
        add(t, "%d:%s", st->line, kind[st->kind]);
        if (st->kind == ST_W || st->kind == ST_R)
            add(t, " %d", st->offset);
        if (st->kind == ST_PIN || st->kind == ST_EXPECT_PIN)
            add(t, " %s %d", pin_name[st->pin], (int)st->level);
        if (st->kind == ST_PULSE)
            add(t, " %s", pin_name[st->pin]);
        if (st->kind == ST_TIMING)
            add(t, " %s", figure_info[st->figure].name);
        if (st->kind == ST_LET)
            add(t, " %s", s->name[st->name]);
        if (st->time_ps != 0)
            add(t, " %" PRId64 "ps", st->time_ps);
        if (st->checks != 0)
            add(t, " %" PRIx64, st->checks);
        add_optional(t, s, "", st->value);
        add_optional(t, s, "=", st->value2);
        add_optional(t, s, "+-", st->tolerance);
        add_match(t, s, &st->match);
        if (st->kind == ST_REPEAT) {
            add(t, " {");
            add_statements(t, s, st->body);
            add(t, "}");
        }
        add(t, st->next != NULL ? "; " : "");
    }
}

/* ---- what parses ---- */

static void check_tree(const char *source, const char *tree)
{
    struct scenario s;
    struct error e = {""};
    struct text t = {.used = 0};
    int status = scenario_parse(&s, source, strlen(source), "t.scn", &e);
    CU_ASSERT_EQUAL(status, STATUS_OK);
    if (status == STATUS_OK)
        add_statements(&t, &s, s.body);
    bool same = strcmp(t.buffer, tree) == 0;
    CU_ASSERT(same);
    if (!same)
        printf("\n  text: %s\n  tree: %s\n  want: %s\n  error: %s\n", source, t.buffer, tree, e.text);
    scenario_free(&s);
}

static void test_statements(void)
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
        {"expect out1 = 1\nexpect fout = z\nexpect out5=0",
         "1:expect-pin out1 1; 2:expect-pin fout 2; 3:expect-pin out5 0"},
        {"expect violation TAVRL", "1:expect-violation 1"},
        {"expect violation TAVWH TDVWH FF_UNKNOWN", "1:expect-violation 400000006"},
        {"expect notes TEHWH TEHGV", "1:expect-notes 810000"},
        {"expect notes none", "1:expect-notes"},
        {"expect clean", "1:expect-clean"},
        {"let b = 1\nlet a = 2\nexpect $b - $a = 100 +- 1", "1:let b 1; 2:let a 2; 3:expect (- $b $a) =100 +-1"},
        {"expect (1) = -1", "1:expect 1 =(- 1)"},
        {"let n = 0xffffffffffffffff", "1:let n -1"},
        {"let n = 1\nlet n = $n + 1\nprint $n", "1:let n 1; 2:let n (+ $n 1); 3:print $n"},
        {"repeat 100 {\nr 2\nrepeat 0 {\n}\n}\nr 0", "1:repeat 100 {2:r 2; 3:repeat 0 {}}; 6:r 0"},
        {"repeat 3 { r 2 }\nr 0", "1:repeat 3 {1:r 2}; 2:r 0"},
        {"repeat 3 { wait 4us }", "1:repeat 3 {1:wait 4000000ps}"},
        {"repeat 1 { expect violation TAVRL }", "1:repeat 1 {1:expect-violation 1}"},
        {CHIP "repeat 3{pulse src1 20ns}", "2:repeat 3 {2:pulse src1 20000ps}"},
        {"at 2us\nrepeat 1 {\nat 1us\n}\nat 3us", "1:at 2000000ps; 2:repeat 1 {3:at 1000000ps}; 5:at 3000000ps"},
    };
    for (size_t i = 0; i < COUNT(good); i++)
        check_tree(good[i].source, good[i].tree);
}

static void test_precedence(void)
{
    static const struct {
        const char *source, *tree;
    } good[] = {
        {"print 1 + 2 * 3", "1:print (+ 1 (* 2 3))"},
        {"print (1 + 2) * 3", "1:print (* (+ 1 2) 3)"},
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

static void test_settings(void)
{
    char source[512];
    struct scenario s;
    struct error e = {""};
    (void)snprintf(
        source, sizeof source,
        "machine sun3-160:window\npal direct\npart cts9513-2\nosc 5MHz\ncorner max\nseed 0xffffffffffffffff\n"
        "effects on\nset machine.%s 60ns\nset part.TAVRL -1.5ns\nset part.TAVRL 2ns\ntarget board\nr 2\n",
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
    CU_ASSERT_EQUAL_FATAL(s.overrides, 3);
    CU_ASSERT_TRUE(s.override[0].machine);
    CU_ASSERT_STRING_EQUAL(s.override[0].key, machine_figure());
    CU_ASSERT_STRING_EQUAL(s.override[0].value, "60ns");
    CU_ASSERT_FALSE(s.override[1].machine);
    CU_ASSERT_STRING_EQUAL(s.override[1].key, "TAVRL");
    CU_ASSERT_STRING_EQUAL(s.override[1].value, "-1.5ns");
    CU_ASSERT_EQUAL(s.override[2].line, 10);
    scenario_free(&s);
}

static void test_defaults(void)
{
    struct scenario s;
    struct error e = {""};
    const char *source = "r 2";
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&s, source, strlen(source), "a.scn", &e), STATUS_OK);
    CU_ASSERT_EQUAL(s.target, TARGET_BOARD);
    CU_ASSERT_STRING_EQUAL(s.machine, "sun3-160");
    CU_ASSERT_EQUAL(s.pal, PAL_FLIPFLOP);
    CU_ASSERT_STRING_EQUAL(s.part, "am9513a");
    CU_ASSERT_EQUAL(osc_period_ps(&s.osc), 250000);
    CU_ASSERT_EQUAL(s.corner, CORNER_TYP);
    CU_ASSERT_EQUAL(s.seed, 1);
    CU_ASSERT_FALSE(s.effects);
    CU_ASSERT_EQUAL(s.machine_line + s.pal_line + s.part_line + s.osc_line + s.corner_line + s.seed_line +
                        s.effects_line + s.target_line,
                    0);
    scenario_free(&s);
    scenario_free(&s);
}

static void test_wires(void)
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

static void test_osc(void)
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

/* ---- what does not ---- */

struct mistake {
    const char *source;
    int line;
    const char *phrase;
};

static void check_mistake(const char *source, size_t size, int line, const char *phrase)
{
    struct scenario s;
    struct error e = {""};
    char head[32];
    int status = scenario_parse(&s, source, size, "t.scn", &e);
    (void)snprintf(head, sizeof head, "t.scn:%d: ", line);
    bool good = status == STATUS_INPUT && strncmp(e.text, head, strlen(head)) == 0 && strstr(e.text, phrase) != NULL &&
                strstr(e.text, "expected ") != NULL && s.memory == NULL;
    CU_ASSERT(good);
    if (!good)
        printf("\n  text: %.200s\n  want: %s%s\n  got:  %s\n", source, head, phrase, e.text);
    scenario_free(&s);
}

static void check_mistakes(const struct mistake *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_mistake(list[i].source, strlen(list[i].source), list[i].line, list[i].phrase);
}

static void test_text_mistakes(void)
{
    static const struct mistake list[] = {
        {"", 1, "no statements"},
        {"\n\n# only this\n", 1, "no statements"},
        {"target chip\nosc 4MHz\n", 1, "no statements"},
        {"r 2\n\x01", 2, "byte 0x01 in column 1"},
        {"r 2 # \xc3\xa4", 1, "byte 0xc3 in column 7"},
        {"r 2\rr 2", 1, "byte 0x0d in column 4"},
        {"r 2\x7f", 1, "byte 0x7f"},
        {"r 2 !", 1, "unexpected '!'"},
        {"r 2 r 2", 1, "unexpected 'r', expected the end of the line"},
        {"= 2", 1, "unexpected '=', expected a statement"},
        {"r 2\nexpct clean", 2, "unknown statement 'expct', expected 'expect'?"},
        {"wiat 2us", 1, "expected 'wait'?"},
        {"reapet 2 {", 1, "expected 'repeat'?"},
        {"xyzzy", 1, "unknown statement 'xyzzy', expected one such as"},
        {"x", 1, "unknown statement 'x', expected one such as"},
        {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", 1, "unknown statement 'abcdefg"},
    };
    check_mistakes(list, COUNT(list));
    check_mistake("r 2\nr\0 2", 8, 2, "byte 0x00 in column 2");
}

static void test_line_length(void)
{
    char source[1100] = "r 2\r\n";
    struct scenario s;
    struct error e = {""};
    memset(source + 5, ' ', 1000);
    memcpy(source + 1005, "\r\nr 2", 5);
    CU_ASSERT_EQUAL(scenario_parse(&s, source, 1010, "t.scn", &e), STATUS_OK);
    scenario_free(&s);
    source[1005] = '#';
    source[1006] = '\n';
    check_mistake(source, 1010, 2, "the line has 1001 characters, expected at most 1000");
}

static void test_number_mistakes(void)
{
    static const struct mistake list[] = {
        {"w 2 0xfg", 1, "wrong digit 'g' in '0xfg', expected hexadecimal"},
        {"w 2 0b12", 1, "wrong digit '2' in '0b12', expected binary"},
        {"w 2 12a", 1, "wrong digit 'a' in '12a', expected decimal"},
        {"w 2 1.5", 1, "wrong digit '.'"},
        {"w 2 0x", 1, "'0x' is not a number"},
        {"print 18446744073709551616", 1, "is too large, expected at most 64 bits"},
        {"print 0x10000000000000000", 1, "is too large"},
        {"print 99999999999999999999999999", 1, "is too large"},
        {"wait 4", 1, "unit"},
        {"wait 4 us", 1, "unit"},
        {"wait 4fs", 1, "unit"},
        {"wait", 1, "the line ends too early, expected a time"},
        {"wait {", 1, "unexpected '{', expected a time"},
        {"wait 1111111111111111111111111111111111111111111111111111111111111111111111ns", 1, "too long"},
        {"wait -1ns", 1, "wait -1ns is out of range, expected 0 or more"},
        {"gap -1ns", 1, "gap -1ns is out of range"},
        {"at -1ns", 1, "at -1ns is out of range"},
        {CHIP "pulse src1 0ns", 2, "pulse width 0ns is out of range, expected more than 0"},
        {CHIP "pulse src1 -1ns 2", 2, "pulse width -1ns is out of range"},
        {"osc 8kHz\nosc", 2, "osc is given in line 1"},
        {"osc 3.2kHz\nosc 1kHz", 2, "osc is given in line 1"},
        {"osc 7.8125MHz\nr 1", 2, "offset"},
        {"osc 999Hz", 1, "999Hz is out of range, expected 1kHz to 50MHz"},
        {"osc 999.999Hz", 1, "out of range"},
        {"osc 50.000000001MHz", 1, "out of range"},
        {"osc 1000Hz\nosc 999999999.999Hz", 2, "osc is given in line 1"},
        {"osc 999999999.999Hz", 1, "out of range"},
        {"osc 0MHz", 1, "out of range"},
        {"osc 4", 1, "no unit, expected Hz"},
        {"osc 4 MHz", 1, "no unit"},
        {"osc 4GHz", 1, "unknown unit"},
        {"osc fast", 1, "is not a frequency"},
        {"osc 4.MHz", 1, "is not a frequency"},
        {"osc -4MHz", 1, "is not a frequency"},
        {"osc 1.0000000001MHz", 1, "too many digits, expected none below the millihertz"},
        {"osc 1000.0001Hz", 1, "too many digits"},
        {"osc 19999ps", 1, "period 19.999ns is out of range, expected 20ns to 1ms"},
        {"osc 1.000001ms", 1, "time 1.000001ms is out of range, expected 1ps to 1ms"},
        {"osc 0ns", 1, "time 0ns is out of range"},
        {"osc s", 1, "expected"},
        {"osc 145 ns", 1, "no unit"},
        {"osc 70ns/0ns", 1, "time 0ns is out of range"},
        {"osc 10ns/9999ps", 1, "period 19.999ns is out of range"},
        {"osc 1ms/1ps", 1, "period 1.000000001ms is out of range"},
        {"osc 70ns/", 1, "expected"},
        {"osc /75ns", 1, "expected"},
        {"osc 70ns/75ns/1ns", 1, "expected"},
        {"osc 70ns/75ns duty 40%", 1, "unexpected 'duty'"},
        {"osc 4MHz duty", 1, "expected a share such as 40%"},
        {"osc 4MHz duty 40", 1, "'40' is not a duty, expected a share such as 40%"},
        {"osc 4MHz duty %", 1, "'%' is not a duty"},
        {"osc 4MHz duty 0.999%", 1, "duty 0.999% is out of range, expected 1% to 99%"},
        {"osc 4MHz duty 99.001%", 1, "out of range"},
        {"osc 4MHz duty 40.0001%", 1, "too many digits, expected at most 3 after the point"},
        {"osc 4MHz dutie 40%", 1, "unexpected 'dutie'"},
        {"osc 99999999999999999999999MHz", 1, "too many digits"},
        {"osc", 1, "a frequency such as 4MHz"},
    };
    check_mistakes(list, COUNT(list));
}

static void test_range_mistakes(void)
{
    static const struct mistake list[] = {
        {"w 1 0", 1, "offset 1 is out of range, expected 0 or 2"},
        {"r 4", 1, "offset 4 is out of range"},
        {"r", 1, "the line ends too early, expected offset 0 or 2"},
        {"r -2", 1, "unexpected '-', expected offset"},
        {"w 2 0x100", 1, "value 256 is out of range, expected 0..0xff"},
        {"w 2 -1", 1, "value -1 is out of range"},
        {"w 2 255 + 1", 1, "value 256 is out of range"},
        {"w 2", 1, "expected a number, $name or ("},
        {"r 2 = 0x100", 1, "out of range, expected 0..0xff"},
        {"r 2 & 0x100 = 1", 1, "out of range, expected 0..0xff"},
        {"r 2 & = 1", 1, "unexpected '=', expected a number"},
        {"r 2 & -1", 1, "unexpected '-', expected a number"},
        {"r 2 = 1 & 1 = 1", 1, "unexpected '=', expected the end"},
        {"r 2 -> $a", 1, "unexpected '$a', expected the name alone"},
        {"r 2 -> 7", 1, "unexpected '7', expected a name"},
        {"r 2 ->", 1, "ends too early, expected a name"},
        {"r 2 -> a_name_that_has_rather_more_characters_than_fit", 1, "name 'a_name_that"},
        {CHIP "cmd 256", 2, "expected 0..0xff"},
        {CHIP "data 256", 2, "expected 0..0xff"},
        {CHIP "word 65536", 2, "expected 0..0xffff"},
        {CHIP "status = 256", 2, "expected 0..0xff"},
        {CHIP "read = 256", 2, "expected 0..0xff"},
        {CHIP "readw & 65536", 2, "expected 0..0xffff"},
        {CHIP "pulse src1 20ns 0", 2, "number of pulses 0 is out of range"},
        {"repeat 1000000001 {", 1, "repeat count 1000000001 is out of range"},
        {"repeat -1 {", 1, "repeat count -1 is out of range"},
        {"print 1 / 0", 1, "division by zero"},
        {"let a = 1\nprint $a % (2 - 2)", 2, "division by zero"},
        {"print 1 << 64", 1, "shift by 64, expected 0..63"},
        {"let a = 1\nprint $a >> -1", 2, "shift by -1, expected 0..63"},
        {"expect 1 = 1 +- -1", 1, "tolerance -1 is out of range"},
    };
    check_mistakes(list, COUNT(list));
}

static void test_name_mistakes(void)
{
    static const struct mistake list[] = {
        {"print $n\nlet n = 1", 1, "$n has no value yet"},
        {"let n = $n", 1, "$n has no value yet"},
        {"r 2 = $n -> n", 1, "$n has no value yet"},
        {"let nn = 1\nprint $n", 2, "$n has no value yet"},
        {"print $", 1, "'$' without a name"},
        {"print n", 1, "unexpected 'n', expected a number, $name or ("},
        {"let 5 = 1", 1, "unexpected '5', expected a name"},
        {"let $n = 1", 1, "unexpected '$n', expected the name alone"},
        {"let", 1, "expected a name"},
        {"let n", 1, "expected = and an expression"},
        {"let n =", 1, "the line ends too early, expected a number"},
        {"print (1 + 2", 1, "the line ends too early, expected ) or an operator"},
        {"print 1 + 2)", 1, "unexpected ')', expected the end of the line"},
        {"print 1 +- 2", 1, "unexpected '+-'"},
        {"print 1 < 2", 1, "unexpected '<'"},
        {"print ()", 1, "unexpected ')', expected a number"},
    };
    check_mistakes(list, COUNT(list));
}

static void test_too_many_names(void)
{
    static char source[5000 * 12];
    size_t used = 0;
    struct scenario s;
    struct error e = {""};
    for (int i = 0; i < 4096; i++)
        used += (size_t)snprintf(source + used, sizeof source - used, "let n%d=%d\n", i, i);
    CU_ASSERT_EQUAL(scenario_parse(&s, source, used, "t.scn", &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(s.names, 4096);
    for (int i = 0; i < 4096; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "n%d", i);
        CU_ASSERT_STRING_EQUAL(s.name[i], name);
    }
    scenario_free(&s);
    used += (size_t)snprintf(source + used, sizeof source - used, "let m=1\n");
    check_mistake(source, used, 4097, "too many names");
}

static void test_block_mistakes(void)
{
    static const struct mistake list[] = {
        {"r 2\n}", 2, "} without a block"},
        {"r 2\nrepeat 2 {\nr 2\n", 2, "the block that begins with this repeat does not end"},
        {"repeat 2 {\nrepeat 3 {\nr 2\n}\n", 1, "does not end"},
        {"repeat 2 {\nrepeat 3 {\nr 2\n", 2, "does not end"},
        {"repeat 2\nr 2\n}", 1, "the line ends too early, expected {"},
        {"repeat {", 1, "unexpected '{', expected a number"},
        {"repeat 2 {\nr 2 }", 2, "unexpected '}', expected the end of the line"},
        {"repeat 2 {\nr 2\n} r 2", 3, "unexpected 'r', expected the end of the line"},
        {"repeat 2 { r 2", 1, "the line ends too early, expected } after one statement"},
        {"repeat 2 { r 2 r 2 }", 1, "unexpected 'r', expected } after one statement"},
        {"repeat 2 { r 2 } r 2", 1, "unexpected 'r', expected the end of the line"},
        {"repeat 2 { repeat 2 { r 2 } }", 1, "repeat inside a block of one line"},
        {"repeat 2 {\nseed 2\n}", 2, "settings come before the first access"},
    };
    check_mistakes(list, COUNT(list));
}

static void test_depth(void)
{
    char source[33 * 14 + 1];
    size_t used = 0;
    struct scenario s;
    struct error e = {""};
    for (int i = 0; i < 33; i++)
        used += (size_t)snprintf(source + used, sizeof source - used, "repeat 1 {\n");
    check_mistake(source, used, 33, "nested too deep, expected at most 32");
    for (used -= 11; used < (size_t)32 * (11 + 2); used += 2)
        memcpy(source + used, "}\n", 2);
    CU_ASSERT_EQUAL(scenario_parse(&s, source, used, "t.scn", &e), STATUS_OK);
    scenario_free(&s);
}

static void test_setting_mistakes(void)
{
    static const struct mistake list[] = {
        {"r 2\nseed 3", 2, "settings come before the first access"},
        {"wait 1us\ntarget chip", 2, "settings come before the first access"},
        {"r 2\nset part.TAVRL 2ns", 2, "settings come before the first access"},
        {"target board\ntarget board", 2, "target is given in line 1 already"},
        {"machine a\nmachine a", 2, "machine is given in line 1 already"},
        {"\npal direct\npal direct", 3, "pal is given in line 2 already"},
        {"part a\npart a", 2, "part is given in line 1 already"},
        {"corner min\ncorner min", 2, "corner is given in line 1 already"},
        {"seed 1\nseed 1", 2, "seed is given in line 1 already"},
        {"effects on\neffects on", 2, "effects is given in line 1 already"},
        {"target bord", 1, "unexpected 'bord', expected board or chip"},
        {"target", 1, "ends too early, expected board or chip"},
        {"pal foo", 1, "expected flipflop or direct"},
        {"corner fast", 1, "expected min, typ or max"},
        {"effects yes", 1, "expected on or off"},
        {"seed x", 1, "expected a number"},
        {"seed -1", 1, "expected a number"},
        {"seed 18446744073709551616", 1, "too large"},
        {"machine ../etc", 1, "'../etc' cannot be a name"},
        {"machine a:b:c", 1, "cannot be a name"},
        {"machine a:", 1, "cannot be a name"},
        {"machine", 1, "expected the name of a machine"},
        {"machine aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeee", 1, "has 48 characters, expected at most 47"},
        {"machine aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeee\nmachine b", 2, "given in line 1"},
        {"part a:b", 1, "'a:b' cannot be a name, expected the name of a part"},
        {"part a/b", 1, "cannot be a name"},
        {"part a b", 1, "unexpected 'b', expected the end of the line"},
    };
    check_mistakes(list, COUNT(list));
}

static void test_override_mistakes(void)
{
    static const struct mistake list[] = {
        {"set TAVRL 2ns", 1, "'TAVRL' cannot be set, expected machine.KEY"},
        {"set", 1, "cannot be set"},
        {"set machine. 2ns", 1, "cannot be set"},
        {"set part.nonsense 2ns", 1, "'nonsense' is not a figure"},
        {"set machine.TAVRL 2ns", 1, "'TAVRL' is not a figure of the machine, expected set part.KEY"},
        {"set part.cpu_clock 2ns", 1, "'cpu_clock' is not a figure of the part, expected set machine.KEY"},
        {"set part.pal_tpd 2ns", 1, "'pal_tpd' is not a figure of the part"},
        {"set machine.FF_SHORT 2ns", 1, "'FF_SHORT' is not a figure of the machine"},
        {"set part.TAVRL", 1, "ends too early, expected a value"},
        {"set part.TAVRL 2ns 3ns", 1, "unexpected '3ns'"},
        {"set part.TAVRL 111111111122222222223333333333444444444455555555", 1, "is too long"},
        {"set part.aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee 1ns", 1, "is not a figure"},
        {"wire fout gate6", 1, "unexpected 'gate6', expected src1..src5 or gate1..gate5"},
        {"wire gate1 fout", 1, "gate1 is an input, expected out1..out5 or fout"},
        {"wire fout out1", 1, "out1 is an output, expected src1..src5"},
        {"wire fout", 1, "ends too early, expected src1"},
        {CHIP "wire fout gate1\nwire out1 gate1", 3, "gate1 is wired to fout in line 2 already"},
    };
    check_mistakes(list, COUNT(list));
    char source[66 * 20];
    size_t used = 0;
    for (int i = 0; i < 65; i++)
        used += (size_t)snprintf(source + used, sizeof source - used, "set part.TAVRL 1ns\n");
    check_mistake(source, used, 65, "too many overrides, expected at most 64");
}

static void test_target_mistakes(void)
{
    static const struct mistake list[] = {
        {CHIP "w 2 0", 2, "w needs target board, but the target is chip"},
        {CHIP "r 2", 2, "r needs target board"},
        {"cmd 1", 1, "cmd needs target chip, but the target is board (the default)"},
        {"target board\ndata 1", 2, "data needs target chip, but the target is board;"},
        {"word 1", 1, "word needs target chip"},
        {"status", 1, "status needs target chip"},
        {"read", 1, "read needs target chip"},
        {"readw", 1, "readw needs target chip"},
        {"pin gate1 1", 1, "pin needs target chip"},
        {"pulse src1 1us", 1, "pulse needs target chip"},
        {"timing legal", 1, "timing needs target chip"},
        {"seed 1\nwire fout gate1\nr 2", 2, "wire needs target chip"},
        {"wire fout gate1", 1, "wire needs target chip"},
        {CHIP "machine sun3-160\nwait 1us", 2, "machine needs target board"},
        {"pal direct\n" CHIP, 1, "pal needs target board"},
        {CHIP "set machine.cpu_clock 60ns", 2, "set machine. needs target board"},
    };
    check_mistakes(list, COUNT(list));
}

static void test_statement_mistakes(void)
{
    static const struct mistake list[] = {
        {CHIP "pin out1 1", 2, "out1 is an output, expected src1"},
        {CHIP "pin gate1 z", 2, "unexpected 'z', expected level 0 or 1"},
        {CHIP "pin gate1", 2, "ends too early, expected level"},
        {CHIP "wire fout gate1\npin gate1 1", 3, "gate1 is wired to fout in line 2"},
        {CHIP "wire fout gate1\npulse gate1 1us", 3, "gate1 is wired to fout in line 2"},
        {CHIP "pulse fout 1us", 2, "fout is an output"},
        {CHIP "timing", 2, "ends too early, expected legal"},
        {CHIP "timing TFOO 1ns", 2, "'TFOO' is unknown"},
        {CHIP "timing TCHCH 1ns", 2, "'TCHCH' is not a time of an access"},
        {CHIP "timing TRLQV 1ns", 2, "'TRLQV' is an output of the chip"},
        {CHIP "timing TEHWH 1ns", 2, "'TEHWH' is a note, not a time of an access"},
        {CHIP "timing TEHEH 1ns", 2, "'TEHEH' is not a time of an access: osc, pin and pulse apply it"},
        {CHIP "timing cpu_clock 1ns", 2, "'cpu_clock' is not a parameter of the chip"},
        {CHIP "timing FF_RACE 1ns", 2, "'FF_RACE' is not a parameter of the chip"},
        {CHIP "timing TAVRL 1000000001ps", 2, "out of range, expected -1ms to 1ms"},
        {CHIP "timing TAVRL -1000000001ps", 2, "out of range, expected -1ms to 1ms"},
        {CHIP "timing TAVRL", 2, "expected a time"},
        {"at 2us\nwait 1us\nat 1us", 3, "at goes back before the time of line 1"},
        {"repeat 2 {\nat 2us\nat 1us\n}", 3, "at goes back before the time of line 2"},
        {"at 2us\nrepeat 2 {\n}\nat 1us", 4, "at goes back before the time of line 1"},
        {"expect", 1, "expected violation, clean"},
        {"expect foo", 1, "unexpected 'foo', expected violation, clean"},
        {"expect gate1 = 1", 1, "gate1 is an input, expected out1..out5"},
        {"expect out1", 1, "expected = and a level"},
        {"expect out1 = 2", 1, "unexpected '2', expected level 0, 1 or z"},
        {"expect out1 = 11", 1, "unexpected '11', expected level 0, 1 or z"},
        {"expect clean TAVRL", 1, "unexpected 'TAVRL', expected the end of the line"},
        {"expect violation", 1, "ends too early, expected one or more checks"},
        {"expect violation TFOO", 1, "'TFOO' is unknown"},
        {"expect violation TAVRL TEHWH", 1, "'TEHWH' is a note, not a violation"},
        {"expect notes", 1, "ends too early, expected none, or one or more notes"},
        {"expect notes TFOO", 1, "'TFOO' is unknown, expected a note"},
        {"expect notes TEHWH TAVRL", 1, "'TAVRL' is a violation, not a note"},
        {"expect notes TRLQV", 1, "'TRLQV' is not checked"},
        {"expect notes none TEHWH", 1, "unexpected 'TEHWH', expected the end of the line"},
        {"expect violation TRLQV", 1, "'TRLQV' is not checked"},
        {"expect 1", 1, "expected = and an expression"},
        {"expect 1 =", 1, "ends too early, expected a number"},
        {"expect 1 = 1 +-", 1, "ends too early, expected a number"},
        {"expect 1 = 1 + - 1 +- 2 3", 1, "unexpected '3'"},
    };
    check_mistakes(list, COUNT(list));
}

/* ---- files ---- */

static void test_load(void)
{
    char file[] = "/tmp/test_scenario.XXXXXX";
    struct scenario s;
    struct error e = {""};
    int fd = mkstemp(file);
    CU_ASSERT_TRUE_FATAL(fd >= 0);
    CU_ASSERT_EQUAL(write(fd, "r 2\nfoo\n", 8), 8);
    CU_ASSERT_EQUAL(scenario_load(&s, file, &e), STATUS_INPUT);
    CU_ASSERT_TRUE(strncmp(e.text, file, strlen(file)) == 0 && strstr(e.text, ":2: unknown") != NULL);
    CU_ASSERT_EQUAL(ftruncate(fd, 4), 0);
    CU_ASSERT_EQUAL(scenario_load(&s, file, &e), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(s.file, file);
    CU_ASSERT_PTR_NOT_NULL(s.body);
    scenario_free(&s);
    CU_ASSERT_EQUAL(ftruncate(fd, (4 << 20) + 1), 0);
    CU_ASSERT_EQUAL(scenario_load(&s, file, &e), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "more than 4 MiB"));
    (void)close(fd);
    (void)unlink(file);
    CU_ASSERT_EQUAL(scenario_load(&s, file, &e), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, ": cannot read: No such file"));
    CU_ASSERT_EQUAL(scenario_load(&s, "/tmp", &e), STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text, "/tmp: cannot read: Is a directory");
    scenario_free(&s);
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
        status = expr_eval(s.body->next->value, &s, kept, set, value, e);
    }
    scenario_free(&s);
    return status;
}

static void test_eval(void)
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

static void test_eval_mistakes(void)
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

/* ---- text without sense ---- */

static const char board_sample[] =
    "# a board\ntarget board\nmachine sun3-160:window\npal direct\npart am9513a\nosc 4MHz\ncorner max\nseed 7\n"
    "effects on\nset part.TAVRL -1.5ns\nset machine.cpu_clock 60ns\r\n\nw 2 0xff\nr 2 & (0x10|0xf) = 0b10 -> lo\n"
    "r 0 -> hi\nlet n = $hi << 16 | ~$lo % 3\ngap 2us\nat 1.5ms\nrepeat $n & 3 {\n\tr 2\n\trepeat 3 { r 2 }\n}\n"
    "expect $n - $lo * -1 = 100 / 7 +- 1\nexpect violation TAVRL TWHRL\nexpect clean\nprint ($n)\nexpect fout = z\n";

static const char chip_sample[] = "target chip\nwire fout gate1\nwire out1 src2\ncmd 0xff\ndata 0x00\nword 0x1234\n"
                                  "status = 0x00 -> s\nread & 0xf = 1\nreadw = 0x1234\npin gate2 1\n"
                                  "pulse src1 200ns 5\ntiming TAVRL 24ns\ntiming legal\nwait 4us\nexpect out1 = 1\n"
                                  "repeat 2 {\npulse src3 1us $s + 1\n}\n";

/* The copy has exactly the size, so that a sanitizer sees any read beyond it. */
static int parse_copy(const char *text, size_t size, struct error *e)
{
    struct scenario s;
    char *copy = malloc(size == 0 ? 1 : size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    if (!copy)
        return STATUS_SYSTEM;
    memcpy(copy, text, size);
    int status = scenario_parse(&s, copy, size, "t.scn", e);
    free(copy);
    if (status == STATUS_OK) {
        struct text t = {.used = 0};
        add_statements(&t, &s, s.body);
    }
    scenario_free(&s);
    return status;
}

static void check_outcome(const char *text, size_t size)
{
    struct error e = {""};
    int status = parse_copy(text, size, &e);
    bool good = status == STATUS_OK ||
                (status == STATUS_INPUT && strncmp(e.text, "t.scn:", 6) == 0 && strchr(e.text, '\n') == NULL);
    if (!good) {
        printf("\n  status %d, %s, of:\n%.*s\n", status, e.text, (int)size, text);
        CU_FAIL("neither parsed nor refused in one line");
    }
}

static void test_prefixes(void)
{
    const char *const sample[] = {board_sample, chip_sample};
    for (size_t i = 0; i < COUNT(sample); i++) {
        struct error e = {""};
        CU_ASSERT_EQUAL(parse_copy(sample[i], strlen(sample[i]), &e), STATUS_OK);
        CU_ASSERT_STRING_EQUAL(e.text, "");
        for (size_t size = 0; size < strlen(sample[i]); size++)
            check_outcome(sample[i], size);
    }
}

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t mutate(char *text, size_t size, size_t room, uint64_t *state)
{
    static const char *const piece[] = {"{",           "}",
                                        "$",           "(",
                                        ")",           "-",
                                        "->",          "+-",
                                        "\n",          "\r",
                                        "#",           "repeat 9 {\n",
                                        "0x",          "99999999999999999999",
                                        " ",           "target chip\n",
                                        "\t",          "~",
                                        "\n}\n",       "ns",
                                        "<<",          "/ 0",
                                        "let n = 1\n", "$n",
                                        "expect "};
    size_t at = random_next(state) % (size + 1);
    size_t kind = random_next(state) % 4;
    if (kind == 0 && at < size) {
        text[at] = (char)random_next(state);
    } else if (kind == 1) {
        const char *p = piece[random_next(state) % COUNT(piece)];
        if (size + strlen(p) > room)
            return size;
        memmove(text + at + strlen(p), text + at, size - at);
        memcpy(text + at, p, strlen(p));
        size += strlen(p);
    } else if (kind == 2) {
        size_t gone = random_next(state) % 12;
        if (gone > size - at)
            gone = size - at;
        memmove(text + at, text + at + gone, size - at - gone);
        size -= gone;
    } else if (size > 0) {
        size_t from = random_next(state) % size, length = random_next(state) % 24;
        if (length <= size - at && length <= size - from)
            memmove(text + at, text + from, length);
    }
    return size;
}

static void test_mutations(void)
{
    const uint64_t seed = 9513;
    uint64_t state = seed;
    char text[2048];
    printf(" seed %" PRIu64 " ", seed);
    for (int i = 0; i < 20000; i++) {
        const char *sample = i % 2 == 0 ? board_sample : chip_sample;
        size_t size = strlen(sample);
        memcpy(text, sample, size);
        for (uint64_t n = 1 + random_next(&state) % 4; n > 0; n--)
            size = mutate(text, size, sizeof text, &state);
        check_outcome(text, size);
    }
}

/* Lines as deep and as long as they may be. */
static void test_extremes(void)
{
    static const char fill[] = "(-~1+$";
    char text[1100];
    for (size_t i = 0; fill[i] != '\0'; i++) {
        memcpy(text, "print ", 6);
        memset(text + 6, fill[i], 994);
        check_outcome(text, 1000);
        text[999] = '1';
        check_outcome(text, 1000);
    }
}

void suite_scenario(void)
{
    static const struct suite_test tests[] = {
        {"every statement to its tree", test_statements},
        {"precedence", test_precedence},
        {"settings", test_settings},
        {"defaults", test_defaults},
        {"wires", test_wires},
        {"oscillator frequencies", test_osc},
        {"mistakes in the text", test_text_mistakes},
        {"length of a line", test_line_length},
        {"mistakes in numbers", test_number_mistakes},
        {"operands out of range", test_range_mistakes},
        {"mistakes in names", test_name_mistakes},
        {"too many names", test_too_many_names},
        {"mistakes in blocks", test_block_mistakes},
        {"depth of blocks", test_depth},
        {"mistakes in settings", test_setting_mistakes},
        {"mistakes in set and wire", test_override_mistakes},
        {"statements of the other target", test_target_mistakes},
        {"mistakes in statements", test_statement_mistakes},
        {"files", test_load},
        {"values", test_eval},
        {"values that are none", test_eval_mistakes},
        {"every prefix", test_prefixes},
        {"mutations", test_mutations},
        {"extremes", test_extremes},
    };
    suite_register("scenario", NULL, NULL, tests, COUNT(tests));
}
