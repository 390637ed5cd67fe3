/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/seconds.h"
#include "pages/gnuplot.h"
#include "pages/plot.h"

#define BAR 50

static double end_of(const struct histogram *h)
{
    return h->from + (double)h->bins * h->width;
}

void histogram_make(struct histogram *h, const double *sorted, size_t n, double tick)
{
    memset(h, 0, sizeof *h);
    double least = sorted[0], high = sorted[(size_t)(0.99 * (double)(n - 1))], span = (high - least) * 1.05;
    h->from = least;
    h->largest = sorted[n - 1];
    const double bins = fmin(HISTOGRAM_BINS, ceil(2 * cbrt((double)n))); /* Rice's rule */
    double ticks = fmax(1, ceil(span / bins / tick));
    h->width = ticks * tick;
    h->from = floor(least / tick + 0.25) * tick - tick / 2; /* clock values lie in the middle of their tick */
    h->bins = (size_t)fmin(bins, floor((high - h->from) / h->width) + 1);
    for (size_t i = 0; i < n; i++) {
        double bin = floor((sorted[i] - h->from) / h->width);
        if (bin >= (double)h->bins)
            h->above++;
        else
            h->count[bin > 0 ? (size_t)bin : 0]++;
    }
    for (size_t b = 0; b < h->bins; b++)
        h->most = h->count[b] > h->most ? h->count[b] : h->most;
    const struct seconds_unit *unit = seconds_unit(end_of(h));
    h->unit = unit->name;
    h->times = pow(10, -unit->exponent);
}

void histogram_print(FILE *f, const struct histogram *h)
{
    int decimals = (int)fmax(0, ceil(1 - log10(h->width * h->times)));
    (void)fprintf(f, "%12s  %9s\n", h->unit, "runs");
    for (size_t b = 0; b < h->bins; b++) {
        int length = (int)ceil(BAR * (double)h->count[b] / (double)h->most);
        (void)fprintf(f, "%12.*f  %9" PRIu64 "  %.*s\n", decimals, (h->from + (double)b * h->width) * h->times,
                      h->count[b], length, "##################################################");
    }
    if (h->above)
        (void)fprintf(f, "%12s  %9" PRIu64 "  from %.*f up to %.4g %s\n", "above", h->above, decimals,
                      end_of(h) * h->times, h->largest * h->times, h->unit);
}

int histogram_draw(const struct histogram *h, const char *title, const struct histogram_mark mark[HISTOGRAM_MARKS],
                   const char *file, bool *drawn, struct error *e)
{
    double x[HISTOGRAM_BINS + 2] = {h->from * h->times}, y[HISTOGRAM_BINS + 2] = {0}, at[HISTOGRAM_MARKS][2];
    const double height[2] = {0, (double)h->most};
    char label[96];
    for (size_t b = 0; b <= h->bins; b++) {
        x[b + 1] = (h->from + (double)b * h->width) * h->times;
        y[b + 1] = b < h->bins ? (double)h->count[b] : 0;
    }
    struct plot_series series[1 + HISTOGRAM_MARKS] = {{NULL, PLOT_STEPS, x, y, NULL, NULL, h->bins + 2}};
    struct plot plot = {.title = title,
                        .about = "",
                        .x = {.label = label},
                        .y = {.label = "runs", .high = 1.05 * (double)h->most},
                        .series = series,
                        .count = 1};
    for (size_t n = 0; n < HISTOGRAM_MARKS; n++) {
        at[n][0] = at[n][1] = mark[n].at_s * h->times;
        if (*mark[n].text && mark[n].at_s < end_of(h))
            series[plot.count++] = (struct plot_series){mark[n].text, PLOT_LINE, at[n], height, NULL, NULL, 2};
    }
    const int length = snprintf(label, sizeof label, "duration, %s", h->unit);
    if (h->above)
        (void)snprintf(label + length, sizeof label - (size_t)length, "; %" PRIu64 " more above, up to %.4g", h->above,
                       h->largest * h->times);
    return gnuplot_draw(file, NULL, plot_write, &plot, drawn, e);
}
