#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tmr0 capture` claims of the AC parameters against what `tmr0 run` made: claims.py RUN.json CAPTURE.json

Prints a line for each parameter of which more is claimed to be broken than is, or more to hold than does.
"""
import json
import sys

truth = json.load(open(sys.argv[1], encoding="ascii"))[0]["margins"]
for name, claim in json.load(open(sys.argv[2], encoding="ascii"))["parameters"].items():
    broken = truth.get(name, {}).get("broken", 0)
    seen = claim["holds"] + claim["broken"] + claim["unsure"]
    if claim["broken"] > broken:
        print(f"{name}: {claim['broken']} claimed to be broken, {broken} are")
    if claim["holds"] + broken > seen:
        print(f"{name}: {claim['holds']} of {seen} claimed to hold, {broken} are broken")
