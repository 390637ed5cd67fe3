#!/bin/sh
# SPDX-License-Identifier: MIT
# specify2checks: what it refuses or leaves out; files that it must not write over; SDF entries; bytes, blanks, sizes;
# installing. LONG=yes: a large module and a large SDF file, by time and memory.
plain=yes
. tests/check.sh
real=$root/specify/specify2checks.py convert=$folder/convert
cd "$folder" || exit 1
mkfifo asked status
"$root/tests/specify/serve.py" || : <asked &
exec 9>asked

# What is refused or left out
converts() { # name, status, text that is said, options: as try; a mistake writes nothing
    name=$1 want=$2 text=$3
    shift 3
    rm -f out.v
    [ "$want" = 2 ] && try=check || try=try
    $try "$name" "$want" "$text" "$convert -o out.v" "$@"
}
checks() { # statements
    lines bad.v '`timescale 1ns / 1ps' 'module m (input c, input d, input [3:0] a, input [3:0] b);' specify "$1" endspecify endmodule
}
checks '$nochange(posedge c, d, 0, -1);'
converts '$nochange' 1 'bad.v:4: $nochange with a negative limit, expected none; left out' --allow-none bad.v
checks '$timing(d, posedge c, 1);'
converts 'an unknown check' 1 'bad.v:4: $timing, expected one of $setup' --allow-none bad.v
checks '$setup(d, posedge c, limit * 2);'
converts 'an unknown limit' 1 'bad.v:4: limit limit * 2, expected numbers, parameters and specparams' --allow-none bad.v
converts 'no check' 2 'bad.v: no timing check, expected some, or --allow-none' bad.v
echo '`include "bad.v"' >bad.v
converts 'a file that includes itself' 2 'bad.v:1: bad.v includes itself, expected an end' bad.v
echo '$setup(d, posedge c, 1);' >piece.vh
checks "$(yes '`include "piece.vh"' | head -n 101)"
converts 'a file that is included often' 0 '101 checks in 1 modules' bad.v
converts 'a second SDF file' 2 '--sdf b.sdf: a second SDF file, expected one' --sdf a.sdf --sdf b.sdf --scope bench.m bad.v
checks '$setup(d, posedge c, limit * 2);'
cp bad.v worse.v
converts 'a module in two files' 2 'worse.v:2: module m, expected one; bad.v:2 has another' --allow-none bad.v worse.v
sed -i "s/module m/module n/" worse.v
converts 'no check in two files' 2 'bad.v and 1 more: no timing check, expected some, or --allow-none' bad.v worse.v
limits() { # a limit, what is said
    checks "specparam s = t, t = s; \$setup(d, posedge c, $1);"
    converts "limit $1" 1 "bad.v:4: $2; left out" --allow-none bad.v
}
limits "2'b12" "number 2'b12, expected a constant"
limits '(1 2)' 'no ) of an expression, expected one'
limits '1 2' '2, expected + - * / %'
limits '1 % 0' 'division by zero, expected a number'
limits 1e400 'limit 1e400, expected a finite number'
limits s 'a specparam that contains itself, expected its value'
limits '$f(1)' 'limit $f(1), expected numbers, parameters and specparams with + - * / %'
checks '(* x *) $setup(d, posedge c, 1);'
converts 'an attribute' 1 'bad.v:4: (* x *) $setup(d, posedge c, 1);, expected a path or a check; left out' --allow-none bad.v
checks '$setup(d, posedge c);'
converts 'a missing limit' 1 'bad.v:4: 2 arguments of $setup, expected 3 or more' --allow-none bad.v
checks '$width(c, 1);'
converts 'a width without an edge' 1 'bad.v:4: $width without an edge, expected posedge' --allow-none bad.v
checks '$setup(d & c, posedge c, 1);'
converts 'a terminal' 1 'bad.v:4: terminal "d & c", expected a signal' --allow-none bad.v
checks '$setup(d, posedge c, 1'
converts 'syntax' 2 "bad.v:6: 'endmodule', expected ; or endspecify before it" bad.v
converts 'a name of a macro' 2 '-D 1x=2, expected NAME or NAME=TEXT' -D A -D 1x=2 bad.v
converts 'a folder that is not there' 2 '-I nosuch: no such folder, expected one with files to include' -I . -I nosuch bad.v
converts 'no file' 2 'none.v: no such file or directory, expected Verilog' none.v
source() { # Verilog, line and what is said
    printf '%b' "$1" >bad.v
    converts "source, line $2" 2 "bad.v:$2" bad.v
}
source '\n`NONE\n' '2: `NONE is not defined, expected a macro or a directive'
source '`define A(x) x\n\n`A\n' '3: `A without arguments, expected them in brackets'
source '`define A(x) x\n`A(1, 2)\n' '2: 2 arguments of `A, expected 1'
source '`define A(x) x\n`A(1\n' '2: the arguments of `A do not end, expected )'
source '`define A `A\n/*\n*/ `A\n' '3: a macro that contains itself, expected its text'
source '`define A 1\n`undef A\n`A' '3: `A is not defined'
source '\n`else\n' '2: `else without `ifdef, expected one before it'
source '`ifdef A\n`else\n' ' ends within `ifdef, expected `endif'
source '\n`ifdef\n' '2: `ifdef without a name, expected'
source '\n`include none\n' '2: `include without a file, expected such as "cells.v"'
source '/*\n*/`include "none.v"\n' '2: none.v: no such file, expected one that -I finds'
source '`timescale 1ns\n' '1: `timescale 1ns, expected such as 1ns / 1ps'
source 'module m;\n\n' '3: ends within a module, expected endmodule'
source '\nprimitive p (y, a); output y; input a; table 0 1 : 1; endtable endprimitive' '2: the table of primitive p, expected 1 inputs'
checks '$setup(d, posedge c, 1);'
sed -i 1d bad.v
converts 'no timescale' 2 'bad.v:3: no `timescale before it' bad.v
converts 'a timescale' 0 '1 checks in 1 modules' --timescale 10ns/1ps bad.v
has 'its unit' out.v 'BEFORE(10000)'

