/* SPDX-License-Identifier: MIT
 * libmeasure: measuring with clocks, slow ones above all.
 *
 *   clock ---> readings ---> counts, durations, probes ---> estimate + interval, or a verdict that says why not
 *
 *   plan       how many repetitions, and how long            [000] (4) (5), [002] (14a) (14b)
 *   tally      mean of what is shorter than a tick            [000] section 3, [002] (6) (10a) (10b) (11)
 *   tick       tick, least step and call cost of a clock      [003]
 *   line       cost per step and overhead of a loop           [003]
 *   stamp      reading now, converting later                  [001]
 *   convert    ticks to nanoseconds                           [004]
 *   rate       ticks per second                               [004]
 *   skew       shift between the clocks of several CPUs       [004]
 *   sample     quantiles, outliers                            own
 *   digits     no digit that the interval does not carry      [000]
 *
 * Sources: [000] Danzig & Melvin, High Resolution Timing with Low Resolution Clocks, 1990; [001] IBM, AIX Performance
 * Tuning Guide, accessing the processor timer; [002] Beilner, Measuring with Slow Clocks, ICSI TR-88-003; [003] Krutar,
 * Tuning a Timer, 1998; [004] Nevolin, Time measurement with nanosecond precision (wtmlib). Numbers in round brackets
 * are the papers' equations.
 *
 * Units: names end in _s, _ns or _hz; counts are a clock's own. A confidence lies in (0,1), ends out.
 * Errors: each function that can fail returns a verdict; unless it is MEASURE_OK nothing is written to its results.
 * No globals, nothing is printed; memory is allocated by hulls (measure_rate_hull has two) and measure_probe_ordered
 * only. What is not modelled stands at the foot. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* the library is compiled with all else hidden */
#endif

/* ---- Verdicts: why no number is given ---- */
enum measure_verdict {
    MEASURE_OK = 0,
    MEASURE_ARGUMENT,     /* an argument is outside its range; NaN always is */
    MEASURE_FEW,          /* poor statistics: too few observations for what is asked */
    MEASURE_WHOLE,        /* the duration is a whole number of ticks: variance (10a) is 0, no plan follows from it */
    MEASURE_ALIKE,        /* every interval shows the same count: synchronous to the clock, or far too few */
    MEASURE_SYNCHRONOUS,  /* counts are more regular than chance: what is measured runs in step with the clock */
    MEASURE_DEPENDENT,    /* counts hang together: an interval for independent ones does not cover */
    MEASURE_STOPPED,      /* the clock does not advance */
    MEASURE_BACKWARD,     /* the clock went backwards, or further than half its range */
    MEASURE_RAW,          /* a raw time that was not converted */
    MEASURE_UNREASONABLE, /* shorter than the clock's own call, or longer than the bound given */
    MEASURE_UNSTEADY,     /* no constant rate, or no constant shift, agrees with all observations */
    MEASURE_NO_TICK,      /* no tick divides the steps within the tolerance */
    MEASURE_ONE_CPU,      /* fewer than two CPUs: nothing to compare */
    MEASURE_OVERFLOW,     /* the result does not fit its type */
    MEASURE_ABSENT,       /* this host has no such clock, or no such CPU for us */
    MEASURE_MEMORY,       /* out of memory */
    MEASURE_SYSTEM,       /* the operating system refused; errno says why */
    MEASURE_VERDICTS
};

/* One clause of English, no newline. */
const char *measure_verdict_text(enum measure_verdict verdict);

/* ---- The clock: all that the library knows of one ---- */
struct measure_clock {
    const char *name;
    uint64_t (*read)(void *context); /* counts, from 0 to 2^bits - 1, then from 0 again */
    void *context;
    double hz;      /* nominal counts per second */
    unsigned bits;  /* width, 1..64 */
    double call_ns; /* cost of one read; 0: not known yet */
};

/* MEASURE_ARGUMENT if a field is outside its range. */
enum measure_verdict measure_clock_check(const struct measure_clock *clock);

