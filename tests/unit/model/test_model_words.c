/* SPDX-License-Identifier: MIT
 * libam9513's words: those of the data sheet's tables; each value of a register and each command leads back to itself.
 */
#include <stdio.h>
#include <string.h>

#include "model/am9513.h"
#include "tests/suite.h"

static void round_trip(enum am9513_kind kind, unsigned most)
{
    unsigned bad = 0;
    for (unsigned value = 0; value <= most; value++) {
        char words[200], wanted[400];
        uint16_t back;
        int length = am9513_words(kind, (uint16_t)value, words, sizeof words);
        bool same = length > 0 && (size_t)length < sizeof words &&
                    am9513_value(kind, words, &back, wanted, sizeof wanted) == AM9513_OK && back == value;
        if (!same && !bad++)
            (void)fprintf(stderr, "\nkind %d, %04x: \"%s\" does not lead back\n", kind, value, words);
    }
    CU_ASSERT_EQUAL(bad, 0);
}

TEST(round_trip)
{
    round_trip(AM9513_MODE, 0xffff);
    round_trip(AM9513_MASTER, 0xffff);
    round_trip(AM9513_COMMAND, 0xff);
}

struct known {
    enum am9513_kind kind;
    uint16_t value;
    const char *words;
};

static void check_known(const struct known *known, size_t count)
{
    char words[200], wanted[400];
    for (size_t n = 0; n < count; n++) {
        uint16_t value = 0;
        CU_ASSERT_TRUE(am9513_words(known[n].kind, known[n].value, words, sizeof words) > 0);
        CU_ASSERT_STRING_EQUAL(words, known[n].words);
        CU_ASSERT_EQUAL(am9513_value(known[n].kind, known[n].words, &value, wanted, sizeof wanted), AM9513_OK);
        CU_ASSERT_EQUAL(value, known[n].value);
    }
}

