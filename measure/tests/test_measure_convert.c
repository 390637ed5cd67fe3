/* SPDX-License-Identifier: MIT
 * libmeasure: ticks to nanoseconds against 128-bit arithmetic, the exact worst error against brute force, and stamps.
 */
#include <math.h>

#include "measure/experiments/linux_scale.h"
#include "measure/wide.h"
#include "synthetic.h"
#include "tests/suite.h"

#define GHZ UINT64_C(1000000000)

static struct measure_convert convert_for(uint64_t hz, double interval_s)
{
    struct measure_convert c = {0};
    CU_ASSERT_EQUAL_FATAL(measure_convert_for(&c, hz, interval_s), MEASURE_OK);
    return c;
}

static double worst_of(const struct measure_convert *c, uint64_t ticks)
{
    struct measure_exact below = {0}, above = {.whole = 1};
    CU_ASSERT_EQUAL(measure_convert_error(c, c->hz, ticks, &below, &above), MEASURE_OK);
    CU_ASSERT(above.whole == 0 && above.part == 0);
    return measure_exact_ns(below);
}

/* (true - converted) times hz. */
static wide error_of(const struct measure_convert *c, uint64_t ticks)
{
    return (wide)ticks * GHZ - (wide)measure_ticks_to_ns(c, ticks) * (wide)c->hz;
}

/* The conversion's own definition in 128 bits, and its bound, at ticks drawn over all magnitudes and at the edges. */
static void check_ticks(const struct measure_convert *c, uint64_t ticks, double worst)
{
    if (ticks > c->ticks_max)
        return;
    uwide plain =
        (uwide)(ticks >> c->modulus_bits) * c->ns_per_modulus + ((uwide)(ticks & c->mask) * c->mult >> c->shift);
    CU_ASSERT_EQUAL(plain >> 64, 0);
    CU_ASSERT_EQUAL((uint64_t)plain, measure_ticks_to_ns(c, ticks));
    wide error = error_of(c, ticks);
    CU_ASSERT(error >= 0);
    CU_ASSERT((double)error <= worst * (double)c->hz * (1 + 1e-12));
}

TEST(wide)
{
    static const uint64_t rates[] = {1, 1000, 1193182, 1000000, GHZ, 2599998971, 3333000000, 999999999937};
    static const double intervals[] = {1e-3, 1, 3600, 86400};
    uint64_t state = 51;
    for (size_t r = 0; r < COUNT(rates); r++)
        for (size_t i = 0; i < COUNT(intervals); i++) {
            struct measure_convert c;
            if (measure_convert_for(&c, rates[r], intervals[i])) {
                CU_ASSERT((double)rates[r] * intervals[i] < 1);
                continue;
            }
            CU_ASSERT((uwide)c.mask * c.mult >> 64 == 0);
            double worst = worst_of(&c, c.ticks_max);
            for (unsigned bit = 0; bit < 64; bit++)
                for (uint64_t off = 0; off < 3; off++)
                    check_ticks(&c, (UINT64_C(1) << bit) - 1 + off, worst);
            for (uint64_t off = 0; off < 3; off++)
                check_ticks(&c, c.ticks_max - off, worst);
            for (int n = 0; n < TRIALS / 4; n++)
                check_ticks(&c, random_next(&state) >> random_next(&state) % 64, worst);
        }
}

/* Every step of the parameters: shift cannot be one larger, the modulus not twice as long. */
TEST(parameters)
{
    uint64_t state = 53;
    for (int trial = 0; trial < TRIALS; trial++) {
        uint64_t hz = 1 + (random_next(&state) >> (random_next(&state) % 40)) % UINT64_C(1000000000000);
        double interval = pow(10, -6 + 12 * random_uniform(&state));
        struct measure_convert c;
        if (measure_convert_for(&c, hz, interval))
            continue;
        uint64_t ticks = (uint64_t)floor(interval * (double)hz * (1 + 1e-15));
        CU_ASSERT((c.mask + 1) <= ticks && (ticks >> c.modulus_bits) == 1);
        CU_ASSERT((uwide)ticks * c.mult <= UINT64_MAX);
        uwide bound = (uwide)(UINT64_MAX / ticks) * hz / GHZ;
        CU_ASSERT(bound >> c.shift != 0);
        CU_ASSERT(c.shift == 63 || bound >> (c.shift + 1) == 0);
        CU_ASSERT((uwide)c.mult * hz <= (uwide)GHZ << c.shift);
        CU_ASSERT((uwide)(c.mult + 1) * hz > (uwide)GHZ << c.shift);
    }
}

