#!/bin/sh
# SPDX-License-Identifier: MIT
# The assembler of the translators' GALs. MAME's jedutil, which has its own tables of the GAL16V8, reads back every
# column of the array in every output. Yosys proves the translators equal to the RTL, and a changed equation unequal.
set -eu
. tests/check.sh
assemble=$root/build/pal/assemble
prove=$root/tools/pal/prove.sh

for name in flipflop direct; do
    why=
    "$assemble" parts/$name.pld "$folder/$name.jed" >"$folder/$name.txt" || why="status $?"
    [ -n "$why" ] || $prove $name "$folder/$name.jed" >"$folder/$name.proof" 2>&1 || why=$(cat "$folder/$name.proof")
    report "$name is the RTL's translator" "$why"
done

why=
{ sed "1s|$folder|build/pal|" "$folder/flipflop.txt"; sed "s|$folder|build/pal|" "$folder/flipflop.proof"; } >"$folder/said"
sed -n '/^build.*GAL16V8,/,/all levels$/p' docs/pal.md | diff - "$folder/said" >"$folder/log" || why=$(cat "$folder/log")
report 'docs/pal.md shows what is printed' "$why"

# Each change of an equation is reported.
unequal() { # translator, change for sed
    sed "$2" parts/"$1".pld >"$folder/changed.pld"
    why=
    cmp -s parts/"$1".pld "$folder/changed.pld" && why='nothing changed; '
    "$assemble" "$folder/changed.pld" "$folder/changed.jed" >/dev/null || why="${why}not assembled; "
    status=0
    $prove "$1" "$folder/changed.jed" >"$folder/log" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q 'not proved equal' "$folder/log" || why="${why}status $status of the proof"
    report "$1 with $2 is not" "$why"
}
unequal flipflop 's|^/RD = /MAS|/RD = /MDS|'
unequal flipflop 's|^/WR|WR|'
unequal flipflop 's|/RW + CD|/RW|'
unequal flipflop 's|^/CD = /MDS \* RW|/CD = /MDS|'
unequal direct 's|^CD = MDS|CD = MAS|'
unequal direct 's| + /MDS \* RW||'
unequal direct 's|/MDS \* /RW|/MDS|'

# Every column in every output, both levels; outputs on pins 15 and 16 are not read.
why=
for level in '' /; do
    for pins in '1 2 3 4 5 6 7 8' '9 11 12 13 14 17 18 19'; do
        {
            echo GAL16V8
            echo COLUMNS
            echo P1 P2 P3 P4 P5 P6 P7 P8 P9 GND
            echo P11 P12 P13 P14 P15 P16 P17 P18 P19 VCC
            for output in 12 13 14 15 16 17 18 19; do
                sum=
                for pin in $pins; do sum="$sum + ${level}P$pin"; done
                echo "P$output = ${sum# + }"
            done
            echo DESCRIPTION
        } >"$folder/columns.pld"
        "$assemble" "$folder/columns.pld" "$folder/columns.jed" >/dev/null || why="status $?"
        for output in 12 13 14 15 16 17 18 19; do
            for pin in $pins; do
                [ "$pin" -lt 12 ] && echo "$output ${level}i$pin" || echo "$output ${level}o$pin"
            done
        done | sort >"$folder/want"
        jedutil -view "$folder/columns.jed" GAL16V8 | tr -d '\r' | awk '
            / = vcc$/ { next }
            $2 == "=" { output = substr($1, 2) }
            output { gsub(/.* = |\+/, ""); for (n = 1; n <= NF; n++) print output, $n }' | sort >"$folder/got"
        cmp -s "$folder/want" "$folder/got" || why="$why$(diff "$folder/want" "$folder/got" | head -4 | tr '\n' ' ')"
    done
done
report 'every column of the array' "$why"

# Checksums as JEDEC 3A defines them, computed again; the standard's own example gives the sums that it prints.
cat >"$folder/sums.py" <<'EOF'
import re, sys
data = open(sys.argv[1], 'rb').read()
body, sent = data.rsplit(b'\x03', 1)
text = body.decode('ascii')
fuses = [0] * int(re.search(r'QF(\d+)\*', text).group(1))
for start, bits in re.findall(r'L(\d{4}) ([01 \n]*)\*', text):
    for n, bit in enumerate(re.sub(r'\s', '', bits)):
        fuses[int(start) + n] = int(bit)
