#!/bin/sh
# SPDX-License-Identifier: MIT
# specify2checks: what it refuses or leaves out of Verilog, and what texts mean; files that it must not write over; bytes,
# blanks; delayed signals; installing. LONG=yes: a large module, by time. scripts/specify-sdf.sh has SDF.
plain=yes
. tests/check.sh
. tests/specify/specify.sh

# What is refused or left out
checks() { # name, statements, status, what is said of them, precision
    specify "$2" "${5-1ps}"
    converts "$1" "$3" "$4" --allow-none bad.v
}
checks '$nochange' '$nochange(posedge c, d, 0, -1);' 1 'bad.v:4: $nochange with a negative limit, expected none; left out'
checks 'an unknown check' '$timing(d, posedge c, 1);' 1 'bad.v:4: $timing, expected one of $setup'
checks 'an unknown limit' '$setup(d, posedge c, limit * 2);' 1 'bad.v:4: limit limit * 2, expected numbers, parameters and specparams'
converts 'no check' 2 'bad.v: no timing check, expected some, or --allow-none' bad.v
echo '`include "bad.v"' >bad.v
converts 'a file that includes itself' 2 'bad.v:1: bad.v includes itself, expected an end' bad.v
echo '$setup(d, posedge c, 1);' >piece.vh
checks 'a file that is included often' "$(yes '`include "piece.vh"' | head -n 101)" 0 '101 checks in 1 modules'
converts 'a second SDF file' 2 '--sdf b.sdf: a second SDF file, expected one' --sdf a.sdf --sdf b.sdf --scope bench.m bad.v
specify '$setup(d, posedge c, limit * 2);'
cp bad.v worse.v
converts 'a module in two files' 2 'worse.v:2: module m, expected one; bad.v:2 has another' --allow-none bad.v worse.v
sed -i "s/module m/module n/" worse.v
converts 'no check in two files' 2 'bad.v and 1 more: no timing check, expected some, or --allow-none' bad.v worse.v
limits() { # a limit, what is said, precision
    checks "limit $1" "specparam s = t, t = s; \$setup(d, posedge c, $1);" 1 "bad.v:4: $2; left out" "${3-1ps}"
}
limits "2'b12" "number 2'b12, expected a constant"
limits '(1 2)' '( 1 2 ), expected numbers with + - * / %'
limits '1 2' '1 2, expected numbers with + - * / %'
limits '1 % 0' 'division by zero, expected a number'
limits 1e400 '1e400, expected numbers with + - * / %'
limits '1e308 * 10' '$setup(d, posedge c, 1e308 * 10);, expected a check'
limits s 'a specparam that contains itself, expected its value'
limits '$f(1)' 'limit $f(1), expected numbers, parameters and specparams with + - * / %'
limits 0.0004 'limit 0.0004 of 0.4 ps, expected whole ps' 1fs
checks 'many brackets' "\$setup(d, posedge c, $(printf '(%.0s' $(seq 3000)) 1 $(printf ')%.0s' $(seq 3000)));" 1 '));, expected a check; left out'
checks 'an attribute' '(* x *) $setup(d, posedge c, 1);' 1 'bad.v:4: (* x *) $setup(d, posedge c, 1);, expected a path or a check; left out'
checks 'a missing limit' '$setup(d, posedge c);' 1 'bad.v:4: 2 arguments of $setup, expected 3 or more'
checks 'a width without an edge' '$width(c, 1);' 1 'bad.v:4: $width without an edge, expected posedge'
checks 'half an event' '$setup(posedge, posedge c, 1);' 1 'bad.v:4: $setup(posedge, posedge c, 1);, expected a check; left out'
specify '$setup(a, posedge c, 1);'
sed -i 's/\[3:0\] a/[3] a/' bad.v
converts 'half a range' 1 'bad.v:4: range [3] of a, expected [a:b]; left out' --allow-none bad.v
checks 'a terminal' '$setup(d & c, posedge c, 1);' 1 'bad.v:4: terminal "d & c", expected a signal'
specify '$setup(d, posedge c, 1'
converts 'syntax' 2 "bad.v:6: 'endmodule', expected ; or endspecify before it" bad.v
converts 'a name of a macro' 2 '-D 1x=2, expected NAME or NAME=TEXT' -D A -D 1x=2 bad.v
converts 'a folder that is not there' 2 '-I nosuch: no such folder, expected one with files to include' -I . -I nosuch bad.v
check 'help on a full disk' 3 'No space left on device, expected room' "env -u PYTHONUNBUFFERED $real --help >/dev/full"
converts 'no file' 2 'none.v: no such file or directory, expected Verilog' none.v
mistake() { # Verilog, line and what is said
    printf '%b' "$1" >bad.v
    converts "source, line $2" 2 "bad.v:$2" bad.v
}
mistake '\n`NONE\n' '2: `NONE is not defined, expected a macro or a directive'
mistake '`define A(x) x\n\n`A\n' '3: `A without arguments, expected them in brackets'
mistake '`define A(x) x\n`A(1, 2)\n' '2: 2 arguments of `A, expected 1'
mistake '`define A(x) x\n`A(1\n' '2: the arguments of `A do not end, expected )'
mistake '`define A `A\n/*\n*/ `A\n' '3: a macro that contains itself, expected its text'
mistake '`define A 1\n`undef A\n`A' '3: `A is not defined'
mistake '\n`else\n' '2: `else without `ifdef, expected one before it'
mistake '`ifdef A\n`else\n' ' ends within `ifdef, expected `endif'
mistake '\n`ifdef\n' '2: `ifdef without a name, expected'
mistake '\n`include none\n' '2: `include without a file, expected such as "cells.v"'
mistake '/*\n*/`include "none.v"\n' '2: none.v: no such file, expected one that -I finds'
mistake '`timescale 1ns\n' '1: `timescale 1ns, expected such as 1ns / 1ps'
mistake 'module m; X u1 (c),\n endmodule' "2: 'endmodule', expected an instance after the comma"
mistake 'module m; X u1 (c), u2 (c),;' "1: ';', expected an instance after the comma"
mistake 'module m;\n\n' '3: ends within a module, expected endmodule'
mistake 'module m (.); endmodule' ' not understood, expected Verilog (IndexError)'
mistake 'module m;\n(' '2: ends within a module, expected endmodule'
mistake '\n\n/*/ *' '3: a comment does not end, expected */'
mistake '`define A /* *\n' '1: a comment does not end, expected */'
mistake "$(awk 'BEGIN { printf "`define M0 \\\\%02000d", 1
    for (n = 1; n < 28; n++) printf "\n`define M%d `M%d `M%d", n, n - 1, n - 1
    print "\n`M27" }')" '29: more than 64 MiB of macros'
