/* SPDX-License-Identifier: MIT
 * What the papers print, as they print it, and what follows from their equations. docs/findings.md speaks about the
 * lines marked DIFFERS. */
#include "papers.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>

#include "cli/error.h"
#include "measure/measure.h"

/* Agrees to the digits printed: within half a unit of the last one, a little more for rounding of what came before. */
static const char *verdict(double printed, double computed, double unit)
{
    return fabs(printed - computed) <= 0.51 * unit ? "" : "  DIFFERS";
}

static void line(FILE *f, const char *what, double printed, double computed, double unit)
{
    (void)fprintf(f, "  %-58s %12.9g  %14.9g%s\n", what, printed, computed, verdict(printed, computed, unit));
}

static void head(FILE *f, const char *title)
{
    (void)fprintf(f, "\n%s\n  %-58s %12s  %14s\n", title, "", "printed", "equation");
}

/* [000] figure 2: n for a clock of 20 ms at 95 %. */
static void figure_2(FILE *f)
{
    static const struct {
        double duration_s, n3, n2;
    } row[] = {{10e-6, 8e7, 8e5}, {100e-6, 8e6, 8e4}, {1e-3, 7e5, 7e3}, {10e-3, 4e4, 4e2}};
    head(f, "[000] figure 2: repetitions by (4), tick 20 ms, confidence 0.95");
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        for (int digits = 3; digits >= 2; digits--) {
            char what[64];
            struct measure_plan p = {0};
            double printed = digits == 3 ? row[i].n3 : row[i].n2;
            (void)measure_plan_digits(&p, 20e-3, row[i].duration_s, 0.95, digits);
            (void)snprintf(what, sizeof what, "%g us to %d digits", row[i].duration_s * 1e6, digits);
            line(f, what, printed, (double)p.n, pow(10, floor(log10(printed))));
        }
}

/* [002] table 15: rows are (r, p) with the w_r printed; (14b) n = (w_r / p)^2 (d / ET - 1). */
static void table_15(FILE *f)
{
    static const struct {
        double percent, p, w, n[3];
    } row[] = {{90, 0.1, 3.30, {20700, 42500, 216700}},
               {95, 0.05, 3.94, {29500, 60500, 308900}},
               {99, 0.01, 5.16, {50600, 103800, 529800}}};
    static const double ratio[] = {20, 40, 200};
    head(
        f,
        "[002] table 15: loop cycles by (14b) with the w_r printed; then with p = 0.1, which all rows turn out to use");
    for (size_t i = 0; i < 3; i++) {
        char what[64];
        (void)snprintf(what, sizeof what, "w_r for %g %%", row[i].percent);
        line(f, what, row[i].w, 2 * measure_z(row[i].percent / 100), 0.01);
        for (size_t c = 0; c < 3; c++) {
            (void)snprintf(what, sizeof what, "(%g, %g), d/ET = %g", row[i].percent, row[i].p, ratio[c]);
            line(f, what, row[i].n[c], pow(row[i].w / row[i].p, 2) * (ratio[c] - 1), 100);
            if (row[i].p < 0.1)
                line(f, "   the same with p = 0.1", row[i].n[c], pow(row[i].w / 0.1, 2) * (ratio[c] - 1), 100);
        }
    }
}

/* [002] section 3, running text. */
static void section_3(FILE *f)
{
    head(f, "[002] section 3: experiment times from the n of table 15; then from (14b) with the p named");
    line(f, "(90, 0.1), 1 ms clock, cycle 2.5 ms: seconds", 52, 20700 * 2.5e-3, 1);
    line(f, "(95, 0.05), 1 ms clock, cycle 2.5 ms: seconds", 74, 29500 * 2.5e-3, 1);
    line(f, "   with p = 0.05", 74, pow(3.94 / 0.05, 2) * 19 * 2.5e-3, 1);
    line(f, "(95, 0.05), 1 ms clock, cycle 5 ms: seconds", 145, 29500 * 5e-3, 1);
    line(f, "(99, 0.01), 10 ms clock, cycle 5 ms: seconds", 2650, 529800 * 5e-3, 10);
    line(f, "   with p = 0.01", 2650, pow(5.16 / 0.01, 2) * 199 * 5e-3, 10);
    /* n = (w/p)^2 (1 - k d/ET) ((1 + k) d/ET - 1) with ET = 2.5 d, so k = 2 */
    line(f, "(w/p)^2 for ET(a_max) = 2.5 d at n = 29500, by (14a)", 184000, 29500 / ((1 - 2 / 2.5) * (3 / 2.5 - 1)),
         1000);
    head(f, "[002] the 99 % interval of the contiguous loop within +-d/n");
    line(f, "factor of d^2/n that VT must stay under: 1/2.58^2 - 1/6", 0.02209, 1 / pow(2.58, 2) - 1.0 / 6, 1e-5);
    line(f, "S_DT in ms for VT = 0.02209 d^2/n, d = 10 ms, n = 1000", 0.0479, 10 * sqrt(0.02209 / 1000), 1e-4);
    line(f, "(10d) at VT = 0, in d/n: printed bound, deviation", 1.0 / 6, 1 / sqrt(6), 1e-3);
}

