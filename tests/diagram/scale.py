# SPDX-License-Identifier: MIT
"""Compares a timing diagram with the waves of the same run. The times of the ticks give a scale. By this scale each
edge of a line, each value of a bus, and each arrow with its bar must be where the waves or the arrow's text say. Prints
what differs, one line each; the exit status is 1 if anything does.
Usage: scale.py DIAGRAM.svg RUN.vcd"""
import os
import re
import sys
import xml.etree.ElementTree as xml

SVG = "{http://www.w3.org/2000/svg}"
PS = {"ps": 1, "ns": 1000, "us": 1000000, "ms": 1000000000}
TOP, BOARD = "top.tmr0_top.", "top.tmr0_top.board."
LINES = {"MAS-": TOP + "mas_n", "MDS-": TOP + "mds_n", "R/W": TOP + "rw", "C/D": BOARD + "cd", "RD-": BOARD + "rd_n",
         "WR-": BOARD + "wr_n", "CS-": BOARD + "cs_n", "X2": BOARD + "x2", "FOUT": BOARD + "o_fout"}
BUSES = [[TOP + name for name in ("host_driven", "host_data", "bus_driven", "bus_valid", "bus_data")],
         [BOARD + name for name in ("data_driven", "data", "o_data_driven", "o_data_valid", "o_data")]]
LETTERS = {"A": "C/D", "C": "X2", "D": "chip", "R": "RD-", "S": "CS-", "W": "WR-"}  # of a check's name
OTHER = {"HOST_READ": "socket", "FF_SHORT": "MDS-", "FF_RACE": "MDS-", "FF_UNKNOWN": "MAS-"}
SETUP = re.findall(r"^CHECK\((\w+),.* SETUP,", open(os.path.dirname(__file__) + "/../../sim/figures/figures.def").read(), re.M)
wrong = []


def bit(values, n):
    """The changes of a bit of a vector"""
    own = [(ps, value.zfill(5)[-n]) for ps, value in values]
    return [one for k, one in enumerate(own) if k == 0 or one[1] != own[k - 1][1]]


def latest(values, ps):
    return ([value for when, value in values if when <= ps] or ["0"])[-1]


def near(name, seen, expected, most=0.1):
    if len(seen) != len(expected) or any(abs(a - b) > most for a, b in zip(sorted(seen), sorted(expected))):
        wrong.append(f"{name}: {seen}, expected {[round(x, 2) for x in expected]}")


def time(text):
    number, unit = re.fullmatch(r"(-?[\d.]+)([num]?s|ps)", text).groups()
    return float(number) * PS[unit]


