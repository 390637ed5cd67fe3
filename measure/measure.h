/* SPDX-License-Identifier: MIT
 * libmeasure: measuring with clocks, slow ones above all.
 *
 *   clock ---> reads ---> counts, durations, probes ---> estimate + interval, or a verdict that gives the reason
 *
 *   plan       repetitions and their time                    [000] (4) (5), [002] (14a) (14b)
 *   tally      mean of durations below a tick                 [000] section 3, [002] (6) (10a) (10b) (11)
 *   phase      variance of a loop in step with the clock     [002] (11)
 *   tick       tick, least step and call cost of a clock      [003]
 *   line       cost per step and overhead of a loop           [003]
 *   fit        the same from a table, by the method that the data support
 *   calls      cost of a function, by loops of several N  own
 *   stamp      read now, convert later                        [001]
 *   convert    ticks to nanoseconds                           [004]
 *   scale      the same by one multiplication
 *   rate       ticks per second                               [004]
 *   skew       shift between the clocks of several CPUs       [004]
 *   sample     quantiles, outliers                            own
 *   series     mean and quantiles of runs that may depend on each other
 *
 * Sources: [000] Danzig & Melvin, High Resolution Timing with Low Resolution Clocks, 1990; [001] IBM, AIX Performance
 * Tuning Guide, accessing the processor timer; [002] Beilner, Measuring with Slow Clocks, ICSI TR-88-003; [003] Krutar,
 * Tuning a Timer, 1998; [004] Nevolin, Time measurement with nanosecond precision (wtmlib). Numbers in round brackets
 * are the papers' equations.
 *
 * Units: names end in _s, _ns or _hz; counts and ticks are a clock's own. A confidence is in (0,1), without the ends.
 * Errors: each function that can fail returns a verdict; unless it is MEASURE_OK nothing is written to its results.
 * A function that returns a verdict returns MEASURE_ARGUMENT for a NULL pointer, and with MEASURE_OK every result is a
 * finite number unless its comment names NaN. To the other functions no pointer may be NULL. There are no globals, and
 * nothing is printed: threads may call any functions at once, unless they share a result, a sample that is sorted or a
 * clock whose `read` does not allow it. Memory is allocated by measure_rate_hull, measure_fit, measure_fit_tick,
 * measure_rate_quiet, measure_host_calibrate, measure_skew_narrow, measure_probe_ordered and measure_series_make. What
 * is not modelled is listed at the end. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Verdicts: why no number is given ---- */
enum measure_verdict {
    MEASURE_OK = 0,
    MEASURE_ARGUMENT,     /* an argument is outside its range; NaN and NULL always are */
    MEASURE_FEW,          /* poor statistics: too few observations for this result */
    MEASURE_WHOLE,        /* the duration is a whole number of ticks: variance (10a) is 0 and gives no plan */
    MEASURE_ALIKE,        /* every interval shows the same count: synchronous to the clock, or far too few */
    MEASURE_SYNCHRONOUS,  /* counts are more regular than chance: the code runs in step with the clock */
    MEASURE_DEPENDENT,    /* counts correlate: an interval for independent counts does not cover */
    MEASURE_STOPPED,      /* the clock does not advance */
    MEASURE_BACKWARD,     /* the clock went backwards, or further than half its range */
    MEASURE_RAW,          /* a raw time that was not converted */
    MEASURE_UNREASONABLE, /* shorter than the clock's own call, or longer than the bound given */
    MEASURE_UNSTEADY,     /* no constant rate, or no constant shift, agrees with all observations */
    MEASURE_NO_TICK,      /* no tick divides the steps within the tolerance */
    MEASURE_ONE_CPU,      /* fewer than two CPUs: nothing to compare */
    MEASURE_OVERFLOW,     /* the result does not fit its type */
    MEASURE_ABSENT,       /* this host has no such clock, or no such CPU for this process */
    MEASURE_MEMORY,       /* out of memory */
    MEASURE_SYSTEM,       /* the operating system refused; errno says why */
    MEASURE_DISTURBED,    /* too many runs were disturbed for this method */
    MEASURE_SPREAD,       /* the spread of the times changes with N, which this method excludes */
    MEASURE_CURVED,       /* the times do not lie on a straight line */
    MEASURE_NO_FLOOR,     /* the times do not bunch within two ticks of a line: no run is known to be undisturbed */
    MEASURE_VERDICTS
};

/* Returns the verdict as one clause of English, without a newline. */
const char *measure_verdict_text(enum measure_verdict verdict);

/* ---- The clock: all that the library knows of it ---- */
struct measure_clock {
    const char *name;
    uint64_t (*read)(void *context); /* returns counts: 0 to 2^bits - 1, then 0 again */
    void *context;
    double hz;      /* nominal counts per second */
    unsigned bits;  /* width, 1..64 */
    double call_ns; /* cost of one read; 0: not known */
};

