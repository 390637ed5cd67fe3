/* SPDX-License-Identifier: MIT
 * The driver's count across carries; expectations that hold or fail, mistakes found while playing. Runs from the root
 * of the tree. */
#include "tests/unit/helpers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random.h"
#include "driver-sim/tmr_chip.h"
#include "sim/language/play.h"
#include "sim/workstation/harness.h"

static struct fixture fixture;

/* What one run of the driver's code is about, and what its accesses showed. */
struct drive {
    enum pal_kind pal;
    uint64_t from; /* the count is put there */
    uint64_t seed;
    struct tmr_chip chip;
    uint64_t accesses, start_ps; /* start_ps: of the last SAVE */
};

static void note_access(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access)
{
    struct drive *d = context;
    (void)value;
    d->accesses++;
    if (write && offset == 2 && !d->start_ps)
        d->start_ps = access->start_ps;
}

static void drive(struct drive *d, void (*program)(struct vcpu *, void *))
{
    fixture_load(&fixture, "sun3-160:window");
    fixture.config.pal_kind = d->pal;
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, 1500 * NS), &fixture.error), STATUS_OK);
    const struct harness_setup setup = {
        .board = fixture.board, .machine = &fixture.rig.machine, .free = true, .watch = note_access, .context = d};
    CU_ASSERT_EQUAL(harness_run(&setup, program, d, &fixture.error), STATUS_OK);
    fixture_close(&fixture);
}

static void start(struct vcpu *cpu, struct drive *d)
{
    tmr_chip_open(&d->chip, cpu, VCPU_SOCKET, d->pal == PAL_DIRECT, TMR_WAIT_NONE);
    tmr_chip_start(&d->chip);
    CU_ASSERT_EQUAL(d->accesses, d->pal == PAL_FLIPFLOP ? 39 : 36);
}

static uint32_t read32(struct drive *d)
{
    d->start_ps = 0;
    return (uint32_t)tmr_chip_read(&d->chip, 2);
}

#define READS 24

/* Reads at odd moments; every pair must differ by the microseconds between them, modulo 2^32. */
static void check_pairs(struct vcpu *cpu, void *arg)
{
    struct drive *d = arg;
    uint32_t count[READS];
    uint64_t begun[READS];
    start(cpu, d);
    tmr_chip_preset(&d->chip, d->from, true);
    CU_ASSERT_TRUE((uint32_t)(read32(d) - (uint32_t)d->from) < 60); /* Load registers zeroed after it */
    for (int n = 0; n < READS; n++) {
        uint64_t before = d->accesses;
        count[n] = read32(d);
        begun[n] = d->start_ps;
        CU_ASSERT_EQUAL(d->accesses - before, d->pal == PAL_FLIPFLOP ? 8 : 6);
        fixture_wait(&fixture, (int64_t)(random_below(&d->seed, 70 * US)));
    }
    for (int a = 0; a < READS; a++)
        for (int b = a + 1; b < READS; b++) {
            int64_t counted = (int64_t)(uint32_t)(count[b] - count[a]) * US;
            int64_t passed = (int64_t)(begun[b] - begun[a]);
            CU_ASSERT_TRUE(counted - passed <= US && passed - counted <= US);
        }
}

/* Carries from counter 1 to 2, through 2 to 3, and the wrap of the 32 bits that are read. */
TEST(carries)
{
    static const uint64_t from[] = {0xff00, 0x1234fe80, 0x0007fffffe00, 0x0007fffeff00, 0xfffffffffffffe00};
    for (int pal = 0; pal < PAL_KINDS; pal++)
        for (size_t n = 0; n < COUNT(from); n++) {
            struct drive d = {.pal = (enum pal_kind)pal, .from = from[n], .seed = n + 7};
            drive(&d, check_pairs);
        }
}

/* ---- Scenario files */

static struct scenario scenario;
static struct error error;

struct verdict_of {
    int status;
    uint64_t expectations, failed;
    size_t violations, unexpected;
    uint32_t accesses;
    uint64_t end_ps;
    char mistakes[400]; /* a line each: "LINE access N: text" */
};

