#!/bin/sh
# SPDX-License-Identifier: MIT
# Signals during tmr0 run: SIGUSR1 turns a dump of waves off and on, and changes nothing else; SIGHUP, SIGINT and
# SIGTERM end the run and keep the dump. The end of a run with waves: simulated time, speed, and a command for GTKWave
# whose files are there.
. tests/check.sh
cd "$folder" || exit 1

# file: a part of it is written
begun() { wait_for "[ \"\$(cat $1.part.* 2>/dev/null | head -c 300 | wc -c)\" -ge 300 ]"; }

# Runs long.scn with waves and sends SIGUSR1 so many times: the first when a part of the dump is written, the second
# 20 ms after the first has taken effect. The status goes to $status, what is printed to out and err.
signalled_run() {
    "$tmr0" run long.scn --wave w.fst >out 2>err &
    for n in $(seq "$1"); do
        if [ "$n" -eq 1 ]; then begun w.fst; else wait_for "grep -q 'waves off' err" && sleep 0.02; fi
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

put long.scn 'osc 4MHz' 'repeat 20000 {' 'r 0' '}'
"$tmr0" run long.scn >plain.txt

signalled_run 0
read_times
all_count=$count all_last=$last
report waves "$(cmp -s plain.txt out && [ $status -eq 0 ] || echo "status $status, or other results than without waves")"
cp times.txt all.txt
rm w.fst

for signals in 1:off 2:on; do
    signalled_run ${signals%:*}
    read_times
    [ "$last" = "$all_last" ] && ends=on || ends=off
    report "signals-$signals" "$([ "$status $ends" = "0 ${signals#*:}" ] && cmp plain.txt out && grep -q "waves ${signals#*:}" err &&
        [ "$count" -lt "$all_count" ] || { echo "status $status, $count times of $all_count up to $last" && cat err; })"
done

# SIGHUP, SIGINT, SIGTERM: the dump up to there, under its own name, and nothing else. A job of a script ignores SIGINT; env
# undoes that.
for signal in HUP INT TERM; do
    env --default-signal=$signal "$tmr0" run long.scn --wave w.fst --calls calls --json j >out 2>err &
    begun calls # after some accesses
    stop $signal
    why=
    [ "$(kill -l $status)" = $signal ] || why="status $status; "
    [ "$(ls)" = "$(printf '%s\n' all.txt err long.scn out plain.txt times.txt w.fst | sort)" ] || why="${why}files: $(ls | tr '\n' ' '); "
    read_times
    head -n "$count" all.txt | cmp -s - times.txt && [ "$count" -gt 1 ] && [ "$last" != "$all_last" ] ||
        why="${why}$count times up to $last, not those without the signal; "
    awk -v last="${last#?}" '
        BEGIN { ps["us"] = 1e6; ps["ms"] = 1e9; ps["s"] = 1e12 }
        match($0, /^tmr0: w\.fst: ended by a signal at [0-9.]*/) {
            unit = $8; gsub(/[0-9.]/, "", unit); sub(/,$/, "", unit)
            at = $8 * ps[unit]
            good = at > last - 1 && at < last + 1e6 # at is rounded
        }
        END { exit !good }' err || why="${why}last $last, but: $(cat err)"
    report "ended-$signal" "$why"
    rm w.fst
done
(trap '' INT && exec "$tmr0" run long.scn --wave w.fst >out 2>err) &
begun w.fst
stop INT
read_times
report ended-ignored "$([ $status -eq 0 ] && [ "$last" = "$all_last" ] || echo "status $status, $count times up to $last")"
# No simulated time passes, or all of it in one statement: neither is waited for
put spin.scn 'w 0 0' 'repeat 1000000000 {' 'let a = 1' '}' 'print 7'
put wait.scn 'w 0 0' 'wait 500ms' 'print 7'
for scenario in spin wait; do
    env --default-signal=INT "$tmr0" run $scenario.scn --wave w.fst >out 2>err &
    begun w.fst
    stop INT
    report ended-$scenario "$([ $status -eq 130 ] && grep -q 'ended by a signal at' err && ! grep -q ': 7$' out &&
        ! grep -q 'at 500\.' err || echo "status $status: $(cat out err)")"
done

# Without waves; the part of another file shows that the run has begun
"$tmr0" run long.scn --calls calls >out 2>err &
wait_for 'ls calls.part.* >/dev/null 2>&1'
stop USR1
report no-waves "$([ $status -eq 0 ] && cmp -s plain.txt out && [ ! -s err ] || echo "status $status, other results or a message")"

# A child does not inherit that SIGUSR1 does nothing
check measured-command 1 'ended by signal 10' "$measure measure --runs 6 -- sh -c 'kill -USR1 \$\$; exit 0'"

# The last lines. A script in place of gtkwave checks that its files exist.
mkdir tool "a b"
put tool/gtkwave '#!/bin/sh' \
    '[ "$1 $3" = "--rcvar -S" ] && [ -s "$4" ] && [ -s "$5" ] && [ -s "$6" ] && [ $# -eq 6 ] && echo "$(basename "$6") $TMR0_FROM $TMR0_TO"'
chmod +x tool/gtkwave
for target in board chip; do
    case $target in board) access='w 0 0' ;; *) access='cmd 0xff' ;; esac
    printf 'target %s\nat 11.94us\n%s\n' $target "$access" >short.scn
    "$tmr0" run short.scn --wave "a b/it's.fst" 2>err >out
    why=
    grep -q '^waves: [0-9.]*us simulated, [1-9][0-9]* ticks in [0-9.]* s, [1-9][0-9]* ticks a second$' err || why="no speed; "
    command=$(sed -n 's/^open them: //p' err)
    [ "$(PATH="$PWD/tool:$PATH" sh -c "$command")" = "$target.gtkw 10940000 13940000" ] || why="${why}command: $command"
    report "end-$target" "$why$(grep 'waves:' out)"
done

# Installed: the view is among the documents
mkdir -p usr/bin usr/share/tmr0 usr/share/doc/tmr0/waves
cp "$tmr0" usr/bin
cp -rL "$root/parts" "$root/machines" usr/share/tmr0
cp "$root"/waves/chip.gtkw usr/share/doc/tmr0/waves
cp "$root"/waves/zoom.tcl usr/share/doc/tmr0/waves
usr/bin/tmr0 run short.scn --wave w.fst 2>err >out
command=$(sed -n 's/^open them: //p' err)
report end-installed "$([ "$(PATH="$PWD/tool:$PATH" sh -c "$command")" = "chip.gtkw 10940000 13940000" ] || echo "command: $command")"
exit $bad
