/* SPDX-License-Identifier: MIT */
#include "run_print.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/time_text.h"

#define VIOLATIONS_SHOWN 50
#define BEFORE_PS 1000000 /* GTKWave shows the first violation or access, this before it, */
#define SHOWN_PS 3000000  /* and so much in all: texts of accesses are readable */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-"

void run_print_head(const struct scenario *s)
{
    char settings[256];
    printf("%s: %s\n", s->file, scenario_settings(settings, sizeof settings, s));
}

void run_print(const struct scenario *s, const struct play_result *r, const struct play_options *o)
{
    size_t shown = 0;
    for (size_t n = 0; n < r->violations; n++) {
        const struct play_violation *v = &r->violation[n];
        char what[128], cure[64] = "";
        if (v->expected || ++shown > VIOLATIONS_SHOWN)
            continue;
        if (v->by_gap)
            (void)snprintf(cure, sizeof cure, "; `gap %s` cures it", TIME_TEXT(v->violation.record.required_ps));
        printf("%s: at %s, access %" PRIu32 ": %s (%s%s)\n", PLACE_TEXT(s, v->line),
               TIME_TEXT(v->violation.record.broken_at_ps), v->violation.record.broken_access,
               violation_text(what, sizeof what, &v->violation), figure_info[v->violation.check].text, cure);
    }
    if (shown > VIOLATIONS_SHOWN)
        printf("%s: %zu more violations (--json lists all)\n", s->file, shown - VIOLATIONS_SHOWN);
    if (o->log)
        margins_print(stdout, &r->margins);
    for (size_t n = 0; n < r->sequence.notes && !o->quiet; n++) {
        char text[200];
        const struct sequence_note *one = &r->sequence.note[n];
        printf("%s: note, %s\n", PLACE_TEXT(s, (int)one->place), sequence_text(text, sizeof text, one));
    }
    if (!o->quiet)
        margins_print_notes(s->file, &r->margins);
    if (r->expectations_failed || r->unexpected)
        printf("%s: FAIL, %" PRIu64 " expectation%s failed, %zu violation%s\n", s->file, r->expectations_failed,
               r->expectations_failed == 1 ? "" : "s", r->unexpected, r->unexpected == 1 ? "" : "s");
    else if (!o->quiet)
        printf("%s: %s\n", s->file, r->judged ? "pass" : "played, nothing judged");
}

/* The line, and its file unless it is the scenario's own. */
static void add_line(cJSON *one, const struct scenario *s, int line)
{
    int own;
    const char *file = scenario_file_line(s, line, &own);
    cJSON_AddNumberToObject(one, "line", own);
    if (file != s->source->file)
        cJSON_AddStringToObject(one, "file", file);
}

static void add_texts(cJSON *list, const struct scenario *s, const struct play_text *text, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        add_line(one, s, text[n].line);
        output_json_integer(one, "at_ps", (int64_t)text[n].at_ps);
        cJSON_AddStringToObject(one, "what", text[n].what);
        cJSON_AddStringToObject(one, text[n].wanted ? "seen" : "value", text[n].seen);
        if (text[n].wanted)
            cJSON_AddStringToObject(one, "expected", text[n].wanted);
    }
}

/* Violations or notes */
static void add_violations(cJSON *list, const struct scenario *s, const struct play_violation *violation, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        const struct play_violation *v = &violation[n];
        const struct figure_info *info = &figure_info[v->violation.check];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "parameter", info->name);
        add_line(one, s, v->line);
        violation_json(one, &v->violation);
        if (v->by_gap)
            output_json_integer(one, "gap_ps", v->violation.record.required_ps);
        if (info->kind != KIND_NOTE)
            cJSON_AddBoolToObject(one, "expected", v->expected);
    }
}

