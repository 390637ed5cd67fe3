/* SPDX-License-Identifier: MIT
 * The part of glibc's obstack.h that tmr0 uses, for emscripten, whose C library has none: memory that is freed as a
 * whole. Each piece begins with a pointer to the one before it. */
#ifndef TMR0_WEB_OBSTACK_H
#define TMR0_WEB_OBSTACK_H

#include <stddef.h>
#include <stdlib.h>

union piece {
    union piece *before;
    max_align_t aligned;
};

struct obstack {
    union piece *last;
};

#define obstack_begin(all, size) ((all)->last = NULL)
#define obstack_alloc(all, size) obstack_add((all), obstack_chunk_alloc(sizeof(union piece) + (size_t)(size)))

static inline void *obstack_add(struct obstack *all, union piece *piece)
{
    piece->before = all->last;
    return (all->last = piece) + 1;
}

/* All of it; from is NULL. */
static inline void obstack_free(struct obstack *all, const void *from)
{
    while (all->last != from) {
        union piece *const last = all->last;
        all->last = last->before;
        free(last);
    }
}

#endif
