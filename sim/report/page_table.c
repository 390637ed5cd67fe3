/* SPDX-License-Identifier: MIT
 * The table of all combinations, whose rows open their margins and diagrams; the margins of each machine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html.h"
#include "page_internal.h"
#include "sim/figures/figures.h"

#define BAR_NS 100.0  /* where a bar ends */
#define CHART_MOST 32 /* checks of a chart */

/* A cell with the number and, below it, a bar that repeats it: from zero to the right if met, to the left if missed. */
static void print_slack(FILE *f, const cJSON *margin, bool mark)
{
    const double ns = slack_ns(margin), share = fmin(fabs(ns), BAR_NS) / BAR_NS * 100;
    html(f, "<td class='n'>%+.1f", ns);
    if (mark)
        print_mark(f, result_text(margin, "required_mark"));
    html(f, "<span class='bar' aria-hidden='true'><span class='%s%s' style='width:%.1f%%'></span></span></td>",
         ns < 0 ? "short" : "spare", fabs(ns) > BAR_NS ? " cut" : "", share / 2);
}

static void print_badge(FILE *f, bool good)
{
    html(f, "<span class='badge %s'>%s</span>", good ? "good" : "bad", good ? "works" : "fails");
}

/* ---- The table */

static void print_margins(FILE *f, const cJSON *margins)
{
    const cJSON *m;
    html(f, "<div class='scroll' role='group' aria-label='Margins' tabindex='0'><table>\n<thead><tr>"
            "<th scope='col'>Check</th><th scope='col'>Least slack, ns</th><th scope='col'>Required, ns</th>"
            "<th scope='col'>Violated</th><th scope='col'>Meaning</th></tr></thead>\n<tbody>\n");
    cJSON_ArrayForEach(m, margins)
    {
        const bool note = result_true(m, "note");
        html(f, "<tr><th scope='row'>%s</th>", m->string);
        if (cJSON_HasObjectItem(m, "slack_ps")) {
            print_slack(f, m, false);
            html(f, "<td class='n'>%.1f", result_number(m, "required_ps") / 1e3);
            print_mark(f, result_text(m, "required_mark"));
            html(f, "</td>");
        } else {
            html(f, "<td></td><td></td>");
        }
        html(f, "<td class='n'>%.0f%s</td><td>%s%s</td></tr>\n", result_number(m, "broken"),
             note && result_number(m, "broken") > 0 ? " noted" : "", check_text(m->string),
             note ? " (a note: no violation)" : "");
    }
    html(f, "</tbody></table></div>\n");
}

static const char *corner_of_run(const char *corner)
{
    return strcmp(corner, "max") == 0 ? "slow" : strcmp(corner, "min") == 0 ? "fast" : corner;
}

static bool run_fits(const cJSON *run, const cJSON *row)
{
    static const char *const same[] = {"machine", "pal", "part"};
    for (size_t n = 0; n < sizeof same / sizeof *same; n++)
        if (strcmp(result_text(run, same[n]), result_text(row, same[n])) != 0)
            return false;
    return strcmp(corner_of_run(result_text(run, "corner")), result_text(row, "corner")) == 0;
}

/* Diagram and scenario of a run; what is not there is listed at the page's end. */
static void print_run(FILE *f, const struct result_source *s, int at, const cJSON *run)
{
    char title[512];
    (void)snprintf(title, sizeof title, "Timing diagram of %.200s: machine %.60s, %s translator, corner %s",
                   result_text(run, "file"), result_text(run, "machine"), pal_word(result_text(run, "pal")),
                   corner_of_run(result_text(run, "corner")));
    if (s->drawing) {
        html(f, "<figure>\n");
        html_drawing(f, s->drawing, title);
        html(f, "<figcaption>Part of a run of %s.</figcaption>\n</figure>\n", result_text(run, "file"));
    }
    html(f, "<p class='command'><code>tmr0 run");
    html_word(f, result_text(run, "file"));
    if (strcmp(result_text(run, "target"), "board") == 0)
        html(f, " --machine %s --pal %s", result_text(run, "machine"), result_text(run, "pal"));
    html(f, " --part %s --corner %s --seed %s%s</code></p>\n", result_text(run, "part"), result_text(run, "corner"),
         result_text(run, "seed"), s->drawing ? " --diagram FILE.svg [--from TIME --to TIME]" : "");
    if (s->scenario[at])
        html(f, "<details><summary>Scenario %s</summary>\n<pre tabindex='0'>%s</pre>\n</details>\n",
             result_text(run, "file"), s->scenario[at]);
}

