/* SPDX-License-Identifier: MIT
 * libmeasure: what a clock steps by and what a call costs, on clocks that are exact, slewed, rounded, narrow or broken,
 * and the host's own. */
#include <math.h>

#include "synthetic.h"
#include "tests/suite.h"

#define STEPS 64
#define PATIENCE 100000

static uint64_t step[STEPS];

static struct measure_character character_of(struct synthetic *s)
{
    struct measure_clock clock = synthetic_clock(s);
    struct measure_character c = {0};
    CU_ASSERT_EQUAL(measure_clock_character(&clock, step, STEPS, PATIENCE, 1e-3, &c), MEASURE_OK);
    return c;
}

TEST(gcd)
{
    CU_ASSERT_EQUAL(measure_gcd(0, 0), 0);
    CU_ASSERT_EQUAL(measure_gcd(0, 7), 7);
    CU_ASSERT_EQUAL(measure_gcd(48, 36), 12);
    CU_ASSERT_EQUAL(measure_gcd(UINT64_MAX, 3), 3);
    CU_ASSERT_EQUAL(measure_gcd(1, UINT64_MAX), 1);
}

/* The paper's ten-bit timer: 3 - 1022 = 5. */
TEST(elapsed)
{
    struct synthetic s = {.tick_s = 1, .counts_a_tick = 1, .bits = 10};
    struct measure_clock clock = synthetic_clock(&s);
    uint64_t counts = 77;
    CU_ASSERT_EQUAL(measure_elapsed(&clock, 1022, 3), 5);
    CU_ASSERT_EQUAL(measure_elapsed_checked(&clock, 1022, 3, &counts), MEASURE_OK);
    CU_ASSERT_EQUAL(counts, 5);
    CU_ASSERT_EQUAL(measure_elapsed_checked(&clock, 0, 511, &counts), MEASURE_OK); /* half the range */
    CU_ASSERT_EQUAL(measure_elapsed_checked(&clock, 0, 512, &counts), MEASURE_BACKWARD);
    CU_ASSERT_EQUAL(counts, 511);
    clock.bits = 64;
    CU_ASSERT_EQUAL(measure_elapsed(&clock, UINT64_MAX, 1), 2);
    CU_ASSERT_EQUAL(measure_elapsed_checked(&clock, 5, 4, &counts), MEASURE_BACKWARD);
    clock.bits = 0;
    CU_ASSERT_EQUAL(measure_clock_check(&clock), MEASURE_ARGUMENT);
    clock.bits = 65;
    CU_ASSERT_EQUAL(measure_clock_check(&clock), MEASURE_ARGUMENT);
    clock.bits = 64;
    clock.hz = NAN;
    CU_ASSERT_EQUAL(measure_clock_check(&clock), MEASURE_ARGUMENT);
}

/* A call takes 3.3 ticks of 7 counts: the least step is three ticks, the gcd one. */
TEST(call_longer_than_tick)
{
    struct synthetic s = {.tick_s = 1e-6, .cost_s = 3.3e-6, .counts_a_tick = 7, .bits = 64};
    struct measure_character c = character_of(&s);
    CU_ASSERT_EQUAL(c.gcd, 7);
    CU_ASSERT_DOUBLE_EQUAL(c.tick, 7, 1e-9);
    CU_ASSERT_EQUAL(c.least, 21);
    CU_ASSERT_DOUBLE_EQUAL(c.call_s, 3.3e-6, 0.2e-6);
}

/* A tick of 4 ms in nanoseconds, slewed by up to 500 ppm: the plain gcd is no tick any more. */
TEST(slewed)
{
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        struct synthetic s = {
            .tick_s = 4e-3, .cost_s = 0.9e-3, .counts_a_tick = 4e6, .slew = 5e-4, .bits = 64, .random = seed};
        struct measure_character c = character_of(&s);
        CU_ASSERT(c.gcd < 100);
        CU_ASSERT_DOUBLE_EQUAL(c.tick, 4e6, 4e6 * 2e-4);
        CU_ASSERT_DOUBLE_EQUAL(c.call_s, 0.9e-3, 0.1e-3);
        s = (struct synthetic){
            .tick_s = 4e-3, .cost_s = 9.1e-3, .counts_a_tick = 4e6, .slew = 5e-4, .bits = 64, .random = seed};
        c = character_of(&s); /* a call takes two or three ticks */
        CU_ASSERT_DOUBLE_EQUAL(c.tick, 4e6, 4e6 * 2e-4);
        CU_ASSERT(c.least > 7900000);
    }
}

