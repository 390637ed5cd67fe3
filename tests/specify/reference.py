#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An independent reference of the checks in cells.v. It draws stimuli, works out every violation from the definitions
of IEEE 1364-2005, 15, and compares them with what the converted cells report.
Usage: reference.py top >cells_top.v | reference.py STEPS SEED COMMAND...   ({} in the command is the file of stimuli)
"""
import random
import re
import subprocess
import sys
import tempfile

# cell: pins with their widths, checks. An event is pin, edge (1 rise, 0 fall, 2 any), condition on the pins
PINS = {
    "dff": {"clk": 1, "d": 1}, "dffr": {"clk": 1, "d": 1, "rst_n": 1},
    "dffsr": {"clk": 1, "d": 1, "set_n": 1, "rst_n": 1}, "dffe": {"clk": 1, "d": 1, "en": 1},
    "sdffn": {"clk_n": 1, "d": 1, "se": 1, "si": 1}, "dlat": {"g": 1, "d": 1}, "dlatr": {"g_n": 1, "d": 1, "rst": 1},
    "counter": {"clk": 1, "d": 4, "load": 1}, "sram_be": {"clk": 1, "ce": 1, "be": 2, "a": 4, "d": 16},
    "sram": {"ce_n": 1, "we_n": 1, "a": 4, "d": 8}, "fifo_ports": {"wclk": 1, "winc": 1, "rclk": 1, "rinc": 1, "rst_n": 1},
    "sdram": {"clk": 1, "cke": 1, "cs_n": 1, "ras_n": 1, "cas_n": 1, "we_n": 1},
    "scan": {"cp": 1, "d": 1, "ti": 1, "te": 1},
}
# ps after which the model sees a level: then its conditions are tested and its notifier moves (15.8)
LATE = {("dffe", "d"): 31, ("scan", "cp"): 101, ("scan", "ti"): 202, ("scan", "te"): 22}
DELAYED = {cell for cell, _ in LATE}


def commands(p):
    return {"activate": p["cke"] and not p["cs_n"] and not p["ras_n"] and p["cas_n"] and p["we_n"],
            "access": p["cke"] and not p["cs_n"] and p["ras_n"] and not p["cas_n"],
            "precharge": p["cke"] and not p["cs_n"] and not p["ras_n"] and p["cas_n"] and not p["we_n"],
            "refresh": p["cke"] and not p["cs_n"] and not p["ras_n"] and not p["cas_n"] and p["we_n"]}


def on(name):
    return lambda p: p[name]


def off(name):
    return lambda p: not p[name]


def command(name):
    return lambda p: commands(p)[name]


def both(p):
    return p["set_n"] and p["rst_n"]


def writes(p):
    return p["ce"] and p["be"]


# label: "window", reference, data, before, after | "width", event, limit, threshold | "period", event, limit |
# "skew", reference, data, limit
CHECKS = {
    "dff": {"setup_1": ("window", ("clk", 1), ("d", 2), 100, 0), "hold_1": ("window", ("clk", 1), ("d", 2), 0, 50),
            "width_1": ("width", ("clk", 1), 200, 0), "period_1": ("period", ("clk", 1), 600)},
    "dffr": {"setuphold_1": ("window", ("clk", 1, on("rst_n")), ("d", 1), 90, 30),
             "setuphold_2": ("window", ("clk", 1, on("rst_n")), ("d", 0), 130, 60),
             "recovery_1": ("window", ("rst_n", 1), ("clk", 1), 0, 70),
             "removal_1": ("window", ("rst_n", 1), ("clk", 1), 40, 0), "width_1": ("width", ("rst_n", 0), 200, 0)},
    "dffsr": {"setuphold_1": ("window", ("clk", 1, both), ("d", 2), 100, 50),
              "recrem_1": ("window", ("set_n", 1, on("rst_n")), ("clk", 1), 50, -10),
              "recrem_2": ("window", ("rst_n", 1, on("set_n")), ("clk", 1), -20, 80),
              "skew_1": ("skew", ("set_n", 1), ("rst_n", 1), 300)},
    "dffe": {"setuphold_1": ("window", ("clk", 1, on("en")), ("d", 2, on("en")), 120, -30),
             "setuphold_2": ("window", ("clk", 1), ("en", 1), 140, -20),
             "setuphold_3": ("window", ("clk", 1), ("en", 0), -20, 150)},
    "sdffn": {"setup_1": ("window", ("clk_n", 0, off("se")), ("d", 2), 100, 0),
              "hold_1": ("window", ("clk_n", 0, off("se")), ("d", 2), 0, 20),
              "setup_2": ("window", ("clk_n", 0, on("se")), ("si", 1), 110, 0),
              "setup_3": ("window", ("clk_n", 0, on("se")), ("si", 0), 150, 0),
              "width_1": ("width", ("clk_n", 0), 200, 10)},
    "dlat": {"setuphold_1": ("window", ("g", 0), ("d", 2), 80, 40), "width_1": ("width", ("g", 1), 150, 0)},
    "dlatr": {"setup_1": ("window", ("g_n", 1, off("rst")), ("d", 2), 80, 0),
              "hold_1": ("window", ("g_n", 1, off("rst")), ("d", 2), 0, 40),
              "recovery_1": ("window", ("rst", 0), ("g_n", 1), 0, 50), "width_1": ("width", ("rst", 1), 100, 0)},
    "counter": {**{f"setuphold_1[{n}]": ("window", ("clk", 1, on("load")), (f"d{n}", 2), 100, 50) for n in range(4)},
                "setup_1": ("window", ("clk", 1), ("load", 2), 120, 0), "period_1": ("period", ("clk", 0), 500)},
    "sram_be": {**{f"setuphold_1[{n}]": ("window", ("clk", 1, on("ce")), (f"a{n}", 2), 110, 30) for n in range(4)},
                **{f"setuphold_2[{n + 8}]": ("window", ("clk", 1, writes), (f"d{n + 8}", 2), 90, 40) for n in range(8)},
                "setup_1": ("window", ("clk", 1, writes), ("d0", 2), 100, 0),
                "setup_2": ("window", ("clk", 1), ("be1", 2), 70, 0), "hold_1": ("window", ("clk", 1), ("ce", 2), 0, 20)},
    "sram": {**{f"setup_1[{n}]": ("window", ("we_n", 0, off("ce_n")), (f"a{n}", 2), 100, 0) for n in range(4)},
             **{f"hold_1[{n}]": ("window", ("we_n", 1, off("ce_n")), (f"a{n}", 2), 0, 50) for n in range(4)},
             **{f"setuphold_1[{n}]": ("window", ("we_n", 1, off("ce_n")), (f"d{n}", 2), 140, 15) for n in range(8)},
             "width_1": ("width", ("we_n", 0, off("ce_n")), 160, 0)},
    "fifo_ports": {"setuphold_1": ("window", ("wclk", 1), ("winc", 2), 80, 30),
                   "setuphold_2": ("window", ("rclk", 1), ("rinc", 2), 90, 20),
                   "recrem_1": ("window", ("rst_n", 1), ("wclk", 1), 40, 100),
                   "recrem_2": ("window", ("rst_n", 1), ("rclk", 1), 0, 120),
                   "period_1": ("period", ("wclk", 1), 300), "period_2": ("period", ("rclk", 1), 400)},
    "sdram": {"hold_1": ("window", ("clk", 1, command("activate")), ("clk", 1, command("access")), 0, 400),
              "hold_2": ("window", ("clk", 1, command("precharge")), ("clk", 1, command("activate")), 0, 350),
              "hold_3": ("window", ("clk", 1, command("activate")), ("clk", 1, command("precharge")), 0, 900),
              "period_1": ("period", ("clk", 1, command("activate")), 1250),
              "hold_4": ("window", ("clk", 1, command("refresh")), ("clk", 1, command("activate")), 0, 1200),
              "setup_1": ("window", ("clk", 1, on("cke")), ("ras_n", 2), 60, 0), "width_1": ("width", ("clk", 1), 100, 0)},
    "scan": {"setuphold_1": ("window", ("cp", 1, off("te")), ("d", 2, off("te")), -100, 200),
             "setuphold_2": ("window", ("cp", 1, on("te")), ("ti", 2, on("te")), 200, -100),
             "setuphold_3": ("window", ("cp", 1), ("te", 2), -40, 80), "width_1": ("width", ("cp", 1), 150, 0)},
}
# Levels that conditions name: they do not move with an event, as there the order within an instant would count
CONDITIONS = {"dffr": ["rst_n"], "dffsr": ["set_n", "rst_n"], "dffe": ["en"], "sdffn": ["se"], "dlatr": ["rst"],
              "counter": ["load"], "sram_be": ["ce", "be0", "be1"], "sram": ["ce_n"],
              "scan": ["te"], "sdram": ["cke", "cs_n", "ras_n", "cas_n", "we_n"]}


# What the messages of two limits name: that before the reference, that after it
HALVES = {"setuphold": ("setup", "hold"), "recrem": ("removal", "recovery")}


def levels(cell):
    return [pin if width == 1 else f"{pin}{n}" for pin, width in PINS[cell].items() for n in range(width)]


PLACES = {}  # (cell, level): its bit of the stimuli
for _cell in PINS:
    for _level in levels(_cell):
        PLACES[_cell, _level] = len(PLACES)


def top():
    print(f"`timescale 1ps / 1ps\nmodule cells_top (input [{len(PLACES) - 1}:0] pins);")
    for cell, pins in PINS.items():
        ports = []
        for pin, width in pins.items():
            low = PLACES[cell, pin if width == 1 else pin + "0"]
            ports.append(f".{pin}(pins[{low + width - 1}:{low}])")
        print(f"    {cell} {cell} ({', '.join(ports)});")
    print("endmodule")


class Check:
    def __init__(self, cell, label, what, late):
        self.cell, self.label, self.what = cell, label, what
        self.pins = [one[0] for one in what[1:3] if isinstance(one, tuple)]
        self.late = [late.get((cell, pin), 0) for pin in self.pins]
        self.refs, self.data = [], []
        self.seen = set()                            # observation minus limit

    def happens(self, event, before, after):
        pin, kind, *condition = event
        if before[pin] == after[pin] or kind == 1 - after[pin]:
            return False
        p = dict(after, be=any(after.get(f"be{n}") for n in range(2)))
        return not condition or bool(condition[0](p))

    def step(self, now, before, after):
        """Required, observed, half, times of reference and data of each violation seen at this instant."""
        if all(before[pin] == after[pin] for pin in self.pins):
            return []
        kind, ref, seen = self.what[0], self.what[1], now - self.late[-1]
        now -= self.late[0]
        name = self.label.partition("_")[0]
        names = HALVES.get(name, (name, name))
        found = []
        if kind == "window":
            _, _, data, early, late = self.what
            # A violation: strictly inside the window; simultaneous counts as after, so before = 0 includes it
            inside = lambda x: x < late and (x > -early or x == early == 0)
            a, b = self.happens(ref, before, after), self.happens(data, before, after)
            pair = lambda r, d: (early, r - d, names[0], r, d) if d < r else (late, d - r, names[1], r, d)
            found += [pair(now, seen)] * (a and b and inside(seen - now))
            found += [pair(now, t) for t in self.data * a if inside(t - now)][-1:]
            found += [pair(t, seen) for t in self.refs * b if inside(seen - t)][-1:]
            for x in [seen - t for t in self.refs + [now] * a] * b + [t - now for t in self.data] * a:
                self.seen |= {("late", x - late)} | {("early", -x - early)}
            self.refs = (self.refs + [now] * a)[-4:]       # the last four count: a negative limit needs more than one
            self.data = (self.data + [seen] * b)[-4:]
        elif kind == "width":
            _, _, limit, threshold = self.what
            begins = self.happens(ref, before, after)
            ends = self.happens((ref[0], 1 - ref[1]), before, after)
            self.seen |= {("limit", now - t - limit) for t in self.refs * ends}
            self.seen |= {("threshold", now - t - threshold) for t in self.refs * ends}
            if ends and self.refs and threshold < now - self.refs[0] < limit:
                found.append((limit, now - self.refs[0], name, self.refs[0], now))
            if begins or ends:
                self.refs = [now] * begins
        elif kind == "period":
            if self.happens(ref, before, after):
                self.seen |= {("limit", now - t - self.what[2]) for t in self.refs}
                if self.refs and now - self.refs[0] < self.what[2]:
                    found.append((self.what[2], now - self.refs[0], name, self.refs[0], now))
                self.refs = [now]
        else:
            _, _, data, limit = self.what
            self.seen |= {("limit", now - t - limit) for t in self.refs * self.happens(data, before, after)}
            if self.happens(data, before, after) and self.refs and now - self.refs[0] > limit:
                found.append((limit, now - self.refs[0], name, self.refs[0], now))
            if self.happens(ref, before, after):
                self.refs = [now]
        return found


def limits(cell):
    return sorted({abs(n) for what in CHECKS[cell].values() for n in what[2:] if isinstance(n, int)})


class Stimuli:
    """Times, and the levels of each cell that move then."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.state = {cell: dict.fromkeys(levels(cell), 0) for cell in PINS}
        self.moves, self.now, self.seen = [], 0, {}

    def move(self, now, moved):
        moved = {cell: sorted(set(names)) for cell, names in moved.items() if names}
        for cell, names in moved.items():
            for name in names:
                self.state[cell][name] ^= 1
        self.moves.append((now, moved))
        self.now = now

    def alone(self, cell, name, now):
        """A level that a condition names is not seen in one instant with another one."""
        condition, key = name in CONDITIONS.get(cell, []), (cell, now + LATE.get((cell, name), 0))
        if cell in DELAYED and key in self.seen and (condition or self.seen[key]):
            return False
        self.seen[key] = condition
        return True

    def bounds(self, cell, what):
        """Each check at each limit and 1 ps to both sides of it."""
        kind, first = what[0], what[1]
        second = what[2] if kind in ("window", "skew") else first
        if kind == "width":
            second = (first[0], 1 - first[1])
        gaps = {"window": [what[-1]] + [-n for n in what[-2:-1] if isinstance(n, int)], "skew": [what[-1]],
                "width": [n for n in what[2:] if isinstance(n, int) and n > 0], "period": [what[-1]]}[kind]
        for gap in gaps:
            for side in (-1, 0, 1):
                x = gap + side
                if kind == "window" and first[0] == second[0] and x <= 0:
                    continue
                events = [(0, first), (x, second)] if x >= 0 else [(x, second), (0, first)]
                base = self.now + 8000
                # The levels before: those that edges need, and conditions that let both be events
                want = {}
                for _ in range(500):
                    want = {name: self.draw.randrange(2) for name in levels(cell)}
                    for _, (pin, edge, *_) in reversed(events):
                        want[pin] = 1 - edge if edge != 2 else want[pin]
                    if first[0] == second[0] and kind == "width":
                        want[first[0]] = 1 - first[1]
                    p = dict(want, be=any(want.get(f"be{n}") for n in range(2)))
                    if all(c(p) for e in (first, second) for c in e[2:]) or first[2:] and second[2:] and first[2](p):
                        break
                self.move(self.now + 4000, {cell: [name for name in want if want[name] != self.state[cell][name]]})
                for place, (pin, edge, *condition) in events:
                    if edge != 2 and self.state[cell][pin] == edge:       # the way back, and the second command
                        self.move(self.now + (base + place - self.now) // 3, {cell: [pin]})
                    for _ in range(500):
                        p = dict(self.state[cell], be=any(self.state[cell].get(f"be{n}") for n in range(2)))
                        if all(c(p) for c in condition):
                            break
                        back = dict(self.state[cell])
                        changed = [n for n in CONDITIONS.get(cell, []) if self.draw.randrange(2) and n != first[0]]
                        p = {**back, **{n: 1 - back[n] for n in changed}}
                        if all(c(dict(p, be=0)) for c in condition):
                            self.move(self.now + (base + place - self.now) // 3, {cell: changed})
                    if base + place > self.now:
                        self.move(base + place, {cell: [pin]})
                    else:                                                  # both at one instant
                        self.moves[-1][1].setdefault(cell, []).append(pin)
                        self.state[cell][pin] ^= 1

    def play(self, steps):
        """Steps are short, so that many limits are broken; often a level moves at a limit after another one, or 1 ps to
        either side."""
        draw = self.draw
        for cell, rows in CHECKS.items():
            for what in rows.values():
                self.bounds(cell, what)
        clocks = {cell: [c for c in PINS[cell] if c.startswith(("clk", "cp", "g", "we", "wclk", "rclk"))] for cell in PINS}
        recent = {cell: [self.now] for cell in PINS}
        for _ in range(steps):
            now = self.now + draw.choice((1, draw.randrange(1, 20), draw.randrange(1, 120), draw.randrange(1, 400)))
            moved = {}
            for cell in PINS:
                if draw.random() < 0.4:
                    continue
                moved[cell] = [draw.choice(clocks[cell] if draw.random() < 0.4 else levels(cell))]
                if cell == "sdram" and draw.random() < 0.5:        # a command
                    wanted = dict(zip(CONDITIONS[cell], draw.choice(((1, 0, 0, 1, 1), (1, 0, 1, 0, 1), (1, 0, 0, 1, 0), (1, 0, 0, 0, 1)))))
                    moved[cell] = [n for n in wanted if wanted[n] != self.state[cell][n]]
                if draw.random() < 0.15:
                    moved[cell] += [draw.choice(levels(cell))]
                if any(one in CONDITIONS.get(cell, []) for one in moved[cell]) or cell == "dffsr":
                    moved[cell] = [n for n in moved[cell] if n in CONDITIONS.get(cell, [])] if cell == "sdram" else moved[cell][:1]
            cell = draw.choice(list(PINS))
            at = draw.choice(recent[cell]) + draw.choice(limits(cell)) + draw.choice((-1, 0, 1))
            if self.now < at < now:
                self.move(at, {cell: [name for name in [draw.choice(levels(cell))] if self.alone(cell, name, at)]})
                recent[cell] = recent[cell][-3:] + [at]
            self.move(now, {one: [name for name in moved[one] if self.alone(one, name, now)] for one in moved})
            for cell in moved:
                recent[cell] = recent[cell][-3:] + [now]
        self.move(self.now + 1000, {})
        return self.moves


def ps(text):
    number, unit = text.split()
    return round(float(number) * (1000 if unit == "ns" else 1))


def main():
    steps, seed = int(sys.argv[1]), int(sys.argv[2])
    moves = Stimuli(seed).play(steps)
    state = {cell: dict.fromkeys(levels(cell), 0) for cell in PINS}
    late = LATE if sys.argv[3] == "vvp" else {}          # the other program has no delays
    checks = {cell: [Check(cell, label, what, late) for label, what in rows.items()] for cell, rows in CHECKS.items()}
    pins, want, lines, seen, toggles = 0, [], [], {}, set()
    for number, (now, moved) in enumerate(moves):
        for cell, names in moved.items():
            for name in names:
                key = now + late.get((cell, name), 0), number * (cell not in DELAYED), cell
                seen.setdefault(key, []).append(name)
                pins ^= 1 << PLACES[cell, name]
        lines.append(f"{now} {pins:x}\n")
    for (now, _, cell), names in sorted(seen.items()):
        after = dict(state[cell])
        for name in names:
            after[name] ^= 1
        for check in checks[cell]:
            for violation in check.step(now, state[cell], after):
                want.append((max(violation[3:]), f"{cell}.{check.label}", *violation))
                toggles |= {(now, cell)} if late and cell in DELAYED else set()
        state[cell] = after
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(lines)
        file.flush()
        said = subprocess.run([word.replace("{}", file.name) for word in sys.argv[3:]], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=True).stdout
    time = r"(-?[\d.]+ [np]s)"
    found = [(ps(m[1]), f"{m[2]}.{m[3]}{m[4] or ''}", ps(m[6]), ps(m[7]), m[5], ps(m[8]), ps(m[9])) for m in re.finditer(
        rf"{time}: \S*?(\w+)\.checks\.(\w+)(?:(\[\d+\])\.bit_)?: .* at \S+: "
        rf"(\w+): required {time}, observed {time}, reference at {time}, data at {time}", said)]
    moved = {(int(m[1]), m[2]) for m in re.finditer(r"(\d+): \S*?(\w+) moves", said)}
    odd = sorted(set(want) ^ set(found), key=str) + sorted(toggles ^ moved)
    for one in {one[1]: one for one in odd}.values():   # of each check, or of its notifier
        print("missed" if one in want or one in toggles else "not expected", one)
    every = [check for rows in checks.values() for check in rows]
    names = {"window": ("early", "late"), "width": ("limit", "threshold")}
    # A limit of 0 ends a window at the reference itself, which the other limit or the rule of one instant decides
    missing = [f"{check.cell}.{check.label} {name} {side}" for check in every
               for name in names.get(check.what[0], ("limit",)) for side in (-1, 0, 1)
               if {"early": 3, "late": 4, "threshold": 3}.get(name, 0) == 0 or
               check.what[{"early": 3, "late": 4, "threshold": 3}[name]] not in (0, -1)
               if (name, side) not in check.seen]
    print(f"{len(moves)} instants, {len(want)} violations of {len(every)} checks, {len(odd)} differences")
    for one in missing:
        print("a bound that was not tried:", one)
    return bool(odd or missing or len(want) != len(found))


if __name__ == "__main__":
    sys.exit(top() if sys.argv[1:] == ["top"] else main())
