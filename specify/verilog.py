# SPDX-License-Identifier: MIT
"""Of Verilog what checks need: modules with their declarations, instances and specify blocks. All else is skipped."""
import re
from dataclasses import dataclass, field
from itertools import islice

from messages import fail
from preprocess import Source

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\\\S+|[$]?[A-Za-z_][\w$]*'
                   r"|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[munpf]?s\b)?"
                   r"(?:\s*'[sS]?[bodhBODH]\s*[\w?]+)?|'[sS]?[bodhBODH]\s*[\w?]+|&&&|[=!]==|[=!<>]=|&&|\|\||[=*]>|\S")
DECLARES = set("""input output inout parameter localparam specparam wire tri tri0 tri1 wand wor triand trior trireg
    supply0 supply1 reg logic bit byte int signed unsigned integer real realtime time var""".split())
SKIPPED = {"function": "endfunction", "task": "endtask", "primitive": "endprimitive", "covergroup": "endgroup"}
CLOSING = {"(": ")", "[": "]", "{": "}"}
CLOSED = set(CLOSING.values())
NOT_CELLS = set("""begin end generate endgenerate assign always always_comb always_ff always_latch initial final
    if else for while repeat forever case casex casez endcase default genvar event defparam and or not nand nor xor
    xnor buf bufif0 bufif1 notif0 notif1 nmos pmos cmos rnmos rpmos rcmos tran tranif0 tranif1 rtran rtranif0
    rtranif1 pullup pulldown import typedef deassign force release wait disable assert return unique priority
    posedge negedge fork join""".split())
NAME = re.compile(r"[A-Za-z_][\w$]*|\\\S+")
Span = tuple[int, int]  # of a text, from and to
Words = list[tuple[str, int, int]]  # tokens and their spans
Assigned = list[tuple[str, Words]]  # .NAME(WORDS), or in order without a name


def tokens(text: str, start: int, end: int) -> Words:
    return [(found[0], *found.span()) for found in TOKEN.finditer(text, start, end)]


def split(words: Words, comma: str = ",") -> list[Words]:
    """At commas outside of brackets."""
    parts: list[Words] = [[]]
    depth = 0
    for word in words:
        if word[0] == comma and not depth:
            parts.append([])
            continue
        depth += (word[0] in CLOSING) - (word[0] in CLOSED)
        parts[-1].append(word)
    return parts


def plain(name: str) -> str:
    """A name without what escapes it."""
    return name.removeprefix("\\")


def signal(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_][\w$]*", name) else f"\\{name} "


@dataclass
class Instance:
    cell: str
    name: str  # "" if it has none
    connections: Assigned  # of ports
    several: bool  # in an array or a block: the path to it has more than its name
    words: Words  # from the cell's name to that of the instance, or to the bracket
    values: Assigned  # of parameters


@dataclass
class Module:
    name: str
    source: Source
    start: int
    head: int = 0  # where the body begins, and where it ends
    tail: int = 0
    ports: list[str] = field(default_factory=list)
    ranges: dict[str, str] = field(default_factory=dict)  # of all that is declared
    parameters: dict[str, Words] = field(default_factory=dict)
    specparams: dict[str, Words] = field(default_factory=dict)
    statements: list[Span] = field(default_factory=list)  # those of specify blocks
    specified: bool = False  # has specify blocks
    instances: list[Instance] = field(default_factory=list)
    declared: list[tuple[Span, list[str]]] = field(default_factory=list)  # declarations and their names
    generates: bool = False  # has named blocks, whose instances are unknown
    # Where all names are, outside of specify blocks; if nothing in the module changes, none
    names: dict[str, list[Span]] = field(default_factory=dict)

    def where(self) -> str:
        return self.source.where(self.start)

    def text(self, words: Words) -> str:
        """As it is in the source; a blank ends an escaped name."""
        text = " ".join(self.source.text[words[0][1]:words[-1][2]].split()) if words else ""
        return text + " " * (words[-1][0].startswith("\\") if words else 0)


