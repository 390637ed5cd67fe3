/* SPDX-License-Identifier: MIT
 * [002] Beilner, Measuring with Slow Clocks: each printed figure against the equation that the paper names for it. */
#include <math.h>
#include <stddef.h>

#include "beilner.h"
#include "experiment.h"
#include "measure/measure.h"

/* A figure that finding `finding` explains; 0: it agrees. */
static void wrong(struct experiment_run *run, const char *what, double paper, double ours, double unit,
                  unsigned finding, const char *follows_if)
{
    experiment_add(run, experiment_finding(experiment_figure(paper, ours, unit), finding, follows_if), "%s", what);
}

/* (14b): loop cycles for a total width of p times the duration; ratio is d/ET. */
static double cycles_14b(double w, double p, double ratio)
{
    return pow(w / p, 2) * (ratio - 1);
}

/* (14a), the factor of (w/p)^2; k whole ticks fit the duration. */
static double factor_14a(double ratio)
{
    double k = floor(1 / ratio);
    return (1 - k * ratio) * ((1 + k) * ratio - 1);
}

static const struct row_15 {
    double percent, p, w, n[3];
    const char *w_if;
} table_15_row[] = {
    {90, 0.1, 3.30, {20700, 42500, 216700}, "z = 1.645 is rounded to 1.65 and doubled"},
    {95, 0.05, 3.94, {29500, 60500, 308900}, "z = 1.97, where the table of the normal distribution has 1.96"},
    {99, 0.01, 5.16, {50600, 103800, 529800}, "z = 2.576 is rounded to 2.58 and doubled"},
};
static const double table_15_ratio[] = {20, 40, 200}; /* d/ET */

static void table_15(struct experiment_run *run)
{
    experiment_section(run, "Table 15: w_r of the normal distribution; loop cycles by (14b) with the w_r printed");
    for (size_t i = 0; i < 3; i++) {
        const struct row_15 *row = &table_15_row[i];
        const bool stated = row->p == 0.1;
        char what[64];
        (void)snprintf(what, sizeof what, "w_r for %g %%", row->percent);
        wrong(run, what, row->w, 2 * measure_z(row->percent / 100), 0.01, 8, row->w_if);
        for (size_t c = 0; c < 3; c++) {
            const double ratio = table_15_ratio[c], n = cycles_14b(row->w, row->p, ratio);
            (void)snprintf(what, sizeof what, "n for (%g, %g), d/ET = %g", row->percent, row->p, ratio);
            wrong(run, what, row->n[c], n, 100, stated ? 0 : 8, stated ? NULL : "p = 0.1, as in the next row");
            if (!stated)
                wrong(run, "   with p = 0.1", row->n[c], cycles_14b(row->w, 0.1, ratio), 100, 0, NULL);
        }
    }
}

#define CURVE 41 /* d/ET from 10 to 1000 */

static void draw_table_15(struct experiment_run *run)
{
    static const char *const label[] = {"(90, 0.1)",
                                        "(95, 0.05)",
                                        "(99, 0.01)",
                                        "printed for (90, 0.1)",
                                        "printed for (95, 0.05)",
                                        "printed for (99, 0.01)"};
    double ratio[CURVE], n[3][CURVE];
    struct plot_series series[6];
    for (size_t i = 0; i < 3; i++) {
        for (size_t c = 0; c < CURVE; c++) {
            ratio[c] = 10 * pow(100, (double)c / (CURVE - 1));
            n[i][c] = cycles_14b(table_15_row[i].w, table_15_row[i].p, ratio[c]);
        }
        series[i] = (struct plot_series){.label = label[i], .form = PLOT_LINE, .x = ratio, .y = n[i], .n = CURVE};
        series[i + 3] =
            (struct plot_series){.label = label[i + 3], .x = table_15_ratio, .y = table_15_row[i].n, .n = 3};
    }
    experiment_draw(run, "cycles",
                    &(struct plot){.title = "Loop cycles by (14b), and those of table 15",
                                   .about = "The printed cycles of the last two confidence levels lie far below their "
                                            "curves: they were computed with the width of the first.",
                                   .x = {.label = "d/ET", .log = true},
                                   .y = {.label = "loop cycles n", .log = true},
                                   .series = series,
                                   .count = 6});
}

