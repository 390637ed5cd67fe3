#!/bin/sh
# SPDX-License-Identifier: MIT
# specify2checks: the cells of tests/specify under Icarus and Verilator against an independent reference, at every limit
# and 1 ps to both sides, and at random (STEPS, 3000; SEED); unknown levels; what is refused or left out; installing.
plain=yes
. tests/check.sh
steps=${STEPS-3000} seed=${SEED-1}
here=$root/tests/specify
convert=$root/rtl/timing/specify/specify2checks.py
cd "$folder" || exit 1
python3=/usr/bin/python3

$convert -o cells.v "$here/cells.v" >log || report convert "status $?"
report 'cells' "$(echo 'cells.v: 52 checks in 12 modules' | diff - log)"
$python3 "$here/reference.py" top >top.v
pins=$(($(sed -n 's/.*input \[\([0-9]*\):0\].*/\1/p' top.v) + 1))
against() { # name, command
    name=$1
    shift
    said=$($python3 "$here/reference.py" "$steps" "$seed" "$@" 2>&1) && why= || why=$said
    report "$name against the reference" "$why"
}
icarus() { # program, sources
    out=$1
    shift
    iverilog -g2005 -Wall -Wno-timescale -Ttyp "-DPINS=$pins" -s bench -o "$out" "$@" top.v "$here/bench.v" >icarus.log 2>&1
    cat icarus.log
}
report 'Icarus compiles' "$(icarus bench.vvp cells.v)"
against Icarus vvp -n bench.vvp '+stimuli={}'
fast() { # folder, options
    out=$1
    shift
    verilator --cc --exe --build --output-split 0 -Wno-LATCH -Wno-WIDTH -Wno-PINMISSING -MAKEFLAGS "CXX=g++ $least" \
        -DSPECIFY_UNDELAYED --top-module cells_top -Mdir "$out" cells.v top.v "$here/main.cpp" "$@" >"$out.log" 2>&1 || cat "$out.log"
}
report 'Verilator compiles' "$(fast verilated)"
against Verilator verilated/Vcells_top '{}'

# Each of these must be seen
broken() { # name, change
    sed "$2" cells.v >broken.v
    cmp -s cells.v broken.v && report "$1" 'nothing changed'
    icarus broken.vvp broken.v >/dev/null
    $python3 "$here/reference.py" 10 "$seed" vvp -n broken.vvp '+stimuli={}' 2>&1 | grep -q ' [1-9][0-9]* differences' && why= || why='not seen'
    report "$1 is seen" "$why"
}
broken 'a limit 1 ps too long' 's/\.AFTER(50)/.AFTER(51)/'
broken 'a limit 1 ps too short' 's/\.BEFORE(110)/.BEFORE(109)/'
broken 'a lost condition' "s/_if([^1][^,]*)/_if(1'b1)/g"
broken 'a lost negative limit' 's/\.AFTER(-30)/.AFTER(0)/'
broken 'a wrong edge' "0,/REF_EDGES(6'd13)/s//REF_EDGES(6'd50)/"
broken 'a wrong bit' 's/\[setuphold_1_bit\])/[0])/'
broken 'setup named as hold' 's/BEFORE_KIND(1), .AFTER_KIND(2)/BEFORE_KIND(2), .AFTER_KIND(2)/'
broken 'a lost threshold' 's/\.BEFORE(-10)/.BEFORE(0)/'

# Cases of which each says what is right
mkdir cases
"$here/cases/run.sh" "$convert" "$folder/cases" >log 2>&1 || :
report 'cases under Icarus' "$(diff "$here/cases/want" log)"
"$here/cases/together.sh" >together.v
$convert -o together_checked.v together.v >log || report 'cases together' "status $?"
verilator --binary --timing --output-split 0 -MAKEFLAGS "CXX=g++ $least" -Wno-fatal -DSPECIFY_SEVERITY=0 --top-module bench -Mdir together together_checked.v >log 2>&1 || cat log
together/Vbench | grep -v finish | sort >log
report 'cases under Verilator' "$(diff "$here/cases/want_verilator" log)"