static struct verdict_of play_it(void)
{
    struct verdict_of v = {0};
    struct play_result result;
    struct play_options options = {.out = tmpfile(), .log = true};
    CU_ASSERT_PTR_NOT_NULL_FATAL(options.out);
    v.status = session_play(&result, &scenario, ".", &options, &error);
    if (v.status == STATUS_OK) {
        v = (struct verdict_of){STATUS_OK,
                                result.expectations,
                                result.expectations_failed,
                                result.violations,
                                result.unexpected,
                                result.accesses,
                                result.end_ps,
                                ""};
        for (size_t n = 0; n < result.sequence.notes; n++) {
            char text[200];
            const size_t used = strlen(v.mistakes);
            (void)snprintf(v.mistakes + used, sizeof v.mistakes - used, "%" PRIu32 " %s\n",
                           result.sequence.note[n].place, sequence_text(text, sizeof text, &result.sequence.note[n]));
        }
        play_free(&result);
    }
    CU_ASSERT_EQUAL(fclose(options.out), 0);
    return v;
}

static struct verdict_of play_text(const char *text)
{
    CU_ASSERT_EQUAL_FATAL(scenario_parse(&scenario, text, strlen(text), "t.scn", &error), STATUS_OK);
    struct verdict_of v = play_it();
    scenario_free(&scenario);
    return v;
}

static const char counting[] = "target chip\n"
                               "cmd 0xff\n"
                               "cmd 0x01\n"
                               "data 0x29\n"
                               "data 0x01\n"
                               "cmd 0x61\n"
                               "wait 1us\n"
                               "pulse src1 200ns 3\n"
                               "cmd 0xa1\n"
                               "cmd 0x11\n";

static struct verdict_of play_counting(const char *end)
{
    char text[1024];
    (void)snprintf(text, sizeof text, "%s%s\n", counting, end);
    return play_text(text);
}

/* Two broken parameters, TAVRL and TSLRL, 1 ps each. */
#define BREAK "timing TAVRL 24.999ns\ntiming TSLRL 19.999ns\nstatus -> x\ntiming legal\n"

TEST(expectations)
{
    static const struct {
        const char *end;
        uint64_t checked, failed;
        size_t violations, unexpected;
    } cases[] = {
        {"read = 3\nread = 0", 2, 0, 0, 0},
        {"read = 2\nread = 0", 2, 1, 0, 0},
        {"read = 2\nread = 1", 2, 2, 0, 0},
        {"read & 0x0e = 2", 1, 0, 0, 0},
        {"read & 0x0e = 3", 1, 1, 0, 0},
        {"read -> a\nexpect $a = 3", 1, 0, 0, 0},
        {"read -> a\nexpect $a = 4", 1, 1, 0, 0},
        {"read -> a\nexpect $a = 4 +- 1", 1, 0, 0, 0},
        {"read -> a\nexpect $a = 5 +- 1", 1, 1, 0, 0},
        {"read -> a\nexpect $a = 1 +- 1", 1, 1, 0, 0},
        {"read & 0x0e -> a\nexpect $a = 2", 1, 0, 0, 0},
        {"expect out1 = 0", 1, 0, 0, 0},
        {"expect out1 = 1", 1, 1, 0, 0},
        {"expect out1 = z", 1, 1, 0, 0},
        {"expect fout = z", 1, 1, 0, 0},
        {"expect 2 != 2", 1, 1, 0, 0},
        {"expect 2 < 2", 1, 1, 0, 0},
        {"expect 3 <= 2", 1, 1, 0, 0},
        {"expect 2 > 2", 1, 1, 0, 0},
        {"expect 2 >= 3", 1, 1, 0, 0},
        {"expect 2 == 3", 1, 1, 0, 0},
        {"expect count 1 = 4 +- 1", 1, 0, 0, 0},
        {"expect count 1 = 70", 1, 1, 0, 0},
        {"expect count 1 < 0", 1, 1, 0, 0},
        {"wait until out1 = 0 at most 0ns", 1, 0, 0, 0},
        {"wait until out1 = 1 at most 0ns", 1, 1, 0, 0},
        {"wait until out1 = 1 at most 5us", 1, 1, 0, 0},
        {"wait until status & 1 = 1 at most 0ns", 1, 0, 0, 0},
        {"wait until status & 1 = 0 at most 5us", 1, 1, 0, 0},
        {"status & 0x3f = 1", 1, 0, 0, 0},
        {"status & 0x3f = 0", 1, 1, 0, 0},
        {"let n = 5\nrepeat $n {\nexpect 1 = 2\n}", 5, 5, 0, 0},
        {"repeat 0 {\nexpect 1 = 2\n}", 0, 0, 0, 0},
        {"expect clean", 1, 0, 0, 0},
        {BREAK "expect violation TAVRL TSLRL", 1, 0, 2, 0},
        {BREAK "expect violation TSLRL TAVRL", 1, 0, 2, 0},
        {BREAK, 0, 0, 2, 2},
        {BREAK "expect clean", 1, 1, 2, 2},
        {BREAK "expect violation TAVRL", 1, 1, 2, 1},
        {BREAK "expect violation TAVRL TSLRL TRLRH", 1, 1, 2, 0},
        {BREAK "expect violation TRLRH", 1, 1, 2, 2},
        {"expect violation TAVRL", 1, 1, 0, 0},
        {BREAK BREAK "expect violation TAVRL TSLRL", 1, 0, 4, 0},
        {BREAK "expect violation TAVRL TSLRL\nexpect clean", 2, 0, 2, 0},
        {BREAK "expect violation TAVRL TSLRL\nexpect violation TAVRL TSLRL", 2, 1, 2, 0},
        {BREAK "expect violation TAVRL TSLRL\n" BREAK, 1, 0, 4, 2},
        {"expect clean\n" BREAK "expect violation TAVRL TSLRL\nstatus -> x\nexpect clean", 3, 0, 2, 0},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct verdict_of v = play_counting(cases[n].end);
        CU_ASSERT_EQUAL(v.status, STATUS_OK);
        CU_ASSERT_EQUAL(v.expectations, cases[n].checked);
        CU_ASSERT_EQUAL(v.failed, cases[n].failed);
        CU_ASSERT_EQUAL(v.violations, cases[n].violations);
        CU_ASSERT_EQUAL(v.unexpected, cases[n].unexpected);
    }
}

