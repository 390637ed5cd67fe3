#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tmr0 capture --quiet` prints against its JSON: printed.py LOG JSON. Prints a line for each that is not the same."""
import json
import re
import sys

UNITS = {"ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9, "s": 10**12}
TIME = re.compile(r"(-?\d+(?:\.\d+)?)(ps|ns|us|ms|s)\b")
log = open(sys.argv[1], encoding="ascii").read()
told = json.load(open(sys.argv[2], encoding="ascii"))
flat = re.sub(r"\n  +", " ", log)  # of wrapped lines


def ps(text):
    number, unit = TIME.fullmatch(text).groups()
    return round(float(number) * UNITS[unit])


def same(what, printed, told):
    if printed != told:
        print(f"{what}: printed {printed}, the JSON has {told}")


def mark(text):
    return text.strip("[]?") if text else None


def rows(head, end="\n\n"):
    """The table's rows below the line that begins so."""
    return log.split(head)[1].split("\n", 1)[1].split(end)[0].splitlines() if head in log else []


def table(head, entries, fields):
    seen = []
    for row in rows(head):
        name, *words = re.sub(r" (<=|>=)", r" \1 ", row).split()
        entry = entries.get(name, {})
        seen.append(name)
        at = [ps(word) if TIME.fullmatch(word) else word.strip("[]") if word[0] == "[" else int(word) if word.isdigit() else word
              for word in words]
        got = at[:len(fields)]
        same(name, got, [entry.get(field) for field in fields])
    same("rows", seen, list(entries))


first = log.splitlines()[0]
head = re.match(r"(.*): part (\S+), (\S+), (\d+) access(?:es)?; sampling interval (\S+?)[, :]?(?: .*|$)", first)
same("head", (head[1], head[2], ps(head[3]), int(head[4]), ps(head[5])),
     (told["file"], told["part"], told["end_ps"] - told["begin_ps"], told["accesses"], told["interval_ps"]))
