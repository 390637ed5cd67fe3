/* SPDX-License-Identifier: MIT
 * [004] wtmlib: bounds of the shift between the clocks of CPUs, by a thread that moves and by threads that compete,
 * against the truth of a simulated machine. */
#include <math.h>
#include <string.h>

#include "cli/random.h"
#include "experiment.h"
#include "measure/measure.h"

#define OFFSET 500.0 /* ticks; clocks are off by up to this */
#define ROUNDS 300   /* of the moving thread */
#define EACH 2000    /* probes a CPU of the competing threads */
#define BRACKETS 200 /* fewer support no estimate, as in tmr0-measure clock */
#define MACHINES 300
#define MACHINES_QUICK 20
#define MANY 8 /* CPUs where their number is not the question */

/* ---- A simulated machine, whose CPUs have clocks of known offset and drift. Times are in ticks of a clock without. */

enum { CPUS = 64 };
#define SOCKET 16     /* CPUs; to another socket a cache line takes as long again, twice */
#define POWER_ON 1e12 /* what a clock without offset reads at the start */

struct machine {
    size_t cpus;
    double offset[CPUS]; /* of a CPU's clock at the start */
    double drift[CPUS];  /* what it gains in a tick */
    double now;          /* since the start */
    double stays;        /* chance that the CPU which advanced the number last does so again */
    uint64_t *random;
};

/* Least time from a probe to the next by another CPU, and the mean, of threads that compete: swap, line and read. */
#define ORDERED_LEAST 135.0
#define ORDERED_MEAN 175.0
/* Parts of the way from one probe to the next; each has a least time and a mean excess over it. [E]: a cache line
 * passes between two CPUs of a socket in some 100 ticks. */
static const struct part {
    double least, more;
} swap = {20, 5}, line = {90, 30}, far_line = {270, 90}, read_clock = {25, 5}, move = {9000, 2000};
#define INTERRUPT 0.01 /* chance of one in a move */
#define INTERRUPT_TICKS 50000.0

static double draw(const struct part *part, uint64_t *random)
{
    return part->least - part->more * log1p(-random_uniform(random));
}

/* True shift of a CPU's clock against that of CPU 0, at this time since the start. */
static double true_shift(const struct machine *m, size_t cpu, double at)
{
    return m->offset[cpu] - m->offset[0] + (m->drift[cpu] - m->drift[0]) * at;
}

static struct measure_probe probe_on(const struct machine *m, size_t cpu)
{
    double reading = POWER_ON + m->offset[cpu] + (1 + m->drift[cpu]) * m->now;
    return (struct measure_probe){.cpu = (uint32_t)cpu, .ticks = (uint64_t)floor(reading)};
}

static size_t next_winner(const struct machine *m, size_t last)
{
    if (random_uniform(m->random) < m->stays)
        return last;
    size_t other = random_below(m->random, m->cpus - 1);
    return other < last ? other : other + 1;
}

/* As measure_probe_ordered and measure_probe_switching probe all CPUs. */
static void probe_ordered(struct machine *m, size_t probes, struct measure_probe *probe)
{
    size_t last = random_below(m->random, m->cpus);
    for (size_t i = 0; i < probes; i++) {
        const size_t cpu = next_winner(m, last);
        m->now += draw(&swap, m->random);
        if (cpu != last)
            m->now += draw(cpu / SOCKET == last / SOCKET ? &line : &far_line, m->random);
        m->now += draw(&read_clock, m->random);
        probe[i] = probe_on(m, cpu);
        last = cpu;
    }
}

static struct measure_probe move_and_probe(struct machine *m, size_t cpu)
{
    m->now += draw(&move, m->random);
    if (random_uniform(m->random) < INTERRUPT)
        m->now += INTERRUPT_TICKS * random_uniform(m->random);
    return probe_on(m, cpu);
}

static void probe_switching(struct machine *m, size_t rounds, struct measure_probe *probe)
{
    for (size_t round = 0; round < rounds; round++) {
        *probe++ = move_and_probe(m, 0);
        for (size_t cpu = 1; cpu < m->cpus; cpu++) {
            *probe++ = move_and_probe(m, cpu);
            *probe++ = move_and_probe(m, 0);
        }
    }
}

/* ---- Bounds */

enum method { SWITCHING, ORDERED, NARROWED, METHODS };
static const char *const method_name[METHODS] = {"moving thread", "compare-and-swap", "shortest paths"};

