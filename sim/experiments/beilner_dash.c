/* SPDX-License-Identifier: MIT
 * [002] Beilner, section 4: two processes pass a message back and forth on the virtual CPU of the 3/50, twelve
 * measurement points, a clock of 1 ms. The code between two points takes the mean durations of table 17b; CPU clock,
 * display and clock interrupt are those of machines/. Predicted and observed deviations, the truth that the simulator
 * knows, and the question of (11): how far the loop is in step with the clock. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "cli/random.h"
#include "driver-sim/dash.h"
#include "measure/experiments/beilner.h"
#include "measure/measure.h"
#include "sim_experiments.h"

#define TICK_PS INT64_C(1000000000)
/* Share of the drawn tables that are further off than the paper's: fewer of independent counts, more of the fit's. */
#define APART 0.15
#define CONFIDENCE 0.95
#define LEVEL 1e-3 /* of the test for independence */
#define PARTS 12   /* interval 0 is the whole cycle */
#define RUNS_MOST 100
#define TABLE_CYCLES 1000 /* of a run of a table that is drawn; more give no other variances */
/* The parts of a loop in step vary together, which widens the interval of its spread; with 4 it covers. */
#define DEPENDENCE 4

_Static_assert(PARTS == DASH_POINTS && PARTS + 1 == BEILNER_INTERVALS, "an interval for each point, and the cycle");

/* One run of the loop. */
struct loop {
    struct dash dash;
    struct measure_clock clock;
    struct measure_loop counted;
    uint64_t state;
    uint32_t cycle;
    uint64_t at_ps[PARTS + 1]; /* of the last pass of each point, from 1 */
    double sum_ps[PARTS + 1], times[PARTS + 1];
};

/* Runs with one spread. */
struct loops {
    uint32_t cycles;
    size_t runs;
    double spread;                      /* of a cycle, ticks, as the clock sees it */
    double cycle;                       /* true mean, ticks */
    double mean[PARTS + 1][RUNS_MOST];  /* by (6b), ticks */
    double truth[PARTS + 1][RUNS_MOST]; /* of the same cycles */
    uint64_t in[PARTS + 1];             /* runs whose interval for independent counts holds the truth */
    uint64_t refused[PARTS + 1];        /* runs whose counts libmeasure does not find independent */
};

struct beilner {
    struct experiment_run *run;
    struct system_machine machine;
    struct loop loop;
    struct loops loops;
    uint64_t state;
    double cycle_ps;  /* of code, stretched by the display */
    double interrupt; /* ticks that each clock interrupt takes */
    uint32_t work[PARTS];
};

/* ---- The loop on the virtual CPU */

static uint64_t read_ticks(void *context)
{
    return ((const struct loop *)context)->dash.ticks;
}

static uint32_t draw(void *arg, uint32_t below)
{
    return (uint32_t)random_below(&((struct loop *)arg)->state, below);
}

/* The first cycle is not counted: in it the second process has not blocked yet. */
static void pass(void *arg, unsigned point)
{
    struct loop *l = arg;
    const uint64_t now_ps = l->dash.cpu->now_ps;
    const unsigned before = point == 1 ? PARTS : point - 1;
    if (l->cycle > 0) {
        if (point > 1 || l->cycle > 1) {
            l->sum_ps[before] += (double)(now_ps - l->at_ps[before]);
            l->times[before]++;
        }
        if (point == 1 && l->cycle > 1) {
            l->sum_ps[0] += (double)(now_ps - l->at_ps[1]);
            l->times[0]++;
        }
        measure_loop_mark(&l->counted, point);
        if (point == PARTS)
            measure_loop_end(&l->counted);
    }
    l->cycle += point == PARTS;
    l->at_ps[point] = now_ps;
}

static void judge_part(struct loops *all, const struct measure_tally *tally, size_t part, double truth)
{
    struct measure_estimate e;
    struct measure_independence independence;
    if (measure_tally_estimate(tally, 1, CONFIDENCE, &e) == MEASURE_OK)
        all->in[part] += e.low_s <= truth && truth <= e.high_s;
    const enum measure_verdict verdict = measure_tally_independence(tally, LEVEL, &independence);
    all->refused[part] += verdict == MEASURE_SYNCHRONOUS || verdict == MEASURE_DEPENDENT || verdict == MEASURE_ALIKE;
}

