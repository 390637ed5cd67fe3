#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boards and probes with one fault each, drawn at random, and the causes that `tmr0 capture` names of them.
Usage: faults.py TMR0 SEED COUNT

A good driver's run is sampled at the chip or at the socket, at 24 to 500 MHz, then spoilt. A cause is wrong if it names
a line or counter that the fault does not touch, or a kind of fault that it is not. Prints each play with a wrong cause,
each fault that passes, each good board that fails, and for each kind how often what happened. Exit status 1 if there is
such a play, or if fewer than half of the faults have a cause.
"""
import collections
import json
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import analyser  # noqa: E402
from clips import clipped  # noqa: E402
from recording import Recording, moves, rows_of, vcd  # noqa: E402

DATA = [f"D{n}" for n in range(8)]
CONTROL = {"chip": ["RD", "WR", "CD"], "socket": ["MAS", "MDS", "R/W"]}
LINES = {"CD": "C/D", "R/W": "R/W", "X2": "X2"}  # as the verdict names them; the others end in -
PACES = {"stand": 0, "half": 0.5, "fast": 1.01}  # of a counter, for its edges
CAUSES = {  # words, and the kinds of fault that they may be said of
    r"(\S+) never (?:rose|fell|moved)": "high low float short double",
    r"(\S+) equals (\S+)": "short",
    r"(\S+)(?: and (\S+))? may be swapped": "swap",
    r"(\S+)(?: and (\S+))? looks? inverted": "invert",
    r"(D0) to (D7) look reversed": "reverse",
    r"(\S+) has double edges": "double",
    r"(\S+) is always (?:high|low) in reads": "high low float",
    r"board (looks) like": "",
    r"no (access) selects a port": "high low float short swap invert",
    r"X2 (stops|stands)": "still",
    r"(counter \d) stands": "stand",
    r"(counter \d) counts \S+ % too slow": "half crystal",
    r"(counter \d) counts \S+ % too fast": "fast"}


def driver(draw, place, osc, load):
    """Lines of a scenario, and its counters."""
    lines, port, counters = [], None, draw.sample(range(1, 6), draw.randrange(1, 4))

    def access(control, value=None):
        nonlocal port
        if place == "chip":
            reads, writes = ("status -> s", "cmd") if control else ("read -> v", "data")
            lines.append(reads if value is None else f"{writes} {value}")
            return
        if port is not control:
            lines.append("w 0 0" if control else "r 0")
        port = control
        lines.append("r 2 -> v" if value is None else f"w 2 {value}")

    def words(*values):
        for value in values:
            access(False, value & 255)
            access(False, value >> 8)
    access(True, 0xff)
    for n in counters:
        access(True, n)
        words(draw.choice((0x28, 0x20, 0x22, 0x2a)) | draw.choice((0x0b00, 0x0c00)), draw.choice((0, load)))
    mask = sum(1 << n - 1 for n in counters)
    access(True, 0x60 | mask)
    most = draw.choice((5, 50, 400))  # us from read to read
    for _ in range(draw.randrange(6, 20)):
        lines.append(f"wait {draw.randrange(3, most)}us")
        together = draw.random() < 0.8
        if together:
            access(True, 0xa0 | mask)
        for n in draw.sample(counters, len(counters)):
            if not together:
                access(True, 0xa0 | 1 << n - 1)
            access(True, 0x10 | n)
            access(False)
            access(False)
        if draw.random() < 0.2:
            access(True)
    head = ["target chip"] if place == "chip" else ["machine sun3-160:window"]
    return "\n".join([*head, f"osc {osc}", f"gap {draw.choice((1600, 2000, 9000))}ns", *lines, ""]), counters


def accesses(dump, place):
    """Of each access the numbers of its first row and of the one after it, whether it reads, the port, the value."""
    control, first, now = None, {}, {}
    for n, (_, values) in enumerate(dump.rows):
        before, now = now, {**now, **values}
        for strobe in CONTROL[place][:2]:
            if values.get(strobe) == "0":
                first[strobe] = n
            elif values.get(strobe) == "1" and strobe in first:
                reads = before["R/W"] == "1" if place == "socket" else strobe == "RD"
                control = before["CD"] == "1" if place == "chip" else control
                if strobe == "MDS":
                    control = not reads
                else:
                    yield first[strobe], n, reads, control, sum(int(before[line]) << k for k, line in enumerate(DATA))


def paced(dump, place, pace, counters):
    """These counters count so many times their edges from their first read on; by how many counts they are off."""
    counter, low, totals, spans, off = None, None, {}, {}, 0
    for begin, end, reads, control, value in accesses(dump, place):
        if control:
            counter, low = (counter, low) if reads else (value - 0x10, None)
        elif reads and counter in counters and low is None:
            low = begin, end, value
        elif reads and counter in counters:
            count = low[2] | value << 8
            first, last, total = totals.get(counter, (count, count, 0))
            total += (count - last + 32768) % 65536 - 32768
            totals[counter] = first, count, total
            off = max(off, abs(round(total * pace) - total))
            given = first + round(total * pace) & 0xffff
            for from_row, to_row, old, new in (*low, given & 255), (begin, end, value, given >> 8):
                spans.update({n: (old, new) for n in range(from_row, to_row + 1)})
    rows = []
    for n, (at, now) in enumerate(dump.levels()):
        old, new = spans.get(n, (None, None))
        if old == sum(int(now[line]) << k for k, line in enumerate(DATA)):
            now.update({line: f"{new >> k & 1}" for k, line in enumerate(DATA)})
        rows.append((at, now))
    return Recording(dump.bits, moves(rows)), off


def double(dump, line):
    """8 ns after each edge of the line, but in the last 16 ns, it goes back for 8 ns."""
    end = dump.rows[-1][0]
    changes = [(at + late, signal, value if late != 8000 else "10"[int(value)]) for at, signal, value in dump.changes()
               for late in ((0, 8000, 16000) if signal == line and 0 < at <= end - 16000 else (0,))]
    return Recording(dump.bits, rows_of(sorted(changes, key=lambda change: change[0]), end))


def spoilt(dump, kind, lines):
    if kind == "crystal":
        return dump.only(set(dump.bits) - {"X2"})
    if kind == "reverse":
        names = dict(zip(DATA, DATA[::-1]))
        return Recording(dump.bits, [(at, {names.get(line, line): level for line, level in values.items()})
                                     for at, values in dump.rows])
    if kind == "still":
        return clipped(dump, "low", "X2", None)
    if kind == "double":
        return double(dump, *lines)
    return clipped(dump, kind, lines[0], lines[-1]) if lines else dump


def kinds(place):
    """Each kind of fault with the groups that its lines are drawn of."""
    control = CONTROL[place]
    yield from ((kind, [lines]) for kind in ("high", "low", "float", "invert") for lines in (DATA, control))
    pairs = [DATA, DATA], [control, control], [control, DATA]
    yield from ((kind, pair) for kind in ("short", "swap") for pair in pairs)
    yield from (("double", [control[:2]]), ("reverse", []), ("none", []), ("crystal", []))
    yield from ((kind, []) for kind in PACES)
    if place == "chip":
        yield from (("still", []), ("short", [DATA, ["X2"]]))


def play(tmr0, draw, place, kind, groups):
    """The fault as it shows, its lines, the command's status and verdict, and the causes that it may not name."""
    load = 0 if kind in PACES else draw.randrange(40000)
    scenario, counters = driver(draw, place, "2MHz" if kind == "crystal" else "4MHz", load)
    with open("f.scn", "w", encoding="ascii") as out:
        out.write(scenario)
    subprocess.run([tmr0, "run", "f.scn", "--quiet", "--wave", "f.vcd"], stderr=subprocess.DEVNULL, check=True)
    rate = 500e6 if kind == "double" else draw.choice((24e6, 48e6, 100e6, 250e6, 500e6))
    lines = []
    spoils = draw.sample(counters, draw.randrange(1, len(counters) + 1)) if kind in PACES else counters
    for group in groups:
        lines.append(draw.choice([line for line in group if line not in lines]))
    dump = analyser.recorded(analyser.options(["f.vcd", "-", "--at", place, "--rate", f"{rate}"]))
    analyser.moves_of.cache_clear()
    if kind in PACES:
        dump, off = paced(dump, place, PACES[kind], spoils)
        kind = kind if off > 4 else "few"  # so few counts may be the sampling's
    dump = spoilt(dump, kind, lines)
    with open("c.vcd", "w", encoding="ascii") as out:
        out.write(vcd(dump, scope="libsigrok"))
    options = ["--rate", f"{rate / 1e6:.0f}MHz", "--quiet", "--json", "c.json"]
    options += ["--at", "socket", "--machine", "sun3-160:window"] if place == "socket" else []
    options += ["--osc", "4MHz"] if kind == "crystal" else []
    said = subprocess.run([tmr0, "capture", "c.vcd", *options], capture_output=True, text=True, check=False)
    verdict = said.stderr
    if not verdict:
        with open("c.json", encoding="ascii") as told:
            verdict = json.load(told)["verdict"]
    touched = {LINES.get(line, line if line in DATA else line + "-") for line in lines}
    touched |= {"D0", "D7"} if kind == "reverse" else {f"counter {n}" for n in spoils}
    named, wrong = 0, []
    for words, of in CAUSES.items():
        for cause in re.finditer(words, verdict):
            named += 1
            said_of = {line.rstrip(",;") for line in cause.groups() if line and re.match("[A-Z]|counter", line)}
            if kind not in of.split() or not said_of <= touched:
                wrong.append(cause[0])
    if kind == "short" and not named and len({value for *_, value in accesses(dump, place)}) < 20:
        kind = "few"  # in so few values two lines of a good board may be equal
    return kind, lines, said.returncode, verdict, named, wrong


