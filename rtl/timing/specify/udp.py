# SPDX-License-Identifier: MIT
"""User-defined primitives as modules: Verilator before 5.036 has no tables."""
import re
from itertools import product

from preprocess import Source, fail
from verilog import NAME

LEVELS = {"0": "0", "1": "1", "x": "x", "?": "01x", "b": "01"}
EDGES = {"r": "(01)", "f": "(10)", "p": "(01)(0x)(x1)", "n": "(10)(1x)(x0)", "*": "(??)"}
FIELD = re.compile(r"\(\s*[01xb?]\s*[01xb?]\s*\)|[01xb?rfpn*]")


def edges(symbol: str) -> list[str]:
    """Pairs of levels, before and after."""
    return [a + b for one in re.findall(r"\((.)(.)\)", EDGES.get(symbol, symbol).replace(" ", ""))
            for a, b in product(LEVELS[one[0]], LEVELS[one[1]]) if a != b]


def level(symbol: str) -> list[str]:
    """What casez matches: ? is any."""
    return ["0", "1"] if symbol == "b" else [symbol]


class Primitive:
    def __init__(self, source: Source, start: int, end: int):
        self.where, text = source.where(start), source.text[start:end]
        head, _, rest = text.partition(";")
        body, found, table = rest.partition("table")
        names = NAME.findall(re.sub(r"=\s*[^,)]*", "", head))
        self.name = names[1]
        self.ports = [name for name in names[2:] if name not in ("input", "output", "reg")]
        initial = re.search(r"=\s*(?:1\s*)?'?[bB]?\s*([01xX])", head + body)
        self.initial = initial[1].lower() if initial else "x"
        rows = [row.lower().split(":") for row in table.partition("endtable")[0].split(";") if row.strip()]
        self.sequential = any(len(row) == 3 for row in rows)
        self.rows = [([field.replace(" ", "") for field in FIELD.findall(row[0])],
                      row[1].strip() if len(row) == 3 else "?", row[-1].strip()) for row in rows]
        inputs = len(self.ports) - 1
        if not found or any(len(fields) != inputs or out not in list("01x-") or state not in LEVELS
                            for fields, state, out in self.rows):
            fail(f"{self.where}: the table of primitive {self.name}, expected {inputs} inputs and 0, 1, x or - a row")

    def clocked(self, port: int) -> int:
        """How many rows store at an edge of this input. Of inputs that move at once those that do come last."""
        return sum(out in "01" and bool(edges(fields[port])) for fields, _, out in self.rows)

    def items(self, fields: list[str], state: str) -> list[str]:
        """Values of {was, is, state} that a row matches."""
        moving = next((n for n, field in enumerate(fields) if edges(field)), None)
        out = []
        for now in product(*(level(field) if n != moving else [""] for n, field in enumerate(fields))):
            for pair in edges(fields[moving]) if moving is not None else ["??"]:
                before = "".join(pair[0] if n == moving else "?" for n in range(len(fields)))
                after = "".join(pair[1] if n == moving else one for n, one in enumerate(now))
                out += [before + after + one if self.sequential else after for one in level(state)]
        return out

    def function(self) -> list[str]:
        inputs = len(self.ports) - 1
        width, value = (2 * inputs + 1, "state[0]") if self.sequential else (inputs, "1'bx")
        lines = [f"    function row; input [{width - 1}:0] state; casez (state)"]
        values = {"-": value, "0": "1'b0", "1": "1'b1", "x": "`SPECIFY_X(1'bx)"}
        # Levels are stronger than edges
        for fields, state, out in sorted(self.rows, key=lambda row: any(map(edges, row[0]))):
            items = ", ".join(f"{width}'b{item}" for item in self.items(fields, state))
            lines += [f"    {items}: row = {values[out]};"]
        return lines + [f"    default: row = `SPECIFY_ELSE({value});", "    endcase endfunction"]

    def module(self) -> str:
        out, *inputs = self.ports
        count = len(inputs)
        lines = [f"module {self.name} ({', '.join(self.ports)});", f"    output {out}; input {', '.join(inputs)};",
                 f"    wire [{count - 1}:0] in = {{{', '.join(inputs)}}} ^ {count}'d0; // z is x", *self.function()]
        if not self.sequential:
            return "\n".join([*lines, f"    assign {out} = row(in);", "endmodule"])
        lines += [f"    reg [{count - 1}:0] was, is; reg next, {out}_; assign {out} = {out}_;",
                  f"    initial begin next = 1'b{self.initial}; {out}_ = next;", "`ifdef VERILATOR",
                  f"        is = in; next = row({{is, is, next}}); {out}_ = next;", "`endif", "    end",
                  "    always @(in) begin"]
        for port in sorted(range(count), key=self.clocked):
            bit = count - 1 - port
            lines += [f"        if (is[{bit}] !== in[{bit}]) begin was = is; is[{bit}] = in[{bit}]; "
                      "next = row({was, is, next}); end"]
        return "\n".join([*lines, f"        {out}_ <= next;", "    end", "endmodule"])
