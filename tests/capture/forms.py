#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One capture in many forms, for all of which `tmr0 capture` must say the same: forms.py TMR0 IN.vcd
forms.py TMR0 GOOD.vcd OPTION ...   a good one, sampled every 10 ns: wherever and however it ends, nothing is violated

IN.vcd is pins.scn by analyser.py, every 10 ns. Here the bus floats while CS is high, and two OUTs at times. Ends at the
first form of which something else is said.
"""
import functools
import itertools
import json
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from recording import Recording, csv, moves, read, shortest, vcd  # noqa: E402

BUS = [f"D{n}" for n in range(16)]
ROWS = {"DATA": BUS, "SRC": [f"SRC{n}" for n in range(1, 6)], "GATE": [f"GATE{n}" for n in range(1, 6)],
        "OUT": [f"OUT{n}" for n in range(1, 6)]}
PINS = {"CS": "cs_n", "RD": "rd_n", "WR": "wr_n", "CD": "cd", "FOUT": "fout", "X2": "x2"}
READS = (0xff, 0xff, 0xfd, 0xff, 0xfd, 0xff, 0xfe, 0xff, 0xfb, 0xff, 0x5a01)
draw = random.Random(1)


def capture_of(name, lines):
    """With so many data lines."""
    dump, rows = read(name).only(set(PINS).union(BUS[:lines], *list(ROWS.values())[1:])), []
    for at, now in dump.levels():
        if now["CS"] == "1" and now["D0"] == now["D7"] == "1":
            now.update((line, draw.choice("xz")) for line in BUS[:8])
        if now["OUT5"] == "0":
            now.update(OUT5="x", OUT4=draw.choice("xz"))
        rows.append((at, now))
    return Recording(dump.bits, moves(rows))


def said(text, file="form.vcd", options=(), shift=0, rate="100MHz"):
    """Status, lines and JSON without what depends on the file. shift: ps by which its times are later."""
    with open(file, "w", encoding="latin-1", newline="") as out:
        out.write(text)
    words = ["capture", file, *(["--rate", rate] if rate else []), "--json", "form.json", *options]
    run = subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=False)
    if not run.stdout:
        return run.returncode, run.stderr, {}

    def plain(value, key=""):
        if isinstance(value, dict):
            return {k: plain(v, k) for k, v in value.items() if k != "file"}
        return value - shift if key in ("at_ps", "begin_ps", "end_ps") else value
    with open("form.json", encoding="ascii") as told:
        return run.returncode, run.stdout.replace(file, "FILE").splitlines(), plain(json.load(told))


def same(name, text, want, **form):
    """Ends unless that is said of the text."""
    got = said(text, **form)
    if isinstance(want[1], str):
        sys.exit(f"{name}: {want[:2]}")
    for part, one, other in zip(("status", "text", "JSON"), want, got):
        if one != other and not (part == "text" and form.get("shift")):  # that text's times and columns are others
            pairs = zip(one, other) if isinstance(other, list) else [(one, got[:2] if part == "status" else other)]
            sys.exit(f"{name}: another {part}: {[pair for pair in pairs if pair[0] != pair[1]][:1]}")


def units(of_10_ns, shift=0):
    """A time in units of which 10 ns have so many; shift: it is so many 10 ns later."""
    return lambda ps: (ps // 10**4 + shift) * of_10_ns


def decimal(power, places, exponent="", first=0):
    """A time in 10**power of 10 ns, with so many places, as it is written; that of sample `first` is 0."""
    return lambda ps: f"{(ps // 10**4 - first) / 10**power:.{places}f}{exponent}"


# ---- VCD: name, text and what said() takes of it

SCALES = {"1ps": 10**4, "10\tps": 1000, "\n100\nps\n": 100, "1ns": 10, "10 ns": 1,  # of which 10 ns are so many
          "100 fs": 10**5, "10fs": 10**6, "1 fs": 10**7}
CODES = ["0", "1", "b", "x", "#", "$", "r1", "b0", "$end", "#10", "bz", "12345678", "z1"]  # as values and commands look
OTHERS = """$date $var is a word here $end $version x $end $comment $dumpvars #5 $en $end
    $var real 64 re RD $end $var string 1 st CS $end $var event 1 ev WR $end $var parameter 8 pa size [7:0] $end
    $var wire 1000000 bi big [999999:0] $end
    $var wire 1 xx D16 $end $var wire 1 yy SRC0 $end $var wire 1 zz OUT6 $end"""


spelled = functools.partial(vcd, scale="1 ns", time=units(10))

def dumps(dump):
    vectors, every = dump.joined(ROWS), Recording(dump.bits, list(dump.levels()))
    for scale, of_10_ns in SCALES.items():
        yield f"scale {scale!r}", spelled(dump, scale=scale, time=units(of_10_ns)), {}
    vectors_of, cases, lengths = ({}, {"DATA": BUS}, ROWS), (str, str.upper), (str, shortest)
    for groups, case, length, mixed in itertools.product(vectors_of, cases, lengths, (None, draw)):
        text = spelled((every if mixed else dump).joined(groups), draw=mixed, value=lambda value: case(length(value)))
        yield f"vectors {list(groups)} {case.__name__} {length.__name__} {mixed}", text, {}
    code = lambda n: CODES[n] if n < len(CODES) else f"k{n}"
    inside = "$comment 0! 1! #0 $end r-1.5e3 re sNote st 1ev b101 pa bz10 bi 1xx 0yy 1zz"
    opposite = [(at, {signal: {"0": "1"}.get(level, "0") for signal, level in now.items()}) for at, now in every.rows]
    for name, text in {
            "codes": spelled(dump, code=code), "codes of a vector": spelled(vectors, code=code),
            "codes long": spelled(dump, code=lambda n: f"abcdef{n:02d}"),
            "others": spelled(dump, extra=OTHERS, inside=inside),
            "lines": spelled(dump.joined({"DATA": BUS}), between="\r\n\t ", end="\r\n", inside="$comment\n\n$end"),
            "one line": spelled(vectors, end=" "), "no last newline": spelled(dump).rstrip(),
            "deep": spelled(dump, scope="a.b.c", extra="$scope module b2 $end $var wire 1 ~~ D0_of $end $upscope $end"),
            "marked": "\xef\xbb\xbf" + spelled(dump), "META": "META samplerate: 100000000\n" + spelled(dump),
            "each time twice": spelled(Recording(dump.bits, [row for row in every.rows for _ in (0, 1)])),
            "both levels at a time": spelled(Recording(dump.bits, [*itertools.chain(*zip(opposite, every.rows))]))
    }.items():
        yield name, text, {}
    for pad in range(65536 - 1624, 65536 - 1600):  # wherever a block of the reader ends
        yield f"block {pad}", f"$comment {'.' * pad} $end {spelled(vectors)}", {}
    for shift in (1, 10**9, 10**13):
        yield f"shift {shift}", spelled(dump, time=units(10, shift)), {"shift": shift * 10000}


# ---- Tables

SECONDS = ("Time [s]", decimal(8, 8), {})
TABLES = {
    "s": SECONDS, "ms": ("Time [ms]", decimal(5, 5), {}), "us": ("time (us)", decimal(2, 2), {}),
    "ns": ("Time [ns]", decimal(-1, 0), {}), "ps": ("Time [ps]", decimal(-4, 0), {}),
    "capital": ("TIME", decimal(8, 8), {}),
    "exponent": ("Time [s]", decimal(-4, 0, "e-12"), {}), "e-6": ("Time [s]", decimal(2, 2, "e-6"), {}),
    "E-06": ("Time [s]", decimal(2, 2, "E-06"), {}), "E+00": ("Time [s]", decimal(8, 8, "E+00"), {}),
    "13 places": ("Time [s]", decimal(8, 13), {}), "minus": ("Time [s]", decimal(8, 8, first=5 * 10**6), {}),
    "times in quotes": ("Time [s]", lambda ps: f'"{decimal(8, 8)(ps)}"', {}),
    "quotes": (*SECONDS[:2], {"label": '"{}"'.format, "value": '"{}"'.format}),
    "blanks": (*SECONDS[:2], {"label": " {}".format, "value": "{} ".format}),
    "empty lines": (*SECONDS[:2], {"end": "\n\r\n"}), "CRLF": (*SECONDS[:2], {"end": "\r\n"}),
    "comments": (*SECONDS[:2], {"head": "; a tool, 3\n#a tool\n\n"}), "mixed": (*SECONDS[:2], {"draw": draw}),
    "volts": (*SECONDS[:2], {"column": ',"V"', "cell": ',"1,5"'}),
}


def tables(dump):
    levels = list(dump.levels())
    ends = [at for at, _ in levels[1:]] + [levels[-1][0] + 10**4]
    samples = [(at, now) for (first, now), end in zip(levels, ends) for at in range(first, end, 10**4)]
    every = Recording(dump.bits, samples)
    channels = f"; Channels ({len(dump.bits)}/40): {', '.join(dump.bits)}\n"
    named = {"head": f"META samplerate: 100000000\n{channels}; Samplerate: 100 MHz\n"}
    for name, (unit, time, form) in {
            **TABLES, "samples": ("samples", decimal(0, 0), named),
            "nanoseconds": ("nanoseconds", decimal(-1, 0, first=-1), {**named, "label": lambda _: "logic"})}.items():
        yield f"table {name}", csv(dump, unit, time, **form), {"file": "form.csv"}
    yield "table of every sample", csv(every, "", None), {"file": "form.csv"}
    yield "table of every sample, in time", csv(every, *SECONDS[:2]), {"file": "form.csv"}


# ---- Names and maps

USUAL = ("CS RD WR CD D DB DATA SRC GATE OUT FOUT X2", "cs_n rd_n wr_n c_nd db_ d data[ source gate[ out_ fout x2",
         "nCS nRD nWR C/D D[ DB[ Data_ Source_ GATE_ OUT[ FOUT X2",
         "CS# RD# WR# C/D# data DATA DB SRC[ Gate out f_out x_2", "CS_B RD_B WR_B A0 D DB DATA SRC GATE OUT FOUT X2")


def names(dump):
    for style, row in itertools.product(USUAL, (4, 5, 6)):
        words = style.split()
        numbered = {"D": words[row], "SRC": words[7], "GATE": words[8], "OUT": words[9]}
        single = dict(zip(("CS", "RD", "WR", "CD", "FOUT", "X2"), words[:4] + words[10:]))

        def usual(signal):
            own = numbered.get(signal.rstrip("0123456789"), "")
            return single.get(signal) or own + signal.lstrip("ACDEGOTRSU") + "]" * own.endswith("[")
        yield f"names {style} {row}", spelled(dump, name=usual), {}
    signals = list(dump.bits)
    other = dict(zip(signals, (f"sig {n}" for n in draw.sample(range(100, 999), len(signals)))))
    scoped = " ".join(f"$scope module {part} $end $scope module top $end $var wire 1 ~{part} {other['D0']} $end"
                      " $upscope $end $upscope $end" for part in ("one", "two"))
    first = {row: signals.index(group[0]) + 5 for row, group in ROWS.items()}
    ranges = [f"{row.lower().replace('data', 'd')}=ch{at}-{at + len(ROWS[row]) - 1}" for row, at in first.items()]
    for name, text, maps in (
            ("map", spelled(dump, name=other.get), [f"{PINS.get(n) or n.lower()}={other[n]}" for n in signals]),
            ("map of scopes", spelled(dump, scope="top", name=other.get, extra=scoped),
             [f"{PINS.get(n) or n.lower()}=top.{other[n]}" for n in signals]),
            ("map of ranges", spelled(dump, name=lambda n: n if n in PINS else f"ch{signals.index(n) + 5}"),
             ranges + [f"{pin}={n}" for n, pin in PINS.items()])):
        yield name, text, {"options": ("--map", ",".join(maps))}
    for left, right in ((15, 0), (0, 15), (115, 100), (7, 22)):
        text = spelled(dump.joined({"DATA": BUS})).replace("DATA [15:0]", f"bus [{left}:{right}]")
        bits = [right - n if left < right else right + n for n in range(16)]
        for maps in (",".join(f"d{n}=bus[{bit}]" for n, bit in enumerate(bits)), "d=bus"):
            yield f"map of bits [{left}:{right}], {maps}", text, {"options": ("--map", maps)}


# ---- What is refused, and what is just not

TIME = "expected a time such as #10, or a value such as 1! or b101 !"
CODE, LONG = "expected 1 to 8 characters", "b" + "1" * 4095
UNKNOWN, VECTOR = "the code '~' is not declared, expected that of a $var", "expected b and its bits: 0, 1, x, z"
ENDS = {"q": f"a word 'q', {TIME}", "$dumpfile": f"a word '$dumpfile', {TIME}",
        **dict.fromkeys(("$dumpall", "$dumpoff", "$dumpon", "$end", "$dumpvars", LONG + " !"), ""),
        "#": "a time '#', expected # and a whole number", "1": f"the code of a signal '1', {CODE}",
        "1!23456789": f"the code of a signal '1!23456789', {CODE}", "1~": UNKNOWN, "b1 ~": UNKNOWN, "r1 ~": UNKNOWN,
        "b !": f"the value of a vector 'b', {VECTOR}", "b12 !": f"the value of a vector 'b12', {VECTOR}",
        LONG + "1 !": "a word of more than 4096 characters, expected VCD",
        "\xe4": "a byte 0xe4, expected the text of a VCD", "1!\x7f": "a byte 0x7f, expected the text of a VCD",
        "b1": "the file ends, expected the code of a signal after a vector's value"}
BITS, DECLARATION = "expected a name, and bits such as [0:0]", "expected a declaration of a VCD such as $var"
D0 = (  # in the declaration of D0: what is in place of what
    *(("wire 1", f"wire {width}", f"the width of a signal '{width}', expected a number 1..1000000")
      for width in ("1000001", "0", "1x", "-1")),
    *(("D0", f"D0 {bits}", f"signal 'D0' of 1 bits, {BITS}") for bits in ("[1:0]", "[1:0")),
    ("D0", "D0 [0:0]", ""), ("D0", "D0 [7:7]", ""), ("D0", "", f"signal '' of 1 bits, {BITS}"),
    *((" $end", f" {word} $end", f"a $var goes on to {word}, expected $end after its name")
      for word in ("$var", "$upscope", "$enddefinitions")),
    ("$var", "x$var", f"a word 'x$var', {DECLARATION}"), ("$var", "$end $var", f"a word '$end', {DECLARATION}"),
    ("$var", "$var wire 1 ~~ $var1 $end $var", ""))


def faults(dump):
    """A text, what is said of it, "" if nothing, and the line, 0 for that of the text's end."""
    good = spelled(Recording(dump.bits, dump.rows[:9]))
    for end, words in ENDS.items():
        for before in ("", "$comment\r\n\n $end\n\n", "$comment" + "\n" * 70000 + "$end 1! 0!\n"):
            yield good + before + end + " ", words, 0
    yield good + "#9 ", "a time '#9', expected none before the last one", 0
    yield good[:good.index("$enddef")], "the file ends, expected $enddefinitions", 0
    line_of = lambda text: good[:good.index(text)].count("\n") + 1
    d0 = next(line for line in good.splitlines() if " D0 " in line)
    for old, new, words in D0:
        yield good.replace(d0, d0.replace(old, new, 1)), words, line_of(d0)
    yield (good.replace("$upscope $end", "$upscope $end $upscope $end"), "a '$upscope', expected a $scope before it",
           line_of("$upscope"))
    for length, words, line in (
            (4089, "", 0),  # and .GATE1
            (4090, "the name of a signal 'GATE1', expected at most 4095 characters with its scopes", line_of(" GATE1")),
            (4095, f"scope '{'s' * 36}...', expected paths of at most 4095 characters", line_of("$scope"))):
        yield good.replace("module capture", "module " + "s" * length), words, line


