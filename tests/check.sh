# SPDX-License-Identifier: MIT
# What scripts in tests/scripts/ share; they read this file from the root of the tree. One line a check: "NAME: pass" or
# "NAME: FAIL, why". A script ends with `exit $bad`, which is 0 if all passed.
# shellcheck shell=sh disable=SC2034 # the scripts use what is set here
root=$PWD
tmr0=$root/build/tmr0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bad=0

report() { # name, why ("" is good)
    if [ -z "$2" ]; then echo "$1: pass"; else
        echo "$1: FAIL, $2"
        bad=1
    fi
}

# name, status, text that must be said ("": nothing is), command line; the folder must hold the same files after it
check() {
    name=$1 want=$2 text=$3
    shift 3
    files=$(ls)
    status=0
    said=$(eval "$*" 2>&1 </dev/null) || status=$?
    why=
    [ $status -eq "$want" ] || why="status $status, expected $want; "
    case $said in
    *"$text"*) [ -n "$text" ] || [ -z "$said" ] || why="${why}said something; " ;;
    *) why="${why}no '$text'; " ;;
    esac
    [ "$(ls)" = "$files" ] || why="${why}files left: $(ls | tr '\n' ' '); "
    report "$name" "${why:+${why}said: $(printf %s "$said" | head -c 400)}"
}
