#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random programs of the chip, played by the RTL, and what `tmr0 capture` says of their dumps.
Usage: programs.py TMR0 SEED COUNT

Of a dump each observation must be the RTL's. A capture that begins later may know less, but must not say otherwise,
and a capture that is shifted, or has another unit, other names and further signals, must say the same. Prints a line
for what is wrong. Known: of an OUT that is off the capture's TEHRL and TRHEH see the status bit, the RTL's do not (program 2
of seed 21).
"""
import json
import os
import random
import re
import subprocess
import sys

tmr0, seed, programs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
analyser = os.path.join(os.path.dirname(__file__), "analyser.py")
HOLDS = ("TWHAX", "TWHDX", "TWHSH")  # the RTL judges them when the hold is over
HIDDEN = ("TEHWH", "TWHEH", "TEHRL", "TRHEH", "TGVWH", "TWHGV", "TEHGV")  # edges of F1-F5 and of chains are at no pin
LEAST = {"TAVRL": 25, "TAVWH": 170, "TDVWH": 80, "TRHRL": 1000, "TRHWL": 1000, "TRLRH": 160, "TSLRL": 20, "TSLWH": 170,
         "TWHAX": 20, "TWHDX": 20, "TWHRL": 1500, "TWHSH": 20, "TWHWL": 1500, "TWLWH": 150}
DELAYS = {"TRLQV": 65, "TRLQX": 42.5, "TRHQX": 28.75, "TRHQZ": 47.5, "TEHYV": 150, "TEHYV_COMPARE": 175, "TEHFV": 250, "TWHYV": 375}
PORTS = ("i_cs_n", "i_rd_n", "i_wr_n", "i_cd", "i_data", "i_src", "i_gate", "o_out", "o_fout", "i_x2", "i_data_driven",
         "o_data_driven", "o_data_valid", "o_data")
PINS = {"CS": "cs_n", "RD": "rd_n", "WR": "wr_n", "CD": "cd"}


class Program:
    """Lines of a scenario. Its accesses determine what at least `sure` of its reads return. Nothing is shorter than least, ns."""

    def __init__(self, draw, wide, least):
        self.draw, self.wide, self.least = draw, wide, least
        self.lines = ["target chip", f"osc {draw.choice(('4MHz', '3.7MHz'))}"]
        self.sure = 0
        for _ in range(15):
            self.step()
        self.lines += ["let begin = $now", "cmd 0xff"] + ["cmd 0xef"] * wide
        self.sure = 0
        for n in range(1, 6):
            self.read(16 + n, 1)
            self.write(16 + n, draw.randrange(2, 9))
        self.lines.append("let begun = $now")
        self.write(23, wide << 13 | draw.choice((0, 0x110, 0x4, 0x8, 0x12c)))
        for n in range(1, 6):
            self.write(n, self.mode(n))
            self.write(8 + n, draw.randrange(2, 9))
        # The count before the first LOAD is not known, nor whether LOAD enters TC with it
        self.lines += ["cmd 0xdf"] + ["cmd 0x5f"] * 2 + [f"cmd {0xe0 + n}" for n in range(1, 6)] + ["cmd 0x3f"]
        for _ in range(80):
            self.step()

    def write(self, pointer, value):
        self.lines += [f"cmd {pointer}", f"word {value}" if self.wide else f"data {value & 255} {value >> 8}"]

    def read(self, pointer, words):
        self.lines += [f"cmd {pointer}"] + ["readw -> a" if self.wide else "read -> a b"] * words
        self.sure += words == 1 and pointer < 16

    def mode(self, n):
        draw = self.draw
        source = draw.choice((n, n, draw.randrange(1, 6), draw.randrange(6, 11), 0, 11, 12))
        gate = draw.choice((0, 0, 0, 0, 0, 0, draw.randrange(1, 8)))
        special = draw.choice((0, 0x40, 0x40, 0x80, 0xc0)) if gate != 1 else 0
        return (gate << 13 | draw.choice((0, 0x1000)) | source << 8 | special | draw.choice((0, 0x20, 0x20)) |
                draw.choice((0, 0, 0, 0x10)) | draw.choice((0, 0, 0, 8)) | draw.choice((0, 1, 2, 2, 4, 5)))

    def step(self):
        draw, n, some = self.draw, self.draw.randrange(1, 6), self.draw.randrange(1, 32)
        kind = draw.randrange(13)
        if kind < 4:
            self.lines.append(f"pulse src{n} {draw.choice((69, 70, 72, 73, 145, 200, 300))}ns {draw.randrange(1, 24)}")
        elif kind == 4:
            self.lines.append(f"pin {draw.choice(('gate', 'src'))}{n} {draw.randrange(2)}")
        elif kind < 7:
            self.lines.append(f"cmd {draw.choice((0x20, 0x40, 0x60, 0x60, 0x80, 0xa0, 0xa0, 0xc0)) | some}")
        elif kind == 7:
            self.lines.append(f"cmd {draw.choice((0xe0, 0xe8, 0xf8, 0xf9, 0xe0 + n, 0xe8 + n, 0xf0 + n))}")
        elif kind == 8:
            pointer = draw.choice((n, 8 + n, 8 + n, 16 + n, 7, 15))
            self.write(pointer, draw.choice((0xffff, draw.randrange(2, 12))) if pointer > 16 else draw.randrange(2, 12))
        elif kind == 9:
            self.lines.append(f"cmd {0xa0 | 1 << n - 1}")
            self.read(16 + n, 1)
        elif kind == 10:
            self.read(draw.choice((n, 8 + n, 16 + n, 7, 23)), draw.randrange(1, 4))
        elif kind == 11:
            name = draw.choice(list(LEAST))
            self.lines += [f"timing {name} {LEAST[name] * 1000 + draw.choice((-9000, -1, 0, 1, 9000))}ps"]
            self.lines += [draw.choice(("cmd 0x1f", "status -> s", "cmd 0x1f\nstatus -> s", "status -> s\ncmd 0x1f"))]
            self.lines.append("timing legal")
            self.sure += self.lines[-2].count("status")
        else:
            self.lines.append("status -> s")
            self.sure += 1
        self.lines.append(f"wait {max(self.least, draw.choice((1, 3, 50, 100, 475, 2000, 2000, 2000, 2000)))}ns")


class Dump:
    """The chip's ports in a dump of `tmr0 run`, or the signals of analyser.py."""

    def __init__(self, name, of):
        self.ports, self.changes, scope, codes, self.end = [], [], [], set(), 0
        with open(name, encoding="ascii") as file:
            for line in file:
                words = line.split()
                if line[:6] == "$scope":
                    scope.append(words[2])
                elif line[:8] == "$upscope":
                    scope.pop()
                elif line[:4] == "$var" and scope[-1] == of and (of != "chip" or words[4] in PORTS):
                    self.ports.append(words)
                    codes.add(words[3])
                elif line[0] == "#":
                    self.end = int(line[1:])
                elif line[0] in "01bxz" and (code := words[-1] if line[0] == "b" else words[0][1:]) in codes:
                    self.changes.append((self.end, code, line))

    def write(self, name, first=0, shift=0, other=False):
        """From `first` on; shifted; with a unit of 100 fs, a signal more, and those of an analyser named q0, q1..."""
        levels = {code: line for at, code, line in self.changes if at <= first}
        before, time = None, lambda at: f"#{(at + shift) * (10 if other else 1)}\n"
        with open(name, "w", encoding="ascii") as out:
            out.write(f"$timescale {'100 fs' if other else '1 ps'} $end\n$scope module board $end\n$scope module chip $end\n")
            for n, words in enumerate(self.ports):
                out.write(" ".join(words[:4] + [f"q{n}"] * (name == "q.vcd") + words[4 + (name == "q.vcd"):]) + "\n")
            out.write("$upscope $end\n$upscope $end\n" + "$var wire 1 other other $end\n" * other)
            out.write(f"$enddefinitions $end\n{time(first)}{''.join(levels.values())}")
            for n, (at, _, line) in enumerate(change for change in self.changes if change[0] > first):
                out.write((time(at) + f"{n & 1}other\n" * other if at != before else "") + line)
                before = at
            out.write(time(self.end))

    def accesses(self):
        """Begin and end of each, ps"""
        strobes = {words[3] for words in self.ports if words[4] in ("i_rd_n", "i_wr_n", "RD", "WR")}
        moves = [(at, line[0]) for at, code, line in self.changes if code in strobes]
        return [(was, at) for (was, low), (at, high) in zip(moves, moves[1:]) if (low, high) == ("0", "1")]

    def turn(self, bit, begin, end):
        """That bit of the data that the chip drives is the other from begin to end."""
        code, vector = next((words[3], words[4] == "o_data") for words in self.ports if words[4] in ("o_data", f"D{bit}"))

        def other(line):
            at = 16 - bit if vector else 0
            return line[:at] + {"0": "1", "1": "0"}.get(line[at], line[at]) + line[at + 1:]
        was, now = ([line for at, name, line in self.changes if name == code and at <= until][-1] for until in (begin, end))
        inside = [(at, name, other(line) if name == code and begin < at <= end else line) for at, name, line in self.changes]
        self.changes = sorted(inside + [(begin, code, other(was)), (end, code, now)], key=lambda change: change[0])

    def unknown(self, code, begin, end):
        """That signal is x from begin to end."""
        last = [line for at, name, line in self.changes if name == code and at <= end][-1]
        hidden = ("bx " if last[0] == "b" else "x") + code + "\n"
        seen = [change for change in self.changes if change[1] != code or not begin <= change[0] <= end]
        self.changes = sorted(seen + [(begin, code, hidden), (end, code, last)], key=lambda change: change[0])

    def map(self):
        return ",".join(f"{PINS.get(words[4], words[4].lower())}=q{n}" for n, words in enumerate(self.ports))