struct workshop {
    struct machine machine;
    struct measure_probe probe[EACH * CPUS];
    size_t probes;
    struct measure_skew_result skew[METHODS];
    enum measure_verdict verdict[METHODS];
};

static uint32_t cpus[MEASURE_CPUS];

static void draw_machine(struct workshop *w, size_t count, double offset, double drift, uint64_t *random)
{
    w->machine = (struct machine){.cpus = count, .random = random};
    for (size_t c = 0; c < count; c++) {
        w->machine.offset[c] = offset * (2 * random_uniform(random) - 1);
        w->machine.drift[c] = c ? drift * (2 * random_uniform(random) - 1) : 0;
        cpus[c] = (uint32_t)c;
    }
}

static void bound_switching(struct workshop *w)
{
    w->probes = ROUNDS * measure_probe_tour(w->machine.cpus);
    probe_switching(&w->machine, ROUNDS, w->probe);
    w->verdict[SWITCHING] = measure_skew(w->probe, w->probes, cpus, w->machine.cpus, BRACKETS, &w->skew[SWITCHING]);
}

static void bound_ordered(struct workshop *w)
{
    w->probes = EACH * w->machine.cpus;
    probe_ordered(&w->machine, w->probes, w->probe);
    w->verdict[ORDERED] = measure_skew(w->probe, w->probes, cpus, w->machine.cpus, BRACKETS, &w->skew[ORDERED]);
    w->verdict[NARROWED] = w->verdict[ORDERED];
    w->skew[NARROWED] = w->skew[ORDERED];
    if (w->verdict[NARROWED] == MEASURE_OK)
        w->verdict[NARROWED] = measure_skew_narrow(w->probe, w->probes, cpus, w->machine.cpus, &w->skew[NARROWED]);
}

static double true_range(const struct machine *m, double at)
{
    double low = 0, high = 0;
    for (size_t c = 1; c < m->cpus; c++) {
        low = fmin(low, true_shift(m, c, at));
        high = fmax(high, true_shift(m, c, at));
    }
    return high - low;
}

/* Every shift is within its bounds, and the range holds any two. */
static bool holds(const struct measure_skew_result *skew, const struct machine *m, double at)
{
    bool all = true_range(m, at) <= (double)skew->range;
    for (size_t c = 1; c < m->cpus; c++) {
        const double truth = true_shift(m, c, at);
        all = all && (double)skew->cpu[c].low <= truth && truth <= (double)skew->cpu[c].high;
    }
    return all;
}

static double mean_width(const struct measure_skew_result *skew, size_t count)
{
    double sum = 0;
    for (size_t c = 1; c < count; c++)
        sum += (double)(skew->cpu[c].high - skew->cpu[c].low);
    return sum / (double)(count - 1);
}

/* What the machines of one number of CPUs have shown. */
struct shown {
    uint64_t machines, in[METHODS], closer;
    double truth[MACHINES], width[METHODS][MACHINES], range[METHODS][MACHINES];
};

static void add_machine(struct shown *s, const struct workshop *w)
{
    const uint64_t n = s->machines++;
    s->truth[n] = true_range(&w->machine, 0);
    for (size_t m = 0; m < METHODS; m++) {
        s->in[m] += w->verdict[m] == MEASURE_OK && holds(&w->skew[m], &w->machine, 0);
        s->width[m][n] = w->verdict[m] ? INFINITY : mean_width(&w->skew[m], w->machine.cpus);
        s->range[m][n] = w->verdict[m] ? INFINITY : (double)w->skew[m].range;
    }
    s->closer += s->range[ORDERED][n] < s->range[SWITCHING][n];
}

/* The article's bound of the largest shift is, for clocks in step, the width of a bound. */
static void report_bounds(struct experiment_run *run, const struct shown *s)
{
    experiment_add(run, experiment_mean(s->truth, s->machines), "largest shift, true");
    for (size_t m = 0; m < METHODS; m++) {
        experiment_add(run, experiment_check(experiment_share(s->in[m], s->machines), s->in[m] == s->machines),
                       "%s: bounds hold, share", method_name[m]);
        struct experiment_row width = experiment_mean(s->width[m], s->machines);
        const bool hundreds = 200 <= width.ours && width.ours < 1000;
        if (m == SWITCHING)
            width = experiment_finding(experiment_claim(width, 23000, fabs(width.ours - 23000) <= 500), 12,
                                       "a move takes 11,500 ticks at least, not 9,000 [E]");
        experiment_add(run, width, "%s: width of a bound%s", method_name[m],
                       m == SWITCHING ? ", 22,500 to 23,500" : "");
        if (m == ORDERED)
            experiment_add(run, experiment_claim(experiment_value(hundreds), 1, hundreds),
                           "   several hundred: 200 to 999 (1: yes)");
        experiment_add(run, experiment_mean(s->range[m], s->machines), "%s: largest shift at most", method_name[m]);
    }
    experiment_add(run, experiment_claim(experiment_share(s->closer, s->machines), 1, s->closer == s->machines),
                   "compare-and-swap bounds closer, share");
}

