/* SPDX-License-Identifier: MIT
 * tmr0 run FILE... */
#include <getopt.h> /* optind */
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/seconds.h"
#include "cli/time_text.h"
#include "commands.h"
#include "language.h" /* the manual's section, made by tools/mk/build.mk */
#include "run_print.h"
#include "sim/diagram/diagram.h"
#include "sim/language/play.h"

#define COMMAND "tmr0 run"

struct run_options {
    struct play_options play;
    struct diagram_request diagram;
    struct settings {
        char *line; /* for scenario_load(); "" without any */
        size_t size;
        FILE *f;
    } settings;
    const char *json, *junit;
    int engine;
    bool edges;
    struct diagram_point wave_from, wave_to;
};

static const char usage[] =
    "Runs scenario files (.scn) and vectors (.txt) on the RTL; - is standard input. Prints what they read and print,\n"
    "each failed expectation, each violation of an AC parameter that no `expect violation` names, and last\n"
    "`FILE: pass`, `FILE: FAIL, ...` or, of a file without an access or an expectation, `FILE: played, nothing "
    "judged`;\n"
    "for several files the last line counts them. A file that cannot be read or has a mistake does not end the run of\n"
    "the others.\n\n"
    "  --help-language  print the manual's section on scenarios\n"
    "  --log            also print every access, violation and note (source edge near a command), and all margins\n"
    "  --edges          also print every movement of OUT1-5 and FOUT (engine rtl)\n"
    "  --quiet          print only what is wrong, and of several files how many passed\n"
    "  --wave FILE      write waves, VCD if the name ends in .vcd or is -, else FST (one scenario only); SIGUSR1\n"
    "                   turns them off and on, Ctrl-C ends the run and keeps them; the last line on standard error is\n"
    "                   the command that opens them\n"
    "  --wave-from TIME, --wave-to TIME  write this part of the run\n"
    "  --diagram FILE   draw a timing diagram, SVG (one scenario only): the first violation's access and its\n"
    "                   neighbours, or the last two accesses\n"
    "  --from TIME, --to TIME  draw this part of the run instead: 20us, 1.5ms\n"
    "  --calls FILE     write all calls to the RTL, for tests/replay/replay.v under another simulator (one scenario "
    "only)\n"
    "  --json FILE      write the results\n"
    "  --junit FILE     write the verdicts as JUnit XML\n"
    "  --machine NAME   or NAME:VARIANT or FILE.ini; this and the next six override the file's settings\n"
    "  --pal P          flipflop or direct\n"
    "  --part NAME      file of parts/\n"
    "  --pal-part NAME  the timer board's PAL; pal16xx:25ns: with this delay\n"
    "  --corner C       min, typ or max\n"
    "  --seed N         of all random draws\n"
    "  --choice NAME=VALUE  override the part's value (tmr0 choices lists them); may be given again\n"
    "  --no-skip        tick each edge of long waits, as with --wave; nothing else differs\n"
    "  --engine E       rtl; model (libam9513, its checks); both: in lockstep, stops at the first difference\n"
    "  --data DIR       folder that holds parts/ and machines/; may come anywhere in the line\n";

/* A point of time in the run. */
static int take_point(void *to, struct argument a)
{
    struct diagram_point *point = to;
    struct error e;
    int64_t value;
    if (time_parse(a.text, &value, &e) || value < 0)
        return argument_bad(a, "a time from 0s on with a unit, such as 20us");
    *point = (struct diagram_point){true, (uint64_t)value};
    return STATUS_OK;
}

/* The option as a line of the scenario: "choice NAME=VALUE" without its =. */
static int take_setting(void *to, struct argument a)
{
    const struct settings *settings = to;
    if (strpbrk(a.text, "\n\r#"))
        return argument_bad(a, "one value, without a new line or #");
    const int name = (int)strcspn(a.text, strcmp(a.option, "choice") == 0 ? "=" : "");
    (void)fprintf(settings->f, "%s %.*s%s%s\n", a.option, name, a.text, a.text[name] ? " " : "",
                  a.text + name + (a.text[name] != '\0'));
    return STATUS_OK;
}

/* A part of the run, of options whose names begin with `what`; either end may be missing. */
static int check_span(const char *what, struct diagram_point from, struct diagram_point to)
{
    if (!from.given || !to.given || to.ps > from.ps)
        return STATUS_OK;
    return options_bad(COMMAND, "--%sfrom %s --%sto %s, expected --%sfrom before --%sto", what, TIME_TEXT(from.ps),
                       what, TIME_TEXT(to.ps), what, what);
}

