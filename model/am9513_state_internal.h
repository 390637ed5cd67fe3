/* SPDX-License-Identifier: MIT
 * How states become bytes: am9513_save() and am9513_load(), and the saved states of libtmr0 (sim/board/board_state.c).
 *
 *   head (8 bytes: name and version)   members, one after the other   sum of all before it (4 bytes)
 *
 * Numbers have the size of their member, low byte first.
 *
 * am9513_state.c        the bytes, and the chip
 * am9513_board_state.c  chip, checks and timer board */
#ifndef AM9513_STATE_INTERNAL_H
#define AM9513_STATE_INTERNAL_H

#include "am9513_board.h"
#include "am9513_internal.h"

#define HEAD 8 /* bytes before the first member */
#define SUM 4  /* bytes after the last */

/* One function goes through the members for saving and for loading. */
struct am9513i_blob {
    uint8_t *to;         /* saves; NULL and from NULL: counts */
    const uint8_t *from; /* loads */
    size_t at, size;     /* size: of what is loaded */
    bool bad;            /* cut short, or a number out of range */
};

/* A member of 1, 2, 4 or 8 bytes, at most that large. */
void am9513i_number(struct am9513i_blob *b, void *member, size_t bytes, uint64_t most);
#define MOST(member, most) am9513i_number(b, &(member), sizeof(member), most)
#define FIELD(member) MOST(member, UINT64_MAX)
#define FLAG(member) MOST(member, 1)
#define FIVE(member) MOST(member, 31) /* one bit for each counter or pin */

/* The chip's, but for what is private to the checks. */
void am9513i_members(struct am9513i_blob *b, struct am9513 *chip);
/* Those of a board with its chip and its checks; `alone`: of chip and checks. The board's configuration and the
 * limits are not among them: a board is loaded into one that has the same. That one keeps the functions it calls. */
void am9513i_board_members(struct am9513i_blob *b, struct am9513_board *board, bool alone);

/* As am9513_save(): returns the number of bytes, and writes them unless size is less. */
size_t am9513i_to_blob(const char head[HEAD], void (*members)(struct am9513i_blob *b, void *of), void *of, void *blob,
                       size_t size);
/* False if these bytes do not come from am9513i_to_blob() with this head, or if members() found one bad. */
bool am9513i_from_blob(const char head[HEAD], void (*members)(struct am9513i_blob *b, void *of), void *of,
                       const void *blob, size_t size);

#endif
