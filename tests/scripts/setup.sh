#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/setup.sh with SETUP=no names the missing packages and installs nothing.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The only programs: what the script itself needs, and an apt-get that leaves a trace
for program in sh cat sort tr dirname mkdir flock id; do
    ln -s "$(command -v $program)" "$dir/$program"
done
printf '#!/bin/sh\n: >"%s/installed"\n' "$dir" >"$dir/apt-get"
chmod +x "$dir/apt-get"
PATH=$dir SETUP=no tools/setup.sh lint 2>"$dir/output"
grep -q 'missing packages: clang-format clang-tidy cppcheck iverilog' "$dir/output" ||
    { echo "setup.sh: expected the packages of lint, got: $(cat "$dir/output")"; exit 1; }
[ ! -e "$dir/installed" ] || { echo "setup.sh: apt-get ran in spite of SETUP=no"; exit 1; }