static int check_waves(struct run_options *o)
{
    if ((o->wave_from.given || o->wave_to.given) && !o->play.wave)
        return options_bad(COMMAND, "--wave-%s without --wave, expected it with that",
                           o->wave_from.given ? "from" : "to");
    if (o->wave_to.given && o->wave_to.ps == 0)
        return options_bad(COMMAND, "--wave-to 0s, expected a later time");
    o->play.wave_from_ps = o->wave_from.ps;
    o->play.wave_to_ps = o->wave_to.ps;
    return check_span("wave-", o->wave_from, o->wave_to);
}

/* Options that exclude each other */
static int check_options(const struct run_options *o)
{
    const struct diagram_request *r = &o->diagram;
    if ((r->from.given || r->to.given) && !r->file)
        return options_bad(COMMAND, "--%s without --diagram, expected it with that", r->from.given ? "from" : "to");
    int status = check_span("", r->from, r->to);
    if (status)
        return status;
    if ((r->file || o->edges) && o->engine != ENGINE_RTL)
        return options_bad(COMMAND, "--%s with --engine %s, expected rtl, whose pins it shows",
                           r->file ? "diagram" : "edges", engine_name[o->engine]);
    if (r->file && o->edges)
        return options_bad(COMMAND, "--diagram with --edges, expected one of them");
    if (o->play.log && o->play.quiet)
        return options_bad(COMMAND, "--log with --quiet, expected one of them");
    return STATUS_OK;
}

static int parse_options(struct run_options *o, int argc, char **argv)
{
    bool print_language = false;
    const struct option_rule rule[] = {
        {"help-language", .given = &print_language},
        {"log", .given = &o->play.log},
        {"edges", .given = &o->edges},
        {"quiet", .given = &o->play.quiet},
        {"wave", .output = &o->play.wave},
        {"wave-from", .take = take_point, .to = &o->wave_from},
        {"wave-to", .take = take_point, .to = &o->wave_to},
        {"diagram", .output = &o->diagram.file},
        {"from", .take = take_point, .to = &o->diagram.from},
        {"to", .take = take_point, .to = &o->diagram.to},
        {"calls", .output = &o->play.calls},
        {"json", .output = &o->json},
        {"junit", .output = &o->junit},
        {"machine", .take = take_setting, .to = &o->settings, .once = true},
        {"part", .take = take_setting, .to = &o->settings, .once = true},
        {"pal", .take = take_setting, .to = &o->settings, .once = true},
        {"pal-part", .take = take_setting, .to = &o->settings, .once = true},
        {"corner", .take = take_setting, .to = &o->settings, .once = true},
        {"seed", .take = take_setting, .to = &o->settings, .once = true},
        {"choice", .take = take_setting, .to = &o->settings},
        {"no-skip", .given = &o->play.no_skip},
        {"engine", .choice = &o->engine, .names = engine_name, .count = ENGINES},
    };
    const struct options options = {COMMAND, "[options] FILE...", usage, .operands = OPERANDS_ANYWHERE,
                                    OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    for (size_t n = 0; n < sizeof language / sizeof language[0] && print_language; n++)
        (void)fputs(language[n], stdout);
    if (print_language)
        return OPTIONS_HELP;
    if (optind == argc) {
        (void)options_bad(COMMAND, "no file, expected one or more\n");
        options_usage(&options, stderr);
        return STATUS_INPUT;
    }
    const char *one = o->play.wave ? "wave" : o->diagram.file ? "diagram" : o->play.calls ? "calls" : NULL;
    if (one && argc - optind > 1)
        return options_bad(COMMAND, "--%s with %d files, expected one", one, argc - optind);
    o->play.engine = (enum engine_kind)o->engine;
    o->play.collect = o->json || o->junit;
    status = check_options(o);
    return status ? status : check_waves(o);
}

/* ---- Files */

static int play_file(const struct scenario *s, const char *dir, const struct run_options *o, struct play_result *r,
                     struct error *e)
{
    struct play_options play = o->play;
    struct run_edges edges;
    run_edges_watch(&edges);
    if (o->edges)
        play.watch = &edges.watch;
    return o->diagram.file ? diagram_play(r, s, dir, &play, &o->diagram, e) : session_play(r, s, dir, &play, e);
}

/* A result that is nothing but a text: the engines differ, or the file could not be played. */
static void add_text(cJSON *list, const char *file, const char *name, const char *text)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddItemToArray(list, one);
    cJSON_AddStringToObject(one, "file", file);
    cJSON_AddBoolToObject(one, "pass", false);
    cJSON_AddStringToObject(one, name, text);
}