cJSON *run_json(const struct scenario *s, const struct play_result *r)
{
    cJSON *all = cJSON_CreateObject();
    cJSON_AddStringToObject(all, "tmr0", command_version);
    cJSON_AddStringToObject(all, "file", s->file);
    cJSON_AddItemToObject(all, "pass",
                          r->judged ? cJSON_CreateBool(!r->expectations_failed && !r->unexpected) : cJSON_CreateNull());
    cJSON_AddStringToObject(all, "target", target_name[s->target]);
    cJSON_AddStringToObject(all, "machine", s->target == TARGET_BOARD ? s->machine : "");
    cJSON_AddStringToObject(all, "pal", s->target == TARGET_BOARD ? pal_kind_name[s->pal] : "");
    cJSON_AddStringToObject(all, "part", s->part);
    cJSON_AddStringToObject(all, "pal_part", s->target == TARGET_BOARD ? s->pal_part : "");
    cJSON_AddStringToObject(all, "corner", corner_name[s->corner]);
    output_json_digits(all, "seed", s->seed);
    cJSON_AddBoolToObject(all, "effects", s->effects);
    cJSON_AddNumberToObject(all, "accesses", r->accesses);
    output_json_integer(all, "end_ps", (int64_t)r->end_ps);
    cJSON_AddNumberToObject(all, "expectations", (double)r->expectations);
    cJSON_AddNumberToObject(all, "expectations_failed", (double)r->expectations_failed);
    cJSON_AddNumberToObject(all, "notes", (double)margins_notes(&r->margins));
    add_texts(cJSON_AddArrayToObject(all, "failures"), s, r->failure, r->failures);
    add_texts(cJSON_AddArrayToObject(all, "values"), s, r->value, r->values);
    add_violations(cJSON_AddArrayToObject(all, "violations"), s, r->violation, r->violations);
    add_violations(cJSON_AddArrayToObject(all, "notes_made"), s, r->note, r->notes);
    cJSON *mistakes = cJSON_AddArrayToObject(all, "sequence");
    for (size_t n = 0; n < r->sequence.notes; n++) {
        const struct sequence_note *one = &r->sequence.note[n];
        cJSON_AddItemToArray(mistakes, sequence_json(one, PLACE_TEXT(s, (int)one->place)));
    }
    cJSON_AddItemToObject(all, "margins", margins_json(&r->margins));
    return all;
}

/* ---- --edges */

static void print_edge(uint64_t at_ps, const char *pin, int number, const char *level)
{
    char at[32], which[4] = "";
    if (number)
        (void)snprintf(which, sizeof which, "%d", number);
    printf("%s  %s%s %s\n", time_event_text(at, sizeof at, (int64_t)at_ps), pin, which, level);
}

static void lines_at(void *context, uint64_t at_ps, const struct engine_lines *now)
{
    struct run_edges *edges = context;
    struct engine_lines *was = &edges->lines;
    if (edges->begun) {
        const unsigned moved = (unsigned)(was->out ^ now->out) | (unsigned)(was->out_z ^ now->out_z);
        for (int n = 0; n < 5; n++)
            if (moved >> n & 1)
                print_edge(at_ps, "OUT", n + 1, now->out_z >> n & 1 ? "floats" : now->out >> n & 1 ? "rises" : "falls");
        if (was->fout != now->fout)
            print_edge(at_ps, "FOUT", 0, now->fout ? "rises" : "falls");
    }
    *was = *now;
    edges->begun = true;
}

void run_edges_watch(struct run_edges *edges)
{
    *edges = (struct run_edges){.watch = {lines_at, NULL, edges}};
}

/* ---- The end of a run with waves */

/* A word of the shell: quoted unless all characters are plain. */
static void print_word(FILE *f, const char *word)
{
    if (*word && strspn(word, PLAIN) == strlen(word)) {
        (void)fprintf(f, " %s", word);
        return;
    }
    (void)fputs(" '", f);
    for (; *word; word++)
        (void)fprintf(f, *word == '\'' ? "'\\''" : "%c", *word);
    (void)fputc('\'', f);
}

/* A file for GTKWave: in the tree beside the figures, or among the installed documents. */
static bool find_file(char *path, size_t size, const char *dir, const char *name)
{
    static const char *const place[] = {"waves", "../doc/tmr0/waves"};
    bool found = false;
    for (size_t n = 0; n < sizeof place / sizeof place[0] && !found; n++) {
        const int length = snprintf(path, size, "%s/%s/%s", dir, place[n], name);
        found = length > 0 && (size_t)length < size && access(path, R_OK) == 0;
    }
    return found;
}

void run_print_open(const char *wave, const char *dir, const char *view, uint64_t first_ps)
{
    char path[1100];
    const uint64_t from_ps = first_ps == UINT64_MAX || first_ps < BEFORE_PS ? 0 : first_ps - BEFORE_PS;
    const bool zooms = find_file(path, sizeof path, dir, "zoom.tcl");
    (void)fputs("open them: ", stderr);
    if (zooms)
        (void)fprintf(stderr, "TMR0_FROM=%" PRIu64 " TMR0_TO=%" PRIu64 " ", from_ps, from_ps + SHOWN_PS);
    (void)fputs("gtkwave --rcvar 'scale_to_time_dimension n'", stderr);
    if (zooms) {
        (void)fputs(" -S", stderr);
        print_word(stderr, path);
    }
    print_word(stderr, wave);
    if (find_file(path, sizeof path, dir, view))
        print_word(stderr, path);
    (void)fputc('\n', stderr);
}

/* To standard error: the speed is another one in each run. */
void run_print_waves(const char *wave, const char *dir, enum target target, const struct play_result *r, double seconds)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "waves: %s simulated, %" PRIu64 " ticks in %.3f s, %.0f ticks a second\n",
                  TIME_TEXT(r->end_ps), r->ticks, seconds, seconds > 0 ? (double)r->ticks / seconds : 0);
    run_print_open(wave, dir, target == TARGET_BOARD ? "board.gtkw" : "chip.gtkw", r->waves_ps);
}
