#!/bin/sh
# SPDX-License-Identifier: MIT
# am9513a_device and timer_board_device under Icarus: some vectors and scenarios, reports, parameters, unknown inputs.
# `make test-device` replays all that are short, under Verilator too. Each comparison is made to fail once.
set -e
plain=yes
. tests/check.sh
device=$root/build/device/am9513a_device.v
board=$root/build/device/timer_board_device.v

# Name, programs, expected end, files
replay() {
    name=$1 programs=$2 want=$3
    shift 3
    tools/replay.py --violations --edges 12000 --on "$programs" "$@" >"$folder/log" 2>&1 || :
    report "$name" "$([ "$(tail -n 1 "$folder/log")" = "$want" ] || shown "$folder/log")"
}
program=$root/build/device/replay
replay 'vectors' "$program.vvp" '3 passed, 0 failed, 0 left out' \
    tests/vectors/modes/mode-t-w.txt tests/vectors/bus/bus16-registers.txt tests/vectors/gates/gate-high.txt
replay 'violations, all outputs' "$program.vvp" '8 passed, 0 failed, 1 left out' \
    tests/scenarios/timing/timing-t[adgs]*[lhv].scn tests/vectors/counter/outputs-each.txt
replay 'effects' "$root/build/device/effects-1.vvp" '2 passed, 0 failed, 0 left out' \
    tests/scenarios/effects/effect-tavwh.scn tests/scenarios/effects/effect-tdvwh.scn
replay 'lost pulses of X2' "$root/build/device/effects-7.vvp" '1 passed, 0 failed, 0 left out' \
    tests/scenarios/effects/effect-tchch-seed.scn

program=$root/build/device/board
replay 'board' "$program-flipflop-1-1.vvp" '11 passed, 0 failed, 1 left out' \
    tests/scenarios/board/board-status.scn tests/scenarios/board/ff-*.scn tests/scenarios/board/rd-wr-swap.scn
replay 'direct translator' "$program-direct-1-1.vvp" '1 passed, 0 failed, 0 left out' \
    tests/scenarios/board/direct-status.scn

# name, part, change for sed, file that then fails. Before the board the bench has modules of its own: the workstation's side
broken() {
    options='' sources=''
    [ "$2" = "$device" ] ||
        options=-DBOARD sources='rtl/device/device_ticks.v rtl/timing/chk_record.v rtl/timing/gate_delay.v rtl/board/des_bus.v'
    sed "$3" "$2" >"$folder/broken.v"
    cmp -s "$folder/broken.v" "$2" && report "$1" 'nothing changed'
    # shellcheck disable=SC2086 # options
    iverilog -g2012 -s replay_device $options -Ibuild/gen -Irtl/timing -Itests/replay -o "$folder/broken.vvp" \
        tests/device/replay_device.v "$folder/broken.v" $sources
    replay "$1" "$folder/broken.vvp" "0 passed, 1 failed, 0 left out" "$4"
}
broken 'a lost pin is seen' "$device" 's/i_src(shown\[9:5\])/i_src(5'"'"'d0)/' tests/vectors/modes/mode-a.txt
broken 'a lost report is seen' "$device" 's/if (!NOTE)/if (!NOTE \&\& 0)/' tests/scenarios/timing/timing-tavrl.scn
broken 'a wrong time is seen' "$device" 's|now_ps / 1000.0, symbol|(now_ps + 1) / 1000.0, symbol|' \
    tests/scenarios/timing/timing-tavrl.scn
broken 'a lost wake-up is seen' "$device" 's/wake <= #(delay) wake_ps/wake <= #(delay) 1/' \
    tests/vectors/modes/mode-a.txt
broken 'lost data of the board are seen' "$board" 's/assign mp = drives/assign mp = 0/' \
    tests/scenarios/board/board-status.scn
broken 'a lost report of the board is seen' "$board" 's/`AM9513A_DEVICE_CHECK(FF_RACE.*/\\/' tests/scenarios/board/ff-race.scn

