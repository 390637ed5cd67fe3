#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A VCD of analyser.py as with bad clips.

Usage: clips.py IN.vcd (high|low|float|invert|short|swap) SIGNAL [OTHER] ...
  high, low  the signal stays so; float: it is z; invert: its levels are inverted; short: it has the other's; swap: each has the other's
"""
import sys


def change(lines, what, one, other):
    codes = {line.split()[4]: line.split()[3] for line in lines if line.startswith("$var")}
    for line in lines:
        words = line.split()
        if what == "swap" and line.startswith("$var"):
            words[4] = {one: other, other: one}.get(words[4], words[4])
            yield " ".join(words)
        elif what == "swap" or line[:1] not in ("0", "1"):
            yield line
        elif line[1:] != codes[one]:
            yield line
            if what == "short" and line[1:] == codes[other]:
                yield line[0] + codes[one]
        elif what != "short":
            yield {"high": "1", "low": "0", "float": "z", "invert": "10"[int(line[0])]}[what] + codes[one]


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        lines = file.read().splitlines()
    words = sys.argv[2:]
    while words:
        used = 3 if words[0] in ("short", "swap") else 2
        lines = list(change(lines, words[0], words[1], words[used - 1]))
        words = words[used:]
    print("\n".join(lines))


main()