/* 60 Hz in microseconds: 16666 and 16667 counts. */
TEST(rounded)
{
    struct synthetic s = {.tick_s = 1.0 / 60, .cost_s = 1e-3, .counts_a_tick = 1e6 / 60, .bits = 32};
    struct measure_character c = character_of(&s);
    CU_ASSERT_EQUAL(c.gcd, 1);
    CU_ASSERT_DOUBLE_EQUAL(c.tick, 1e6 / 60, 0.2);
    s = (struct synthetic){.tick_s = 1.0 / 30000, .cost_s = 3e-6, .counts_a_tick = 100.0 / 3, .bits = 32};
    c = character_of(&s); /* 33 and 34: here rounding is more than any slewing */
    CU_ASSERT_DOUBLE_EQUAL(c.tick, 100.0 / 3, 0.2);
}

/* On unslewed clocks of any tick and cost the tolerant gcd is the plain one. */
TEST(exact)
{
    uint64_t state = 31;
    for (int trial = 0; trial < TRIALS; trial++) {
        double tick = (double)(1 + random_next(&state) % 50);
        struct synthetic s = {
            .tick_s = 1, .cost_s = 0.1 + 50 * pow(random_uniform(&state), 3), .counts_a_tick = tick, .bits = 20};
        struct measure_character c = character_of(&s);
        CU_ASSERT_EQUAL(c.gcd % (uint64_t)tick, 0);
        CU_ASSERT_DOUBLE_EQUAL(c.tick, (double)c.gcd, 1e-9);
    }
}

