#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plays scenarios on am9513a_device or timer_board_device with am9513a.v beside it: both report the same parameters at
the same times. A hold below 0 counts when CS- moved: by hand it is judged at the end of the strobe. Data or C/D that end
before the strobe does are a hold below 0 by hand, a set-up to a specify block. am9513a.v says what it does not express.
Scenarios of the chip alone that set nothing are played as one, without their expectations: a program starts slowly.
Usage: am9513a.py PROGRAM.vvp FILE.scn...   (from the root of the tree, after `make device`)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

NAMES = {"setuphold_1": "TAVRL", "setup_1": "TAVWH", "hold_1": "TWHAX", "setup_2": "TDVWH", "hold_2": "TWHDX",
         "setup_3": "TSLWH", "width_1": "TRLRH", "width_2": "TWLWH", "recovery_1": "TRHRL", "recovery_2": "TRHWL",
         "recovery_3": "TWHRL", "recovery_4": "TWHRL", "recovery_5": "TWHWL", "recovery_6": "TWHWL",
         "setup_4": "TSLRL", "hold_3": "TSLRL", "hold_4": "TRHSH", "hold_5": "TWHSH", "hold_6": "TWHSH"}


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False).stdout


texts = {file: pathlib.Path(file).read_text(encoding="utf-8") for file in sys.argv[2:]}
bare = [file for file in texts if re.match(r"(#.*\n)*target chip\n\n(?!(.*\n)*(at|effects|gap) )", texts[file])]
plays = {file: text for file, text in texts.items() if file not in bare}
if bare:
    text = "timing legal\nwait 2us\ncmd 0xff\n".join(["", *(texts[file] for file in bare)])
    plays[" ".join(bare)] = "target chip\n" + re.sub(r"^(target|expect) .*", "", text, flags=re.MULTILINE)
played = same = differ = 0
seen = set()
for file, text in plays.items():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "scn").write_text(text, encoding="utf-8")
        run("build/tmr0", "run", "--calls", f"{folder}/calls", f"{folder}/scn")
        log = run("vvp", "-n", sys.argv[1], f"+calls={folder}/calls")
    if not re.search(", 0 differences$", log, re.MULTILINE):
        continue
    played += len(file.split())
    want = set()
    for at, name, observed in re.findall(r"_device \(.*: ([\d.]+) ns (\w+) required .* observed (\S+)", log):
        at, observed = round(float(at) * 1000), round(float(observed) * 1000)
        swallowed = observed == 0 and name in ("TRLRH", "TWLWH", "TRHRL", "TWHWL")
        if name in NAMES.values() and not swallowed and not (observed < 0 and name == "TAVRL"):
            name = {"TWHAX": "TAVWH", "TWHDX": "TDVWH"}.get(name, name) if observed < 0 else name
            want.add((at + min(observed, 0) * (name in ("TRHSH", "TWHSH")), name))
    got = {(round(float(m[1]) * 1000), NAMES[m[2]])
           for m in re.finditer(r"([\d.]+) ns: watch\.pins\.checks\.(\w+?)(?:\[|:)", log)}
    seen |= {name for _, name in want & got}
    for one in sorted(want ^ got):
        print(file, "only by hand:" if one in want else "only specify:", *one)
    same, differ = same + len(want & got), differ + len(want ^ got)
print(f"{played} scenarios, {same} violations the same, {differ} differ; never broken:",
      " ".join(sorted(set(NAMES.values()) - seen)) or "none")
sys.exit(differ != 0)
