# SPDX-License-Identifier: MIT
# What the scripts that capture share, in a scratch folder with the scenarios of tests/capture. They read it after check.sh.
# shellcheck shell=sh disable=SC2154 # root and others are of check.sh
cp tests/capture/*.scn "$folder"
cd "$folder" || exit 1
mkdir out

# A scenario's waves as VCD: FILE, NAME
waves() {
    rm -f "$2.vcd"
    fresh "$2.json" $tmr0 run "$1" --wave "$2.vcd" --json "$2.json"
}
analyser="python3 $root/tests/capture/analyser.py"
# Arguments of the analyser after the dump's name
sample() {
    dump=$1
    shift
    rm -f capture.vcd
    $analyser "$dump.vcd" capture.vcd "$@"
}
wrong_clips="python3 $root/tests/capture/clips.py"
claims="$root/tests/capture/claims.py $tmr0" # it plays rows

captured() { # name, status, text, statements of the scenario "target chip" whose dump it is, options
    printf 'target chip\n%b\n' "$4" >"$1.scn"
    waves "$1.scn" "$1"
    check "$1" "$2" "$3" "$tmr0 capture $1.vcd ${5-}"
}