/* MEASURE_ARGUMENT if a field is outside its range. */
enum measure_verdict measure_clock_check(const struct measure_clock *clock);

/* Returns the counts from one read to a later one, across the wrap. Right for less than 2^bits counts; a longer time
 * cannot be detected. */
uint64_t measure_elapsed(const struct measure_clock *clock, uint64_t from, uint64_t to);

/* The same, but MEASURE_BACKWARD if the result is more than half the range, as it is after a step back. */
enum measure_verdict measure_elapsed_checked(const struct measure_clock *clock, uint64_t from, uint64_t to,
                                             uint64_t *counts);

/* Fills in a clock of this host; measure_host_calibrate measures its rate if the host does not give it. Names:
 * "monotonic", "coarse", "raw" (CLOCK_MONOTONIC, _COARSE, _RAW; nanoseconds), on x86 "tsc" (rdtsc) and "tsc-fenced"
 * (rdtsc between two lfence, so that the read happens neither earlier nor later than written). MEASURE_ABSENT for any
 * other name. */
enum measure_verdict measure_host_clock(const char *name, struct measure_clock *clock);

/* Returns the name of the nth of these clocks, NULL after the last. */
const char *measure_host_clock_name(size_t n);

/* Measures hz of a clock against CLOCK_MONOTONIC, by measure_rate_quiet of brackets at both ends. Takes about
 * `seconds`: 64 ms gave the rate to some ns a second, also on a busy machine. */
enum measure_verdict measure_host_calibrate(struct measure_clock *clock, double seconds);

/* ---- Plan: repetitions before the experiment ---- */

/* Returns z with 2 Phi(z) - 1 = confidence, (5); NaN if the confidence is outside (0,1). */
double measure_z(double confidence);

struct measure_plan {
    uint64_t n;          /* repetitions, rounded up */
    double half_width_s; /* of the interval planned for */
    bool normal;         /* n f (1-f) >= 9, f the fraction of a tick: the limit theorem (2) applies */
};

/* Plans a half-width of at most half_width_s: n = z^2 d^2 f (1-f) / half_width^2, with f the fraction of ticks in the
 * duration. This is (4) for durations up to one tick, and (10a) above. Durations must not vary by more than (8) allows.
 */
enum measure_verdict measure_plan_half_width(struct measure_plan *plan, double tick_s, double duration_s,
                                             double confidence, double half_width_s);

/* Plans a half-width of at most half_width_s for a clock that times each repetition: n = z^2 s^2 / half_width^2, s the
 * standard deviation of one duration with all that reading the clock adds. normal: n is 30 or more. */
enum measure_verdict measure_plan_deviation(struct measure_plan *plan, double deviation_s, double confidence,
                                            double half_width_s);

/* Plans a half-width of one unit of the digits-th significant digit of the duration, [000]; digits 1..15. */
enum measure_verdict measure_plan_digits(struct measure_plan *plan, double tick_s, double duration_s, double confidence,
                                         int digits);

/* Plans a total width of at most `width` times the duration, [002] (14a) and, below one tick, (14b). */
enum measure_verdict measure_plan_width(struct measure_plan *plan, double tick_s, double duration_s, double confidence,
                                        double width);

/* ---- Tally: counts of a slow clock over many repetitions ---- */
enum {
    MEASURE_LAGS = 16,
    MEASURE_BATCHES = 128, /* batches double in length when all are full, so 64..128 are in use */
    MEASURE_SPANS = 16,
    MEASURE_MARKS = 17,
};

/* Plain state, updated count by count; {0} is empty. */
struct measure_tally {
    uint64_t n, least, most;
    uint64_t origin; /* the first count; the sums below are of differences from it, exact up to 2^53 */
    double sum, square, cross[MEASURE_LAGS];
    double first[MEASURE_LAGS], last[MEASURE_LAGS];
    double batch[MEASURE_BATCHES], batch_sum;
    uint64_t batches, batch_length, batch_fill;
};

void measure_tally_add(struct measure_tally *tally, uint64_t count);
double measure_tally_mean(const struct measure_tally *tally);
/* Returns the variance of one count, with n - 1 in the denominator. */
double measure_tally_variance(const struct measure_tally *tally);
/* Returns the correlation of counts that are `lag` apart, lag 1..MEASURE_LAGS. */
double measure_tally_autocorrelation(const struct measure_tally *tally, unsigned lag);

/* Finds the p for which S_n is within z deviations of n p, (2), from the share S_n / n: the ends solve
 * (s - n p)^2 = z^2 n p (1 - p), Wilson's interval. An end is 0 for a share of 0, 1 for 1. */
void measure_score_interval(double share, double n, double z, double *low, double *high);

