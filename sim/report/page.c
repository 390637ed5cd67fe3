/* SPDX-License-Identifier: MIT
 * The page from top to bottom. */
#include "page.h"

#include <stdlib.h>

#include "cli/command.h"
#include "cli/html.h"
#include "page_internal.h"
#include "report_assets.h"
#include "sim/figures/figures.h"

static bool has(const struct page *p, enum result_kind kind)
{
    for (size_t n = 0; n < p->results->sources; n++)
        if (p->results->source[n].kind == kind)
            return true;
    return false;
}

/* ---- What is read first */

static void print_head(FILE *f)
{
    html_begin(f, "Bus timing of the Am9513A timer board", "verdict", "To the verdict");
    html(f, "<header>\n<h1>Does the timer board work in your machine?</h1>\n"
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
        page_sweep_title(f, s);
        html(f, "</a>: %.0f of %.0f points work (%.2f %%).</li>\n", result_number(s->tree, "passed"),
             result_number(s->tree, "points"),
             100 * result_number(s->tree, "passed") / result_number(s->tree, "points"));
    }
    html(f, "</ul>\n");
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
        page_table(f, p);
        page_charts(f, p);
    }
    if (has(p, RESULT_SWEEP))
        page_sweeps(f, p);
    if (has(p, RESULT_LIMITS))
        page_limits(f, p);
    page_runs(f, p);
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
