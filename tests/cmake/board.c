/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <tmr0/board.h>

int main(int argc, char **argv) /* [folder of parts/ and machines/] */
{
    struct tmr0_options options = {.settings = "machine sun3-60", .engine = "rtl", .data = argc > 1 ? argv[1] : NULL};
    struct tmr0_board *board;
    if (tmr0_open(&board, &options))
        return fprintf(stderr, "%s\n", tmr0_error()), 2;
    printf("board of tmr0 %s at %llu ps\n", tmr0_version(), (unsigned long long)tmr0_now_ps(board));
    return tmr0_close(board) ? 3 : 0;
}