/* The data sheet's tables of the mode registers: each value of each field, the other fields 0. */
TEST(modes)
{
    static const struct known known[] = {
        /* CM11-8: the source */
        {AM9513_MODE, 0x0000, "TC of N-1, once, down, OUT low"},
        {AM9513_MODE, 0x0100, "SRC1, once, down, OUT low"},
        {AM9513_MODE, 0x0200, "SRC2, once, down, OUT low"},
        {AM9513_MODE, 0x0300, "SRC3, once, down, OUT low"},
        {AM9513_MODE, 0x0400, "SRC4, once, down, OUT low"},
        {AM9513_MODE, 0x0500, "SRC5, once, down, OUT low"},
        {AM9513_MODE, 0x0600, "GATE1, once, down, OUT low"},
        {AM9513_MODE, 0x0700, "GATE2, once, down, OUT low"},
        {AM9513_MODE, 0x0800, "GATE3, once, down, OUT low"},
        {AM9513_MODE, 0x0900, "GATE4, once, down, OUT low"},
        {AM9513_MODE, 0x0a00, "GATE5, once, down, OUT low"},
        {AM9513_MODE, 0x0b00, "F1, once, down, OUT low"},
        {AM9513_MODE, 0x0c00, "F2, once, down, OUT low"},
        {AM9513_MODE, 0x0d00, "F3, once, down, OUT low"},
        {AM9513_MODE, 0x0e00, "F4, once, down, OUT low"},
        {AM9513_MODE, 0x0f00, "F5, once, down, OUT low"},
        /* CM15-13: the gate */
        {AM9513_MODE, 0x2000, "TC of N-1, gate TC of N-1, once, down, OUT low"},
        {AM9513_MODE, 0x4000, "TC of N-1, gate GATE N+1 high, once, down, OUT low"},
        {AM9513_MODE, 0x6000, "TC of N-1, gate GATE N-1 high, once, down, OUT low"},
        {AM9513_MODE, 0x8000, "TC of N-1, gate GATE N high, once, down, OUT low"},
        {AM9513_MODE, 0xa000, "TC of N-1, gate GATE N low, once, down, OUT low"},
        {AM9513_MODE, 0xc000, "TC of N-1, gate GATE N rises, once, down, OUT low"},
        {AM9513_MODE, 0xe000, "TC of N-1, gate GATE N falls, once, down, OUT low"},
        /* CM12; CM7 to CM3 */
        {AM9513_MODE, 0x1000, "TC of N-1, falling edges, once, down, OUT low"},
        {AM9513_MODE, 0x0080, "TC of N-1, special gate, once, down, OUT low"},
        {AM9513_MODE, 0x0040, "TC of N-1, reload from Load and Hold, once, down, OUT low"},
        {AM9513_MODE, 0x0020, "TC of N-1, repeat, down, OUT low"},
        {AM9513_MODE, 0x0010, "TC of N-1, once, BCD, down, OUT low"},
        {AM9513_MODE, 0x0008, "TC of N-1, once, up, OUT low"},
        /* CM2-0: the output */
        {AM9513_MODE, 0x0001, "TC of N-1, once, down, TC pulses high"},
        {AM9513_MODE, 0x0002, "TC of N-1, once, down, TC toggles"},
        {AM9513_MODE, 0x0003, "TC of N-1, once, down, TC toggles by code 3"},
        {AM9513_MODE, 0x0004, "TC of N-1, once, down, OUT floats"},
        {AM9513_MODE, 0x0005, "TC of N-1, once, down, TC pulses low"},
        {AM9513_MODE, 0x0006, "TC of N-1, once, down, OUT low by code 6"},
        {AM9513_MODE, 0x0007, "TC of N-1, once, down, OUT low by code 7"},
        /* Of drivers */
        {AM9513_MODE, 0x0b22, "F1, repeat, down, TC toggles"},
        {AM9513_MODE, 0x0138, "SRC1, repeat, BCD, up, OUT low"},
        {AM9513_MODE, 0xc5e4,
         "SRC5, gate GATE N rises, special gate, reload from Load and Hold, repeat, down, OUT floats"},
    };
    check_known(known, COUNT(known));
}

