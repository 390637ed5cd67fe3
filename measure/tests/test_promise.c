/* SPDX-License-Identifier: MIT
 * What `tmr0-measure measure --as-planned` prints of its promise: kept or not, and why. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/memory.h"
#include "measure/cli/promise.h"

void suite_promise(void);

static char out[4096];

static void print_outcome(const struct promise *p, const struct measuring *m)
{
    FILE *file = tmpfile();
    (void)fflush(stdout);
    const int old = dup(STDOUT_FILENO);
    CU_ASSERT_FATAL(file && old >= 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
    promise_print_outcome(p, m);
    (void)fflush(stdout);
    (void)dup2(old, STDOUT_FILENO);
    (void)close(old);
    rewind(file);
    out[fread(out, 1, sizeof out - 1, file)] = '\0';
    (void)fclose(file);
}

/* What `runs` runs that take turns between two durations keep of a promise; the text is in out. */
static bool keeps(const struct promise *p, uint64_t runs, uint64_t one_ns, uint64_t other_ns)
{
    struct measuring m = {.clock = {.hz = 1e9, .bits = 64}, .tick_s = 1e-9, .confidence = 0.95};
    m.counts = memory_new(runs, sizeof *m.counts);
    while (m.runs < runs) {
        m.counts[m.runs++] = one_ns;
        m.counts[m.runs++] = other_ns;
    }
    measuring_evaluate(&m);
    print_outcome(p, &m);
    const bool kept = promise_kept(p, &m);
    measuring_free(&m);
    return kept;
}

/* 300 durations that take turns are off their mean by 100 us, which no slow change hides: 1.96 of their deviation over
 * the root of 300. */
static void test_promise(void)
{
    struct promise p = {
        .duration_s = 1e-3, .deviation_s = 50e-6, .half_width_s = 11.4e-6, .confidence = 0.95, .n = 300};
    CU_ASSERT(keeps(&p, 300, 900000, 1100000));
    CU_ASSERT_STRING_EQUAL(out, "promise    kept: +- 11.3 us of +- 11.4 us promised\n"
                                "           mean 1.00 ms, from 0.99 ms to 1.01 ms, without the clock's reading\n");
    p.half_width_s = 11.2e-6;
    CU_ASSERT(!keeps(&p, 300, 900000, 1100000));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "promise    not kept: +- 11.3 us of +- 11.2 us promised\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "runs deviate by 100 us, 50 us was assumed; about 306 runs would keep it\n"));
    CU_ASSERT_PTR_NULL(strstr(out, "a run takes"));
    CU_ASSERT(!keeps(&p, 300, 1900000, 2100000)); /* twice the plan's duration, no more */
    CU_ASSERT_PTR_NULL(strstr(out, "a run takes"));
    CU_ASSERT(!keeps(&p, 300, 1900000, 2101000));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "a run takes 2 ms, the plan is for 1 ms\n"));
    CU_ASSERT(!keeps(&p, 300, 399000, 599000));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "a run takes 499 us, the plan is for 1 ms\n"));
    p.n = 400;
    CU_ASSERT(!keeps(&p, 300, 900000, 1100000));
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "300 of 400 runs were made\n"));
    CU_ASSERT(!keeps(&p, 298, 900000, 1100000)); /* too few for a mean, at any half-width */
    CU_ASSERT_PTR_NOT_NULL(strstr(out, "not kept: no mean"));
}

void suite_promise(void)
{
    CU_pSuite s = CU_add_suite("promise", NULL, NULL);
    CU_ADD_TEST(s, test_promise);
}
