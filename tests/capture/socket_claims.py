#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tmr0 capture --at socket` claims against what `tmr0 run` made: socket_claims.py RUN.json CAPTURE.json PAL CORNER

Prints a line for each claim that is wrong: a check that is certainly violated or not where the RTL says otherwise, a
figure of the machine's file that is farther than the sampling from what was seen. Of a dump of tmr0 each slack and
each number of violations must be the RTL's.
"""
import json
import sys

run, capture, pal, corner = sys.argv[1:]
truth = json.load(open(run, encoding="ascii"))[0]["margins"]
found = json.load(open(capture, encoding="ascii"))
claims = found["translators"][pal][corner]
unsure = found["interval_ps"] + found["rounding_ps"] + found["jitter_ps"]
for name, margin in truth.items():
    if margin["note"] or name in ("FF_UNKNOWN", "TCHCH", "TCHCL", "TCLCH"):
        continue
    claim = claims.get(name)
    if claim is None:
        print(f"{name}: not judged, the RTL's slack is {margin['slack_ps']} ps")
    elif found["interval_from"] == "exact" and (claim["slack_ps"], claim["broken"]) != (margin["slack_ps"], margin["broken"]):
        print(f"{name}: {claim}, the RTL has {margin}")
    elif claim["violated"] == ("not" if margin["broken"] else "certainly"):
        print(f"{name}: {claim}, the RTL has {margin}")
for name, figure in found["figures"].items():
    least = most = figure["machine_ps"][corner]
    if name == "data_strobe":  # it ends with the DES clock: the file has the least that is possible
        most += found["figures"]["des_clock"]["least_ps"]
    if not (least - unsure <= figure["least_ps"] and figure["most_ps"] <= most + unsure):
        print(f"{name}: {figure}, expected {least} to {most} ps")
