/* SPDX-License-Identifier: MIT
 * From the shares to points.csv, to the points repeated on the RTL, to summary.json. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/output.h"
#include "cli/random.h"
#include "measure/measure.h"
#include "sweep_internal.h"

#define SAMPLE 100          /* one point in so many is repeated on the RTL */
#define REPEATED_AT_ONCE 16 /* points of one piece of work */

/* ---- Points that are repeated on the RTL */

struct selection {
    const struct sweep *sweep;
    uint8_t *pass; /* a bit for each point of the sweep */
    uint64_t *point;
    size_t points, room, boundary; /* boundary: how many of them are at one */
};

static bool passes(const struct selection *s, uint64_t point)
{
    return s->pass[point / 8] >> point % 8 & 1;
}

/* A neighbour along some axis of the grid has another verdict. Points drawn at random have no neighbours. */
static bool at_boundary(const struct selection *s, uint64_t point)
{
    const struct sweep *sweep = s->sweep;
    const bool pass = passes(s, point);
    bool found = false;
    uint64_t stride = 1;
    for (size_t n = sweep->random ? 0 : sweep->axes; n-- > 0 && !found; stride *= sweep->axis[n].values) {
        const uint64_t place = point / stride % sweep->axis[n].values;
        found = (place > 0 && passes(s, point - stride) != pass) ||
                (place + 1 < sweep->axis[n].values && passes(s, point + stride) != pass);
    }
    return found;
}

static void select_points(struct selection *s)
{
    for (uint64_t point = 0; point < s->sweep->points; point++) {
        const bool boundary = at_boundary(s, point);
        if (!boundary && sweep_point_seed(s->sweep, point) / 2 % SAMPLE != 0)
            continue;
        MEMORY_MORE(s->point, s->points, &s->room);
        s->point[s->points++] = point;
        s->boundary += boundary;
    }
}

struct repetition {
    struct sweep_loaded *loaded;
    const struct selection *selection;
};

static int repeat_some(void *context, uint64_t piece, uint64_t *done, struct error *e)
{
    const struct repetition *r = context;
    const size_t first = piece * REPEATED_AT_ONCE;
    for (size_t n = first; n < first + REPEATED_AT_ONCE && n < r->selection->points; n++) {
        const uint64_t point = r->selection->point[n];
        char name[40];
        struct sweep_result result;
        (void)snprintf(name, sizeof name, "point %" PRIu64, point + 1);
        sweep_values(r->loaded, point);
        const int status = sweep_confirm(r->loaded, point, name, &result, e);
        if (status)
            return status;
        ++*done;
    }
    return STATUS_OK;
}

/* ---- Joining the shares */

struct rows {
    const struct sweep *sweep;
    struct sweep_summary *summary;
    struct selection *selection;
    FILE *points; /* points.csv */
};

static void take_row(struct rows *rows, uint64_t point, const char *line, const struct sweep_result *r)
{
    struct sweep_summary *s = rows->summary;
    (void)fputs(line, rows->points);
    rows->selection->pass[point / 8] |= (uint8_t)(r->pass << point % 8);
    s->passed += r->pass;
    s->cd_holds += !(r->broken & CHECKS_CD);
    for (int n = 0; n < FIG_CHECKS; n++)
        s->broken[n] += r->broken >> n & 1;
    if (r->worst < 0)
        return;
    s->worst[r->worst]++;
    if (!s->worst_point || r->slack_ps < s->worst_slack_ps) {
        s->worst_point = point + 1;
        s->worst_slack_ps = r->slack_ps;
        s->worst_check = r->worst;
    }
}

/* The rest of the share must be the rows of points first to end - 1. */
static int take_rows(struct rows *rows, FILE *f, const char *path, uint64_t first, uint64_t end, struct error *e)
{
    char *line = NULL;
    size_t room = 0;
    uint64_t point = first;
    bool good = true;
    struct sweep_result result;
    while (good && getline(&line, &room, f) > 0) {
        good = point < end && sweep_row_parse(&result, rows->sweep, point, line);
        if (good)
            take_row(rows, point++, line, &result);
    }
    free(line);
    if (ferror(f))
        return error_set(e, STATUS_SYSTEM, "%s: cannot read: %s", path, strerror(EIO));
    if (good && point == end)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT,
                     "%s:%" PRIu64 ": not a row of point %" PRIu64 ", expected those of points %" PRIu64 " to %" PRIu64
                     "; without the file they are played again",
                     path, 1 + point - first + 1, point + 1, first + 1, end);
}

static int join_share(struct rows *rows, const char *dir, uint64_t share, struct error *e)
{
    char path[SWEEP_PATH];
    FILE *f;
    int status = sweep_share_open(&f, rows->sweep, dir, share, e);
    if (status)
        return status;
    (void)sweep_share_path(path, dir, rows->sweep, share);
    if (!f)
        return error_set(e, STATUS_SYSTEM, "%s: is gone, expected no other run in this folder", path);
    status =
        take_rows(rows, f, path, sweep_share_first(rows->sweep, share), sweep_share_first(rows->sweep, share + 1), e);
    (void)fclose(f);
    return status;
}