def main():
    tmr0, seed, count = sys.argv[1], *map(int, sys.argv[2:])
    sums, bad = collections.defaultdict(collections.Counter), False
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        place = draw.choice(("chip", "socket"))
        drawn = [*kinds(place)]
        kind, groups = drawn[number % len(drawn)]
        kind, lines, status, verdict, named, wrong = play(tmr0, draw, place, kind, groups)
        words = ["data" if group is DATA else "X2" if group == ["X2"] else "control" for group in groups]
        name = ", ".join([f"{place}, {kind}", *words])
        false_pass = status == 0 and kind not in ("none", "double", "few")
        sums[name].update(played=1, named=named > 0, wrong=bool(wrong), passed=status == 0)
        if wrong or false_pass or kind == "none" and status == 1:
            bad = True
            print(f"{number} of seed {seed}: {place}, {kind} {' '.join(lines)}: status {status}, {verdict}".strip())
    faults = [of for name, of in sums.items() if not name.endswith((" none", " few"))]
    bad |= 2 * sum(of["named"] for of in faults) < sum(of["played"] for of in faults)
    for name, of in sorted(sums.items()):
        print(f"{name:32} {of['played']:4} played, {of['named']:4} with a cause, {of['wrong']:4} with a wrong one, "
              f"{of['passed']:4} passed")
    sys.exit(bad)


main()
