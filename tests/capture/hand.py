#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays hand.txt, the captures made by hand: hand.py TMR0   ("NAME: pass" or "NAME: FAIL, why" of each row)
hand.py TMR0 NAME prints the dump of one row."""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from recording import Recording, rows_of, vcd  # noqa: E402

PINS = {"r": "RD", "w": "WR", "c": "C/D", "x": "X2", "k": "CS", "f": "FOUT", "s": "SRC1", "t": "SRC2", "g": "GATE1",
        "h": "GATE2", "o": "OUT1"}


def dump(pins, words):
    """The VCD of a row whose words are those that the others stand for; times are ns."""
    low = [int(word[3]) for word in words if word.startswith("low")]
    changes, ends, now, mark = [], [0], 3000, 0
    for word in [pin for pin in pins if len(pin) > 1] + ["bff"] + words:
        if word[0] in "#+>":
            ends.append(int(word[1:]) + {"#": 0, "+": mark, ">": now}[word[0]])
        elif word[0] == "~":
            now += int(word[1:])
            ends.append(now)
        elif word == "mark":
            mark = ends[-1]
        elif word[0] == "b":
            bits = word[1:] if len(word) > 3 else f"{int(word[1:], 16):08b}"
            changes.append((ends[-1], "D", "".join("0" if 7 - n in low else bit for n, bit in enumerate(bits))))
        elif word[:3] != "low":
            changes.append((ends[-1], PINS[word[1]], word[0]))
    bits = {PINS[pin[-1]]: 1 for pin in pins}
    return vcd(Recording({**bits, "D": 8}, rows_of(changes, max(ends))), "1 ns")


def equal_lines():
    """Two data lines of which nothing can be said if they are equal in 20 values, but not in 19."""
    for line, other in [(line, other) for line in range(1, 8) for other in sorted({0, line - 1})]:
        for count, said in ((19, "agree with the model( *$|, the)"), (20, f"lines were not seen: D{line} equals D{other}")):
            point, *others = (v for v in range(1, 256) if (v >> line ^ v >> other) & 1 == 0)
            values = random.Random(line).sample(others, count - 1)
            values += values[-1:] * (len(values) % 2)
            words = (f"c{point:02x} d{one:02x} d{two:02x} c{point:02x} r{one:02x} r{two:02x}"
                     for one, two in zip(values[::2], values[1::2]))
            yield f"line-{line}-{other}-{count} | /{said}/ | {' '.join(words)} | --bus 8"


def expanded(word, forms):
    """What the word stands for."""
    for form, words in forms.items():
        if found := re.fullmatch(form, word):
            return [one for part in found.expand(words).split() for one in expanded(part, forms)]
    return [word]


def rows():
    """Name, what is wanted, dump and options of each row of the table."""
    given, forms, pins = {}, {}, []
    with open(__file__[:-2] + "txt", encoding="ascii") as file:
        lines = file.read().splitlines()
    for row in [*lines, *equal_lines()]:
        row = re.sub(r"\$([a-z]\w*)", lambda found: given[found[1]], row)
        if row.startswith("pins "):
            pins = row.split()[1:]
        elif row.startswith(("let ", "word ")):
            (given if row[0] == "l" else forms)[row.split()[1]] = row.split(" = ", 1)[1]
        elif row and row[0] != "#":
            for n in range(len((re.findall("{(.*?)}", row) or [""])[0].split(","))):
                one = re.sub("{(.*?)}", lambda found, n=n: found[1].split(",")[n], row)
                name, want, words, *options = one.split(" | ")
                if name in (sys.argv[2:] or [name]):
                    words = [one for word in words.split() for one in expanded(word, forms)]
                    yield name, want, dump(pins, words), " ".join(options).split()


def why(folder, want, text, options):
    """What is wrong; "": nothing."""
    if not options or options[0].startswith("-"):
        options = ["1GHz", *options]
    with open(folder + "/hand.vcd", "w", encoding="ascii") as out:
        out.write(text)
    play = subprocess.run([os.path.abspath(sys.argv[1]), "capture", "hand.vcd", "--json", "-", "--rate", *options],
                          capture_output=True, text=True, check=False, cwd=folder)
    said = re.sub(r"\n  (?=\S)", " ", play.stderr)  # without wraps
    if want == "known":
        good = "verdict: " in said and not re.search("uncertain|moves with", said)
    elif want[0] == "/":
        good = re.search(want[1:-1], said, re.MULTILINE) is not None
    elif good := play.stdout != "":
        told = json.loads(play.stdout)
        parameter, count = want.split(" ", 1)
        found = {**told["parameters"], **told["delays"]}.get(parameter)
        said = " ".join(str(found[name]) for name in ("holds", "broken", "unsure")) if found else "none"
        good = said == count
    return "" if good else f"{said[-300:]}, expected {want}; status {play.returncode}"


def main():
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        for name, want, text, options in rows():
            if sys.argv[2:]:
                print(text, end="")
            else:
                wrong = why(folder, want, text, options)
                print(f"{name}: FAIL, {wrong}" if wrong else f"{name}: pass", flush=True)
                bad |= wrong != ""
    sys.exit(bad)


if __name__ == "__main__":
    main()
