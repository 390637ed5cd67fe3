/* SPDX-License-Identifier: MIT
 * tmr0 sweep: one machine over a grid of figures, or over figures drawn at random. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "commands.h"
#include "sim/sweep/sweep.h"

#define COMMAND "tmr0 sweep"
#define LIMITS_MAX 16

struct sweep_options {
    struct sweep sweep;
    const char *out, *json;
    const char *limit[LIMITS_MAX];
    size_t limits;
    uint64_t task;
    int pal, corner;
    bool pal_given, task_given;
};

static const char usage[] =
    "Plays one machine and strobe translator at many points. Each point starts the timer and takes reads at changing\n"
    "phases on the C model, with all checks. Points at a boundary between pass and fail, and a seeded 1 % of the\n"
    "others, are repeated on the RTL; both must agree. Exit status 0 only if the board works at every point.\n\n"
    "  --vary KEY=FROM..TO/STEP  a grid; may be given again. KEY is as in `set` (machine.X, part.X, pal.X,\n"
    "                            buffer.X), osc (Hz kHz MHz) or phase (time of the first access)\n"
    "  --random N                N points: each delay drawn between its min and max, uniformly unless [spread] in its\n"
    "                            file says otherwise, and the phase\n"
    "  --out DIR                 a new folder: points.csv, summary.json, shmoo.svg (two keys), margin.svg. Or that of\n"
    "                            a sweep that was interrupted: with the same options what is missing is played\n"
    "  --task N --of M           play share N, from 0, of M into DIR, on one CPU: for the tasks of a cluster,\n"
    "                            examples/slurm/sweep.sh. The same options for each, and at last without --task,\n"
    "                            which plays shares that are missing and joins all: the same files\n"
    "  --limit KEY               play no points; print how far the figure may move from its value until the verdict\n"
    "                            changes, and what is then broken. May be given again. For each machine and both\n"
    "                            strobe translators, unless one is given\n"
    "  --json FILE               of --limit: write the table\n"
    "  --machine NAME            or NAME:VARIANT or FILE.ini; default " RIG_MACHINE "; of --limit all machines\n"
    "  --pal KIND                flipflop (default) or direct\n"
    "  --part NAME               default " RIG_PART "\n"
    "  --pal-part NAME           the timer board's PAL, default " RIG_PAL "; " RIG_PAL ":25ns: with this delay\n"
    "  --corner NAME             of the delays that are not varied: min, typ (default), max\n"
    "  --reads N                 reads at each point, at least 2, default 20\n"
    "  --seed N                  default 1\n";

static int take_vary(void *to, struct argument a)
{
    struct error e;
    int status = sweep_vary(to, a.text, &e);
    return status ? error_print(&e, COMMAND, status) : STATUS_OK;
}

static int take_limit(void *to, struct argument a)
{
    struct sweep_options *o = to;
    if (o->limits == LIMITS_MAX)
        return argument_bad(a, "at most 16 of them");
    struct sweep_axis axis;
    struct error e;
    if (sweep_key(a.text, &axis, &e))
        return options_bad(COMMAND, "--limit %s", e.text);
    o->limit[o->limits++] = a.text;
    return STATUS_OK;
}

static int parse_options(struct sweep_options *o, int argc, char **argv)
{
    struct sweep *s = &o->sweep;
    const struct option_rule rule[] = {
        {"machine", .text = &s->machine},
        {"pal", .given = &o->pal_given, .choice = &o->pal, .names = pal_kind_name, .count = PAL_KINDS},
        {"part", .text = &s->part},
        {"pal-part", .text = &s->pal_part},
        {"corner", .choice = &o->corner, .names = corner_name, .count = CORNERS},
        {"vary", .take = take_vary, .to = s},
        {"random", .number = &s->random, .least = 1, .most = SWEEP_POINTS_MAX},
        {"reads", .number = &s->reads, .least = 2, .most = 100000},
        {"seed", .number = &s->seed, .least = 0, .most = UINT64_MAX},
        {"out", .text = &o->out},
        {"task", .given = &o->task_given, .number = &o->task, .most = SWEEP_SHARES_MAX},
        {"of", .number = &s->shares, .least = 1, .most = SWEEP_SHARES_MAX},
        {"limit", .take = take_limit, .to = o},
        {"json", .output = &o->json},
    };
    const struct options options = {COMMAND, "[options] [[--task N] --of M] --out DIR\n[options] --limit KEY", usage,
                                    OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    s->pal = (enum pal_kind)o->pal;
    s->corner = (enum corner)o->corner;
    return status;
}

static int check_options(const struct sweep_options *o)
{
    if (o->limits && (o->out || o->sweep.axes || o->sweep.random))
        return options_bad(COMMAND, "--limit with a folder, --vary or --random, expected it without them");
    if (o->limits)
        return STATUS_OK;
    if (o->json)
        return options_bad(COMMAND, "--json without --limit, expected it with that: a sweep writes summary.json");
    if (!o->out)
        return options_bad(COMMAND, "expected one of --out DIR and --limit KEY");
    if (o->sweep.axes && o->sweep.random)
        return options_bad(COMMAND, "--vary and --random, expected one of them");
    if (!o->sweep.axes && !o->sweep.random)
        return options_bad(COMMAND, "expected --vary KEY=FROM..TO/STEP or --random N");
    if (o->task_given && !o->sweep.shares)
        return options_bad(COMMAND, "--task without --of, expected the number of shares");
    if (o->task_given && o->task >= o->sweep.shares)
        return options_bad(COMMAND, "--task %" PRIu64 " --of %" PRIu64 ", expected a task below the number of shares",
                           o->task, o->sweep.shares);
    return STATUS_OK;
}

static void print_result(const struct sweep *s, const struct sweep_summary *m)
{
    const enum verdict_word word = m->passed == s->points ? VERDICT_WORKS
                                   : m->passed            ? VERDICT_MARGINAL
                                                          : VERDICT_FAILS;
    printf("verdict: %s. It works at %" PRIu64 " of %" PRIu64 " points; C/D holds at %" PRIu64 "\n",
           verdict_word_name[word], m->passed, s->points, m->cd_holds);
    if (s->random) {
        double low, high;
        sweep_yield(s, m->passed, &low, &high);
        printf("yield: %.3f %%, 95 %% interval %.3f to %.3f %%\n", 100 * (double)m->passed / (double)s->points,
               100 * low, 100 * high);
    }
    if (m->worst_point)
        printf("least slack: %s of %s at point %" PRIu64 "\n", TIME_TEXT(m->worst_slack_ps),
               figure_info[m->worst_check].name, m->worst_point);
    for (int n = 0; n < FIG_CHECKS; n++)
        if (m->broken[n])
            printf("broken: %s at %" PRIu64 " points\n", figure_info[n].name, m->broken[n]);
    printf("repeated on the RTL: %" PRIu64 " points at a boundary, %" PRIu64 " of the others: same results\n",
           m->boundary, m->sample);
}

static int print_and_draw(const struct sweep *sweep, const struct sweep_summary *summary, const char *dir,
                          struct error *e)
{
    bool drawn;
    print_result(sweep, summary);
    const int status = sweep_draw(sweep, dir, &drawn, e);
    if (status == STATUS_OK && sweep_drawing(sweep) && !drawn)
        printf("no drawing: gnuplot is not installed\n");
    if (status == STATUS_OK)
        printf("written: %s/points.csv, %s/summary.json%s%s%s%s\n", dir, dir, drawn ? ", " : "", drawn ? dir : "",
               drawn ? "/" : "", drawn ? sweep_drawing(sweep) : "");
    return status;
}

/* works: at every point */
static int join(struct sweep_loaded *loaded, const char *dir, int argc, char **argv, bool *works, struct error *e)
{
    struct sweep_summary summary = {0};
    struct error why;
    int status = sweep_finish(loaded, dir, &summary, e);
    *works = summary.passed == loaded->sweep->points;
    if (status == STATUS_OK)
        status = print_and_draw(loaded->sweep, &summary, dir, e);
    if (status > STATUS_BAD || sweep_end(loaded->sweep, dir, argc, argv, &why) == STATUS_OK)
        return status;
    *e = why;
    return STATUS_SYSTEM;
}

