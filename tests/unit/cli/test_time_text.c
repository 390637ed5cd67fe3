/* SPDX-License-Identifier: MIT
 * Times as text, both ways. */
#include "cli/seconds.h"
#include "cli/time_text.h"
#include "tests/suite.h"

#include <stdio.h>

TEST(time_parse)
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
        {"1.5min", INT64_C(90000000000000)},
        {"0.00000000000005h", 180},
        {"53d", INT64_C(4579200000000000000)},
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
        {"1hour", "unknown unit"},
        {"0x10ns", "unknown unit"},
        {"1e3ns", "unknown unit"},
        {"1.0ps", "finer than a picosecond"},
        {"1.2345ns", "finer than a picosecond"},
        {"4611686018427387905ps", "too large"},
        {"-4611686018427387905ps", "too large"},
        {"4611686.018427387905s", "too large"},
        {"18446744073709551616ps", "too large"},
        {"18446745s", "too large"},
        {"54d", "too large"},
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

TEST(frequency_parse)
{
    static const struct {
        const char *text, *phrase;
    } bad[] = {
        {"4000000", "no unit, expected Hz, kHz, MHz or GHz"},
        {"4THz", "unknown unit"},
        {"-4MHz", "not a frequency"},
        {"4us", "unknown unit"},
        {"0.0001Hz", "finer than a millihertz"},
        {"99999999GHz", "too large, expected at most 2^62 mHz"},
    };
    struct error e;
    uint64_t millihertz;
    CU_ASSERT_EQUAL(frequency_parse("3.579545MHz", &millihertz, &e), STATUS_OK);
    CU_ASSERT_EQUAL(millihertz, 3579545000);
    CU_ASSERT_EQUAL(frequency_parse("2.6GHz", &millihertz, &e), STATUS_OK);
    CU_ASSERT_EQUAL(millihertz, UINT64_C(2600000000000));
    for (size_t i = 0; i < COUNT(bad); i++) {
        CU_ASSERT_EQUAL(frequency_parse(bad[i].text, &millihertz, &e), STATUS_INPUT);
        CU_ASSERT(error_has(&e, bad[i].phrase));
    }
}

/* All forms of time_parse(), but without its limits. */
TEST(time_parse_seconds)
{
    struct error e;
    double s;
    CU_ASSERT_EQUAL(time_parse_seconds("100us", &s, &e), STATUS_OK);
    CU_ASSERT_EQUAL(s, 1e-4);
    CU_ASSERT_EQUAL(time_parse_seconds("1.5h", &s, &e), STATUS_OK);
    CU_ASSERT_EQUAL(s, 5400);
    CU_ASSERT_EQUAL(time_parse_seconds("1000d", &s, &e), STATUS_OK);
    CU_ASSERT_EQUAL(s, 86400e3);
    CU_ASSERT_EQUAL(time_parse_seconds("0.25ps", &s, &e), STATUS_OK);
    CU_ASSERT_EQUAL(s, 0.25e-12);
    CU_ASSERT_EQUAL(time_parse_seconds("60", &s, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, "\"60\" has no unit, expected ps, ns, us, ms, s, min, h or d"));
    CU_ASSERT_EQUAL(time_parse_seconds("-1s", &s, &e), STATUS_INPUT);
    CU_ASSERT_EQUAL(time_parse_seconds("1e3s", &s, &e), STATUS_INPUT);
}

TEST(time_text)
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

TEST(time_round_trip)
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

TEST(seconds)
{
    static const struct {
        double value;
        int digits;
        const char *text;
    } one[] = {{1.0015e-8, 4, "10.02 ns"}, {4e-3, 4, "4 ms"},         {3.852e-10, 4, "385.2 ps"}, {9.996e-7, 3, "1 us"},
               {9.994e-7, 3, "999 ns"},    {183.417, 6, "183.417 s"}, {76445, 3, "76445 s"},      {0, 3, "0 s"},
               {100e-9, 1, "100 ns"},      {-2.5e-6, 2, "-2.5 us"}};
    static const struct {
        double value, low, high, half;
        const char *text;
    } row[] = {{23.56e-9, 23.4e-9, 23.7e-9, 0.15e-9, "23.6 ns 23.4 ns 23.7 ns"},
               {0.712e-3, 706e-6, 742e-6, 18e-6, "712 us 706 us 742 us"},
               {9.9e-9, 9.8e-9, 999.9e-9, 495e-9, "0.0 us 0.0 us 1.0 us"},
               {10e-9, 10e-9, 10e-9, 10e-9, "10 ns 10 ns 10 ns"},
               {0, 0, 0, 1e-9, "0 ns 0 ns 0 ns"}};
    char text[160];
    for (size_t n = 0; n < COUNT(one); n++)
        CU_ASSERT_STRING_EQUAL(seconds_text(text, sizeof text, one[n].value, one[n].digits), one[n].text);
    for (size_t n = 0; n < COUNT(row); n++) {
        struct seconds_row r;
        seconds_row(&r, row[n].value, row[n].low, row[n].high, row[n].half);
        (void)snprintf(text, sizeof text, "%s %s %s", r.value, r.low, r.high);
        CU_ASSERT_STRING_EQUAL(text, row[n].text);
    }
}
