#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A VCD of analyser.py as with bad clips.

Usage: clips.py IN.vcd (high|low|float|invert|short|swap|late) SIGNAL [OTHER|PS] ...
  high, low  the signal stays so; float: it is z; invert: its levels are inverted
  short      it has the other's levels; swap: each has the other's
  late       its changes come so many ps later
"""
import sys

sys.dont_write_bytecode = True
from recording import Recording, read, rows_of, vcd  # noqa: E402

LEVELS = {"high": {"0": "1"}, "low": {"1": "0"}, "float": {"0": "z", "1": "z"}, "invert": {"0": "1", "1": "0"}}


def clipped(dump, what, one, other):
    changes = dump.changes()
    bits, end = dump.bits, dump.rows[-1][0]
    if what in LEVELS:
        levels = {one: LEVELS[what]}
        changes = [(at, signal, levels.get(signal, {}).get(value, value)) for at, signal, value in changes]
    elif what == "late":
        changes = sorted((at + int(other) * (at > 0 and signal == one), signal, value) for at, signal, value in changes)
    elif what == "short":
        has = {one: [], other: [one, other]}
        changes = [(at, each, value) for at, signal, value in changes for each in has.get(signal, [signal])]
    else:
        names = {one: other, other: one}
        bits = {names.get(signal, signal): n for signal, n in bits.items()}
        changes = [(at, names.get(signal, signal), value) for at, signal, value in changes]
    return Recording(bits, [row for row in rows_of(changes, end) if row[0] <= end])


def main():
    dump, words = read(sys.argv[1]), sys.argv[2:]
    while words:
        what, one = words[:2]
        used = 2 if what in LEVELS else 3
        dump = clipped(dump, what, one, words[used - 1])
        words = words[used:]
    sys.stdout.write(vcd(dump))


if __name__ == "__main__":
    main()