static int run_once(struct beilner *b, struct loops *all, size_t at)
{
    struct loop *l = &b->loop;
    const struct dash dash = l->dash;
    struct error *e = b->run->error;
    *l = (struct loop){.dash = dash, .state = random_next(&b->state)};
    l->dash.ticks = 0;
    l->clock = (struct measure_clock){.name = "ticks", .read = read_ticks, .context = l, .hz = 1000, .bits = 64};
    l->counted.clock = &l->clock;
    (void)measure_loop_span(&l->counted, 1, 1);
    for (unsigned point = 1; point <= PARTS; point++)
        (void)measure_loop_span(&l->counted, point, point % PARTS + 1);
    struct tmr0_board *board = b->machine.harness.board;
    int status = board_result(tmr0_run_until(board, tmr0_now_ps(board) + random_below(&b->state, TICK_PS)), e);
    if (status == STATUS_OK)
        status = harness_run(&b->machine.harness, dash_main, &l->dash, e);
    for (size_t part = 0; part <= PARTS && status == STATUS_OK; part++) {
        const struct measure_tally *tally = &l->counted.span[part].tally;
        all->mean[part][at] = measure_tally_mean(tally);
        all->truth[part][at] = l->sum_ps[part] / l->times[part] / (double)TICK_PS;
        judge_part(all, tally, part, all->truth[part][at]);
    }
    return status;
}

/* spread_s: standard deviation of the code's time in a cycle. Its twelve parts vary alike, each uniformly. */
static int run_loops(struct beilner *b, struct loops *all, double spread_s)
{
    const double seen = TICK_PS * (1 - b->interrupt);
    const uint32_t spread = (uint32_t)lround(spread_s * 1e12 / b->cycle_ps);
    int status = STATUS_OK;
    b->loop.dash =
        (struct dash){.cycles = all->cycles + 2, .spread = spread + 1, .draw = draw, .point = pass, .arg = &b->loop};
    for (size_t part = 0; part < PARTS; part++)
        b->loop.dash.work[part] = b->work[part] - spread / 2;
    /* Twelve uniform numbers of 0 to spread: twelve times spread (spread + 2) / 12 */
    all->spread = sqrt((double)spread * (spread + 2.0)) * b->cycle_ps / seen;
    all->cycle = 0;
    for (size_t part = 0; part <= PARTS; part++)
        all->in[part] = all->refused[part] = 0;
    for (size_t at = 0; at < all->runs && status == STATUS_OK; at++) {
        if (!experiment_goes_on(b->run, (double)at, (double)all->runs))
            break;
        status = run_once(b, all, at);
        all->cycle += all->truth[0][at] / (double)all->runs;
    }
    return status;
}

/* The code of table 17b on the machine; with another length of the cycle, ticks, all parts are scaled. */
static void prepare(struct beilner *b, double cycle_ticks)
{
    const struct figure *figure = b->machine.rig.machine.figure;
    const double period = (double)figure[FIG_DISPLAY_PERIOD].value[CORNER_TYP],
                 stretch = period / (period - (double)figure[FIG_DISPLAY_STEAL].value[CORNER_TYP]);
    b->cycle_ps = stretch * (double)figure[FIG_CPU_CLOCK].value[CORNER_TYP];
    b->interrupt = (double)figure[FIG_WORK_CLOCK_DROPPED].value[CORNER_TYP] * b->cycle_ps / TICK_PS;
    const double scale = cycle_ticks / beilner_duration(0);
    for (size_t part = 0; part < PARTS; part++)
        b->work[part] =
            (uint32_t)lround(scale * beilner_duration(part + 1) * TICK_PS * (1 - b->interrupt) / b->cycle_ps);
}

/* ---- What the paper's own counts say */

static void value(struct experiment_run *run, double ours, double low, double high, const char *what)
{
    experiment_add(run, experiment_between(ours, low, high), "%s", what);
}

/* The first run had 59 ticks more than the others: a disturbance. */
static double cycle_of_paper(void)
{
    double sum = 0;
    for (size_t n = 1; n < BEILNER_RUNS; n++)
        sum += beilner_17[0].count[n];
    return sum / (BEILNER_RUNS - 1) / BEILNER_CYCLES;
}

