/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

int error_set(struct error *e, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return status;
}

int error_print(const struct error *e, const char *who, int status)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s: %s\n", who, e->text);
    return status;
}