static void section_3(struct experiment_run *run)
{
    experiment_section(run, "Section 3: duration of the experiments, seconds, by (14b) with the p that is named");
    experiment_add(run, experiment_figure(52, cycles_14b(3.30, 0.1, 20) * 2.5e-3, 1),
                   "(90, 0.1), d 1 ms, cycle 2.5 ms");
    wrong(run, "(95, 0.05), d 1 ms, cycle 2.5 ms", 74, cycles_14b(3.94, 0.05, 20) * 2.5e-3, 1, 8,
          "p = 0.1: 29500 cycles, 73.75 s");
    wrong(run, "(95, 0.05), d 1 ms, cycle 5 ms", 145, cycles_14b(3.94, 0.05, 20) * 5e-3, 1, 8,
          "p = 0.1 and 29000 cycles; the 29500 of table 15 take 147.5 s");
    wrong(run, "(99, 0.01), d 10 ms, cycle 5 ms", 2650, cycles_14b(5.16, 0.01, 200) * 5e-3, 10, 8,
          "p = 0.1: 529800 cycles, 2649 s");
    experiment_section(run, "Section 3: precision of the longest activity, 2.5 ticks long, by (14a) at n = 29500");
    wrong(run, "(w/p)^2", 184000, 29500 / factor_14a(1 / 2.5), 1000, 8,
          "its variance is d^2/n and not d^2/4n: 29500 / (d/ET)^2 = 184375");
    experiment_add(run, experiment_figure(430, sqrt(184000), 10), "root of 184000, which is printed as about 430");
    experiment_add(run, experiment_figure(21.5, 430 * 0.05, 0.1), "w for p = 0.05 from 430");
    experiment_add(run, experiment_figure(4.3, 430 * 0.01, 0.1), "w for p = 0.01 from 430");
}

/* Tight loop: d = 10 ms, n = 1000. */
static void claim_10d(struct experiment_run *run)
{
    experiment_section(run, "After (10d): the 99 % interval of a loop of n cycles, read once before and once after");
    wrong(run, "bound d/(6n) of the deviation at VT = 0, in d/n", 1.0 / 6, 1 / sqrt(6), 1e-3, 9,
          "the root of d^2/(6 n^2) is taken as d/(6n); it is d/(sqrt 6 n)");
    wrong(run, "factor of d^2/n that VT stays under, 1/2.58^2 - 1/6", 0.02209, 1 / pow(2.58, 2) - 1.0 / 6, 1e-5, 9,
          "it is (1/2.58 - 1/6)/10: the bound of (10d) gives 1/2.58 - 1/6 = 0.2209 for S_DT sqrt(n)/d, not for VT");
    wrong(run, "S_DT in ms from VT = 0.02209 d^2/n", 0.0479, 10 * sqrt(0.02209 / 1000), 1e-4, 9,
          "the factor is 0.02294");
}

const struct beilner_interval beilner_17[BEILNER_INTERVALS] = {
    {"(1,1)", {56913, 56855, 56856, 56853, 56854, 56854, 56854, 56854, 56853, 56856}, 568602, 5686, 4.64, 1.86},
    {"(1,2)", {11931, 11949, 11931, 11899, 11912, 11906, 11940, 11902, 11963, 11935}, 119268, 1193, 3.94, 2.14},
    {"(2,3)", {820, 806, 817, 829, 849, 821, 821, 882, 832, 811}, 8288, 83, 2.76, 2.22},
    {"(3,4)", {1858, 1846, 1847, 1843, 1845, 1882, 1823, 1816, 1832, 1846}, 18438, 184, 3.88, 1.83},
    {"(4,5)", {11995, 12023, 12033, 12013, 11953, 11981, 12028, 12014, 11972, 12029}, 120041, 1200, 4.00, 2.75},
    {"(5,6)", {894, 872, 859, 864, 909, 871, 852, 832, 888, 847}, 8688, 87, 2.82, 2.33},
    {"(6,7)", {1425, 1403, 1404, 1455, 1436, 1399, 1459, 1488, 1461, 1428}, 14358, 144, 3.51, 2.96},
    {"(7,8)", {11918, 11918, 11924, 11875, 11870, 11959, 11867, 11882, 11860, 11902}, 118975, 1190, 3.92, 3.19},
    {"(8,9)", {844, 867, 873, 905, 892, 830, 892, 865, 884, 898}, 8750, 88, 2.83, 2.41},
    {"(9,10)", {1819, 1823, 1801, 1757, 1806, 1806, 1806, 1775, 1826, 1774}, 17993, 180, 3.84, 2.31},
    {"(10,11)", {9629, 9585, 9597, 9634, 9606, 9604, 9606, 9636, 9587, 9628}, 96112, 961, 1.93, 1.92},
    {"(11,12)", {855, 859, 830, 843, 835, 846, 865, 859, 852, 839}, 8483, 85, 2.79, 1.15},
    {"(12,1)", {2925, 2904, 2940, 2936, 2941, 2949, 2895, 2903, 2896, 2919}, 29208, 292, 4.55, 2.03}};

double beilner_duration(size_t interval)
{
    double sum = 0;
    for (size_t n = 0; n < BEILNER_RUNS; n++)
        sum += beilner_17[interval].count[n];
    return sum / BEILNER_RUNS / BEILNER_CYCLES;
}