/* A call of 22.4 counts on a clock that counts singly: steps of 22 and 23 are no rounded tick of 22.4. */
TEST(call_is_no_tick)
{
    static const uint64_t seen[] = {22, 23, 22, 23, 22};
    double tick = 77;
    struct synthetic s = {.tick_s = 1, .cost_s = 22.4, .counts_a_tick = 1, .bits = 64};
    struct measure_character c = character_of(&s);
    CU_ASSERT_EQUAL(c.gcd, 1);
    CU_ASSERT_DOUBLE_EQUAL(c.tick, 1, 1e-9);
    CU_ASSERT_EQUAL(c.least, 22);
    CU_ASSERT_EQUAL(measure_tick_tolerant(seen, 5, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(tick, 1, 1e-9);
    CU_ASSERT_EQUAL(measure_tick_tolerant(seen, 5, 1e-3, true, &tick), MEASURE_OK); /* as the caller wanted it */
    CU_ASSERT_DOUBLE_EQUAL(tick, 22.4, 1e-9);
}

/* A processor's counter as some hosts show it: it moves by 26 counts, and one read in twenty is a count more. A call
 * takes about as long as that; the code between two calls differs. */
struct coarse {
    uint64_t tick, random, shown;
    double now;
};

static uint64_t coarse_read(void *context)
{
    struct coarse *c = context;
    c->now += 25.3 + (random_next(&c->random) % 2 ? 0 : 1500 * pow(random_uniform(&c->random), 2));
    const uint64_t reading = (uint64_t)(c->now / (double)c->tick) * c->tick + (random_next(&c->random) % 20 == 0);
    c->shown = reading > c->shown ? reading : c->shown; /* it never steps back */
    return c->shown;
}

TEST(count_more)
{
    for (uint64_t seed = 1; seed <= TRIALS; seed++)
        for (uint64_t tick = 1; tick <= 26; tick += 25) {
            struct coarse c = {.tick = tick, .random = seed};
            const struct measure_clock clock = {
                .name = "coarse", .read = coarse_read, .context = &c, .hz = 1, .bits = 64};
            struct measure_character seen = {0};
            CU_ASSERT_EQUAL(measure_clock_character(&clock, step, 40, PATIENCE, 1e-3, &seen), MEASURE_OK);
            CU_ASSERT_DOUBLE_EQUAL(seen.tick, (double)tick, 0.002 * (double)tick);
        }
}

/* Twenty steps of ticks of 26 counts, each off by one or not; then with one that fits none, and with two. */
TEST(misses)
{
    uint64_t many[20] = {26, 25, 1, 51, 79, 104, 131, 155, 182, 209, 234, 259, 286, 313, 338, 363, 390, 417, 442, 26};
    double tick = 77;
    CU_ASSERT_EQUAL(measure_tick_tolerant(many, 20, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(tick, 26, 0.05);
    many[8] = 190;
    CU_ASSERT_EQUAL(measure_tick_tolerant(many, 20, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(tick, 26, 0.1);
    CU_ASSERT_EQUAL(measure_tick_tolerant(many, 20, 1e-3, true, &tick), MEASURE_OK);
    CU_ASSERT_EQUAL(tick, 1);
    many[9] = 200;
    CU_ASSERT_EQUAL(measure_tick_tolerant(many, 20, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_EQUAL(tick, 1);
    static const uint64_t ones[3] = {1, 1, 1};
    CU_ASSERT_EQUAL(measure_tick_tolerant(ones, 3, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_EQUAL(tick, 1);
}

/* Five ticks of 100000 counts, off by up to a thousandth, and one of them by a little more. */
TEST(tolerance)
{
    static const uint64_t within[] = {100000, 200100, 300200, 99960, 400001};
    static const uint64_t beyond[] = {100000, 200100, 300600, 99960, 400001};
    static const uint64_t zero[] = {0, 3, 6}, chance[] = {2000, 2040, 2000}, prime[] = {2003, 2039, 2011};
    static const uint64_t short_prime[] = {50, 51, 50};
    double tick = 77;
    CU_ASSERT_EQUAL(measure_tick_tolerant(within, 5, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(tick, 100030, 30);
    CU_ASSERT_EQUAL(measure_tick_tolerant(beyond, 5, 1e-3, false, &tick), MEASURE_NO_TICK);
    CU_ASSERT_EQUAL(measure_tick_tolerant(beyond, 5, 2e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(tick, 100070, 50);
    CU_ASSERT_EQUAL(measure_tick_tolerant(chance, 3, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_EQUAL(tick, 40); /* 40.8 fits too, but by chance */
    CU_ASSERT_EQUAL(measure_tick_tolerant(short_prime, 3, 1e-3, false, &tick), MEASURE_OK);
    CU_ASSERT_EQUAL(tick, 1); /* 1.02 fits too */
    tick = 77;
    CU_ASSERT_EQUAL(measure_tick_tolerant(prime, 3, 1e-3, false, &tick), MEASURE_NO_TICK);
    CU_ASSERT_EQUAL(measure_tick_tolerant(zero, 3, 1e-3, false, &tick), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_tick_tolerant(within, 3, 0, false, &tick), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_tick_tolerant(prime, 3, 0.005, false, &tick), MEASURE_NO_TICK);
    CU_ASSERT_EQUAL(measure_tick_tolerant(within, 3, 0.0050001, false, &tick), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_tick_tolerant(within, 3, NAN, false, &tick), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_tick_tolerant(within, 2, 1e-3, false, &tick), MEASURE_FEW);
    CU_ASSERT_EQUAL(tick, 77);
}

static enum measure_verdict verdict_of(struct synthetic *s)
{
    struct measure_clock clock = synthetic_clock(s);
    struct measure_character c;
    return measure_clock_character(&clock, step, STEPS, PATIENCE, 1e-3, &c);
}

TEST(broken_clocks)
{
    struct synthetic stopped = {.tick_s = 1, .cost_s = 0.5, .counts_a_tick = 1, .bits = 64, .stop_at = 50};
    CU_ASSERT_EQUAL(verdict_of(&stopped), MEASURE_STOPPED);
    struct synthetic never = {.tick_s = 1, .cost_s = 0, .counts_a_tick = 1, .bits = 64};
    CU_ASSERT_EQUAL(verdict_of(&never), MEASURE_STOPPED);
    struct synthetic back = {.tick_s = 1, .cost_s = 0.5, .counts_a_tick = 1, .bits = 64, .back_at = 50};
    CU_ASSERT_EQUAL(verdict_of(&back), MEASURE_BACKWARD);
    struct synthetic narrow = {.tick_s = 1, .cost_s = 0.5, .counts_a_tick = 1, .bits = 4}; /* wraps often */
    CU_ASSERT_EQUAL(verdict_of(&narrow), MEASURE_OK);
    struct synthetic too_narrow = {.tick_s = 1, .cost_s = 9.5, .counts_a_tick = 1, .bits = 4}; /* beyond half a wrap */
    CU_ASSERT_EQUAL(verdict_of(&too_narrow), MEASURE_BACKWARD);
    struct measure_clock clock = synthetic_clock(&narrow);
    struct measure_character c;
    CU_ASSERT_EQUAL(measure_clock_character(&clock, step, 7, PATIENCE, 1e-3, &c), MEASURE_FEW);
    clock.read = NULL;
    CU_ASSERT_EQUAL(measure_clock_character(&clock, step, STEPS, PATIENCE, 1e-3, &c), MEASURE_ARGUMENT);
}

/* A call of 0.37 ticks and one of 30: the interval covers. (Costs that bring the phase back after a few calls would be
 * in step with the clock.) */
TEST(overhead)
{
    for (int kind = 0; kind < 2; kind++) {
        struct synthetic s = {
            .tick_s = 1e-6, .cost_s = kind ? 30.31731e-6 : 0.371317e-6, .counts_a_tick = 1, .bits = 64};
        struct measure_clock clock = synthetic_clock(&s);
        struct measure_overhead o = {0};
        CU_ASSERT_EQUAL(measure_clock_overhead(&clock, 10000, 0.999, &o), MEASURE_OK);
        CU_ASSERT(o.low_s <= s.cost_s && s.cost_s <= o.high_s);
        CU_ASSERT_DOUBLE_EQUAL(o.call_s, s.cost_s, 0.05e-6);
        CU_ASSERT_EQUAL(measure_clock_overhead(&clock, 29, 0.95, &o), MEASURE_FEW);
        CU_ASSERT_EQUAL(measure_clock_overhead(&clock, 100, 1, &o), MEASURE_ARGUMENT);
    }
    struct synthetic dead = {.tick_s = 1, .counts_a_tick = 1, .bits = 64};
    struct measure_clock clock = synthetic_clock(&dead);
    struct measure_overhead o;
    CU_ASSERT_EQUAL(measure_clock_overhead(&clock, 100, 0.95, &o), MEASURE_STOPPED);
}

/* Interrupts in one read of a thousand: left out, and counted. */
TEST(interrupted)
{
    struct synthetic s = {.tick_s = 1e-6,
                          .cost_s = 30.31731e-6,
                          .counts_a_tick = 1,
                          .bits = 64,
                          .interrupt_every = 997,
                          .interrupt_s = 10e-3};
    struct measure_clock clock = synthetic_clock(&s);
    struct measure_overhead o = {0};
    CU_ASSERT_EQUAL(measure_clock_overhead(&clock, 10000, 0.999, &o), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(o.call_s, s.cost_s, 0.05e-6);
    CU_ASSERT(o.interrupted > 20 && o.interrupted < 50); /* 50 interrupts; some fall between what is timed */
}

TEST(host)
{
    struct measure_clock clock;
    const char *name;
    size_t n = 0;
    for (; (name = measure_host_clock_name(n)); n++) {
        CU_ASSERT_EQUAL(measure_host_clock(name, &clock), MEASURE_OK);
        if (clock.hz == 0)
            CU_ASSERT_EQUAL(measure_host_calibrate(&clock, 0.02), MEASURE_OK);
        CU_ASSERT_EQUAL(measure_clock_check(&clock), MEASURE_OK);
        uint64_t from = clock.read(clock.context), to = clock.read(clock.context);
        CU_ASSERT(to >= from);
    }
    CU_ASSERT(n >= 1);
    CU_ASSERT_EQUAL(measure_host_clock("sundial", &clock), MEASURE_ABSENT);
    CU_ASSERT_EQUAL(measure_host_clock("mono", &clock), MEASURE_ABSENT);
    CU_ASSERT_EQUAL(measure_host_calibrate(&clock, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_host_clock("monotonic", &clock), MEASURE_OK);
    struct measure_clock same = clock;
    CU_ASSERT_EQUAL(measure_host_calibrate(&same, 0.02), MEASURE_OK); /* the reference against itself */
    CU_ASSERT_DOUBLE_EQUAL(same.hz, 1e9, 1e6);
}
