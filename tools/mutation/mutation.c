/* SPDX-License-Identifier: MIT
 * Plays tests on every mutant of the RTL or of the C model (tools/mutation/mutator.c) until one fails: first on the
 * mutant alone, then in lockstep with the other, which is none; then random programs for chip and board in lockstep,
 * always the same ones.
 *   mutation rtl|model MUTANTS TEST...
 * A test is a vector, a scenario or a CUnit suite. Those that noticed the mutants just before are tried first, then the
 * quick ones; those of many ticks only after everything else, and on the mutant alone. One line a mutant: its number,
 * the test that noticed it, "random" or - for none, and how, separated by tabs. Several mutants run at once, one a
 * process; one that takes more than LIMIT_S of processor time, or that crashes, is noticed as well.
 * Exit status: 0 done, 2 wrong usage or a test that fails without mutant, 3 the system failed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/scenario/fuzz.h"
#include "sim/scenario/session.h"

#include <CUnit/CUnit.h>

enum {
    LIMIT_S = 6,       /* the longest file takes 2 s */
    RANDOM_CASES = 25, /* for each target */
    RANDOM_OPS = 300,  /* statements a case */
    MANY_TICKS = 100000,
    NEIGHBOURS = 20, /* mutants before this one, whose files are tried first */
    FILES_MAX = 1000,
    LOCKSTEP = FILES_MAX,
    NOTICED_BY_TIME = 2 * FILES_MAX,
    RANDOM,
    UNNOTICED
};

/* Which mutant it is. The RTL asks once, when it is made. */
int tmr0_mutant(void);
static int mutant;
int tmr0_mutant(void)
{
    return mutant;
}

/* CUnit suites that may be named in place of a file, those in lockstep by themselves last */
void suite_model_board(void);
void suite_model_board_checks(void);
void suite_model_checks(void);
void suite_model_interface(void);
void suite_model_rules(void);
void suite_random_pins(void);
void suite_timing_board(void);
static const struct {
    const char *name;
    void (*add)(void);
    bool lockstep;
} suites[] = {{"model_board", suite_model_board, false},   {"model_board_checks", suite_model_board_checks, false},
              {"model_checks", suite_model_checks, false}, {"model_interface", suite_model_interface, false},
              {"model_rules", suite_model_rules, false},   {"random_pins", suite_random_pins, true},
              {"timing_board", suite_timing_board, false}};

static enum engine_kind mutated;

struct file {
    struct scenario scenario;
    CU_pSuite suite;      /* in its place, else NULL */
    uint64_t ticks;       /* of the RTL, without mutant */
    bool alone, lockstep; /* passes without mutant: on the mutated engine, in lockstep with the other */
};

/* The kernel ends a mutant's process that goes on for longer. */
static void limit_time(void)
{
    struct rusage used;
    struct rlimit limit;
    if (mutant == 0 || getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0)
        return;
    limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + LIMIT_S);
    if (setrlimit(RLIMIT_CPU, &limit) != 0)
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
    limit_time();
    struct play_result r;
    int status = nowhere ? session_play(&r, s, ".", &options, &e) : STATUS_SYSTEM;
    *p = (struct played){0};
    if (status == STATUS_OK) {
        *p = (struct played){!r.expectations_failed && !r.unexpected, r.ticks};
        play_free(&r);
    }
    return status;
}

static bool passes(const struct file *f, enum engine_kind engine, struct played *p)
{
    if (f->suite) {
        limit_time();
        return CU_run_suite(f->suite) == CUE_SUCCESS && CU_get_number_of_failures() == 0;
    }
    return play_quietly(p, &f->scenario, engine) == STATUS_OK && p->as_expected;
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

/* Whether model and mutant differ over a random program; what the mutant cannot play, such as a loop without delay, is
 * no difference. */
static bool differs_at_random(void)
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
        int status = play_quietly(&p, &s, ENGINE_BOTH);
        scenario_free(&s);
        if (status == STATUS_BAD)
            return true;
    }
    return false;
}