mistake 'primitive p; endprimitive' '1: primitive, expected its name, an output and inputs'
mistake '\nprimitive p (y, a); output y; input a; table 0 1 : 1; endtable endprimitive' '2: the table of primitive p, expected 1 inputs'
mistake 'primitive p (y, a); output y; input a; table 0 : 1; 1 : 0 endtable endprimitive' '1: the table of primitive p, expected rows that end with ;'
specify '$setup(d, posedge c, 1);'
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
specify "specparam s = 1 + 3; $(sed 's/^\(.*\)=.*/$setup(d, posedge c, \1);/' table)"
means constants "$(sed 's/.*=//' table | xargs)" bad.v
specify '$setup(d, edge [01, xz] c, 1); $setup(d, edge [xx] c, 1); $setup(d, edge [10, zx, 0Z] c, 1);'
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
report 'spellings in short' "$(printf '%s\n' 'out.v: 4 checks in 1 modules; 1 have an empty window, and judge nothing without --sdf' \
    '3 names are taken in another spelling (--verbose lists them)' | grep -vxF "$said")"
$convert --verbose -o out.v bad.v >log 2>&1 || :
same 'spellings' "$(grep 'm has\|names are' log | sort)" \
    "$(printf 'bad.v:2: m has no %s\n' 'C, taken as c' 'EN, taken as e_n' 'NR, taken as n_r')"
has 'a notifier in another spelling' out.v 'setup_1.rec, n_r,'
has 'conditions in another spelling' out.v '.i_ref_if(u . far), .i_ref_late(64'"'"'d0), .i_data(specify_3), .i_data_if(~ e_n)'

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
case $said in *'out.v: File too large, expected a file that can be written'*'status 3') why= ;; *) why=$said ;; esac
[ "$(cat out.v)" = old ] && ! ls | grep -q part || why="$why$(cat out.v; ls)"
report 'a full disk' "$why"

# Verilator 5.051 refuses a task in a function
report 'a constructor without tasks' "$(sed -n '/function new/,/endfunction/p' "$root/specify/specify_check.v" |
    grep -E '^ *[a-z_]+(\(.*\))?;')"

