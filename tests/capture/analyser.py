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
import sys

sys.dont_write_bytecode = True
from recording import Recording, moves, read, vcd  # noqa: E402

SINGLE = {"cs_n": "CS", "rd_n": "RD", "wr_n": "WR", "cd": "CD", "x2": "X2", "fout": "FOUT"}
SOCKET = {"i_mas_n": "MAS", "i_mds_n": "MDS", "i_rw": "R/W", "unused_des_clock": "DESCLK"}
SCOPES = {"chip": ["board.chip"], "socket": ["tmr0_top.board", "top.tmr0_top"]}  # where the ports are declared


@functools.cache
def number(text):
    return int(re.sub("[xz]", "0", text), 2)


def levels(values, place):
    """The levels of the pins, 0 or 1, from the ports of chip or board; an undriven bus reads 1."""
    def get(port):
        return number(values.get(port, "0"))
    if place == "socket":
        pins = {out: get(port) for port, out in SOCKET.items()}
    else:
        pins = {out: get("o_fout" if port == "fout" else "i_" + port) for port, out in SINGLE.items()}
    bus = 0xffff
    if get("i_data_driven"):
        bus = get("i_data")
    elif get("o_data_driven") and get("o_data_valid"):
        bus = get("o_data")
    pins.update({f"D{n}": bus >> n & 1 for n in range(8 if place == "socket" else 16)})
    for port, out in (("i_src", "SRC"), ("i_gate", "GATE"), ("o_out", "OUT")) if place == "chip" else ():
        pins.update({f"{out}{n + 1}": get(port) >> n & 1 for n in range(5)})
    return {pin: "01"[level] for pin, level in pins.items()}


def sampled(rows, place, first, period, jitter, draw):
    """The levels of each sample. Those of samples with no change between them are one object."""
    samples, values, at, now = [], {}, 0, levels({}, place)
    count = int((rows[-1][0] - first) / period) + 2
    while (n := len(samples)) < count:
        instant = first + (n + draw.random() * jitter) * period
        if at < len(rows) and rows[at][0] <= instant:
            while at < len(rows) and rows[at][0] <= instant:
                values.update(rows[at][1])
                at += 1
            now = levels(values, place)
        still = int((rows[at][0] - first) / period) - n if at < len(rows) and not jitter else 1
        samples += [now] * max(still, 1)  # no sample before the next change is another
    return samples


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dump")
    parser.add_argument("out")
    parser.add_argument("--at", choices=SCOPES, default="chip")
    for option, kind, default in (("rate", float, 100e6), ("jitter", float, 0), ("glitches", int, 0), ("lost", int, 0),
                                  ("seed", int, 1), ("from", float, 0)):
        parser.add_argument("--" + option, type=kind, default=default)
    parser.add_argument("--unit", type=int, choices=(0, 1, 10), default=0)
    given = parser.parse_args()
    draw, period = random.Random(given.seed), 1e12 / given.rate
    rows = [row for row in read(given.dump, SCOPES[given.at]).rows if row[1]]
    samples = sampled(rows, given.at, vars(given)["from"], period, given.jitter, draw)
    names = list(samples[0])
    for _ in range(given.lost):
        n = draw.randrange(1, len(samples))
        samples[n] = samples[n - 1]
    for _ in range(given.glitches):
        n = draw.randrange(len(samples))
        pin = draw.choice(names)
        samples[n] = dict(samples[n], **{pin: "10"[int(samples[n][pin])]})
    unit = 1000 * given.unit
    with open(given.out, "w", encoding="ascii") as out:
        rows = moves([*enumerate(samples), (len(samples), samples[-1])])
        out.write(vcd(Recording(dict.fromkeys(names, 1), rows),
                      f"{given.unit} ns" if unit else "1 ps", scope="libsigrok",
                      time=lambda n: int(n * period / unit + 1e-6) if unit else round(n * period)))


if __name__ == "__main__":
    main()
