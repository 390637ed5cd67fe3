# SPDX-License-Identifier: MIT
"""Limits of instances: which checks each entry of an SDF file sets (IEEE 1364-2005, table 16-2)."""
import re

from checks import COMBINED, LIMITS, Check, Event, rounded
from design import Bits, Design, Target, indices
from messages import FAULTS, Say, Unsupported, reason
from sdf import CORNERS, STAMPS, Entry, List, SdfReader, Terminal, condition

# The check of two limits that an entry or a check is of
WHOLE = {**{half: whole for whole, halves in COMBINED.items() for half in halves}, "timeskew": "skew",
         "bidirectskew": "fullskew"}


class Annotation:
    """All that an SDF file sets: `targets`, by path. Limits of all instances of a model are set in the model."""

    def __init__(self, file: str, design: Design, say: Say):
        self.sdf, self.design, self.say = SdfReader(file, design.corner), design, say
        self.entries = self.fitted = 0
        self.missing: list[str] = []
        self.targets: dict[str, Target] = {}
        for cell in self.sdf.cells():
            self.cell(cell)

    def cell(self, cell: List) -> None:
        where, texts = self.sdf.source.where, {one.word(): one.rest() for one in cell.lists()}
        celltype, instance = texts.get("CELLTYPE", "").strip('"'), texts.get("INSTANCE", "")
        entries = [entry for one in cell.lists() if one.word() == "TIMINGCHECK" for entry in one.lists()]
        self.entries += len(entries)
        if not entries:
            return
        try:
            targets = self.design.targets(celltype, instance, self.sdf.divider, self.sdf.design)
        except (Unsupported, *FAULTS) as why:
            text = reason(why, f"INSTANCE {instance}", "one of the design")
            return self.say.left_out(where(cell.start), text, aloud=False)
        if not targets:
            self.missing.append(instance)
        for written in entries:
            text = self.sdf.source.text[written.start:written.end]
            try:
                entry = self.sdf.entry(written)
                if not entry:
                    self.entries -= 1
                elif not targets:
                    raise Unsupported(f"INSTANCE {instance}, expected one of the design")
                elif not sum([self.entry(target, entry) for target in targets]):
                    raise Unsupported(f"{' '.join(text.split())} fits no check of {targets[0].checked.module.name}")
                else:
                    self.fitted += 1
            except (Unsupported, *FAULTS) as why:
                self.say.left_out(where(written.start), reason(why, text, "an entry"), aloud=False)

    def entry(self, target: Target, entry: Entry) -> int:
        """How many checks it sets."""
        fits = 0
        for check in target.checked.checks:
            names = [name for name in entry.limits if name in LIMITS[check.kind]]
            if WHOLE.get(check.kind, check.kind) != WHOLE.get(entry.kind, entry.kind) or not names:
                continue
            own = zip(STAMPS, (check.stamp, check.later))
            if any(entry.stamps.get(word) not in (None, condition(text)) for word, text in own):
                continue
            pairs = list(zip(entry.terminals, check.events))
            bits = [one for pair in pairs if (one := self.bits(target, *pair, check)) is not None]
            if len(bits) < len(pairs):
                continue
            fits += 1
            narrow = any(edges & event.edges != event.edges for (_, edges, _), event in pairs)
            for name in names:
                ps = rounded(entry.limits[name], check.scale, check.label)
                self.set(target, check, name, tuple(bits), ps, narrow)
        return fits

    @staticmethod
    def bits(target: Target, terminal: Terminal, event: Event, check: Check) -> str | None:
        """Those of the event that an entry's terminal sets, as in Bits; None if it is another. Edges need only overlap,
        and what is given without a condition fits any."""
        name, edges, given = terminal
        found = re.fullmatch(r"(.*?)((?:\[[^\[\]]*\])?)", name)
        base, select = (found[1], found[2].replace(" ", "")) if found else (name, "")
        if target.ports.get(base, base) != event.name or not edges & event.edges:
            return None
        if given is not None and given not in map(condition, filter(None, (event.condition, check.stamp, check.later))):
            return None
        if event.range and (not event.select or select != event.select):
            bits = indices(event.range, target.values) if select or target.path else range(0)
            if not select:
                return "*"
            first, _, last = select[1:-1].partition(":")
            asked = int(first), int(last or first)
            return f"[{asked[0]}:{asked[1]}]" if asked[0] in bits and asked[1] in bits else None
        return "*" if select == event.select else None

    def set(self, target: Target, check: Check, name: str, bits: Bits, ps: int, narrow: bool) -> None:
        """`narrow`: of some of the check's edges. A check of every edge has the longest limit of them."""
        whole = ("*",) * len(bits)
        if not target.path:  # INSTANCE *
            if bits != whole:
                raise Unsupported("one bit of INSTANCE *, expected the vector")
            ps = max(ps, check.given.get(name, ps)) if narrow else ps
            check.limits[name] = check.given[name] = ps
            return
        limits = self.targets.setdefault(target.path, target).limits
        key = (check.label, name, bits)
        inside = {one: limits.pop(one) for one in list(limits) if one[:2] == key[:2] and bits == whole != one[2]}
        if narrow:
            ps = max(ps, limits.get(key, ps), limits.get((check.label, name, whole), ps))
        limits.pop(key, None)
        limits[key] = ps
        if narrow:
            limits.update({one: max(ps, was) for one, was in inside.items()})

    def print(self) -> None:
        """The summary."""
        elsewhere, file = self.sdf.elsewhere, self.sdf.file
        zeros = sum(limits.get((check.label, name)) == 0 for one in self.targets.values() for limits in [one.least()]
                    for check in one.checked.checks for name in check.limits
                    if (check.kind, name) != ("width", "before"))
        text = f"{file}: annotated {self.fitted} of {self.entries} entries"
        if elsewhere:
            text += f"; {elsewhere} have no {CORNERS[self.design.corner]} value, expected another --corner"
        if (unfit := self.entries - self.fitted - elsewhere) > 0:
            text += f"; {unfit} fit nothing" + " (--verbose lists them)" * (not self.say.verbose)
        print(f"{text}; {zeros} limits are zero")
        if self.missing:
            names = ", ".join(self.missing[:3]) + ", ..." * (len(self.missing) > 3)
            self.say.line(f"{file}: {len(self.missing)} instances are not in the design: {names}")
