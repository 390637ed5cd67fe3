/* SPDX-License-Identifier: MIT */
#include "diagram.h"

#include <stdlib.h>

#include "cli/memory.h"
#include "cli/time_text.h"

#define NS UINT64_C(1000)
#define BEFORE_PS (50 * NS) /* shown before an access */
#define AFTER_PS (150 * NS) /* and after it: the chip releases the bus */
#define CUT_PS (200 * NS)   /* less is not left out */

#define LABEL_GAP 6.0   /* between a text and what it names */
#define LABEL_ENDS 14.0 /* of a thing, on both sides of a text inside */

/* ---- The time shown */

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Adds a part that does not begin before the last one; parts that nearly meet become one. */
static void window_add(struct window *w, struct span part)
{
    struct span *last = w->parts ? &w->part[w->parts - 1] : NULL;
    if (last && part.from_ps <= last->to_ps + CUT_PS)
        last->to_ps = later(last->to_ps, part.to_ps);
    else
        w->part[w->parts++] = part;
}

/* From a little before to a little after. */
static struct span around(const struct diagram_run *run, struct span time)
{
    return (struct span){time.from_ps - earlier(time.from_ps, BEFORE_PS), earlier(time.to_ps + AFTER_PS, run->end_ps)};
}

static struct span around_access(const struct diagram_run *run, size_t n)
{
    struct span part = around(run, run->access[n]);
    if (n > 0)
        part.from_ps = later(part.from_ps, run->access[n - 1].to_ps);
    if (n + 1 < run->accesses)
        part.to_ps = earlier(part.to_ps, run->access[n + 1].from_ps);
    return part;
}

static void window_default(struct window *w, const struct diagram_run *run)
{
    size_t first = run->accesses > 1 ? run->accesses - 2 : 0, last = run->accesses - 1;
    bool pending = run->violation != NULL; /* its instant is in no part yet */
    uint64_t at_ps = 0;
    if (run->violation) {
        const size_t n = run->violation->broken_access ? run->violation->broken_access - 1 : 0;
        first = n > 0 ? n - 1 : 0;
        last = n + 1 < run->accesses ? n + 1 : n;
        at_ps = run->violation->broken_at_ps;
    }
    const struct span instant = around(run, (struct span){at_ps, at_ps});
    for (size_t n = first; n <= last; n++) {
        const struct span part = around_access(run, n);
        if (pending && instant.from_ps < part.from_ps) {
            window_add(w, instant);
            pending = false;
        }
        window_add(w, part);
    }
    if (pending)
        window_add(w, instant);
}

static int window_asked(struct window *w, const struct diagram_run *run, const struct diagram_request *r,
                        struct error *e)
{
    const struct span asked = {r->from.ps, r->to.given ? r->to.ps : run->end_ps};
    size_t accesses = 0;
    if (asked.to_ps > run->end_ps)
        return error_set(e, STATUS_INPUT, "--to %s, expected at most %s: the run ends there", TIME_TEXT(asked.to_ps),
                         TIME_TEXT(run->end_ps));
    if (asked.from_ps >= asked.to_ps)
        return error_set(e, STATUS_INPUT, "--from %s, expected less than %s: the run ends there",
                         TIME_TEXT(asked.from_ps), TIME_TEXT(run->end_ps));
    for (size_t n = 0; n < run->accesses; n++)
        accesses += run->access[n].from_ps < asked.to_ps && run->access[n].to_ps > asked.from_ps;
    if (accesses < 1 || accesses > TIMELINE_ACCESSES)
        return error_set(e, STATUS_INPUT, "%zu accesses from %s to %s, expected 1 to %d", accesses,
                         TIME_TEXT(asked.from_ps), TIME_TEXT(asked.to_ps), TIMELINE_ACCESSES);
    window_add(w, asked);
    return STATUS_OK;
}

int diagram_window_choose(struct window *w, const struct diagram_run *run, const struct diagram_request *r,
                          struct error *e)
{
    *w = (struct window){.parts = 0};
    if (!run->accesses)
        return error_set(e, STATUS_INPUT, "no access in the run, expected one or more for a timing diagram");
    if (r->from.given || r->to.given)
        return window_asked(w, run, r, e);
    window_default(w, run);
    return STATUS_OK;
}

void diagram_window_details(struct timeline *t)
{
    struct window w = {.parts = 0};
    for (size_t n = 0; n < t->accesses; n++) {
        const struct timeline_access *a = &t->access[n];
        window_add(&w, (struct span){later(a->start_ps - earlier(a->start_ps, BEFORE_PS), t->from_ps),
                                     earlier(a->end_ps + AFTER_PS, t->to_ps)});
    }
    t->window = w;
    t->from_ps = w.part[0].from_ps;
    t->to_ps = w.part[w.parts - 1].to_ps;
}

/* ---- The axis */

void axis_make(struct axis *a, const struct window *w, double left, double right)
{
    uint64_t shown_ps = 0;
    for (size_t n = 0; n < w->parts; n++)
        shown_ps += w->part[n].to_ps - w->part[n].from_ps;
    a->pieces = w->parts;
    a->ps_per_unit = (double)shown_ps / (right - left - (double)(w->parts - 1) * AXIS_BREAK);
    for (size_t n = 0; n < w->parts; n++) {
        a->piece[n].time = w->part[n];
        a->piece[n].left = n ? a->piece[n - 1].right + AXIS_BREAK : left;
        a->piece[n].right = a->piece[n].left + (double)(w->part[n].to_ps - w->part[n].from_ps) / a->ps_per_unit;
    }
}

double axis_x(const struct axis *a, uint64_t ps)
{
    for (size_t n = 0; n < a->pieces; n++) {
        const struct span *time = &a->piece[n].time;
        if (ps < time->from_ps) {
            if (n == 0)
                return a->piece[0].left;
            const uint64_t out_ps = a->piece[n - 1].time.to_ps;
            return a->piece[n - 1].right + AXIS_BREAK * (double)(ps - out_ps) / (double)(time->from_ps - out_ps);
        }
        if (ps <= time->to_ps)
            return a->piece[n].left + (double)(ps - time->from_ps) / a->ps_per_unit;
    }
    return a->piece[a->pieces - 1].right;
}

/* ---- Rows */

static bool row_free(const struct rows *r, size_t row, double left, double right)
{
    for (size_t n = 0; n < r->used; n++)
        if (r->taken[n].row == row && r->taken[n].left < right && left < r->taken[n].right)
            return false;
    return true;
}

size_t rows_take(struct rows *r, double left, double right)
{
    size_t row = 0;
    while (!row_free(r, row, left, right))
        row++;
    MEMORY_MORE(r->taken, r->used, &r->room);
    r->taken[r->used].left = left;
    r->taken[r->used].right = right;
    r->taken[r->used++].row = row;
    r->rows = row + 1 > r->rows ? row + 1 : r->rows;
    return row;
}

void rows_free(struct rows *r)
{
    free(r->taken);
    *r = (struct rows){.taken = NULL};
}

struct label label_place(double width, double left, double right, double least, double most)
{
    struct label l = {.side = INSIDE, .left = (left + right - width) / 2};
    if (right - left < width + 2 * LABEL_ENDS) {
        l.side = right + LABEL_GAP + width <= most ? RIGHT_OF : LEFT_OF;
        l.left = l.side == RIGHT_OF ? right + LABEL_GAP : left - LABEL_GAP - width;
        if (l.left < least)
            l.left = most - width;
    }
    l.right = l.left + width;
    l.all_left = l.left < left ? l.left : left;
    l.all_right = l.right > right ? l.right : right;
    return l;
}
