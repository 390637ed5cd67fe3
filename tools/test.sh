#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the CUnit suites, the scenario files on RTL and in lockstep, the vectors on model, RTL and both, the scripts
# tests/scripts/*.sh, and the CUnit suites and the model's vectors again under the sanitizers. The last line is
# "N passed, N failed". The exit status is 0 only if nothing failed. `make test` builds first, then calls this.
# Usage: [SAN=no] [SUITES="data board"] [SAN_SUITES=...] tools/test.sh [--xml]     (--xml: build/test/junit.xml)
set -eu
cd "$(dirname "$0")/.."
out=build/test
xml=no
[ "${1-}" != --xml ] || xml=yes
passed=0
failed=0
mkdir -p $out
rm -f $out/*.log $out/*.part $out/junit.xml $out/summary

escape() { # file: its printable text as XML
    tr -d '\000-\010\013\014\016-\037\177-\377' <"$1" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'
}

# name, program, suites...: starts it, in the background; its process is $started. Ctrl-C ends it too.
start_suites() {
    name=$1 program=$2
    shift 2
    rm -rf "${out:?}/$name"
    if [ $xml = yes ]; then
        mkdir "$out/$name"
        set -- --xml "$out/$name" "$@"
    fi
    env --default-signal=INT,QUIT "$program" "$@" >"$out/$name.log" 2>&1 </dev/null &
    started=$!
}

# name, program, process: a program that does not print its count, or fails without a failed test, is one more failure
finish_suites() {
    name=$1 program=$2 status=0
    wait "$3" || status=$?
    log=$out/$name.log
    echo "== $program"
    cat "$log"
    count=$(sed -n 's/^tests: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
    good=${count% *} bad=${count#* }
    broken=no
    if [ -z "$count" ]; then
        good=0 bad=1 broken=yes
    elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1 broken=yes
    fi
    passed=$((passed + good)) failed=$((failed + bad))
    [ $broken = no ] || echo "$program: ended with status $status before its end"
    [ $xml = yes ] || return 0
    if [ $broken = no ]; then
        xsltproc --nonet --novalid --stringparam run "$name" tools/cunit-to-junit.xsl \
            "$out/$name/CUnit-Results.xml" >"$out/$name.part"
    else
        printf '<testsuite name="%s" tests="1" failures="0" errors="1">\n<testcase classname="%s" name="%s">' \
            "$name" "$name" "${program##*/}"
        printf '<error message="ended with status %s">' "$status"
        escape "$log"
        printf '</error></testcase>\n</testsuite>\n'
    fi >"$out/$name.part"
}

# suite, command, files...: each file is a test, which passes if the command does
run_files() {
    suite=$1 command=$2
    shift 2
    echo "== $suite"
    good=0 bad=0 log=$out/file.log
    : >$out/cases
    for file; do
        status=0
        $command "$file" >$log 2>&1 </dev/null || status=$?
        name=${file##*/}
        printf '<testcase classname="%s" name="%s" file="%s">' "$suite" "${name%.*}" "$file" >>$out/cases
        if [ $status -eq 0 ]; then
            good=$((good + 1))
        else
            bad=$((bad + 1))
            cat $log
            { printf '<failure message="exit status %s">' $status; escape $log; printf '</failure>'; } >>$out/cases
        fi
        echo '</testcase>' >>$out/cases
    done
    echo "$suite: $good passed, $bad failed"
    passed=$((passed + good)) failed=$((failed + bad))
    {
        printf '<testsuite name="%s" tests="%s" failures="%s" errors="0">\n' "$suite" $((good + bad)) $bad
        cat $out/cases
        echo '</testsuite>'
    } >"$out/$suite.part"
    rm -f $out/cases $log
}

# A vector's outcome must not depend on a source edge near a command, so a note is a failure.
rtl_vector() {
    build/tmr0 run "$1" >$out/vector.log || { status=$?; cat $out/vector.log; return $status; }
    ! grep ' notes\{0,1\}: ' $out/vector.log
}

run_vectors() {
    run_files vectors-model "$out/vector-runner" tests/vectors/*/*.txt
    run_files vectors-rtl rtl_vector tests/vectors/*/*.txt
    run_files vectors-both 'build/tmr0 run --engine both' tests/vectors/*/*.txt
    [ "${SAN-yes}" = no ] || run_files vectors-sanitized build/san/vector-runner tests/vectors/*/*.txt
}

run_all_files() {
    run_files scenarios 'build/tmr0 run' tests/scenarios/*/*.scn
    # Only the RTL has effects, so the engines differ there.
    # shellcheck disable=SC2046 # names without blanks
    run_files scenarios-both 'build/tmr0 run --engine both' $(grep -L '^effects on' tests/scenarios/*/*.scn)
    run_vectors
    run_files scripts '' tests/scripts/*.sh
}

# The sanitized suites take as long as all others, and play beside them.
# shellcheck disable=SC2086 # suites are words
{
    [ "${SAN-yes}" = no ] || {
        start_suites sanitized build/san/tmr0-test ${SAN_SUITES-${SUITES-}}
        sanitized=$started
    }
    start_suites tests $out/tmr0-test ${SUITES-}
    finish_suites tests $out/tmr0-test "$started"
}
[ -n "${SUITES-}" ] || run_all_files
[ "${SAN-yes}" = no ] || {
    echo "== sanitizers (AddressSanitizer warns once about makecontext, on which the virtual CPU runs: harmless)"
    finish_suites sanitized build/san/tmr0-test "$sanitized"
}
if [ $xml = yes ]; then
    {
        echo '<?xml version="1.0" encoding="UTF-8"?>'
        printf '<testsuites name="tmr0" tests="%s" failures="%s">\n' $((passed + failed)) $failed
        cat $out/*.part
        echo '</testsuites>'
    } >$out/junit.xml
    echo "written: $out/junit.xml"
fi
rm -f $out/*.part
echo "$passed passed, $failed failed" | tee $out/summary
[ $failed -eq 0 ]
