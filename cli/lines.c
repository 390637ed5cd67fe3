/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "input.h"

int lines_open(struct lines *lines, const char *file, struct error *e)
{
    const bool standard = strcmp(file, "-") == 0;
    *lines = (struct lines){.file = standard ? "standard input" : file, .f = input_open(file, e)};
    return lines->f ? STATUS_OK : STATUS_INPUT;
}

/* Reads a line, its end included, or the file's last bytes. Returns its length; it ends with a NUL. */
static size_t read_line(struct lines *lines, int *last)
{
    size_t used = 0;
    while (used < sizeof lines->line - 1 && *last != '\n' && (*last = getc(lines->f)) != EOF && *last != '\0')
        lines->line[used++] = (char)*last;
    lines->line[used] = '\0';
    return used;
}

int lines_next(struct lines *lines, struct error *e)
{
    for (;;) {
        int last = EOF;
        const size_t length = read_line(lines, &last);
        lines->number++;
        if (last == '\0')
            return error_set(e, STATUS_INPUT, "%s:%lu: a NUL byte, expected text", lines->file, lines->number);
        if (length == sizeof lines->line - 1 && last != '\n')
            return error_set(e, STATUS_INPUT, "%s:%lu: line too long, expected at most %zu characters", lines->file,
                             lines->number, sizeof lines->line - 2);
        if (ferror(lines->f))
            return error_set(e, STATUS_INPUT, "%s: cannot read: %s", lines->file, strerror(errno));
        lines->text = NULL;
        if (length == 0)
            return STATUS_OK;
        lines->line[strcspn(lines->line, "#\r\n")] = '\0';
        char *text = lines->line + strspn(lines->line, " \t\v\f"), *end;
        for (end = text + strlen(text); end > text && isspace((unsigned char)end[-1]); end--)
            ;
        *end = '\0';
        if (*text) {
            lines->text = text;
            return STATUS_OK;
        }
    }
}

void lines_close(struct lines *lines)
{
    if (lines->f && lines->f != stdin)
        (void)fclose(lines->f);
}
