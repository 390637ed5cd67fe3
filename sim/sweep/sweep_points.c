/* SPDX-License-Identifier: MIT
 * The axes of a sweep. */
#include <inttypes.h>
#include <string.h>

#include "cli/number.h"
#include "cli/random.h"
#include "cli/time_text.h"
#include "sim/figures/figures.h"
#include "sweep_internal.h"

#define PHASE_MOST_PS INT64_C(1000000000000) /* 1 s */
#define PHASE_DRAWN_PS INT64_C(100000000)    /* 100 us: many periods of CPU, DES clock and oscillator */
#define OSC_LEAST_HZ 1000
#define OSC_MOST_HZ 50000000
#define SHARE_POINTS 256 /* about 30 ms, so that a small sweep keeps all CPUs busy */
#define SHARES_MOST 1024 /* files at one time, unless more are asked for */
#define GRID_AXES 16     /* --vary options; all corners of the grid are checked */

static void name_column(struct sweep_axis *axis)
{
    const struct figure_info *info = &figure_info[axis->figure];
    (void)snprintf(axis->column, sizeof axis->column, "%s.%s%s", figure_owner[axis->home].name, info->name,
                   info->unit == UNIT_TIME ? "_ps" : "");
}

int sweep_key(const char *key, struct sweep_axis *axis, struct error *e)
{
    const char *whole = key;
    *axis = (struct sweep_axis){.kind = SWEEP_FIGURE};
    if (strcmp(key, "osc") == 0) {
        *axis = (struct sweep_axis){.kind = SWEEP_OSC, .from = OSC_LEAST_HZ, .to = OSC_MOST_HZ, .column = "osc_hz"};
        return STATUS_OK;
    }
    if (strcmp(key, "phase") == 0) {
        *axis = (struct sweep_axis){.kind = SWEEP_PHASE, .to = PHASE_MOST_PS, .column = "phase_ps"};
        return STATUS_OK;
    }
    axis->home = figure_owner_find(key, &key);
    if (axis->home == HOME_NONE)
        return error_set(e, STATUS_INPUT,
                         "%.60s: no such key, expected machine.X, part.X, pal.X, buffer.X, osc or phase", whole);
    axis->figure = figure_find(key);
    if (axis->figure < 0 || figure_info[axis->figure].home != axis->home)
        return error_set(e, STATUS_INPUT, "%.60s: no such figure, expected one that `set` takes, such as %s.%s", whole,
                         figure_owner[axis->home].name, figure_owner[axis->home].example);
    const struct figure_info *info = &figure_info[axis->figure];
    if (info->kind == KIND_COST || info->unit == UNIT_CHOICE || info->unit == UNIT_FLAG)
        return error_set(e, STATUS_INPUT, "%.60s: not a figure of the bus, expected a time", whole);
    axis->from = info->least;
    axis->to = info->most;
    name_column(axis);
    return STATUS_OK;
}

/* ---- FROM..TO/STEP */

static int rate_parse(const char *text, int64_t *hz, struct error *e)
{
    uint64_t millihertz;
    const int status = frequency_parse(text, &millihertz, e);
    if (status)
        return status;
    *hz = (int64_t)(millihertz / 1000);
    return millihertz % 1000 == 0
               ? STATUS_OK
               : error_set(e, STATUS_INPUT, "\"%.40s\" is not a whole number of hertz, expected one such as 3.5MHz",
                           text);
}

static int count_parse(const char *text, int64_t *value, struct error *e)
{
    struct number number;
    if (number_read(&number, text, strlen(text)) != NUMBER_GOOD || number.value > INT64_MAX)
        return error_set(e, STATUS_INPUT, "\"%.40s\" is not a number, expected digits", text);
    *value = (int64_t)number.value;
    return STATUS_OK;
}

static int value_parse(const struct sweep_axis *axis, const char *text, int64_t *value, struct error *e)
{
    if (axis->kind == SWEEP_OSC)
        return rate_parse(text, value, e);
    if (axis->kind == SWEEP_FIGURE && figure_info[axis->figure].unit != UNIT_TIME)
        return count_parse(text, value, e);
    return time_parse(text, value, e);
}

