/* SPDX-License-Identifier: MIT
 * One point of a sweep: the run, what it found, and that as a row of points.csv. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sweep_internal.h"

#define WAIT_PS 20000000 /* between reads: less than 20 us, drawn: many periods of all clocks */
#define ROW 2048         /* bytes, at most */

int sweep_play(struct sweep_loaded *loaded, uint64_t point, enum engine_kind engine, struct sweep_result *result,
               struct error *e)
{
    const struct sweep *sweep = loaded->sweep;
    struct bus_reads reads;
    struct bus_reads_setup setup = {.reads = sweep->reads, .seed = sweep_point_seed(sweep, point), .wait_ps = WAIT_PS};
    struct board_config config = rig_config(&loaded->rig, TARGET_BOARD);
    config.pal_kind = sweep->pal;
    config.corner = sweep->corner;
    config.engine = engine;
    config.seed = sweep->seed;
    sweep_apply(loaded);
    for (size_t n = 0; n < sweep->axes; n++) {
        if (sweep->axis[n].kind == SWEEP_OSC)
            config.osc = osc_of_millihertz((uint64_t)loaded->value[n] * 1000, OSC_DUTY_WHOLE / 2);
        if (sweep->axis[n].kind == SWEEP_PHASE)
            setup.phase_ps = (uint64_t)loaded->value[n];
    }
    int status = bus_reads_run(&reads, &config, &setup, e);
    *result = (struct sweep_result){.pass = !reads.broken && !reads.wrong,
                                    .broken = reads.broken,
                                    .wrong = reads.wrong,
                                    .worst = margins_worst(&reads.margins, ~UINT64_C(0))};
    if (result->worst >= 0)
        result->slack_ps = reads.margins.check[result->worst].record.slack_ps;
    return status;
}

/* ---- Rows: the order of the fields is that of enum sweep_field */

void sweep_print_head(FILE *f, const struct sweep *sweep)
{
    (void)fprintf(f, "number");
    for (size_t n = 0; n < sweep->axes; n++)
        (void)fprintf(f, ",%s", sweep->axis[n].column);
    (void)fprintf(f, ",verdict,cd,worst_slack_ps,worst_parameter,broken,wrong_reads\n");
}

const char *sweep_result_text(char *buffer, size_t size, const struct sweep_result *r)
{
    char broken[FIG_CHECKS * 12] = "";
    for (int n = 0; n < FIG_CHECKS; n++)
        if (r->broken >> n & 1)
            list_add(broken, sizeof broken, " ", "%s", figure_info[n].name);
    (void)snprintf(buffer, size, "%s,%s,%" PRId64 ",%s,%s,%" PRIu64, r->pass ? "pass" : "fail",
                   r->broken & CHECKS_CD ? "missed" : "holds", r->slack_ps,
                   r->worst < 0 ? "none" : figure_info[r->worst].name, broken[0] ? broken : "none", r->wrong);
    return buffer;
}

void sweep_print_row(FILE *f, const struct sweep_loaded *loaded, uint64_t point, const struct sweep_result *result)
{
    char text[512];
    (void)fprintf(f, "%" PRIu64, point + 1);
    for (size_t n = 0; n < loaded->sweep->axes; n++)
        (void)fprintf(f, ",%" PRId64, loaded->value[n]);
    (void)fprintf(f, ",%s\n", sweep_result_text(text, sizeof text, result));
}

bool sweep_row_parse(struct sweep_result *r, const struct sweep *sweep, uint64_t point, const char *line)
{
    char copy[ROW], *field[FIELDS], *save = NULL, *at = copy;
    (void)snprintf(copy, sizeof copy, "%s", line);
    for (size_t n = 0; n <= sweep->axes && at; n++)
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    for (int n = 0; n < FIELDS; n++, at = NULL)
        if ((n == 0 && !at) || !(field[n] = strtok_r(at, ",\n", &save)))
            return false;
    *r = (struct sweep_result){.pass = strcmp(field[FIELD_VERDICT], "pass") == 0,
                               .slack_ps = strtoll(field[FIELD_SLACK], NULL, 10),
                               .worst = figure_find(field[FIELD_WORST]),
                               .wrong = strtoull(field[FIELD_WRONG], NULL, 10)};
    for (char *word = strtok_r(field[FIELD_BROKEN], " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        const int check = figure_find(word);
        if (check >= 0 && check < FIG_CHECKS)
            r->broken |= UINT64_C(1) << check;
    }
    return strtoull(line, NULL, 10) == point + 1 && r->worst < FIG_CHECKS;
}

/* ---- On the RTL */

int sweep_confirm(struct sweep_loaded *loaded, uint64_t point, const char *name, struct sweep_result *result,
                  struct error *e)
{
    struct sweep_result model;
    char text[2][512];
    int status = sweep_play(loaded, point, ENGINE_MODEL, &model, e);
    if (status == STATUS_OK)
        status = sweep_play(loaded, point, ENGINE_RTL, result, e);
    if (status)
        return status;
    (void)sweep_result_text(text[0], sizeof text[0], &model);
    (void)sweep_result_text(text[1], sizeof text[1], result);
    return strcmp(text[0], text[1]) == 0
               ? STATUS_OK
               : error_set(e, STATUS_BAD, "%s: the engines differ\n  model %s\n  rtl   %s", name, text[0], text[1]);
}
