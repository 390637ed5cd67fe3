/* SPDX-License-Identifier: MIT
 * tmr0 sweep: one machine over a grid of figures, or over figures drawn at random. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/folder.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/time_text.h"
#include "commands.h"
#include "sim/report/results_print.h"
#include "sim/sweep/sweep_limit.h"
#include "sim/sweep/sweep_plot.h"
#include "sim/sweep/sweep_run.h"

#define COMMAND "tmr0 sweep"
#define LIMITS_MAX 16
#define DEFAULT_MACHINE "sun3-160:window"

struct sweep_options {
    struct sweep sweep;
    const char *out, *resume, *json;
    const char *limit[LIMITS_MAX];
    size_t limits;
    struct options_task task;
    int pal, corner;
    bool pal_given;
    char data[1024];
};

static const char usage[] =
    "Plays one machine and strobe translator at many points. Each point starts the timer and takes reads at changing\n"
    "phases on the C model, with all checks. Points at a boundary between pass and fail, and a seeded 1 % of the\n"
    "others, are repeated on the RTL; both must agree. Exit status 1 if they do not.\n\n"
    "  --vary KEY=FROM..TO/STEP  a grid; may be given again. KEY is machine.X or part.X as in `set`, pal.X, buffer.X,\n"
    "                            osc (Hz kHz MHz) or phase (time of the first access)\n"
    "  --random N                N points: each delay drawn between its min and max, uniformly unless [spread] in its\n"
    "                            file says otherwise, and the phase\n"
    "  --out DIR                 a new folder: points.csv, summary.json, shmoo.svg (two keys), margin.svg\n"
    "  --resume DIR              continue a sweep that was interrupted\n"
    "  --task N --of M           play part N, from 0, of M into DIR, which the parts share; the same options for "
    "each.\n"
    "                            For the tasks of a cluster: examples/slurm/\n"
    "  --finish DIR              after all parts: play what is missing, and join; the same files as without parts\n"
    "  --limit KEY               no points: how far the figure may move from its value until the verdict changes, and\n"
    "                            what is then broken; may be given again. For each machine and both strobe "
    "translators,\n"
    "                            unless one is given\n"
    "  --json FILE               of --limit: write the table\n"
    "  --machine NAME[:VARIANT]  default " DEFAULT_MACHINE "; of --limit all machines\n"
    "  --pal KIND                flipflop (default) or direct\n"
    "  --part NAME               default am9513a\n"
    "  --pal-part NAME           the timer board's PAL, default " RIG_PAL "\n"
    "  --corner NAME             of the delays that are not varied: min, typ (default), max\n"
    "  --reads N                 reads at each point, default 20\n"
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
        {"reads", .number = &s->reads, .least = 1, .most = 100000},
        {"seed", .number = &s->seed, .least = 0, .most = UINT64_MAX},
        {"out", .text = &o->out},
        {"resume", .text = &o->resume},
        {"finish", .text = &o->resume},
        {"task", .given = &o->task.given, .number = &o->task.number, .most = SWEEP_POINTS_MAX},
        {"of", .number = &o->task.count, .least = 1, .most = SWEEP_POINTS_MAX},
        {"limit", .take = take_limit, .to = o},
        {"json", .output = &o->json},
    };
    const struct options options = {
        COMMAND,
        "[options] --out DIR\n[options] --task N --of M --out DIR\n--resume DIR\n--finish DIR\n[options] --limit KEY",
        usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    s->pal = (enum pal_kind)o->pal;
    s->corner = (enum corner)o->corner;
    return status;
}

static int check_options(const struct sweep_options *o)
{
    const int status = options_task_check(COMMAND, &o->task, o->out);
    if (status)
        return status;
    if (o->limits && (o->out || o->sweep.axes || o->sweep.random))
        return options_bad(COMMAND, "--limit with --out, --vary or --random, expected it without them");
    if (o->limits)
        return STATUS_OK;
    if (o->json)
        return options_bad(COMMAND, "--json without --limit, expected it with that: a sweep writes summary.json");
    if (!o->out)
        return options_bad(COMMAND, "expected --out DIR, --resume DIR or --limit KEY");
    if (o->sweep.axes && o->sweep.random)
        return options_bad(COMMAND, "--vary and --random, expected one of them");
    if (!o->sweep.axes && !o->sweep.random)
        return options_bad(COMMAND, "expected --vary KEY=FROM..TO/STEP or --random N");
    return STATUS_OK;
}

static void print_result(const struct sweep *s, const struct sweep_summary *m)
{
    printf("passed: %" PRIu64 " of %" PRIu64 " points; C/D holds in %" PRIu64 "\n", m->passed, s->points, m->cd_holds);
    if (s->random) {
        double low, high;
        sweep_yield(s, m->passed, &low, &high);
        printf("yield: %.3f %%, 95 %% interval %.3f to %.3f %%\n", 100 * (double)m->passed / (double)s->points,
               100 * low, 100 * high);
    }
    if (m->worst_point) {
        char slack[32];
        printf("least slack: %s of %s at point %" PRIu64 "\n", time_text(slack, sizeof slack, m->worst_slack_ps),
               figure_info[m->worst_check].name, m->worst_point);
    }
    for (int n = 0; n < FIG_CHECKS; n++)
        if (m->broken[n])
            printf("broken: %s at %" PRIu64 " points\n", figure_info[n].name, m->broken[n]);
    printf("repeated on the RTL: %" PRIu64 " points at a boundary, %" PRIu64 " of the others: same results\n",
           m->boundary, m->sample);
}

static int play(struct sweep_options *o, struct sweep_loaded *loaded, const char *dir, struct error *e)
{
    struct sweep_summary summary;
    static char last_line[1100];
    bool drawn;
    (void)snprintf(last_line, sizeof last_line, COMMAND ": ended by a signal, continue with --resume %s\n", dir);
    output_last_line(last_line);
    printf("machine %s, pal %s, part %s, PAL %s, corner %s, %" PRIu64 " points of %" PRIu64 " reads, seed %" PRIu64
           "\n",
           o->sweep.machine, pal_kind_name[o->sweep.pal], o->sweep.part, o->sweep.pal_part,
           corner_name[o->sweep.corner], o->sweep.points, o->sweep.reads, o->sweep.seed);
    if (o->task.count)
        return sweep_run(loaded, dir, o->task.number, o->task.count, e);
    int status = sweep_run(loaded, dir, 0, 1, e);
    if (status == STATUS_OK)
        status = sweep_finish(loaded, dir, &summary, e);
    if (status)
        return status;
    print_result(&o->sweep, &summary);
    status = sweep_draw(&o->sweep, dir, &drawn, e);
    if (status == STATUS_OK && sweep_drawing(&o->sweep) && !drawn)
        printf("no drawing: gnuplot is not installed\n");
    if (status == STATUS_OK)
        printf("written: %s/points.csv, %s/summary.json%s%s%s%s\n", dir, dir, drawn ? ", " : "", drawn ? dir : "",
               drawn ? "/" : "", drawn ? sweep_drawing(&o->sweep) : "");
    return status;
}

/* The arguments without --task and --of and their values: those that all tasks have. Returns their number. */
static int without_task(int argc, char **argv, char **kept)
{
    int count = 0;
    for (int n = 0; n < argc; n++)
        if (strcmp(argv[n], "--task") == 0 || strcmp(argv[n], "--of") == 0)
            n++;
        else if (strncmp(argv[n], "--task=", 7) != 0 && strncmp(argv[n], "--of=", 5) != 0)
            kept[count++] = argv[n];
    return count;
}

