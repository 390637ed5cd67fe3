#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `tmr0 capture --at socket` claims with what `tmr0 run` did: socket_claims.py TMR0 <ROWS
It prints "NAME: pass" or "NAME: FAIL, why" for each row.

A row is   MACHINE TRANSLATOR CORNER RATES [STROBE_HOLD]   That machine plays socket.scn. The dump is judged as it is,
and sampled at each of the rates in MHz. A machine file is written from each, unless R/W and data end apart.
A row `each MACHINE` judges one dump with both translators at three corners. The RTL's cycles are the judge.

A claim is wrong if a check is certainly violated, or certainly not, and the RTL says otherwise. A slack, a figure, or a
key of the machine file is wrong if it is farther from the machine's than the sampling allows. Of a dump that was not
sampled, each slack, its access, its limit, and each number of violations must equal the RTL's.
"""
import configparser
import itertools
import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
import analyser  # noqa: E402

MEASURED = "out/measured.ini"


def said(*words):
    """The JSON of a tmr0 command."""
    return json.loads(subprocess.run([sys.argv[1], *words, "--json", "-"], capture_output=True, check=False).stdout)


def made(setting, machine, pal, corner, *options):
    """The margins of a run of socket.scn, which begins with that setting."""
    with open("socket.scn", encoding="ascii") as given, open("held.scn", "w", encoding="ascii") as out:
        out.write(setting + given.read())
    return said("run", "held.scn", "--machine", machine, "--pal", pal, "--corner", corner, *options)[0]["margins"]


def picoseconds(text):
    return round(float(text.rstrip("nus")) * {"ns": 1e3, "us": 1e6}[text[-2:]])


def wrong_checks(truth, found, claims, near):
    """near: how far, in ps, a slack may be from the RTL's."""
    for name, margin in truth.items():
        if margin["note"] or name in ("FF_UNKNOWN", "TCHCH", "TCHCL", "TCLCH"):
            continue
        claim = claims.get(name)
        if claim is None:
            yield name, f"not judged, the RTL's slack is {margin['slack_ps']} ps"
        elif found["interval_from"] == "exact" and any(
                claim[part] != margin[part] for part in ("slack_ps", "broken", "access", "required_ps")) or (
                claim["violated"] == ("not" if margin["broken"] else "certainly") or
                abs(claim["slack_ps"] - margin["slack_ps"]) > near):
            yield name, f"{claim}, the RTL has {margin}"


def wrong_figures(figures, corner, unsure, ini):
    """ini: the machine file that was written, or None"""
    for name, figure in figures.items():
        own = figure["machine_ps"][corner]  # the file has the shortest data strobe, which ends with the DES clock
        longer = figures["des_clock"]["least_ps"] if name == "data_strobe" else 0
        if not (own - unsure <= figure["least_ps"] and figure["most_ps"] <= own + longer + unsure):
            yield name, f"{figure}, expected {own} to {own + longer} ps"
        if not ini:
            continue
        # The file has the figure as measured, moved by what the sampling hides. Its strobes come up to 2 unsure later.
        keys = ini[name] if name in ini else {"source": "nowhere"}
        bounds = {"des_clock": ("value", 0), "strobe_hold": ("value", unsure),
                  "data_strobe_after_des_clock": ("min", -unsure)}
        key, moved = bounds.get(name, ("value", -unsure))
        if key not in keys or picoseconds(keys[key]) != max(figure["least_ps"] + moved, 0):
            yield name, f"{dict(keys)}, expected the least of {figure}"
        most, middle = figure["most_ps"] + unsure, (figure["least_ps"] + figure["most_ps"]) // 2
        if "max" in keys and (picoseconds(keys["max"]), picoseconds(keys["typ"])) != (most, middle):
            yield name, f"{dict(keys)}, expected the most of {figure}"
        if f" of {figure['seen']}, " not in keys["source"]:
            yield name, f"{dict(keys)}, seen {figure['seen']} times"


def judged(name, truth, found, pal, corner, ini=None, but=()):
    """Prints the row's line. `but` names what is not the machine's."""
    unsure = found["interval_ps"] + found["rounding_ps"] + found["jitter_ps"]
    wrong = [*wrong_checks(truth, found, found["translators"][pal][corner], unsure if ini else 1e12),
             *wrong_figures(found["figures"], corner, unsure, ini)]
    if ini and [picoseconds(ini["strobe_delay"][key]) for key in ("min", "typ", "max")] != [0, unsure, 2 * unsure]:
        wrong.append(("strobe_delay", f"{dict(ini['strobe_delay'])}, expected up to {2 * unsure} ps"))
    why = [f"{of}: {what}" for of, what in wrong if of not in but]
    print(f"{name}: FAIL, {' '.join(why)[:600]}" if why else f"{name}: pass", flush=True)
    return why


def play(machine, pal, corner, rates, hold=""):
    truth = made(f"set machine.strobe_hold {hold}\n" * (hold != ""), machine, pal, corner, "--wave", "run.vcd")
    analyser.moves_of.cache_clear()
    apart = hold[:1] == "-"  # R/W and data
    for rate in ["", *rates.split(",")]:
        if rate:
            analyser.main(["run.vcd", "sampled.vcd", "--at", "socket", "--rate", rate + "e6"])
        pathlib.Path(MEASURED).unlink(missing_ok=True)
        found = said("capture", "--at", "socket", "--machine", machine, "--pal", pal, "--quiet",
                     "sampled.vcd" if rate else "run.vcd", *["--write-machine", MEASURED] * (not apart))
        ini = configparser.ConfigParser(comment_prefixes=";")
        ini.read(MEASURED, encoding="ascii")
        name = "-".join([rate + "MHz" if rate else "exact", machine, pal, corner, *[hold] * (hold != "")])
        yield judged(name, truth, found, pal, corner, None if apart else ini, ("strobe_hold",) * (hold != ""))


def each(machine):
    made("", machine, "flipflop", "typ", "--wave", "run.vcd")
    found = said("capture", "--at", "socket", "--machine", machine, "--quiet", "run.vcd")
    for pal, corner in itertools.product(("flipflop", "direct"), ("min", "typ", "max")):
        truth = made("set machine.data_strobe_after_des_clock 45ns\n", machine, pal, corner)  # as at typ
        slowest = (pal, corner) == ("flipflop", "max")  # the RTL then sees no movement of C/D in the first select
        yield judged(f"each-{pal}-{corner}", truth, found, pal, corner,
                     but=("HOST_READ", "data_strobe_after_des_clock", *["TAVWH"] * slowest))


def main():
    rows = [row.split() for row in sys.stdin]
    bad = [why for row in rows for why in (each(*row[1:]) if row[0] == "each" else play(*row)) if why]
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
