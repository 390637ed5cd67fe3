/* SPDX-License-Identifier: MIT
 * tmr0 run FILE... */
#include <getopt.h> /* optind */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "choice.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "commands.h"
#include "sim/scenario/session.h"

#define COMMAND "tmr0 run"
#define VIOLATIONS_SHOWN 50
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-"

struct run_options {
    struct play_options play;
    const char *json, *machine, *part;
    int engine, pal, corner; /* -1: as in the file */
    bool seed_given;
    uint64_t seed;
    struct choices choices;
};

static const char usage[] =
    "Runs scenario files (.scn) on the RTL. Prints what they read and print, each failed expectation, each violation\n"
    "of an AC parameter that no `expect violation` names, and last `FILE: pass` or `FILE: FAIL, ...`.\n\n"
    "  --log            also print every access, violation and note (source edge near a command), and all margins\n"
    "  --wave FILE.fst  write waves (one scenario only); SIGUSR1 turns them off and on; the last line on\n"
    "                   standard error is the command that opens them\n"
    "  --calls FILE     record all calls to the RTL, for sim/board/replay.v under another simulator (one scenario "
    "only)\n"
    "  --json FILE      write the results, - for standard output\n"
    "  --machine NAME   these override the file's settings\n"
    "  --pal flipflop|direct\n"
    "  --part NAME\n"
    "  --corner min|typ|max\n"
    "  --seed N\n"
    "  --choice NAME=VALUE  override the part's value (tmr0 choices lists them); may be given again\n"
    "  --engine E       rtl; model (libam9513, its checks); both: in lockstep, stops at the first difference\n";

static int parse_options(struct run_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"log", .given = &o->play.log},
        {"wave", .text = &o->play.wave},
        {"calls", .text = &o->play.calls},
        {"json", .text = &o->json},
        {"machine", .text = &o->machine},
        {"part", .text = &o->part},
        {"pal", .choice = &o->pal, .names = pal_kind_name, .count = PAL_KINDS},
        {"corner", .choice = &o->corner, .names = corner_name, .count = CORNERS},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX, .given = &o->seed_given},
        {"choice", .take = choices_take, .to = &o->choices},
        {"engine", .choice = &o->engine, .names = engine_name, .count = ENGINES},
    };
    const struct options options = {COMMAND, "[options] FILE...",         usage, NULL, OPERANDS_ANYWHERE,
                                    rule,    sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (optind == argc) {
        (void)options_bad(COMMAND, "no file, expected one or more\n");
        options_usage(&options, stderr);
        return STATUS_INPUT;
    }
    if ((o->play.wave || o->play.calls) && argc - optind > 1)
        return options_bad(COMMAND, "--%s with %d files, expected one", o->play.wave ? "wave" : "calls", argc - optind);
    const size_t length = o->play.wave ? strlen(o->play.wave) : 0;
    if (length > 4 && strcasecmp(o->play.wave + length - 4, ".vcd") == 0)
        return options_bad(COMMAND, "--wave %s, expected a name that does not end in .vcd: waves are written as FST",
                           o->play.wave);
    o->play.engine = (enum engine_kind)o->engine;
    return STATUS_OK;
}

/* The command line overrides the file. */
static int override_settings(struct scenario *s, const struct run_options *o, struct error *e)
{
    if (s->target == TARGET_CHIP && (o->machine || o->pal >= 0))
        return error_set(e, STATUS_INPUT, "%s: target chip has no %s, expected no --%s", s->file,
                         o->machine ? "machine" : "strobe translator", o->machine ? "machine" : "pal");
    if (o->machine) {
        (void)snprintf(s->machine, sizeof s->machine, "%s", o->machine);
        s->machine_line = 0;
    }
    if (o->part) {
        (void)snprintf(s->part, sizeof s->part, "%s", o->part);
        s->part_line = 0;
    }
    if (o->pal >= 0)
        s->pal = (enum pal_kind)o->pal;
    if (o->corner >= 0)
        s->corner = (enum corner)o->corner;
    if (o->seed_given)
        s->seed = o->seed;
    choices_apply(&o->choices, s);
    return STATUS_OK;
}

