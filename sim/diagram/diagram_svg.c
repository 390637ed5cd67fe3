/* SPDX-License-Identifier: MIT
 * From top to bottom: title, accesses, axis, lines, what the checks observed; last the key. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/time_text.h"
#include "diagram.h"
#include "pages/svg.h"

#define TICK 62.0 /* about so far apart */
#define HEADING_LEFT 14.0
#define TITLE 66.0
#define LENGTH_ENDS 16.0 /* of an arrow, on both sides of its text */
#define KEY_ROW 19.0
#define BELOW 28.0        /* from the whole to its details */
#define DIAGRAM_HIGH 15.0 /* from low to high */
#define SLANT 3.5         /* of a bus that changes */

enum anchor { START, MIDDLE, END };

/* A level or a value in one piece of the axis. */
struct stretch {
    double left, right;
    bool begins, ends;       /* it does so there; else the piece does */
    uint64_t from_ps, to_ps; /* then */
    uint32_t value;
};

/* ---- What picture and key are drawn of */

static const char *const diagram_outcome[OUTCOMES] = /* classes of the style */
    {"kept", "noted", "violated"};

static void diagram_text(FILE *f, const char *style, enum anchor anchor, double x, double y, const char *text)
{
    static const char *const name[] = {"", " text-anchor='middle'", " text-anchor='end'"};
    (void)fprintf(f, "<text%s%s%s%s x='%.1f' y='%.1f'>", *style ? " class='" : "", style, *style ? "'" : "",
                  name[anchor], x, y);
    svg_write_text(f, text);
    (void)fputs("</text>\n", f);
}

static void diagram_line_name(const struct picture *p, enum line line, char *name, size_t size)
{
    static const char *const fixed[LINES] = {
        [LINE_MAS] = "MAS-", [LINE_MDS] = "MDS-", [LINE_RW] = "R/W", [LINE_SOCKET_DATA] = "D0-7",
        [LINE_CD] = "C/D",   [LINE_RD] = "RD-",   [LINE_WR] = "WR-", [LINE_CS] = "CS-",
        [LINE_X2] = "X2",    [LINE_FOUT] = "FOUT"};
    if (line == LINE_CHIP_DATA)
        (void)snprintf(name, size, p->wide ? "D0-15" : "D0-7");
    else if (fixed[line])
        (void)snprintf(name, size, "%s", fixed[line]);
    else if (line >= LINE_OUT)
        (void)snprintf(name, size, "OUT%d", line - LINE_OUT + 1);
    else if (line >= LINE_GATE)
        (void)snprintf(name, size, "GATE%d", line - LINE_GATE + 1);
    else
        (void)snprintf(name, size, "SRC%d", line - LINE_SRC + 1);
}

static bool diagram_is_bus(enum line line)
{
    return line == LINE_SOCKET_DATA || line == LINE_CHIP_DATA;
}

/* The box of a value on a bus; y is its top. */
static void diagram_box(FILE *f, const struct stretch *s, double y)
{
    static const char *const state[] = {[BUS_HOST >> 16] = "host",
                                        [BUS_CHIP >> 16] = "chip",
                                        [BUS_INVALID >> 16] = "invalid",
                                        [BUS_BOTH >> 16] = "both"};
    const double slant = fmin(SLANT, (s->right - s->left) / 2);
    const double left = s->begins ? s->left + slant : s->left, right = s->ends ? s->right - slant : s->right;
    (void)fprintf(f, "<path class='bus %s' d='M%.2f %.1fL%.2f %.1fH%.2fL%.2f %.1fL%.2f %.1fH%.2fZ'/>\n",
                  state[(s->value & BUS_STATE) >> 16], s->left, y + DIAGRAM_HIGH / 2, left, y, right, s->right,
                  y + DIAGRAM_HIGH / 2, right, y + DIAGRAM_HIGH, left);
}

