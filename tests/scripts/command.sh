#!/bin/sh
# SPDX-License-Identifier: MIT
# What all commands share, from outside: help, names that are nearly right, man pages, seeds, output files, signals.
. tests/check.sh
cd "$folder" || exit 1

put good.scn 'target chip' 'cmd 0xff' 'wait 1us' status
put fails.scn 'target chip' 'cmd 0xff' 'expect out1 = 1'
put bad.scn 'target chip' cmd
put long.scn 'osc 4MHz' 'repeat 20000 {' 'r 0' '}'
# After the end of the last access the PAL holds WR low while the data goes away
put late.scn 'machine sun3-60' 'corner max' 'set machine.strobe_hold 25ns' 'gap 1500ns' 'w 0 0' 'w 2 0xff'
cp good.scn keep.scn
run="$tmr0 run"

for help in '--help' '-h' 'help'; do
    check "help-$help" 0 'usage: tmr0 COMMAND' "$tmr0 $help"
    check "help-$help-of-run" 0 'usage: tmr0 run' "$tmr0 $help run"
    check "help-$help-of-none" 2 "unknown command 'none'" "$tmr0 $help none"
    check "help-$help-of-two" 2 "'run' after '$help sweep', expected one command" "$tmr0 $help sweep run"
done
for program in "$tmr0" "$measure"; do
    for command in $(commands "$program"); do
        check "help-${program##*/}-$command" 0 "usage: ${program##*/} $command" "$program $command -h"
    done
done
check version 0 "tmr0 $(sed -n 's/^VERSION = \([0-9.]*\).*/\1/p' "$root/Makefile")" "$tmr0 --version"
check no-command 2 'usage: tmr0' "$tmr0"
check run-takes-vectors 0 'vectors (.txt)' "$run --help"
check unknown-command 2 "unknown command 'no', expected one of" "$tmr0 no"
check unknown-option 2 "tmr0 run: unrecognized option '--nothing'" "$run --nothing good.scn"
check option-begun 0 'seed 7' "$run good.scn --see 7"
check option-ambiguous 2 "option '--wa' is ambiguous; possibilities: '--wave' '--wave-from' '--wave-to'" "$run good.scn --wa w"
check last-access 1 'late.scn:6: at 2.56us, access 2: TWHDX' "$run late.scn"
check data-missing 2 "/none: cannot read: No such file or directory, expected the data folder" "$run good.scn --data /none"
check data-long 2 "a path of 1015 characters, expected a data folder of at most 1014" \
    "$run good.scn --data $(yes a | head -n 1015 | tr -d '\n')"
check data-anywhere 2 "expected the data folder" "$run good.scn --data ."
check data-last 2 "--data without a folder" "$run good.scn --data"
check no-data 2 'expected the data folder' "$tmr0 --data . run good.scn"