def capture(*arguments, shift=0):
    """The results, with times as before the shift."""
    said = subprocess.run([tmr0, "capture", *arguments, "--quiet", "--json", "-"], capture_output=True, text=True, check=False)
    try:
        found = json.loads(said.stdout)
    except ValueError:
        return {"parameters": {}, "delays": {}, "known": {}, "compared": 0, "difference": said.stderr}
    for part in (found, *found["parameters"].values(), *found["delays"].values(), *found["known"].values()):
        part.update({name: part[name] - shift for name in ("at_ps", "begin_ps", "end_ps") if name in part})
    del found["file"]
    return found


def against_rtl(name, whole, truth, exact):
    """What is claimed of parameters; of a dump of the RTL each observation."""
    for check, margin in truth.items() if exact else ():
        seen = whole["parameters"].get(check)
        hidden = check in HIDDEN or check in ("TCHCL", "TGVEH", "TGVGV")
        hidden |= check in ("TWHRL", "TWHWL") and seen and seen["unsure"]  # before the reset F9 may be in force
        if not hidden and (not seen or seen["unsure"] or (seen["least_ps"] - seen["required_ps"], seen["broken"]) !=
                           (margin["slack_ps"], margin["broken"]) or seen["at_ps"] != margin["at_ps"] and check not in HOLDS):
            yield f"{name}: {check}: {seen}, the RTL has {margin}"
    for delay, seen in whole["delays"].items() if exact else ():
        if not seen["unsure"] and {seen["least_ps"], seen["most_ps"]} != {DELAYS[delay] * 1000} or seen["broken"]:
            yield f"{name}: {delay}: {seen}, the RTL's is {DELAYS[delay]} ns"
    for check, seen in whole["parameters"].items():
        broken = truth.get(check, {}).get("broken", 0)
        if seen["broken"] > broken or (seen["holds"] + broken > sum(seen[w] for w in ("holds", "broken", "unsure")) and
                                       check not in HIDDEN):
            yield f"{name}: {check}: {seen}, the RTL has {broken} broken"


