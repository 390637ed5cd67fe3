#!/bin/sh
# SPDX-License-Identifier: MIT
# specify2checks --sdf: entries that fit, and those that do not; the limits that they set; files that are no SDF.
# LONG=yes: a large file, by memory.
plain=yes
. tests/check.sh
. tests/specify/specify.sh

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
entry '(SETUP d[x] (posedge c) (1))' '(SETUP d[x] (posedge c) (1)), expected an entry'
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
specify '$setuphold(posedge c, d, 1, 1, , a[0], b[0]); $setuphold(posedge c, d, 1, 1, , b[0], a[0]);'
mv bad.v m.v
stamps() { # what follows the limits, labels of the checks that are set
    echo "(DELAYFILE (CELL (CELLTYPE \"m\") (INSTANCE u) (TIMINGCHECK (SETUPHOLD d (posedge c) (7) () $1))))" >stamps.sdf
    $convert --sdf stamps.sdf --scope top -o out.v m.v >log 2>&1 || :
    found=$(sed -n 's/.*top\.u\.checks\.\([a-z_0-9]*\)\.before_ps <= 7000;/\1/p' out.v | xargs)
    same "stamps $1" "$found" "$2"
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
    limits=$(sed -n 's/^ *top\.\(.*\) <= \(.*\);/\1=\2/; T; s/_ps=/=/; s/checks\.//; s/ *\./\./g; p' out.v | xargs -d '\n')
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
module twice (input c, input [1:0] d); wire cd; wire [1:0] dd; specify
$setuphold(posedge c, posedge d, -0.1, 0.2, , , , cd, dd); $setuphold(posedge c, negedge d, 0.2, 0.2, , , , cd, dd);
endspecify endmodule
module renamed (.c(ck), d); input ck; input [1:0] d; wire d; specify $setup(d, posedge ck, 1); $width(posedge d[0], 1); endspecify
endmodule
module automatic outer (input k, input [1:0] g); renamed inner (k, g); endmodule
module static named (input c); generate if (1) begin : g bits u (c, c); end if (1) begin end endgenerate endmodule
module below (input c); bits \a.b (c, c), u (c, c); endmodule
module top (input c);
wrap #(2 + 1) w (c, c); wrap v (c, c); late x (c, c, c), y (c, c, c);
below i (c); below \i.j (c); bits #(7, 4) four (c, c); width #3 three (c, c); outer o (c, c); named k (c); twice t (c, c);
generate if (1) begin bits hidden (c, c); if (1) begin end bits next (c, c); end endgenerate
endmodule
END
cell() { # instance, cell, entries
    echo "(CELL (CELLTYPE \"$2\") (INSTANCE $1) (TIMINGCHECK $3))"
}
width() { # instance of bits
    cell "$1" bits '(WIDTH (posedge c) (2))'
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
sets 'below a wrapper' "$(cell w wrap '(SETUP g[5] (posedge k) (2)) (SETUP g[6] (posedge k) (2))')
$(cell v wrap '(SETUP g (posedge k) (3))')" \
    'w.inner.setup_1[5].bit_.before=2000 v.inner.setup_1[0].bit_.before=3000 v.inner.setup_1[1].bit_.before=3000'
sets 'parameters by order' "$(cell four bits '(SETUP d[3] (posedge c) (2)) (SETUP d[4] (posedge c) (2))')
$(cell three width '(SETUP d[2] (posedge c) (2)) (SETUP d[3] (posedge c) (2))')" \
    'four.setup_1[3].bit_.before=2000 three.setup_1[2].bit_.before=2000'
# An entry of one edge does not shorten the limit that the other edge keeps
sets 'one edge' "$(cell four bits '(SETUP d (posedge c) (3)) (SETUP (posedge d[2]) (posedge c) (1))
(SETUP (posedge d[3]) (posedge c) (4))')" \
    "$(printf 'four.setup_1[%s].bit_.before=%s\n' 0 3000 1 3000 2 3000 3 3000 2 3000 3 4000 | xargs)"
sets 'ports by order' "$(cell o outer '(WIDTH (posedge g[0]) (2))')" 'o.inner.width_1.after=2000'
sets 'a vector declared again' "$(cell o.inner renamed '(SETUP (0z d) (posedge ck) (0))')" \
    'o.inner.setup_1[0].bit_.before=0 o.inner.setup_1[1].bit_.before=0'
has 'a zero limit' log 'annotated 1 of 1 entries; 1 limits are zero'
sets 'one of an array' "$(width 'w.many\[1\]')" 'w.many[1].width_1.after=2000'
sets 'below a named block' "$(width k.g.u)" k.g.u.width_1.after=2000
for name in hidden next genblk1.hidden w.many w.other top; do
    sets "no $name" "$(width $name)" ''
    has "no $name in words" log "1 instances are not in the design: $name"
done
sets '* of each edge' "$(cell '*' bits '(SETUP (posedge d) (posedge c) (0.7)) (SETUP (negedge d) (posedge c) (0.5))')" ''
has 'its limit' out.v 'BEFORE(700)'
# In x c follows d[0] by 101 ps, and e follows c by 301; in y d follows c, which follows e by 51 as in the model
xargs >want <<'END'
x.setuphold_1[0].bit_.before=-100 x.setuphold_1[0].bit_.after=300 x.setuphold_1[1].bit_.before=-50
x.setuphold_1[1].bit_.after=300 x.recrem_1.after=400 x.recrem_1.before=-300 x.late_1=101 x.late_3=402
y.setuphold_1[0].bit_.before=400 y.setuphold_1[1].bit_.before=400 y.setuphold_1[0].bit_.after=-300
y.setuphold_1[1].bit_.after=-300 y.late_2=352
END
sets delays "$(cell x late '(SETUPHOLD d[0] (posedge c) (-0.1) (0.3)) (SETUPHOLD d[1] (posedge c) (-0.05) (0.3))
(RECREM (posedge e) (posedge c) (0.4) (-0.3))') $(cell y late '(SETUPHOLD d (posedge c) (0.4) (-0.3))')" "$(cat want)"
same 'delays of the model' "$(delays_of)" 'c=101 c=51 d=0 e=0'
sets contradictions "$(cell t twice '(SETUP (posedge d[1]) (posedge c) (-0.15)) (HOLD (negedge d) (posedge c) (0.101))')" \
    "$(printf 't.setuphold_%s.bit_.%s ' '1[0]' before=0 '1[1]' before=0 '1[1]' before=0 '2[0]' after=101 '2[1]' after=101)t.late_1=0"
has 'what contradicts' log 'design.v:18: setup of top.t, -150 ps, contradicts other limits, taken as 0'
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
number=0 entries='' want=''
while IFS='|' read -r group text; do # an entry sets the checks of its group, whatever its spelling
    number=$((number + 1)) entries="$entries $(cell u$number when "(SETUP (COND $text d) (posedge c) (2))")"
    want="$want $(sed -n "/^$group|/=" table | sed "s/.*/u$number.setup_&.before=2000/" | xargs)"
done <table
sets conditions "$entries" "${want# }"

# The file of another netlist: its cells are not those of the design
cat >design.v <<'END'
module top (input c, input [3:2] d, input e);
m u (c, d, e);
other v (c, d, e);
endmodule
END
cells() { # names of two cells
    { echo "(DELAYFILE $(cell u "$1" '(WIDTH (posedge c) (1))')" && echo "$(cell v "$2" '(WIDTH (posedge c) (1))'))"; } >cells.sdf
}
cells m m
design='--sdf cells.sdf --scope top m.v design.v'
converts 'another cell' 1 'cells.sdf:2: CELLTYPE "m" of v, expected "other" as in the design; left out' --verbose "$design"
converts 'another cell is counted' 1 'annotated 1 of 2 entries; 1 fit nothing' "$design"
sed -i s/other/m/ design.v
converts 'the same cells' 0 'annotated 2 of 2 entries; ' "$design"
cells m ''
converts 'a cell without a name' 0 'annotated 2 of 2 entries; ' "$design"
report 'limits compile' "$(iverilog -g2012 -s top -s specify_limits -o design.vvp out.v 2>&1; [ -s design.vvp ] || echo 'no program')"
sed -i 's/^m u .*/m w [1:0] (c, d, e), u (c, d, e);/' design.v
converts 'after an array' 0 'annotated 2 of 2 entries; ' "$design"

# What is cut short or no SDF: the old output stays
cell='(DELAYFILE (CELL (CELLTYPE "m") (INSTANCE x) (TIMINGCHECK'
for text in '' "(DELAYFILE $(printf '(%.0s' $(seq 3000))" '(DELAYFILE' '(CELL)' 'no brackets' '(DELAYFILE (TIMESCALE 3 ps))' "$cell (WIDTH (posedge c) (8)"; do
    printf '%s' "$text" >cut.sdf
    converts "SDF '$text'" 2 'cut.sdf:1: ' --sdf cut.sdf --scope top m.v
done
echo '(DELAYFILE (CELL (CELLTYPE "m") (INSTANCE) (DELAY (ABSOLUTE (IOPATH c q (0.1))))))' >cut.sdf
converts 'SDF of delays alone' 2 'cut.sdf: no TIMINGCHECK entry, expected some, or --allow-none' --sdf cut.sdf --scope top m.v
converts 'SDF of delays alone, allowed' 0 'annotated 0 of 0 entries' --allow-none --sdf cut.sdf --scope top m.v
printf '%b' "$cell (WIDTH (posedge c) (\0377)) (WIDTH () (1)) (WIDTH) () (SETUP d))))" >cut.sdf
converts 'SDF without sense' 1 'annotated 0 of 3 entries' --sdf cut.sdf --scope top m.v
report 'no traceback' "$(echo "$said" | grep Traceback)"

if [ -n "${LONG-}" ]; then
    { echo '(DELAYFILE (DIVIDER /) (TIMESCALE 1ns)'
    seq -f '(CELL (CELLTYPE "m") (INSTANCE u%.0f) (DELAY (ABSOLUTE (IOPATH c q (0.1::0.2) (0.1::0.2))))
(TIMINGCHECK (SETUP (posedge d[3]) (posedge c) (0.1::0.2)) (SETUP (negedge d[3]) (posedge c) (0.1::0.2))
(HOLD d[2] (posedge c) (0.1::0.1)) (WIDTH (posedge c) (0.2::0.3))))' 1 4000
    echo ')'; } >large.sdf
    converted=$(bash -c "ulimit -v 60000; $real --sdf large.sdf --corner max --scope top -o out.v m.v" 2>&1; echo "status $?")
    report 'an SDF file of 4,000 flip-flops' "$(echo "$converted" | grep -qx 'status 0' || echo "more than 60 MB: $converted")"
fi
exec 9>&- && wait # serve.py ends, so that its time counts
exit $bad
