#!/bin/sh
# SPDX-License-Identifier: MIT
# What programs and libraries say on a full disk, and that they leave nothing there. LONG=yes: at more sizes.
. tests/check.sh
[ "$(uname -m)" = x86_64 ] || { echo 'full-disk: SKIP, for x86-64 only' && exit $bad; }
cc -shared -fPIC -o "$folder/full.so" tests/disk/full.c
report full-disk "$(said=$(tests/disk/full.py "$folder/full.so" $((1${LONG:++5})) "${SEED-1}") || echo "$said")"
exit $bad
