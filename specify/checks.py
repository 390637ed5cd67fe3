# SPDX-License-Identifier: MIT
"""Timing checks as a module's specify blocks have them (IEEE 1364-2005, 15): events, conditions, limits."""
import ast
import re
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add, mul, neg, pos, sub
from typing import Any

from messages import FAULTS, Say, Unsupported, fail, reason
from preprocess import UNITS, Scale
from verilog import NAME, Module, Span, Words, plain, signal, split, tokens

EDGES = ("01", "10", "0x", "x1", "1x", "x0")  # bits of a mask, as specify_check.v has them
POSEDGE, NEGEDGE, ANY = 0b001101, 0b110010, 0b111111
MASKS = {"posedge": POSEDGE, "negedge": NEGEDGE, **{edge: 1 << bit for bit, edge in enumerate(EDGES)}}
# `/` of whole numbers is whole
OPERATIONS: dict[type, Any] = {
    ast.UAdd: pos, ast.USub: neg, ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Mod: lambda a, b: a - b * int(a / b),
    ast.Div: lambda a, b: int(Fraction(a, b)) if isinstance(a, int) and isinstance(b, int) else a / b}
# The limits of each check, in order, as the registers that hold them
LIMITS = {"setup": ("before",), "hold": ("after",), "setuphold": ("before", "after"), "recovery": ("after",),
          "removal": ("before",), "recrem": ("after", "before"), "width": ("after", "before"), "period": ("after",),
          "skew": ("after",), "timeskew": ("after",), "fullskew": ("after", "before"), "nochange": ("before", "after")}
ONE_EVENT = ("width", "period")  # a window after it
# Checks that are two others; they may have negative limits and delayed signals
COMBINED = {"setuphold": ("setup", "hold"), "recrem": ("removal", "recovery")}
SKEWS = {"skew": 7, "timeskew": 1, "fullskew": 9}  # bits as specify_check.v has them
Limits = dict[tuple[str, str], int]  # ps, by the label of a check and a register
EDGED = {"posedge", "negedge", "edge"}
KEYWORDS = EDGED | {"or", "and"}


@dataclass(slots=True)
class Event:
    name: str
    select: str  # "[3]", or ""
    edges: int
    condition: str
    range: str = ""  # "[7:0]" of a vector, checked bit by bit

    def signal(self) -> str:
        return signal(self.name) + self.select


@dataclass(slots=True)
class Check:
    kind: str
    label: str
    text: str
    events: list[Event]  # reference, data
    limits: dict[str, "int | str"]  # ps, or Verilog in units of the module's precision
    notifier: str
    stamp: str = ""  # conditions of the earlier and of the later event
    later: str = ""
    scale: Scale = Scale("1ps/1ps", 1, 1)
    skew: int = 0  # $skew and its kind, bits as specify_check.v has them
    given: dict[str, int] = field(default_factory=dict)  # limits of every instance, from an SDF file

    def has_window(self) -> bool:
        """From reference to data; skews and $nochange compare signals as they are."""
        return not self.skew and self.kind != "nochange"

    def idle(self) -> bool:
        """Its window is empty."""
        values = [value for value in self.limits.values() if isinstance(value, int)]
        return self.has_window() and len(values) == len(self.limits) and sum(values) <= 0


@dataclass
class Checked:
    """A module with its checks."""
    module: Module
    checks: list[Check] = field(default_factory=list)
    delayed: dict[str, tuple[Event, Event]] = field(default_factory=dict)  # a delayed net: what it follows, itself
    removed: list[Span] = field(default_factory=list)  # statements that are checks
    block: str = "checks"  # the generate block that holds them

    def known(self) -> Limits:
        """Those that no parameter sets."""
        return {(check.label, name): value for check in self.checks for name, value in check.limits.items()
                if isinstance(value, int)}


# ---- Constants

