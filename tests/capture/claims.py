#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tmr0 capture` claims against what is so: a line for each wrong claim.

Usage: claims.py [--exact] RUN.json CAPTURE.json   of the AC parameters, as `tmr0 run` judged them: more is claimed to be
           broken than is, or more to hold than does; --exact: or an observation is unsure, or another number broken
       claims.py CAPTURE.json UNSURE_PS NAME=PS ...   of the chip's delays: not observed, or not to UNSURE_PS, or claimed
           to break the limit or to hold where that is not so
"""
import json
import sys


def wrong_claims(truth, claims, exact=False, unsure=()):
    """unsure: of these the run judges others, too."""
    for name, claim in claims.items():
        broken, seen = truth.get(name, {}).get("broken", 0), claim["holds"] + claim["broken"] + claim["unsure"]
        if (claim["broken"] > broken or (claim["holds"] + broken > seen and name not in unsure) or
                exact and (claim["unsure"] or claim["broken"] != broken)):
            yield f"{name}: {claim}, the run has {broken} broken"
    for name, margin in truth.items() if exact else ():
        if margin["broken"] and name not in claims:
            yield f"{name}: nothing claimed, {margin['broken']} are broken"


def wrong_delays(delays, unsure, wanted):
    for name, true in ((want.split("=")[0], float(want.split("=")[1])) for want in wanted):
        d = delays.get(name, {"least_ps": -1, "most_ps": -1, "limit": "most", "limit_ps": 0, "broken": 0, "holds": 0})
        over = true - d["limit_ps"] if d["limit"] == "most" else d["limit_ps"] - true
        if not true - unsure <= d["least_ps"] <= d["most_ps"] <= true + unsure or (
                (over > unsure) != (d["broken"] > 0) or (d["holds"] and over > 0)):
            yield f"{name}: {d}, {true} ps is true"


def main():
    words = sys.argv[1 + (sys.argv[1] == "--exact"):]
    found = [json.load(open(name, encoding="ascii")) for name in words if name.endswith(".json")]
    if len(found) == 1:
        wrong = wrong_delays(found[0]["delays"], float(words[1]), words[2:])
    elif found[1]["parameters"]:
        wrong = wrong_claims(found[0][0]["margins"], found[1]["parameters"], sys.argv[1] == "--exact")
    else:
        wrong = ["nothing is claimed"]
    print(*wrong, sep="\n", end="")


if __name__ == "__main__":
    main()