static double predicted(size_t part, double cycle, double spread, uint32_t cycles)
{
    double dispersion = NAN;
    (void)measure_phase_dispersion(beilner_duration(part), cycle, spread, cycles, &dispersion);
    return dispersion;
}

static double predicted_mean(double cycle, double spread, uint32_t cycles)
{
    double sum = 0;
    for (size_t part = 1; part <= PARTS; part++)
        sum += predicted(part, cycle, spread, cycles) / PARTS;
    return sum;
}

static struct measure_phase_spread_result fit_paper(double confidence)
{
    struct measure_phase_row row[PARTS];
    struct measure_phase_spread_result fit = {0};
    for (size_t part = 1; part <= PARTS; part++)
        row[part - 1] = (struct measure_phase_row){beilner_duration(part), beilner_dispersion(part)};
    (void)measure_phase_spread(row, PARTS, BEILNER_RUNS - 1, cycle_of_paper(), BEILNER_CYCLES, DEPENDENCE, confidence,
                               &fit);
    return fit;
}

static double variance_of(const double *value, size_t n)
{
    struct measure_sample_mean_result m = {0};
    (void)measure_sample_mean(value, n, CONFIDENCE, &m);
    return m.deviation * m.deviation;
}

/* The fit to a table like 17 of a loop without a machine: phases alone. Each part varies uniformly, by `spread` ticks
 * in all; negative: the counts are independent, each cycle begins at a phase of its own. */
static struct measure_phase_spread_result fit_drawn(double spread, uint64_t *state)
{
    struct measure_phase_row row[PARTS];
    struct measure_phase_spread_result fit = {0};
    double mean[PARTS][BEILNER_RUNS], duration[PARTS];
    for (size_t part = 0; part < PARTS; part++)
        duration[part] = beilner_duration(part + 1);
    for (size_t run = 0; run < BEILNER_RUNS; run++) {
        double phase = random_uniform(state), count[PARTS] = {0};
        for (uint32_t n = 0; n < TABLE_CYCLES; n++) {
            phase = spread < 0 ? random_uniform(state) : phase;
            for (size_t part = 0; part < PARTS; part++) {
                phase += duration[part] + fmax(0, spread) * (random_uniform(state) - 0.5);
                count[part] += floor(phase);
                phase -= floor(phase);
            }
        }
        for (size_t part = 0; part < PARTS; part++)
            mean[part][run] = count[part] / TABLE_CYCLES;
    }
    for (size_t part = 0; part < PARTS; part++) {
        const double ticks = beilner_duration(part + 1), f = ticks - floor(ticks);
        row[part] =
            (struct measure_phase_row){ticks, variance_of(mean[part], BEILNER_RUNS) * TABLE_CYCLES / (f * (1 - f))};
    }
    (void)measure_phase_spread(row, PARTS, BEILNER_RUNS - 1, beilner_duration(0), TABLE_CYCLES, DEPENDENCE, CONFIDENCE,
                               &fit);
    return fit;
}

/* The totals of runs 2 to 10 vary by n s^2 + 1/6 ticks, (10c): the spread s, and its interval by chi-squared. */
static double spread_by_totals(double confidence, double *low, double *high)
{
    enum { TOTALS = BEILNER_RUNS - 1 };
    struct measure_sample_mean_result m = {0};
    (void)measure_sample_mean(beilner_17[0].count + 1, TOTALS, confidence, &m);
    const double squares = m.deviation * m.deviation * (TOTALS - 1), rest = (1 - confidence) / 2;
    *low = sqrt(fmax(0, squares / gsl_cdf_chisq_Qinv(rest, TOTALS - 1) - 1.0 / 6) / BEILNER_CYCLES);
    *high = sqrt(fmax(0, squares / gsl_cdf_chisq_Pinv(rest, TOTALS - 1) - 1.0 / 6) / BEILNER_CYCLES);
    return sqrt(fmax(0, squares / (TOTALS - 1) - 1.0 / 6) / BEILNER_CYCLES);
}