# Primitives: the tables of Icarus and the modules made of them
$python3 "$here/udp.py" 4000 "$here/udps.v" >udps.v
iverilog -g2005 -o udps.vvp udps.v && vvp -n udps.vvp >log
report 'primitives' "$(sed -n 's/^primitive \([a-z_]*\).*/\1: 0 differences/p' "$here/udps.v" | sort | diff - log)"

# Levels that Icarus alone has: an edge may begin or end at x
cat >x.v <<'END'
`timescale 1ps / 1ps
module x_cell (input c, input d, input e);
    specify
        $setup(d, posedge c, 10);
        $hold(edge [0x] c &&& e, d, 20);
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
    end
endmodule
END
$convert -o x_checked.v x.v >log
iverilog -g2005 -o x.vvp x_checked.v && vvp -n x.vvp | sed -n 's/.*: \([0-9]* ps\): .*checks\.\(.*_1\): .* observed \([0-9]* ps\), .*/\1 \2 \3/p' >log
cat >want <<'END'
105 ps setup_1 5 ps
110 ps hold_1 5 ps
115 ps setup_1 5 ps
230 ps width_1 10 ps
END
report 'x and z' "$(diff want log)"

# A violation makes q unknown, and an edge that the enable ignores keeps it so. Two checks that are violated in one
# instant move the notifier too. Under Verilator q is random; without SPECIFY_UNKNOWN it is what the cell stores.
cat >unknown.v <<'END'
`timescale 1ps / 1ps
module dffe (output reg q, input clk, input d, input en);
    reg notifier;
    always @(posedge clk) if (en) q <= d;
    always @(notifier) q <= 1'bx;
    specify
        $setup(d, posedge clk, 100, notifier);
        $period(posedge clk, 900, notifier);
    endspecify
endmodule
module bench;
    reg clk = 0, d = 0, en = 1;
    wire q;
    dffe dut (.q(q), .clk(clk), .d(d), .en(en));
    task tick; begin #400 clk = 1; #400 clk = 0; #200 $write("%b", q); end endtask
    initial begin
        tick;
        #320 d = 1;
        #80 clk = 1;
        #400 clk = 0;
        #200 $write("%b", q);
        en = 0;
        tick;
        en = 1;
        tick;
        #100 d = 0;
        #10 clk = 1;
        #100 clk = 0;
        #100 $display("%b%0d", q, dut.checks.setup_1.rec.violations + dut.checks.period_1.rec.violations);
        $finish;
    end
endmodule
END
$convert -o unknown_checked.v unknown.v >log
iverilog -g2005 -DSPECIFY_SEVERITY=0 -o unknown.vvp unknown_checked.v && vvp -n unknown.vvp >log 2>&1
report 'unknown under Icarus' "$(echo 0xx1x3 | diff - log)"
two_states() { # folder, options
    verilator --binary --timing --output-split 0 -MAKEFLAGS "CXX=g++ $least" -Wno-WIDTH -DSPECIFY_SEVERITY=0 --top-module bench -Mdir "$@" unknown_checked.v >"$1.log" 2>&1 || cat "$1.log"
    for seed in $(seq 16); do "$1/Vbench" "+verilator+seed+$seed" | grep -v finish; done | sort -u
}
two_states stored >log
report 'stored under Verilator' "$(echo 011103 | diff - log)"
two_states random -DSPECIFY_UNKNOWN >log
report 'random under Verilator' "$(printf '%s\n' 000103 000113 011103 011113 | diff - log)"

