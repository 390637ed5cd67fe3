/* SPDX-License-Identifier: MIT
 * tmr0/board.h: saved states. The bytes are those of the structs: for the same build, which the version and the size
 * name; the sum finds what was altered. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "board_internal.h"

/* Before the bytes of the board */
struct head {
    char version[24];
    uint32_t size, sum; /* of all bytes; of those after the sum */
    struct tmr0_access last;
    uint64_t violations;
};
#define AFTER_SUM offsetof(struct head, last)

static uint32_t sum_of(const unsigned char *bytes, size_t size)
{
    return (uint32_t)crc32(0, bytes + AFTER_SUM, (uInt)(size - AFTER_SUM));
}

/* The head without its sum. */
static void head_make(struct head *head, const struct tmr0_board *b, size_t size)
{
    memset(head, 0, sizeof *head);
    (void)snprintf(head->version, sizeof head->version, "libtmr0 %s", tmr0_version());
    head->size = (uint32_t)size;
    head->last = b->last;
    head->violations = b->violations;
}

int tmr0_save(const struct tmr0_board *b, void *bytes, size_t size)
{
    struct head head;
    size_t board_size;
    NEED_BOARD(b);
    void *board = board_bytes(b, &board_size);
    if (!board)
        return board_fail(TMR0_INPUT, "a state is saved of engine model alone, expected a board opened with it");
    const size_t whole = sizeof head + board_size;
    if (bytes && size >= whole) {
        head_make(&head, b, whole);
        memcpy(bytes, &head, sizeof head);
        memcpy((unsigned char *)bytes + sizeof head, board, board_size);
        head.sum = sum_of(bytes, whole);
        memcpy(bytes, &head, sizeof head);
    }
    free(board);
    return (int)whole;
}

int tmr0_load(struct tmr0_board *b, const void *bytes, size_t size)
{
    struct head head = {0}, own;
    NEED_BOARD(b);
    NEED(bytes, "bytes of tmr0_save()");
    const int whole = tmr0_save(b, NULL, 0);
    if (whole < 0)
        return whole;
    head_make(&own, b, (size_t)whole);
    memcpy(&head, bytes, size < sizeof head ? size : sizeof head);
    if (memcmp(head.version, own.version, sizeof own.version) != 0)
        return board_fail(TMR0_INPUT, "a state of another version, expected one of %s", own.version);
    if (size != own.size || head.size != own.size)
        return board_fail(TMR0_INPUT, "a state of %zu bytes, expected %d", size, whole);
    if (head.sum != sum_of(bytes, size))
        return board_fail(TMR0_INPUT, "a state that was altered, expected the bytes of tmr0_save()");
    if (!board_from_bytes(b, (const unsigned char *)bytes + sizeof head))
        return board_fail(TMR0_INPUT, "the state of a board with other settings, expected those of this board");
    b->last = head.last;
    b->violations = head.violations;
    return TMR0_OK;
}
