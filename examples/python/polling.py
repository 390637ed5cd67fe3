# SPDX-License-Identifier: MIT
"""A driver that waits for OUT1 by polling the status register of a Sun-3/60's timer board.

Counter 1 divides 4 MHz by 400: OUT1 toggles every 100 us. Prints when the driver saw it. Exit status 1 if it came
late, or if a timing requirement was violated; 2 if GAP is no time.

    python3 polling.py [GAP]     pause after an access, default 1500ns, the chip's longest recovery time"""
import sys

import tmr0


def command(board: tmr0.Board, *values: int) -> None:
    board.w(0, 0)  # select the control port
    board.w(2, *values)


def start(board: tmr0.Board) -> None:
    command(board, 0xFF, 0x01)  # master reset; data pointer: mode of counter 1
    board.r(0)  # select the data port
    board.w(2, 0x22, 0x0B, 400 & 0xFF, 400 >> 8)  # F1, down, repeat, TC toggles OUT1; Load
    command(board, 0x61)  # load and arm


def wait_for_out1(board: tmr0.Board, level: int) -> int:
    """Polls until OUT1 has that level; returns the number of polls."""
    polls = 1
    while board.r(2) >> 1 & 1 != level:
        polls += 1
    return polls


def main() -> int:
    with tmr0.Board("sun3-60", engine="model") as board:
        board.gap(sys.argv[1] if len(sys.argv) > 1 else "1500ns")
        start(board)
        begin, late = board.now, False
        for n in range(1, 5):
            polls = wait_for_out1(board, n % 2)
            after_us = (board.now - begin) / 1e6
            late = late or not 0 <= after_us - 100 * n < 5
            print(f"OUT1 {n % 2} seen after {after_us:.1f} us, {polls} polls")
        board.settle()
        for violation in board.violations[:3]:
            print(violation)
        print(f"{len(board.violations)} violations")
        return 1 if late or board.violations else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except tmr0.InputError as error:
        print(f"polling.py: {error}", file=sys.stderr)
        sys.exit(2)
