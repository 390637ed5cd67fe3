#!/bin/sh
# SPDX-License-Identifier: MIT
# Machine code on the 68020: tmr0 system --cpu m68020. Exit status 0: all as expected.
set -eu
cd "$(dirname "$0")/../.."
root=$(pwd)
tmr0=$root/build/tmr0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "m68k.sh: $*" >&2
    exit 1
}

# expect STATUS PATTERN OPTIONS...: what the run ends with and prints
expect() {
    want=$1 pattern=$2 status=0
    shift 2
    timeout 60 "$tmr0" system --cpu m68020 "$@" >"$work/out" 2>&1 || status=$?
    [ "$status" = "$want" ] || { cat "$work/out"; fail "status $status, expected $want: $*"; }
    grep -q -e "$pattern" "$work/out" || { cat "$work/out"; fail "expected \"$pattern\": $*"; }
}
build() { # NAME FILE: links a file as it is; a line of assembly comes in as the file -
    m68k-linux-gnu-gcc -m68020 -nostdlib -static -Wl,-Ttext="${3-0x1000}" -Wl,-e,"${4-0x1000}" -Wl,--build-id=none -Wl,-z,noexecstack \
        -x assembler-with-cpp -o "$work/$1" "$2" 2>"$work/cc" || { cat "$work/cc"; fail "$2 is not assembled"; }
}
line() { # NAME ASSEMBLY
    printf '%b\n' "$2" >"$work/line.S"
    build "$1" "$work/line.S"
}

build/test/m68k-test parts/m68020.ini || fail "clocks differ from those worked out by hand"
for test in build/test/m68k-test ${SAN_TEST-build/san/m68k-test}; do
    [ ! -x "$test" ] || ASAN_OPTIONS=detect_leaks=0 "$test" parts/m68020.ini 300 340 || fail "$test: random programs"
done

# The driver as machine code: the accesses of the virtual CPU, and the whole machine
build/test/m68k-driver-test parts/m68020.ini build/test/m68k-sequences.elf >"$work/out" || { cat "$work/out"; fail "the driver's accesses differ"; }
for reader in user32-lock syscall syscalltimeval file64; do
    expect 0 'verdict: pass' --reader $reader
    grep -q 'descheduled *[1-9]' "$work/out" || fail "no process was descheduled: $reader"
done
expect 1 'verdict: FAIL' --reader user32 --keep-all --work 0 --samples 1000 # wrong values, as on the virtual CPU
expect 0 'verdict: pass' --reader syscall --machine sun3-50:w4 --engine both --samples 50
expect 0 'verdict: pass' --samples 100 --json "$work/system.json"
tests/schema.py docs/schema/system.json "$work/system.json" || fail "the JSON is not as its schema"
for case in best worst; do
    expect 0 'verdict: pass' --cycles $case --samples 100
done
expect 2 'expected them with the virtual CPU' --plain
expect 2 'expected --program FILE' --expect clean

# Figure 1: what machine code computes is not fitted; best is faster than worst
for case in best worst; do
    $tmr0 experiment figure1 --cpu m68020 --cycles $case --engine model --reads 10 --json "$work/$case.json" >"$work/out" || fail "figure1, $case"
    grep -q 'Fitted to the table: 2 figures' "$work/out" || { cat "$work/out"; fail "figure1, $case"; }
    tests/schema.py docs/schema/figure1.json "$work/$case.json" || fail "the JSON is not as its schema"
done
sum() { python3 -c 'import json, sys; print(round(sum(cell["simulated_us"] for cell in json.load(open(sys.argv[1]))["cells"])))' "$work/$1.json"; }
[ "$(sum best)" -lt "$(sum worst)" ] || fail "figure1: best $(sum best), worst $(sum worst)"
"$tmr0" experiment figure1 --cycles best >"$work/out" 2>&1 && fail "--cycles for the virtual CPU"
grep -q 'expected --cpu m68020' "$work/out" || { cat "$work/out"; fail "figure1 --cycles"; }

# The same read as straight code: docs/findings.md has these microseconds of 100 reads, with waits and without
straight() { # KERNEL MAPPED with waits, KERNEL MAPPED without
    for wait in "" -DNO_WAIT; do
        m68k-linux-gnu-gcc -O2 -m68020 -ffreestanding -nostdlib -static -Wl,-T,examples/m68k/link.ld -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments \
            $wait -o "$work/straight" examples/m68k/start.S tests/m68k/straight.c || fail "straight.c is not compiled"
        if [ "$wait" ]; then
            shift 2
            expect 1 'TRHRL' --program "$work/straight" --machine $machine $blank
        else
            expect 0 'verdict: pass' --program "$work/straight" --machine $machine $blank
        fi
        grep -A1 -x "0*$1" "$work/out" | grep -q -x "0*$2" || { cat "$work/out"; fail "straight code, $machine $blank $wait: expected $1, $2"; }
    done
}
machine=sun3-50:w4 blank= straight 2151 1411 1515 744
machine=sun3-50:w4 blank=--blank straight 2090 1408 1452 743
machine=sun3-60 blank= straight 2002 1465 1280 723
machine=sun3-260:w4 blank= straight 1504 1075 912 466

