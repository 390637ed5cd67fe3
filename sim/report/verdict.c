/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

#include "cli/html.h"
#include "sim/figures/figures.h"

#define COUNT_1US_PS 1e6 /* reads that differ from the time by a count, 1 us at 4 MHz, are wrong */

/* ---- Rows */

static bool is_violated(const cJSON *margin)
{
    return result_number(margin, "broken") > 0 && !result_true(margin, "note");
}

static bool reads_wrong(const cJSON *row)
{
    return result_number(row, "reads_wrong") > 0 || result_number(row, "spread_ps") >= COUNT_1US_PS;
}

static void row_fill(struct row *row, const cJSON *json)
{
    const cJSON *margin;
    const char *machine = result_text(json, "machine"), *colon = strchr(machine, ':');
    *row = (struct row){.json = json,
                        .reading = colon ? colon + 1 : "",
                        .pal = result_text(json, "pal"),
                        .corner = result_text(json, "corner"),
                        .part = result_text(json, "part"),
                        .clean = !reads_wrong(json)};
    (void)snprintf(row->name, sizeof row->name, "%.*s", (int)(colon ? colon - machine : (ptrdiff_t)strlen(machine)),
                   machine);
    cJSON_ArrayForEach(margin, cJSON_GetObjectItemCaseSensitive(json, "margins"))
    {
        row->clean &= !is_violated(margin);
    }
}

bool rows_collect(struct rows *rows, const struct results *results)
{
    size_t most = 1;
    const cJSON *json;
    for (size_t n = 0; n < results->sources; n++)
        most += results->source[n].kind == RESULT_TIMING ? (size_t)cJSON_GetArraySize(results->source[n].tree) : 0;
    *rows = (struct rows){.row = calloc(most, sizeof *rows->row)};
    for (size_t n = 0; n < results->sources && rows->row; n++)
        if (results->source[n].kind == RESULT_TIMING)
            cJSON_ArrayForEach(json, results->source[n].tree)
            {
                row_fill(&rows->row[rows->rows++], json);
            }
    return rows->row != NULL;
}

void rows_drop(struct rows *rows)
{
    free(rows->row);
}

static bool matches(const char *wanted, const char *text)
{
    return !wanted || strcmp(wanted, text) == 0;
}

bool row_is(const struct row *row, const struct which *which)
{
    return matches(which->name, row->name) && matches(which->part, row->part) && matches(which->pal, row->pal) &&
           matches(which->reading, row->reading) && matches(which->corner, row->corner);
}

double slack_ns(const cJSON *margin)
{
    return result_number(margin, "slack_ps") / 1e3;
}

const cJSON *rows_worst(const struct rows *rows, const struct which *which, bool violated)
{
    const cJSON *margin, *worst = NULL;
    for (size_t n = 0; n < rows->rows; n++) {
        if (!row_is(&rows->row[n], which))
            continue;
        cJSON_ArrayForEach(margin, cJSON_GetObjectItemCaseSensitive(rows->row[n].json, "margins"))
        {
            if (!cJSON_HasObjectItem(margin, "slack_ps") || (violated && !is_violated(margin)) ||
                result_true(margin, "note"))
                continue;
            if (!worst || slack_ns(margin) < slack_ns(worst))
                worst = margin;
        }
    }
    return worst;
}

/* ---- Words */

const char *pal_word(const char *pal)
{
    return strcmp(pal, "flipflop") == 0 ? "flip-flop" : pal;
}

const char *check_text(const char *name)
{
    const int figure = figure_find(name);
    return figure >= 0 ? figure_info[figure].text : "";
}

void print_check(FILE *f, const char *name)
{
    html(f, "<b>%s</b>", name);
    if (*check_text(name))
        html(f, " (%s)", check_text(name));
}

void print_mark(FILE *f, const char *name)
{
    if (*name)
        html(f, " <a class='mark' href='#marks'>[%s]</a>", name);
}

