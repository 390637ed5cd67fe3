# SPDX-License-Identifier: MIT
"""Limits of instances, from the TIMINGCHECK entries of an SDF file (IEEE 1364-2005, 16; IEEE 1497)."""
import re
from dataclasses import dataclass, field
from typing import Iterator, Union

from checks import ANY, LIMITS, MASKS, Check, Checked, Event, Say, rounded
from delays import Delays
from design import Design, Target, indices, values_of
from messages import FAULTS, Unsupported, fail, reason
from preprocess import Scale, Source, read_text
from rewrite import literal, loops
from verilog import TOKEN, Module, Words, plain, signal, split

WORD = re.compile(r'//[^\n]*|/\*.*?\*/|"[^"]*"|[()]|(?:\\.|[^\s()"\\])+', re.DOTALL)
# A check of two limits, and those that an entry sets with it (IEEE 1364-2005, table 16-2)
WHOLE = {"setup": "setuphold", "hold": "setuphold", "recovery": "recrem", "removal": "recrem", "timeskew": "skew",
         "bidirectskew": "fullskew"}
ENTRIES = {**{kind: limits for kind, limits in LIMITS.items() if kind not in ("timeskew", "fullskew")},
           "bidirectskew": LIMITS["fullskew"]}
CORNERS = ("min", "typ", "max")
# Operators of conditions, weakest first, and what they mean of one bit
OPERATORS = {"||": "||", "&&": "&&", "|": "||", "^": "^", "&": "&&"}
Condition = Union[str, tuple[str, frozenset["Condition"]]]  # a name, or an operator and what it joins
STAMPS = ("SCOND", "CCOND")  # conditions of the earlier and of the later event, as an entry may have them


@dataclass
class List:
    """( ... ) of the file: words and lists."""
    start: int
    items: "list[str | List]" = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    end: int = 0

    def word(self) -> str:
        return self.items[0].upper() if self.items and isinstance(self.items[0], str) else ""

    def lists(self) -> "list[List]":
        return [one for one in self.items if isinstance(one, List)]

    def words(self) -> list[str]:
        return [one for one in self.items[1:] if isinstance(one, str)]


def canonical(words: Words) -> Condition:
    """What a condition means, however it is spelled."""
    texts = [word[0] for word in words]
    if texts[:1] == ["("] and texts[-1:] == [")"] and len(split(words[1:-1], ")")) == 1:
        return canonical(words[1:-1])
    for operator, means in OPERATORS.items():
        if len(pieces := split(words, operator)) > 1:
            inner = [canonical(piece) for piece in pieces]
            same = [one[1] if isinstance(one, tuple) and one[0] == means else {one} for one in inner]
            return means, frozenset().union(*same)
    if len(texts) > 2 and texts[-2] in ("==", "===", "!=", "!=="):
        value = texts[-1].lower().replace(" ", "")
        if value in ("1", "1'b1", "'b1", "0", "1'b0", "'b0"):
            name = canonical(words[:-2])
            return name if (value[-1] == "1") == (texts[-2][0] == "=") else negated(name)
    if texts[:1] and texts[0] in ("!", "~"):
        return negated(canonical(words[1:]))
    return "".join(plain(text) for text in texts)


def negated(one: Condition) -> Condition:
    return next(iter(one[1])) if isinstance(one, tuple) and one[0] == "!" else ("!", frozenset([one]))


def condition(text: str) -> Condition:
    return canonical([(found[0], found.start(), found.end()) for found in TOKEN.finditer(text)])


Place = tuple[str, ...]  # of each terminal its bits, * for all