/* Counts from one reading to a later one, across the wrap. Right for less than 2^bits counts; no clock can tell. */
uint64_t measure_elapsed(const struct measure_clock *clock, uint64_t from, uint64_t to);

/* The same, but MEASURE_BACKWARD when that is more than half the range: a step back looks like that. */
enum measure_verdict measure_elapsed_checked(const struct measure_clock *clock, uint64_t from, uint64_t to,
                                             uint64_t *counts);

/* The clocks of this host, calibrated by measure_host_calibrate where their rate is not given. Names: "monotonic",
 * "coarse", "raw" (CLOCK_MONOTONIC, _COARSE, _RAW; nanoseconds), on x86 "tsc" (rdtsc) and "tsc-fenced" (rdtsc between
 * two lfence: the read happens neither earlier nor later than written). MEASURE_ABSENT for any other. */
enum measure_verdict measure_host_clock(const char *name, struct measure_clock *clock);

/* Name of the nth of them, NULL behind the last. */
const char *measure_host_clock_name(size_t n);

/* Measures hz of a clock against CLOCK_MONOTONIC for about this long, by the hull of bracketed readings. */
enum measure_verdict measure_host_calibrate(struct measure_clock *clock, double seconds);

/* ---- Plan: repetitions before the experiment ---- */

/* z with 2 Phi(z) - 1 = confidence, (5). NaN outside (0,1). */
double measure_z(double confidence);

struct measure_plan {
    uint64_t n;          /* repetitions, rounded up */
    double half_width_s; /* of the interval planned for */
    bool normal;         /* n f (1-f) >= 9: the limit theorem (2) may be relied upon, f the fraction of a tick */
};

/* Half-width at most half_width_s: n = z^2 d^2 f (1-f) / half_width^2, with f the fraction of ticks in the duration.
 * This is (4) for durations up to one tick, and (10a) beyond it. Durations must not vary by more than (8) allows. */
enum measure_verdict measure_plan_half_width(struct measure_plan *plan, double tick_s, double duration_s,
                                             double confidence, double half_width_s);

/* Half-width one unit of the digits-th significant digit of the duration, [000]; digits 1..15. */
enum measure_verdict measure_plan_digits(struct measure_plan *plan, double tick_s, double duration_s, double confidence,
                                         int digits);

/* Total width at most `width` times the duration, [002] (14a) and, below one tick, (14b). */
enum measure_verdict measure_plan_width(struct measure_plan *plan, double tick_s, double duration_s, double confidence,
                                        double width);

/* ---- Tally: counts of a slow clock over many repetitions ---- */
enum {
    MEASURE_LAGS = 16,
    MEASURE_BATCHES = 128, /* batches double in length when all are full, so 64..128 are in use */
    MEASURE_SPANS = 16,
    MEASURE_MARKS = 17,
};

/* Plain state, all of it streaming; {0} is empty. */
struct measure_tally {
    uint64_t n, least, most;
    uint64_t origin; /* the first count; sums below are of differences from it, exact up to 2^53 */
    double sum, square, cross[MEASURE_LAGS];
    double first[MEASURE_LAGS], last[MEASURE_LAGS];
    double batch[MEASURE_BATCHES], batch_sum;
    uint64_t batches, batch_length, batch_fill;
};

void measure_tally_add(struct measure_tally *tally, uint64_t count);
double measure_tally_mean(const struct measure_tally *tally);
/* Of one count, n - 1 in the denominator. */
double measure_tally_variance(const struct measure_tally *tally);
/* Correlation of counts lag apart, lag 1..MEASURE_LAGS. */
double measure_tally_autocorrelation(const struct measure_tally *tally, unsigned lag);

struct measure_estimate {
    uint64_t n;
    double mean_s, low_s, high_s; /* estimator (6) and its interval */
    double deviation_s;           /* standard deviation of the mean by (10a), with the mean put in */
    double sample_deviation_s;    /* by the sample's variance; the same as (10a) where (8) holds */
    double bound_s;               /* by (10b): d / (2 sqrt n) */
    bool two_valued;              /* (8) holds: all counts are k or k + 1 */
};

