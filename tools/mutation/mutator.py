#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes small changes to Verilog and C files, all of them in one text.

Where mutant 7 changes an expression stands (mutant == 7 ? changed : as it was). So one build holds them all.
tmr0_mutant() returns which mutant it is. Registers begin as ones.

Usage: mutator.py SEED COUNT OUT_DIR FILE...

Writes OUT_DIR/ with the changed files under their names and mutants.txt: one mutant a line, number, path:line, the line
with the change, separated by tabs. Every possible change is listed first; COUNT of them are drawn, a number or "all".

Changes: operators (&& || & | ^ == != < <= > >= + - ! ~ and in C |= &= ^= += -= ++), numbers, an operand of && or ||
or the condition of an if left out; in Verilog a name before ? negated, an assignment of a clocked block left out; in C
a statement left out, false and true, a condition negated. Not changed: what is in an `ifdef, declarations' ranges,
parameters, case labels, heads of for loops, conditions of generate blocks, the clock of a block, numbers of 64 bits,
and what the simulator's RTL leaves out by the parameter EVERY, which a part with a changing X2 has.
"""
import os
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|'
                   r"'\\?.'|[`\w$'][\w$']*|<=|>=|==|!=|&&|\|\||<<|>>|\+:|@\*|->|\+\+|--|\|=|&=|\^=|\+=|-=|.", re.ASCII)
VERILOG_NUMBER = re.compile(r"(\d+)'([hbd])([0-9a-fA-F]+)")
C_NUMBER = re.compile(r"(0x[0-9a-f]+|\d+)(U?)")
OPERATORS = [("&&", "||"), ("||", "&&"), ("==", "!="), ("!=", "=="), ("<", "<="), ("<", ">="), ("<=", "<"), ("<=", ">"),
             (">", ">="), (">", "<="), (">=", "<"), (">=", ">"), ("!", ""), ("~", ""), ("&", "|"), ("|", "&"),
             ("^", "|"), ("+", "-"), ("-", "+"), ("|=", "&="), ("&=", "|="), ("+=", "-="), ("-=", "+="), ("++", "--")]
NEGATED = "!"


@dataclass
class Token:
    text: str
    start: int
    end: int


@dataclass
class Region:
    """An expression that may be changed, tokens first to last; or, with drop, an assignment that may be left out."""
    first: int
    last: int
    drop: bool


@dataclass
class Change:
    """Tokens first to last of a region become `into`, or are NEGATED, or are left out if the region is one to drop."""
    region: int
    first: int
    last: int
    into: str
    mutant: int = 0  # 0: not drawn


def is_word(text: str) -> bool:
    return text[:1].isalpha() or text[:1] == "_"


def numbers(text: str) -> Iterator[str]:
    """A number with its lowest bit turned, and one more or one less than it."""
    if match := VERILOG_NUMBER.fullmatch(text):
        width, value = int(match[1]), int(match[3], {"h": 16, "b": 2, "d": 10}[match[2]])
        before, after = f"{width}'d", ""
    elif match := C_NUMBER.fullmatch(text):
        width, value = 31, int(match[1], 0)
        before, after = "", match[2]
    else:
        return
    others = [value ^ 1, value + 1 if value & 1 else value - 1]
    if width == 1 or (value == 0 and not before):
        others.pop()
    for other in others if width < 64 else []:
        yield f"{before}{other & (1 << width) - 1}{after}"


