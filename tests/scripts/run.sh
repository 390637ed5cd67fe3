#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 run of several files: the sum, the exit status, what --quiet leaves out, JSON and JUnit of files that cannot be
# played; settings by options; standard input; edges; the gap that cures a violation.
. tests/check.sh
cd "$folder" || exit 1
run="'$tmr0' run"

put good.scn 'target chip' 'cmd 0x61' 'wait 10us' status 'print 7' show
put 'ba&d.scn' 'target chip' 'print 7' 'expect out1 = 1'
put mistake.scn 'target chip' 'prnt 7'
put midway.scn 'target chip' 'let a = 1 / ($now - $now)'

prints quiet "ba&d.scn:3: at 0ns: out1 is 0, expected 1
ba&d.scn: FAIL, 1 expectation failed, 0 violations
3 files: 2 passed, 1 failed" "$run --quiet good.scn 'ba&d.scn' good.scn"
prints sum-refused 'tmr0 run: none.scn: cannot read: No such file or directory
tmr0 run: mistake.scn:2: unknown statement '\''prnt'\'', expected '\''print'\''?
tmr0 run: midway.scn:2: division by zero
5 files: 1 passed, 1 failed, 3 not run' "$run --quiet none.scn 'ba&d.scn' mistake.scn midway.scn good.scn | grep -v '^ba'"
check status-good 0 '2 files: 2 passed, 0 failed' "$run good.scn good.scn"
check status-bad 1 '2 files: 1 passed, 1 failed' "$run 'ba&d.scn' good.scn"
check status-refused 2 '3 files: 1 passed, 1 failed, 1 not run' "$run mistake.scn 'ba&d.scn' good.scn"
check status-full 3 'cannot write: No space left' "$run mistake.scn good.scn >/dev/full"
put once.scn 'target chip' 'timing TAVRL 20ns' 'status -> x' 'expect clean' 'expect violation TAVWH'
prints once "once.scn:5: at 190ns: violations: none, expected TAVWH
once.scn:3: at 30ns, access 1: TAVRL: required 25ns [GK], observed 20ns (C/D valid to read low)
once.scn: FAIL, 2 expectations failed, 1 violation" "$run --quiet once.scn"
check name-control 2 'a?b.scn: not a name for messages' "$run 'a
b.scn'"
put place.scn 'target chip' 'cmd 0x1f' 'timing TAVRL 24.999ns' 'status -> x' 'expect violation TAVRL access 3' \
    'timing TAVRL 24.999ns' 'status -> x' 'expect violation TAVRL slack -2ps at 2us' \
    'expect margin TAVRL = -1ps access 3' 'expect margin TAVRL = -1ps access 2 at 1.68us'
for engine in rtl model both; do
    prints place-$engine "place.scn:5: at 1.84us: TAVRL: access 2, expected access 3
place.scn:8: at 3us: TAVRL: slack -1ps at 2.84us, expected slack -2ps at 2us
place.scn:9: at 3us: margin of TAVRL: access 2, expected access 3
place.scn: FAIL, 3 expectations failed, 0 violations" "$run --quiet --engine $engine place.scn"
done
check quiet-log 2 '--log with --quiet, expected one of them' "$run --quiet --log good.scn"
check quiet-quiet 0 '' "$run --quiet good.scn"

