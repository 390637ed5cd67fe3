#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The batch scripts of examples/slurm on two slurmd of this machine, of which one is killed in the middle of a sweep:
# the sweep has the same bytes as without Slurm, and fuzz says the same. Starts its own munged, slurmctld and
# slurmd, and ends them. Called by `make test-slurm`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tmr0=$root/build/tmr0
work=$(mktemp -d)
user=$(id -un)
pids=()
export PATH=$PATH:/usr/sbin SLURM_CONF=$work/slurm.conf

# Kills a process and all that it started.
kill_tree() {
    local child
    for child in $(pgrep -P "$1" || true); do kill_tree "$child"; done
    kill -9 "$1" 2>/dev/null || true
}
finish() {
    for pid in "${pids[@]}"; do kill_tree "$pid"; done
    [ -n "${KEEP-}" ] || rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "test-slurm: $1" >&2
    tail -n 20 "$work"/*.log "$work"/job-*.txt >&2 || true
    exit 1
}
# Waits until a command succeeds, at most so many seconds.
await() {
    local seconds=$1
    shift
    for _ in $(seq $((seconds * 5))); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.2
    done
    fail "waited $seconds s for: $*"
}

chmod 755 "$work"
mkdir -m 700 "$work/munge"
mkdir "$work/state"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
chmod 400 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge.log" --seed-file="$work/munge/seed" 2>"$work/munged.log" &
pids+=($!)
disown
host=$(hostname -s)
# Three ports that no one has
read -r port port1 port2 < <(python3 -c '
import socket
all = [socket.socket() for n in range(3)]
for s in all: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in all))')
cat >"$work/slurm.conf" <<CONF
ClusterName=tmr0
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmdSpoolDir=$work/spool-%n
StateSaveLocation=$work/state
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
SlurmdTimeout=10
ReturnToService=2
JobRequeue=1
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$port1 CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$port2 CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
CONF
await 60 test -S "$work/munge/socket"
slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.log" 2>&1 &
pids+=($!)
disown
declare -A slurmd
for node in n1 n2; do
    slurmd -D -N $node -f "$SLURM_CONF" >"$work/slurmd-$node.log" 2>&1 &
    slurmd[$node]=$!
    pids+=($!)
    disown
done
await 120 bash -c 'sinfo -h -N -o "%T" | grep -c idle | grep -qx 2'

options=(--machine sun3-60 --corner max --random "${POINTS:-150000}" --seed 3)
cd "$root"
export TMR0=$tmr0
sweep=(--output="$work/job-%j.txt" examples/slurm/sweep.sh 6 "$work/slurm" "${options[@]}")
job=$(sbatch --parsable --array=0-5 "${sweep[@]}")
sbatch --dependency=afterany:"$job" "${sweep[@]}"
# Sets task to the process of one on n1, step to that of its slurmstepd.
task_of_n1() {
    for task in $(pgrep -f "^$tmr0 sweep .*$work/slurm"); do
        step=$(ps -o ppid= -p "$task" | tr -d ' ')
        if [ "$(ps -o comm= -p "$step")" = slurmstepd ] &&
            tr '\0' '\n' <"/proc/$task/environ" | grep -qx SLURMD_NODENAME=n1; then return; fi
    done
    return 1
}
await 300 test -e "$work/slurm/share-0-of-6.csv"
await 300 task_of_n1
echo "killing the slurmd of n1, with its task"
kill -9 "$step" # first: it must not live to report its task as done
kill_tree "$task"
kill_tree "${slurmd[n1]}"
await 1500 test -e "$work/slurm/sweep.json"
await 300 bash -c '! squeue -h | grep -q .'
grep -q -i "requeu" "$work/slurmctld.log" || fail "no task was started again, expected that of n1 to be"
"$tmr0" sweep "${options[@]}" --out "$work/here" || [ $? -eq 1 ] # some points fail
for file in points.csv summary.json margin.svg; do
    cmp "$work/slurm/$file" "$work/here/$file" || fail "$file differs from that of a sweep without Slurm"
done

mkdir "$work/fuzz"
timeout 600 sbatch --wait --output="$work/fuzz/%a.txt" --array=0-2 examples/slurm/fuzz.sh "$work/fuzz" 7 --ops 10000 ||
    fail "fuzz: a task failed"
for task in 0 1 2; do
    "$tmr0" fuzz --ops 10000 --seed $((7 + task)) | diff - "$work/fuzz/$task.txt" ||
        fail "fuzz: task $task says something else"
done
echo "test-slurm: passed, points.csv, summary.json and margin.svg are the same bytes"
