/* SPDX-License-Identifier: MIT
 * From the blocks to points.csv, to the points repeated on the RTL, to summary.json. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/grow.h"
#include "cli/output.h"
#include "cli/random.h"
#include "sweep_internal.h"
#include "workers.h"

#define SAMPLE 100          /* one point in so many is repeated on the RTL */
#define REPEATED_AT_ONCE 16 /* points of one piece of work */
#define Z_95 1.959963984540054
#define FIELDS_AFTER 6 /* verdict, cd, slack, parameter, broken, wrong reads */

/* ---- Rows of blocks and of points.csv */

/* False unless the line is, byte for byte, a row that a run writes for that point. */
static bool row_parse(struct sweep_result *r, struct sweep_bench *bench, uint64_t point, const char *line)
{
    char copy[SWEEP_ROW], *field[FIELDS_AFTER], *save = NULL, *at = copy;
    (void)snprintf(copy, sizeof copy, "%s", line);
    for (size_t n = 0; n <= bench->sweep->axes && at; n++)
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    for (int n = 0; n < FIELDS_AFTER; n++, at = NULL)
        if ((n == 0 && !at) || !(field[n] = strtok_r(at, ",\n", &save)))
            return false;
    *r = (struct sweep_result){
        .slack_ps = strtoll(field[2], NULL, 10), .worst = figure_find(field[3]), .wrong = strtoull(field[5], NULL, 10)};
    if (r->worst >= FIG_CHECKS)
        return false;
    for (char *word = strtok_r(field[4], " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        const int check = figure_find(word);
        if (check >= 0 && check < FIG_CHECKS)
            r->broken |= UINT64_C(1) << check;
    }
    r->pass = !r->broken && !r->wrong;
    r->cd_holds = !(r->broken & bus_cd_checks);
    sweep_values(bench, point);
    return strcmp(sweep_row_text(copy, bench, point, r), line) == 0;
}

struct rows {
    struct sweep_bench *bench;
    void (*take)(void *context, uint64_t point, const char *line, const struct sweep_result *result);
    void *context;
};

/* Takes the rows of points first to end - 1, which are the rest of the file; lines: read before them. */
static int read_rows(const struct rows *rows, FILE *f, const char *path, uint64_t lines, uint64_t first, uint64_t end,
                     struct error *e)
{
    char *line = NULL;
    size_t room = 0;
    uint64_t point = first;
    bool good = true;
    struct sweep_result result;
    while (good && getline(&line, &room, f) > 0) {
        good = point < end && row_parse(&result, rows->bench, point, line);
        if (good)
            rows->take(rows->context, point++, line, &result);
    }
    free(line);
    if (ferror(f))
        return error_set(e, STATUS_SYSTEM, "%s: cannot read: %s", path, strerror(EIO));
    return good && point == end ? STATUS_OK
                                : error_set(e, STATUS_INPUT,
                                            "%s:%" PRIu64 ": not the row of point %" PRIu64
                                            ", expected the file of this sweep; without the file, --resume plays its "
                                            "points again",
                                            path, lines + point - first + 1, point + 1);
}

/* ---- points.csv */

static void print_head(FILE *f, const struct sweep *sweep)
{
    (void)fprintf(f, "number");
    for (size_t n = 0; n < sweep->axes; n++)
        (void)fprintf(f, ",%s", sweep->axis[n].column);
    (void)fprintf(f, ",verdict,cd,worst_slack_ps,worst_parameter,broken,wrong_reads\n");
}

static void copy_row(void *context, uint64_t point, const char *line, const struct sweep_result *result)
{
    (void)point;
    (void)result;
    (void)fputs(line, context);
}

static int append(FILE *to, const char *path, struct sweep_bench *bench, uint64_t block, struct error *e)
{
    const struct rows rows = {bench, copy_row, to};
    FILE *from = fopen(path, "r");
    if (!from)
        return error_set(e, STATUS_SYSTEM, "%s: cannot read: %s", path, strerror(errno));
    int status = read_rows(&rows, from, path, 0, block * SWEEP_BLOCK, sweep_block_end(bench->sweep, block), e);
    (void)fclose(from);
    return status;
}

static int join(struct sweep_bench *bench, const char *dir, struct error *e)
{
    const struct sweep *sweep = bench->sweep;
    char path[SWEEP_PATH];
    struct output output;
    int status = output_open(&output, sweep_path(path, dir, "points.csv"), e);
    FILE *f = status == STATUS_OK ? fopen(output.part, "w") : NULL;
    if (f) {
        char block[SWEEP_PATH];
        print_head(f, sweep);
        for (uint64_t n = 0; n < sweep_blocks(sweep) && status == STATUS_OK; n++)
            status = append(f, sweep_block_path(block, dir, n), bench, n, e);
        errno = 0;
        const bool bad = ferror(f) != 0;
        if ((fclose(f) == EOF || bad) && status == STATUS_OK)
            status = error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", path, strerror(errno ? errno : EIO));
    } else if (status == STATUS_OK) {
        status = error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", path, strerror(errno));
    }
    return output_close(&output, status, e);
}

/* The blocks, and what killed runs left of them. */
static void remove_blocks(const char *dir)
{
    char path[SWEEP_PATH], file[2 * SWEEP_PATH];
    const struct dirent *entry;
    DIR *d = opendir(sweep_path(path, dir, "blocks"));
    while (d && (entry = readdir(d)) != NULL) {
        (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            (void)unlink(file);
    }
    if (d)
        (void)closedir(d);
    (void)rmdir(path);
}

/* ---- Points that are repeated on the RTL */

struct selection {
    uint64_t *point;
    size_t points, room;
};

/* A boundary of a grid is between two neighbours along any axis of which one passes and one fails. The ring holds the
 * points that may still be neighbours of one to come. */
struct boundary {
    const struct sweep *sweep;
    size_t axes;                                          /* 0: points drawn at random have no neighbours */
    uint64_t stride[SWEEP_AXES], place[SWEEP_AXES], size; /* place: of the next point along each axis, from 0 */
    uint8_t *ring;
    struct selection *selection;
    uint64_t count;
    bool starved;
};
enum { RING_PASS = 1, RING_SELECTED = 2, RING_BOUNDARY = 4 };

static void select_point(struct boundary *b, uint64_t point)
{
    struct selection *s = b->selection;
    uint8_t *slot = &b->ring[point % b->size];
    if (*slot & RING_SELECTED)
        return;
    *slot |= RING_SELECTED;
    if (s->points == s->room) {
        uint64_t *more = grow(s->point, &s->room, 1024, sizeof *more);
        b->starved = b->starved || !more;
        if (!more)
            return;
        s->point = more;
    }
    s->point[s->points++] = point;
}

static void select_boundary(struct boundary *b, uint64_t point)
{
    uint8_t *slot = &b->ring[point % b->size];
    b->count += !(*slot & RING_BOUNDARY);
    *slot |= RING_BOUNDARY;
    select_point(b, point);
}

static void boundary_take(struct boundary *b, uint64_t point, bool pass)
{
    const struct sweep *sweep = b->sweep;
    b->ring[point % b->size] = pass ? RING_PASS : 0;
    for (size_t n = 0; n < b->axes; n++) {
        if (b->place[n] == 0)
            continue;
        const uint64_t neighbour = point - b->stride[n];
        if ((b->ring[neighbour % b->size] & RING_PASS) == (pass ? RING_PASS : 0))
            continue;
        select_boundary(b, neighbour);
        select_boundary(b, point);
    }
    if (sweep_point_seed(sweep, point) / 2 % SAMPLE == 0)
        select_point(b, point);
    for (size_t n = b->axes; n-- > 0;) {
        if (++b->place[n] < sweep->axis[n].values)
            break;
        b->place[n] = 0;
    }
}

static bool boundary_open(struct boundary *b, const struct sweep *sweep, struct selection *selection)
{
    *b = (struct boundary){.sweep = sweep, .axes = sweep->random ? 0 : sweep->axes, .selection = selection, .size = 1};
    for (size_t n = b->axes; n-- > 0;) {
        b->stride[n] = b->size;
        b->size *= n ? sweep->axis[n].values : 1;
    }
    b->size++;
    b->ring = calloc(b->size, 1);
    return b->ring != NULL;
}

struct repetition {
    struct sweep_bench *bench;
    const struct selection *selection;
};

static int repeat(struct sweep_bench *bench, uint64_t point, struct error *e)
{
    static const enum engine_kind engine[] = {ENGINE_MODEL, ENGINE_RTL};
    struct sweep_result result[2];
    char text[2][512];
    sweep_values(bench, point);
    for (int n = 0; n < 2; n++) {
        int status = sweep_play(bench, point, engine[n], &result[n], e);
        if (status)
            return status;
        (void)sweep_result_text(text[n], sizeof text[n], &result[n]);
    }
    if (sweep_same(&result[0], &result[1]))
        return STATUS_OK;
    return error_set(e, STATUS_BAD, "point %" PRIu64 ": the engines differ\n  model %s\n  rtl   %s", point + 1, text[0],
                     text[1]);
}

static int repeat_some(void *context, uint64_t piece, uint64_t *done, struct error *e)
{
    const struct repetition *r = context;
    const size_t first = piece * REPEATED_AT_ONCE;
    for (size_t n = first; n < first + REPEATED_AT_ONCE && n < r->selection->points; n++) {
        int status = repeat(r->bench, r->selection->point[n], e);
        if (status)
            return status;
        ++*done;
    }
    return STATUS_OK;
}

/* ---- Reading points.csv */

struct points {
    struct sweep_summary *summary;
    struct boundary *boundary;
};

static void count_row(void *context, uint64_t point, const char *line, const struct sweep_result *r)
{
    const struct points *points = context;
    struct sweep_summary *s = points->summary;
    (void)line;
    boundary_take(points->boundary, point, r->pass);
    s->passed += r->pass;
    s->cd_holds += r->cd_holds;
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

static bool is_head(const struct sweep *sweep, const char *line)
{
    char *head = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&head, &size);
    if (!f)
        return false;
    print_head(f, sweep);
    const bool same = fclose(f) == 0 && strcmp(line, head) == 0;
    free(head);
    return same;
}

static int read_points(struct sweep_bench *bench, const char *dir, struct sweep_summary *summary, struct boundary *b,
                       struct error *e)
{
    char path[SWEEP_PATH], *line = NULL;
    size_t room = 0;
    struct points points = {summary, b};
    const struct rows rows = {bench, count_row, &points};
    FILE *f = fopen(sweep_path(path, dir, "points.csv"), "r");
    if (!f)
        return error_set(e, STATUS_SYSTEM, "%s: cannot read: %s", path, strerror(errno));
    const bool headed = getline(&line, &room, f) > 0 && is_head(bench->sweep, line);
    free(line);
    int status = headed ? read_rows(&rows, f, path, 1, 0, bench->sweep->points, e)
                        : error_set(e, STATUS_INPUT,
                                    "%s:1: not the head of this sweep's points, expected the file of this sweep", path);
    (void)fclose(f);
    return b->starved ? error_set(e, STATUS_SYSTEM, "out of memory") : status;
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
    const double n = (double)sweep->points, p = (double)passed / n, z = Z_95;
    const double middle = p + z * z / (2 * n), half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    *low = (middle - half) / (1 + z * z / n);
    *high = (middle + half) / (1 + z * z / n);
}

static int write_summary(const struct sweep_bench *bench, const char *dir, const struct sweep_summary *s,
                         struct error *e)
{
    const struct sweep *sweep = bench->sweep;
    char path[SWEEP_PATH];
    struct output json;
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "machine", sweep->machine);
    cJSON_AddStringToObject(tree, "pal", pal_kind_name[sweep->pal]);
    cJSON_AddStringToObject(tree, "part", sweep->part);
    cJSON_AddStringToObject(tree, "pal_part", sweep->pal_part);
    cJSON_AddStringToObject(tree, "corner", corner_name[sweep->corner]);
    output_json_count(tree, "seed", sweep->seed);
    output_json_count(tree, "reads", sweep->reads);
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
    int status = output_json_open(&json, sweep_path(path, dir, "summary.json"), e);
    status = output_json_close(&json, tree, status, e);
    cJSON_Delete(tree);
    return status;
}

int sweep_finish(struct sweep_bench *bench, const char *dir, struct sweep_summary *summary, struct error *e)
{
    const struct sweep *sweep = bench->sweep;
    char path[SWEEP_PATH];
    struct boundary boundary;
    struct selection selection = {0};
    *summary = (struct sweep_summary){.worst_check = -1};
    int status = access(sweep_path(path, dir, "points.csv"), F_OK) == 0 ? STATUS_OK : join(bench, dir, e);
    if (status)
        return status;
    status = boundary_open(&boundary, sweep, &selection) ? read_points(bench, dir, summary, &boundary, e)
                                                         : error_set(e, STATUS_SYSTEM, "out of memory");
    if (status == STATUS_OK) {
        remove_blocks(dir);
        const struct repetition repetition = {bench, &selection};
        const struct workers_job job = {.what = "points repeated on the RTL",
                                        .pieces = (selection.points + REPEATED_AT_ONCE - 1) / REPEATED_AT_ONCE,
                                        .units = selection.points,
                                        .piece = repeat_some,
                                        .context = (void *)&repetition};
        summary->boundary = boundary.count;
        summary->sample = selection.points - boundary.count;
        status = job.pieces ? workers_run(&job, e) : STATUS_OK;
        summary->agree = status == STATUS_OK;
    }
    free(boundary.ring);
    free(selection.point);
    struct error why;
    if ((status == STATUS_OK || status == STATUS_BAD) && write_summary(bench, dir, summary, &why)) {
        *e = why;
        return STATUS_SYSTEM;
    }
    return status;
}