static int play(const struct sweep_options *o, struct sweep_loaded *loaded, int argc, char **argv, bool *works,
                struct error *e)
{
    int lock = -1, status = sweep_folder(&o->sweep, o->out, e);
    if (status == STATUS_OK && !o->task_given)
        status = folder_lock(&lock, o->out, e);
    if (status)
        return status;
    output_last_line(COMMAND ": ended by a signal, the same command continues\n");
    sweep_print(stdout, &o->sweep);
    printf("\n");
    if (o->task_given)
        return sweep_run(loaded, o->out, o->task, o->task + 1, e);
    status = sweep_run(loaded, o->out, 0, o->sweep.shares, e);
    status = status ? status : join(loaded, o->out, argc, argv, works, e);
    folder_unlock(lock);
    return status;
}

static int run_sweep(struct sweep_options *o, int argc, char **argv)
{
    struct error e;
    bool works = true; /* a share has no verdict */
    struct sweep_loaded *loaded = memory_new(1, sizeof *loaded);
    if (!o->sweep.machine)
        o->sweep.machine = RIG_MACHINE;
    int status = sweep_prepare(&o->sweep, loaded, &e);
    if (status == STATUS_OK)
        status = play(o, loaded, argc, argv, &works, &e);
    free(loaded);
    return status ? error_print(&e, COMMAND, status) : works ? STATUS_OK : STATUS_BAD;
}

/* ---- --limit: printed from the rows of its JSON */

#define BROKEN 76 /* column of what is broken */