class Source:
    """A file: its tokens, regions, and changes. The subclasses know the languages."""
    skipped = r"//[^\n]*|/\*.*?\*/|[\s\\]+"
    block = "", ""
    constants = "0", "1"

    def __init__(self, path: str) -> None:
        self.path, self.name = path, os.path.basename(path)
        with open(path, encoding="ascii") as file:
            self.text = file.read()
        self.tokens: list[Token] = []
        skip = re.compile(self.skipped, re.DOTALL)
        at = 0
        while at < len(self.text):
            match = skip.match(self.text, at)
            if not match:
                match = TOKEN.match(self.text, at)
                assert match
                self.tokens.append(Token(match[0], *match.span()))
            at = match.end()
        self.regions: list[Region] = []
        self.find_regions()
        self.changes: list[Change] = []
        self.find_changes()

    def find_regions(self) -> None:
        raise NotImplementedError

    def change_token(self, region: int, t: int) -> None:
        """Adds the changes that only this language has."""
        raise NotImplementedError

    def dropped_to(self, region: Region) -> int:
        """The last token that `left out` shows."""
        raise NotImplementedError

    def __getitem__(self, t: int) -> str:
        return self.tokens[t].text if 0 <= t < len(self.tokens) else ""

    def part(self, first: int, last: int) -> str:
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def line_of(self, t: int) -> int:
        return self.text.count("\n", 0, self.tokens[t].start) + 1

    def expression_end(self, t: int, enders: str) -> int:
        """From t, within any brackets that open after it: the token at which the expression ends, one of the enders."""
        depth = 0
        for end in range(t, len(self.tokens)):
            text = self[end]
            if depth == 0 and len(text) == 1 and text in enders:
                return end
            depth += (text in "([{") - (text in ")]}")
        sys.exit(f"{self.name}:{self.line_of(t)}: an expression without end")

    def add_region(self, first: int, end: int, drop: bool = False) -> int:
        """The region from first up to before end; returns end."""
        self.regions.append(Region(first, end - 1, drop))
        return end

    # ---- Changes

    def is_binary(self, t: int) -> bool:
        """A sign before an operand has no operand before it."""
        before = self[t - 1]
        return before != "return" and (is_word(before) or before[:1].isdigit() or before[:1] in ("'", ")", "]", "}"))

    def is_choice(self, t: int) -> bool:
        """The lesser or the greater is chosen, of two equal ones either: a < b ? a : b; if (a > most) most = a"""
        if self[t + 2] == "?":
            return self[t - 1] == self[t + 3] and self[t + 4] == ":" and self[t + 1] == self[t + 5]
        return (self[t + 2] == ")" and self[t + 1] == self[t + 3] and self[t + 4] == "=" and
                self[t - 1] == self[self.expression_end(t + 5, ";") - 1])

    def is_in_name(self, _t: int) -> bool:
        return False

    def operand_end(self, region: Region, t: int, step: int, enders: tuple[str, ...]) -> int:
        """The last token of the operand that begins beside an operator, to the right (step 1) or left (-1) of it: that
        before an ender, a bracket around both, or the region's end."""
        depth = 0
        while region.first <= t <= region.last:
            bracket = ((self[t] in "([{") - (self[t] in ")]}")) * step
            if depth + bracket < 0 or (depth == 0 and self[t] in enders):
                break
            depth += bracket
            t += step
        return t - step

    def leave_out(self, region: int, t: int, around: tuple[str, ...]) -> None:
        """The operands of && or ||, the left one only of the first in a row"""
        whole = self.regions[region]
        if self[t] in ("&&", "||"):
            enders = (*around, "||", "&&") if self[t] == "&&" else (*around, "||")
            into = self.constants[self[t] == "&&"]
            left = self.operand_end(whole, t - 1, -1, enders)
            if left == whole.first or self[left - 1] != self[t]:
                self.changes.append(Change(region, left, t - 1, into))
            self.changes.append(Change(region, t + 1, self.operand_end(whole, t + 1, 1, enders), into))

    def find_changes(self) -> None:
        for r, region in enumerate(self.regions):
            if region.drop:
                self.changes.append(Change(r, region.first, self.dropped_to(region), ""))
                continue
            for t in range(region.first, region.last + 1):
                for text, into in OPERATORS:
                    if (self[t] == text and (self.is_binary(t) or not into) and
                            not (text[0] == into[:1] and self.is_choice(t))):
                        self.changes.append(Change(r, t, t, into))
                opened, closed = self[t - 1] == "[", self[t + 1] == "]"
                # no bound of a range, no count of copies, no part of a name
                if opened == closed and self[t + 1] != "{" and not self.is_in_name(t):
                    self.changes += [Change(r, t, t, into) for into in numbers(self[t])]
                self.change_token(r, t)

    # ---- Writing

    def changed(self, change: Change) -> str:
        """The text of a region, with its change."""
        region = self.regions[change.region]
        hole = self.part(change.first, change.last)
        return (self.text[self.tokens[region.first].start:self.tokens[change.first].start] +
                (f"!({hole})" if change.into == NEGATED else f" {change.into} ") +
                self.text[self.tokens[change.last].end:self.tokens[region.last].end])

    def choice(self, r: int) -> str:
        """The text of a region, with the choice between its drawn changes."""
        text = self.part(self.regions[r].first, self.regions[r].last)
        drawn = [change for change in self.changes if change.region == r and change.mutant]
        if self.regions[r].drop or not drawn:
            return text
        choices = "".join(f"mutant == {change.mutant} ? ({self.changed(change)}) : " for change in drawn)
        return f"({self.past_all(drawn, text)}{choices}({text}))"

    def past_all(self, drawn: list[Change], text: str) -> str:
        """What leads past all mutants of a region, which have numbers in a row."""
        raise NotImplementedError

    def rewritten(self, at: int, end: int) -> str:
        """The text from `at` to `end`, with the changes."""
        out = ""
        opened = False  # a statement that may be left out
        for r, region in enumerate(self.regions):
            start = self.tokens[region.first].start
            out += self.text[at:start]
            at = start
            dropped = [change.mutant for change in self.changes if region.drop and change.region == r and change.mutant]
            if dropped:
                out += f"{self.block[0]} if (mutant != {dropped[0]}) "
                opened = True
            if region.drop and r + 1 < len(self.regions) and self.regions[r + 1].first <= region.last:
                continue
            out += self.choice(r)
            at = self.tokens[region.last].end
            if opened:
                out += f"; {self.block[1]}"
                at = self.tokens[region.last + 1].end
                opened = False
        return out + self.text[at:end]

    def mutated(self) -> str:
        """The text with all its changes."""
        raise NotImplementedError

    def shown(self, change: Change) -> str:
        """The line of the text that a change stands in: a = b {+ -> -} c; {a left out} <= b + c;"""
        start, end = self.tokens[change.first].start, self.tokens[change.last].end
        before = self.text[self.text.rfind("\n", 0, start) + 1:start].lstrip(" ")
        after = re.split("\n|//", self.text[end:], maxsplit=1)[0].rstrip(" \\")
        hole = self[change.first]
        for t in range(change.first + 1, change.last + 1):
            hole += " " * (self.tokens[t].start > self.tokens[t - 1].end) + self[t]
        if self.regions[change.region].drop:
            return f"{before}{{{hole} left out}}{after}"
        into = " negated" if change.into == NEGATED else f" -> {change.into or 'nothing'}"
        return f"{before}{{{hole}{into}}}{after}"


