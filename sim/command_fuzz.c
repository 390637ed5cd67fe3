/* SPDX-License-Identifier: MIT
 * tmr0 fuzz: random chip programs on RTL and model in lockstep. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "fuzz.h"
#include "options.h"
#include "output.h"
#include "play.h"

#define COMMAND "tmr0 fuzz"
#define CASE_OPS 300

static const char *const target_name[] = {[TARGET_BOARD] = "board", [TARGET_CHIP] = "chip"};

static const char usage[] =
    "usage: tmr0 fuzz [options]\n\n"
    "Random programs for the chip, or for the board through its socket, on the RTL and on the C model in lockstep. At\n"
    "the first difference: the program is shrunk to what the difference needs, printed with both states side by side,\n"
    "and written as a scenario file.\n\n"
    "  --engine both   the only choice\n"
    "  --target T      chip (default) or board\n"
    "  --ops N         at least so many accesses, pin moves and waits, default 100000\n"
    "  --seed S        default 1; printed\n"
    "  --out FILE      where the scenario goes, default fuzz-SEED.scn\n";

struct fuzz_options {
    int target, engine;
    uint64_t ops, seed;
    const char *out;
};

struct tester {
    const char *dir;
    FILE *sink; /* where the values read go */
    struct error e;
    int status; /* of the last case */
    char text[FUZZ_LINES * FUZZ_LINE + 1];
};

/* STATUS_OK agree, STATUS_BAD differ, else the case could not be played. */
static int play_case(struct tester *t, const struct fuzz_case *c)
{
    const struct play_options options = {.engine = ENGINE_BOTH, .out = t->sink};
    struct scenario s;
    struct play_result result;
    size_t size = fuzz_text(c, t->text);
    t->status = scenario_parse(&s, t->text, size, "fuzz", &t->e);
    if (t->status) /* the generator's mistake */
        return t->status = STATUS_SYSTEM;
    t->status = play(&result, &s, t->dir, &options, &t->e);
    if (t->status == STATUS_OK)
        play_free(&result);
    scenario_free(&s);
    return t->status;
}

static bool differs(void *context, const struct fuzz_case *c)
{
    return play_case(context, c) == STATUS_BAD;
}

static int report(struct tester *t, struct fuzz_case *c, const struct output *out, struct error *e)
{
    size_t before = c->ops;
    fuzz_shrink(c, differs, t);
    (void)play_case(t, c);
    printf("the engines differ; shrunk from %zu to %zu statements:\n%s\n%s\n", before, c->ops, t->text, t->e.text);
    int status = output_text(out, t->text, e);
    return status ? status : STATUS_BAD;
}

/* STATUS_BAD when the engines differ, and the scenario is written. */
static int fuzz(const struct fuzz_options *o, const char *dir, const struct output *out, struct error *e)
{
    static struct tester t;
    static struct fuzz_case c;
    uint64_t state = o->seed, ops = 0, cases = 0, refused = 0;
    t.dir = dir;
    t.sink = tmpfile();
    if (!t.sink)
        return error_set(e, STATUS_SYSTEM, "temporary file: %s", strerror(errno));
    printf("fuzz: target %s, seed %" PRIu64 "\n", target_name[o->target], o->seed);
    static struct error reason;
    int status = STATUS_OK;
    while (ops < o->ops && status == STATUS_OK) {
        fuzz_make(&c, (enum target)o->target, &state, CASE_OPS);
        status = play_case(&t, &c);
        rewind(t.sink);
        ops += status == STATUS_INPUT ? 0 : c.ops;
        cases++;
        if (status == STATUS_INPUT) { /* such as a wire that makes a loop without delay, in both */
            if (!refused)
                reason = t.e;
            if (refused > 100 && refused > cases / 2)
                break;
            refused++;
            status = STATUS_OK;
        }
        if (isatty(1) && cases % 64 == 0) {
            printf("\r%" PRIu64 " of %" PRIu64 " ops", ops, o->ops);
            (void)fflush(stdout);
        }
    }
    if (isatty(1))
        printf("\r%*s\r", 60, "");
    if (status == STATUS_BAD)
        status = report(&t, &c, out, e);
    else if (status)
        *e = t.e;
    else
        printf("fuzz: %" PRIu64 " ops in %" PRIu64 " cases, no difference\n", ops, cases - refused);
    if (refused)
        printf("fuzz: %" PRIu64 " cases refused, the first: %s\n", refused, reason.text);
    (void)fclose(t.sink);
    return status;
}

static int parse_options(struct fuzz_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"engine", .choice = &o->engine, .names = &engine_name[ENGINE_BOTH], .count = 1},
        {"target", .choice = &o->target, .names = target_name, .count = sizeof target_name / sizeof target_name[0]},
        {"ops", .number = &o->ops, .least = 1, .most = UINT64_MAX},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX},
        {"out", .text = &o->out},
    };
    const struct options options = {COMMAND, usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

/* The scenario's place is opened first: one that cannot be written is known before the hours. */
static int fuzz_to_file(const struct fuzz_options *o, const char *dir, const char *file, struct error *e)
{
    struct output out;
    int status = output_open(&out, file, e);
    if (status)
        return status;
    status = fuzz(o, dir, &out, e);
    if (status != STATUS_BAD) {
        (void)output_close(&out, STATUS_BAD, e); /* no difference, no scenario */
        return status;
    }
    status = output_close(&out, STATUS_OK, e);
    if (status)
        return status;
    printf("again: tmr0 run --engine both %s\n", file);
    return STATUS_BAD;
}

int command_fuzz(int argc, char **argv, const char *data_dir)
{
    struct fuzz_options o = {.target = TARGET_CHIP, .ops = 100000, .seed = 1};
    struct error e;
    static char dir[1024]; /* the tester keeps it */
    char name[64];
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    (void)snprintf(name, sizeof name, "fuzz-%" PRIu64 ".scn", o.seed);
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = fuzz_to_file(&o, dir, o.out ? o.out : name, &e);
    return status > STATUS_BAD ? error_print(&e, "tmr0", status) : status;
}
