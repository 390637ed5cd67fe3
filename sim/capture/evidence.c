/* SPDX-License-Identifier: MIT */
#include "evidence.h"

int evidence_open(struct evidence *v, const struct am9513_config *config, const struct survey *survey, int width,
                  const struct levels *first, const char *file, struct error *e)
{
    v->survey = survey;
    v->sampling = &survey->sampling;
    v->visible = unsure_ps(v->sampling) <= least_of(v->sampling, FIG_TEHEL);
    v->known = (struct known){.rate = survey->x2_rate.periods > 0, .items = width ? UINT64_C(1) << KNOWN_WIDTH : 0};
    if (models_open(v, config, width, first, file, e))
        return STATUS_INPUT;
    judge_start(&v->bus, v, first->at_ps);
    edges_start(&v->edges, v, first);
    v->delays = (struct delays){.of = v};
    return STATUS_OK;
}

void evidence_sample(struct evidence *v, const struct sample *s)
{
    if (s->levels.none) {
        judge_end(&v->bus, s->levels.at_ps);
        return;
    }
    edges_next(&v->edges, s);
    delays_next(&v->delays, s);
    judge_next(&v->bus, s);
}

struct known_word evidence_access(struct evidence *v, struct bus_access *a, const struct sample *s)
{
    if (s)
        judge_doubts(&v->bus, a);
    else if (!a->write && a->control)
        models_status(&v->model, a->begin_ps);
    models_settle(&v->model, a->end_ps);
    if (s)
        delays_write(&v->delays, a, s);
    models_loads(&v->model, a); /* asks which edges came too near before this LOAD */
    if (s)
        edges_access(&v->edges, a);
    return models_access(&v->model, a);
}