static const size_t sizes[] = {2, 4, 8, 16, 32, 64};
#define SIZES (sizeof sizes / sizeof sizes[0])

struct curve {
    double at[SIZES], y[METHODS + 1][SIZES];
};

static void add_to_curve(struct curve *curve, size_t i, const struct shown *s)
{
    curve->at[i] = (double)sizes[i];
    for (size_t m = 0; m <= METHODS; m++)
        curve->y[m][i] = experiment_mean(m < METHODS ? s->range[m] : s->truth, s->machines).ours;
}

static void draw_curve(struct experiment_run *run, const struct curve *c)
{
    static const struct plot_mark mark[SIZES] = {{2, "2"}, {4, "4"}, {8, "8"}, {16, "16"}, {32, "32"}, {64, "64"}};
    struct plot_series series[METHODS + 1];
    for (size_t m = 0; m <= METHODS; m++)
        series[m] = (struct plot_series){m < METHODS ? method_name[m] : "truth",
                                         m < METHODS ? PLOT_POINTS : PLOT_LINE,
                                         c->at,
                                         c->y[m],
                                         NULL,
                                         NULL,
                                         SIZES};
    experiment_draw(run, "bounds",
                    &(struct plot){.title = "Bound of the largest shift between the clocks of CPUs",
                                   .about = "A moving thread bounds some 18,000 ticks too wide at any number of CPUs, "
                                            "competing threads some 100 to 700. The order of all probes halves "
                                            "this excess.",
                                   .x = {.label = "CPUs", .log = true, .mark = mark, .marks = SIZES},
                                   .y = {.label = "largest shift, ticks", .log = true},
                                   .series = series,
                                   .count = METHODS + 1});
}

/* The bounds of each CPU of one machine. */
static void draw_machine_bounds(struct experiment_run *run, const struct workshop *w)
{
    double at[CPUS], truth[CPUS], low[CPUS], high[CPUS];
    const size_t n = w->machine.cpus - 1;
    for (size_t c = 1; c <= n; c++) {
        at[c - 1] = (double)c;
        truth[c - 1] = true_shift(&w->machine, c, 0);
        low[c - 1] = (double)w->skew[NARROWED].cpu[c].low;
        high[c - 1] = (double)w->skew[NARROWED].cpu[c].high;
    }
    const struct plot_series series[] = {{"truth, and its bounds", PLOT_POINTS, at, truth, low, high, n}};
    experiment_draw(run, "machine",
                    &(struct plot){.title = "Bounds of each CPU's shift by compare-and-swap, and the truth",
                                   .about = "Each bound holds the true shift. Between sockets (CPUs 16 and up) the "
                                            "bounds are twice as wide, because the cache line takes longer.",
                                   .x = {.label = "CPU"},
                                   .y = {.label = "shift against CPU 0, ticks"},
                                   .series = series,
                                   .count = 1});
}

static void against_truth(struct experiment_run *run, struct workshop *w, uint64_t *random)
{
    static struct shown s;
    static struct curve curve;
    const uint64_t machines = run->quick ? MACHINES_QUICK : MACHINES;
    for (size_t i = 0; i < SIZES; i++) {
        char title[64];
        (void)snprintf(title, sizeof title, "%zu CPUs, clocks off by up to %.0f ticks, no drift; in ticks", sizes[i],
                       OFFSET);
        experiment_section(run, title);
        memset(&s, 0, sizeof s);
        while (s.machines < machines && experiment_goes_on(run, (double)s.machines, (double)machines)) {
            draw_machine(w, sizes[i], OFFSET, 0, random);
            bound_switching(w);
            bound_ordered(w);
            add_machine(&s, w);
        }
        if (run->stopped)
            return;
        report_bounds(run, &s);
        add_to_curve(&curve, i, &s);
        if (sizes[i] == 2 * (size_t)SOCKET)
            draw_machine_bounds(run, w);
    }
    draw_curve(run, &curve);
}

