#!/bin/sh
# SPDX-License-Identifier: MIT
# The commands from outside: exit statuses, messages, the fate of output files; what `timing` says and ends with; usage of
# tmr0-fuzz and vector-runner.
. tests/check.sh
cd "$folder" || exit 1

lines good.scn 'target chip' 'cmd 0xff' 'wait 1us' status
lines fails.scn 'target chip' 'cmd 0xff' 'expect out1 = 1'
lines bad.scn 'target chip' cmd
lines long.scn 'osc 4MHz' 'repeat 20000 {' 'r 0' '}'
printf 'w 0 0\n' >board.scn
# After the end of the last access the PAL holds WR low while the data goes away
lines late.scn 'machine sun3-60' 'corner max' 'set machine.strobe_hold 25ns' 'gap 1500ns' 'w 0 0' 'w 2 0xff'
cp good.scn keep.scn
run="$tmr0 run"

for help in '--help' '-h' 'help'; do
    check "help-$help" 0 'usage: tmr0 COMMAND' "$tmr0 $help"
    check "help-$help-of-run" 0 'usage: tmr0 run' "$tmr0 $help run"
    check "help-$help-of-none" 2 "unknown command 'none'" "$tmr0 $help none"
    check "help-$help-of-two" 2 "'run' after '$help sweep', expected one command" "$tmr0 $help sweep run"
done
for command in $(commands "$tmr0"); do
    check "help-$command" 0 "usage: tmr0 $command" "$tmr0 $command -h"
done
check version 0 'tmr0 ' "$tmr0 --version"
check no-command 2 'usage: tmr0' "$tmr0"
check run-takes-vectors 0 'vectors (.txt)' "$run --help"
check unknown-command 2 "unknown command 'no', expected one of" "$tmr0 no"
check unknown-option 2 "tmr0 run: unrecognized option '--nothing'" "$run --nothing good.scn"
check last-access 1 'late.scn:6: at 2.56us, access 2: TWHDX' "$run late.scn"
# Found after the next statement has begun, it is the access's that caused it, in its line: on each engine
lines blame.scn 'set machine.strobe_hold 0ns' 'corner max' 'machine sun3-160' 'w 0 0' 'w 2 0x55' 'w 0 0'
lines note.scn 'target chip' 'cmd 0xef' 'cmd 0x01' 'word 0x0b22' 'word 100' 'cmd 0x61' 'cmd 0x02' 'cmd 0x41' 'wait 5us'
lines gate.scn 'target chip' 'cmd 0xef' 'cmd 0x01' 'word 0x8b22' 'word 100' 'cmd 0x61' 'wait 1us' 'pin gate1 1' \
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
    $run "$root/tests/scenarios/chip/wires-one-period.scn" --log --engine $engine | grep 'access [0-9]*, line [0-9]*: note' >$engine.notes
done
report notes-of-wires "$([ "$(wc -l <rtl.notes)" -gt 10 ] && cmp -s rtl.notes model.notes || wc -l rtl.notes model.notes | tr '\n' ' ')"
rm rtl.notes model.notes
check bad-seed 2 "tmr0 run: --seed 1x: wrong digit 'x'" "$run good.scn --seed 1x"
check bad-corner 2 "tmr0 run: --corner x: unexpected 'x', expected min, typ or max" "$run good.scn --corner x"
check machine-of-chip 2 '--machine sun3-60: machine needs target board, but the target is chip; expected it left out (good.scn)' \
    "$run good.scn --machine sun3-60"
check pal-of-chip 2 '--pal direct: pal needs target board, but the target is chip' "$run good.scn --pal direct"
lines set.scn 'target board' 'machine sun3-160' 'pal direct' 'corner min' 'seed 3' 'choice arm_again stops' 'w 0 0'
check options-replace 0 'machine sun3-60, pal flipflop, part am9513a, oscillator period 250ns, corner max, seed 9' \
    "$run set.scn --machine sun3-60 --pal flipflop --corner max --seed 9 --choice arm_again=runs-on"
