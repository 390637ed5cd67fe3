#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs all tests. `make test` builds first, then calls this.

The CUnit suites, the scenario files on RTL and in lockstep, the vectors on model, RTL and both, the scripts
tests/scripts/*.sh, and the CUnit suites and the model's vectors again under the sanitizers: one more at a time
than there are processors. What hangs is killed after an hour, with all that it started, and is a failure. What a script
left out because a program is missing is listed, and what took most. For each command build/test/times has seconds of
processor time and seconds. The last line is "N passed, N failed". The exit status is 0 only if nothing failed.

Environment: SAN=no plays the CUnit suites and the model's vectors without sanitizers; SUITES="data board" names suites
to play alone.
"""
import argparse
import concurrent.futures
import functools
import glob
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUT = "build/test"
DEAREST = 10  # commands whose times are printed
FIRST = "command-measure", "specify", "capture-verdicts", "device", "capture"  # scripts that take or sleep longest
LIMIT_S = 3600.0  # what takes longer hangs: the longest takes a tenth of it on a slow host
SUITES = os.environ.get("SUITES", "").split()
# The scripts start this very interpreter, the system's: one that is looked for, or has more to load, takes four times
# as long to start, which is seconds of each of the longer scripts
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", os.defpath)
os.environ.pop("TMR0_GOLDEN", None)  # a suite that writes what it expects has nothing to judge
FOLDER = OUT if os.environ.get("SAN") == "no" else "build/san"
PROGRAM = f"{FOLDER}/tmr0-test"
Result = concurrent.futures.Future[tuple[int, str]]
document = ElementTree.Element("testsuites", name="tmr0")
counts: list[tuple[int, int]] = []  # what passed and failed of each part
times: list[tuple[float, float, str]] = []  # seconds of processor time, seconds, command
playing: set[int] = set()  # process numbers
skipped: list[str] = []
said_bad: list[str] = []  # said again at the end, where a log cut at its beginning still has it
parser = argparse.ArgumentParser(prog="tools/test.py", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--xml", action="store_true", help=f"also write {OUT}/junit.xml")
XML = parser.parse_args().xml


def report(suite: str, cases: dict[str, list[str]]) -> None:
    """Adds a suite to the document: each of its tests with its failures."""
    bad = sum(1 for failures in cases.values() if failures)
    element = ElementTree.SubElement(document, "testsuite", name=suite, tests=str(len(cases)), failures=str(bad))
    for name, failures in cases.items():
        case = ElementTree.SubElement(element, "testcase", classname=suite, name=name)
        said_bad.extend(f"{suite}: {name}: {text.strip()[-2000:]}" for text in failures)
        for text in failures:
            text = re.sub(r"[^\t\n -~]", "", text)  # what XML can hold
            ElementTree.SubElement(case, "failure", message=text.split("\n", 1)[0]).text = text


def report_cunit(suite_name: str) -> None:
    """The results of a program as CUnit's automated interface writes them: one record for each failed assertion"""
    results = ElementTree.parse(f"{OUT}/suites/{suite_name}/CUnit-Results.xml")
    for suite in results.iter("CUNIT_RUN_SUITE_SUCCESS"):
        cases: dict[str, list[str]] = {}
        for record in suite.iter("CUNIT_RUN_TEST_RECORD"):
            said = {field.tag: (field.text or "").strip() for field in record[0]}
            failures = cases.setdefault(said["TEST_NAME"], [])
            if record[0].tag == "CUNIT_RUN_TEST_FAILURE":
                failures.append(f"{said['FILE_NAME']}:{said['LINE_NUMBER']}: {said['CONDITION']}")
        report(f"tests.{suite.findtext('SUITE_NAME', '').strip()}", cases)
    for suite in results.iter("CUNIT_RUN_SUITE_FAILURE"):  # its initialisation or cleanup
        name = suite.findtext("SUITE_NAME", "").strip()
        report(f"tests.{name}", {name: [suite.findtext("FAILURE_REASON", "").strip()]})


def play(command: list[str]) -> tuple[int, str]:
    """The exit status, and what was printed"""
    with tempfile.TemporaryFile() as log:
        begin = time.monotonic()
        process = subprocess.Popen(["timeout", "-s", "KILL", str(LIMIT_S), *command],  # it leads a group of its own
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        playing.add(process.pid)
        _, ended, usage = os.wait4(process.pid, 0)
        playing.remove(process.pid)
        took = time.monotonic() - begin
        times.append((usage.ru_utime + usage.ru_stime, took, " ".join(command)))
        process.returncode = os.waitstatus_to_exitcode(ended)
        log.seek(0)
        text = log.read().decode(errors="replace")
        return process.returncode, text + (f"no end after {LIMIT_S} s, killed\n" if took > LIMIT_S else "")


def play_suite(suite: str) -> tuple[int, str]:
    if not XML:
        return play([PROGRAM, suite])
    os.makedirs(f"{OUT}/suites/{suite}")
    return play([PROGRAM, "--xml", f"{OUT}/suites/{suite}", suite])


def suite_names() -> list[str]:
    """Suite NAME is in a file test_NAME.c. A program that does not have it refuses its name."""
    files = [*glob.glob("tests/unit/*/test_*.c"), *glob.glob("measure/tests/test_*.c")]
    return sorted(os.path.basename(file)[len("test_"):-len(".c")] for file in files)