def against_whole(name, later, whole, same):
    """What a capture that begins later claims; from a reset on, it knows as much."""
    if "difference" in later:
        yield f"{name}: {later['difference']}"
    for kind in ("parameters", "delays"):
        for check, seen in later[kind].items():
            of = whole[kind].get(check, {"holds": 0, "broken": 0})
            if seen["holds"] > of["holds"] or seen["broken"] > of["broken"]:
                yield f"{name}: {check}: {seen}, the whole capture has {of}"
    known, all_known = ({item for item in each["known"] if each["known"][item]["at_end"]} for each in (later, whole))
    if known - all_known or (same and (known != all_known or later["compared"] < same)):
        yield f"{name}: knows {known - all_known} beyond that, and not {all_known - known if same else set()}; {later['compared']} reads compared, expected {same or 0}"


def less_seen(dump, draw, whole):
    """With fewer samples, and with a signal that is unknown for a while, a good chip is no worse. (C/D and data that become
    unknown move.)"""
    changes, found = dump.changes, {}
    for _ in range(4):
        signal, end = draw.choice(dump.ports), draw.randrange(dump.end // 8000, dump.end // 2000) * 2000
        dump.unknown(signal[3], end - draw.choice((10**4, 10**6, dump.end // 10000 * 2000)), end)
        dump.write("p.vcd")
        dump.changes = changes
        moves = re.match(r"[io]_(cd|data)|CD|D[0-9]", signal[4])
        found[f"{signal[4]} unknown up to {end} ps"] = capture("p.vcd"), not moves
    for rate in draw.sample((20, 24, 50, 80, 100, 250), 2):
        subprocess.run([sys.executable, analyser, "pins.vcd", "sampled.vcd", "--rate", f"{rate}e6"], check=True)
        found[f"{rate} MHz"] = capture("sampled.vcd"), True
    for name, (less, judged) in found.items():
        if "difference" in less:
            yield f"{name}: {less['difference']}"
        for kind in ("parameters", "delays") if judged else ():
            for check, seen in less[kind].items():
                broken = whole[kind].get(check, {"broken": 0})["broken"]
                if seen["broken"] > broken:
                    yield f"{name}: {check}: {seen}, with all samples {broken} broken"


def wrong_reads(dump, draw, begin, begun):
    """One read at a time that has another value than the chip's: each that is expected differs, with that word."""
    dump.write("p.vcd")
    capture("p.vcd", "--scenario", "expected.scn")
    with open("expected.scn", encoding="ascii") as file:
        statements = [line.split() for line in file if line.split()[0] in ("cmd", "data", "word", "status", "read", "readw", "#")]
    accesses = [words for words in statements if words[0] != "#" or words[1] == "access"]
    reads = [n for n, words in enumerate(accesses) if "&" in words]
    outs = {words[3] for words in dump.ports if words[4] == "o_out" or words[4].startswith("OUT")}
    early = [n for n in reads if begin < dump.accesses()[n][0] < begun]
    for n in draw.sample(reads, 3) + draw.sample(early, 2):
        exact = n in early or accesses[n][0] == "status"
        near = dump.accesses()[n][0] - 10**6  # OUT that moves about a read may have either level
        moves = any(near < at < near + 2 * 10**6 for at, code, _ in dump.changes if code in outs)
        bits = [bit for bit in range(1 if accesses[n][0] == "status" and moves else 8) if int(accesses[n][2], 16) >> bit & 1]
        bit = draw.choice(bits) if exact else 7
        changes, (fell, rose) = dump.changes, dump.accesses()[n]
        dump.turn(bit, fell, rose + 10000)
        dump.write("p.vcd")
        dump.changes = changes
        found = capture("p.vcd").get("difference", {"access": 0})
        if found["access"] - 1 not in (n, n + 1):
            yield f"bit {bit} of access {n + 1}, {' '.join(accesses[n])}, is wrong: {found}"
        elif found["register"] != "Status" and not any(
                found["model_least"] <= found["captured"] ^ 1 << place <= found["model_most"] for place in (bit, bit + 8)):
            yield f"bit {bit} of access {n + 1} is wrong, and the right one is not the model's: {found}"


def play(n):
    draw = random.Random(seed * 1000 + n)
    program = Program(draw, n % 4 == 3, 1 if n % 3 < 2 else 5)  # samples show what lasts two of them
    with open("program.scn", "w", encoding="ascii") as out:
        out.write("\n".join(program.lines + ["wait 2us", "print $begin", "print $begun", ""]))
    said = subprocess.run([tmr0, "run", "program.scn", "--wave", "run.vcd", "--json", "run.json"], capture_output=True, text=True,
                          check=False)
    if said.returncode > 1:
        yield said.stderr
        return
    with open("run.json", encoding="ascii") as file:
        run = json.load(file)[0]
    (begin, begun), exact = (int(value["value"]) // 2000 * 2000 for value in run["values"][-2:]), n % 3 < 2
    dump = Dump("run.vcd", "chip")
    dump.write("pins.vcd")
    if not exact:
        subprocess.run([sys.executable, analyser, "pins.vcd", "sampled.vcd", "--rate", "500e6"], check=True)
        dump = Dump("sampled.vcd", "libsigrok")
    dump.write("p.vcd")
    whole = capture("p.vcd")
    yield from against_rtl("whole", whole, run["margins"], exact)
    if "difference" in whole or not program.sure <= whole["compared"]:
        yield f"{whole['compared']} reads compared, expected {program.sure} or more: {whole.get('difference')}"
    dump.write("p.vcd" if exact else "q.vcd", shift=123456000, other=True)
    other = capture("p.vcd", shift=123456000) if exact else capture("q.vcd", "--map", dump.map(), shift=123456000)
    yield from (f"{part}: {other[part]}, as it was: {whole[part]}" for part in whole if other.get(part) != whole[part])
    later = [draw.randrange(begun, dump.end * 3 // 4, 2000) for _ in range(5)]
    for first in [draw.randrange(0, begin, 2000), draw.randrange(0, begin, 2000), begun, *later]:
        dump.write("p.vcd", first)
        found = capture("p.vcd", *(() if first < begin else ("--bus", "16" if program.wide else "8")))
        yield from against_whole(f"from {first} ps", found, whole, program.sure if first < begin else 0)
    yield from wrong_reads(dump, draw, begin, begun)
    yield from less_seen(dump, draw, whole)


for number in range(programs):
    for why in play(number):
        print(f"program {number} of seed {seed}: {why}".replace("\n", " ")[:600])