static bool run_has_row(const struct page *p, const cJSON *run)
{
    for (size_t n = 0; n < p->rows.rows; n++)
        if (run_fits(run, p->rows.row[n].json))
            return true;
    return false;
}

/* Diagrams and scenarios of the runs of a row. Returns how many there are. */
static int print_row_runs(FILE *f, const struct page *p, const cJSON *row)
{
    int count = 0;
    for (size_t n = 0; n < p->results->sources; n++) {
        const struct result_source *s = &p->results->source[n];
        for (int at = 0; s->kind == RESULT_RUNS && at < cJSON_GetArraySize(s->tree); at++) {
            const cJSON *run = cJSON_GetArrayItem(s->tree, at);
            if (!run_fits(run, row))
                continue;
            print_run(f, s, at, run);
            count++;
        }
    }
    return count;
}

/* The runs of no row. */
void page_runs(FILE *f, const struct page *p)
{
    const char *head = "<section id='runs'>\n<h2>Runs</h2>\n", *tail = "";
    for (size_t n = 0; n < p->results->sources; n++) {
        const struct result_source *s = &p->results->source[n];
        for (int at = 0; s->kind == RESULT_RUNS && at < cJSON_GetArraySize(s->tree); at++) {
            const cJSON *run = cJSON_GetArrayItem(s->tree, at);
            if (run_has_row(p, run))
                continue;
            (void)fputs(head, f);
            head = "";
            tail = "</section>\n";
            html(f, "<article>\n<h3>%s: %s</h3>\n", result_text(run, "file"),
                 result_true(run, "pass") ? "pass" : "FAIL");
            print_run(f, s, at, run);
            print_margins(f, cJSON_GetObjectItemCaseSensitive(run, "margins"));
            html(f, "</article>\n");
        }
    }
    (void)fputs(tail, f);
}

static void print_doubts(FILE *f, const cJSON *row)
{
    const cJSON *one;
    if (!cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(row, "doubts")))
        return;
    html(f, "<p>Figures of this machine that are not confirmed:");
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(row, "doubts"))
    {
        html(f, " %s%s", one->valuestring, one->next ? "," : ".");
    }
    html(f, " The <a href='#marks'>marks</a> say how sure each is.</p>\n");
}

static void print_broken(FILE *f, const cJSON *row)
{
    const cJSON *m;
    const char *comma = "";
    cJSON_ArrayForEach(m, cJSON_GetObjectItemCaseSensitive(row, "margins"))
    {
        if (result_true(m, "note") || result_number(m, "broken") <= 0)
            continue;
        html(f, "%s%s", comma, m->string);
        comma = ", ";
    }
    html(f, "%s", *comma ? "" : "none");
}

static void print_row(FILE *f, const struct page *p, size_t n)
{
    const struct row *row = &p->rows.row[n];
    const struct rows one = {.row = (struct row *)row, .rows = 1};
    const cJSON *worst = rows_worst(&one, &(struct which){0}, false), *expected;
    html(f, "<tbody id='row-%zu'>\n<tr><th scope='row'>%s</th><td>%s</td><td>%s</td><td>%s</td><td>", n + 1, row->name,
         row->reading, pal_word(row->pal), row->corner);
    print_badge(f, row->clean);
    html(f, "</td><td class='n' data-sort='%.1f'>", worst ? slack_ns(worst) : 0);
    if (worst) {
        html(f, "%+.1f %s", slack_ns(worst), worst->string);
        print_mark(f, result_text(worst, "required_mark"));
    }
    html(f, "</td><td>");
    print_broken(f, row->json);
    html(f,
         "</td><td class='n'>%.0f of %.0f</td><td>%s</td></tr>\n<tr class='more'><td "
         "colspan='9'><details><summary>Margins, "
         "diagram, scenario<span class='hidden'> of %s %s, %s, %s</span></summary>\n<div class='inside'>\n",
         result_number(row->json, "reads_wrong"), result_number(row->json, "reads"), row->part, row->name, row->reading,
         pal_word(row->pal), row->corner);
    expected = cJSON_GetObjectItemCaseSensitive(row->json, "as_expected");
    html(f, "<p>%.0f accesses, %.0f notes (an edge near a command; the count may be off by one).%s</p>\n",
         result_number(row->json, "accesses"), result_number(row->json, "notes"),
         cJSON_IsTrue(expected)    ? " The result is the one that the machine’s file expects."
         : cJSON_IsFalse(expected) ? " The result differs from the one that the machine’s file expects."
                                   : "");
    print_margins(f, cJSON_GetObjectItemCaseSensitive(row->json, "margins"));
    print_doubts(f, row->json);
    if (!print_row_runs(f, p, row->json))
        html(f, "<p>No diagram of this combination was given.</p>\n");
    html(f, "</div></details></td></tr>\n</tbody>\n");
}