/* Extremes of the exact error in ns, times hz, of a conversion function. */
struct brute {
    wide most, least;
};

static void brute_add(struct brute *b, uint64_t ticks, uint64_t ns, uint64_t hz)
{
    wide error = (wide)ticks * GHZ - (wide)ns * (wide)hz;
    b->most = error > b->most ? error : b->most;
    b->least = error < b->least ? error : b->least;
}

static void check_exact(struct measure_exact found, wide expected, uint64_t hz)
{
    CU_ASSERT(found.of == hz && found.part < hz);
    CU_ASSERT((wide)found.whole * hz + found.part == expected);
}

static void scale_of(struct measure_scale *s, size_t kind, uint64_t khz)
{
    if (kind == 0) {
        CU_ASSERT_EQUAL(measure_scale_wide(s, khz * 1000), MEASURE_OK);
    } else
        *s = kind == 1 ? linux_scale_clocksource(khz) : linux_scale_sched_clock(khz);
}

/* Both errors are reached, whichever sign they have, and for another rate than the conversion was made for. */
TEST(exact_errors)
{
    uint64_t state = 55;
    for (int trial = 0; trial < TRIALS / 10; trial++) {
        uint64_t khz = 1 + random_next(&state) % (trial % 2 ? 4000000 : 5000), most = random_next(&state) % 2000;
        const double length = trial % 4 < 2 ? 1e5 * random_uniform(&state) : 2 + 500 * random_uniform(&state);
        uint64_t hz = khz * 1000 + (trial % 3 ? random_next(&state) % 1000 : 0);
        struct measure_exact below, above;
        for (size_t kind = 0; kind < 3; kind++) {
            struct measure_scale s;
            struct brute b = {0};
            scale_of(&s, kind, khz);
            for (uint64_t ticks = 0; ticks <= most; ticks++)
                brute_add(&b, ticks, measure_scale_ns(&s, ticks), hz);
            CU_ASSERT_EQUAL(measure_scale_error(&s, hz, most, &below, &above), MEASURE_OK);
            check_exact(below, b.most, hz);
            check_exact(above, -b.least, hz);
        }
        struct brute b = {0};
        struct measure_convert c;
        if (measure_convert_for(&c, khz * 1000, length / (double)(khz * 1000)))
            continue;
        if (trial % 8 == 7 && most > c.mask) /* a little beyond a whole number of moduli */
            most = (most & ~c.mask) + random_next(&state) % 3;
        for (uint64_t ticks = 0; ticks <= most; ticks++)
            brute_add(&b, ticks, measure_ticks_to_ns(&c, ticks), hz);
        CU_ASSERT_EQUAL(measure_convert_error(&c, hz, most, &below, &above), MEASURE_OK);
        check_exact(below, b.most, hz);
        check_exact(above, -b.least, hz);
    }
}

/* Linux prints max_cycles, the ticks_max of its clock source: kernel logs of 2100.055 MHz (github.com/madgraph5/
 * madgraph4gpu, issue 116) and of 2400.000 MHz. */
TEST(linux)
{
    struct measure_scale s;
    s = linux_scale_clocksource(2100055);
    CU_ASSERT_EQUAL(s.ticks_max, UINT64_C(0x1e45649026e));
    s = linux_scale_clocksource(2400000);
    CU_ASSERT_EQUAL(s.ticks_max, UINT64_C(0x22983777dd9));
    s = linux_scale_clocksource(3333000);
    CU_ASSERT_EQUAL(s.shift, 24);     /* 0.3 2^25 is above 2^23 */
    CU_ASSERT_EQUAL(s.mult, 5033668); /* 2^24 / 3.333 = 5033668.2 */
    s = linux_scale_sched_clock(3333000);
    CU_ASSERT_EQUAL(s.shift, 31);
    CU_ASSERT_EQUAL(s.mult, 644309525); /* half of 2^32 / 3.333 = 1288619050.7 */
    CU_ASSERT_EQUAL(s.ticks_max, UINT64_MAX);
    s = linux_scale_clocksource(262145); /* mult + 11 % would not fit 32 bits */
    CU_ASSERT(s.mult + s.mult * 11 / 100 <= UINT32_MAX);
}

