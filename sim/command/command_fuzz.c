/* SPDX-License-Identifier: MIT
 * tmr0 fuzz: random programs on RTL and model in lockstep, or on the RTL with and without effects of violations. */
#include <inttypes.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "sim/board/rig.h"
#include "sim/explore/fuzz_tasks.h"

#define COMMAND "tmr0 fuzz"

static const char usage[] =
    "Plays random programs for the chip, or for the board through its socket, on RTL and C model in lockstep. The\n"
    "first program that differs is reduced to the statements that the difference needs, printed with both states side\n"
    "by side, and written as a scenario. With --effects each program runs on the RTL alone, with and without effects\n"
    "of violations: it must end, and if it violates no check the results must be the same.\n\n"
    "  --effects       play each program with and without effects of violations\n"
    "  --target T      chip (default) or board\n"
    "  --ops N         least number of accesses, pin moves and waits, default 100000\n"
    "  --seed S        default 1; printed\n"
    "  --out FILE      file for the scenario, default fuzz-SEED.scn\n"
    "  --task N --of M --out DIR  play part N, from 0, of M: its share of the ops with seed S + N; DIR gets "
    "task-N.json,\n"
    "                             and task-N.scn after a difference. For the tasks of a cluster: examples/slurm/\n"
    "  --finish DIR    sum the results of all parts; exit status 1 if one of them found a difference\n";

struct fuzz_options {
    int target;
    bool effects;
    uint64_t ops, seed;
    struct options_task task;
    const char *out, *folder; /* folder: of --finish */
};

static uint64_t ops_wanted; /* for the line that shows the progress */

static void show_progress(uint64_t ops)
{
    printf("\r%" PRIu64 " of %" PRIu64 " ops", ops, ops_wanted);
    (void)fflush(stdout);
}

static int report_difference(const struct fuzz_result *r, bool effects, const char *difference,
                             const struct output *out, struct error *e)
{
    printf("%s differ; shrunk from %zu to %zu statements:\n%s\n%s\n",
           effects ? "runs with effects and without" : "the engines", r->ops_before, r->ops_after, r->text, difference);
    const int status = output_text(out, r->text, e);
    return status ? status : STATUS_BAD;
}

/* STATUS_BAD after a difference, when the scenario is written. */
static int fuzz_and_print(const struct fuzz_options *o, const char *dir, const struct output *out, struct error *e)
{
    static struct fuzz_result r;
    const bool terminal = isatty(STDOUT_FILENO);
    const struct fuzz_setup all = {.dir = dir,
                                   .target = (enum target)o->target,
                                   .effects = o->effects,
                                   .ops = o->ops,
                                   .seed = o->seed,
                                   .progress = terminal ? show_progress : NULL};
    const struct fuzz_setup setup = o->task.count ? fuzz_share(&all, o->task.number, o->task.count) : all;
    struct error found;
    ops_wanted = setup.ops;
    printf("fuzz: target %s%s, seed %" PRIu64 "\n", target_name[o->target], o->effects ? ", effects" : "", setup.seed);
    int status = fuzz_run(&r, &setup, &found);
    if (terminal)
        printf("\r%*s\r", 60, "");
    if (status == STATUS_BAD)
        status = report_difference(&r, o->effects, found.text, out, e);
    else if (status)
        *e = found;
    else
        printf("fuzz: %" PRIu64 " ops in %" PRIu64 " cases, no difference\n", r.ops, r.cases);
    if (r.refused)
        printf("fuzz: %" PRIu64 " cases refused, the first: %s\n", r.refused, r.first_refusal.text);
    if (o->task.count && status <= STATUS_BAD) {
        struct error why;
        if (fuzz_task_write(&r, status == STATUS_BAD, &all, o->out, o->task.number, o->task.count, &why)) {
            *e = why;
            return STATUS_SYSTEM;
        }
    }
    return status;
}

static int sum_tasks(const char *dir)
{
    static struct fuzz_result r;
    struct error e;
    uint64_t tasks;
    const int status = fuzz_finish(&r, &tasks, dir, &e);
    if (status > STATUS_BAD)
        return error_print(&e, COMMAND, status);
    printf("fuzz: %" PRIu64 " ops in %" PRIu64 " cases in %" PRIu64 " tasks, %s\n", r.ops, r.cases, tasks,
           status ? "with the differences above" : "no difference");
    if (r.refused)
        printf("fuzz: %" PRIu64 " cases refused\n", r.refused);
    return status;
}

static int parse_options(struct fuzz_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"target", .choice = &o->target, .names = target_name, .count = TARGETS},
        {"effects", .given = &o->effects},
        {"ops", .number = &o->ops, .least = 1, .most = UINT64_MAX},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX},
        {"out", .output = &o->out},
        {"task", .given = &o->task.given, .number = &o->task.number, .most = UINT32_MAX},
        {"of", .number = &o->task.count, .least = 1, .most = UINT32_MAX},
        {"finish", .text = &o->folder},
    };
    const struct options options = {COMMAND, "[options]\n--finish DIR", usage, .rule = rule,
                                    .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (o->folder && argc > 3)
        return options_bad(COMMAND, "--finish with other options, expected it alone");
    return options_task_check(COMMAND, &o->task, o->out);
}

/* Opens the scenario's file first: that it cannot be written is known before the run, which may take hours. */
static int fuzz_to_file(const struct fuzz_options *o, const char *dir, const char *file, struct error *e)
{
    struct output out;
    int status = output_open(&out, file, e);
    if (status)
        return status;
    status = fuzz_and_print(o, dir, &out, e);
    if (status != STATUS_BAD) {
        (void)output_close(&out, STATUS_BAD, e); /* no difference, no scenario */
        return status;
    }
    status = output_close(&out, STATUS_OK, e);
    if (status)
        return status;
    printf("again: tmr0 run %s%s\n", o->effects ? "--log " : "--engine both ", file);
    return STATUS_BAD;
}

int command_fuzz(int argc, char **argv, const char *data_dir)
{
    struct fuzz_options o = {.target = TARGET_CHIP, .ops = 100000, .seed = 1};
    struct error e;
    char dir[1024];
    char name[FUZZ_PATH];
    int status = parse_options(&o, argc, argv);
    if (status || o.folder)
        return status ? status : sum_tasks(o.folder);
    (void)snprintf(name, sizeof name, "fuzz-%" PRIu64 ".scn", o.seed);
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK && o.task.count)
        status = fuzz_folder(o.out, &e);
    if (status == STATUS_OK)
        status = fuzz_to_file(&o, dir,
                              o.task.count ? fuzz_path(name, o.out, o.task.number, "scn")
                              : o.out      ? o.out
                                           : name,
                              &e);
    return status > STATUS_BAD ? error_print(&e, "tmr0", status) : status;
}
