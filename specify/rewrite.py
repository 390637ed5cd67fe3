# SPDX-License-Identifier: MIT
"""Models with their checks as instances of specify_check, for simulators that need less than the source has; limits of
instances."""
import re
from dataclasses import replace
from typing import Iterable, Iterator

from checks import COMBINED, EDGED, Check, Checked, Event, chosen, expanded, spelled
from delays import Delays
from design import Target, indices
from preprocess import Source
from udp import Primitive
from verilog import Module, signal, tokens

KINDS = {"setup": 1, "hold": 2, "recovery": 3, "removal": 4, "width": 5, "period": 6, "skew": 7, "timeskew": 7,
         "fullskew": 7, "nochange": 8}  # as specify_closing.v names them
PARAMETERS = {"removal": [".FEW(1)"], "recovery": [".FEW(1)", ".ZERO_DELAY(0)"],
              "recrem": [".FEW(1)", ".ZERO_DELAY(0)"], "period": [".FEW(1)", ".ZERO_DELAY(1)"],
              "width": [".FEW(1)", ".PULSE(1)", ".ZERO_DELAY(1)"], "nochange": [".FEW(1)", ".LEVEL(1)"]}
UNKNOWN = re.compile(r"(?<![=!<>])(<?=)\s*(\d*'[bB][xX]+|\{[^{};]+\{\s*1'[bB][xX]\s*\}\s*\})")  # assigned
STRENGTH = re.compile(r"\b(?:buf|not|and|or|nand|nor|xor|xnor)\s*"
                      r"(\(\s*(?:strong|pull|weak|supply|highz)[01]\s*,[^()]*\))")
Loop = tuple[str, str, Event]  # around what is made of each bit: a block, its variable, the vector
Edit = tuple[int, int, str | Iterator[str]]  # from, to, the text in place of that


def ends(range_: str) -> tuple[str, str]:
    """First and last bit of [a:b], as Verilog."""
    high, _, low = (part.strip() for part in range_.strip()[1:-1].partition(":"))
    if re.fullmatch(r"-?\d+", high) and re.fullmatch(r"-?\d+", low):
        return str(min(int(high), int(low))), str(max(int(high), int(low)))
    return f"(({high}) < ({low}) ? ({high}) : ({low}))", f"(({high}) < ({low}) ? ({low}) : ({high}))"


def loops(label: str, events: list[Event]) -> list[Loop]:
    out: list[Loop] = []
    for one in events:
        if one.range and all(one.signal() != vector.signal() for _, _, vector in out):
            out.append(("other", f"{label}_other", one) if out else (label, f"{label}_bit", one))
    return out


def looped(around: list[Loop], text: str) -> str:
    for block, variable, vector in reversed(around):
        first, last = ends(vector.range)
        count = f"{variable} = {first}; {variable} <= {last}; {variable} = {variable} + 1"
        text = f"    for ({count}) begin : {block}\n{text}\n    end"
    return "".join(f"    genvar {variable};\n" for _, variable, _ in around) + text


def bit(event: Event, around: list[Loop]) -> str:
    """Its signal in the loops."""
    for _, variable, vector in around:
        if event.signal() == vector.signal():
            return f"{signal(event.name)}[{variable}]"
    return event.signal()


def literal(value: int) -> str:
    """A number without a size has 32 bits."""
    return str(value) if abs(value) < 1 << 31 else f"{'-' * (value < 0)}64'sd{abs(value)}"


