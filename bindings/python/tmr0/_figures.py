# SPDX-License-Identifier: MIT
"""Machines and parts: the figures of a file, and those that a board is to have instead."""
import dataclasses
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

from ._library import DATA, ON_FIGURE, InputError, check, lib, to_c

Value = Union[int, str, bool]
"""A figure's value: picoseconds or a number as int, "24ns", "yes" or a choice's word as text."""


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure of a file. The unit of min, typ and max is `unit`: "ps", "flag", "byte", "count" or "choice"."""

    name: str
    what: str
    unit: str
    mark: str
    source: str
    min: int
    typ: int
    max: int


def load(kind: str, name: str, data: Optional[str]) -> Dict[str, Figure]:
    """The figures of machines/NAME.ini ("machine") or parts/NAME.ini ("part")."""
    figures: Dict[str, Figure] = {}

    def add(_context: Any, pointer: Any) -> None:
        c = pointer.contents
        name, what, unit, mark, source = (t.decode() for t in (c.name, c.what, c.unit, c.mark, c.source))
        figures[name] = Figure(name, what, unit, mark, source, c.min, c.typ, c.max)

    folder = data or DATA
    check(lib.tmr0_figures(folder and to_c(folder), kind.encode(), to_c(name), ON_FIGURE(add), None))
    return figures


def _text(value: Value, unit: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}ps" if isinstance(value, int) and unit == "ps" else str(value)


class _Figures(Mapping[str, Figure]):
    """The figures of a file by name, as the file has them; `overrides` are those that a board gets instead."""

    kind = ""

    def __init__(self, name: str, data: Optional[str] = None, **overrides: Value):
        self.name = name
        self.overrides = overrides
        self._figures = load(self.kind, name, data)
        for key in overrides:
            self._key(key)

    def _key(self, name: str) -> str:
        for key in (name, f"choice.{name}"):
            if key in self._figures:
                return key
        raise InputError(f"'{name}' is not a figure of {self.kind} {self.name}, expected one of its file")

    def __getitem__(self, name: str) -> Figure:
        return self._figures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)

    def settings(self) -> List[str]:
        """The lines of a scenario that choose this file and set the overrides."""
        lines = [f"{self.kind} {self.name}"]
        for name, value in self.overrides.items():
            key = self._key(name)
            home = "" if key.startswith("choice.") else f"{self.kind}."
            lines.append(f"set {home}{key} {_text(value, self._figures[key].unit)}")
        return lines


class Machine(_Figures):
    """A workstation: machines/NAME.ini; NAME may be "file:variant". Overrides by name: strobe_hold="55ns"."""

    kind = "machine"


class Part(_Figures):
    """A chip: parts/NAME.ini. Overrides by name: TWHDX="10ns", and choices: arm_again="runs-on"."""

    kind = "part"