/* Below the truth by less than 2 ns over all 64-bit ticks, and no finer mult of 64 bits. */
TEST(wide_scale)
{
    static const uint64_t rates[] = {1, 1000, 1193182, 1000000, GHZ, 2599998971, 3333000000, 999999999937};
    for (size_t r = 0; r < COUNT(rates); r++) {
        struct measure_scale s;
        struct measure_exact below, above;
        CU_ASSERT_EQUAL(measure_scale_wide(&s, rates[r]), MEASURE_OK);
        CU_ASSERT(s.mult >> 63 == 1 && s.shift < 127);
        CU_ASSERT_EQUAL(measure_scale_error(&s, rates[r], s.ticks_max, &below, &above), MEASURE_OK);
        CU_ASSERT(below.whole < 2 && above.whole == 0 && above.part == 0);
        uwide product = (uwide)s.ticks_max * s.mult >> s.shift;
        CU_ASSERT_EQUAL(product, measure_scale_ns(&s, s.ticks_max));
        if (s.ticks_max == UINT64_MAX)
            continue;
        CU_ASSERT(((uwide)s.ticks_max + 1) * s.mult >> s.shift > UINT64_MAX);
        CU_ASSERT_EQUAL(measure_scale_error(&s, rates[r], s.ticks_max + 1, &below, &above), MEASURE_OVERFLOW);
    }
}

