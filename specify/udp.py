# SPDX-License-Identifier: MIT
"""User-defined primitives as modules of two levels: Verilator before 5.036 has no tables."""
import re
from dataclasses import dataclass
from itertools import product

from messages import fail
from preprocess import Source
from verilog import NAME, Span

EDGES = {"r": "(01)", "p": "(01)", "f": "(10)", "n": "(10)", "*": "(??)"}
FIELD = re.compile(r"\(\s*[01xb?]\s*[01xb?]\s*\)|[01xb?rfpn*]")


@dataclass
class Row:
    """What a row matches of {was, is, state}, a pattern for each pair of levels; ? is any."""
    patterns: list[str]
    moving: int  # the input that has an edge, or -1
    out: str

    def __post_init__(self) -> None:
        self.masks = [(int(re.sub("[01]", "1", one).replace("?", "0"), 2), int(one.replace("?", "0"), 2))
                      for one in self.patterns]


class Primitive:
    def __init__(self, source: Source, span: Span):
        self.start, self.end = span
        text = source.text[self.start:self.end]
        head, _, rest = text.partition(";")
        body, found, table = rest.partition("table")
        names = NAME.findall(re.sub(r"=\s*[^,)]*", "", head))
        if len(names) < 4:
            fail(f"{source.where(self.start)}: primitive, expected its name, an output and inputs")
        self.name = names[1]
        self.out, *self.inputs = [name for name in names[2:] if name not in ("input", "output", "reg")]
        initial = re.search(r"=\s*(?:1\s*)?'?[bB]?\s*([01xX])", head + body)
        self.initial = initial[1].lower() if initial else "x"
        *lines, rest = table.partition("endtable")[0].split(";")
        where = f"{source.where(self.start)}: the table of primitive {self.name}"
        if not found or rest.strip():
            fail(f"{where}, expected rows that end with ;")
        rows = [row.lower().split(":") for row in lines if row.strip()]
        self.sequential = any(len(row) == 3 for row in rows)
        self.rows: list[Row] = []
        for row in rows:
            fields, state, out = FIELD.findall(row[0]), row[1].strip() if len(row) == 3 else "?", row[-1].strip()
            if len(fields) != len(self.inputs) or out not in list("01x-") or state not in list("01xb?"):
                fail(f"{where}, expected {len(self.inputs)} inputs and 0, 1, x or - a row")
            self.add([EDGES.get(one, one).replace(" ", "") for one in fields], state, out)
        self.rows.sort(key=lambda row: row.moving >= 0)  # levels are stronger than edges

    def add(self, fields: list[str], state: str, out: str) -> None:
        """A row, unless it is for unknown levels."""
        moving = next((n for n, field in enumerate(fields) if field[0] == "("), -1)
        patterns = []
        edges = [pair for pair in ("01", "10") if all(a in f"?b{b}" for a, b in zip(fields[moving][1:], pair))]
        for pair in edges if moving >= 0 else [""]:
            before = "".join(pair[0] if n == moving else "?" for n in range(len(fields)))
            patterns.append(before + "".join(pair[1] if n == moving else one for n, one in enumerate(fields)) + state)
        patterns = [one.replace("b", "?") for one in patterns if "x" not in one]
        if patterns and (moving < 0 or out != "-"):
            self.rows.append(Row(patterns, moving, out))

    def next(self, was: int, is_: int, state: int) -> str:
        bits = (was << len(self.inputs) | is_) << 1 | state
        out = next((row.out for row in self.rows if any(bits & mask == value for mask, value in row.masks)), "-")
        return str(state) if out == "-" else out

    def moves(self) -> tuple[set[str], set[str]]:
        """Inputs whose movements may change the output, and those that only make it unknown."""
        known, unknown = set[str](), set[str]()
        for is_, state in product(range(1 << len(self.inputs)), (0, 1)):
            if self.next(is_, is_, state) not in (str(state), "x"):
                continue  # is not at rest
            for port, name in enumerate(reversed(self.inputs)):
                out = self.next(is_, is_ ^ 1 << port, state)
                (known if out in "01" else unknown).update({name} if out != str(state) else ())
        return known, unknown - known

    def function(self) -> list[str]:
        count = len(self.inputs)
        width, value = (2 * count + 1, "state[0]") if self.sequential else (count, "1'bx")
        values = {"-": value, "0": "1'b0", "1": "1'b1", "x": "`SPECIFY_X(1'bx)"}
        lines = [f"    function row; input [{width - 1}:0] state; casez (state)"]
        for row in self.rows:
            items = ", ".join(f"{width}'b{one if self.sequential else one[count:-1]}" for one in row.patterns)
            lines += [f"    {items}: row = {values[row.out]};"]
        return lines + [f"    default: row = {value};", "    endcase endfunction"]

    def module(self) -> str:
        count, every = len(self.inputs), ", ".join(self.inputs)
        head = [f"module {self.name} ({self.out}, {every});", f"    output {self.out}; input {every};"]
        if not self.sequential:
            return "\n".join([*head, *self.function(), f"    assign {self.out} = row({{{every}}});", "endmodule"])
        known, unknown = self.moves()
        # Of inputs that move at once those that store, which have rows with edges, come last
        steps = []
        stores = [sum(row.moving == port and row.out in "01" for row in self.rows) for port in range(count)]
        for port in sorted(range(count), key=lambda port: stores[port]):
            bit = count - 1 - port
            step = f"is[{bit}] = in[{bit}];"
            if self.inputs[port] in known | unknown:
                step = f"if (is[{bit}] !== in[{bit}]) begin was = is; {step} next = row({{was, is, next}}); end"
            steps.append(f"        {step}")
        return "\n".join([
            f"`SPECIFY_KIND {self.name}_state ;", *self.function(),
            f"    reg [{count - 1}:0] was, is; reg next = 1'b{self.initial};",
            f"    function step; input [{count - 1}:0] in; begin",
            "        if ($time == 0) begin is = in; next = row({is, is, next}); end", *steps,
            "        step = next;", "    end endfunction", "`SPECIFY_END",
            *head, f"    {self.name}_state rows `SPECIFY_NEW; reg next = 1'b{self.initial}; assign {self.out} = next;",
            f"    always @({' or '.join(['`SPECIFY_BEGIN', *sorted(known)])}", "`ifdef SPECIFY_UNKNOWN",
            *(f"        or {name}" for name in sorted(unknown)), "`endif",
            f"    ) next <= rows.step({{{every}}});", "endmodule"])