# Interleavings at the borders of instructions: but for the CPU's name, what the virtual CPU gives, whose accesses are
# the same
for reader in user32 user64 kernel kernel-unmasked syscall user32-lock; do
    for cpu in c m68020; do
        "$tmr0" explore --engine model --reader $reader --cpu $cpu >"$work/$cpu.txt" 2>&1 || [ $? = 1 ] || fail "explore $reader on $cpu"
    done
    grep -q ', cpu m68020,' "$work/m68020.txt" || fail "explore $reader does not name its CPU"
    sed 's/, cpu m68020,/,/' "$work/m68020.txt" | cmp "$work/c.txt" - || fail "explore $reader differs"
done
"$tmr0" explore --cpu m68020 --engine both >"$work/out" 2>&1 || [ $? = 1 ] || fail "explore"
grep -q '12870 schedules' "$work/out" && grep -q 'wrong value *12868 ' "$work/out" || { cat "$work/out"; fail "not 12868 of 12870"; }

# The example, from a copy outside the tree
cp -r examples/m68k "$work/example"
make -s -C "$work/example" check TMR0="$tmr0" >"$work/out" 2>&1 || { cat "$work/out"; fail "the example"; }
grep -q 'driver.c:[0-9]*: move.b' "$work/out" || fail "the example names no source line"
expect 1 'found: TWHRL, TWHWL' --program "$work/example/hasty.elf"
expect 1 'expected violations: TWHRL; found: none' --program "$work/example/driver.elf" --expect violation=TWHRL
expect 1 'expected on the console: hello' --program "$work/example/driver.elf" --expect console=hello
expect 1 'expected exit code 3' --program "$work/example/driver.elf" --expect exit=3
expect 0 'verdict: pass' --program "$work/example/driver.elf" --engine both --expect clean
for case in best cache worst; do
    expect 0 pass --program "$work/example/driver.elf" --cycles $case --json "$work/$case.json" --expect exit=0
done
clocks() { sed -n 's/.*"clocks":[^0-9]*\([0-9]*\),/\1/p' "$work/$1.json"; }
[ "$(clocks best)" -lt "$(clocks cache)" ] && [ "$(clocks cache)" -lt "$(clocks worst)" ] || fail "cases: $(clocks best) $(clocks cache) $(clocks worst)"

tests/schema.py docs/schema/system-program.json "$work/cache.json" || fail "the JSON is not as its schema"

# Waves: PC and instruction as --trace prints them, at the same times, each access within its own; standard output too
cp "$work/example/driver.elf" "$work"
expect 0 'verdict: pass' --program "$work/driver.elf" --trace
mv "$work/out" "$work/trace"
expect 0 'gtkwave.*m68k.gtkw' --program "$work/driver.elf" --engine rtl --wave "$work/code.fst"
fst2vcd -f "$work/code.fst" -o "$work/code.vcd"
tests/m68k/code_waves.py "$work/code.vcd" "$work/trace" || fail "the waves are not what --trace prints"
"$tmr0" system --cpu m68020 --program "$work/driver.elf" --engine rtl --wave - >"$work/piped.vcd" 2>"$work/out" || fail "--wave -"
tests/m68k/code_waves.py "$work/piped.vcd" "$work/trace" || fail "the waves on standard output are not what --trace prints"
expect 1 'gtkwave' --program "$work/example/hasty.elf" --engine rtl --wave "$work/hasty.fst" # a verdict is no reason to lose them
[ -s "$work/hasty.fst" ] || fail "no waves of a run that fails"
expect 0 'gtkwave.*m68k.gtkw' --samples 1 --processes 1 --engine rtl --wave "$work/machine.fst"
"$tmr0" system --samples 1 --processes 1 --engine rtl --wave "$work/c.fst" 2>&1 | grep -q 'gtkwave.*board.gtkw' || fail "waves of the virtual CPU"
[ -s "$work/machine.fst" ] && [ -s "$work/c.fst" ] || fail "no waves of the machine"
expect 2 'waves of engine model, expected rtl' --program "$work/driver.elf" --wave "$work/none.fst"
[ ! -e "$work/none.fst" ] || fail "waves of the model"

# Exceptions, modes, STOP, code that changes itself
build exceptions tests/m68k/exceptions.S 0
expect 0 'exit code 10' --program "$work/exceptions" --expect exit=10
grep -q '1 clock interrupts' "$work/out" || fail "one clock interrupt was expected"

# Condition codes under interrupts, at the clock of each machine
build codes tests/m68k/codes.S 0
for machine in sun3-60 sun3-50:w4 sun3-160:window sun3-260:w4; do
    expect 0 'exit code 0' --program "$work/codes" --machine $machine
done

