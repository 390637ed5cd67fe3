# SPDX-License-Identifier: MIT
# What scripts in tests/scripts/ share; they read this file from the root of the tree. One line a check: "NAME: pass" or
# "NAME: FAIL, why". A script ends with `exit $bad`, which is 0 if all passed.
# shellcheck shell=sh disable=SC2034 # the scripts use what is set here
set -u
root=$PWD
tmr0=$root/build/tmr0
measure=$root/build/tmr0-measure
# For make: Verilator's program takes the least time to compile, and its own code and headers are there
gcc=$root/build/gcc
least="OPT_FAST=-include$gcc/design.h OPT_SLOW=-include$gcc/design.h VM_PARALLEL_BUILDS=0 LOADLIBES=$gcc/libverilated.a"
least="$least VM_GLOBAL_FAST= VM_GLOBAL_SLOW="
folder=$(mktemp -d)
# plain=yes before this: a name without blanks, whatever TMPDIR is, as Verilator and commands of documents need
case ${plain-}$folder in
yes*[!A-Za-z0-9_./-]*)
    rmdir "$folder"
    folder=$(TMPDIR=/tmp mktemp -d)
    ;;
esac
trap 'rm -rf "$folder"' EXIT
bad=0 reported='|'
unset MAKEFLAGS MAKELEVEL MFLAGS # a make that a script calls is its own

# file, its lines
put() {
    into=$1
    shift
    printf '%s\n' "$@" >"$into"
}

# file, its signals of one bit as LETTER:NAME, changes: #TIME, 0 or 1 with the letter, bVALUE of D; first all are ones
vcd() {
    {
        echo '$timescale 1 ns $end'
        for word in $2; do echo "\$var wire 1 ${word%:*} ${word#*:} \$end"; done
        printf '$var wire 8 D D $end\n$enddefinitions $end\n#0\nb11111111 D\n'
        for word in $2; do echo "1${word%:*}"; done
        for word in $3; do case $word in b*) echo "$word D" ;; *) echo "$word" ;; esac done
    } >"$1"
}

commands() { # program: the names of its commands
    "$1" --help | sed -n 's/^  \([a-z][a-z0-9]*\)  *[a-z].*/\1/p'
}

report() { # name, which no other row has, why ("" is good)
    case $reported in *"|$1|"*) set -- "$1" "another row has this name; $2" ;; esac
    reported="$reported$1|"
    if [ -z "$2" ]; then echo "$1: pass"; else
        echo "$1: FAIL, $2"
        bad=1
        [ -z "${TMR0_FIRST-}" ] || exit 1 # tests/judges.sh need not see more
    fi
}

# The ends of files, as a reason for a report: never empty
shown() {
    echo "$*: $(tail -n 4 -- "$@" 2>&1)"
}

# file, command line: the file is of this command alone, which need not be good; what it prints is in out/log
fresh() {
    rm -f "$1"
    shift
    "$@" >out/log 2>&1
}

# name, pattern, command line: it judges, or says that nothing could be judged, and no line of that has the pattern
never() {
    name=$1 pattern=$2 status=0
    shift 2
    said=$(eval "$*" 2>&1 </dev/null) || status=$?
    why=$(printf '%s\n' "$said" | grep -e "$pattern")
    case $said in *'verdict: none, '*) status=0 ;; esac
    [ "$status" -le 1 ] && [ "$said" ] || why="status $status, said: $said"
    report "$name" "$why"
}

same() { # name, what is seen, what is expected
    report "$1" "$([ "$2" = "$3" ] || echo "$2, expected $3")"
}

prints() { # name, all that is printed, command line
    eval "$3" >"$folder/printed" 2>&1
    report "$1" "$(printf '%s\n' "$2" | diff - "$folder/printed")"
}

has() { # name, file, text that is in it
    report "$1" "$(grep -qF -- "$3" "$2" || echo "no '$3'")"
}

# A condition that the last command in the background is to meet while it runs, within a minute
wait_for() {
    turns=3000
    until eval "$1" || ! kill -0 $! 2>/dev/null; do
        sleep 0.02
        turns=$((turns - 1))
        [ $turns -gt 0 ] || { report "waits for $1" 'not met in a minute' && return; }
    done
}

# signal, for the last command in the background: how it ends is in $status
stop() {
    kill -"$1" $! 2>/dev/null
    status=0
    wait $! 2>/dev/null || status=$?
}

# program, its package: whether it is there. Without it a part of a script is left out, which is a failure in continuous
# integration: tools/setup.sh installs all that tests need.
have() {
    command -v "$1" >/dev/null && return
    echo "$1: SKIP, not found, expected the Debian package $2; what needs it is not checked"
    [ "${CI-}" != true ] || bad=1
    return 1
}

# name, status, text that must be said ("": nothing is), command line
try() {
    name=$1 want=$2 text=$3 status=0 why=
    shift 3
    said=$(eval "$*" 2>&1 </dev/null) || status=$?
    [ $status -eq "$want" ] || why="status $status, expected $want; "
    [ -z "${ending-}" ] || said=$(printf '%s\n' "$said" | tail -n 3 | tr -s '\n ' ' ')
    case $said in
    *"$text"*) [ -n "$text" ] || [ -z "$said" ] || why="${why}said something; " ;;
    *) why="${why}no '$text'; " ;;
    esac
    [ -z "${held-}" ] || [ "$(echo *)" = "$held" ] || why="${why}files left: $(echo *); "
    report "$name" "${why:+${why}said: $(printf %s "$said" | head -c 400)}"
}

# As try; the folder must hold the same files after it
check() {
    held=$(echo *)
    try "$@"
    held=
}

# As check, in the last three lines, with one blank for several and for the end of a line
ends() {
    ending=yes
    check "$@"
    ending=
}

# name, patterns that lines of what the last check's command said must match, each
says() {
    name=$1 why=
    shift
    for pattern; do
        printf '%s\n' "$said" | grep -q -e "$pattern" || why="${why}no '$pattern'; "
    done
    report "$name" "${why:+${why}said: $(printf %s "$said" | tail -n 4)}"
}

# name, status or several, least number of lines, command line: what it prints is at most 100 columns wide
narrow() {
    name=$1 want=$2 least=$3
    shift 3
    "$@" >"$folder/said" 2>&1 </dev/null
    status=$?
    why=$(awk -v least="$least" '!/^[a-z]*\.scn:[0-9 ]/ && length > 100 { printf "%d columns: %s; ", length, $0 }
                                 END { if (NR < least) printf "%d lines, expected %d; ", NR, least }' "$folder/said")
    case $want in
    *$status*) ;;
    *) why="${why}status $status, expected $want; " ;;
    esac
    report "width-$name" "$why"
}
