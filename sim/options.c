/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

int option_bad(const char *command, const char *option, const char *value, const char *expected)
{
    (void)fprintf(stderr, "%s: --%s %s, expected %s\n", command, option, value, expected);
    return STATUS_INPUT;
}

int option_number(const char *command, const char *option, const char *value, uint64_t least, uint64_t most,
                  uint64_t *out)
{
    char *end, expected[64];
    bool hex = strncmp(value, "0x", 2) == 0, binary = strncmp(value, "0b", 2) == 0;
    const char *digits = hex || binary ? value + 2 : value;
    errno = 0;
    *out = strtoull(digits, &end, hex ? 16 : binary ? 2 : 10);
    if (isxdigit((unsigned char)*digits) && end > digits && !*end && !errno && *out >= least && *out <= most)
        return STATUS_OK;
    (void)snprintf(expected, sizeof expected, "a number %" PRIu64 "..%" PRIu64, least, most);
    return option_bad(command, option, value, expected);
}

int option_choice(const char *command, const char *option, const char *value, const char *const *names, int count,
                  int *out)
{
    char expected[128] = "";
    for (*out = 0; *out < count; ++*out) {
        if (strcmp(value, names[*out]) == 0)
            return STATUS_OK;
        size_t used = strlen(expected);
        (void)snprintf(expected + used, sizeof expected - used, "%s%s",
                       *out == 0           ? ""
                       : *out + 1 == count ? " or "
                                           : ", ",
                       names[*out]);
    }
    return option_bad(command, option, value, expected);
}
