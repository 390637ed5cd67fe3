# SPDX-License-Identifier: MIT
"""An SDF file: the TIMINGCHECK entries of its cells (IEEE 1364-2005, 16; IEEE 1497)."""
import re
from dataclasses import dataclass, field
from typing import Iterator, NamedTuple, Union

from checks import ANY, COMBINED, LIMITS, MASKS, ONE_EVENT
from messages import FAULTS, Unsupported, fail
from preprocess import Scale, Source, read_text
from verilog import Words, plain, split, tokens

WORD = re.compile(r'//[^\n]*|/\*.*?\*/|"[^"]*"|[()]|(?:\\.|[^\s()"\\])+', re.DOTALL)
# The limits of each entry, as of the checks in LIMITS
ENTRIES = {**{kind: limits for kind, limits in LIMITS.items() if kind not in ("timeskew", "fullskew")},
           "bidirectskew": LIMITS["fullskew"]}
CORNERS = ("min", "typ", "max")
# Operators of conditions, weakest first, and what they mean of one bit
OPERATORS = {"||": "||", "&&": "&&", "|": "||", "^": "^", "&": "&&"}
Condition = Union[str, tuple[str, frozenset["Condition"]]]  # a name, or an operator and what it joins
STAMPS = ("SCOND", "CCOND")  # conditions of the earlier and of the later event, as an entry may have them
Terminal = tuple[str, int, Condition | None]  # its name with bits, its edges as of an Event, its condition


@dataclass
class List:
    """( ... ) of the file: words and lists, and where they and the list itself begin."""
    start: int
    items: "list[str | List]" = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    end: int = 0

    def word(self) -> str:
        """The first, in capitals."""
        return self.items[0].upper() if self.items and isinstance(self.items[0], str) else ""

    def rest(self) -> str:
        """The words after the first, joined."""
        return "".join(one for one in self.items[1:] if isinstance(one, str))

    def lists(self) -> "list[List]":
        return [one for one in self.items if isinstance(one, List)]


class Entry(NamedTuple):
    kind: str  # one of ENTRIES
    terminals: list[Terminal]  # as of a check: reference, data
    stamps: dict[str, Condition]
    limits: dict[str, float]  # ps by register


def condition(text: str) -> Condition:
    """Equal for texts of one meaning."""
    return canonical(tokens(text, 0, len(text)))


def canonical(words: Words) -> Condition:
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


class SdfReader:
    """Reads cell by cell, for an SDF file is long, and what their entries say."""

    def __init__(self, file: str, corner: int):
        self.file, self.source = file, Source(read_text(file, "an SDF file"), [(0, file, 1)])
        self.corner, self.unit_ps, self.divider, self.design = corner, 1000.0, ".", ""
        self.elsewhere = 0  # entries that have values at other corners
        self.at = 0  # where the last list begins

    def cells(self) -> Iterator[List]:
        """Of the file, one after the other."""
        words = (word for word in WORD.finditer(self.source.text) if not word[0].startswith(("//", "/*")))
        try:
            first = next(words, None)
            if not first or first[0] != "(" or next(words, first)[0].upper() != "DELAYFILE":
                fail(f"{self.source.where(first.start() if first else 0)}: not understood, expected SDF: (DELAYFILE")
            for word in words:
                if word[0] == ")":
                    return
                if word[0] == "(":
                    part = self.bracket(words, word.start())
                    if part.word() == "CELL":
                        yield part
                    self.header(part.word(), part.rest(), part.start)
        except FAULTS:
            fail(f"{self.source.where(self.at)}: not understood, expected SDF")
        fail(f"{self.source.where(len(self.source.text))}: not understood, expected SDF: a bracket is open")

    def bracket(self, words: Iterator[re.Match[str]], start: int) -> List:
        """The list that begins here. What is not of checks is skipped."""
        out = List(start)
        self.at = start
        for word in words:
            text = word[0]
            if text == ")":
                out.end = word.end()
                return out
            out.starts.append(word.start())
            out.items.append(self.bracket(words, word.start()) if text == "(" else text)
            if len(out.items) == 1 and text.upper() in ("DELAY", "TIMINGENV", "LABEL"):
                depth = 0
                for inside in words:
                    depth += (inside[0] == "(") - (inside[0] == ")")
                    if depth < 0:
                        return out
        fail(f"{self.source.where(len(self.source.text))}: not understood, expected SDF: a bracket is open")

    def header(self, word: str, text: str, at: int) -> None:
        if word == "TIMESCALE":
            scale = Scale.of(re.sub(r"\.0*", "", text) + "/1fs")
            if not scale:
                fail(f'{self.source.where(at)}: time unit "{text}", expected 1, 10 or 100 and s, ms, us, ns, ps or fs')
            self.unit_ps = scale.unit_ps
        elif word == "DIVIDER":
            self.divider = text or self.divider
        elif word == "DESIGN":
            self.design = self.design or text.strip('"')

    # ---- Entries

    def entry(self, written: List) -> Entry | None:
        """None if it sets nothing."""
        kind = written.word().lower()
        if kind not in ENTRIES:
            raise Unsupported(f"{written.word()}, expected one of {', '.join(ENTRIES).upper()}")
        count = 1 if kind in ONE_EVENT else 2
        terms, rest = written.items[1:1 + count], written.items[1 + count:]
        given = [one for one in rest if not isinstance(one, List) or one.word() not in STAMPS]
        limits = {name: ps for name, one in zip(ENTRIES[kind], given) if (ps := self.value(one)) is not None}
        if not limits:
            return None
        data_first = kind in ("setuphold", *COMBINED["setuphold"])
        terminals = [self.terminal(one) for one in terms][::-1 if data_first else 1]
        stamps = {one.word(): self.condition(one, one.end - 1) for one in written.lists() if one.word() in STAMPS}
        return Entry(kind, terminals, stamps, limits)

    def terminal(self, tree: "str | List") -> Terminal:
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
        """ps, or None of ( )."""
        text = "".join(map(str, tree.items)) if isinstance(tree, List) else tree
        numbers = text.split(":")
        number = numbers[self.corner if len(numbers) == 3 else 0]
        if not number and len(numbers) == 3 and numbers[0] == numbers[2]:  # x::x, as OpenSTA writes it
            number = numbers[0]
        try:
            if number or not any(numbers):
                int(float(number or 0))  # is finite
                return float(number) * self.unit_ps if number else None
        except (ValueError, OverflowError):
            raise Unsupported(f"{text}, expected a number or min:typ:max") from None
        self.elsewhere += 1
        raise Unsupported(f"no {CORNERS[self.corner]} value, expected another --corner")