total = sum(sum(bit << n for n, bit in enumerate(fuses[k:k + 8])) for k in range(0, len(fuses), 8)) & 0xffff
print('%04X %04X' % (total, (sum(body) + 3) & 0xffff))
assert re.search(r'C([0-9A-F]{4})\*', text).group(1) == '%04X' % total
assert sent.strip().decode() == '%04X' % ((sum(body) + 3) & 0xffff)
EOF
for name in flipflop direct; do
    why=
    sums=$(python3 "$folder/sums.py" "$folder/$name.jed") || why="another sum: $sums"
    grep -q "fuse checksum ${sums% *}, transmission checksum ${sums#* }" "$folder/$name.txt" || why="${why}not printed"
    report "checksums of $name" "$why"
done

# Bad files
cd "$folder"
pld() { # name, equations
    printf 'GAL16V8\nSIGN\nNC A B NC NC NC NC NC NC GND\nNC NC NC NC F G H X Y VCC\n%b' "$2" >"$1.pld"
}
pld good 'X = A * B ; and\n  + /A & /B\n/Y = X # A\nDESCRIPTION\n'
"$assemble" good.pld good.jed >good.txt || true
report 'comment, two lines, other operators' "$(grep -q 'fuse checksum' good.txt || echo 'not assembled')"
refuse() { # equations, text
    pld bad "$1"
    check "refused: $2" 2 "bad.pld:$2" "$assemble bad.pld bad.jed"
}
refuse 'X = Q\nDESCRIPTION\n' '5: Q, expected the name of a pin'
refuse 'X = NC\nDESCRIPTION\n' '5: NC, expected the name of a pin'
refuse '\nA = B\nDESCRIPTION\n' '6: A is pin 2, expected an output: pins 12-19'
refuse 'X = A\nX = B\nDESCRIPTION\n' '6: a second equation of X, expected one'
refuse 'X = A * \n* B\nDESCRIPTION\n' '6: "* B", expected a pin'
refuse 'X = A B * A\nDESCRIPTION\n' '5: "* A" after B, expected ='
refuse 'X.R = A\nDESCRIPTION\n' '5: X with a suffix, expected a combinational output'
refuse 'X = F\nF = A\nDESCRIPTION\n' '5: F is read on pin 15, which has no feedback'
refuse 'X = A\n' '5: the file ends, expected DESCRIPTION'
refuse 'DESCRIPTION\n' '5: no equation, expected one'
refuse 'X = A+A+A+A+A+A+A+A+A\nDESCRIPTION\n' '5: more than 8 products'
refuse 'X = ABCDEFGHI\nDESCRIPTION\n' '5: the name ABCDEFGHI, expected at most 8 characters'
refuse 'X = A\n\000+ B\nDESCRIPTION\n' '6: a zero byte, expected text'
printf 'GAL20V8\n' >bad.pld
check 'another device' 2 'bad.pld:1: device "GAL20V8", expected GAL16V8' "$assemble bad.pld bad.jed"
printf 'GAL16V8\nTOOLONGSIGN\n' >bad.pld
check 'a long signature' 2 'bad.pld:2: a signature of 11 characters, expected at most 8' "$assemble bad.pld bad.jed"
printf 'GAL16V8\nS\nA B\nC\n' >bad.pld
check 'few names' 2 'bad.pld:3: no name of pin 3, expected ten names a line' "$assemble bad.pld bad.jed"
printf 'GAL16V8\nS\nA B C D E F G H I J\n' >bad.pld
check 'no ground' 2 'bad.pld:3: pin 10 is J, expected GND' "$assemble bad.pld bad.jed"
printf 'GAL16V8\nS\nA A C D E F G H I GND\n' >bad.pld
check 'a name twice' 2 'bad.pld:3: A is the name of pins 1 and 2' "$assemble bad.pld bad.jed"
printf 'GAL16V8\nS\n/A B C D E F G H I GND\n' >bad.pld
check 'a slash in a name' 2 'bad.pld:3: "/A B C D E F G H I GND" as name of pin 1' "$assemble bad.pld bad.jed"
printf 'GAL16V8\nS\nA B C D E F G H I GND J\nK L\n' >bad.pld
check 'eleven names' 2 'bad.pld:3: more than ten names' "$assemble bad.pld bad.jed"
check 'no file' 2 'none.pld: cannot read' "$assemble none.pld bad.jed"
check 'onto itself' 2 'good.pld' "$assemble good.pld good.pld"
check 'no place' 3 'cannot write' "$assemble good.pld no/folder.jed"
check 'no translator' 2 'expected flipflop or direct' "$prove other good.jed"

exit $bad
