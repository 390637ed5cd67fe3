#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random models, spelled in the ways that Verilog allows, a netlist of them and an SDF file. What each check must be in
each instance follows from what was drawn (IEEE 1364-2005, 15 and 16) and is compared with what Icarus has: kinds,
edges, limits in ps, flags, file and line, and the levels of its signals and conditions while all inputs move.
Usage: spellings.py SEED specify2checks   (writes into the current folder)
"""
import re
import subprocess
import sys
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random

EDGES = {"01": 1, "10": 2, "0x": 4, "x1": 8, "1x": 16, "x0": 32, "0z": 4, "z1": 8, "1Z": 16, "Z0": 32}
POSEDGE, NEGEDGE, ANY = 13, 50, 63
# Number of the check's kind before and after the reference; which of its limits are there, or none
KINDS = {"setup": (1, 1, "0-"), "hold": (2, 2, "-0"), "setuphold": (1, 2, "01"), "recovery": (3, 3, "-0"),
         "removal": (4, 4, "0-"), "recrem": (4, 3, "10"), "width": (5, 5, "10"), "period": (6, 6, "-0"),
         "skew": (7, 7, "-0"), "timeskew": (7, 7, "-0"), "fullskew": (7, 7, "10"), "nochange": (8, 8, "01")}
# Entries of SDF: of each kind of check which value of the entry sets which limit (table 16-2)
ENTRIES = {"SETUP": {"setup": ["00"], "setuphold": ["00"]}, "HOLD": {"hold": ["00"], "setuphold": ["01"]},
           "SETUPHOLD": {"setup": ["00"], "hold": ["10"], "setuphold": ["00", "11"]},
           "RECOVERY": {"recovery": ["00"], "recrem": ["00"]}, "REMOVAL": {"removal": ["00"], "recrem": ["01"]},
           "RECREM": {"recovery": ["00"], "removal": ["10"], "recrem": ["00", "11"]}, "WIDTH": {"width": ["00"]},
           "PERIOD": {"period": ["00"]}, "SKEW": {"skew": ["00"], "timeskew": ["00"]},
           "NOCHANGE": {"nochange": ["00", "11"]}, "BIDIRECTSKEW": {"fullskew": ["00", "11"]}}
SCALES = [("1ns", "1ps", 1000, 1), ("1 ps", "1 fs", 1, 1), ("10ps", "10ps", 10, 10), ("1us", "100ps", 10**6, 100)]
# Conditions: a name of what they mean, as Verilog and as SDF may spell it, and when they hold; 2 is x (15.6)
CONDITIONS = [("e", "e", "e == 1'B1", lambda p: p["e"] == 1), ("e", "(e === 1)", "e", lambda p: p["e"] == 1),
              ("e", "e !== 1'b0", "e", lambda p: p["e"] != 0), ("!e", "!e", "(e == 0)", lambda p: p["e"] == 0),
              ("!e", "(E != 1'b1)", "!e", lambda p: p["e"] != 1), ("!e", "~(e==1)", "!e", lambda p: p["e"] == 0),
              ("!x", "~x", "x===1'b0", lambda p: p["x"] == 0), ("or", "(e | x)", "(e|x)", lambda p: 1 in (p["e"], p["x"])),
              ("ex", "(e && x)", "x == 1 && e", lambda p: p["e"] == p["x"] == 1),
              ("ex", "e == 1 & x", "e && x", lambda p: p["e"] != 0 and p["x"] == 1),
              ("e!x", "e&~x", "(!x) & (e)", lambda p: p["e"] == 1 and p["x"] == 0),
              ("e!x", "(x != 1 && (e == 1'b1))", "e & !x", lambda p: p["x"] != 1 and p["e"] != 0),
              ("v2", "v[2]", "v[2] == 1", lambda p: p["v"][2]), ("!v1", "(v[1] != 1'b1)", "!v[1]", lambda p: not p["v"][1]),
              ("on", "(e == ON)", "", lambda p: p["e"] != 0), ("vt", "v[TWO] == ON", "", lambda p: p["v"][2]),
              ("y", "\\y$. ", "", lambda p: p["\\y$. "])]
BITS = {"b[1]": "[2:0] b", "k[2]": "k [0:3]"}  # notifiers, and how they are declared
TERMINALS = [("c", None), ("\\y$. ", None), ("v", [1]), ("d", None), ("v", [1, 2]), ("v", "all")]
NONE = ("", "", "", lambda p: True)
seed = int(sys.argv[1])
draw = Random(seed)
corner, unit = seed % 3, (Fraction(10), Fraction(1, 10))[seed % 2]  # of the SDF file


def triple(text, *others):
    """min:typ:max of which one counts."""
    return ":".join(text if n == corner else draw.choice(others or ["99", "0.5"]) for n in range(3))


def escaped(name):
    """As SDF has it."""
    return re.sub(r"([^\w])", r"\\\1", name.strip("\\ "))


def rounded(value):
    """Halves go away from 0."""
    return int(value + Fraction(1, 2)) if value > 0 else -int(Fraction(1, 2) - value)


class Term:
    """A signal with an edge and a condition. bits: None of a scalar, "all" of a vector, or those that are selected."""

    def __init__(self, first, edged, level):
        words = ["posedge", "negedge"] + ["edge"] * (not level) + [""] * (not edged and not level)
        self.edge = draw.choice(words)
        self.mask = {"posedge": POSEDGE, "negedge": NEGEDGE, "": ANY, "edge": 0}[self.edge]
        if self.edge == "edge":
            rows = draw.sample(sorted(EDGES), draw.randrange(1, 4))
            self.edge = f"edge [{', '.join(rows)}]"
            for one in rows:
                self.mask |= EDGES[one]
        self.name, self.bits = draw.choice(TERMINALS[:4 if first else 6])
        self.condition = draw.choice([NONE, NONE, *CONDITIONS])

    def spelled(self, model):
        return f"{self.edge} {self.name}{self.select(model)}{' &&& ' * bool(self.condition[0])}{self.condition[1]}"

    def select(self, model):
        return {"None": "", "[1]": "[1]", "all": ""}.get(str(self.bits), "[2:1]" if model.down else "[1:2]")

    def loop(self, instance):
        return {"None": [None], "[1]": [None], "all": range(instance.width)}.get(str(self.bits), self.bits)

    def sets(self, own, instance):
        """Of the bits of a check's terminal those that an entry with this one sets."""
        if self.name != own.name or (self.bits, own.bits) in (("all", [1]), ([1, 2], [1])):
            return []
        return own.loop(instance) if self.bits in ("all", own.bits) else self.bits

    def holds(self, levels):
        return bool(self.condition[3](levels))