# Delayed signals, in ps, by hand: 1 ps beyond a negative limit where the window has 2; of limits that contradict one
# another the most negative becomes 0 until delays satisfy all
delays() { # limits of $setuphold(posedge c, d, ...), the delays and what becomes 0, precision
    specify "\$setuphold(posedge c, d, $1, , , , cd, dd);" "${3-1ps}"
    $convert -o out.v bad.v >log 2>&1 || :
    same "delays of $1" "$(delays_of)$(sed -n 's/^bad.v:4: \(.* ps\), contradicts other limits, taken as 0$/; \1/p' log)" "$2"
}
delays '0, 0.2' ''
delays '-0.1, 0.101' c=100
delays '-0.1, 0.102' c=101
delays '-0.1, 0.102, , , , cd, dd); $setuphold(posedge c, a[0], 0.3, -0.05' c=101
has 'the first signal of a net' out.v 'assign dd = d;'
delays '0.1, -0.098' d=99
delays '-10, 20, , , , cd, dd); $setuphold(posedge c, a[0], 20, -10, , , , cd, ad); $setuphold(posedge c, b[0], -4, 8, , , , cd, bd' \
    'a=20020 b=2020 c=10010' 10ps # the standard's own example
delays '-0.1, 0.12, , , , cd, dd); $setuphold(posedge c, a[0], 0.3, -0.05, , , , cd, ad); $setuphold(posedge c, negedge d, 1, 1' \
    'a=152 c=101'
falls=', , , , cd, dd); $setuphold(posedge c, negedge d,' beside=', , , , cd, dd); $setuphold(posedge c, b[0], -0.3, 0.4, , , , cd, bd'
delays "-0.1, 0.2$falls 0.2, 0.102$beside" 'c=301 d=200'
delays "-0.1, 0.2$falls 0.2, 0.101$beside" 'c=301 d=201; setup, -100 ps'
has 'the limit that becomes 0' out.v 'BEFORE(0), .AFTER(200)'
delays "-0.1, 0.2$falls 0.3, -0.05$beside" "$(printf 'c=301 d=301; setup, -100 ps\n; hold, -50 ps')"
delays "0, 0.2$falls 0.2, 0$beside" 'c=301 d=301'
delays "-0.22, 0.36$falls -0.21, 0.22" c=230 10ps # the second cannot be broken: its window is one unit of precision
delays "-0.22, 0.36$falls -0.21, 0.23" 'c=220; setup, -220 ps' 10ps

# Signals that the standard delays and checks do not; what Icarus does not support
early='1 checks judge undelayed signals where IEEE 1364 delays them'
checks 'implicit delayed signals' '$setuphold(posedge c, d, -1, 2, b[0]);' 0 "$early"
checks '$nochange of delayed signals' '$setuphold(posedge c, d, -1, 2, , , , cd, dd); $nochange(posedge c, a[0], 0, 0, b[0]);' 0 "$early"
checks 'no delayed signals' '$setuphold(posedge c, d, 1, 2); $nochange(posedge c, a[0], 0, 0, b[0]);
    ifnone (posedge c => (d : c)) = 1;' 0 '2 checks in 1 modules'
report 'what is said of them' "$(echo "$said" | grep -F "$early"; grep ifnone out.v)"

if [ -n "${LONG-}" ]; then
    { echo '`timescale 1ns / 1ps'; echo 'module m (input c, input [49999:0] d);'; echo specify
    seq -f '$setup(d[%.0f], posedge c, 1);' 0 49999; echo endspecify; echo endmodule; } >large.v
    report '50,000 checks' "$(said=$(bash -c "ulimit -t 20 -v 160000; $real -o out.v large.v" 2>&1) || echo "more than 20 s or 160 MB: $said")"
fi

# In a tree where nothing has been built
mkdir fresh
for file in "$root"/*; do
    [ "${file##*/}" = build ] || ln -s "$file" fresh
done
report 'make install-timing' "$(said=$(make -s -C fresh SETUP=no DESTDIR="$folder/installed" install-timing 2>&1) || echo "$said")"
same 'the command in /usr/local/bin' "$(installed/usr/local/bin/specify2checks -o out.v bad.v 2>&1)" 'out.v: 2 checks in 1 modules'
exec 9>&- && wait # serve.py ends, so that its time counts
exit $bad
