/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "number.h"
#include "time_text.h"

#define HERTZ_MOST UINT64_C(1000000000000)

int argument_bad(struct argument a, const char *expected)
{
    struct error e;
    return error_print(&e, a.command, error_set(&e, STATUS_INPUT, "--%s %s, expected %s", a.option, a.text, expected));
}

int argument_number(struct argument a, uint64_t least, uint64_t most, uint64_t *number)
{
    struct number n;
    char expected[64];
    enum number_fault fault = number_read(&n, a.text, strlen(a.text));
    *number = n.value;
    if (fault == NUMBER_GOOD && n.value >= least && n.value <= most)
        return STATUS_OK;
    (void)snprintf(expected, sizeof expected, "a number %" PRIu64 "..%" PRIu64, least, most);
    return argument_bad(a, expected);
}

int argument_choice(struct argument a, const char *const *names, int count, int *index)
{
    char expected[128] = "";
    for (*index = 0; *index < count; ++*index) {
        if (strcmp(a.text, names[*index]) == 0)
            return STATUS_OK;
        size_t used = strlen(expected);
        (void)snprintf(expected + used, sizeof expected - used, "%s%s",
                       *index == 0           ? ""
                       : *index + 1 == count ? " or "
                                             : ", ",
                       names[*index]);
    }
    return argument_bad(a, expected);
}

/* A finite decimal number above 0 (no hex, no sign, no nan, no inf); the rest of the text goes to *rest. */
static bool take_number(const char *text, double *value, const char **rest)
{
    char *end;
    if (!isdigit((unsigned char)*text) && *text != '.')
        return false;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return false;
    errno = 0;
    *value = strtod(text, &end);
    *rest = end;
    return end != text && errno == 0 && isfinite(*value) && *value > 0;
}

int argument_time(struct argument a, double *seconds)
{
    struct error e;
    if (time_parse_seconds(a.text, seconds, &e) == STATUS_OK && isfinite(*seconds) && *seconds > 0)
        return STATUS_OK;
    return argument_bad(a, "a time above 0 with a unit (ps ns us ms s min h d), such as 20ms");
}

int argument_rate(struct argument a, uint64_t *hz)
{
    struct error e;
    uint64_t millihertz;
    if (frequency_parse(a.text, &millihertz, &e) == STATUS_OK && millihertz % 1000 == 0 && millihertz > 0 &&
        millihertz <= HERTZ_MOST * 1000) {
        *hz = millihertz / 1000;
        return STATUS_OK;
    }
    return argument_bad(a, "a whole number of Hz from 1 Hz to 1000 GHz with a unit (Hz kHz MHz GHz), such as 2.6GHz");
}

int argument_positive(struct argument a, double below, double *value)
{
    const char *rest;
    if (take_number(a.text, value, &rest) && !*rest && *value < below)
        return STATUS_OK;
    return argument_bad(a, below == 1 ? "a number above 0 and below 1, such as 0.95" : "a number above 0");
}

static bool take_cpus(const char *text, uint32_t most, uint32_t *cpus, size_t *count, size_t room)
{
    char *end = NULL;
    errno = 0;
    for (bool more = true; more; text = end + 1) {
        const unsigned long from = strtoul(text, &end, 10);
        const bool range = *end == '-';
        const char *last = range ? end + 1 : text;
        const unsigned long to = strtoul(last, &end, 10);
        if (!isdigit((unsigned char)*text) || !isdigit((unsigned char)*last) || errno || to < from || to > most)
            return false;
        for (unsigned long cpu = from; cpu <= to; cpu++) {
            for (size_t n = 0; n < *count; n++)
                if (cpus[n] == cpu)
                    return false;
            if (*count == room)
                return false;
            cpus[(*count)++] = (uint32_t)cpu;
        }
        more = *end == ',';
    }
    return !*end;
}

int argument_cpus(struct argument a, uint32_t most, uint32_t *cpus, size_t *count)
{
    size_t room = *count;
    *count = 0;
    if (take_cpus(a.text, most, cpus, count, room))
        return STATUS_OK;
    return argument_bad(a, "CPU numbers, each once, such as 0,2-3");
}
