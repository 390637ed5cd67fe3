/* SPDX-License-Identifier: MIT
 * The part of glibc's obstack.h that tmr0 uses, for emscripten, whose C library has none: memory that is freed as a
 * whole. Each chunk begins with a pointer to the one before it. */
#ifndef TMR0_WEB_OBSTACK_H
#define TMR0_WEB_OBSTACK_H

#include <stddef.h>
#include <stdlib.h>

#define OBSTACK_ALIGN 16

struct obstack {
    char *chunk; /* the last one */
    size_t used, chunk_size;
    void *(*take)(size_t size);
};

#define obstack_begin(all, size) (*(all) = (struct obstack){NULL, (size), (size), obstack_chunk_alloc})

static inline void *obstack_alloc(struct obstack *all, size_t size)
{
    size = (size + OBSTACK_ALIGN - 1) / OBSTACK_ALIGN * OBSTACK_ALIGN;
    if (size > all->chunk_size - all->used) {
        const size_t least = size + OBSTACK_ALIGN;
        all->chunk_size = all->chunk_size > least ? all->chunk_size : least;
        char *chunk = all->take(all->chunk_size);
        *(char **)(void *)chunk = all->chunk;
        all->chunk = chunk;
        all->used = OBSTACK_ALIGN;
    }
    all->used += size;
    return all->chunk + all->used - size;
}

/* All of it; from is NULL. */
static inline void obstack_free(void *obstack, const void *from)
{
    struct obstack *all = obstack;
    while (all->chunk != from) {
        char *const before = *(char **)(void *)all->chunk;
        free(all->chunk);
        all->chunk = before;
    }
}

#endif
