#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which vectors check which rule, which lines and branches of the RTL the vectors and scenarios reach, and which share of
the C code all tests reach.

Prints tables in Markdown and writes them to build/coverage.md. `make coverage` calls this. Left in build/cov: test.log,
files.txt (one file per line) and functions.txt (one function per line). Exit status 1 if a rule has no vector, if a line
or branch of the RTL that is not reached has no reason in tools/coverage/reasons.txt, if a folder of the C code is below
90 %, or if a test fails.

Environment: SUITES="data board" prints what these CUnit suites reach of the C code, and judges no share.
"""
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
RTL, C = Path("build/cover"), Path("build/cov")
TREE = C / "tree"
VECTORS = sorted(glob.glob("tests/vectors/*/*.txt"))
SCENARIOS = sorted(glob.glob("tests/scenarios/*/*.scn"))
SUITES = os.environ.get("SUITES")
PROGRAMS = [TREE / "build" / name for name in (
    "tmr0", "tmr0-measure", "test/tmr0-test", "test/vector-runner",
    *([] if SUITES else ["tmr0-m68k.so", "test/m68k-test"]))]
LEAST = 90  # percent of a folder's lines
page: list[str] = []


def table(title: str, head: str, rows: list[str]) -> None:
    columns = head.count("|") - 1
    page.extend([f"\n{title}\n", *([head, "|" + "---|" * columns, *rows] if rows else ["None."])])


def run(log: Path, *command: str | Path, **environment: str) -> None:
    """Ends the program with the log's end if the command fails."""
    with open(log, "wb") as file:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, check=False,
                                env={**os.environ, **environment}).returncode
    if status:
        sys.exit("\n".join(log.read_text(errors="replace").splitlines()[-40:]))


