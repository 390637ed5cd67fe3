/* SPDX-License-Identifier: MIT */
#include "evidence.h"

#include "sim/board/engine_model.h"

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
    models_next(&v->model, s);
    edges_next(&v->edges, s);
    delays_next(&v->delays, s);
    judge_next(&v->bus, s);
}

/* The chip before an access, with what is not known such that no mistake follows from it: the data pointer at status,
 * counters that count F1 and are disarmed. */
static struct chip_state chip_known(struct evidence *v)
{
    const struct known *k = &v->known;
    struct chip_state chip;
    engine_model_state(&v->model.chip, &chip);
    if (!known_has(k, KNOWN_POINTER) || !known_has(k, KNOWN_BYTE) || !known_has(k, KNOWN_WIDTH)) {
        chip.pointer = 0x1f;
        chip.low_next = true;
    }
    for (int n = 0; n < 5; n++) {
        if (!known_has(k, KNOWN_MODE + n))
            chip.mode[n] = 0x0b00;
        if (!known_has(k, KNOWN_ARMED + n)) /* it may have been */
            chip.armed |= (uint8_t)(1U << n);
        else if (!known_has(k, KNOWN_COUNT + n))
            chip.armed = (uint8_t)(chip.armed & ~(1U << n));
    }
    return chip;
}

void evidence_end(struct evidence *v)
{
    const struct chip_state chip = chip_known(v);
    judge_end(&v->bus, v->survey->end_ps);
    sequence_end(&v->found.sequence, &chip);
    v->found.known = v->known.items;
}

/* To the bus of the chip as the access ends. */
static void cut(const struct evidence *v, struct bus_access *a)
{
    const uint64_t bus = a->control ? WIRES_DATA : models_bus(&v->model);
    a->wide = bus == AM9513_DB;
    a->unsure = (uint16_t)((a->unsure | ~v->survey->pins) & bus);
    a->value &= (uint16_t)bus;
}

/* The model comes first: all that follows reads the chip as the access ends. The access is settled by judge, which at
 * the socket doubts nothing, and cut once all lines were seen: DB8-15 of the 8-bit bus are GATE nA, and one that moves
 * leaves open what a command does. */
struct known_word evidence_access(struct evidence *v, struct bus_access *a, const struct sample *s)
{
    models_ends(&v->model, a);
    judge_doubts(&v->bus, a);
    if (s) {
        delays_write(&v->delays, a, s);
        edges_access(&v->edges, a);
    }
    cut(v, a);
    const struct chip_state chip = chip_known(v);
    if (!a->doubtful && !a->both && !(a->write && a->unsure & 0xff))
        sequence_next(&v->found.sequence, &chip,
                      &(struct sequence_access){(uint32_t)a->number, a->control, a->write, (chip.master & 0x2000) != 0,
                                                a->value});
    models_command(&v->model, a);
    const enum known_latch latch = v->known.latch;
    struct known_word w = known_access(&v->known, &v->model.chip, a);
    if (!a->write)
        reads_next(v, a, latch, &w);
    models_play(&v->model, a, &w);
    return w;
}
