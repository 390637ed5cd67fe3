#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Turns the timing checks of Verilog cell models ($setup, $hold and their kind in specify blocks) into modules that
Verilator and Icarus act on."""
import argparse
import os
import re
import subprocess
import sys
from bisect import bisect_right
from dataclasses import dataclass, field
from shutil import which
from typing import NoReturn

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

Node = Tree[Token]
HERE = os.path.dirname(os.path.realpath(__file__))
CORNERS = ("min", "typ", "max")
EDGES = ("01", "10", "0x", "x1", "1x", "x0")  # bits of a mask, as specify_check.v has them
POSEDGE, NEGEDGE, ANY = 0b001101, 0b110010, 0b111111
MASKS = {"posedge": POSEDGE, "negedge": NEGEDGE, **{edge: 1 << bit for bit, edge in enumerate(EDGES)}}
# The registers that hold the limits of each check
WINDOWS = {"setup": ("before",), "hold": ("after",), "setuphold": ("before", "after"), "recovery": ("after",),
           "removal": ("before",), "recrem": ("after", "before")}
LIMITS = {**WINDOWS, "width": ("after", "before"), "period": ("after",), "skew": ("after",)}
RULES = {"setuphold": ['.IF_BEFORE("setup: required")', '.IF_AFTER("hold: required")'],
         "recrem": ['.IF_BEFORE("removal: required")', '.IF_AFTER("recovery: required")', ".FEW(1)"],
         "recovery": [".FEW(1)"], "removal": [".FEW(1)"], "skew": [".FEW(1)", ".SKEW(1)"],
         "width": [".FEW(1)", ".PULSE(1)", ".ZERO_DELAY(1)"], "period": [".FEW(1)", ".ZERO_DELAY(1)"]}
UNITS = {"s": 1e12, "ms": 1e9, "us": 1e6, "ns": 1e3, "ps": 1, "fs": 1e-3}
UNKNOWN = re.compile(r"(?<![=!])=\s*(\d*'[bB][xX]+|\{[^{};]+\{\s*1'[bB][xX]\s*\}\s*\})")  # assigned
status = 0


class Unsupported(Exception):
    """What a check has and this program does not know."""


def fail(text: str) -> NoReturn:
    print(f"specify2checks: {text}", file=sys.stderr)
    sys.exit(2)


def left_out(where: str, text: str | Unsupported) -> None:
    """Names what is not supported; the rest is converted."""
    global status
    status = 1
    print(f"{where}: {text}; left out", file=sys.stderr)


def picoseconds(text: str) -> float:
    found = re.fullmatch(r"\s*(10{0,2})\s*([munpf]?s)\s*", text)
    if not found:
        fail(f'time unit "{text.strip()}", expected 1, 10 or 100 and s, ms, us, ns, ps or fs')
    return int(found[1]) * UNITS[found[2]]


def span(tree: Node | Token) -> tuple[int, int]:
    if isinstance(tree, Token):
        return tree.start_pos or 0, tree.end_pos or 0
    return tree.meta.start_pos, tree.meta.end_pos


def children(tree: Node | None, *names: str) -> list[Node]:
    return [one for one in tree.children if isinstance(one, Tree) and one.data in names] if tree else []


def child(tree: Node, name: str) -> Node | None:
    return next(iter(children(tree, name)), None)


def tokens(tree: Node, kind: str) -> list[str]:
    return [str(one) for one in tree.children if isinstance(one, Token) and one.type == kind]


class Source:
    """Text that a simulator has preprocessed, without directives. `lines` leads back from a position to file and line,
    `units` has the timescale from each position on."""

    def __init__(self, file: str, flags: list[str], timescale: str):
        if not os.path.isfile(file):
            fail(f"{file}: no such file, expected Verilog")
        commands = ["verilator", "-E", "-Wno-fatal"], ["iverilog", "-E", "-o", "-"]
        command = next((one for one in commands if which(one[0])), None)
        if not command:
            fail("neither verilator nor iverilog, expected one of them: it preprocesses the models")
        done = subprocess.run([*command, *flags, file], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                              errors="surrogateescape", check=False)
        if done.returncode:
            fail(f"{file}: cannot be preprocessed: {done.stderr.strip()}")
        self.units, self.lines = [(0, timescale)], [(0, file, 1)]
        directive = re.compile(r"^[ \t]*`(\w+)([^\n]*)$", re.MULTILINE)
        for found in directive.finditer(done.stdout):
            if found[1] == "line":
                number, name, _ = found[2].split()
                self.lines.append((found.end() + 1, os.path.relpath(name.strip('"')), int(number)))
            elif found[1] == "timescale":
                self.units.append((found.end(), found[2].strip()))
        self.text = directive.sub(lambda found: " " * len(found[0]), done.stdout)

    def where(self, at: int) -> str:
        start, file, line = self.lines[bisect_right([row[0] for row in self.lines], at) - 1]
        return f"{file}:{line + self.text.count(chr(10), start, at)}"

    def timescale(self, at: int) -> str:
        return self.units[bisect_right([row[0] for row in self.units], at) - 1][1]

    def of(self, tree: Node | None) -> str:
        return " ".join(self.text[slice(*span(tree))].split()) if tree and tree.children else ""


# ---- Modules and their checks

@dataclass
class Event:
    name: str
    select: str  # "[3]", or ""
    edges: int
    condition: str

    def signal(self) -> str:
        return self.name + " " * self.name.startswith("\\") + self.select


@dataclass
class Check:
    kind: str
    label: str
    text: str
    events: list[Event]  # reference, data
    limits: dict[str, int]
    notifier: str
    vector: str = ""  # the signal checked bit by bit; its width and lowest bit as Verilog
    width: str = ""
    lowest: str = ""


@dataclass
class Module:
    name: str
    source: Source
    tree: Node
    ranges: dict[str, str] = field(default_factory=dict)  # of all that is declared
    specparams: dict[str, str] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)
    delayed: dict[str, str] = field(default_factory=dict)  # signal of $setuphold: what it follows


def evaluate(text: str, values: dict[str, str], corner: int) -> float:
    """Numbers and specparams, with min:typ:max anywhere."""
    plain = f"({text})"
    for _ in range(20):  # specparams of specparams; innermost brackets first
        plain = re.sub(r"\b[A-Za-z_]\w*", lambda name: f"({values[name[0]]})" if name[0] in values else name[0], plain)
        plain = re.sub(r"\(([^():]*):([^():]*):([^():]*)\)", lambda found: f"(({found[1 + corner]}))", plain)
        plain = re.sub(r"\(\s*\(([^()]*)\)\s*\)", r"(\1)", plain)
    if re.fullmatch(r"[-+*/().\d_eE\s]+", plain) and "**" not in plain:
        try:
            return float(eval(plain.strip(), {"__builtins__": {}}))
        except (SyntaxError, TypeError, ArithmeticError):
            pass
    raise Unsupported(f"limit {text}, expected numbers and specparams with + - * /")


def read_event(module: Module, arg: Node, stamp: str) -> Event:
    text, condition = module.source.of(child(arg, "value")), module.source.of(child(arg, "condition"))
    found = re.fullmatch(r"([A-Za-z_][\w$]*|\\\S+)\s*(\[\s*[^\]]+\])?", text)
    if not found:
        raise Unsupported(f'terminal "{text}", expected a signal, a bit or a part of it')
    edges = ANY
    if kind := child(arg, "edge"):
        names = [str(one.children[0]).lower().replace("z", "x") for one in children(kind, "descriptor")]
        if not set(names) <= set(EDGES):
            raise Unsupported(f"edge {', '.join(names)}, expected of {', '.join(EDGES)}")
        edges = MASKS.get(tokens(kind, "EDGE")[0]) or sum(MASKS[name] for name in set(names)) or ANY
    conditions = " && ".join(f"({text})" for text in (condition[3:].strip(), stamp) if text)
    return Event(found[1], (found[2] or "").replace(" ", ""), edges, conditions)


def bits(module: Module, one: Event) -> tuple[str, str] | None:
    """Width and lowest bit of a terminal that is a vector."""
    high, colon, low = (one.select or module.ranges.get(one.name, ""))[1:-1].replace(" ", "").partition(":")
    if not colon:
        return None
    if high.isdigit() and low.isdigit():
        return str(abs(int(high) - int(low)) + 1), str(min(int(high), int(low)))
    return f"(({high}) > ({low}) ? ({high}) - ({low}) : ({low}) - ({high})) + 1", "?"


def read_check(module: Module, tree: Node, corner: int) -> None:
    source, at = module.source, span(tree)[0]
    kind = tokens(tree, "SYSTEM")[0][1:]
    if kind not in LIMITS:
        raise Unsupported(f"${kind}, expected one of $" + ", $".join(LIMITS))
    args = children(tree, "arg")
    texts = [source.of(arg) for arg in args]
    first = 1 if kind in ("width", "period") else 2
    last = first + len(LIMITS[kind])
    if len(args) < last - (kind == "width"):
        raise Unsupported(f"{len(args)} arguments of ${kind}, expected {last - (kind == 'width')} or more")
    stamps = set([*texts, "", ""][last + 1:last + 3])
    if len(stamps) > 1:
        raise Unsupported("conditions of time stamp and time check that differ")
    events = [read_event(module, arg, "".join(stamps)) for arg in args[:first]][::-1 if kind == "setup" else 1]
    if first == 1:  # the window's other event is of the same signal
        one = events[0]
        if one.edges == ANY:
            raise Unsupported(f"${kind} without an edge, expected posedge, negedge or edge")
        events.append(one if kind == "period" else Event(one.name, one.select, ANY ^ one.edges, ""))
    unit = source.timescale(at).split("/")[0]
    if not unit:
        fail(f"{source.where(at)}: no `timescale before it, expected one, or --timescale 1ns/1ps")
    limits = {name: round(evaluate(text, module.specparams, corner) * picoseconds(unit))
              for name, text in zip(LIMITS[kind], texts[first:]) if text}
    if kind == "width":  # its window begins after the threshold
        limits["before"] = -limits.get("before", 0)
    check = Check(kind, f"{kind}_{1 + sum(one.kind == kind for one in module.checks)}",
                  f"{source.of(tree).rstrip(';')} at {source.where(at)}", events, limits, "".join(texts[last:last + 1]))
    for one in events:
        if size := bits(module, one):
            if check.vector not in ("", one.signal()):
                raise Unsupported("two vectors in one check, expected one")
            check.vector, (check.width, check.lowest) = one.signal(), size
    module.delayed.update((place, one.signal()) for one, place in zip(events, texts[last + 3:]) if place)
    module.checks.append(check)


def read_module(source: Source, tree: Node, corner: int) -> Module:
    module = Module(tokens(tree, "NAME")[0], source, tree)
    place = ""
    for port in [port for ports in children(tree, "ports") for port in children(ports, "port")]:
        if tokens(port, "DIRECTION") or children(port, "range"):
            place = source.of(child(port, "range"))
        module.ranges[tokens(port, "NAME")[0]] = place
    for decl in children(tree, "decl"):
        first = child(decl, "range")
        names = [one for one in decl.children if isinstance(one, Token) and one.type == "NAME"]
        # A range before the first name is that of all; those after a name are of memories
        place = source.of(first) if first and span(first) < span(names[0]) else ""
        for name in map(str, names):
            module.ranges[name] = place or module.ranges.get(name, "")
    for block in [tree, *children(tree, "specify")]:
        for value in [value for values in children(block, "specparam") for value in children(values, "specvalue")]:
            module.specparams[tokens(value, "NAME")[0]] = source.of(value).split("=", 1)[1]
    for check in [check for block in children(tree, "specify") for check in children(block, "check")]:
        try:
            read_check(module, check, corner)
        except Unsupported as why:
            left_out(source.where(span(check)[0]), why)
    return module


# ---- Output

def instance_of(check: Check) -> str:
    number, vector = f"{check.label}_bit", f"{check.label}_vector"
    name, bit = (check.label, "") if not check.vector else ("bit_", f"[{number}]")
    text = check.text.replace("\\", "\\\\").replace('"', "'")
    values, pins = [f'.CHECK("{text}")', *RULES.get(check.kind, [])], []
    for one, role in zip(check.events, ("ref", "data")):
        values.append(f".{role.upper()}_EDGES(6'd{one.edges})")
        signal = vector + bit if one.signal() == check.vector else one.signal()
        condition = one.condition or "1'b1"
        pins.append(f".i_{role}({signal}), .i_{role}_if({condition})")
    values += [f".{role.upper()}({value})" for role, value in check.limits.items()]
    text = f"    specify_check #(\n        {', '.join(values)}\n    ) {name} ({', '.join(pins)});"
    if check.notifier:
        text += f"\n    `SPECIFY_NOTIFY({name}.rec, {check.notifier}_moves)"
    if bit:
        text = f"    wire [{check.width}-1:0] {vector} = {check.vector};\n    genvar {number};\n    " \
               f"for ({number} = 0; {number} < {check.width}; {number} = {number} + 1) begin : {check.label}\n{text}\n    end"
    return text


def rewritten(module: Module) -> str:
    """The model with its checks. Delayed signals follow at once; an x that is assigned is random under Verilator."""
    first, last = span(module.tree)
    text, name = module.source.text, next(one for one in module.tree.children if isinstance(one, Token) and one.type == "NAME")
    checks = [span(check) for block in children(module.tree, "specify") for check in children(block, "check")]
    changes = [(a, b, "\n" * text.count("\n", a, b)) for a, b in checks]
    changes += [(*found.span(1), f"`SPECIFY_X({found[1]})") for found in UNKNOWN.finditer(text, first, last)]
    head = text.index(";", span(child(module.tree, "ports") or name)[1] - 1) + 1
    wires = "".join(f"\n    wire {one};" for one in module.delayed if one not in module.ranges)
    changes.append((head, head, "\n    /*verilator inline_module*/" + wires))
    tail = [f"    assign {one} = {signal};" for one, signal in module.delayed.items()]
    tail += ["    generate if (1) begin : checks", *map(instance_of, module.checks), "    end endgenerate"]
    for one in {check.notifier: 0 for check in module.checks if check.notifier}:  # once for all violations of a moment
        tail += ["`ifdef SPECIFY_UNKNOWN", f"    integer {one}_moves = 0;",
                 f"    always @({one}_moves) if ({one}_moves != 0) {one} = {one} === 1'b0;", "`endif"]
    changes.append((last - len("endmodule"), last - len("endmodule"), "\n".join([*tail, ""])))
    out = ""
    for a, b, new in sorted(changes):
        out, first = out + text[first:a] + new, b
    return out + text[first:last] + "\n"


def written(module: Module) -> str:
    first, last = span(module.tree)
    head = f"`timescale {scale}\n" if (scale := module.source.timescale(first)) else ""
    return head + (rewritten(module) if module.checks else f"{module.source.text[first:last]}\n")


# ---- SDF

SDF = r"""
list: "(" (list | WORD | STRING)* ")"
WORD: /[^\s()"]+/
STRING: /"[^"]*"/
%ignore /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//
"""
# A check of two limits, and those that an entry sets with it (IEEE 1364-2005, table 16-2)
WHOLE = {"setup": "setuphold", "hold": "setuphold", "recovery": "recrem", "removal": "recrem"}


class Annotation:
    """Limits of instances, from the TIMINGCHECK entries of an SDF file."""

    def __init__(self, file: str, modules: dict[str, Module], scope: str, corner: int):
        self.file, self.modules, self.scope, self.corner = file, modules, scope, corner
        self.lines: list[str] = []
        self.unit, self.divider = 1000.0, "."
        try:
            with open(file, encoding="utf-8") as opened:
                self.text = opened.read()
            root = Lark(SDF, parser="lalr", start="list", propagate_positions=True).parse(self.text)
        except OSError as why:
            fail(f"{file}: {why.strerror}, expected an SDF file")
        except UnexpectedInput as why:
            fail(f"{file}:{why.line}: not understood, expected SDF")
        for entry in children(root, "list"):
            word, *rest = map(str, entry.children)
            if word == "TIMESCALE":
                self.unit = picoseconds("".join(rest))
            elif word == "DIVIDER":
                self.divider = rest[0]
            elif word == "CELL":
                self.cell(entry)

    def cell(self, entry: Node) -> None:
        lists = {str(one.children[0]): one for one in children(entry, "list")}
        if "TIMINGCHECK" not in lists:
            return
        name = str(lists["CELLTYPE"].children[1]).strip('"')
        place = "".join(map(str, lists["INSTANCE"].children[1:]))
        if name not in self.modules or place == "*":
            return left_out(f"{self.file}:{entry.meta.line}", "INSTANCE *, expected one instance" if place == "*" else
                            f'CELLTYPE "{name}", expected a module with checks')
        names = re.split(rf"(?<!\\){re.escape(self.divider)}", place) if place else []
        path = ".".join([self.scope, *("\\" + name.replace("\\", "") + " " if "\\" in name else name for name in names),
                         "checks"])
        for one in children(lists["TIMINGCHECK"], "list"):
            try:
                self.check(self.modules[name], path, one)
            except Unsupported as why:
                left_out(f"{self.file}:{one.meta.line}", why)

    def terminal(self, tree: Node | Token) -> tuple[str, int, str | None]:
        """Signal, edges, condition without blanks and brackets."""
        if isinstance(tree, Token):
            return str(tree), ANY, None
        word, last = str(tree.children[0]), tree.children[-1]
        name, edges, condition = self.terminal(last)
        if word == "COND":
            text = self.text[span(tree.children[0])[1]:span(last)[0]]
            return name, edges, re.sub(r'^\s*"[^"]*"|[\s()]', "", text)
        if word not in MASKS:
            raise Unsupported(f"{word}, expected posedge, negedge or COND")
        return name, MASKS[word], condition

    def value(self, tree: Node | Token) -> int | None:
        text = "".join(map(str, tree.children)) if isinstance(tree, Tree) else str(tree)
        numbers = text.split(":")
        number = numbers[self.corner if len(numbers) == 3 else 0]
        try:
            return round(float(number) * self.unit) if number else None
        except ValueError:
            raise Unsupported(f"{text}, expected a number or min:typ:max") from None

    def check(self, module: Module, path: str, entry: Node) -> None:
        word, *rest = entry.children
        if (kind := str(word).lower()) not in LIMITS:
            raise Unsupported(f"{word}, expected one of {', '.join(LIMITS).upper()}")
        count, whole = 1 if kind in ("width", "period") else 2, WHOLE.get(kind, kind)
        found = [self.terminal(one) for one in rest[:count]][::-1 if whole == "setuphold" else 1]
        values = {name: value for name, one in zip(LIMITS[kind], rest[count:]) if (value := self.value(one)) is not None}
        if not values:
            raise Unsupported(f"no {CORNERS[self.corner]} value, expected another --corner")
        before = len(self.lines)
        for check in module.checks:
            if WHOLE.get(check.kind, check.kind) == whole:
                self.lines += [f"        {path}.{place}.{name}_ps <= {value};" for place in places(check, found)
                               for name, value in values.items() if name in LIMITS[check.kind]]
        if len(self.lines) == before:
            raise Unsupported(f"{' '.join(self.text[slice(*span(entry))].split())} fits no check of {module.name}")

    def module(self) -> str:
        return "\n".join(["`timescale 1ps/1ps", f"module specify_limits; // of {self.file}",
                          "    /* verilator lint_off INITIALDLY */  // <= acts after the checks' own initial values",
                          "    initial begin", *self.lines, "    end", "endmodule", ""])


def places(check: Check, found: list[tuple[str, int, str | None]]) -> list[str]:
    """The instances of a check that have these terminals. What is given without edge or condition fits any."""
    places = [check.label]
    for (name, edges, condition), one in zip(found, check.events):
        if edges not in (ANY, one.edges) or condition not in (None, re.sub(r"[\s()]", "", one.condition)):
            return []
        base, _, bit = name.rstrip("]").partition("[")
        if one.signal() == check.vector and base == one.name and check.lowest.isdigit():
            numbers = range(int(check.width)) if not bit.isdigit() else [int(bit) - int(check.lowest)]
            places = [f"{check.label}[{number}].bit_" for number in numbers if 0 <= number < int(check.width)]
        elif name != one.signal():
            return []
    return places


def write(out: str, text: str, read: set[str]) -> None:
    """Writes a temporary file and renames it, so that the old file stays until the new one is whole."""
    if os.path.exists(out) and any(os.path.exists(file) and os.path.samefile(out, file) for file in read):
        fail(f"{out}: would be written over what is read, expected different files")
    replaces = os.path.isfile(out) or not os.path.exists(out)  # a device or a pipe is only written
    place = os.path.realpath(out)
    written_to = f"{place}.part.{os.getpid()}" if replaces else out
    try:
        with open(written_to, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        if replaces:
            os.replace(written_to, place)
    except BaseException as why:
        if replaces and os.path.exists(written_to):
            os.unlink(written_to)
        if not isinstance(why, OSError):
            raise
        fail(f"{out}: {why.strerror}, expected a file that can be written")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="specify2checks", description=__doc__, epilog="Exit status: 0 all is "
                                     "converted; 1 what is not supported is named and left out; 2 bad input.")
    parser.add_argument("--version", action="version", version="specify2checks 0.3.0")
    parser.add_argument("files", metavar="FILE", nargs="+", help="Verilog models")
    parser.add_argument("-o", "--out", metavar="FILE", required=True, help="the Verilog to write")
    parser.add_argument("--corner", choices=CORNERS, default="typ", help="which of min:typ:max (default typ)")
    parser.add_argument("--timescale", metavar="UNIT/PRECISION", default="", help="of models before any `timescale")
    parser.add_argument("--sdf", metavar="FILE", help="limits of instances; writes the module specify_limits")
    parser.add_argument("--scope", metavar="PATH", help="where the SDF's design is, such as bench.dut")
    parser.add_argument("-D", dest="defines", metavar="NAME[=TEXT]", action="append", default=[], help="define a macro")
    parser.add_argument("-I", dest="folders", metavar="FOLDER", action="append", default=[], help="look for `include")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    if args.sdf and not args.scope:
        fail("--sdf without --scope, expected where the SDF's design is, such as --scope bench.dut")
    flags = [f"-D{one}" for one in args.defines] + [f"-I{one}" for one in args.folders]
    corner = CORNERS.index(args.corner)
    with open(f"{HERE}/verilog.lark", encoding="utf-8") as grammar:
        parser = Lark(grammar.read(), parser="lalr", propagate_positions=True, maybe_placeholders=False)
    out, modules = ["// Made by specify2checks\n"], dict[str, Module]()
    read = {f"{HERE}/verilog.lark", f"{HERE}/specify_check.v", *args.files, *([args.sdf] if args.sdf else [])}
    for file in args.files:
        source = Source(file, flags, args.timescale)
        read |= {name for _, name, _ in source.lines}  # with what it includes
        try:
            tree = parser.parse(source.text)
        except UnexpectedInput as why:
            at = why.pos_in_stream or 0
            fail(f"{source.where(at)}: {source.text[at:at + 20].split(chr(10))[0]!r} not understood, expected Verilog-2005")
        for one in tree.children:
            if isinstance(one, Token):
                out.append(str(one) + "\n")
                continue
            module = read_module(source, one, corner)
            if module.checks and not modules:  # what all checks share, once where several outputs are compiled together
                with open(f"{HERE}/specify_check.v", encoding="utf-8") as library:
                    out += ["`ifndef SPECIFY_LIBRARY", "`define SPECIFY_LIBRARY", library.read(), "`endif", ""]
            modules.update({module.name: module} if module.checks else {})
            out.append(written(module))
    out += [Annotation(args.sdf, modules, args.scope, corner).module()] if args.sdf else []
    write(args.out, "\n".join(out), read)
    print(f"{args.out}: {sum(len(one.checks) for one in modules.values())} checks in {len(modules)} modules")
    return status


if __name__ == "__main__":
    sys.exit(main())