def entries(path: str) -> list[list[str]]:
    """Lines of three columns; the last may have blanks."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line.split(None, 2) for line in lines if line.strip() and not line.startswith("#")]


# ---- Rules

def rules() -> None:
    says = {rule: (sure, text) for rule, sure, text in entries("tests/vectors/RULES")}
    by: dict[str, list[str]] = collections.defaultdict(list)
    page.append("# Coverage\n\nMade by `make coverage`.\n\n## Rules\n")
    for path in VECTORS:
        name = Path(path).stem
        named = re.findall(r"^# Rules: (.*)", Path(path).read_text(encoding="utf-8"), re.MULTILINE)
        for rule in " ".join(named).split():
            by[rule].append(name)
        if not named:
            page.append(f"**{name} names no rule.**\n")
    page.extend(f"**{by[rule][0]} names the unknown rule {rule}.**\n" for rule in by if rule not in says)
    without = [rule for rule in says if rule not in by]
    page.append(f"{len(VECTORS)} vectors check {len(says)} rules. How sure a rule is: tests/vectors/RULES. " +
                (f"\n\n**Rules without a vector: {' '.join(without)}**" if without else "Every rule has a vector.") + "\n")
    page.append("| rule | sure | what it says | vectors |\n|---|---|---|---|")
    page.extend(f"| {rule} | {sure} | {text} | {', '.join(by[rule])} |" for rule, (sure, text) in says.items())


# ---- Lines and branches of the RTL

def play(files: list[str], points: Path) -> None:
    """Plays the files and merges what Verilator counts."""
    runs = RTL / "runs"
    shutil.rmtree(runs, ignore_errors=True)
    runs.mkdir()
    for file in files:
        run(RTL / "log", "build/tmr0-cover", "run", file, TMR0_COVERAGE=f"{runs}/{os.path.basename(file)}.dat")
    run(RTL / "log", "verilator_coverage", "--write", points, *sorted(runs.glob("*.dat")))
    shutil.rmtree(runs)


def counts(path: Path) -> dict[tuple[str, ...], int]:
    """Of each point, by its source, line, arm, name, lines and kind. Variants of a module by parameter count as one."""
    found: dict[tuple[str, ...], int] = collections.defaultdict(int)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("C "):
            field = dict(re.findall(r"\001(\w+)\002([^\001']*)", line))
            kind = "branch" if "branch" in field.get("page", "") else ""
            found[(*(field.get(key, "") for key in "flonS"), kind)] += int(line.rsplit(None, 1)[1])
    return found


def lines_of(span: str) -> list[int]:
    ends = [[int(end) for end in part.split("-")] for part in span.split(",") if part]
    return [line for end in ends for line in range(end[0], end[-1] + 1)]


def reason(file: str, what: str) -> str:
    for where, pattern, why in REASONS:
        if re.fullmatch(where, file) and re.fullmatch(pattern, what):
            return why
    return "**no reason given**"


def rtl() -> None:
    play(VECTORS, RTL / "vectors.dat")
    play(SCENARIOS, RTL / "scenarios.dat")
    run(RTL / "log", "verilator_coverage", "--write", RTL / "all.dat", RTL / "vectors.dat", RTL / "scenarios.dat")
    alone, total = counts(RTL / "vectors.dat"), counts(RTL / "all.dat")
    rows, unreached, untaken = [], [], []
    for source in dict.fromkeys(point[0] for point in [*alone, *total]):
        file, text = os.path.basename(source), Path(source).read_text(encoding="utf-8").splitlines()
        points = [point for point in dict.fromkeys([*alone, *total]) if point[0] == source]
        branches = [point for point in points if point[5]]
        hits: dict[int, list[int]] = collections.defaultdict(lambda: [0, 0])
        for point in points:
            for line in lines_of(point[4]):
                hits[line][0] += alone.get(point, 0)
                hits[line][1] += total.get(point, 0)
        reached = [sum(1 for hit in hits.values() if hit[n]) for n in (0, 1)]
        taken = [sum(1 for point in branches if of.get(point)) for of in (alone, total)]
        rows.append(f"| {file} | {reached[0]}, {reached[1]} of {len(hits)} | {taken[0]}, {taken[1]} of {len(branches)} |")
        for line in sorted(line for line in hits if not hits[line][1]):
            shown = text[line - 1].strip(" ")
            unreached.append(f"| {file} | {line} | `{shown}` | {reason(file, 'line ' + shown)} |")
        untaken += [f"| {file} | {line} | {arm} | {reason(file, 'branch-' + arm)} |"
                    for _, line, arm, *_ in (point for point in branches if not total.get(point))]
    table("## Lines and branches of the RTL\n\nEach cell: by the vectors alone, by vectors and scenarios, of how many. A "
          "branch is an arm of an `if` or a `case`.", "| file | lines reached | branches taken |", rows)
    table("### Lines not reached", "| file | line | text | reason |", unreached)
    table("### Branches not taken", "| file | line | arm | reason |", untaken)


# ---- Lines of the C code

def play_tree() -> None:
    """All tests, with the programs that count, in a tree of links to everything else."""
    for entry in glob.glob("*"):
        link(Path(entry), TREE / entry)
    # Not counted: what the tests compare, install or replay. The programs that count are there already.
    for entry in os.listdir("build"):
        if entry != C.name:
            link(Path("build") / entry, TREE / "build" / entry)
    for old in C.glob("*.profraw"):
        old.unlink()
    # A make that a test calls must find them new: else it makes programs that do not count.
    for program in PROGRAMS:
        os.utime(program)
    made = [program.stat().st_mtime_ns for program in PROGRAMS]
    # Programs that end at the same time merge their counts into the same four files.
    profile = str(C.absolute() / "%4m.profraw")
    run(C / "test.log", TREE / "tools/test.py", LLVM_PROFILE_FILE=profile, SAN="no")
    for program, time in zip(PROGRAMS, made):
        if program.stat().st_mtime_ns != time:
            sys.exit(f"{program}: a test made it again, expected the one that counts lines")


def link(entry: Path, name: Path) -> None:
    if not os.path.lexists(name):
        name.symlink_to(entry.absolute())


def c_code() -> None:
    play_tree()
    run(C / "merge.txt", "llvm-profdata-14", "merge", "-o", C / "all.profdata", *C.glob("*.profraw"))
    report: list[str | Path] = ["llvm-cov-14", "report", PROGRAMS[0], f"-instr-profile={C / 'all.profdata'}"]
    for program in PROGRAMS[1:]:
        report += ["-object", program]
    run(C / "files.txt", *report)
    run(C / "functions.txt", *report, "-show-functions", "cli", "driver-sim", "measure", "model", "sim")
    lines: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for row in map(str.split, (C / "files.txt").read_text(encoding="utf-8").splitlines()):
        code = row and re.search(r"\.[ch]$", row[0]) and not re.match("(measure/)?tests/", row[0])
        if code and int(row[7]):  # a header may have no lines that run
            of = lines[os.path.dirname(row[0])]
            of[0] += int(row[7])
            of[1] += int(row[8])
    shares = {folder: 100 * (1 - missed / every) for folder, (every, missed) in lines.items()}
    least = 0 if SUITES else LEAST
    table("## Lines of the C code", "| folder | lines reached | of | % |",
          [f"| {folder} | {every - missed} | {every} | {shares[folder]:.1f}" +
           (f" **below {least}** |" if shares[folder] < least else " |") for folder, (every, missed) in lines.items()])


REASONS = entries("tools/coverage/reasons.txt")
if not SUITES:
    rules()
    rtl()
c_code()
text = "\n".join(page) + "\n"
print(text, end="")
if not SUITES:
    Path("build/coverage.md").write_text(text, encoding="utf-8")
sys.exit(1 if "**" in text else 0)
