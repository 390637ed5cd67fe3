# SPDX-License-Identifier: MIT
"""Delays of the delayed signals of $setuphold and $recrem, so that a model sees data and reference in the order that
negative limits promise (IEEE 1364-2005, 15.8)."""
from checks import Checked


def delays(checked: Checked, limits: dict[tuple[str, str], int]) -> dict[str, int]:
    """ps of each terminal that is delayed: the least that make all limits positive. `limits`: by label and register."""
    out = dict.fromkeys((source for source, _ in checked.delayed.values()), 0)
    if all(value >= 0 for value in limits.values()):
        return out
    bounds: list[tuple[int, str, str]] = []  # ps that the first comes after the second, at least
    for check in checked.checks:
        before, after = (limits.get((check.label, name), 0) for name in ("before", "after"))
        ref, data = (event.signal() for event in check.events)
        if check.kind in ("setuphold", "recrem") and ref in out and data in out:
            # At the limit itself data are legal: they come 1 ps before or after the reference where the window allows
            gap = int(before + after >= 2)
            bounds += [(gap * (before < 0) - before, ref, data), (gap * (after < 0) - after, data, ref)]
    while True:
        for _ in range(len(out) + 1):
            late = [(ps, later, earlier) for ps, later, earlier in bounds if out[earlier] + ps > out[later]]
            if not late:
                return out
            for ps, later, earlier in late:
                out[later] = max(out[later], out[earlier] + ps)
        bounds.remove(max(bounds))  # they contradict one another: the most negative limit counts as 0
        out = dict.fromkeys(out, 0)
