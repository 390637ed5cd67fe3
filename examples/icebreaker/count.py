#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets counter 1 of an Am9513A on an iCEBreaker divide X2, 3 MHz, by 3,000 and toggle OUT1, and prints counts of it.
Usage: count.py [TERMINAL]   by default /dev/ttyUSB1, the second one of the board"""
import sys
import termios
import tty

line = open(sys.argv[1] if len(sys.argv) > 1 else "/dev/ttyUSB1", "r+b", buffering=0)
tty.setraw(line)
settings = termios.tcgetattr(line)
settings[4] = settings[5] = termios.B115200  # input and output speed
termios.tcsetattr(line, termios.TCSANOW, settings)


def ask(text):
    line.write(text.encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n"):
        answer += line.read(1)
    if b"?" in answer:
        raise SystemExit(f"{text}: not understood")
    return answer.decode().strip()


for access in ("1 ff", "1 5f", "1 01", "0 22", "0 0b", "0 dc", "0 05", "1 61"):  # reset, Mode, Load 1500, LOAD AND ARM
    ask("w " + access)
for _ in range(5):
    ask("w 1 a1"), ask("w 1 11")  # SAVE counter 1; data pointer: Hold register 1
    print(int(ask("r 0"), 16) + 256 * int(ask("r 0"), 16))