/* The end of a line of which `used` columns are printed */
static void print_broken(int used, const cJSON *at)
{
    struct wrap w = {stdout, (size_t)used, BROKEN};
    const bool broken = strcmp(json_text(at, "broken"), "none") != 0, reads_wrong = json_true(at, "reads_wrong");
    if (broken || !reads_wrong)
        wrap_words(&w, json_text(at, "broken"));
    if (reads_wrong)
        wrap_words(&w, broken ? "and wrong reads" : "wrong reads");
    (void)putchar('\n');
}

static const char *value_text(char number[32], bool hertz, const cJSON *object, const char *name)
{
    if (hertz)
        (void)snprintf(number, 32, "%.6f", json_number(object, name) / 1e6);
    else
        (void)time_column_text(&(struct time_column){3, 3}, number, 32, json_whole(object, name));
    return number;
}

/* One side of a row: the last value that passes, ns or MHz, and what is broken one step further. */
static void print_bound(int used, const char *side, bool hertz, const cJSON *bound)
{
    char number[32];
    if (!json_true(bound, "found")) {
        printf(" %-5s %9s no failure\n", side, "-");
        return;
    }
    print_broken(used + printf(" %-5s %9s", side, value_text(number, hertz, bound, "last_pass")), bound);
}

static void print_limit(const cJSON *row)
{
    const char *column = json_text(row, "figure"), *unit = strrchr(column, '_');
    const bool hertz = unit && strcmp(unit, "_hz") == 0, ps = unit && strcmp(unit, "_ps") == 0;
    char figure[64];
    (void)snprintf(figure, sizeof figure, "%.*s, %s", hertz || ps ? (int)(unit - column) : (int)strlen(column), column,
                   hertz ? "MHz" : "ns");
    const int used = printf("%-15s %-8s %-34s", json_text(row, "machine"), json_text(row, "pal"), figure);
    if (strcmp(json_text(row, "broken"), "none") != 0 || json_true(row, "reads_wrong")) {
        print_broken(used + printf(" fails as it is:"), row);
        printf("%*s", used, "");
    }
    if (!cJSON_HasObjectItem(row, "down")) {
        char from[32], to[32];
        printf(" none from %s to %s\n", value_text(from, hertz, row, "from"), value_text(to, hertz, row, "to"));
        return;
    }
    print_bound(used, "least", hertz, cJSON_GetObjectItem(row, "down"));
    print_bound(printf("%*s", used, ""), "most", hertz, cJSON_GetObjectItem(row, "up"));
}

static void add_bound(cJSON *row, const char *name, const struct sweep_bound *b)
{
    char broken[200];
    cJSON *one = cJSON_AddObjectToObject(row, name);
    cJSON_AddBoolToObject(one, "found", b->found);
    output_json_integer(one, "last_pass", b->value);
    cJSON_AddStringToObject(one, "broken", checks_text(broken, sizeof broken, b->broken, NULL));
    cJSON_AddBoolToObject(one, "reads_wrong", b->reads_wrong);
}

static void show_limits(void *rows, const struct sweep *sweep, const struct sweep_limits *l)
{
    const struct sweep_axis *axis = &sweep->axis[0];
    char broken[200];
    cJSON *one = sweep_json(sweep);
    cJSON_AddStringToObject(one, "figure", axis->column);
    output_json_integer(one, "value", l->nominal);
    output_json_integer(one, "from", axis->from);
    output_json_integer(one, "to", axis->to);
    cJSON_AddStringToObject(one, "mark", mark_name(l->mark));
    cJSON_AddStringToObject(one, "broken", checks_text(broken, sizeof broken, l->broken, NULL));
    cJSON_AddBoolToObject(one, "reads_wrong", l->reads_wrong);
    if (l->works) {
        add_bound(one, "down", &l->down);
        add_bound(one, "up", &l->up);
    }
    print_limit(one);
    cJSON_AddItemToArray(rows, one);
}

static int print_limits(void *context, cJSON *rows, struct error *e)
{
    const struct sweep_options *o = context;
    wrap_print(0,
               "part %s, PAL %s, corner %s, %" PRIu64 " reads, seed %" PRIu64
               ": how far a figure may move alone until the verdict changes",
               o->sweep.part, o->sweep.pal_part, corner_name[o->sweep.corner], o->sweep.reads, o->sweep.seed);
    printf("\n");
    printf("%-15s %-8s %-34s %15s %s\n", "machine", "pal", "figure", "passes", "broken one step on");
    return sweep_limit_table(&o->sweep, !o->pal_given, o->limit, o->limits, show_limits, rows, e);
}

int command_sweep(int argc, char **argv, const char *data_dir)
{
    static char data[1024];
    static struct sweep_options o = {
        .corner = CORNER_TYP, .sweep = {.data = data, .part = RIG_PART, .pal_part = RIG_PAL, .reads = 20, .seed = 1}};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status == STATUS_OK)
        status = check_options(&o);
    if (status)
        return status;
    status = data_find(data, sizeof data, data_dir, &e);
    if (status == STATUS_OK && !o.limits)
        return run_sweep(&o, argc, argv);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateArray(), print_limits, &o, &e);
    return status ? error_print(&e, COMMAND, status) : STATUS_OK;
}
