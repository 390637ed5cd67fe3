/* SPDX-License-Identifier: MIT */
#include "diagram.h"

#include <stdlib.h>

#include "cli/memory.h"

int64_t observed_ps(const struct check_observation *o)
{
    return (int64_t)(o->to_ps - o->from_ps);
}

int64_t slack_ps(const struct check_observation *o)
{
    return observed_ps(o) - o->required_ps;
}

bool window_shows(const struct window *w, uint64_t ps)
{
    for (size_t n = 0; n < w->parts; n++)
        if (ps >= w->part[n].from_ps && ps <= w->part[n].to_ps)
            return true;
    return false;
}

void timeline_open(struct timeline *t, const struct window *w)
{
    *t = (struct timeline){.window = *w, .from_ps = w->part[0].from_ps, .to_ps = w->part[w->parts - 1].to_ps};
}

static void set_line(struct timeline *t, enum line line, uint64_t at_ps, uint32_t value)
{
    struct line_edges *l = &t->line[line];
    if (at_ps <= t->from_ps)
        l->edges = 0;
    else if (at_ps > t->to_ps || (l->edges && l->edge[l->edges - 1].value == value))
        return;
    if (l->edges == EDGES_MAX) {
        l->dense = true;
        return;
    }
    MEMORY_MORE(l->edge, l->edges, &l->room);
    l->edge[l->edges++] = (struct edge){at_ps < t->from_ps ? t->from_ps : at_ps, value};
}

static uint32_t bus_value(const struct engine_bus *b)
{
    if (b->host_drives && b->chip_drives)
        return BUS_BOTH;
    if (b->host_drives)
        return BUS_HOST | b->host;
    if (b->chip_drives)
        return b->chip_valid ? BUS_CHIP | b->chip : BUS_INVALID;
    return BUS_FREE;
}

void timeline_lines(void *context, uint64_t at_ps, const struct engine_lines *l)
{
    struct timeline *t = context;
    const struct {
        enum line line;
        uint32_t value;
    } one[] = {{LINE_MAS, l->mas_n},
               {LINE_MDS, l->mds_n},
               {LINE_RW, l->rw},
               {LINE_SOCKET_DATA, bus_value(&l->socket)},
               {LINE_CD, l->cd},
               {LINE_RD, l->rd_n},
               {LINE_WR, l->wr_n},
               {LINE_CS, l->cs_n},
               {LINE_X2, l->x2},
               {LINE_FOUT, l->fout},
               {LINE_CHIP_DATA, bus_value(&l->chip)}};
    for (size_t n = 0; n < sizeof one / sizeof one[0]; n++)
        set_line(t, one[n].line, at_ps, one[n].value);
    for (int n = 0; n < 5; n++) {
        set_line(t, LINE_SRC + n, at_ps, l->src >> n & 1);
        set_line(t, LINE_GATE + n, at_ps, l->gate >> n & 1);
        set_line(t, LINE_OUT + n, at_ps, l->out_z >> n & 1U ? LEVEL_Z : l->out >> n & 1U);
    }
}

void timeline_observed(void *context, const struct observation *o)
{
    struct timeline *t = context;
    if (o->at_ps < t->from_ps || o->at_ps > t->to_ps ||
        (!window_shows(&t->window, o->seen.from_ps) && !window_shows(&t->window, o->seen.to_ps)))
        return;
    for (size_t n = t->judgements; n-- > 0;) {
        struct judgement *j = &t->judgement[n];
        if (j->least.check != o->check || j->least.seen.access != o->seen.access)
            continue;
        j->observations++;
        if (slack_ps(&o->seen) < slack_ps(&j->least.seen))
            j->least = *o;
        return;
    }
    MEMORY_MORE(t->judgement, t->judgements, &t->room);
    t->judgement[t->judgements++] = (struct judgement){*o, 1};
}

void timeline_access(void *context, const struct played_access *p)
{
    struct timeline *t = context;
    if (p->access->end_ps <= t->from_ps || p->access->start_ps >= t->to_ps || t->accesses == TIMELINE_ACCESSES)
        return;
    struct timeline_access *a = &t->access[t->accesses++];
    *a = (struct timeline_access){p->access->number, p->line, p->access->start_ps, p->access->end_ps, ""};
    (void)snprintf(a->text, sizeof a->text, "%s", p->text);
}

void timeline_free(struct timeline *t)
{
    for (int n = 0; n < LINES; n++)
        free(t->line[n].edge);
    free(t->judgement);
    *t = (struct timeline){0};
}
