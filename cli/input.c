/* SPDX-License-Identifier: MIT */
#include "input.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grow.h"

#define BYTES_MOST ((size_t)256 << 20)

char *input_text(const char *path, struct error *e)
{
    char *text = NULL;
    size_t size = 0, room = 0, got = 1;
    struct stat st;
    FILE *f = fopen(path, "r");
    bool good = f && fstat(fileno(f), &st) == 0;
    errno = good && S_ISDIR(st.st_mode) ? EISDIR : errno;
    good = good && !S_ISDIR(st.st_mode);
    while (good && got) {
        if (size + 1 >= room) {
            char *more = grow(text, &room, 65536, 1);
            good = more != NULL;
            text = more ? more : text;
            continue;
        }
        got = fread(text + size, 1, room - size - 1, f);
        size += got;
        good = size <= BYTES_MOST && (got || !ferror(f));
    }
    const int why = errno;
    if (f)
        (void)fclose(f);
    if (good && text) {
        text[size] = '\0';
        if (strlen(text) == size)
            return text;
        (void)error_set(e, STATUS_INPUT, "%s: not a text, expected results of tmr0", path);
    } else if (size > BYTES_MOST) {
        (void)error_set(e, STATUS_INPUT, "%s: more than %zu MiB, expected results of tmr0", path, BYTES_MOST >> 20);
    } else {
        (void)error_set(e, STATUS_INPUT, "%s: cannot read: %s", path, strerror(why));
    }
    free(text);
    return NULL;
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

int input_json(const char *path, cJSON **tree, struct error *e)
{
    const char *end = NULL;
    char *text = input_text(path, e);
    int status = STATUS_OK;
    if (!text)
        return STATUS_INPUT;
    *tree = cJSON_ParseWithOpts(text, &end, true);
    if (!*tree)
        status = error_set(e, STATUS_INPUT, "%s:%d: not JSON, expected results of tmr0 with --json", path,
                           line_of(text, end ? end : text));
    free(text);
    return status;
}
