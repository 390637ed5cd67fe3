/* SPDX-License-Identifier: MIT */
#include "timing_verdict.h"

#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "sweep.h"

#define PARTS_MAX 64
#define NS INT64_C(1000)
#define READS 20 /* of each board tried, as of a point of a sweep */

struct grade {
    char name[48];
    int64_t most_ps;
    enum mark mark;
};

struct search {
    const struct cure_board *board;
    struct grade grade[PARTS_MAX];
    size_t grades;
    struct sweep sweep;
    struct sweep_loaded loaded;
};

static int list_grades(struct search *s, struct error *e)
{
    static char name[PARTS_MAX][sizeof s->grade[0].name];
    struct part part;
    int status = part_list(name, PARTS_MAX, &s->grades, s->board->setup->dir, HOME_PAL, e);
    for (size_t n = 0; n < s->grades && status == STATUS_OK; n++) {
        status = part_load(&part, s->board->setup->dir, name[n], e);
        s->grade[n].most_ps = part.figure[FIG_PAL_TPD].value[CORNER_MAX];
        s->grade[n].mark = part.figure[FIG_PAL_TPD].mark;
        memcpy(s->grade[n].name, name[n], sizeof s->grade[n].name);
    }
    return status;
}

static const struct grade *fastest(const struct search *s)
{
    const struct grade *found = s->grade;
    for (size_t n = 1; n < s->grades; n++)
        found = s->grade[n].most_ps < found->most_ps ? &s->grade[n] : found;
    return found;
}

/* The board's own PAL if it is not slower, else the slowest that is not. The fastest is not. */
static const struct grade *slowest_within(const struct search *s, int64_t most_ps)
{
    const struct grade *found = fastest(s);
    for (size_t n = 0; n < s->grades; n++) {
        const struct grade *one = &s->grade[n];
        if (one->most_ps > most_ps)
            continue;
        if (strcmp(one->name, RIG_PAL) == 0)
            return one;
        found = one->most_ps > found->most_ps ? one : found;
    }
    return found;
}

/* most_ps: how slow the PAL may be at the slow corner, in all variants; -1: the fastest is too slow */
static int slow_limit(struct search *s, const char *part, int64_t *most_ps, struct error *e)
{
    int status = STATUS_OK;
    *most_ps = INT64_MAX;
    for (size_t n = 0; n < s->board->machines && *most_ps >= 0 && status == STATUS_OK; n++) {
        struct sweep_limits limits;
        s->sweep = (struct sweep){.data = s->board->setup->dir,
                                  .machine = s->board->machine[n],
                                  .part = part,
                                  .pal_part = fastest(s)->name,
                                  .pal = s->board->pal,
                                  .corner = CORNER_MAX,
                                  .reads = READS,
                                  .seed = s->board->setup->seed,
                                  .axes = 1};
        status = sweep_key("pal.pal_tpd", &s->sweep.axis[0], e);
        if (status == STATUS_OK)
            status = sweep_load(&s->sweep, &s->loaded, e);
        if (status == STATUS_OK)
            status = sweep_limit(&s->loaded, &limits, e);
        if (status)
            return status;
        if (limits.broken || limits.reads_wrong)
            *most_ps = -1;
        else if (limits.up.value < *most_ps)
            *most_ps = limits.up.value;
    }
    return status;
}

/* Whether a board with these parts, and more of the machine's figure, works, as rows of the table with fewer reads */
static int play(struct search *s, const char *part, const char *pal, int figure, int64_t more_ps, bool *good,
                struct error *e)
{
    static const enum corner corner[] = {CORNER_MAX, CORNER_MIN};
    const struct timing_setup setup = {.dir = s->board->setup->dir, .reads = READS, .seed = s->board->setup->seed};
    struct rig *rig = &s->loaded.rig;
    int status = STATUS_OK;
    *good = true;
    for (size_t n = 0; n < 2 * s->board->machines && *good && status == STATUS_OK; n++) {
        struct bus_reads reads;
        status = rig_load(rig, setup.dir, TARGET_BOARD, part, pal, s->board->machine[n / 2], e);
        rig->machine.figure[figure].value[corner[n % 2]] += more_ps;
        if (status == STATUS_OK)
            status = timing_reads(&reads, &setup, rig, s->board->pal, corner[n % 2], ENGINE_MODEL, e);
        *good = status == STATUS_OK && bus_reads_good(&reads);
    }
    return status;
}

static int try_part(struct search *s, const char *part, struct cure *cure, struct error *e)
{
    bool good;
    int64_t most_ps;
    int status = slow_limit(s, part, &most_ps, e);
    if (status || most_ps < 0)
        return status;
    const struct grade *grade = slowest_within(s, most_ps);
    const struct timing_setup *is = s->board->setup;
    if (strcmp(part, is->part) == 0 && strcmp(grade->name, RIG_PAL) == 0 && strcmp(is->pal_part, RIG_PAL) == 0)
        return STATUS_OK; /* the board as it is */
    status = play(s, part, grade->name, FIG_STROBE_HOLD, 0, &good, e);
    if (!good)
        return status;
    most_ps = most_ps / NS * NS > grade->most_ps ? most_ps / NS * NS : grade->most_ps;
    *cure = (struct cure){.most_ps = most_ps, .pal_ps = grade->most_ps, .mark = grade->mark};
    (void)snprintf(cure->part, sizeof cure->part, "%s", part);
    (void)snprintf(cure->pal, sizeof cure->pal, "%s", grade->name);
    return status;
}

static int try_figure(struct search *s, struct cure *cure, struct error *e)
{
    /* The machine's figure whose time a check observes; 0: none alone */
    static const int observed[FIG_CHECKS] = {[FIG_TWHDX] = FIG_STROBE_HOLD,
                                             [FIG_TDVWH] = FIG_WDATA_SETUP,
                                             [FIG_TRLRH] = FIG_MAS_READ,
                                             [FIG_TWLWH] = FIG_MAS_WRITE};
    const int figure = s->board->worst < 0 ? 0 : observed[s->board->worst];
    const int64_t more_ps = (s->board->short_ps + 999) / 1000 * 1000; /* whole ns */
    bool good;
    if (!figure)
        return STATUS_OK;
    const int status = play(s, s->board->setup->part, s->board->setup->pal_part, figure, more_ps, &good, e);
    cure->figure = figure;
    cure->more_ps = good ? more_ps : 0;
    return status;
}

int cure_find(const struct cure_board *board, struct cure *cure, struct error *e)
{
    static char chip[PARTS_MAX][48];
    size_t chips = 0;
    struct search *s = memory_new(1, sizeof *s);
    s->board = board;
    *cure = (struct cure){.part = ""};
    int status = list_grades(s, e);
    if (status == STATUS_OK)
        status = part_list(chip, PARTS_MAX, &chips, board->setup->dir, HOME_CHIP, e);
    if (status == STATUS_OK)
        status = try_part(s, board->setup->part, cure, e);
    for (size_t n = 0; n < chips && !cure->part[0] && status == STATUS_OK; n++)
        if (strcmp(chip[n], board->setup->part) != 0)
            status = try_part(s, chip[n], cure, e);
    if (status == STATUS_OK)
        status = try_figure(s, cure, e);
    free(s);
    return status;
}
