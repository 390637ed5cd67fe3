#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: other writers' forms, tables, files that are no captures.
. tests/check.sh
. tests/capture/capture.sh
waves near-limits.scn limits
waves near-edges.scn edges

# ---- Other writers' forms: vectors, aliases, no CS, x and z, times in fs
cat >vector.vcd <<'END'
$comment a tool $end
$timescale 100 fs $end
$scope module top $end $scope module u1 $end
$var wire 1 a nRD $end $var wire 1 b WR# $end $var wire 1 c C/D $end
$var reg 8 dd DATA [7:0] $end
$var real 64 r level $end
$var wire 1 a READ $end
$upscope $end $upscope $end
$enddefinitions $end
$dumpvars
xa 1b zc bx dd r0.5 r
$end
#0 1a 1c b11111111 dd
#10000000 0b
#12000000 1b r1e-9 r
#30000000 b1 dd 0b
#32000000 1b
#50000000
END
check vector 2 'access 1: master reset (0xff)' "$tmr0 capture vector.vcd"
says vector-rest '1.2us  access 1' 'TRHSH (CS), TSLRL (CS), TSLWH (CS)' 'TEHYV (OUT1-5)' 'nothing to observe: TAVRL, TRHAX,' 'inside the chip: TCMD, TFN, TCARRY'
check map-bits 2 'access 2: disarm and save no counter (0x80)' \
    "$tmr0 capture vector.vcd --map 'd7=DATA[0],d0=DATA[7],rd_n=top.u1.READ' --rate 100MHz"
sed 's/^#30000000.*/#30000000 b1 dd xb\n#30500000 0b/' vector.vcd >unknown.vcd
check strobe-unknown 2 'a strobe was unknown' "$tmr0 capture unknown.vcd"
says strobe-unknown-state 'unknown at the end: bus width'
sed 's/100 fs/1 ns/; s/^#30000000.*/#30000000 0b\n#30000001 1b/; s/^#32000000.*/#40000000 0b\n#40000001 1b/' vector.vcd >runt.vcd
check runts-unsure 2 '  1       0       2  write pulse' "$tmr0 capture runt.vcd --rate 1GHz"
sed 's/.*READ.*/$var wire 1 q CS $end/; s/^xa 1b/0q &/; s/^#30000000/#20000000 xq\n#20500000 0q\n&/' vector.vcd >select.vcd
check select-unknown 2 'a strobe was unknown' "$tmr0 capture select.vcd --rate 100MHz"

# ---- Tables (CSV): as the VCD that they are made of
table() { # name, text of the first line, options
    name=$1 line=$2
    shift 2
    $tmr0 capture capture.vcd --quiet "$@" >out/vcd
    $tmr0 capture capture.csv --quiet >out/csv 2>&1
    grep -v '^capture' out/csv >out/rest
    report "$name" "$(grep -q "capture.csv: .*$line" out/csv || head -c 300 out/csv
        grep -v '^capture' out/vcd | diff - out/rest | head -4)"
}
as_table() {
    python3 "$root/tests/capture/table.py" capture.vcd "$@" >capture.csv
}
claimed() { # name, the first line's text
    echo "$1 | limits capture.csv | | ${2-}" | $claims || bad=1
}
sample limits --rate 500e6 --unit 1
as_table science
table csv-science 'interval 2ns, of which all times are multiples'
as_table dsview 500e6
table csv-dsview 'interval 2ns, of which all times are multiples'
as_table saleae 0.000003 # negative times before the trigger
$tmr0 capture capture.csv >out/log 2>&1
claimed csv-trigger
sed -n '/^capture/,$p' out/log >out/from
report csv-trigger-from "$(sed 1d out/from >out/a; sed 1d out/vcd | diff - out/a | head -3)"
sample limits --rate 24e6
as_table sigrok 24e6
table csv-sigrok-24MHz 'interval 41.667ns by the rate that the file names' --rate 24MHz
claimed csv-sigrok-claims
as_table dsview 24e6
claimed csv-dsview-24MHz 'interval 41.667ns by the rate that the file names'
sample limits --rate 100e6 --unit 10
sigrok-cli -I vcd -i capture.vcd -o capture.sr
for form in '' :time=true:trigger=true :time=true:dedup=true:label=channel; do
    sigrok-cli -i capture.sr -O "csv$form" >capture.csv
    table "csv-sigrok$form" 'interval 10ns by the rate that the file names' --rate 100MHz
