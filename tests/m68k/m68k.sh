#!/bin/sh
# SPDX-License-Identifier: MIT
# Machine code on the 68020: tmr0 system --program. Exit status 0: all as expected.
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
    timeout 60 "$tmr0" system "$@" >"$work/out" 2>&1 || status=$?
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

# libam9513 itself on a big-endian CPU of 32 bits: all vectors, and a state saved and loaded
for program in tests/vectors/runner.c examples/emulator/emulator.c; do
    m68k-linux-gnu-gcc -std=c11 -O1 -Wall -Wextra -Werror -static -Imodel -o "$work/$(basename "$program" .c)" "$program" \
        build/lib/am9513.c || fail "libam9513 is not compiled"
done
qemu-m68k "$work/runner" tests/vectors/*/*.txt >"$work/out" || { grep FAIL "$work/out"; fail "vectors on the m68k"; }
[ "$(grep -c ': pass$' "$work/out")" = "$(ls tests/vectors/*/*.txt | wc -l)" ] || fail "vectors left out on the m68k"
qemu-m68k "$work/emulator" 314159 >"$work/out" || { cat "$work/out"; fail "a state on the m68k"; }

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
    expect 0 pass --program "$work/example/driver.elf" --cycles $case --expect exit=0
    cp "$work/out" "$work/$case"
done
clocks() { sed -n 's/.* instructions, \([0-9]*\) clocks .*/\1/p' "$work/$1"; }
[ "$(clocks best)" -lt "$(clocks cache)" ] && [ "$(clocks cache)" -lt "$(clocks worst)" ] || fail "cases: $(clocks best) $(clocks cache) $(clocks worst)"

# Waves: PC and instruction as --trace prints them, at the same times, each access within its own; standard output too
cp "$work/example/driver.elf" "$work"
expect 0 'verdict: pass' --program "$work/driver.elf" --trace
mv "$work/out" "$work/trace"
expect 0 'gtkwave.*m68k.gtkw' --program "$work/driver.elf" --engine rtl --wave "$work/code.fst"
fst2vcd -f "$work/code.fst" -o "$work/code.vcd"
tests/m68k/code_waves.py "$work/code.vcd" "$work/trace" || fail "the waves are not what --trace prints"
"$tmr0" system --program "$work/driver.elf" --engine rtl --wave - >"$work/piped.vcd" 2>"$work/out" || fail "--wave -"
tests/m68k/code_waves.py "$work/piped.vcd" "$work/trace" || fail "the waves on standard output are not what --trace prints"
expect 1 'gtkwave' --program "$work/example/hasty.elf" --engine rtl --wave "$work/hasty.fst" # a verdict is no reason to lose them
[ -s "$work/hasty.fst" ] || fail "no waves of a run that fails"
expect 0 'gtkwave.*board.gtkw' --samples 1 --processes 1 --engine rtl --wave "$work/c.fst" # of the virtual CPU
[ -s "$work/c.fst" ] || fail "no waves of the virtual CPU"
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

# What a program may read: clocks, and the time, which advances by as many. Two moves 3 + 3 and two nops 2 + 2 in the
# best case; the exit code has both in four bits each: 0xaa.
# Then the upper half of the time
line times 'move.l 0x1e000c,%d5\nmove.l 0x1e0018,%d1\nmove.l 0x1e0014,%d2\nnop\nnop\nmove.l 0x1e0018,%d3\nmove.l 0x1e0014,%d4
sub.l %d1,%d3\nsub.l %d2,%d4\ndivu.l %d5,%d4\nmulu.l #16,%d4\nor.l %d4,%d3\nmove.l %d3,0x1e0004'
expect 0 pass --program "$work/times" --cycles best --expect exit=170
line upper 'move.l #20000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l 0x1e0010,%d0\nmove.l %d0,0x1e0004'
expect 0 pass --program "$work/upper" --expect exit=2 # 9.6 ms are 2 * 2^32 ps and more

# A loop that waits is computed, not run, unless each instruction is printed: time and counts are the same
line waits 'move.l #3f,0x74\nmove.l #1,0x1e0008\nmove.w #0x2000,%sr\nmoveq #29,%d1\n2: move.l #2000,%d0\n1: subq.l #1,%d0\nbne.s 1b
move.b 0x1c0000,%d2\ndbf %d1,2b\nmove.l #0,0x1e0004\n3: rte'
for machine in sun3-60 sun3-50:w4; do
    expect 0 ' [2-9] clock interrupts' --program "$work/waits" --machine $machine
    cp "$work/out" "$work/computed"
    expect 0 'subq.l #\$1, d0' --program "$work/waits" --machine $machine --trace
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
expect 2 'kept.elf: would be written over what is read' --program "$work/kept.elf" --engine rtl --wave "$work/kept.elf"
expect 2 'm68020.ini: would be written over what is read' --data "$work" --program "$work/kept.elf" --engine rtl --wave "$work/parts/m68020.ini"
cmp -s "$work/kept.elf" "$work/example/driver.elf" && cmp -s "$work/parts/m68020.ini" parts/m68020.ini || fail "what is read is lost"
expect 2 'cannot read' --program "$work/none"
expect 2 'expected exit=N' --program "$work/wild" --expect no
for alone in '--limit 1ms' '--cycles best' '--expect clean' --trace; do
    expect 2 'expected --program FILE' $alone
done
expect 2 'expected them with the virtual CPU' --program "$work/wild" --plain
sed 's/^clocks = 2\/2\/2$/clocks = 2/' parts/m68020.ini >"$work/bad.ini"
build/test/m68k-test "$work/bad.ini" >"$work/out" && fail "a bad table was taken"
grep -q 'bad.ini:[0-9]*: "clocks = 2"' "$work/out" || fail "no line of the bad table"
mkdir "$work/bin"
cp build/tmr0 "$work/bin"
"$work/bin/tmr0" --data "$root" system --program "$work/wild" >"$work/out" 2>&1 && fail "ran without its CPU"
grep -q 'after `make m68k`' "$work/out" || { cat "$work/out"; fail "no word of make m68k"; }
mkdir -p "$work/lib/tmr0" # where make install puts it
make -n install BUILD=no PREFIX="$work" 2>"$work/make" | grep -q -F -e "-t '$work/lib/tmr0'" || fail "make install leaves the 68020 out"
cp build/tmr0-m68k.so "$work/lib/tmr0"
"$work/bin/tmr0" --data "$root" system --program "$work/branches" >"$work/out" 2>&1 || { cat "$work/out"; fail "not found in lib/tmr0"; }
echo "m68k.sh: pass"