/* A note is no violation, neither for `expect clean` nor at the end. */
TEST(notes)
{
    struct verdict_of v = play_counting("cmd 0xa1\nwait 280ns\npin src1 1\nwait 1us\nexpect clean");
    CU_ASSERT_EQUAL(v.failed, 0);
    CU_ASSERT_EQUAL(v.violations, 0);
}

/* Notes of the sequence: each mistake, and beside it what is none. After line 10 the data pointer is at Hold 1, saved
 * by access 6 */
TEST(sequence)
{
    static const struct {
        const char *end, *mistakes;
    } cases[] = {
        {"read\nread", ""},
        {"read\ncmd 0x11", "12 access 9: only one byte of a word of counter 1 is transferred\n"},
        {"read\ncmd 0xff", ""},
        {"cmd 0x01\ndata 0x29\ncmd 0x11", "13 access 10: only one byte of a word of counter 1 is transferred\n"},
        {"cmd 0x09\ndata 1\ncmd 0x41", "13 access 10: only one byte of a word of counter 1 is transferred\n"},
        {"cmd 0x09\ndata 1\ncmd 0x42\ndata 2", ""},
        {"cmd 0x07\ndata 1\ncmd 0x11", ""}, /* of no counter */
        {"cmd 0x09\ndata 1\ncmd 0xa1\ndata 2", ""},
        {"read\ncmd 0xa1\nread", "12 access 9: SAVE of counter 1 between the bytes of its Hold register\n"},
        {"read\ncmd 0xa2\nread", ""},
        {"cmd 0xa1\nread\nread",
         "12 access 9: Hold 1 is read without a data pointer command after SAVE: a count before it\n"},
        {"cmd 0xa2\nread\nread", ""},
        {"cmd 0xa1\ncmd 0x11\nread\nread", ""},
        {"cmd 0xe8\nrepeat 2 {\ncmd 0xa1\nread\nread\n}",
         "14 access 10: Hold 1 is read without a data pointer command after SAVE: a count before it (2 times)\n"},
        {"repeat 2 {\ncmd 0xa3\ncmd 0x19\nread -> a b c d\n}",
         "12 access 14: counter 2 was never armed, and SAVE has saved its count\n"},
        {"cmd 0x02\ndata 0x28 0\ncmd 0xa1\ncmd 0xa2\ncmd 0x19\nread -> a b c d",
         "16 access 17: the count of counter 2 and of its chained one are saved by two commands\n"
         "14 access 12: counter 2 was never armed, and SAVE has saved its count\n"},
        {"cmd 0x02\ndata 0x28 0\ncmd 0x03\ndata 0x28 0\ncmd 0xa3\ncmd 0xa4\ncmd 0x13\nread\nread\ncmd 0x12\nread\nread",
         "22 access 21: the count of counter 2 and of its chained one are saved by two commands\n"
         "15 access 14: counter 2 was never armed, and SAVE has saved its count\n"
         "16 access 15: counter 3 was never armed, and SAVE has saved its count\n"},
        {"cmd 0x02\ndata 0x28 0\ncmd 0x03\ndata 0x28 0\ncmd 0xa7\ncmd 0x13\nread\nread\ncmd 0x12\nread\nread",
         "15 access 14: counter 2 was never armed, and SAVE has saved its count\n"
         "15 access 14: counter 3 was never armed, and SAVE has saved its count\n"},
        {"cmd 0x02\ndata 0x28 1\ncmd 0xa1\ncmd 0xa2\ncmd 0x19\nread -> a b c d",
         "14 access 12: counter 2 was never armed, and SAVE has saved its count\n"},
        {"cmd 0x02\ndata 0x28 0\ncmd 0xa3\ncmd 0xa2\ncmd 0x19\nread -> a b c d",
         "14 access 12: counter 2 was never armed, and SAVE has saved its count\n"},
        {"cmd 0x02\ndata 0x28 0x0f\ncmd 0x22\ncmd 0xc2\ncmd 0xa2\ncmd 0x1a\nread -> a b", ""},
        {"cmd 0x02\ndata 0x2b 1\ncmd 0x22",
         "13 access 11: counter 2 is armed in a mode or with an output code that no sheet names\n"},
        {"cmd 0x02\ndata 0x2d 1\ncmd 0x22", ""},
        {"cmd 0x02\ndata 0x80 1\ncmd 0x22",
         "13 access 11: counter 2 is armed in a mode or with an output code that no sheet names\n"},
        {"cmd 0x02\ndata 0x80 0x81\ncmd 0x22", ""},
        {"cmd 0x02\ndata 0x28 2\ncmd 0x22\ncmd 0xa2",
         "13 access 11: counter 2 has not counted from its ARM on, and SAVE has saved that count\n"},
        {"cmd 0x02\ndata 0x28 2\ncmd 0x22\npulse src2 1us 2\ncmd 0xa2", ""},
        {"cmd 0x02\ndata 0x28 2\ncmd 0x22", ""},
        {"cmd 0x02\ndata 0x28 2\ncmd 0xa2", ""},
        {"cmd 0x02\ndata 0x28 0x0f\ncmd 0x22\ncmd 0xa2", ""}, /* F5 is slow */
        {"cmd 0x02\ndata 0x28 0x8f\ncmd 0x22\ncmd 0xa2",
         "13 access 11: counter 2 has not counted from its ARM on, and SAVE has saved that count\n"},
        {"cmd 0x02\ndata 0x28 0\ncmd 0x22\ncmd 0xa2", ""}, /* counter 1 counts */
        {"cmd 0xc1\ncmd 0x02\ndata 0x28 0\ncmd 0x22\ncmd 0xa2",
         "14 access 12: counter 2 has not counted from its ARM on, and SAVE has saved that count\n"},
        {"cmd 0xc1\ncmd 0x01\ndata 0x28 2\ncmd 0x21\ncmd 0x02\ndata 0x28 0\ncmd 0x22\ncmd 0xa2", /* nothing counts */
         "17 access 16: counter 2 has not counted from its ARM on, and SAVE has saved that count\n"},
        {"cmd 0xc1\ncmd 0x01\ndata 0x28 2\ncmd 0x21\ncmd 0x02\ndata 0x28 0\ncmd 0x22\npulse src2 1us 1\ncmd 0xa2", ""},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        const struct verdict_of v = play_counting(cases[n].end);
        CU_ASSERT_EQUAL(v.status, STATUS_OK);
        CU_ASSERT_STRING_EQUAL(v.mistakes, cases[n].mistakes);
        if (strcmp(v.mistakes, cases[n].mistakes) != 0)
            (void)fprintf(stderr, "%s\nexpected %sgot %s", cases[n].end, cases[n].mistakes, v.mistakes);
    }
}

