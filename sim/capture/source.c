/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/memory.h"
#include "cli/time_text.h"

int source_open(struct source *s, const char *file, struct error *e)
{
    struct stat info;
    *s = (struct source){.file = file, .line = 1};
    s->f = input_open(file, e);
    if (!s->f)
        return STATUS_INPUT;
    if (fstat(fileno(s->f), &info) != 0 || !S_ISREG(info.st_mode))
        return error_set(e, STATUS_INPUT, "%s: no regular file, expected one: it is read twice", file);
    s->block = memory_new(SOURCE_BLOCK + SOURCE_BEYOND, 1);
    s->at = s->end = s->block;
    source_refill(s, SOURCE_BLOCK);
    s->at += strncmp(s->at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* UTF-8 */
    return STATUS_OK;
}

void source_refill(struct source *s, size_t enough)
{
    size_t left = (size_t)(s->end - s->at);
    ssize_t got = 1;
    memmove(s->block, s->at, left);
    while (left < enough && got > 0) {
        got = pread(fileno(s->f), s->block + left, SOURCE_BLOCK - left, s->read);
        s->failed = got < 0 ? errno : 0;
        left += got > 0 ? (size_t)got : 0;
        s->read += got > 0 ? got : 0;
    }
    s->at = s->block;
    s->end = s->block + left;
    memset(s->end, 0, SOURCE_BEYOND);
}

uint64_t source_rate(const char *number, const char *unit)
{
    char rate[32];
    struct error none;
    uint64_t millihertz;
    (void)snprintf(rate, sizeof rate, "%s%s", number, unit);
    return frequency_parse(rate, &millihertz, &none) == STATUS_OK ? millihertz / 1000 : 0;
}

void source_again(struct source *s)
{
    s->read = s->values;
    s->line = s->values_line;
    s->at = s->end = s->block;
    s->dump.kept = *s->at = '\0';
    s->now = (struct levels){.unknown = s->pins};
    s->next_time = s->dump.time = s->dump.valued = 0;
    s->started = s->ended = false;
}

void source_close(struct source *s)
{
    if (s->f)
        (void)fclose(s->f);
    free(s->dump.declared);
    free(s->dump.slot);
    free(s->table.column);
    free(s->block);
    *s = (struct source){0};
}
