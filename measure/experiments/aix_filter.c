/* SPDX-License-Identifier: MIT
 * [001] AIX: the example as it is printed, its arithmetic on both forms of time, and filters that remove the intervals
 * in which an interrupt fell. The page gives no rates and no lengths: those here are chosen. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/random.h"
#include "experiment.h"
#include "measure/measure.h"

#define PAIRS 100000
#define QUICK_PAIRS 10000
#define SECOND_NS 1000000000
#define TIME_BASE_HZ 16500000
#define LONGEST_S 1001000 /* that a clock has run: it starts within 10^6 s, and an interval lasts up to 1,000 */
#define DURATION_NS 2000  /* of what is timed */
#define CALL_NS 100       /* that the two reads add */
#define JITTER_NS 50      /* mean, exponential */
#define INTERRUPT_NS 1e4  /* mean, exponential */
#define RATE_MOST_HZ 20000
#define LENGTH 1000 /* intervals of a series */
#define SERIES 1000
#define QUICK_SERIES 100
#define EXCESS_NS 1000   /* that the filter allows above the least of a series */
#define TOLERANCE_NS 200 /* between two measurements of an interval */
#define REASONABLE_LEAST_NS 1500
#define REASONABLE_MOST_NS 3000
#define FINDING 22

/* ---- The example as it is printed */

static const char example[] = "/* get the time before the operation begins */\n"
                              "read_real_time(&start, TIMEBASE_SZ);\n"
                              "/* begin code to be timed */\n"
                              "printf(\"This is a sample line %d \\n\", val);\n"
                              "/* end code to be timed */\n"
                              "/* get the time after the operation is complete\n"
                              "read_real_time(&finish, TIMEBASE_SZ);\n"
                              "/* call the conversion routines unconditionally, to ensure */\n"
                              "/* that both values are in seconds and nanoseconds regardless */\n"
                              "/* of the hardware platform. */\n"
                              "time_base_to_time(&start, TIMEBASE_SZ);\n"
                              "time_base_to_time(&finish, TIMEBASE_SZ);\n";
static const char unclosed[] = "operation is complete\n";

/* How often the word stands outside of comments. */
static int calls_of(const char *text, const char *word)
{
    int calls = 0;
    for (const char *at = text; *at; at++) {
        if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/");
            if (!end)
                return calls;
            at = end + 1;
        }
        calls += strncmp(at, word, strlen(word)) == 0;
    }
    return calls;
}

static void as_printed(struct experiment_run *run)
{
    char closed[sizeof example + 3];
    const char *end = strstr(example, unclosed) + strlen(unclosed) - 1;
    (void)snprintf(closed, sizeof closed, "%.*s */%s", (int)(end - example), example, end);
    experiment_section(run, "The example as it is printed: the comment above the second read_real_time is not closed");
    experiment_add(run,
                   experiment_finding(experiment_figure(2, calls_of(example, "read_real_time("), 1), FINDING,
                                      "the comment is closed"),
                   "calls of read_real_time that C sees");
    experiment_add(run, experiment_figure(2, calls_of(closed, "read_real_time("), 1),
                   "the same with the comment closed");
}

/* ---- Its arithmetic */

/* As the example does it: w1 and w2 are its int. */
static double example_us(const struct measure_stamp *start, const struct measure_stamp *finish)
{
    int w1 = (int)(finish->high - start->high), w2 = (int)(finish->low - start->low);
    if (w2 < 0) {
        w1--;
        w2 += SECOND_NS;
    }
    double time = w2 / 1000.0;
    if (w1 > 0)
        time += w1 * 1000000.0;
    return time;
}

static struct measure_stamp stamp_of(uint64_t ns)
{
    return (struct measure_stamp){.high = (uint32_t)(ns / SECOND_NS), .low = (uint32_t)(ns % SECOND_NS)};
}

/* What the example makes of many pairs of reads. */
struct arithmetic {
    uint64_t pairs, clock_right, base_right, same, positive, refused, plausible;
};

