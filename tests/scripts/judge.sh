#!/bin/sh
# SPDX-License-Identifier: MIT
# The independent judge of the chip, tests/judge, beside libam9513; and that it complains about a rule that is broken,
# with a short scenario that fails. make soak plays it with new seeds.
. tests/check.sh
export PYTHONPATH="$root/bindings/python" PYTHONDONTWRITEBYTECODE=1
play() { # folder of the judge, operations
    echo "/usr/bin/python3 $1/play.py --seed 1 --ops $2 --out '$folder/judge.scn'"
}
check judge 0 "$(grep '^judge: ' docs/testing.md)" "$(play tests/judge 20000)"
check judge-rtl 0 'no difference' "$(play tests/judge 1000) --engine rtl"
cp tests/judge/*.py "$folder"
sed -i 's/digit = (0 if up else 9) if carry/digit = (0 if up else 15) if carry/' "$folder/am9513_judge.py"
check judge-broken 1 'seed 1, program 18: model (153, ' "$(play "'$folder'" 5000)"
check judge-scenario 1 'FAIL, 1 expectation failed, 0 violations' "$tmr0 run '$folder/judge.scn'"
count=$(wc -l <"$folder/judge.scn")
report judge-short "$([ "$count" -le 60 ] || echo "$count lines, expected 60 at most")"
exit $bad