# name, options of iverilog, text expected, times, exit status. The same options one after the other are one run.
options=none
pins() {
    if [ "$2" != "$options" ]; then
        compiled='' ended=0 options=$2
        # shellcheck disable=SC2086 # options
        iverilog -g2012 -Wall -Wno-timescale $2 -s pins -o "$folder/pins.vvp" tests/device/pins.v "$device" \
            >"$folder/pins" 2>&1 || compiled='not compiled; '
        vvp -n "$folder/pins.vvp" >>"$folder/pins" 2>&1 </dev/null || ended=$?
    fi
    why=$compiled
    [ $ended -eq "${5-0}" ] || why="${why}status $ended; "
    [ "$(grep -cF -- "$3" "$folder/pins")" -eq "$4" ] || why="${why}not $4 times '$3'; "
    report "$1" "${why:+$why$(cat "$folder/pins")}"
}
line='am9513a_device (pins.dut): 4462.000 ns TAVRL required 25.000 observed 12.000'
pins 'a violation is one line' '' "$line" 1
pins 'and counts' '' 'TAVRL 8, TDVWH' 1
pins 'x or z is reported once' '' 'x or z is taken as high, {x2' 1
pins 'z as data is reported once' '' 'x or z is taken as high, in the data of a write' 1
pins 'goes on after a violation' '' 'pins: sum' 1
pins 'corner and part' '-Ppins.PART="cts9513-2" -Ppins.CORNER=2' '4462.000 ns TAVRL required 15.000 observed 12.000' 1
pins 'time in ns outside' '-DSCALE=1ns/1ps -DSTEP=1000' "$line" 1
pins 'coarse time outside' '-DSCALE=1ns/1ns -DSTEP=1000' "$line" 1
pins 'counts only' -Ppins.SEVERITY=0 am9513a_device 0
pins 'and in all' -Ppins.SEVERITY=0 'TAVRL 8, TDVWH 0, 9 in all' 1
pins 'warns' -Ppins.SEVERITY=1 'WARNING: ' 11
pins 'is an error' -Ppins.SEVERITY=2 'ERROR: ' 9 1
pins 'an error ends nothing' -Ppins.SEVERITY=2 'pins: sum' 1 1
pins 'but the exit status' -Ppins.SEVERITY=2 'am9513a_device (pins.dut): 9 violations' 1 1
pins 'another severity' -Ppins.SEVERITY=3 'SEVERITY 3, expected 0-2' 1 1
pins 'another part' '-Ppins.PART="am9513"' 'PART "am9513", CORNER 1, expected am9513a or cts9513-2, 0-2' 1 1
pins 'another corner' '-Ppins.CORNER=3' 'PART "am9513a", CORNER 3, expected am9513a or cts9513-2, 0-2' 1 1
pins 'stops at the first violation' '-Ppins.STOP_ON_VIOLATION=1' 'pins: sum' 0
pins 'stops after its report' '-Ppins.STOP_ON_VIOLATION=1' TAVRL 1
for setting in '' '-Ppins.EFFECTS=1' '-Ppins.EFFECTS=1 -Ppins.SEED=2' '-Ppins.SEED=2'; do
    pins "sum with $setting" "$setting" 'pins: sum' 1
    tail -n 1 "$folder/pins"
done >"$folder/sums"
grep -v '^pins: ' "$folder/sums"
report 'effects and the seed change reads' \
    "$([ "$(grep '^pins: ' "$folder/sums" | sort -u | wc -l)" -eq 3 ] || shown "$folder/sums")"