static int join_shares(struct rows *rows, const char *dir, struct error *e)
{
    char path[SWEEP_PATH];
    struct output output;
    int status = output_open(&output, sweep_path(path, dir, "points.csv"), e);
    if (status)
        return status;
    rows->points = output.f;
    sweep_print_head(output.f, rows->sweep);
    for (uint64_t n = 0; n < rows->sweep->shares && status == STATUS_OK; n++)
        status = join_share(rows, dir, n, e);
    return output_close(&output, status, e);
}

/* ---- summary.json */

static void add_counts(cJSON *tree, const char *name, const uint64_t *count)
{
    cJSON *all = cJSON_AddObjectToObject(tree, name);
    for (int n = 0; n < FIG_CHECKS; n++)
        if (count[n])
            output_json_count(all, figure_info[n].name, count[n]);
}

void sweep_yield(const struct sweep *sweep, uint64_t passed, double *low, double *high)
{
    const double points = (double)sweep->points;
    measure_score_interval((double)passed / points, points, measure_z(0.95), low, high);
}

static int write_summary(const struct sweep_loaded *loaded, const char *dir, const struct sweep_summary *s,
                         struct error *e)
{
    const struct sweep *sweep = loaded->sweep;
    char path[SWEEP_PATH];
    cJSON *tree = sweep_json(sweep);
    cJSON_AddStringToObject(tree, "kind", sweep->random ? "random" : "grid");
    cJSON *axes = cJSON_AddArrayToObject(tree, "axes");
    for (size_t n = 0; n < sweep->axes; n++) {
        const struct sweep_axis *axis = &sweep->axis[n];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "column", axis->column);
        output_json_integer(one, "from", axis->from);
        output_json_integer(one, "to", axis->to);
        if (!sweep->random)
            output_json_integer(one, "step", axis->step);
        cJSON_AddItemToArray(axes, one);
    }
    output_json_count(tree, "points", sweep->points);
    output_json_count(tree, "passed", s->passed);
    output_json_count(tree, "cd_holds", s->cd_holds);
    if (sweep->random) {
        double low, high;
        sweep_yield(sweep, s->passed, &low, &high);
        cJSON *yield = cJSON_AddObjectToObject(tree, "yield");
        cJSON_AddNumberToObject(yield, "share", (double)s->passed / (double)sweep->points);
        cJSON_AddNumberToObject(yield, "low", low);
        cJSON_AddNumberToObject(yield, "high", high);
        cJSON_AddNumberToObject(yield, "confidence", 0.95);
    }
    if (s->worst_point) {
        cJSON *worst = cJSON_AddObjectToObject(tree, "worst");
        output_json_count(worst, "point", s->worst_point);
        output_json_integer(worst, "slack_ps", s->worst_slack_ps);
        cJSON_AddStringToObject(worst, "parameter", figure_info[s->worst_check].name);
    }
    add_counts(tree, "broken", s->broken);
    add_counts(tree, "least_slack", s->worst);
    cJSON *rtl = cJSON_AddObjectToObject(tree, "rtl");
    output_json_count(rtl, "boundary", s->boundary);
    output_json_count(rtl, "sample", s->sample);
    cJSON_AddBoolToObject(rtl, "agree", s->agree);
    return output_json_run(sweep_path(path, dir, "summary.json"), tree, NULL, NULL, e);
}

int sweep_finish(struct sweep_loaded *loaded, const char *dir, struct sweep_summary *summary, struct error *e)
{
    struct selection selection = {.sweep = loaded->sweep, .pass = memory_new(loaded->sweep->points / 8 + 1, 1)};
    struct rows rows = {.sweep = loaded->sweep, .summary = summary, .selection = &selection};
    *summary = (struct sweep_summary){.worst_check = -1};
    int status = join_shares(&rows, dir, e);
    if (status == STATUS_OK) {
        select_points(&selection);
        const struct repetition repetition = {loaded, &selection};
        const struct workers_job job = {.what = "points repeated on the RTL",
                                        .pieces = (selection.points + REPEATED_AT_ONCE - 1) / REPEATED_AT_ONCE,
                                        .units = selection.points,
                                        .piece = repeat_some,
                                        .context = (void *)&repetition};
        summary->boundary = selection.boundary;
        summary->sample = selection.points - selection.boundary;
        status = job.pieces ? workers_run(&job, e) : STATUS_OK;
        summary->agree = status == STATUS_OK;
    }
    free(selection.pass);
    free(selection.point);
    struct error why;
    if ((status == STATUS_OK || status == STATUS_BAD) && write_summary(loaded, dir, summary, &why)) {
        *e = why;
        return STATUS_SYSTEM;
    }
    return status;
}
