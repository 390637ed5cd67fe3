/* SPDX-License-Identifier: MIT
 * Runs the CUnit suites.
 *   tmr0-test [--xml DIR] [SUITE...]    all suites if none is named
 * --xml writes DIR/CUnit-Results.xml and DIR/CUnit-Listing.xml for tools/test.py. The last line is
 * "tests: N passed, N failed". Exit status: 0 all passed, 1 something failed, 2 wrong usage, 3 CUnit failed. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CUnit/Automated.h>
#include <CUnit/Basic.h>

/* Every suite. tests/unit has a file test_NAME.c for it, which registers the suite and its tests in suite_NAME(). A
 * build may define SUITES with fewer. */
#ifndef SUITES
#define SUITES                                                                                                         \
    SUITE(data)                                                                                                        \
    SUITE(data_files)                                                                                                  \
    SUITE(time_text)                                                                                                   \
    SUITE(plot)                                                                                                        \
    SUITE(svg)                                                                                                         \
    SUITE(memory)                                                                                                      \
    SUITE(columns)                                                                                                     \
    SUITE(scenario)                                                                                                    \
    SUITE(scenario_mistakes)                                                                                           \
    SUITE(scenario_random)                                                                                             \
    SUITE(diagram)                                                                                                     \
    SUITE(board)                                                                                                       \
    SUITE(board_random)                                                                                                \
    SUITE(random_pins)                                                                                                 \
    SUITE(lockstep)                                                                                                    \
    SUITE(board_waves)                                                                                                 \
    SUITE(torn)                                                                                                        \
    SUITE(timing_board)                                                                                                \
    SUITE(timing_table)                                                                                                \
    SUITE(library)                                                                                                     \
    SUITE(sweep)                                                                                                       \
    SUITE(timing_verdict)                                                                                              \
    SUITE(effects)                                                                                                     \
    SUITE(sequences)                                                                                                   \
    SUITE(driver)                                                                                                      \
    SUITE(driver_sequences)                                                                                            \
    SUITE(explore)                                                                                                     \
    SUITE(system)                                                                                                      \
    SUITE(model_time)                                                                                                  \
    SUITE(model_interface)                                                                                             \
    SUITE(model_save)                                                                                                  \
    SUITE(model_moves)                                                                                                 \
    SUITE(model_board_save)                                                                                            \
    SUITE(model_words)                                                                                                 \
    SUITE(model_board)                                                                                                 \
    SUITE(model_checks)                                                                                                \
    SUITE(fuzz)                                                                                                        \
    SUITE(vectors)                                                                                                     \
    SUITE(paper_figure1)                                                                                               \
    SUITE(sim_experiments)                                                                                             \
    SUITE(measure_plan)                                                                                                \
    SUITE(measure_phase)                                                                                               \
    SUITE(measure_slow)                                                                                                \
    SUITE(measure_tick)                                                                                                \
    SUITE(measure_line)                                                                                                \
    SUITE(measure_fit)                                                                                                 \
    SUITE(measure_convert)                                                                                             \
    SUITE(measure_skew)                                                                                                \
    SUITE(measure_series)                                                                                              \
    SUITE(measure_sample)                                                                                              \
    SUITE(measure_ratio)                                                                                               \
    SUITE(measure_calls)                                                                                               \
    SUITE(measure_command)                                                                                             \
    SUITE(experiment)
#endif

#define SUITE(NAME) void suite_##NAME(void);
SUITES
#undef SUITE

struct suite {
    const char *name;
    void (*add)(void);
};

static const struct suite suites[] = {
#define SUITE(NAME) {#NAME, suite_##NAME},
    SUITES
#undef SUITE
};
static const size_t suites_count = sizeof suites / sizeof suites[0];

/* SystemC does not free processes that wait when their simulation ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:sc_core::";
}

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

static bool suite_add(const char *name)
{
    for (size_t i = 0; i < suites_count; i++) {
        if (strcmp(suites[i].name, name) == 0) {
            suites[i].add();
            return true;
        }
    }
    return false;
}

static int usage(const char *wrong)
{
    fprintf(stderr, "tmr0-test: %s; usage: tmr0-test [--xml DIR] [SUITE...], suites:", wrong);
    for (size_t i = 0; i < suites_count; i++) {
        fprintf(stderr, " %s", suites[i].name);
    }
    fprintf(stderr, "\n");
    return 2;
}

/* The automated interface writes failures to its file only. */
static void failures_print(void)
{
    for (const CU_FailureRecord *f = CU_get_failure_list(); f != NULL; f = f->pNext) {
        printf("%s:%u: %s/%s: %s\n", f->strFileName != NULL ? f->strFileName : "-", f->uiLineNumber,
               f->pSuite != NULL ? f->pSuite->pName : "-", f->pTest != NULL ? f->pTest->pName : "-",
               f->strCondition != NULL ? f->strCondition : "-");
    }
}

static void run_xml(const char *dir)
{
    char root[1024];
    snprintf(root, sizeof root, "%s/CUnit", dir);
    CU_set_output_filename(root);
    CU_list_tests_to_file();
    CU_automated_run_tests();
    failures_print();
}

static void run_basic(void)
{
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
}

int main(int argc, char **argv)
{
    const char *dir = NULL;
    int first = 1;

    if (argc > 1 && strcmp(argv[1], "--xml") == 0) {
        if (argc < 3) {
            return usage("--xml needs a folder");
        }
        dir = argv[2];
        first = 3;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "tmr0-test: %s\n", CU_get_error_msg());
        return 3;
    }
    for (int i = first; i < argc; i++) {
        if (!suite_add(argv[i])) {
            CU_cleanup_registry();
            return usage(argv[i]);
        }
    }
    for (size_t i = 0; i < suites_count && first == argc; i++) {
        suites[i].add();
    }
    if (CU_get_error() != CUE_SUCCESS) {
        fprintf(stderr, "tmr0-test: cannot register the suites: %s\n", CU_get_error_msg());
        CU_cleanup_registry();
        return 3;
    }

    if (dir != NULL) {
        run_xml(dir);
    } else {
        run_basic();
    }

    /* A suite whose set-up fails counts as one failed test. */
    const unsigned failed = CU_get_number_of_tests_failed() + CU_get_number_of_suites_failed();
    const unsigned passed = CU_get_number_of_tests_run() - CU_get_number_of_tests_failed();
    CU_cleanup_registry();
    printf("\ntests: %u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
