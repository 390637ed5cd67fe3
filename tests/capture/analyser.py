#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A logic analyser at the pins of the simulated chip, or at its socket: samples a dump of `tmr0 run` (as VCD, times in
ps) and writes VCD with one 1-bit signal a pin, as sigrok-cli exports it.

Usage: analyser.py DUMP.vcd OUT.vcd [--rate HZ] [--jitter PART] [--glitches N] [--lost N] [--seed S] [--from PS]
  --at PLACE     chip, the default, or socket
  --rate HZ      samples a second, default 100e6
  --jitter PART  each sample is up to this part of the period late, default 0
  --glitches N   N single wrong samples of single pins, drawn with the seed
  --lost N       N samples are missing: the one before is repeated
  --from PS      the capture begins here, default 0
  --unit NS      times are rounded down to so many ns, 1 or 10; default: to the nearest ps
"""
import argparse
import functools
import random
import re

SINGLE = {"cs_n": "CS", "rd_n": "RD", "wr_n": "WR", "cd": "CD", "x2": "X2", "fout": "FOUT"}
SOCKET = {"i_mas_n": "MAS", "i_mds_n": "MDS", "i_rw": "R/W", "unused_des_clock": "DESCLK"}
SCOPES = {"chip": ["board.chip"], "socket": ["tmr0_top.board", "top.tmr0_top"]}  # where the ports are declared


def read(name, place):
    """Names of the wanted signals by their code, and the changes as (ps, code, value)."""
    scope, codes, changes, now = [], {}, [], 0
    with open(name, encoding="ascii") as file:
        head, body = file.read().split("$enddefinitions", 1)
    for line in head.splitlines():
        if line.startswith("$scope"):
            scope.append(line.split()[2])
        elif line.startswith("$upscope"):
            scope.pop()
        elif line.startswith("$var") and ".".join(scope[-2:]) in SCOPES[place]:
            match = re.match(r"\$var \w+ \d+ (\S+) (\w+)", line)
            codes.setdefault(match.group(1), []).append(match.group(2))
    levels_of = {level + code: (level, code) for level in "01xzXZ" for code in codes}
    for line in body.splitlines():
        if line[:1] == "#":
            now = int(line[1:])
        elif line in levels_of:
            changes.append((now, levels_of[line][1], levels_of[line][0]))
        elif line[:1] in ("b", "B") and (code := line[line.index(" ") + 1:]) in codes:
            changes.append((now, code, line[1:line.index(" ")]))
    return codes, changes


@functools.cache
def number(text):
    return int(re.sub("[xzXZ]", "0", text), 2)


def levels(values, place):
    """The levels of the pins from the ports of chip or board; an undriven bus reads 1."""
    get = lambda name: number(values.get(name, "0"))
    if place == "socket":
        pins = {out: get(name) for name, out in SOCKET.items()}
    else:
        pins = {out: get("i_" + name if name not in ("fout",) else "o_fout") for name, out in SINGLE.items()}
    bus = 0xffff
    if get("i_data_driven"):
        bus = get("i_data")
    elif get("o_data_driven"):
        bus = get("o_data") if get("o_data_valid") else 0xffff
    pins.update({f"D{n}": bus >> n & 1 for n in range(8 if place == "socket" else 16)})
    if place == "socket":
        return pins
    for port, out in (("i_src", "SRC"), ("i_gate", "GATE"), ("o_out", "OUT")):
        pins.update({f"{out}{n + 1}": get(port) >> n & 1 for n in range(5)})
    return pins


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dump")
    parser.add_argument("out")
    parser.add_argument("--at", choices=SCOPES, default="chip")
    parser.add_argument("--rate", type=float, default=100e6)
    parser.add_argument("--jitter", type=float, default=0)
    parser.add_argument("--glitches", type=int, default=0)
    parser.add_argument("--lost", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=float, default=0)
    parser.add_argument("--unit", type=int, choices=(0, 1, 10), default=0)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    codes, changes = read(arguments.dump, arguments.at)
    period = 1e12 / arguments.rate
    samples, values, at, now = [], {}, 0, levels({}, arguments.at)
    count = int((changes[-1][0] - arguments.first) / period) + 2
    while (n := len(samples)) < count:
        instant = arguments.first + (n + draw.random() * arguments.jitter) * period
        if at < len(changes) and changes[at][0] <= instant:
            while at < len(changes) and changes[at][0] <= instant:
                for name in codes[changes[at][1]]:
                    values[name] = changes[at][2]
                at += 1
            now = levels(values, arguments.at)
        still = int((changes[at][0] - arguments.first) / period) - n if at < len(changes) and not arguments.jitter else 1
        samples += [now] * max(still, 1)  # no sample before the next change is another
    names = list(samples[0])
    for _ in range(arguments.lost):
        n = draw.randrange(1, count)
        samples[n] = samples[n - 1]
    for _ in range(arguments.glitches):
        n = draw.randrange(count)
        name = draw.choice(names)
        samples[n] = dict(samples[n], **{name: 1 - samples[n][name]})
    time = lambda n: int(n * period / (1000 * arguments.unit) + 1e-6) if arguments.unit else round(n * period)
    with open(arguments.out, "w", encoding="ascii") as out:
        out.write(f"$timescale {arguments.unit or 1} {'ns' if arguments.unit else 'ps'} $end\n$scope module libsigrok $end\n")
        code = {name: chr(33 + k) for k, name in enumerate(names)}
        for name in names:
            out.write(f"$var wire 1 {code[name]} {name} $end\n")
        out.write("$upscope $end\n$enddefinitions $end\n")
        before = {}
        for n, sample in enumerate(samples):
            if sample is before:
                continue
            moved = [name for name in names if sample[name] != before.get(name)]
            if moved:
                out.write(f"#{time(n)}\n" + "".join(f"{sample[name]}{code[name]}\n" for name in moved))
            before = sample
        out.write(f"#{time(count)}\n")


if __name__ == "__main__":
    main()
