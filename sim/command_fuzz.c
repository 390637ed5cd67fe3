/* SPDX-License-Identifier: MIT
 * tmr0 fuzz: random chip programs on RTL and model in lockstep. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "fuzz.h"
#include "play.h"

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
    enum target target;
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

static int report(struct tester *t, struct fuzz_case *c, const struct fuzz_options *o)
{
    char name[64];
    (void)snprintf(name, sizeof name, "fuzz-%" PRIu64 ".scn", o->seed);
    const char *file = o->out ? o->out : name;
    size_t before = c->ops;
    fuzz_shrink(c, differs, t);
    (void)play_case(t, c);
    printf("the engines differ; shrunk from %zu to %zu statements:\n%s\n%s\n", before, c->ops, t->text, t->e.text);
    FILE *f = fopen(file, "w");
    if (!f || fputs(t->text, f) == EOF || fclose(f) == EOF) {
        (void)fprintf(stderr, "tmr0: %s: cannot write: %s\n", file, strerror(errno));
        return STATUS_SYSTEM;
    }
    printf("again: tmr0 run --engine both %s\n", file);
    return STATUS_BAD;
}

static int fuzz(const struct fuzz_options *o, const char *dir)
{
    static struct tester t;
    static struct fuzz_case c;
    uint64_t state = o->seed, ops = 0, cases = 0, refused = 0;
    t.dir = dir;
    t.sink = tmpfile();
    if (!t.sink) {
        (void)fprintf(stderr, "tmr0: temporary file: %s\n", strerror(errno));
        return STATUS_SYSTEM;
    }
    printf("fuzz: target %s, seed %" PRIu64 "\n", target_name[o->target], o->seed);
    static struct error reason;
    int status = STATUS_OK;
    while (ops < o->ops && status == STATUS_OK) {
        fuzz_make(&c, o->target, &state, CASE_OPS);
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
        status = report(&t, &c, o);
    else if (status)
        (void)fprintf(stderr, "tmr0 fuzz: %s\n", t.e.text);
    else
        printf("fuzz: %" PRIu64 " ops in %" PRIu64 " cases, no difference\n", ops, cases - refused);
    if (refused)
        printf("fuzz: %" PRIu64 " cases refused, the first: %s\n", refused, reason.text);
    (void)fclose(t.sink);
    return status;
}

static int take_number(const char *option, const char *value, uint64_t least, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(value, &end, 0);
    if (*value >= '0' && *value <= '9' && !*end && !errno && *out >= least)
        return STATUS_OK;
    (void)fprintf(stderr, "tmr0 fuzz: --%s %s, expected a number from %" PRIu64 "\n", option, value, least);
    return STATUS_INPUT;
}

static int take_engine(const char *value)
{
    if (strcmp(value, engine_name[ENGINE_BOTH]) == 0)
        return STATUS_OK;
    (void)fprintf(stderr, "tmr0 fuzz: --engine %s, expected both\n", value);
    return STATUS_INPUT;
}

static int take_target(const char *value, enum target *target)
{
    if (strcmp(value, target_name[TARGET_CHIP]) == 0)
        *target = TARGET_CHIP;
    else if (strcmp(value, target_name[TARGET_BOARD]) == 0)
        *target = TARGET_BOARD;
    else {
        (void)fprintf(stderr, "tmr0 fuzz: --target %s, expected chip or board\n", value);
        return STATUS_INPUT;
    }
    return STATUS_OK;
}

int command_fuzz(int argc, char **argv, const char *data_dir)
{
    static const struct option options[] = {
        {"engine", required_argument, NULL, 'e'},
        {"target", required_argument, NULL, 't'},
        {"ops", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, 's'},
        {"out", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct fuzz_options o = {.target = TARGET_CHIP, .ops = 100000, .seed = 1};
    struct error e;
    static char dir[1024];
    int option, status = STATUS_OK;
    optind = 1;
    while (status == STATUS_OK && (option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h') {
            (void)fputs(usage, stdout);
            return STATUS_OK;
        }
        status = option == 'e'   ? take_engine(optarg)
                 : option == 't' ? take_target(optarg, &o.target)
                 : option == 'n' ? take_number("ops", optarg, 1, &o.ops)
                 : option == 's' ? take_number("seed", optarg, 0, &o.seed)
                 : option == 'o' ? (o.out = optarg, STATUS_OK)
                                 : STATUS_INPUT;
    }
    if (status == STATUS_OK && optind < argc) {
        (void)fprintf(stderr, "tmr0 fuzz: '%s', expected options only\n", argv[optind]);
        status = STATUS_INPUT;
    }
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status) {
        (void)fprintf(stderr, "tmr0: %s\n", e.text);
        return status;
    }
    return fuzz(&o, dir);
}
