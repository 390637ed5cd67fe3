# SPDX-License-Identifier: MIT
"""A recording of signals, as all of tests/capture reads, changes and writes it: as VCD and as a table (CSV)."""
import bisect
import collections
import functools
import itertools
import re


class Recording:
    """Signals with their numbers of bits, and rows of a time and the values that begin there, in the order of their
    times. The value of a vector begins with its uppermost bit."""

    def __init__(self, bits, rows):
        self.bits, self.rows = bits, rows

    def levels(self):
        """The rows with the values of all signals."""
        now = {}
        for at, values in self.rows:
            now.update(values)
            yield at, dict(now)

    def changes(self):
        return [(at, signal, value) for at, values in self.rows for signal, value in values.items()]

    def only(self, signals):
        changes = [change for change in self.changes() if change[1] in signals]
        return Recording({signal: bits for signal, bits in self.bits.items() if signal in signals},
                         rows_of(changes, self.rows[-1][0]))

    def since(self, first):
        """What is seen from that time on."""
        now = [levels for at, levels in self.levels() if at <= first][-1]
        return Recording(self.bits, [(first, now)] + [row for row in self.rows if row[0] > first])

    def during(self, signal, begin, end, other):
        """From begin to end that signal is other(its value)."""
        rows = list(self.rows)
        for at in (begin, end):
            n = bisect.bisect_left(rows, (at,))
            if n == len(rows) or rows[n][0] != at:
                rows.insert(n, (at, {}))
            level = next(values[signal] for _, values in rows[n::-1] if signal in values)
            rows[n] = at, {**rows[n][1], signal: level}
        for n in range(bisect.bisect_left(rows, (begin,)), bisect.bisect_left(rows, (end,))):
            at, values = rows[n]
            if signal in values:
                rows[n] = at, {**values, signal: other(values[signal])}
        return Recording(self.bits, rows)

    def joined(self, groups):
        """With a vector for each group of lines, the first of which is its lowest bit."""
        groups = {vector: [line for line in lines if line in self.bits] for vector, lines in groups.items()}
        of = {line: vector for vector, lines in groups.items() for line in lines}
        bits = {**{vector: len(lines) for vector, lines in groups.items()},
                **{signal: n for signal, n in self.bits.items() if signal not in of}}
        rows = []
        for (at, now), (_, values) in zip(self.levels(), self.rows):
            vectors = {of[line]: "".join(now[each] for each in groups[of[line]][::-1]) for line in values if line in of}
            rows.append((at, {**vectors, **{signal: value for signal, value in values.items() if signal not in of}}))
        return Recording(bits, rows)


def rows_of(changes, end):
    """The rows of changes (time, signal, value), and a last one at the end."""
    rows = collections.defaultdict(dict)
    for at, signal, value in changes:
        rows[at][signal] = value
    return sorted({**rows, end: rows[end]}.items())


def moves(rows):
    """Of rows of all levels, the last one, and what moves in the others."""
    moved, before = [], {}
    for at, now in rows:
        if now is not before:
            values = {signal: level for signal, level in now.items() if level != before.get(signal)}
            moved += [(at, values)] * bool(values)
            before = now
    return moved if moved[-1][0] == at else moved + [(at, {})]


def read(name, scopes=()):
    """A VCD with a change a line: of all signals, or of those that are declared in one of the scopes, which are told by
    their last two names. Times are ps."""
    with open(name, encoding="ascii") as file:
        head, body = file.read().split("$enddefinitions", 1)
    scale = re.search(r"\$timescale\s+(\d+)\s*([pn])s", head)
    ps = int(scale[1]) * {"p": 1, "n": 1000}[scale[2]]
    path, bits, codes = [], {}, collections.defaultdict(list)
    for words in map(str.split, head.splitlines()):
        if words[:1] == ["$scope"]:
            path.append(words[2])
        elif words[:1] == ["$upscope"]:
            path.pop()
        elif words[:1] == ["$var"] and (not scopes or ".".join(path[-2:]) in scopes):
            bits[words[4]] = int(words[2])
            codes[words[3]].append(words[4])
    singles = {level + code: (level, signals) for level in "01xz" for code, signals in codes.items()}
    at, changes = 0, []
    for line in body.splitlines():
        if line[:1] == "#":
            at = int(line[1:]) * ps
        elif line in singles:
            level, signals = singles[line]
            changes += [(at, signal, level) for signal in signals]
        elif line[:1] == "b" and (code := line[line.index(" ") + 1:]) in codes:
            value = line[1:line.index(" ")]
            fill = "0" if value[0] == "1" else value[0]
            changes += [(at, signal, value.rjust(bits[signal], fill)) for signal in codes[code]]
    return Recording(bits, rows_of(changes, at))


def shortest(value):
    """A vector's value without the bits that the one after them stands for."""
    while value[0] == "b" and len(value) > 2 and value[1] != "1" and value[1] == ("0" if value[2] == "1" else value[2]):
        value = "b" + value[2:]
    return value


def vcd(recording, scale="1 ps", time=int, *, scope="capture", name=str, code=lambda n: chr(33 + n), between=" ",
        end="\n", value=str, draw=None, extra="", inside=""):
    """The text. time: the number of a row's time; value: a level, or b and a vector's, as it is written; draw: mixes
    signals and values; extra: declarations before the others; inside: what follows each row."""
    def line(*words):
        return between.join(word for word in words if word) + end

    @functools.cache  # a recording has few changes, each of them often
    def change(signal, level):
        vector = recording.bits[signal] > 1
        text = value("b" * vector + level)
        return line(text, codes[signal]) if vector else line(text + codes[signal])
    signals = draw.sample(list(recording.bits), len(recording.bits)) if draw else list(recording.bits)
    codes = {signal: code(n) for n, signal in enumerate(signals)}
    lines = [line("$timescale", scale, "$end"), *(line("$scope", "module", part, "$end") for part in scope.split("."))]
    lines += [line(extra)] * bool(extra)
    for signal in signals:
        bits = recording.bits[signal]
        range_of = f"[{bits - 1}:0]" if bits > 1 else ""
        lines.append(line("$var", "wire", f"{bits}", codes[signal], name(signal), range_of, "$end"))
    lines += [line("$upscope", "$end") for _ in scope.split(".")] + [line("$enddefinitions", "$end")]
    begin, stop = ([line("$dumpvars")], [line("$end")]) if draw else ([], [])
    stop += [line(inside)] * bool(inside)
    after = stop[-1:] * bool(inside)
    for at, values in recording.rows:
        moved = values.items()
        lines.append(f"#{time(at)}{end}")
        lines += begin
        lines += itertools.starmap(change, draw.sample(list(moved), len(moved)) if draw else moved)
        lines += stop
        begin, stop = [], after
    return "".join(lines)


def csv(recording, unit, time, *, head="", label=str, value=str, column="", cell="", end="\n", draw=None):
    """The text, a row for each of the recording. unit: the first name, of the times; "": no times; time, label, value:
    one as it is written; column, cell: those of one more column."""
    signals = draw.sample(list(recording.bits), len(recording.bits)) if draw else list(recording.bits)
    times = (lambda at: [time(at)]) if unit else (lambda at: [])
    rows = [",".join([unit] * bool(unit) + [label(signal) for signal in signals]) + column]
    for at, levels in recording.levels():
        rows.append(",".join([*times(at), *(value(levels[signal]) for signal in signals)]) + cell)
    return head + "".join(row + end for row in rows)
