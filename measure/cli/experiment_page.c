/* SPDX-License-Identifier: MIT */
#include "experiment_page.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/html.h"
#include "cli/input.h"

struct page {
    const struct experiment_result *results;
    size_t count;
    const char *folder;
};

static const char *text_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

static double number_of(const cJSON *object, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static bool is_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* Where the title of the experiment leads to, and what it is called. */
static void print_link(FILE *f, const char *name)
{
    html(f, "<a href='#%s'>%s</a>", name, name);
}

/* ---- Verdicts */

static const char *badge_of(const cJSON *tree, const char **class)
{
    *class = "some";
    if (!cJSON_HasObjectItem(tree, "unknown"))
        return "not run";
    if (!is_true(tree, "complete"))
        return "incomplete";
    *class = number_of(tree, "unknown") == 0 ? "good" : "bad";
    return number_of(tree, "unknown") == 0 ? "pass" : "FAIL";
}

/* Rows with a figure of the paper. */
static int figures_of(const cJSON *tree)
{
    const cJSON *section, *row;
    int figures = 0;
    cJSON_ArrayForEach(section, cJSON_GetObjectItemCaseSensitive(tree, "sections"))
    {
        cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(section, "rows"))
        {
            figures += cJSON_HasObjectItem(row, "paper");
        }
    }
    return figures;
}

static void print_counts(FILE *f, const cJSON *tree)
{
    const int figures = figures_of(tree);
    if (figures > 0)
        html(f, "<p>%d figures of the paper compared, %.0f differ.</p>\n", figures, number_of(tree, "differ"));
    if (number_of(tree, "unknown") > 0)
        html(f, "<p>%.0f verdicts that no finding explains.</p>\n", number_of(tree, "unknown"));
}

static void print_total(FILE *f, const struct page *p)
{
    int figures = 0, passed = 0;
    double differ = 0;
    for (size_t n = 0; n < p->count; n++) {
        const char *class;
        figures += figures_of(p->results[n].tree);
        differ += cJSON_HasObjectItem(p->results[n].tree, "differ") ? number_of(p->results[n].tree, "differ") : 0;
        passed += strcmp(badge_of(p->results[n].tree, &class), "pass") == 0;
    }
    html(f, "<p class='lead'>%d of %zu experiments pass. Of %d figures of the papers %.0f differ.</p>\n", passed,
         p->count, figures, differ);
}

static void print_verdicts(FILE *f, const struct page *p)
{
    html(f, "<section id='verdicts'>\n<h2>Verdicts</h2>\n");
    print_total(f, p);
    html(f, "<ul class='cards'>\n");
    for (size_t n = 0; n < p->count; n++) {
        const struct experiment_result *r = &p->results[n];
        const char *class, *badge = badge_of(r->tree, &class);
        html(f, "<li><h3>");
        print_link(f, r->experiment->name);
        html(f, " <span class='badge %s'>%s</span></h3>\n<p>%s</p>\n", class, badge, r->experiment->reproduces);
        print_counts(f, r->tree);
        html(f, "</li>\n");
    }
    html(f, "</ul>\n</section>\n");
}

/* ---- Tables */

/* A number as in the text; nothing where the row has none, or no finite one. */
static void print_number(FILE *f, const cJSON *row, const char *name, int digits)
{
    char text[40] = "";
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(row, name);
    if (cJSON_IsNumber(number))
        (void)snprintf(text, sizeof text, "%.*g", digits, number->valuedouble);
    html(f, "<td class='n'>%s</td>", text);
}

/* Columns that no row of a section fills are left out. */
struct columns {
    bool paper, interval, verdict;
};

static void print_row(FILE *f, const cJSON *row, const struct columns *has)
{
    const char *verdict = text_of(row, "verdict"), *follows_if = text_of(row, "follows_if");
    const cJSON *holds = cJSON_GetObjectItemCaseSensitive(row, "holds");
    const bool surprise = holds && cJSON_IsTrue(holds) == cJSON_HasObjectItem(row, "finding");
    html(f, "<tr><th scope='row'>%s</th>", text_of(row, "what"));
    if (has->paper)
        print_number(f, row, "paper", 9);
    print_number(f, row, "ours", 7);
    char interval[48] = "";
    if (cJSON_HasObjectItem(row, "low"))
        (void)snprintf(interval, sizeof interval, "%.5g to %.5g", number_of(row, "low"), number_of(row, "high"));
    if (has->interval)
        html(f, "<td class='n'>%s</td>", interval);
    if (has->verdict)
        html(f, surprise ? "<td><span class='badge bad'>%s</span>" : "<td>%s", verdict);
    if (*follows_if)
        html(f, "<br><span class='small'>It follows if %s.</span>", follows_if);
    html(f, has->verdict ? "</td></tr>\n" : "</tr>\n");
}

static void print_section(FILE *f, const struct experiment_result *r, const cJSON *section, size_t number)
{
    const cJSON *row, *rows = cJSON_GetObjectItemCaseSensitive(section, "rows");
    struct columns has = {false, false, false};
    cJSON_ArrayForEach(row, rows)
    {
        has.paper |= cJSON_HasObjectItem(row, "paper") != 0;
        has.interval |= cJSON_HasObjectItem(row, "low") != 0;
        has.verdict |= *text_of(row, "verdict") != '\0';
    }
    html(f,
         "<h3 id='%s-%zu'>%s</h3>\n<div class='scroll' role='group' tabindex='0' aria-labelledby='%s-%zu'>"
         "<table class='rows' aria-labelledby='%s-%zu'>\n<thead><tr><th scope='col'>What</th>",
         r->experiment->name, number, text_of(section, "title"), r->experiment->name, number, r->experiment->name,
         number);
    html(f, has.paper ? "<th scope='col' class='n'>Paper</th>" : "");
    html(f, "<th scope='col' class='n'>Ours</th>");
    html(f, has.interval ? "<th scope='col' class='n'>99.9 %% interval</th>" : "");
    html(f, has.verdict ? "<th scope='col'>Verdict</th>" : "");
    html(f, "</tr></thead>\n<tbody>\n");
    cJSON_ArrayForEach(row, rows)
    {
        print_row(f, row, &has);
    }
    html(f, "</tbody></table></div>\n");
}