static void add_pair(struct arithmetic *a, const struct measure_convert *convert, double ns_a_second, uint64_t *state)
{
    const uint64_t from = random_below(state, (LONGEST_S - 1000) * (uint64_t)SECOND_NS);
    const uint64_t span = (uint64_t)exp(log(1e12) * random_uniform(state)); /* 1 ns to 1,000 s */
    const struct measure_stamp start = stamp_of(from), finish = stamp_of(from + span), never = {0};
    uint64_t ns = 0;
    a->clock_right += fabs(example_us(&start, &finish) - (double)span / 1e3) < 1e-4;
    a->same += measure_stamp_difference(&start, &finish, &ns) == MEASURE_OK && ns == span;
    a->positive += example_us(&finish, &start) > 0; /* the clock was set back */
    a->refused += measure_stamp_difference(&finish, &start, &ns) == MEASURE_BACKWARD;
    const double unread = example_us(&start, &never);
    a->plausible += unread >= 0 && unread <= 1e6;
    const uint64_t ticks = (uint64_t)((double)from * TIME_BASE_HZ / 1e9), more = span * TIME_BASE_HZ / SECOND_NS;
    struct measure_stamp one = {true, (uint32_t)(ticks >> 32), (uint32_t)ticks},
                         other = {true, (uint32_t)((ticks + more) >> 32), (uint32_t)(ticks + more)};
    if (measure_time_base_to_time(convert, &one) == MEASURE_OK &&
        measure_time_base_to_time(convert, &other) == MEASURE_OK)
        a->base_right += fabs(example_us(&one, &other) - (double)more * 1e6 / TIME_BASE_HZ) <
                         1e-3 * (2 + ns_a_second * (double)more / TIME_BASE_HZ); /* two whole ns */
    a->pairs++;
}

static void arithmetic(struct experiment_run *run, uint64_t *state)
{
    const uint64_t pairs = run->quick ? QUICK_PAIRS : PAIRS;
    struct arithmetic a = {0};
    struct measure_convert convert;
    struct measure_exact below, above;
    experiment_section(run, "Its arithmetic: intervals of 1 ns to 1,000 s");
    if (measure_convert_for(&convert, TIME_BASE_HZ, 1) ||
        measure_convert_error(&convert, TIME_BASE_HZ, LONGEST_S * (uint64_t)TIME_BASE_HZ, &below, &above))
        return;
    const double ns_a_second = measure_exact_ns(below) / LONGEST_S;
    while (a.pairs < pairs && experiment_goes_on(run, (double)a.pairs, (double)pairs))
        add_pair(&a, &convert, ns_a_second, state);
    if (run->stopped)
        return;
    experiment_add(run, experiment_claim(experiment_share(a.clock_right, a.pairs), 1, a.clock_right == a.pairs),
                   "real-time clock: right, share");
    experiment_add(run, experiment_value(ns_a_second), "time base: error a second of its conversion, ns");
    experiment_add(run, experiment_claim(experiment_share(a.base_right, a.pairs), 1, a.base_right == a.pairs),
                   "time base: right to that and 2 ns, share");
    experiment_add(run, experiment_check(experiment_share(a.same, a.pairs), a.same == a.pairs),
                   "measure_stamp_difference: right, share");
    experiment_add(run, experiment_share(a.positive, a.pairs), "finish before start: prints more than 0, share");
    experiment_add(run, experiment_check(experiment_share(a.refused, a.pairs), a.refused == a.pairs),
                   "measure_stamp_difference refuses that, share");
    experiment_add(run, experiment_share(a.plausible, a.pairs), "finish never read: prints 0 to 1 s, share");
}

/* ---- Filters */

/* One series: each interval is measured twice, one time after the other. */
struct series {
    uint64_t first[LENGTH], second[LENGTH]; /* as the time base shows them, ns */
    bool disturbed[LENGTH];                 /* the first one */
    double undisturbed_ns;                  /* sum of the first ones without their interrupts, and without the calls */
};

