#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One capture in many forms, for all of which `tmr0 capture` must say the same: forms.py TMR0 IN.vcd

IN.vcd is pins.scn by analyser.py, every 10 ns. Here the bus floats while CS is high, and two OUTs at times. Ends at the
first form of which something else is said.
"""
import json
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from table import read  # noqa: E402

BUS = [f"D{n}" for n in range(16)]
ROWS = {"DATA": BUS, "SRC": [f"SRC{n}" for n in range(1, 6)], "GATE": [f"GATE{n}" for n in range(1, 6)],
        "OUT": [f"OUT{n}" for n in range(1, 6)]}
PINS = {"CS": "cs_n", "RD": "rd_n", "WR": "wr_n", "CD": "cd", "FOUT": "fout", "X2": "x2"}
draw = random.Random(1)


def capture_of(name, lines):
    """Names with so many data lines, and rows of (10 ns, levels)."""
    names, rows = read(name)
    gone, out = set(BUS[lines:]), []
    for ps, levels in rows:
        now = {n: level for n, level in zip(names, levels) if n not in gone}
        if now["CS"] == "1" and now["D0"] == now["D7"] == "1":
            now.update((line, draw.choice("xz")) for line in BUS[:8])
        if now["OUT5"] == "0":
            now.update(OUT5="x", OUT4=draw.choice("xz"))
        out.append((ps // 10000, now))
    return [n for n in names if n not in gone], out


def vector(bits, short, upper):
    """Bits from the left; short: without those that the leftmost one stands for."""
    if short:
        while len(bits) > 1 and bits[0] == ("0" if bits[1] == "1" else bits[1]) and bits[0] != "1":
            bits = bits[1:]
    return ("B" + bits.upper()) if upper else "b" + bits


def vcd(names, rows, scale="1 ns", units=10, rows_of=(), name=lambda n: n, code=lambda n: chr(33 + n), between=" ",
        end="\n", short=True, upper=False, mixed=False, extra="", inside="", scope="top", shift=0, all_values=False):
    """The dump's text. rows_of: vectors in place of single bits; all_values: also of what does not move."""
    signals = [(row, [n for n in lines[::-1] if n in names]) for row, lines in ROWS.items() if row in rows_of]
    signals += [(n, [n]) for n in names if not any(n in lines and len(lines) > 1 for _, lines in signals)]
    if mixed:
        draw.shuffle(signals)
    width = lambda lines: f"{len(lines)}"
    words = ["$timescale", scale, "$end", *(f"$scope{between}module {part}{between}$end" for part in scope.split(".")), extra]
    for n, (signal, lines) in enumerate(signals):
        words += ["$var", "wire", width(lines), code(n), name(signal), f"[{len(lines) - 1}:0]" if len(lines) > 1 else "", "$end" + end]
    words += ["$upscope $end" for _ in scope.split(".")] + ["$enddefinitions", "$end" + end]
    before = {}
    for at, now in rows:
        moved = [s for s in enumerate(signals) if all_values or any(now[line] != before.get(line) for line in s[1][1])]
        if mixed:
            draw.shuffle(moved)
        if moved or at == rows[-1][0]:
            words += [end + f"#{(at + shift) * units}"] + ["$dumpvars"] * (not before and mixed)
            for n, (_, lines) in moved:
                bits = "".join(now[line] for line in lines)
                single = bits.upper() if upper else bits
                words.append(end + (vector(bits, short, upper) + between if len(bits) > 1 else single) + code(n))
            words += ["$end"] * (not before and mixed) + [inside]
        before = now
    return between.join(word for word in words if word) + end


def csv(names, rows, unit="Time [s]", places=8, power=8, quote="", blank="", end="\n", head="", after="", mixed=False, first=0,
        logic=False, exponent=""):
    """A table: times have that many places and are in 10**-power of 10 ns; logic: the head has the names; unit "": no times."""
    order = draw.sample(names, len(names)) if mixed else names
    cells = lambda first, values: ",".join([first] * bool(unit) + [quote + value + quote for value in values])
    text = head + cells(unit, ["logic" if logic else blank + n for n in order]) + after.replace("1,5", "V") + end
    for at, now in rows:
        text += cells(f"{(at - first) / 10**power:.{places}f}{exponent}", [now[n] + blank for n in order]) + after + end
    return text


