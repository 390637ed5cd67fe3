#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tmr0 capture` claims of the AC parameters against what `tmr0 run` made: claims.py [--exact] RUN.json CAPTURE.json

Prints a line for each parameter of which more is claimed to be broken than is, or more to hold than does; with --exact
also for each of which an observation is unsure or another number is claimed to be broken.
"""
import json
import sys

exact = sys.argv[1] == "--exact"
truth = json.load(open(sys.argv[-2], encoding="ascii"))[0]["margins"]
claims = json.load(open(sys.argv[-1], encoding="ascii"))["parameters"]
if not claims:
    print("nothing is claimed")
for name, margin in truth.items():
    if exact and margin["broken"] and name not in claims:
        print(f"{name}: nothing claimed, {margin['broken']} are broken")
for name, claim in claims.items():
    broken = truth.get(name, {}).get("broken", 0)
    seen = claim["holds"] + claim["broken"] + claim["unsure"]
    if claim["broken"] > broken:
        print(f"{name}: {claim['broken']} claimed to be broken, {broken} are")
    if claim["holds"] + broken > seen:
        print(f"{name}: {claim['holds']} of {seen} claimed to hold, {broken} are broken")
    if exact and (claim["unsure"] or claim["broken"] != broken):
        print(f"{name}: {claim['broken']} claimed to be broken, {claim['unsure']} unsure, {broken} are broken")