# ---- Ends

def ends(dump, options):
    """Samples end, or have a gap, about the ends of some strobes, of writes and of reads."""
    strobes, before, none = {True: [], False: []}, {}, dict.fromkeys(dump.bits, "x")
    for at, now in dump.levels():
        if any((before.get(strobe), now.get(strobe)) == ("0", "1") for strobe in ("RD", "WR", "MAS", "MDS")):
            strobes["0" in (before.get("WR"), before.get("R/W"))].append(at)
        before = now
    for last in (at + n * 10**4 for some in strobes.values() for at in draw.sample(some, 2) for n in range(-2, 8)):
        rows, off, on = [row for row in dump.rows if row[0] <= last], last + 10**4, last + draw.randrange(2, 99) * 10**4
        want = None
        for name, end in (("end", [(off, {})]), ("row of x", [(off, none)]), draw.choice((
                ("last change", []), ("rows of x", [(off, none), (on, {})]),
                ("gap", [(off, none), *dump.since(on).rows])))):
            form = draw.choice(((spelled, "form.vcd"), (lambda cut: csv(cut, *SECONDS[:2]), "form.csv")))
            got = said(form[0](Recording(dump.bits, rows + end)), form[1], options)
            if got[0] == 1 or isinstance(got[1], str) or name == "row of x" and got != want:
                sys.exit(f"{name} after {last} ps: {got[:2]}, expected {want}"[:2000])
            want = got


