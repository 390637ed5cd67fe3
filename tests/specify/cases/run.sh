#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts each case of this folder, runs it under Icarus, and prints its name, the exit status, the converter's last line
# and what the bench says. `want` has what is right.   run.sh specify2checks FOLDER
set -eu
convert=$1 folder=$2
here=$(dirname "$0")
cp "$here"/*.v "$here"/*.sdf "$folder"
cd "$folder"
for file in *.v; do
    name=${file%.v} options='' defines='' status=0
    [ ! -e "$name.sdf" ] || options="--sdf $name.sdf --scope bench --corner max"
    case $name in
    macro_other_file_1) continue ;;
    macro_other_file_2) file="macro_other_file_1.v $file" ;;
    zero_delay_recrem) defines=-DSPECIFY_ZERO_DELAY ;;
    esac
    # shellcheck disable=SC2086 # words
    $convert $options -o "$name.checked" $file >log 2>&1 || status=$?
    echo "$name: status $status, $(tail -n 1 log | sed 's/.*\.checked: //')"
    [ "$name" != macro_other_file_2 ] || continue
    # shellcheck disable=SC2086
    ${IVERILOG-iverilog} -g2012 $defines -DSPECIFY_SEVERITY=0 -s bench -Ttyp -o "$name.vvp" "$name.checked" 2>&1 | grep -v 'warning\|Pruning' || :
    ${VVP-vvp} -n "$name.vvp" | sed 's,^FATAL: [^ ]*,FATAL:,' | grep -v 'finish called' || :
done