# The Am9513A's checks as a specify block and as they are wired by hand, on the chip alone and on the board with each
# translator. SCENARIOS='tests/scenarios/*/*.scn' plays all that are for these parts (8 minutes).
am9513a() { # name, what is never broken, files, options of iverilog, sources
    name=$1 want=$2 files=${SCENARIOS-$3} options=$4
    shift 4
    # shellcheck disable=SC2086 # options
    $convert ${options%% *} -o "$folder/am9513a.v" "$here/am9513a.v" >"$folder/log" &&
        iverilog -g2012 $options -Wno-timescale -s replay_device -s watch -Ibuild/gen -Itests/replay \
            -o "$folder/am9513a.vvp" "$folder/am9513a.v" tests/device/replay_device.v "$@" >>"$folder/log" 2>&1
    # shellcheck disable=SC2086 # files
    $python3 "$here/am9513a.py" "$folder/am9513a.vvp" $files >>"$folder/log" 2>&1 || :
    grep -q "[1-9][0-9]* violations the same, 0 differ; never broken: $want\$" "$folder/log" && why= || why=$(cat "$folder/log")
    report "$name" "$why"
}
cd "$root" || exit 1
am9513a Am9513A none 'tests/scenarios/timing/*.scn' -DPART build/device/am9513a_device.v
for pal in flipflop direct; do
    am9513a "Am9513A on the board, $pal" '.*' "tests/scenarios/board/*-status.scn tests/scenarios/board/[fprs]*.scn" \
        "-DBOARD -Preplay_device.PAL=\"$pal\"" build/device/timer_board_device.v rtl/board/des_bus.v
done
cd "$folder" || exit 1

# Control: one of two equal flip-flops, messages, the closing line and the exit status
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
    wire q0, q1;
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
control() { # arguments, messages, status, what the bench and the closing line say
    arguments=$1 messages=$2 want=$3 text=$4 status=0
    # shellcheck disable=SC2086 # arguments
    vvp -n control.vvp $arguments >log 2>&1 || status=$?
    said="$(grep -c required log) $status $(grep -v 'WARNING\|Time:\|called' log | xargs)"
    [ "$said" = "$messages $want $text" ] && why= || why="$said, expected $messages $want $text"
    report "control $arguments" "$why"
}
control '' 6 1 'x x specify2checks: 4 checks, 6 violations, 2 setup, 2 hold, 2 width'
control +specify_ignore=*sync* 3 1 '0 x specify2checks: 4 checks, 3 violations, 1 setup, 1 hold, 1 width'
control +specify_ignore=bench.core.* 3 1 'x 0 specify2checks: 4 checks, 3 violations, 1 setup, 1 hold, 1 width'
control +specify_ignore=bench 6 1 'x x specify2checks: 4 checks, 6 violations, 2 setup, 2 hold, 2 width'
control +specify_no_notifier 6 1 '0 0 specify2checks: 4 checks, 6 violations, 2 setup, 2 hold, 2 width'
control +specify_messages=2 2 1 'x x specify2checks: 4 checks, 6 violations, 2 setup, 2 hold, 2 width'
control +specify_off 0 0 '0 0 specify2checks: 4 checks that are off, 0 violations'