#define REPETITIONS 10
#define INTERVALS 13

/* [002] table 17: ten experiments of 10000 cycles, d = 1000 us. */
static void table_17(FILE *f)
{
    static const struct {
        const char *name;
        double count[REPETITIONS], sum, mean, by_10a, sample;
    } row[INTERVALS] = {
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
    head(f, "[002] table 17: sums, means in us, deviations in us of a mean over 10000 cycles");
    double regular = 0;
    for (size_t i = 0; i < INTERVALS; i++) {
        char what[64];
        double sum = 0, squares = 0;
        for (size_t n = 0; n < REPETITIONS; n++)
            sum += row[i].count[n];
        for (size_t n = 0; n < REPETITIONS; n++)
            squares += pow((row[i].count[n] - sum / REPETITIONS) / 10, 2);
        double mean = sum / 100, ticks = sum / 1e5, part = ticks - floor(ticks);
        (void)snprintf(what, sizeof what, "%s sum of counts", row[i].name);
        line(f, what, row[i].sum, sum, 1);
        (void)snprintf(what, sizeof what, "%s mean by (6b)", row[i].name);
        line(f, what, row[i].mean, mean, 1);
        (void)snprintf(what, sizeof what, "%s deviation by (10a)", row[i].name);
        line(f, what, row[i].by_10a, 1000 * sqrt(part * (1 - part) / 10000), 0.01);
        (void)snprintf(what, sizeof what, "%s deviation of the ten", row[i].name);
        line(f, what, row[i].sample, sqrt(squares / 9), 0.01);
        regular += i ? squares / 9 / (part * (1 - part) * 100) / (INTERVALS - 1) : 0;
    }
    (void)fprintf(
        f,
        "  variance of the ten over that by (10a), mean of the 12 intervals: %.2f; of independent counts it is "
        "1 +- %.2f\n",
        regular, sqrt(2.0 / 9 / (INTERVALS - 1)));
}

/* [004]: one year and one hour at 3.333 GHz. The year's error is of the formula without modulus. */
static void conversion(FILE *f)
{
    const uint64_t hz = UINT64_C(3333000000);
    struct measure_convert c = {0};
    const uint64_t hour = UINT64_C(11998800000000);
    head(f, "[004] conversion at 3.333 ticks a ns");
    (void)measure_convert_for(&c, hz, 365 * 86400.0);
    line(f, "interval a year: 2^shift", 512, ldexp(1, (int)c.shift), 1);
    line(f, "                 mult", 153, (double)c.mult, 1);
    line(f, "                 error at its end, hours", 35, (3.1536e16 - 1.05109488e17 * 153 / 512) / 3.6e12, 1);
    (void)measure_convert_for(&c, hz, 3600);
    line(f, "interval an hour: 2^shift", 4194304, ldexp(1, (int)c.shift), 1);
    line(f, "                  mult", 1258417, (double)c.mult, 1);
    line(f, "                  error at its end, ns", 119305, 3.6e12 - (double)(hour * c.mult >> c.shift), 1);
    line(f, "ticks per ms instead of per s, 2599998971 Hz: ratio", 0.999999626, 2599998e3 / 2599998971.0, 1e-9);
    line(f, "                  error a second, ns", 374, 971 / 2599998971.0 * 1e9, 1);
}

int papers_print(FILE *f)
{
    (void)fprintf(f, "What the papers print, and what follows from their own equations.\n");
    figure_2(f);
    table_15(f);
    section_3(f);
    table_17(f);
    conversion(f);
    return ferror(f) || fflush(f) == EOF ? STATUS_SYSTEM : STATUS_OK;
}
