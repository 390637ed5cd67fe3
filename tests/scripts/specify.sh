#!/bin/sh
# SPDX-License-Identifier: MIT
# specify2checks: the cells of tests/specify under Icarus and Verilator against an independent reference, at every limit
# and 1 ps to both sides, and at random (STEPS, 3000; SEED); models in random spellings (SEED); cases; primitives;
# unknown levels; the Am9513A; control.
# LONG=yes: notifiers and the closing line under Verilator, and the board with both translators.
plain=yes
. tests/check.sh
. tests/specify/specify.sh
steps=${STEPS-3000} seed=${SEED-1}
python3=/usr/bin/python3

report convert "$($convert -o cells.v "$here/cells.v" >log || echo "status $?")"
report 'cells' "$(printf '%s\n' '4 checks judge undelayed signals where IEEE 1364 delays them; notifiers may be early' \
    'cells.v: 56 checks in 13 modules' | diff - log)"
$python3 "$here/reference.py" top >top.v
pins=$(($(sed -n 's/.*input \[\([0-9]*\):0\].*/\1/p' top.v) + 1))
against() { # name, command
    name=$1
    shift
    report "$name against the reference" "$(said=$($python3 "$here/reference.py" "$steps" "$seed" "$@" 2>&1) || echo "$said")"
}
icarus() { # program, sources
    out=$1
    shift
    iverilog -g2005 -Wall -Wno-timescale -Ttyp "-DPINS=$pins" -s bench -o "$out" "$@" top.v "$here/bench.v" >icarus.log 2>&1
    cat icarus.log
}
report 'Icarus compiles' "$(icarus bench.vvp cells.v)"
against Icarus vvp -n bench.vvp '+stimuli={}'
# What Verilator makes of each design becomes one program at the end, for g++ takes a second to begin
verilate() { # design, options and sources
    verilator --binary --timing --output-split 0 -MAKEFLAGS -n -Wno-fatal --top-module bench --prefix "V$1" -Mdir "$@" \
        >"$1.log" 2>&1 || cat "$1.log"
    { echo "#define main $1" && printf '#include "%s"\n' "$1"/*.cpp && echo '#undef main'; } >>designs.cpp
    echo "    if (!strcmp(words[1], \"$1\")) return $1(n - 1, words + 1, nullptr);" >>mains
}

# What each check becomes, whatever its spelling
for models in $seed $((seed + 1)) $((seed + 2)); do
    report "spellings $models" "$(said=$($python3 "$here/spellings.py" "$models" "$convert" 2>&1) || echo "$said")"
done

# Each of these, in a cell of its own, must be seen at its check
cat >breaks <<'END'
dff.hold_1|a limit 1 ps too long|s/\.AFTER(50)/.AFTER(51)/
sram_be.setuphold_1[0]|a limit 1 ps too short|s/\.BEFORE(110)/.BEFORE(109)/
sdram.hold_1|a lost condition|s/_if([^1][^,]*)/_if(1'b1)/g
dffe.setuphold_1|a lost negative limit|s/\.AFTER(-30)/.AFTER(0)/
dlat.width_1|a wrong edge|s/REF_EDGES(6'd13)/REF_EDGES(6'd50)/
counter.setuphold_1[1]|a wrong bit|s/\[setuphold_1_bit\])/[0])/
fifo_ports.setuphold_1|setup named as hold|s/BEFORE_KIND(1), .AFTER_KIND(2)/BEFORE_KIND(2), .AFTER_KIND(2)/
sdffn.width_1|a lost threshold|s/\.BEFORE(-10)/.BEFORE(0)/
END
cp cells.v broken.v
while IFS='|' read -r check name change; do
    sed "/^module ${check%%.*} /,/^endmodule/{ $change; }" broken.v >next.v
    cmp -s broken.v next.v && report "$name" 'nothing changed'
    mv next.v broken.v
done <breaks
icarus broken.vvp broken.v >/dev/null
$python3 "$here/reference.py" 10 "$seed" vvp -n broken.vvp '+stimuli={}' >log 2>&1
while IFS='|' read -r check name change; do
    report "$name is seen" "$(grep -qF "'$check'" log || echo 'not seen')"
done <breaks

# Cases of which each says what is right
mkdir cases
"$here/cases/run.sh" "$convert" "$folder/cases" >log 2>&1 || :
report 'cases under Icarus' "$(diff "$here/cases/want" log)"
{ iverilog -g2005 -o words.vvp cases/rare_kinds.checked && vvp -n words.vvp; } >log
has '$nochange in words' log 'required no movement, observed 0.001 ns,'
printf 'required 0.0%s0 ns, observed %s ns\n' 5 0.051 5 0.629 7 0.071 7 1.300 7 1.371 >want
report '$fullskew in words' "$(
    sed -n 's/.*\.f\[[17]\]\..*fullskew_2: .* skew: \(required [^,]*, observed [^,]*\),.*/\1/p' log | sort -u | diff want -)"
iverilog -g2005 -o long.vvp cases/long_limit.checked && vvp -n long.vvp | sed -n 's/.*: \([sh].*required\)/\1/p' >log
cat >want <<'END'
setup: required 2147.484000 us, observed 2147.483000 us, reference at 16294.969000 us, data at 14147.486000 us
hold: required 3000.001000 us, observed 3000.000000 us, reference at 16294.969000 us, data at 19294.969000 us
END
report 'microseconds in words' "$(diff want log)"
"$here/cases/together.sh" >together.v
$convert -o together_checked.v together.v >log || report 'cases together' "status $?"
verilate together -DSPECIFY_SEVERITY=0 together_checked.v

# Primitives: the tables of Icarus and the modules made of them
$python3 "$here/udp.py" 20000 "$here/udps.v" >udps.v
iverilog -g2005 "-I$root/specify" -o udps.vvp udps.v && vvp -n udps.vvp >log
report 'primitives' "$(sed -n 's/^primitive \([a-z_]*\).*/\1: 0 differences/p' "$here/udps.v" | sort | diff - log)"

# Levels that Icarus alone has: an edge may begin or end at x; a notifier that is z stays so
cat >x.v <<'END'
`timescale 1ps / 1ps
module x_cell (input c, input d, input e);
    reg n = 1'bz;
    specify
        $setup(d, posedge c, 10, n);
        $hold(edge [0x] c &&& e == 1, d, 20);
        $hold(posedge c &&& e, d, 20);
        $width(negedge c, 30);
    endspecify
endmodule
module bench;
    reg c = 0, d = 0, e = 1'bx;
    x_cell dut (.c(c), .d(d), .e(e));
    initial begin
        #100 d = 1'bx;
        #5 c = 1'bx;
        #5 d = 1;
        #5 c = 1;
        #100 c = 1'bx;
        #5 c = 0;
        #10 c = 1'bz;
        #5 e = 0;
        #100 c = 0;
        #100 c = 1'bx;
        #1 d = 0;
        #1 $display("notifier %b", dut.n);
    end
endmodule
END
$convert -o x_checked.v x.v >log
iverilog -g2005 -o x.vvp x_checked.v && vvp -n x.vvp |
    sed -n 's/.*: \([0-9]* ps\): .*checks\.\(.*_1\): .* observed \([0-9]* ps\), .*/\1 \2 \3/p; /^notifier/p' >log
cat >want <<'END'
105 ps setup_1 5 ps
110 ps hold_1 5 ps
115 ps setup_1 5 ps
230 ps width_1 10 ps
notifier z
END
report 'x and z' "$(diff want log)"

if [ -n "${LONG-}" ]; then # what a notifier sets to x is random
    $convert -o unknown.v "$here/cases/unknown.v" >log
    verilate random -DSPECIFY_SEVERITY=0 -DSPECIFY_UNKNOWN unknown.v
fi

# The Am9513A's checks as a specify block and as they are wired by hand, on the chip alone and on the board with each
# translator. SCENARIOS='tests/scenarios/*/*.scn' plays all that are for these parts (8 minutes).
am9513a() { # name, what is never broken, files, options of iverilog, sources
    name=$1 want=$2 files=${SCENARIOS-$3} options=$4
    shift 4
    # shellcheck disable=SC2086 # options
    $convert ${options%% *} -o "$folder/am9513a.v" "$here/am9513a.v" >"$folder/log" &&
        iverilog -g2012 $options -Wno-timescale -s replay_device -s watch -Ibuild/gen -Irtl/timing -Itests/replay \
            -o "$folder/am9513a.vvp" "$folder/am9513a.v" tests/device/replay_device.v "$@" >>"$folder/log" 2>&1
    # shellcheck disable=SC2086 # files
    $python3 "$here/am9513a.py" "$folder/am9513a.vvp" $files >>"$folder/log" 2>&1 || :
    report "$name" "$(grep -q "[1-9][0-9]* violations the same, 0 differ; never broken: $want\$" "$folder/log" || cat "$folder/log")"
}
cd "$root" || exit 1
timing=tests/scenarios/timing/timing
am9513a Am9513A none "$timing-[ghs]*.scn $timing-t[adrsw]*.scn $timing-cd*.scn" -DPART build/device/am9513a_device.v
board=tests/scenarios/board
for row in "flipflop $board/board-status.scn $board/[fprs]*.scn" ${LONG:+"direct $board/direct-status.scn"}; do
    am9513a "Am9513A on the board, ${row%% *}" '.*' "${row#* }" "-DBOARD -Preplay_device.PAL=\"${row%% *}\"" \
        build/device/timer_board_device.v rtl/device/device_ticks.v \
        rtl/timing/chk_record.v rtl/timing/gate_delay.v rtl/board/des_bus.v
done
cd "$folder" || exit 1

# A row under Icarus; under Verilator, where levels are random, at the end
played() { # name, program and arguments, messages and status, closing lines
    status=0 levels='[01x] [01x]'
    [ "${2%% *}" != designs ] || levels=none
    # shellcheck disable=SC2086 # words
    ./$2 >log 2>&1 || status=$?
    said="$(grep -c required log) $status $(sed -n "s/^specify2checks: //p; /^$levels\$/p" log | xargs)"
    same "$1, ${2%% *}" "$said" "$3 $4"
}

# Control: one of two equal flip-flops, messages, the closing line and the exit status. A check judges when both of its
# events came: +until=PS ends the run.
cat >control.v <<'END'
`timescale 1ns / 1ps
module dff (output reg q, input clk, input d);
    reg notifier = 0;
    always @(posedge clk) q <= d;
    always @(notifier) q <= 1'bx;
    specify
        $setuphold(posedge clk, d, 0.1, 0.2, notifier);
        $width(posedge clk, 1, 0, notifier);
    endspecify
endmodule
module bench;
    reg clk = 0, d = 0;
    integer until_ps;
    wire q0, q1;
    initial if ($value$plusargs("until=%d", until_ps)) #(until_ps / 1000.0) $finish;
    dff sync (q0, clk, d);
    dff core (q1, clk, d);
    initial begin
        #10 d = 1;
        #0.099 clk = 1;
        #0.199 d = 0;
        #5 clk = 0;
        #1 clk = 1;
        #0.999 clk = 0;
        #1 $display("%b %b", q0, q1);
        $finish;
    end
endmodule
END
$convert -o control_checked.v control.v >log
iverilog -g2012 -DSPECIFY_CONTROL -s bench -o control.vvp control_checked.v
control() { # arguments, messages, status, levels under Icarus, violations by kind
    played "control $1" "control.vvp $1" "$2 $3" "${4:+$4 }4 checks$5"
    [ -z "${LONG-}" ] || echo "control $1|designs control $1|$2 $3|4 checks$5" >>later
}
[ -z "${LONG-}" ] || verilate control -DSPECIFY_CONTROL control_checked.v
all=', 4 judged, 6 violations, 2 setup, 2 hold, 2 width'
control '' 6 1 'x x' "$all"
control '+specify_ignore=*sync*' 3 1 '0 x' ', 2 judged, 3 violations, 1 setup, 1 hold, 1 width'
control '+specify_ignore=bench.core.*' 3 1 'x 0' ', 2 judged, 3 violations, 1 setup, 1 hold, 1 width'
control '+specify_ignore=*.width_1' 4 1 '0 0' ', 2 judged, 4 violations, 2 setup, 2 hold'
control '+specify_ignore=*' 0 1 '0 0' ', none judged, 0 violations'
control '+specify_ignore=bench' 6 1 'x x' "$all"
control '+specify_ignore=*width' 6 1 'x x' "$all"
control +specify_no_notifier 6 1 '0 0' "$all"
control +specify_messages=0 0 1 'x x' "$all"
control +specify_messages=2 2 1 'x x' "$all"
control +specify_messages=6 6 1 'x x' "$all"
control +specify_off 0 0 '0 0' ' that are off, 0 violations'
control '+until=10100 +specify_ignore=bench.core.*' 1 1 '' ', 1 judged, 1 violation, 1 setup'
control +until=10098 0 1 '' ', none judged, 0 violations'
control '+until=10100 +specify_ignore=*hold*' 0 1 '' ', none judged, 0 violations'
control '+until=10100 +specify_no_notifier' 2 1 '' ', 2 judged, 2 violations, 2 setup'

# The closing line counts each kind, of which one is violated here
cat >kinds.v <<'END'
`timescale 1ps / 1ps
module kinds (input c, input d, input e);
    specify
        $setup(posedge d, posedge c, 5);
        $hold(posedge c, negedge d, 5);
        $recovery(posedge d, posedge c, 5);
        $removal(posedge e, posedge c, 5);
        $width(posedge c, 5);
        $period(posedge c, 20);
        $skew(posedge c, posedge e, 2);
        $nochange(posedge c, negedge e, 0, 0);
    endspecify
endmodule
module bench;
    reg c = 0, d = 0, e = 0;
    kinds u (c, d, e);
    initial begin
        #10 d = 1;
        #2 c = 1;
        #2 c = 0;
        #1 e = 1;
        #1 d = 0;
        #14 c = 1;
        #5 e = 0;
        #5 c = 0;
    end
endmodule
END
$convert -o kinds_checked.v kinds.v >log && iverilog -g2012 -DSPECIFY_CONTROL -s bench -o kinds.vvp kinds_checked.v
same 'violations of each kind' "$(vvp -n kinds.vvp | grep '^specify2checks')" \
    "specify2checks: 8 checks, 8 judged, 8 violations$(printf ', 1 %s' setup hold recovery removal width period skew nochange)"

# Nothing judged is no pass: empty windows, no check at all, limits that are not in the design
cat >nothing.v <<'END'
`timescale 1ps / 1ps
module m (input c, input d);
    specify
        $setuphold(posedge c, d, 10, -10);
        $hold(posedge c, d, 0);
    endspecify
endmodule
module n (input c, input d);
    specify
        $nochange(posedge c, d, 0, 0);
    endspecify
endmodule
END
cat >nothing_bench.v <<'END'
`timescale 1ps / 1ps
module bench;
    reg c = 0, d = 0;
`ifdef LIMITS
    specify_limits limits ();
`endif
`ifdef CELL
    m u (c, d);
`endif
`ifdef LEVEL
    n level (c, d);
`endif
    initial begin
        #10 d = !$test$plusargs("still");
        #20 c = 1;
        #5 d = 0;
        #5 c = 0;
    end
endmodule
END
n=0
unjudged() { # instance, limit of hold, options, what is said, messages and status, closing lines, argument when it runs
    echo "(DELAYFILE (TIMESCALE 1 ps) (CELL (CELLTYPE \"m\") (INSTANCE $1) (TIMINGCHECK (HOLD d (posedge c) ($2)))))" >nothing.sdf
    $convert ${1:+--sdf nothing.sdf --scope bench} -o nothing_checked.v nothing.v >log || :
    row="nothing $1 $2 $3 ${7-}"
    report "$row converts" "$(printf 'nothing_checked.v: 3 checks in 2 modules%s\n' "$4" | diff - log)"
    # shellcheck disable=SC2086 # options
    iverilog -g2012 -DSPECIFY_CONTROL $3 -s bench -o nothing.vvp nothing_checked.v nothing_bench.v
    played "$row" "nothing.vvp ${7-}" "$5" "$6"
    [ "${LONG:+$2}" = 5 ] || return # these rows under Verilator too
    # shellcheck disable=SC2086 # options
    [ "$1 $3" = "${verilated-}" ] || verilate nothing$((n += 1)) -DSPECIFY_CONTROL $3 nothing_checked.v nothing_bench.v
    verilated="$1 $3"
    echo "$row|designs nothing$n ${7-}|$5|$6" >>later
}
annotated='
nothing.sdf: annotated 1 of 1 entries; 0 limits are zero'
empty='; 2 have an empty window, and judge nothing without --sdf'
unjudged '' '' -DCELL "$empty" '0 1' '2 checks, none judged, 0 violations'
unjudged u -9 '-DCELL -DLIMITS' "$annotated" '0 0' '2 checks, 1 judged, 0 violations'
unjudged u 5 '-DCELL -DLIMITS' "$annotated" '0 0' '2 checks, 2 judged, 0 violations'
unjudged u 5 '-DCELL -DLIMITS' "$annotated" '0 1' '2 checks, none judged, 0 violations' +still
unjudged u 6 '-DCELL -DLIMITS' "$annotated" '2 1' '2 checks, 2 judged, 2 violations, 2 hold'
unjudged u 5 -DCELL "$annotated" '0 1' '2 checks, none judged, 0 violations no limit of SDF, expected an instance of specify_limits'
unjudged '' '' -DLEVEL "$empty" '0 0' '1 check, 1 judged, 0 violations' +still
unjudged '*' 5 -DCELL "$annotated" '0 0' '2 checks, 2 judged, 0 violations'
unjudged '*' 5 -DLIMITS "$annotated" '0 1' '0 checks, none judged, 0 violations'

printf '#define main cells\n#include "%s"\n#undef main\nint main(int n, char **words)\n{\n' "$here/main.cpp" >>designs.cpp
{ cat mains && printf '    return cells(n, words);\n}\n'; } >>designs.cpp
report 'Verilator compiles' "$(verilator --cc --exe --build --output-split 0 -Wno-LATCH -Wno-WIDTH -Wno-PINMISSING \
    -CFLAGS '-fcoroutines -DVL_TIME_CONTEXT' -MAKEFLAGS "CXX=g++ $least" -DSPECIFY_UNDELAYED --top-module cells_top \
    -Mdir verilated -o ../designs cells.v top.v designs.cpp >verilated.log 2>&1 || cat verilated.log)"
against Verilator ./designs '{}'
./designs together | grep -v finish | LC_ALL=C sort >log
awk '/^[a-z0-9_]*: status/ { name = $1; next } { print name, $0 }' "$here/cases/want" | LC_ALL=C sort >same
report 'cases under Verilator' "$({ LC_ALL=C comm -13 same log && wc -l <log; } | diff "$here/cases/want_verilator" -)"
if [ -n "${LONG-}" ]; then
    for seed in $(seq 16); do ./designs random "+verilator+seed+$((seed * 104729))" | grep -v finish; done | sort -u >log
    report 'random under Verilator' "$(printf 'q=%s, violations 3\n' 00010 00011 01110 01111 | diff - log)"
    while IFS='|' read -r row program ended closing; do played "$row" "$program" "$ended" "$closing"; done <later
fi
exec 9>&- && wait # serve.py ends, so that its time counts
exit $bad