# The man pages have every command, and each its options below its own heading
options() {
    grep -o -- '--[a-z][a-z0-9-]*' | sort -u
}
for program in "$tmr0" "$measure"; do
    page=$root/build/man/${program##*/}.1
    for command in $(commands "$program"); do
        "$program" "$command" --help | options >before
        awk -v head=".SS \"${program##*/} $command\"" '/^\.S[SH]/ { on = index($0, head) == 1 } on' "$page" >after.man
        sed 's/\\-/-/g' after.man | options >after
        [ -s after.man ] && why=$(comm -23 before after | tr '\n' ' ') || why='not there'
        report "man-${program##*/}-$command" "$why"
    done
done
same commands "$(commands "$tmr0" | xargs)" 'timing sweep report run program choices capture decode explore system experiment'
same measure-commands "$(commands "$measure" | xargs)" 'measure compare fit plan clock ticks2ns experiment'
# No message has a byte that a terminal obeys, or that is no UTF-8
check control-command 2 "unknown command 'a?[31m??b?ö', expected" "$tmr0 '$(printf 'a\033[31m\302\233b\377ö')'"
check control-option 2 "unrecognized option '--a?b'" "$run '$(printf -- '--a\033b')'"
check control-value 2 'no machine "?"' "$tmr0 timing --machine '$(printf '\177')'"
check control-file 2 "n?: cannot read" "$tmr0 capture '$(printf 'n\001')'"
check prefix 2 "unknown command 'tim', did you mean timing?" "$tmr0 tim"
check one-edit 2 "unknown command 'swep', did you mean sweep?" "$tmr0 swep"
check swapped 2 "unknown command 'rnu', did you mean run?" "$tmr0 rnu"
check two-edits 2 "unknown command 'swop', expected one of tmr0 --help" "$tmr0 swop"

# Output
check stdout-full 3 'standard output: cannot write: No space left' "$run good.scn >/dev/full"
check help-full 3 'standard output: cannot write: No space left' "$tmr0 --help >/dev/full"
check stdout-closed 3 'standard output: cannot write: Bad file' "$run good.scn >&-"
check json-stdout-closed 3 'standard output: cannot write: Bad file' "$run good.scn --json j >&- && cat j"
check json-full 3 'standard output: cannot write: No space left' "$run good.scn --json - >/dev/full"
check json-nowhere 3 'none/j: cannot write: No such file' "$run good.scn --json none/j"
check json-folder 2 '..: is a folder, expected a file' "$run good.scn --json .."
check to-null 0 'good.scn: pass' "$run good.scn --json /dev/null --wave /dev/null --junit /dev/null"
mkfifo pipe
check to-pipe 0 '"accesses"' "$run good.scn --json pipe >/dev/null & cat pipe; wait \$!"
check to-full 3 '/dev/full: cannot write: No space left' "$run good.scn --json /dev/full"
check wave-nowhere 3 'none/w: cannot write: No such file' "$run good.scn --wave none/w"
check wave-bad-line 2 'bad.scn:2: ' "$run bad.scn --wave w --calls c"
check wave-over-scenario 2 './good.scn: would be written over what is read' "$run good.scn --wave ./good.scn"
check json-over-scenario 2 'fails.scn: would be written over what is read' "$run good.scn fails.scn --json fails.scn"
# No output goes over a figure file that the same run reads
mkdir own && cp -rL "$root/parts" "$root/machines" own
sun=own/machines/sun3-60.ini
for way in 'run late.scn --json' 'run late.scn --junit' 'run late.scn --wave' 'run late.scn --diagram' \
    'run late.scn --calls' 'timing --machine sun3-60 --reads 2 --json' 'system --machine sun3-60 --engine rtl --samples 2 --wave' \
    'sweep --limit osc --machine sun3-60 --reads 2 --json'; do
    check "figures-${way%% *}-${way##*--}" 2 "$sun: would be written over what is read" "$tmr0 $way $sun --data own"
done
report figures-kept "$(cmp -s $sun "$root/machines/sun3-60.ini" || echo 'the machine is lost')"
check stdin-kept 2 'late.scn: would be written over what is read' "$run - --json late.scn <late.scn"
for option in json wave junit diagram; do
    check "no-name-$option" 2 "tmr0 run: --$option \"\" is no name, expected that of a file" "$run good.scn --$option ''"
done
check version-more 2 "'foo' after --version, expected nothing" "$tmr0 --version foo"
check help-more 2 '--help with more, expected it alone' "$run --help foo"
check value-twice 2 '--json twice, expected it once' "$run good.scn --json a --json b"
cp "$tmr0" program
check over-program 2 './program: would be written over what is read' "./program timing --machine sun3-60 --data '$root' --json ./program"
rm program
check wave-in-parts 1 'fails.scn: FAIL' "$run fails.scn --data own --wave own/parts/new.vcd"
check same-twice 2 ' x: would be written twice' "$run good.scn --wave x --calls ./x"
check read-folder 2 '/tmp: cannot read: Is a directory' "$run /tmp"
check rate-above 2 'from 1 Hz to 1000 GHz with' "$tmr0 capture none --rate 1001GHz"
check rate-most 2 'none: cannot read' "$tmr0 capture none --rate 1000GHz"
check scenario-kept 0 '' cmp good.scn keep.scn
cp good.scn ./-
check wave-named-dash 2 '././-: would be written over what is read' "$run ./- --wave ././-"
rm ./-
check json-file-size 3 'j: cannot write: File too large' "ulimit -f 1; $run good.scn --json j"
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
seeded fuzz "$root/build/tmr0-fuzz --ops 1000 --seed \$seed"
seeded experiment "$measure experiment aix-filter --quick --seed \$seed"
seeded measure "$measure compare --runs 20 --seed \$seed --raw - true true | cut -d, -f3"
check name-too-long 2 'expected at most 255 bytes' "$run $(yes a | head -n 256 | tr -d '\n').scn"
check two-waves 2 '--wave with 2 files, expected one' "$run good.scn fails.scn --wave w"

# Output files keep permissions
echo {} >k.json && chmod 600 k.json
$run good.scn --json k.json >said 2>&1
same mode-kept "$(stat -c %a k.json) $(grep -c '"pass"' k.json)" '600 1'
ln -s z z
check link-loop 3 'z: cannot write: Too many levels' "$run good.scn --json z"

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

put settings.scn 'target chip' 'osc 4MHz'
check settings-only 2 'settings.scn:1: no statements, expected one' "$run settings.scn"
check data-equals 0 'good.scn: pass' "$run --data=$root good.scn"

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

# name, signal, output to wait for, command line: ended by the signal, it leaves nothing. env undoes what
# nohup and its like leave ignored for all they start.
check_signal() {
    name=$1 signal=$2 output=$3
    shift 3
    env --default-signal="$signal" "$@" >said 2>&1 &
    part="ls $output.part.* >/dev/null 2>&1"
    wait_for "$part"
    eval "$part" && why= || why="no part of $output; "
    stop "$signal"
    [ "$(kill -l $status 2>/dev/null)" = "$signal" ] || why="${why}not ended by the signal; "
    ls | grep -q -e 'part' -e "^$output\$" && why="${why}left $(ls | tr '\n' ' ')"
    report "$name" "$why"
}
check_signal signal-TERM TERM calls "$tmr0" run long.scn --calls calls --json j
check_signal signal-HUP HUP calls "$tmr0" run long.scn --calls calls --json j
# What was printed is kept, whole lines of it, and the last one says that the run was ended
put endless.scn 'repeat 1000000 {' 'r 0' '}'
env --default-signal=INT "$tmr0" run endless.scn --log >kept.txt 2>last.txt &
wait_for '[ -s kept.txt ]'
stop INT
why=
[ $status -eq 130 ] || why="status $status; "
[ -z "$(tail -c 1 kept.txt)" ] || why="${why}the last line is cut; "
grep -qx 'ended by a signal' last.txt || why="${why}said: $(cat last.txt)"
report signal-keeps "$why"
check_signal signal-fuzz TERM f.scn "$root/build/tmr0-fuzz" --ops 100000000 --out f.scn
exit $bad