# Nothing judged is no pass: without an access, what holds anyway and a loop of no turns fail; print alone has no verdict
judged() { # name, status, last words, statements: on each engine
    case=$1 want=$2 text=$3
    shift 3
    put nothing.scn 'target chip' "$@"
    for engine in rtl model both; do
        check "nothing-$case-$engine" "$want" "$text" "$run --engine $engine nothing.scn"
    done
}
failed='judged: nothing, expected an access or an expectation of the board
nothing.scn: FAIL, 1 expectation failed, 0 violations'
judged clean 1 "nothing.scn:2: at 0ns: $failed" 'expect clean'
judged clean-access 0 'nothing.scn: pass' 'cmd 0xff' 'expect clean'
judged clean-pin 1 "nothing.scn:4: at 1.3us: $failed" 'pulse src1 300ns' 'wait 1us' 'expect clean' # nothing counts SRC1
judged clean-count 0 'nothing.scn: pass' 'expect clean' 'expect count 1 = 0'
judged value 1 "nothing.scn:3: at 1us: $failed" 'wait 1us' 'expect $now = 1000000'
judged notes 1 "nothing.scn:2: at 0ns: $failed" 'expect notes none'
judged violation 1 'violations: none, expected TAVRL' 'expect violation TAVRL'
judged loop 1 "nothing.scn:2: at 0ns: $failed" 'repeat 0 { status = 7 }'
judged X2-not-set 1 "$failed" 'wait 375ns' 'expect clean' # X2 rises at 125 ns and 375 ns
judged X2-set 0 'nothing.scn: pass' 'osc 4MHz' 'wait 375ns' 'expect clean'
judged X2-too-short 1 "$failed" 'osc 4MHz' 'wait 249.999ns' 'expect clean'
judged print 0 'nothing.scn: played, nothing judged' 'wait 1us' 'print 7' 'repeat 2 { show }'
check nothing-sum 1 '3 files: 1 passed, 1 failed, 1 not judged' "$run nothing.scn 'ba&d.scn' good.scn"
"$tmr0" run nothing.scn good.scn --quiet --json j --junit x >printed 2>&1 || report nothing-status "status $?"
check nothing-json 0 '[None, True]' 'python3 -c "import json; print([one[\"pass\"] for one in json.load(open(\"j\"))])"'
check nothing-junit 0 "name='nothing.scn'><skipped message='nothing judged'/>" cat x
check nothing-junit-sum 0 "failures='0' errors='0' skipped='1'" cat x
check nothing-page 0 '"pass":null' "'$tmr0' report j --out -"

# An access that a check names, and its line: on each engine
put blame.scn 'set machine.strobe_hold 0ns' 'corner max' 'machine sun3-160' 'w 0 0' 'w 2 0x55' 'w 0 0'
put note.scn 'target chip' 'cmd 0xef' 'cmd 0x01' 'word 0x0b22' 'word 100' 'cmd 0x61' 'cmd 0x02' 'cmd 0x41' 'wait 5us'
put gate.scn 'target chip' 'cmd 0xef' 'cmd 0x01' 'word 0x8b22' 'word 100' 'cmd 0x61' 'wait 1us' 'pin gate1 1' \
    'wait 1us'
for engine in rtl model both; do
    check "blame-$engine" 1 'blame.scn:5: at 905ns, access 2: TWHDX' "$run blame.scn --engine $engine"
    check "blame-note-$engine" 0 '7.125us     access 5, line 6: note TWHEH: required 700ns, observed 345ns' \
        "$run note.scn --log --engine $engine"
    check "blame-pin-$engine" 0 'line 8: note TGVEH: required 100ns [GK], observed 75ns' \
        "$run gate.scn --log --engine $engine"
    check "form-$engine" 0 'TWHEH_DOUBLE     700           -355       7.125      5      2' \
        "$run note.scn --log --engine $engine"
done
# Both engines report each of many edges that a wire makes, at its own time
for engine in rtl model; do
    "$tmr0" run "$root/tests/scenarios/chip/wires-one-period.scn" --log --engine $engine | grep 'access [0-9]*, line [0-9]*: note' >$engine.notes
done
report notes-of-wires "$([ "$(wc -l <rtl.notes)" -gt 10 ] && cmp -s rtl.notes model.notes || wc -l rtl.notes model.notes | tr '\n' ' ')"

# Settings by options
check bad-seed 2 "tmr0 run: --seed 1x: wrong digit 'x'" "$run good.scn --seed 1x"
check bad-corner 2 "tmr0 run: --corner x: unexpected 'x', expected min, typ or max" "$run good.scn --corner x"
check machine-of-chip 2 '--machine sun3-60: machine needs target board, but the target is chip; expected it left out (good.scn)' \
    "$run good.scn --machine sun3-60"
