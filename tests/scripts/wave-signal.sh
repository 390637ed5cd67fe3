#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGUSR1 during tmr0 run: it turns a dump of waves off and on, and changes nothing else. The end of a run with waves:
# simulated time, speed, and a command for GTKWave whose files are there. One line a check: "NAME: pass" or "NAME: FAIL,
# why". Runs from the root of the tree; the exit status is 0 if all passed.
set -u
tmr0=$PWD/build/tmr0
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
bad=0

report() { # name, why ("" is good)
    if [ -z "$2" ]; then echo "$1: pass"; else
        echo "$1: FAIL, $2"
        bad=1
    fi
}

# Runs long.scn with waves and sends SIGUSR1 so many times: the first when a part of the dump is written, the second
# 0.1 s after the first has taken effect. The status goes to $status, what is printed to out and err.
signalled_run() {
    "$tmr0" run long.scn --wave w.fst >out 2>err &
    for n in $(seq "$1"); do
        for _ in $(seq 500); do
            [ "$n" -gt 1 ] || [ "$(cat w.fst.part.* 2>/dev/null | head -c 300 | wc -c)" -lt 300 ] || break
            [ "$n" -eq 1 ] || ! grep -q 'waves off' err || break
            sleep 0.02
        done
        [ "$n" -eq 1 ] || sleep 0.1
        kill -USR1 $! 2>/dev/null || echo "not running" >>err
    done
    status=0
    wait $! || status=$?
}

# Times in the dump: how many, and the last
read_times() {
    fst2vcd w.fst | grep '^#' >times.txt
    count=$(wc -l <times.txt) last=$(tail -n 1 times.txt)
}

printf 'osc 4MHz\nrepeat 20000 {\nr 0\n}\n' >long.scn
"$tmr0" run long.scn >plain.txt

signalled_run 0
read_times
all_count=$count all_last=$last
cmp -s plain.txt out && [ $status -eq 0 ] && why= || why="status $status, or other results than without waves"
report waves "$why"

signalled_run 1
read_times
why=
[ $status -eq 0 ] || why="status $status; "
cmp -s plain.txt out || why="${why}other results; "
grep -q 'waves off' err || why="${why}does not say that waves are off; "
[ "$count" -lt "$all_count" ] && [ "$last" != "$all_last" ] || why="${why}$count times up to $last, as without the signal"
report off "$why"

signalled_run 2
read_times
why=
[ $status -eq 0 ] || why="status $status; "
cmp -s plain.txt out || why="${why}other results; "
grep -q 'waves on' err || why="${why}does not say that waves are on; "
[ "$last" = "$all_last" ] || why="${why}ends at $last, expected $all_last; "
[ "$count" -lt "$all_count" ] || why="${why}$count times, as without the signals"
report off-and-on "$why"

# Without waves; the part of another file shows that the run has begun
"$tmr0" run long.scn --calls calls >out 2>err &
for _ in $(seq 500); do
    ls calls.part.* >/dev/null 2>&1 && break
    sleep 0.02
done
kill -USR1 $! 2>/dev/null
status=0
wait $! || status=$?
[ $status -eq 0 ] && cmp -s plain.txt out && [ ! -s err ] && why= || why="status $status, other results or a message"
report no-waves "$why"

# A child does not inherit that SIGUSR1 does nothing
status=0
"$tmr0" measure --runs 1 -- sh -c 'kill -USR1 $$; exit 0' >out 2>&1 || status=$?
[ $status -ne 0 ] && why= || why="a measured command survives SIGUSR1"
report measured-command "$why"

# The last lines. A script in place of gtkwave checks that its files exist.
mkdir tool "a b"
printf '#!/bin/sh\n[ "$1" = --rcvar ] && [ -s "$3" ] && [ -s "$4" ] && [ $# -eq 4 ] && basename "$4"\n' >tool/gtkwave
chmod +x tool/gtkwave
for target in board chip; do
    printf 'target %s\nwait 12us\n' $target >short.scn
    "$tmr0" run short.scn --wave "a b/it's.fst" 2>err >out
    why=
    grep -q '^waves: [0-9.]*us simulated, [1-9][0-9]* ticks in [0-9.]* s, [1-9][0-9]* ticks a second$' err || why="no speed; "
    command=$(sed -n 's/^open them: //p' err)
    [ "$(PATH=$PWD/tool:$PATH sh -c "$command")" = $target.gtkw ] || why="${why}command: $command"
    report "end-$target" "$why$(grep 'waves:' out)"
done

# Installed: the view is among the documents
mkdir -p usr/bin usr/share/tmr0 usr/share/doc/tmr0/waves
cp "$tmr0" usr/bin
cp -r "$root/parts" "$root/machines" usr/share/tmr0
cp "$root"/waves/chip.gtkw usr/share/doc/tmr0/waves
usr/bin/tmr0 run short.scn --wave w.fst 2>err >out
command=$(sed -n 's/^open them: //p' err)
[ "$(PATH=$PWD/tool:$PATH sh -c "$command")" = chip.gtkw ] && why= || why="command: $command"
report end-installed "$why"
exit $bad