class Reader:
    def __init__(self, source: Source):
        self.source = source
        self.found = TOKEN.finditer(source.text)
        self.words: Words = []  # those of specify blocks go when they are read
        self.at = 0

    def peek(self) -> str:
        while self.at + 3 > len(self.words):
            more = [(found[0], *found.span()) for found in islice(self.found, 4096)]
            self.words += more or [("", len(self.source.text), len(self.source.text))] * 4
        return self.words[self.at][0]

    def word(self) -> str:
        if not (word := self.peek()):
            fail(f"{self.source.where(len(self.source.text))}: ends within a module, expected endmodule")
        return word

    def until(self, *ends: str) -> Words:
        """To one of these outside of brackets, which is next then."""
        start, depth = self.at, 0
        while (word := self.word()) not in ends or depth:
            depth += (word in CLOSING) - (word in CLOSED)
            if word == "endmodule":
                where = self.source.where(self.words[self.at][1])
                fail(f"{where}: 'endmodule', expected {' or '.join(ends)} before it")
            self.at += 1
        return self.words[start:self.at]

    def group(self) -> Words:
        """What is in the brackets that begin here; what follows them is next."""
        self.at += 1
        inside = self.until(*CLOSING.values())
        self.at += 1
        return inside

    def assigned(self) -> Assigned:
        return [(plain(part[1][0]), part[3:-1]) if len(part) > 3 and part[0][0] == "." else ("", part)
                for part in split(self.group())]

    def read(self) -> tuple[list[Module], list[Span]]:
        """Modules, and primitives."""
        modules, primitives = [], []
        while word := self.peek():
            start = self.words[self.at][1]
            if word in ("module", "macromodule") and self.words[max(self.at - 1, 0)][0] != "extern":
                modules.append(self.module())
            elif word in SKIPPED:
                while self.word() != SKIPPED[word]:
                    self.at += 1
                if word == "primitive":
                    primitives.append((start, self.words[self.at][2]))
            self.at += 1
        return modules, primitives

    def module(self) -> Module:
        start = self.words[self.at][1]
        self.at += 1
        while self.word() in ("automatic", "static"):
            self.at += 1
        module = Module(self.word(), self.source, start)
        first = self.at
        self.at += 1
        while self.word() == "import":
            self.until(";")
            self.at += 1
        if self.word() == "#":
            self.at += 1
            for part in split(self.group()):
                self.declaration(module, part)
        if self.word() == "(":
            self.ports(module, split(self.group()))
        self.until(";")
        module.head = self.words[self.at][2]
        self.body(module)
        module.tail = self.words[self.at][1]
        if not module.specified and all(one.name for one in module.instances):
            return module
        for word, start, end in self.words[first:self.at]:
            if NAME.fullmatch(word):
                module.names.setdefault(plain(word), []).append((start, end))
        return module

    def ports(self, module: Module, parts: list[Words]) -> None:
        before = ""
        for part in parts:
            texts = [word[0] for word in part]
            if "." in texts[:1]:
                module.ports.append(plain(texts[1]))
                continue
            names, range_ = self.declaration(module, part, before)
            if names:
                before = range_
                module.ports.append(names[0])

    def declaration(self, module: Module, words: Words, before: str = "") -> tuple[list[str], str]:
        """Names and range [a:b] of what is declared. `before`: the range where none and no type is given."""
        kinds, names, found = set[str](), list[str](), None
        for part in split(words):
            depth, last = 0, ""
            for index, (word, start, end) in enumerate(part):
                if depth == 0 and word in DECLARES:
                    kinds.add(word)
                elif depth == 0 and word == "[" and not names:
                    close = next((b for one, b, _ in part[index:] if one == "]"), end)
                    found = (found or "") + self.source.text[start:close] + "]"
                elif depth == 0 and NAME.fullmatch(word) and last not in (".", "#"):
                    names.append(plain(word))
                elif depth == 0 and word == "=" and names:
                    if "specparam" in kinds:
                        module.specparams[names[-1]] = part[index + 1:]
                    elif kinds & {"parameter", "localparam"} or not kinds:
                        module.parameters[names[-1]] = part[index + 1:]
                    break
                depth += (word in CLOSING) - (word in CLOSED)
                last = word
        range_ = found if found is not None else "" if kinds else before
        if not kinds & {"specparam"}:
            for name in names:
                module.ranges[name] = range_ or module.ranges.get(name, "")
        return names, range_

    def body(self, module: Module) -> None:
        depth, fresh = 0, True  # of begin and end; a statement may begin here
        while (word := self.word()) != "endmodule":
            start = self.at
            if word in SKIPPED:
                while self.word() != SKIPPED[word]:
                    self.at += 1
            elif word == "specify":
                self.specify(module)
            elif word in CLOSING:
                attribute = self.words[self.at + 1][0] == "*"
                self.group()
                fresh = fresh and attribute
                continue
            elif word == "begin":
                depth += 1
                module.generates |= self.words[self.at + 1][0] == ":"
            elif word == "end":
                depth -= 1
            elif word in DECLARES and depth == 0:
                self.at += 1
                words = self.until(";")
                names, _ = self.declaration(module, [self.words[start], *words])
                module.declared.append(((self.words[start][1], self.words[self.at][2]), names))
            elif fresh and NAME.fullmatch(word) and word not in NOT_CELLS:
                self.instance(module, depth > 0)
                fresh = self.word() == ";"
                continue
            fresh = self.word() in (";", "begin", "end", "generate", "endgenerate", "else", "endspecify", "endtask",
                                    "endfunction") or (fresh and self.word() == ":")
            if self.word() == ":" and self.words[self.at - 1][0] in ("begin", "end"):
                self.at += 1  # the name of a block
                fresh = True
            self.at += 1

    def instance(self, module: Module, nested: bool) -> None:
        """Instances of one cell, or some other statement."""
        start, cell = self.at, self.word()
        values: Assigned = []
        self.at += 1
        while self.word() in ("#", "("):
            hash_ = self.word() == "#"
            if not hash_ and not re.fullmatch("(strong|pull|weak|supply|highz)[01]", self.words[self.at + 1][0]):
                break
            self.at += hash_
            if self.word() == "(":
                values = self.assigned()
            else:
                values = [("", [self.words[self.at]])]
                self.at += 1
        while True:
            name, several = "", nested
            if NAME.fullmatch(self.word()):
                name = self.word()
                self.at += 1
            while self.word() == "[":
                several = True
                self.group()
            if self.word() != "(":
                break
            words = self.words[start:self.at + 1]
            connections = self.assigned()
            if self.word() not in (",", ";"):
                break
            module.instances.append(Instance(cell, plain(name), connections, several, words, values))
            if self.word() == ";":
                break
            self.at += 1
            start = self.at
            if (word := self.word()) in (";", "endmodule"):
                fail(f"{self.source.where(self.words[start][1])}: '{word}', expected an instance after the comma")
        self.until(";", "endmodule", "begin")

    def specify(self, module: Module) -> None:
        module.specified = True
        self.at += 1
        first = self.at
        while self.word() != "endspecify":
            statement = self.until(";", "endspecify")
            if statement and statement[0][0] == "specparam":
                self.declaration(module, statement)
            elif statement:
                module.statements.append((statement[0][1], self.words[self.at][2]))
            self.at += self.word() == ";"
            del self.words[first:self.at]
            self.at = first
