/* SPDX-License-Identifier: MIT
 * libam9513's words: each value of a register and each command has its own, and they lead back to it. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "model/am9513.h"
#include "tests/unit/suite.h"

void suite_model_words(void);

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

static void test_round_trip(void)
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

/* Registers and commands of the drivers that the facts about the chip come from. */
static void test_known(void)
{
    static const struct known known[] = {
        {AM9513_MODE, 0x0b22, "F1, repeat, down, TC toggles"},
        {AM9513_MODE, 0x0b00, "F1, once, down, OUT low"},
        {AM9513_MODE, 0x0138, "SRC1, repeat, BCD, up, OUT low"},
        {AM9513_MODE, 0x1025, "TC of N-1, falling edges, repeat, down, TC pulses low"},
        {AM9513_MODE, 0xc5e4,
         "SRC5, gate GATE N rises, special gate, reload from Load and Hold, repeat, down, OUT floats"},
        {AM9513_MASTER, 0x84f3, "FOUT F5, divided by 4, time of day /10, BCD scaler"},
        {AM9513_MASTER, 0x0000, "FOUT F1 by code 0, divided by 16"},
        {AM9513_MASTER, 0x700c,
         "FOUT F1 by code 0, divided by 16, FOUT off, comparator 1, comparator 2, 16-bit bus, pointer stays"},
        {AM9513_COMMAND, 0x00, "point to reserved 0x00"},
        {AM9513_COMMAND, 0x01, "point to Mode 1"},
        {AM9513_COMMAND, 0x19, "point to Hold 1, hold cycle"},
        {AM9513_COMMAND, 0x17, "point to Master mode"},
        {AM9513_COMMAND, 0x1e, "point to reserved 0x1e"},
        {AM9513_COMMAND, 0x1f, "point to Status"},
        {AM9513_COMMAND, 0x20, "arm no counter"},
        {AM9513_COMMAND, 0x61, "load and arm 1"},
        {AM9513_COMMAND, 0x5f, "load 1 2 3 4 5"},
        {AM9513_COMMAND, 0x80, "disarm and save no counter"},
        {AM9513_COMMAND, 0xdf, "disarm 1 2 3 4 5"},
        {AM9513_COMMAND, 0xe1, "toggle output 1 off"},
        {AM9513_COMMAND, 0xed, "toggle output 5 on"},
        {AM9513_COMMAND, 0xf3, "step 3"},
        {AM9513_COMMAND, 0xf5, "step 5"},
        {AM9513_COMMAND, 0xf0, "reserved 0xf0"},
        {AM9513_COMMAND, 0xf6, "reserved 0xf6"},
        {AM9513_COMMAND, 0xfe, "reserved 0xfe"},
        {AM9513_COMMAND, 0xff, "master reset"},
    };
    char words[200];
    for (size_t n = 0; n < COUNT(known); n++) {
        CU_ASSERT_TRUE(am9513_words(known[n].kind, known[n].value, words, sizeof words) > 0);
        CU_ASSERT_STRING_EQUAL(words, known[n].words);
    }
}

static void check_refused(enum am9513_kind kind, const char *words, const char *want)
{
    char wanted[400];
    uint16_t value = 0x1234;
    CU_ASSERT_EQUAL(am9513_value(kind, words, &value, wanted, sizeof wanted), AM9513_RANGE);
    CU_ASSERT_EQUAL(value, 0x1234);
    CU_ASSERT_STRING_EQUAL(wanted, want);
}

static void test_refused(void)
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

static void test_misuse(void)
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
static void test_letters(void)
{
    static const unsigned gate[3][5] = {{0, 0, 0, 0, 0}, {1, 2, 3, 4, 5}, {6, 7, 6, 7, 6}};
    for (unsigned row = 0; row < 8; row++)
        for (unsigned column = 0; column < 3; column++)
            for (unsigned n = 0; n < 5; n++)
                CU_ASSERT_EQUAL(am9513_mode_letter((uint16_t)(gate[column][n] << 13 | row << 5)),
                                "ABCDEFGHIJKLMNOPQRSTUVWX"[3 * row + column]);
}

void suite_model_words(void)
{
    static const struct suite_test tests[] = {
        {"round trip", test_round_trip}, {"known", test_known},     {"refused", test_refused},
        {"misuse", test_misuse},         {"letters", test_letters},
    };
    suite_register("model_words", NULL, NULL, tests, COUNT(tests));
}