TEST(masters)
{
    static const struct known known[] = {
        /* MM7-4: what FOUT divides */
        {AM9513_MASTER, 0x0000, "FOUT F1 by code 0, divided by 16"},
        {AM9513_MASTER, 0x0010, "FOUT SRC1, divided by 16"},
        {AM9513_MASTER, 0x0020, "FOUT SRC2, divided by 16"},
        {AM9513_MASTER, 0x0030, "FOUT SRC3, divided by 16"},
        {AM9513_MASTER, 0x0040, "FOUT SRC4, divided by 16"},
        {AM9513_MASTER, 0x0050, "FOUT SRC5, divided by 16"},
        {AM9513_MASTER, 0x0060, "FOUT GATE1, divided by 16"},
        {AM9513_MASTER, 0x0070, "FOUT GATE2, divided by 16"},
        {AM9513_MASTER, 0x0080, "FOUT GATE3, divided by 16"},
        {AM9513_MASTER, 0x0090, "FOUT GATE4, divided by 16"},
        {AM9513_MASTER, 0x00a0, "FOUT GATE5, divided by 16"},
        {AM9513_MASTER, 0x00b0, "FOUT F1, divided by 16"},
        {AM9513_MASTER, 0x00c0, "FOUT F2, divided by 16"},
        {AM9513_MASTER, 0x00d0, "FOUT F3, divided by 16"},
        {AM9513_MASTER, 0x00e0, "FOUT F4, divided by 16"},
        {AM9513_MASTER, 0x00f0, "FOUT F5, divided by 16"},
        /* MM11-8 */
        {AM9513_MASTER, 0x0100, "FOUT F1 by code 0, divided by 1"},
        {AM9513_MASTER, 0x0200, "FOUT F1 by code 0, divided by 2"},
        {AM9513_MASTER, 0x0300, "FOUT F1 by code 0, divided by 3"},
        {AM9513_MASTER, 0x0400, "FOUT F1 by code 0, divided by 4"},
        {AM9513_MASTER, 0x0500, "FOUT F1 by code 0, divided by 5"},
        {AM9513_MASTER, 0x0600, "FOUT F1 by code 0, divided by 6"},
        {AM9513_MASTER, 0x0700, "FOUT F1 by code 0, divided by 7"},
        {AM9513_MASTER, 0x0800, "FOUT F1 by code 0, divided by 8"},
        {AM9513_MASTER, 0x0900, "FOUT F1 by code 0, divided by 9"},
        {AM9513_MASTER, 0x0a00, "FOUT F1 by code 0, divided by 10"},
        {AM9513_MASTER, 0x0b00, "FOUT F1 by code 0, divided by 11"},
        {AM9513_MASTER, 0x0c00, "FOUT F1 by code 0, divided by 12"},
        {AM9513_MASTER, 0x0d00, "FOUT F1 by code 0, divided by 13"},
        {AM9513_MASTER, 0x0e00, "FOUT F1 by code 0, divided by 14"},
        {AM9513_MASTER, 0x0f00, "FOUT F1 by code 0, divided by 15"},
        /* MM1-0; MM2, MM3, MM12 to MM15 */
        {AM9513_MASTER, 0x0001, "FOUT F1 by code 0, divided by 16, time of day /5"},
        {AM9513_MASTER, 0x0002, "FOUT F1 by code 0, divided by 16, time of day /6"},
        {AM9513_MASTER, 0x0003, "FOUT F1 by code 0, divided by 16, time of day /10"},
        {AM9513_MASTER, 0x0004, "FOUT F1 by code 0, divided by 16, comparator 1"},
        {AM9513_MASTER, 0x0008, "FOUT F1 by code 0, divided by 16, comparator 2"},
        {AM9513_MASTER, 0x1000, "FOUT F1 by code 0, divided by 16, FOUT off"},
        {AM9513_MASTER, 0x2000, "FOUT F1 by code 0, divided by 16, 16-bit bus"},
        {AM9513_MASTER, 0x4000, "FOUT F1 by code 0, divided by 16, pointer stays"},
        {AM9513_MASTER, 0x8000, "FOUT F1 by code 0, divided by 16, BCD scaler"},
        /* Of a driver; several at once */
        {AM9513_MASTER, 0x84f3, "FOUT F5, divided by 4, time of day /10, BCD scaler"},
        {AM9513_MASTER, 0x700c,
         "FOUT F1 by code 0, divided by 16, FOUT off, comparator 1, comparator 2, 16-bit bus, pointer stays"},
    };
    check_known(known, COUNT(known));
}

