#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays scenarios and vectors on the Verilated RTL and replays the calls on other programs of the chip: under
Icarus, or as a part of one file. Every output must agree after every call. `make test-icarus`, test-chip, test-fpga and
test-device call this. Files that are left out are named, with the reason. Exit status: 0 if nothing differs.
"""
import argparse
import concurrent.futures
import difflib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The figures of delays that the chip for synthesis does not have
DELAYS = re.compile(r"^\[T(?:CMD|WHYV|EHYV|EHYV_COMPARE|EHFV|RLQV|RLQX|RHQX|RHQZ)\]\n(?:.+\n)*", re.MULTILINE)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/replay.py", description=__doc__.split(" `make")[0])
    parser.add_argument("--on", metavar="PROGRAMS", required=True, help="one or more, with blanks between them")
    parser.add_argument("--edges", metavar="N[,FEW]", type=lambda text: [int(n) for n in text.split(",")],
                        default=[sys.maxsize], help="leave out files of more edges of X2; of FEW if Icarus repeats it")
    parser.add_argument("--no-delays", action="store_true", help="with a part whose delays are 0")
    parser.add_argument("--violations", action="store_true", help="the programs report the violations, too")
    parser.add_argument("files", metavar="FILE", nargs="+")
    return parser.parse_args()


def figures() -> dict[str, str]:
    with open("build/gen/figures.vh", encoding="ascii") as file:
        return {number: name for name, number in re.findall(r"`define FIG_(\w+) (\d+)", file.read())}


def without_delays(folder: str) -> None:
    for data in ("parts", "machines"):
        shutil.copytree(data, f"{folder}/{data}")
    with open("parts/am9513a.ini", encoding="utf-8") as file:
        text = DELAYS.sub(lambda section: re.sub(r"= [\d.]*ns", "= 0ns", section[0]), file.read())
    with open(f"{folder}/parts/am9513a.ini", "w", encoding="utf-8") as file:
        file.write(text)


def output_of(*command: str) -> str:
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False).stdout


def reports(log: str) -> list[str]:
    """The violations that a program prints. Of X2's cycles the simulator judges the first, so each of its checks counts
    once."""
    seen: set[str] = set()
    found = []
    for line in re.findall(r"\w \(.*\): ([\d.]+ ns .* required .*)", log):
        symbol = line.split()[2]
        if symbol not in seen or symbol not in ("TCHCH", "TCHCL", "TCLCH"):
            found.append(line)
        seen.add(symbol)
    return sorted(found)


class Replay:
    def __init__(self, options: argparse.Namespace, folder: str) -> None:
        self.options = options
        self.folder = folder
        self.figure = figures()
        self.programs = sorted(options.on.split(), key=lambda name: bool(name.endswith(".vvp")))
        self.left_out: dict[object, tuple[int, str]] = {}

    def replay(self, program: str, calls: str) -> tuple[str, tuple[int, str] | None]:
        """What the program prints, or how far its checks came and why it leaves the file out. The reason depends on
        some of what the file has before power-up, so not each file needs a run to know it."""
        with open(calls, encoding="ascii") as file:
            lines = list(itertools.takewhile(lambda line: line != "P\n", file))
        seed, direct, clip, _, _, effects, wired = lines[0].split()[1:]
        on = {("0", ""): "".join(lines), ("1", ""): clip, ("2", ""): clip + direct, ("3", ""): wired + lines[1],
              ("4", ""): clip + effects + seed, **{("5", line.split()[1]): line for line in lines[2:]}}
        for key in on.items() if program.endswith(".vvp") else ():
            if (program, key) in self.left_out:
                return "", self.left_out[program, key]
        log = output_of(*(["vvp", "-n"] if program.endswith(".vvp") else []), program, f"+calls={calls}")
        reason = re.search(r"^left out: (\d+) (.*?(?: figure (\d+))?)$", log, re.MULTILINE)
        if not reason:
            return log, None
        step = reason[1], reason[3] or ""
        text = f"another {self.figure[reason[3]]}" if reason[3] else reason[2]
        return log, self.left_out.setdefault((program, (step, on[step])), (int(reason[1]), text))

    def edges(self, calls: str) -> int:
        """Edges of X2 until the last call."""
        with open(calls, encoding="ascii") as file:
            last = {line[0]: int(line.split()[1]) for line in file if line[0] in "OR"}
        return last.get("R", 0) // last["O"] if last["O"] else 0

    def violations(self, path: str) -> list[str]:
        """Those that the simulator reports, as the programs print them."""
        with open(path, encoding="utf-8") as file:
            return sorted(f"{v['at_ps'] / 1e3:.3f} ns {v['parameter']} required {v.get('required_ps', 1) / 1e3:.3f}"
                          f" observed {v.get('observed_ps', 0) / 1e3:.3f}" for v in json.load(file)[0]["violations"])

    def play(self, file: str) -> str:
        """The result, and what there is to say about it."""
        work = tempfile.mkdtemp(dir=self.folder)
        calls, results = f"{work}/calls", f"{work}/json"
        data = ["--data", self.folder] if self.options.no_delays else []
        said = output_of("build/tmr0", "run", *data, "--calls", calls, "--json", results, file)
        try:  # an expectation of the file may need the delays, so the exit status says nothing
            edges = self.edges(calls)
            want = self.violations(results) if self.options.violations else []
        except (OSError, ValueError, LookupError):
            return f"FAIL: {file}\n{said}"
        most = self.options.edges[-self.programs[0].endswith(".vvp")]
        if edges > most:
            return f"left out: {file}: {edges} edges of X2, at most {most}"
        left_out = []
        played = False
        for program in self.programs:
            if played and edges > self.options.edges[-1]:
                break
            log, reason = self.replay(program, calls)
            if reason:
                left_out.append(reason)
                if reason[0] == 3:  # as any other program of these
                    break
                continue
            played = True
            got = reports(log)
            if not re.search(", 0 differences$", log, re.MULTILINE) or (self.options.violations and got != want):
                reported = difflib.unified_diff(want, got, "expected", "reported", lineterm="", n=0)
                return "\n".join([f"FAIL: {file}: {program}", *reported, *said.splitlines()[-12:],
                                  *log.splitlines()[-12:]])
        shutil.rmtree(work)
        if played:
            return f"pass: {file}"
        return f"left out: {file}: {max(left_out)[1]}"  # of the program that came furthest


def main() -> int:
    options = arguments()
    count = {"pass": 0, "FAIL": 0, "left out": 0}
    threads = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(threads) as pool:
        if options.no_delays:
            without_delays(folder)
        replay = Replay(options, folder)
        plays = [pool.submit(replay.play, file) for file in dict.fromkeys(options.files)]
        try:
            for play in concurrent.futures.as_completed(plays):
                result = play.result()
                kind = result.partition(":")[0]
                count[kind] += 1
                if kind != "pass":
                    print(result, flush=True)
        except KeyboardInterrupt:  # The programs got it too.
            pool.shutdown(cancel_futures=True)
            return 130
    print(f"{count['pass']} passed, {count['FAIL']} failed, {count['left out']} left out")
    return 1 if count["FAIL"] or not count["pass"] else 0


sys.exit(main())
