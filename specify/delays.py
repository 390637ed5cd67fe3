# SPDX-License-Identifier: MIT
"""Delays of terminals."""
from checks import Checked
from verilog import signal


class Delays:
    """Terminals that are delayed anywhere, ps without SDF, and checks that the standard would judge later"""
    def __init__(self) -> None:
        self.moved: dict[str, dict[str, int]] = {}
        self.early = set[tuple[str, str]]()

    def notice(self, checked: Checked, limits: dict[tuple[str, str], int]) -> None:
        """Negative limits of signals that have no delayed ones, and $nochange of signals that have: not handled."""
        known = {name for source, _ in checked.delayed.values() for name in (source.signal(), signal(source.name))}
        for check in (one for one in checked.checks if one.notifier):
            signals = {event.signal() for event in check.events}
            negative = any(limits.get((check.label, name), 0) < 0 for name in check.limits)
            if (check.kind in ("setuphold", "recrem") and negative and not signals <= known
                    or check.kind == "nochange" and signals & set(self.moved.get(checked.module.name, {}))):
                self.early.add((checked.module.name, check.label))

    def without_sdf(self, cells: dict[str, Checked]) -> bool:
        """Adds what has a delay without SDF; whether anything is delayed. After all SDF."""
        for name, checked in cells.items():
            own = checked.delays(checked.known())
            self.moved.setdefault(name, {}).update({source: ps for source, ps in own.items() if ps})
            self.notice(checked, checked.known())
        return any(self.moved.values())
