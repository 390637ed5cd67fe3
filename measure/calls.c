/* SPDX-License-Identifier: MIT
 * The cost of a function that is too short for the clock: runs of several numbers of calls, and the line through their
 * times. */
#include <math.h>

#include "measure.h"

#define LONGEST_S 100e-6 /* of the runs: few of so short ones are interrupted, */
#define LONGEST_TICKS 1000
#define TRIES 3
#define CALLS_STOPPED (UINT64_C(1) << 24) /* so many calls take a tick of any clock */
#define CALLS_MOST (UINT64_C(1) << 36)
#define PLACES ((int)MEASURE_CALLS_PLACES)
#define BLOCKS 20

struct job {
    const struct measure_clock *clock;
    measure_repeat *repeat;
    void *context;
    uint64_t step; /* between the numbers of calls */
    double call_s; /* about */
};

static enum measure_verdict time_calls(const struct job *job, uint64_t n, double *seconds)
{
    uint64_t counts;
    const uint64_t from = job->clock->read(job->clock->context);
    job->repeat(job->context, n);
    const enum measure_verdict verdict =
        measure_elapsed_checked(job->clock, from, job->clock->read(job->clock->context), &counts);
    if (verdict == MEASURE_OK)
        *seconds = (double)counts / job->clock->hz;
    return verdict;
}

/* Doubles the calls until a run is long enough. The least of several runs: others may have been interrupted. */
static enum measure_verdict choose_step(struct job *job, double longest_s)
{
    for (uint64_t n = 1; n <= CALLS_MOST; n *= 2) {
        double least_s = INFINITY, seconds;
        for (int i = 0; i < TRIES; i++) {
            const enum measure_verdict verdict = time_calls(job, n, &seconds);
            if (verdict)
                return verdict;
            least_s = fmin(least_s, seconds);
        }
        job->call_s = least_s / (double)n;
        job->step = least_s < longest_s ? 0 : (uint64_t)ceil(longest_s / job->call_s / PLACES);
        if (job->step)
            return MEASURE_OK;
        if (least_s <= 0 && n >= CALLS_STOPPED)
            return MEASURE_STOPPED;
    }
    return MEASURE_UNREASONABLE;
}

/* splitmix64, as a hash */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Each number of calls once, in random order. */
static enum measure_verdict time_round(const struct job *job, struct measure_calls_result *r)
{
    double *const n = r->n + r->runs, *const t_s = r->t_s + r->runs;
    enum measure_verdict verdict = MEASURE_OK;
    for (size_t i = 0; i < PLACES; i++) {
        const size_t j = mix(r->runs + i + 1) % (i + 1);
        n[i] = n[j];
        n[j] = (double)(job->step * (i + 1));
    }
    for (size_t i = 0; i < PLACES && verdict == MEASURE_OK; i++)
        verdict = time_calls(job, (uint64_t)n[i], &t_s[i]);
    return verdict;
}

double measure_fit_typical(const struct measure_fit_result *fit)
{
    const double robust = fit->line[MEASURE_FIT_ROBUST].slope;
    return isnan(robust) ? fit->line[MEASURE_FIT_LEAST_VALUES].slope : robust;
}

static enum measure_verdict evaluate(struct measure_calls_result *r, double tick_s, double confidence)
{
    const size_t length = r->runs / BLOCKS;
    enum measure_verdict verdict = MEASURE_OK;
    for (size_t b = 0; b < BLOCKS && verdict == MEASURE_OK; b++) {
        verdict = measure_fit(r->n + b * length, r->t_s + b * length, length, tick_s, confidence, &r->fit);
        r->cost_s = measure_fit_typical(&r->fit);
        r->moved_low_s = b ? fmin(r->moved_low_s, r->cost_s) : r->cost_s;
        r->moved_high_s = b ? fmax(r->moved_high_s, r->cost_s) : r->cost_s;
    }
    if (verdict == MEASURE_OK)
        verdict = measure_fit(r->n, r->t_s, r->runs, tick_s, confidence, &r->fit);
    if (verdict)
        return verdict;
    const struct measure_fit_line *line = r->fit.choice < MEASURE_FIT_LEAST_VALUES ? &r->fit.line[r->fit.choice] : NULL;
    r->cost_s = line ? line->slope : measure_fit_typical(&r->fit);
    r->low_s = line ? line->slope - line->slope_half : r->moved_low_s;
    r->high_s = line ? line->slope + line->slope_half : r->moved_high_s;
    r->range = line ? MEASURE_OK : r->fit.line[MEASURE_FIT_ROBUST].verdict;
    return isfinite(r->cost_s) && isfinite(r->low_s) && isfinite(r->high_s) ? MEASURE_OK : MEASURE_UNSTEADY;
}

enum measure_verdict measure_calls(const struct measure_clock *clock, double tick_s, measure_repeat *repeat,
                                   void *context, double seconds, double confidence,
                                   struct measure_calls_result *result)
{
    struct job job = {.clock = clock, .repeat = repeat, .context = context};
    if (measure_clock_check(clock) || !repeat || !result || !(tick_s > 0 && isfinite(tick_s)) ||
        !(seconds > 0 && isfinite(seconds)) || isnan(measure_z(confidence)))
        return MEASURE_ARGUMENT;
    const double longest_s = fmax(LONGEST_S, LONGEST_TICKS * tick_s);
    if (seconds < longest_s * (PLACES + 1) / 2 * BLOCKS) /* known before any call */
        return MEASURE_FEW;
    enum measure_verdict verdict = choose_step(&job, longest_s);
    if (verdict)
        return verdict;
    const double round_s = job.call_s * (double)job.step * PLACES * (PLACES + 1) / 2;
    const int most = MEASURE_CALLS_RUNS / BLOCKS / PLACES;
    const double each = fmin(floor(seconds / round_s / BLOCKS), most); /* rounds a block */
    if (each < 1)
        return MEASURE_FEW;
    struct measure_calls_result r = {.least_n = job.step, .most_n = job.step * PLACES};
    (void)time_round(&job, &r); /* not counted: for caches and the CPU's speed */
    double spent_s = 0;         /* on a busy host more than was planned */
    for (size_t block = 0; block < (size_t)each && verdict == MEASURE_OK && spent_s < seconds; block++)
        for (size_t round = 0; round < BLOCKS && verdict == MEASURE_OK; round++, r.runs += PLACES) {
            verdict = time_round(&job, &r);
            for (size_t i = 0; i < PLACES; i++)
                spent_s += r.t_s[r.runs + i];
        }
    if (verdict == MEASURE_OK)
        verdict = evaluate(&r, tick_s, confidence);
    if (verdict == MEASURE_OK)
        *result = r;
    return verdict;
}
