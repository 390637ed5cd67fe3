/* SPDX-License-Identifier: MIT */
#include "judgement.h"

#include "model/am9513_internal.h"

void judgement_start(struct judgement *j, const struct sampling *sampling, uint64_t pins,
                     const struct vcd_levels *first)
{
    judge_start(&j->judge, sampling, first->at_ps);
    edges_start(&j->edges, &j->judge, &j->models, pins, first);
    delays_start(&j->delays, &j->edges, sampling, pins);
}

void judgement_sample(struct judgement *j, const struct sample *s)
{
    edges_next(&j->edges, s);
    delays_next(&j->delays, s);
    if (access_begins(s, AM9513_RD_N) || access_begins(s, AM9513_WR_N))
        j->judge.short_write = models_short_write(&j->models, s->levels.at_ps);
    judge_next(&j->judge, s);
}

struct known_word judgement_access(struct judgement *j, struct bus_access *a, const struct sample *s, bool lost)
{
    struct known *k = &j->models.known;
    if (lost)
        known_lost(k);
    a->doubtful |= a->write && j->judge.port.lost && j->judge.port.left < a->end_ps;
    if (a->write && j->judge.data.lost)
        a->unsure |= (uint16_t)(j->judge.inside & AM9513_DB);
    edges_access(&j->edges, a);
    delays_write(&j->delays, a, s);
    j->models.exact = edges_exact(&j->edges);
    const struct known_word w = models_access(&j->models, a);
    j->judge.wide = models_chip(&j->models)->master_mode & MM_WIDE;
    j->judge.short_known = known_has(k, KNOWN_PREFETCH);
    return w;
}