class Verilog(Source):
    block = "begin", "end"
    constants = "1'b0", "1'b1"
    keywords = {"module", "input", "output", "begin", "end", "else", "endcase", "default", "posedge", "signed",
                "integer", "case", "endfunction"}

    def block_end(self, t: int, begins: tuple[str, ...], end: str) -> int:
        """From a word that begins a block to its end"""
        depth = 1
        while depth:
            t += 1
            depth += (self[t] in begins) - (self[t] == end)
        return t

    def declaration(self, t: int) -> int:
        """`wire [1:0] a = ..., b = ...;` from the token after the first word"""
        while self[t] != ";":
            end = self.expression_end(t, "=,;")
            t = end + 1
            if self[end] == "=":
                t = self.add_region(t, self.expression_end(t, ",;"))
            elif self[end] == ";":
                return end
        return t

    def assignment(self, t: int) -> int:
        """The token of the <= or = of an assignment that begins at t, 0 if t begins none"""
        if self[t] == "{":
            t = self.expression_end(t + 1, "}")
        elif not is_word(self[t]):
            return 0
        t += 1
        while self[t] == "[":
            t = self.expression_end(t + 1, "]") + 1
        return t if self[t] in ("<=", "=") else 0

    def find_regions(self) -> None:
        clocked = False  # in a block at an edge of a clock
        words = [token.text for token in self.tokens]
        t = self.head = self.expression_end(words.index("module"), ";")
        while self[t := t + 1] != "endmodule":
            word = self[t]
            if word in ("parameter", "localparam"):
                t = words.index(";", t)
            elif word in ("`ifdef", "`ifndef"):
                t = self.block_end(t, ("`ifdef", "`ifndef"), "`endif")
            elif word in ("wire", "reg"):
                t = self.declaration(t + 1)
            elif word == "always":
                clocked = self[t + 1] == "@"
                t = self.expression_end(t + 3, ")") if clocked else t + 1
            elif word in ("function", "assign"):
                clocked = False
            elif word == "for":
                t = self.expression_end(t + 2, ")")
            elif word in ("if", "case"):
                end = self.expression_end(t + 2, ")")
                if "EVERY" in words[t + 2:end]:
                    t = self.block_end(end + 1, ("begin",), "end")
                    continue
                constant = self[end + 1] == "begin" and self[end + 2] == ":"  # of a generate block, which has a name
                t = end if constant else self.add_region(t + 2, end)
            elif word == "." and re.match("i_.", self[t + 1]) and self[t + 2] == "(":  # an instance's input, no clock
                t = self.add_region(t + 3, self.expression_end(t + 3, ")"))
            elif word not in self.keywords and (sign := self.assignment(t)):
                end = self.expression_end(sign + 1, ";")
                if clocked:
                    self.add_region(t, end, drop=True)
                t = self.add_region(sign + 1, end)
        self.tail = t

    def is_in_name(self, t: int) -> bool:
        """Which block of a generate loop: each[2].name"""
        return self[t + 1] == "]" and self[t + 2] == "."

    def change_token(self, region: int, t: int) -> None:
        self.leave_out(region, t, (",", "?", ":"))
        if t == self.regions[region].first and self[t - 2] == "if":
            self.changes.append(Change(region, t, self.regions[region].last, "1'b1"))
        if is_word(self[t]) and self[t - 1] in ("(", "=", "<=", ",", ":") and self[t + 1] == "?":
            self.changes.append(Change(region, t, t, NEGATED))

    def dropped_to(self, region: Region) -> int:
        return self.assignment(region.first) - 1

    def past_all(self, drawn: list[Change], text: str) -> str:
        return f"mutant - 16'd{drawn[0].mutant} >= 16'd{len(drawn)} ? ({text}) : "

    def initial(self) -> str:
        """Clocked registers begin as ones: what power-up does not set must show."""
        out = ""
        for region in self.regions:
            first = region.first
            if not region.drop:
                continue
            last = self.expression_end(first + 1, "}") if self[first] == "{" else first
            name = self.part(first, last)
            if self[first + 1] == "[":
                out += f"    initial foreach ({name}[i]) {name}[i] = ~0;\n"
            else:
                out += f"    initial {name} = ~0;\n"
        return out

    def mutated(self) -> str:
        head, tail = self.tokens[self.head].end, self.tokens[self.tail].start
        return (f'{self.text[:head]}\n    import "DPI-C" function int tmr0_mutant();\n'
                "    reg [15:0] mutant;\n    initial mutant = tmr0_mutant();\n"
                f"{self.rewritten(head, tail)}{self.initial()}{self.text[tail:]}")