# What is refused or left out
said() { # name, status, expected text, options; the source is in bad.v
    name=$1 want=$2 text=$3
    shift 3
    status=0
    rm -f out.v
    $convert -o out.v "$@" >log 2>&1 || status=$?
    why=
    [ $status -eq "$want" ] || why="status $status, expected $want; "
    grep -qF -- "$text" log || why="${why}no '$text'; "
    [ -e out.v ] && [ "$want" = 2 ] && why="${why}wrote; "
    report "$name" "${why:+$why$(cat log)}"
}
checks() { # statements
    printf '`timescale 1ns / 1ps\nmodule m (input c, input d, input [3:0] a, input [3:0] b);\nspecify\n%s\nendspecify\nendmodule\n' "$1" >bad.v
}
checks '$nochange(posedge c, d, 0, -1);'
said '$nochange' 1 'bad.v:4: $nochange with a negative limit, expected none; left out' --allow-none bad.v
checks '$timing(d, posedge c, 1);'
said 'an unknown check' 1 'bad.v:4: $timing, expected one of $setup' --allow-none bad.v
checks '$setup(d, posedge c, limit * 2);'
said 'an unknown limit' 1 'bad.v:4: limit limit * 2, expected numbers, parameters and specparams' --allow-none bad.v
said 'no check' 2 'bad.v: no timing check, expected some, or --allow-none' bad.v
checks '$setup(d, posedge c);'
said 'a missing limit' 1 'bad.v:4: 2 arguments of $setup, expected 3 or more' --allow-none bad.v
checks '$width(c, 1);'
said 'a width without an edge' 1 'bad.v:4: $width without an edge, expected posedge' --allow-none bad.v
checks '$setup(d & c, posedge c, 1);'
said 'a terminal' 1 'bad.v:4: terminal "d & c", expected a signal' --allow-none bad.v
checks '$setup(d, posedge c, 1'
said 'syntax' 2 "bad.v:6: 'endmodule', expected ; or endspecify before it" bad.v
said 'no file' 2 'none.v: no such file or directory, expected Verilog' none.v
checks '$setup(d, posedge c, 1);'
sed -i 1d bad.v
said 'no timescale' 2 'bad.v:3: no `timescale before it' bad.v
said 'a timescale' 0 '1 checks in 1 modules' --timescale 10ns/1ps bad.v
report 'its unit' "$(grep -q 'BEFORE(10000)' out.v || grep BEFORE out.v)"
said 'no scope' 2 '--sdf without --scope' --sdf x.sdf bad.v

# The old file stays until the new one is whole, and what is read is no output
printf '`include "inner.v"\n' >outer.v
mv bad.v inner.v
for output in outer.v ./inner.v x.sdf "$root/rtl/timing/specify/specify_check.v" link.v; do
    echo '(DELAYFILE)' >x.sdf
    [ -e link.v ] || ln -s inner.v link.v
    cp "$output" kept
    status=0
    $convert --timescale 10ns/1ps --sdf x.sdf --scope top -o "$output" outer.v >log 2>&1 || status=$?
    grep -qF "$output: would be written over what is read" log && [ $status = 2 ] && cmp -s kept "$output" && why= || why="status $status, $(cat log)"
    report "over ${output##*/}" "$why"
done
echo old >out.v
(trap '' XFSZ && ulimit -f 0 && $convert --timescale 10ns/1ps -o out.v outer.v 2>&1) | cat >log
[ "$(cat out.v)" = old ] && grep -q 'out.v: File too large' log && ! ls | grep -q part && why= || why="$(cat log; ls)"
report 'a full disk' "$why"
rm inner.v outer.v link.v x.sdf

