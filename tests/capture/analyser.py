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
  --named RATE   a comment names that rate, as libsigrok's does: 100_MHz
"""
import argparse
import bisect
import functools
import random
import re
import sys

sys.dont_write_bytecode = True
from recording import Recording, moves, read, vcd  # noqa: E402

SINGLE = {"chip": {"i_cs_n": "CS", "i_rd_n": "RD", "i_wr_n": "WR", "i_cd": "CD", "i_x2": "X2", "o_fout": "FOUT"},
          "socket": {"i_mas_n": "MAS", "i_mds_n": "MDS", "i_rw": "R/W", "unused_des_clock": "DESCLK"}}
PORTS = {place: [*ports, "i_data", "i_data_driven", "o_data", "o_data_driven", "o_data_valid", "i_src", "i_gate",
                 "o_out"] for place, ports in SINGLE.items()}
SCOPES = {"chip": ["board.chip"], "socket": ["tmr0_top.board", "top.tmr0_top"]}  # where the ports are declared


@functools.cache
def number(text):
    return int(re.sub("[xz]", "0", text), 2)


@functools.cache
def levels(ports, place):
    """The levels of the pins, 0 or 1, from the values of chip's or board's PORTS; an undriven bus reads 1."""
    value = dict(zip(PORTS[place], map(number, ports)))
    bus = 0xffff
    if value["i_data_driven"]:
        bus = value["i_data"]
    elif value["o_data_driven"] and value["o_data_valid"]:
        bus = value["o_data"]
    pins = {out: value[port] for port, out in SINGLE[place].items()}
    pins.update({f"D{n}": bus >> n & 1 for n in range(8 if place == "socket" else 16)})
    for port, out in (("i_src", "SRC"), ("i_gate", "GATE"), ("o_out", "OUT")) if place == "chip" else ():
        pins.update({f"{out}{n + 1}": value[port] >> n & 1 for n in range(5)})
    return {pin: "01"[level] for pin, level in pins.items()}


def sampled(rows, place, first, period, jitter, draw):
    """The number of samples. Of those that differ from the one before, the numbers and the levels."""
    values = dict.fromkeys(PORTS[place], "0")
    firsts, all_levels, at, n = [], [], 0, 0
    count = int((rows[-1][0] - first) / period) + 2
    while n < count:
        instant = first + (n + draw.random() * jitter) * period
        if at < len(rows) and rows[at][0] <= instant or not n:
            while at < len(rows) and rows[at][0] <= instant:
                values.update(rows[at][1])
                at += 1
            firsts.append(n)
            all_levels.append(levels((*values.values(),), place))
        still = int((rows[at][0] - first) / period) - n if at < len(rows) and not jitter else 1
        n += max(still, 1)  # no sample before the next change is another
    return n, firsts, all_levels


def options(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("dump")
    parser.add_argument("out")
    parser.add_argument("--at", choices=SCOPES, default="chip")
    for option, kind, default in (("rate", float, 100e6), ("jitter", float, 0), ("glitches", int, 0), ("lost", int, 0),
                                  ("seed", int, 1), ("from", float, 0)):
        parser.add_argument("--" + option, type=kind, default=default)
    parser.add_argument("--unit", type=int, choices=(0, 1, 10), default=0)
    parser.add_argument("--named")
    return parser.parse_args(words)


@functools.lru_cache(2)
def moves_of(dump, place):
    return [(at, {port: level for port, level in values.items() if port in PORTS[place]})
            for at, values in read(dump, SCOPES[place]).rows if values]


def recorded(given):
    """What the analyser with those options records; times are ps."""
    draw, period, unit = random.Random(given.seed), 1e12 / given.rate, 1000 * given.unit
    count, firsts, all_levels = sampled(moves_of(given.dump, given.at), given.at, vars(given)["from"], period,
                                        given.jitter, draw)
    others = {}  # the wrong samples

    def sample(n):
        return others.get(n) or all_levels[bisect.bisect(firsts, n) - 1]
    for _ in range(given.lost):
        n = draw.randrange(1, count)
        others[n] = sample(n - 1)
    for _ in range(given.glitches):
        n = draw.randrange(count)
        pin = draw.choice(list(sample(0)))
        others[n] = {**sample(n), pin: "10"[int(sample(n)[pin])]}
    numbers = {*firsts, *others, *(n + 1 for n in others), count}
    rows = moves([(n, sample(min(n, count - 1))) for n in sorted(numbers)])
    return Recording(dict.fromkeys(sample(0), 1), [
        (int(n * period / unit + 1e-6) * unit if unit else round(n * period), moved) for n, moved in rows])


def main(words):
    given = options(words)
    unit = 1000 * given.unit or 1
    with open(given.out, "w", encoding="ascii") as out:
        if given.named:
            out.write(f"$comment\n  Acquisition with 8/13 channels at {given.named.replace('_', ' ')}\n$end\n")
        out.write(vcd(recorded(given), f"{given.unit} ns" if given.unit else "1 ps", lambda ps: ps // unit,
                      scope="libsigrok"))


if __name__ == "__main__":
    main(sys.argv[1:])
