#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the JSON of `tmr0 program` is what its text says, and both are what the lines of --accesses add up
to: count, first and worst violation of each parameter. Sources are asked of addr2line.
Usage: json_text.py JSON TEXT"""
import functools
import json
import re
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    run = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    lines = file.read().splitlines()
flat = " ".join(" ".join(lines).split())
PS = {"ps": 1, "ns": 1000, "us": 10**6, "ms": 10**9}
SAID = "at_ps", "access", "required_ps", "required_mark", "observed_ps"
LIVE = r"([\d.]+)([numpk]s), access (\d+): (\w+): required (-?[\d.]+)(\ws|0) \[(\w+)\], observed (-?[\d.]+)(\ws|0)$"


def expect(text: str) -> None:
    if text not in flat:
        sys.exit(f"{sys.argv[1]}: the text has not: {text}")


def same(what: str, is_: object, should: object) -> None:
    if is_ != should:
        sys.exit(f"{sys.argv[1]}: {what}: {is_}, expected {should}")


def ps(value: str, unit: str) -> int:
    return round(float(value) * PS.get(unit, 0))


def violation(line: str) -> tuple[object, ...] | None:
    """Parameter, then what the JSON calls SAID; None: the line is of none."""
    found = re.search(LIVE, line)
    return found and (found[4], ps(found[1], found[2]), int(found[3]), ps(found[5], found[6]), found[7],
                      ps(found[8], found[9]))


@functools.cache
def source(pc: int) -> str:
    places = subprocess.run(["m68k-linux-gnu-addr2line", "-i", "-e", run["file"], hex(pc)], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.split("\n")[:-1]
    return " from ".join(re.sub(r".*/| \(disc.*", "", place) for place in places if "?" not in place)


us = f"{run['end_ps'] / 1e6:.3f} us"
expect(f"system: {run['machine']}, {run['file']} on a 68020")
expect({"exit": f"exit code {run.get('code')} after {us}", "limit": f"still running at the limit, {us}",
        "fault": f"ended after {us}: {' '.join(run.get('fault', '').split())}",
        "interrupted": f"interrupted after {us}"}[run["end"]])
expect(f"{run['instructions']} instructions, {run['clocks']} clocks without")
expect(f" {run['interrupts']} clock interrupts;")
same("last line", lines[-1], f"verdict: {'pass' if run['pass'] else 'FAIL'}")
if run["end"] != "exit":
    expect(f"at {run['pc']:08x}{', ' + run['source'] if run['source'] else ''}: ")
live = [seen for line in lines if not line.startswith("  ") and (seen := violation(line))]
reached = {int(at[1]): int(at[2], 16) for line in lines if (at := re.match(r"\S+, access (\d+): .*, at ([0-9a-f]{8})", line))}
for line in lines:
    if place := re.match(r"\S+, access \d+: .*, at ([0-9a-f]{8})(?:, (.*))?$", line):
        same(f"source at {place[1]}", place[2] or "", source(int(place[1], 16)))
same("accesses", sorted(reached), list(range(1, run["accesses"] + 1)))
for one in run["violations"]:
    name = one["parameter"]
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{name} x {one['count']}, "))
    of = [seen for seen in live if seen[0] == name]
    worst = min(of, key=lambda seen: seen[5] - seen[3])
    same(f"{name} count", len(of), one["count"])
    for which, should in (("first", of[0]), ("worst", worst)):
        said = one[which]
        same(f"{name} {which}", (name, *(said[member] for member in SAID)), should)
        same(f"{name} {which} PC", said["pc"], reached[said["access"]])
        same(f"{name} {which} source", said["source"], source(said["pc"]))
        if which == "first" or worst != of[0]:
            same(f"{name} {which} in the text", violation(lines[at + 1]), should)
            same(f"{name} {which} place", lines[at + 2],
                 f"    at {said['pc']:08x}{', ' + said['source'] if said['source'] else ''}: {said['instruction']}")
            at += 2
same("parameters", sorted({seen[0] for seen in live}), sorted(one["parameter"] for one in run["violations"]))
