/* SPDX-License-Identifier: MIT
 * Tables: lines that go on, times of one unit, decimal points in line. */
#include <stdio.h>
#include <string.h>

#include "cli/columns.h"
#include "tests/suite.h"

static void check_wrap(size_t column, size_t indent, const char *text, const char *want)
{
    char got[512] = "";
    FILE *f = fmemopen(got, sizeof got, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    struct wrap w = {f, column, indent};
    wrap_words(&w, text);
    CU_ASSERT_EQUAL(fclose(f), 0);
    CU_ASSERT_STRING_EQUAL(got, want);
    const char *last = strrchr(got, '\n');
    CU_ASSERT_EQUAL(w.column, last ? strlen(last + 1) : column + strlen(got));
}

#define TEN "0123456789"
TEST(wrap)
{
    check_wrap(0, 0, "", "");
    check_wrap(0, 0, "  a  b ", "a b");
    check_wrap(5, 3, "a", " a");
    check_wrap(89, 4, TEN, " " TEN);
    check_wrap(90, 4, TEN, "\n    " TEN);
    check_wrap(90, 0, TEN " b", "\n" TEN " b");
    check_wrap(90, 80, TEN " " TEN " c",
               "\n" /* 80 blanks */
               "                                                                                " TEN "\n"
               "                                                                                " TEN " c");
}

TEST(time)
{
    static const int64_t ps[] = {1500000, -405000, 19500, 0};
    static const char *const ns[] = {"1500.0", "-405.0", "19.5", "0.0"};
    struct time_column c = {3, 0};
    char text[32];
    CU_ASSERT_STRING_EQUAL(time_column_text(&c, text, sizeof text, 7000), "7");
    for (size_t n = 0; n < COUNT(ps); n++)
        time_column_take(&c, ps[n]);
    for (size_t n = 0; n < COUNT(ps); n++)
        CU_ASSERT_STRING_EQUAL(time_column_text(&c, text, sizeof text, ps[n]), ns[n]);
    struct time_column us = {6, 0};
    time_column_take(&us, -1);
    CU_ASSERT_STRING_EQUAL(time_column_text(&us, text, sizeof text, -1), "-0.000001");
    CU_ASSERT_STRING_EQUAL(time_column_text(&us, text, sizeof text, INT64_MIN), "-9223372036854.775808");
    CU_ASSERT_STRING_EQUAL(time_event_text(text, sizeof text, 0), "       0us       ");
    CU_ASSERT_STRING_EQUAL(time_event_text(text, sizeof text, 17295000), "      17.295us   ");
    CU_ASSERT_STRING_EQUAL(time_event_text(text, sizeof text, 1), "       0.000001us");
}

TEST(number)
{
    char text[32];
    CU_ASSERT_STRING_EQUAL(number_column_text(text, sizeof text, "12.5", 4, 3), "  12.5 ");
    CU_ASSERT_STRING_EQUAL(number_column_text(text, sizeof text, "-7", 4, 3), "  -7   ");
    CU_ASSERT_STRING_EQUAL(number_column_text(text, sizeof text, "", 2, 2), "    ");
    CU_ASSERT_STRING_EQUAL(number_column_text(text, sizeof text, "123.456", 1, 1), "123.456");
}