# What texts mean, by hand: the limits of $setup in ps, of a unit of 1 ns
means() { # name, limits, options and files
    name=$1 want=$2
    shift 2
    rm -f out.v
    $convert -o out.v "$@" >log 2>&1 || :
    limits=$(sed -n "s/.*\.BEFORE(\([-0-9]*\)).*/\1/p" out.v | xargs)
    report "$name" "$([ "$limits" = "$want" ] || echo "$limits, expected $want: $(cat log)")"
}
tr ';' '\n' >table <<'END'
8'd12=12000; 6'o17=15000; 6'b01_1=3000; 8'h1a=26000; 8'SH1A=26000; 1_000 / 3=333000; -7 / 2=-3000; 7 / -2=-3000; -7 / -2=3000
7 / 2.0=3500; -7 % 3=-1000; 7 % -3=1000; 7 - 2 - 1=4000; 12 / 2 / 3=2000; 7 - (2 - 1)=6000; 2 + 3 * 4=14000
s * 2=8000; -s=-4000; (1:2:3) * 2=4000; 1:2:3=2000; 0.0025us=2500; 1_0ps=10; 0.0005=1; -0.0005=-1; -0.0004=0
END
checks "specparam s = 1 + 3; $(sed 's/^\(.*\)=.*/$setup(d, posedge c, \1);/' table)"
means constants "$(sed 's/.*=//' table | xargs)" bad.v
checks '$setup(d, edge [01, xz] c, 1); $setup(d, edge [xx] c, 1); $setup(d, edge [10, zx, 0Z] c, 1);'
means 'edges' '1000 1000 1000' bad.v
report 'edges to and from z' "$(sed -n "s/.*REF_EDGES(6'd\([0-9]*\)).*/\1/p" out.v | xargs | sed 's/^1 63 6$//')"

# Directives: each line ends with the limit in ns
mkdir cells other
echo '1' >cells/own.vh
echo '2' >other/own.vh
echo '3' >other/far.vh
cat >cells/text.v <<'END'
`timescale 1ns / 1ps
`define GIVEN(a = 2, b= 5 ) a * 10 + b
`define BIT( b ) 1'b1 + b + c_b
`define NEST(a) (`GIVEN(a, 1))
`define LONG(a, b) a \
    + b // one
`define FILE "far.vh"
`define PART(a) a``ec
`define NONE() 9
`define SETUP $setup(d, posedge\
c,
`define BOTH $setup(d, posedge c, 4); /* of two */ // lines \
    $setup(d, posedge c, 6);
module m (input c, input d); specify specparam c_b = 30, spec = 8;
`SETUP `GIVEN(,)); `SETUP `GIVEN(3,)); `SETUP `GIVEN ((1 + 1) * 2, 1)); // 25 35 41
`SETUP `BIT(4)); `SETUP `NEST(7)); `SETUP `LONG(3, 4)); `SETUP `PART(sp)); // 35 71 7 8
`SETUP `NONE()); `SETUP `X + `Y 5); `SETUP `__LINE__); // 9 12 17
`SETUP `include "own.vh"
); `SETUP `include <far.vh>
); `SETUP `include `FILE
); `SETUP `__LINE__); // 1 3 3 21
`BOTH // 4 6
`ifdef NO `ifdef X `SETUP 1); `else `SETUP 2); `endif `SETUP 3);
`elsif X `ifndef X `SETUP 4); `else `SETUP 5); `endif `endif // 5
`undef X `ifdef X `SETUP 6); `endif
`undefineall `ifndef SETUP $setup(d, posedge c, 7); `endif // 7
endspecify
endmodule
`timescale 1us / 10ns
END
printf '\357\273\277' | cat - cells/text.v >cells/mark.v
echo 'module n (input c, input d); specify $setup(d, posedge c, 1.234); endspecify endmodule' >second.v
means directives "$(sed -n 's/^[`)].*\/\/ \([0-9 ]*\)$/\1/p' cells/text.v | xargs | sed 's/[0-9]*/&000/g') 1230000" \
    -D X=7 -D Y -I other cells/mark.v second.v