# name, change for sed, parts that see all edges of X2 of how many, time when the bus is released
instants() {
    sed "$2" "$device" >"$folder/instants.v"
    iverilog -g2012 -s instants "-Pinstants.PARTS=${3#*/}" -o "$folder/instants.vvp" tests/device/instants.v "$folder/instants.v"
    vvp -n "$folder/instants.vvp" >"$folder/log" 2>&1 || :
    report "$1" "$([ "$(grep -c ' 2 edges$' "$folder/log")" -eq "${3%/*}" ] && [ "$(sed -n 's/ ps bus released$//p' \
        "$folder/log")" = "${4:+instants: $4}" ] || shown "$folder/log")"
}
instants 'no level of an instant is lost' '' 6/6 11092500
instants 'a lost level is seen' "s/^        o_por <= 0;/        {o_por, o_pins} <= {1'b0, known};/" 4/5 11092500
instants 'a wake-up lost after one in vain is seen' 's/wake <= #(delay) wake_ps/wake <= #(delay) !wake/' 1/1 ''

# name, cycles, the chip's rises of FOUT in so many that are too fast, command
clock() {
    name=$1 cycles=$2 fast=$3
    shift 3
    "$@" 2>&1 | grep '^[a-zF]' >"$folder/log"
    report "$name" "$(diff - "$folder/log" <<END
good: TCHCH 0, TCHCL 0, TCLCH 0
high: TCHCH 0, TCHCL 1, TCLCH 0
low: TCHCH 0, TCHCL 1, TCLCH 2
period: TCHCH 3, TCHCL 1, TCLCH 2
bounds: TCHCH 3, TCHCL 1, TCLCH 2
bounds: TCHCH 3, TCHCL 1, TCLCH 2
once: TCHCH 3, TCHCL 1, TCLCH 3
good again: TCHCH 3, TCHCL 1, TCLCH 3
FOUT $((cycles / 16))
near: TCHCH $((cycles + 2)), TCHCL $cycles, TCLCH $((cycles + 2))
FOUT $((cycles / 16))
fast: TCHCH $((2 * cycles + 1)), TCHCL $((2 * cycles - 1)), TCLCH $((2 * cycles + 1))
FOUT $fast
END
)"
}
for effects in 0 1; do
    iverilog -g2012 -s clock -Pclock.EFFECTS=$effects -Pclock.CYCLES=80 -o "$folder/clock-$effects.vvp" tests/device/clock.v "$device"
done
clock 'each cycle of X2 is judged' 80 5 vvp -n "$folder/clock-0.vvp"
clock 'and none but the bad ones is missed' 80 4 vvp -n "$folder/clock-1.vvp"
verilator --binary --timing --output-split 0 --converge-limit 10000 --top-module clock -Wno-fatal -GEFFECTS=1 -GSEVERITY=2 \
    -MAKEFLAGS "CXX=g++ $least" -Mdir "$folder/clock" tests/device/clock.v "$device" >"$folder/log" 2>&1 || cat "$folder/log"
clock 'and so under Verilator' 400 19 "$folder/clock/Vclock" +verilator+error+limit+10000
status=0
"$folder/clock/Vclock" >"$folder/log" 2>&1 || status=$?
report 'Verilator stops at the first error' "$([ $status -ne 0 ] && grep -q '^good: TCHCH 0, ' "$folder/log" &&
    [ "$(grep -c '%Error: .*am9513a_device (.*): .* TCHCL required' "$folder/log")" -eq 1 ] || shown "$folder/log")"

# Each file goes with any other: no warnings, no macro left or changed, no module of a name that another may have
for part in "$device" "$board"; do
    name=${part##*/}
    name=${name%.v}
    verilator --lint-only --timing -Wall --top-module "$name" "$part" >"$folder/log" 2>&1 || :
    iverilog -g2012 -Wall -tnull -s "$name" "$part" >>"$folder/log" 2>&1 || echo "status $?" >>"$folder/log"
    report "$name without warnings" "$(head -n 4 "$folder/log")"
    sed -n 's/^`define AM9513A_\([A-Z0-9_]*\).*/`define \1 mine/p' "$part" | sort -u >"$folder/mine.v"
    verilator -E --dump-defines "$folder/mine.v" | sort >"$folder/before"
    cat "$folder/mine.v" "$part" >"$folder/both.v"
    verilator -E --dump-defines "$folder/both.v" | sort | diff "$folder/before" - >"$folder/log" || :
    [ "$(grep -c ' mine$' "$folder/before")" -gt 80 ] || echo 'no macros' >>"$folder/log"
    report "$name leaves macros alone" "$(head -n 4 "$folder/log")"
    sed -n "s/^module ${name}_\([a-z0-9_]*\).*/module \1; endmodule/p" "$part" >>"$folder/mine.v"
    iverilog -g2012 -Wno-timescale -tnull -s "$name" "$folder/mine.v" "$part" >"$folder/log" 2>&1 ||
        echo "status $?" >>"$folder/log"
    grep -q 'module osc\|module device_ticks' "$folder/mine.v" || echo 'no modules' >>"$folder/log"
    report "$name takes no name of a module" "$(cat "$folder/log")"
done
iverilog -g2012 -tnull -s bench -s board examples/verilog/*.v "$board" "$device" >"$folder/log" 2>&1 || echo "status $?" >>"$folder/log"
report 'both parts in one test bench' "$(cat "$folder/log")"

# A parameter of the board and its value; the one text expected
no_board() {
    iverilog -g2012 -s timer_board_device -Ptimer_board_device."$1" -o "$folder/refused.vvp" "$board"
    status=0
    vvp -n "$folder/refused.vvp" >"$folder/log" 2>&1 </dev/null || status=$?
    report "board with $1" "$([ $status -eq 1 ] && [ "$(grep -c ^FATAL "$folder/log")" -eq 1 ] &&
        grep -qF "timer_board_device (timer_board_device): $2" "$folder/log" || shown "$folder/log")"
}
no_board CORNER=5 'PART "am9513a", CORNER 5, expected am9513a or cts9513-2, 0-2'
no_board 'PART="nope"' 'PART "nope", CORNER 1, expected am9513a or cts9513-2, 0-2'
no_board 'PAL_PART="nope"' 'PAL_PART "nope", expected pal16xx or'
no_board 'PAL="Direct"' 'PAL "Direct", expected flipflop or direct'
no_board OSC_LOW=0 'OSC_LOW 0, OSC_HIGH 125000, expected at least 1'

# The examples, as a stranger has them; and with faults. scripts/readme.sh plays that of the chip under Verilator;
# of the board the row `board under Icarus and Verilator` above plays the part itself.
cp examples/verilog/* "$folder"
example() { # name, target, lines expected, exit status of make, their number
    status=0
    make -s -C "$folder" PARTS="${device%/*}" OPTIONS='-MAKEFLAGS -n' "$2" >"$folder/log" 2>&1 || status=$?
    report "$1" "$([ $status -eq "$4" ] && [ "$(grep -c "$3" "$folder/log")" -eq "$5" ] || shown "$folder/log")"
}
example 'examples under Icarus' icarus '^0 errors$' 0 2
example 'Verilator takes the board, not compiled' obj_board/Vboard . 0 0
# Each change is one line of what the bench says
sed -i 's/word(20)/word(21)/; s/n < 37/n < 36/; s/n < 3;/n < 4;/; s/40 \* NS) rd_n/4 * NS) rd_n/' "$folder/bench.v"
example 'example with four faults' icarus 'expected' 2 4
echo 'module bench; endmodule' >"$folder/bench.v"
for change in 's/h0b20, 4/h0b20, 5/' 's/n < 4;/n < 3;/'; do
    sed "$change" examples/verilog/board.v >"$folder/board.v"
    example "board with $change" icarus 'us, expected' 2 1
done
exit $bad