def report_suites(plays: dict[str, Result]) -> None:
    """A program that does not print its count, or fails without a failed test, is one more failure."""
    print(f"== {PROGRAM}", flush=True)
    for suite, result in plays.items():
        status, text = result.result()
        ends = re.findall(r"^tests: (\d+) passed, (\d+) failed$", text, re.MULTILINE)
        good, bad = map(int, ends[-1]) if ends else (0, 0)
        if ends and good + bad and (status == 0) == (bad == 0):
            if XML:
                report_cunit(suite)
        else:
            bad += 1
            text += f"{PROGRAM} {suite}: ended with status {status} before its end\n"
            report(f"tests.{suite}", {PROGRAM: [text]})
        counts.append((good, bad))
        print(f"{text if bad else ''}{suite}: {good} passed, {bad} failed", flush=True)


def report_files(suite: str, refused: str, plays: list[tuple[list[str], Result]]) -> None:
    """Each file is a test. A script passes if it says so by its status; what is played says "FILE: pass", and nothing
    that is refused, and if all do, the status says so too."""
    print(f"== {suite}", flush=True)
    cases: dict[str, list[str]] = {}
    for names, result in plays:
        status, text = result.result()
        lines = text.splitlines()
        skipped.extend(f"{names[0]}: {line}" for line in lines if ": SKIP, " in line)
        played = [name for name in names if name.endswith(".sh") or f"{name}: pass" in lines]
        for name in names:
            own = "\n".join(line for line in lines if line.startswith(f"{name}:"))
            good = name in played and (status == 0 or len(played) < len(names))
            good = good and not (refused and re.search(refused, own))
            cases[name] = [] if good else [f"exit status {status}\n{own or text}"]
        if any(cases[name] for name in names):
            print(text, end="", flush=True)
    if not cases:
        cases[suite] = ["no file, expected one or more"]
    bad = sum(1 for failures in cases.values() if failures)
    print(f"{suite}: {len(cases) - bad} passed, {bad} failed", flush=True)
    counts.append((len(cases) - bad, bad))
    report(suite, cases)


def start_all(pool: concurrent.futures.Executor) -> list[Callable[[], None]]:
    """Starts everything, what takes longest first. Returns what waits for each part and reports it."""
    shutil.rmtree(f"{OUT}/suites", ignore_errors=True)
    reports: list[Callable[[], None]] = []

    def files(suite: str, command: list[str], names: list[str], refused: str = "") -> None:
        """One process a script, or for the files of a folder"""
        groups: dict[str, list[str]] = {}
        for name in sorted(names, key=lambda name: (pathlib.Path(name).stem not in FIRST, name)):
            groups.setdefault(os.path.dirname(name) if command else name, []).append(name)
        plays = [(group, pool.submit(play, [*command, *group])) for group in groups.values()]
        reports.append(functools.partial(report_files, suite, refused, plays))

    if not SUITES:
        files("scripts", [], glob.glob("tests/scripts/*.sh"))
    # AddressSanitizer warns once about makecontext, on which the virtual CPU runs: harmless
    suites = {name: pool.submit(play_suite, name) for name in SUITES or suite_names()}
    reports.append(functools.partial(report_suites, suites))
    if not SUITES:
        scenarios, vectors = glob.glob("tests/scenarios/*/*.scn"), glob.glob("tests/vectors/*/*.txt")
        lockstep = ["build/tmr0", "run", "--engine", "both"]
        files("scenarios", ["build/tmr0", "run"], scenarios, refused=": played, nothing judged")
        # Only the RTL has effects, so the engines differ there.
        files("scenarios-both", lockstep,
              [file for file in scenarios if b"\neffects on" not in pathlib.Path(file).read_bytes()])
        files("vectors-model", [f"{FOLDER}/vector-runner"], vectors)
        # A vector's outcome must not depend on a source edge near a command, so a note is a failure. In one the command
        # makes the edge.
        files("vectors-rtl", ["build/tmr0", "run"],
              [file for file in vectors if not file.endswith("/chained_load-counts.txt")], refused=" notes?: ")
        files("vectors-both", lockstep, vectors)
    return reports


def main() -> int:
    if not os.path.exists(PROGRAM):
        print(f"tools/test.py: {PROGRAM}: not there, expected `make test`, which builds first", file=sys.stderr)
        return 2
    os.makedirs(OUT, exist_ok=True)
    for old in "junit.xml", "summary":
        pathlib.Path(OUT, old).unlink(missing_ok=True)
    # One more than there are processors, for some scripts sleep
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)) + 1) as pool:
        try:
            for each in start_all(pool):
                each()
        except KeyboardInterrupt:
            for number in list(playing):
                os.kill(number, signal.SIGTERM)
            pool.shutdown(cancel_futures=True)
            return 130
    passed, failed = map(sum, zip(*counts))
    if XML:
        document.set("tests", str(passed + failed))
        document.set("failures", str(failed))
        ElementTree.ElementTree(document).write(f"{OUT}/junit.xml", encoding="UTF-8", xml_declaration=True)
        print(f"written: {OUT}/junit.xml")
    if skipped:
        print(f"{len(skipped)} skipped:", *skipped, sep="\n    ")
    lines = [f"{used:8.2f} {took:8.2f} {command}\n" for used, took, command in sorted(times, reverse=True)]
    pathlib.Path(OUT, "times").write_text("".join(lines), encoding="utf-8")
    print(f"{sum(used for used, _, _ in times):.0f} processor seconds; with seconds, what took most:")
    print("".join(lines[:DEAREST]), end="")
    summary = "\n".join([*said_bad, f"{passed} passed, {failed} failed"])
    print(summary)
    pathlib.Path(OUT, "summary").write_text(f"{summary}\n", encoding="utf-8")
    return 1 if failed else 0


sys.exit(main())