void page_table(FILE *f, const struct page *p)
{
    static const char *const column[] = {"Machine",         "Reading",         "Translator",  "Corner", "Verdict",
                                         "Least slack, ns", "Violated checks", "Wrong reads", "Part"};
    static const bool choice[] = {true, true, true, true, true, false, false, false, true};
    html(f, "<section id='table'>\n<h2>All combinations</h2>\n<p>Each row opens its margins, its diagram and the "
            "scenario that drew it.</p>\n<div class='scroll' role='group' aria-label='Table of all combinations' "
            "tabindex='0'>\n<table class='sortable'>\n<caption>Machines, readings, translators and corners</caption>\n"
            "<thead><tr>");
    for (size_t n = 0; n < sizeof column / sizeof *column; n++)
        html(f, "<th scope='col' data-choice='%s'>%s</th>", choice[n] ? "yes" : "no", column[n]);
    html(f, "</tr></thead>\n");
    for (size_t n = 0; n < p->rows.rows; n++)
        print_row(f, p, n);
    html(f, "</table>\n</div>\n</section>\n");
}

/* ---- Margins of each machine */

struct chart_line {
    const char *name;
    double least; /* of both translators, ns */
};

static int compare_lines(const void *a, const void *b)
{
    const struct chart_line *one = a, *other = b;
    return one->least < other->least ? -1 : one->least > other->least ? 1 : strcmp(one->name, other->name);
}

/* The least slack of one check in these rows. */
static const cJSON *check_worst(const struct rows *rows, const struct which *which, const char *name)
{
    const cJSON *worst = NULL;
    for (size_t n = 0; n < rows->rows; n++) {
        const cJSON *m =
            row_is(&rows->row[n], which)
                ? cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(rows->row[n].json, "margins"), name)
                : NULL;
        if (m && cJSON_HasObjectItem(m, "slack_ps") && !result_true(m, "note") &&
            (!worst || slack_ns(m) < slack_ns(worst)))
            worst = m;
    }
    return worst;
}

static void print_chart(FILE *f, const struct rows *rows, const struct which *which)
{
    struct chart_line line[CHART_MOST];
    size_t lines = 0, shown = 0;
    for (int n = 0; n < FIG_CHECKS && lines < CHART_MOST; n++) {
        const cJSON *worst = check_worst(rows, which, figure_info[n].name);
        if (worst)
            line[lines++] = (struct chart_line){figure_info[n].name, slack_ns(worst)};
    }
    qsort(line, lines, sizeof *line, compare_lines);
    while (shown < lines && line[shown].least < BAR_NS)
        shown++;
    html(f, "<table class='chart'>\n<thead><tr><th scope='col'>Check</th><th scope='col'>Flip-flop, ns</th>"
            "<th scope='col'>Direct, ns</th></tr></thead>\n<tbody>\n");
    for (size_t n = 0; n < shown; n++) {
        html(f, "<tr><th scope='row'><abbr title='%s'>%s</abbr></th>", check_text(line[n].name), line[n].name);
        for (int pal = 0; pal < 2; pal++) {
            struct which one = *which;
            one.pal = pal ? "direct" : "flipflop";
            const cJSON *worst = check_worst(rows, &one, line[n].name);
            if (worst)
                print_slack(f, worst, true);
            else
                html(f, "<td class='n'>not observed</td>");
        }
        html(f, "</tr>\n");
    }
    html(f, "</tbody></table>\n<p class='small'>%zu more checks have %.0f ns or more.</p>\n", lines - shown, BAR_NS);
}

void page_charts(FILE *f, const struct page *p)
{
    html(f,
         "<section id='margins'>\n<h2>Margins of each machine</h2>\n<p>The least slack of each check over all "
         "readings and both corners. Bars to the right: nanoseconds to spare. Hatched bars to the left: "
         "nanoseconds short. Bars end at %.0f ns.</p>\n",
         BAR_NS);
    print_machines(f, &p->rows, print_chart);
    html(f, "</section>\n");
}