/* Mean duration with its interval for independent repetitions. Two-valued counts: the p for which (2) puts S_n inside,
 * solved for p (the score interval); else normal with the sample's deviation. MEASURE_ALIKE, MEASURE_FEW (fewer than 10
 * of the rarer count, or n < 30), MEASURE_ARGUMENT. */
enum measure_verdict measure_tally_estimate(const struct measure_tally *tally, double tick_s, double confidence,
                                            struct measure_estimate *estimate);

/* The same for dependent repetitions: Student's t over the batches. MEASURE_DEPENDENT if these hang together too: the
 * dependence reaches further than a batch. No help against a loop in step with the clock: its bias shows in no batch.
 */
enum measure_verdict measure_tally_estimate_batches(const struct measure_tally *tally, double tick_s, double confidence,
                                                    struct measure_estimate *estimate);

struct measure_independence {
    double ljung_box_p;  /* chance of so much autocorrelation, lags 1..MEASURE_LAGS, if counts were independent; NaN
                            where the rarer count is too rare to be seen following itself */
    double dispersion;   /* variance of the batches over that of independent counts; the factor by which (11) exceeds
                            (7c): under 1 regular, over 1 clustered */
    double dispersion_p; /* chance of it being so far off 1, either side */
    double inflation;    /* 1 + 2 sum of the autocorrelations: the same factor from MEASURE_LAGS lags alone */
};

/* The question of (11). MEASURE_OK: nothing against independence at this level (chance of a false alarm, such as
 * 0.001); MEASURE_SYNCHRONOUS: more regular than chance, the mean itself may be off; MEASURE_DEPENDENT; both fill the
 * result. MEASURE_FEW (less than some 50 of the rarer count), MEASURE_ALIKE, MEASURE_ARGUMENT do not. */
enum measure_verdict measure_tally_independence(const struct measure_tally *tally, double level,
                                                struct measure_independence *result);

/* The contiguous loop: n cycles of one activity between two readings, (10c) and (10d). sd_s is the standard deviation
 * of one cycle, which two readings cannot show: it must come from elsewhere. */
struct measure_contiguous {
    double mean_s, deviation_s;
    double normal_half_s;    /* z times deviation; does not cover at its level when sd_s is near 0 */
    double chebyshev_half_s; /* holds for any distribution */
    double constant_half_s;  /* d / n: certain if every cycle lasts the same */
};
enum measure_verdict measure_contiguous(double tick_s, uint64_t n, uint64_t counts, double sd_s, double confidence,
                                        struct measure_contiguous *result);

/* Several intervals of one loop, [002] section 3: marks are set in the loop, spans are tallied at its end. A span whose
 * `to` is not above its `from` ends in the next cycle, such as the cycle itself (0 to 0). */
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
/* Reads the clock for mark 0..MEASURE_MARKS - 1. */
static inline void measure_loop_mark(struct measure_loop *loop, unsigned mark)
{
    loop->mark[mark] = loop->clock->read(loop->clock->context);
}
void measure_loop_end(struct measure_loop *loop);

/* ---- Tick: what a clock's readings are multiples of ---- */
uint64_t measure_gcd(uint64_t a, uint64_t b);

/* Largest tick of which all steps are multiples, each off by at most `slew` of itself (0 < slew <= 0.01) or, where the
 * tick is 10 counts or more, by one count of rounding; one step in 20 may be further off. Where clocks are slewed, have
 * a tick of no whole number of counts, or now and then read one count more, the plain gcd is 1. A tick is taken if
 * steps drawn at random would fit it with a chance below 1e-6, else the plain gcd. MEASURE_NO_TICK: that is 1, and
 * slewing could hide any tick in so long steps. `still`: the clock was seen standing still between steps, which then
 * are a tick or two: chance is not asked, and all must fit. Steps of 22 and 23 counts may else be a tick of 1 and a
 * call of 22.5. */
enum measure_verdict measure_tick_tolerant(const uint64_t *step, size_t steps, double slew, bool still, double *tick);

