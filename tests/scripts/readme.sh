#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of README.md are true (tests/blocks.awk). Runs from a folder in which build/ and the sources are links.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for name in build cli machines mk model parts tools Makefile; do
    ln -s "$root/$name" "$dir/$name"
done
cd "$dir"
unset MAKEFLAGS MAKELEVEL MFLAGS

awk -f "$root/tests/blocks.awk" "$root/README.md"

blocks=0
for command in *.command; do
    n=${command%.command}
    sh "$command" >"$n.printed" 2>&1 </dev/null || true # the exit status of an example may be 1
    diff "$n.expected" "$n.printed" || { echo "README.md: not what this prints: $(cat "$command")" >&2; exit 1; }
    blocks=$((blocks + 1))
done
[ "$blocks" -ge 4 ] || { echo "readme.sh: $blocks examples, expected 4 or more" >&2; exit 1; }