def chosen(words: Words, corner: int) -> Words:
    """One of min:typ:max, anywhere."""
    parts = split(words, ":")
    if len(parts) == 3 and not any(word[0] == "?" for word in words):
        words = parts[corner]
    out: Words = []
    inside: Words = []
    depth = 0
    for word in words:
        depth -= word[0] in ")]}"
        if depth == 0 and inside:
            out += chosen(inside, corner)
            inside = []
        (inside if depth else out).append(word)
        depth += word[0] in "([{"
    return out + inside


def number(text: str, unit_ps: float) -> float:
    if found := re.fullmatch(r"([\d_.eE+-]+?)([munpf]?s)", text):
        return float(found[1].replace("_", "")) * UNITS[found[2]] / unit_ps
    text = text.replace("_", "")
    try:
        if found := re.fullmatch(r"\d*\s*'[sS]?([bodhBODH])\s*([0-9a-fA-F]+)", text):
            return int(found[2], {"b": 2, "o": 8, "d": 10, "h": 16}[found[1].lower()])
        return int(text) if text.isdigit() else float(text)
    except ValueError:
        raise Unsupported(f"number {text}, expected a constant") from None


def constant(texts: list[str], unit_ps: float) -> float:
    """The value of an expression."""
    kept = {**{text: text for text in "()+-*/%"}, "$clog2": "clog2"}
    words = [kept.get(text) or repr(number(text, unit_ps)) for text in texts]
    try:
        value: float = worked_out(ast.parse(" ".join(words), mode="eval").body)
        return value
    except ZeroDivisionError:
        raise Unsupported("division by zero, expected a number") from None
    except (SyntaxError, AttributeError, KeyError, MemoryError):
        raise Unsupported(f"{' '.join(texts)[:60]}, expected numbers with + - * / %") from None


def worked_out(one: Any) -> Any:
    if isinstance(one, ast.Constant):
        return one.value
    if isinstance(one, ast.Call):
        return (int(worked_out(one.args[0])) - 1).bit_length()
    operands = [one.operand] if isinstance(one, ast.UnaryOp) else [one.left, one.right]
    return OPERATIONS[type(one.op)](*map(worked_out, operands))


def expanded(values: dict[str, Words], words: Words, corner: int, depth: int = 0) -> list[str]:
    """Words of an expression in which names of values, as specparams are, are replaced by these."""
    out: list[str] = []
    if depth > 20:
        raise Unsupported("a specparam that contains itself, expected its value")
    for word, _, _ in chosen(words, corner):
        value = values.get(plain(word)) if NAME.fullmatch(word) else None
        out += ["(", *expanded(values, value, corner, depth + 1), ")"] if value else [word]
        if len(out) > 100000:
            raise Unsupported("specparams of more than 100,000 words, expected fewer")
    return out


def spelled(texts: list[str]) -> str:
    return " ".join(text + " " * text.startswith("\\") for text in texts)


def limit(module: Module, words: Words, corner: int, scale: Scale) -> "int | str":
    """Picoseconds, rounded to the precision of the module as delays are; of parameters Verilog in its precision."""
    texts = expanded(module.specparams, words, corner)
    names = {plain(text) for text in texts if NAME.fullmatch(text)}
    operators = any(text in "[{'?<>!~&|^" or text.startswith(("$", '"')) for text in texts)
    if operators or not names <= set(module.parameters):
        raise Unsupported(f"limit {module.text(words)}, expected numbers, parameters and specparams with + - * / %")
    ratio = scale.unit_ps / scale.step()
    if scale.precision_ps < 1 or not names:
        alone = expanded(module.specparams | module.parameters, words, corner)
        value = rounded(constant(alone, scale.unit_ps) * ratio, scale, module.text(words)) * round(scale.step())
    return f"({spelled(texts)}) * {ratio}" if names else value