/* Heads and stops at the ends that are in the picture: inside, or if there is no room outside. */
static void diagram_heads(FILE *f, double left, double right, bool open_left, bool open_right, bool outside, double y)
{
    const double inwards = outside ? -ARROW_HEAD : ARROW_HEAD;
    (void)fputs("<path class='head' d='", f);
    if (!open_left)
        (void)fprintf(f, "M%.2f %.1fv10m0 -5l%.1f -3v6z", left, y - 5, inwards);
    if (!open_right)
        (void)fprintf(f, "M%.2f %.1fv10m0 -5l%.1f -3v6z", right, y - 5, -inwards);
    (void)fputs("'/>", f);
}

static void diagram_shaft(FILE *f, double from, double to, double y)
{
    (void)fprintf(f, "<path class='shaft' d='M%.2f %.1fH%.2f'/>", from, y, to);
}

/* ---- Text */

/* Shown while the pointer is on what it is in, and read aloud. */
__attribute__((format(printf, 2, 3))) static void draw_title(FILE *f, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)fputs("<title>", f);
    svg_write_text(f, text);
    (void)fputs("</title>", f);
}

/* ---- Title, accesses, axis */

/* 0 of the axis: the first access that begins in the picture. */
static const struct timeline_access *zero_access(const struct timeline *t)
{
    for (size_t n = 0; n < t->accesses; n++)
        if (t->access[n].start_ps >= t->from_ps)
            return &t->access[n];
    return NULL;
}

static uint64_t zero_ps(const struct timeline *t)
{
    const struct timeline_access *a = zero_access(t);
    return a ? a->start_ps : t->from_ps;
}

/* Pressed together if it is too long. */
static void draw_heading_line(FILE *f, const struct picture *p, const char *class, double size, double y,
                              const char *text)
{
    const double room = p->right - HEADING_LEFT, width = svg_text_width(text, size);
    (void)fprintf(f, "<text class='%s' x='%.1f' y='%.1f'", class, HEADING_LEFT, y);
    if (width > room)
        (void)fprintf(f, " textLength='%.1f' lengthAdjust='spacingAndGlyphs'", room);
    (void)fputc('>', f);
    svg_write_text(f, text);
    (void)fputs("</text>\n", f);
}

static void draw_heading(FILE *f, const struct picture *p)
{
    const struct timeline_access *zero = zero_access(p->timeline);
    const char *time = TIME_TEXT(zero_ps(p->timeline));
    char settings[256], text[128];
    draw_heading_line(f, p, "title", 16, 22, p->scenario->file);
    draw_heading_line(f, p, "settings", PICTURE_FONT, 40, scenario_settings(settings, sizeof settings, p->scenario));
    if (zero)
        (void)snprintf(text, sizeof text, "Times in ns from the start of access %u, %s after power-on", zero->number,
                       time);
    else
        (void)snprintf(text, sizeof text, "Times in ns from %s after power-on", time);
    diagram_text(f, "", START, HEADING_LEFT, 57, text);
}

static void draw_accesses(FILE *f, const struct picture *p)
{
    for (size_t n = 0; n < p->timeline->accesses; n++) {
        const struct picture_access *a = &p->access[n];
        const double y = p->access_y + ACCESS_ROW * (double)a->row;
        (void)fprintf(f, "<path class='line' d='M%.1f %.1fv5M%.1f %.1fH%.1fM%.1f %.1fv5'/>\n", a->left, y + 12, a->left,
                      y + 14.5, a->right, a->right, y + 12);
        diagram_text(f, "", START, a->text_left, y + 9, a->text);
    }
}

static double lines_end(const struct picture *p)
{
    return p->lines_y + LINE_ROW * (double)p->lines;
}

/* The tick at ps after 0 of the axis; ticks are step_ps apart. */
static void draw_tick(FILE *f, const struct picture *p, double x, int64_t ps, int64_t step_ps)
{
    const int decimals = step_ps >= 1000 ? 0 : step_ps >= 100 ? 1 : step_ps >= 10 ? 2 : 3;
    char text[32];
    (void)snprintf(text, sizeof text, "%.*f", decimals, (double)ps / 1000);
    (void)fprintf(f, "<path class='grid' d='M%.1f %.1fV%.1f'/>\n", x, p->lines_y - 4, lines_end(p));
    diagram_text(f, "small", MIDDLE, x, p->lines_y - 8, text);
}

