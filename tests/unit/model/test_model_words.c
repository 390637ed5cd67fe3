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

#define COUNTERS                                                                                                       \
    "no counter|1|2|1 2|3|1 3|2 3|1 2 3|4|1 4|2 4|1 2 4|3 4|1 3 4|2 3 4|1 2 3 4|"                                      \
    "5|1 5|2 5|1 2 5|3 5|1 3 5|2 3 5|1 2 3 5|4 5|1 4 5|2 4 5|1 2 4 5|3 4 5|1 3 4 5|2 3 4 5|1 2 3 4 5"

/* The values from first on, each by step more: their words stand between before and after. */
static const struct known {
    enum am9513_kind kind;
    unsigned first, step;
    const char *before, *words, *after; /* words: one a value, | between */
} known[] = {
    /* The data sheet's tables of the mode registers, each value of each field, the other fields 0. CM11-8: source */
    {AM9513_MODE, 0x0000, 0x0100, "", "TC of N-1|SRC1|SRC2|SRC3|SRC4|SRC5|GATE1|GATE2|GATE3|GATE4|GATE5|F1|F2|F3|F4|F5",
     ", once, down, OUT low"},
    /* CM15-13: the gate; CM12; CM7 to CM3 */
    {AM9513_MODE, 0x2000, 0x2000, "TC of N-1, gate ",
     "TC of N-1|GATE N+1 high|GATE N-1 high|GATE N high|GATE N low|GATE N rises|GATE N falls", ", once, down, OUT low"},
    {AM9513_MODE, 0x1000, 0, "TC of N-1, ", "falling edges", ", once, down, OUT low"},
    {AM9513_MODE, 0x0080, 0, "TC of N-1, ", "special gate", ", once, down, OUT low"},
    {AM9513_MODE, 0x0040, 0, "TC of N-1, ", "reload from Load and Hold", ", once, down, OUT low"},
    {AM9513_MODE, 0x0020, 0, "TC of N-1, ", "repeat", ", down, OUT low"},
    {AM9513_MODE, 0x0010, 0, "TC of N-1, once, ", "BCD", ", down, OUT low"},
    {AM9513_MODE, 0x0008, 0, "TC of N-1, once, ", "up", ", OUT low"},
    /* CM2-0: the output */
    {AM9513_MODE, 0x0000, 1, "TC of N-1, once, down, ",
     "OUT low|TC pulses high|TC toggles|TC toggles by code 3|OUT floats|TC pulses low|OUT low by code 6|"
     "OUT low by code 7",
     ""},
    /* Of drivers */
    {AM9513_MODE, 0x0b22, 0, "", "F1, repeat, down, TC toggles", ""},
    {AM9513_MODE, 0x0138, 0, "", "SRC1, repeat, BCD, up, OUT low", ""},
    {AM9513_MODE, 0xc5e4, 0, "SRC5, gate GATE N rises, special gate, ", "reload from Load and Hold",
     ", repeat, down, OUT floats"},
    /* MM7-4: what FOUT divides; MM11-8; MM1-0; MM2, MM3, MM12 to MM15 */
    {AM9513_MASTER, 0x0000, 0x0010, "FOUT ",
     "F1 by code 0|SRC1|SRC2|SRC3|SRC4|SRC5|GATE1|GATE2|GATE3|GATE4|GATE5|F1|F2|F3|F4|F5", ", divided by 16"},
    {AM9513_MASTER, 0x0000, 0x0100, "FOUT F1 by code 0, divided by ", "16|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15", ""},
    {AM9513_MASTER, 0x0001, 1, "FOUT F1 by code 0, divided by 16, time of day ", "/5|/6|/10", ""},
    {AM9513_MASTER, 0x0004, 4, "FOUT F1 by code 0, divided by 16, ", "comparator 1|comparator 2", ""},
    {AM9513_MASTER, 0x1000, 0, "FOUT F1 by code 0, divided by 16, ", "FOUT off", ""},
    {AM9513_MASTER, 0x2000, 0, "FOUT F1 by code 0, divided by 16, ", "16-bit bus", ""},
    {AM9513_MASTER, 0x4000, 0, "FOUT F1 by code 0, divided by 16, ", "pointer stays", ""},
    {AM9513_MASTER, 0x8000, 0, "FOUT F1 by code 0, divided by 16, ", "BCD scaler", ""},
    /* Of a driver; several at once */
    {AM9513_MASTER, 0x84f3, 0, "", "FOUT F5, divided by 4, time of day /10, BCD scaler", ""},
    {AM9513_MASTER, 0x700c, 0, "FOUT F1 by code 0, divided by 16, FOUT off, ",
     "comparator 1, comparator 2, 16-bit bus, pointer stays", ""},
    /* Each command */
    {AM9513_COMMAND, 0x00, 1, "point to ",
     "reserved 0x00|Mode 1|Mode 2|Mode 3|Mode 4|Mode 5|reserved 0x06|Alarm 1|"
     "reserved 0x08|Load 1|Load 2|Load 3|Load 4|Load 5|reserved 0x0e|Alarm 2|"
     "reserved 0x10|Hold 1|Hold 2|Hold 3|Hold 4|Hold 5|reserved 0x16|Master mode|"
     "reserved 0x18|Hold 1, hold cycle|Hold 2, hold cycle|Hold 3, hold cycle|Hold 4, hold cycle|Hold 5, hold cycle|"
     "reserved 0x1e|Status",
     ""},
    {AM9513_COMMAND, 0x20, 1, "arm ", COUNTERS, ""},
    {AM9513_COMMAND, 0x40, 1, "load ", COUNTERS, ""},
    {AM9513_COMMAND, 0x60, 1, "load and arm ", COUNTERS, ""},
    {AM9513_COMMAND, 0x80, 1, "disarm and save ", COUNTERS, ""},
    {AM9513_COMMAND, 0xa0, 1, "save ", COUNTERS, ""},
    {AM9513_COMMAND, 0xc0, 1, "disarm ", COUNTERS, ""},
    {AM9513_COMMAND, 0xe0, 1, "",
     "pointer moves|toggle output 1 off|toggle output 2 off|toggle output 3 off|toggle output 4 off|"
     "toggle output 5 off|FOUT on|8-bit bus|"
     "pointer stays|toggle output 1 on|toggle output 2 on|toggle output 3 on|toggle output 4 on|"
     "toggle output 5 on|FOUT off|16-bit bus|"
     "reserved 0xf0|step 1|step 2|step 3|step 4|step 5|reserved 0xf6|reserved 0xf7|prefetch after writes on|"
     "prefetch after writes off|reserved 0xfa|reserved 0xfb|reserved 0xfc|reserved 0xfd|reserved 0xfe|master reset",
     ""},
};

TEST(words)
{
    unsigned commands = 0;
    for (size_t n = 0; n < COUNT(known); n++) {
        const struct known *k = &known[n];
        const char *word = k->words;
        for (unsigned value = k->first; word; value += k->step) {
            char want[200], words[200], wanted[400];
            uint16_t back = 0;
            (void)snprintf(want, sizeof want, "%s%.*s%s", k->before, (int)strcspn(word, "|"), word, k->after);
            CU_ASSERT_TRUE(am9513_words(k->kind, (uint16_t)value, words, sizeof words) > 0);
            CU_ASSERT_STRING_EQUAL(words, want);
            CU_ASSERT_EQUAL(am9513_value(k->kind, want, &back, wanted, sizeof wanted), AM9513_OK);
            CU_ASSERT_EQUAL(back, value);
            commands += k->kind == AM9513_COMMAND;
            word = strchr(word, '|');
            word = word ? word + 1 : NULL;
        }
    }
    CU_ASSERT_EQUAL(commands, 256);
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
