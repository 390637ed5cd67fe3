#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays random programs on a chip of the module tmr0 and on the judge of am9513_judge.py. After each operation it
compares what was read, the status and the outputs. Each operation has half a period of X2 for itself, so that no edge
comes near it. A program that differs is made short and written as a scenario that fails."""
import argparse
import random
import sys

import tmr0
from am9513_judge import CHOICES, Judge

HALF = 10_000_000  # ps, of X2: 50 kHz, low at time 0
PINS = ("out1", "out2", "out3", "out4", "out5", "fout")


def differs(engine, choices, ops):
    """None, or the place of the first operation that differs, the difference, and the program up to it as a scenario."""
    settings = [f"choice {name} {value}" for name, value in choices.items()]
    chip, judge, start = tmr0.Chip(osc="50kHz", engine=engine, settings="\n".join(settings)), Judge(choices), 0
    lines = ["target chip", "osc 50kHz"] + settings
    for place, (verb, *words) in enumerate(ops):
        if verb == "wait":
            start += (words[0] - 1) * HALF
            judge.run(words[0] - 1)
        chip.at(start + 1_000_000)
        did = None if verb == "wait" else getattr(chip, "set_pin" if verb == "pin" else verb)(*words)
        value = judge.play(verb, *words)
        outputs, status = judge.outputs()
        chip.at(start + 7_000_000)
        seen = did, chip.status(), list(chip.at(start + 9_000_000) or chip.pins.values())
        lines.append("" if verb == "wait" else f"at {start // 1_000_000 + 1}us\n{verb} {' '.join(map(str, words))}")
        if seen != (value, status, outputs):
            lines[-1] += f" = {value}" if value is not None else ""
            lines += [f"at {start // 1_000_000 + 7}us", f"status = {status}", f"at {start // 1_000_000 + 9}us"]
            lines += [f"expect {pin} = {level}" for pin, level in zip(PINS, outputs)]
            return place, f"{seen}, judge {(value, status, outputs)}", "\n".join(filter(None, lines)) + "\n"
        judge.run(1)
        start += HALF
    return None


def shorten(engine, choices, ops):
    """Without the choices and operations that the difference does not need; a wait may replace those."""
    for name in CHOICES:
        fewer = {n: v for n, v in choices.items() if n != name}
        choices = fewer if differs(engine, fewer, ops) else choices
    size = len(ops)
    while size:
        place, length = 0, len(ops)
        while place < len(ops):
            for instead in ([], [("wait", size)]):
                fewer = ops[:place] + instead + ops[place + size :]
                found = differs(engine, choices, fewer) if fewer != ops else None
                if found:
                    ops = fewer[: found[0] + 1]
                    break
            place += len(instead) if found else size
        if size > 1 or len(ops) == length:
            size //= 2
    return differs(engine, choices, ops)


class Author:
    """Writes a program. It knows of the chip no more than the width of its bus."""

    def __init__(self, rng):
        self.rng, self.ops, self.wide = rng, [], False
        self.slow = self.likely(0.03)  # taps of the scaler alone, long waits
        self.time = self.likely(0.08)  # of day
        first = 0 if self.time else rng.randrange(5)  # few counters, sources and pins, so that much happens to them
        self.counters = [(first + n) % 5 for n in range(rng.choice((1, 2, 2, 3)))]
        self.sources = rng.choices((13, 14, 15) if self.slow else (11, 11, 11, 12, 0, 0, 0, *range(1, 14)), k=3)
        self.gates, self.kinds = rng.choices((*range(8), 6, 7), k=4), rng.choices(range(8), k=4)
        pins = [f"src{n}" for n in self.sources if 0 < n < 6] + [f"gate{n - 5}" for n in self.sources if 5 < n < 11]
        gates = [f"gate{(n + away) % 5 + 1}" for n in self.counters for away in (0, 0, 0, 1, 4)]
        self.pins = pins * 5 + gates + [f"src{rng.randrange(5) + 1}"]
        self.choices = {name: rng.choice(values) for name, values in CHOICES.items()} if self.likely(0.8) else {}

    def likely(self, chance):
        return self.rng.random() < chance

    def add(self, *op):
        self.ops.append(op)

    def command(self, value):
        self.wide = value == 0xEF or (self.wide and value not in (0xE7, 0xFF))
        if self.likely(0.04):
            self.add("cmdw", value | self.rng.randrange(256) << 8)
        else:
            self.add("cmd", value)

    def write(self, *values):
        for value in values:
            if self.wide:
                self.add("word", value)
            elif self.likely(0.02):  # the upper byte gates
                self.add("word", value & 0xFF | self.rng.randrange(256) << 8)
                self.add("data", value >> 8)
            else:
                self.add("data", value & 0xFF)
                self.add("data", value >> 8)

    def read(self, words):
        for _ in range(words if self.wide else 2 * words):
            self.add("readw" if self.wide else "read")

    def value(self, mode):
        """A count; most are near the end of their way."""
        if self.time and self.likely(0.5):
            return self.rng.choice((0x5999, 0x5994, 0x5995, 0x2359, 0x2359, 0x1959, 0x3359, 0x3959, 0))
        if self.likely(0.1):
            return self.rng.choice((self.rng.randrange(65536), 0x9998, 0x0A0F, 0x100))
        near = self.rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 0x10, 0x99))
        return (0x9999 if mode & 0x10 else 0x10000) - near & 0xFFFF if mode & 8 else near

    def mode(self):
        out = self.rng.choice((0, 1, 1, 2, 2, 2, 3, 4, 5, 5, 6, 7))
        bits = self.likely(0.2) << 12 | self.rng.choice(self.kinds) << 5 | self.likely(0.3) << 4 | self.likely(0.25) << 3
        return self.rng.choice(self.gates) << 13 | self.rng.choice(self.sources) << 8 | bits | out

    def set_up(self, n=None):
        n = self.rng.choice(self.counters) if n is None else n
        if self.likely(0.9):
            self.command(0xC0 | 1 << n)
        self.command(1 + n)
        mode = self.mode()
        self.write(mode, *[self.value(mode) for _ in range(self.rng.choice((1, 2, 2)))])
        if self.likely(0.8):
            self.command(self.rng.choice((0x40, 0x60, 0x60)) | 1 << n)
        if self.likely(0.3):
            self.command(0x20 | 1 << n)

    def set_master(self):
        first = self.rng.choice((7, 0x17, 0x17))
        self.command(first)
        if first == 7:
            self.write(self.value(0), self.value(0))
        low = self.rng.randrange(256) & self.rng.choice((0, 255, 15, 15)) | (self.rng.randrange(1, 4) if self.time else 0)
        wide = self.likely(0.5)
        high = self.rng.randrange(16) | self.likely(0.1) << 4 | wide << 5 | self.likely(0.05) << 6 | self.likely(0.4) << 7
        self.write(low | high << 8)
        self.wide = wide

    def save(self):
        if self.likely(0.7):
            self.command(self.rng.choice((0x80, 0xA0, 0xA0)) | self.mask())
        self.command(self.rng.choice((0x19, 0x19, self.rng.randrange(32))))
        self.read(self.rng.randrange(1, 6))

    def mask(self):
        return sum(1 << n for n in range(5) if self.likely(0.6 if n in self.counters else 0.1))

    def act(self):
        command = self.rng.choice((0x20, 0x40, 0x40, 0x60, 0x60, 0x80, 0xA0, 0xC0)) | self.mask()
        for _ in range(self.rng.choice((1, 1, 2))):
            self.command(command)

    def one(self):
        self.command(self.rng.choice((0xF1, 0xF1, 0xE1, 0xE9)) + self.rng.choice(self.counters))

    def other(self):
        others = (0xE0, 0xE0, 0xE8, 0xE6, 0xEE, 0xE7, 0xEF, 0xF8, 0xF9, 0xFF, 0xFF, self.rng.randrange(256))
        self.command(self.rng.choice(others))

    def access(self):
        verb = self.rng.choice(("read", "readw", "data", "word"))
        self.add(verb, *([] if verb.startswith("read") else [self.rng.randrange(256)]))

    def pin(self):
        self.add("pin", self.rng.choice(self.pins), self.rng.randrange(2))

    def pulse(self):
        self.add("pulse", self.rng.choice(self.pins), "200ns", self.rng.choice((1, 1, 1, 2, 2, 3, 5, 7)))

    def wait(self):
        self.add("wait", self.rng.randrange(1, 80000 if self.slow and self.likely(0.3) else 300 if self.likely(0.03) else 9))

    def program(self, length):
        does = (self.act, self.one, self.other, self.set_up, self.set_master, self.save, self.access, self.pin, self.pulse, self.wait)
        if self.likely(0.5):
            self.command(0xEF)
        for n in self.counters:
            self.set_up(n)
        if self.time:
            self.set_master()
        while len(self.ops) < length:
            self.rng.choices(does, (20, 8, 5, 3, 2, 4, 4, 12, 25, 20))[0]()
        self.command(0xBF)
        for pointer, words in ((1, 15), (7, 3)) if self.wide else ((0x19, 5),):
            self.command(pointer)
            self.read(words)
        return self.ops


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ops", type=int, default=20000, help="operations, default 20000")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--engine", default="model", choices=("rtl", "model", "both"), help="default model")
    parser.add_argument("--out", default="judge.scn", help="for a program that differs, default judge.scn")
    given = parser.parse_args()
    ops = programs = 0
    while ops < given.ops:
        author = Author(random.Random(f"{given.seed} {programs}"))
        program = author.program(120)
        if differs(given.engine, author.choices, program):
            _, difference, text = shorten(given.engine, author.choices, program)
            with open(given.out, "w", encoding="ascii") as file:
                file.write(f"# Seed {given.seed}, program {programs}: {given.engine} {difference}\n{text}")
            print(f"judge: seed {given.seed}, program {programs}: {given.engine} {difference}: {given.out}")
            return 1
        ops += len(program)
        programs += 1
    print(f"judge: {ops} operations in {programs} programs, seed {given.seed}, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
