#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sigrok decoder against `tmr0 capture` on a random program: decoder.py TMR0 SEED ROOT, in a scratch folder.

Prints the first access or register that only one of the two reports, and the ns at which it ends. Pulses of RD and WR
while CS is high are no accesses.
"""
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from recording import Recording, read, rows_of, vcd  # noqa: E402

COMMANDS = [code for code in range(0x20, 0xff) if code not in (0xe0, 0xe7, 0xe8, 0xef)]

def program(draw):
    """A scenario that knows the width of the bus."""
    wide, write = False, True
    yield "target chip\ncmd 0xff"
    for _ in range(80):
        what = draw.randrange(6)
        if what == 0:
            yield "status -> s"
        elif what == 1:
            yield f"cmd 0x{draw.choice(COMMANDS):02x}"
        elif what == 2:
            code = draw.choice((0xe0, 0xe8, 0xe7, 0xef))
            wide = {0xe7: False, 0xef: True}.get(code, wide)
            yield f"cmd 0x{code:02x}"
        elif what == 3:
            value = draw.randrange(0x10000)
            write = True
            yield f"cmd 0x17\n" + (f"word 0x{value:04x}" if wide else f"data 0x{value & 255:02x} 0x{value >> 8:02x}")
            wide = bool(value & 0x2000)
        else:
            group, element = draw.choice((1, 2, 3, 4, 5, 7)), draw.randrange(4)
            goes_on = not write and not draw.randrange(3)  # reads where the pointer is, perhaps in a word
            write = not goes_on and group < 6 and draw.randrange(2)
            if not goes_on:
                yield f"cmd 0x{element << 3 | group:02x}"
            for _ in range(draw.randrange(1, 7)):
                value = draw.randrange(0x10000 if wide else 0x100)
                yield f"{'word' if wide else 'data'} 0x{value:x}" if write else "readw -> x" if wide else "read -> x"
    yield "wait 2us\n"


def deselected(dump):
    """With a pulse of WR and one of RD 200 ns after each rise of CS."""
    changes = dump.changes()
    for (at, values), (end, _) in zip(dump.rows[1:], dump.rows[2:]):
        if values.get("CS") == "1" and end > at + 800000:
            changes += [(at + ns * 1000, strobe, level) for ns, strobe, level in (
                (200, "WR", "0"), (400, "WR", "1"), (500, "RD", "0"), (700, "RD", "1"))]
    return Recording(dump.bits, rows_of(changes, dump.rows[-1][0]))


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=False, **more).stdout


def main():
    tmr0, seed, root = sys.argv[1:]
    with open("drawn.scn", "w", encoding="ascii") as out:
        out.write("\n".join(program(random.Random(int(seed)))))
    run(tmr0, "run", "drawn.scn", "--wave", "drawn.vcd")
    run("python3", f"{root}/tests/capture/analyser.py", "drawn.vcd", "sampled.vcd", "--rate", "1e9", "--unit", "1")
    with open("drawn.vcd", "w", encoding="ascii") as out:
        out.write(vcd(deselected(read("sampled.vcd")), "1 ns", lambda ps: ps // 1000))
    pins = ":".join(["am9513:rd=RD:wr=WR:cd=CD:cs=CS"] + [f"d{n}=D{n}" for n in range(16)])
    decoded = run("sigrok-cli", "-I", "vcd", "-i", "drawn.vcd", "-P", pins, "--protocol-decoder-samplenum", "-A",
                  "am9513=command:data-write:data-read:status:register:pointer",
                  env={**os.environ, "SIGROKDECODE_DIR": f"{root}/bindings/sigrok"})
    theirs, ours, accesses, pointers = [], [], [], []
    for start, end, text in re.findall(r"^(\d+)-(\d+) am9513-1: (.*)", decoded, re.MULTILINE):
        begins, ends = int(start), int(end)
        if re.fullmatch("(Mode|Load|Hold) .(, hold cycle)?|Alarm .|Master mode|Status|reserved", text):
            pointers.append((begins, ends, text.split(",")[0]))
            continue
        if text.startswith("status"):
            text = "status OUT1-5 " + "".join(re.findall("=(.)", text)) + text[text.rindex(","):]
        theirs.append((ends, text))
        if " = " in text:  # of the last access, or of the last two bytes
            begin, access = accesses[-1]
            wanted = begin if len(access) == len("read 0x1234") + ("w" in access) else accesses[-2][0]
        else:
            wanted = ends - (160 if text.startswith(("read ", "status")) else 150)
            accesses += [(begins, text)] * text.startswith(("read ", "write "))
        if begins != wanted:
            print(f"{text} from {start} to {end}, not from {wanted}")
    for before, after in zip(pointers, pointers[1:]):
        if before[1] != after[0]:
            print(f"the pointer at {before}, then at {after}")
    for end, text in theirs:
        points = [name for begins, ends, name in pointers if begins < end <= ends]
        if " = " in text and points != [text.split(" = ")[0]] and end <= pointers[-1][1]:
            print(f"{text} at {end}, and the pointer at {points}")
    for line in run(tmr0, "capture", "drawn.vcd", "--rate", "1GHz").splitlines():
        if access := re.match(r" *([0-9.]+)([nu])s  access \d+: (.*)", line):
            end = round(float(access[1]) * (1000 if access[2] == "u" else 1))
            ours.append((end, re.sub("status 0x..:", "status", access[3])))
        elif register := re.match(" +((Mode|Load|Hold|Alarm|Master mode|Status)[^=:,]* = .*)", line):
            ours.append((end, register[1]))
    if ours != theirs or len(ours) < 200:
        print(f"{len(ours)}, {len(theirs)} of the decoder:",
              *[pair for pair in zip(ours, theirs) if pair[0] != pair[1]][:1])


main()
