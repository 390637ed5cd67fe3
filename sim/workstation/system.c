/* SPDX-License-Identifier: MIT */
#include "system.h"

#include <stdlib.h>

#include "cli/memory.h"
#include "cli/random.h"

#define MICROSECOND 1000000

const char *const system_class_text[SYSTEM_CLASSES] = {"undisturbed", "interrupted", "descheduled"};

struct machine_run {
    const struct system_setup *setup;
    struct system_result *result;
    struct kernel kernel;
    struct instrument program[KERNEL_PROCESSES];
    struct vcpu *cpu;
    uint64_t state; /* of the pauses */
    bool lock;
};

static uint64_t true_ps(void *arg)
{
    return ((const struct machine_run *)arg)->cpu->now_ps;
}

static uint32_t draw(void *arg, uint32_t below)
{
    return (uint32_t)random_below(&((struct machine_run *)arg)->state, below);
}

static void boot_machine(struct vcpu *cpu, void *arg)
{
    struct machine_run *m = arg;
    const struct system_setup *s = m->setup;
    struct system_result *r = m->result;
    m->cpu = cpu;
    r->error = kernel_boot(&m->kernel, cpu, s->direct, s->waits, s->slice_ticks);
    m->kernel.keep_all = s->keep_all;
    for (unsigned n = 0; n < s->processes && !r->error; n++)
        r->error = kernel_spawn(&m->kernel, instrument_main, &m->program[n]);
    if (r->error)
        return;
    kernel_run(&m->kernel, 0);
    for (unsigned n = 0; n < s->processes; n++) {
        r->switches += m->kernel.process[n].descheduled;
        r->error = r->error ? r->error : m->program[n].error;
    }
    r->ticks = m->kernel.ticks;
    r->end_ps = cpu->now_ps;
    r->stolen_ps = cpu->stolen_ps;
}

/* ---- Classification of the samples */

static bool counts64(enum instrument_path path)
{
    return path == INSTRUMENT_TIME || path == INSTRUMENT_FILE;
}

static uint64_t elapsed(const struct sample *s, enum instrument_path path)
{
    const uint64_t us = s->second - s->first;
    return counts64(path) ? us : (uint32_t)us;
}

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t find_median(const struct sample *sample, size_t count, enum instrument_path path)
{
    uint64_t *us = memory_new(count, sizeof *us);
    size_t used = 0;
    for (size_t n = 0; n < count; n++)
        if (sample[n].good)
            us[used++] = elapsed(&sample[n], path);
    qsort(us, used, sizeof *us, ascending);
    const uint64_t median = used ? us[used / 2] : 0;
    free(us);
    return median;
}

/* FNV-1a */
static void digest(uint64_t *hash, uint64_t word)
{
    for (unsigned n = 0; n < 64; n += 8)
        *hash = (*hash ^ (word >> n & 0xff)) * UINT64_C(0x100000001b3);
}

/* The difference of the counts is less than a microsecond from the time between them. */
bool system_wrong(uint64_t us, bool bits64, uint64_t least_ps, uint64_t most_ps)
{
    const uint64_t least = least_ps / MICROSECOND, most = most_ps / MICROSECOND + (most_ps % MICROSECOND != 0);
    return (bits64 ? us - least : (uint32_t)(us - least)) > most - least;
}

static void judge_sample(struct system_result *r, const struct sample *s, enum instrument_path path)
{
    const enum system_class class = s->descheduled  ? SYSTEM_DESCHEDULED
                                    : s->interrupts ? SYSTEM_INTERRUPTED
                                                    : SYSTEM_CLEAN;
    struct system_class_result *c = &r->of[class];
    const uint64_t us = elapsed(s, path);
    c->samples++;
    digest(&r->digest, s->first);
    digest(&r->digest, s->second);
    digest(&r->digest, s->most_ps);
    if (!s->good) {
        c->given_up++;
        return;
    }
    const bool outlier = us > r->median_us + SYSTEM_OUTLIER_US || us + SYSTEM_OUTLIER_US < r->median_us;
    const bool wrong = system_wrong(us, counts64(path), s->least_ps, s->most_ps);
    c->outliers += outlier;
    c->wrong += wrong;
    c->wrong_unseen += wrong && !outlier;
    if (wrong)
        return;
    c->most_us = us > c->most_us ? us : c->most_us;
    c->least_us = us < c->least_us ? us : c->least_us;
}

static int run_machine(const struct system_setup *s, struct sample *sample, struct system_result *r, struct error *e)
{
    struct machine_run *m = memory_new(1, sizeof *m);
    m->setup = s;
    m->result = r;
    m->state = s->seed;
    for (unsigned n = 0; n < s->processes; n++)
        m->program[n] = (struct instrument){.path = s->path,
                                            .direct = s->direct,
                                            .waits = s->waits,
                                            .work = s->work,
                                            .samples = s->samples,
                                            .sample = sample + (size_t)n * s->samples,
                                            .lock = &m->lock,
                                            .true_ps = true_ps,
                                            .true_arg = m,
                                            .draw = s->seed ? draw : NULL,
                                            .dither = s->dither};
    const int status = s->run(s->harness, boot_machine, m, e);
    free(m);
    return status;
}

int system_run(const struct system_setup *s, struct system_result *r, struct error *e)
{
    const size_t count = (size_t)s->processes * s->samples;
    *r = (struct system_result){.digest = UINT64_C(0xcbf29ce484222325)};
    for (int n = 0; n < SYSTEM_CLASSES; n++)
        r->of[n].least_us = UINT64_MAX;
    if (s->processes < 1 || s->processes > KERNEL_PROCESSES)
        return error_set(e, STATUS_INPUT, "%u processes, expected 1..%d", s->processes, KERNEL_PROCESSES);
    if (!s->slice_ticks || !s->samples)
        return error_set(e, STATUS_INPUT, "no %s, expected 1 or more", s->slice_ticks ? "samples" : "ticks in a slice");
    struct sample *own = s->sample ? NULL : memory_new(count, sizeof *own);
    struct sample *sample = s->sample ? s->sample : own;
    const int status = run_machine(s, sample, r, e);
    if (status == STATUS_OK && !r->error) {
        r->median_us = find_median(sample, count, s->path);
        for (size_t n = 0; n < count; n++)
            judge_sample(r, &sample[n], s->path);
    }
    free(own);
    return status;
}

uint64_t system_failures(const struct system_result *r)
{
    uint64_t failures = 0;
    for (int n = 0; n < SYSTEM_CLASSES; n++)
        failures += r->of[n].wrong + r->of[n].given_up;
    return failures;
}

int system_open(struct system_machine *m, const char *dir, const char *part, const char *name, enum engine_kind engine,
                bool traced, struct error *e)
{
    int status = rig_load(&m->rig, dir, TARGET_BOARD, part, RIG_PAL, name, e);
    if (status)
        return status;
    struct board_config config = rig_config(&m->rig, TARGET_BOARD);
    config.engine = engine;
    config.traced = traced;
    m->harness = (struct harness_setup){.machine = &m->rig.machine, .clock = true};
    return board_result(board_open(&m->harness.board, &config), e);
}
