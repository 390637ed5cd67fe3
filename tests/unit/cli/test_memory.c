/* SPDX-License-Identifier: MIT
 * Memory that ends the program when there is none: in a child of the test, whose message and status are compared. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/error.h"
#include "cli/memory.h"
#include "tests/suite.h"

/* AddressSanitizer ends the program itself where an allocation is too large. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WAYS 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__ /* gcc */
#define WAYS 1
#endif
#ifndef WAYS
#define WAYS 3
#endif

static void ask_too_much(int which)
{
    size_t room = SIZE_MAX / 16;
    if (which == 0)
        free(memory_resize(NULL, SIZE_MAX / 4, 8)); /* the product does not fit */
    else if (which == 1)
        free(memory_new(SIZE_MAX / 2, 1));
    else
        free(memory_grow(NULL, &room, 1, 8));
}

TEST(gone)
{
    for (int which = 0; which < WAYS; which++) {
        char said[64] = "";
        int way[2], status = 0;
        CU_ASSERT_EQUAL_FATAL(pipe(way), 0);
        const pid_t child = fork();
        if (child == 0) {
            (void)dup2(way[1], STDERR_FILENO);
            ask_too_much(which);
            _exit(0);
        }
        (void)close(way[1]);
        CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
        CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == STATUS_SYSTEM);
        CU_ASSERT_TRUE(read(way[0], said, sizeof said - 1) > 0);
        CU_ASSERT_STRING_EQUAL(said, "tmr0: out of memory\n");
        (void)close(way[0]);
    }
}

TEST(room)
{
    size_t room = 0;
    char *list = memory_grow(NULL, &room, 3, 4), *text = memory_text("tmr0");
    CU_ASSERT_EQUAL(room, 3);
    list = memory_grow(list, &room, 3, 4);
    CU_ASSERT_EQUAL(room, 6);
    CU_ASSERT_STRING_EQUAL(text, "tmr0");
    free(list);
    free(text);
}
