# SPDX-License-Identifier: MIT
"""Models with their checks as instances of specify_check, for simulators that need less than the source has."""
import re
from typing import Iterator

from checks import ANY, Check, Checked, Event, chosen, expanded, spelled
from preprocess import Source
from udp import Primitive
from verilog import Module, signal, tokens

KINDS = {"setup": 1, "hold": 2, "recovery": 3, "removal": 4, "width": 5, "period": 6, "skew": 7, "timeskew": 7,
         "fullskew": 7, "nochange": 8}  # as specify_closing.v names them
HALVES = {"setuphold": ("setup", "hold"), "recrem": ("removal", "recovery")}
PARAMETERS = {"removal": [".FEW(1)"], "recovery": [".FEW(1)", ".ZERO_DELAY(0)"],
              "recrem": [".FEW(1)", ".ZERO_DELAY(0)"], "period": [".FEW(1)", ".ZERO_DELAY(1)"],
              "width": [".FEW(1)", ".PULSE(1)", ".ZERO_DELAY(1)"], "nochange": [".FEW(1)", ".LEVEL(1)"]}
EDGED = ("posedge", "negedge", "edge")
UNKNOWN = re.compile(r"(?<![=!<>])(<?=)\s*(\d*'[bB][xX]+|\{[^{};]+\{\s*1'[bB][xX]\s*\}\s*\})")  # assigned
STRENGTH = re.compile(r"\b(?:buf|not|and|or|nand|nor|xor|xnor)\s*"
                      r"(\(\s*(?:strong|pull|weak|supply|highz)[01]\s*,[^()]*\))")


def bounds(place: str) -> tuple[str, str]:
    """First and last bit of [a:b]."""
    high, _, low = (part.strip() for part in place.strip()[1:-1].partition(":"))
    if re.fullmatch(r"-?\d+", high) and re.fullmatch(r"-?\d+", low):
        return str(min(int(high), int(low))), str(max(int(high), int(low)))
    return f"(({high}) < ({low}) ? ({high}) : ({low}))", f"(({high}) < ({low}) ? ({low}) : ({high}))"


def loops(label: str, events: list[Event]) -> list[tuple[str, str, Event]]:
    """Block, variable and vector of the loops around a check that is made bit by bit."""
    out: list[tuple[str, str, Event]] = []
    for one in events:
        if one.range and all(one.signal() != vector.signal() for _, _, vector in out):
            out.append((label if not out else "other", f"{label}_bit" if not out else f"{label}_other", one))
    return out


def looped(rows: list[tuple[str, str, Event]], text: str) -> str:
    for block, variable, one in reversed(rows):
        first, last = bounds(one.range)
        count = f"{variable} = {first}; {variable} <= {last}; {variable} = {variable} + 1"
        text = f"    for ({count}) begin : {block}\n{text}\n    end"
    return "".join(f"    genvar {variable};\n" for _, variable, _ in rows) + text


def bit(one: Event, rows: list[tuple[str, str, Event]]) -> str:
    for _, variable, vector in rows:
        if one.signal() == vector.signal():
            return Event(one.name, f"[{variable}]", 0, "").signal()
    return one.signal()


def literal(value: int) -> str:
    """A number without a size has 32 bits."""
    return str(value) if abs(value) < 1 << 31 else f"{'-' * (value < 0)}64'sd{abs(value)}"


def late(one: Event, nets: dict[str, tuple[Event, int]]) -> tuple[Event, str]:
    """The delayed signal of an event, and the variable that says by how much."""
    for source, select in ((one.signal(), ""), (signal(one.name), one.select)):
        if source in nets:
            net, number = nets[source]
            return Event(net.name, net.select + select, one.edges, one.condition, one.range), f"late_{number}"
    return one, "64'd0"


def events(check: Check, nets: dict[str, tuple[Event, int]]) -> list[tuple[Event, str]]:
    """Those that it sees, an event when the model does; skews and levels compare signals as they are."""
    return [late(one, {} if "skew" in check.kind or check.kind == "nochange" else nets) for one in check.events]


