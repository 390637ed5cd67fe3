/* SPDX-License-Identifier: MIT
 * The parts of the page, from top to bottom. */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/time_text.h"
#include "html.h"
#include "report_assets.h"
#include "sim/figures/figures.h"
#include "verdict.h"

#define BAR_NS 100.0  /* where a bar ends */
#define CHART_MOST 32 /* checks of a chart */

struct page {
    const struct results *results;
    struct rows rows;
};

static bool has(const struct page *p, enum result_kind kind)
{
    for (size_t n = 0; n < p->results->sources; n++)
        if (p->results->source[n].kind == kind)
            return true;
    return false;
}

/* ---- Pieces */

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

/* A value in the unit that the column's name ends with: "12ns", "4MHz". */
static const char *value_text(char *buffer, size_t size, const char *column, double value)
{
    const char *unit = strrchr(column, '_');
    if (unit && strcmp(unit, "_ps") == 0 && fabs(value) < 9e15)
        return time_text(buffer, size, (int64_t)value);
    (void)snprintf(buffer, size, unit && strcmp(unit, "_hz") == 0 ? "%.10gMHz" : "%.10g",
                   unit && strcmp(unit, "_hz") == 0 ? value / 1e6 : value);
    return buffer;
}

/* "machine.strobe_hold" of "machine.strobe_hold_ps". */
static const char *key_text(char *buffer, size_t size, const char *column)
{
    const char *unit = strrchr(column, '_');
    const bool cut = unit && (strcmp(unit, "_ps") == 0 || strcmp(unit, "_hz") == 0);
    (void)snprintf(buffer, size, "%.*s", cut ? (int)(unit - column) : (int)strlen(column), column);
    return buffer;
}

static void print_word(FILE *f, const char *word)
{
    const bool plain = *word && !strpbrk(word, " \t\n'\"\\$`*?[]#~&;<>|(){}!");
    html(f, plain ? " %s" : " '%s'", word);
}

/* ---- What is read first */

static void print_head(FILE *f)
{
    html(f, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
            "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
            "<meta name='color-scheme' content='light dark'>\n<title>Bus timing of the Am9513A timer board</title>\n"
            "<style>\n");
    for (size_t n = 0; n < sizeof page_css / sizeof *page_css; n++)
        (void)fputs(page_css[n], f);
    html(f, "</style>\n</head>\n<body>\n<a class='skip' href='#verdict'>To the verdict</a>\n"
            "<header>\n<h1>Does the timer board work in your machine?</h1>\n"
            "<p>An Am9513A timer chip on a small board takes the place of a Sun workstation’s DES chip. A PAL on the "
            "board, the strobe translator, makes the chip’s signals from the socket’s two strobes. This page shows "
            "whether the signals keep the chip’s timing limits. They were simulated, not measured: most of the "
            "figures are recalled <a class='mark' href='#marks'>[GK]</a> or estimated <a class='mark' "
            "href='#marks'>[E]</a>.</p>\n</header>\n");
}

static void print_navigation(FILE *f, const struct page *p)
{
    html(f, "<nav aria-label='Parts of this page'><ul>\n<li><a href='#verdict'>Verdict</a></li>\n");
    if (has(p, RESULT_TIMING))
        html(f, "<li><a href='#table'>All combinations</a></li>\n<li><a href='#margins'>Margins</a></li>\n");
    if (has(p, RESULT_SWEEP))
        html(f, "<li><a href='#sweeps'>Sweeps and yield</a></li>\n");
    if (has(p, RESULT_LIMITS))
        html(f, "<li><a href='#limits'>Limits</a></li>\n");
    html(f, "<li><a href='#findings'>Findings</a></li>\n<li><a href='#marks'>Marks</a></li>\n"
            "<li><a href='#made'>How it was made</a></li>\n</ul></nav>\n<main>\n");
}

static void print_sweep_title(FILE *f, const struct result_source *s)
{
    html(f, "%s, %s translator, ", result_text(s->tree, "machine"), pal_word(result_text(s->tree, "pal")));
    if (cJSON_HasObjectItem(s->tree, "yield"))
        html(f, "all delays drawn at random");
    const cJSON *axis;
    char key[64];
    const char *and = "";
    if (!cJSON_HasObjectItem(s->tree, "yield"))
        cJSON_ArrayForEach(axis, cJSON_GetObjectItemCaseSensitive(s->tree, "axes"))
        {
            html(f, "%s%s", and, key_text(key, sizeof key, result_text(axis, "column")));
            and = " and ";
        }
}

