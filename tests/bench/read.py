# SPDX-License-Identifier: MIT
"""Prints the least of ROUNDS means of READS reads on the model, in seconds: python3 read.py ROUNDS READS."""
import sys
import time

import tmr0

with tmr0.Board("sun3-60", engine="model") as board:
    board.gap("1500ns")
    board.w(0, 0)  # the control port: reads are clean
    rounds, reads = map(int, sys.argv[1:])
    means = []
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(reads):
            board.r(2)
        means.append((time.perf_counter() - begin) / reads)
    assert not board.violations  # reporting them would be measured
print(min(means))
