#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a command prints against its JSON: printed.py LOG JSON [MORE]   (a line for each that is not the same)

tmr0 capture: MORE has the names of all that is `not captured`, as it is printed. tmr0 run --log, of one file or several.
tmr0-measure compare: MORE is what --raw wrote, whose medians and mean CPU times the JSON has.
"""
import csv
import json
import math
import re
import statistics
import sys

TIME = re.compile(r"(-?\d+(?:\.\d+)?)(ps|ns|us|ms|s)$")
MARKED = ("GK", "E", "RF", "SET")  # doubtful marks, which are printed
INTERVALS = {"rate": " as given", "comment": " by the rate that", "step": " at most, by the least step", "unit": " at most: all that",
             "grid": ", of which", "near grid": ", whose multiples", "exact": ": a dump of tmr0"}
X2 = {"none": "no rate of X2", "given": "X2 as given", "board": "X2 as the board", "captured": "X2 as captured",
      "too fast": "X2 is too fast", "changes": "X2 stops", "stands": "X2 stands"}
NOTES = ("TEHWH", "TWHEH", "TEHRL", "TRHEH", "TGVWH", "TWHGV", "TGVEH", "TEHGV")
log = open(sys.argv[1], encoding="ascii").read()
told = json.load(open(sys.argv[2], encoding="ascii"))
flat = re.sub(r"\n  +", " ", log)  # of wrapped lines


def value(word):
    """A time in ps, a number, or the word"""
    time = TIME.match(word)
    return round(float(time[1]) * {"ps": 1, "ns": 1e3, "us": 1e6, "ms": 1e9, "s": 1e12}[time[2]]) if time else \
        float(word) if re.fullmatch(r"-?\d+(\.\d+)?", word) else word


def same(what, printed, wanted):
    if printed != wanted:
        print(f"{what}: printed {printed}, the JSON has {wanted}")


def table(head, wanted, text=log, indent=""):
    """The rows below the line with that head, whose first words are these."""
    rows = re.search(f"^{head}.*\n((?:{indent}.+\n)*)", text, re.MULTILINE)
    printed = [[value(word) for word in row.split()] for row in rows[1].splitlines() if " never " not in row and row[len(indent)] != " "] if rows else []
    same(f"rows of {head}", [row[0] for row in printed if row[0] != "A"], list(wanted))
    for row in printed:
        same(row[0], row[1:len(wanted.get(row[0], [])) + 1], wanted.get(row[0], []))


def marked(ps, mark):
    return [ps] + [f"[{mark}]"] * (mark in MARKED)


def counts(one):
    return [one[name] for name in ("at_ps", "holds", "broken", "unsure")]


def listed(label):
    """The names after all labels that begin so."""
    return [name for line in re.findall(f"^{label}[^:]*: (.*)", flat, re.MULTILINE) for name in line.split(", ")]


def chip():
    parameters, delays = told["parameters"], told["delays"]
    table("  +required", {name: marked(one["required_ps"], one["required_mark"]) + [one["least_ps"]] + counts(one)
                          for name, one in parameters.items()})
    table("  +the chip's", {name: [{"most": "<=", "least": ">="}[one["limit"]]] + marked(one["limit_ps"], one["limit_mark"]) +
                            [one["least_ps"], one["most_ps"]] + counts(one) for name, one in delays.items()})
    for label, why in (("nothing to observe", "nothing"), ("inside the chip", "inside")):
        same(label, listed(label), [name for name, reason in told["not_observed"].items() if reason == why])
    same("not captured", listed("not captured"), sys.argv[3].split(", ") if len(sys.argv) > 3 else [])
    same("not captured", [name.split(" ")[0] for name in listed("not captured")],
         [name for name, reason in told["not_observed"].items() if reason == "not captured"])
    observed = {**parameters, **delays}
    broken = [name for name, one in observed.items() if one["broken"] and name not in NOTES]
    for name, one in parameters.items():
        lines = re.findall(f"^ *\\S+  {name} broken(| \\(a note: [^)]*\\)): required ", log, re.MULTILINE)
        same(f"lines of {name}", [note[2:8] for note in lines], ["a note" if name in NOTES else ""] * one["broken"])
    possible = re.search("possibly violated: ([^;]*)|$", told["verdict"])[1] or ""
    same("possibly violated", [name for name in re.findall(r"[A-Z]\w+", possible) if name in broken or not observed[name]["unsure"]], [])
    same("violated", re.findall(r"[A-Z]\w+", re.search("certainly violated: ([^;]*)|$", told["verdict"])[1] or ""), broken)


def socket():
    figures = {}
    for name, one in told["figures"].items():
        least, most = min(one["machine_ps"].values()), max(one["machine_ps"].values())
        figures[name] = [least, "to"] * (least != most) + marked(most, one["machine_mark"])
        figures[name] += [one[field] for field in ("least_ps", "most_ps", "seen")]
    table("at the socket", figures)
    corners = told["translators"][told["pal"]]
    rows = {}
    for name in corners["typ"]:
        each = [corners[corner][name] for corner in ("min", "typ", "max")]
        least, most = (end(one["required_ps"] for one in each) for end in (min, max))
        rows[name] = [least, "to"] * (least != most) + marked(most, "GK" if name[0] == "T" else "") + \
            [word for one in each for word in (one["slack_ps"], one["violated"])] + \
            [sorted(each[1:2] + each, key=lambda one: one["slack_ps"])[0]["access"]]
    table(told["pal"] + "  ", rows)
    played = {"both_strobes": "MAS- and MDS- are low together", "rw_unknown": "R/W is unknown", "rw_moves": "R/W moves inside",
              "data_late": "write data move inside"}
    left = told["not_played"]
    for name, words in played.items():
        same(name, re.findall(f"not played: (\\d+), {words}", told["verdict"]), [str(left[name])] * (left[name] > 0))
    same("cut", re.findall(r"begins or ends inside (\d+) access", log), [str(left["cut"])] * (left["cut"] > 0))


def difference(one):
    least, most, mask = one["model_least"], one["model_most"], one["mask"]
    said = f"{one['register']} = 0x{one['captured']:04x}; model: 0x{least:04x}" + (f" to 0x{most:04x}" if least != most else "")
    if one["register"] == "Status":
        said = f"status 0x{one['captured']:02x}; model: bits 0x{least:02x} always high, 0x{mask & ~most:02x} always low " \
               f"(compared: 0x{mask:02x})"
    line = re.search(r"^ *(\S+)  access (\d+): the captured chip.*\n *captured: (.*)\n(?: *choices that would explain it: (.*)\n)?.*:\n",
                     log, re.MULTILINE)
    tried = None if "translators" in told else "none"  # the choices: at the chip alone
    same("difference", line and [value(line[1]), int(line[2]), line[3], line[4]],
         [one["at_ps"], one["access"], said, ", ".join(one["choices"]) or tried])
    same("state", line and log[line.end():line.end() + len(one["state"])], one["state"])


def plural(count, what):
    return f"{count} {what}{'' if count == 1 else 's'}"


def run(lines, one):
    """A file that was played: what stands below its head, and its last line."""
    own = [each for each in one["violations"] if not each["expected"]]
    shown = [line for line in lines if ", access " in line and " (" in line and "expected" not in line]
    same("violations shown", len(shown), min(50, len(own)))
    for line, each in zip(shown, own):
        place, at, access, name, rest = re.match(r"(.*): at (\S+), access (\d+): (\w+)(.*)", line).groups()
        amounts = re.match(r": required (\S+)(?: \[(\w+)\])?, observed (\S+) \(", rest)
        gap = re.search("; `gap (.*)` cures it", rest)
        same(line, [place, value(at), int(access), name, value(amounts[1]), amounts[2], value(amounts[3]), value(gap[1]) if gap else None],
             [f"{each.get('file', one['file'])}:{each['line']}", each["at_ps"], each["access"], each["parameter"], each["required_ps"],
              each["required_mark"], each["observed_ps"], each.get("gap_ps")])
    text = "".join(line + "\n" for line in lines)
    same("more", re.findall(r"(\d+) more violations \(--json", text), [str(len(own) - 50)] * (len(own) > 50))
    same("notes", re.findall(r": (\d+) notes?:", text), [str(one["notes"])] * (one["notes"] > 0))
    table("  check  ", {each["form"]: (marked(each["required_ps"] / 1e3, each["required_mark"]) + [each["slack_ps"] / 1e3]
                                       if name[:3] != "FF_" else ["-", "-"]) + [each["at_ps"] / 1e6, each["access"], each["broken"]]
                        for name, each in one["margins"].items()}, text, "  ")
    failed = one["expectations_failed"]
    words = f"FAIL, {plural(failed, 'expectation')} failed, {plural(len(own), 'violation')}" if failed or own else "pass"
    same("verdict", [lines[-1], words == "pass"], [f"{one['file']}: {words}", one["pass"]])


def runs():
    lines, at = log.splitlines(), 0
    for one in told:
        at = next(n for n in range(at, len(lines)) if lines[n].startswith(f"{one['file']}: {one['target']}, "))
        for name in ("machine", "pal", "part", "corner", "seed"):
            found = re.search(f", {name} ([^,]*)", lines[at])
            same(name, found[1] if found else "", str(one[name]))
        end = next(n for n in range(at + 1, len(lines)) if re.match(re.escape(one["file"]) + ": (pass|FAIL|played)", lines[n]))
        run(lines[at + 1:end + 1], one)


def compare():
    """Times have four digits, deviations two; those of all runs are in the raw file."""
    with open(sys.argv[3], encoding="ascii") as file:
        rows = list(csv.DictReader([file.readline().lstrip("# "), *file]))
    shown = re.findall(r"^runs +([^+]+) \+- ([^(]+) \(.*?\), (.*) to (.*)\n(?:.*\n)*?CPU time +(.*?) a run:", flat, re.MULTILINE)
    same("commands", len(shown), len(told["commands"]))
    for n, (texts, one) in enumerate(zip(shown, told["commands"]), 1):
        mine = [row for row in rows if row["command"] == str(n)]
        wall = [float(row["wall_ns"]) / 1e9 for row in mine]
        cpu = [float(row["user_s"]) + float(row["system_s"]) for row in mine]
        wanted = [statistics.median_low(wall), statistics.mean(wall), statistics.stdev(wall), min(wall), max(wall), statistics.mean(cpu)]
        told_s = [one[f"{name}_s"] for name in ("median", "mean", "stddev", "min", "max", "cpu")]
        off = [(s, want) for s, want in zip(told_s, wanted) if abs(s - want) > 1e-6]
        same(f"times of {n}, more than 1 us off", off, [])
        for text, s, digits in zip(texts, told_s[1:], (4, 2, 4, 4, 4)):
            last = 10 ** (math.floor(math.log10(s)) + 1 - digits)
            same(f"{text} of {n}, rounded from {s}", abs(value(text.replace(" ", "")) / 1e12 - s) <= 0.50001 * last, True)


def capture():
    head = re.search(r"^(.*): part (\S+), (\S+), (\d+) (access|accesses); sampling interval (\d\S*?[a-z]s)(.*)", log, re.MULTILINE)
    same("head", [value(word) for word in head.groups()[:6]],
         [told["file"], told["part"], told["end_ps"] - told["begin_ps"], told["accesses"],
          "access" if told["accesses"] == 1 else "accesses", told["interval_ps"]])
    same("interval", head[7][:len(INTERVALS[told["interval_from"]])], INTERVALS[told["interval_from"]])
    for said, ps in (("times rounded to ", told["rounding_ps"]), ("jitter ", told["jitter_ps"])):
        same(said, [value(word) for word in re.findall(f"{said}([^ ,]+)", head[7])], [ps] * (ps > 0))
    same("single samples", [int(n) for n in re.findall("single samples ignored: (.*) \\(", log)], [told["single_samples"]] * (told["single_samples"] > 0))
    same("unknown strobes", "a strobe was unknown" in log, told["strobes_unknown"])
    x2 = re.search(f"; {X2[told['x2']]}[^;]*?(?:, ([0-9.]+) MHz)?(?:, which no count [^;]*)?(?:; the captured one has ([0-9.]+) MHz)?;", told["verdict"])
    same("X2", [float(n) if n else None for n in x2.groups()] if x2 else "", [round(told[n] / 1e6, 6) if n in told else None for n in ("x2_hz", "x2_captured_hz")])
    same("differs", "a read differs" in told["verdict"], "difference" in told)
    same("verdict", flat.rstrip("\n").split("\n")[-1], "verdict: " + told["verdict"])
    same("pass", told["verdict"].split(",")[0] == "pass", told["pass"])
    same("parts", told["pass"], {told[part] for part in ("timing", "clock", "chip")} == {"good"})
    agree = re.search("; ([0-9]+) of ([0-9]+) registers agree with the model", told["verdict"])
    same("registers", agree and [int(n) for n in agree.groups()], agree and [told["compared"], told["registers"]])
    left = sum(told["not_compared"].values())
    same("not compared", left, left if "difference" in told else told["registers"] - told["compared"])
    if "difference" in told:
        difference(told["difference"])
    (socket if "translators" in told else chip)()


(runs if isinstance(told, list) else compare if "commands" in told else capture)()