/* The share of tables drawn with a spread that are further from what the fit expects than the paper's. */
static struct experiment_row share_beyond(struct beilner *b, double spread, double deviance)
{
    const uint32_t tables = b->run->quick ? 100 : 1000;
    uint64_t beyond = 0;
    for (uint32_t n = 0; n < tables && experiment_goes_on(b->run, n, tables); n++) {
        const struct measure_phase_spread_result fit = fit_drawn(spread, &b->state);
        beyond += (spread < 0 ? fit.independent : fit.deviance) >= deviance;
    }
    const struct experiment_row row = experiment_share(beyond, tables);
    return experiment_check(row, spread < 0 ? row.high < APART : row.low > APART);
}

static void show_paper(struct beilner *b)
{
    struct experiment_run *run = b->run;
    const struct measure_phase_spread_result fit = fit_paper(EXPERIMENT_CONFIDENCE), usual = fit_paper(CONFIDENCE);
    const double cycle = cycle_of_paper();
    double low, high, seen = 0;
    experiment_section(run, "Table 17: variance of the ten means over that by (10a)");
    for (size_t part = 1; part <= PARTS; part++) {
        const double dispersion = beilner_dispersion(part);
        seen += dispersion / PARTS;
        experiment_add(run, experiment_value(dispersion), "%s; a loop with the spread below: %.2f",
                       beilner_17[part].name, predicted(part, cycle, fit.spread, BEILNER_CYCLES));
    }
    value(run, seen, 0, 0, "mean of the twelve");
    value(run, 1000 * fit.spread, 1000 * fit.low, 1000 * fmin(fit.high, 1),
          "spread of a cycle that fits them, us; 1000 is no bound");
    experiment_add(run, share_beyond(b, -1, fit.independent),
                   "share of tables so far from (10a) if counts are independent");
    experiment_add(run, share_beyond(b, fit.spread, fit.deviance), "share of tables so far from (11) with that spread");
    const double totals = spread_by_totals(EXPERIMENT_CONFIDENCE, &low, &high);
    value(run, 1000 * totals, 1000 * low, 1000 * high, "spread of a cycle by the totals (1,1) of runs 2 to 10, us");
    (void)spread_by_totals(CONFIDENCE, &low, &high);
    value(run, 1000 * usual.low, 0, 0, "   at 95 % the spread that fits is at least, us");
    value(run, 1000 * high, 0, 0, "   at 95 % the spread by the totals is at most, us");
    const bool one = low < usual.high && usual.low < high;
    experiment_add(run, experiment_check(experiment_value(one), one), "   so both may be one spread (1: yes)");
    value(run, predicted_mean(cycle, totals, BEILNER_CYCLES), 0, 0, "   mean of the twelve with the totals' spread");
    value(run, predicted_mean(cycle, high, BEILNER_CYCLES), 0, 0, "   mean of the twelve with that upper end");
}

/* ---- The simulated loop */

static double variance_by_10a(const struct loops *l, size_t part)
{
    double ticks = 0;
    for (size_t at = 0; at < l->runs; at++)
        ticks += l->truth[part][at] / (double)l->runs;
    const double f = ticks - floor(ticks);
    return f * (1 - f) / l->cycles;
}

/* Deviations of a mean over 10000 cycles, us. */
enum curve { BY_10A, BY_11, OF_TEN, OF_PAPER, CURVES };
struct deviations {
    double at[BEILNER_INTERVALS], us[CURVES][BEILNER_INTERVALS];
};