class C(Source):
    """Knows statements, declarations and lists in braces, and expressions only as tokens: the compiler checks what
    comes out. Not known, because the files it is for have none: do, goto, labels, typedef names before (."""
    skipped = Source.skipped + r"|#[^\n]*"  # also directives, of one line
    block = "{", "}"
    assignments = "=", "|=", "&=", "^=", "+=", "-="

    def values(self, t: int) -> int:
        """A list in braces, from the token after the {: each value is a region. Returns the token after the }."""
        while self[t] != "}":
            if self[t] in (".", "["):
                t = self.expression_end(t, "=") + 1
            t = self.values(t + 1) if self[t] == "{" else self.add_region(t, self.expression_end(t, ",}"))
            t += self[t] == ","
        return t + 1

    def declaration(self, t: int) -> int:
        """Returns the token after its semicolon."""
        if self[t] in ("static", "enum"):  # constants
            return self.expression_end(t, ";") + 1
        while True:
            t = self.expression_end(t, "=,;")
            if self[t] == "=" and self[t + 1] == "{":
                t = self.values(t + 2)
            elif self[t] == "=":
                t = self.add_region(t + 1, self.expression_end(t + 1, ",;"))
            t += 1
            if self[t - 1] == ";":
                return t

    def statement(self, t: int) -> int:
        """Returns the token after the statement."""
        if self[t] == "{":
            t += 1
            while self[t] != "}":
                t = self.statement(t)
            return t + 1
        if self[t] == "for":  # Its head is left alone.
            return self.statement(self.expression_end(t + 2, ")") + 1)
        if self[t] in ("case", "default"):
            return self.expression_end(t, ":") + 1
        if self[t] in ("if", "while", "switch"):
            t = self.statement(self.add_region(t + 2, self.expression_end(t + 2, ")")) + 1)
            return self.statement(t + 1) if self[t] == "else" else t
        if self[t] == "return" and self[t + 1] != ";":
            return self.add_region(t + 1, self.expression_end(t + 1, ";")) + 1
        if is_word(self[t]) and (is_word(self[t + 1]) or self[t + 1] in ("*", "{")):
            return self.declaration(t)
        end = self.add_region(t, self.expression_end(t, ";"), drop=True)
        if end > t + 1:  # not return, break, continue
            self.add_region(t, end)
        return end + 1

    def find_regions(self) -> None:
        t = 0
        while t < len(self.tokens):
            t = self.expression_end(t, "{;")
            if self[t] == "{":
                t = self.statement(t) if self[t - 1] == ")" else self.expression_end(t + 1, "}") + 1
            else:
                t += 1

    def negate(self, region: int, first: int, last: int) -> None:
        """A condition, unless it has an operator of its own whose change does as much"""
        enough = ("&&", "||", "==", "!=", "<", "<=", ">", ">=")
        if self[first] != "!" and self.operand_end(Region(first, last, False), first, 1, enough) == last:
            self.changes.append(Change(region, first, last, NEGATED))

    def change_token(self, region: int, t: int) -> None:
        whole = self.regions[region]
        around = (",", "?", ":", *self.assignments)
        if self[t] in ("false", "true"):
            self.changes.append(Change(region, t, t, "false" if self[t] == "true" else "true"))
        self.leave_out(region, t, around)
        if self[t] == "?":
            self.negate(region, self.operand_end(whole, t - 1, -1, around), t - 1)
        if t == whole.first and self[t - 1] == "(" and self[t - 2] in ("if", "while"):
            self.negate(region, whole.first, whole.last)
            if self[t - 2] == "if":
                self.changes.append(Change(region, t, whole.last, "1"))

    def dropped_to(self, region: Region) -> int:
        return region.last

    def past_all(self, drawn: list[Change], text: str) -> str:
        return f"mutant - {drawn[0].mutant}U >= {len(drawn)}U ? ({text}) : "

    def mutated(self) -> str:
        return "extern unsigned mutant;\n" + self.rewritten(0, len(self.text))


def draw(seed: int, changes: list[Change], count: int) -> None:
    """Draws count changes and numbers them in the order of the text."""
    drawn = sorted(random.Random(seed).sample(range(len(changes)), count))
    for number, n in enumerate(drawn, 1):
        changes[n].mutant = number


def main() -> None:
    seed, count_text, folder, *paths = sys.argv[1:]
    sources = [C(path) if path.endswith(".c") else Verilog(path) for path in paths]
    changes = [change for source in sources for change in source.changes]
    count = len(changes) if count_text == "all" else int(count_text)
    if not 1 <= count <= len(changes):
        sys.exit(f"mutator: {count} mutants, expected 1 to {len(changes)}, as many as there are possible changes")
    draw(int(seed), changes, count)
    for source in sources:
        with open(f"{folder}/{source.name}", "w", encoding="ascii") as file:
            file.write(source.mutated())
    with open(f"{folder}/mutants.txt", "w", encoding="ascii") as file:
        for source in sources:
            for change in source.changes:
                place = f"{source.path}:{source.line_of(change.first)}"
                if change.mutant:
                    file.write(f"{change.mutant}\t{place}\t{source.shown(change)}\n")
    print(f"{count} of {len(changes)} possible changes, seed {seed}")


main()