struct measure_character {
    uint64_t gcd;      /* counts */
    double tick;       /* tolerant gcd, counts; the plain one where that is refused */
    uint64_t least;    /* least step seen between two calls, counts; may be many ticks where a call takes longer */
    double call_s;     /* cost of a call, least over several runs */
    uint64_t steps;    /* that were looked at */
    uint64_t readings; /* that it took */
};

/* Reads the clock until it has shown `steps` changes, half of them behind waits of up to a microsecond or so, all of
 * another length, which cost does not see; MEASURE_STOPPED after `patience` readings without one,
 * MEASURE_BACKWARD at the first step back. step: room for so many. */
enum measure_verdict measure_clock_character(const struct measure_clock *clock, uint64_t *step, size_t steps,
                                             uint64_t patience, double slew, struct measure_character *result);

/* Cost of one read by one-call/two-call differences: (read, read, read) takes one call more than (read, read).
 * Means over n pairs of each kind; interval by Welch's formula, normal. */
struct measure_overhead {
    double call_s, low_s, high_s;
    uint64_t least;       /* difference of the least of each kind, counts */
    uint64_t interrupted; /* left out: more than ten times the least of their kind so far */
};
enum measure_verdict measure_clock_overhead(const struct measure_clock *clock, uint64_t n, double confidence,
                                            struct measure_overhead *result);

/* ---- Line: time = overhead + slope x ---- */
struct measure_line {
    double slope, overhead;
    double slope_deviation, overhead_deviation, residual_deviation;
    uint64_t n;
};

/* Ordinary least squares; at least 3 points, x not all the same, all finite. */
enum measure_verdict measure_line_least_squares(const double *x, const double *y, size_t n, struct measure_line *line);

/* least[i] = min(least[i], run[i]): runs are never averaged, [003]. */
void measure_minimum(uint64_t *least, const uint64_t *run, size_t n);

/* Lower convex hull, exact in integers, point by point in any order (constant time when x does not fall). {0} is empty.
 * |x|, |y| < 2^62. */
struct measure_hull {
    struct measure_point {
        int64_t x, y;
    } * point; /* vertices from left to right */
    size_t points, room;
    uint64_t n;                 /* points added */
    uint64_t sum_high, sum_low; /* sum of x, 128 bits, two's complement */
};
enum measure_verdict measure_hull_add(struct measure_hull *hull, int64_t x, int64_t y);
void measure_hull_free(struct measure_hull *hull);

/* The least-values fit of [003]: of all lines under all points the one nearest to them in the sum. It is the edge of
 * the hull over mean(x). The bounds hold if, at the outermost vertices less than a tick above the line (from_x, to_x),
 * some run was undisturbed, so that the reading there is off by less than a tick either way. tick in units of y. */
struct measure_least_values {
    double slope, overhead;
    double slope_bound, overhead_bound; /* truth lies within value +- bound */
    int64_t from_x, to_x;
};
enum measure_verdict measure_hull_fit(const struct measure_hull *hull, double tick, struct measure_least_values *fit);

/* What y exceeds the line by when the line is read through a clock that steps by `tick`: y - tick floor(f(x) / tick).
 * Takes away the Moire pattern that subtracting the line itself leaves. */
double measure_step_residual(double slope, double overhead, double tick, double x, double y);

/* ---- Stamp: acquisition apart from conversion, [001] ---- */
struct measure_stamp {
    bool raw;      /* a time base; else seconds and nanoseconds */
    uint32_t high; /* upper word, or seconds */
    uint32_t low;  /* lower word, or nanoseconds below 1e9 */
};
struct measure_convert;

/* The cheap part. */
static inline void measure_read_real_time(const struct measure_clock *clock, struct measure_stamp *stamp)
{
    uint64_t counts = clock->read(clock->context);
    stamp->raw = true;
    stamp->high = (uint32_t)(counts >> 32);
    stamp->low = (uint32_t)counts;
}

/* To seconds and nanoseconds; a stamp that is not raw is left as it is, so it may be called unconditionally.
 * MEASURE_OVERFLOW beyond 2^32 s or the range of the conversion. */