static void show_part(struct beilner *b, size_t part, struct deviations *d)
{
    struct experiment_run *run = b->run;
    const struct loops *l = &b->loops;
    const struct beilner_interval *paper = &beilner_17[part];
    const double scale = 1000 * sqrt((double)l->cycles / BEILNER_CYCLES), by_10a = sqrt(variance_by_10a(l, part));
    struct measure_sample_mean_result truth = {0}, error = {0};
    double off[BEILNER_RUNS];
    for (size_t at = 0; at < BEILNER_RUNS; at++)
        off[at] = 1000 * (l->mean[part][at] - l->truth[part][at]);
    (void)measure_sample_mean(l->truth[part], BEILNER_RUNS, CONFIDENCE, &truth);
    (void)measure_sample_mean(off, BEILNER_RUNS, EXPERIMENT_CONFIDENCE, &error);
    d->at[part] = (double)part;
    d->us[BY_10A][part] = scale * by_10a;
    d->us[BY_11][part] = NAN; /* (1,1) is contiguous: (10c) */
    d->us[OF_TEN][part] = scale * sqrt(variance_of(l->mean[part], BEILNER_RUNS));
    d->us[OF_PAPER][part] = paper->sample;
    experiment_add(run, experiment_value(1000 * truth.mean), "%s true mean; paper, by (6b): %g", paper->name,
                   paper->mean);
    experiment_add(
        run, experiment_check(experiment_between(error.mean, error.low, error.high), error.low <= 0 && 0 <= error.high),
        "   error of the mean of the ten");
    experiment_add(run, experiment_value(d->us[BY_10A][part]), "   deviation by (10a); paper: %.2f", paper->by_10a);
    experiment_add(run, experiment_value(d->us[OF_TEN][part]), "   deviation of the ten; paper: %.2f", paper->sample);
    value(run, scale / 1000 * error.deviation, 0, 0, "   deviation of their errors from the truth");
    if (part == 0)
        return;
    d->us[BY_11][part] = scale * by_10a * sqrt(predicted(part, l->cycle, l->spread, l->cycles));
    value(run, d->us[BY_11][part], 0, 0, "   deviation by (11) with the spread");
}

static void draw_deviations(struct experiment_run *run, const struct deviations *d)
{
    static const char *const label[CURVES] = {"by (10a)", "by (11) with the spread", "ten simulated runs",
                                              "the paper's ten runs"};
    struct plot_series series[CURVES];
    struct plot_mark mark[BEILNER_INTERVALS];
    for (size_t n = 0; n < BEILNER_INTERVALS; n++)
        mark[n] = (struct plot_mark){d->at[n], beilner_17[n].name};
    for (size_t n = 0; n < CURVES; n++)
        series[n] = (struct plot_series){.label = label[n], .x = d->at, .y = d->us[n], .n = BEILNER_INTERVALS};
    experiment_draw(run, "deviations",
                    &(struct plot){.title = "Deviation of a mean over 10000 cycles: predicted, simulated, measured",
                                   .about = "The paper's deviations follow those of a loop that is partly in step with "
                                            "the clock, and not (10a).",
                                   .x = {.label = "interval between measurement points",
                                         .low = -0.5,
                                         .high = BEILNER_INTERVALS - 0.5,
                                         .mark = mark,
                                         .marks = BEILNER_INTERVALS},
                                   .y = {.label = "deviation, us", .low = 0, .high = 5.5},
                                   .series = series,
                                   .count = CURVES});
}

/* The paper's experiment with the spread fitted to it: 10 runs of 10000 cycles. */
static int show_loop(struct beilner *b, double spread)
{
    struct loops *l = &b->loops;
    struct deviations d;
    char title[96];
    l->runs = BEILNER_RUNS;
    l->cycles = b->run->quick ? BEILNER_CYCLES / 10 : BEILNER_CYCLES;
    (void)snprintf(title, sizeof title, "The simulated loop, spread %.3g us: 10 runs of %u cycles, us", 1000 * spread,
                   (unsigned)l->cycles);
    experiment_section(b->run, title);
    prepare(b, cycle_of_paper());
    int status = run_loops(b, l, spread * 1e-3);
    if (status || b->run->stopped)
        return status;
    for (size_t part = 0; part <= PARTS; part++)
        show_part(b, part, &d);
    draw_deviations(b->run, &d);
    return STATUS_OK;
}

/* Mean over the parts of variance over (10a): observed, by (11), and bounds of the observed one as if all parts varied
 * together, which is the widest. */
struct ratio {
    double seen, predicted, low, high;
};

static struct ratio ratio_of(const struct loops *l)
{
    struct ratio r = {.predicted = predicted_mean(l->cycle, l->spread, l->cycles)};
    const double freedom = (double)(l->runs - 1), rest = (1 - EXPERIMENT_CONFIDENCE) / 2;
    for (size_t part = 1; part <= PARTS; part++)
        r.seen += variance_of(l->mean[part], l->runs) / variance_by_10a(l, part) / PARTS;
    r.low = r.seen * freedom / gsl_cdf_chisq_Qinv(rest, freedom);
    r.high = r.seen * freedom / gsl_cdf_chisq_Pinv(rest, freedom);
    return r;
}

