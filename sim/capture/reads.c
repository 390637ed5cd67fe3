/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"

#include <math.h>
#include <stdlib.h>

#define LOW_NEXT 1U
#define PACE_UNSURE 4 /* counts, of two reads: edges beside SAVE, and phases */

/* most: by how many counts it may be off. written: it says nothing of the lines, as it was on them before. */
static void compared(struct models *m, bool agrees, long most, bool written, const struct bus_access *a,
                     uint16_t captured, uint16_t mask)
{
    const int n = (m->chip.pointer & 7) - 1;
    const unsigned way = most ? m->chip.counter[n].mode : 0;
    struct line_doubts *lines = &m->of->found.reads.lines;
    m->of->found.reads.compared++;
    lines->says += !written && agrees && captured & mask && (captured & mask) != mask && captured != lines->last;
    lines->last = captured;
    if (agrees)
        return;
    const uint16_t model = a->control ? models_status(m, a->end_ps, NULL) : m->chip.latch;
    const uint64_t back = (way & CM_BCD ? 10000U : 0x10000U) - (uint64_t)most;
    const uint16_t ahead = most ? am9513i_add(&m->chip, n, model, (uint64_t)most) : model;
    const uint16_t behind = most ? am9513i_add(&m->chip, n, model, back) : model;
    const uint16_t least = way & CM_UP ? behind : ahead, greatest = way & CM_UP ? ahead : behind;
    m->of->found.difference = (struct models_difference){.found = true,
                                                         .access = *a,
                                                         .pointer = m->chip.pointer,
                                                         .captured = captured,
                                                         .least = least > greatest ? 0 : least, /* they go round */
                                                         .most = least > greatest ? UINT16_MAX : greatest,
                                                         .mask = mask};
    (void)am9513_describe(&m->chip, m->of->found.difference.state, sizeof m->of->found.difference.state);
}

static void compare_status(struct models *m, const struct bus_access *a, struct known_word *w)
{
    const uint16_t status = models_status(m, a->end_ps, NULL);
    const unsigned mask = models_status_mask(m) & ~(unsigned)(a->unsure | (status ^ m->began)) & 0xff;
    const unsigned wrong = (a->value ^ status) & mask;
    w->sure = (uint16_t)mask;
    if (m->of->found.difference.found) /* the levels of OUT may have gone another way since */
        return;
    if (wrong) {
        m->of->found.reads.lines.wrong++;
        m->of->found.reads.lines.others |= (uint8_t)((wrong & (wrong - 1)) ? 0xff : ~wrong);
        m->of->found.reads.wrong |= wrong & LOW_NEXT ? OTHERS_WRONG : 0; /* OUT may be wrong with its counter */
    }
    if (mask)
        compared(m, !wrong, 0, false, a, a->value & 0xffU, (uint16_t)mask);
}

/* A saved count was read. */
static void pace_next(struct models *m, unsigned n, uint16_t captured)
{
    const struct am9513_counter *c = &m->chip.counter[n];
    struct pace *p = &m->of->found.reads.pace[n];
    const long way = c->mode & CM_UP ? 1 : -1,
               model = way * (models_count(c, m->chip.latch) - models_count(c, p->model));
    const long seen = way * (models_count(c, captured) - models_count(c, p->captured));
    m->of->found.reads.moved |= (uint8_t)((p->begun && labs(seen) > 1) << n);
    if (!p->begun || model < 0 || seen < 0) {
        p->begun = true;
        p->captured = captured;
        p->model = m->chip.latch;
    } else if (model > PACE_UNSURE) {
        p->least = fmax(p->least, (double)(seen - PACE_UNSURE) / (double)model);
        p->slower = fmax(p->slower, (double)model / (double)(seen + PACE_UNSURE));
        p->reads++;
    }
}

static bool word_agrees(const struct models *m, unsigned n, uint16_t value, long most)
{
    const uint16_t model = m->chip.latch;
    return value == model || (most && models_close(&m->chip.counter[n], model, value, most));
}

static void compare_word(struct models *m, const struct bus_access *a, const struct known_word *w, bool counted,
                         long most)
{
    const unsigned n = (w->pointer & 7U) - 1;
    const bool agrees = word_agrees(m, n, w->value, most);
    struct line_doubts *lines = &m->of->found.reads.lines;
    lines->wrong += !agrees;
    if (counted)
        pace_next(m, n, w->value);
    m->of->found.reads.wrong |= agrees ? 0 : counted ? (uint8_t)(1U << n) : OTHERS_WRONG;
    for (unsigned line = 0; line < 8 && !agrees; line++) {
        const uint16_t both = (uint16_t)(0x101U << line), apart = m->chip.latch ^ w->value;
        lines->others |= (uint8_t)(!word_agrees(m, n, (uint16_t)(w->value ^ (apart & both)), most) << line);
        lines->apart[line] += (apart & both) != 0;
    }
    if (m->of->found.difference.found)
        return;
    m->of->found.reads.counts += counted;
    compared(m, agrees, most, !counted, a, w->value, 0xffff);
    if (agrees && counted && m->chip.counter[n].hold == m->chip.latch)
        m->chip.counter[n].hold = w->value; /* what was read may be loaded */
}

static void not_compared(struct models *m, const struct bus_access *a, const struct known_word *w)
{
    /* The port of an access at the socket was selected before */
    const bool port = a->doubtful && m->of->survey->pins & AM9513_CD, unclear = port || a->unsure || w->unsure;
    m->of->found.reads.gap[a->both                     ? GAP_STROBES
                           : unclear                   ? GAP_SAMPLES
                           : a->control || a->doubtful ? GAP_STATE
                                                       : known_gap(&m->of->known, &m->chip, w->pointer)]++;
}
void reads_next(struct evidence *v, const struct bus_access *a, enum known_latch latch, struct known_word *w)
{
    struct models *m = &v->model;
    const uint64_t before = m->of->found.reads.compared;
    const unsigned n = (w->pointer & 7U) - 1;
    const bool counted = latch == LATCH_COUNTED && w->complete && n < 5;
    const long most = counted ? models_read_doubt(m, n) : 0;
    if (!a->both && !a->doubtful) {
        if (a->control)
            compare_status(m, a, w);
        else if (latch != LATCH_UNKNOWN)
            w->sure = (uint16_t)(models_bus(m) & ~a->unsure);
        if (w->sure && w->complete && !w->unsure && most < MODELS_DOUBT_ALL)
            compare_word(m, a, w, counted, most);
    }
    const bool byte = !a->control && !a->wide, second = byte && w->complete;
    const bool half = byte && !second && known_has(&m->of->known, KNOWN_BYTE);
    m->of->found.reads.high |= (uint8_t)(a->value & ~(unsigned)a->unsure);
    m->of->found.reads.low |= (uint8_t) ~(unsigned)(a->value | a->unsure);
    m->of->found.reads.all += !second;
    m->of->found.reads.gap[GAP_HALF] += (uint64_t)half - (uint64_t)second;
    if (!half && m->of->found.reads.compared == before && !m->of->found.difference.found)
        not_compared(m, a, w);
}