check option-of-two-files 2 "--machine none: no machine" "$run set.scn set.scn --machine none"
check option-twice 2 '--corner twice, expected it once' "$run set.scn --corner min --corner max"
check option-two-settings 2 'expected one value, without a new line or #' "$run good.scn --machine 'sun3-60 # x'"
check option-not-of-settings 2 "--machine a seed: unexpected 'seed', expected the end of the line" "$run set.scn --machine 'a seed'"
rm set.scn
check no-machine 2 'tmr0: --machine none: no machine "none"' "$run board.scn --machine none"
check data-missing 2 "/none: cannot read: No such file or directory, expected the data folder" "$run good.scn --data /none"
check data-long 2 "a path of 1015 characters, expected a data folder of at most 1014" \
    "$run good.scn --data $(yes a | head -n 1015 | tr -d '\n')"
check data-anywhere 2 "expected the data folder" "$run good.scn --data ."
check data-last 2 "--data without a folder" "$run good.scn --data"
check no-data 2 'expected the data folder' "$tmr0 --data . run good.scn"
check machines-at-most 2 'expected at most 64 of them' "$tmr0 timing $(yes -- '--machine sun3-60' | head -n 65 | tr '\n' ' ')"

# The status of timing is the verdict of the board: 0 only if each machine works with the translator asked for
timing="$tmr0 timing --reads 4 --machine"
check timing-works 0 'sun3-50: works: TWHDX 8.7 ns to spare [GK]
verdict: works. With the flip-flop translator it works in 1 machine.' "$timing sun3-50"
check timing-marginal 1 'verdict: marginal. With the flip-flop translator it is marginal in 1 machine.' "$timing sun3-60"
check timing-fails 1 'verdict: fails. With the flip-flop translator it fails in 1 machine.' "$timing sun3-160:drawn"
check timing-pal-part 0 'sun3-60: works: TWHDX 5 ns to spare' "$timing sun3-60 --pal-part tibpal16l8-25"
check timing-pal 1 'sun3-50: fails: TAVRL 25 ns short [GK]; no cure in parts/
verdict: fails. With the direct translator it fails in 1 machine.' "$timing sun3-50 --pal direct"
check timing-worst 1 'verdict: marginal. With the flip-flop translator it works in 1, is marginal in 1 of 2 machines.' \
    "$timing sun3-60 --machine sun3-50"
check timing-answer-first 0 'With the flip-flop translator it works' "$timing sun3-50 | head -n 1"
never timing-no-marks Unverified "$timing sun3-60"
check timing-marks 1 'sun3-60 [E]: HOST_READ' "$timing sun3-60 --marks"
check timing-terminal 0 '1 of 2 machines' "script -qec '$timing sun3-60 --machine sun3-50' /dev/null | tr '\r' '\n'"
check near-machine 2 'tmr0: no machine "Sun-3/160", did you mean sun3-160?' "$timing Sun-3/160"
check near-variant 2 'no machine "SUN 3 160", did you mean sun3-160?' "$timing 'SUN 3 160:drawn'"
check near-edit 2 'no machine "sun3-61", did you mean sun3-60?' "$timing sun3-61"
check near-part 2 'no part "AM9513-A", did you mean am9513a?' "$timing sun3-60 --part AM9513-A"
check near-control 2 'no machine "sun3?160", did you mean' "$timing \"\$(printf 'sun3\\033160')\""
check far-machine 2 'no machine "sun-3", expected one of' "$timing sun-3"
check far-longer 2 'no machine "sun3-160-vme", expected one of' "$timing sun3-160-vme"

# [expect] is only compared if that is asked for, and is of its own file alone
check expected 0 'all 4 rows as expected' "$timing sun3-160:drawn --expected"
check expected-part 2 '--expected with cts9513-2 and pal16xx, expected am9513a and pal16xx' "$timing sun3-60 --part cts9513-2 --expected"
cp -rL "$root/parts" "$root/machines" .
board() { # hold, more lines: a board of one's own like the Sun-3/60
    printf '[machine]\ninherit = sun3-60\n[strobe_hold]\nvalue = %s\nsource = [HW] seen\n%b' "$1" "${2-}" >machines/mine.ini
}
board 55ns
check own-works 0 'verdict: works.' "$timing mine --data ."
check own-none 2 'no machine asked for has [expect] in its file, expected it with --expected' "$timing mine --data . --expected"
check own-beside 0 'all 4 rows as expected; 4 more have no [expect]' "$timing mine --machine sun3-60 --data . --expected"
board 54.999ns
check own-marginal 1 'mine: marginal: TWHDX 0.001 ns short [GK]; cure: a PAL of at most 34 ns (pal16xxa)' "$timing mine --data ."
board 55ns "$(sed -n '/^\[expect\]/,$p' machines/sun3-60.ini)\n"
check own-differs 1 '2 of 4 rows differ from [expect]' "$timing mine --data . --expected"
check own-differs-row 0 '    expected  flipflop.slow = TWHDX
    found     flipflop.slow = clean' "$timing mine --data . --expected | grep flipflop.slow"