def changes(file):
    """(ps, value) of each signal"""
    names, found, scopes, at = {}, {}, [], 0
    for line in open(file, encoding="latin-1"):
        word = line.split()
        if line.startswith("$scope"):
            scopes.append(word[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            names[".".join([*scopes, word[4]])] = word[3]
        elif line[0] == "#":
            at = int(line[1:])
        elif line[0] in "01xz":
            found.setdefault(line[1:].strip(), []).append((at, line[0]))
        elif line[0] == "b":
            found.setdefault(word[1], []).append((at, word[0][1:]))
    return {name: found.get(code, []) for name, code in names.items()}


def numbers(text):
    return [float(one) for one in re.findall(r"-?[\d.]+", text)]


waves = changes(sys.argv[2])
for kind, vector in ("SRC", "i_src"), ("GATE", "i_gate"), ("OUT", "o_out"):
    for pin in range(1, 6):
        LINES[f"{kind}{pin}"] = f"{kind}{pin}"
        waves[f"{kind}{pin}"] = bit(waves[BOARD + vector], pin)
        if kind == "OUT":
            off = bit(waves[BOARD + "o_out_z"], pin)
            waves[f"OUT{pin}"] = [(ps, "z" if latest(off, ps) == "1" else latest(waves[f"OUT{pin}"], ps))
                                  for ps in sorted({ps for ps, _ in waves[f"OUT{pin}"] + off})]
svg = list(xml.parse(sys.argv[1]).getroot())
said = " ".join(one.text or "" for one in svg if one.tag == SVG + "text")
zero = time(re.search(r"(\S+) after power-on", said).group(1))


def judge(svg):
    """A picture: how many arrows, lines and ticks it has"""
    texts = [one for one in svg if one.tag == SVG + "text"]
    grid = {numbers(one.get("d"))[0] for one in svg if one.get("class") == "grid"}
    ticks = sorted((float(one.get("x")), zero + float(one.text) * 1000) for one in texts
                   if one.get("class") == "small" and re.fullmatch(r"-?[\d.]+", one.text or ""))
    near("grid", sorted(grid), [x for x, _ in ticks])
    lines = [one.get("d") for one in svg if one.get("class") == "line"]
    axis_y = next(numbers(d)[1] for d in lines if re.fullmatch(r"M[\d.]+ [\d.]+H[\d.]+", d))
    pieces = [numbers(d)[::2] for d in lines if re.fullmatch(rf"M[\d.]+ {axis_y}H[\d.]+", d)]
    inside = [[tick for tick in ticks if left - 0.1 <= tick[0] <= right + 0.1] for left, right in pieces]
    if sum(map(len, inside)) != len(ticks):
        wrong.append("a tick where no time is shown")
    long = max(inside, key=len)
    per_ps = (long[-1][0] - long[0][0]) / (long[-1][1] - long[0][1])
    starts = [own[0][1] - (own[0][0] - left) / per_ps for own, (left, _) in zip(inside, pieces)]
    for own, (left, _), start in zip(inside, pieces, starts):
        near("ticks", [x for x, _ in own], [left + (ps - start) * per_ps for _, ps in own], 0.15)

    # What a break says is left out, in four digits
    said = [one.text.replace(" ", "") for one in texts if re.fullmatch(r"[\d.]+ [nu]s", one.text or "")]
    gaps = [after - before - (right - left) / per_ps for before, after, (left, right) in zip(starts, starts[1:], pieces)]
    near("breaks", [time(text) / gap for text, gap in zip(said, gaps)], [1] * len(gaps), 0.001)

    def shown(all_ps):
        """The places of the times that are shown"""
        return [left + (ps - start) * per_ps for ps in all_ps for (left, right), start in zip(pieces, starts)
                if start + 300 < ps <= start + (right - left) / per_ps + 100]

    # Lines: the paths between one name and the next
    names = [(float(one.get("y")), one.text) for one in texts if one.get("text-anchor") == "end" and one.text in LINES]
    moves = {}
    for y, name in names:
        own = [numbers(d) for d in lines if re.fullmatch(r"M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)*H[\d.]+", d) and y - 14 < numbers(d)[1] < y + 5
               and numbers(d)[1] != axis_y]
        edges = [(x, high) for path in own for x, high in zip(path[2::2], path[3::2])]
        moved = [(ps, value) for n, (ps, value) in enumerate(waves[LINES[name]]) if n and value != waves[LINES[name]][n - 1][1]]
        ends = [x for x in pieces[-1][1:]]
        near(name, [x for x, _ in edges if x not in ends], [x for x in shown([ps for ps, _ in moved]) if abs(x - ends[0]) > 0.06])
        for value, least in ("1", y - 13), ("z", y - 6):
            near(f"{name} at {value}", [x for x, level in edges if least < level < least + 7 and x not in ends],
                 [x for x in shown([ps for ps, one in moved if one == value]) if abs(x - ends[0]) > 0.06])
        moves[name] = [x for x, _ in edges if x not in ends]
        if re.match("X2|FOUT|SRC|GATE|OUT", name) and not edges:
            wrong.append(f"{name} is drawn, but does not move")
        # Lengths of an output: inside, from edge to edge; the first of a piece that has room has the period
        for left, right in pieces if name.startswith("OUT") else []:
            own = sorted(x for x, _ in edges if left < x < right)
            inside = [(float(one.get("x")), one.text.split(", period ")) for one in texts
                      if one.get("y") == f"{y - 0.5:.1f}" and re.match(r"[\d.]+[num]?s", one.text) and left < float(one.get("x")) < right]
            for n, (before, after) in enumerate(zip(own, own[1:])):
                said = [text for x, text in inside if before < x < after]
                if after - before > 100 or said:
                    near(f"length on {name}", [time(text[0]) * per_ps for text in said], [after - before], 0.3)
                for text in said:
                    if len(text) > 1:
                        near(f"period on {name}", [time(text[1]) * per_ps], [own[n + 2] - before], 0.3)
            if [n for n, (_, text) in enumerate(inside) if len(text) > 1] not in ([], [0]):
                wrong.append(f"{name}: periods {inside}")

    # A bus: a box begins with each state that is driven, and its value is inside
    def state_of(host_drives, host, chip_drives, valid, chip):
        both = host_drives == "1" and chip_drives == "1"
        return ("both", None) if both else ("host", host) if host_drives == "1" else ("free", None) if chip_drives != "1" else \
            ("chip", chip) if valid == "1" else ("invalid", None)

    buses = sorted(float(one.get("y")) for one in texts if one.get("text-anchor") == "end" and one.text in ("D0-7", "D0-15"))
    tops = {name: y - 12 for y, name in names} | dict(zip(["chip", "socket"], [y - 12 for y in buses[::-1]]))
    for bus_y, signals in zip(buses, BUSES[-len(buses):]):
        at = sorted({ps for name in signals for ps, _ in waves[name]})
        states = [(ps, state_of(*[latest(waves[name], ps) for name in signals])) for ps in at]
        states = [one for n, one in enumerate(states) if n == 0 or one[1] != states[n - 1][1]]
        boxes = [(one.get("class")[4:], numbers(one.get("d"))) for one in svg if one.get("class", "").startswith("bus ") and
                 abs(numbers(one.get("d"))[1] + 4.5 - bus_y) < 1]
        for kind in "host", "chip", "invalid", "both":
            near(f"boxes of {kind}", [d[0] for k, d in boxes if k == kind and d[0] not in [left for left, _ in pieces]],
                 shown([ps for ps, (k, _) in states if k == kind]))
        for kind, d in boxes:
            value = [one.text for one in texts if one.get("y") == f"{bus_y:.1f}" and one.get("text-anchor") == "middle" and d[0] < float(one.get("x")) < d[5]]
            ps = next(start + (d[0] + 1 - left) / per_ps for (left, right), start in zip(pieces, starts) if left - 0.1 <= d[0] <= right)
            state = [one for when, one in states if when <= ps][-1]
            if value and int(value[0], 16) != int(state[1], 2) % (1 << 4 * len(value[0]) - 8):
                wrong.append(f"{value[0]} at {d[0]}, expected {state}")

    # Arrows: from edge to edge, as long as the observed time says, with a bar of the required time
    arrows, order, wanted = 0, [], []
    guides = [(*numbers(one.get("d")), "violated" in one.get("class")) for one in svg if (one.get("class") or "").startswith("guide")]
    for group in svg:
        title = group.find(SVG + "title")
        said = re.match(r"access \d+: (\w+)(?:: required (\S+?),? .*observed (\S+))? ", title.text) if title is not None else None
        if not said or group.tag != SVG + "g":
            continue
        name, required, observed = said.group(1), *(time(one or "0ns") * per_ps for one in said.groups()[1:])
        heads = re.findall(r"M([\d.]+) ([\d.]+)v10m0 -5l", group.find(f"{SVG}path[@class='head']").get("d"))
        shafts = [numbers(one.get("d")) for one in group.findall(f"{SVG}path[@class='shaft']")]
        bar = group.find(f"{SVG}rect[@class='bar']")
        across = any(left > min(s[0] for s in shafts) and left < max(s[2] for s in shafts) for left, _ in pieces[1:])
        # A line goes up to the edge of each end that is shown: its letter says on which line
        red = group.get("class") == "violated"
        xs = [float(x) for x, _ in heads]
        if len(xs) == 1:  # it goes on where the picture ends
            xs = [None, *xs] if min(s[0] for s in shafts) == pieces[0][0] else [*xs, None]
            if all(abs(end - xs[0 if xs[0] else 1]) < 0.06 for end in (pieces[0][0], pieces[-1][1])) or None not in xs:
                wrong.append(f"{title.text}: head at {xs}")
        for x, letter in zip(xs, (name[1] + name[3])[::1 if observed >= 0 else -1]):
            moved = [[row for row, at in moves.items() if row[:-1] == kind and x is not None and any(abs(x - one) < 0.006 for one in at)]
                     for kind in (["SRC"] if letter == "E" else []) + ["GATE"]]
            row = OTHER.get(name) or LETTERS.get(letter) or next((own[0] for own in moved if len(own) == 1), None)
            if row in tops and any(left - 0.06 <= (x or -1) <= right + 0.06 for left, right in pieces):
                wanted.append((x, tops[row], round(float(heads[0][1]) + 11, 1), red))
        if bar is not None and None not in xs and not across:
            start = xs[1 if observed >= 0 else 0] - required if name in SETUP else xs[0 if observed >= 0 else 1]
            near("bar of " + title.text, [float(bar.get("x")), float(bar.get("x")) + float(bar.get("width"))],
                 [max(start, pieces[0][0]), min(start + required, pieces[-1][1])], 0.15)
        if len(heads) == 2 and not across:
            arrows += 1
            order.append((group.get("class") != "violated", float(heads[0][0])))
            near(title.text, [float(heads[1][0]) - float(heads[0][0])], [abs(observed)])
            if abs(observed) >= 17.5:
                near("shaft of " + title.text, [min(s[0] for s in shafts), max(s[2] for s in shafts)], [float(one[0]) for one in heads])
        # A text is between its arrow's ends, or beside all of it.
        text = group.find(SVG + "text")
        places = [x for s in shafts for x in s[::2]] + ([float(bar.get("x")), float(bar.get("x")) + float(bar.get("width"))] if bar is not None else [])
        least, most = min(places), max(places)
        x, anchor = float(text.get("x")), text.get("text-anchor")
        if not (x >= most + 5.9 if anchor is None else x <= least - 5.9 if anchor == "end" else least < x < most):
            wrong.append(f"{title.text}: its text at {x}, {anchor}, of {least} to {most}")
        kind = group.get("class")
        if (kind == "violated") != ("VIOLATED" in "".join(group.itertext()).split("observed")[-1]) and kind != "noted":
            wrong.append(f"{title.text}: class {kind}")
    if order != sorted(order):
        wrong.append(f"violations first, then by time, but {order}")
    for n, guide in enumerate(guides):
        if guide not in wanted or guide in guides[:n]:
            wrong.append(f"a guide {guide}, one of {[one for one in wanted if abs(one[0] - guide[0]) < 0.06]} is expected")
    for x, top, bottom, red in wanted:
        if not any(abs(x - one[0]) < 0.06 and one[1] <= top and one[2] >= bottom and one[3] == red for one in guides):
            wrong.append(f"no guide at {x} from {top} to {bottom}")
    # Accesses, from their start to their end
    brackets = [one for d in lines if re.match(r"M\S+ \S+v5M", d) for one in numbers(d)[0:1] + numbers(d)[5:6]]
    busy = [ps for ps, _ in waves["top.o_busy"] if ps]
    if busy:
        near("accesses", [x for x in brackets if x not in (pieces[0][0], pieces[-1][1])], shown(busy))
    return (arrows, len(names), len(ticks)), starts[0], starts[-1] + (pieces[-1][1] - pieces[-1][0]) / per_ps


# What is too short for arrows has a second picture of its accesses below.
shown_all = None
details = next((n for n, one in enumerate(svg) if one.text == "Its accesses"), len(svg))
for part in svg[:details], svg[details:]:
    if part:
        counts, begins, ends = judge(part)
        shown_all = shown_all or (begins, ends)
        if 0 in counts or begins < shown_all[0] - 300 or ends > shown_all[1] + 300:
            wrong.append(f"{counts} arrows, lines and ticks, from {begins} to {ends}")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
