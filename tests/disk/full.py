#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What writes files, on a disk that is full after so many bytes (full.c): status 3, "No space left on device", no file
left, no signal, at 0, at one byte less than it needs, and at sizes between, drawn; with COUNT 0 at each in 64 KB.
Usage, from the root of the tree: full.py LIBRARY COUNT SEED [ROW...], LIBRARY as `cc -shared full.c` made it
Exit status: 0 if all passed."""
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile

TMR0, MEASURE = os.path.abspath("build/tmr0"), os.path.abspath("build/tmr0-measure")
PYTHON = ["/usr/bin/python3", "-B", "-c", """import sys, tmr0
try:
    board = tmr0.Chip(waves=True)
    board.wave(sys.argv[1])
    board.cmd(0xff)
    board.wave_end()
except tmr0.SystemFailure as error:
    sys.stderr.write(str(error))
    sys.exit(3)"""]
RUN, LIST = [TMR0, "run", "s.scn"], [MEASURE, "measure", "--file", "t.csv"]
ROWS = {
    "fst": [*RUN, "--wave", "x"],
    "vcd": [*RUN, "--wave", "x.vcd"],
    "json": [*RUN, "--json", "x"],
    "junit": [*RUN, "--junit", "x"],
    "svg": [*RUN, "--diagram", "x"],
    "calls": [*RUN, "--calls", "x"],
    "two": [*RUN, "--json", "x", "--junit", "y"],
    "timing": [TMR0, "timing", "--machine", "sun3-60", "--reads", "2", "--json", "x"],
    "sweep": [TMR0, "sweep", "--limit", "osc", "--machine", "sun3-60", "--reads", "2", "--json", "x"],
    "capture": [TMR0, "capture", "c.vcd", "--scenario", "x", "--json", "y"],
    "raw": [*LIST, "--raw", "x"],
    "histogram": [*LIST, "--svg", "x"],
    "libtmr0 fst": [*PYTHON, "x"],
    "libtmr0 vcd": [*PYTHON, "x.vcd"],
}
FILES = {"s.scn": "target chip\ncmd 0xff\nwait 1us\nstatus\n", "t.csv": "100\n101\n103\n" * 40}


def play(command: list[str], size: int) -> tuple[int, list[str], str, int]:
    """Its status, the files that it leaves, what it says, and the bytes that it wrote."""
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as left:
        for name, text in FILES.items():
            pathlib.Path(folder, name).write_text(text)
        pathlib.Path(left.name).write_bytes(size.to_bytes(8, "little"))
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False, env={
            **os.environ, "LD_PRELOAD": sys.argv[1], "FULL": left.name, "TMPDIR": folder,
            "PYTHONPATH": os.path.abspath("bindings/python")})
        files = sorted(set(os.listdir(folder)) - set(FILES))
        return result.returncode, files, result.stderr[-200:], size - int.from_bytes(left.read(), "little")


def row(name: str, count: int, draws: random.Random) -> str:
    whole, low, step, wrong = play(ROWS[name], 1 << 22), 0, 1, []
    high = whole[3] + 1  # what is written last may not be needed
    while low < high:
        middle = max(low, high - step)
        if play(ROWS[name], middle)[:2] == whole[:2]:
            high, step = middle, 2 * step
        else:
            low = middle + 1
            step = (high - low + 1) // 2
    for size in [0, low - 1, *draws.choices(range(low), k=count)] if count else range(min(low, 65536)):
        status, files, said, _ = play(ROWS[name], size)
        if status != 3 or files or "No space left on device" not in said:
            wrong.append(f"after {size} of {low} bytes status {status}, files {files}, said: {said}")
    return f"{name}: FAIL, {len(wrong)} sizes, {wrong[0]}" if wrong else f"{name}: pass"


def main() -> int:
    count, seed, names = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:] or list(ROWS)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "s.scn").write_text(FILES["s.scn"])
        subprocess.run([*RUN, "--wave", "c.vcd"], cwd=folder, capture_output=True, check=True)
        FILES["c.vcd"] = pathlib.Path(folder, "c.vcd").read_text()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda name: row(name, count, random.Random(f"{seed} {name}")), names))
    print("\n".join(results))
    return 0 if all(result.endswith(": pass") for result in results) else 1


sys.exit(main())