static void draw_axis(FILE *f, const struct picture *p)
{
    const int64_t step_ps = (int64_t)fmax(1, svg_round_step(p->axis.ps_per_unit * 100 * TICK, 100));
    const int64_t zero = (int64_t)zero_ps(p->timeline);
    for (size_t n = 0; n < p->axis.pieces; n++) {
        const int64_t from = (int64_t)p->axis.piece[n].time.from_ps, to = (int64_t)p->axis.piece[n].time.to_ps;
        (void)fprintf(f, "<path class='line' d='M%.1f %.1fH%.1f'/>\n", p->axis.piece[n].left, p->lines_y - 4,
                      p->axis.piece[n].right);
        int64_t tick = (from - zero) / step_ps; /* the first: rounded up */
        tick += tick * step_ps < from - zero;
        for (; zero + tick * step_ps <= to; tick++)
            draw_tick(f, p, axis_x(&p->axis, (uint64_t)(zero + tick * step_ps)), tick * step_ps, step_ps);
    }
}

/* What is left out. */
static void draw_breaks(FILE *f, const struct picture *p)
{
    for (size_t n = 1; n < p->axis.pieces; n++) {
        const double left = p->axis.piece[n - 1].right, middle = left + AXIS_BREAK / 2;
        const double ns = (double)(p->axis.piece[n].time.from_ps - p->axis.piece[n - 1].time.to_ps) / 1000;
        char text[32];
        (void)fprintf(f, "<rect class='break' x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>\n", left, p->lines_y - 4,
                      AXIS_BREAK, lines_end(p) - p->lines_y + 4);
        (void)snprintf(text, sizeof text, "%.4g %s", ns < 1e4 ? ns : ns / 1e3, ns < 1e4 ? "ns" : "us");
        diagram_text(f, "small", MIDDLE, middle, p->lines_y + 12, text);
        diagram_text(f, "small", MIDDLE, middle, p->lines_y + 25, "left out");
    }
}

/* ---- Lines */

static double line_y(const struct picture *p, size_t row)
{
    return p->lines_y + LINE_ROW * (double)row + (LINE_ROW - DIAGRAM_HIGH) / 2;
}

/* The n-th stretch of the line in that piece; false: there are fewer. */
static bool stretch_of(const struct picture *p, enum line line, size_t piece, size_t n, struct stretch *s)
{
    const struct line_edges *l = &p->timeline->line[line];
    const struct span *time = &p->axis.piece[piece].time;
    size_t first = 0;
    while (first + 1 < l->edges && l->edge[first + 1].at_ps <= time->from_ps)
        first++;
    const size_t at = first + n;
    if (at >= l->edges || (n > 0 && l->edge[at].at_ps > time->to_ps))
        return false;
    s->begins = n > 0;
    s->ends = at + 1 < l->edges && l->edge[at + 1].at_ps <= time->to_ps;
    s->left = n > 0 ? axis_x(&p->axis, l->edge[at].at_ps) : p->axis.piece[piece].left;
    s->right = s->ends ? axis_x(&p->axis, l->edge[at + 1].at_ps) : p->axis.piece[piece].right;
    s->from_ps = l->edge[at].at_ps;
    s->to_ps = s->ends ? l->edge[at + 1].at_ps : s->from_ps;
    s->value = l->edge[at].value;
    return true;
}

static double level_y(double y, uint32_t level)
{
    return level == LEVEL_HIGH ? y : level == LEVEL_LOW ? y + DIAGRAM_HIGH : y + DIAGRAM_HIGH / 2;
}

static void draw_level(FILE *f, const struct picture *p, enum line line, double y)
{
    for (size_t piece = 0; piece < p->axis.pieces; piece++) {
        struct stretch s;
        (void)fputs("<path class='line' d='", f);
        for (size_t n = 0; stretch_of(p, line, piece, n, &s); n++)
            (void)fprintf(f, n ? "V%.1fH%.2f" : "M%.1f %.1fH%.2f", n ? level_y(y, s.value) : s.left,
                          n ? s.right : level_y(y, s.value), s.right);
        (void)fputs("'/>\n", f);
    }
}

