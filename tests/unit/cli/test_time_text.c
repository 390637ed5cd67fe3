/* SPDX-License-Identifier: MIT
 * Times as text, both ways. */
#include "cli/time_text.h"
#include "tests/unit/suite.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_time_text(void);

static void test_time_parse(void)
{
    static const struct {
        const char *text;
        int64_t ps;
    } good[] = {
        {"12ns", 12000},
        {"-1.5us", -1500000},
        {"250ps", 250},
        {"0ns", 0},
        {"-0s", 0},
        {"24.999ns", 24999},
        {"1s", INT64_C(1000000000000)},
        {"0.000000000001s", 1},
        {"2.5ms", INT64_C(2500000000)},
        {"00012ns", 12000},
        {"4611686018427387904ps", INT64_C(1) << 62},
        {"-4611686018427387904ps", -(INT64_C(1) << 62)},
        {"4611686.018427387904s", INT64_C(1) << 62},
    };
    static const struct {
        const char *text, *phrase;
    } bad[] = {
        {"", "not a time"},
        {"ns", "not a time"},
        {"-", "not a time"},
        {"+1ns", "not a time"},
        {" 1ns", "not a time"},
        {".5ns", "not a time"},
        {"12", "no unit"},
        {"1.5", "no unit"},
        {"1.ns", "unknown unit"},
        {"1 ns", "unknown unit"},
        {"1.5.5ns", "unknown unit"},
        {"1nS", "unknown unit"},
        {"1h", "unknown unit"},
        {"0x10ns", "unknown unit"},
        {"1e3ns", "unknown unit"},
        {"1.0ps", "finer than a picosecond"},
        {"1.2345ns", "finer than a picosecond"},
        {"4611686018427387905ps", "too large"},
        {"-4611686018427387905ps", "too large"},
        {"4611686.018427387905s", "too large"},
        {"18446744073709551616ps", "too large"},
        {"18446745s", "too large"},
        {"99999999999999999999999999999999999999999999999s", "too large"},
    };
    struct error e;
    int64_t ps;
    for (size_t i = 0; i < COUNT(good); i++) {
        CU_ASSERT_EQUAL(time_parse(good[i].text, &ps, &e), STATUS_OK);
        CU_ASSERT_EQUAL(ps, good[i].ps);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        e.text[0] = '\0';
        CU_ASSERT_EQUAL(time_parse(bad[i].text, &ps, &e), STATUS_INPUT);
        CU_ASSERT(error_has(&e, bad[i].phrase));
        CU_ASSERT(error_has(&e, "expected"));
    }
}

static void test_time_text(void)
{
    static const struct {
        int64_t ps;
        const char *text;
    } row[] = {
        {24000, "24ns"},
        {1500000, "1.5us"},
        {24999, "24.999ns"},
        {-3, "-3ps"},
        {0, "0ns"},
        {999, "999ps"},
        {1000, "1ns"},
        {1001, "1.001ns"},
        {1010, "1.01ns"},
        {-1000000, "-1us"},
        {1000001, "1.000001us"},
        {INT64_C(1000000000000), "1s"},
        {INT64_C(1) << 62, "4611686.018427387904s"},
        {INT64_MIN, "-9223372.036854775808s"},
    };
    char buffer[32];
    for (size_t i = 0; i < COUNT(row); i++)
        CU_ASSERT_STRING_EQUAL(time_text(buffer, sizeof buffer, row[i].ps), row[i].text);
    CU_ASSERT_STRING_EQUAL(time_text(buffer, 4, 24999), "24.");
}

static void test_time_round_trip(void)
{
    uint64_t x = 1;
    for (int i = 0; i < 20000; i++) {
        x = x * UINT64_C(6364136223846793005) + 1442695040888963407U;
        int64_t ps = (int64_t)(x >> (2 + i % 60)), back = -1;
        struct error e;
        char buffer[32];
        if (i % 2)
            ps = -ps;
        if (time_parse(time_text(buffer, sizeof buffer, ps), &back, &e) != STATUS_OK || back != ps)
            CU_FAIL("time_text and time_parse do not agree");
    }
}

void suite_time_text(void)
{
    static const struct suite_test tests[] = {
        {"time_parse", test_time_parse},
        {"time_text", test_time_text},
        {"times both ways", test_time_round_trip},
    };
    suite_register("time_text", NULL, NULL, tests, COUNT(tests));
}