enum measure_verdict measure_time_base_to_time(const struct measure_convert *convert, struct measure_stamp *stamp);

/* finish - start with borrow. MEASURE_RAW if one is raw, MEASURE_BACKWARD if it is negative (a clock narrower than 64
 * bits that wrapped between the two shows as that). */
enum measure_verdict measure_stamp_difference(const struct measure_stamp *start, const struct measure_stamp *finish,
                                              uint64_t *ns);

/* Reasonableness: MEASURE_UNREASONABLE unless least_ns <= ns <= most_ns. */
enum measure_verdict measure_reasonable(uint64_t ns, uint64_t least_ns, uint64_t most_ns);

/* Intervals in which an interrupt intervened: those more than `excess` above the least. Reorders nothing, drops
 * nothing: flags them, and counts. */
uint64_t measure_filter_interrupted(const uint64_t *ns, size_t n, uint64_t excess_ns, bool *interrupted);

/* ---- Convert: ticks to nanoseconds by multiply, shift and modulus, [004] ---- */
struct measure_convert {
    uint64_t mult;           /* ns of a remainder = remainder mult >> shift */
    uint64_t ns_per_modulus; /* modulus mult >> shift */
    uint64_t mask;           /* modulus - 1 */
    unsigned shift, modulus_bits;
    uint64_t hz;        /* ticks per second */
    uint64_t ticks_max; /* most ticks whose nanoseconds fit 64 bits */
};

/* For this rate (1..10^12 Hz) and interval: shift is the largest for which ticks of the interval times mult fit 64
 * bits, the modulus the largest power of two of ticks not longer than the interval. A shorter interval makes mult
 * finer. MEASURE_OVERFLOW if the interval's ticks do not fit, MEASURE_ARGUMENT if it is shorter than a tick. */
enum measure_verdict measure_convert_for(struct measure_convert *convert, uint64_t hz, double interval_s);

/* Never above the true value, by less than measure_convert_error below it. Ticks up to ticks_max. */
static inline uint64_t measure_ticks_to_ns(const struct measure_convert *convert, uint64_t ticks)
{
    return (ticks >> convert->modulus_bits) * convert->ns_per_modulus +
           ((ticks & convert->mask) * convert->mult >> convert->shift);
}

/* Worst error in ns over all tick counts 0..ticks: exact, found over the lattice, not over a sample. It is reached. */
enum measure_verdict measure_convert_error(const struct measure_convert *convert, uint64_t ticks, double *worst_ns);

/* ---- Rate: ticks per second from bracketed readings, [004] ---- */
struct measure_bracket { /* a clock read between two reads of a reference in nanoseconds */
    int64_t before_ns, after_ns;
    uint64_t ticks;
};

struct measure_rate {
    double hz, low_hz, high_hz;
    uint64_t used, of; /* rates within one standard deviation, of how many; or hull vertices, of brackets */
};

/* Each pair of neighbours gives a rate (middles of the brackets); the mean of those within one standard deviation of
 * the mean of all. The interval is Student's t over those kept, too narrow by the cut: see docs/measure.md. */
enum measure_verdict measure_rate_mean(const struct measure_bracket *bracket, size_t n, double confidence,
                                       struct measure_rate *rate);

/* All rates for which one line passes every bracket: certain if the rate is constant and the reference right to its
 * nanosecond, rounded down. MEASURE_UNSTEADY if none does. */
enum measure_verdict measure_rate_hull(const struct measure_bracket *bracket, size_t n, struct measure_rate *rate);

/* ---- Skew: shift between the clocks of CPUs, [004] ---- */
struct measure_probe {
    uint32_t cpu; /* 0..MEASURE_CPUS - 1 */
    uint64_t ticks;
};
enum { MEASURE_CPUS = 256 };

