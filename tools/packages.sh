#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian packages in a new folder from a copy of the tracked files, plays the examples of docs/use-it.md and
# examples/m68k with them, and checks them with lintian. The copy is removed if all is good.
# Usage: tools/packages.sh FOLDER
# Exit status: 0 good, 1 the build, an example or lintian failed, 2 wrong usage or packages missing (the line printed names them).
set -eu
[ $# -eq 1 ] || { echo "usage: tools/packages.sh FOLDER" >&2; exit 2; }
cd "$(dirname "$0")/.."
root=$PWD
missing=$(SETUP=no tools/setup.sh packages 2>&1)
[ -z "$missing" ] || { echo "$missing" >&2; exit 2; }
[ -e .git ] || {
    echo "tools/packages.sh: not a clone, expected one; in a copy run dpkg-buildpackage -us -uc -b" >&2
    exit 2
}
unset MAKEFLAGS MAKELEVEL MFLAGS
rm -rf "$1"
mkdir -p "$1/tmr0"
git ls-files -z | tar --null -T - -c | tar -x -C "$1/tmr0"
cd "$1"
(cd tmr0 && dpkg-buildpackage -us -uc -b) >log 2>&1 || {
    tail -n 40 log
    echo "dpkg-buildpackage: failed, $1/log has all of its output"
    exit 1
}
mkdir unpacked
for package in libam9513*_*.deb; do
    case $package in *-dbgsym_*) ;; *) dpkg -x "$package" unpacked ;; esac
done
unpacked=$PWD/unpacked
(cd "$root" && tests/scripts/readme.sh "$unpacked")
# The example of machine code from its packages alone
mkdir machine
for package in tmr0_*.deb tmr0-m68k_*.deb tmr0-doc_*.deb; do dpkg -x "$package" machine; done
make -C machine/usr/share/doc/tmr0/examples/m68k check TMR0="$PWD/machine/usr/bin/tmr0" >m68k.log || { cat m68k.log; exit 1; }
lintian --allow-root --fail-on error,warning ./*.changes
rm -rf tmr0 unpacked machine
ls ./*.deb