done
check csv-rate-above 2 'capture.csv: --rate is 200000000 Hz, but the file names its rate, expected 100000000 Hz at most' \
    "$tmr0 capture --quiet capture.csv --rate 200MHz"
grep -v -e Samplerate capture.csv >rateless.csv
for name in samples 'Sample Number' 'Time[s]'; do
    awk -F , '/^T/ {sub("Time", "'"$name"'")} /^[0-9]/ {sub(/^[0-9]*/, $1 / 10 + 70)} {print}' rateless.csv >samples.csv
    report "csv-$name" "$($tmr0 capture samples.csv --quiet --rate 100MHz 2>&1 | grep -v ^samples | diff out/rest - | head -4)"
done
sed 's/,/;/g' rateless.csv >semicolon.csv
check csv-semicolon 2 "semicolon.csv:4: cells separated by semicolons, expected commas" "$tmr0 capture semicolon.csv"
tr , '\t' <rateless.csv >tab.csv
check csv-tab 2 "tab.csv:4: cells separated by tabs, expected commas" "$tmr0 capture tab.csv"
check csv-rateless 2 'samples.csv: rows without times, and no rate named, expected --rate' "$tmr0 capture samples.csv"
sigrok-cli -i capture.sr -O csv:dedup=true:label=channel | uniq >changes.csv
check csv-changes 2 'changes.csv: each row is a change, expected a column of times, or every sample' "$tmr0 capture changes.csv"

# ---- Files that are no captures
mkdir input
cd input || exit 1
bad_file() { # name, text, sed command on vector.vcd
    sed "$3" ../vector.vcd >bad.vcd
    check "$1" 2 "$2" "$tmr0 capture bad.vcd --json j"
}
bad_file bad-time "bad.vcd:15: a time '#5', expected none before the last one" 's/^#12000000.*/#5/'
bad_file bad-time-large "a time '#99999999999999999999', expected one below 26 days" 's/^#50000000/#99999999999999999999/'
bad_file bad-scale "bad.vcd:2: timescale '3 fs \$end', expected 1, 10 or 100 of s" 's/100 fs/3 fs/'
for scale in 101 1000 0 01; do bad_file "bad-scale-$scale" "bad.vcd:2: timescale '$scale fs \$end', expected" "s/100 fs/$scale fs/"; done
bad_file bad-scale-unit "timescale '100 as \$end', expected" 's/100 fs/100 as/'
bad_file bad-scale-end "timescale '100 fs x \$end', expected" 's/100 fs/100 fs x/'
bad_file bad-no-scale 'no $timescale before $enddefinitions' '/timescale/d'
bad_file bad-missing 'bad.vcd: no signal for wr_n, expected --at socket, or --map '\''wr_n=SIGNAL'\'' with signals of: nRD, WR2, C/D, DATA' \
    's/WR#/WR2/'
bad_file bad-second "bad.vcd:7: 'top.u1.RD' is a second signal for rd_n after that of line 4" \
    's/.*READ.*/$var wire 1 q RD $end\n$var wire 1 p RD# $end/'
bad_file bad-second-vector 'for d0 after that of line 5, expected one; choose it with --map d=top.u1.db' \
    's/.*READ.*/$var wire 8 q db [7:0] $end/'
bad_file bad-twice "bad.vcd:7: 'top.u1.WR#' is declared a second time, after line 4, expected one signal" \
    's/.*READ.*/$var wire 1 q WR# $end/'
bad_file bad-vector-strobe 'bad.vcd:4: the signal for wr_n has 8 bits, expected one; choose it with --map wr_n=NAME[0]' \
    's/wire 1 b WR#/wire 8 b WR# [7:0]/; s/.*READ.*/$var wire 4 q nWR [3:0] $end/'