class Block:
    """The checks of a module and its delayed signals. `delays`: ps by terminal, of those that have one."""

    def __init__(self, checked: Checked, delays: dict[str, int]):
        self.checked, self.delays = checked, delays
        self.notifiers = list({check.notifier: 0 for check in checked.checks if check.notifier})
        # By terminal the delayed net and its number
        self.nets = {terminal.signal(): (net, number) for number, (terminal, net)
                     in enumerate(checked.delayed.values(), 1) if terminal.signal() in delays}
        shown = {event.signal(): 0 for check in checked.checks for event, _ in self.events(check) if not event.range}
        self.seen = {one: f"specify_{number}" for number, one in enumerate(shown, 1)}  # nets of what checks see

    def lines(self, sdf: bool) -> Iterator[str]:
        """`sdf`: with limits of instances."""
        yield f"\n    generate if (1) begin : {self.checked.block}"
        yield from (f"    reg signed [63:0] moved_at_{number} = 0;" for number in range(len(self.notifiers)))
        for number, (terminal, net) in enumerate(self.checked.delayed.values(), 1):
            yield from self.delayed(number, terminal, net)
        yield from (f"    `SPECIFY_NET {name}; assign {name} = {one};" for one, name in self.seen.items())
        yield from map(self.instance, self.checked.checks)
        yield f"    specify_closing #({int(sdf)}) specify_closing ();\n    end endgenerate"

    def delayed(self, number: int, terminal: Event, net: Event) -> list[str]:
        """A delayed signal: a wire where it has no delay, as many of them are."""
        if terminal.signal() not in self.delays:
            return [f"    assign {net.signal()} = {terminal.signal()};"]
        around = loops(f"delay_{number}", [terminal])
        to = f"{signal(net.name)}[delay_{number}_bit]" if around else net.signal()
        name = "bit_" if around else f"delay_{number}"
        return [f"    reg signed [63:0] late_{number} = 64'd{self.delays[terminal.signal()]};",
                looped(around, f"    specify_delay {name} ({bit(terminal, around)}, {to}, late_{number});")]

    def events(self, check: Check) -> list[tuple[Event, str]]:
        """Those that it sees, and by how much each is late: a window's events when the model sees them."""
        return [self.late(one) if check.has_window() else (one, "64'd0") for one in check.events]

    def late(self, event: Event) -> tuple[Event, str]:
        """The delayed signal of an event, and the variable that says by how much."""
        for terminal, select in ((event.signal(), ""), (signal(event.name), event.select)):
            if terminal in self.nets:
                net, number = self.nets[terminal]
                return replace(event, name=net.name, select=net.select + select), f"late_{number}"
        return event, "64'd0"

    def instance(self, check: Check) -> str:
        shown = self.events(check)
        around = loops(check.label, [event for event, _ in shown])
        name = "bit_" if around else check.label
        text = check.text.replace("\\", "\\\\").replace('"', "'")
        before, after = COMBINED.get(check.kind, (check.kind, check.kind))
        values = [f'.CHECK("{text}")', f".BEFORE_KIND({KINDS[before]}), .AFTER_KIND({KINDS[after]})",
                  f".UNIT_PS({check.scale.unit_ps:.0f})",
                  *([".FEW(1)", f".SKEW({check.skew})"] if check.skew else PARAMETERS.get(check.kind, []))]
        pins, head = [], ""
        for (event, late_ps), role in zip(shown, ("ref", "data")):
            values.append(f".{role.upper()}_EDGES(6'd{event.edges})")
            condition = event.condition or "1'b1"
            net = self.seen.get(event.signal()) or bit(event, around)
            pins.append(f".i_{role}({net}), .i_{role}_if({condition}), .i_{role}_late({late_ps})")
        stamp, later = check.stamp or "1'b1", check.later or "1'b1"
        pins.append(f".i_stamp({stamp}), .i_later({later})")
        for register, value in check.limits.items():
            if isinstance(value, str):  # of parameters: rounded by the declaration
                head += f"    localparam signed [63:0] {check.label}_{register} = {value};\n"
                value = f"{check.label}_{register} * {check.scale.step():.0f}"
            else:
                value = literal(value)
            values.append(f".{register.upper()}({value})")
        out = f"    specify_check #(\n        {', '.join(values)}\n    ) {name} ({', '.join(pins)});"
        if check.notifier:
            moved_at = f"moved_at_{self.notifiers.index(check.notifier)}"
            out += f"\n    `SPECIFY_NOTIFY({name}.rec, {check.notifier}, {moved_at})"
        return head + looped(around, out)


# ---- Edits of the source


def older(checked: Checked, corner: int) -> list[Edit]:
    """What Verilator 5.006 or Icarus 11 does not read."""
    module = checked.module
    out: list[Edit] = []
    for start, end in sorted(set(module.statements) - set(checked.removed)):
        statement = tokens(module.source.text, start, end)
        if statement[0][0] == "ifnone" and any(word[0] in EDGED for word in statement):  # Icarus has none
            out.append((start, end, "\n" * module.source.text.count("\n", start, end)))
            continue
        equal = next((n for n, word in enumerate(statement) if word[0] == "="), None)
        if equal is None or statement[equal + 1][0] == "(":
            continue
        if [word[0] for word in statement[equal:]].count(":") == 2:  # a delay of three values without brackets
            out += [(statement[equal + 1][1],) * 2 + ("(",), (statement[-2][2],) * 2 + (")",)]
    text = module.source.text
    for found in STRENGTH.finditer(text, module.head, module.tail):
        out.append((*found.span(1), f"`SPECIFY_GATE({found[1]})"))
    for words in module.parameters.values():
        if words and words != (one := chosen(words, corner)):
            out.append((words[0][1], words[-1][2], module.text(one)))
    for name, words in module.specparams.items():  # as a value of the model
        for start, end in module.names.get(name, []):
            out.append((start, end, f"({spelled(expanded(module.specparams, words, corner))})"))
    return out