def rounded(value: float, scale: Scale, text: str) -> int:
    """Halves away from 0, as simulators do. Times are whole ps, also in a module of a finer precision."""
    whole = int(abs(value) + 0.5) * (1 if value >= 0 else -1)
    if scale.precision_ps < 1 and abs(value - whole) > 1e-6:
        raise Unsupported(f"limit {text} of {value:.6g} ps, expected whole ps")
    return whole


# ---- Checks

class CheckReader:
    def __init__(self, module: Module, corner: int, say: Say):
        self.module, self.corner, self.say = module, corner, say
        self.out = Checked(module)
        self.counts: dict[str, int] = {}  # of checks by kind
        self.declared = set(module.names) | set(module.ranges)

    def read(self) -> Checked:
        while self.out.block in self.declared:
            self.out.block += "_"
        module, where = self.module, self.module.source.where
        for span in module.statements:
            statement = tokens(module.source.text, *span)
            if statement[0][0].startswith("$") and len(statement) > 1 and statement[1][0] == "(":
                self.out.removed.append(span)
                try:
                    self.out.checks.append(self.check(statement))
                except (Unsupported, *FAULTS) as why:
                    self.say.left_out(where(span[0]), reason(why, module.text(statement), "a check"))
            elif any(word[0].startswith("$") for word in statement):
                self.say.left_out(where(span[0]), f"{module.text(statement)}, expected a path or a check")
        return self.out

    def check(self, words: Words) -> Check:
        where = self.module.source.where(words[0][1])
        kind = words[0][0][1:]
        if kind not in LIMITS:
            raise Unsupported(f"${kind}, expected one of $" + ", $".join(LIMITS))
        args = split(words[2:-2])
        first = 1 if kind in ONE_EVENT else 2
        last = first + len(LIMITS[kind])
        notifier, *rest = args[last:] + [[]] * 3
        if kind in COMBINED:  # before what is refused: the model needs these
            for terminal, net in zip(args[:2], rest[2:]):
                if net:
                    self.delay(terminal, net)
        if len(args) < last - (kind == "width"):
            raise Unsupported(f"{len(args)} arguments of ${kind}, expected {last - (kind == 'width')} or more")
        events = self.events(kind, args[:first])
        stamp, later = (self.condition(words) if kind in COMBINED else "" for words in rest[:2])
        scale = self.module.source.scale(words[0][1])
        if not scale:
            fail(f"{where}: no `timescale before it, expected one, or --timescale 1ns/1ps")
        limits = self.limits(kind, args[first:last], scale)
        text = f"{self.module.text(words[:-1])} at {where}"
        notified = self.condition(notifier)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        label = f"{kind}_{self.counts[kind]}"
        skew = SKEWS.get(kind, 0)
        for bit, flag in zip((2, 4), rest if kind in ("timeskew", "fullskew") else []):  # event-based, remain active
            skew += bit * bool(flag and constant(expanded(self.module.specparams, flag, self.corner), 1))
        return Check(kind, label, text, events, limits, notified, stamp, later, scale, skew)

    def events(self, kind: str, args: list[Words]) -> list[Event]:
        """Reference and data."""
        events = [self.event(words) for words in args][::-1 if kind == "setup" else 1]
        one = events[0]
        if kind in ONE_EVENT:  # the window's other event is of the same signal
            if one.edges == ANY:
                raise Unsupported(f"${kind} without an edge, expected posedge, negedge or edge")
            events.append(one if kind == "period" else Event(one.name, one.select, ANY ^ one.edges, "", one.range))
        elif kind == "nochange" and one.edges not in (POSEDGE, NEGEDGE):
            raise Unsupported("$nochange without a level, expected posedge or negedge")
        return events

    def limits(self, kind: str, args: list[Words], scale: Scale) -> dict[str, "int | str"]:
        """As of Check."""
        out = {name: limit(self.module, words, self.corner, scale) for name, words in zip(LIMITS[kind], args) if words}
        if kind == "width":  # its window begins after the threshold
            threshold = out.get("before", 0)
            out["before"] = -threshold if isinstance(threshold, int) else f"-({threshold})"
        if kind == "nochange" and any(isinstance(value, int) and value < 0 for value in out.values()):
            raise Unsupported("$nochange with a negative limit, expected none")
        return out

    def event(self, words: Words) -> Event:
        at = next((index for index, word in enumerate(words) if word[0] == "&&&"), len(words))
        condition = self.condition(words[at + 1:]) if at < len(words) else ""
        words, edges = words[:at], ANY
        if words and words[0][0] in EDGED:
            end = next((n for n, word in enumerate(words) if word[0] == "]"), 0) if words[1][0] == "[" else 0
            names = [self.module.text(part).replace(" ", "").lower().replace("z", "x")
                     for part in split(words[2:end]) if part]
            if not set(names) - {"xx"} <= set(EDGES):
                raise Unsupported(f"edge {', '.join(names)}, expected of {', '.join(EDGES)}")
            edges = MASKS.get(words[0][0]) or sum(MASKS[name] for name in set(names) - {"xx"}) or ANY
            words = words[end + 1:]
        texts = [word[0] for word in words]
        if not texts or not NAME.fullmatch(texts[0]) or texts[1:] and (texts[1] != "[" or texts[-1] != "]"):
            raise Unsupported(f'terminal "{self.module.text(words)}", expected a signal, a bit or a part of it')
        name = plain(self.known(texts[0]))
        inside = expanded(self.module.specparams, words[1:], self.corner)
        select = "".join(text + " " * text.startswith("\\") for text in inside)
        range_ = (select if ":" in select else "") if select else self.module.ranges.get(name, "")
        if range_ and ":" not in range_:
            raise Unsupported(f"range {range_} of {name}, expected [a:b]")
        return Event(name, select, edges, condition, range_)

    def condition(self, words: Words) -> str:
        """As text, in which a name that is not declared is replaced by the one that is meant. An x does not enable, but
        in == and != it does (15.6), also where they are joined."""
        if len(words) > 2 and words[0][0] == "(" and len(split(words[1:-1], ")")) == 1:
            return f"({self.condition(words[1:-1])})"
        for operator in ("||", "&&", "|", "&"):
            parts = split(words, operator)
            if len(parts) > 1 and all(part and part[-1][0].strip("=<>!~^&|+-*/%?:") for part in parts):
                return f" {operator} ".join(self.condition(part) for part in parts)
        out = []
        for index, (word, _, _) in enumerate(words):
            if NAME.fullmatch(word) and word not in KEYWORDS and (index == 0 or words[index - 1][0] != "."):
                word = self.known(word)
            out += expanded(self.module.specparams, [(word, 0, 0)], self.corner)
        text = spelled(out).strip() + " " * out[-1].startswith("\\") if out else ""
        loose = any(len(split(words, one)) == 2 for one in ("==", "!="))
        return f"(({text}) !== 1'b0)" if loose else text

    def known(self, word: str) -> str:
        name = plain(word)
        if name in self.declared or name in self.module.specparams:
            return word
        key = name.lower().replace("_", "")
        meant = sorted(one for one in self.declared if one.lower().replace("_", "") == key)
        if len(meant) != 1:
            raise Unsupported(f"{name} is not declared, expected a name of module {self.module.name}")
        self.say.taken(self.module.where(), f"{self.module.name} has no {name}, taken as {meant[0]}")
        return signal(meant[0]).strip()

    def delay(self, words: Words, net: Words) -> None:
        """A net follows a terminal."""
        with suppress(Unsupported):  # of the terminal
            terminal, name = self.event(words), plain(net[0][0])
            with suppress(Unsupported):  # the check declares it
                name = plain(self.known(name))
            late = Event(name, self.module.text(net[1:]), ANY, "", terminal.range)
            self.out.delayed.setdefault(late.signal(), (terminal, late))