# SDF: what fits overrides, all else is named
cat >m.v <<'END'
`timescale 1ns / 1ps
module m (input c, input [3:2] d, input e);
specify
$setuphold(posedge c &&& (e == 1), posedge d, 1:2:3, 1);
$setuphold(posedge c &&& (e == 0), negedge d, 1, 1);
$width(posedge c, 1);
endspecify
endmodule
END
cat >m.sdf <<'END'
(DELAYFILE (SDFVERSION "3.0") (DIVIDER /) (TIMESCALE 100 ps)
 (CELL (CELLTYPE "m") (INSTANCE a/b\[0\])
  (DELAY (ABSOLUTE (IOPATH c q (1))))
  (TIMINGCHECK
   (SETUPHOLD d (COND e == 1 (posedge c)) (1:2:3) (-4::5))
   (SETUP (negedge d[3]) (posedge c) (7))
   (WIDTH (posedge c) (8))
   (HOLD (negedge d) (negedge c) (9))
   (SKEW c d (1))
   (TIMING c d (1) (1))
   (WIDTH (posedge c) (8:9:))))
 (CELL (CELLTYPE "n") (INSTANCE x) (TIMINGCHECK (WIDTH (posedge c) (1)))))
END
said 'SDF' 1 'm.sdf: annotated 3 of 8 entries; 5 fit nothing (--verbose lists them); 0 limits are zero' --sdf m.sdf --scope top --corner max m.v
said 'SDF in detail' 1 'm.sdf:8: (HOLD (negedge d) (negedge c) (9)) fits no check of m; left out' --verbose --sdf m.sdf --scope top --corner max m.v
report 'SDF names the rest' "$(printf 'm.sdf:%s; left out\n' '8: (HOLD (negedge d) (negedge c) (9)) fits no check of m' \
    '9: (SKEW c d (1)) fits no check of m' '10: TIMING, expected one of SETUP, HOLD, SETUPHOLD, RECOVERY, REMOVAL, RECREM, WIDTH, PERIOD, SKEW, NOCHANGE, BIDIRECTSKEW' \
    '11: no max value, expected another --corner' '12: CELLTYPE "n", expected a module with checks' | diff - log | grep '^<')"
sed -n 's/.* top\.a\.\\b\[0\] \.checks\.//p' out.v | sort >log
cat >want <<'END'
setuphold_1[2].bit_.after_ps <= 500;
setuphold_1[2].bit_.before_ps <= 300;
setuphold_1[3].bit_.after_ps <= 500;
setuphold_1[3].bit_.before_ps <= 300;
setuphold_2[3].bit_.before_ps <= 700;
width_1.after_ps <= 800;
END
report 'SDF limits' "$(diff want log)"

# IEEE 1364-2005, table 16-2: each entry and the checks whose limits it sets
cat >halves.v <<'END'
`timescale 1ps / 1ps
module m (input c, input d, input r);
specify
$setup(d, posedge c, 1);
$hold(posedge c, d, 1);
$setuphold(posedge c, d, 1, 1);
$recovery(posedge r, posedge c, 1);
$removal(posedge r, posedge c, 1);
$recrem(posedge r, posedge c, 1, 1);
endspecify
endmodule
END
halves() { # entry, the limits that it sets
    echo "(DELAYFILE (TIMESCALE 1 ps) (CELL (CELLTYPE \"m\") (INSTANCE) (TIMINGCHECK $1)))" >halves.sdf
    said "SDF $1" 0 'checks in 1 modules' --sdf halves.sdf --scope top halves.v
    sets=$(sed -n 's/.* top\.checks\.\(.*\)_ps <= \(.*\);/\1=\2/p' out.v | xargs)
    [ "$sets" = "$2" ] && why= || why="$sets, expected $2"
    report "SDF $1 sets" "$why"
}
halves '(SETUP d (posedge c) (7))' 'setup_1.before=7 setuphold_1.before=7'
halves '(HOLD d (posedge c) (7))' 'hold_1.after=7 setuphold_1.after=7'
halves '(SETUPHOLD d (posedge c) (7) (8))' 'setup_1.before=7 hold_1.after=8 setuphold_1.before=7 setuphold_1.after=8'
halves '(RECOVERY (posedge r) (posedge c) (7))' 'recovery_1.after=7 recrem_1.after=7'
halves '(REMOVAL (posedge r) (posedge c) (7))' 'removal_1.before=7 recrem_1.before=7'
halves '(RECREM (posedge r) (posedge c) (7) (8))' 'recovery_1.after=7 removal_1.before=8 recrem_1.after=7 recrem_1.before=8'

# In a tree where nothing has been built
mkdir fresh
for file in "$root"/*; do
    [ "${file##*/}" = build ] || ln -s "$file" fresh
done
said=$(make -s -C fresh SETUP=no DESTDIR="$folder/installed" install-timing 2>&1) && why= || why=$said
report 'make install-timing' "$why"
said=$(installed/usr/local/bin/specify2checks -o out.v m.v 2>&1)
[ "$said" = 'out.v: 3 checks in 1 modules' ] && why= || why=$said
report 'the command in /usr/local/bin' "$why"
exit $bad
