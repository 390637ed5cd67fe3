#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays hand.txt, the captures made by hand: hand.py TMR0   ("NAME: pass" or "NAME: FAIL, why" of each row)
hand.py TMR0 NAME prints the dump of one row."""
import json
import os
import re
import subprocess
import sys
import tempfile

NAMES = {"r": "RD", "w": "WR", "c": "C/D", "x": "X2", "k": "CS", "f": "FOUT", "s": "SRC1", "t": "SRC2", "g": "GATE1", "h": "GATE2",
         "o": "OUT1"}


def vcd(pins, words):
    """The dump: its head, then the changes in the order of their times."""
    begin = {word[-1]: word for word in pins if len(word) > 1}
    low = 0xff & ~sum(1 << int(word[3]) for word in words if word.startswith("low"))
    changes, at, now, mark, value = [], 0, 3000, 0, 0xff

    def put(ps, *texts):
        changes.append((ps, *texts))

    def data(bits):
        return f"b{''.join(bit if low >> 7 - n & 1 else '0' for n, bit in enumerate(bits))} d"
    for word in words:
        if word[0] in "#+":
            at = int(word[1:]) + (mark if word[0] == "+" else 0)
            put(at)
        elif re.fullmatch("[01xz][a-z]", word) and not at:
            begin[word[1]] = word
        elif re.fullmatch("[01xz][a-z]|b[01xz]{8}", word):
            put(at, word if len(word) == 2 else data(word[1:]))
        elif "~" in word:
            what, gap = word.split("~")
            now, strobe = now + int(gap), "r" if what == "R" else "w"
            put(now, *([] if what == "R" else [data(f"{int(what, 16):08b}")]), "0" + strobe)
            put(now + 300, "1" + strobe)
            now += 300
            put(now + 3000)
        elif word.startswith("x2="):
            for n in range(1, 21):
                put(n * 250, "1x")
                put(n * 250 + 60, *([word[3] + "x"] if n == 10 else []))
                put(n * 250 + 30, *({12: ["0w"], 14: ["1w"]}.get(n, [])))
                put(n * 250 + 125, "0x")
        elif word == "long":
            now += 10**7
        elif word == "inside":
            put(now - 2650, "1s")
            put(now - 1650, "0s")
        elif word in ("s", "near") or re.fullmatch(r"s\d+", word):
            now -= 2100 if word == "near" else 0
            gate, mark = word[1:] if word[1:].isdigit() else "", now
            put(now - int(gate or 0), *(["1g"] if gate else []))
            put(now, "1s")
            put(now + 200, "0s")
            put(now + 400, *(["0g"] if gate else []))
            now += 3000
        elif word in ("gate", "gatex"):
            put(now, "xg" if word[4:] else "1g")
            put(now + 200, "0g")
            now += 3000
        elif not word.startswith("low"):
            bits, strobe, mark = word[1:] if len(word) > 3 else f"{int(word[1:], 16):08b}", "r" if word[0] in "tr" else "w", now + 500
            put(now, f"{int(word[0] in 'ct')}c")
            put(now + 200, "0" + strobe)
            put(now + 250, data(bits))
            put(now + 500, "1" + strobe)
            put(now + 550, data("1" * 8))
            now += 3000
    put(now if any(word[0] not in "#+01xzb" for word in words) else 0)
    lines = "".join(f"$var wire 1 {pin[-1]} {NAMES[pin[-1]]} $end\n" for pin in pins)
    return f"$timescale 1 ns $end\n{lines}$var wire 8 d D [7:0] $end\n$enddefinitions $end\n#0\n" + \
        "\n".join([*begin.values(), data("1" * 8)] + [f"#{ps}\n" + "\n".join(texts) for ps, *texts in sorted(changes, key=lambda one: one[0])]) + "\n"


def equal_lines():
    """Two data lines of which nothing can be said if they are equal in 32 values, but not in 31."""
    for line, other in [(line, other) for line in range(1, 8) for other in sorted({0, line - 1})]:
        for count in (31, 32):
            point, *values = sorted((v for v in range(1, 256) if (v >> line ^ v >> other) & 1 == 0))[:count]
            values += values[-1:] * (len(values) % 2)
            said = "verdict: none, data lines were not seen" if count == 32 else "reads agree with the model"
            words = (f"c{point:02x} d{one:02x} d{two:02x} c{point:02x} r{one:02x} r{two:02x}" for one, two in zip(values[::2], values[1::2]))
            yield f"line-{line}-{other}-{count} | /{said}/ | {' '.join(words)} | --bus 8"


def why(folder, want, words, options, pins):
    if not options or options[0].startswith("-"):
        options = ["1GHz", *options]
    with open(folder + "/hand.vcd", "w", encoding="ascii") as out:
        out.write(vcd(pins, words))
    play = subprocess.run([os.path.abspath(sys.argv[1]), "capture", "hand.vcd", "--json", "-", "--rate", *options], capture_output=True,
                          text=True, check=False, cwd=folder)
    said = play.stderr
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
    given, bad, pins = {}, False, []
    with open(__file__[:-2] + "txt", encoding="ascii") as file, tempfile.TemporaryDirectory() as folder:
        for row in [*file.read().splitlines(), *equal_lines()]:
            row = re.sub(r"\$([a-z]\w*)", lambda found: given[found[1]], row)
            if row.startswith("pins "):
                pins = row.split()[1:]
            elif row.startswith("let "):
                given[row.split()[1]] = row.split(" = ", 1)[1]
            elif row and row[0] != "#":
                for n in range(len((re.findall("{(.*?)}", row) or [""])[0].split(","))):
                    name, want, words, *options = re.sub("{(.*?)}", lambda found, n=n: found[1].split(",")[n], row).split(" | ")
                    if len(sys.argv) > 2:
                        print(vcd(pins, words.split()) if name == sys.argv[2] else "", end="")
                        continue
                    wrong = why(folder, want, words.split(), " ".join(options).split(), pins)
                    print(f"{name}: FAIL, {wrong}" if wrong else f"{name}: pass", flush=True)
                    bad |= wrong != ""
    sys.exit(bad)


if __name__ == "__main__":
    main()
