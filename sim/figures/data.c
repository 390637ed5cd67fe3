/* SPDX-License-Identifier: MIT
 * parts/ and machines/: the folder that holds them, and the names in it. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/edits.h"
#include "cli/input.h"
#include "data.h"

#define NAMES_MAX 64

const char *const pal_kind_name[PAL_KINDS] = {[PAL_FLIPFLOP] = "flipflop", [PAL_DIRECT] = "direct"};
const char *const verdict_word_name[VERDICT_WORDS] = {
    [VERDICT_FAILS] = "fails", [VERDICT_MARGINAL] = "marginal", [VERDICT_WORKS] = "works"};

void list_add(char *list, size_t size, const char *between, const char *format, ...)
{
    const size_t used = strlen(list), gap = used ? strlen(between) : 0;
    va_list args;
    va_start(args, format);
    const int length = used + gap < size ? vsnprintf(list + used + gap, size - used - gap, format, args) : -1;
    va_end(args);
    if (length < 0 || used + gap + (size_t)length >= size)
        list[used] = '\0';
    else
        memcpy(list + used, between, gap);
}

bool data_name_valid(const char *name, size_t size)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t n = strlen(name);
    return n > 0 && n < size && name[0] != '.' && strspn(name, allowed) == n && !strstr(name, "..");
}

static int is_ini(const struct dirent *entry)
{
    char name[DATA_NAME_SIZE];
    const size_t n = strlen(entry->d_name);
    if (n < 5 || n - 4 >= sizeof name || strcmp(entry->d_name + n - 4, ".ini") != 0)
        return 0;
    (void)snprintf(name, sizeof name, "%.*s", (int)(n - 4), entry->d_name);
    return data_name_valid(name, sizeof name);
}

/* Sorted; those beyond `size` are counted. */
static int list_files(char names[][DATA_NAME_SIZE], size_t size, size_t *count, const char *dir, const char *sub,
                      struct error *e)
{
    char path[DATA_PATH_SIZE];
    struct dirent **entry;
    (void)snprintf(path, sizeof path, "%s/%s", dir, sub);
    const int found = scandir(path, &entry, is_ini, alphasort);
    *count = found < 0 ? 0 : (size_t)found;
    if (found < 0)
        return error_set(e, STATUS_INPUT, "%s: %s, expected a folder of .ini files", path, strerror(errno));
    for (size_t n = 0; n < *count; n++) {
        if (n < size)
            (void)snprintf(names[n], sizeof names[n], "%.*s", (int)strlen(entry[n]->d_name) - 4, entry[n]->d_name);
        free(entry[n]);
    }
    free(entry);
    return STATUS_OK;
}

int data_list(char names[][DATA_NAME_SIZE], size_t size, size_t *count, const char *dir, const char *what,
              struct error *e)
{
    char sub[16];
    (void)snprintf(sub, sizeof sub, "%ss", what);
    int status = list_files(names, size, count, dir, sub, e);
    if (status == STATUS_OK && *count > size)
        status = error_set(e, STATUS_INPUT, "%s/%s: %zu %s files, expected at most %zu", dir, sub, *count, what, size);
    return status;
}

static bool same_characters(const char *a, const char *b, int (*counts)(int))
{
    for (;; a++, b++) {
        while (*a && !counts((unsigned char)*a))
            a++;
        while (*b && !counts((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b) || !*a)
            return !*a && !*b;
    }
}

/* The same letters and digits, as Sun-3/160 and sun3-160, or one edit away; other digits are another machine's. */
static bool names_near(const char *a, const char *b)
{
    return same_characters(a, b, isalnum) || (edits(a, strlen(a), b) == 1 && same_characters(a, b, isdigit));
}

int data_unknown_name(const char *what, const char *name, const char *dir, const char *sub, struct error *e)
{
    char names[NAMES_MAX][DATA_NAME_SIZE], list[DATA_LIST_SIZE] = "";
    size_t count;
    int status = list_files(names, NAMES_MAX, &count, dir, sub, e);
    if (status != STATUS_OK)
        return status;
    char shown[64];
    (void)snprintf(shown, sizeof shown, "%s", name);
    for (char *c = shown; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    for (size_t i = 0; i < count && i < NAMES_MAX; i++) {
        if (names_near(name, names[i]))
            return error_set(e, STATUS_INPUT, "no %s \"%s\", did you mean %s?", what, shown, names[i]);
        list_add(list, sizeof list, ", ", "%s", names[i]);
    }
    return error_set(e, STATUS_INPUT, "no %s \"%s%s\", expected %s %s/%s%s%s", what, shown,
                     strlen(name) >= sizeof shown ? "..." : "", count ? "one of" : "files in", dir, sub,
                     count ? ": " : "", list);
}

static const char *const subfolder[] = {"parts", "machines"};

static bool is_data(const char *dir)
{
    char path[DATA_PATH_SIZE];
    struct stat st;
    for (size_t i = 0; i < 2; i++) {
        int n = snprintf(path, sizeof path, "%s/%s", dir, subfolder[i]);
        if (n >= (int)sizeof path || stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
            return false;
    }
    return true;
}

/* The files there are inputs of every command. */
static int take(char *dir, size_t size, const char *found)
{
    char path[DATA_PATH_SIZE];
    (void)snprintf(dir, size, "%s", found);
    for (size_t i = 0; i < sizeof subfolder / sizeof subfolder[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", found, subfolder[i]);
        input_enter(path);
    }
    return STATUS_OK;
}

int data_find(char *dir, size_t size, const char *given, struct error *e)
{
    char binary[DATA_PATH_SIZE] = "", path[4][DATA_PATH_SIZE + 16] = {"", "", "", ""};
    ssize_t n = readlink("/proc/self/exe", binary, sizeof binary - 1);
    char *slash = n > 0 ? strrchr(binary, '/') : NULL;
    if (given) {
        const size_t most = size > sizeof "/machines" ? size - sizeof "/machines" : 0;
        struct stat st;
        if (strlen(given) > most)
            return error_set(e, STATUS_INPUT,
                             "%.40s...: a path of %zu characters, expected a data folder of at most %zu", given,
                             strlen(given), most);
        if (stat(given, &st) != 0)
            return error_set(e, STATUS_INPUT, "%s: cannot read: %s, expected the data folder", given, strerror(errno));
        if (!is_data(given))
            return error_set(e, STATUS_INPUT, "%s: no folders parts and machines in it, expected the data folder",
                             given);
        return take(dir, size, given);
    }
    if (slash) {
        *slash = '\0';
        (void)snprintf(path[0], sizeof path[0], "%s", binary);
        slash = strrchr(binary, '/');
        if (slash)
            *slash = '\0';
        (void)snprintf(path[1], sizeof path[1], "%s", binary);
        (void)snprintf(path[2], sizeof path[2], "%s/share/tmr0", binary);
    }
#ifdef TMR0_DATADIR
    (void)snprintf(path[3], sizeof path[3], "%s", TMR0_DATADIR);
#endif
    for (size_t i = 0; i < 4; i++)
        if (path[i][0] != '\0' && strlen(path[i]) < size && is_data(path[i]))
            return take(dir, size, path[i]);
    return error_set(e, STATUS_INPUT,
                     "no folders parts and machines beside the program, above it or in share/tmr0, "
                     "expected --data DIR");
}
