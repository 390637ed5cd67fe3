/* SPDX-License-Identifier: MIT */
#ifndef TMR0_GROW_H
#define TMR0_GROW_H

#include <stddef.h>
#include <stdlib.h>

/* The list with twice its room, which is counted in elements of that size, or with room for `first` of them if it has
 * none. NULL when memory is gone: the list and its room stay. */
static inline void *grow(void *list, size_t *room, size_t first, size_t size)
{
    const size_t more = *room ? 2 * *room : first;
    void *grown = realloc(list, more * size);
    if (grown)
        *room = more;
    return grown;
}

#endif