/* A clock value in whole ticks of the time base, from a random phase. */
static uint64_t shown(double ns, uint64_t *state)
{
    return (uint64_t)(floor(ns * TIME_BASE_HZ / 1e9 + random_uniform(state)) * 1e9 / TIME_BASE_HZ);
}

static double interrupts(double hz, double ns, uint64_t *state)
{
    double sum = 0, at = random_exponential(state);
    while (at < ns * hz / 1e9) {
        sum += INTERRUPT_NS * random_exponential(state);
        at += random_exponential(state);
    }
    return sum;
}

static void make_series(struct series *s, double hz, uint64_t *state)
{
    s->undisturbed_ns = 0;
    for (size_t i = 0; i < LENGTH; i++) {
        const double one = DURATION_NS + JITTER_NS * random_exponential(state),
                     two = DURATION_NS + JITTER_NS * random_exponential(state);
        const double more = interrupts(hz, one + CALL_NS, state), more_two = interrupts(hz, two + CALL_NS, state);
        s->first[i] = shown(one + CALL_NS + more, state);
        s->second[i] = shown(two + CALL_NS + more_two, state);
        s->disturbed[i] = more > 0;
        s->undisturbed_ns += one;
    }
}

enum filter { NONE, REASONABLE, LEAST, TWICE, BOTH, FILTERS };
static const char *const filter_name[FILTERS] = {"no filter", "1.5 to 3 us", "least + 1 us", "twice", "both"};

static void filter_series(const struct series *s, enum filter filter, bool *out)
{
    memset(out, 0, LENGTH * sizeof *out);
    if (filter == REASONABLE)
        for (size_t i = 0; i < LENGTH; i++)
            out[i] = measure_reasonable(s->first[i], REASONABLE_LEAST_NS, REASONABLE_MOST_NS) != MEASURE_OK;
    if (filter == LEAST || filter == BOTH)
        (void)measure_filter_interrupted(s->first, LENGTH, EXCESS_NS, out);
    if (filter == TWICE || filter == BOTH)
        for (size_t i = 0; i < LENGTH; i++) {
            const uint64_t a = s->first[i], b = s->second[i];
            out[i] = out[i] || (a > b ? a - b : b - a) > TOLERANCE_NS;
        }
}

struct outcome {
    uint64_t disturbed, through, good, thrown;
    double error_ns[SERIES]; /* mean of what is kept, less the mean of what was timed */
};

static void add_series(struct outcome *o, uint64_t index, const struct series *s, const bool *out)
{
    double sum = 0, kept = 0;
    for (size_t i = 0; i < LENGTH; i++) {
        o->disturbed += s->disturbed[i];
        o->through += s->disturbed[i] && !out[i];
        o->good += !s->disturbed[i];
        o->thrown += !s->disturbed[i] && out[i];
        sum += out[i] ? 0 : (double)s->first[i];
        kept += !out[i];
    }
    o->error_ns[index] = kept > 0 ? sum / kept - s->undisturbed_ns / LENGTH : 0;
}

static void report_filter(struct experiment_run *run, enum filter f, const struct outcome *o, uint64_t series)
{
    if (f != NONE && o->disturbed > 0) {
        experiment_add(run, experiment_share(o->through, o->disturbed), "%s: disturbed kept", filter_name[f]);
        experiment_add(run, experiment_share(o->thrown, o->good), "%s: good discarded", filter_name[f]);
    }
    experiment_add(run, experiment_mean(o->error_ns, series), "%s: error of the mean, ns", filter_name[f]);
}

/* The page: an average "might include interrupt handling", and "the overhead of the timing routines would be included"
 * in each interval. */
static void report_claims(struct experiment_run *run, const struct outcome *all, uint64_t series)
{
    const double none = experiment_mean(all[NONE].error_ns, series).ours,
                 least = experiment_mean(all[LEAST].error_ns, series).ours;
    experiment_add(run, experiment_claim(experiment_value(none / least), 1, none > 2 * least),
                   "error without a filter over that with: > 2");
    experiment_add(run, experiment_claim(experiment_value(least / CALL_NS), 1, fabs(least / CALL_NS - 1) < 0.05),
                   "error with the filter over the cost of a call, 1 +- 0.05");
}

