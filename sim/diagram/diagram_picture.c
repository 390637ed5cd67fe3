/* SPDX-License-Identifier: MIT */
#include "diagram.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "cli/memory.h"
#include "cli/time_text.h"
#include "pages/svg.h"

#define WIDTH 880.0      /* with up to three accesses */
#define WIDTH_MORE 250.0 /* for each further one */
#define RIGHT 16.0
#define AXIS 22.0
#define EDGE_LEAST 4.0 /* lines whose edges are closer on average are not drawn */

/* ---- Lines */

/* Movements of the line in what is shown; one that only the end of a piece would show does not count. */
static size_t movements(const struct picture *p, enum line line)
{
    const struct line_edges *l = &p->timeline->line[line];
    size_t count = 0, piece = 0;
    for (size_t n = 1; n < l->edges; n++) {
        while (piece < p->axis.pieces && l->edge[n].at_ps >= p->axis.piece[piece].time.to_ps)
            piece++;
        count += piece < p->axis.pieces && l->edge[n].at_ps >= p->axis.piece[piece].time.from_ps;
    }
    return count;
}

static void choose_lines(struct picture *p)
{
    const bool board = p->scenario->target == TARGET_BOARD;
    for (enum line line = board ? LINE_MAS : LINE_CD; line < LINES; line++) {
        const size_t moved = movements(p, line);
        p->dense[line] =
            line >= LINE_X2 && (p->timeline->line[line].dense || (double)moved * EDGE_LEAST > p->right - PICTURE_LEFT);
        if (line < LINE_X2 || (moved && !p->dense[line]))
            p->line[p->lines++] = line;
    }
    const struct line_edges *bus = &p->timeline->line[LINE_CHIP_DATA];
    for (size_t n = 0; n < bus->edges; n++) {
        const uint32_t state = bus->edge[n].value & BUS_STATE;
        p->wide = p->wide || ((state == BUS_HOST || state == BUS_CHIP) && (bus->edge[n].value & 0xff00) != 0xff00);
    }
}

/* ---- What the checks observed */

/* The one line of these five that moves at that time; LINE_NONE if none or several do. */
static enum line line_that_moves(const struct timeline *t, enum line first, uint64_t ps)
{
    enum line found = LINE_NONE;
    size_t count = 0;
    for (enum line line = first; line < first + 5; line++)
        for (size_t n = 1; n < t->line[line].edges; n++)
            if (t->line[line].edge[n].at_ps == ps) {
                found = line;
                count++;
            }
    return count == 1 ? found : LINE_NONE;
}

/* The line at one end of an AC parameter: its letter says it (docs/manual.md, Words). */
static enum line line_of_letter(const struct timeline *t, char letter, uint64_t ps)
{
    static const struct {
        char letter;
        enum line line;
    } lines[] = {{'A', LINE_CD}, {'C', LINE_X2}, {'D', LINE_CHIP_DATA}, {'R', LINE_RD}, {'S', LINE_CS}, {'W', LINE_WR}};
    for (size_t n = 0; n < sizeof lines / sizeof lines[0]; n++)
        if (lines[n].letter == letter)
            return lines[n].line;
    const enum line source = letter == 'E' ? line_that_moves(t, LINE_SRC, ps) : LINE_NONE;
    return source != LINE_NONE ? source : line_that_moves(t, LINE_GATE, ps); /* which is a source too */
}

/* The line at its first or second end, which is at that time. */
static enum line line_of_check(const struct timeline *t, int check, int end, uint64_t ps)
{
    return check == FIG_HOST_READ                          ? LINE_SOCKET_DATA
           : check == FIG_FF_SHORT || check == FIG_FF_RACE ? LINE_MDS
           : check == FIG_FF_UNKNOWN                       ? LINE_MAS
                                     : line_of_letter(t, figure_info[check].name[end ? 3 : 1], ps);
}

static enum outcome outcome_of(const struct judgement *j)
{
    if (slack_ps(&j->least.seen) >= 0)
        return KEPT;
    return figure_info[j->least.check].kind == KIND_NOTE ? NOTED : VIOLATED;
}

static void arrow_text(struct arrow *a)
{
    static const char *const said[OUTCOMES] = {"", " note", " VIOLATED"};
    const struct observation *o = &a->judgement->least;
    const char *name = figure_info[o->check].name;
    if (figure_info[o->check].unit == UNIT_FLAG) {
        (void)snprintf(a->text, sizeof a->text, "%s%s", name, said[a->outcome]);
    } else {
        char required[48];
        (void)snprintf(a->text, sizeof a->text, "%s %s%s (\xe2\x89\xa5 %s)", name, TIME_TEXT(observed_ps(&o->seen)),
                       said[a->outcome], required_text(required, sizeof required, o->seen.required_ps, o->mark));
    }
}

/* The required time, on the side of the edge that it is counted from. */
static void arrow_bar(const struct picture *p, struct arrow *a)
{
    const struct observation *o = &a->judgement->least;
    const uint64_t required = (uint64_t)(o->seen.required_ps > 0 ? o->seen.required_ps : 0);
    uint64_t from = o->seen.from_ps, to = from + required;
    if (figure_info[o->check].kind == KIND_SETUP) {
        to = o->seen.to_ps;
        from = to > required ? to - required : 0;
    }
    if (figure_info[o->check].kind != KIND_NOTE && figure_info[o->check].unit != UNIT_FLAG) {
        a->bar_left = axis_x(&p->axis, from);
        a->bar_right = axis_x(&p->axis, to);
    }
}