/* What only playing can find: status 2, with file:line. */
TEST(mistakes)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"target chip\nwait 1us\nat 500ns\n", "t.scn:3: "},
        {"target chip\ncmd 0xff\nlet a = 1 / 0\n", "t.scn:3: "},
        {"target chip\ncmd 0x100\n", "t.scn:2: "},
        {"target chip\nlet a = 0 - 1\nrepeat $a {\ncmd 0\n}\n", "t.scn:3: "},
        {"target chip\nwire out1 src1\npin src1 1\n", "t.scn:3: "},
        {"target chip\nlet n = -1\nwait $n ns\n", "t.scn:3: wait -1ns is out of range, expected 0 or more"},
        {"target chip\nlet n = -1\ngap $n ns\n", "t.scn:3: gap -1ns is out of range"},
        {"target chip\nlet n = 0\npulse src1 $n ns\n", "t.scn:3: pulse width 0ns is out of range, expected more than"},
        {"target chip\nlet n = 1\nat $n us\nat $n ns\n", "t.scn:4: time 1ns lies in the past"},
        {"target chip\nlet n = 1 << 62\nwait $n s\n", "t.scn:3: wait 4611686018427387904 * 1000000000000ps is out"},
        {"target chip\nlet n = 2\ntiming TWHDX $n ms\n", "t.scn:3: TWHDX out of range, expected -1ms..1ms"},
        {"target chip\nlet n = -1\nwait until out1 = 1 at most $n ns\n", "t.scn:3: limit -1ns is out of range"},
        {"target chip\nlet n = 256\ncmd 1 $n\n", "t.scn:3: value 256 out of range"},
        {"target chip\nlet n = 5000000\nwait until out1 = 1 at most $n s\n", "t.scn:3: limit"},
        {"target board\nmachine no-such-machine\nw 0 0\n", "t.scn:2: "},
        {"target chip\npart pal16xx\ncmd 0\n", "t.scn:2: "},
        {"target chip\nset part.TAVRL 5\ncmd 0\n", "t.scn:2: "},
        {"target board\nset machine.no_such 5ns\nw 0 0\n", "t.scn:2: "},
        {"target chip\ncmd 0xff\ntiming TWHWL 0ns\ncmd 0xff\n", "t.scn:4: "},
        {"target chip\nset part.TRLQV 0ns\ncmd 0\n", "t.scn:2: TRLQX is above TRLQV"},
        {"machine sun3-160\nset machine.read_latch 121ns\nr 0\n", "t.scn:2: read_latch is above control_strobe_read"},
        {"machine sun3-60\nset machine.strobe_hold -262500ps\nw 0 0\n",
         "t.scn:2: strobe_hold makes a write a read, expected more than strobe_delay less data_strobe"},
        {"machine sun3-60\nset machine.strobe_hold -262499ps\nset machine.strobe_delay 1ps\nw 0 0\n",
         "t.scn:3: strobe_hold makes a write a read"},
        {"machine sun3-60\nset machine.control_strobe_write 200ns\nset machine.strobe_hold -200ns\nw 2 0\n",
         "t.scn:3: strobe_hold makes a write a read, expected more than strobe_delay less control_strobe_write"},
        {"set machine.display_steal 1us\nr 0\n", "t.scn:1: display_steal is above 90 % of display_period, expected at"},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        int status = scenario_parse(&scenario, cases[n].text, strlen(cases[n].text), "t.scn", &error);
        if (status == STATUS_OK) {
            status = play_it().status;
            scenario_free(&scenario);
        }
        CU_ASSERT_EQUAL(status, STATUS_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.text, cases[n].said));
    }
}