static double share_of(const uint64_t *count, const struct loops *l)
{
    double sum = 0;
    for (size_t part = 1; part <= PARTS; part++)
        sum += (double)count[part];
    return sum / PARTS / (double)l->runs;
}

/* One spread, or a cycle of whole ticks. */
static int show_spread(struct beilner *b, double cycle_ticks, double spread, struct ratio *ratio)
{
    struct loops *l = &b->loops;
    prepare(b, cycle_ticks);
    int status = run_loops(b, l, spread * 1e-3);
    if (status || b->run->stopped)
        return status;
    *ratio = ratio_of(l);
    experiment_add(b->run,
                   experiment_check(experiment_between(ratio->seen, ratio->low, ratio->high),
                                    ratio->low <= ratio->predicted && ratio->predicted <= ratio->high),
                   "cycle %.3f ticks, spread %.3g us; by (11): %.3g", l->cycle, 1000 * spread, ratio->predicted);
    const double in = share_of(l->in, l);
    double low, high;
    measure_score_interval(in, (double)l->runs, measure_z(EXPERIMENT_CONFIDENCE), &low, &high);
    value(b->run, in, low, high, "   coverage of the 95 % interval for independent counts");
    value(b->run, share_of(l->refused, l), 0, 0, "   share of the intervals that libmeasure finds dependent");
    return status;
}

enum { TRIED = 7 };

static void draw_spreads(struct experiment_run *run, const double *spread, const struct ratio *ratio)
{
    enum { POINTS = 61 };
    double x[POINTS], y[POINTS], paper[POINTS], us[TRIED], seen[TRIED], low[TRIED], high[TRIED], mean = 0;
    for (size_t part = 1; part <= PARTS; part++)
        mean += beilner_dispersion(part) / PARTS;
    for (size_t n = 0; n < POINTS; n++) {
        x[n] = 1e3 * pow(10, -3.5 + (double)n / (POINTS - 1) * 3);
        y[n] = predicted_mean(cycle_of_paper(), x[n] / 1000, BEILNER_CYCLES);
        paper[n] = mean;
    }
    for (size_t n = 0; n < TRIED; n++) {
        us[n] = 1000 * spread[n];
        seen[n] = ratio[n].seen;
        low[n] = ratio[n].low;
        high[n] = ratio[n].high;
    }
    const struct plot_series series[] = {
        {.label = "by (11), libmeasure", .form = PLOT_LINE, .x = x, .y = y, .n = POINTS},
        {.label = "simulated 3/50", .x = us, .y = seen, .low = low, .high = high, .n = TRIED},
        {.label = "table 17", .form = PLOT_LINE, .x = x, .y = paper, .n = POINTS},
    };
    experiment_draw(run, "spread",
                    &(struct plot){.title = "Variance of a mean over that by (10a), mean of the twelve intervals",
                                   .about =
                                       "The less a cycle varies, the more regular are the counts; table 17 has the "
                                       "variance of cycles that vary by 28 us.",
                                   .x = {.label = "deviation of a cycle, us", .log = true},
                                   .y = {.label = "variance over (10a)", .log = true, .low = 0.01, .high = 2},
                                   .series = series,
                                   .count = 3});
}

static int show_spreads(struct beilner *b, double fitted)
{
    const double spread[TRIED] = {0, 1e-3, 3e-3, 10e-3, fitted, 70e-3, 150e-3};
    struct ratio ratio[TRIED], whole;
    int status = STATUS_OK;
    b->loops.runs = b->run->quick ? 20 : RUNS_MOST;
    b->loops.cycles = b->run->quick ? 300 : 2000;
    char title[96];
    (void)snprintf(title, sizeof title, "Variance over (10a), mean of the twelve parts: %zu runs of %u cycles",
                   b->loops.runs, (unsigned)b->loops.cycles);
    experiment_section(b->run, title);
    for (size_t n = 0; n < TRIED && status == STATUS_OK && !b->run->stopped; n++)
        status = show_spread(b, cycle_of_paper(), spread[n], &ratio[n]);
    if (status || b->run->stopped)
        return status;
    draw_spreads(b->run, spread, ratio);
    return show_spread(b, 6, 3e-3, &whole);
}

