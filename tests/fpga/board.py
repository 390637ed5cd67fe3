#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays vectors on the board of examples/icebreaker, simulated with its serial line. It has the 8-bit bus: a word is
two bytes, and the command for the 16-bit bus is left out. It has SRC and GATE 1 and 2, OUT 1 to 3 and FOUT. With
--example a script plays on it, by a terminal of its own, until it ends.
Usage: board.py PROGRAM VECTOR...
       board.py PROGRAM --example SCRIPT
Exit status: 0 if all passed.
"""
import os
import pty
import re
import select
import subprocess
import sys

UNITS = {"ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9}


class Board:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii")
        self.pins = {"gate2": 0, "gate1": 0, "src2": 0, "src1": 0}

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def end(self):
        self.process.stdin.close()
        self.process.wait()

    def write(self, port, value):
        assert self.ask(f"> w {port} {value:02x}") == "ok", "a write has no answer"

    def read(self, port):
        return int(self.ask(f"> r {port}"), 16)

    def pin(self, name, level):
        self.pins[name] = level
        self.ask("p {gate2}{gate1} {src2}{src1}".format(**self.pins))

    def outputs(self):
        levels = self.ask("o")
        return dict(zip(("fout", "out3", "out2", "out1"), levels))

    def statement(self, words):
        """What is wrong, or nothing."""
        kind, *rest = words
        mask, value = 0xffff, int(rest[-1], 0) if re.fullmatch(r"0[xb]\w+|\d+", rest[-1]) else 0
        if "&" in rest:
            mask = int(rest[rest.index("&") + 1], 0)
        if kind == "cmd" and value != 0xef:
            self.write(1, value)
        elif kind == "data":
            self.write(0, value)
        elif kind == "word":
            self.write(0, value & 0xff)
            self.write(0, value >> 8)
        elif kind in ("status", "read", "readw"):
            got = self.read(1 if kind == "status" else 0)
            got |= self.read(0) << 8 if kind == "readw" else value & 0xff00
            return "" if (got ^ value) & mask == 0 else f"{got:#x}, expected {value:#x}"
        elif kind == "pin":
            self.pin(rest[0], value)
        elif kind == "pulse":
            for _ in range(value if len(rest) == 3 else 1):
                self.pin(rest[0], 1 - self.pins[rest[0]])
                self.pin(rest[0], 1 - self.pins[rest[0]])
        elif kind == "wait":
            number, unit = re.match(r"([\d.]+)(\w+)", rest[0]).groups()
            self.ask(f"t {int(float(number) * UNITS[unit])}")
        elif kind == "expect":
            got = self.outputs()[rest[0]]
            return "" if got == rest[2] else f"{rest[0]} is {got}"
        elif kind != "cmd":
            return "cannot be played"
        return ""


def play(program, path):
    board = Board(program)
    said = f"{path}: pass"
    judged, wrong = 0, ""
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            words = line.partition("#")[0].split()
            if not words or words == ["target", "chip"]:
                continue
            try:
                wrong = board.statement(words)
            except (AssertionError, KeyError, ValueError) as error:
                wrong = f"cannot be played here: {error}"
            judged += words[0] in ("status", "read", "readw", "expect")
            if wrong:
                said = f"{path}:{number}: FAIL, {line.strip()}: {wrong}"
                break
    board.end()
    return said if judged or wrong else f"{path}: FAIL, nothing judged"


def answers(program):
    """What each line is answered, and that a line that is not understood does nothing."""
    board = Board(program)
    wrong = ""
    for line, answer in (("w 1 ff", "ok"), ("W 1 E9", "ok"), ("w 1 01", "ok"), ("w 0 34", "ok"), ("w 0 5a", "ok"),
                         ("w 1 01", "ok"), ("w 0 1", "??"), ("w 0 123", "??"), ("w 0 1g", "??"), ("w 0 1G", "??"),
                         ("w 2 11", "??"), ("w 0x11", "??"), ("w  0 11", "??"), ("r 2", "??"), ("r 0 ", "??"),
                         ("r 0 11", "??"), ("r", "??"), ("x 0", "??"), ("", "??"), ("r 0\r", "34"), ("|", "none"),
                         ("R 0\r", "5a")):
        board.ask("b")  # each line comes after a byte that is none
        got = board.ask("> " + line)
        if got != answer:
            wrong += f", {line!r} is answered {got}, expected {answer}"
    board.end()
    return f"lines and answers: {'FAIL' + wrong if wrong else 'pass'}"


def example(program, script):
    """The script gets the name of a terminal; what it writes there goes to the board line by line."""
    board = Board(program)
    ours, terminal = pty.openpty()
    with subprocess.Popen([sys.executable, script, os.ttyname(terminal)]) as process:
        text = b""
        while process.poll() is None:
            if select.select([ours], [], [], 0.1)[0]:
                *lines, text = (text + os.read(ours, 100)).split(b"\n")
                for line in lines:
                    os.write(ours, (board.ask("> " + line.decode("ascii")) + "\n").encode("ascii"))
    board.end()
    return process.returncode


def main():
    program, *files = sys.argv[1:]
    if files[0] == "--example":
        return example(program, files[1])
    results = [answers(program)] + [play(program, file) for file in files]
    print("\n".join(results))
    return 0 if files and all(result.endswith(": pass") for result in results) else 1


sys.exit(main())