/* FROM..TO/STEP, split in place. */
static int range_parse(struct sweep_axis *axis, char *text, struct error *e)
{
    const int64_t least = axis->from, most = axis->to;
    char *dots = strstr(text, ".."), *slash = strchr(text, '/');
    struct error why;
    if (!dots || !slash || slash < dots)
        return error_set(e, STATUS_INPUT, "\"%.60s\" is not a range, expected FROM..TO/STEP", text);
    *dots = *slash = '\0';
    if (value_parse(axis, text, &axis->from, &why) || value_parse(axis, dots + 2, &axis->to, &why) ||
        value_parse(axis, slash + 1, &axis->step, &why))
        return error_set(e, STATUS_INPUT, "%s", why.text);
    if (axis->from < least || axis->to > most)
        return error_set(e, STATUS_INPUT,
                         "the range leaves %" PRId64 " to %" PRId64 " (column %s), expected one inside", least, most,
                         axis->column);
    if (axis->to <= axis->from)
        return error_set(e, STATUS_INPUT, "the range is %s, expected FROM below TO",
                         axis->to == axis->from ? "empty" : "reversed");
    if (axis->step <= 0)
        return error_set(e, STATUS_INPUT, "the step is %s, expected one above 0", axis->step ? "negative" : "0");
    if (axis->step > axis->to - axis->from)
        return error_set(e, STATUS_INPUT, "the step is above TO - FROM, expected two values or more");
    axis->values = (uint64_t)(axis->to - axis->from) / (uint64_t)axis->step + 1;
    axis->to = axis->from + (int64_t)(axis->values - 1) * axis->step;
    return STATUS_OK;
}

int sweep_vary(struct sweep *sweep, const char *text, struct error *e)
{
    char copy[256];
    struct error why;
    struct sweep_axis *axis = &sweep->axis[sweep->axes];
    if (sweep->axes == GRID_AXES)
        return error_set(e, STATUS_INPUT, "--vary %.60s: too many, expected at most %d", text, GRID_AXES);
    if (strlen(text) >= sizeof copy || !strchr(text, '='))
        return error_set(e, STATUS_INPUT, "--vary %.60s: expected KEY=FROM..TO/STEP", text);
    (void)snprintf(copy, sizeof copy, "%s", text);
    char *range = strchr(copy, '=');
    *range++ = '\0';
    if (sweep_key(copy, axis, &why) || range_parse(axis, range, &why))
        return error_set(e, STATUS_INPUT, "--vary %s: %s", text, why.text);
    for (size_t n = 0; n < sweep->axes; n++)
        if (strcmp(sweep->axis[n].column, axis->column) == 0)
            return error_set(e, STATUS_INPUT, "--vary %s: %s appears twice, expected each key once", text, copy);
    sweep->axes++;
    return STATUS_OK;
}

/* ---- Preparing */

/* A random sweep draws each delay of part, PAL, buffer and machine that has a spread, and the phase. */
static void draw_axes(struct sweep *sweep, struct rig *rig)
{
    static const enum figure_home order[] = {HOME_MACHINE, HOME_CHIP, HOME_PAL, HOME_BUFFER};
    for (size_t home = 0; home < sizeof order / sizeof *order; home++) {
        const struct figure *figure = rig_figures(rig, order[home]);
        for (int n = 0; n < FIG_COUNT && sweep->axes < SWEEP_AXES - 1; n++) {
            const int64_t from = figure[n].value[CORNER_MIN], to = figure[n].value[CORNER_MAX];
            if (figure_info[n].home != order[home] || figure_info[n].kind != KIND_DELAY || from == to)
                continue;
            struct sweep_axis *axis = &sweep->axis[sweep->axes++];
            *axis = (struct sweep_axis){.kind = SWEEP_FIGURE,
                                        .home = order[home],
                                        .figure = n,
                                        .from = from,
                                        .to = to,
                                        .typ = figure[n].value[CORNER_TYP],
                                        .spread = figure[n].spread};
            name_column(axis);
        }
    }
    struct error e;
    struct sweep_axis *phase = &sweep->axis[sweep->axes++];
    (void)sweep_key("phase", phase, &e);
    phase->to = PHASE_DRAWN_PS - 1;
}

struct figure *sweep_figure(struct sweep_loaded *loaded, const struct sweep_axis *axis)
{
    return &rig_figures(&loaded->rig, axis->home)[axis->figure];
}