/* Why rows fail: the check that is missed by most, and wrong reads. */
static void print_reason(FILE *f, const struct rows *rows, const struct which *which)
{
    const cJSON *worst = rows_worst(rows, which, true);
    bool wrong = false;
    for (size_t n = 0; n < rows->rows; n++)
        wrong |= row_is(&rows->row[n], which) && reads_wrong(rows->row[n].json);
    if (worst) {
        print_check(f, worst->string);
        html(f, " is missed by %.1f ns", -slack_ns(worst));
        print_mark(f, result_text(worst, "required_mark"));
    }
    for (size_t n = 0; n < rows->rows && !worst; n++) {
        const cJSON *margin;
        if (!row_is(&rows->row[n], which))
            continue;
        cJSON_ArrayForEach(margin, cJSON_GetObjectItemCaseSensitive(rows->row[n].json, "margins"))
        {
            if (worst || !is_violated(margin))
                continue;
            worst = margin;
            print_check(f, worst->string);
            html(f, " is violated");
        }
    }
    if (wrong)
        html(f, "%sreads return wrong values", worst ? "; " : "");
}

/* ---- The verdict of one machine with one translator */

enum state { FAILS, FAST_ONLY, SLOW_ONLY, WORKS };

static enum state state_of(const struct rows *rows, const struct which *which)
{
    bool any = false, all = true, slow = false;
    for (size_t n = 0; n < rows->rows; n++) {
        if (!row_is(&rows->row[n], which))
            continue;
        all &= rows->row[n].clean;
        any |= rows->row[n].clean;
        slow |= rows->row[n].clean && strcmp(rows->row[n].corner, "slow") == 0;
    }
    return all ? WORKS : !any ? FAILS : slow ? SLOW_ONLY : FAST_ONLY;
}

/* The first row of its machine and part, and of what else is not NULL in which. */
static bool is_first(const struct rows *rows, size_t at, bool same_pal, bool same_reading)
{
    const struct row *row = &rows->row[at];
    const struct which which = {row->name, row->part, same_pal ? row->pal : NULL, same_reading ? row->reading : NULL,
                                NULL};
    for (size_t n = 0; n < at; n++)
        if (row_is(&rows->row[n], &which))
            return false;
    return true;
}

static void print_corner(FILE *f, enum state state)
{
    html(f, "%s",
         state == FAST_ONLY   ? "the parts are not near their slowest"
         : state == SLOW_ONLY ? "the parts are not near their fastest"
                              : "");
}

/* States of the readings of one machine and translator. */
struct readings {
    const char *name[16];
    enum state state[16];
    size_t count;
    bool works, fails, alike; /* all of them work; none does in any corner; all are in one state */
};

static struct readings readings_of(const struct rows *rows, struct which which)
{
    struct readings r = {.works = true, .fails = true, .alike = true};
    for (size_t n = 0; n < rows->rows && r.count < sizeof r.name / sizeof *r.name; n++) {
        if (!row_is(&rows->row[n], &which) || !is_first(rows, n, true, true))
            continue;
        struct which one = which;
        one.reading = r.name[r.count] = rows->row[n].reading;
        const enum state state = r.state[r.count] = state_of(rows, &one);
        r.works &= state == WORKS;
        r.fails &= state == FAILS;
        r.alike &= state == r.state[0];
        r.count++;
    }
    return r;
}

static void print_conditions(FILE *f, const struct readings *r)
{
    const char * or = "";
    if (r->alike) {
        print_corner(f, r->state[0]);
        return;
    }
    for (size_t n = 0; n < r->count; n++) {
        if (r->state[n] == FAILS)
            continue;
        html(f, "%sthe machine’s bus is as in reading “%s”", or, r->name[n]);
        if (r->state[n] != WORKS) {
            html(f, " and ");
            print_corner(f, r->state[n]);
        }
        or = ", or if ";
    }
}

static void print_tightest(FILE *f, const struct rows *rows, const struct which *which)
{
    const cJSON *worst = rows_worst(rows, which, false);
    if (!worst)
        return;
    html(f, "The tightest limit is ");
    print_check(f, worst->string);
    html(f, ", kept with %.1f ns to spare", slack_ns(worst));
    print_mark(f, result_text(worst, "required_mark"));
    html(f, ".");
}

/* Under which conditions, and what limits the machine otherwise. */
static void print_some(FILE *f, const struct rows *rows, const struct which *which, const struct readings *r)
{
    print_conditions(f, r);
    if (r->alike) {
        html(f, ". Otherwise ");
        print_reason(f, rows, which);
    }
    for (size_t n = 0; n < r->count && !r->alike; n++) {
        struct which one = *which;
        one.reading = r->name[n];
        if (r->state[n] == WORKS)
            continue;
        html(f, ". Reading “%s”: ", r->name[n]);
        print_reason(f, rows, &one);
    }
    html(f, ".");
}

