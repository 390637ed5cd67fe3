/* SPDX-License-Identifier: MIT
 * What all suites share: how a test is entered, messages. The file test_NAME.c is the suite NAME. */
#ifndef TMR0_SUITE_H
#define TMR0_SUITE_H

#include <CUnit/CUnit.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/error.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A test, or with no test in it what is done before and after those of its suite */
struct suite_entry {
    const char *file, *name;
    void (*test)(void);
    int (*set_up)(void), (*tear_down)(void);
    struct suite_entry *next;
};
void suite_enter(struct suite_entry *entry);

#define SUITE_ENTER(NAME, ...)                                                                                         \
    __attribute__((constructor)) static void enter_##NAME(void)                                                        \
    {                                                                                                                  \
        static struct suite_entry entry = {__FILE__, #NAME, __VA_ARGS__, NULL};                                        \
        suite_enter(&entry);                                                                                           \
    }

/* TEST(carry_and_wrap) and a function's body are the test "carry and wrap". */
#define TEST(NAME)                                                                                                     \
    static void test_##NAME(void);                                                                                     \
    SUITE_ENTER(NAME, test_##NAME, NULL, NULL)                                                                         \
    static void test_##NAME(void)

/* Once a file, before its tests: each returns 0 if it went well. */
#define SUITE(SET_UP, TEAR_DOWN) SUITE_ENTER(suite, NULL, SET_UP, TEAR_DOWN)

/* With CUnit: the tests of SUITE, that of SUITE/TEST, or with NULL all. False if there is none */
bool suite_register(const char *name);

/* The phrase is in the message; if not, both go to standard error. */
bool error_has(const struct error *e, const char *phrase);

#endif
