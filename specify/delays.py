# SPDX-License-Identifier: MIT
"""Delays of terminals. With them all limits are positive, so that a model sees data and reference in the order that
negative limits promise (IEEE 1364-2005, 15.8)."""
from math import gcd
from typing import Collection, Iterator

from checks import COMBINED, Checked, Limits
from design import Target
from messages import Say
from verilog import signal


def least_delays(checked: Checked, limits: Limits) -> tuple[dict[str, int], Limits]:
    """ps of each terminal that has a delayed signal: the least that make all limits positive; these limits. Of those
    that contradict one another a window that nothing can break gives way, else the most negative becomes 0."""
    out = dict.fromkeys((terminal.signal() for terminal, _ in checked.delayed.values()), 0)
    bounds: dict[tuple[str, str], tuple[int, str, str, int]] = {}  # ps that the first comes after the second, at least
    # At the limit itself data are legal: they come a step before or after the reference where the window allows
    step = gcd(*(round(check.scale.step()) for check in checked.checks), *limits.values())
    for one in checked.checks:
        ref, data = (event.signal() for event in one.events)
        before, after = (limits.get((one.label, name), 0) for name in ("before", "after"))
        if one.kind in COMBINED and ref in out and data in out:
            gap = step * (before + after >= 2 * step)
            bounds[one.label, "before"] = gap - before, ref, data, gap
            bounds[one.label, "after"] = gap - after, data, ref, gap
    while any(limits.get(one, 0) < 0 for one in bounds):
        delays, causes = dict(out), dict[str, tuple[str, str]]()
        for key, (ps, later, earlier, _) in list(bounds.items()) * (len(out) + 1):
            if delays[earlier] + ps > delays[later]:
                delays[later], causes[later] = delays[earlier] + ps, key
        if not (late := [earlier for ps, later, earlier, _ in bounds.values() if delays[earlier] + ps > delays[later]]):
            return delays, limits
        cycle = [causes[late[0]]]  # of bounds that contradict one another; first what leads there
        while len(cycle) < 2 * len(out):
            cycle.append(causes[bounds[cycle[-1]][2]])
        most = max(cycle[len(out):], key=lambda one: (not bounds[one][3], bounds[one][0]))
        _, later, earlier, gap = bounds.pop(most)
        if gap:
            bounds[most] = 0, later, earlier, gap
            limits = limits | {most: max(limits.get(most, 0), 0)}
    return out, limits


class Delays:
    """The delays of all models and of the instances whose limits SDF sets, in ps."""

    def __init__(self, cells: dict[str, Checked], targets: Collection[Target], say: Say):
        models = {name: Target("", one, {}, {}) for name, one in cells.items()}
        own = {name: self.solved(one, say) for name, one in models.items()}
        # By module and terminal: without SDF, where any instance has a delay
        self.initial = {name: {terminal: ps for terminal, ps in one.items() if ps} for name, one in own.items()}
        # By path and terminal: with SDF, where that differs
        self.changed: dict[str, dict[str, int]] = {}
        for target in targets:
            without, now = own[target.checked.module.name], self.solved(target, say)
            self.changed[target.path] = {terminal: ps for terminal, ps in now.items() if ps != without[terminal]}
            self.initial[target.checked.module.name] |= {name: without[name] for name in self.changed[target.path]}
        # Checks that the standard would judge later, by module and label
        self.early = {(one.checked.module.name, label) for one in [*models.values(), *targets]
                      for label in self.undelayed(one.checked, one.least())}

    @staticmethod
    def solved(target: Target, say: Say) -> dict[str, int]:
        """The delays; limits that contradict others become 0."""
        out, limits = least_delays(target.checked, was := target.least())
        for check in target.checked.checks:
            for name, half in zip(("before", "after"), COMBINED.get(check.kind, ())):
                if (ps := was.get((check.label, name), 0)) != limits.get((check.label, name), 0):
                    where, path = check.text.rpartition(" at ")[2], f" of {target.path}" * bool(target.path)
                    say.line(f"{where}: {half}{path}, {ps} ps, contradicts other limits, taken as 0")
                    target.zero(check, name)
        return out

    def undelayed(self, checked: Checked, limits: Limits) -> Iterator[str]:
        """Labels of checks with a notifier that have negative limits of signals without delayed ones, and of $nochange
        of signals with a delay."""
        known = {name for one, _ in checked.delayed.values() for name in (one.signal(), signal(one.name))}
        for check in (one for one in checked.checks if one.notifier):
            signals = {event.signal() for event in check.events}
            negative = any(limits.get((check.label, name), 0) < 0 for name in check.limits)
            if (check.kind in COMBINED and negative and not signals <= known
                    or check.kind == "nochange" and signals & self.initial[checked.module.name].keys()):
                yield check.label