void sweep_apply(struct sweep_loaded *loaded)
{
    const struct sweep *sweep = loaded->sweep;
    for (size_t n = 0; n < sweep->axes; n++) {
        const struct sweep_axis *axis = &sweep->axis[n];
        if (axis->kind == SWEEP_FIGURE)
            sweep_figure(loaded, axis)->value[sweep->corner] = loaded->value[n];
    }
}

bool sweep_contradicts(struct sweep_loaded *loaded, struct disorder *d)
{
    sweep_apply(loaded);
    return figures_disorder(loaded->rig.chip.figure, HOME_CHIP, d) ||
           figures_disorder(loaded->rig.machine.figure, HOME_MACHINE, d);
}

/* The bounds between figures are linear, so a grid keeps them if its corners do. */
static int check_grid(struct sweep_loaded *loaded, struct error *e)
{
    const struct sweep *sweep = loaded->sweep;
    struct disorder d;
    char text[120];
    for (uint64_t corner = 0; corner < UINT64_C(1) << sweep->axes; corner++) {
        for (size_t n = 0; n < sweep->axes; n++)
            loaded->value[n] = corner >> n & 1 ? sweep->axis[n].to : sweep->axis[n].from;
        if (sweep_contradicts(loaded, &d))
            return error_set(e, STATUS_INPUT, "the grid has points at which %s %s", figure_info[d.smaller].name,
                             disorder_text(text, sizeof text, &d));
    }
    return STATUS_OK;
}

int sweep_load(const struct sweep *sweep, struct sweep_loaded *loaded, struct error *e)
{
    *loaded = (struct sweep_loaded){.sweep = sweep};
    return rig_load(&loaded->rig, sweep->data, TARGET_BOARD, sweep->part, sweep->pal_part, sweep->machine, e);
}

int sweep_applies(const struct sweep_loaded *loaded, const struct sweep_axis *axis, struct error *e)
{
    if (axis->kind != SWEEP_FIGURE || axis->home != HOME_BUFFER || loaded->rig.machine.buffer[0])
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%s: machine %s has no buffer, expected another key", axis->column,
                     loaded->rig.machine.name);
}

/* FNV-1a, a value at a time. */
static uint64_t sum_figures(struct rig *rig)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (int n = 0; n < FIG_COUNT * HOME_NONE; n++) {
        const struct figure *figure = &rig_figures(rig, (enum figure_home)(n / FIG_COUNT))[n % FIG_COUNT];
        for (int corner = 0; corner < CORNERS; corner++)
            sum = (sum ^ (uint64_t)figure->value[corner]) * UINT64_C(0x100000001b3);
        sum = (sum ^ figure->spread) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static int count_grid(struct sweep *sweep, const struct sweep_loaded *loaded, struct error *e)
{
    sweep->points = 1;
    for (size_t n = 0; n < sweep->axes; n++) {
        const struct sweep_axis *axis = &sweep->axis[n];
        const int status = sweep_applies(loaded, axis, e);
        if (status)
            return status;
        if (axis->values > SWEEP_POINTS_MAX / sweep->points)
            return error_set(e, STATUS_INPUT, "the grid has more than %" PRIu64 " points, expected fewer",
                             SWEEP_POINTS_MAX);
        sweep->points *= axis->values;
    }
    return STATUS_OK;
}

int sweep_prepare(struct sweep *sweep, struct sweep_loaded *loaded, struct error *e)
{
    int status = sweep_load(sweep, loaded, e);
    if (status)
        return status;
    sweep->figures = sum_figures(&loaded->rig);
    if (sweep->random) {
        draw_axes(sweep, &loaded->rig);
        sweep->points = sweep->random;
    } else
        status = count_grid(sweep, loaded, e);
    const uint64_t shares = sweep->points / SHARE_POINTS + 1;
    if (!sweep->shares)
        sweep->shares = shares < SHARES_MOST ? shares : SHARES_MOST;
    if (status == STATUS_OK && sweep->shares > sweep->points)
        return error_set(e, STATUS_INPUT,
                         "%" PRIu64 " shares of %" PRIu64 " points, expected --of with a point in each", sweep->shares,
                         sweep->points);
    return status == STATUS_OK && !sweep->random ? check_grid(loaded, e) : status;
}

/* ---- Points */

uint64_t sweep_point_seed(const struct sweep *sweep, uint64_t point)
{
    uint64_t state = sweep->seed;
    state = random_next(&state) + point;
    return random_next(&state);
}