static void print_head(const struct scenario *s)
{
    char period[32];
    const char *effects = s->effects ? ", effects on" : "";
    (void)time_text(period, sizeof period, osc_period_ps(&s->osc));
    if (s->target == TARGET_BOARD)
        printf("%s: board, machine %s, pal %s, part %s, oscillator period %s, corner %s, seed %" PRIu64 "%s\n", s->file,
               s->machine, pal_kind_name[s->pal], s->part, period, corner_name[s->corner], s->seed, effects);
    else
        printf("%s: chip, part %s, X2 period %s, corner %s, seed %" PRIu64 "%s\n", s->file, s->part, period,
               corner_name[s->corner], s->seed, effects);
}

static void print_result(const struct scenario *s, const struct play_result *r, bool log)
{
    size_t shown = 0;
    for (size_t n = 0; n < r->violations; n++) {
        const struct play_violation *v = &r->violation[n];
        char at[32], what[128];
        if (v->expected || ++shown > VIOLATIONS_SHOWN)
            continue;
        printf("%s:%d: at %s, access %" PRIu32 ": %s (%s)\n", s->file, v->line,
               time_text(at, sizeof at, (int64_t)v->violation.record.violated_at_ps),
               v->violation.record.violated_access, violation_text(what, sizeof what, &v->violation),
               figure_info[v->violation.check].text);
    }
    if (shown > VIOLATIONS_SHOWN)
        printf("%s: %zu more violations (--json lists all)\n", s->file, shown - VIOLATIONS_SHOWN);
    if (log)
        margins_print(stdout, &r->margins);
    if (margins_notes(&r->margins))
        printf("%s: %" PRIu64 " note%s: an edge near a command, a gate or a status read, the count may be off by one\n",
               s->file, margins_notes(&r->margins), margins_notes(&r->margins) == 1 ? "" : "s");
    if (r->expectations_failed || r->unexpected)
        printf("%s: FAIL, %" PRIu64 " expectation%s, %zu violation%s\n", s->file, r->expectations_failed,
               r->expectations_failed == 1 ? "" : "s", r->unexpected, r->unexpected == 1 ? "" : "s");
    else
        printf("%s: pass\n", s->file);
}

static cJSON *result_json(const struct scenario *s, const struct play_result *r)
{
    cJSON *all = cJSON_CreateObject();
    char seed[24];
    (void)snprintf(seed, sizeof seed, "%" PRIu64, s->seed);
    cJSON_AddStringToObject(all, "file", s->file);
    cJSON_AddBoolToObject(all, "pass", !r->expectations_failed && !r->unexpected);
    cJSON_AddStringToObject(all, "target", s->target == TARGET_BOARD ? "board" : "chip");
    cJSON_AddStringToObject(all, "machine", s->target == TARGET_BOARD ? s->machine : "");
    cJSON_AddStringToObject(all, "pal", s->target == TARGET_BOARD ? pal_kind_name[s->pal] : "");
    cJSON_AddStringToObject(all, "part", s->part);
    cJSON_AddStringToObject(all, "corner", corner_name[s->corner]);
    cJSON_AddStringToObject(all, "seed", seed);
    cJSON_AddBoolToObject(all, "effects", s->effects);
    cJSON_AddNumberToObject(all, "accesses", r->accesses);
    output_json_integer(all, "end_ps", (int64_t)r->end_ps);
    cJSON_AddNumberToObject(all, "expectations", (double)r->expectations);
    cJSON_AddNumberToObject(all, "expectations_failed", (double)r->expectations_failed);
    cJSON_AddNumberToObject(all, "notes", (double)margins_notes(&r->margins));
    cJSON *list = cJSON_AddArrayToObject(all, "violations");
    for (size_t n = 0; n < r->violations; n++) {
        const struct play_violation *v = &r->violation[n];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "parameter", figure_info[v->violation.check].name);
        cJSON_AddNumberToObject(one, "line", v->line);
        cJSON_AddNumberToObject(one, "access", v->violation.record.violated_access);
        output_json_integer(one, "at_ps", (int64_t)v->violation.record.violated_at_ps);
        if (figure_info[v->violation.check].unit != UNIT_FLAG) {
            output_json_integer(one, "required_ps", v->violation.record.required_ps);
            cJSON_AddStringToObject(one, "required_mark", mark_name(v->violation.mark));
            output_json_integer(one, "observed_ps", v->violation.record.observed_ps);
        }
        cJSON_AddBoolToObject(one, "expected", v->expected);
    }
    cJSON_AddItemToObject(all, "margins", margins_json(&r->margins));
    return all;
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

