/* SPDX-License-Identifier: MIT
 * The thread's error, and where the figures are. */
#define _GNU_SOURCE /* dladdr() */
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct error thread_error;

struct error *library_error(void)
{
    return &thread_error;
}

const char *tmr0_error(void)
{
    return thread_error.text;
}

int library_input(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(thread_error.text, sizeof thread_error.text, format, args);
    va_end(args);
    return TMR0_INPUT;
}

int library_status(int status)
{
    return -status;
}
_Static_assert(TMR0_DIFFER == -STATUS_BAD && TMR0_INPUT == -STATUS_INPUT && TMR0_SYSTEM == -STATUS_SYSTEM,
               "statuses of the library are those of tmr0, negative");

/* PREFIX/share/tmr0 if this code is in PREFIX/lib/libtmr0.so; "" if not. */
static void beside_library(char *dir, size_t size)
{
    Dl_info info;
    char *real = dladdr((void *)library_data, &info) ? realpath(info.dli_fname, NULL) : NULL;
    char *name = real ? strrchr(real, '/') : NULL;
    dir[0] = '\0';
    if (name && strncmp(name, "/libtmr0.so", 11) == 0) {
        *name = '\0';
        char *lib = strrchr(real, '/');
        if (lib)
            (void)snprintf(dir, size, "%.*s/share/tmr0", (int)(lib - real), real);
    }
    free(real);
}

static int find_data(char *dir, size_t size, const char *given)
{
    char beside[1024];
    if (given)
        return library_status(data_find(dir, size, given, library_error()));
    beside_library(beside, sizeof beside);
    if (beside[0] && data_find(dir, size, beside, library_error()) == STATUS_OK)
        return TMR0_OK;
    if (data_find(dir, size, NULL, library_error()) == STATUS_OK)
        return TMR0_OK;
    return library_input("%s%sno folders parts and machines %sbeside the program or in the installation, expected the "
                         "option data",
                         beside, beside[0] ? ": " : "", beside[0] ? "there, " : "");
}

int library_data(char *dir, size_t size, const char *given)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* data_find() keeps the folder's name */
    (void)pthread_mutex_lock(&mutex);
    const int status = find_data(dir, size, given);
    (void)pthread_mutex_unlock(&mutex);
    return status;
}