/* ---- Drift ---- */

struct drifting {
    uint64_t machines, refused[METHODS], in[METHODS], rates_in;
    double width_ppm[MACHINES];
};

/* Bounds the ticks of one CPU's clock per 10^9 ticks of CPU 0's: above or below 10^9 by the drift in ppb. Certain if it
 * is constant. */
static bool bound_drift(const struct measure_probe *probe, size_t probes, uint32_t cpu, struct measure_rate *rate)
{
    static struct measure_bracket bracket[EACH * CPUS];
    const struct measure_probe *before = NULL, *inside = NULL;
    size_t brackets = 0;
    for (size_t i = 0; i < probes; i++) {
        if (probe[i].cpu == cpu)
            inside = &probe[i]; /* of several between two of the base, the last */
        if (probe[i].cpu != 0)
            continue;
        if (before && inside)
            bracket[brackets++] =
                (struct measure_bracket){(int64_t)before->ticks, (int64_t)probe[i].ticks, inside->ticks};
        before = &probe[i];
        inside = NULL;
    }
    return measure_rate_hull(bracket, brackets, rate) == MEASURE_OK;
}

static void add_drifting(struct drifting *d, struct workshop *w)
{
    double widest = 0;
    bool in = true;
    for (size_t m = ORDERED; m < METHODS; m++) {
        d->refused[m] += w->verdict[m] == MEASURE_UNSTEADY;
        d->in[m] += w->verdict[m] == MEASURE_OK && holds(&w->skew[m], &w->machine, w->machine.now / 2);
    }
    for (size_t c = 1; c < w->machine.cpus; c++) {
        struct measure_rate rate = {.hz = NAN};
        const double truth = 1e9 * (1 + w->machine.drift[c]);
        in =
            in && bound_drift(w->probe, w->probes, (uint32_t)c, &rate) && rate.low_hz <= truth && truth <= rate.high_hz;
        widest = fmax(widest, (rate.high_hz - rate.low_hz) / 1e3);
    }
    d->rates_in += in;
    d->width_ppm[d->machines++] = widest;
}

static void drift(struct experiment_run *run, struct workshop *w, uint64_t *random)
{
    static const double ppm[] = {1, 10, 100, 1000};
    static struct drifting d;
    const uint64_t machines = run->quick ? MACHINES_QUICK : MACHINES;
    for (size_t i = 0; i < sizeof ppm / sizeof ppm[0]; i++) {
        char title[96];
        (void)snprintf(title, sizeof title, "%d CPUs, clocks that drift by up to %.0f ppm; right: half-way through",
                       MANY, ppm[i]);
        experiment_section(run, title);
        memset(&d, 0, sizeof d);
        while (d.machines < machines && experiment_goes_on(run, (double)d.machines, (double)machines)) {
            draw_machine(w, MANY, OFFSET, ppm[i] / 1e6, random);
            bound_ordered(w);
            add_drifting(&d, w);
        }
        if (run->stopped)
            return;
        for (size_t m = ORDERED; m < METHODS; m++) {
            experiment_add(run, experiment_share(d.refused[m], machines), "%s: refused, share", method_name[m]);
            experiment_add(run, experiment_share(d.in[m] + d.refused[m], machines), "%s: refused or right, share",
                           method_name[m]);
        }
        experiment_add(run, experiment_check(experiment_share(d.rates_in, machines), d.rates_in == machines),
                       "bounds of the drift hold, share");
        experiment_add(run, experiment_mean(d.width_ppm, machines), "widest bound of the drift, ppm");
    }
}

/* ---- Monotonicity ---- */

