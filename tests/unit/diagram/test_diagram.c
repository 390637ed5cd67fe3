/* SPDX-License-Identifier: MIT
 * Timing diagrams: the time shown, the axis, rows and texts, and what is kept of a run. Runs from the root of the
 * tree. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/diagram/diagram.h"
#include "sim/language/play.h"
#include "tests/suite.h"

#define NS UINT64_C(1000)
#define US (1000 * NS)

/* ---- The time shown */

/* Accesses of 400 ns, 2 us apart; the fourth follows the third at once. */
static const struct span accesses[] = {{1000 * NS, 1400 * NS},
                                       {3000 * NS, 3400 * NS},
                                       {5000 * NS, 5400 * NS},
                                       {5400 * NS, 5800 * NS},
                                       {7800 * NS, 8200 * NS}};
static const struct diagram_run five = {accesses, COUNT(accesses), 8300 * NS, NULL};

/* The parts in ns: "950-1550 2950-3550" */
static void check_window(const struct diagram_run *run, const struct diagram_request *request, const char *want)
{
    struct window w;
    struct error e = {""};
    char got[128] = "";
    CU_ASSERT_EQUAL_FATAL(diagram_window_choose(&w, run, request, &e), STATUS_OK);
    for (size_t n = 0; n < w.parts; n++) {
        const size_t used = strlen(got);
        (void)snprintf(got + used, sizeof got - used, "%s%d-%d", n ? " " : "", (int)(w.part[n].from_ps / NS),
                       (int)(w.part[n].to_ps / NS));
    }
    if (strcmp(got, want) != 0)
        (void)fprintf(stderr, "\n%s, expected %s\n", got, want);
    CU_ASSERT_STRING_EQUAL(got, want);
}

static void check_violation(uint32_t access, uint64_t at_ns, const char *want)
{
    const struct diagram_request none = {.file = "f"};
    const struct am9513_record violation = {.broken_access = access, .broken_at_ps = at_ns * NS};
    struct diagram_run run = five;
    run.violation = &violation;
    check_window(&run, &none, want);
}

TEST(window)
{
    const struct diagram_request none = {.file = "f"};
    struct diagram_run run = five;
    check_window(&five, &none, "5400-5950 7750-8300"); /* to the end of the run, from the end of the access before */
    run.accesses = 1;
    check_window(&run, &none, "950-1550");
    check_violation(2, 3100, "950-1550 2950-3550 4950-5400");
    check_violation(1, 1100, "950-1550 2950-3550");
    check_violation(5, 7900, "5400-5950 7750-8300");
    check_violation(3, 5100, "2950-3550 4950-5950");
    check_violation(0, 500, "450-650 950-1550 2950-3550");    /* before the first access */
    check_violation(1, 2300, "950-1550 2250-2450 2950-3550"); /* long after the access, by a pin */
    check_violation(5, 8290, "5400-5950 7750-8300");
}

TEST(window_asked)
{
    struct diagram_request r = {.file = "f", .from = {true, 3100 * NS}};
    check_window(&five, &r, "3100-8300");
    r.to = (struct diagram_point){true, 8300 * NS};
    check_window(&five, &r, "3100-8300");
    r.from = (struct diagram_point){0};
    check_window(&five, &r, "0-8300");
}

static void check_refused(const struct diagram_run *run, bool from_given, uint64_t from_ns, bool to_given,
                          uint64_t to_ns, const char *phrase)
{
    const struct diagram_request r = {"f", {from_given, from_ns * NS}, {to_given, to_ns * NS}};
    struct window w;
    struct error e = {""};
    CU_ASSERT_EQUAL(diagram_window_choose(&w, run, &r, &e), STATUS_INPUT);
    CU_ASSERT(error_has(&e, phrase));
}

TEST(window_refused)
{
    struct span many[TIMELINE_ACCESSES + 1];
    const struct diagram_run none = {NULL, 0, 1000 * NS, NULL};
    const struct diagram_run crowd = {many, COUNT(many), 100 * NS, NULL};
    for (size_t n = 0; n < COUNT(many); n++)
        many[n] = (struct span){n * NS, (n + 1) * NS};
    check_refused(&five, false, 0, true, 8301, "--to 8.301us, expected at most 8.3us");
    check_refused(&five, true, 8300, false, 0, "--from 8.3us, expected less than 8.3us");
    check_refused(&five, true, 1400, true, 3000, "0 accesses from 1.4us to 3us, expected 1 to 16"); /* they touch it */
    check_refused(&none, false, 0, false, 0, "no access in the run");
    check_refused(&crowd, true, 0, true, 100, "17 accesses");
    check_window(&crowd, &(struct diagram_request){"f", {true, 0}, {true, 16 * NS}}, "0-16");
}

