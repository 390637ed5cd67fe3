# SPDX-License-Identifier: MIT
"""The instances of a design by their paths, with the values of their parameters."""
import re
from dataclasses import dataclass

from checks import Checked, chosen, constant
from verilog import TOKEN, Instance, Module, signal

Values = dict[str, str]  # of parameters


def values_of(module: Module, one: Instance | None, around: Values, corner: int) -> Values:
    """Parameters of a module as an instance sets them: `around` are those where the instance is."""
    own = {name: " ".join(word[0] for word in chosen(words, corner)) for name, words in module.parameters.items()}
    for name, words in one.values.items() if one else []:
        index = int(name) if name.isdigit() else len(own)
        own[list(own)[index] if index < len(own) else name] = inserted(" ".join(word[0] for word in words), around)
    return own


def inserted(text: str, values: Values) -> str:
    """An expression without parameters."""
    for _ in range(10):
        text = " ".join(f"({values[word]})" if word in values else word for word in TOKEN.findall(text))
    return text


def indices(bounds: str, values: Values) -> range:
    """Bits of [a:b]."""
    a, b = (int(constant(TOKEN.findall(inserted(text, values)), 1)) for text in bounds.strip()[1:-1].split(":"))
    return range(min(a, b), max(a, b) + 1)


@dataclass
class Target:
    """An instance with checks."""
    path: str
    checked: Checked
    ports: dict[str, str]  # the names that SDF has for ports, where it names a wrapper
    values: Values


class Design:
    def __init__(self, modules: dict[str, Module], scope: str, corner: int):
        self.modules, self.scope, self.corner = modules, scope, corner
        self.instances = {name: {one.name: one for one in module.instances} for name, module in modules.items()}

    def find(self, module: Module | None, instance: str, divider: str) -> tuple[str | None, str, Values]:
        """The path to an instance (None if it is missing), the name of its module ("" if unknown), and the module's
        parameters."""
        path, cell = list[str](), module.name if module else ""
        names = re.split(rf"(?<!\\){re.escape(divider)}", instance) if instance else []
        if module is None and names and instance == self.scope and (module := self.modules.get(names[0])):
            path.append(cell := names.pop(0))
        values = values_of(module, None, {}, self.corner) if module else {}
        while names:
            if module is None:
                path.append(signal(names[0].replace("\\", "")) if "\\" in names[0] else names[0])
                names.pop(0)
                cell = ""
                continue
            known = self.instances[module.name]
            for count in range(1, len(names) + 1):
                name = divider.join(names[:count]).replace("\\", "")
                base = re.sub(r"\[\d+\]$", "", name)
                both = (known[key] for key in (name, base) if key in known)
                if one := next((one for one in both if one.several == (one.name != name)), None):
                    path.append(signal(one.name) + name[len(one.name):])
                    break
            else:
                if not module.generates:
                    return None, "", {}
                module, cell, values = None, "", {}
                continue
            cell, names = one.cell, names[count:]
            module = self.modules.get(cell)
            values = values_of(module, one, values, self.corner) if module else {}
        return ".".join(path), cell, values