check pal-of-chip 2 '--pal direct: pal needs target board, but the target is chip' "$run good.scn --pal direct"
put set.scn 'target board' 'machine sun3-160' 'pal direct' 'corner min' 'seed 3' 'choice arm_again stops' 'w 0 0'
check options-replace 0 'machine sun3-60, pal flipflop, part am9513a, oscillator period 250ns, corner max, seed 9' \
    "$run set.scn --machine sun3-60 --pal flipflop --corner max --seed 9 --choice arm_again=runs-on"
check option-of-two-files 2 "--machine none: no machine" "$run set.scn set.scn --machine none"
check option-twice 2 '--corner twice, expected it once' "$run set.scn --corner min --corner max"
check option-two-settings 2 'expected one value, without a new line or #' "$run good.scn --machine 'sun3-60 # x'"
check option-not-of-settings 2 "--machine a seed: unexpected 'seed', expected the end of the line" "$run set.scn --machine 'a seed'"
check no-machine 2 'tmr0 run: --machine none: no machine "none"' "$run set.scn --machine none"
check seed-decimal 0 'seed 10' "$run good.scn --seed 010"
check seed-binary 0 'seed 3' "$run good.scn --seed 0b11"
check seed-empty 2 "--seed 0x: '0x' is not a number, expected" "$run good.scn --seed 0x"
check seed-twice-hex 2 "--seed 0x0x1: wrong digit 'x' in '0x0x1', expected" "$run good.scn --seed 0x0x1"
check calls-of-model 2 'calls of engine model' "$run good.scn --engine model --calls c"
put effects.scn 'target chip' 'effects on' 'cmd 0xff'
check effects-of-model 2 'effects.scn:2: effects on with engine model, expected rtl: the model has no effects of violations' \
    "$run effects.scn --engine model"
check effects-tell 2 'effects.scn:2: effects on with engine both' "$tmr0 choices --tell effects.scn --engine both"

# Standard input
check stdin 0 '-: pass' "$run - <good.scn"
check stdin-line 2 'tmr0 run: -:2: unknown statement' "$run - <mistake.scn"
check stdin-empty 2 'tmr0 run: -:1: no statements' "$run -"
cp good.scn ./-
check stdin-file 0 './-: pass' "$run ./-"
rm ./-

# JSON and JUnit have all files
"$tmr0" run good.scn 'ba&d.scn' mistake.scn none.scn --json j --junit x >said 2>&1
python3 - <<'END' >why 2>&1
import json
import xml.etree.ElementTree as tree
result = json.load(open("j"))
assert [r["pass"] for r in result] == [True, False, False, False], result
assert result[1]["failures"] == [{"line": 3, "at_ps": 0, "what": "out1", "seen": "0", "expected": "1"}], result[1]
assert [v["value"] for v in result[0]["values"]] == ["0x01", "7"], result[0]
assert len(result[0]["notes_made"]) == result[0]["notes"], result[0]
assert result[2]["error"].startswith("mistake.scn:2: "), result[2]
assert result[3]["error"] == "none.scn: cannot read: No such file or directory", result[3]
suite = tree.parse("x").getroot()
assert suite.attrib == {"name": "tmr0 run", "tests": "4", "failures": "1", "errors": "2", "skipped": "0"}, suite.attrib
cases = list(suite)
assert [c.attrib["name"] for c in cases] == ["good.scn", "ba&d.scn", "mistake.scn", "none.scn"], cases
assert len(list(cases[0])) == 0
assert cases[1].find("failure").text == "ba&d.scn:3: out1: 0, expected 1\n", cases[1].find("failure").text
assert cases[2].find("error").attrib["message"] == result[2]["error"]
END
report json-junit "$(tail -n 1 why)"
# What is printed against the JSON, of files with violations, expected ones, notes, an included file, 50 and 51 violations
put part.inc 'timing TWHDX 1ns' 'cmd 0x01'
echo 'w 2 0xff 0xff' >board.inc
put board.scn 'machine sun3-60' 'pal direct' 'w 0 0' 'r 0' 'include "board.inc"' 'expect 1 = 2'
put expected.scn 'target chip' 'include "part.inc"' 'expect violation TWHDX'
for n in 50 51 52; do
    put $n.scn 'target chip' 'set part.TWHDX 25ns' "repeat $n {" 'timing TWHDX 24.999ns' 'cmd 0x01' 'wait 2us' '}'