def instance(check: Check, seen: dict[str, str], notifiers: list[str], nets: dict[str, tuple[Event, int]]) -> str:
    shown = events(check, nets)
    rows = loops(check.label, [one for one, _ in shown])
    name = "bit_" if rows else check.label
    text = check.text.replace("\\", "\\\\").replace('"', "'")
    before, after = HALVES.get(check.kind, (check.kind, check.kind))
    values = [f'.CHECK("{text}")', f".BEFORE_KIND({KINDS[before]}), .AFTER_KIND({KINDS[after]})",
              f".UNIT_PS({check.scale.unit_ps:.0f})",
              *([".FEW(1)", f".SKEW({check.skew})"] if check.skew else PARAMETERS.get(check.kind, []))]
    pins, head = [], ""
    for (one, ps), role in zip(shown, ("ref", "data")):
        values.append(f".{role.upper()}_EDGES(6'd{one.edges})")
        condition = one.condition or "1'b1"
        net = seen.get(one.signal()) or bit(one, rows)
        pins.append(f".i_{role}({net}), .i_{role}_if({condition}), .i_{role}_late({ps})")
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
        out += f"\n    `SPECIFY_NOTIFY({name}.rec, {check.notifier}, moved_at_{notifiers.index(check.notifier)})"
    return head + looped(rows, out)


def delayed(checked: Checked, moved: dict[str, int]) -> list[str]:
    """The delayed signals: wires where none has a delay, as many of them are."""
    lines = []
    for number, (source, net) in enumerate(checked.delayed.values(), 1):
        if source.signal() not in moved:
            lines.append(f"    assign {net.signal()} = {source.signal()};")
            continue
        rows = loops(f"delay_{number}", [source])
        to = Event(net.name, f"[delay_{number}_bit]", ANY, "").signal() if rows else net.signal()
        name = "bit_" if rows else f"delay_{number}"
        lines += [f"    reg signed [63:0] late_{number} = 64'd{moved[source.signal()]};",
                  looped(rows, f"    specify_delay {name} ({bit(source, rows)}, {to}, late_{number});")]
    return lines


Edit = tuple[int, int, str | Iterator[str]]  # from, to, the text in place of that


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
    for start, end, names in module.declared:
        text = module.source.text[start:end]
        early = [name for name in names if name not in module.ports
                 and any(module.head <= at < start for at, _ in module.names.get(name, []))]
        if early and "=" not in text and not re.match(r"(input|output|inout|parameter|localparam)\b", text):
            out += [(start, end, "\n" * text.count("\n")), (module.head, module.head, " " + " ".join(text.split()))]
    return out


def checks(checked: Checked, moved: dict[str, int], sdf: bool) -> list[Edit]:
    module, text = checked.module, checked.module.source.text
    out = [(start, end, "\n" * text.count("\n", start, end)) for start, end in checked.removed]
    constants = [(words[0][1], words[-1][2]) for words in module.parameters.values() if words]
    for found in UNKNOWN.finditer(text, module.head, module.tail):
        if not any(a <= found.start(2) < b for a, b in constants):
            out.append((found.start(2), found.end(2), f"`SPECIFY_X({found[2]})"))
    ranges = {net.name: net.range if not net.select else module.ranges.get(source.name, "")
              for source, net in checked.delayed.values()}
    head = "".join(f"\n    wire {place} {Event(name, '', 0, '').signal()};" for name, place in ranges.items()
                   if name not in module.ranges)
    out.append((module.head, module.head, head))
    notifiers = list({check.notifier: 0 for check in checked.checks if check.notifier})
    nets = {source.signal(): (net, number) for number, (source, net) in enumerate(checked.delayed.values(), 1)
            if source.signal() in moved}

    shown = {one.signal(): 0 for check in checked.checks for one, _ in events(check, nets) if not one.range}
    seen = {one: f"specify_{number}" for number, one in enumerate(shown, 1)}

    def lines() -> Iterator[str]:  # when they are written: many checks are long
        yield f"\n    generate if (1) begin : {checked.block}"
        yield from (f"    reg signed [63:0] moved_at_{number} = 0;" for number in range(len(notifiers)))
        yield from delayed(checked, moved)
        yield from (f"    `SPECIFY_NET {name}; assign {name} = {one};" for one, name in seen.items())
        yield from (instance(check, seen, notifiers, nets) for check in checked.checks)
        yield f"    specify_closing #({int(sdf)}) specify_closing ();\n    end endgenerate"

    return [*out, (module.tail, module.tail, (f"{line}\n" for line in lines()))]


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
    at = 0
    for start, end, text in sorted(edits, key=lambda one: one[:2]):
        yield source.text[at:start]
        yield from [text] if isinstance(text, str) else text
        at = max(at, end)
    yield source.text[at:]