report 'a timescale at the end' "$([ "$(tail -n 1 out.v)" = '`timescale 1us/10ns' ] || tail -n 3 out.v)"
report 'no mark of bytes' "$(LC_ALL=C grep "$(printf '\357\273\277')" out.v)"

# Names in another spelling: taken where one is meant, said once
cat >bad.v <<'END'
`timescale 1ns / 1ps
module m (input c, input d, input D, input e_n, input f);
reg n_r;
m2 u (f);
specify
$setup(d &&& EN, posedge C, 1, NR);
$hold(posedge c &&& u.far, f &&& ~EN, 1);
$hold(posedge c, D_, 1);
$skew(posedge c, posedge d, 0);
$setup(d, posedge c, -0.5);
endspecify
endmodule
END
converts 'a name that two may have' 1 'bad.v:8: D_ is not declared, expected a name of module m; left out' bad.v
report 'spellings in short' "$(printf '%s\n' 'out.v: 4 checks in 1 modules; 1 have no limit above 0, and judge nothing without --sdf' \
    '3 names are taken in another spelling (--verbose lists them)' | grep -vxF "$said")"
$convert --verbose -o out.v bad.v >log 2>&1 || :
same 'spellings' "$(grep 'm has\|names are' log | sort)" \
    "$(printf 'bad.v:2: m has no %s\n' 'C, taken as c' 'EN, taken as e_n' 'NR, taken as n_r')"
has 'a notifier in another spelling' out.v 'setup_1.rec, n_r,'
has 'conditions in another spelling' out.v '.i_ref_if(u . far), .i_data(f), .i_data_if(~ e_n)'

# Any file: blanks in its path, bytes that are no UTF-8, line ends of another system; its text comes out as it is
mkdir 'a folder'
printf '%b\r\n' '`timescale 1ns / 1ps' '`include "an inner file.v"' '// \0377\0302 caf\0351' 'module m (input c, input d);' \
    'specify $setup(d, posedge c, 1); endspecify' endmodule >'a folder/a file.v'
printf 'module inner;\nlocalparam TEXT = "\351\377";\nendmodule\n' >'a folder/an inner file.v'
converts 'a path with blanks' 0 '1 checks in 1 modules' "'a folder/a file.v'"
report 'its bytes' "$(LC_ALL=C grep -qF "$(printf 'TEXT = "\351\377"')" out.v || echo lost)"
report 'its bytes compile' "$(iverilog -g2012 -t null out.v 2>&1 | head -n 3)"
mkdir 'a folder/out'
$convert -o 'a folder/out/o u t.v' 'a folder/a file.v' >log 2>&1
report 'an output with blanks' "$(cmp out.v 'a folder/out/o u t.v' 2>&1)"
converts 'no scope' 2 '--sdf without --scope' --sdf x.sdf bad.v

# The old file stays until the new one is whole, and what is read is no output
printf '`include "inner.v"\n' >outer.v
mv bad.v inner.v
for output in outer.v ./inner.v x.sdf "$root/specify/specify_check.v" link.v; do
    echo '(DELAYFILE (CELL (CELLTYPE "m") (INSTANCE) (TIMINGCHECK (SETUP d (posedge c) (1)))))' >x.sdf
    [ -e link.v ] || ln -s inner.v link.v
    cp "$output" kept
    try "over ${output##*/}" 2 "$output: would be written over what is read" \
        "$convert --timescale 10ns/1ps --sdf x.sdf --scope top -o $output outer.v || { status=\$?; cmp kept $output && exit \$status; }"