/* Section 1: the handler of the second clock "consumes about 100 usec of CPU time per interrupt", at 1 kHz "about 10%
 * of the available CPU capacity", and results "can ... be adjusted". The same loop where each interrupt takes so long.
 */
static int show_interrupts(struct beilner *b, double spread)
{
    const double handler_us = 100;
    struct loops *l = &b->loops;
    uint64_t adjusted = 0;
    experiment_section(b->run, "The second clock, at 1 kHz");
    experiment_add(b->run,
                   experiment_finding(experiment_figure(handler_us, 1000 * b->interrupt, 1), 24,
                                      "the handler takes 1,168 cycles, not the 400 of machines/ [E]"),
                   "an interrupt takes, us");
    b->machine.rig.machine.figure[FIG_WORK_CLOCK_DROPPED].value[CORNER_TYP] = lround(1e6 * handler_us / b->cycle_ps);
    prepare(b, cycle_of_paper());
    l->runs = BEILNER_RUNS;
    l->cycles = b->run->quick ? BEILNER_CYCLES / 10 : BEILNER_CYCLES;
    const int status = run_loops(b, l, spread);
    if (status || b->run->stopped)
        return status;
    double code = 0;
    for (size_t part = 1; part <= PARTS; part++) {
        struct measure_sample_mean_result seen = {0};
        const double ticks = b->work[part - 1] * b->cycle_ps / TICK_PS;
        (void)measure_sample_mean(l->mean[part], l->runs, EXPERIMENT_CONFIDENCE, &seen);
        code += ticks;
        adjusted += seen.low * (1 - b->interrupt) <= ticks && ticks <= seen.high * (1 - b->interrupt);
    }
    experiment_add(b->run, experiment_figure(10, 100 * (1 - code / l->cycle), 1),
                   "interrupts of %.0f us: part of the CPU, %%", handler_us);
    experiment_add(b->run, experiment_claim(experiment_value((double)adjusted), PARTS, adjusted == PARTS),
                   "means less that part: 99.9 %% interval holds the code's time, of 12");
    return STATUS_OK;
}

/* How often the fit's interval holds the spread that the table was drawn with. */
static void show_fit(struct beilner *b)
{
    static const double spread[] = {5e-3, 15e-3, 30e-3};
    const uint32_t trials = b->run->quick ? 100 : 500;
    experiment_section(b->run, "The fit of the spread: coverage of its 95 % interval on tables like 17");
    for (size_t n = 0; n < sizeof spread / sizeof spread[0]; n++) {
        uint64_t in = 0;
        for (uint32_t trial = 0; trial < trials && experiment_goes_on(b->run, trial, trials); trial++) {
            const struct measure_phase_spread_result fit = fit_drawn(spread[n], &b->state);
            in += fit.low <= spread[n] && spread[n] <= fit.high;
        }
        experiment_add(b->run, experiment_covers(in, trials, CONFIDENCE), "spread %.3g us, %u tables", 1000 * spread[n],
                       (unsigned)trials);
    }
}

static int run_beilner(struct experiment_run *run, void *memory)
{
    struct beilner *b = memory;
    b->run = run;
    b->state = run->seed;
    int status = experiment_system(b->run, &b->machine);
    if (status)
        return status;
    b->machine.rig.machine.figure[FIG_CLOCK_INTERRUPT].value[CORNER_TYP] = TICK_PS;
    const double spread = fit_paper(CONFIDENCE).spread;
    show_paper(b);
    status = show_loop(b, spread);
    if (status == STATUS_OK)
        status = show_spreads(b, spread);
    if (status == STATUS_OK)
        status = show_interrupts(b, 1e-3 * spread);
    if (status == STATUS_OK)
        show_fit(b);
    (void)tmr0_close(b->machine.harness.board);
    return status;
}

void experiment_beilner_dash(struct experiment_run *run)
{
    experiment_call(run, sizeof(struct beilner), run_beilner);
}