class Check:
    def __init__(self, model, kind, label):
        self.kind, self.label, self.where = kind, label, ""
        single = kind in ("width", "period")
        self.terms = [Term(n == 0, single, kind == "nochange" and n == 0) for n in range(1 if single else 2)]
        both = kind in ("setuphold", "recrem")
        self.limits = [model.limit(both and n) for n in range(1 if "-" in KINDS[kind][2] else 2)]
        self.notifier, self.flags, self.stamps = draw.choice(["", *model.notifiers]), [0, 0], [NONE, NONE]
        rest = [self.notifier]
        if kind in ("timeskew", "fullskew"):
            self.flags = [draw.randrange(2), draw.randrange(2)]
            true, false = ["1", "1'b1", "1'H1", "ON", triple("1", "0")], ["", "0", "1'b0", "1 - ON", triple("0", "1")]
            rest += [draw.choice(true if flag else false) for flag in self.flags]
        if both:
            self.stamps = [draw.choice([NONE, *CONDITIONS]) for _ in range(2)]
            rest += [one[1] for one in self.stamps]
        events = [one.spelled(model) for one in (self.terms[::-1] if kind == "setup" else self.terms)]
        self.arguments = events + [text for text, _ in self.limits] + rest

    def bits(self, instance, given=None):
        """Those of each check that this one becomes; given: terminals of an SDF entry, which may select some."""
        ref, data = ([a.sets(b, instance) for a, b in zip(given or self.terms, self.terms)] * 2)[:2]
        same = [(one.name, one.bits) for one in self.terms]
        return [(a, a) for a in ref if a in data] if same[0] == same[-1] else [(a, b) for a in ref for b in data]

    def rows(self, instance):
        """Path below the block, what gives the levels, and facts of each check that this one becomes."""
        ref, data = self.terms[0], self.terms[-1]
        data_mask = ANY ^ ref.mask if self.kind == "width" else data.mask
        *numbers, places = KINDS[self.kind]
        skew = {"skew": 7, "timeskew": 1, "fullskew": 9}.get(self.kind, 0) + 2 * self.flags[0] + 4 * self.flags[1]
        pulse, at_once = int(self.kind == "width"), int(self.kind in ("width", "period"))
        for a, b in self.bits(instance):
            before, after = (instance.limit(self, int(one), (a, b)) if one != "-" else 0 for one in places)
            same = (data.name, data.bits) == (ref.name, ref.bits)
            bits = [one for one in ((a,) if same else (a, b)) if one is not None]
            path = ".".join(f"{name}[{one}]" for name, one in zip((self.label, "other"), bits))
            yield (f"{path}.bit_" if bits else self.label, partial(self.levels, a, b),
                   (*numbers, instance.model.scale[2], ref.mask, data_mask, -before if pulse else before, after, skew,
                    pulse, int(self.kind == "nochange"), at_once, f"${self.kind}({self.where}"))

    def levels(self, a, b, p):
        """Reference, its condition, data, their condition, conditions of the earlier and the later event."""
        ref, data = self.terms[0], self.terms[-1]
        level = [p[term.name] if term.bits is None else p["v"][1 if bit is None else bit]
                 for term, bit in ((ref, a), (data, b))]
        counts = self.kind == "width" or data.holds(p)
        stamps = [one[3](p) for one in self.stamps]
        return "".join(str(int(one)) for one in (level[0], ref.holds(p), level[1], counts, *stamps))