def said(tmr0, text, file="form.vcd", options=(), shift=0, rate="100MHz"):
    """Status, lines and JSON without what depends on the file."""
    with open(file, "w", encoding="latin-1", newline="") as out:
        out.write(text)
    run = subprocess.run([tmr0, "capture", file, *(["--rate", rate] if rate else []), "--json", "form.json", *options], capture_output=True,
                         text=True, check=False)
    if run.returncode > 1:
        return run.returncode, run.stderr, {}

    def plain(value, key=""):
        if isinstance(value, dict):
            return {k: plain(v, k) for k, v in value.items() if k != "file"}
        return value - shift if key in ("at_ps", "begin_ps", "end_ps") else value
    lines = run.stdout.replace(file, "FILE").splitlines()
    return run.returncode, lines, plain(json.load(open("form.json", encoding="ascii")))


def main():
    tmr0 = sys.argv[1]
    names, rows = capture_of(sys.argv[2], 16)
    base = said(tmr0, vcd(names, rows))
    reads = [line.split(": ")[1] for line in base[1] if ": read " in line]
    if base[0] or reads != [f"read 0x{v:02x}" for v in (0xff, 0xff, 0xfd, 0xff, 0xfd, 0xff, 0xfe, 0xff, 0xfb, 0xff, 0x5a01)] \
            or base[2].get("compared") != 7:
        sys.exit(f"base: {base[0]} {base[1][-3:]} {reads}")

    def same(name, text, file="form.vcd", options=(), shift=0, want=base, rate="100MHz"):
        got = said(tmr0, text, file, options, shift, rate)
        if want[0] > 1:
            sys.exit(f"{name}: {want[:2]}")
        if shift:  # the text's times and columns are others
            got = got[0], want[1], got[2]
        for n, part in enumerate(("status", "text", "JSON")):
            if got[n] != want[n]:
                pairs = zip(want[n], got[n]) if isinstance(got[n], list) else [(want[n], got[:2] if n == 0 else got[n])]
                sys.exit(f"{name}: another {part}: {[pair for pair in pairs if pair[0] != pair[1]][:1]}")

    # Timescales, with the number that 10 ns are in them
    for scale, units in (("1ps", 10**4), ("10\tps", 1000), ("\n100\nps\n", 100), ("1ns", 10), ("10 ns", 1), ("100 fs", 10**5),
                         ("10fs", 10**6), ("1 fs", 10**7)):
        same(f"scale {scale!r}", vcd(names, rows, scale, units))
    for scale, units, scale_of, rate in (("1us", 1, "1 ns", "1MHz"), ("100ns", 10, "1 ns", "1MHz"), ("1 ms", 1, "1 us", "1kHz")):
        same(f"scale {scale}", vcd(names, rows, scale, units), rate=rate,
             want=said(tmr0, vcd(names, rows, scale_of, 1000), rate=rate))
    got = said(tmr0, vcd([n for n in names if n != "X2"], rows, "1 s", 1))
    if got[0] != 1 or got[1][0].split()[0] != "18s":
        sys.exit(f"scale 1 s: {got[0]} {got[1][:1]}")
    # Vectors, short and long, with x and z
    for rows_of in ((), ("DATA",), ROWS):
        for upper in (False, True):
            for short in (False, True):
                for mixed in (False, True):
                    same(f"vectors {list(rows_of)} {upper} {short} {mixed}",
                         vcd(names, rows, rows_of=rows_of, upper=upper, short=short, mixed=mixed, all_values=mixed))

    # Codes of 1 to 8 characters, which may look like values and commands; names, kinds, comments and blanks of all sorts
    codes = ["0", "1", "b", "x", "#", "$", "r1", "b0", "$end", "#10", "bz", "12345678", "z1"]
    same("codes", vcd(names, rows, code=lambda n: codes[n] if n < len(codes) else f"k{n}"))
    same("codes of a vector", vcd(names, rows, rows_of=ROWS, code=lambda n: codes[n] if n < len(codes) else f"k{n}"))
    same("codes long", vcd(names, rows, code=lambda n: f"abcdef{n:02d}"))
    extra = """$date $var is a word here $end $version x $end $comment $dumpvars #5 $en $end
        $var real 64 re RD $end $var string 1 st CS $end $var event 1 ev WR $end $var parameter 8 pa size [7:0] $end
        $var wire 1000000 bi big [999999:0] $end $var wire 1 xx D16 $end $var wire 1 yy SRC0 $end $var wire 1 zz OUT6 $end"""
    same("others", vcd(names, rows, extra=extra, inside="$comment 0! 1! #0 $end r-1.5e3 re sNote st 1ev b101 pa bz10 bi 1xx 0yy 1zz"))
    same("lines", vcd(names, rows, between="\r\n\t ", end="\r\n", inside="$comment\n\n$end", rows_of=("DATA",)))
    same("one line", vcd(names, rows, between=" ", end=" ", rows_of=ROWS))
    same("no last newline", vcd(names, rows).rstrip())
    same("deep", vcd(names, rows, scope="a.b.c", extra="$scope module other $end $var wire 1 ~~ D0_of $end $upscope $end"))
    same("marked", "\xef\xbb\xbf" + vcd(names, rows))
    same("META", "META samplerate: 100000000\n" + vcd(names, rows))
    twice = [row for row in rows for _ in (0, 1)]
    same("each time twice", vcd(names, twice, all_values=True))
    runt = [pair for at, now in rows for pair in ((at, {n: "10"[v == "1"] if v in "01" else "0" for n, v in now.items()}), (at, now))]
    same("both levels at a time", vcd(names, runt))
    # Wherever a block of the reader ends
    text = vcd(names, rows, rows_of=ROWS)
    for pad in range(65536 - 1624, 65536 - 1600):
        same(f"block {pad}", f"$comment {'.' * pad} $end {text}")
    # The interval that the file's times show
    free = said(tmr0, vcd(names, rows), rate="")
    later = re.sub("^#([0-9]+)", lambda time: f"#{int(time[1]) + 7}", vcd(names, rows), flags=re.MULTILINE)
    same("no rate, shift", later, shift=7000, want=free, rate="")
    # Later by much: all times are; up to the latest that is read
    for shift in (1, 10**9, 10**13):
        same(f"shift {shift}", vcd(names, rows, shift=shift), shift=shift * 10000)
    for late in (0, 1):
        got = said(tmr0, vcd(names, rows, "1 ps", 10**4) + f"#{2**61 + late}")
        if (got[0] == 2) != late:
            sys.exit(f"time 2^61 + {late}: {got[0]} {got[1][:1]}")
    # Two pins that move for one sample
    at, now = next(row for row, after in zip(rows[99:], rows[100:]) if after[0] > row[0] + 3)
    other = {**now, **{pin: "10"[int(now[pin])] for pin in ("SRC1", "SRC2")}}
    got = said(tmr0, vcd(names, sorted(rows + [(at + 1, other), (at + 2, now)], key=lambda row: row[0])))
    if got[0] or got[2]["single_samples"] != base[2]["single_samples"] + 2:
        sys.exit(f"two glitches: {got[0]}, {got[2].get('single_samples')}, not {base[2]['single_samples'] + 2}")
    # Tables
    tables = {"s": {}, "ms": dict(unit="Time [ms]", power=5, places=5), "us": dict(unit="time (us)", power=2, places=2),
              "ns": dict(unit="Time [ns]", power=-1, places=0), "quotes": dict(quote='"'),
              "exponent": dict(power=-4, places=0, exponent="e-12"), "empty lines": dict(end="\n\r\n"), "blanks": dict(blank=" "),
              "CRLF": dict(end="\r\n"), "comments": dict(head="; a tool, 3\n;\n\n"), "mixed": dict(mixed=True),
              "e-6": dict(power=2, places=2, exponent="e-6"), "E-06": dict(power=2, places=2, exponent="E-06"),
              "E+00": dict(exponent="E+00"), "volts": dict(after=",\"1,5\""), "capital": dict(unit="TIME"), "minus": dict(first=5 * 10**6), "ps": dict(unit="Time [ps]", power=-4, places=0),
              "13 places": dict(places=13)}
    for name, form in tables.items():
        same(f"table {name}", csv(names, rows, **form), "form.csv")
    head = f"META samplerate: 100000000\n; Channels ({len(names)}/40): {', '.join(names)}\n; Samplerate: 100 MHz\n"
    same("table nanoseconds", csv(names, rows, "nanoseconds", 0, -1, first=-1, head=head, logic=True), "form.csv")
    named = [csv(names, rows, "nanoseconds", 0, -1, first=-1, head=rate) for rate in ("META samplerate: 100000000\n", "; Samplerate: 100 MHz\n")]
    same("table META", named[0], "form.csv", rate="", want=said(tmr0, named[1], "form.csv", rate=""))
    same("table times in quotes", re.sub("^(0[.0-9]*)", r'"\1"', csv(names, rows), flags=re.MULTILINE), "form.csv")
    same("table samples", csv(names, rows, "samples", 0, 0, head=head), "form.csv")
    every = [(at, now) for (at, now), (end, _) in zip(rows, rows[1:] + [(rows[-1][0] + 1, {})]) for at in range(at, end)]
    same("table of every sample", csv(names, every, ""), "form.csv")
    same("table of every sample, in time", csv(names, every), "form.csv")
    # Lines that float from low: no level moves, but what is known
    low = [row for (at, now), (end, then) in zip(rows, rows[1:]) for row in
           ([(at, now)] + [(end - 1, {n: "0" if then[n] == "z" else v for n, v in now.items()})] * (end > at + 1))] + rows[-1:]
    same("table of floating lines", csv(names, low), "form.csv", want=said(tmr0, vcd(names, low)))

    # Eight data lines: x and z that a vector's value leaves out are all of it
    few, narrow = capture_of(sys.argv[2], 8)
    want = said(tmr0, vcd(few, narrow))
    if want[0]:
        sys.exit(f"base of eight lines: {want[:2]}")
    for short in (False, True):
        same(f"eight lines {short}", vcd(few, narrow, rows_of=ROWS, short=short), want=want)
    same("eight lines, table", csv(few, narrow), "form.csv", want=want)
    # Names
    usual = ("CS RD WR CD D DB DATA SRC GATE OUT FOUT X2", "cs_n rd_n wr_n cd_n db_ d data[ source gate[ out_ fout x2",
             "nCS nRD nWR C/D D[ DB[ Data_ Source_ GATE_ OUT[ FOUT X2", "CS# RD# WR# C/D# data DATA DB SRC[ Gate out f_out x_2")
    for style in usual:
        words = style.split()
        for row in (4, 5, 6):
            numbered = {"D": words[row], "SRC": words[7], "GATE": words[8], "OUT": words[9]}
            single = {"CS": words[0], "RD": words[1], "WR": words[2], "CD": words[3], "FOUT": words[10], "X2": words[11]}

            def named(n):
                own = numbered.get(n.rstrip("0123456789"), "")
                return single.get(n) or own + n.lstrip("ACDEGOTRSU") + "]" * own.endswith("[")
            same(f"names {style} {row}", vcd(names, rows, name=named))
    pin = {n: PINS.get(n) or n.lower() for n in names}
    other = dict(zip(names, (f"sig {n}" for n in draw.sample(range(100, 999), len(names)))))
    renamed = vcd(names, rows, name=lambda n: other[n])
    same("map", renamed, options=("--map", ",".join(f"{pin[n]}={other[n]}" for n in names)))
    inside = " ".join(f"$scope module {part} $end $scope module top $end $var wire 1 ~{part} {other['D0']} $end $upscope $end $upscope $end"
                      for part in ("one", "two"))
    renamed = vcd(names, rows, name=lambda n: other[n], extra=inside)
    same("map of scopes", renamed, options=("--map", ",".join(f"{pin[n]}=top.{other[n]}" for n in names)))
    lines = ",".join(f"{pin[n]}={n}" for n in PINS)
    ordered = vcd(names, rows, name=lambda n: n if n in PINS else f"ch{names.index(n) + 5}")
    at = {row: names.index(group[0]) + 5 for row, group in ROWS.items()}
    ranges = ",".join(f"{pin}=ch{at[row]}-{at[row] + len(ROWS[row]) - 1}" for row, pin in (("DATA", "d"), ("SRC", "src"), ("GATE", "gate"), ("OUT", "out")))
    same("map of ranges", ordered, options=("--map", ranges + "," + lines))
    for first, last in ((15, 0), (0, 15), (115, 100), (7, 22)):
        text = vcd(names, rows, rows_of=("DATA",)).replace("DATA [15:0]", f"bus [{first}:{last}]")
        bit = lambda n, first=first, last=last: last - n if first < last else last + n
        same(f"map of bits [{first}:{last}]", text, options=("--map", ",".join(f"d{n}=bus[{bit(n)}]" for n in range(16))))
        same(f"map of a vector [{first}:{last}]", text, options=("--map", "d=bus"))

    # What is refused: the line of the text's end, and the words; what is just not refused
    good = vcd(names, rows[:9])
    d0 = next(line for line in good.splitlines() if " D0 " in line)

    def refused(text, words, file="form.vcd", options=(), line=0):
        at = line or text.count("\n") + 1
        got = said(tmr0, text, file, options)
        if not words and isinstance(got[1], str) and got[1]:
            sys.exit(f"refused: {text[-60:]!r}: {got[1]}")
        if words and (got[0], got[1]) != (2, f"tmr0 capture: {file}{f':{at}' if at > 0 else ''}: {words}\n"):
            sys.exit(f"not refused in line {at} with '{words}': {text[-60:]!r}: {got[:2]}")

    long = "b" + "1" * 4095
    for end, words in (("q", "a word 'q', expected a time such as #10, or a value such as 1! or b101 !"),
                       ("$dumpall", ""), ("$dumpoff", ""), ("$dumpon", ""), ("$end", ""), ("$dumpvars", ""),
                       ("$dumpfile", "a word '$dumpfile', expected a time such as #10, or a value such as 1! or b101 !"),
                       ("#", "a time '#', expected # and a whole number"),
                       ("1", "the code of a signal '1', expected 1 to 8 characters"),
                       ("1~", "the code '~' is not declared, expected that of a $var"),
                       ("b1 ~", "the code '~' is not declared, expected that of a $var"),
                       ("r1 ~", "the code '~' is not declared, expected that of a $var"),
                       ("1!23456789", "the code of a signal '1!23456789', expected 1 to 8 characters"),
                       ("b !", "the value of a vector 'b', expected b and its bits: 0, 1, x, z"),
                       ("b12 !", "the value of a vector 'b12', expected b and its bits: 0, 1, x, z"),
                       (long + " !", ""), (long + "1 !", "a word of more than 4096 characters, expected VCD"),
                       ("\xe4", "a byte 0xe4, expected the text of a VCD"), ("1!\x7f", "a byte 0x7f, expected the text of a VCD"),
                       ("b1", "the file ends, expected the code of a signal after a vector's value")):
        for before in ("", "$comment\r\n\n $end\n\n", "$comment" + "\n" * 70000 + "$end 1! 0!\n"):
            refused(good + before + end + " ", words)
    refused(good + "#9 ", "a time '#9', expected none before the last one")
    for old, new, words in (("wire 1", "wire 1000001", "the width of a signal '1000001', expected a number 1..1000000"),
                            ("wire 1", "wire 0", "the width of a signal '0', expected a number 1..1000000"),
                            ("wire 1", "wire 1x", "the width of a signal '1x', expected a number 1..1000000"),
                            ("wire 1", "wire -1", "the width of a signal '-1', expected a number 1..1000000"),
                            ("D0", "D0 [1:0]", "signal 'D0' of 1 bits, expected a name, and bits such as [0:0]"),
                            ("D0", "D0 [1:0", "signal 'D0' of 1 bits, expected a name, and bits such as [0:0]"),
                            ("D0", "D0 [0:0]", ""), ("D0", "D0 [7:7]", ""), (d0, "$var wire 1 ~~ $var1 $end " + d0, ""),
                            *((" $end", f" {word} $end", f"a $var goes on to {word}, expected $end after its name")
                              for word in ("$var", "$upscope", "$enddefinitions")), ("D0", "", "signal '' of 1 bits, expected a name, and bits such as [0:0]"),
                            (d0, "x" + d0, "a word 'x', expected a declaration of a VCD such as $var"),
                            (d0, "$end" + d0, "a word '$end', expected a declaration of a VCD such as $var")):
        text = good.replace(d0, d0.replace(old, new, 1))
        refused(text, words, line=good[:good.index(d0)].count("\n") + 1)
    refused(good.replace("$upscope $end", "$upscope $end $upscope $end"), "a '$upscope', expected a $scope before it",
            line=good[:good.index("$upscope")].count("\n") + 1)
    refused(good[:good.index("$enddef")], "the file ends, expected $enddefinitions")
    for scopes in (4089, 4090):  # and .GATE1
        refused(good.replace("module top", "module " + "s" * scopes), "" if scopes == 4089 else
                "the name of a signal 'GATE1', expected at most 4095 characters with its scopes",
                line=good[:good.index(" GATE1")].count("\n") + 1)
    refused(good.replace("module top", "module " + "s" * 4095),
            f"scope '{'s' * 36}...', expected paths of at most 4095 characters", line=1)


main()
