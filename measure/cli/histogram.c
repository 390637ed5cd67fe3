/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/seconds.h"
#include "pages/svg.h"

#define BAR 50
#define WIDTH 800
#define HEIGHT 420
#define LEFT 90
#define RIGHT 30
#define TOP 50
#define BOTTOM 70

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
    double ticks = fmax(1, ceil(span / (double)HISTOGRAM_BINS / tick));
    h->width = ticks * tick;
    h->from = floor(least / tick + 0.25) * tick - tick / 2; /* clock values lie in the middle of their tick */
    h->bins = (size_t)fmin(HISTOGRAM_BINS, floor((high - h->from) / h->width) + 1);
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

static double place(const struct histogram *h, double seconds)
{
    return LEFT + (seconds - h->from) / (end_of(h) - h->from) * (WIDTH - LEFT - RIGHT);
}

static double rise(const struct histogram *h, double count)
{
    return HEIGHT - BOTTOM - count / (1.05 * (double)h->most) * (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(FILE *f, const struct histogram *h)
{
    double from = h->from * h->times, to = end_of(h) * h->times, step = svg_round_step(to - from, 8);
    int decimals = (int)fmax(0, -floor(log10(step))), last = (int)floor(to / step);
    for (int n = (int)ceil(from / step); n <= last; n++) {
        double x = place(h, n * step / h->times);
        (void)fprintf(f,
                      "<line class='grid' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>"
                      "<text x='%.1f' y='%d' text-anchor='middle'>%.*f</text>\n",
                      x, x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 18, decimals, n * step);
    }
    double up = fmax(1, svg_round_step((double)h->most, 5));
    for (int n = 0; n * up <= (double)h->most; n++) {
        double y = rise(h, n * up);
        (void)fprintf(f,
                      "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>%.0f</text>\n",
                      LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4, n * up);
    }
    (void)fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>duration, %s</text>\n", (LEFT + WIDTH - RIGHT) / 2,
                  HEIGHT - BOTTOM + 38, h->unit);
    (void)fprintf(f, "<text x='18' y='%d' text-anchor='middle' transform='rotate(-90 18 %d)'>runs</text>\n",
                  (TOP + HEIGHT - BOTTOM) / 2, (TOP + HEIGHT - BOTTOM) / 2);
}

static void draw_mark(FILE *f, const struct histogram *h, const struct histogram_mark *mark, int row)
{
    (void)fprintf(f, "<text class='mark%d' x='%d' y='%d' text-anchor='end'>%s %s</text>\n", row, WIDTH - RIGHT,
                  20 + 18 * row, mark->name, mark->text);
    if (mark->at_s < end_of(h))
        (void)fprintf(f, "<line class='mark%d' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>\n", row, place(h, mark->at_s),
                      place(h, mark->at_s), TOP, HEIGHT - BOTTOM);
}

static void draw(FILE *f, const struct histogram *h, const char *title, const struct histogram_mark *mark)
{
    (void)fprintf(f,
                  "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d'>\n"
                  "<style>text{font:13px sans-serif;fill:#333}.title{font-size:16px}.grid{stroke:#ddd}"
                  "rect.bar{fill:#4878a8}line.mark0{stroke:#b03020;stroke-width:1.5}text.mark0{fill:#b03020}"
                  "line.mark1{stroke:#207040;stroke-width:1.5;stroke-dasharray:5 3}text.mark1{fill:#207040}</style>\n"
                  "<rect width='%d' height='%d' fill='white'/>\n<text class='title' x='%d' y='28'>",
                  WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    svg_write_text(f, title);
    (void)fputs("</text>\n", f);
    draw_axes(f, h);
    for (size_t b = 0; b < h->bins; b++) {
        double x = place(h, h->from + (double)b * h->width), next = place(h, h->from + (double)(b + 1) * h->width);
        double y = rise(h, (double)h->count[b]);
        (void)fprintf(f, "<rect class='bar' x='%.2f' y='%.2f' width='%.2f' height='%.2f'/>\n", x + 0.5, y, next - x - 1,
                      HEIGHT - BOTTOM - y);
    }
    for (int row = 0; row < HISTOGRAM_MARKS; row++)
        if (mark[row].text)
            draw_mark(f, h, &mark[row], row);
    if (h->above)
        (void)fprintf(f, "<text x='%d' y='%d' text-anchor='end'>%" PRIu64 " more above, up to %.4g %s</text>\n",
                      WIDTH - RIGHT, HEIGHT - 12, h->above, h->largest * h->times, h->unit);
    (void)fputs("</svg>", f);
}

char *histogram_svg(const struct histogram *h, const char *title, const struct histogram_mark mark[HISTOGRAM_MARKS])
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = memory_stream(&text, &size);
    draw(f, h, title, mark);
    (void)fclose(f);
    return text;
}
