#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether a VCD has PC and text of each instruction as `tmr0 program --trace` printed them, at the same times, and each
access at the socket within an instruction that names its address.
Usage: code_waves.py VCD TRACE"""
import re
import sys

NAMES = {"i_text_access": "access", "i_code_pc": "pc", "i_code_text": "text"}


def text(bits: str) -> str:
    return int(bits, 2).to_bytes(len(bits) // 8 + 1, "big").lstrip(b"\0").decode()


def instants(file: str):
    """The time and the three values at each instant at which one has changed."""
    ids, now, last, time = {}, {}, None, "0"
    with open(file, encoding="ascii") as vcd:
        for line in vcd:
            if (var := re.match(r"\$var wire \d+ (\S+) (\w+)", line)) and var[2] in NAMES:
                ids[var[1]] = NAMES[var[2]]
            elif line[0] == "#":
                if now and now != last:
                    yield int(time), dict(now)
                    last = dict(now)
                time = line[1:]
            elif line[0] == "b" and (name := ids.get(line.split()[1])):
                now[name] = line[1:].split()[0]
    yield int(time), now


seen, accesses, wrong = [], 0, 0
for time, now in instants(sys.argv[1]):
    instruction = f"{int(now['pc'], 2):08x}  {text(now['text'])}".rstrip()
    if text(now["access"]).strip():
        accesses += 1
        wrong += "$1c000" not in instruction and "(a" not in instruction
    elif not seen or instruction != seen[-1][1]:
        seen.append((f"{time / 1e6:.3f} us", instruction))
with open(sys.argv[2], encoding="ascii") as trace:
    want = re.findall(r"([\d.]+ us)  ([0-9a-f]{8}  .*\S)", trace.read())
for n, (is_, should) in enumerate(zip(seen, want)):
    if is_ != should:
        sys.exit(f"{sys.argv[1]}: instruction {n}: {is_}, expected {should}")
print(f"{len(seen)} instructions, {accesses} accesses, {wrong} of them elsewhere")
sys.exit(wrong > 0 or accesses < 10 or len(seen) != len(want))