/* ---- The axis */

TEST(axis)
{
    const struct window w = {{{1000 * NS, 1600 * NS}, {3000 * NS, 3200 * NS}}, 2};
    struct axis a;
    axis_make(&a, &w, 100, 100 + 800 + AXIS_BREAK);
    CU_ASSERT_DOUBLE_EQUAL(a.ps_per_unit, 1000, 1e-9); /* 800 ns on 800 */
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 1000 * NS), 100, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 1250 * NS), 350, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 1600 * NS), 700, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 2300 * NS), 700 + AXIS_BREAK / 2, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 3000 * NS), 700 + AXIS_BREAK, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 3200 * NS), 900 + AXIS_BREAK, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, 0), 100, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_x(&a, UINT64_MAX), 900 + AXIS_BREAK, 1e-9);
}

/* ---- Rows and texts */

TEST(rows)
{
    struct rows r = {.used = 0};
    CU_ASSERT_EQUAL(rows_take(&r, 0, 100), 0);
    CU_ASSERT_EQUAL(rows_take(&r, 50, 150), 1);
    CU_ASSERT_EQUAL(rows_take(&r, 100, 200), 0); /* side by side */
    CU_ASSERT_EQUAL(rows_take(&r, 120, 130), 2);
    CU_ASSERT_EQUAL(rows_take(&r, 160, 170), 1);
    CU_ASSERT_EQUAL(r.rows, 3);
    for (int n = 0; n < 100; n++) /* more than there was room for */
        CU_ASSERT_EQUAL(rows_take(&r, 1000, 1001), (size_t)n);
    rows_free(&r);
}

static void check_label(double left, double right, enum side side, double text_left)
{
    const struct label l = label_place(100, left, right, 0, 800);
    CU_ASSERT_EQUAL(l.side, side);
    CU_ASSERT_DOUBLE_EQUAL(l.left, text_left, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.right, text_left + 100, 1e-9);
    CU_ASSERT(l.all_left <= l.left && l.all_left <= left && l.all_right >= l.right && l.all_right >= right);
}

TEST(label)
{
    check_label(200, 400, INSIDE, 250);
    check_label(200, 328, INSIDE, 214);
    check_label(200, 327, RIGHT_OF, 333); /* too little for the arrow's ends */
    check_label(690, 694, RIGHT_OF, 700); /* up to the edge */
    check_label(690, 695, LEFT_OF, 584);
    check_label(0, 4, RIGHT_OF, 10);
    CU_ASSERT_DOUBLE_EQUAL(label_place(700, 50, 100, 0, 800).left, 100, 1e-9); /* on neither side: up to the edge */
}

/* ---- What is kept */

TEST(lines)
{
    const struct window w = {{{100, 200}}, 1};
    struct timeline t;
    struct engine_lines l = {.mas_n = true};
    timeline_open(&t, &w);
    timeline_lines(&t, 50, &l);
    l.mas_n = false;
    timeline_lines(&t, 90, &l); /* the level at the beginning */
    l.chip = (struct engine_bus){.host_drives = true, .host = 0x12};
    timeline_lines(&t, 120, &l);
    l.mas_n = true;
    l.chip.chip_drives = true;
    timeline_lines(&t, 130, &l);
    l.chip.host_drives = false;
    timeline_lines(&t, 140, &l);
    l.chip.chip_valid = true;
    l.chip.chip = 0x34;
    timeline_lines(&t, 200, &l);
    l.mas_n = false;
    timeline_lines(&t, 201, &l); /* after the end */
    const struct line_edges *mas = &t.line[LINE_MAS], *bus = &t.line[LINE_CHIP_DATA];
    CU_ASSERT_EQUAL_FATAL(mas->edges, 2);
    CU_ASSERT(mas->edge[0].at_ps == 100 && !mas->edge[0].value && mas->edge[1].at_ps == 130 && mas->edge[1].value);
    CU_ASSERT_EQUAL_FATAL(bus->edges, 5);
    static const uint32_t value[] = {BUS_FREE, BUS_HOST | 0x12, BUS_BOTH, BUS_INVALID, BUS_CHIP | 0x34};
    for (size_t n = 0; n < COUNT(value); n++)
        CU_ASSERT_EQUAL(bus->edge[n].value, value[n]);
    timeline_free(&t);
}