done
"$tmr0" run good.scn board.scn expected.scn 5?.scn "$root/tests/capture/near-edges.scn" --log --corner min --seed 7 --json j >said 2>&1
report printed "$("$root/tests/printed.py" said j 2>&1 | tail -n 1)"
put 'a<b.scn' 'target chip' 'timing TWHDX 1ns' 'cmd 0xff'
"$tmr0" run 'a<b.scn' --junit x >said
has junit-violation x '>a&lt;b.scn:3: TWHDX violated'
rm x said
echo 'include "good.scn"' >outer.scn
cp good.scn kept
check junit-included 2 'good.scn: would be written over what is read' "$run outer.scn --junit good.scn"
check json-included 2 'good.scn: would be written over what is read' "$run 'ba&d.scn' - --json ./good.scn <outer.scn"
check json-included-later 2 'link: would be written over what is read' \
    "ln -s good.scn link; $run 'ba&d.scn' outer.scn --json link; s=\$?; rm link; (exit \$s)"
check included-kept 0 '' cmp good.scn kept

# Edges: TC toggles OUT1 every 4 periods of 250 ns; FOUT is F1 / 16
put edges.scn 'target chip' 'cmd 0xff 0x01' 'data 0x22 0x0b 4 0' 'cmd 0x61' 'wait 4us'
"$tmr0" run --edges edges.scn >seen
same edges "$(grep OUT1 seen)" "$(printf '      %s     OUT1 %s\n' 11.775us rises 12.775us falls 13.775us rises)"
report edges-fout "$([ "$(grep -c ' FOUT [rf]' seen)" -ge 5 ] || shown seen)"
put edges.scn 'target chip' 'cmd 0xff 0x01' 'data 0x04 0x00'
check edges-floats 0 '  OUT1 floats' "$run --edges edges.scn"
# All edges of a dump
"$tmr0" run "$root/tests/capture/pins.scn" --wave pins.vcd >said 2>&1
"$tmr0" run "$root/tests/capture/pins.scn" --edges >seen
report edges-dump "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/tests/capture" python3 - <<'END' 2>&1
import re
from analyser import SCOPES, number, read
edges, level = [], {}
for ps, signal, value in read("pins.vcd", SCOPES["chip"]).changes():
    for pin in {"o_out": [f"OUT{n}" for n in range(1, 6)], "o_fout": ["FOUT"]}.get(signal, []):
        now = number(value) >> (int(pin[3:]) - 1 if pin != "FOUT" else 0) & 1
        if now != level.setdefault(pin, now):
            edges.append((ps, f"{pin} {'rises' if now else 'falls'}"))
        level[pin] = now
seen = [(round(float(at) * 10**6), what) for at, what in re.findall(r"^ *([0-9.]+)us +(F?OUT.*)", open("seen").read(), re.MULTILINE)]
if seen != edges or len(seen) < 10:
    print(len(seen), len(edges), *[pair for pair in zip(seen, edges) if pair[0] != pair[1]][:1])
END
)"
check edges-model 2 '--edges with --engine model, expected rtl' "$run --edges --engine model edges.scn"
check edges-diagram 2 '--diagram with --edges, expected one of them' "$run --edges --diagram d.svg edges.scn"

