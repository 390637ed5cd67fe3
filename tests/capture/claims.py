#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges what `tmr0 capture` claims by a run: claims.py TMR0 <ROWS   prints "NAME: pass" or "NAME: FAIL, why" of each row

A row is   NAME | RUN CAPTURE | OPTIONS OF tmr0 capture | WHAT ELSE IS WANTED
  RUN      names RUN.vcd and RUN.json of a run. A check must not be claimed to break, or to hold, more often than it did
           in the run. A row that wants delays does not ask this.
  CAPTURE  names a capture of the run, or has options with which analyser.py makes one. Without it the dump is played.
No read may differ from the model. A row may want more:
  exact      Each check has the run's number of observations, and none is unsure.
  certain=N compared=N   At least N observations are certain. At least N reads were compared.
  unsure=PS NAME[=PS] ...  The chip's delay NAME is observed to PS picoseconds (default 0). It is the chip's own, or the
             one given. It is not claimed to break its limit, or to keep it, if it does not.
  TEXT       is in the first line. It comes last.
"""
import functools
import json
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import analyser  # noqa: E402

DELAYS = {"TRLQV": 65000, "TRLQX": 42500, "TRHQX": 28750, "TRHQZ": 47500, "TEHYV": 150000, "TEHYV_COMPARE": 175000,
          "TEHFV": 250000, "TWHYV": 375000}  # the chip's, ps


def wrong_claims(truth, claims, exact=False, unsure=()):
    """unsure: the run judges these checks more often than a capture can."""
    for name, claim in claims.items():
        broken, seen = truth.get(name, {}).get("broken", 0), claim["holds"] + claim["broken"] + claim["unsure"]
        if (claim["broken"] > broken or (claim["holds"] + broken > seen and name not in unsure) or
                exact and (claim["unsure"] or claim["broken"] != broken)):
            yield f"{name}: {claim}, the run has {broken} broken"
    for name, margin in truth.items() if exact else ():
        if margin["broken"] and name not in claims:
            yield f"{name}: nothing claimed, {margin['broken']} are broken"


def wrong_delay(name, delays, unsure, true):
    d = delays.get(name, {"least_ps": -1, "most_ps": -1, "limit": "most", "limit_ps": 0, "broken": 0, "holds": 0})
    over = true - d["limit_ps"] if d["limit"] == "most" else d["limit_ps"] - true
    if not true - unsure <= d["least_ps"] <= d["most_ps"] <= true + unsure or (
            (over > unsure) != (d["broken"] > 0) or (d["holds"] and over > 0)):
        yield f"{name}: {d}, {true} ps is true"


@functools.lru_cache(1)
def sampled(words):
    analyser.main([words[0] + ".vcd", "sampled.vcd", *words[1:]])
    return "sampled.vcd"


def wrong(words, options, wanted):
    file = words[1] if words[1:] and words[1][0] != "-" else sampled(words) if words[1:] else words[0] + ".vcd"
    said = subprocess.run([sys.argv[1], "capture", file, "--quiet", "--json", "-", *options], capture_output=True,
                          text=True, check=False)
    if said.returncode > 1 and not said.stdout:
        yield said.stderr
        return
    with open(words[0] + ".json", encoding="ascii") as run:
        truth, found = json.load(run)[0]["margins"], json.loads(said.stdout)
    least = {"unsure": 0, "certain": 1, "compared": 0, **dict(re.findall(r"([a-z]+)=(\d+)", wanted))}
    delays = re.findall(r"(T[A-Z_]{4,})(?:=(\d+))?", wanted)
    first, text = said.stderr.partition("\n")[0], re.sub(r"exact|[a-z]+=\d+|T[A-Z_]{4,}\S*", "", wanted).strip()
    if not re.search(text, first):
        yield f"{first}, expected {text}"
    if "difference" in found or found["compared"] < int(least["compared"]):
        yield f"{found['compared']} reads compared, {found.get('difference')}"
    yield from wrong_claims(truth, {} if delays else found["parameters"], "exact" in wanted)
    if sum(claim["holds"] + claim["broken"] for claim in found["parameters"].values()) < int(least["certain"]):
        yield f"fewer than {least['certain']} observations are certain"
    for name, true in delays:
        yield from wrong_delay(name, found["delays"], int(least["unsure"]), int(true or DELAYS[name]))


def main():
    bad = False
    for row in sys.stdin:
        name, run, options, wanted = (part.strip() for part in row.split("|"))
        why = " ".join(wrong(tuple(run.split()), options.split(), wanted)).replace("\n", " ")
        print(f"{name}: FAIL, {why[:400]}" if why else f"{name}: pass", flush=True)
        bad |= why != ""
    sys.exit(bad)


if __name__ == "__main__":
    main()