/* The n-th stretch of an output has its length inside, and the first one the period, if there is room. */
static bool draw_length(FILE *f, const struct picture *p, enum line line, size_t piece, size_t n, double y, bool first)
{
    struct stretch s, next;
    char text[80];
    if (!stretch_of(p, line, piece, n, &s) || !s.begins || !s.ends)
        return false;
    const bool periodic = first && stretch_of(p, line, piece, n + 1, &next) && next.ends;
    const char *length = TIME_TEXT(s.to_ps - s.from_ps);
    (void)snprintf(text, sizeof text, "%s%s%s", length, periodic ? ", period " : "",
                   periodic ? TIME_TEXT(next.to_ps - s.from_ps) : "");
    double width = svg_text_width(text, PICTURE_FONT) + 2 * LENGTH_ENDS;
    if (periodic && width > s.right - s.left) {
        (void)snprintf(text, sizeof text, "%s", length);
        width = svg_text_width(text, PICTURE_FONT) + 2 * LENGTH_ENDS;
    }
    if (width > s.right - s.left)
        return false;
    const double middle = (s.left + s.right) / 2, half = width / 2 - LENGTH_ENDS + 4;
    diagram_shaft(f, s.left, middle - half, y + DIAGRAM_HIGH / 2);
    diagram_shaft(f, middle + half, s.right, y + DIAGRAM_HIGH / 2);
    diagram_heads(f, s.left, s.right, false, false, false, y + DIAGRAM_HIGH / 2);
    diagram_text(f, "", MIDDLE, middle, y + DIAGRAM_HIGH / 2 + 4, text);
    return true;
}

static void draw_lengths(FILE *f, const struct picture *p, enum line line, double y)
{
    for (size_t piece = 0; piece < p->axis.pieces; piece++) {
        struct stretch s;
        bool first = true;
        for (size_t n = 0; stretch_of(p, line, piece, n, &s); n++)
            first &= !draw_length(f, p, line, piece, n, y, first);
    }
}

/* The stretch that many further on is not driven, and wide enough. */
static bool has_room(const struct picture *p, enum line line, size_t piece, size_t n, double width, struct stretch *s)
{
    return stretch_of(p, line, piece, n, s) && (s->value & BUS_STATE) == BUS_FREE && s->right - s->left > width;
}

/* The value in its box, or beside it where nothing drives the bus. */
static void draw_value(FILE *f, const struct picture *p, enum line line, size_t piece, size_t n, double y)
{
    const bool wide = p->wide && line == LINE_CHIP_DATA;
    struct stretch s, free;
    char text[16];
    if (!stretch_of(p, line, piece, n, &s))
        return;
    (void)snprintf(text, sizeof text, wide ? "0x%04x" : "0x%02x", (unsigned)(s.value & (wide ? 0xffff : 0xff)));
    const double width = svg_text_width(text, PICTURE_FONT) + 4;
    if (s.right - s.left >= width) {
        diagram_text(f, "", MIDDLE, (s.left + s.right) / 2, y + 12, text);
        return;
    }
    for (size_t off = 1; off <= 2; off++) /* between them it may be driven, but not valid */
        if (has_room(p, line, piece, n + off, width, &free)) {
            diagram_text(f, "halo", START, free.left + 3, y + 12, text);
            return;
        } else if (n >= off && has_room(p, line, piece, n - off, width, &free)) {
            diagram_text(f, "halo", END, free.right - 3, y + 12, text);
            return;
        }
}

static void draw_bus(FILE *f, const struct picture *p, enum line line, double y)
{
    for (size_t piece = 0; piece < p->axis.pieces; piece++) {
        struct stretch s;
        for (size_t n = 0; stretch_of(p, line, piece, n, &s); n++)
            if ((s.value & BUS_STATE) == BUS_FREE)
                (void)fprintf(f, "<path class='free' d='M%.2f %.1fH%.2f'/>\n", s.left, y + DIAGRAM_HIGH / 2, s.right);
            else
                diagram_box(f, &s, y);
        for (size_t n = 0; stretch_of(p, line, piece, n, &s); n++)
            if ((s.value & BUS_STATE) == BUS_HOST || (s.value & BUS_STATE) == BUS_CHIP)
                draw_value(f, p, line, piece, n, y);
    }
}

