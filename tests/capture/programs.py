#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random programs of the chip, played by the RTL, and what `tmr0 capture` says of their dumps.
Usage: programs.py TMR0 SEED COUNT

Of a dump each observation must be the RTL's. A capture that begins later may know less, but must not say otherwise,
and a capture that is shifted, or has another unit, other names and further signals, must say the same. Prints a line
for what is wrong. Known: while an OUT is off, the capture judges its status bit by TEHRL and TRHEH, the RTL does not.
"""
import functools
import json
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import analyser  # noqa: E402
from claims import DELAYS, wrong_claims  # noqa: E402
from recording import Recording, read, vcd  # noqa: E402

HOLDS = ("TWHAX", "TWHDX", "TWHSH")  # the RTL judges them when the hold is over
EDGES = ("TEHWH", "TWHEH", "TEHRL", "TRHEH", "TGVWH", "TWHGV", "TEHGV")  # those of F1-F5 and of chains are at no pin
HIDDEN = (*EDGES, "TCHCL", "TGVEH", "TGVGV")
LEAST = {"TAVRL": 25, "TAVWH": 170, "TDVWH": 80, "TRHRL": 1000, "TRHWL": 1000, "TRLRH": 160, "TSLRL": 20, "TSLWH": 170,
         "TWHAX": 20, "TWHDX": 20, "TWHRL": 1500, "TWHSH": 20, "TWHWL": 1500, "TWLWH": 150}
PORTS = ("i_cs_n", "i_rd_n", "i_wr_n", "i_cd", "i_data", "i_src", "i_gate", "o_out", "o_fout", "i_x2", "i_data_driven",
         "o_data_driven", "o_data_valid", "o_data")
PINS = {"CS": "cs_n", "RD": "rd_n", "WR": "wr_n", "CD": "cd"}
SHIFT = 123456000
spelled = functools.partial(vcd, scope="board.chip")


class Program:
    """Lines of a scenario, whose accesses determine what at least `sure` of its reads return. Nothing is shorter than
    least, ns."""

    def __init__(self, draw, wide, least):
        self.draw, self.wide, self.least, self.sure = draw, wide, least, 0
        before = [line for _ in range(15) for line in self.step()]
        self.lines = ["target chip", f"osc {draw.choice(('4MHz', '3.7MHz'))}", *before, "let begin = $now", "cmd 0xff"]
        self.lines += ["cmd 0xef"] * wide
        self.sure = 0
        for n in range(1, 6):
            self.lines += self.read(16 + n, 1) + self.write(16 + n, draw.randrange(2, 9))
        self.lines += ["let begun = $now", *self.write(23, wide << 13 | draw.choice((0, 0x110, 0x4, 0x8, 0x12c)))]
        for self.n in range(1, 6):
            self.lines += self.write(self.n, self.mode()) + self.write(8 + self.n, draw.randrange(2, 9))
        # The count before the first LOAD is not known, nor whether LOAD enters TC with it
        self.lines += ["cmd 0xdf"] + ["cmd 0x5f"] * 2 + [f"cmd {0xe0 + n}" for n in range(1, 6)] + ["cmd 0x3f"]
        self.lines += [line for _ in range(80) for line in self.step()]

    def write(self, pointer, value):
        return [f"cmd {pointer}", f"word {value}" if self.wide else f"data {value & 255} {value >> 8}"]

    def read(self, pointer, words):
        self.sure += words == 1 and pointer < 16
        return [f"cmd {pointer}"] + ["readw -> a" if self.wide else "read -> a b"] * words

    def mode(self):
        draw = self.draw
        source = draw.choice((self.n, self.n, draw.randrange(1, 6), draw.randrange(6, 11), 0, 11, 12))
        gate = draw.choice((0, 0, 0, 0, 0, 0, draw.randrange(1, 8)))
        special = draw.choice((0, 0x40, 0x40, 0x80, 0xc0)) if gate != 1 else 0
        return (gate << 13 | draw.choice((0, 0x1000)) | source << 8 | special | draw.choice((0, 0x20, 0x20)) |
                draw.choice((0, 0, 0, 0x10)) | draw.choice((0, 0, 0, 8)) | draw.choice((0, 1, 2, 2, 4, 5)))

    def register(self):
        pointer, value = self.draw.choice((self.n, 8 + self.n, 8 + self.n, 16 + self.n, 7, 15)), self.draw.randrange(2, 12)
        return self.write(pointer, self.draw.choice((0xffff, value)) if pointer > 16 else value)

    def bound(self):
        check, off = self.draw.choice(list(LEAST)), self.draw.choice((-9000, -1, 0, 1, 9000))
        command, status = "cmd 0x1f", "status -> s"
        played = self.draw.choice(([command], [status], [command, status], [status, command]))
        self.sure += played.count(status)
        return [f"timing {check} {LEAST[check] * 1000 + off}ps", *played, "timing legal"]

    def step(self):
        draw, n, some = self.draw, self.draw.randrange(1, 6), self.draw.randrange(1, 32)
        self.n = n
        kinds = (  # how often; the lines
            (4, lambda: [f"pulse src{n} {draw.choice((69, 70, 72, 73, 145, 200, 300))}ns {draw.randrange(1, 24)}"]),
            (1, lambda: [f"pin {draw.choice(('gate', 'src'))}{n} {draw.randrange(2)}"]),
            (2, lambda: [f"cmd {draw.choice((0x20, 0x40, 0x60, 0x60, 0x80, 0xa0, 0xa0, 0xc0)) | some}"]),
            (1, lambda: [f"cmd {draw.choice((0x80, 0xc0, 0xc0)) | some}",  # it may still be armed, and may not
                         f"pulse gate{n} {draw.choice((40, 100, 144, 145, 300))}ns"]),
            (1, lambda: [f"cmd {draw.choice((0xe0, 0xe8, 0xf8, 0xf9, 0xe0 + n, 0xe8 + n, 0xf0 + n))}"]),
            (1, self.register),
            (1, lambda: [f"cmd {0xa0 | 1 << n - 1}", *self.read(16 + n, 1)]),
            (1, lambda: self.read(draw.choice((n, 8 + n, 16 + n, 7, 23)), draw.randrange(1, 4))),
            (1, self.bound),
            (1, lambda: ["status -> s"]))
        [lines] = draw.choices([kind for _, kind in kinds], [often for often, _ in kinds])
        lines = lines()
        self.sure += lines == ["status -> s"]
        return lines + [f"wait {max(self.least, draw.choice((1, 3, 50, 100, 475, 2000, 2000, 2000, 2000)))}ns"]


def accesses(dump, strobes=("i_rd_n", "i_wr_n", "RD", "WR")):
    """Begin and end of each, ps"""
    moves = [(at, level) for at, signal, level in dump.changes() if signal in strobes]
    return [(was, at) for (was, low), (at, high) in zip(moves, moves[1:]) if (low, high) == ("0", "1")]


def capture(text, *options, shift=0):
    """The results, with times as before the shift."""
    with open("p.vcd", "w", encoding="ascii") as out:
        out.write(text)
    said = subprocess.run([sys.argv[1], "capture", "p.vcd", *options, "--quiet", "--json", "p.json"],
                          capture_output=True, text=True, check=False)
    if not said.stdout:
        return {"parameters": {}, "delays": {}, "unknown": set(), "compared": 0, "difference": said.stderr}
    with open("p.json", encoding="ascii") as told:
        found = json.load(told)
    unknown = re.search("^unknown at the end: (.*)", said.stdout.replace("\n  ", " "), re.MULTILINE)
    found["unknown"] = {item.replace("1-5", str(n)) for item in (unknown[1].split(", ") if unknown else ()) for n in range(1, 6)}
    for part in (found, *found["parameters"].values(), *found["delays"].values()):
        part.update({name: part[name] - shift for name in ("at_ps", "begin_ps", "end_ps") if name in part})
    return found


def against_rtl(name, whole, truth, exact):
    """What is claimed of parameters; of a dump of the RTL each observation."""
    for check, margin in truth.items() if exact else ():
        seen = whole["parameters"].get(check)
        # Before the reset F9 may be in force
        hidden = check in HIDDEN or check in ("TWHRL", "TWHWL") and seen and seen["unsure"]
        if not hidden and (not seen or seen["unsure"] or seen["broken"] != margin["broken"] or
                           seen["least_ps"] - seen["required_ps"] != margin["slack_ps"] or
                           seen["at_ps"] != margin["at_ps"] and check not in HOLDS):
            yield f"{name}: {check}: {seen}, the RTL has {margin}"
    for delay, seen in whole["delays"].items() if exact else ():
        if not seen["unsure"] and {seen["least_ps"], seen["most_ps"]} != {DELAYS[delay]} or seen["broken"]:
            yield f"{name}: {delay}: {seen}, the RTL's is {DELAYS[delay]} ps"
    yield from (f"{name}: {claim}" for claim in wrong_claims(truth, whole["parameters"], unsure=EDGES))


def against_whole(name, later, whole, same):
    """What a capture that begins later claims; from a reset on, it knows as much."""
    if "difference" in later:
        yield f"{name}: {later['difference']}"
    for kind in ("parameters", "delays"):
        for check, seen in later[kind].items():
            of = whole[kind].get(check, {"holds": 0, "broken": 0})
            if seen["holds"] > of["holds"] or seen["broken"] > of["broken"]:
                yield f"{name}: {check}: {seen}, the whole capture has {of}"
    unknown, all_unknown = later["unknown"], whole["unknown"]
    if all_unknown - unknown or (same and (unknown != all_unknown or later["compared"] < same)):
        yield (f"{name}: knows {all_unknown - unknown} beyond that, and not {unknown - all_unknown if same else set()}; "
               f"{later['compared']} reads compared, expected {same or 0}")


def lines_float(dump, draw, begun, wide, period):
    """After four reads the data lines float one by one: each TRHQZ is that of the last of them."""
    lasts = []
    for _, end in draw.sample([one for one in accesses(dump, ("RD",)) if one[0] > begun], 4):
        first = round(end / period)
        floats = [first + draw.randrange(1, int(150000 / period) + 2) for _ in range(16 if wide else 8)]
        for line, sample in enumerate(floats):
            until = round((first + int(800000 / period)) * period)
            dump = dump.during(f"D{line}", round(sample * period), until, lambda _: "z")
        lasts.append(round(max(floats) * period) - end)
    seen = capture(spelled(dump))["delays"].get("TRHQZ")
    late = seen and sum(last > seen["limit_ps"] for last in lasts)
    if not seen or (seen["least_ps"], seen["most_ps"]) != (min(lasts), max(lasts)) or seen["broken"] > late or (
            seen["holds"] > 4 - late or seen["holds"] + seen["broken"] + seen["unsure"] != 4):
        yield f"TRHQZ: {seen}, the last lines float after {sorted(lasts)} ps"


def less_seen(dump, draw, whole, begun, wide):
    """With fewer samples, and with a signal that is unknown for a while, a good chip is no worse. (C/D and data that
    become unknown move.)"""
    found = {}
    for _ in range(4):
        signal, last = draw.choice(list(dump.bits)), dump.rows[-1][0]
        end = draw.randrange(last // 8000, last // 2000) * 2000
        begin = end - draw.choice((10**4, 10**6, last // 10000 * 2000))
        hidden = dump.during(signal, begin, end, lambda value: "x" * len(value))
        moves = re.match(r"[io]_(cd|data)|CD|D[0-9]", signal)
        found[f"{signal} unknown up to {end} ps"] = capture(spelled(hidden)), not moves
    for rate in draw.sample((20, 24, 50, 80, 100, 250), 2):
        sampled = analysed(rate)
        found[f"{rate} MHz"] = capture(spelled(sampled)), True
        yield from (f"{rate} MHz: {why}" for why in lines_float(sampled, draw, begun, wide, 1e6 / rate))
    for name, (less, judged) in found.items():
        if "difference" in less:
            yield f"{name}: {less['difference']}"
        for kind in ("parameters", "delays") if judged else ():
            for check, seen in less[kind].items():
                broken = whole[kind].get(check, {"broken": 0})["broken"]
                if seen["broken"] > broken:
                    yield f"{name}: {check}: {seen}, with all samples {broken} broken"


def wrong_reads(dump, draw, begin, begun):
    """One read at a time that has another value than the chip's: each that is expected differs, with that word. The
    capture ends two accesses later, because a search for causes plays what follows many times."""
    capture(spelled(dump), "--scenario", "expected.scn")
    with open("expected.scn", encoding="ascii") as file:
        statements = [line.split() for line in file
                      if line.split()[0] in ("cmd", "data", "word", "status", "read", "readw", "#")]
    played = [words for words in statements if words[0] != "#" or words[1] == "access"]
    reads, times = [n for n, words in enumerate(played) if "&" in words], accesses(dump)
    moves = [at for at, signal, _ in dump.changes() if signal.startswith(("o_out", "OUT"))]
    early = [n for n in reads if begin < times[n][0] < begun]
    for n in draw.sample(reads, 3) + draw.sample(early, 2):
        words, (fell, rose) = played[n], times[n]
        exact = n in early or words[0] == "status"
        near = any(abs(at - fell) < 10**6 for at in moves)  # OUT that moves about a read may have either level
        bits = [bit for bit in range(1 if words[0] == "status" and near else 8) if int(words[2], 16) >> bit & 1]
        bit = draw.choice(bits) if exact else 7
        signal, place = ("o_data", 15 - bit) if "o_data" in dump.bits else (f"D{bit}", 0)

        def turned(value, place=place):
            return value[:place] + {"0": "1", "1": "0"}.get(value[place], value[place]) + value[place + 1:]
        wrong, last = dump.during(signal, fell, rose + 10000, turned), times[min(n + 2, len(times) - 1)][1] + 10**6
        wrong = Recording(dump.bits, [row for row in wrong.rows if row[0] <= last])
        found = capture(spelled(wrong)).get("difference", {"access": 0})
        if found["access"] - 1 not in (n, n + 1):
            yield f"bit {bit} of access {n + 1}, {' '.join(words)}, is wrong: {found}"
            continue
        right = [found["captured"] ^ 1 << place for place in (bit, bit + 8)]
        if found["register"] != "Status" and not any(
                found["model_least"] <= value <= found["model_most"] for value in right):
            yield f"bit {bit} of access {n + 1} is wrong, and the right one is not the model's: {found}"


def analysed(rate):
    """pins.vcd with so many million samples a second."""
    return analyser.recorded(analyser.options(["pins.vcd", "sampled.vcd", "--rate", f"{rate}e6"]))


def play(seed, n):
    draw = random.Random(seed * 1000 + n)
    program, exact = Program(draw, n % 4 == 3, 1 if n % 3 < 2 else 5), n % 3 < 2  # samples show what lasts two of them
    with open("program.scn", "w", encoding="ascii") as out:
        out.write("\n".join(program.lines + ["wait 2us", "print $begin", "print $begun", ""]))
    said = subprocess.run([sys.argv[1], "run", "program.scn", "--wave", "run.vcd", "--json", "run.json"],
                          capture_output=True, text=True, check=False)
    if said.returncode > 1:
        yield said.stderr
        return
    with open("run.json", encoding="ascii") as file:
        run = json.load(file)[0]
    begin, begun = (int(value["value"]) // 2000 * 2000 for value in run["values"][-2:])
    dump = read("run.vcd", ["board.chip"]).only(PORTS)
    with open("pins.vcd", "w", encoding="ascii") as out:
        out.write(spelled(dump))
    analyser.moves_of.cache_clear()
    dump = dump if exact else analysed(500)
    whole = capture(spelled(dump))
    yield from against_rtl("whole", whole, run["margins"], exact)
    if "difference" in whole or not program.sure <= whole["compared"]:
        yield f"{whole['compared']} reads compared, expected {program.sure} or more: {whole.get('difference')}"
    rows = [(at, {**values, "other": "01"[k & 1]}) for k, (at, values) in enumerate(dump.rows)]
    named = {} if exact else {signal: f"q{k}" for k, signal in enumerate(dump.bits)}
    maps = ",".join(f"{PINS.get(signal, signal.lower())}={name}" for signal, name in named.items())
    text = vcd(Recording({**dump.bits, "other": 1}, rows), "100 fs", lambda ps: (ps + SHIFT) * 10, scope="board.chip",
               name=lambda signal: named.get(signal, signal))
    other = capture(text, *["--map", maps] * bool(maps), shift=SHIFT)
    yield from (f"{part}: {other[part]}, as it was: {whole[part]}" for part in whole if other.get(part) != whole[part])
    later = [draw.randrange(begun, dump.rows[-1][0] * 3 // 4, 2000) for _ in range(5)]
    for first in [draw.randrange(0, begin, 2000), draw.randrange(0, begin, 2000), begun, *later]:
        bus = () if first < begin else ("--bus", "16" if program.wide else "8")
        found = capture(spelled(dump.since(first)), *bus)
        yield from against_whole(f"from {first} ps", found, whole, program.sure if first < begin else 0)
    yield from wrong_reads(dump, draw, begin, begun)
    yield from less_seen(dump, draw, whole, begun, program.wide)


def main():
    seed, programs = int(sys.argv[2]), int(sys.argv[3])
    for number in range(programs):
        for why in play(seed, number):
            print(f"program {number} of seed {seed}: {why}".replace("\n", " ")[:600])


if __name__ == "__main__":
    main()