TEST(ticks_max)
{
    struct measure_convert c = convert_for(1000000, 1); /* the board's microseconds */
    CU_ASSERT_EQUAL(measure_ticks_to_ns(&c, 1), 1000);
    CU_ASSERT(c.ticks_max < UINT64_MAX);
    CU_ASSERT(measure_ticks_to_ns(&c, c.ticks_max) > UINT64_MAX - 1001);
    CU_ASSERT(measure_ticks_to_ns(&c, c.ticks_max + 1) < 1000); /* wrapped */
    struct measure_exact worst = {.whole = 77};
    CU_ASSERT_EQUAL(measure_convert_error(&c, c.hz, c.ticks_max + 1, &worst, &worst), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(worst.whole, 77);
    CU_ASSERT_EQUAL(worst_of(&c, c.ticks_max), 0); /* 1000 ns a tick is exact */
}

TEST(refusals)
{
    struct measure_convert c = {.hz = 77};
    struct measure_exact worst;
    CU_ASSERT_EQUAL(measure_convert_for(&c, 0, 1), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_convert_for(&c, UINT64_C(1000000000001), 1), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_convert_for(&c, GHZ, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_convert_for(&c, GHZ, -1), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_convert_for(&c, GHZ, NAN), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_convert_for(&c, 1, 0.5), MEASURE_ARGUMENT);     /* less than a tick */
    CU_ASSERT_EQUAL(measure_convert_for(&c, GHZ, 2e10), MEASURE_OVERFLOW);  /* more than 2^64 ticks */
    CU_ASSERT_EQUAL(measure_convert_for(&c, 1000, 2e10), MEASURE_OVERFLOW); /* more than 2^64 ns */
    CU_ASSERT_EQUAL(c.hz, 77);
    struct measure_convert none = {0};
    CU_ASSERT_EQUAL(measure_convert_error(&none, 1, 0, &worst, &worst), MEASURE_ARGUMENT);
    struct measure_scale scale = {.hz = 77};
    CU_ASSERT_EQUAL(measure_scale_error(&scale, 1, 0, &worst, &worst), MEASURE_ARGUMENT); /* mult 0 */
    CU_ASSERT_EQUAL(measure_scale_wide(&scale, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_scale_wide(&scale, UINT64_C(1000000000001)), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(scale.hz, 77);
}

static struct measure_stamp stamp_of(const struct measure_convert *c, uint64_t ticks)
{
    struct measure_stamp s = {.raw = true, .high = (uint32_t)(ticks >> 32), .low = (uint32_t)ticks};
    CU_ASSERT_EQUAL(measure_time_base_to_time(c, &s), MEASURE_OK);
    return s;
}

TEST(stamps)
{
    struct measure_convert c = convert_for(GHZ, 1);
    struct synthetic clock = {.now_s = 5.9999997, .cost_s = 0.2e-6, .tick_s = 1e-9, .counts_a_tick = 1, .bits = 64};
    struct measure_clock interface = synthetic_clock(&clock);
    struct measure_stamp start, finish;
    uint64_t ns = 77;
    measure_read_real_time(&interface, &start);  /* 5.9999999 s */
    measure_read_real_time(&interface, &finish); /* 6.0000001 s */
    CU_ASSERT_EQUAL(measure_stamp_difference(&start, &finish, &ns), MEASURE_RAW);
    CU_ASSERT_EQUAL(measure_time_base_to_time(&c, &start), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_stamp_difference(&start, &finish, &ns), MEASURE_RAW);
    CU_ASSERT_EQUAL(ns, 77);
    CU_ASSERT_EQUAL(measure_time_base_to_time(&c, &finish), MEASURE_OK);
    CU_ASSERT_EQUAL(start.high, 5);
    CU_ASSERT_EQUAL(finish.high, 6);
    CU_ASSERT_EQUAL(measure_stamp_difference(&start, &finish, &ns), MEASURE_OK); /* with borrow */
    CU_ASSERT(ns >= 199 && ns <= 201);
    CU_ASSERT_EQUAL(measure_time_base_to_time(&c, &finish), MEASURE_OK); /* unconditionally: again changes nothing */
    CU_ASSERT_EQUAL(finish.high, 6);
    CU_ASSERT_EQUAL(measure_stamp_difference(&finish, &start, &ns), MEASURE_BACKWARD);
    start.low = GHZ;
    CU_ASSERT_EQUAL(measure_stamp_difference(&start, &finish, &ns), MEASURE_ARGUMENT);
}

/* Differences of stamps drawn are those of the conversion. */
TEST(borrow)
{
    uint64_t state = 54;
    struct measure_convert c = convert_for(UINT64_C(2599998971), 3600);
    for (int trial = 0; trial < TRIALS; trial++) {
        uint64_t from = random_next(&state) >> 2, to = from + (random_next(&state) >> 33), ns = 0;
        struct measure_stamp start = stamp_of(&c, from), finish = stamp_of(&c, to);
        CU_ASSERT_EQUAL(measure_stamp_difference(&start, &finish, &ns), MEASURE_OK);
        CU_ASSERT_EQUAL(ns, measure_ticks_to_ns(&c, to) - measure_ticks_to_ns(&c, from));
        CU_ASSERT(start.low < GHZ && finish.low < GHZ);
    }
    struct measure_convert slow = convert_for(1000, 1);
    struct measure_stamp beyond = {.raw = true, .high = UINT32_MAX, .low = 0};
    CU_ASSERT_EQUAL(measure_time_base_to_time(&slow, &beyond), MEASURE_OVERFLOW);
    CU_ASSERT_TRUE(beyond.raw);
}

TEST(reasonable)
{
    static const uint64_t ns[] = {120, 100, 5100, 5101, 99999};
    bool interrupted[COUNT(ns)];
    CU_ASSERT_EQUAL(measure_reasonable(20, 20, 1000), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_reasonable(19, 20, 1000), MEASURE_UNREASONABLE);
    CU_ASSERT_EQUAL(measure_reasonable(1000, 20, 1000), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_reasonable(1001, 20, 1000), MEASURE_UNREASONABLE);
    CU_ASSERT_EQUAL(measure_filter_interrupted(ns, COUNT(ns), 5000, interrupted), 2);
    CU_ASSERT_FALSE(interrupted[0] || interrupted[1] || interrupted[2]);
    CU_ASSERT_TRUE(interrupted[3] && interrupted[4]);
    CU_ASSERT_EQUAL(measure_filter_interrupted(ns, 0, 5000, interrupted), 0);
}