struct measure_estimate {
    uint64_t n;
    double mean_s, low_s, high_s; /* estimator (6) and its interval */
    double deviation_s;           /* standard deviation of the mean by (10a), at the measured mean */
    double sample_deviation_s;    /* the same from the sample's variance; equal to (10a) where (8) holds */
    double bound_s;               /* by (10b): d / (2 sqrt n) */
    bool two_valued;              /* (8) holds: all counts are k or k + 1 */
};

/* Estimates the mean duration and its interval for repetitions that are known to be independent, as at random phases
 * those are whose duration hardly varies; measure_series_mean() is for others. The interval of two-valued counts is (2)
 * solved for p (the score interval); otherwise it is normal with the sample's deviation. If sums over
 * batches vary more than those of independent counts (0.002), both are wider by that. MEASURE_ALIKE, MEASURE_FEW
 * (fewer than 10 of the rarer count, or n < 100), MEASURE_ARGUMENT. */
enum measure_verdict measure_tally_estimate(const struct measure_tally *tally, double tick_s, double confidence,
                                            struct measure_estimate *estimate);

struct measure_independence {
    double ljung_box_p;  /* chance of so much autocorrelation, lags 1..MEASURE_LAGS, if counts were independent; NaN
                            if the rarer count is too rare to follow itself */
    double dispersion;   /* variance of the batches over that of independent counts; the factor by which (11) exceeds
                            (7c): below 1 regular, above 1 clustered */
    double dispersion_p; /* chance of a dispersion so far from 1, on either side */
    double inflation;    /* 1 + 2 sum of the autocorrelations: the same factor from MEASURE_LAGS lags only */
};

/* Tests the counts for independence, the question of (11). `level` is the chance of a false alarm, such as 0.001.
 * MEASURE_OK: no evidence against independence. MEASURE_SYNCHRONOUS: more regular than chance, so that the mean itself
 * may be wrong. MEASURE_DEPENDENT: counts correlate. These three fill the result. MEASURE_FEW (fewer than about 50 of
 * the rarer count), MEASURE_ALIKE and MEASURE_ARGUMENT do not. */
enum measure_verdict measure_tally_independence(const struct measure_tally *tally, double level,
                                                struct measure_independence *result);

/* ---- Phase: a loop partly in step with the clock ---- */

/* Computes (11) over (7c), `dispersion` above, for an interval of `duration` ticks in each of n cycles of `cycle`
 * ticks, from a random first phase. Below 1 the counts are more regular than chance, above 1 the cycle is near a simple
 * multiple of the tick. Each cycle varies by itself, normally, with the standard deviation `spread`, ticks;
 * the interval itself hardly varies, (8). MEASURE_WHOLE: the duration is a whole number of ticks, and counts do not
 * vary. */
enum measure_verdict measure_phase_dispersion(double duration, double cycle, double spread, uint64_t n, double *result);

/* Estimates the spread from the intervals of a loop whose n cycles were repeated freedom + 1 times. The variance of an
 * interval's mean counts over that by (10a) is its dispersion, times chi-squared over `freedom`. The result is the
 * spread of the largest likelihood, between 0.001 and 1 tick, with its interval by the ratio of likelihoods. Parts of
 * one loop vary together: `dependence` is the factor by which this raises the ratio, 1 if they do not; 4 covers for a
 * table such as the paper's 17 (tmr0 experiment beilner-dash). Low is 0 and high infinite where the variances set no
 * bound. */
struct measure_phase_row {
    double duration, dispersion;
};
struct measure_phase_spread_result {
    double spread, low, high; /* ticks */
    double deviance;          /* of the variances from their expectation at this spread; chi-squared, `rows` - 1 */
    double independent;       /* the same for independent counts; chi-squared, `rows` */
};
enum measure_verdict measure_phase_spread(const struct measure_phase_row *row, size_t rows, double freedom,
                                          double cycle, uint64_t n, double dependence, double confidence,
                                          struct measure_phase_spread_result *result);

/* The contiguous loop: n cycles of one activity between two reads, (10c) and (10d). sd_s is the standard deviation
 * of one cycle. Two reads cannot show it, so the caller must supply it. */
struct measure_contiguous_result {
    double mean_s, deviation_s;
    double normal_half_s;    /* z times deviation; covers less than it claims if sd_s is near 0 */
    double chebyshev_half_s; /* holds for any distribution */
    double constant_half_s;  /* d / n: certain if every cycle lasts the same */
};
enum measure_verdict measure_contiguous(double tick_s, uint64_t n, uint64_t counts, double sd_s, double confidence,
                                        struct measure_contiguous_result *result);

/* Several intervals of one loop, [002] section 3: marks are set in the loop, spans are tallied at its end. A span whose
 * `to` is not above its `from` ends in the next cycle: 0 to 0 is the whole cycle. */
