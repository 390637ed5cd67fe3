/* SPDX-License-Identifier: MIT */
#include "experiment.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "measure/measure.h"

#define SHARE_WIDEST 0.5 /* of a share's interval: a wider one agrees with most of the shares that there are */

/* Columns of the text: names, digits of a figure before and after the decimal point, where the verdict is. */
#define NAME 42
#define PAPER 8
#define OURS 10
#define AFTER 9
#define VERDICT (2 + NAME + PAPER + AFTER + OURS + AFTER + 1)

bool experiment_goes_on(struct experiment_run *run, double done, double all)
{
    run->stopped = run->stopped || (run->stop && *run->stop);
    if (!run->stopped)
        progress_show(&run->progress, "%-15s %3.0f %% of %s", run->name, 100 * done / all, run->section);
    return !run->stopped;
}

void experiment_section(struct experiment_run *run, const char *title)
{
    (void)snprintf(run->section, sizeof run->section, "%s", title);
    if (!experiment_goes_on(run, 0, 1))
        return;
    cJSON *section = cJSON_CreateObject();
    cJSON_AddStringToObject(section, "title", title);
    run->rows = cJSON_AddArrayToObject(section, "rows");
    cJSON_AddItemToArray(run->sections, section);
    char paper[32], ours[32];
    (void)fprintf(run->text, "\n%s\n  %-*s%s%s verdict\n", title, NAME, "",
                  number_column_text(paper, sizeof paper, "paper", PAPER, AFTER),
                  number_column_text(ours, sizeof ours, "ours", OURS, AFTER));
}

struct experiment_row experiment_value(double ours)
{
    return (struct experiment_row){.ours = ours};
}

struct experiment_row experiment_between(double ours, double low, double high)
{
    return (struct experiment_row){.ours = ours, .low = low, .high = high};
}

struct experiment_row experiment_share(uint64_t in, uint64_t n)
{
    struct experiment_row row = experiment_value((double)in / (double)n);
    measure_score_interval(row.ours, (double)n, measure_z(EXPERIMENT_CONFIDENCE), &row.low, &row.high);
    row.few = row.high - row.low > SHARE_WIDEST;
    return row;
}

struct experiment_row experiment_mean(const double *value, uint64_t n)
{
    struct measure_sample_mean_result mean = {0};
    (void)measure_sample_mean(value, n, EXPERIMENT_CONFIDENCE, &mean); /* n >= 2, finite */
    return experiment_between(mean.mean, mean.low, mean.high);
}

struct experiment_row experiment_quantile(const double *sorted, uint64_t n, double q)
{
    struct measure_quantile found = {0};
    (void)measure_sample_quantile(sorted, n, q, EXPERIMENT_CONFIDENCE, &found); /* few: no interval */
    return experiment_between(found.value, found.low, found.high);
}

struct experiment_row experiment_figure(double paper, double ours, double unit)
{
    return (struct experiment_row){.judge = EXPERIMENT_DIGITS, .paper = paper, .ours = ours, .unit = unit};
}

struct experiment_row experiment_claim(struct experiment_row row, double paper, bool holds)
{
    row.judge = EXPERIMENT_CLAIM;
    row.paper = paper;
    row.holds = holds;
    return row;
}

struct experiment_row experiment_check(struct experiment_row row, bool holds)
{
    row.judge = EXPERIMENT_CHECK;
    row.holds = holds;
    return row;
}

struct experiment_row experiment_covers(uint64_t in, uint64_t n, double least)
{
    const struct experiment_row row = experiment_share(in, n);
    return experiment_check(row, row.high >= least);
}

struct experiment_row experiment_finding(struct experiment_row row, unsigned finding, const char *follows_if)
{
    row.finding = finding;
    row.follows_if = follows_if;
    return row;
}

static bool of_paper(const struct experiment_row *row)
{
    return row->judge == EXPERIMENT_DIGITS || row->judge == EXPERIMENT_CLAIM;
}

static bool row_holds(const struct experiment_row *row)
{
    if (row->judge == EXPERIMENT_DIGITS) /* half a unit, a little more for rounding of what came before */
        return fabs(row->paper - row->ours) <= 0.51 * row->unit;
    return row->judge == EXPERIMENT_VALUE || row->holds;
}

/* It agrees, but a value far from it would agree, too. */
static bool unjudged(const struct experiment_row *row)
{
    return row->few && row_holds(row);
}

/* Counts the row and returns its verdict. */
static const char *judge_row(struct experiment_run *run, const struct experiment_row *row, char *text, size_t size)
{
    const bool holds = row_holds(row);
    if (row->judge == EXPERIMENT_VALUE)
        return "";
    if (unjudged(row)) {
        run->few++;
        return "too few to judge";
    }
    run->differ += of_paper(row) && !holds;
    run->unknown += holds == (row->finding != 0);
    if (!of_paper(row))
        return holds ? "as expected" : "NOT AS EXPECTED";
    if (row->finding)
        (void)snprintf(text, size, holds ? "agrees, AGAINST finding %u" : "differs, finding %u", row->finding);
    else
        (void)snprintf(text, size, holds ? "agrees" : "DIFFERS, no finding");
    return text;
}