def main():
    if sys.argv[3:]:
        return ends(read(sys.argv[2]), sys.argv[3:])
    dump, narrow = capture_of(sys.argv[2], 16), capture_of(sys.argv[2], 8)
    base = said(spelled(dump))
    reads = [line.split(": ")[1] for line in base[1] if ": read " in line]
    if base[0] == 1 or reads != [f"read 0x{value:02x}" for value in READS] or base[2].get("compared") != 7:
        sys.exit(f"base: {base[0]} {base[1][-3:]} {reads}")
    for name, text, form in itertools.chain(dumps(dump), tables(dump), names(dump)):
        same(name, text, base, **form)
    for scale, of_10_ns, other, rate in (
            ("1us", 1, "1 ns", "1MHz"), ("100ns", 10, "1 ns", "1MHz"), ("1 ms", 1, "1 us", "1kHz")):
        want = said(spelled(dump, scale=other, time=units(1000)), rate=rate)
        same(f"scale {scale}", spelled(dump, scale=scale, time=units(of_10_ns)), want, rate=rate)
    free = said(spelled(dump), rate="")  # the interval that the file's times show
    later = re.sub("^#([0-9]+)", lambda time: f"#{int(time[1]) + 7}", spelled(dump), flags=re.MULTILINE)
    same("no rate, shift", later, free, shift=7000, rate="")
    named = [csv(dump, "nanoseconds", decimal(-1, 0, first=-1), head=head)
             for head in ("META samplerate: 100000000\n", "; Samplerate: 100 MHz\n")]
    same("table META", named[0], said(named[1], "form.csv", rate=""), file="form.csv", rate="")
    # Lines that float from low: no level moves, but what is known
    levels = list(dump.levels())
    falls = [(end - 10**4, {signal: "0" if then[signal] == "z" else level for signal, level in now.items()})
             for (at, now), (end, then) in zip(levels, levels[1:]) if end > at + 10**4]
    low = Recording(dump.bits, sorted(levels + falls, key=lambda row: row[0]))
    same("table of floating lines", csv(low, *SECONDS[:2]), said(spelled(low)), file="form.csv")
    # Eight data lines: x and z that a vector's value leaves out are all of it
    want = said(spelled(narrow))
    same("eight lines", spelled(narrow.joined(ROWS)), want)
    same("eight lines, short", spelled(narrow.joined(ROWS), value=shortest), want)
    same("eight lines, table", csv(narrow, *SECONDS[:2]), want, file="form.csv")
    # Two pins that move for one sample
    at, now = next(row for row, after in zip(levels[99:], levels[100:]) if after[0] > row[0] + 30000)
    moved = {pin: "10"[int(now[pin])] for pin in ("SRC1", "SRC2")}
    glitch = [(at + 10**4, moved), (at + 2 * 10**4, {pin: now[pin] for pin in moved})]
    got = said(spelled(Recording(dump.bits, sorted(dump.rows + glitch, key=lambda row: row[0]))))
    if got[0] == 1 or got[2]["single_samples"] != base[2]["single_samples"] + 2:
        sys.exit(f"two glitches: {got[0]}, {got[2].get('single_samples')}, not {base[2]['single_samples'] + 2}")
    # Up to the latest time that is read; days
    for late in (0, 1):
        got = said(spelled(dump, scale="1 ps", time=units(10**4)) + f"#{2**61 + late}")
        if isinstance(got[1], str) != late:
            sys.exit(f"time 2^61 + {late}: {got[0]} {got[1][:1]}")
    got = said(spelled(dump.only(set(dump.bits) - {"X2"}), scale="1 s", time=units(1)))
    if got[0] != 1 or got[1][0].split()[0] != "18s":
        sys.exit(f"scale 1 s: {got[0]} {got[1][:1]}")
    for text, words, line in faults(dump):
        line = line or text.count("\n") + 1
        got = said(text)
        if not words and isinstance(got[1], str) and got[1]:
            sys.exit(f"refused: {text[-60:]!r}: {got[1]}")
        if words and (got[0], got[1]) != (2, f"tmr0 capture: form.vcd:{line}: {words}\n"):
            sys.exit(f"not refused in line {line} with '{words}': {text[-60:]!r}: {got[:2]}")


if __name__ == "__main__":
    main()
