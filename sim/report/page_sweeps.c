/* SPDX-License-Identifier: MIT
 * Sweeps with their plots and yield; limits of single figures. */
#include <math.h>
#include <string.h>

#include "cli/html.h"
#include "cli/time_text.h"
#include "page_internal.h"

#define EXACT 0x1p53 /* cJSON holds whole numbers below this; the command shows a greater seed */

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

void page_sweep_title(FILE *f, const struct result_source *s)
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
    page_sweep_title(f, s);
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
    html(f, "<p>%.0f reads at each point, ", result_number(tree, "reads"));
    if (result_number(tree, "seed") < EXACT)
        html(f, "seed %.0f; ", result_number(tree, "seed"));
    html(f, "corner of the other delays: %s.</p>\n", result_text(tree, "corner"));
    html(f, "<p class='command'><code>");
    cJSON_ArrayForEach(one, s->arguments)
    {
        if (one->prev->next)
            html_word(f, one->valuestring);
        else
            html(f, "%s", one->valuestring);
    }
    html(f, "</code></p>\n</article>\n");
}

void page_sweeps(FILE *f, const struct page *p)
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
    html(f, "<tr><th scope='row'>%s</th><td>%s</td>", result_text(row, "machine"),
         key_text(text, sizeof text, result_text(row, "figure")));
    html(f, "<td class='n' data-sort='%.0f'>%s", result_number(row, "value"),
         value_text(text, sizeof text, result_text(row, "figure"), result_number(row, "value")));
    print_mark(f, result_text(row, "mark"));
    html(f, "</td>");
    if (cJSON_HasObjectItem(row, "down") && cJSON_HasObjectItem(row, "up")) {
        print_bound(f, row, "down");
        print_bound(f, row, "up");
    } else {
        html(f, "<td class='n'>nowhere</td><td>");
        print_failure(f, row);
        html(f, "</td><td></td><td></td>");
    }
    html(f, "<td>%s</td></tr>\n", pal_word(result_text(row, "pal")));
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

void page_limits(FILE *f, const struct page *p)
{
    const cJSON *row;
    html(f,
         "<section id='limits'>\n<h2>Limits</h2>\n<p>How far one figure may move alone until the verdict changes, and "
         "what is then violated.</p>\n<div class='scroll' role='group' aria-label='Table of limits' tabindex='0'>\n"
         "<table class='sortable limits'>\n<caption>Limits of single figures</caption>\n<thead><tr>"
         "<th scope='col' data-choice='yes'>Machine</th>"
         "<th scope='col' data-choice='yes'>Figure</th><th scope='col'>Value</th><th scope='col'>Works from</th>"
         "<th scope='col'>Below</th><th scope='col'>Works to</th><th scope='col'>Above</th>"
         "<th scope='col' data-choice='yes'>Translator</th></tr></thead>\n"
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
