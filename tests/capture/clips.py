#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A VCD of analyser.py as with bad clips.

Usage: clips.py IN.vcd (high|low|float|invert|short|swap|late) SIGNAL [OTHER|UNITS] ...
  high, low  the signal stays so; float: it is z; invert: its levels are inverted
  short      it has the other's levels; swap: each has the other's
  late       its changes come so many units of the file's time later
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


def later(lines, one, units):
    code = next(line.split()[3] for line in lines if line.startswith("$var") and line.split()[4] == one)
    late, now = [], 0
    for line in lines:
        if line[:1] == "#":
            now = int(line[1:])
            while late and late[0][0] <= now:
                at, change = late.pop(0)
                yield from (f"#{at}", change)
        if now and line[1:] == code:
            late.append((now + units, line))
        else:
            yield line


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        lines = file.read().splitlines()
    words = sys.argv[2:]
    while words:
        used = 3 if words[0] in ("short", "swap", "late") else 2
        lines = list(later(lines, words[1], int(words[2])) if words[0] == "late" else change(lines, *words[:2], words[used - 1]))
        words = words[used:]
    print("\n".join(lines))


main()