struct measure_span {
    unsigned from, to;
    struct measure_tally tally;
};
struct measure_loop {
    const struct measure_clock *clock;
    size_t spans;
    struct measure_span span[MEASURE_SPANS];
    uint64_t mark[MEASURE_MARKS], previous[MEASURE_MARKS];
    uint64_t cycles;
};
enum measure_verdict measure_loop_span(struct measure_loop *loop, unsigned from, unsigned to);
/* Reads the clock for a mark, 0..MEASURE_MARKS - 1. */
static inline void measure_loop_mark(struct measure_loop *loop, unsigned mark)
{
    loop->mark[mark] = loop->clock->read(loop->clock->context);
}
void measure_loop_end(struct measure_loop *loop);

/* ---- Tick: what a clock's values are multiples of ---- */
uint64_t measure_gcd(uint64_t a, uint64_t b);

/* Finds the largest tick of which all steps are multiples, in counts. A step may differ from its multiple by `slew` of
 * itself (0 < slew <= 0.005) or, if the tick is 10 counts or more, by one count of rounding; one step in 20 may differ
 * by more. The plain gcd is 1 if a clock is slewed, if its tick is no whole number of counts, or if it sometimes reads
 * one count more. A tick is accepted if random steps would fit it with a chance below 1e-6; otherwise the result is the
 * plain gcd. MEASURE_NO_TICK: the gcd is 1, and slewing could hide any tick in steps so long.
 * `still`: reads between the steps were equal, so each step is a tick or two. Then all steps must fit and chance is
 * not tested. Without equal reads, steps of 22 and 23 counts may be a tick of 1 and a call of 22.5. */
enum measure_verdict measure_tick_tolerant(const uint64_t *step, size_t steps, double slew, bool still, double *tick);

struct measure_character {
    uint64_t gcd;      /* counts */
    double tick;       /* tolerant gcd, counts; the plain gcd if there is none */
    uint64_t least;    /* least step between two calls, counts; many ticks if a call is longer than a tick */
    double call_s;     /* cost of a call, least over several runs */
    uint64_t steps;    /* steps examined */
    uint64_t readings; /* reads made */
};

/* Reads the clock until it has changed `steps` times and stores the steps in `step`, which has room for them. Half of
 * the changes come after waits of up to about a microsecond, each of another length; call_s does not contain them.
 * MEASURE_STOPPED after `patience` reads without a change, MEASURE_BACKWARD at the first step back. */
enum measure_verdict measure_clock_character(const struct measure_clock *clock, uint64_t *step, size_t steps,
                                             uint64_t patience, double slew, struct measure_character *result);

/* Measures the cost of one read by difference: (read, read, read) takes one call more than (read, read). The result is
 * the difference of means over n pairs of each kind, with Welch's interval, normal. */
struct measure_overhead {
    double call_s, low_s, high_s;
    uint64_t least;       /* least of one kind minus least of the other, counts */
    uint64_t interrupted; /* reads left out: more than ten times the least of their kind so far */
};
enum measure_verdict measure_clock_overhead(const struct measure_clock *clock, uint64_t n, double confidence,
                                            struct measure_overhead *result);

/* ---- Line: time = overhead + slope x ---- */
struct measure_line {
    double slope, overhead;
    double slope_deviation, overhead_deviation, residual_deviation;
    uint64_t n;
};

/* Fits by ordinary least squares. Needs 3 points or more, all finite, x not all equal. */
enum measure_verdict measure_line_least_squares(const double *x, const double *y, size_t n, struct measure_line *line);

/* Returns y - tick floor(f(x) / tick): y minus the line as a clock that steps by `tick` shows it. Subtracting the line
 * itself would leave a Moire pattern. */
double measure_step_residual(double slope, double overhead, double tick, double x, double y);

/* ---- Fit: unit cost and overhead from a table of (N, T) ---- */

/* Finds the tick of which all times are multiples: measure_tick_tolerant of the steps between them, in the times' own
 * decimal unit (up to 12 places). MEASURE_NO_TICK if they have none. MEASURE_ALIKE: all times are equal. */
enum measure_verdict measure_fit_tick(const double *t, size_t n, double *tick);

/* In the order of preference. */
enum measure_fit_method {
    /* Through all runs; if each N has as many runs, this is the line through the averages. */
    MEASURE_FIT_LEAST_SQUARES,
    /* Through all runs, with GSL's bisquare weights: runs that are far away do not count. Own. */
    MEASURE_FIT_ROBUST,
    /* The highest line below all runs, [003]. */
    MEASURE_FIT_LEAST_VALUES,
    MEASURE_FITS
};

/* Returns "least squares" and so on. */
const char *measure_fit_method_name(enum measure_fit_method method);

