#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/pictures/ shows what the simulator does now: drawn again, each picture is the same but for gnuplot's version.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

tools/pictures/run.sh "$dir/drawn.svg" >"$dir/output" 2>&1 || { cat "$dir/output"; exit 1; }
for file in docs/pictures/data-read.svg "$dir/drawn.svg"; do
    grep -v '^<desc>' "$file" >"$dir/$(basename "$file").text"
done
cmp "$dir/data-read.svg.text" "$dir/drawn.svg.text" || { echo "pictures.sh: expected the picture of today: make pictures"; exit 1; }