static void draw_lines(FILE *f, const struct picture *p)
{
    for (size_t n = 0; n < p->lines; n++) {
        const enum line line = p->line[n];
        const double y = line_y(p, n);
        char name[16];
        diagram_line_name(p, line, name, sizeof name);
        diagram_text(f, "", END, PICTURE_LEFT - 8, y + 12, name);
        if (diagram_is_bus(line))
            draw_bus(f, p, line, y);
        else
            draw_level(f, p, line, y);
        if (line >= LINE_OUT)
            draw_lengths(f, p, line, y);
        if (line == LINE_CS && p->scenario->target == TARGET_BOARD)
            diagram_text(f, "small", START, PICTURE_LEFT + 6, y + 11, "tied low");
    }
}

/* "socket" and "chip" beside their lines */
static void draw_groups(FILE *f, const struct picture *p)
{
    const bool board = p->scenario->target == TARGET_BOARD;
    const size_t first_chip = board ? LINE_CD : 0;
    const struct {
        const char *name;
        size_t from, to;
    } group[] = {{"socket", 0, first_chip}, {"chip", first_chip, p->lines}};
    for (size_t n = board ? 0 : 1; n < 2; n++) {
        const double top = p->lines_y + LINE_ROW * (double)group[n].from + 4;
        const double bottom = p->lines_y + LINE_ROW * (double)group[n].to - 4;
        (void)fprintf(
            f,
            "<path class='line' d='M34 %.1fH28V%.1fH34'/>\n"
            "<text class='bold' text-anchor='middle' transform='rotate(-90 21 %.1f)' x='21' y='%.1f'>%s</text>\n",
            top, bottom, (top + bottom) / 2, (top + bottom) / 2, group[n].name);
    }
}

/* ---- What the checks observed */

static double arrow_y(const struct picture *p, const struct arrow *a)
{
    return p->checks_y + CHECK_ROW * ((double)a->row + 0.5);
}

/* A thin line from the edge that an arrow's end means down to the arrow. */
struct guide {
    double x, top, bottom;
    bool red;
};

static bool guide_of(const struct picture *p, size_t arrow, int end, struct guide *g)
{
    const struct arrow *a = &p->arrow[arrow];
    size_t row = 0;
    while (row < p->lines && p->line[row] != a->end[end].line)
        row++;
    *g = (struct guide){a->end[end].x, line_y(p, row), arrow_y(p, a) + 6, a->outcome == VIOLATED};
    return row < p->lines;
}

/* Another guide draws all of this one. */
static bool guide_covered(const struct picture *p, size_t arrow, int end, const struct guide *g)
{
    for (size_t n = 0; n < 2 * p->arrows; n++) {
        struct guide other;
        if (n == 2 * arrow + (size_t)end || !guide_of(p, n / 2, (int)(n % 2), &other))
            continue;
        const bool same = other.top == g->top && other.bottom == g->bottom;
        if (fabs(other.x - g->x) < 0.05 && other.red == g->red && other.top <= g->top && other.bottom >= g->bottom &&
            (!same || n < 2 * arrow + (size_t)end))
            return true;
    }
    return false;
}

static void draw_guides(FILE *f, const struct picture *p)
{
    for (size_t n = 0; n < 2 * p->arrows; n++) {
        struct guide g;
        if (guide_of(p, n / 2, (int)(n % 2), &g) && !guide_covered(p, n / 2, (int)(n % 2), &g))
            (void)fprintf(f, "<path class='guide%s' d='M%.2f %.1fV%.1f'/>\n", g.red ? " violated" : "", g.x, g.top,
                          g.bottom);
    }
}

