/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BAR 50
#define WIDTH 800
#define HEIGHT 420
#define LEFT 70
#define RIGHT 30
#define TOP 50
#define BOTTOM 70

void histogram_make(struct histogram *h, const double *sorted, size_t n, double tick)
{
    memset(h, 0, sizeof *h);
    double least = sorted[0], high = sorted[(size_t)(0.99 * (double)(n - 1))], span = (high - least) * 1.05;
    h->from = least;
    h->largest = sorted[n - 1];
    double ticks = fmax(1, ceil(span / HISTOGRAM_BINS / tick));
    h->width = ticks * tick;
    h->from = floor(least / tick + 0.25) * tick - tick / 2; /* readings lie in the middle of their tick */
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
}

struct scale {
    const char *unit;
    double times;
};

static struct scale scale_of(double seconds)
{
    if (seconds < 1e-6)
        return (struct scale){"ns", 1e9};
    if (seconds < 1e-3)
        return (struct scale){"us", 1e6};
    return seconds < 1 ? (struct scale){"ms", 1e3} : (struct scale){"s", 1};
}

static double end_of(const struct histogram *h)
{
    return h->from + (double)h->bins * h->width;
}

void histogram_print(FILE *f, const struct histogram *h)
{
    struct scale s = scale_of(end_of(h));
    int decimals = (int)fmax(0, ceil(1 - log10(h->width * s.times)));
    (void)fprintf(f, "%12s  %9s\n", s.unit, "runs");
    for (size_t b = 0; b < h->bins; b++) {
        int length = (int)ceil(BAR * (double)h->count[b] / (double)h->most);
        (void)fprintf(f, "%12.*f  %9" PRIu64 "  %.*s\n", decimals, (h->from + (double)b * h->width) * s.times,
                      h->count[b], length, "##################################################");
    }
    if (h->above)
        (void)fprintf(f, "%12s  %9" PRIu64 "  from %.*f up to %.4g %s\n", "above", h->above, decimals,
                      end_of(h) * s.times, h->largest * s.times, s.unit);
}

/* 1, 2 or 5 times a power of ten: about `count` of them in span. */
static double round_step(double span, double count)
{
    double rough = span / count, power = pow(10, floor(log10(rough)));
    double times = rough / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

static double place(const struct histogram *h, double seconds)
{
    return LEFT + (seconds - h->from) / (end_of(h) - h->from) * (WIDTH - LEFT - RIGHT);
}

static double rise(const struct histogram *h, double count)
{
    return HEIGHT - BOTTOM - count / (double)h->most * (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(FILE *f, const struct histogram *h, struct scale s)
{
    double span = (end_of(h) - h->from) * s.times, step = round_step(span, 8), up = round_step((double)h->most, 5);
    int decimals = (int)fmax(0, -floor(log10(step)));
    for (double at = ceil(h->from * s.times / step) * step; at <= end_of(h) * s.times; at += step)
        (void)fprintf(f,
                      "<line class='grid' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>"
                      "<text x='%.1f' y='%d' text-anchor='middle'>%.*f</text>\n",
                      place(h, at / s.times), place(h, at / s.times), TOP, HEIGHT - BOTTOM, place(h, at / s.times),
                      HEIGHT - BOTTOM + 18, decimals, fabs(at) < step / 1e3 ? 0 : at);
    for (double at = 0; at <= (double)h->most; at += fmax(1, up))
        (void)fprintf(f,
                      "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>%.0f</text>\n",
                      LEFT, WIDTH - RIGHT, rise(h, at), rise(h, at), LEFT - 8, rise(h, at) + 4, at);
    (void)fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>duration, %s</text>\n", (LEFT + WIDTH - RIGHT) / 2,
                  HEIGHT - BOTTOM + 38, s.unit);
    (void)fprintf(f, "<text x='18' y='%d' text-anchor='middle' transform='rotate(-90 18 %d)'>runs</text>\n",
                  (TOP + HEIGHT - BOTTOM) / 2, (TOP + HEIGHT - BOTTOM) / 2);
}

static void draw_mark(FILE *f, const struct histogram *h, const char *class, const char *name, double seconds, int row)
{
    struct scale s = scale_of(end_of(h));
    if (!isfinite(seconds) || seconds > end_of(h))
        return;
    bool left = place(h, seconds) > (LEFT + WIDTH - RIGHT) / 2.0;
    (void)fprintf(f,
                  "<line class='%s' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>"
                  "<text class='%s' x='%.1f' y='%d' text-anchor='%s'>%s %.4g %s</text>\n",
                  class, place(h, seconds), place(h, seconds), TOP, HEIGHT - BOTTOM, class,
                  place(h, seconds) + (left ? -6 : 6), TOP + 14 + 16 * row, left ? "end" : "start", name,
                  seconds * s.times, s.unit);
}

/* Text with what XML keeps for itself replaced. */
static void write_escaped(FILE *f, const char *text)
{
    for (; *text; text++) {
        const char *name = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : NULL;
        if (name)
            (void)fputs(name, f);
        else
            (void)fputc((unsigned char)*text < ' ' ? '?' : *text, f);
    }
}

static void draw(FILE *f, const struct histogram *h, const char *title, double median, double mean)
{
    struct scale s = scale_of(end_of(h));
    (void)fprintf(f,
                  "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d'>\n"
                  "<style>text{font:13px sans-serif;fill:#333}.title{font-size:16px}.grid{stroke:#ddd}"
                  "rect.bar{fill:#4878a8}line.median{stroke:#b03020;stroke-width:1.5}text.median{fill:#b03020}"
                  "line.mean{stroke:#207040;stroke-width:1.5;stroke-dasharray:5 3}text.mean{fill:#207040}</style>\n"
                  "<rect width='%d' height='%d' fill='white'/>\n<text class='title' x='%d' y='28'>",
                  WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    write_escaped(f, title);
    (void)fputs("</text>\n", f);
    draw_axes(f, h, s);
    for (size_t b = 0; b < h->bins; b++) {
        double x = place(h, h->from + (double)b * h->width), next = place(h, h->from + (double)(b + 1) * h->width);
        double y = rise(h, (double)h->count[b]);
        (void)fprintf(f, "<rect class='bar' x='%.2f' y='%.2f' width='%.2f' height='%.2f'/>\n", x + 0.5, y,
                      next - x - 1, HEIGHT - BOTTOM - y);
    }
    draw_mark(f, h, "median", "median", median, 0);
    draw_mark(f, h, "mean", "mean", mean, 1);
    if (h->above)
        (void)fprintf(f, "<text x='%d' y='%d' text-anchor='end'>%" PRIu64 " more above, up to %.4g %s</text>\n",
                      WIDTH - RIGHT, HEIGHT - 12, h->above, h->largest * s.times, s.unit);
    (void)fputs("</svg>", f);
}

char *histogram_svg(const struct histogram *h, const char *title, double median_s, double mean_s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    draw(f, h, title, median_s, mean_s);
    if (fclose(f) == 0)
        return text;
    free(text);
    return NULL;
}
