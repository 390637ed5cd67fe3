#!/bin/sh
# SPDX-License-Identifier: MIT
# The fuse maps of the translators. Yosys proves each equal to the RTL, as MAME's jedutil reads it back, and one with
# another fuse unequal.
set -e
. tests/check.sh
prove=$root/tools/pal/prove.sh

for name in flipflop direct; do
    check "$name is the RTL's translator" 0 "every output is that of rtl/board/pal_$name.v" "$prove $name parts/$name.jed"
done

# The fuse at a place of a row, or of the polarities, is another: each connection that is there, and one that is not
unequal() { # translator, row, place from 0
    awk -v row="$2" -v at="$3" '$1 == row {
        fuse = substr($2, at + 1, 1)
        $2 = substr($2, 1, at) 1 - fuse substr($2, at + 2)
    }
    /^C/ { next } # without checksums
    /^\003/ { $0 = "\0030000" }
    { print }' "parts/$1.jed" >"$folder/changed.jed"
    check "$1 with fuse $3 of $2 is not" 1 'not proved equal' "$prove $1 '$folder/changed.jed'"
}
for fuse in 'L0000 1' 'L0000 8' 'L0000 4' 'L0256 5' 'L0256 8' 'L0288 14' 'L0512 5' 'L0512 9' 'L0544 10' 'L0768 1' \
    'L0768 9' 'L2048 3'; do
    unequal flipflop "${fuse% *}" "${fuse#* }"
done
for fuse in 'L0000 1' 'L0032 5' 'L0256 4' 'L0768 9' 'L0800 5' 'L2048 1'; do
    unequal direct "${fuse% *}" "${fuse#* }"
done

# What docs/pal.md shows
sed -n '/^\$ /,/^```/{/^```/d;p}' docs/pal.md >"$folder/shown"
sed -n 's/^\$ //p' "$folder/shown" | while read -r line; do
    echo "\$ $line"
    sh -c "$line"
done >"$folder/said" 2>&1
report 'docs/pal.md shows what is printed' "$([ -s "$folder/shown" ] || echo 'shows nothing'; diff "$folder/shown" "$folder/said")"

# jedutil refuses a map with another checksum
for change in 's/^C22ED/C22EE/' 's/1011/1111/'; do
    sed "$change" parts/flipflop.jed >"$folder/changed.jed"
    check "checksum, $change" 1 'checksum' "$prove flipflop '$folder/changed.jed'"
done

check 'no translator' 2 'expected flipflop or direct' "$prove other parts/direct.jed"
exit $bad