TEST(commands)
{
    static const struct known known[] = {
        {AM9513_COMMAND, 0x00, "point to reserved 0x00"},
        {AM9513_COMMAND, 0x01, "point to Mode 1"},
        {AM9513_COMMAND, 0x02, "point to Mode 2"},
        {AM9513_COMMAND, 0x03, "point to Mode 3"},
        {AM9513_COMMAND, 0x04, "point to Mode 4"},
        {AM9513_COMMAND, 0x05, "point to Mode 5"},
        {AM9513_COMMAND, 0x06, "point to reserved 0x06"},
        {AM9513_COMMAND, 0x07, "point to Alarm 1"},
        {AM9513_COMMAND, 0x08, "point to reserved 0x08"},
        {AM9513_COMMAND, 0x09, "point to Load 1"},
        {AM9513_COMMAND, 0x0a, "point to Load 2"},
        {AM9513_COMMAND, 0x0b, "point to Load 3"},
        {AM9513_COMMAND, 0x0c, "point to Load 4"},
        {AM9513_COMMAND, 0x0d, "point to Load 5"},
        {AM9513_COMMAND, 0x0e, "point to reserved 0x0e"},
        {AM9513_COMMAND, 0x0f, "point to Alarm 2"},
        {AM9513_COMMAND, 0x10, "point to reserved 0x10"},
        {AM9513_COMMAND, 0x11, "point to Hold 1"},
        {AM9513_COMMAND, 0x12, "point to Hold 2"},
        {AM9513_COMMAND, 0x13, "point to Hold 3"},
        {AM9513_COMMAND, 0x14, "point to Hold 4"},
        {AM9513_COMMAND, 0x15, "point to Hold 5"},
        {AM9513_COMMAND, 0x16, "point to reserved 0x16"},
        {AM9513_COMMAND, 0x17, "point to Master mode"},
        {AM9513_COMMAND, 0x18, "point to reserved 0x18"},
        {AM9513_COMMAND, 0x19, "point to Hold 1, hold cycle"},
        {AM9513_COMMAND, 0x1a, "point to Hold 2, hold cycle"},
        {AM9513_COMMAND, 0x1b, "point to Hold 3, hold cycle"},
        {AM9513_COMMAND, 0x1c, "point to Hold 4, hold cycle"},
        {AM9513_COMMAND, 0x1d, "point to Hold 5, hold cycle"},
        {AM9513_COMMAND, 0x1e, "point to reserved 0x1e"},
        {AM9513_COMMAND, 0x1f, "point to Status"},
        /* One counter, all, none */
        {AM9513_COMMAND, 0x20, "arm no counter"},
        {AM9513_COMMAND, 0x21, "arm 1"},
        {AM9513_COMMAND, 0x22, "arm 2"},
        {AM9513_COMMAND, 0x24, "arm 3"},
        {AM9513_COMMAND, 0x28, "arm 4"},
        {AM9513_COMMAND, 0x30, "arm 5"},
        {AM9513_COMMAND, 0x3f, "arm 1 2 3 4 5"},
        {AM9513_COMMAND, 0x40, "load no counter"},
        {AM9513_COMMAND, 0x41, "load 1"},
        {AM9513_COMMAND, 0x42, "load 2"},
        {AM9513_COMMAND, 0x44, "load 3"},
        {AM9513_COMMAND, 0x48, "load 4"},
        {AM9513_COMMAND, 0x50, "load 5"},
        {AM9513_COMMAND, 0x5f, "load 1 2 3 4 5"},
        {AM9513_COMMAND, 0x60, "load and arm no counter"},
        {AM9513_COMMAND, 0x61, "load and arm 1"},
        {AM9513_COMMAND, 0x62, "load and arm 2"},
        {AM9513_COMMAND, 0x64, "load and arm 3"},
        {AM9513_COMMAND, 0x68, "load and arm 4"},
        {AM9513_COMMAND, 0x70, "load and arm 5"},
        {AM9513_COMMAND, 0x7f, "load and arm 1 2 3 4 5"},
        {AM9513_COMMAND, 0x80, "disarm and save no counter"},
        {AM9513_COMMAND, 0x81, "disarm and save 1"},
        {AM9513_COMMAND, 0x82, "disarm and save 2"},
        {AM9513_COMMAND, 0x84, "disarm and save 3"},
        {AM9513_COMMAND, 0x88, "disarm and save 4"},
        {AM9513_COMMAND, 0x90, "disarm and save 5"},
        {AM9513_COMMAND, 0x9f, "disarm and save 1 2 3 4 5"},
        {AM9513_COMMAND, 0xa0, "save no counter"},
        {AM9513_COMMAND, 0xa1, "save 1"},
        {AM9513_COMMAND, 0xa2, "save 2"},
        {AM9513_COMMAND, 0xa4, "save 3"},
        {AM9513_COMMAND, 0xa8, "save 4"},
        {AM9513_COMMAND, 0xb0, "save 5"},
        {AM9513_COMMAND, 0xbf, "save 1 2 3 4 5"},
        {AM9513_COMMAND, 0xc0, "disarm no counter"},
        {AM9513_COMMAND, 0xc1, "disarm 1"},
        {AM9513_COMMAND, 0xc2, "disarm 2"},
        {AM9513_COMMAND, 0xc4, "disarm 3"},
        {AM9513_COMMAND, 0xc8, "disarm 4"},
        {AM9513_COMMAND, 0xd0, "disarm 5"},
        {AM9513_COMMAND, 0xdf, "disarm 1 2 3 4 5"},
        /* Toggle outputs, the master mode, step */
        {AM9513_COMMAND, 0xe0, "pointer moves"},
        {AM9513_COMMAND, 0xe1, "toggle output 1 off"},
        {AM9513_COMMAND, 0xe2, "toggle output 2 off"},
        {AM9513_COMMAND, 0xe3, "toggle output 3 off"},
        {AM9513_COMMAND, 0xe4, "toggle output 4 off"},
        {AM9513_COMMAND, 0xe5, "toggle output 5 off"},
        {AM9513_COMMAND, 0xe6, "FOUT on"},
        {AM9513_COMMAND, 0xe7, "8-bit bus"},
        {AM9513_COMMAND, 0xe8, "pointer stays"},
        {AM9513_COMMAND, 0xe9, "toggle output 1 on"},
        {AM9513_COMMAND, 0xea, "toggle output 2 on"},
        {AM9513_COMMAND, 0xeb, "toggle output 3 on"},
        {AM9513_COMMAND, 0xec, "toggle output 4 on"},
        {AM9513_COMMAND, 0xed, "toggle output 5 on"},
        {AM9513_COMMAND, 0xee, "FOUT off"},
        {AM9513_COMMAND, 0xef, "16-bit bus"},
        {AM9513_COMMAND, 0xf0, "reserved 0xf0"},
        {AM9513_COMMAND, 0xf1, "step 1"},
        {AM9513_COMMAND, 0xf2, "step 2"},
        {AM9513_COMMAND, 0xf3, "step 3"},
        {AM9513_COMMAND, 0xf4, "step 4"},
        {AM9513_COMMAND, 0xf5, "step 5"},
        {AM9513_COMMAND, 0xf6, "reserved 0xf6"},
        {AM9513_COMMAND, 0xf7, "reserved 0xf7"},
        {AM9513_COMMAND, 0xf8, "prefetch after writes on"},
        {AM9513_COMMAND, 0xf9, "prefetch after writes off"},
        {AM9513_COMMAND, 0xfa, "reserved 0xfa"},
        {AM9513_COMMAND, 0xfb, "reserved 0xfb"},
        {AM9513_COMMAND, 0xfc, "reserved 0xfc"},
        {AM9513_COMMAND, 0xfd, "reserved 0xfd"},
        {AM9513_COMMAND, 0xfe, "reserved 0xfe"},
        {AM9513_COMMAND, 0xff, "master reset"},
    };
    check_known(known, COUNT(known));
}

