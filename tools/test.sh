#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the CUnit suites, the scenario files, the scripts tests/*.sh, and the CUnit suites again under the sanitizers. The
# last line is "N passed, N failed"; the exit status is 0 only if nothing failed. `make test` builds first, then calls
# this.
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

# name, program, suites...: a program that ends without its count, or badly with no failed test, is one failure more
run_suites() {
    name=$1 program=$2
    shift 2
    log=$out/$name.log
    rm -rf "${out:?}/$name"
    if [ $xml = yes ]; then
        mkdir "$out/$name"
        set -- --xml "$out/$name" "$@"
    fi
    echo "== $program"
    { "$program" "$@" 2>&1 && echo 0 >"$out/status" || echo $? >"$out/status"; } | tee "$log"
    status=$(cat "$out/status")
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

# engine: "both" compares RTL and model after every step. What only the RTL has, they cannot agree on: `effects on`.
run_scenarios() {
    engine=$1
    echo "== scenarios, engine $engine"
    good=0 bad=0 log=$out/scenario.log
    : >$out/cases
    for file in tests/scenarios/*.scn; do
        [ -e "$file" ] || break
        [ "$engine" = rtl ] || ! grep -q '^effects on' "$file" || continue
        status=0
        build/tmr0 run --engine "$engine" "$file" >$log 2>&1 </dev/null || status=$?
        printf '<testcase classname="scenarios-%s" name="%s" file="%s">' "$engine" "$(basename "$file" .scn)" "$file" >>$out/cases
        if [ $status -eq 0 ]; then
            good=$((good + 1))
            tail -n 1 $log
        else
            bad=$((bad + 1))
            cat $log
            { printf '<failure message="exit status %s">' $status; escape $log; printf '</failure>'; } >>$out/cases
        fi
        echo '</testcase>' >>$out/cases
    done
    passed=$((passed + good)) failed=$((failed + bad))
    {
        printf '<testsuite name="scenarios-%s" tests="%s" failures="%s" errors="0">\n' "$engine" $((good + bad)) $bad
        cat $out/cases
        echo '</testsuite>'
    } >"$out/scenarios-$engine.part"
    rm -f $out/cases $log
}

run_scripts() { # tests that are programs: tests/*.sh
    echo "== scripts"
    good=0 bad=0 log=$out/script.log
    : >$out/cases
    for file in tests/*.sh; do
        status=0
        "$file" >$log 2>&1 </dev/null || status=$?
        cat $log
        printf '<testcase classname="scripts" name="%s" file="%s">' "$(basename "$file" .sh)" "$file" >>$out/cases
        if [ $status -eq 0 ]; then
            good=$((good + 1))
        else
            bad=$((bad + 1))
            echo "$file: FAIL, exit status $status"
            { printf '<failure message="exit status %s">' $status; escape $log; printf '</failure>'; } >>$out/cases
        fi
        echo '</testcase>' >>$out/cases
    done
    passed=$((passed + good)) failed=$((failed + bad))
    {
        printf '<testsuite name="scripts" tests="%s" failures="%s" errors="0">\n' $((good + bad)) $bad
        cat $out/cases
        echo '</testsuite>'
    } >$out/scripts.part
    rm -f $out/cases $log
}

# shellcheck disable=SC2086 # suites are words
{
    run_suites tests $out/tmr0-test ${SUITES-}
    run_scenarios rtl
    run_scenarios both
    run_scripts
    [ "${SAN-yes}" = no ] || run_suites sanitized build/san/tmr0-test ${SAN_SUITES-}
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
rm -f $out/*.part $out/status
echo "$passed passed, $failed failed" | tee $out/summary
[ $failed -eq 0 ]
