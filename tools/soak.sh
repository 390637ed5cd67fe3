#!/bin/sh
# SPDX-License-Identifier: MIT
# Half of the time plays random programs, on model and judge, in lockstep and with effects, the other half AFL++ on
# each reader of tests/fuzz/readers.c, and on what AFL++ kept the command. Prints what was played. build/soak/SEED/ keeps
# what failed.
# Usage, from the root of the tree: tools/soak.sh HOURS SEED
# Exit status: 0 good; 1 a difference, crash, hang or leak; 2 wrong usage.
set -eu
export LC_ALL=C
seconds=$(printf '%s\n' "$1" | awk '$1 ~ /^[0-9]+(\.[0-9]+)?$/ && $1 > 0 { printf "%d", $1 * 3600 + 0.999 }')
[ "$seconds" ] || { echo "HOURS=$1, expected a number of hours, such as 8 or 0.01" >&2; exit 2; }
dir=build/soak/$2
mkdir -p build/soak
mkdir "$dir" || exit 2
bad=0
failed() {
    echo "soak: $*"
    bad=1
}

# ---- The independent judge of the chip: a million operations, or as many as a quarter of the time allows
judged=0 start=$(date +%s)
while [ $judged -lt 1000000 ] && [ $(($(date +%s) - start)) -lt $(((seconds + 3) / 4)) ]; do
    share=$((seconds < 600 ? 20000 : 100000)) found=$dir/judge-$(($2 + judged)).scn
    PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 tests/judge/play.py --ops $share \
        --seed $(($2 + judged)) --out "$found" >"$dir/log" 2>&1 || {
        cat "$dir/log"
        failed "the judge of the chip: kept is $found"
        break
    }
    judged=$((judged + share))
done
echo "judge of the chip: $judged operations, seeds $2 and on in steps of $share"

# ---- Programs: shares of 5,000 operations, each with the next seed; the chip three times in six
seed=$2 end=$((start + seconds / 2))
play() { # name, options of fuzz
    name=$1
    shift
    build/tmr0-fuzz "$@" --ops 5000 --seed "$seed" --out "$dir/$name-$seed.scn" >"$dir/log" 2>&1 || {
        cat "$dir/log"
        failed "$name, seed $seed: kept is $dir/$name-$seed.scn"
    }
    sed -n "s/^fuzz: \([0-9]*\) ops in \([0-9]*\) cases,.*/$name \1 \2/p" "$dir/log" >>"$dir/played"
    seed=$((seed + 1))
}
while
    for effects in '' --effects; do
        for target in chip board; do
            # shellcheck disable=SC2086 # an option or none
            play "$target${effects:+-effects}" --target $target $effects
        done
    done
    play chip --target chip
    play chip --target chip
    [ "$(date +%s)" -lt "$end" ]
do :; done
awk -v seeds="seeds $2 to $((seed - 1))" '{ ops[$1] += $2; cases[$1] += $3 }
    END { for (name in ops) print "fuzz " name ": " ops[name] " operations in " cases[name] " programs, " seeds }' "$dir/played" | sort

# ---- Readers: what they begin with is from the tree
mkdir "$dir/seeds"
for reader in scenario ini vcd csv json table durations words; do mkdir "$dir/seeds/$reader" "$dir/$reader"; done
cp tests/scenarios/*/*.scn "$dir/seeds/scenario"
mkdir "$dir/ini/parts" "$dir/ini/machines"
for inner in machines/*/; do ln -s "$PWD/$inner" "$dir/ini/${inner%/}"; done
for file in parts/*.ini machines/*.ini machines/*/*.ini; do cp "$file" "$dir/seeds/ini/$(echo "$file" | tr / -)"; done
for name in delays near-edges near-limits; do # the end of each, which is small
    build/tmr0 run tests/capture/$name.scn --wave "$dir/dump.vcd" --json "$dir/run.json" >"$dir/log" 2>&1 || :
    python3 tests/capture/analyser.py "$dir/dump.vcd" "$dir/seeds/vcd/$name.vcd" --rate 24e6 --from 68000000
    for form in dsview sigrok; do
        python3 tests/capture/table.py "$dir/seeds/vcd/$name.vcd" $form 24e6 | head -n 60 >"$dir/seeds/csv/$name-$form"
    done
done
rm "$dir/dump.vcd"
mv "$dir/run.json" "$dir/seeds/json"
build/tmr0 timing --machine sun3-60 --reads 10 --json "$dir/seeds/json/timing.json" >"$dir/log" || :
build/tmr0 sweep --limit part.TWHDX --machine sun3-60 --json "$dir/seeds/json/limits.json" >"$dir/log"
awk 'BEGIN { for (n = 0; n < 40; n++) print n % 8, 7 * n % 8 + 3 + n % 3 }' >"$dir/seeds/table/blank"
printf '# runs\n1, 10.5\n2; 20\n3 3.05e1\n' >"$dir/seeds/table/signs"
printf '# ns\n1e3\n1001\n999,2,1,0.5,0.5,0\n' >"$dir/seeds/durations/rows"
number=0
for option in '' --master --command; do
    for value in 0 0x0b22 0x84f3 0xf5e7 0x61 0xe8; do
        number=$((number + 1))
        # shellcheck disable=SC2086 # an option or none
        build/tmr0 decode $option $value >"$dir/seeds/words/$number" 2>"$dir/log" || printf %s $value >"$dir/seeds/words/$number"
    done
done

# The last two options double the executions and more.
fast=abort_on_error=1:symbolize=0:detect_leaks=0:quarantine_size_mb=8:malloc_context_size=2
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_HANG_TMOUT=10000
value() { sed -n "s/^$1 *: //p" "$out/fuzzer_stats"; }
left=8 end=$((end + seconds - seconds / 2))
for pair in scenario: ini: vcd:capture csv:capture json:report table:fit durations: words:decode; do
    reader=${pair%:*} out=$dir/${pair%:*}/default
    share=$(((end - $(date +%s)) / left)) left=$((left - 1))
    ASAN_OPTIONS=$fast afl-fuzz -i "$dir/seeds/$reader" -o "$dir/$reader" -V $((share > 1 ? share : 1)) -s $(($2 % 2147483647)) \
        -m none -t 2000 build/afl/readers "$reader" "$dir/$reader" @@ >"$dir/log" 2>&1 || {
        tail -n 20 "$dir/log"
        failed "reader $reader: afl-fuzz failed"
        continue
    }
    echo "reader $reader: $(value execs_done) executions, $(value corpus_count) cases kept, $(value saved_crashes) crashes, $(value saved_hangs) hangs, seed $2"
    [ "$(value saved_crashes) $(value saved_hangs)" = "0 0" ] || failed "reader $reader: kept are $out/crashes/ and $out/hangs/"
    # Once more without afl-fuzz: now memory that is not given back is an error, too.
    for name in $reader ${pair#*:}; do
        find "$dir/seeds/$reader" "$out/queue" -type f -exec env ASAN_OPTIONS=abort_on_error=1 build/afl/readers "$name" "$dir/$reader" {} + >"$dir/log" 2>&1 || {
            grep -a -A 30 -e '==.*ERROR' -e 'runtime error' -e '^readers:' "$dir/log" || tail -n 3 "$dir/log"
            failed "$name fails on a file of $dir/seeds/$reader/ or $out/queue/"
        }
    done
done
exit $bad
