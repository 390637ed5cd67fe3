# SPDX-License-Identifier: MIT
"""Directives of Verilog: one text a file, with macros and includes expanded. Macros and the timescale carry from file
to file, as in simulators."""
import os
import re
from bisect import bisect_right
from dataclasses import dataclass, field

from messages import fail

UNITS = {"s": 1e12, "ms": 1e9, "us": 1e6, "ns": 1e3, "ps": 1, "fs": 1e-3}
TEXT = r'"(?:\\.|[^"\\\n])*"'
HIDING = TEXT + r"|//[^\n]*|/\*.*?(?:\*/|\Z)|\\\S+"  # what may hide directives and brackets
PIECE = re.compile(HIDING + r'|``|`"|`([A-Za-z_][\w$]*)', re.DOTALL)  # also directives, macros, what they paste
BRACKET = re.compile(HIDING + r"|[][(){},]", re.DOTALL)
NAME = re.compile(r"[ \t]*([A-Za-z_][\w$]*)")
DEFINE = re.compile(r"[ \t]*([A-Za-z_][\w$]*)(?:\(([^()]*)\))?((?:\\\n|/\*.*?(?:\*/|\Z)|[^\n])*)", re.DOTALL)
TIMESCALE = re.compile(r"\s*(10{0,2})\s*([munpf]?s)\s*/\s*(10{0,2})\s*([munpf]?s)")
REST = re.compile(r"[^\n]*")
IGNORED = re.compile("(end)?(celldefine|protect)|resetall|nounconnected_drive|(en|dis)able_portfaults|delay_mode_[a-z]+"
                     "|(no)?(suppress_faults|accelerate|remove_(gate|net)names)|(no|auto)?expand_vectornets")
IGNORED_LINES = {"default_nettype", "unconnected_drive", "default_decay_time", "default_trireg_strength", "pragma",
                 "line", "uselib", "begin_keywords", "end_keywords"}