/* All repetitions in one interval: the calls vanish, the interrupts stay. */
static double collectively(const struct series *s, double hz, uint64_t *state)
{
    const double total = s->undisturbed_ns + CALL_NS;
    return ((double)shown(total + interrupts(hz, total, state), state) - s->undisturbed_ns) / LENGTH;
}

static void filters(struct experiment_run *run, double hz, uint64_t *state)
{
    static struct outcome all[FILTERS];
    static struct series s;
    static double collective[SERIES];
    const uint64_t series = run->quick ? QUICK_SERIES : SERIES;
    char title[96];
    bool out[LENGTH];
    memset(all, 0, sizeof all);
    (void)snprintf(title, sizeof title, "Intervals of 2 us, %g interrupts a second of 10 us on average", hz);
    experiment_section(run, title);
    for (uint64_t i = 0; i < series; i++) {
        if (!experiment_goes_on(run, (double)i, (double)series))
            return;
        make_series(&s, hz, state);
        collective[i] = collectively(&s, hz, state);
        for (enum filter f = 0; f < FILTERS; f++) {
            filter_series(&s, f, out);
            add_series(&all[f], i, &s, out);
        }
    }
    for (enum filter f = 0; f < FILTERS; f++)
        report_filter(run, f, &all[f], series);
    if (hz >= RATE_MOST_HZ)
        report_claims(run, all, series);
    experiment_add(run, experiment_mean(collective, series), "1,000 in one interval: error of the mean, ns");
}

/* What a filter by the least keeps and discards, by the excess that it allows. */
static void draw_excess(struct experiment_run *run, uint64_t *state)
{
    enum { STEPS = 25 };
    static struct series s;
    double excess[STEPS], through[STEPS], thrown[STEPS];
    bool out[LENGTH];
    static struct outcome all[STEPS];
    memset(all, 0, sizeof all);
    for (int round = 0; round < QUICK_SERIES; round++) {
        make_series(&s, RATE_MOST_HZ, state);
        for (size_t i = 0; i < STEPS; i++) {
            excess[i] = pow(10, 1.5 + (double)i / 8);
            (void)measure_filter_interrupted(s.first, LENGTH, (uint64_t)excess[i], out);
            add_series(&all[i], (uint64_t)round, &s, out);
        }
    }
    for (size_t i = 0; i < STEPS; i++) {
        through[i] = (double)all[i].through / (double)all[i].disturbed;
        thrown[i] = (double)all[i].thrown / (double)all[i].good;
        excess[i] *= 1e-9;
    }
    const struct plot_series series[] = {
        {"disturbed ones that are kept", PLOT_LINE, excess, through, NULL, NULL, STEPS},
        {"good ones that are discarded", PLOT_LINE, excess, thrown, NULL, NULL, STEPS},
    };
    experiment_draw(run, "excess",
                    &(struct plot){.title = "Filter by the least of 1,000 intervals, 20,000 interrupts a second",
                                   .about =
                                       "Good intervals are discarded if fewer than five ticks of 61 ns are allowed; "
                                       "with each doubling above that more disturbed ones are kept.",
                                   .x = {.label = "excess over the least that is allowed", .unit = "s", .log = true},
                                   .y = {.label = "share", .low = -0.02, .high = 1.02},
                                   .series = series,
                                   .count = 2});
}

void experiment_aix_filter(struct experiment_run *run)
{
    static const double rates_hz[] = {100, 1000, RATE_MOST_HZ};
    uint64_t state = run->seed;
    as_printed(run);
    arithmetic(run, &state);
    for (size_t i = 0; i < sizeof rates_hz / sizeof rates_hz[0]; i++)
        filters(run, rates_hz[i], &state);
    if (!run->stopped)
        draw_excess(run, &state);
}