TEST(dense)
{
    const struct window w = {{{0, 100000}}, 1};
    struct timeline t;
    timeline_open(&t, &w);
    for (uint64_t n = 0; n <= EDGES_MAX; n++) {
        CU_ASSERT_FALSE(t.line[LINE_X2].dense);
        timeline_lines(&t, n, &(struct engine_lines){.x2 = n % 2 == 1});
    }
    CU_ASSERT_TRUE(t.line[LINE_X2].dense);
    CU_ASSERT_EQUAL(t.line[LINE_X2].edges, EDGES_MAX);
    timeline_free(&t);
}

static void observe(struct timeline *t, int check, uint32_t access, uint64_t from, uint64_t to, uint64_t at)
{
    timeline_observed(t, &(struct observation){check, check, MARK_E, at, {from, to, 25, access}});
}

TEST(judgements)
{
    const struct window w = {{{100, 200}, {500, 600}}, 2};
    struct timeline t;
    timeline_open(&t, &w);
    observe(&t, FIG_TAVRL, 1, 50, 99, 99);   /* before it */
    observe(&t, FIG_TAVRL, 1, 50, 120, 120); /* from before it */
    observe(&t, FIG_TAVRL, 1, 130, 120, 130);
    observe(&t, FIG_TAVRL, 1, 130, 150, 150);
    observe(&t, FIG_TAVRL, 2, 160, 190, 190); /* another access */
    observe(&t, FIG_TAVWH, 2, 160, 190, 190); /* another check */
    observe(&t, FIG_TAVRL, 3, 300, 400, 400); /* about time that is left out */
    observe(&t, FIG_TAVRL, 3, 190, 550, 550); /* across it */
    observe(&t, FIG_TAVRL, 4, 600, 601, 601); /* judged after it */
    CU_ASSERT_EQUAL_FATAL(t.judgements, 4);
    CU_ASSERT_EQUAL(t.judgement[0].observations, 3);
    CU_ASSERT_EQUAL(observed_ps(&t.judgement[0].least.seen), -10);
    CU_ASSERT_EQUAL(slack_ps(&t.judgement[0].least.seen), -35);
    CU_ASSERT_EQUAL(t.judgement[3].least.seen.access, 3);
    timeline_free(&t);
}

/* ---- The observations agree with the margins, which the RTL and the model keep apart */

