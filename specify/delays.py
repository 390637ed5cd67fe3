# SPDX-License-Identifier: MIT
"""Delays of terminals. With them all limits are positive, so that a model sees data and reference in the order that
negative limits promise (IEEE 1364-2005, 15.8)."""
from itertools import chain
from math import gcd
from typing import Collection, Iterator

from checks import COMBINED, Checked, Limits
from design import Target
from verilog import signal


def least_delays(checked: Checked, limits: Limits) -> dict[str, int]:
    """ps of each terminal that has a delayed signal: the least that make all limits positive."""
    out = dict.fromkeys((terminal.signal() for terminal, _ in checked.delayed.values()), 0)
    windows: list[tuple[str, str, int, int]] = []
    for one in checked.checks:
        ref, data = (event.signal() for event in one.events)
        if one.kind in COMBINED and ref in out and data in out:
            windows.append((ref, data, limits.get((one.label, "before"), 0), limits.get((one.label, "after"), 0)))
    if all(before >= 0 and after >= 0 for _, _, before, after in windows):
        return out
    # At the limit itself data are legal: they come a step before or after the reference where the window allows
    step = gcd(*(round(check.scale.step()) for check in checked.checks), *(ps for one in windows for ps in one[2:]))
    bounds: list[tuple[int, str, str]] = []  # ps that the first comes after the second, at least
    for ref, data, before, after in windows:
        gap = step * (before + after >= 2 * step)
        bounds += [(gap - before, ref, data), (gap - after, data, ref)]
    while True:
        for _ in range(len(out) + 1):
            late = [(ps, later, earlier) for ps, later, earlier in bounds if out[earlier] + ps > out[later]]
            if not late:
                return out
            for ps, later, earlier in late:
                out[later] = max(out[later], out[earlier] + ps)
        bounds.remove(max(bounds))  # they contradict one another: the most negative limit counts as 0
        out = dict.fromkeys(out, 0)


class Delays:
    """The delays of all models and of the instances whose limits SDF sets, in ps."""

    def __init__(self, cells: dict[str, Checked], targets: Collection[Target]):
        own = {name: least_delays(one, one.known()) for name, one in cells.items()}
        # By module and terminal: without SDF, where any instance has a delay
        self.initial = {name: {terminal: ps for terminal, ps in one.items() if ps} for name, one in own.items()}
        # By path and terminal: with SDF, where that differs
        self.changed: dict[str, dict[str, int]] = {}
        for target in targets:
            without, now = own[target.checked.module.name], least_delays(target.checked, target.least())
            self.changed[target.path] = {terminal: ps for terminal, ps in now.items() if ps != without[terminal]}
            self.initial[target.checked.module.name] |= {name: without[name] for name in self.changed[target.path]}
        models = ((one, one.known()) for one in cells.values())
        instances = ((target.checked, target.least()) for target in targets)
        # Checks that the standard would judge later, by module and label
        self.early = {(checked.module.name, label) for checked, limits in chain(models, instances)
                      for label in self.undelayed(checked, limits)}

    def undelayed(self, checked: Checked, limits: Limits) -> Iterator[str]:
        """Labels of checks with a notifier that have negative limits of signals without delayed ones, and of $nochange
        of signals with a delay."""
        terminals = [terminal for terminal, _ in checked.delayed.values()]
        known = {name for one in terminals for name in (one.signal(), signal(one.name))}
        for check in (one for one in checked.checks if one.notifier):
            signals = {event.signal() for event in check.events}
            negative = any(limits.get((check.label, name), 0) < 0 for name in check.limits)
            if (check.kind in COMBINED and negative and not signals <= known
                    or check.kind == "nochange" and signals & self.initial[checked.module.name].keys()):
                yield check.label