/* Settings of the file reach the board: each of these reads otherwise without its setting. */
TEST(settings)
{
    static const struct {
        const char *text;
        uint64_t failed;
    } cases[] = {
        {"machine sun3-60\nset machine.floating_bus 0x12\nr 0 = 0x12\n", 0},
        {"machine sun3-60\nr 0 = 0x12\n", 1},
        {"machine sun3-160\ngap 2us\nw 0 0\nr 2 & 0xc0 = 0\n", 0},
        {"machine sun3-160\ncorner max\ngap 2us\nw 0 0\nr 2 & 0xc0 = 0\n", 1},
        {"machine sun3-160\npal direct\ngap 2us\nw 2 0x1f\nr 0 & 0xc0 = 0\n", 0},
        {"machine sun3-160\ngap 2us\nw 2 0x1f\nr 0 & 0xc0 = 0\n", 1},
        /* F1 counted for 100 us from ARM to SAVE: 4 MHz by default, so 0x10000 - 400; 1 MHz, 0x10000 - 100 */
        {"target chip\ncmd 0xff\ncmd 0x5f\nat 100us\ncmd 0x21\nat 200us\ncmd 0xa1\ncmd 0x11\nread -> a\n"
         "expect $a = 256 - 144 +- 1\n",
         0},
        {"target chip\nosc 1MHz\ncmd 0xff\ncmd 0x5f\nat 100us\ncmd 0x21\nat 200us\ncmd 0xa1\ncmd 0x11\nread -> a\n"
         "expect $a = 256 - 100 +- 1\n",
         0},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct verdict_of v = play_text(cases[n].text);
        CU_ASSERT_EQUAL(v.status, STATUS_OK);
        CU_ASSERT_EQUAL(v.failed, cases[n].failed);
    }
}

TEST(result)
{
    struct verdict_of v = play_text("target chip\ncmd 0xff\nstatus -> a\nat 1ms\n");
    CU_ASSERT_EQUAL(v.accesses, 2);
    CU_ASSERT_EQUAL(v.end_ps, 1000 * (uint64_t)US);
    CU_ASSERT_EQUAL(v.expectations, 0);
}
