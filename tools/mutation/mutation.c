/* SPDX-License-Identifier: MIT
 * Plays tests on every mutant of the RTL or of the C model (tools/mutation/mutator.py) until one fails: first on the
 * mutant alone, then in lockstep with the other engine, which is no mutant. What no test has noticed by then plays many
 * random programs for chip and board in lockstep, always the same ones.
 *   mutation [--alone] rtl|model MUTANTS TEST...
 * --alone: never in lockstep, which needs a second engine; what only a second engine notices is not noticed.
 * A test is a vector, a scenario or a CUnit suite. Those that noticed the mutants just before are tried first, then the
 * quick ones; those of many ticks come after the others, and on the mutant alone. One line a mutant: its number, the
 * test that noticed it, "random" or - for none, how, and how many random operations it survived, separated by tabs.
 * Several mutants run at once, one a process. One that crashes is noticed as well, and so is one that takes
 * LIMIT_CLOCKS of processor time more in a test than TIMES as much as it takes without mutant. A mutant without a
 * change is played first, and nothing may notice it. Exit status: 0 done, 2 wrong usage or a test that fails without
 * mutant, 3 the system failed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim/language/play.h"
#include "tests/fuzz/fuzz.h"
#include "tests/suite.h"

#define VECTORS "tests/vectors/"

enum {
    LIMIT_CLOCKS = CLOCKS_PER_SEC / 4,
    TIMES = 4,
    RANDOM_CASES = 170, /* for each target */
    RANDOM_OPS = 300,   /* statements a case */
    MANY_TICKS = 100000,
    NEIGHBOURS = 20, /* mutants before this one, whose files are tried first */
    FILES_MAX = 1000,
    LOCKSTEP = FILES_MAX,
    NOTICED_BY_TIME = 2 * FILES_MAX,
    RANDOM,
    UNNOTICED
};

/* Which mutant it is. The C model looks each time; the RTL asks once, when it is made. */
extern unsigned mutant;
unsigned mutant;
int tmr0_mutant(void);
int tmr0_mutant(void)
{
    return (int)mutant;
}

#define LOCKSTEP_SUITE "random_pins" /* by itself */

static enum engine_kind mutated;
static bool alone;
static clock_t random_time; /* of the processor, the longest that a random program takes without mutant */

struct file {
    struct scenario scenario;
    CU_pSuite suite;      /* in its place, else NULL */
    uint64_t ticks;       /* of the RTL, without mutant */
    clock_t time;         /* of the processor, the longest that it takes */
    bool alone, lockstep; /* passes without mutant: on the mutated engine, in lockstep with the other */
};

struct outcome {
    int by;       /* the file's number, LOCKSTEP more if only the comparison with the other engine notices it, or: */
    unsigned ops; /* played at random without a difference */
};

/* The signal ends a mutant's process that goes on for longer. */
static void limit_time(clock_t usual)
{
    const clock_t limit = LIMIT_CLOCKS + TIMES * usual;
    const struct itimerval timer = {.it_value = {limit / CLOCKS_PER_SEC, limit % CLOCKS_PER_SEC}};
    if (mutant && setitimer(ITIMER_PROF, &timer, NULL) != 0)
        _exit(0);
}

struct played {
    bool as_expected;
    uint64_t ticks;
};

/* What session_play() returns: STATUS_BAD if the engines differ. */
static int play_quietly(struct played *p, const struct scenario *s, enum engine_kind engine)
{
    static FILE *nowhere;
    struct error e;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    const struct play_options options = {.out = nowhere, .engine = engine};
    struct play_result r;
    int status = nowhere ? session_play(&r, s, ".", &options, &e) : STATUS_SYSTEM;
    *p = (struct played){0};
    if (status == STATUS_OK) {
        *p = (struct played){!r.expectations_failed && !r.unexpected, r.ticks};
        play_free(&r);
    }
    return status;
}

/* tests/vectors/runner.c, which plays a vector on the model without board or checks, as an emulator would */
int vector_runner(int argc, char **argv);

static bool runner_passes(const char *name)
{
    char file[sizeof((struct scenario *)0)->file];
    char *arguments[] = {file, file, NULL};
    (void)snprintf(file, sizeof file, "%s", name);
    return strncmp(file, VECTORS, sizeof VECTORS - 1) != 0 || vector_runner(2, arguments) == 0;
}

static bool passes(const struct file *f, enum engine_kind engine, struct played *p)
{
    limit_time(f->time);
    if (f->suite)
        return CU_run_suite(f->suite) == CUE_SUCCESS && CU_get_number_of_failures() == 0;
    return play_quietly(p, &f->scenario, engine) == STATUS_OK && p->as_expected &&
           (engine != ENGINE_MODEL || runner_passes(f->scenario.file));
}

