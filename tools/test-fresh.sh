#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays the commands of .ci/run, README's `make sim` and `make test` among them, in a minimal Debian 12 that has make and
# git and nothing more: each with the packages that it installs itself. Prints a line per command, with the commands and
# modules that were missing; build/fresh/NAME.log has its output. The committed tree is played. Needs root.
# Usage: tools/test-fresh.sh [TARGET...]        (the targets to play, such as "sim lint"; default: the lines of .ci/run)
# Exit status: 0 every command passed, 1 one failed, 2 not root.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "make test-fresh: not root, expected root: it makes a root folder and enters it" >&2; exit 2; }
out=$PWD/build/fresh
root=$out/root
mkdir -p "$out"

leave() {
    for place in dev/pts dev/shm proc; do
        mountpoint -q "$root/$place" && umount -l "$root/$place"
    done
    rm -rf "$root"
}
trap leave EXIT
leave

# The packages come from where this machine's come from.
if [ ! -e "$out/root.tar" ]; then
    sources=$(mktemp)
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} >"$sources" 2>/dev/null || true
    mmdebstrap --quiet --format=tar --variant=minbase --include=make,git,ca-certificates bookworm "$out/root.tar.part" - <"$sources"
    rm -f "$sources"
    mv "$out/root.tar.part" "$out/root.tar"
fi
mkdir "$root"
tar -C "$root" -xf "$out/root.tar"
cp -p /etc/resolv.conf "$root/etc/"
cp -p /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" # npm reaches its registry as it does from this machine
cp -pr /etc/apt/apt.conf.d /etc/apt/auth.conf.d "$root/etc/apt/" 2>/dev/null || true
mount -t proc proc "$root/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -sf pts/ptmx "$root/dev/ptmx"
git clone -q --no-local . "$root/tmr0"

# Lines that say what is not there, without those of tests that expect them
missing() { # log
    { grep -aoE "[^ :]+: (command )?not found$|No module named '?[a-zA-Z0-9_.]+|cannot find -l[a-z0-9]+|missing packages: .*|Cannot find implementation or library stub for module named \"[^\"]+\"" "$1" || true; } |
        sort -u | paste -sd ';' | sed 's/;/; /g'
}

lines() { # the command lines to play, one for each target
    if [ $# -gt 0 ]; then
        printf 'make %s\n' "$@"
    else
        sed -n "s/\\\$play/$(cut -d: -f1 .ci/proved | paste -sd ' ')/; "':line; /\\$/ { N; s/\\\n *//; b line }; s/ ||.*//; s/ *#.*//; s/"\$jobs"/'"$(nproc)"'/; /^make /p' .ci/run |
            awk '/--output-sync/ { # options and variables, then targets
                match($0, /.*=("[^"]*"|[^ ]*) /)
                count = split(substr($0, RLENGTH + 1), target, " ")
                for (n = 1; n <= count; n++) print substr($0, 1, RLENGTH) target[n]
                next } { print }'
    fi
}

bad=0
while read -r line; do
    name=$(tr ' ' '\n' <<<"${line#make }" | grep -x '[a-z][a-z0-9-]*' | paste -sd -)
    log=$out/$name.log
    start=$SECONDS
    status=0
    chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 CI=true \
        bash -c "cd /tmr0 && $line" >"$log" 2>&1 </dev/null || status=$?
    what=$(missing "$log")
    [ $status -eq 0 ] && verdict=ok || { verdict="FAILED, status $status"; bad=1; }
    echo "$name: $verdict, $((SECONDS - start)) s${what:+; missing: $what}"
done < <(lines "$@")
exit $bad