# Branches, in clocks of the best case: moveq 0, 2 x dbf taken 3, expired 10, bra 3 over a nop, the end: 5 + 0 for its #
line branches 'moveq #2,%d0\n1: dbf %d0,1b\nbra.s 2f\nnop\n2: move.l #0,0x1e0004'
expect 0 ' 24 clocks' --program "$work/branches" --cycles best

# A loop that waits is computed, not run, unless each instruction is printed: time and counts are the same
for machine in sun3-60 sun3-50:w4; do
    expect 0 'verdict: pass' --reader syscall --samples 5 --machine $machine
    cp "$work/out" "$work/computed"
    expect 0 'subq.l #\$1, d1' --reader syscall --samples 5 --machine $machine --trace
    grep -v '^ *[0-9.]* us  ' "$work/out" | cmp - "$work/computed" || fail "a computed wait differs, $machine"
done
line wait 'move.l #0xffffffff,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004'
expect 0 '8589934591 instructions' --program "$work/wait" --limit 10000s

# The display takes memory's time: a loop in the cache does not notice, one that reads memory does
line cached 'move.l #20000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004'
line reads 'move.l #20000,%d0\n1: move.l 0x2000.w,%d1\nsubq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004'
us() { # PROGRAM OPTIONS
    expect 0 pass --program "$work/$1" --machine sun3-50:w4 ${2-}
    sed -n 's/exit code 0 after \([0-9]*\).*/\1/p' "$work/out"
}
[ "$(us cached)" = "$(us cached --blank)" ] || fail "the display slows a loop in the cache"
[ "$(us reads)" -gt "$(us reads --blank)" ] || fail "the display does not slow reads of memory"

# Ends
line forever 'bra .'
expect 1 'still running at the limit, 1000\.' --program "$work/forever" --limit 1ms
line stopped 'stop #0x2700'
expect 1 'still running at the limit' --program "$work/stopped" --limit 100ms
line wild 'move.l #0x12345678,%d3\nmove.l %d3,0x40000000'
expect 1 'bus error (vector 2), write of 0x40000000 without a handler' --program "$work/wild"
grep -q 'D3 12345678' "$work/out" && grep -q 'move.l *d3, \$40000000' "$work/out" || fail "no registers or no instruction"
line everywhere 'move.w #0x2700,%sr\nlea 0x10000,%a0\n1: move.l #-1,(%a0)+\nbra 1b'
expect 1 'bus error\|exit code\|limit' --program "$work/everywhere" --limit 1s
line crash '.short 0xc537,0x37c5\n.rept 20\n.short 0xc537,0xdaaa,0xbbf2,0xf003,0xf193\n.endr'
expect 1 'without a handler\|signal' --program "$work/crash"

line hang '.short 0x53bb,0x2000,0x4848' # Unicorn's endless loop, which --limit does not end
expect 1 'Unicorn hangs' --program "$work/hang"
grep -q '^PC 0000100[04]' "$work/out" && grep -q '00001000  dc.w $53bb' "$work/out" || fail "no PC or no instruction of a hang"

# Bad input
expect 2 'no program for the 68020' --program /bin/true
# No output goes over the program, or the table of clocks
cp -rL parts machines "$work"
cp "$work/example/driver.elf" "$work/kept.elf"
for output in --json '--engine rtl --wave'; do
    expect 2 'kept.elf: would be written over what is read' --program "$work/kept.elf" $output "$work/kept.elf"
    expect 2 'm68020.ini: would be written over what is read' --data "$work" --program "$work/kept.elf" $output "$work/parts/m68020.ini"
done
cmp -s "$work/kept.elf" "$work/example/driver.elf" && cmp -s "$work/parts/m68020.ini" parts/m68020.ini || fail "what is read is lost"
expect 2 'cannot read' --program "$work/none"
expect 2 'expected exit=N' --program "$work/wild" --expect no
expect 2 'expected --program FILE' --limit 1ms
sed 's/^clocks = 2\/2\/2$/clocks = 2/' parts/m68020.ini >"$work/bad.ini"
build/test/m68k-test "$work/bad.ini" >"$work/out" && fail "a bad table was taken"
grep -q 'bad.ini:[0-9]*: "clocks = 2"' "$work/out" || fail "no line of the bad table"
mkdir "$work/bin"
cp build/tmr0 "$work/bin"
"$work/bin/tmr0" --data "$root" system --cpu m68020 --program "$work/wild" >"$work/out" 2>&1 && fail "ran without its CPU"
grep -q 'after `make m68k`' "$work/out" || { cat "$work/out"; fail "no word of make m68k"; }
mkdir -p "$work/lib/tmr0"
for name in tmr0-m68k.so tmr0-m68k.elf; do # where make install puts them
    make -n install BUILD=no PREFIX="$work" 2>"$work/make" | grep -q -F -e "-t '$work/lib/tmr0'" || fail "make install leaves the 68020 out"
    cp build/$name "$work/lib/tmr0"
done
"$work/bin/tmr0" --data "$root" system --cpu m68020 --samples 20 >"$work/out" 2>&1 || { cat "$work/out"; fail "not found in lib/tmr0"; }
echo "m68k.sh: pass"
