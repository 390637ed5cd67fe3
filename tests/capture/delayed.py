#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The chip's delays as `tmr0 capture` observed them: delayed.py CAPTURE.json UNSURE_PS NAME=PS ...

Prints a line for each delay that was not observed, or not to UNSURE_PS, and for one that is claimed to break its limit
and does not, or to hold and does not.
"""
import json
import sys

delays = json.load(open(sys.argv[1], encoding="ascii"))["delays"]
unsure = float(sys.argv[2])
for want in sys.argv[3:]:
    name, true = want.split("=")
    true = float(true)
    if name not in delays:
        print(f"{name}: not observed")
        continue
    d = delays[name]
    over = true - d["limit_ps"] if d["limit"] == "most" else d["limit_ps"] - true
    if not true - unsure <= d["least_ps"] <= d["most_ps"] <= true + unsure:
        print(f"{name}: {d['least_ps']} to {d['most_ps']} ps, {true} is true")
    if (over > unsure) != (d["broken"] > 0) or (d["holds"] and over > 0):
        print(f"{name}: {d['broken']} claimed to be late, {d['holds']} to hold; {true} ps is true")