/* t NULL: nothing is kept. */
static int play(struct play_result *r, const struct scenario *s, enum engine_kind engine, struct timeline *t)
{
    const struct board_watch watch = {timeline_lines, timeline_observed, t};
    struct error e = {""};
    FILE *nowhere = fopen("/dev/null", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(nowhere);
    const struct play_options options = {.engine = engine,
                                         .out = nowhere,
                                         .on_access = t ? timeline_access : NULL,
                                         .access_context = t,
                                         .watch = t ? &watch : NULL};
    int status = session_play(r, s, ".", &options, &e);
    (void)fclose(nowhere);
    if (status)
        (void)fprintf(stderr, "\n%s: %s\n", s->file, e.text);
    return status;
}

/* The first of the least. */
static const struct observation *least_of(const struct timeline *t, int check)
{
    const struct observation *least = NULL;
    for (size_t n = 0; n < t->judgements; n++)
        if (t->judgement[n].least.check == check &&
            (!least || slack_ps(&t->judgement[n].least.seen) < slack_ps(&least->seen)))
            least = &t->judgement[n].least;
    return least;
}

static bool agree(const struct observation *o, const struct margin *m)
{
    if (!o || !margin_observed(m))
        return !o && !margin_observed(m);
    return slack_ps(&o->seen) == m->record.slack_ps && o->seen.required_ps == m->record.slack_required_ps &&
           o->seen.access == m->record.slack_access && o->at_ps == m->record.slack_at_ps && o->form == m->form &&
           o->mark == m->mark;
}

static void check_margins(const struct timeline *t, const struct margins *m, bool notes, const char *file)
{
    for (int n = 0; n < FIG_CHECKS; n++)
        if (notes || figure_info[n].kind != KIND_NOTE) {
            const bool good = agree(least_of(t, n), &m->check[n]);
            if (!good)
                (void)fprintf(stderr, "\n%s: %s: not the margin\n", file, figure_info[n].name);
            CU_ASSERT_TRUE(good);
        }
}

static void check_against_margins(const char *file)
{
    const struct window all = {{{0, UINT64_MAX}}, 1};
    struct scenario s;
    struct timeline t;
    struct play_result r;
    struct error e = {""};
    timeline_open(&t, &all);
    CU_ASSERT_EQUAL_FATAL(scenario_load(&s, file, NULL, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(play(&r, &s, ENGINE_RTL, &t), STATUS_OK);
    check_margins(&t, &r.margins, true, file);
    play_free(&r);
    if (!s.effects) {
        CU_ASSERT_EQUAL_FATAL(play(&r, &s, ENGINE_MODEL, NULL), STATUS_OK);
        check_margins(&t, &r.margins, false, file); /* the model does not look for distant edges */
        play_free(&r);
    }
    timeline_free(&t);
    scenario_free(&s);
}

/* ---- The picture */

/* Nothing is on top of another thing in its row, and all is inside the picture. */
static void check_places(const struct picture *p, const char *file)
{
    bool good = true;
    for (size_t n = 0; n < p->arrows; n++) {
        const struct arrow *a = &p->arrow[n];
        for (int end = 0; end < 2; end++) { /* no line goes up to an edge that is not drawn */
            const uint64_t ps = end ? a->judgement->least.seen.to_ps : a->judgement->least.seen.from_ps;
            good = good && (a->end[end].line == LINE_NONE || window_shows(&p->timeline->window, ps));
        }
        good = good && a->label.left >= 0 && a->label.right <= p->width && a->left <= a->right && a->right <= p->right;
        for (size_t m = 0; m < n; m++) {
            const struct arrow *b = &p->arrow[m];
            good = good && (a->row != b->row || a->label.all_left > b->label.all_right ||
                            b->label.all_left > a->label.all_right);
        }
    }
    for (size_t n = 1; n < p->timeline->accesses; n++)
        good = good && p->access[n].left >= p->access[n - 1].right;
    if (!good)
        (void)fprintf(stderr, "\n%s: not in its place\n", file);
    CU_ASSERT_TRUE(good);
}

static void check_drawing(const struct scenario *s, const struct timeline *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    diagram_svg(f, s, t);
    CU_ASSERT_EQUAL_FATAL(fclose(f), 0);
    CU_ASSERT_EQUAL(strncmp(text, "<svg ", 5), 0);
    CU_ASSERT_STRING_EQUAL(text + size - 7, "</svg>\n");
    CU_ASSERT_PTR_NULL(strstr(text, "nan"));
    CU_ASSERT_PTR_NULL(strstr(text, "inf"));
    free(text);
}

static void check_picture(const char *file)
{
    const struct window part = {{{5 * US, 12 * US}, {13 * US, 14 * US}}, 2};
    struct scenario s;
    struct timeline t;
    struct picture p;
    struct play_result r;
    struct error e = {""};
    timeline_open(&t, &part);
    CU_ASSERT_EQUAL_FATAL(scenario_load(&s, file, NULL, &e), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(play(&r, &s, ENGINE_RTL, &t), STATUS_OK);
    picture_make(&p, &s, &t, NULL, 66);
    check_places(&p, file);
    picture_free(&p);
    check_drawing(&s, &t);
    play_free(&r);
    timeline_free(&t);
    scenario_free(&s);
}

static void check_files(void (*check)(const char *file))
{
    static const char *const pattern[] = {"tests/scenarios/timing/*.scn", "tests/scenarios/board/ff-*.scn",
                                          "tests/scenarios/board/host-read*.scn", "waves/*-data.scn"};
    glob_t found = {0};
    for (size_t n = 0; n < COUNT(pattern); n++)
        CU_ASSERT_EQUAL_FATAL(glob(pattern[n], n ? GLOB_APPEND : 0, NULL, &found), 0);
    CU_ASSERT(found.gl_pathc > 40);
    for (size_t n = 0; n < found.gl_pathc; n++)
        check(found.gl_pathv[n]);
    globfree(&found);
}

TEST(margins)
{
    check_files(check_against_margins);
}

TEST(picture)
{
    check_files(check_picture);
}
