/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define MORE (1 << 20) /* bytes that a file cannot grow by if its disk is full, whatever is left of a block */

char *error_clean(char *text)
{
    const char *plain = text; /* nearly always all of it: a locale is dear */
    while ((*plain >= ' ' && *plain <= '~') || *plain == '\t' || *plain == '\n')
        plain++;
    if (!*plain)
        return text;
    const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0), before = uselocale(utf8);
    const char *end = text + strlen(text);
    wchar_t c = 0;
    mbstate_t state = {0};
    char *at = text;
    for (size_t size; at < end; at += size) {
        size = mbrtowc(&c, at, (size_t)(end - at), &state);
        const bool none = size > (size_t)(end - at);
        if (none) {
            size = 1;
            state = (mbstate_t){0};
        }
        if (none || (iswcntrl((wint_t)c) && !strchr("\t\n", *at)))
            memset(at, '?', size);
    }
    (void)uselocale(before);
    if (utf8)
        freelocale(utf8);
    return text;
}

void error_fill(struct error *e, const char *format, va_list args)
{
    (void)vsnprintf(e->text, sizeof e->text, format, args);
    (void)error_clean(e->text);
}

int error_set(struct error *e, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_fill(e, format, args);
    va_end(args);
    return status;
}

int error_lost(int file)
{
    const off_t end = lseek(file, 0, SEEK_END);
    const int number = end < 0 ? EIO : posix_fallocate(file, end, MORE);
    return number == ENOSPC || number == EFBIG || number == EDQUOT ? number : EIO;
}

int error_print(const struct error *e, const char *who, int status)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s: %s\n", who, e->text);
    return status;
}
