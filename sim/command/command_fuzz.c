/* SPDX-License-Identifier: MIT
 * tmr0 fuzz: random programs on RTL and model in lockstep, or on the RTL with and without effects of violations. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "sim/scenario/fuzz.h"
#include "sim/scenario/session.h"

#define COMMAND "tmr0 fuzz"
#define CASE_OPS 300
#define CLEAN_OPS 30 /* of programs that are to break nothing: one in a dozen of this length does */

static const char *const target_name[] = {[TARGET_BOARD] = "board", [TARGET_CHIP] = "chip"};

static const char usage[] =
    "Random programs for the chip, or for the board through its socket, on the RTL and on the C model in lockstep. At\n"
    "the first difference: the program is shrunk to what the difference needs, printed with both states side by side,\n"
    "and written as a scenario file. With --effects on the RTL alone, with and without effects of violations: each\n"
    "program must end, and one that breaks no check must come out the same.\n\n"
    "  --engine both   the only choice, and not with --effects\n"
    "  --effects       with and without effects of violations\n"
    "  --target T      chip (default) or board\n"
    "  --ops N         at least so many accesses, pin moves and waits, default 100000\n"
    "  --seed S        default 1; printed\n"
    "  --out FILE      where the scenario goes, default fuzz-SEED.scn\n";

struct fuzz_options {
    int target, engine;
    bool effects;
    uint64_t ops, seed;
    const char *out;
};

struct tester {
    const char *dir;
    bool effects;  /* with and without, else RTL and model */
    FILE *sink[2]; /* where the values read go; with effects, without */
    struct error e;
    int status; /* of the last case */
    char text[FUZZ_LINES * FUZZ_LINE + 1];
};

/* Plays into sink n; unbroken: whether no check was broken, notes included. */
static int play_into(struct tester *t, int n, const struct scenario *s, enum engine engine, bool *unbroken)
{
    const struct play_options options = {.engine = engine, .out = t->sink[n]};
    struct play_result result;
    rewind(t->sink[n]);
    int status = session_play(&result, s, t->dir, &options, &t->e);
    if (status)
        return status;
    *unbroken = result.violations == 0 && margins_notes(&result.margins) == 0;
    play_free(&result);
    return STATUS_OK;
}

/* STATUS_BAD, and which line of what was read is another, or STATUS_OK. */
static int compare_sinks(struct tester *t)
{
    char line[2][256] = {"", ""};
    const long size[2] = {ftell(t->sink[0]), ftell(t->sink[1])};
    bool more = true;
    for (int n = 0; n < 2; n++)
        rewind(t->sink[n]);
    while (more && strcmp(line[0], line[1]) == 0) {
        more = false;
        for (int n = 0; n < 2; n++)
            if (ftell(t->sink[n]) >= size[n] || !fgets(line[n], sizeof line[n], t->sink[n]))
                *line[n] = '\0';
            else
                more = true;
    }
    if (!more)
        return STATUS_OK;
    return error_set(&t->e, STATUS_BAD, "nothing is broken, but read with effects, and without:\n%s%s", line[0],
                     line[1]);
}

/* The scenario has effects on; carries and taps without delay are its last settings (make_case()). */
static int play_effects(struct tester *t, struct scenario *s)
{
    bool unbroken, unbroken_on;
    bool delays = s->overrides == 0 || strcmp(s->override[s->overrides - 1].key, "TFN") != 0;
    s->effects = false;
    int status = play_into(t, 1, s, ENGINE_RTL, &unbroken);
    if (status)
        return status;
    s->effects = true;
    status = play_into(t, 0, s, ENGINE_RTL, &unbroken_on);
    if (status == STATUS_INPUT) {
        struct error e = t->e;
        return error_set(&t->e, STATUS_BAD, "it plays without effects only: %s", e.text);
    }
    return status == STATUS_OK && unbroken && !delays ? compare_sinks(t) : status;
}

/* STATUS_OK agree, STATUS_BAD differ, else the case could not be played. */
static int play_case(struct tester *t, const struct fuzz_case *c)
{
    struct scenario s;
    bool unbroken;
    size_t size = fuzz_text(c, t->text);
    t->status = scenario_parse(&s, t->text, size, "fuzz", &t->e);
    if (t->status) /* the generator's mistake */
        return t->status = STATUS_SYSTEM;
    t->status = t->effects ? play_effects(t, &s) : play_into(t, 0, &s, ENGINE_BOTH, &unbroken);
    scenario_free(&s);
    return t->status;
}

/* With effects every other case has carries and taps without delay: then one that breaks nothing has none. */
static void make_case(const struct tester *t, struct fuzz_case *c, enum target target, uint64_t *state, uint64_t number)
{
    bool delays = number % 2 == 0;
    fuzz_make(c, target, state, t->effects && !delays ? CLEAN_OPS : CASE_OPS);
    if (!t->effects)
        return;
    fuzz_set(c, "effects on");
    if (!delays) {
        fuzz_set(c, "set part.TCARRY 0ns");
        fuzz_set(c, "set part.TFN 0ns");
    }
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
    printf("%s differ; shrunk from %zu to %zu statements:\n%s\n%s\n",
           t->effects ? "runs with effects and without" : "the engines", before, c->ops, t->text, t->e.text);
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
    t.effects = o->effects;
    for (int n = 0; n < 2; n++) {
        t.sink[n] = tmpfile();
        if (!t.sink[n])
            return error_set(e, STATUS_SYSTEM, "temporary file: %s", strerror(errno));
    }
    printf("fuzz: target %s%s, seed %" PRIu64 "\n", target_name[o->target], o->effects ? ", effects" : "", o->seed);
    static struct error reason;
    int status = STATUS_OK;
    while (ops < o->ops && status == STATUS_OK) {
        make_case(&t, &c, (enum target)o->target, &state, cases);
        status = play_case(&t, &c);
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
    for (int n = 0; n < 2; n++)
        (void)fclose(t.sink[n]);
    return status;
}

static int parse_options(struct fuzz_options *o, int argc, char **argv)
{
    bool engines = false;
    const struct option_rule rule[] = {
        {"engine", .given = &engines, .choice = &o->engine, .names = &engine_name[ENGINE_BOTH], .count = 1},
        {"target", .choice = &o->target, .names = target_name, .count = sizeof target_name / sizeof target_name[0]},
        {"effects", .given = &o->effects},
        {"ops", .number = &o->ops, .least = 1, .most = UINT64_MAX},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX},
        {"out", .text = &o->out},
    };
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status == STATUS_OK && engines && o->effects)
        return options_bad(COMMAND, "--effects is of the RTL alone, expected no --engine");
    return status;
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
    printf("again: tmr0 run %s%s\n", o->effects ? "--log " : "--engine both ", file);
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
