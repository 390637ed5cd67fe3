#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plays scenarios on am9513a_device with am9513a.v beside it: both report the same parameters at the same times. Left
out are negative times: data that move inside a pulse are a matter of $nochange.
Usage: am9513a.py PROGRAM.vvp FILE.scn...   (from the root of the tree, after `make device`)
"""
import re
import subprocess
import sys
import tempfile

NAMES = {"setup_1": "TAVRL", "setup_2": "TAVWH", "hold_1": "TWHAX", "setup_3": "TDVWH", "hold_2": "TWHDX",
         "setup_4": "TSLWH", "width_1": "TRLRH", "width_2": "TWLWH", "recovery_1": "TRHRL",
         "recovery_2": "TRHWL"}


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False).stdout


played = same = differ = 0
seen = set()
for file in sys.argv[2:]:
    with tempfile.TemporaryDirectory() as folder:
        run("build/tmr0", "run", "--calls", f"{folder}/calls", file)
        log = run("vvp", "-n", sys.argv[1], f"+calls={folder}/calls")
    if not re.search(", 0 differences$", log, re.MULTILINE):
        continue
    played += 1
    want = {(round(float(m[1]) * 1000), m[2]) for m in re.finditer(r"am9513a_device .*: ([\d.]+) ns (\w+) required .* observed (\S+)", log)
            if m[2] in NAMES.values() and not m[3].startswith("-")}
    got = {(int(m[1]), NAMES[m[2]]) for m in re.finditer(r"(\d+) ps: watch\.pins\.model\.checks\.(\w+?)(?:\[|:)", log)}
    seen |= {name for _, name in want & got}
    for one in sorted(want ^ got):
        print(file, "only by hand:" if one in want else "only specify:", *one)
    same, differ = same + len(want & got), differ + len(want ^ got)
print(f"{played} scenarios, {same} violations the same, {differ} differ; never broken:",
      " ".join(sorted(set(NAMES.values()) - seen)) or "none")
sys.exit(differ != 0)