struct measure_fit_line {
    enum measure_verdict verdict;     /* MEASURE_OK: the data support the method; else why they do not */
    double slope, overhead;           /* T a unit of N, and T; NaN: no line */
    double slope_half, overhead_half; /* half-widths at the confidence; bounds of the least values; NaN: none */
};

struct measure_fit_result {
    struct measure_fit_line line[MEASURE_FITS];
    unsigned choice;         /* the first method that the data support; MEASURE_FITS: none */
    uint64_t points, places; /* runs; different N */
    uint64_t runs;           /* of that N that has fewest */
    uint64_t disturbed;      /* runs far from the robust line */
    double spread;           /* deviation about the robust line, from the median; NaN: no line */
    bool changes; /* the host's speed did meanwhile; least squares and robust line allow for it, or are refused */
};

/* Fits T = overhead + slope N by each method and judges whether the data support it; measure/docs/measure.md lists the
 * tests. n: whole numbers up to 2^53 in any order, each as often as there are runs of it. t: finite. tick: of the
 * clock, in the unit of t; 0: not known, and the least values then have no bounds. MEASURE_FEW: fewer than three
 * different N.. */
enum measure_verdict measure_fit(const double *n, const double *t, size_t points, double tick, double confidence,
                                 struct measure_fit_result *fit);

/* ---- Calls: the cost of a function that is too short for the clock. Own. ---- */

enum { MEASURE_CALLS_PLACES = 20, MEASURE_CALLS_RUNS = 2000 };

/* Calls the function n times. A loop about an inlined function costs least. */
typedef void measure_repeat(void *context, uint64_t n);

struct measure_calls_result {
    enum measure_verdict range; /* MEASURE_OK: low to high is an interval; else why it is the range of the blocks */
    double cost_s, low_s, high_s;
    double moved_low_s, moved_high_s; /* least and greatest cost in 20 blocks of the runs */
    uint64_t least_n, most_n;         /* calls in a run */
    struct measure_fit_result fit;    /* of the runs, s */
    size_t runs;
    double n[MEASURE_CALLS_RUNS], t_s[MEASURE_CALLS_RUNS]; /* calls in each run, and its time */
};

/* Times runs of MEASURE_CALLS_PLACES different numbers of calls in random order, the longest of 100 us or 1,000 ticks,
 * and fits the line: what each run has in common, reading the clock too, is not in the cost. It stays within `seconds`,
 * apart from choosing the numbers. If measure_fit supports no line for typical runs, low to high is the range of the
 * blocks. MEASURE_FEW: `seconds` is too short for 400 runs. MEASURE_UNREASONABLE: a call takes no time, as if the
 * compiler has removed it. */
enum measure_verdict measure_calls(const struct measure_clock *clock, double tick_s, measure_repeat *repeat,
                                   void *context, double seconds, double confidence,
                                   struct measure_calls_result *result);

/* Returns the slope of the robust line, or, where its weights do not converge or all runs lie on one line, that of the
 * least values. NaN if there is neither. */
double measure_fit_typical(const struct measure_fit_result *fit);

/* ---- Stamp: acquisition apart from conversion, [001] ---- */
struct measure_stamp {
    bool raw;      /* a time base; otherwise seconds and nanoseconds */
    uint32_t high; /* upper word, or seconds */
    uint32_t low;  /* lower word, or nanoseconds below 1e9 */
};
struct measure_convert;

/* Reads only; converting comes later. */
static inline void measure_read_real_time(const struct measure_clock *clock, struct measure_stamp *stamp)
{
    uint64_t counts = clock->read(clock->context);
    stamp->raw = true;
    stamp->high = (uint32_t)(counts >> 32);
    stamp->low = (uint32_t)counts;
}

/* Converts a stamp to seconds and nanoseconds. A stamp that is not raw stays as it is, so the call is always allowed.
 * MEASURE_OVERFLOW above 2^32 s or the range of the conversion. */
enum measure_verdict measure_time_base_to_time(const struct measure_convert *convert, struct measure_stamp *stamp);

/* Computes finish - start in ns, with borrow. MEASURE_RAW if one is raw, MEASURE_BACKWARD if the result is negative, as
 * it is if a clock narrower than 64 bits wrapped between the two. */
enum measure_verdict measure_stamp_difference(const struct measure_stamp *start, const struct measure_stamp *finish,
                                              uint64_t *ns);

/* Returns MEASURE_UNREASONABLE unless least_ns <= ns <= most_ns. */
enum measure_verdict measure_reasonable(uint64_t ns, uint64_t least_ns, uint64_t most_ns);

/* Sets interrupted[i] for each of n intervals that is more than excess_ns above the least, and returns their number.
 * All intervals stay, in their order. */
