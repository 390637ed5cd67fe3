#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/pictures/ shows what the simulator does now: drawn again, each picture has the same bytes.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

tools/pictures.sh "$dir"
diff -rq docs/pictures "$dir" || { echo "pictures.sh: expected the pictures of today: make pictures"; exit 1; }
