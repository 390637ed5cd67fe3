# SPDX-License-Identifier: MIT
"""The instances of a design by their paths, with the values of their parameters."""
import re
from dataclasses import dataclass, field

from checks import Check, Checked, Limits, chosen, constant, expanded
from messages import Unsupported
from verilog import Instance, Module, Words, plain, signal, split, tokens

Values = dict[str, Words]  # of parameters
Bits = tuple[str, ...]  # of each terminal of a check the range [a:b] of bits, "*" for all


def values_of(module: Module, one: Instance | None, around: Values, corner: int) -> Values:
    """Parameters of a module as an instance sets them: `around` are those where the instance is."""
    own = {name: chosen(words, corner) for name, words in module.parameters.items()}
    for index, (name, words) in enumerate(one.values if one else []):
        own[name or list(module.parameters)[index]] = [(text, 0, 0) for text in expanded(around, words, corner)]
    return own


def indices(range_: str, values: Values) -> range:
    """Bits of [a:b], the lowest first."""
    parts = split(tokens(range_, 0, len(range_))[1:-1], ":")
    a, b = (int(constant(expanded(values, part, 0), 1)) for part in parts)
    return range(min(a, b), max(a, b) + 1)


@dataclass
class Target:
    """An instance with checks, and the limits that SDF sets there."""
    path: str  # "" for all instances of the model
    checked: Checked
    ports: dict[str, str]  # by the name that SDF has for a port: a net of the wrapper that it names
    values: Values
    limits: dict[tuple[str, str, Bits], int] = field(default_factory=dict)  # ps, as Limits, and of which bits

    def least(self) -> Limits:
        """Of all bits."""
        out = self.checked.known()
        for (label, name, bits), ps in self.limits.items():
            out[label, name] = ps if set(bits) == {"*"} else min(ps, out.get((label, name), ps))
        return out

    def zero(self, check: Check, name: str) -> None:
        """A limit counts as 0, in bits where it is negative."""
        key = check.label, name
        if not self.path:
            check.limits[name] = 0
        elif self.checked.known().get(key, 0) < 0:
            self.limits = {(*key, ("*", "*")): 0} | self.limits
        self.limits = {one: max(ps, 0) if one[:2] == key else ps for one, ps in self.limits.items()}


class Design:
    def __init__(self, cells: dict[str, Checked], scope: str, corner: int):
        self.cells, self.scope, self.corner = cells, scope, corner
        self.modules = {name: one.module for name, one in cells.items()}
        self.instances = {name: {one.name: one for one in module.instances} for name, module in self.modules.items()}
        first, _, rest = scope.partition(".")
        self.top = self.modules.get(self.find(self.modules.get(first), rest, ".")[1])

    def targets(self, celltype: str, instance: str, divider: str, top: str) -> list[Target]:
        """What an SDF file names so, or what is right below it; none if the design has no such instance. `top` is the
        module at the scope, if the sources do not say."""
        if instance == "*" and celltype in self.cells:
            every = self.cells[celltype]
            return [Target("", every, {}, values_of(every.module, None, {}, self.corner))]
        instance = "" if instance == "*" else instance
        path, cell, values = self.find(self.top or self.modules.get(top), instance, divider)
        if path is None:
            return []
        if instance and cell and celltype not in ("", cell):
            raise Unsupported(f'CELLTYPE "{celltype}" of {instance}, expected "{cell}" as in the design')
        path = f"{self.scope}.{path}" if path else self.scope
        out = []
        if model := self.cells.get(celltype or cell):
            values = values or values_of(model.module, None, {}, self.corner)
            out = [Target(path, model, {}, values)] if model.checks else self.below(model.module, path, values)
        if not out:
            raise Unsupported(f'CELLTYPE "{celltype}", expected a module with checks')
        return out

    def below(self, wrapper: Module, path: str, values: Values) -> list[Target]:
        out = []
        for one in wrapper.instances:
            inner = self.cells.get(one.cell)
            if inner and inner.checks and one.name and not one.several:
                ports = {plain(net[0][0]): port or inner.module.ports[index]
                         for index, (port, net) in enumerate(one.connections) if len(net) == 1}
                inside = values_of(inner.module, one, values, self.corner)
                out.append(Target(f"{path}.{signal(one.name)}", inner, ports, inside))
        return out

    def find(self, module: Module | None, instance: str, divider: str) -> tuple[str | None, str, Values]:
        """From a module the path to an instance (None if it is missing), the name of its module ("" if unknown), and
        the module's parameters."""
        path, cell = list[str](), module.name if module else ""
        names = re.split(rf"(?<!\\){re.escape(divider)}", instance) if instance else []
        values = values_of(module, None, {}, self.corner) if module else {}
        while names and module:
            known = self.instances[module.name]
            for count in range(1, len(names) + 1):
                name = divider.join(names[:count]).replace("\\", "")
                base = re.sub(r"\[\d+\]$", "", name)
                both = (known[key] for key in (name, base) if key in known)
                if one := next((one for one in both if one.several == (one.name != name)), None):
                    break
            else:
                if not module.generates:
                    return None, "", {}
                break
            path.append(signal(one.name) + name[len(one.name):])
            cell, names = one.cell, names[count:]
            module = self.modules.get(cell)
            values = values_of(module, one, values, self.corner) if module else {}
        if names:  # of a module that is not known, or in a named block
            cell, values = "", {}
        path += [signal(name.replace("\\", "")) if "\\" in name else name for name in names]
        return ".".join(path), cell, values