/* The shaft leaves a text inside free. The text may stand beside the shaft, in a bar that is longer. */
static void draw_shafts(FILE *f, const struct arrow *a, double y)
{
    if (arrow_is_short(a)) {
        diagram_shaft(f, a->left - ARROW_TAIL, a->left, y);
        diagram_shaft(f, a->right, a->right + ARROW_TAIL, y);
    } else if (a->label.side == INSIDE) {
        if (a->left < a->label.left)
            diagram_shaft(f, a->left, fmin(a->label.left, a->right), y);
        if (a->label.right < a->right)
            diagram_shaft(f, fmax(a->left, a->label.right), a->right, y);
    } else {
        diagram_shaft(f, a->left, a->right, y);
    }
}

static void draw_label(FILE *f, const struct arrow *a, double y)
{
    static const enum anchor anchor[] = {[LEFT_OF] = END, [INSIDE] = MIDDLE, [RIGHT_OF] = START};
    const bool bare = a->label.side == INSIDE && a->outcome != VIOLATED; /* on nothing, or on a pale bar */
    const double at[] = {a->label.right, (a->label.left + a->label.right) / 2, a->label.left};
    diagram_text(f, bare ? "" : "halo", anchor[a->label.side], at[a->label.side], y + 4, a->text);
}

static void draw_arrow(FILE *f, const struct picture *p, const struct arrow *a)
{
    const struct observation *o = &a->judgement->least;
    const struct violation said = {
        o->check, o->mark, {.required_ps = o->seen.required_ps, .observed_ps = observed_ps(&o->seen)}};
    const double y = arrow_y(p, a);
    char text[128], times[32] = "";
    (void)fprintf(f, "<g class='%s'>", diagram_outcome[a->outcome]);
    if (a->judgement->observations > 1)
        (void)snprintf(times, sizeof times, ", the least of %u", a->judgement->observations);
    draw_title(f, "access %u: %s (%s)%s", o->seen.access, violation_text(text, sizeof text, &said),
               figure_info[o->check].text, times);
    if (a->bar_left < a->bar_right)
        (void)fprintf(f, "<rect class='bar' x='%.2f' y='%.1f' width='%.2f' height='14'/>", a->bar_left, y - 7,
                      a->bar_right - a->bar_left);
    draw_shafts(f, a, y);
    diagram_heads(f, a->left, a->right, a->open_left, a->open_right, arrow_is_short(a), y);
    draw_label(f, a, y);
    (void)fputs("</g>\n", f);
}

/* ---- All */

static const char style[] =
    "text{font:12px sans-serif;fill:#202020}.small{font-size:11px;fill:#505050}.bold{font-weight:bold}"
    ".title{font-size:16px;font-weight:bold}.halo{stroke:#fff;stroke-width:4px;stroke-linejoin:round;"
    "paint-order:stroke}path{fill:none}.line{stroke:#202020;stroke-width:1.4}.grid{stroke:#e4e4e4}"
    ".break{fill:#f0f0f0;stroke:#a0a0a0;stroke-dasharray:2 3}.free{stroke:#808080;stroke-width:1.4}"
    ".bus{stroke:#202020;stroke-width:1.2}.host{fill:#fff2cc}.chip{fill:#d4e4f7}.invalid{fill:url(#grey)}"
    ".both{fill:url(#red)}.guide{stroke:#909090;stroke-dasharray:1 3}.bar{fill:#c8e6d0}"
    ".shaft{stroke:#202020;stroke-width:1.2}.head{stroke:#202020;fill:#202020}"
    ".noted .shaft{stroke:#7a4a00;stroke-dasharray:7 2 2 2}.noted .head{stroke:#7a4a00;fill:#7a4a00}"
    ".noted text{fill:#7a4a00}.guide.violated{stroke:#c00000;stroke-dasharray:4 3}"
    ".violated .shaft{stroke:#c00000;stroke-width:2;stroke-dasharray:4 2}"
    ".violated .head{stroke:#c00000;stroke-width:2;fill:#c00000}.violated text{fill:#c00000;font-weight:bold}"
    ".violated .bar{fill:url(#red)}";