uint64_t measure_filter_interrupted(const uint64_t *ns, size_t n, uint64_t excess_ns, bool *interrupted);

/* ---- Convert: ticks to nanoseconds by multiply, shift and modulus, [004] ---- */
struct measure_convert {
    uint64_t mult;           /* ns of a remainder = remainder mult >> shift */
    uint64_t ns_per_modulus; /* modulus mult >> shift */
    uint64_t mask;           /* modulus - 1 */
    unsigned shift, modulus_bits;
    uint64_t hz;        /* ticks per second */
    uint64_t ticks_max; /* largest number of ticks whose nanoseconds fit 64 bits */
};

/* Chooses the parameters for this rate (1..10^12 Hz) and interval. shift is the largest for which the interval's ticks
 * times mult fit 64 bits. The modulus is the largest power of two of ticks that is not longer than the interval. A
 * shorter interval makes mult finer. MEASURE_OVERFLOW if the interval's ticks do not fit, MEASURE_ARGUMENT if it is
 * shorter than a tick. */
enum measure_verdict measure_convert_for(struct measure_convert *convert, uint64_t hz, double interval_s);

/* Returns nanoseconds, never above the true value for hz, and below it by at most measure_convert_error. ticks: up to
 * ticks_max. */
static inline uint64_t measure_ticks_to_ns(const struct measure_convert *convert, uint64_t ticks)
{
    return (ticks >> convert->modulus_bits) * convert->ns_per_modulus +
           ((ticks & convert->mask) * convert->mult >> convert->shift);
}

/* An exact time: whole + part / of ns, part below of. */
struct measure_exact {
    uint64_t whole, part, of;
};
static inline double measure_exact_ns(struct measure_exact exact)
{
    return (double)exact.whole + (double)exact.part / (double)exact.of;
}

/* Finds the worst errors over all tick counts 0..ticks of a clock of hz ticks per second (1..10^12): how far the
 * result is below the true time and above it. They are exact: some count has each. hz may differ from that of the
 * conversion, as it does if the conversion was made for whole kHz. MEASURE_OVERFLOW for ticks above ticks_max. */
enum measure_verdict measure_convert_error(const struct measure_convert *convert, uint64_t hz, uint64_t ticks,
                                           struct measure_exact *below, struct measure_exact *above);

/* ---- Scale: ticks to nanoseconds by one multiplication and a shift ---- */
struct measure_scale {
    uint64_t mult; /* ns = ticks mult >> shift */
    unsigned shift;
    uint64_t hz;        /* ticks per second */
    uint64_t ticks_max; /* largest number of ticks whose product fits, and whose nanoseconds fit 64 bits */
};

/* Chooses mult of 64 bits for a product of 128: below the true time by less than 2 ns for every 64-bit number of ticks.
 * hz 1..10^12. Own. */
enum measure_verdict measure_scale_wide(struct measure_scale *scale, uint64_t hz);

/* Returns nanoseconds. ticks: up to ticks_max. */
__extension__ typedef unsigned __int128 measure_product;
static inline uint64_t measure_scale_ns(const struct measure_scale *scale, uint64_t ticks)
{
    return (uint64_t)((measure_product)ticks * scale->mult >> scale->shift);
}

/* The same as measure_convert_error. */
enum measure_verdict measure_scale_error(const struct measure_scale *scale, uint64_t hz, uint64_t ticks,
                                         struct measure_exact *below, struct measure_exact *above);

/* ---- Rate: ticks per second from bracketed reads, [004] ---- */
struct measure_bracket { /* a clock read between two reads of a reference, which is in nanoseconds */
    int64_t before_ns, after_ns;
    uint64_t ticks;
};

/* Takes n brackets, one after another. The reference counts nanoseconds. */
void measure_take_brackets(const struct measure_clock *reference, const struct measure_clock *clock,
                           struct measure_bracket *bracket, size_t n);

struct measure_rate {
    double hz, low_hz, high_hz;
    uint64_t used,
        of; /* rates within one standard deviation, of all rates; or hull vertices, or quiet brackets, of all */
};

/* Each pair of neighbours gives a rate (middles of the brackets). The result is the mean of the rates within one
 * standard deviation of the mean of all. Student's t over these would be too narrow, so the interval is widened: see
 * measure/docs/measure.md. */
enum measure_verdict measure_rate_mean(const struct measure_bracket *bracket, size_t n, double confidence,
                                       struct measure_rate *rate);

/* Bounds the rates for which one line passes through every bracket. The bounds are certain if the rate is constant and
 * the reference right to its nanosecond, rounded down. MEASURE_UNSTEADY if there is no such line. */
enum measure_verdict measure_rate_hull(const struct measure_bracket *bracket, size_t n, struct measure_rate *rate);

