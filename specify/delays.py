# SPDX-License-Identifier: MIT
"""Delays of the delayed signals of $setuphold and $recrem, so that a model sees data and reference in the order that
negative limits promise (IEEE 1364-2005, 15.8)."""
from math import gcd

from checks import Checked


def delays(checked: Checked, limits: dict[tuple[str, str], int]) -> dict[str, int]:
    """ps of each terminal that is delayed: the least that make all limits positive. `limits`: by label and register."""
    out = dict.fromkeys((source.signal() for source, _ in checked.delayed.values()), 0)
    windows: list[tuple[str, str, int, int]] = []
    for check in checked.checks:
        ref, data = (event.signal() for event in check.events)
        if check.kind in ("setuphold", "recrem") and ref in out and data in out:
            windows.append((ref, data, limits.get((check.label, "before"), 0), limits.get((check.label, "after"), 0)))
    if all(before >= 0 and after >= 0 for _, _, before, after in windows):
        return out
    # At the limit itself data are legal: they come a step before or after the reference where the window allows
    step = gcd(*(round(check.scale.step()) for check in checked.checks), *(n for one in windows for n in (one[2], one[3])))
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