static void draw_picture(FILE *f, const struct picture *p)
{
    draw_accesses(f, p);
    draw_axis(f, p);
    draw_breaks(f, p);
    draw_guides(f, p);
    draw_lines(f, p);
    draw_groups(f, p);
    for (size_t n = 0; n < p->arrows; n++)
        draw_arrow(f, p, &p->arrow[n]);
}

/* ---- The key: what is in the picture, and only that */

struct key {
    FILE *f;
    const struct picture *p;
    double x, y; /* middle of the next entry's sample */
};

/* Room for a sample of that width, and the text after it. Returns where the sample begins. */
static double key_entry(struct key *k, double sample, const char *text)
{
    const double width = sample + 6 + svg_text_width(text, PICTURE_FONT);
    if (k->x > PICTURE_LEFT && k->x + width > k->p->right) {
        k->x = PICTURE_LEFT;
        k->y += KEY_ROW;
    }
    const double x = k->x;
    diagram_text(k->f, "", START, x + (sample > 0 ? sample + 6 : 0), k->y + 4, text);
    k->x += width + 18;
    return x;
}

static void key_bus(struct key *k)
{
    const bool board = k->p->scenario->target == TARGET_BOARD;
    const struct {
        uint32_t state;
        const char *text;
    } entry[] = {{BUS_HOST, board ? "driven by the workstation" : "driven by the host"},
                 {BUS_CHIP, "driven by the chip"},
                 {BUS_INVALID, "driven by the chip, not valid"},
                 {BUS_BOTH, "driven by both: conflict"},
                 {BUS_FREE, "not driven"}};
    uint32_t used = 0;
    for (size_t row = 0; row < k->p->lines; row++) {
        const struct line_edges *l = &k->p->timeline->line[k->p->line[row]];
        for (size_t n = 0; n < l->edges && diagram_is_bus(k->p->line[row]); n++)
            used |= UINT32_C(1) << (l->edge[n].value >> 16);
        for (size_t n = 0; n < l->edges && !diagram_is_bus(k->p->line[row]); n++)
            used |= l->edge[n].value == LEVEL_Z;
    }
    for (size_t n = 0; n < sizeof entry / sizeof entry[0]; n++) {
        struct stretch s = {.begins = true, .ends = true, .value = entry[n].state};
        if (!(used >> (entry[n].state >> 16) & 1))
            continue;
        s.left = key_entry(k, 26, entry[n].text);
        s.right = s.left + 26;
        if (entry[n].state == BUS_FREE)
            (void)fprintf(k->f, "<path class='free' d='M%.1f %.1fh26'/>\n", s.left, k->y);
        else
            diagram_box(k->f, &s, k->y - DIAGRAM_HIGH / 2);
    }
}

static void key_arrows(struct key *k)
{
    static const char *const text[OUTCOMES] = {"observed time (\xe2\x89\xa5 required time)",
                                               "note: the count may be off by one",
                                               "VIOLATED: observed time below the required time"};
    bool used[OUTCOMES] = {false}, bar[OUTCOMES] = {false}, open = false;
    for (size_t n = 0; n < k->p->arrows; n++) {
        const struct arrow *a = &k->p->arrow[n];
        used[a->outcome] = true;
        bar[a->outcome] |= a->bar_left < a->bar_right;
        open |= a->open_left || a->open_right;
    }
    for (int n = 0; n < OUTCOMES; n++) {
        if (!used[n])
            continue;
        const double x = key_entry(k, 40, text[n]);
        (void)fprintf(k->f, "<g class='%s'>", diagram_outcome[n]);
        diagram_shaft(k->f, x, x + 40, k->y);
        diagram_heads(k->f, x, x + 40, false, false, false, k->y);
        (void)fputs("</g>\n", k->f);
    }
    for (int n = 0; n < OUTCOMES; n++) {
        if (!bar[n])
            continue;
        const double x = key_entry(k, 26, n == VIOLATED ? "required time, violated" : "required time");
        (void)fprintf(k->f, "<g class='%s'><rect class='bar' x='%.1f' y='%.1f' width='26' height='14'/></g>\n",
                      diagram_outcome[n], x, k->y - 7);
    }
    if (open) {
        const double x = key_entry(k, 26, "goes on outside");
        (void)fprintf(k->f, "<g class='kept'><path class='shaft' d='M%.1f %.1fh26'/></g>\n", x, k->y);
    }
}