rm -r parts machines

# The man pages have every command, and each its options; groff finds no mistake in them
options() {
    grep -o -- '--[a-z][a-z0-9-]*' | sort -u
}
for program in "$tmr0" "$measure"; do
    page=$root/build/man/${program##*/}.1
    sed 's/\\-/-/g' "$page" | options >after
    for command in $(commands "$program"); do
        "$program" "$command" --help | options >before
        grep -q "^.SS \"${program##*/} $command\"" "$page" && why=$(comm -23 before after | tr '\n' ' ') || why='not there'
        report "man-${program##*/}-$command" "$why"
    done
done
same commands "$(commands "$tmr0" | xargs)" 'timing sweep report run program choices capture decode explore system experiment'
same measure-commands "$(commands "$measure" | xargs)" 'measure compare fit plan clock ticks2ns experiment'
check prefix 2 "unknown command 'tim', did you mean timing?" "$tmr0 tim"
check one-edit 2 "unknown command 'swep', did you mean sweep?" "$tmr0 swep"
check swapped 2 "unknown command 'rnu', did you mean run?" "$tmr0 rnu"
check two-edits 2 "unknown command 'swop', expected one of tmr0 --help" "$tmr0 swop"

check dash 2 'decode: an operand that begins with - comes after --' "$tmr0 decode -1"

# Output
check stdout-full 3 'standard output: cannot write: No space left' "$run good.scn >/dev/full"
check help-full 3 'standard output: cannot write: No space left' "$tmr0 --help >/dev/full"
check stdout-closed 3 'standard output: cannot write: Bad file' "$run good.scn >&-"
check json-full 3 'standard output: cannot write: No space left' "$run good.scn --json - >/dev/full"
check json-nowhere 3 'none/j: cannot write: No such file' "$run good.scn --json none/j"
check json-folder 2 '..: is a folder, expected a file' "$run good.scn --json .."
check to-null 0 'good.scn: pass' "$run good.scn --json /dev/null --wave /dev/null --junit /dev/null"
mkfifo pipe
check to-pipe 0 '"accesses"' "$run good.scn --json pipe >/dev/null & cat pipe; wait \$!"
rm pipe
check to-full 3 '/dev/full: cannot write: No space left' "$run good.scn --json /dev/full"
check wave-nowhere 3 'none/w: cannot write: No such file' "$run good.scn --wave none/w"
check wave-bad-line 2 'bad.scn:2: ' "$run bad.scn --wave w --calls c"
check wave-over-scenario 2 'over what is read' "$run good.scn --wave ./good.scn"
check json-over-scenario 2 'over what is read' "$run good.scn fails.scn --json fails.scn"
# No output goes over a figure file that the same run reads
mkdir own && cp -rL "$root/parts" "$root/machines" own
sun=own/machines/sun3-60.ini
for way in 'run late.scn --json' 'run late.scn --junit' 'run late.scn --wave' 'run late.scn --diagram' \
    'run late.scn --calls' 'timing --machine sun3-60 --reads 2 --json' 'system --machine sun3-60 --engine rtl --samples 2 --wave' \
    'sweep --limit osc --machine sun3-60 --reads 2 --json'; do
    check "figures-${way%% *}-${way##*--}" 2 "$sun: would be written over what is read" "$tmr0 $way $sun --data own"
done
report figures-kept "$(cmp -s $sun "$root/machines/sun3-60.ini" || echo 'the machine is lost')"
rm -r own
check stdin-kept 2 'would be written over what is read' "$run - --json late.scn <late.scn"
for option in json wave junit diagram; do
    check "no-name-$option" 2 "tmr0 run: --$option \"\" is no name, expected that of a file" "$run good.scn --$option ''"
done
check version-more 2 "'foo' after --version, expected nothing" "$tmr0 --version foo"
check help-more 2 '--help with more, expected it alone' "$run --help foo"
check decode-data 2 '--data /none, expected it with' "$tmr0 decode --data /none 1"
check plain-quantum 2 '--quantum with --plain, expected it with SystemC' "$tmr0 system --plain --quantum 5ns"
check quantum-bare 2 '--quantum 5, expected a time above 0 with a unit' "$tmr0 system --quantum 5"
check quantum-long 2 '--quantum below 1ns or above 1s' "$tmr0 system --quantum 2s"
check quantum-short 2 '--quantum below 1ns or above 1s' "$tmr0 system --quantum 999ps"
check quantum-least 0 'us' "$tmr0 system --quantum 1ns --samples 2"
check value-twice 2 '--json twice, expected it once' "$run good.scn --json a --json b"
check same-twice 2 'would be written twice' "$run good.scn --wave x --calls ./x"
lines print.scn 'target chip' 'cmd 0xff' 'print 0xffffffffffffffff' 'print 0xffffffffffffffff hex' \
    'repeat 2 { print 0xa + 1 hex }'
check print-decimal 0 'print.scn:3: -1' "$run print.scn"
check print-hex 0 'print.scn:4: 0xffffffffffffffff' "$run print.scn"
check print-hex-in-block 0 'print.scn:5: 0xb' "$run print.scn"
rm print.scn
# After two accesses there are two states: a limit of two goes on to the third access.
check states-over 2 'more than 1 states after 2 accesses' "$tmr0 explore --states 1"
check states-at 2 'more than 2 states after 3 accesses' "$tmr0 explore --states 2"
check one-schedule 0 ': 1 schedule, 8 accesses' "$tmr0 explore --readers 1"
check read-folder 2 '/tmp: cannot read: Is a directory' "$run /tmp"
check rate-above 2 'from 1 Hz to 1000 GHz with' "$tmr0 capture none --rate 1001GHz"
check rate-most 2 'none: cannot read' "$tmr0 capture none --rate 1000GHz"
check scenario-kept 0 '' cmp good.scn keep.scn
cp good.scn ./-
check wave-named-dash 2 'over what is read' "$run ./- --wave ././-"
rm ./-
cp -rL "$root/parts" "$root/machines" .
for n in $(seq 65); do cp machines/sun3-60.ini "machines/m$n.ini"; done
check machine-files 2 'machine files, expected at most 64' "$tmr0 timing --data . --reads 2"
rm -r parts machines
check calls-of-model 2 'calls of engine model' "$run good.scn --engine model --calls c"
lines effects.scn 'target chip' 'effects on' 'cmd 0xff'
check effects-of-model 2 'effects.scn:2: effects on with engine model, expected rtl: the model has no effects of violations' \
    "$run effects.scn --engine model"
check effects-tell 2 'effects.scn:2: effects on with engine both' "$tmr0 choices --tell effects.scn --engine both"
rm effects.scn
check json-file-size 3 'j: cannot write: File too large' "ulimit -f 1; $run good.scn --json j"
check seed-decimal 0 'seed 10' "$run good.scn --seed 010"
check seed-binary 0 'seed 3' "$run good.scn --seed 0b11"
check seed-empty 2 "--seed 0x: '0x' is not a number, expected" "$run good.scn --seed 0x"
check seed-twice-hex 2 "--seed 0x0x1: wrong digit 'x' in '0x0x1', expected" "$run good.scn --seed 0x0x1"
# 0 is a seed as others are: the same is drawn with it each time, and not what 1 draws
seeded() { # name, command line in which $seed is the number
    for draw in 0 1 0-again; do
        seed=${draw%-*}
        eval "$2" 2>/dev/null | sed 's/seed":\t"[01]"//; s/seed [01]//' >"drawn$draw"
    done
    report "seed-0-$1" "$([ -s drawn0 ] && cmp -s drawn0 drawn0-again && ! cmp -s drawn0 drawn1 || shown drawn*)"
    rm drawn*
}
seeded run "$run '$root/tests/scenarios/effects/related-seeds.scn' --seed \$seed"
seeded timing "$tmr0 timing --machine sun3-60 --reads 3 --seed \$seed --json - | grep spread"
seeded sweep "$tmr0 sweep --machine sun3-60 --random 5 --reads 2 --seed \$seed --out s >/dev/null; cat s/points.csv; rm -r s"
seeded fuzz "$root/build/tmr0-fuzz --ops 300 --seed \$seed"
seeded experiment "$measure experiment aix-filter --quick --seed \$seed"
seeded measure "$measure compare --runs 20 --seed \$seed --raw - true true | cut -d, -f3"
check name-too-long 2 'expected at most 255 bytes' "$run $(yes a | head -n 256 | tr -d '\n').scn"
check two-waves 2 '--wave with 2 files, expected one' "$run good.scn fails.scn --wave w"

check system-processes 2 '--processes 0, expected a number 1..32' "$tmr0 system --processes 0"
check system-slice 2 '--slice 0, expected' "$tmr0 system --slice 0"
check system-reader 2 '--reader kernel, expected user32' "$tmr0 system --reader kernel"
check system-plain 0 'verdict: pass' "$tmr0 system --plain --samples 20 --engine both"
check system-display 0 'The display slowed the machine by 33.9 %' "$tmr0 system --machine sun3-50:w4"
check system-blank 0 "of the machine's time.

Unverified" "$tmr0 system --machine sun3-50:w4 --blank --samples 20"
check system-wrong 1 'verdict: FAIL' "$tmr0 system --reader user32 --work 0 --keep-all --samples 6000"
check experiment-out-nowhere 3 'none/x: cannot make the folder: No such file' "$measure experiment beilner-tables --out none/x"
check experiment-data 2 'no folders parts and machines in it' "$tmr0 experiment danzig-board --quick --data ."
check measure-experiment 2 'no experiment danzig-board' "$measure experiment danzig-board"
check fuzz-ops 2 '--ops 0, expected a number 1..18446744073709551615' "$root/build/tmr0-fuzz --ops 0"
check fuzz-seed-decimal 0 'seed 10' "$root/build/tmr0-fuzz --ops 1 --seed 010"
check fuzz-target 2 '--target x, expected board or chip' "$root/build/tmr0-fuzz --target x"
check fuzz-effects 0 'fuzz: target chip, effects, seed 1' "$root/build/tmr0-fuzz --effects --ops 1 --out f.scn"
check fuzz-nowhere 3 'none/f: cannot write: No such file' "$root/build/tmr0-fuzz --ops 1 --out none/f"
check fuzz-folder 2 '..: is a folder' "$root/build/tmr0-fuzz --ops 1 --out .."
lines v.txt 'target chip' 'expect out1 = 0'
check vectors-full 3 'vector-runner: standard output: cannot write: No space left' "$root/build/test/vector-runner v.txt >/dev/full"
check vectors-closed 3 'vector-runner: standard output: cannot write: Bad file' "$root/build/test/vector-runner v.txt >&-"
rm v.txt

# Output files keep permissions
echo {} >k.json && chmod 600 k.json
$run good.scn --json k.json >said 2>&1
same mode-kept "$(stat -c %a k.json) $(grep -c '"pass"' k.json)" '600 1'
rm k.json
ln -s z z
check link-loop 3 'z: cannot write: Too many levels' "$run good.scn --json z"
rm z

# A name of any bytes gives JSON: what is not UTF-8 becomes ?
for name in "$(printf 'a\377b')" "$(printf 'a\300\257b')" "$(printf 'a\355\240\200b')" "$(printf 'a\364\220\200\200')" \
    "$(printf 'a\342\202')" "$(printf '\303\266\342\202\254\360\237\230\200')"; do
    cp good.scn "$name.scn"
    $run "$name.scn" --json - 2>/dev/null | iconv -f UTF-8 -t UTF-8 >said 2>&1 && grep -q '"pass"' said && why= || why="$(head -c 200 said)"
    report "json-utf8-$(printf %s "$name" | od -An -tx1 | tr -d ' \n')" "$why"
    rm "$name.scn"
done
printf '\303\266' >name && cp good.scn "$(cat name).scn"
report json-utf8-kept "$($run "$(cat name).scn" --json - 2>/dev/null | grep -q "$(cat name).scn" || echo "a good name was changed")"
rm "$(cat name).scn" name

lines settings.scn 'target chip' 'osc 4MHz'
check settings-only 2 'settings.scn:1: no statements, expected one' "$run settings.scn"
rm settings.scn
check data-equals 0 'good.scn: pass' "$run --data=$root good.scn"

mkdir tool && for name in sh dirname mkdir flock cut sort tr grep; do ln -s "$(command -v $name)" tool; done
lines tool/apt-get '#!/bin/sh' 'echo Remv gcc-multilib' && chmod +x tool/apt-get
check setup-removes-nothing 0 'left out, they would remove installed packages: gcc-m68k-linux-gnu gdb-multiarch' \
    "SETUP=yes PATH='$PWD/tool' $root/tools/setup.sh cross"
rm -r tool

same json-alone "$($run good.scn --json - 2>/dev/null | head -c 1)" '['

# "-" of each option that writes a file: what the file would hold, the text goes to standard error, no file stays
for option in json junit diagram calls; do
    rm -f wanted
    $run good.scn --$option wanted >/dev/null 2>&1
    $run good.scn --$option - >got 2>said
    report "standard-$option" "$(cmp -s wanted got && grep -q 'good.scn: pass' said && [ ! -e ./- ] || head -c 200 said)"
done
rm -f wanted got said ./-
check standard-twice 2 'tmr0 run: --json - with --junit -, expected one of them' "$run good.scn --json - --junit -"
check standard-report 0 '<!DOCTYPE html>' "$run good.scn --json - 2>/dev/null >j && $tmr0 report j --out - 2>/dev/null; rm j"
check standard-page-said 0 'written: -' "$run good.scn --json - 2>/dev/null >j && $tmr0 report j --out - 2>&1 >/dev/null; rm j"
check standard-svg 0 '</svg>' "seq 200 | awk '{print 900 + \$1 * 37 % 101}' | $measure measure --file - --svg - 2>/dev/null"
check standard-folder 2 '-: is standard output, expected a folder' "$tmr0 sweep --machine sun3-60 --random 2 --out -"
check standard-parts 0 '' "TMPDIR=. $run good.scn --junit - >/dev/null 2>&1"
check standard-full 3 'standard output: cannot write: No space left' "$run good.scn --junit - >/dev/full"
check standard-place 3 'none/tmr0.part.' "TMPDIR=none $run good.scn --junit -"

ln -s real.json link.json
echo old >real.json
$run good.scn --json link.json >said 2>&1
report link-followed "$([ -L link.json ] && grep -q '"pass"' real.json || echo "the link was replaced or its file not written")"
rm -f link.json real.json

# name, signal, output to wait for, command line: ended by the signal, it leaves nothing. env undoes what
# nohup and its like leave ignored for all they start.
check_signal() {
    name=$1 signal=$2 output=$3
    shift 3
    env --default-signal="$signal" "$@" >said 2>&1 &
    part="ls $output.part.* >/dev/null 2>&1"
    wait_for "$part"
    eval "$part" && why= || why="no part of $output; "
    kill -"$signal" $! 2>/dev/null
    wait $! 2>/dev/null
    [ "$(kill -l $? 2>/dev/null)" = "$signal" ] || why="${why}not ended by the signal; "
    ls | grep -q -e 'part' -e "^$output\$" && why="${why}left $(ls | tr '\n' ' ')"
    report "$name" "$why"
}
check_signal signal-TERM TERM calls "$tmr0" run long.scn --calls calls --json j
check_signal signal-HUP HUP calls "$tmr0" run long.scn --calls calls --json j
# What was printed is kept, whole lines of it, and the last one says that the run was ended
lines endless.scn 'repeat 1000000 {' 'r 0' '}'
env --default-signal=INT "$tmr0" run endless.scn --log >kept.txt 2>last.txt &
wait_for '[ -s kept.txt ]'
stop INT
why=
[ $status -eq 130 ] || why="status $status; "
[ -z "$(tail -c 1 kept.txt)" ] || why="${why}the last line is cut; "
grep -qx 'ended by a signal' last.txt || why="${why}said: $(cat last.txt)"
report signal-keeps "$why"
rm endless.scn kept.txt last.txt
check_signal signal-fuzz TERM f.scn "$root/build/tmr0-fuzz" --ops 100000000 --out f.scn
exit $bad
