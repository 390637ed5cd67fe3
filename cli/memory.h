/* SPDX-License-Identifier: MIT
 * Memory for the programs. Where none is left the program ends here with a message and status 3, so no caller looks at
 * what it gets. */
#ifndef TMR0_MEMORY_H
#define TMR0_MEMORY_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room for count elements of that size, all bytes 0; free() gives it back, as it does for all of these. */
void *memory_new(size_t count, size_t size) __attribute__((returns_nonnull));
/* The same list with room for count elements; the new ones are not set. */
void *memory_resize(void *list, size_t count, size_t size) __attribute__((returns_nonnull));
/* The list with twice its room, counted in elements, or with room for `first` of them if it has none. */
void *memory_grow(void *list, size_t *room, size_t first, size_t size) __attribute__((returns_nonnull));
/* Room for one more in a list that has `used` elements */
#define MEMORY_MORE(list, used, room) ((list) = (used) < *(room) ? (list) : memory_grow(list, room, 64, sizeof *(list)))
/* A copy of the text. */
char *memory_text(const char *text) __attribute__((returns_nonnull));
/* A file whose text is at *text after fflush() or fclose(), as open_memstream() makes it. */
FILE *memory_stream(char **text, size_t *size) __attribute__((returns_nonnull));
/* Ends the program: for what a foreign library returns (cJSON) or calls (C++) when no memory is left. */
void memory_gone(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
#endif
