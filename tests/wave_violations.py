#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the waves of a scenario show its violations, as `tmr0 run --json` has them: tests/wave_violations.py SCENARIO...

The text of a violation at the bus spans the access, and its edge if that comes later; of X2, a source or a gate it is
there from the edge on. What the text names has been violated by that access, whose number begins the text. A last
violation is seen for 500 ns.
Prints one line for each fault and the number of violations; exits with status 1 if there is a fault."""
import json
import re
import subprocess
import sys
import tempfile

PINS = {"TCHCH", "TCHCL", "TCLCH", "TEHEH", "TEHEL", "TELEH", "TGVGV"}
SEEN_PS = 500_000


def decoded(name, bits):
    number = int(bits, 2)
    return number if name == "i_access" else number.to_bytes(48, "big").replace(b"\0", b"").decode().strip()


def changes(vcd):
    """Of each signal of interest its times and values, and the dump's last time."""
    seen = {"i_access": [], "i_text_access": [], "i_text_broken": []}

    def time(end):  # of a change that ends there
        begin = vcd.rindex("\n#", 0, end) + 2
        return int(vcd[begin:vcd.index("\n", begin)])

    for name, list_ in seen.items():
        change = f" {re.search(rf'var wire [0-9]+ ([^ ]+) {name} ', vcd)[1]}\n"  # the first is of the top
        end = vcd.index("$enddefinitions")
        while (end := vcd.find(change, end + 1)) >= 0:
            list_.append((time(end), decoded(name, vcd[vcd.rindex("\nb", 0, end) + 2:end])))
    return seen, time(len(vcd))


def spans(list_, end):
    return [(from_, to, value) for (from_, value), (to, _) in zip(list_, list_[1:] + [(end, None)])]


def faults(violations, vcd, run_end):
    seen, end = changes(vcd)
    begin = {number: time for time, number in seen["i_access"]}
    texts = spans(seen["i_text_broken"], end)
    last = max(begin.values())
    for v in violations:
        check, at = v["parameter"], v["at_ps"]
        from_ = at if check in PINS else begin[v["access"]]
        over = [time for time, text in seen["i_text_access"] if time > from_ and not text]
        to = at if check in PINS else max(at, over[0] if over else end)
        if any(check not in text.split() for a, b, text in texts if a <= to and b > from_ and a < b):
            yield f"{check} at {at} ps is not shown from {from_} to {to} ps"
        if max(from_, at) >= last and end < run_end + SEEN_PS:
            yield f"{check} at {at} ps: the dump ends at {end} ps"
    for from_, to, text in texts:
        number = max(n for n, time in begin.items() if time <= from_)
        own = {v["parameter"] for v in violations if v["parameter"] not in PINS and v["access"] == number}
        own |= {v["parameter"] for v in violations if v["parameter"] in PINS and begin[number] <= v["at_ps"] <= from_}
        if text and text.split()[0] != f"{number}:":
            yield f"{text} is shown from {from_} to {to} ps, in access {number}"
        for check in set(text.split()[1:]) - own:
            yield f"{check} is shown from {from_} to {to} ps, in access {number}, which has not violated it"


count, bad = 0, 0
with tempfile.TemporaryDirectory() as folder:
    waves, results = folder + "/w.vcd", folder + "/r.json"
    for file in sys.argv[1:]:
        run = subprocess.run(["build/tmr0", "run", "--quiet", "--wave", waves, "--json", results, file],
                             capture_output=True, text=True, check=False)
        if run.returncode > 1:
            sys.exit(run.stderr)
        with open(results, encoding="utf-8") as f:
            result = json.load(f)[0]
        with open(waves, encoding="utf-8") as f:
            vcd = f.read()
        count += len(result["violations"])
        for fault in faults(result["violations"], vcd, result["end_ps"]):
            print(f"{file}: {fault}")
            bad += 1
print(f"{count} violations")
sys.exit(bad > 0)