/* ---- Drawings */

/* The text of the SVG file, to be freed; NULL if it is missing. */
static char *read_drawing(const struct page *p, const char *experiment, const char *drawing)
{
    char path[EXPERIMENT_PATH], ending[EXPERIMENT_NAME];
    struct error none;
    (void)snprintf(ending, sizeof ending, "-%s.svg", drawing);
    return input_text(experiment_path(path, p->folder, experiment, ending), &none);
}

static void print_drawing(FILE *f, const struct page *p, const char *experiment, const cJSON *drawing)
{
    char *svg = read_drawing(p, experiment, text_of(drawing, "name"));
    html(f, "<figure>\n");
    if (svg) {
        char alt[512];
        (void)snprintf(alt, sizeof alt, "%s. %s", text_of(drawing, "title"), text_of(drawing, "about"));
        html_drawing(f, svg, alt);
    }
    html(f, "<figcaption>%s. %s%s</figcaption>\n</figure>\n", text_of(drawing, "title"), text_of(drawing, "about"),
         svg ? "" : " (The drawing is missing.)");
    free(svg);
}

/* ---- The page */

static void print_command(FILE *f, const struct experiment_result *r)
{
    html(f, "<p><code class='command'>tmr0 experiment %s --seed %s%s</code></p>\n", r->experiment->name,
         text_of(r->tree, "seed"), is_true(r->tree, "quick") ? " --quick" : "");
}

static void print_experiment(FILE *f, const struct page *p, const struct experiment_result *r)
{
    const cJSON *item;
    size_t number = 0;
    const char *class, *badge = badge_of(r->tree, &class);
    html(f, "<section id='%s'>\n<h2>%s <span class='badge %s'>%s</span></h2>\n<p>%s</p>\n", r->experiment->name,
         r->experiment->name, class, badge, r->experiment->reproduces);
    if (!cJSON_HasObjectItem(r->tree, "unknown")) {
        html(f, "<p>It was not run.</p>\n</section>\n");
        return;
    }
    print_command(f, r);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(r->tree, "drawings"))
    {
        print_drawing(f, p, r->experiment->name, item);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(r->tree, "sections"))
    {
        print_section(f, r, item, ++number);
    }
    html(f, "</section>\n");
}

static void print_missing(FILE *f, const struct page *p)
{
    size_t missing = 0;
    html(f, "<h3>What is missing</h3>\n<ul>\n");
    for (size_t n = 0; n < p->count; n++) {
        const struct experiment_result *r = &p->results[n];
        const cJSON *drawing;
        const char *class, *badge = badge_of(r->tree, &class);
        if (!is_true(r->tree, "complete")) {
            html(f, "<li>%s: %s</li>\n", r->experiment->name, badge);
            missing++;
        }
        cJSON_ArrayForEach(drawing, cJSON_GetObjectItemCaseSensitive(r->tree, "drawings"))
        {
            char *svg = read_drawing(p, r->experiment->name, text_of(drawing, "name"));
            if (!svg)
                html(f, "<li>%s-%s.svg: no drawing (gnuplot draws it, Debian package gnuplot-nox)</li>\n",
                     r->experiment->name, text_of(drawing, "name"));
            missing += svg == NULL;
            free(svg);
        }
    }
    html(f, missing ? "</ul>\n" : "<li>nothing</li>\n</ul>\n");
}

static void print_page(FILE *f, const struct page *p)
{
    html_begin(f, "Experiments on measuring with clocks", "verdicts", "To the verdicts");
    html(f, "<header>\n<h1>What five papers report, and what we find</h1>\n"
            "<p>Each experiment prints the paper’s figures beside ours. A figure agrees if ours is within half a unit "
            "of its last digit. One that does not has a finding, a section of <code>docs/findings.md</code>, and what "
            "would have to be assumed for it to follow. “As expected” is the verdict of a check of our own.</p>\n"
            "</header>\n<nav aria-label='Parts of this page'><ul>\n<li><a href='#verdicts'>Verdicts</a></li>\n");
    for (size_t n = 0; n < p->count; n++) {
        html(f, "<li>");
        print_link(f, p->results[n].experiment->name);
        html(f, "</li>\n");
    }
    html(f, "<li><a href='#made'>How it was made</a></li>\n</ul></nav>\n<main>\n");
    print_verdicts(f, p);
    for (size_t n = 0; n < p->count; n++)
        print_experiment(f, p, &p->results[n]);
    html(f,
         "<section id='made'>\n<h2>How it was made</h2>\n<p>tmr0 %s, <code>tmr0 experiment --all --out DIR</code>. "
         "Equal seeds give equal figures, except those that are measured on this host.</p>\n",
         command_version);
    print_missing(f, p);
    html(f, "</section>\n</main>\n</body>\n</html>\n");
}

char *experiment_page(const struct experiment_result *results, size_t count, const char *folder)
{
    const struct page page = {results, count, folder};
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    print_page(f, &page);
    if (fclose(f) != EOF)
        return text;
    free(text);
    return NULL;
}