# The gap in the message cures it; one that `timing` applies, no gap cures
put soon.scn 'w 0 0' 'w 2 0xff 0xff'
check gap-says 1 'recovery, write to write; `gap 1.5us` cures it)' "$run soon.scn"
put soon.scn 'gap 1.5us' 'w 0 0' 'w 2 0xff 0xff'
check gap-cures 0 'pass' "$run soon.scn"
put soon.scn 'target chip' 'gap 100ns' 'cmd 0xff 0xff'
check gap-chip 1 'write to write; `gap 1.5us` cures it)' "$run soon.scn"
put soon.scn 'target chip' 'timing TWHWL 1us' 'cmd 0xff 0xff'
check gap-timing 1 'recovery, write to write)' "$run soon.scn"

# The PAL that cures a board, as part and as figure; 1 ps more does not. A machine without a buffer has no figure of it.
put board.scn 'machine sun3-60' 'corner max' 'gap 2us' 'r 0' 'w 2 0x17' 'expect clean'
check pal-slow 1 'TWHDX: required 20ns [GK], observed 15ns' "$run board.scn"
check pal-part 0 'part am9513a, PAL pal16xxa, oscillator' "$run board.scn --pal-part pal16xxa"
check pal-delay 0 'PAL pal16xx:30ns, oscillator' "$run --engine both board.scn --pal-part pal16xx:30ns"
check pal-delay-more 1 'observed 19.999ns' "$run board.scn --pal-part pal16xx:30.001ns"
for line in 'pal-part pal16xxa' 'pal-part pal16xx:30ns' 'set pal.pal_tpd 30ns'; do
    (echo "$line" && cat board.scn) >cured.scn
    check "pal-line-$line" 0 'pass' "$run cured.scn"
done
check pal-unknown 2 'tmr0 run: --pal-part pal: no part "pal"' "$run board.scn --pal-part pal"
(echo 'set buffer.buf_tpd 1ns' && cat board.scn) >cured.scn
check no-buffer 2 'cured.scn:1: machine sun3-60 has no buffer, expected another figure' "$run cured.scn"
echo 'expect margin TWHDX = 6ns' >>cured.scn # 60 ns, less 35 and 20, and what the buffer adds
check buffer 0 'pass' "$run cured.scn --machine sun3-160:window"

# A gate and a buffer of 1 ps are delays as any other.
mkdir fast && cp -rL "$root/parts" "$root/machines" fast
sed -i '/^\[[a-z]*_tpd\]/,/^source/s/= [0-9.]*ns/= 1ps/' fast/parts/pal16xx.ini fast/parts/74als245a.ini
check delays-1ps 0 ': pass' "$run --engine both --data fast $root/tests/scenarios/board/board-status.scn"

# A machine by its path: in a file from the file's folder, in an option from here
mkdir own
put own/mine.ini '[machine]' 'title = Mine' 'inherit = sun3-60' '[strobe_hold]' 'value = 5ns' 'source = [HW] measured'
put own/mine.scn 'machine mine.ini' 'gap 1500ns' 'w 0 0' 'w 2 0xff' 'expect violation TWHDX'
check machine-path 0 'machine own/mine.ini, pal' "$run own/mine.scn"
check machine-option 0 'machine mine.ini, pal' "cd own && $run ../own/mine.scn --machine mine.ini"
check machine-shipped 1 'mine.scn: FAIL' "$run own/mine.scn --machine sun3-60"
check machine-missing 2 'tmr0 run: --machine mine.ini: mine.ini: cannot read: No such file' "$run own/mine.scn --machine mine.ini"
mkdir 'o wn'
cp own/mine.ini 'o wn/my own.ini'
put 'o wn/mine.scn' 'machine  my own.ini # a blank' 'gap 1500ns' 'w 0 0' 'w 2 0xff' 'expect violation TWHDX'
check machine-blank 0 'machine o wn/my own.ini, pal' "$run 'o wn/mine.scn'"
check machine-blank-option 0 'machine o wn/my own.ini, pal' "$run own/mine.scn --machine 'o wn/my own.ini'"
check machine-more 2 "unexpected 'or', expected the end of the line" "echo 'machine mine.ini or' | $run -"
check machine-kept 2 'own/mine.ini: would be written over what is read' "$run own/mine.scn --json own/mine.ini"
exit $bad