/* Without this a tool that takes every run for a pass would report all mutants as detected in lockstep alone. */
static bool failure_is_seen(void)
{
    static const char text[] = "target chip\nexpect 1 == 2\n";
    struct file f = {0};
    struct played p;
    struct error e;
    if (scenario_parse(&f.scenario, text, sizeof text - 1, "failing", &e) != STATUS_OK)
        return false;
    bool seen = !passes(&f, mutated, &p);
    scenario_free(&f.scenario);
    return seen;
}

/* Whether model and mutant differ over a random program. What the mutant cannot play, such as a loop without delay, is
 * no difference, and does not count. */
static bool differs_at_random(unsigned *ops)
{
    static struct fuzz_case c;
    static char text[FUZZ_LINES * FUZZ_LINE + 1];
    uint64_t state = 1;
    for (int n = 0; n < 2 * RANDOM_CASES; n++) {
        struct scenario s;
        struct played p;
        struct error e;
        fuzz_make(&c, n % 2 ? TARGET_BOARD : TARGET_CHIP, &state, RANDOM_OPS);
        if (scenario_parse(&s, text, fuzz_text(&c, text), "random", &e) != STATUS_OK)
            continue;
        limit_time(random_time);
        const clock_t begin = clock();
        int status = play_quietly(&p, &s, ENGINE_BOTH);
        if (!mutant && clock() - begin > random_time)
            random_time = clock() - begin;
        scenario_free(&s);
        if (status == STATUS_BAD)
            return true;
        *ops += status == STATUS_OK ? (unsigned)c.ops : 0;
    }
    return false;
}

static int by_time(const void *a, const void *b)
{
    clock_t x = ((const struct file *)a)->time, y = ((const struct file *)b)->time;
    return (x > y) - (x < y);
}

/* The number of a file, of the quick ones or the others, that fails with this engine, -1 for none. first has the
 * numbers to try first, -1 for none. */
static int failing(const struct file *file, int files, bool quick, enum engine_kind engine, const int *first)
{
    bool tried[FILES_MAX] = {false};
    for (int n = 0; n < NEIGHBOURS + files; n++) {
        int tries = n < NEIGHBOURS ? first[n] : n - NEIGHBOURS;
        struct played p;
        if (tries < 0 || tried[tries] || (file[tries].ticks < MANY_TICKS) != quick ||
            !(engine == ENGINE_BOTH ? file[tries].lockstep : file[tries].alone))
            continue;
        tried[tries] = true;
        if (!passes(&file[tries], engine, &p))
            return tries;
    }
    return -1;
}

/* Who notices the mutant. The results of the mutants before this one are at result[-1] and before, as far as they are
 * known. */
static int noticed_by(const struct file *file, int files, struct outcome *result, int number)
{
    int by_expectation[NEIGHBOURS], in_lockstep[NEIGHBOURS];
    for (int n = 0; n < NEIGHBOURS; n++) {
        int by = number - n > 1 ? result[-n - 1].by : UNNOTICED;
        by_expectation[n] = by < LOCKSTEP ? by : -1;
        in_lockstep[n] = by >= LOCKSTEP && by < NOTICED_BY_TIME ? by - LOCKSTEP : -1;
    }
    int by = failing(file, files, true, mutated, by_expectation);
    if (by >= 0)
        return by;
    by = alone ? -1 : failing(file, files, true, ENGINE_BOTH, in_lockstep);
    if (by >= 0)
        return LOCKSTEP + by;
    by = failing(file, files, false, mutated, by_expectation);
    if (by >= 0)
        return by;
    return !alone && differs_at_random(&result->ops) ? RANDOM : UNNOTICED;
}

static bool load_suite(struct file *f, const char *name)
{
    if (suite_register(name)) {
        f->suite = CU_get_suite(name);
        f->lockstep = strcmp(name, LOCKSTEP_SUITE) == 0;
        f->alone = !f->lockstep;
        (void)snprintf(f->scenario.file, sizeof f->scenario.file, "%s", name);
    }
    return f->suite;
}

/* Effects of violations, and margins of notes beyond their limits, only the RTL has: a file that needs them fails on
 * the model, and is not played there, nor in lockstep. */