static void arrow_make(const struct picture *p, struct arrow *a, const struct judgement *j)
{
    const uint64_t ps[2] = {j->least.seen.from_ps, j->least.seen.to_ps};
    *a = (struct arrow){.judgement = j, .outcome = outcome_of(j)};
    for (int n = 0; n < 2; n++) {
        a->end[n].x = axis_x(&p->axis, ps[n]);
        const bool shown = window_shows(&p->timeline->window, ps[n]);
        a->end[n].line = shown ? line_of_check(p->timeline, j->least.check, n, ps[n]) : LINE_NONE;
    }
    const int first = ps[0] <= ps[1] ? 0 : 1;
    a->left = a->end[first].x;
    a->right = a->end[1 - first].x;
    a->open_left = !window_shows(&p->timeline->window, ps[first]);
    a->open_right = !window_shows(&p->timeline->window, ps[1 - first]);
    arrow_bar(p, a);
    arrow_text(a);
}

bool arrow_is_short(const struct arrow *a)
{
    return a->right - a->left < 2.5 * ARROW_HEAD;
}

static void arrow_place(struct picture *p, struct arrow *a)
{
    double left = a->left, right = a->right;
    if (arrow_is_short(a)) {
        left -= ARROW_TAIL;
        right += ARROW_TAIL;
    }
    if (a->bar_left < a->bar_right) {
        left = fmin(left, a->bar_left);
        right = fmax(right, a->bar_right);
    }
    const double width = svg_text_width(a->text, PICTURE_FONT) * (a->outcome == VIOLATED ? 1.1 : 1); /* bold */
    a->label = label_place(width, left, right, PICTURE_LEFT, p->right);
    a->row = rows_take(&p->arrow_rows, a->label.all_left - 8, a->label.all_right + 8);
}

/* Violations first, then by time, then by number. */
static int compare_arrows(const void *left, const void *right)
{
    const struct arrow *a = left, *b = right;
    const bool first = a->outcome == VIOLATED, second = b->outcome == VIOLATED;
    if (first != second)
        return first ? -1 : 1;
    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    return a->judgement->least.check - b->judgement->least.check;
}

/* Of the arrow or of its bar. */
static double length_on(const struct picture *p, const struct judgement *j)
{
    const struct check_observation *o = &j->least.seen;
    struct arrow a = {.judgement = j};
    arrow_bar(p, &a);
    return fmax(fabs(axis_x(&p->axis, o->to_ps) - axis_x(&p->axis, o->from_ps)), a.bar_right - a.bar_left);
}

/* Whether arrows are too short here, and the accesses alone would give them room. */
static bool needs_details(const struct picture *p)
{
    struct timeline details = *p->timeline;
    struct axis axis;
    bool any = false;
    if (p->whole || details.window.parts > 1 || !details.accesses)
        return false;
    for (size_t n = 0; n < details.judgements; n++)
        any |= length_on(p, &details.judgement[n]) < ARROW_LEAST;
    diagram_window_details(&details);
    axis_make(&axis, &details.window, PICTURE_LEFT, p->right);
    return any && axis.ps_per_unit * DETAILS_FINER <= p->axis.ps_per_unit;
}

static bool is_drawn(const struct picture *p, const struct judgement *j)
{
    const bool is_long = (p->whole || p->details) && length_on(p->whole ? p->whole : p, j) >= ARROW_LEAST;
    return p->whole ? !is_long : !p->details || is_long;
}

static void place_arrows(struct picture *p)
{
    p->arrow = memory_new(p->timeline->judgements, sizeof *p->arrow);
    for (size_t n = 0; n < p->timeline->judgements; n++)
        if (is_drawn(p, &p->timeline->judgement[n]))
            arrow_make(p, &p->arrow[p->arrows++], &p->timeline->judgement[n]);
    qsort(p->arrow, p->arrows, sizeof *p->arrow, compare_arrows);
    for (size_t n = 0; n < p->arrows; n++)
        arrow_place(p, &p->arrow[n]);
}

/* ---- All */

static void place_accesses(struct picture *p)
{
    for (size_t n = 0; n < p->timeline->accesses; n++) {
        const struct timeline_access *from = &p->timeline->access[n];
        struct picture_access *a = &p->access[n];
        a->left = axis_x(&p->axis, from->start_ps);
        a->right = axis_x(&p->axis, from->end_ps);
        (void)snprintf(a->text, sizeof a->text, "access %" PRIu32 ", line %s: %s", from->number,
                       LINE_TEXT(p->scenario, from->line), from->text);
        const double width = svg_text_width(a->text, PICTURE_FONT);
        a->text_left = fmin(a->left, p->right - width);
        a->row = rows_take(&p->access_rows, a->text_left - 6, fmax(a->right, a->text_left + width) + 6);
    }
}

void picture_make(struct picture *p, const struct scenario *s, const struct timeline *t, const struct picture *whole,
                  double top)
{
    *p = (struct picture){.whole = whole, .scenario = s, .timeline = t, .width = WIDTH};
    if (t->accesses > 3)
        p->width += WIDTH_MORE * (double)(t->accesses - 3);
    p->right = p->width - RIGHT;
    axis_make(&p->axis, &t->window, PICTURE_LEFT, p->right);
    p->details = needs_details(p);
    choose_lines(p);
    place_accesses(p);
    place_arrows(p);
    p->access_y = top;
    p->axis_y = p->access_y + ACCESS_ROW * (double)p->access_rows.rows;
    p->lines_y = p->axis_y + AXIS;
    p->checks_y = p->lines_y + LINE_ROW * (double)p->lines + 8;
    p->key_y = p->checks_y + CHECK_ROW * (double)p->arrow_rows.rows + 10;
}

void picture_free(struct picture *p)
{
    rows_free(&p->access_rows);
    rows_free(&p->arrow_rows);
    free(p->arrow);
    *p = (struct picture){.scenario = NULL};
}
