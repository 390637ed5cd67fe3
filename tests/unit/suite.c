/* SPDX-License-Identifier: MIT */
#include "suite.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

void suite_register(const char *name, int (*set_up)(void), int (*tear_down)(void), const struct suite_test *tests,
                    size_t count)
{
    CU_pSuite suite = CU_add_suite(name, set_up, tear_down);
    for (size_t n = 0; suite && n < count; n++)
        (void)CU_add_test(suite, tests[n].name, tests[n].test);
}

bool error_has(const struct error *e, const char *phrase)
{
    bool found = strstr(e->text, phrase) != NULL;
    if (!found)
        (void)fprintf(stderr, "\nexpected: %s\nmessage:  %s\n", phrase, e->text);
    return found;
}