bad_file bad-real 'bad.vcd:4: the signal for wr_n is no logic signal, expected a wire or reg' 's/wire 1 b/real 64 b/'
bad_file bad-one-net 'bad.vcd:4: one signal is rd_n and wr_n, expected a signal of its own for each' 's/wire 1 b/wire 1 a/'
check bad-one-map 2 'one signal is rd_n and wr_n' "$tmr0 capture ../vector.vcd --map wr_n=nRD,rd_n=nRD"
sed 's/.*READ.*/$var wire 1 q LINE $end/' ../vector.vcd >line.vcd
for map in d=C/D d0=DATA[1] x2=WR# src1=DATA[0],gate1=DATA[0] out1=LINE,fout=LINE d7=LINE,gate1=LINE; do
    check "bad-one-net-$map" 2 ': one signal is ' "$tmr0 capture line.vcd --map '$map'"
done
check one-net-tied 2 'master reset' "$tmr0 capture line.vcd --rate 100MHz --map gate1=LINE,gate2=LINE,src2=LINE,out3=LINE"
for map in src1=LINE,x2 gate5=LINE,fout; do
    check "one-net-tied-$map" 2 'master reset' "$tmr0 capture line.vcd --rate 100MHz --map $map=LINE"
done
sed 's/DATA .7:0./DATA [15:8]/' ../vector.vcd >bits.vcd
check map-bit 2 'access 2: point to Mode 1 (0x01)' "$tmr0 capture bits.vcd --rate 100MHz --map 'd0=DATA[8]'"
for bit in 7 16; do check "map-bit-$bit" 2 "no signal DATA[$bit] for d0" "$tmr0 capture bits.vcd --map 'd0=DATA[$bit]'"; done
sed 's/^\(#.*\)\([01]\)b/\1\2b \2a/' ../vector.vcd >bad.vcd
check bad-one-net-twice 2 'bad.vcd: no access was captured in which one of RD and WR falls and rises, they are low together' \
    "$tmr0 capture bad.vcd"
sed 's/$scope module u1/$scope module top $end $scope module u1/; s/.*READ.*/$upscope $end $var wire 1 q WR# $end $scope module u1 $end/' \
    ../vector.vcd >bad.vcd
check bad-two 2 "'top.top.WR#' is a second signal for wr_n" "$tmr0 capture bad.vcd"
check two-chosen 2 'master reset' "$tmr0 capture bad.vcd --rate 100MHz --map wr_n=top.top.u1.WR#"
bad_file no-access 'falls and rises while CS is low: RD- never fell, WR- never fell,' \
    's/0b/1b/; s/xa 1b/1a 1b/'
bad_file no-access-cut 'no access was captured in which one of RD and WR falls and rises: RD- never fell, C/D' \
    '/^#12000000/,$d; s/^#10000000.*/&\n#11000000/'
sed 's/.*READ.*/$var wire 1 q CS $end/; s/^xa 1b/1q &/' ../vector.vcd >bad.vcd
check no-access-cs 2 'falls and rises while CS is low: CS- never fell' "$tmr0 capture bad.vcd"
bad_file bad-comment 'bad.vcd:1: no $end up to the end' 's/a tool.*/a tool/; s/[$]end//g'
: >bad.vcd
check bad-empty 2 'bad.vcd:1: the file ends' "$tmr0 capture bad.vcd"

