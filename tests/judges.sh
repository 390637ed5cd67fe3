#!/bin/sh
# SPDX-License-Identifier: MIT
# Each script of tests/scripts fails if the programs that it judges die, or print nothing and end with status 0. It runs
# in a folder of links to the tree: such programs are in its build/, and in front of make, compilers and simulators.
# Usage, from the root of the tree: tests/judges.sh [SCRIPT...]        (default: all)
# Exit status: 0 all fail in both cases, 1 one passes or hangs.
. tests/check.sh
mkdir -p "$folder/tree/build" "$folder/bin"
ln -s "$root"/* "$root"/.[a-z]* "$folder/tree" 2>"$folder/log" # all but build, which is there
ln -s "$root"/build/* "$folder/tree/build"
cd "$folder/tree" || exit 1
rm -f build/test build/tmr0*
mkdir build/test
export TMR0_LIBRARY=none.so # of the Python module
[ $# -gt 0 ] || set -- tests/scripts/*.sh
for status in 1 0; do
    for program in build/tmr0 build/tmr0-fuzz build/tmr0-m68k.so build/tmr0-measure build/test/vector-runner \
        build/test/measure-proofs build/test/tmr0-test build/test/m68k-test ../bin/make ../bin/cmake ../bin/clang \
        ../bin/clang++ ../bin/cc ../bin/iverilog ../bin/vvp ../bin/verilator ../bin/yosys ../bin/sigrok-cli; do
        printf '#!/bin/sh\nexit %d\n' $status >$program
        chmod +x $program
    done
    printf "%s\n" "$@" | TMR0_FIRST=yes PATH="$folder/bin:$PATH" xargs -P "$(nproc)" -I{} sh -c \
        'timeout 300 sh {} >/dev/null 2>&1; echo "$? {}"' >"$folder/ended"
    while read -r ended script; do
        case $ended in 0) why='passes' ;; 124) why='hangs' ;; *) why= ;; esac
        report "$script, programs with status $status" "$why"
    done <"$folder/ended"
done
exit $bad