/* The GTKWave view for that target: in the source tree beside the figures, or among the installed documents. */
static bool find_view(char *view, size_t size, const char *dir, enum target target)
{
    static const char *const place[] = {"waves", "../doc/tmr0/waves"};
    bool found = false;
    for (size_t n = 0; n < sizeof place / sizeof place[0] && !found; n++) {
        const int length =
            snprintf(view, size, "%s/%s/%s.gtkw", dir, place[n], target == TARGET_BOARD ? "board" : "chip");
        found = length > 0 && (size_t)length < size && access(view, R_OK) == 0;
    }
    return found;
}

/* To standard error: the speed is another one in each run. */
static void print_waves(const char *wave, const char *dir, enum target target, const struct play_result *r,
                        double seconds)
{
    char time[32], view[1100];
    (void)fflush(stdout);
    (void)fprintf(stderr, "waves: %s simulated, %" PRIu64 " ticks in %.3f s, %.0f ticks a second\nopen them: gtkwave",
                  time_text(time, sizeof time, (int64_t)r->end_ps), r->ticks, seconds,
                  seconds > 0 ? (double)r->ticks / seconds : 0);
    (void)fputs(" --rcvar 'scale_to_time_dimension n'", stderr);
    print_word(stderr, wave);
    if (find_view(view, sizeof view, dir, target))
        print_word(stderr, view);
    (void)fputc('\n', stderr);
}

static double now_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Files */

static int run_file(const char *file, const char *dir, const struct run_options *o, cJSON *list, struct error *e)
{
    struct scenario s;
    struct play_result r;
    int status = scenario_load(&s, file, e);
    if (status)
        return status;
    status = override_settings(&s, o, e);
    if (status == STATUS_OK && s.effects && o->play.engine != ENGINE_RTL) {
        status = error_set(
            e, STATUS_INPUT,
            "%s:%d: effects on with --engine %s, expected --engine rtl: the model has no effects of violations", s.file,
            s.effects_line, engine_name[o->play.engine]);
    } else if (status == STATUS_OK) {
        print_head(&s);
        const double from_s = now_s();
        status = session_play(&r, &s, dir, &o->play, e);
        if (status == STATUS_OK) {
            print_result(&s, &r, o->play.log);
            cJSON_AddItemToArray(list, result_json(&s, &r));
            status = r.expectations_failed || r.unexpected ? STATUS_BAD : STATUS_OK;
            if (o->play.wave)
                print_waves(o->play.wave, dir, s.target, &r, now_s() - from_s);
            play_free(&r);
        } else if (status == STATUS_BAD) {
            printf("%s%s: FAIL, the engines differ\n", e->text, s.file);
            cJSON *one = cJSON_CreateObject();
            cJSON_AddItemToArray(list, one);
            cJSON_AddStringToObject(one, "file", s.file);
            cJSON_AddBoolToObject(one, "pass", false);
            cJSON_AddStringToObject(one, "differ", e->text);
        }
    }
    scenario_free(&s);
    return status;
}

/* No output may overwrite another output or an input. */
static int check_files(const struct run_options *o, char **file, size_t files, struct error *e)
{
    const char **all = calloc(3 + files, sizeof *all);
    if (!all)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    all[0] = o->play.wave;
    all[1] = o->play.calls;
    all[2] = output_json_file(o->json);
    for (size_t n = 0; n < files; n++)
        all[3 + n] = file[n];
    int status = output_distinct(all, 3, 3 + files, e);
    free(all);
    return status;
}

struct files {
    const struct run_options *options;
    const char *dir;
    char **file;
    size_t files;
};

/* The status of the last file that was not good. */
static int run_files(void *context, cJSON *list, struct error *e)
{
    const struct files *f = context;
    int status = STATUS_OK, verdict = STATUS_OK;
    for (size_t n = 0; n < f->files && status <= STATUS_BAD; n++) {
        status = run_file(f->file[n], f->dir, f->options, list, e);
        if (status)
            verdict = status;
    }
    return verdict;
}

int command_run(int argc, char **argv, const char *data_dir)
{
    struct run_options o = {.play = {.out = stdout}, .engine = ENGINE_RTL, .pal = -1, .corner = -1};
    struct error e;
    char dir[1024];
    choices_none(&o.choices);
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    struct files files = {&o, dir, argv + optind, (size_t)(argc - optind)};
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = check_files(&o, files.file, files.files, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateArray(), run_files, &files, &e);
    return status > STATUS_BAD ? error_print(&e, "tmr0", status) : status;
}