class Annotation:
    def __init__(self, cells: dict[str, Checked], scope: str, corner: int, say: Say):
        self.cells, self.corner, self.say = cells, corner, say
        self.design = Design({name: one.module for name, one in cells.items()}, scope, corner)
        self.unit, self.divider, self.file, self.source = 1000.0, ".", "", Source()
        self.top: Module | None = None
        self.at = self.entries = self.fitted = self.elsewhere = self.zeros = 0
        self.missing: list[str] = []
        self.lines: list[str] = []
        # Of each instance, by label, limit and bits
        self.limits: dict[str, tuple[Target, dict[tuple[str, str, Place], int]]] = {}
        self.delays = Delays()

    # ---- The file

    def lists(self, found: Iterator[re.Match[str]], start: int) -> List:
        """The list that begins here. Delays are skipped: an SDF file is long."""
        out = List(start)
        self.at = start
        for word in found:
            text = word[0]
            if text == "(":
                out.starts.append(word.start())
                out.items.append(self.lists(found, word.start()))
            elif text == ")":
                out.end = word.end()
                if out.word() == "CELL":
                    self.cell(out)
                    out.items.clear()
                elif out.word() == "TIMESCALE":
                    text = "".join(out.words())
                    scale = Scale.of(re.sub(r"\.0*", "", text) + "/1fs")
                    if not scale:
                        where = self.source.where(start)
                        fail(f'{where}: time unit "{text}", expected 1, 10 or 100 and s, ms, us, ns, ps or fs')
                    self.unit = scale.unit_ps
                elif out.word() == "DIVIDER" and out.words():
                    self.divider = out.words()[0]
                elif out.word() == "DESIGN" and out.words():
                    self.top = self.top or self.design.modules.get(out.words()[0].strip('"'))
                return out
            else:
                out.starts.append(word.start())
                out.items.append(text)
                if len(out.items) == 1 and text.upper() in ("DELAY", "TIMINGENV", "LABEL"):
                    depth = 0
                    for inside in found:
                        depth += (inside[0] == "(") - (inside[0] == ")")
                        if depth < 0:
                            return out
        fail(f"{self.source.where(len(self.source.text))}: not understood, expected SDF: a bracket is open")

    def read(self, file: str) -> None:
        self.file, self.source = file, Source(read_text(file, "an SDF file"), [(0, file, 1)])
        self.top = self.design.modules.get(self.design.find(None, self.design.scope, ".")[1])
        found = (word for word in WORD.finditer(self.source.text) if not word[0].startswith(("//", "/*")))
        try:
            first = next(found, None)
            if not first or first[0] != "(" or self.lists(found, 0).word() != "DELAYFILE":
                fail(f"{self.source.where(first.start() if first else 0)}: not understood, expected SDF: (DELAYFILE")
        except FAULTS:
            fail(f"{self.source.where(self.at)}: not understood, expected SDF")
        for target, given in self.limits.values():
            self.settle(target, given)

    # ---- Instances

    def targets(self, celltype: str, instance: str) -> list[Target]:
        found, cell, values = self.design.find(self.top, instance, self.divider)
        if found is None:
            self.missing.append(instance)
            return []
        if instance and cell and celltype not in ("", cell):
            raise Unsupported(f'CELLTYPE "{celltype}" of {instance}, expected "{cell}" as in the design')
        checked = self.cells.get(celltype or cell)
        if not checked:
            raise Unsupported(f'CELLTYPE "{celltype}", expected a module with checks')
        path = f"{self.design.scope}.{found}" if found else self.design.scope
        values = values or values_of(checked.module, None, {}, self.corner)
        if checked.checks:
            return [Target(path, checked, {}, values)]
        out = []
        for one in checked.module.instances:  # a wrapper: the checks are one level below
            inner = self.cells.get(one.cell)
            if inner and inner.checks and one.name and not one.several:
                ports = {}
                for port, net in one.connections.items():
                    index = int(port) if port.isdigit() else -1
                    ports[net] = inner.module.ports[index] if 0 <= index < len(inner.module.ports) else port
                inside = values_of(inner.module, one, values, self.corner)
                out.append(Target(f"{path}.{signal(one.name)}", inner, ports, inside))
        if not out:
            raise Unsupported(f'CELLTYPE "{celltype}", expected a module with checks')
        return out

    def cell(self, cell: List) -> None:
        entries = [entry for one in cell.lists() if one.word() == "TIMINGCHECK" for entry in one.lists()]
        if not entries:
            return
        parts_of = {one.word(): one.words() for one in cell.lists()}
        celltype, instance = "".join(parts_of.get("CELLTYPE", [])).strip('"'), "".join(parts_of.get("INSTANCE", []))
        try:
            if instance == "*" and celltype in self.cells:
                checked = self.cells[celltype]
                targets = [Target("", checked, {}, values_of(checked.module, None, {}, self.corner))]
            else:
                targets = self.targets(celltype, "" if instance == "*" else instance)
        except (Unsupported, *FAULTS) as why:
            self.entries += len(entries)
            return self.unfit(cell.start, reason(why, f"INSTANCE {instance}", "one of the design"))
        for entry in entries:
            self.entries += 1
            try:
                if (values := self.values(entry)) is None:
                    self.entries -= 1
                    continue
                if not targets:
                    raise Unsupported(f"INSTANCE {instance}, expected one of the design")
                if not sum([self.entry(one, entry, values) for one in targets]):
                    text = " ".join(self.source.text[entry.start:entry.end].split())
                    raise Unsupported(f"{text} fits no check of {targets[0].checked.module.name}")
                self.fitted += 1
            except (Unsupported, *FAULTS) as why:
                self.unfit(entry.start, reason(why, self.source.text[entry.start:entry.end], "an entry"))

    def unfit(self, at: int, text: str) -> None:
        self.say.status = 1
        if self.say.verbose:
            self.say.line(f"{self.source.where(at)}: {text}; left out")

    # ---- Entries

    def terminal(self, tree: "str | List") -> tuple[str, int, Condition | None]:
        """Signal, edges, condition."""
        if isinstance(tree, str):
            return tree.replace("\\", ""), ANY, None
        word = tree.word()
        name, edges, given = self.terminal(tree.items[-1]) if len(tree.items) > 1 else ("", ANY, None)
        if word == "COND":
            return name, edges, self.condition(tree, tree.starts[-1])
        edge = word.lower().replace("z", "x")
        if edge not in MASKS:
            raise Unsupported(f"{word}, expected posedge, negedge or COND")
        return name, MASKS[edge], given

    def condition(self, tree: List, end: int) -> Condition:
        """What follows COND and its kind, and perhaps a name in quotes."""
        return condition(re.sub(r'^\w+\s*("[^"]*")?', "", self.source.text[tree.starts[0]:end]))

    def value(self, tree: "str | List") -> float | None:
        text = "".join(map(str, tree.items)) if isinstance(tree, List) else tree
        numbers = text.split(":")
        number = numbers[self.corner if len(numbers) == 3 else 0]
        if not number and len(numbers) == 3 and numbers[0] == numbers[2]:  # x::x, as OpenSTA writes it
            number = numbers[0]
        try:
            if number or not any(numbers):
                int(float(number or 0))  # is finite
                return float(number) * self.unit if number else None
        except (ValueError, OverflowError):
            raise Unsupported(f"{text}, expected a number or min:typ:max") from None
        self.elsewhere += 1
        raise Unsupported(f"no {CORNERS[self.corner]} value, expected another --corner")

    def values(self, entry: List) -> dict[str, float] | None:
        """Limits of an entry; None if it has none."""
        kind = entry.word().lower()
        if kind not in ENTRIES:
            raise Unsupported(f"{entry.word()}, expected one of {', '.join(ENTRIES).upper()}")
        count = 1 if kind in ("width", "period") else 2
        given = [one for one in entry.items[1 + count:] if not isinstance(one, List) or one.word() not in STAMPS]
        values = {name: self.value(one) for name, one in zip(ENTRIES[kind], given)}
        return {name: value for name, value in values.items() if value is not None} or None

    def entry(self, target: Target, entry: List, values: dict[str, float]) -> int:
        """How many checks it sets."""
        kind = entry.word().lower()
        whole = WHOLE.get(kind, kind)
        count = 1 if kind in ("width", "period") else 2
        terminals = [self.terminal(one) for one in entry.items[1:1 + count]][::-1 if whole == "setuphold" else 1]
        stamps = {one.word(): self.condition(one, one.end - 1) for one in entry.lists() if one.word() in STAMPS}
        fits = 0
        for check in target.checked.checks:
            names = [name for name in values if name in LIMITS[check.kind]]
            if WHOLE.get(check.kind, check.kind) != whole or not names:
                continue
            own = zip(STAMPS, (check.stamp, check.later))
            if any(stamps.get(word) not in (None, condition(text)) for word, text in own):
                continue
            place = [bits for one, event in zip(terminals, check.events)
                     if (bits := self.fit(target, one, event, check)) is not None]
            if len(place) < len(terminals):
                continue
            fits += 1
            narrow = any(one[1] & event.edges != event.edges for one, event in zip(terminals, check.events))
            for name in names:
                self.set(target, check, name, tuple(place), rounded(values[name], check.scale, check.label), narrow)
        return fits

    def fit(self, target: Target, given: tuple[str, int, Condition | None], event: Event, check: Check) -> str | None:
        """The bits of the event that an entry's terminal sets, "*" for all, None if it is another. Edges need only
        overlap, and what is given without a condition fits any."""
        name, edges, cond = given
        found = re.fullmatch(r"(.*?)((?:\[[^\[\]]*\])?)", name)
        base, select = (found[1], found[2].replace(" ", "")) if found else (name, "")
        if target.ports.get(base, base) != event.name or not edges & event.edges:
            return None
        if cond is not None and cond not in map(condition, filter(None, (event.condition, check.stamp, check.later))):
            return None
        if event.range and (not event.select or select != event.select):
            bits = indices(event.range, target.values) if select or target.path else range(0)
            if not select:
                return "*"
            first, _, last = select[1:-1].partition(":")
            asked = int(first), int(last or first)
            return f"[{asked[0]}:{asked[1]}]" if asked[0] in bits and asked[1] in bits else None
        return "*" if select == event.select else None

    def set(self, target: Target, check: Check, name: str, place: Place, value: int, narrow: bool) -> None:
        whole = ("*",) * len(place)
        if not target.path:  # INSTANCE *
            if place != whole:
                raise Unsupported("one bit of INSTANCE *, expected the vector")
            value = max(value, check.given.get(name, value)) if narrow else value
            check.limits[name] = check.given[name] = value
            return
        limits = self.limits.setdefault(target.path, (target, {}))[1]
        key = (check.label, name, place)
        inside = {one: limits.pop(one) for one in list(limits) if one[:2] == key[:2] and place == whole != one[2]}
        if narrow:  # a check of every edge has the longest limit of them
            value = max(value, limits.get(key, value), limits.get((check.label, name, whole), value))
        limits.pop(key, None)
        limits[key] = value
        if narrow:
            limits.update({one: max(value, was) for one, was in inside.items()})

    # ---- Output

    def settle(self, target: Target, given: dict[tuple[str, str, Place], int]) -> None:
        """What is written of an instance."""
        path, checked = target.path, target.checked
        worst = checked.known()
        labels = {check.label: check for check in checked.checks}
        for (label, name, place), value in given.items():
            worst[label, name] = value if set(place) == {"*"} else min(value, worst.get((label, name), value))
            self.lines += [f"        {path}.{checked.block}.{one}.{name}_ps <= {literal(value)};"
                           for one in self.places(target, label, labels[label].events, place)]
        self.zeros += sum(worst.get((check.label, name)) == 0 for check in checked.checks
                          for name in check.limits if (check.kind, name) != ("width", "before"))
        self.delays.notice(checked, worst)
        if checked.delayed:
            own, now = checked.delays(checked.known()), checked.delays(worst)
            for number, (source, _) in enumerate(checked.delayed.values(), 1):
                if now[name := source.signal()] != own[name]:
                    self.delays.moved.setdefault(checked.module.name, dict[str, int]())[name] = own[name]
                    self.lines.append(f"        {path}.{checked.block}.late_{number} <= {literal(now[name])};")

    @staticmethod
    def places(target: Target, label: str, events: list[Event], place: Place) -> list[str]:
        """Instances below a label: each bit of vectors."""
        rows = loops(label, events)
        if not rows:
            return [label]
        out = [""]
        for block, _, one in rows:
            bits = next((bits for bits, event in zip(place, events) if event is one and bits != "*"), one.range)
            out = [f"{before}{block}[{bit}]." for before in out for bit in indices(bits, target.values)]
        return [f"{before}bit_" for before in out]

    def module(self) -> list[str]:
        return ["`timescale 1ps/1ps", f"module specify_limits; // of {self.file}",
                "    /* verilator lint_off INITIALDLY */  // <= acts after the checks' own initial values",
                "    initial begin", *self.lines, "    end",
                "    specify_closing #(2) specify_closing ();", "endmodule"]

    def print(self) -> None:
        text = f"{self.file}: annotated {self.fitted} of {self.entries} entries"
        if self.elsewhere:
            text += f"; {self.elsewhere} have no {CORNERS[self.corner]} value, expected another --corner"
        if (unfit := self.entries - self.fitted - self.elsewhere) > 0:
            text += f"; {unfit} fit nothing" + " (--verbose lists them)" * (not self.say.verbose)
        print(f"{text}; {self.zeros} limits are zero")
        if self.missing:
            names = ", ".join(self.missing[:3]) + ", ..." * (len(self.missing) > 3)
            self.say.line(f"{self.file}: {len(self.missing)} instances are not in the design: {names}")
