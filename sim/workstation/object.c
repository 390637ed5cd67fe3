/* SPDX-License-Identifier: MIT */
#include "object.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/error.h"

/* The object's path, there or not. False if the program has none, or a longer one. */
static bool find_object(const char *object, char *path, size_t size)
{
    static const char *const folder[] = {"../lib/tmr0/", ""}; /* the last one is what a message names */
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    const size_t room = slash ? size - (size_t)(slash + 1 - path) : 0;
    bool fits = slash != NULL;
    for (int n = 0; n < 2 && fits; n++) {
        fits = snprintf(slash + 1, room, "%s%s", folder[n], object) < (int)room;
        if (fits && access(path, R_OK) == 0)
            break;
    }
    return fits;
}

void *object_symbol(const char *name, const char *object, const char *symbol, const char *expected, struct error *e)
{
    char path[4096];
    void *loaded = find_object(object, path, sizeof path) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *found = loaded ? dlsym(loaded, symbol) : NULL;
    const char *why = found ? NULL : dlerror();
    if (!found)
        (void)error_set(e, STATUS_INPUT, "no %s: %s, expected it %s", name, why ? why : object, expected);
    return found;
}