done
echo old >out.v
said=$(trap '' XFSZ && ulimit -f 0 && $real --timescale 10ns/1ps -o out.v outer.v 2>&1; echo "status $?")
case $said in *'out.v: File too large, expected a file that can be written'*'status 2') why= ;; *) why=$said ;; esac
[ "$(cat out.v)" = old ] && ! ls | grep -q part || why="$why$(cat out.v; ls)"
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
 (CELL (CELLTYPE "n") (INSTANCE x) (TIMINGCHECK (WIDTH (posedge c) (1)) (HOLD d c (1)))))
END
max='--sdf m.sdf --scope top --corner max m.v'
converts 'SDF' 1 "m.sdf: annotated 3 of 9 entries; 1 have no max value, expected another --corner; 5 fit nothing \
(--verbose lists them); 0 limits are zero" "$max"
converts 'SDF in detail' 1 'm.sdf:8: (HOLD (negedge d) (negedge c) (9)) fits no check of m; left out' --verbose "$max"
kinds='SETUP, HOLD, SETUPHOLD, RECOVERY, REMOVAL, RECREM, WIDTH, PERIOD, SKEW, NOCHANGE, BIDIRECTSKEW'
report 'SDF names the rest' "$(printf 'm.sdf:%s; left out\n' '8: (HOLD (negedge d) (negedge c) (9)) fits no check of m' \
    '9: (SKEW c d (1)) fits no check of m' "10: TIMING, expected one of $kinds" \
    '11: no max value, expected another --corner' '12: CELLTYPE "n", expected a module with checks' | grep -vxF "$said")"
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

# Entries that cannot be: the line says why
entry() { # an entry, what is said
    echo "(DELAYFILE (CELL (CELLTYPE \"m\") (INSTANCE ${3-u}) (TIMINGCHECK
$1)))" >entry.sdf
    converts "entry $1: $2" 1 "entry.sdf:${4-2}: $2; left out" --verbose --sdf entry.sdf --scope top m.v
}
entry '(WIDTH (posedge c) (1ns))' '1ns, expected a number or min:typ:max'
entry '(WIDTH (posedge c) (1e400))' '1e400, expected a number or min:typ:max'
entry '(WIDTH (posedge c) (1::2))' 'no typ value, expected another --corner'
entry '(WIDTH (rising c) (1))' 'RISING, expected posedge, negedge or COND'
entry '(SETUP (negedge d[1]) (posedge c) (1))' '(SETUP (negedge d[1]) (posedge c) (1)) fits no check of m'
entry '(SETUP (negedge d[3]) (posedge c) (1))' 'one bit of INSTANCE *, expected the vector' '*'
entry '(SETUP (COND e (negedge d)) (posedge c) (1))' '(SETUP (COND e (negedge d)) (posedge c) (1)) fits no check of m'
cp m.v known.v
sed -i 's/\[3:2\] d/[f(1):0] d/' m.v
entry '(SETUP (negedge d) (posedge c) (1))' 'number f, expected a constant'
sed -i 's/\[f(1):0\] d/[1\/0:0] d/' m.v
entry '(SETUP (negedge d) (posedge c) (1))' 'division by zero, expected a number'
converts 'one entry is counted once' 1 'annotated 0 of 1 entries; 1 fit nothing' --sdf entry.sdf --scope top m.v
mv known.v m.v