static int load(struct file *file, char **names, int files)
{
    struct error e;
    for (int n = 0; n < files; n++) {
        struct played p = {0};
        struct file *f = &file[n];
        clock_t begin = clock();
        int status = load_suite(f, names[n]) ? STATUS_OK : scenario_load(&f->scenario, names[n], NULL, &e);
        if (status) {
            (void)fprintf(stderr, "mutation: %s\n", e.text);
            return status;
        }
        if (!passes(f, ENGINE_RTL, &p)) {
            (void)fprintf(stderr, "mutation: %s fails without mutant, expected a pass\n", names[n]);
            return STATUS_INPUT;
        }
        f->ticks = p.ticks;
        f->alone |= !f->suite && (mutated == ENGINE_RTL || passes(f, mutated, &p));
        f->lockstep |= !f->suite && passes(f, ENGINE_BOTH, &p);
        f->time = clock() - begin;
    }
    return STATUS_OK;
}

static void start(int number, const struct file *file, int files, struct outcome *result)
{
    result->by = NOTICED_BY_TIME; /* what stands if the process is killed */
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(0);
        mutant = (unsigned)number;
        result->by = noticed_by(file, files, result, number);
        _exit(0);
    }
    if (child < 0) {
        (void)fprintf(stderr, "mutation: cannot start a process: %s\n", strerror(errno));
        exit(STATUS_SYSTEM);
    }
}

static void run(int first, int last, const struct file *file, int files, struct outcome *result)
{
    long at_once = sysconf(_SC_NPROCESSORS_ONLN), running = 0;
    for (int n = first; n <= last; n++) {
        if (running == at_once) {
            (void)wait(NULL);
            running--;
        }
        start(n, file, files, &result[n]);
        running++;
    }
    while (running-- > 0)
        (void)wait(NULL);
}

static void print(FILE *to, int n, const struct file *file, const struct outcome *o)
{
    if (o->by == UNNOTICED)
        (void)fprintf(to, "%d\t-\t-\t%u\n", n, o->ops);
    else if (o->by == RANDOM)
        (void)fprintf(to, "%d\trandom\tlockstep\t%u\n", n, o->ops);
    else if (o->by == NOTICED_BY_TIME)
        (void)fprintf(to, "%d\t-\ta crash, or no end\t\n", n);
    else
        (void)fprintf(to, "%d\t%s\t%s\t\n", n, file[o->by % FILES_MAX].scenario.file,
                      o->by < LOCKSTEP ? "expectation" : "lockstep");
}

int main(int argc, char **argv)
{
    static struct file file[FILES_MAX];
    char *end = NULL;
    alone = argc > 1 && strcmp(argv[1], "--alone") == 0;
    argc -= alone;
    argv += alone;
    long mutants = argc > 3 ? strtol(argv[2], &end, 10) : 0;
    int files = argc - 3;
    mutated = argc > 1 && strcmp(argv[1], "model") == 0 ? ENGINE_MODEL : ENGINE_RTL;
    if (mutants < 1 || mutants > 65534 || *end || files > FILES_MAX ||
        (mutated == ENGINE_RTL && strcmp(argv[1], "rtl") != 0)) {
        (void)fprintf(stderr, "usage: mutation [--alone] rtl|model MUTANTS TEST...\n");
        return STATUS_INPUT;
    }
    FILE *results = fdopen(dup(STDOUT_FILENO), "w");
    if (!results || !freopen("/dev/null", "w", stdout) || CU_initialize_registry() != CUE_SUCCESS)
        return STATUS_SYSTEM;
    int status = load(file, argv + 3, files);
    if (status)
        return status;
    if (!failure_is_seen()) {
        (void)fprintf(stderr, "mutation: a scenario that fails is taken for a pass\n");
        return STATUS_SYSTEM;
    }
    qsort(file, (size_t)files, sizeof *file, by_time);
    int zero = open("/dev/zero", O_RDWR); /* mapped shared: memory that the children write and this process reads */
    struct outcome *result =
        mmap(NULL, (size_t)(mutants + 2) * sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (zero < 0 || result == MAP_FAILED) {
        (void)fprintf(stderr, "mutation: no memory to share: %s\n", strerror(errno));
        return STATUS_SYSTEM;
    }
    const int none = (int)mutants + 1;
    unsigned ops = 0;
    if (!alone && differs_at_random(&ops)) {
        (void)fprintf(stderr, "mutation: random programs differ without mutant\n");
        return STATUS_SYSTEM;
    }
    run(none, none, file, files, result);
    if (result[none].by != UNNOTICED) {
        (void)fprintf(stderr, "mutation: a mutant without a change is noticed: ");
        print(stderr, none, file, &result[none]);
        return STATUS_SYSTEM;
    }
    run(1, (int)mutants, file, files, result);
    for (int n = 1; n <= mutants; n++)
        print(results, n, file, &result[n]);
    return fclose(results) == EOF ? STATUS_SYSTEM : STATUS_OK;
}