/* Fits a line to the middles of the quiet brackets, by least squares: those not wider than the width that a quarter of
 * the brackets do not exceed. The interval is Student's t, and wider if the reads switch between places
 * in their brackets; the mean place does not matter. The bounds of measure_rate_hull are certain
 * but many times wider. MEASURE_FEW below 40 brackets. Own. */
enum measure_verdict measure_rate_quiet(const struct measure_bracket *bracket, size_t n, double confidence,
                                        struct measure_rate *rate);

/* ---- Skew: shift between the clocks of CPUs, [004] ---- */
struct measure_probe {
    uint32_t cpu; /* 0..MEASURE_CPUS - 1 */
    uint64_t ticks;
};
enum { MEASURE_CPUS = 256 };

struct measure_skew_result {
    struct measure_shift {
        int64_t low, high; /* this CPU's clock minus the base CPU's, ticks */
        uint64_t brackets; /* probes of this CPU between two of the base */
    } cpu[MEASURE_CPUS];
    uint32_t base;
    uint64_t range;    /* bound of the shift between any two CPUs: width of the hull of all intervals */
    uint64_t backward; /* probes that read less than the one before them */
    uint64_t tours;    /* times that all CPUs were read and the first of them again: the basis of `monotonic` */
    bool monotonic;
};

/* Bounds the shifts from probes in the order in which they were taken. cpus[0..count - 1] are the CPUs expected.
 * MEASURE_FEW: a CPU has fewer than `least` brackets, or there are fewer than `least` tours. MEASURE_UNSTEADY: no one
 * shift agrees with all brackets of a CPU. */
enum measure_verdict measure_skew(const struct measure_probe *probe, size_t probes, const uint32_t *cpus, size_t count,
                                  uint64_t least, struct measure_skew_result *skew);

/* Narrows the bounds of a skew that measure_skew made of the same probes. A probe was taken before the one that follows
 * it, whatever their CPUs, so the follower's clock is ahead by at most what it reads more. The bounds are the shortest
 * paths through all of these differences: all that follows from the order, and `range` likewise. Then brackets need not
 * be narrow for each CPU by itself. Takes time count^3. MEASURE_UNSTEADY: no one shift of each clock agrees with all.
 * MEASURE_OVERFLOW: neighbours differ by 2^52 ticks or more. Own. */
enum measure_verdict measure_skew_narrow(const struct measure_probe *probe, size_t probes, const uint32_t *cpus,
                                         size_t count, struct measure_skew_result *skew);

/* Probes with one thread that goes from CPU to CPU: base, each other CPU and back to base, `rounds` times. `probe` has
 * room for rounds * measure_probe_tour(count). */
size_t measure_probe_tour(size_t count);
enum measure_verdict measure_probe_switching(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                             size_t rounds, struct measure_probe *probe);

/* Probes with one thread a CPU. A thread that advances a common number by compare-and-swap stores its value under
 * that number. `probe` has room for count * each. */
enum measure_verdict measure_probe_ordered(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                           size_t each, struct measure_probe *probe);

/* Lists the CPUs that this process may use. *count: room of cpus[] before the call, number of CPUs after it. */
enum measure_verdict measure_host_cpus(uint32_t *cpus, size_t *count);

/* ---- Sample: durations of a clock that is fast enough to time each one ---- */

/* Sorts in place. MEASURE_ARGUMENT if a value is NaN or infinite. */
enum measure_verdict measure_sample_sort(double *value, size_t n);

struct measure_quantile {
    double value, low, high;
};
/* The quantile q in (0,1) of a sorted sample is the ceil(q n)-th value. Its interval, between order statistics, covers
 * with at least the confidence for any distribution of independent values. MEASURE_FEW if n is too small for one of
 * the ends. */
enum measure_verdict measure_sample_quantile(const double *sorted, size_t n, double q, double confidence,
                                             struct measure_quantile *result);

struct measure_sample_mean_result {
    double mean, low, high, deviation; /* deviation of one value */
    uint64_t n;
};
/* Student's t, for values that are known to be independent and an n large enough for their distribution: 30 values of
 * exp(1.5 normal) are covered in 79 %. measure_series_mean() is for others. n >= 2, all finite. */
enum measure_verdict measure_sample_mean(const double *value, size_t n, double confidence,
                                         struct measure_sample_mean_result *result);

/* The mean of one sample minus that of another, such as of an empty segment, with Welch's interval; `deviation` is that
 * of the difference. */
enum measure_verdict measure_sample_difference(const struct measure_sample_mean_result *a,
                                               const struct measure_sample_mean_result *b, double confidence,
                                               struct measure_sample_mean_result *result);