/* Its folder, locked. Tasks write into it at the same time. */
static int open_folder(const struct sweep_options *o, const struct sweep_loaded *loaded, int argc, char **argv,
                       int *lock, struct error *e)
{
    if (o->resume) {
        int status = folder_lock(lock, o->resume, false, e);
        if (status == STATUS_OK)
            folder_clean(o->resume, "");
        return status == STATUS_OK ? sweep_check(loaded, o->resume, e) : status;
    }
    char **kept = memory_new((size_t)argc + 1, sizeof *kept);
    const int status = sweep_create(lock, loaded, o->out, o->task.count > 0, without_task(argc, argv, kept), kept, e);
    free(kept);
    return status;
}

/* Options, parts and machine; then the points. */
static int prepare_and_play(struct sweep_options *o, int argc, char **argv, const char *data_dir, struct error *e)
{
    const char *dir = o->resume ? o->resume : o->out;
    int lock = -1;
    struct sweep_loaded *loaded = memory_new(1, sizeof *loaded);
    int status = data_find(o->data, sizeof o->data, data_dir, e);
    o->sweep.data = o->data;
    if (status == STATUS_OK)
        status = sweep_prepare(&o->sweep, loaded, e);
    if (status == STATUS_OK)
        status = open_folder(o, loaded, argc, argv, &lock, e);
    if (status == STATUS_OK)
        status = play(o, loaded, dir, e);
    folder_unlock(lock);
    free(loaded);
    return status;
}

static void start_options(struct sweep_options *o)
{
    *o = (struct sweep_options){.corner = CORNER_TYP,
                                .sweep = {.part = "am9513a", .pal_part = RIG_PAL, .reads = 20, .seed = 1}};
}

/* ---- --limit */

struct limits_print {
    struct sweep_options *options;
    cJSON *rows;
};

