#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the layout of the structs that headers of a library declare: offset in bytes, type and name of each member,
# then size and alignment. The ABI of a library is this and its symbols.
# Usage: tools/layout.sh HEADER...     (am9513*.h, measure.h: C headers that include what they need)
# Exit status: 0 good, 1 a header cannot be read, 2 wrong usage.
set -eu
[ $# -gt 0 ] || { echo "usage: tools/layout.sh HEADER..." >&2; exit 2; }
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '#include "%s"\n' "$@" >"$folder/all.c"
clang -std=c11 -I. -Iinclude -fsyntax-only -Xclang -fdump-record-layouts-complete "$folder/all.c" >"$folder/layout"
# A struct of ours begins a record; members of members are indented by more than three.
awk '/^\*\*\*/ { ours = 0 }
     /^ +0 \| struct (am9513|tmr0|measure)[a-z0-9_]*$/ { ours = 1 }
     ours && !/\|     / && NF' "$folder/layout"
