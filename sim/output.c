/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int output_check(const char *file, struct error *e)
{
    struct stat is;
    if (stat(file, &is) == 0 && !S_ISREG(is.st_mode))
        return error_set(e, STATUS_INPUT, "%s: not a regular file, expected one that may be replaced", file);
    char *part = output_part(file);
    if (!part)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    FILE *f = fopen(part, "wb");
    int status = f ? STATUS_OK : error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(errno));
    if (f) {
        (void)fclose(f);
        (void)unlink(part);
    }
    free(part);
    return status;
}

char *output_part(const char *file)
{
    size_t size = strlen(file) + sizeof ".part";
    char *part = malloc(size);
    if (part)
        (void)snprintf(part, size, "%s.part", file);
    return part;
}

int output_commit(const char *part, const char *file, struct error *e)
{
    if (rename(part, file) == 0)
        return STATUS_OK;
    int status = error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(errno));
    (void)unlink(part);
    return status;
}

static int write_text(FILE *f, const char *text, const char *file, struct error *e)
{
    if (fputs(text, f) == EOF || fputc('\n', f) == EOF || fflush(f) == EOF)
        return error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(errno));
    return STATUS_OK;
}

static int write_file(const char *text, const char *file, struct error *e)
{
    int status = output_check(file, e);
    char *part = status ? NULL : output_part(file);
    FILE *f = part ? fopen(part, "wb") : NULL;
    if (f) {
        status = write_text(f, text, file, e);
        if (fclose(f) == EOF && status == STATUS_OK)
            status = error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(errno));
        if (status == STATUS_OK)
            status = output_commit(part, file, e);
        else
            (void)unlink(part);
    } else if (status == STATUS_OK)
        status = error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(errno));
    free(part);
    return status;
}

int output_json(const char *file, const cJSON *tree, struct error *e)
{
    char *text = cJSON_Print(tree);
    if (!text)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    int status = output_text(file, text, e);
    cJSON_free(text);
    return status;
}

int output_text(const char *file, const char *text, struct error *e)
{
    return strcmp(file, "-") == 0 ? write_text(stdout, text, "standard output", e) : write_file(text, file, e);
}

void output_json_count(cJSON *object, const char *name, uint64_t value)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, value);
    cJSON_AddRawToObject(object, name, text);
}