static void print_card_line(FILE *f, const struct rows *rows, const struct which *which)
{
    const struct readings r = readings_of(rows, *which);
    const int kind = r.works ? 0 : r.fails ? 1 : 2;
    static const char *const class[] = {"good", "bad", "some"}, *const text[] = {"Works", "Fails", "Works only if"};
    html(f, "<p>%s translator: <span class='badge %s'>%s</span> ", pal_word(which->pal), class[kind], text[kind]);
    if (r.works) {
        print_tightest(f, rows, which);
    } else if (r.fails) {
        print_reason(f, rows, which);
        html(f, ".");
    } else {
        print_some(f, rows, which, &r);
    }
    html(f, "</p>\n");
}

void verdict_print(FILE *f, const struct rows *rows, const struct which *which)
{
    for (size_t n = 0; n < rows->rows; n++) {
        struct which one = *which;
        one.pal = rows->row[n].pal;
        if (row_is(&rows->row[n], which) && is_first(rows, n, true, false))
            print_card_line(f, rows, &one);
    }
}

/* ---- All machines */

static bool several_parts(const struct rows *rows)
{
    for (size_t n = 1; n < rows->rows; n++)
        if (strcmp(rows->row[n].part, rows->row[0].part) != 0)
            return true;
    return false;
}

static char *text_of_machine(const struct rows *rows, const struct row *row,
                             void (*print)(FILE *f, const struct rows *rows, const struct which *which))
{
    char *text = NULL;
    size_t size;
    const struct which which = {.name = row->name, .part = row->part};
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    print(f, rows, &which);
    if (fclose(f) == 0)
        return text;
    free(text);
    return NULL;
}

void print_machines(FILE *f, const struct rows *rows,
                    void (*print)(FILE *f, const struct rows *rows, const struct which *which))
{
    char **text = calloc(rows->rows + 1, sizeof *text);
    html(f, "<ul class='cards'>\n");
    for (size_t n = 0; n < rows->rows && text; n++)
        if (is_first(rows, n, false, false))
            text[n] = text_of_machine(rows, &rows->row[n], print);
    for (size_t n = 0; n < rows->rows && text; n++) {
        if (!text[n])
            continue;
        html(f, "<li><h3>%s", rows->row[n].name);
        for (size_t other = n + 1; other < rows->rows; other++) {
            if (!text[other] || strcmp(text[n], text[other]) != 0 ||
                strcmp(rows->row[n].part, rows->row[other].part) != 0)
                continue;
            html(f, ", %s", rows->row[other].name);
            free(text[other]);
            text[other] = NULL;
        }
        if (several_parts(rows))
            html(f, ", part %s", rows->row[n].part);
        html(f, "</h3>\n");
        (void)fputs(text[n], f);
        html(f, "</li>\n");
        free(text[n]);
    }
    free(text);
    html(f, "</ul>\n");
}

/* "With the flip-flop translator it works in 8, fails in 4 of 12 machines." */
static void print_count(FILE *f, const struct rows *rows, const char *pal)
{
    int count[3] = {0}, all = 0;
    for (size_t n = 0; n < rows->rows; n++) {
        const struct row *row = &rows->row[n];
        const struct which which = {.name = row->name, .part = row->part, .pal = pal};
        if (!is_first(rows, n, false, false))
            continue;
        const struct readings r = readings_of(rows, which);
        if (!r.count)
            continue;
        all++;
        count[r.works ? 0 : r.fails ? 2 : 1]++;
    }
    static const char *const kind[] = {"works in", "works only under a condition in", "fails in"};
    const char *comma = " ";
    html(f, "<p class='lead'>With the <strong>%s</strong> translator it", pal_word(pal));
    for (int n = 0; n < 3; n++) {
        if (!count[n])
            continue;
        html(f, "%s%s <strong>%s%d</strong>", comma, kind[n], count[n] == all ? "all " : "", count[n]);
        comma = ", ";
    }
    if (count[0] != all && count[1] != all && count[2] != all)
        html(f, " of %d", all);
    html(f, " machines.</p>\n");
}

void verdict_count(FILE *f, const struct rows *rows)
{
    for (size_t n = 0; n < rows->rows; n++) {
        bool first = true;
        for (size_t other = 0; other < n; other++)
            first &= strcmp(rows->row[n].pal, rows->row[other].pal) != 0;
        if (first)
            print_count(f, rows, rows->row[n].pal);
    }
}