/* At most `digits` significant ones, with the decimal point in its column; large ones in full. */
static const char *figure_text(char *text, size_t size, double value, int digits, int before)
{
    char number[32];
    if (fabs(value) >= 1e6 && fabs(value) < 1e10)
        (void)snprintf(number, sizeof number, "%.0f", value);
    else
        (void)snprintf(number, sizeof number, "%.*g", digits, value);
    return number_column_text(text, size, number, before, AFTER);
}

/* A name that is too long for its column has a line of its own. */
static void print_row(FILE *f, const struct experiment_row *row, const char *what, const char *verdict)
{
    char paper[32], ours[32];
    struct wrap w = {f, 0, VERDICT};
    if (strlen(what) > NAME)
        (void)fprintf(f, "  %s\n", what);
    (void)number_column_text(paper, sizeof paper, "", PAPER, AFTER);
    if (of_paper(row))
        (void)figure_text(paper, sizeof paper, row->paper, 9, PAPER);
    w.column = (size_t)fprintf(f, "  %-*s%s%s", NAME, strlen(what) > NAME ? "" : what, paper,
                               figure_text(ours, sizeof ours, row->ours, 7, OURS));
    wrap_words(&w, verdict);
    (void)fputc('\n', f);
    if (row->high > row->low)
        (void)fprintf(f, "      99.9 %% interval %.5g to %.5g\n", row->low, row->high);
    if (row->follows_if) {
        struct wrap condition = {f, (size_t)fprintf(f, "      it follows if"), 8};
        wrap_words(&condition, row->follows_if);
        (void)fputc('\n', f);
    }
}

void experiment_add(struct experiment_run *run, struct experiment_row row, const char *format, ...)
{
    char what[96], text[48];
    va_list args;
    if (run->stopped)
        return;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const char *verdict = judge_row(run, &row, text, sizeof text);
    print_row(run->text, &row, what, verdict);
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "what", what);
    if (of_paper(&row))
        cJSON_AddNumberToObject(one, "paper", row.paper);
    cJSON_AddNumberToObject(one, "ours", row.ours);
    if (row.high > row.low) {
        cJSON_AddNumberToObject(one, "low", row.low);
        cJSON_AddNumberToObject(one, "high", row.high);
    }
    if (of_paper(&row) && row.finding)
        cJSON_AddNumberToObject(one, "finding", row.finding);
    if (row.follows_if)
        cJSON_AddStringToObject(one, "follows_if", row.follows_if);
    if (row.judge != EXPERIMENT_VALUE && !unjudged(&row))
        cJSON_AddBoolToObject(one, "holds", row_holds(&row));
    cJSON_AddStringToObject(one, "verdict", verdict);
    cJSON_AddItemToArray(run->rows, one);
}

void experiment_draw(struct experiment_run *run, const char *name, const struct plot *plot)
{
    if (run->stopped)
        return;
    assert(run->drawings < EXPERIMENT_DRAWINGS && strlen(name) < sizeof run->drawing[0].name);
    struct experiment_drawing *d = &run->drawing[run->drawings++];
    (void)snprintf(d->name, sizeof d->name, "%s", name);
    size_t size;
    FILE *f = memory_stream(&d->script, &size);
    plot_write(f, plot);
    (void)fclose(f);
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "name", name);
    cJSON_AddStringToObject(one, "title", plot->title);
    cJSON_AddStringToObject(one, "about", plot->about);
    cJSON_AddItemToArray(run->pictures, one);
}

void experiment_end(struct experiment_run *run)
{
    while (run->drawings)
        free(run->drawing[--run->drawings].script);
}

void experiment_call(struct experiment_run *run, size_t size, int (*call)(struct experiment_run *run, void *memory))
{
    void *memory = memory_new(1, size);
    run->status = call(run, memory);
    free(memory);
}

int experiment_run(const struct experiment *experiment, struct experiment_run *run)
{
    cJSON_AddStringToObject(run->json, "tmr0", command_version);
    cJSON_AddStringToObject(run->json, "experiment", experiment->name);
    cJSON_AddStringToObject(run->json, "reproduces", experiment->reproduces);
    output_json_digits(run->json, "seed", run->seed);
    cJSON_AddBoolToObject(run->json, "quick", run->quick);
    run->sections = cJSON_AddArrayToObject(run->json, "sections");
    run->pictures = cJSON_AddArrayToObject(run->json, "drawings");
    struct wrap head = {run->text, (size_t)fprintf(run->text, "%s:", experiment->name), 2};
    wrap_words(&head, experiment->reproduces);
    (void)fprintf(run->text, "\nseed %" PRIu64 "%s\n", run->seed, run->quick ? ", quick" : "");
    run->name = experiment->name;
    experiment->run(run);
    progress_end(&run->progress);
    if (run->status)
        return run->status;
    cJSON_AddBoolToObject(run->json, "complete", !run->stopped);
    cJSON_AddNumberToObject(run->json, "differ", run->differ);
    cJSON_AddNumberToObject(run->json, "unknown", run->unknown);
    char few[32] = "";
    if (run->few)
        (void)snprintf(few, sizeof few, ", %u unjudged", run->few);
    (void)fprintf(run->text, "\nverdict: %s; %u figures of the paper differ, %u rows unexplained%s\n",
                  run->stopped   ? "incomplete, ended by Ctrl-C"
                  : run->unknown ? "FAIL"
                  : run->differ  ? "differs, explained"
                                 : "pass",
                  run->differ, run->unknown, few);
    return run->unknown ? STATUS_BAD : STATUS_OK;
}
