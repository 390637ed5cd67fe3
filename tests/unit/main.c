/* SPDX-License-Identifier: MIT
 * Runs the CUnit suites.
 *   tmr0-test [--xml DIR] [SUITE[/TEST]...]    all suites if none is named
 * --xml writes DIR/CUnit-Results.xml and DIR/CUnit-Listing.xml for tools/test.py. The last line is
 * "tests: N passed, N failed". Exit status: 0 all passed, 1 something failed, 2 wrong usage, 3 CUnit failed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CUnit/Automated.h>
#include <CUnit/Basic.h>

#include "tests/suite.h"

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

static int usage(const char *wrong)
{
    fprintf(stderr, "tmr0-test: %s; usage: tmr0-test [--xml DIR] [SUITE[/TEST]...], suites:", wrong);
    (void)suite_register(NULL);
    for (CU_pSuite s = CU_get_registry()->pSuite; s != NULL; s = s->pNext) {
        fprintf(stderr, " %s", s->pName);
    }
    fprintf(stderr, "\n");
    CU_cleanup_registry();
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

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "tmr0-test: %s\n", CU_get_error_msg());
        return 3;
    }
    if (argc > 1 && strcmp(argv[1], "--xml") == 0) {
        if (argc < 3) {
            return usage("--xml needs a folder");
        }
        dir = argv[2];
        first = 3;
    }
    for (int i = first; i < argc; i++) {
        if (!suite_register(argv[i])) {
            return usage(argv[i]);
        }
    }
    if (first == argc) {
        (void)suite_register(NULL);
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
