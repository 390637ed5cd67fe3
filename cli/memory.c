/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

void memory_gone(void)
{
    static const char message[] = "tmr0: out of memory\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    exit(STATUS_SYSTEM);
}

static void *checked(void *memory)
{
    if (!memory)
        memory_gone();
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size));
}

void *memory_resize(void *list, size_t count, size_t size)
{
    if (count > SIZE_MAX / size)
        memory_gone();
    return checked(realloc(list, count ? count * size : 1));
}

void *memory_grow(void *list, size_t *room, size_t first, size_t size)
{
    *room = *room ? 2 * *room : first;
    return memory_resize(list, *room, size);
}

FILE *memory_stream(char **text, size_t *size)
{
    return checked(open_memstream(text, size));
}

char *memory_text(const char *text)
{
    return checked(strdup(text));
}