static int run_scenario(const struct scenario *s, const char *dir, const struct run_options *o, cJSON *list,
                        struct error *e)
{
    struct play_result r;
    if (!o->play.quiet)
        run_print_head(s);
    const double from_s = seconds_now();
    int status = play_file(s, dir, o, &r, e);
    if (status == STATUS_OK) {
        run_print(s, &r, &o->play);
        cJSON_AddItemToArray(list, run_json(s, &r));
        status = r.expectations_failed || r.unexpected ? STATUS_BAD : STATUS_OK;
        if (o->play.wave && strcmp(o->play.wave, "-") != 0)
            run_print_waves(o->play.wave, dir, s->target, &r, seconds_now() - from_s);
        play_free(&r);
    } else if (status == STATUS_BAD) {
        printf("%s%s: FAIL, the engines differ\n", e->text, s->file);
        add_text(list, s->file, "differ", e->text);
    }
    return status;
}

struct files {
    const struct run_options *options;
    const char *dir;
    char **file;
    size_t files;
    struct output junit;
    size_t of[STATUS_SYSTEM]; /* files by status */
    size_t unjudged;          /* of those of STATUS_OK */
};

static int run_file(struct files *f, const char *file, cJSON *list, struct error *e)
{
    struct scenario s;
    int status = scenario_load(&s, file, f->options->settings.line, e);
    if (status == STATUS_OK) {
        status = run_scenario(&s, f->dir, f->options, list, e);
        scenario_free(&s);
    }
    if (status == STATUS_INPUT) {
        add_text(list, file, "error", e->text);
        (void)error_print(e, COMMAND, status);
    }
    return status;
}

static void print_sum(const struct files *f)
{
    printf("%zu files: %zu passed, %zu failed", f->files, f->of[STATUS_OK] - f->unjudged, f->of[STATUS_BAD]);
    if (f->unjudged)
        printf(", %zu not judged", f->unjudged);
    if (f->of[STATUS_INPUT])
        printf(", %zu not run", f->of[STATUS_INPUT]);
    printf("\n");
}

/* Plays all files. STATUS_OK, or what ended the run. */
static int run_files(void *context, cJSON *list, struct error *e)
{
    struct files *f = context;
    for (size_t n = 0; n < f->files; n++) {
        const int status = run_file(f, f->file[n], list, e);
        if (status >= STATUS_SYSTEM)
            return status;
        f->of[status]++;
        f->unjudged += cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetArrayItem(list, (int)n), "pass")) != 0;
    }
    if (f->files > 1)
        print_sum(f);
    if (f->junit.f)
        run_junit(f->junit.f, list);
    return STATUS_OK;
}

static int run_to_files(struct files *f, struct error *e)
{
    int status = output_open(&f->junit, f->options->junit, e);
    if (status == STATUS_OK)
        status = output_json_run(f->options->json, cJSON_CreateArray(), run_files, f, e);
    status = output_close(&f->junit, status, e);
    if (status)
        return error_print(e, COMMAND, status);
    return f->of[STATUS_INPUT] ? STATUS_INPUT : f->of[STATUS_BAD] ? STATUS_BAD : STATUS_OK;
}

int command_run(int argc, char **argv, const char *data_dir)
{
    struct run_options o = {.play = {.out = stdout}, .engine = ENGINE_RTL};
    struct error e;
    char dir[1024];
    o.settings.f = memory_stream(&o.settings.line, &o.settings.size);
    int status = parse_options(&o, argc, argv);
    (void)fclose(o.settings.f);
    if (status == STATUS_OK && scenario_check_options(o.settings.line, &e))
        status = error_print(&e, COMMAND, STATUS_INPUT);
    if (status) {
        free(o.settings.line);
        return status;
    }
    struct files files = {&o, dir, argv + optind, (size_t)(argc - optind), {0}, {0}, 0};
    const char *const file[] = {o.play.wave, o.play.calls, o.json, o.diagram.file, o.junit};
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_distinct(file, sizeof file / sizeof file[0], &e);
    status = status ? error_print(&e, COMMAND, status) : run_to_files(&files, &e);
    free(o.settings.line);
    return status;
}