/* The article's three CPUs: 0, 100 and 200 ticks ahead, read every 2 ticks from 10 on. */
static void three_cpus(struct experiment_run *run)
{
    static const int64_t ahead[] = {0, 100, 200, 0};
    static const double at_once[] = {50, 150, 20};
    static struct measure_skew_result skew;
    struct measure_probe tour[4];
    experiment_section(run, "The article's three CPUs");
    for (unsigned i = 0; i < 4; i++) {
        tour[i] = (struct measure_probe){.cpu = i % 3, .ticks = 10 + (uint64_t)ahead[i] + 2 * (uint64_t)i};
        cpus[i % 3] = i % 3;
    }
    experiment_add(run, experiment_figure(112, (double)tour[1].ticks, 1), "second reading");
    experiment_add(run, experiment_figure(214, (double)tour[2].ticks, 1), "third reading");
    experiment_add(run, experiment_figure(16, (double)tour[3].ticks, 1), "fourth reading, on the first CPU");
    const enum measure_verdict verdict = measure_skew(tour, 4, cpus, 3, 1, &skew);
    experiment_add(
        run, experiment_claim(experiment_value((double)skew.backward), 1, verdict == MEASURE_OK && skew.backward == 1),
        "steps back, found on the return to the first CPU");
    experiment_add(run, experiment_figure(130, at_once[1] - at_once[2], 1), "largest shift of clocks at 50, 150, 20");
    experiment_add(run, experiment_figure(100, at_once[1] - at_once[0], 1), "that between the first two");
}

/* One CPU ahead: a shift below the least time between two probes is never found, one well above it always. */
static void detection(struct experiment_run *run, struct workshop *w, uint64_t *random)
{
    static const struct {
        const char *what;
        double shift;
        int found; /* by competing threads: 1 always, 0 never, -1 not claimed */
    } ahead[] = {
        {"half the least gap", ORDERED_LEAST / 2, 0},
        {"the least gap", ORDERED_LEAST, -1},
        {"the mean gap", ORDERED_MEAN, 1},
        {"twice the mean gap", 2 * ORDERED_MEAN, 1},
    };
    const uint64_t machines = run->quick ? MACHINES_QUICK : MACHINES;
    experiment_section(run, "One of 8 clocks is ahead by a part of the gap between probes: share that is found");
    for (size_t i = 0; i < sizeof ahead / sizeof ahead[0]; i++) {
        uint64_t found[2] = {0};
        for (uint64_t n = 0; n < machines && experiment_goes_on(run, (double)n, (double)machines); n++) {
            draw_machine(w, MANY, 0, 0, random);
            w->machine.offset[1] = ahead[i].shift;
            bound_switching(w);
            bound_ordered(w);
            for (size_t m = SWITCHING; m <= ORDERED; m++)
                found[m] += w->verdict[m] == MEASURE_OK && !w->skew[m].monotonic;
        }
        struct experiment_row row = experiment_share(found[ORDERED], machines);
        const bool as_claimed = found[ORDERED] == (ahead[i].found ? machines : 0);
        experiment_add(run, ahead[i].found < 0 ? row : experiment_claim(row, ahead[i].found, as_claimed),
                       "by %s: compare-and-swap", ahead[i].what);
        experiment_add(run, experiment_claim(experiment_share(found[SWITCHING], machines), 0, found[SWITCHING] == 0),
                       "by %s: moving thread", ahead[i].what);
    }
}

/* The article's loop has no pause: the number's cache line tends to stay with the CPU that wrote it last. */
static void without_pause(struct experiment_run *run, struct workshop *w, uint64_t *random)
{
    static const double stays[] = {0, 0.9, 0.99, 0.999};
    const uint64_t machines = run->quick ? MACHINES_QUICK : MACHINES;
    experiment_section(run, "8 CPUs, the last winner tends to win again, as in a loop without a pause");
    for (size_t i = 0; i < sizeof stays / sizeof stays[0]; i++) {
        static double width[MACHINES];
        uint64_t few = 0, kept = 0;
        for (uint64_t n = 0; n < machines && experiment_goes_on(run, (double)n, (double)machines); n++) {
            draw_machine(w, MANY, OFFSET, 0, random);
            w->machine.stays = stays[i];
            bound_ordered(w);
            few += w->verdict[ORDERED] == MEASURE_FEW;
            if (w->verdict[ORDERED] == MEASURE_OK)
                width[kept++] = mean_width(&w->skew[ORDERED], MANY);
        }
        experiment_add(run, experiment_share(few, machines), "chance %.3g: poor statistics, share", stays[i]);
        if (kept > 1)
            experiment_add(run, experiment_mean(width, kept), "chance %.3g: width of a bound, ticks", stays[i]);
    }
}

void experiment_tsc_skew(struct experiment_run *run)
{
    static struct workshop w;
    uint64_t random = run->seed;
    against_truth(run, &w, &random);
    drift(run, &w, &random);
    three_cpus(run);
    detection(run, &w, &random);
    without_pause(run, &w, &random);
}