# A table
cat >../table.csv <<'END'
Time [s],RD,WR,CD,D0,D1,D2,D3,D4,D5,D6,D7,a volt
0.000000000,1,1,1,1,1,1,1,1,1,1,1,"1,5"
0.000001000,1,0,1,1,1,1,1,1,1,1,1,2
0.000001200,1,1,1,1,1,1,1,1,1,1,1,
0.000003000,1,0,1,1,0,0,0,0,0,0,0,
0.000003200,1,1,1,1,0,0,0,0,0,0,0,
END
table_file() { # name, status, text, sed command on table.csv
    sed "$4" ../table.csv >bad.csv
    check "$1" "$2" "$3" "$tmr0 capture bad.csv --rate 100MHz"
}
table_file csv-hand 2 '3.2us  access 2: point to Mode 1 (0x01)' ''
table_file csv-places 2 '3.2us  access 2: point to Mode 1' 's/^0.000001200/1.2E-06/; s/^0.000003200/3.2e-6/; s/^0.000003000/+3.e-6/'
for level in x X z Z; do table_file csv-unknown-$level 2 'a strobe was unknown' "3s/,0/,$level/"; done
check csv-no-newline 2 'access 2: point to Mode 1' "head -c -1 ../table.csv >bad.csv; $tmr0 capture bad.csv --rate 100MHz"
check csv-half 2 'bad.csv:6: the file ends in the middle of a line, expected a whole table' \
    "head -c -7 ../table.csv >bad.csv; $tmr0 capture bad.csv"
check csv-half-time 2 'the file ends in the middle of a line' "head -c -33 ../table.csv >bad.csv; $tmr0 capture bad.csv"
check csv-half-names 2 'bad.csv:1: the file ends in the middle of a line' "head -c 33 ../table.csv >bad.csv; $tmr0 capture bad.csv"
table_file csv-few 2 "bad.csv:3: too few cells in '0.000001000', expected one for each name" '3s/,2$//'
table_file csv-more 2 'bad.csv:3: a cell more:' '3s/$/,3/'
table_file csv-level 2 "bad.csv:3: a level '0.7', expected 0, 1, x or z" '3s/,0/,0.7/'
yes '' | head -n 70000 >../blank
table_file csv-blank-rows 2 "bad.csv:70003: a level '0.7', expected 0, 1, x or z" '3s/,0/,0.7/; 2r ../blank'
table_file csv-level-blank 2 "bad.csv:3: a level '0.7 ', expected 0, 1, x or z" '3s/,0/,0.7 /'
table_file csv-no-level 2 "bad.csv:3: a level '', expected 0, 1, x or z" '3s/,0/,/'
table_file csv-time 2 "bad.csv:3: a time '2022-11-01', expected a number such as 0.000000125: export without ISO 8601 timestamps" \
    '3s/^[^,]*/2022-11-01/'
table_file csv-quoted-time 2 "bad.csv:2: a time '\"x\"', expected a number" '2s/^[^,]*/"x"/'
table_file csv-zero-byte 2 'bad.csv:3: a byte 0x00, expected the text of a table' '3s/,0/,\x00/'
table_file csv-same-time 2 "bad.csv:4: a time '1e-6', expected a later one than in the row before" '4s/^[^,]*/1e-6/'
table_file csv-negative 2 "bad.csv:4: a time '-1e-6', expected a later one" '4s/^[^,]*/-1e-6/'
table_file csv-late 2 "bad.csv:6: a time '1e40', expected one below 26 days" '6s/^[^,]*/1e40/'
table_file csv-long 2 "no signal for rd_n, expected" "1s/RD/$(printf '%09000d' 0)/"
table_file csv-names 2 "no signal for rd_n wr_n, expected --at socket, or --map 'rd_n=SIGNAL,wr_n=SIGNAL' with signals of: Channel 0, Channel 1, CD" \
    '1s/RD,WR/Channel 0,Channel 1/'
