/* SPDX-License-Identifier: MIT */
#include "input.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "output.h"

#define BYTES_MOST ((size_t)256 << 20)

/* ---- What is read */

static pthread_mutex_t listing = PTHREAD_MUTEX_INITIALIZER; /* boards may be opened by several threads */
static char **entry;
static size_t entries, entries_room;

/* All files below a folder that is read are read too. */
static bool find(const char *place)
{
    for (size_t n = 0; n < entries; n++) {
        const size_t length = strlen(entry[n]);
        if (strncmp(entry[n], place, length) == 0 && (!place[length] || place[length] == '/'))
            return true;
    }
    return false;
}

void input_enter(const char *path)
{
    char *place = realpath(strcmp(path, "-") == 0 ? "/dev/stdin" : path, NULL);
    (void)pthread_mutex_lock(&listing);
    if (place && !find(place)) {
        MEMORY_MORE(entry, entries, &entries_room);
        entry[entries++] = memory_text(place);
    }
    (void)pthread_mutex_unlock(&listing);
    free(place);
}

int input_keep(const char *place, const char *output, struct error *e)
{
    (void)pthread_mutex_lock(&listing);
    const bool read = find(place) && access(place, F_OK) == 0; /* what was removed since is not lost */
    (void)pthread_mutex_unlock(&listing);
    return read ? error_set(e, STATUS_INPUT, "%s: would be written over what is read, expected different files", output)
                : STATUS_OK;
}

/* ---- Reading */

FILE *input_open(const char *path, struct error *e)
{
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!f)
        (void)error_set(e, STATUS_INPUT, "%s: cannot read: %s", path, strerror(errno));
    else
        input_enter(path);
    return f;
}

char *input_whole(const char *path, size_t most, const char *limit, size_t *size, struct error *e)
{
    char *text = NULL;
    size_t room = 0, got = 1;
    struct stat st;
    FILE *f = input_open(path, e);
    *size = 0;
    if (!f)
        return NULL;
    bool good = fstat(fileno(f), &st) == 0;
    errno = good && S_ISDIR(st.st_mode) ? EISDIR : errno;
    good = good && !S_ISDIR(st.st_mode);
    while (good && got) {
        if (*size + 1 >= room) {
            text = memory_grow(text, &room, 65536, 1);
            continue;
        }
        got = fread(text + *size, 1, room - *size - 1, f);
        *size += got;
        good = *size <= most && (got || !ferror(f));
    }
    const int why = errno;
    if (f != stdin)
        (void)fclose(f);
    if (good) {
        text[*size] = '\0';
        return text;
    }
    if (*size > most)
        (void)error_set(e, STATUS_INPUT, "%s: more than %s", path, limit);
    else
        (void)error_set(e, STATUS_INPUT, "%s: cannot read: %s", path, strerror(why));
    free(text);
    return NULL;
}

char *input_text(const char *path, struct error *e)
{
    size_t size;
    char *text = input_whole(path, BYTES_MOST, "256 MiB, expected results of tmr0", &size, e);
    if (!text || strlen(text) == size)
        return text;
    (void)error_set(e, STATUS_INPUT, "%s: not a text, expected results of tmr0", path);
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

/* A NUL in a string, of JSON that is correct; NULL: none. To C the string would end there. */
static const char *find_nul(const char *text)
{
    for (; (text = strchr(text, '\\')) != NULL; text += 2)
        if (strncmp(text, "\\u0000", 6) == 0)
            return text;
    return NULL;
}

/* A name that an object has twice; NULL: none. */
static const char *find_twice(const cJSON *item)
{
    const char *name = NULL;
    for (const cJSON *a = item->child; a && !name; a = a->next) {
        for (const cJSON *b = a->next; cJSON_IsObject(item) && b && !name; b = b->next)
            name = strcmp(a->string, b->string) == 0 ? a->string : NULL;
        name = name ? name : find_twice(a);
    }
    return name;
}

int input_json(const char *path, cJSON **tree, struct error *e)
{
    const char *end = NULL;
    char *text = input_text(path, e);
    int status = STATUS_OK;
    if (!text)
        return STATUS_INPUT;
    *tree = cJSON_ParseWithOpts(text, &end, true);
    const char *nul = *tree ? find_nul(text) : NULL, *twice = *tree ? find_twice(*tree) : NULL;
    if (nul)
        status = error_set(e, STATUS_INPUT, "%s:%d: \\u0000 in a string, expected text without it", path,
                           line_of(text, nul));
    else if (twice)
        status = error_set(e, STATUS_INPUT, "%s: field \"%.40s\" twice in one object, expected once", path, twice);
    else if (!*tree)
        status = error_set(e, STATUS_INPUT, "%s:%d: not JSON, expected results of tmr0 with --json", path,
                           line_of(text, end ? end : text));
    free(text);
    return status;
}

const char *json_text(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

double json_number(const cJSON *object, const char *name)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(number) ? number->valuedouble : cJSON_IsRaw(number) ? strtod(number->valuestring, NULL) : 0;
}

int64_t json_whole(const cJSON *object, const char *name)
{
    const cJSON *raw = cJSON_GetObjectItemCaseSensitive(object, name);
    if (cJSON_IsRaw(raw)) /* all of its digits count */
        return strtoll(raw->valuestring, NULL, 10);
    const double number = json_number(object, name);
    return number > -9e18 && number < 9e18 ? (int64_t)number : 0;
}

bool json_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}