static void key_marks(struct key *k)
{
    for (int mark = 0; mark <= MARK_SET; mark++) {
        char text[64];
        size_t n = 0;
        while (n < k->p->arrows && k->p->arrow[n].judgement->least.mark != (enum mark)mark)
            n++;
        if (n == k->p->arrows || !(mark_is_doubtful((enum mark)mark) || mark == MARK_SET))
            continue;
        (void)snprintf(text, sizeof text, "[%s] %s", mark_name((enum mark)mark), mark_text((enum mark)mark));
        (void)key_entry(k, 0, text);
    }
}

/* "not drawn, too many edges: X2"; "": all are drawn. */
static const char *dense_text(const struct picture *p, char *text, size_t size)
{
    text[0] = '\0';
    for (int line = 0; line < LINES; line++) {
        char name[16];
        const size_t used = strlen(text);
        if (!p->dense[line])
            continue;
        diagram_line_name(p, (enum line)line, name, sizeof name);
        (void)snprintf(text + used, size - used, "%s %s", used ? "" : "not drawn, too many edges:", name);
    }
    return text;
}

/* Returns where it ends. */
static double draw_key(FILE *f, const struct picture *p)
{
    struct key k = {f, p, PICTURE_LEFT, p->key_y + 10};
    char dense[256];
    diagram_text(f, "bold", END, PICTURE_LEFT - 8, k.y + 4, "Key");
    key_bus(&k);
    key_arrows(&k);
    key_marks(&k);
    if (*dense_text(p, dense, sizeof dense))
        (void)key_entry(&k, 0, dense);
    return k.y + KEY_ROW;
}

/* The accesses of a picture that is too small for their arrows. Returns the height. */
static double draw_details(FILE *f, const struct picture *whole)
{
    struct timeline t = *whole->timeline;
    struct picture p;
    char dense[256];
    diagram_text(f, "small", START, PICTURE_LEFT, whole->key_y + 4, dense_text(whole, dense, sizeof dense));
    diagram_text(f, "bold", START, HEADING_LEFT, whole->key_y + BELOW, "Its accesses");
    diagram_window_details(&t);
    picture_make(&p, whole->scenario, &t, whole, whole->key_y + BELOW + 10);
    draw_picture(f, &p);
    const double height = draw_key(f, &p);
    picture_free(&p);
    return height;
}

static const char hatch[] = "<pattern id='%s' width='5' height='5' patternUnits='userSpaceOnUse' "
                            "patternTransform='rotate(%d)'><rect width='5' height='5' fill='%s'/>"
                            "<path d='M0 0V5' style='stroke:%s;stroke-width:2'/></pattern>";

static void write_document(FILE *f, const struct picture *p, double height, const char *drawing)
{
    (void)fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f'>",
                  p->width, height, p->width, height);
    draw_title(f, "Timing diagram of %s", p->scenario->file);
    (void)fprintf(f, "\n<style>%s</style>\n<defs>", style);
    (void)fprintf(f, hatch, "grey", 45, "#f4f4f4", "#808080");
    (void)fprintf(f, hatch, "red", -45, "#ffe0e0", "#d04040");
    (void)fprintf(f, "</defs>\n<rect width='%.0f' height='%.0f' fill='#fff'/>\n%s</svg>\n", p->width, height, drawing);
}

void diagram_svg(FILE *f, const struct scenario *s, const struct timeline *t)
{
    struct picture p;
    char *drawing = NULL;
    picture_make(&p, s, t, NULL, TITLE);
    FILE *part = memory_stream(&drawing, &(size_t){0});
    draw_heading(part, &p);
    draw_picture(part, &p);
    const double height = p.details ? draw_details(part, &p) : draw_key(part, &p);
    (void)fclose(part);
    write_document(f, &p, height, drawing);
    free(drawing);
    picture_free(&p);
}