static void print_verdict(FILE *f, const struct page *p)
{
    html(f, "<section id='verdict'>\n<h2>Verdict</h2>\n");
    if (has(p, RESULT_TIMING)) {
        verdict_count(f, &p->rows);
        html(f,
             "<p class='small'>“Works”: every limit is kept and every read of the timer is right, with the slowest "
             "parts "
             "(all delays at their largest) and with the fastest. A “reading” is one way to read a machine’s documents "
             "where they leave its bus open; which one is right is not known.</p>\n");
        print_machines(f, &p->rows, verdict_print);
    } else
        html(f, "<p class='lead'>No table of machines was given (<code>tmr0 timing --json</code>). These are the "
                "results of single machines:</p>\n");
    html(f, "<ul>\n");
    for (size_t n = 0; n < p->results->sources; n++) {
        const struct result_source *s = &p->results->source[n];
        if (s->kind != RESULT_SWEEP)
            continue;
        html(f, "<li><a href='#sweep-%zu'>", n + 1);
        print_sweep_title(f, s);
        html(f, "</a>: %.0f of %.0f points work (%.2f %%).</li>\n", result_number(s->tree, "passed"),
             result_number(s->tree, "points"),
             100 * result_number(s->tree, "passed") / result_number(s->tree, "points"));
    }
    html(f, "</ul>\n");
    html(f, "</section>\n");
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
    print_word(f, result_text(run, "file"));
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
static void print_runs(FILE *f, const struct page *p)
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

static void print_table(FILE *f, const struct page *p)
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

static void print_charts(FILE *f, const struct page *p)
{
    html(f,
         "<section id='margins'>\n<h2>Margins of each machine</h2>\n<p>The least slack of each check over all "
         "readings and both corners. Bars to the right: nanoseconds to spare. Hatched bars to the left: "
         "nanoseconds short. Bars end at %.0f ns.</p>\n",
         BAR_NS);
    print_machines(f, &p->rows, print_chart);
    html(f, "</section>\n");
}

/* ---- Sweeps */

static void print_counts(FILE *f, const cJSON *tree)
{
    const cJSON *one, *broken = cJSON_GetObjectItemCaseSensitive(tree, "broken");
    if (!broken->child)
        return;
    html(f,
         "<table>\n<thead><tr><th scope='col'>Violated check</th><th scope='col'>Points</th></tr></thead>\n<tbody>\n");
    cJSON_ArrayForEach(one, broken)
    {
        html(f, "<tr><th scope='row'>%s</th><td class='n'>%.0f</td></tr>\n", one->string, one->valuedouble);
    }
    html(f, "</tbody></table>\n");
}

static void print_yield(FILE *f, const cJSON *tree, const cJSON *yield)
{
    const double low = 100 * result_number(yield, "low"), high = 100 * result_number(yield, "high");
    html(f,
         "<p class='lead'>Yield <strong>%.2f %%</strong>: so many boards work if each delay is drawn uniformly "
         "between its least and its largest value. 95 %% interval %.2f to %.2f %%, from %.0f boards.</p>\n"
         "<div class='yield' aria-hidden='true'><span style='left:%.2f%%;width:%.2f%%'></span></div>\n",
         100 * result_number(yield, "share"), low, high, result_number(tree, "points"), low, high - low);
}

static void print_sweep(FILE *f, const struct result_source *s, size_t number)
{
    const cJSON *tree = s->tree, *yield = cJSON_GetObjectItemCaseSensitive(tree, "yield"),
                *worst = cJSON_GetObjectItemCaseSensitive(tree, "worst"),
                *rtl = cJSON_GetObjectItemCaseSensitive(tree, "rtl"), *one;
    html(f, "<article id='sweep-%zu'>\n<h3>", number);
    print_sweep_title(f, s);
    html(f, "</h3>\n");
    if (yield)
        print_yield(f, tree, yield);
    else
        html(f, "<p class='lead'><strong>%.0f</strong> of %.0f points work.</p>\n", result_number(tree, "passed"),
             result_number(tree, "points"));
    if (s->drawing) {
        char description[256];
        (void)snprintf(description, sizeof description, "%s of %.60s, %s translator: %.0f of %.0f points work",
                       yield ? "Distribution of the least slack" : "Plot of the least slack",
                       result_text(tree, "machine"), pal_word(result_text(tree, "pal")), result_number(tree, "passed"),
                       result_number(tree, "points"));
        html(f, "<figure>\n");
        html_drawing(f, s->drawing, description);
        html(f, "<figcaption>%s. Blue points work; orange ones fail.</figcaption>\n</figure>\n", description);
    }
    print_counts(f, tree);
    if (worst) {
        html(f, "<p>The least slack of all, %+.1f ns of ", slack_ns(worst));
        print_check(f, result_text(worst, "parameter"));
        html(f, ", is at point %.0f.", result_number(worst, "point"));
        html(f, " C/D holds at %.0f points.</p>\n", result_number(tree, "cd_holds"));
    }
    html(f, "<p>%s: %.0f points at a boundary and %.0f of the others were repeated on the RTL.</p>\n",
         result_true(rtl, "agree") ? "RTL and model agree" : "<strong>RTL and model differ</strong>",
         result_number(rtl, "boundary"), result_number(rtl, "sample"));
    html(f, "<p class='command'><code>");
    cJSON_ArrayForEach(one, s->arguments)
    {
        if (one->prev->next)
            print_word(f, one->valuestring);
        else
            html(f, "%s", one->valuestring);
    }
    html(f, "</code></p>\n</article>\n");
}

static void print_sweeps(FILE *f, const struct page *p)
{
    html(f, "<section id='sweeps'>\n<h2>Sweeps and yield</h2>\n");
    for (size_t n = 0; n < p->results->sources; n++)
        if (p->results->source[n].kind == RESULT_SWEEP)
            print_sweep(f, &p->results->source[n], n + 1);
    html(f, "</section>\n");
}

/* ---- Limits */

/* What is wrong there: "TRLRH, TWLWH". */
static void print_failure(FILE *f, const cJSON *at)
{
    const bool none = strcmp(result_text(at, "broken"), "none") == 0, wrong = result_true(at, "reads_wrong");
    html(f, "%s%s%s", none ? "" : result_text(at, "broken"), wrong && !none ? ", " : "", wrong ? "reads wrong" : "");
}

static void print_bound(FILE *f, const cJSON *row, const char *name)
{
    const cJSON *bound = cJSON_GetObjectItemCaseSensitive(row, name);
    char text[64];
    if (!result_true(bound, "found")) {
        html(f, "<td class='n'>no limit</td><td></td>");
        return;
    }
    html(f, "<td class='n' data-sort='%.0f'>%s</td><td>", result_number(bound, "last_pass"),
         value_text(text, sizeof text, result_text(row, "figure"), result_number(bound, "last_pass")));
    print_failure(f, bound);
    html(f, "</td>");
}

static void print_limit(FILE *f, const cJSON *row)
{
    char text[64];
    html(f, "<tr><th scope='row'>%s</th><td>%s</td><td>%s</td>", result_text(row, "machine"),
         pal_word(result_text(row, "pal")), key_text(text, sizeof text, result_text(row, "figure")));
    html(f, "<td class='n' data-sort='%.0f'>%s", result_number(row, "value"),
         value_text(text, sizeof text, result_text(row, "figure"), result_number(row, "value")));
    print_mark(f, result_text(row, "mark"));
    html(f, "</td>");
    if (cJSON_HasObjectItem(row, "down") && cJSON_HasObjectItem(row, "up")) {
        print_bound(f, row, "down");
        print_bound(f, row, "up");
    } else {
        html(f, "<td></td><td>fails as it is: ");
        print_failure(f, row);
        html(f, "</td><td></td><td></td>");
    }
    html(f, "</tr>\n");
}

static void print_limits_command(FILE *f, const struct result_source *s)
{
    const cJSON *row, *first = s->tree->child;
    char key[64];
    html(f, "<p class='command'><code>tmr0 sweep");
    cJSON_ArrayForEach(row, s->tree)
    {
        if (strcmp(result_text(row, "machine"), result_text(first, "machine")) != 0 ||
            strcmp(result_text(row, "pal"), result_text(first, "pal")) != 0)
            break;
        html(f, " --limit %s", key_text(key, sizeof key, result_text(row, "figure")));
    }
    if (!row)
        html(f, " --machine %s --pal %s", result_text(first, "machine"), result_text(first, "pal"));
    html(f, " --part %s --pal-part %s --corner %s --reads %.0f --seed %s --json %s</code></p>\n",
         result_text(first, "part"), result_text(first, "pal_part"), result_text(first, "corner"),
         result_number(first, "reads"), result_text(first, "seed"), s->path);
}

static void print_limits(FILE *f, const struct page *p)
{
    const cJSON *row;
    html(f,
         "<section id='limits'>\n<h2>Limits</h2>\n<p>How far one figure may move alone until the verdict changes, and "
         "what is then violated.</p>\n<div class='scroll' role='group' aria-label='Table of limits' tabindex='0'>\n"
         "<table class='sortable'>\n<caption>Limits of single figures</caption>\n<thead><tr>"
         "<th scope='col' data-choice='yes'>Machine</th><th scope='col' data-choice='yes'>Translator</th>"
         "<th scope='col' data-choice='yes'>Figure</th><th scope='col'>Value</th><th scope='col'>Least that works</th>"
         "<th scope='col'>Below</th><th scope='col'>Most that works</th><th scope='col'>Above</th></tr></thead>\n"
         "<tbody>\n");
    for (size_t n = 0; n < p->results->sources; n++)
        if (p->results->source[n].kind == RESULT_LIMITS)
            cJSON_ArrayForEach(row, p->results->source[n].tree)
            {
                print_limit(f, row);
            }
    html(f, "</tbody></table>\n</div>\n");
    for (size_t n = 0; n < p->results->sources; n++)
        if (p->results->source[n].kind == RESULT_LIMITS)
            print_limits_command(f, &p->results->source[n]);
    html(f, "</section>\n");
}

/* ---- The end */

static void print_findings(FILE *f)
{
    html(f,
         "<section id='findings'>\n<h2>Findings</h2>\n<p>What the table of combinations shows, with its reasons, is in "
         "<code>docs/findings.md</code> of tmr0:</p>\n<ul>\n");
    for (size_t n = 0; n < sizeof page_findings / sizeof *page_findings; n++)
        html(f, "<li>%s</li>\n", page_findings[n]);
    html(f, "</ul>\n</section>\n");
}

static void print_marks(FILE *f)
{
    html(f, "<section id='marks'>\n<h2>Marks: how sure a figure is</h2>\n<dl>\n");
    for (int mark = MARK_C; mark <= MARK_SET; mark++)
        html(f, "<dt>[%s]</dt><dd>%s</dd>\n", mark_name((enum mark)mark), mark_text((enum mark)mark));
    html(f, "</dl>\n</section>\n");
}

static void print_made(FILE *f, const struct page *p)
{
    html(f,
         "<section id='made'>\n<h2>How it was made</h2>\n<p>tmr0 %s. The same files give the same page. Other commands "
         "are with their figures.</p>\n<ul>\n",
         command_version);
    int runs = 0;
    for (size_t n = 0; n < p->results->sources; n++) {
        const struct result_source *s = &p->results->source[n];
        const cJSON *first = s->tree->child;
        runs += s->kind == RESULT_RUNS ? cJSON_GetArraySize(s->tree) : 0;
        if (s->kind == RESULT_TIMING)
            html(f, "<li>%d rows: <code>tmr0 timing --part %s --reads %.0f --seed %s --json %s</code></li>\n",
                 cJSON_GetArraySize(s->tree), result_text(first, "part"), result_number(first, "reads"),
                 result_text(first, "seed"), s->path);
        else if (s->kind == RESULT_LIMITS)
            html(f, "<li><a href='#limits'>Limits</a>: %s</li>\n", s->path);
        else if (s->kind == RESULT_SWEEP)
            html(f, "<li><a href='#sweep-%zu'>Sweep</a>: %s</li>\n", n + 1, s->path);
    }
    if (runs)
        html(f, "<li>Runs with diagrams: %d</li>\n", runs);
    html(f, "</ul>\n<h3>What is missing</h3>\n<ul>\n");
    size_t missing = 0;
    for (size_t n = 0; n < p->results->sources; n++) {
        const struct result_source *s = &p->results->source[n];
        const cJSON *run;
        int at = 0;
        if ((s->kind == RESULT_SWEEP || s->kind == RESULT_RUNS) && !s->drawing) {
            html(f, "<li>%s: no drawing%s</li>\n", s->path,
                 s->kind == RESULT_SWEEP ? " (gnuplot draws one for one or two keys and for random delays)"
                                         : " (run --diagram draws it beside the JSON file)");
            missing++;
        }
        if (s->kind == RESULT_RUNS)
            cJSON_ArrayForEach(run, s->tree)
            {
                if (!s->scenario[at++]) {
                    html(f, "<li>%s: its scenario %s cannot be read here</li>\n", s->path, result_text(run, "file"));
                    missing++;
                }
            }
    }
    html(f, missing ? "</ul>\n</section>\n" : "<li>nothing</li>\n</ul>\n</section>\n");
}

static void print_page(FILE *f, const struct page *p)
{
    print_head(f);
    print_navigation(f, p);
    print_verdict(f, p);
    if (has(p, RESULT_TIMING)) {
        print_table(f, p);
        print_charts(f, p);
    }
    if (has(p, RESULT_SWEEP))
        print_sweeps(f, p);
    if (has(p, RESULT_LIMITS))
        print_limits(f, p);
    print_runs(f, p);
    print_findings(f);
    print_marks(f);
    print_made(f, p);
    html(f, "</main>\n<script>\n");
    for (size_t n = 0; n < sizeof page_js / sizeof *page_js; n++)
        (void)fputs(page_js[n], f);
    html(f, "</script>\n</body>\n</html>\n");
}

char *page_make(const struct results *results)
{
    struct page page = {.results = results};
    char *text = NULL;
    size_t size;
    FILE *f = rows_collect(&page.rows, results) ? open_memstream(&text, &size) : NULL;
    if (f) {
        print_page(f, &page);
        if (fclose(f) == EOF) {
            free(text);
            text = NULL;
        }
    }
    rows_drop(&page.rows);
    return text;
}