check csv-map 2 'access 2: point to Mode 1' "$tmr0 capture bad.csv --rate 100MHz --map 'rd_n=Channel 0,wr_n=Channel 1'"
# Several signals at once, from either end; one less, and one that is not there
sed '1s/D\([0-9]\)/Channel \1/g' ../table.csv >bad.csv
check csv-map-none 2 "no signal for d0-d7, expected --at socket, or --map 'd=SIGNAL 0-7' with" "$tmr0 capture bad.csv"
several() { # name, text, what d is
    check "csv-map-$1" 2 "$2" "$tmr0 capture bad.csv --rate 100MHz --map 'd=$3'"
}
several several 'access 2: point to Mode 1 (0x01)' 'Channel 0-7'
several reversed 'access 2: disarm and save no counter (0x80)' 'Channel 7-0'
several names 'access 2: point to Mode 1 (0x01)' 'Channel 0-Channel 7'
several not 'no signal Channel 0-7x for d0, expected one of' 'Channel 0-7x'
several less "--map 'd=Channel 0-6', expected at least 8 signals" 'Channel 0-6'
several backwards "expected at least 8 signals" 'Channel 3-1'
several pins 'no signal Channel 8 for d8, expected one of' 'Channel 0-15'
several more-than-pins "--map 'd=Channel 0-16', expected at most 16 signals" 'Channel 0-16'
several huge 'expected at most 16 signals' 'Channel 0-99999999999999999999'
several more 'no signal Channel 8 for d7, expected one of' 'Channel 1-8'
sed -i '1s/Channel //g' bad.csv
several bare 'access 2: point to Mode 1 (0x01)' 0-7
# Bytes and lines that are wrong at random: read, or refused with the line
why=$(python3 - "$tmr0" <<'END'
import random, subprocess, sys
draw = random.Random(1)
for n in range(300):
    good = open("../table.csv" if n % 2 else "../vector.vcd", "rb").read()
    bad = bytearray(good)
    for _ in range(draw.randrange(1, 4)):
        at, length = draw.randrange(len(bad)), draw.randrange(1, 9)
        bad[at:at + length] = draw.choice((
            b"", bytes(bad[at:at + length]) * 2, b"$end ", b'"', b",", b"-", b"e9", b"\n", b"#99 ", b"bz1 dd ", bytes([draw.randrange(256)])))
    open("../random.vcd", "wb").write(bad)
    p = subprocess.run([sys.argv[1], "capture", "../random.vcd", "--quiet"], capture_output=True)
    if p.returncode not in (0, 1, 2) or (p.returncode == 2 and b"random.vcd:" not in p.stderr
                                         and b"\nverdict: none, " not in p.stdout):
        print(f"draw {n}: status {p.returncode}, {p.stderr[-200:]!r};")
END
)
report bad-random "$why"
check bad-none 2 'none.vcd: cannot read' "$tmr0 capture none.vcd"
check bad-pipe 2 'no regular file' "$tmr0 capture /dev/null"
check bad-map-pin 2 "--map 'foo', expected a pin: cs_n" "$tmr0 capture ../vector.vcd --map foo=bar"
check bad-map-form 2 "--map 'wr_n', expected PIN=SIGNAL" "$tmr0 capture ../vector.vcd --map wr_n"
check bad-map-empty 2 "--map '', expected PIN=SIGNAL" "$tmr0 capture ../vector.vcd --map ''"
check bad-map-name 2 'no signal Q for wr_n, expected one of: nRD' "$tmr0 capture ../vector.vcd --map wr_n=Q"
check bad-osc-bare 2 'with a unit (Hz kHz MHz GHz)' "$tmr0 capture ../vector.vcd --osc 4000000"
check bad-same-file 2 '../vector.vcd: would be written over what is read' "$tmr0 capture ../vector.vcd --scenario ../vector.vcd"
# In two.vcd no signal has the code ~~~~~~~, and the last line of cut.vcd is not whole
awk '/^\$enddefinitions/ {v = 1} v && /^[01]/ && !n++ {print substr($0, 1, 1) "~~~~~~~"; next} {print}' ../edges.vcd >two.vcd
check code-unknown 2 "the code '~~~~~~~' is not declared, expected that of a \$var" "$tmr0 capture two.vcd"
awk '/^\$enddefinitions/ {v = 1} v && /^[01]/ && ++n == 9 {printf "%s", substr($0, 1, 1); exit} {print}' ../edges.vcd >cut.vcd
check code-cut 2 'the file ends in the middle of a line' "$tmr0 capture cut.vcd"
check scenario-folder 3 'none/s.scn' "$tmr0 capture ../vector.vcd --quiet --scenario none/s.scn"
check bad-scenario 2 'bad.vcd:1: the file ends' "$tmr0 capture bad.vcd --scenario s.scn"
check bad-part 2 'no part "nopart"' "$tmr0 capture ../vector.vcd --part nopart"
exit $bad