static void check_refused(enum am9513_kind kind, const char *words, const char *want)
{
    char wanted[400];
    uint16_t value = 0x1234;
    CU_ASSERT_EQUAL(am9513_value(kind, words, &value, wanted, sizeof wanted), AM9513_RANGE);
    CU_ASSERT_EQUAL(value, 0x1234);
    CU_ASSERT_STRING_EQUAL(wanted, want);
}

TEST(refused)
{
    check_refused(AM9513_MODE, "",
                  "TC of N-1 | SRC1 | SRC2 | SRC3 | SRC4 | SRC5 | GATE1 | GATE2 | GATE3 | GATE4 | GATE5 "
                  "| F1 | F2 | F3 | F4 | F5");
    check_refused(AM9513_MODE, "F1,repeat",
                  "TC of N-1 | SRC1 | SRC2 | SRC3 | SRC4 | SRC5 | GATE1 | GATE2 | GATE3 | GATE4 | GATE5 "
                  "| F1 | F2 | F3 | F4 | F5");
    check_refused(AM9513_MODE, "F1, gate GATE N low, down, TC toggles",
                  "special gate | reload from Load and Hold | once | repeat, after \"F1, gate GATE N low\"");
    check_refused(AM9513_MODE, "F1, repeat, down",
                  "OUT low | TC pulses high | TC toggles | TC toggles by code 3 | OUT floats "
                  "| TC pulses low | OUT low by code 6 | OUT low by code 7, after "
                  "\"F1, repeat, down\"");
    check_refused(AM9513_MODE, "F1, repeat, down, TC toggles, ", "the end, after \"F1, repeat, down, TC toggles\"");
    check_refused(AM9513_MODE, "F1, repeat, repeat", "BCD | down | up, after \"F1, repeat\"");
    check_refused(
        AM9513_MASTER, "FOUT F1, divided by 17",
        "divided by 16 | divided by 1 | divided by 2 | divided by 3 | divided by 4 | divided by 5 | divided by 6 "
        "| divided by 7 | divided by 8 | divided by 9 | divided by 10 | divided by 11 | divided by 12 | divided "
        "by 13 | divided by 14 | divided by 15, after \"FOUT F1\"");
    check_refused(AM9513_MASTER, "FOUT F1, divided by 1, BCD scaler, 16-bit bus",
                  "the end, after \"FOUT F1, divided by 1, BCD scaler\"");
    check_refused(AM9513_MASTER, "FOUT F1, divided by 1, comparator 2, 16-bit bus, ",
                  "pointer stays | BCD scaler, after \"FOUT F1, divided by 1, comparator 2, 16-bit bus\"");
    check_refused(AM9513_COMMAND, "arm",
                  "a command such as load and arm 1 2, point to Hold 1, toggle output 1 on, 16-bit bus");
}