static int by_ticks(const void *a, const void *b)
{
    uint64_t x = ((const struct file *)a)->ticks, y = ((const struct file *)b)->ticks;
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

/* The number of the file that notices the mutant, LOCKSTEP more if only the comparison with the model does. The results
 * of the mutants before this one are at result[-1] and before, as far as they are known. */
static int noticed_by(const struct file *file, int files, const int *result, int number)
{
    int by_expectation[NEIGHBOURS], in_lockstep[NEIGHBOURS];
    for (int n = 0; n < NEIGHBOURS; n++) {
        int by = number - n > 1 ? result[-n - 1] : UNNOTICED;
        by_expectation[n] = by < LOCKSTEP ? by : -1;
        in_lockstep[n] = by >= LOCKSTEP && by < NOTICED_BY_TIME ? by - LOCKSTEP : -1;
    }
    int by = failing(file, files, true, mutated, by_expectation);
    if (by >= 0)
        return by;
    by = failing(file, files, true, ENGINE_BOTH, in_lockstep);
    if (by >= 0)
        return LOCKSTEP + by;
    if (differs_at_random())
        return RANDOM;
    by = failing(file, files, false, mutated, by_expectation);
    return by >= 0 ? by : UNNOTICED;
}

static bool load_suite(struct file *f, const char *name)
{
    for (size_t n = 0; n < sizeof suites / sizeof *suites; n++)
        if (strcmp(suites[n].name, name) == 0) {
            suites[n].add();
            f->suite = CU_get_suite(name);
            f->lockstep = suites[n].lockstep;
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
        int status = load_suite(f, names[n]) ? STATUS_OK : scenario_load(&f->scenario, names[n], &e);
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
    }
    return STATUS_OK;
}

static void start(int number, const struct file *file, int files, int *result)
{
    *result = NOTICED_BY_TIME; /* what stands if the process is killed */
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(0);
        mutant = number;
        *result = noticed_by(file, files, result, number);
        _exit(0);
    }
    if (child < 0) {
        (void)fprintf(stderr, "mutation: cannot start a process: %s\n", strerror(errno));
        exit(STATUS_SYSTEM);
    }
}

static void run(int mutants, const struct file *file, int files, int *result)
{
    long at_once = sysconf(_SC_NPROCESSORS_ONLN), running = 0;
    for (int n = 1; n <= mutants; n++) {
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

int main(int argc, char **argv)
{
    static struct file file[FILES_MAX];
    char *end = NULL;
    long mutants = argc > 3 ? strtol(argv[2], &end, 10) : 0;
    int files = argc - 3;
    mutated = argc > 1 && strcmp(argv[1], "model") == 0 ? ENGINE_MODEL : ENGINE_RTL;
    if (mutants < 1 || mutants > 65535 || *end || files > FILES_MAX ||
        (mutated == ENGINE_RTL && strcmp(argv[1], "rtl") != 0)) {
        (void)fprintf(stderr, "usage: mutation rtl|model MUTANTS TEST...\n");
        return STATUS_INPUT;
    }
    if (CU_initialize_registry() != CUE_SUCCESS)
        return STATUS_SYSTEM;
    int status = load(file, argv + 3, files);
    if (status)
        return status;
    if (!failure_is_seen()) {
        (void)fprintf(stderr, "mutation: a scenario that fails is taken for a pass\n");
        return STATUS_SYSTEM;
    }
    qsort(file, (size_t)files, sizeof *file, by_ticks);
    int zero = open("/dev/zero", O_RDWR); /* mapped shared: memory that the children write and this process reads */
    int *result = mmap(NULL, (size_t)(mutants + 1) * sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (zero < 0 || result == MAP_FAILED) {
        (void)fprintf(stderr, "mutation: no memory to share: %s\n", strerror(errno));
        return STATUS_SYSTEM;
    }
    run((int)mutants, file, files, result);
    for (int n = 1; n <= mutants; n++) {
        if (result[n] == UNNOTICED)
            printf("%d\t-\t-\n", n);
        else if (result[n] == RANDOM)
            printf("%d\trandom\tlockstep\n", n);
        else if (result[n] == NOTICED_BY_TIME)
            printf("%d\t-\ta crash, or no end in a test within %d s of processor time\n", n, LIMIT_S);
        else
            printf("%d\t%s\t%s\n", n, file[result[n] % FILES_MAX].scenario.file,
                   result[n] < LOCKSTEP ? "expectation" : "lockstep");
    }
    return fflush(stdout) == EOF ? STATUS_SYSTEM : STATUS_OK;
}
