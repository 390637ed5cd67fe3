/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"

#include <math.h>
#include <stdlib.h>

#define PACE_UNSURE 4 /* counts, of two reads: edges beside SAVE, and phases */

/* most: by how many counts it may be off. written: it says nothing of the lines, as it was on them before. */
static void compared(struct evidence *v, bool agrees, long most, bool written, const struct bus_access *a,
                     uint16_t captured, uint16_t mask)
{
    const int n = (v->model.chip.pointer & 7) - 1;
    const unsigned way = most ? v->model.chip.counter[n].mode : 0;
    struct line_doubts *lines = &v->found.reads.lines;
    v->found.reads.compared++;
    lines->says += !written && agrees && captured & mask && (captured & mask) != mask && captured != lines->last;
    lines->last = captured;
    if (agrees)
        return;
    const uint16_t model = a->control ? models_status(&v->model, a->end_ps, NULL) : v->model.chip.latch;
    const uint64_t back = (way & CM_BCD ? 10000U : 0x10000U) - (uint64_t)most;
    const uint16_t ahead = most ? am9513i_add(&v->model.chip, n, model, (uint64_t)most) : model;
    const uint16_t behind = most ? am9513i_add(&v->model.chip, n, model, back) : model;
    const uint16_t least = way & CM_UP ? behind : ahead, greatest = way & CM_UP ? ahead : behind;
    struct models_difference *d = &v->found.difference;
    *d = (struct models_difference){.found = true, .access = *a, .pointer = v->model.chip.pointer, .mask = mask};
    d->captured = captured;
    d->least = least > greatest ? 0 : least; /* they go round */
    d->most = least > greatest ? UINT16_MAX : greatest;
    (void)am9513_describe(&v->model.chip, d->state, sizeof d->state);
}

static void compare_status(struct evidence *v, const struct bus_access *a, struct known_word *w)
{
    const uint16_t status = models_status(&v->model, a->end_ps, NULL);
    const unsigned mask = models_status_mask(&v->model) & ~(unsigned)(a->unsure | (status ^ v->model.began)) & 0xff;
    const unsigned wrong = (a->value ^ status) & mask;
    w->sure = (uint16_t)mask;
    if (v->found.difference.found) /* the levels of OUT may have gone another way since */
        return;
    if (wrong) {
        v->found.reads.lines.wrong++;
        v->found.reads.lines.others |= (uint8_t)((wrong & (wrong - 1)) ? 0xff : ~wrong);
        v->found.reads.wrong |= wrong & STATUS_LOW_NEXT ? OTHERS_WRONG : 0; /* OUT may be wrong with its counter */
    }
    if (mask)
        compared(v, !wrong, 0, false, a, a->value & 0xffU, (uint16_t)mask);
}

/* A saved count was read. */
static void pace_next(struct evidence *v, unsigned n, uint16_t captured)
{
    const struct am9513_counter *c = &v->model.chip.counter[n];
    struct pace *p = &v->found.reads.pace[n];
    const long way = c->mode & CM_UP ? 1 : -1,
               model = way * (models_count(c, v->model.chip.latch) - models_count(c, p->model));
    const long seen = way * (models_count(c, captured) - models_count(c, p->captured));
    v->found.reads.moved |= (uint8_t)((p->begun && labs(seen) > 1) << n);
    if (!p->begun || model < 0 || seen < 0) {
        p->begun = true;
        p->captured = captured;
        p->model = v->model.chip.latch;
    } else if (model > PACE_UNSURE) {
        p->least = fmax(p->least, (double)(seen - PACE_UNSURE) / (double)model);
        p->slower = fmax(p->slower, (double)model / (double)(seen + PACE_UNSURE));
        p->reads++;
    }
}

static bool word_agrees(const struct evidence *v, unsigned n, uint16_t value, long most)
{
    const uint16_t model = v->model.chip.latch;
    return value == model || (most && models_close(&v->model.chip.counter[n], model, value, most));
}

static void compare_word(struct evidence *v, const struct bus_access *a, const struct known_word *w, bool counted,
                         long most)
{
    const unsigned n = (w->pointer & 7U) - 1;
    const bool agrees = word_agrees(v, n, w->value, most);
    struct line_doubts *lines = &v->found.reads.lines;
    lines->wrong += !agrees;
    if (counted)
        pace_next(v, n, w->value);
    v->found.reads.wrong |= agrees ? 0 : counted ? (uint8_t)(1U << n) : OTHERS_WRONG;
    for (unsigned line = 0; line < 8 && !agrees; line++) {
        const uint16_t both = (uint16_t)(0x101U << line), apart = v->model.chip.latch ^ w->value;
        lines->others |= (uint8_t)(!word_agrees(v, n, (uint16_t)(w->value ^ (apart & both)), most) << line);
        lines->apart[line] += (apart & both) != 0;
    }
    if (v->found.difference.found)
        return;
    v->found.reads.counts += counted;
    compared(v, agrees, most, !counted, a, w->value, 0xffff);
    if (agrees && counted && v->model.chip.counter[n].hold == v->model.chip.latch)
        v->model.chip.counter[n].hold = w->value; /* what was read may be loaded */
}

static void not_compared(struct evidence *v, const struct bus_access *a, const struct known_word *w)
{
    /* The port of an access at the socket was selected before */
    const bool port = a->doubtful && v->survey->pins & AM9513_CD, unclear = port || a->unsure || w->unsure;
    v->found.reads.gap[a->both                     ? GAP_STROBES
                       : unclear                   ? GAP_SAMPLES
                       : a->control || a->doubtful ? GAP_STATE
                                                   : known_gap(&v->known, &v->model.chip, w->pointer)]++;
}

/* latch: as the read began. */
static void compare(struct evidence *v, const struct bus_access *a, enum known_latch latch, struct known_word *w)
{
    const unsigned n = (w->pointer & 7U) - 1;
    const bool counted = latch == LATCH_COUNTED && w->complete && n < 5;
    const long most = counted ? models_read_doubt(&v->model, n) : 0;
    if (a->both || a->doubtful)
        return;
    if (a->control)
        compare_status(v, a, w);
    else if (latch != LATCH_UNKNOWN)
        w->sure = (uint16_t)(models_bus(&v->model) & ~a->unsure);
    if (w->sure && w->complete && !w->unsure && most < MODELS_DOUBT_ALL)
        compare_word(v, a, w, counted, most);
}

/* The first byte of a register is half a read until the second one ends. */
void reads_next(struct evidence *v, const struct bus_access *a, enum known_latch latch, struct known_word *w)
{
    struct models_reads *reads = &v->found.reads;
    const uint64_t before = reads->compared;
    const bool byte = !a->control && !a->wide, second = byte && w->complete;
    const bool half = byte && !second && known_has(&v->known, KNOWN_BYTE);
    compare(v, a, latch, w);
    reads->high |= (uint8_t)(a->value & ~(unsigned)a->unsure);
    reads->low |= (uint8_t) ~(unsigned)(a->value | a->unsure);
    reads->all += !second;
    reads->gap[GAP_HALF] += half;
    reads->gap[GAP_HALF] -= second;
    if (!half && reads->compared == before && !v->found.difference.found)
        not_compared(v, a, w);
}