# SCOND and CCOND name the conditions of the earlier and of the later event
cp m.v known.v
checks '$setuphold(posedge c, d, 1, 1, , a[0], b[0]); $setuphold(posedge c, d, 1, 1, , b[0], a[0]);'
mv bad.v m.v
stamps() { # what follows the limits, labels of the checks that are set
    echo "(DELAYFILE (CELL (CELLTYPE \"m\") (INSTANCE u) (TIMINGCHECK (SETUPHOLD d (posedge c) (7) () $1))))" >stamps.sdf
    $convert --sdf stamps.sdf --scope top -o out.v m.v >log 2>&1 || :
    sets=$(sed -n 's/.*top\.u\.checks\.\([a-z_0-9]*\)\.before_ps <= 7000;/\1/p' out.v | xargs)
    report "stamps $1" "$([ "$sets" = "$2" ] || echo "$sets, expected $2")"
}
stamps '' 'setuphold_1 setuphold_2'
stamps '(SCOND a[0])' setuphold_1
stamps '(CCOND a[0] == 1)' setuphold_2
stamps '(SCOND "name" b[0]) (CCOND a[0])' setuphold_2
stamps '(SCOND a[0]) (CCOND a[0])' ''
mv known.v m.v

# SDF files and the limits that they set, by hand: where a path leads, which bits and edges, conditions
sets() { # name, what the file holds, "path.limit=ps" of each limit that is set
    echo "(DELAYFILE $2)" >sets.sdf
    $convert --verbose --sdf sets.sdf --scope top -o out.v design.v >log 2>&1 || :
    limits=$(sed -n 's/^ *top\.\(.*\)[._]ps <= \(.*\);/\1=\2/; T; s/checks\.//; s/ *\./\./g; p' out.v | xargs -d '\n')
    report "SDF sets $1" "$([ "$limits" = "$3" ] || echo "$limits, expected $3: $(cat log)")"
}
cat >design.v <<'END'
extern module outer (input k, input [1:0] g);
`timescale 1ns / 1ps
module bits #(parameter Z = 1, N = 2) (input c, input [N-1:0] d);
specify $setup(d, posedge c, 1); $width(posedge c, 1, 0); endspecify
endmodule
module width #(parameter N = 1) (input c, input [0:N-1] d); specify $setup(d, posedge c, 1); endspecify endmodule
module wrap #(parameter M = 1) (input k, input [M-1:0] g);
bits #(.N(M * 2)) inner (k, g), many [1:0] (k, g); bits (k, g);
endmodule
module late (input c, input [1:0] d, input e);
wire cd, ed; wire [1:0] dd;
specify
$setuphold(posedge c, d, 0.1, 0.2, , , , cd, dd);
$recrem(posedge e, posedge c, -0.05, 0.2, , , , ed, cd);
endspecify
endmodule
module renamed (.c(ck), d); input ck; input [1:0] d; wire d; specify $setup(d, posedge ck, 1); $width(posedge d[0], 1); endspecify
endmodule
module automatic outer (input k, input [1:0] g); renamed inner (k, g); endmodule
module static named (input c); generate if (1) begin : g bits u (c, c); end if (1) begin end endgenerate endmodule
module below (input c); bits \a.b (c, c), u (c, c); endmodule
module top (input c);
wrap #(2 + 1) w (c, c); wrap v (c, c); late x (c, c, c), y (c, c, c);
below i (c); below \i.j (c); bits #(7, 4) four (c, c); width #3 three (c, c); outer o (c, c); named k (c);
generate if (1) begin bits hidden (c, c); if (1) begin end bits next (c, c); end endgenerate
endmodule
END
width() { # instance, cell
    echo "(CELL (CELLTYPE \"${2-bits}\") (INSTANCE $1) (TIMINGCHECK (WIDTH (posedge c) (2))))"
}
setup() { # instance, cell, entry
    echo "(CELL (CELLTYPE \"$2\") (INSTANCE $1) (TIMINGCHECK $3))"
}
sets 'without a unit or a divider' "$(width i.u)" i.u.width_1.after=2000
has 'no zero limit' log 'annotated 1 of 1 entries; 0 limits'
sets 'with a unit' "(DESIGN \"below\") (TIMESCALE 100.0 us) $(width i.u)" i.u.width_1.after=200000000
sets 'names with dividers' "$(width 'i.a\.b') $(width 'i\.j.u') $(width 'i\.j.a\.b')" \
    'i.\a.b.width_1.after=2000 \i.j.u.width_1.after=2000 \i.j.\a.b.width_1.after=2000'
sets 'dividers by /' "(DIVIDER /) $(width i/a.b) $(width i.j/u)" 'i.\a.b.width_1.after=2000 \i.j.u.width_1.after=2000'
sets 'after what is skipped' "(CELL (CELLTYPE \"top\") (INSTANCE) (DELAY (ABSOLUTE (IOPATH c c (1)))))
(CELL (CELLTYPE \"bits\") (INSTANCE i.u) (TIMINGENV (PATHCONSTRAINT a (1))) // )
(LABEL (ABSOLUTE (a 1))) /* ( */ (TIMINGCHECK (WIDTH (posedge c) (2))))" i.u.width_1.after=2000
sets 'below a wrapper' "$(setup w wrap '(SETUP g[5] (posedge k) (2)) (SETUP g[6] (posedge k) (2))')
$(setup v wrap '(SETUP g (posedge k) (3))')" \
    'w.inner.setup_1[5].bit_.before=2000 v.inner.setup_1[0].bit_.before=3000 v.inner.setup_1[1].bit_.before=3000'
sets 'parameters by order' "$(setup four bits '(SETUP d[3] (posedge c) (2)) (SETUP d[4] (posedge c) (2))')
$(setup three width '(SETUP d[2] (posedge c) (2)) (SETUP d[3] (posedge c) (2))')" \
    'four.setup_1[3].bit_.before=2000 three.setup_1[2].bit_.before=2000'
# An entry of one edge does not shorten the limit that the other edge keeps
sets 'one edge' "$(setup four bits '(SETUP d (posedge c) (3)) (SETUP (posedge d[2]) (posedge c) (1))
(SETUP (posedge d[3]) (posedge c) (4))')" \
    "$(printf 'four.setup_1[%s].bit_.before=%s\n' 0 3000 1 3000 2 3000 3 3000 2 3000 3 4000 | xargs)"
sets 'ports by order' "$(setup o outer '(WIDTH (posedge g[0]) (2))')" 'o.inner.width_1.after=2000'
sets 'a vector declared again' "$(setup o.inner renamed '(SETUP (0z d) (posedge ck) (0))')" \
    'o.inner.setup_1[0].bit_.before=0 o.inner.setup_1[1].bit_.before=0'
has 'a zero limit' log 'annotated 1 of 1 entries; 1 limits are zero'
sets 'one of an array' "$(width 'w.many\[1\]')" 'w.many[1].width_1.after=2000'
sets 'below a named block' "$(width k.g.u)" k.g.u.width_1.after=2000
for name in hidden next genblk1.hidden w.many w.other top; do
    sets "no $name" "$(width $name)" ''
    has "no $name in words" log "1 instances are not in the design: $name"
done
sets '* of each edge' "$(setup '*' bits '(SETUP (posedge d) (posedge c) (0.7)) (SETUP (negedge d) (posedge c) (0.5))')" ''
has 'its limit' out.v 'BEFORE(700)'
# In x c follows d[0] by 101 ps, and e follows c by 301; in y d follows c, which follows e by 51 as in the model
xargs >want <<'END'
x.setuphold_1[0].bit_.before=-100 x.setuphold_1[0].bit_.after=300 x.setuphold_1[1].bit_.before=-50
x.setuphold_1[1].bit_.after=300 x.recrem_1.after=400 x.recrem_1.before=-300 x.delay_1=101 x.delay_3=402
y.setuphold_1[0].bit_.before=400 y.setuphold_1[1].bit_.before=400 y.setuphold_1[0].bit_.after=-300
y.setuphold_1[1].bit_.after=-300 y.delay_2[0].bit_=352 y.delay_2[1].bit_=352
END
sets delays "$(setup x late '(SETUPHOLD d[0] (posedge c) (-0.1) (0.3)) (SETUPHOLD d[1] (posedge c) (-0.05) (0.3))
(RECREM (posedge e) (posedge c) (0.4) (-0.3))') $(setup y late '(SETUPHOLD d (posedge c) (0.4) (-0.3))')" "$(cat want)"
same 'delays of the model' "$(sed -n "s/.*specify_delay #(64'd\([0-9]*\)) [a-z0-9_]* (\([a-z]*\).*/\2=\1/p" out.v | xargs)" 'c=51 d=0 e=0'
cat >groups <<'END'
e !== 1'b0; (e === 1); !(!e); ~(e != 1'b1); (e) == 'b1
e == 1'B0; !(e); ~e
a && e; e == 1'b1 & (a === 1); ((a) & (e != 0))
(!e) & (a); ~e && a == 1
a | e; (a) || (e == 1)
!(a | e)
!a | e; e | a == 0
!(a && e)
e & !a
(a && e) & b; b & e & a
(a | e) & b
a | e & b
e == a
END
grep -no '[^;]*' groups | sed 's/: */|/' >table # the number of the group, and a spelling
count=$(wc -l <table)
{ echo '`timescale 1ns / 1ps' && echo 'module when (input c, d, e, a, b); specify'
sed 's/[^|]*|\(.*\)/$setup(d \&\&\& \1, posedge c, 1);/' table
echo 'endspecify endmodule module top (input c);'; seq -f 'when u%.0f (c, c, c, c, c);' "$count"; echo endmodule; } >design.v
number=0 cells='' want=''
while IFS='|' read -r group text; do # an entry sets the checks of its group, whatever its spelling
    number=$((number + 1)) cells="$cells $(setup u$number when "(SETUP (COND $text d) (posedge c) (2))")"
    want="$want $(sed -n "/^$group|/=" table | sed "s/.*/u$number.setup_&.before=2000/" | xargs)"