enum measure_outlier {
    MEASURE_TYPICAL,
    MEASURE_LOW,         /* more than 1.5 spreads below the lower quartile */
    MEASURE_HIGH,        /* more than 1.5 spreads above the upper quartile */
    MEASURE_HIGH_SEVERE, /* more than 3 spreads above it */
    MEASURE_OUTLIERS
};
struct measure_outliers {
    double lower, upper, severe;      /* the fences */
    uint64_t count[MEASURE_OUTLIERS]; /* every value is in one class: none is dropped */
    double share[MEASURE_OUTLIERS];   /* share of the sum of all values; 0 if that is not above 0 */
};
/* Tukey's fences; the spread is the interquartile range, or `tick` if that is larger. n >= 4. */
enum measure_verdict measure_sample_outliers(const double *sorted, size_t n, double tick,
                                             struct measure_outliers *result);

/* ---- Series: durations in the order of their runs, which may depend on each other. Own. ----
 * n runs are worth fewer independent ones, so few that the interval holds what slower changes may add. Runs worth fewer
 * than 4 have no mean. If they took 2 s or more in all, blocks of them give an interval where there is none, of the
 * mean and of quantiles from 0.25 to 0.75. No interval reaches below the least run or above the greatest.
 * `measure-proofs coverage` of the source tree prints how often they cover. */
struct measure_series {
    double *sorted;  /* the caller's */
    uint16_t *group; /* of each: which of up to 4,096 equal parts of all runs, in their order, it comes from */
    size_t n;
    double worth; /* independent runs, by the waves of ranks; 0 for none */
};

/* `value` has the durations, s, in the order of the runs; they are sorted in place, and must outlive the series.
 * MEASURE_FEW for no values, MEASURE_ARGUMENT if one is NaN or infinite. Without MEASURE_OK there is nothing to free,
 * and `value` is as it was. */
enum measure_verdict measure_series_make(struct measure_series *series, double *value, size_t n);
void measure_series_free(struct measure_series *series);

enum { MEASURE_SERIES_BLOCKS = 20 };
/* Sets the least and the greatest quantile q of MEASURE_SERIES_BLOCKS blocks of neighbours, for q = 0 the least and the
 * greatest mean. False for blocks of fewer than 2 runs, and for quantiles that are rare in a block. */
bool measure_series_blocks(const struct measure_series *series, double q, double *low, double *high);

struct measure_series_mean_result {
    double mean, low, high;
    double worth; /* independent runs whose mean would be known as well */
};
enum { MEASURE_MEAN_LEAST = 300 };
/* The interval is corrected for skewness by Hall's transformation, and allows for 1/f noise. MEASURE_FEW below
 * MEASURE_MEAN_LEAST runs, which often miss what happens once in 100. MEASURE_DEPENDENT: they took less than 2 s, and
 * are worth fewer than 4 independent ones. Changes that the runs do not show cannot be refused. */
enum measure_verdict measure_series_mean(const struct measure_series *series, double confidence,
                                         struct measure_series_mean_result *result);

enum { MEASURE_QUANTILE_LEAST = 40 };
/* The interval is that of measure_sample_quantile for as many independent runs as these are worth. Fewer than
 * MEASURE_QUANTILE_LEAST are worth all; if neighbours correlate, the ends are those of all. Slower changes they cannot
 * show. MEASURE_FEW: too few for this quantile. MEASURE_DEPENDENT: too few because they are worth fewer. */
enum measure_verdict measure_series_quantile(const struct measure_series *series, double q, double confidence,
                                             struct measure_quantile *result);

/* ---- Ratio of two times, measured in pairs. Own. ---- */

struct measure_ratio_result {
    double ratio, low, high; /* b over a: the median of the pairs */
};
enum { MEASURE_RATIO_MOST = 100000000 };
/* a[i] and b[i], both above 0, were timed one after the other, in random order. The interval covers with at least the
 * confidence for any drift that changes both by the same factor, and also if you stop at the first of the looks that
 * measure_ratio_looks() names where the interval is narrow enough, or if something else ends the comparison: that look
 * is the last. `most` rounds were planned before the first one. MEASURE_FEW: n is too small for an interval.
 * MEASURE_UNREASONABLE: a time is not above 0. */
enum measure_verdict measure_ratio(const double *a, const double *b, size_t n, size_t most, bool last,
                                   double confidence, struct measure_ratio_result *result);
/* After n of at most `most` rounds there is a look: after 10, 20, 40, ... but not the last. */
bool measure_ratio_looks(size_t n, size_t most);

/* Not modelled: durations that vary by more than a tick in (10a) and the plans (the estimates are right, the plans too
 * small); drift of a clock within a run (measure_rate_hull reports it, nothing corrects it); clocks of CPUs that run at
 * different rates (measure_skew reports MEASURE_UNSTEADY); hyper-threads that
 * share a clock; a clock that wraps more than once between two reads; leap seconds and steps of the reference. */

#ifdef __cplusplus
}
#endif
#endif