TEST(misuse)
{
    char text[10];
    uint16_t value;
    CU_ASSERT_TRUE(am9513_words(AM9513_COMMAND, 0x100, text, sizeof text) < 0);
    CU_ASSERT_TRUE(am9513_words(AM9513_MODE, 0, NULL, 1) < 0);
    CU_ASSERT_TRUE(am9513_words((enum am9513_kind)3, 0, text, sizeof text) < 0);
    CU_ASSERT_EQUAL(am9513_value((enum am9513_kind)3, "", &value, text, sizeof text), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_words(AM9513_MODE, 0x0b22, text, sizeof text), 28);
    CU_ASSERT_STRING_EQUAL(text, "F1, repea");
    CU_ASSERT_EQUAL(am9513_words(AM9513_MODE, 0x0b22, NULL, 0), 28);
    CU_ASSERT_EQUAL(am9513_value(AM9513_MODE, NULL, &value, text, sizeof text), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_value(AM9513_MODE, "F1", NULL, text, sizeof text), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_value(AM9513_MODE, "F1", &value, NULL, 1), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_value(AM9513_MODE, "F1", &value, NULL, 0), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_value(AM9513_MODE, "x", &value, text, sizeof text), AM9513_RANGE);
    CU_ASSERT_STRING_EQUAL(text, "TC of N-1");
}

/* The mode table of am9513.h: CM7-5 by rows; no gate, a level, an edge by columns. */
TEST(letters)
{
    static const unsigned gate[3][5] = {{0, 0, 0, 0, 0}, {1, 2, 3, 4, 5}, {6, 7, 6, 7, 6}};
    for (unsigned row = 0; row < 8; row++)
        for (unsigned column = 0; column < 3; column++)
            for (unsigned n = 0; n < 5; n++)
                CU_ASSERT_EQUAL(am9513_mode_letter((uint16_t)(gate[column][n] << 13 | row << 5)),
                                "ABCDEFGHIJKLMNOPQRSTUVWX"[3 * row + column]);
}