done <table
sets conditions "$cells" "${want# }"

# The file of another netlist: its cells are not those of the design
cat >design.v <<'END'
module design (input c, input [3:2] d, input e);
m u (c, d, e);
other v (c);
endmodule
END
cells() { # names of two cells
    echo "(DELAYFILE (CELL (CELLTYPE \"$1\") (INSTANCE u) (TIMINGCHECK (WIDTH (posedge c) (1))))
(CELL (CELLTYPE \"$2\") (INSTANCE v) (TIMINGCHECK (WIDTH (posedge c) (1)))))" >cells.sdf
}
cells m m
design='--sdf cells.sdf --scope design m.v design.v'
converts 'another cell' 1 'cells.sdf:2: CELLTYPE "m" of v, expected "other" as in the design; left out' --verbose "$design"
converts 'another cell is counted' 1 'annotated 1 of 2 entries; 1 fit nothing' "$design"
sed -i s/other/m/ design.v
converts 'the same cells' 0 'annotated 2 of 2 entries; ' "$design"
cells m ''
converts 'a cell without a name' 0 'annotated 2 of 2 entries; ' "$design"
sed -i 's/^m u .*/m w [1:0] (c, d, e), u (c, d, e);/' design.v
converts 'after an array' 0 'annotated 2 of 2 entries; ' "$design"

# Verilator 5.051 refuses a task in a function
report 'a constructor without tasks' "$(sed -n '/function new/,/endfunction/p' "$root/specify/specify_check.v" |
    grep -E '^ *[a-z_]+(\(.*\))?;')"

# What is cut short or no SDF: the old output stays
cell='(DELAYFILE (CELL (CELLTYPE "m") (INSTANCE x) (TIMINGCHECK'
for text in '' '(DELAYFILE' '(CELL)' 'no brackets' '(DELAYFILE (TIMESCALE 3 ps))' "$cell (WIDTH (posedge c) (8)"; do
    printf '%s' "$text" >cut.sdf
    converts "SDF '$text'" 2 'cut.sdf:1: ' --sdf cut.sdf --scope top m.v
done
echo '(DELAYFILE (CELL (CELLTYPE "m") (INSTANCE) (DELAY (ABSOLUTE (IOPATH c q (0.1))))))' >cut.sdf
converts 'SDF of delays alone' 2 'cut.sdf: no TIMINGCHECK entry, expected some, or --allow-none' --sdf cut.sdf --scope top m.v
converts 'SDF of delays alone, allowed' 0 'annotated 0 of 0 entries' --allow-none --sdf cut.sdf --scope top m.v
printf '%b' "$cell (WIDTH (posedge c) (\0377)) (WIDTH () (1)) (WIDTH) () (SETUP d))))" >cut.sdf
converts 'SDF without sense' 1 'annotated 0 of 3 entries' --sdf cut.sdf --scope top m.v
report 'no traceback' "$(echo "$said" | grep Traceback)"

# Delayed signals, in ps, by hand: 1 ps beyond a negative limit where the window has 2; of limits that contradict one
# another the most negative counts as 0
delays() { # limits of $setuphold(posedge c, d, ...), the delays
    checks "\$setuphold(posedge c, d, $1, , , , cd, dd);"
    $convert -o out.v bad.v >log 2>&1 || :
    sets=$(sed -n "s/.*specify_delay #(64'd\([0-9]*\)) delay_[0-9]* (\([a-z]*\).*/\2=\1/p" out.v | sort | xargs)
    report "delays of $1" "$([ "$sets" = "$2" ] || echo "$sets, expected $2")"
}
delays '0, 0.2' ''
delays '-0.1, 0.101' c=100
delays '-0.1, 0.102' c=101
delays '-0.1, 0.102, , , , cd, dd); $setuphold(posedge c, a[0], 0.3, -0.05' c=101
has 'the first signal of a net' out.v 'assign dd = d;'
delays '0.1, -0.098' d=99
delays '-0.1, 0.2, , , , cd, dd); $setuphold(posedge c, negedge d, 0.3, -0.05' d=51
delays '-0.1, 0.12, , , , cd, dd); $setuphold(posedge c, a[0], 0.3, -0.05, , , , cd, ad); $setuphold(posedge c, negedge d, 1, 1' \
    'a=152 c=101'

if [ -n "${LONG-}" ]; then
    { echo '`timescale 1ns / 1ps'; echo 'module m (input c, input [19999:0] d);'; echo specify
    seq -f '$setup(d[%.0f], posedge c, 1);' 0 19999; echo endspecify; echo endmodule; } >large.v
    converts '20,000 checks' 0 '20000 checks in 1 modules' large.v
    report 'their time' "$(said=$(bash -c "ulimit -t 5; $real -o out.v large.v" 2>&1) || echo "more than 5 s of processor: $said")"
    { echo '(DELAYFILE (DIVIDER /) (TIMESCALE 1ns)'
    seq -f '(CELL (CELLTYPE "m") (INSTANCE u%.0f) (DELAY (ABSOLUTE (IOPATH c q (0.1::0.2) (0.1::0.2))))
(TIMINGCHECK (SETUP (posedge d[3]) (posedge c) (0.1::0.2)) (SETUP (negedge d[3]) (posedge c) (0.1::0.2))
(HOLD d[2] (posedge c) (0.1::0.1)) (WIDTH (posedge c) (0.2::0.3))))' 1 20000
    echo ')'; } >large.sdf
    converted=$(bash -c "ulimit -v 300000; $real --sdf large.sdf --corner max --scope top -o out.v m.v" 2>&1; echo "status $?")
    report 'an SDF file of 20,000 flip-flops' "$(echo "$converted" | grep -qx 'status 0' || echo "more than 300 MB: $converted")"
    rm large.v large.sdf
fi

# In a tree where nothing has been built
mkdir fresh
for file in "$root"/*; do
    [ "${file##*/}" = build ] || ln -s "$file" fresh
done
report 'make install-timing' "$(said=$(make -s -C fresh SETUP=no DESTDIR="$folder/installed" install-timing 2>&1) || echo "$said")"
same 'the command in /usr/local/bin' "$(installed/usr/local/bin/specify2checks -o out.v m.v 2>&1)" 'out.v: 3 checks in 1 modules'
exec 9>&- && wait # serve.py ends, so that its time counts
exit $bad
