/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "seconds.h"

#define EVERY_S 0.2
#define WIPE "\r\033[K"

void progress_show(struct progress *p, const char *format, ...)
{
    const double now_s = seconds_now();
    const bool first = p->shown_s <= 0;
    va_list arguments;
    if (!first && now_s - p->shown_s < EVERY_S)
        return;
    p->shown_s = now_s;
    if (first || !isatty(STDERR_FILENO))
        return;
    p->there = true;
    va_start(arguments, format);
    (void)fputs(WIPE, stderr);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
}

void progress_end(struct progress *p)
{
    if (p->there)
        (void)fputs(WIPE, stderr);
    *p = (struct progress){0};
}
