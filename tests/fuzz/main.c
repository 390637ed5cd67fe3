/* SPDX-License-Identifier: MIT
 * tmr0-fuzz: random programs on RTL and model in lockstep, or on the RTL with and without effects of violations. */
#include <inttypes.h>

#include "cli/options.h"
#include "cli/output.h"
#include "fuzz_run.h"
#include "sim/board/board.h"

#define COMMAND "tmr0-fuzz"

static const char usage[] =
    "Plays random programs for the chip, or for the board through its socket, on RTL and C model in lockstep. The\n"
    "first program that differs is reduced to the statements that the difference needs, printed with both states side\n"
    "by side, and written as a scenario. With --effects each program runs on the RTL alone, with and without effects\n"
    "of violations: it must end, and if it violates no check the results must be the same.\n\n"
    "  --effects       play each program with and without effects of violations\n"
    "  --target T      chip (default) or board\n"
    "  --ops N         least number of accesses, pin moves and waits, default 100000\n"
    "  --seed S        default 1; printed\n"
    "  --out FILE      file for the scenario, default fuzz-SEED.scn\n\n"
    "On a cluster each task takes a seed of its own: tests/fuzz/slurm.sh.\n";

struct fuzz_options {
    int target;
    bool effects;
    uint64_t ops, seed;
    const char *out;
};

static int report_difference(const struct fuzz_result *r, bool effects, const char *difference,
                             const struct output *out)
{
    printf("%s differ; shrunk from %zu to %zu statements:\n%s\n%s\n",
           effects ? "runs with effects and without" : "the engines", r->ops_before, r->ops_after, r->text, difference);
    (void)fputs(r->text, out->f);
    return STATUS_BAD;
}

/* STATUS_BAD after a difference, when the scenario is written. */
static int fuzz_and_print(const struct fuzz_options *o, const char *dir, const struct output *out, struct error *e)
{
    static struct fuzz_result r;
    const struct fuzz_setup setup = {
        .dir = dir, .target = (enum target)o->target, .effects = o->effects, .ops = o->ops, .seed = o->seed};
    struct error found;
    printf("fuzz: target %s%s, seed %" PRIu64 "\n", target_name[o->target], o->effects ? ", effects" : "", setup.seed);
    int status = fuzz_run(&r, &setup, &found);
    if (status == STATUS_BAD)
        status = report_difference(&r, o->effects, found.text, out);
    else if (status)
        *e = found;
    else
        printf("fuzz: %" PRIu64 " ops in %" PRIu64 " cases, no difference\n", r.ops, r.cases);
    if (r.refused)
        printf("fuzz: %" PRIu64 " cases refused, the first: %s\n", r.refused, r.first_refusal.text);
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
    };
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
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

static int fuzz(int argc, char **argv)
{
    struct fuzz_options o = {.target = TARGET_CHIP, .ops = 100000, .seed = 1};
    struct error e;
    char dir[1024], name[40];
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    (void)snprintf(name, sizeof name, "fuzz-%" PRIu64 ".scn", o.seed);
    status = data_find(dir, sizeof dir, NULL, &e);
    if (status == STATUS_OK)
        status = fuzz_to_file(&o, dir, o.out ? o.out : name, &e);
    return status > STATUS_BAD ? error_print(&e, COMMAND, status) : status;
}

int main(int argc, char **argv)
{
    output_start();
    const int status = fuzz(argc, argv);
    return output_end(COMMAND, status == OPTIONS_HELP ? STATUS_OK : status);
}