/* Of the mean count of a run, ticks. */
static double variance(size_t interval)
{
    const double mean = beilner_duration(interval);
    double squares = 0;
    for (size_t n = 0; n < BEILNER_RUNS; n++)
        squares += pow(beilner_17[interval].count[n] / BEILNER_CYCLES - mean, 2);
    return squares / (BEILNER_RUNS - 1);
}

static double variance_by_10a(size_t interval)
{
    const double ticks = beilner_duration(interval), part = ticks - floor(ticks);
    return part * (1 - part) / BEILNER_CYCLES;
}

double beilner_dispersion(size_t interval)
{
    return variance(interval) / variance_by_10a(interval);
}

/* Ten experiments of 10000 cycles, d = 1000 us. */
static void table_17(struct experiment_run *run)
{
    double regular = 0, at[BEILNER_INTERVALS], predicted[BEILNER_INTERVALS], seen[BEILNER_INTERVALS];
    struct plot_mark mark[BEILNER_INTERVALS];
    experiment_section(run, "Tables 17a and 17b: counts; means and deviations of a mean over 10000 cycles, us");
    for (size_t i = 0; i < BEILNER_INTERVALS; i++) {
        const struct beilner_interval *row = &beilner_17[i];
        const double ticks = beilner_duration(i);
        const struct {
            const char *what;
            double paper, ours, unit;
        } figure[] = {{"sum of counts", row->sum, ticks * BEILNER_RUNS * BEILNER_CYCLES, 1},
                      {"mean by (6b)", row->mean, 1000 * ticks, 1},
                      {"deviation by (10a)", row->by_10a, 1000 * sqrt(variance_by_10a(i)), 0.01},
                      {"deviation of the ten", row->sample, 1000 * sqrt(variance(i)), 0.01}};
        for (size_t n = 0; n < sizeof figure / sizeof figure[0]; n++)
            experiment_add(run, experiment_figure(figure[n].paper, figure[n].ours, figure[n].unit), "%s %s", row->name,
                           figure[n].what);
        at[i] = (double)i + 1;
        mark[i] = (struct plot_mark){at[i], row->name};
        predicted[i] = figure[2].ours;
        seen[i] = figure[3].ours;
        regular += i ? beilner_dispersion(i) / (BEILNER_INTERVALS - 1) : 0;
    }
    experiment_add(run, experiment_figure(5, 1000 / (2 * sqrt(10000)), 1), "bound of all deviations by (10b)");
    /* chi-squared of 9 degrees of freedom each, as if the 12 intervals were independent of each other */
    const double deviation = sqrt(2.0 / 9 / (BEILNER_INTERVALS - 1));
    experiment_add(
        run,
        experiment_finding(experiment_claim(experiment_value(regular), 1, fabs(regular - 1) <= 3 * deviation), 10,
                           "the loop was partly in step with the clock"),
        "variance of the ten over that by (10a), 1 +- %.2f", deviation);
    const struct plot_series series[] = {
        {.label = "by (10a)", .x = at, .y = predicted, .n = BEILNER_INTERVALS},
        {.label = "of the ten experiments", .x = at, .y = seen, .n = BEILNER_INTERVALS},
    };
    experiment_draw(
        run, "deviations",
        &(struct plot){.title = "Tables 17a and 17b: deviation of a mean over 10000 cycles",
                       .about = "The ten experiments differ less from each other than (10a) says, in every "
                                "interval.",
                       .x = {.label = "interval between measurement points", .mark = mark, .marks = BEILNER_INTERVALS},
                       .y = {.label = "deviation, us", .low = 0, .high = 5},
                       .series = series,
                       .count = 2});
}

/* ET(a_min) = 100 us and d = 1 ms, so d/ET = 10; "consulting table 15". */
static void section_4(struct experiment_run *run)
{
    const double low = cycles_14b(3.30, 0.1, 10), high = cycles_14b(5.16, 0.01, 10);
    experiment_section(run, "Section 4: n against what (14b) requires for the 100 us and 1 ms named there");
    experiment_add(run,
                   experiment_finding(experiment_claim(experiment_value(low), 20700, 10000 < low), 8,
                                      "the shortest interval takes 50 us, d/ET = 20"),
                   "10000 is below the n of (90, 0.1)");
    experiment_add(run,
                   experiment_finding(experiment_claim(experiment_value(high), 50600, 100000 > high), 8,
                                      "p = 0.1, as in table 15"),
                   "100000 is above the n of (99, 0.01)");
}

void experiment_beilner_tables(struct experiment_run *run)
{
    table_15(run);
    draw_table_15(run);
    section_3(run);
    claim_10d(run);
    table_17(run);
    section_4(run);
}