class Model:
    def __init__(self, number):
        self.name, self.scale, self.down = f"m{number}", draw.choice(SCALES), draw.random() < 0.5
        self.width, self.parameter = draw.choice([3, 4]), draw.randrange(2, 9)
        self.notifiers, self.specparams = draw.sample(["n", "\\n+ ", "checks", "b[1]", "k[2]"], draw.randrange(3)), []
        self.block = "checks_" if "checks" in self.notifiers else "checks"
        kinds = draw.sample(sorted(KINDS), draw.randrange(3, 7))
        self.checks = [Check(self, kind, f"{kind}_{n}") for kind in kinds for n in (1, 2)]

    def limit(self, negative):
        """Its text, and ps by the value of the parameter P."""
        _, precision, unit, step = self.scale
        n, shape = draw.randrange(20, 4000), draw.randrange(10)
        if shape == 0:
            return draw.choice([(f"P * {n} / 2", lambda p: p * n // 2 * unit),
                                (f"P + {n} - 1", lambda p: (p + n - 1) * unit)])
        if shape == 1:
            return f"-5 - -{n + 40} - 8'h1F + {n} % 7 * 2 / 4", lambda p: (n + 4 + n % 7 * 2 // 4) * unit
        if shape == 9:  # of specparams, of which one is of the other and of a parameter
            name = f"S{len(self.specparams)}"
            self.specparams += [f"{name} = P + ({triple(str(n))}) + 1", f"{name}_ = 2 * {name} - 7"]
            return f"9 + {name}_ * 3", lambda p: (9 + ((p + n + 1) * 2 - 7) * 3) * unit
        if shape == 2 and unit == step and precision != "1 fs":  # halves go away from 0
            return (f"{n}.5", lambda p: (n + 1) * unit) if not negative else (f"-{n}.5", lambda p: -(n + 1) * unit)
        sign, more = -1 if negative and shape < 6 else 1, draw.choice([0, 4, 6]) * (shape == 8 and precision != "1 fs")
        text = f"{float(Fraction(n * step * 10 + more * step, unit * 10)):.8f}"
        if shape == 3:
            text = draw.choice([f"{float(text) * 10:.6f}e-1", f"{float(text) / 100:.9f}E+2"])
        if shape == 4:
            self.specparams.append(f"S{len(self.specparams)} = {triple(text)}")
            text = f"S{len(self.specparams) - 1}"
        if shape == 5:
            text = f"({triple(text)})"
        if shape == 7:
            text = f"{n * step}ps"
        return "-" * (sign < 0) + text, lambda p: sign * (n + more // 5) * step


class Instance:
    def __init__(self, model, number):
        self.model, self.given = model, {}
        self.name = draw.choice([f"u{number}", f"\\u.{number}/[1] ", f"\\u[{number}] "])
        self.parameter, self.width = draw.choice([(model.parameter, model.width), (3, 5), (model.parameter, 6)])
        self.values = f"#(.P({self.parameter}), .W ({self.width}))"
        if self.width != 6:
            self.values = draw.choice([self.values, f"#({self.parameter}, Q * 2 + {self.width - 4})"])
        if (self.parameter, self.width) == (model.parameter, model.width):
            self.values = ""

    def limit(self, check, place, bits):
        return self.given.get((check.label, place, bits), check.limits[place][1](self.parameter))

    def text(self):
        pins = ["c", "d", f"w[{self.width - 1}:0]", "e", "x", "y"]
        if draw.random() < 0.5:
            pins = [f".{pin}({net})" for pin, net in zip(("c", "d", "v", "e", "x", "\\y$. "), pins)]
        attribute = draw.choice(["", '(* keep, a = "b;" *) '])
        return f"{attribute}{self.model.name} {self.values} {self.name} ({', '.join(pins)});"

    def entry(self):
        """An entry of SDF for one of the checks; it sets all that it fits. Edges overlap; no condition fits all."""
        check = draw.choice(self.model.checks)
        word = draw.choice([word for word, kinds in ENTRIES.items() if check.kind in kinds])
        texts, conditions = [], []
        for term in check.terms:
            edge = {POSEDGE: "(posedge ", NEGEDGE: "(negedge "}.get(term.mask, "")
            text = edge + escaped(term.name) + term.select(self.model) + ")" * bool(edge)
            meaning, _, condition, _ = draw.choice([NONE, NONE, term.condition, *check.stamps])
            texts.append(f"(COND {condition} {text})" if condition else text)
            conditions.append(meaning if condition else "")
        numbers = [draw.randrange(1, 50000)]
        if any("1" in row[0][0] + row[-1][0] for row in ENTRIES[word].values()):
            numbers.append(draw.randrange(-5000 * (word in ("SETUPHOLD", "RECREM")), 50000))
        if self.model.scale[1] == "1 fs":
            numbers = [one * 10 for one in numbers]  # whole ps
        masks = [term.mask if term.mask in (POSEDGE, NEGEDGE) else ANY for term in check.terms]
        for one in self.model.checks:
            own = [{"", term.condition[0], *(stamp[0] for stamp in one.stamps)} for term in one.terms]
            if not all(mask & term.mask and given in some
                       for mask, term, given, some in zip(masks, one.terms, conditions, own)):
                continue
            for pair, bits in product(ENTRIES[word].get(one.kind, []), one.bits(self, check.terms)):
                key, value = (one.label, int(pair[1]), bits), rounded(numbers[int(pair[0])] * unit)
                if any(mask & term.mask != term.mask for mask, term in zip(masks, one.terms)):
                    value = max(value, self.given.get(key, value))  # of its edges the longest
                self.given[key] = value
        texts = texts[::-1] if word in ("SETUP", "HOLD", "SETUPHOLD") else texts
        return f"({word} {' '.join(texts)} {' '.join(f'({triple(str(one))})' for one in numbers)})"


class Source:
    """main.v and the file that it includes, with the line of each check."""

    def __init__(self):
        self.lines = {"main.v": ["`include \"part.vh\""],
                      "part.vh": ["`define SOME", "`define SETUP(d, c, setup) $setup(d, c, setup)"]}

    def put(self, text, file="main.v"):
        """The line where the text begins."""
        self.lines.setdefault(file, []).extend(text.split("\n"))
        return f"{file}:{len(self.lines[file]) - text.count(chr(10))}"

    def check(self, check):
        text, way = f"${check.kind}({', '.join(check.arguments)});", draw.randrange(6)
        number = len(self.lines["main.v"])
        if way == 0 and check.kind == "setup":
            a, b, limit = check.arguments[:3]
            check.where = self.put(f"`SETUP({a}, // $hold(c, d, 1);\n  {b} /* ) */, {limit});\n")
            check.notifier = ""
        elif way == 1:
            self.put(f"`ifdef NONE\n$setup(d, posedge c, 1);\n`elsif SOME `define M{number} \\\n {text} // one")
            check.where = self.put(f"`M{number}")
            self.put("`else\n$hold(c, d, 1);\n`endif")
        elif way == 2:
            first = draw.randrange(2)
            self.put("`ifdef SOME" if first else "`ifndef SOME\n $setup(d;\n`elsif NONE\n $setup(d;\n`else")
            check.where = self.put(text)
            self.put(f"`elsif {draw.choice(('SOME', 'NONE'))}\n $setup(d;\n`else\n $setup(d;\n" * first + "`endif /*\n $hold(c, d, 1); */")
        elif way == 3:
            self.put(f"// {number}\n/* not\n this */", f"part{number}.vh")
            check.where = self.put(f" {text} // `endif", f"part{number}.vh")
            self.put(f'`include "part{number}.vh"')
        else:
            check.where = self.put("  " + text.replace(", ", ",\n    // $hold(c, d, 1); `endif\n", way - 4))

    def model(self, model):
        self.put(f"`timescale {model.scale[0]}/ {model.scale[1]} // units")
        last = draw.choice(["W-1", "$clog2(2 * 8) + W - 5"])
        span = f"[{last} : 0]" if model.down else f"[0:{last}]"
        name, p, width = model.name, triple(str(model.parameter)), triple(str(model.width), "2", "7")
        if draw.random() < 0.5:
            self.put(f"(* keep, a *) module {name} #(parameter P = {p}, W = {width})\n (input c, d,")
            self.put(f"input {span} v, input e, x, \\y$. );")
        else:
            self.put(f"module {name} (c, d, v, e, x, \\y$. );\n parameter P = {p}; parameter W = {width};")
            self.put(f" input c, d; input e, x;\n input {span} v; input \\y$. ;")
        self.put("".join(f"reg {BITS.get(one, one)};" for one in model.notifiers) + " specify")
        self.put("".join(f"specparam {one};" for one in ["ON = 1", "TWO = ON + ON", *model.specparams]))
        for check in model.checks:
            self.check(check)
        self.put(" endspecify\nendmodule")


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          check=False).stdout


def put(name, lines):
    with open(name, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")


def plain(text):
    return text.replace("\\", "").replace(" ", "")


def main():
    models = [Model(n) for n in range(12)]
    instances = [Instance(draw.choice(models), n) for n in range(20)]
    source = Source()
    for model in models:
        source.model(model)
    entries = {one: [one.entry() for _ in range(draw.randrange(6))] for one in instances}
    moves = [[draw.randrange(2 + (n in (2, 3))) for n in range(13)] for _ in range(12)]
    put("x.sdf", [f'(DELAYFILE (DESIGN "chip") (DIVIDER /) (TIMESCALE {"10 ps" if unit == 10 else "100 fs"})', *(
        f'(CELL (CELLTYPE "{one.model.name}") (INSTANCE {escaped(one.name)}) (TIMINGCHECK {" ".join(some)}))'
        for one, some in entries.items()), ")"])
    put("chip.v", ["module chip #(parameter Q = 1 + 1) (input c, d, e, x, y, input [7:0] w);",
                   *(one.text() for one in instances), "endmodule"])
    put("bench.v", ["`timescale 1ps/1ps", "module bench; specify_limits limits (); reg [12:0] all = 0;",
                    "chip dut (all[0], all[1], all[2], all[3], all[4], all[12:5]); initial begin #1",
                    *(f"all = 13'b{''.join('01x'[bit] for bit in reversed(one))}; #2" for one in moves), "#2 $finish; end endmodule"])
    for name, lines in source.lines.items():
        put(name, lines)
    said = run(sys.argv[2], "--corner", ("min", "typ", "max")[corner], "--sdf", "x.sdf", "--scope", "bench.dut",
               "-o", "out.v", "main.v", "chip.v")
    count, checks = sum(map(len, entries.values())), [check for model in models for check in model.checks]
    right = f"annotated {count} of {count} entries; " in said and f"out.v: {len(checks)} checks in 12 modules" in said
    with open("out.v", encoding="utf-8") as file:
        text = file.read()
    notifiers = []
    for model in models:  # with a memory of each of the model
        named = [check.notifier.strip() for check in model.checks]
        notifiers += [(one, str(sorted({*named} - {""}, key=named.index).index(one))) for one in named if one]
    right = right and re.findall(r"SPECIFY_NOTIFY\(\S+\.rec, (.+?) ?, moved_at_(\d)\)", text.replace(" [ ", "[").replace(" ]", "]")) == notifiers
    at = text.index("endmodule", text.index("module specify_check #("))
    put("out.v", [text[:at], "initial begin #2 repeat (12) begin",
                  '$write("%m|%b%b%b%b%b%b\\n", i_ref, i_ref_if, i_data, i_data_if, i_stamp, i_later); #2; end',
                  '$display("%m|%0d|%0d|%0d|%0d|%0d|%0d|%0d|%0d|%0d|%0d|%0d|%0s", BEFORE_KIND, AFTER_KIND, UNIT_PS,',
                  "REF_EDGES, DATA_EDGES, before_ps, after_ps, SKEW, PULSE, LEVEL, ZERO_DELAY, CHECK); end", text[at:]])
    said += run("iverilog", "-g2012", "-DSPECIFY_SEVERITY=0", "-s", "bench", "-o", "out.vvp", "out.v", "bench.v")
    found, want = {}, {}
    for line in run("vvp", "-n", "out.vvp").splitlines():
        path, *facts = plain(line).split("|")
        found.setdefault(path, []).append(re.sub(r"\(.*at", "(", "|".join(facts).replace("x", "0" if len(facts) == 1 else "x")))
    for one in instances:
        levels = []
        for move in moves:
            v = [move[5 + (n if one.model.down else one.width - 1 - n)] for n in range(one.width)]
            levels.append({**{name: move[n] for n, name in enumerate(("c", "d", "e", "x", "\\y$. "))}, "v": v})
        for check in one.model.checks:
            for path, of, facts in check.rows(one):
                path = plain(f"bench.dut.{one.name}.{one.model.block}.{path}")
                want[path] = [*(of(p) for p in levels), "|".join(map(str, facts))]
    odd = [path for path in sorted({*want, *found}) if want.get(path) != found.get(path)]
    for path in odd[:3]:
        print(path, want.get(path), found.get(path), sep="\n  ")
    print(f"{len(want)} checks, {len(odd)} differences", said * (not right))
    return bool(odd) or not right


sys.exit(main())