struct measure_skew {
    struct measure_shift {
        int64_t low, high; /* this CPU's clock minus the base CPU's, ticks */
        uint64_t brackets; /* probes of this CPU between two of the base */
    } cpu[MEASURE_CPUS];
    uint32_t base;
    uint64_t range;    /* bound of the shift between any two: width of the hull of all intervals */
    uint64_t backward; /* probes that read less than the one before them */
    uint64_t tours;    /* times all CPUs were seen and the first of them again: what monotonic rests on */
    bool monotonic;
};

/* From probes in the order in which they were taken; cpus[] are the CPUs expected. MEASURE_FEW: a CPU has fewer than
 * `least` brackets, or there are fewer than `least` tours; MEASURE_UNSTEADY: its brackets share no shift. */
enum measure_verdict measure_skew(const struct measure_probe *probe, size_t probes, const uint32_t *cpus, size_t count,
                                  uint64_t least, struct measure_skew *skew);

/* One thread that goes from CPU to CPU: base, each other CPU and back to base, `rounds` times.
 * probe: room for rounds * measure_probe_tour(count). */
size_t measure_probe_tour(size_t count);
enum measure_verdict measure_probe_switching(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                             size_t rounds, struct measure_probe *probe);

/* One thread a CPU; who advances a common number by compare-and-swap has its reading numbered so. probe: room for
 * count * each. */
enum measure_verdict measure_probe_ordered(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                           size_t each, struct measure_probe *probe);

/* CPUs that this process may use; count in: room, out: how many. */
enum measure_verdict measure_host_cpus(uint32_t *cpus, size_t *count);

/* ---- Sample: durations of a clock fast enough for single ones ---- */

/* Rejects NaN and infinities (MEASURE_ARGUMENT), sorts in place. */
enum measure_verdict measure_sample_sort(double *value, size_t n);

struct measure_quantile {
    double value, low, high;
};
/* q in (0,1) of a sorted sample: the ceil(q n)-th value; the interval between order statistics covers with at least the
 * confidence, whatever the distribution. MEASURE_FEW if n is too small for both ends. */
enum measure_verdict measure_sample_quantile(const double *sorted, size_t n, double q, double confidence,
                                             struct measure_quantile *result);

struct measure_sample_mean {
    double mean, low, high, deviation; /* deviation of one value */
    uint64_t n;
};
/* Student's t; for independent values, and n large enough for their distribution. n >= 2, all finite. */
enum measure_verdict measure_sample_mean(const double *value, size_t n, double confidence,
                                         struct measure_sample_mean *result);

enum measure_outlier {
    MEASURE_TYPICAL,
    MEASURE_LOW,         /* more than 1.5 spreads below the lower quartile */
    MEASURE_HIGH,        /* more than 1.5 spreads above the upper quartile */
    MEASURE_HIGH_SEVERE, /* more than 3 */
    MEASURE_OUTLIERS
};
struct measure_outliers {
    double lower, upper, severe;      /* the fences */
    uint64_t count[MEASURE_OUTLIERS]; /* all values are in one of them: none is dropped */
    double share[MEASURE_OUTLIERS];   /* of the sum of all values */
};
/* Tukey's fences; the spread is the interquartile range, or `tick` where that is larger. n >= 4. */
enum measure_verdict measure_sample_outliers(const double *sorted, size_t n, double tick,
                                             struct measure_outliers *result);
enum measure_outlier measure_outlier_class(const struct measure_outliers *fences, double value);

/* ---- Digits ---- */

/* Prints a time with the unit (ns us ms s) and just the digits its half-width carries: a half-width of at most one unit
 * of the last digit. MEASURE_FEW if it carries none, MEASURE_OVERFLOW if size is too small (40 is enough). */
enum measure_verdict measure_print_seconds(char *text, size_t size, double value_s, double half_width_s);

/* Not modelled: durations that vary by more than a tick in (10a) and the plans (the estimates are right, the plans too
 * small); drift of a clock within a run (measure_rate_hull says so, nothing corrects it); clocks of CPUs that run at
 * different rates (measure_skew says MEASURE_UNSTEADY); hyper-threads that share a clock; a clock that wraps more than
 * once between two readings; leap seconds and steps of the reference. */

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