static void add_bound(cJSON *row, const char *name, const struct sweep_bound *b)
{
    char broken[200];
    cJSON *one = cJSON_AddObjectToObject(row, name);
    cJSON_AddBoolToObject(one, "found", b->found);
    output_json_integer(one, "last_pass", b->value);
    cJSON_AddStringToObject(one, "broken", checks_text(broken, sizeof broken, b->broken, NULL));
    cJSON_AddBoolToObject(one, "reads_wrong", b->reads_wrong);
}

static void show_limits(void *context, const struct sweep_limit_row *row)
{
    const struct limits_print *p = context;
    const struct sweep_axis *axis = &row->sweep->axis[0];
    const struct sweep_limits *l = &row->limits;
    char broken[200];
    (void)checks_text(broken, sizeof broken, l->broken, NULL);
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "tmr0", command_version);
    cJSON_AddStringToObject(one, "machine", row->sweep->machine);
    cJSON_AddStringToObject(one, "pal", pal_kind_name[row->sweep->pal]);
    cJSON_AddStringToObject(one, "part", row->sweep->part);
    cJSON_AddStringToObject(one, "pal_part", row->sweep->pal_part);
    cJSON_AddStringToObject(one, "corner", corner_name[row->sweep->corner]);
    output_json_digits(one, "seed", row->sweep->seed);
    output_json_count(one, "reads", row->sweep->reads);
    cJSON_AddStringToObject(one, "figure", axis->column);
    output_json_integer(one, "value", l->nominal);
    cJSON_AddStringToObject(one, "mark", mark_name(l->mark));
    cJSON_AddStringToObject(one, "broken", broken);
    cJSON_AddBoolToObject(one, "reads_wrong", l->reads_wrong);
    if (!l->broken && !l->reads_wrong) {
        add_bound(one, "down", &l->down);
        add_bound(one, "up", &l->up);
    }
    limit_row_print(stdout, one);
    cJSON_AddItemToArray(p->rows, one);
}

static int print_limits(void *context, cJSON *rows, struct error *e)
{
    struct limits_print *p = context;
    const struct sweep_options *o = p->options;
    p->rows = rows;
    wrap_print(0,
               "part %s, PAL %s, corner %s, %" PRIu64 " reads, seed %" PRIu64
               ": how far a figure may move alone until the verdict changes",
               o->sweep.part, o->sweep.pal_part, corner_name[o->sweep.corner], o->sweep.reads, o->sweep.seed);
    printf("\n");
    limit_head_print(stdout);
    return sweep_limit_table(&o->sweep, !o->pal_given, o->limit, o->limits, show_limits, p, e);
}

static int run_limits(struct sweep_options *o, const char *data_dir)
{
    struct error e;
    struct limits_print print = {.options = o};
    int status = data_find(o->data, sizeof o->data, data_dir, &e);
    o->sweep.data = o->data;
    if (status == STATUS_OK)
        status = output_json_run(o->json, cJSON_CreateArray(), print_limits, &print, &e);
    return status ? error_print(&e, COMMAND, status) : STATUS_OK;
}

static int run_new(struct sweep_options *o, int argc, char **argv, const char *data_dir)
{
    struct error e;
    int status = check_options(o);
    if (status)
        return status;
    status = prepare_and_play(o, argc, argv, data_dir, &e);
    return status ? error_print(&e, COMMAND, status) : STATUS_OK;
}

/* The options of a sweep are in its folder. */
static int run_again(struct sweep_options *o, int argc, const char *data_dir)
{
    int kept;
    char **arguments;
    struct error e;
    const char *dir = o->resume;
    if (argc > 3)
        return options_bad(COMMAND,
                           "--resume or --finish with other options, expected it alone: the sweep's own are in "
                           "its folder");
    int status = sweep_arguments(dir, &kept, &arguments, &e);
    if (status)
        return error_print(&e, COMMAND, status);
    start_options(o);
    status = parse_options(o, kept, arguments);
    if (!o->sweep.machine)
        o->sweep.machine = DEFAULT_MACHINE;
    if (status == STATUS_OK)
        status = check_options(o);
    if (status == STATUS_OK) {
        o->resume = dir;
        status = prepare_and_play(o, kept, arguments, data_dir, &e);
        status = status ? error_print(&e, COMMAND, status) : STATUS_OK;
    }
    sweep_arguments_free(kept, arguments);
    return status;
}

int command_sweep(int argc, char **argv, const char *data_dir)
{
    static struct sweep_options o;
    start_options(&o);
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    if (o.limits && !o.resume) {
        status = check_options(&o);
        return status ? status : run_limits(&o, data_dir);
    }
    if (!o.sweep.machine)
        o.sweep.machine = DEFAULT_MACHINE;
    return o.resume ? run_again(&o, argc, data_dir) : run_new(&o, argc, argv, data_dir);
}
