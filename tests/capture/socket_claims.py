#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tmr0 capture --at socket` claims against what `tmr0 run` made:
socket_claims.py RUN.json CAPTURE.json PAL CORNER [MEASURED.ini]

Prints a line for each claim that is wrong: a check that is certainly violated or not where the RTL says otherwise, or a
slack, a figure, or a key of the measured machine that is farther than the sampling from what the machine made. Of a
dump of tmr0 each slack, its access and limit, and each number of violations must be the RTL's.
"""
import configparser
import json
import sys

run, capture, pal, corner, *measured = sys.argv[1:]
truth = json.load(open(run, encoding="ascii"))[0]["margins"]
found = json.load(open(capture, encoding="ascii"))
ini = configparser.ConfigParser(comment_prefixes=";")
ini.read(measured, encoding="ascii")
claims = found["translators"][pal][corner]
unsure = found["interval_ps"] + found["rounding_ps"] + found["jitter_ps"]
exact = found["interval_from"] == "exact"
for name, margin in truth.items():
    if margin["note"] or name in ("FF_UNKNOWN", "TCHCH", "TCHCL", "TCLCH"):
        continue
    claim = claims.get(name)
    if claim is None:
        print(f"{name}: not judged, the RTL's slack is {margin['slack_ps']} ps")
    elif exact and any(claim[part] != margin[part] for part in ("slack_ps", "broken", "access", "required_ps")):
        print(f"{name}: {claim}, the RTL has {margin}")
    elif claim["violated"] == ("not" if margin["broken"] else "certainly") or (
            measured and abs(claim["slack_ps"] - margin["slack_ps"]) > unsure):
        print(f"{name}: {claim}, the RTL has {margin}")
ps = lambda text: round(float(text.rstrip("nus")) * {"ns": 1e3, "us": 1e6}[text[-2:]])
for name, figure in found["figures"].items():
    own = figure["machine_ps"][corner]  # a data strobe ends with the DES clock: the file has the least that is possible
    longer = found["figures"]["des_clock"]["least_ps"] if name == "data_strobe" else 0
    if not (own - unsure <= figure["least_ps"] and figure["most_ps"] <= own + longer + unsure):
        print(f"{name}: {figure}, expected {own} to {own + longer} ps")
    if not measured:
        continue
    # A time and its value as measured, moved by what the sampling can do; the file's strobes come up to 2 unsure later
    keys = ini[name] if name in ini else {"source": "nowhere"}
    bounds = {"des_clock": ("value", 0), "strobe_hold": ("value", unsure),
              "data_strobe_after_des_clock": ("min", -unsure)}
    key, moved = bounds.get(name, ("value", -unsure))
    if key not in keys or ps(keys[key]) != max(figure["least_ps"] + moved, 0):
        print(f"{name}: {dict(keys)}, expected the least of {figure}")
    most, middle = figure["most_ps"] + unsure, (figure["least_ps"] + figure["most_ps"]) // 2
    if "max" in keys and (ps(keys["max"]), ps(keys["typ"])) != (most, middle):
        print(f"{name}: {dict(keys)}, expected the most of {figure}")
    if f" of {figure['seen']}, " not in keys["source"]:
        print(f"{name}: {dict(keys)}, seen {figure['seen']} times")
if measured and [ps(ini["strobe_delay"][key]) for key in ("min", "typ", "max")] != [0, unsure, 2 * unsure]:
    print(f"strobe_delay: {dict(ini['strobe_delay'])}, expected up to {2 * unsure} ps")