def hoisted(module: Module) -> list[Edit]:
    """Declarations of what is used before them go to the head."""
    out: list[Edit] = []
    for (start, end), names in module.declared:
        text = module.source.text[start:end]
        early = [name for name in names if name not in module.ports
                 and any(module.head <= at < start for at, _ in module.names.get(name, []))]
        if early and "=" not in text and not re.match(r"(input|output|inout|parameter|localparam)\b", text):
            out += [(start, end, "\n" * text.count("\n")), (module.head, module.head, " " + " ".join(text.split()))]
    return out


def checks(checked: Checked, block: Iterator[str]) -> list[Edit]:
    """Of a module with checks. `block`: lines that are made when they are written, for many checks are long."""
    module, text = checked.module, checked.module.source.text
    out = [(start, end, "\n" * text.count("\n", start, end)) for start, end in checked.removed]
    constants = [(words[0][1], words[-1][2]) for words in module.parameters.values() if words]
    for found in UNKNOWN.finditer(text, module.head, module.tail):
        if not any(a <= found.start(2) < b for a, b in constants):
            out.append((found.start(2), found.end(2), f"`SPECIFY_X({found[2]})"))
    ranges = {net.name: net.range if not net.select else module.ranges.get(terminal.name, "")
              for terminal, net in checked.delayed.values()}
    wires = [f"\n    wire {range_} {signal(name)};" for name, range_ in ranges.items() if name not in module.ranges]
    out.append((module.head, module.head, "".join(wires)))
    return [*out, (module.tail, module.tail, (f"{line}\n" for line in block))]


def instances(module: Module, primitives: dict[str, Primitive]) -> list[Edit]:
    """Primitives that become modules: with a name, without delay."""
    out: list[Edit] = []
    number = 0
    for one in module.instances:
        if one.cell not in primitives:
            continue
        if not one.name:
            while (name := f"udp_{number}") in module.names:
                number += 1
            number += 1
            out.append((one.words[-1][1], one.words[-1][1], f" {name} "))
        inside = one.words[1:-1 - bool(one.name)]
        if inside and one.words[0][0] == one.cell:
            begin, end = inside[0][1], inside[-1][2]
            out.append((begin, end, f"`SPECIFY_GATE({module.source.text[begin:end]})"))
    return out


def applied(source: Source, edits: list[Edit]) -> Iterator[str]:
    """The text with all edits; one of several at a place is as they come."""
    at = 0
    for start, end, text in sorted(edits, key=lambda one: one[:2]):
        yield source.text[at:start]
        yield from [text] if isinstance(text, str) else text
        at = max(at, end)
    yield source.text[at:]


def specify_limits(file: str, targets: Iterable[Target], delays: Delays) -> Iterator[str]:
    """The module that sets limits and delays of instances, from an SDF file."""
    yield from ("`timescale 1ps/1ps", f"module specify_limits; // of {file}",
                "    /* verilator lint_off INITIALDLY */  // <= acts after the checks' own initial values",
                "    initial begin")
    for target in targets:
        block = f"        {target.path}.{target.checked.block}"
        events = {check.label: check.events for check in target.checked.checks}
        for (label, register, bits), ps in target.limits.items():
            paths = [""]
            around = loops(label, events[label])
            for outer, _, vector in around:
                given = (one for one, event in zip(bits, events[label]) if event is vector and one != "*")
                inside = indices(next(given, vector.range), target.values)
                paths = [f"{path}{outer}[{index}]." for path in paths for index in inside]
            for path in paths:
                yield f"{block}.{path}{'bit_' if around else label}.{register}_ps <= {literal(ps)};"
        changed = delays.changed[target.path]
        for number, (terminal, _) in enumerate(target.checked.delayed.values(), 1):
            if terminal.signal() in changed:
                yield f"{block}.late_{number} <= {literal(changed[terminal.signal()])};"
    yield from ("    end", "    specify_closing #(2) specify_closing ();", "endmodule")