def read_text(file: str, what: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as opened:
            return opened.read().removeprefix("\ufeff")
    except OSError as why:
        fail(f"{file}: {(why.strerror or '').lower()}, expected {what}")


@dataclass(frozen=True)
class Scale:
    text: str  # 1ns/1ps
    unit_ps: float
    precision_ps: float

    def step(self) -> float:
        """ps to which limits are rounded."""
        return max(self.precision_ps, 1)

    @staticmethod
    def of(text: str) -> "Scale | None":
        found = TIMESCALE.fullmatch(text.rstrip())
        return Scale(f"{found[1]}{found[2]}/{found[3]}{found[4]}", int(found[1]) * UNITS[found[2]],
                     int(found[3]) * UNITS[found[4]]) if found else None


@dataclass
class Source:
    """A file without directives but `timescale. `lines` leads back from a position to file and line."""
    text: str = ""
    lines: list[tuple[int, str, int]] = field(default_factory=list)
    scales: list[tuple[int, Scale | None]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)

    def where(self, at: int) -> str:
        if not self.breaks:
            self.breaks = [found.start() for found in re.finditer("\n", self.text)]
        start, file, line = self.lines[bisect_right(self.lines, at, key=lambda row: row[0]) - 1]
        return f"{file}:{line + bisect_right(self.breaks, at - 1) - bisect_right(self.breaks, start - 1)}"

    def scale(self, at: int) -> Scale | None:
        return self.scales[bisect_right(self.scales, at, key=lambda row: row[0]) - 1][1]


def is_comment(piece: str, where: str) -> bool:
    if piece.startswith("/*") and not piece[2:].endswith("*/"):
        fail(f"{where}: a comment does not end, expected */")
    return piece.startswith(("//", "/*"))


def uncommented(text: str, where: str) -> str:
    return PIECE.sub(lambda piece: " " if is_comment(piece[0], where) else piece[0], text)


class Preprocessor:
    def __init__(self, defines: list[str], folders: list[str], scale: Scale | None):
        self.macros: dict[str, tuple[list[str] | None, str]] = {}
        self.folders, self.scale, self.files = folders, scale, set[str]()
        self.nested = self.grown = 0  # files within files; characters from macros and such files
        for one in folders:
            if not os.path.isdir(one):
                fail(f"-I {one}: no such folder, expected one with files to include")
        for one in defines:
            name, _, body = one.partition("=")
            if not NAME.fullmatch(name):
                fail(f"-D {one}, expected NAME or NAME=TEXT")
            self.macros[name] = (None, body)

    def read(self, file: str) -> Source:
        self.source, self.pieces, self.length = Source(), list[str](), 0
        self.branches: list[tuple[bool, bool]] = []  # of `ifdef: this one is read; one has been
        self.source.scales.append((0, self.scale))
        self.include(file, "Verilog")
        if self.branches:
            fail(f"{file}: ends within `ifdef, expected `endif")
        self.source.text = "".join(self.pieces)
        return self.source

    def include(self, file: str, what: str) -> None:
        self.files.add(file)
        self.source.lines.append((self.length, file, 1))
        self.nested += 1
        self.expand(read_text(file, what), file, 0, 0)
        self.nested -= 1

    def put(self, text: str) -> None:
        """Text that is not read keeps its lines."""
        text = text if all(read for read, _ in self.branches) else "\n" * text.count("\n")
        self.pieces.append(text)
        self.length += len(text)

    def expand(self, text: str, file: str, line: int, depth: int) -> None:
        """`line` is that of a macro's use, 0 in a file."""
        at = 0
        breaks = [] if line else [found.start() for found in re.finditer("\n", text)]
        self.grown += (len(text) + 64) * (depth > 0 or self.nested > 1)
        if depth > 200:
            fail(f"{file}:{line}: a macro that contains itself, expected its text")
        if self.grown > 1 << 26:
            fail(f"{file}:{line or 1}: more than 64 MiB of macros and included files, expected less")
        while found := PIECE.search(text, at):
            self.put(text[at:found.start()])
            at = found.end()
            here = line or 1 + bisect_right(breaks, found.start() - 1)
            if is_comment(found[0], f"{file}:{here}"):
                self.put("\n" * found[0].count("\n") or " ")
            elif found[1]:
                at = self.directive(found[1], text, at, file, here, depth)
            else:
                self.put({"``": "", '`"': '"'}.get(found[0], found[0]))
        self.put(text[at:])

    def directive(self, name: str, text: str, at: int, file: str, line: int, depth: int) -> int:
        """Acts on it and returns where text goes on."""
        end = at
        if name in ("ifdef", "ifndef", "elsif", "else", "endif"):
            return self.branch(name, text, at, f"{file}:{line}")
        if not all(read for read, _ in self.branches):
            return at
        if name == "define" and (found := DEFINE.match(text, at)):
            body = uncommented(found[3], f"{file}:{line}")
            arguments = None if found[2] is None else found[2].split(",")
            self.macros[found[1]] = (arguments, body.replace("\\\n", " ").strip())
            end = found.end()
        elif name == "undef" and (found := NAME.match(text, at)):
            self.macros.pop(found[1], None)
            end = found.end()
        elif name == "timescale":
            if not (found := TIMESCALE.match(text, at)):
                fail(f"{file}:{line}: `timescale{REST.match(text, at)[0]}, expected such as 1ns / 1ps")  # type: ignore
            self.scale = Scale.of(found[0])
            self.put(f"`timescale{found[0]}")
            self.source.scales.append((self.length, self.scale))
            return found.end()
        elif name == "include":
            return self.included(text, at, file, line)
        elif name in self.macros:
            end = self.macro(name, text, at, file, line, depth)
        elif name in IGNORED_LINES:
            end = REST.match(text, at).end()  # type: ignore
            self.put(f"`{name}{text[at:end]}" if name.endswith("_keywords") else "")
        elif name in ("__FILE__", "__LINE__"):
            self.put(f'"{file}"' if name == "__FILE__" else str(line))
        elif name == "undefineall":
            self.macros.clear()
        elif not IGNORED.fullmatch(name):
            fail(f"{file}:{line}: `{name} is not defined, expected a macro or a directive")
        self.put("\n" * text.count("\n", at, end))
        return end

    def branch(self, name: str, text: str, at: int, where: str) -> int:
        if name in ("else", "endif", "elsif") and not self.branches:
            fail(f"{where}: `{name} without `ifdef, expected one before it")
        defined, end = True, at
        if name not in ("else", "endif"):
            if not (found := NAME.match(text, at)):
                fail(f"{where}: `{name} without a name, expected a macro's")
            defined, end = (found[1] in self.macros) == (name != "ifndef"), found.end()
        if name in ("ifdef", "ifndef"):
            self.branches.append((defined, defined))
        else:
            _, done = self.branches.pop()
            if name != "endif":
                self.branches.append((defined and not done, defined or done))
        return end

    def included(self, text: str, at: int, file: str, line: int) -> int:
        found = re.compile(r'[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|`([\w$]+))').match(text, at)
        name = found and (found[1] or found[2] or self.macros.get(found[3], (None, ""))[1].strip('"<>'))
        if not found or not name:
            fail(f'{file}:{line}: `include without a file, expected such as "cells.v"')
        paths = [name, *(os.path.join(folder, name) for folder in [os.path.dirname(file), *self.folders])]
        path = next((one for one in paths if os.path.isfile(one)), None)
        if not path:
            fail(f"{file}:{line}: {name}: no such file, expected one that -I finds")
        if self.nested > 100:
            fail(f"{file}:{line}: {name} includes itself, expected an end")
        self.include(path, "Verilog")
        self.source.lines.append((self.length, file, line))
        return found.end()

    def macro(self, name: str, text: str, at: int, file: str, line: int, depth: int) -> int:
        names, body = self.macros[name]
        if names is not None:
            values, at = self.values(name, text, at, f"{file}:{line}")
            given = {}
            for index, one in enumerate(names):
                word, _, default = (part.strip() for part in one.partition("="))
                given[word] = values[index] if index < len(values) and (values[index] or not default) else default
            if len(values) > len(names) and any(values):
                fail(f"{file}:{line}: {len(values)} arguments of `{name}, expected {len(names)}")
            body = re.sub(TEXT + r"|[$'\d]?[A-Za-z_][\w$]*", lambda word: given.get(word[0], word[0]), body)
        self.expand(body, file, line, depth + 1)
        return at

    def values(self, name: str, text: str, at: int, where: str) -> tuple[list[str], int]:
        """Arguments of a macro, and where they end."""
        open_at = re.compile(r"\s*\(").match(text, at)
        if not open_at:
            fail(f"{where}: `{name} without arguments, expected them in brackets")
        start, depth, values = open_at.end(), 0, []
        for found in BRACKET.finditer(text, start):
            if found[0] in "([{":
                depth += 1
            elif depth and found[0] in ")]}":
                depth -= 1
            elif depth == 0 and found[0] in "),":
                words = uncommented(text[start:found.start()], where).split()
                values.append(" ".join(words) + " " * bool(words and words[-1][0] == "\\"))
                start = found.end()
                if found[0] == ")":
                    return values, start
        fail(f"{where}: the arguments of `{name} do not end, expected )")
