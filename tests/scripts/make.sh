#!/bin/sh
# SPDX-License-Identifier: MIT
# make prints names of files on a terminal alone, and what it installs removes no package.
. tests/check.sh
report 'make -s prints no names of files' \
    "$(make -s -n -o build/flags -o build/tmr0 -W tools/device.sh build/gen/device.vh | grep -w echo)"
report 'make prints no names of small objects' \
    "$(make -n -o build/flags -W cli/error.h build/tmr0 | sed -n "s/^echo '\(.*\.o\)'.*/\1/p" | grep -v /model_)"
planned='make -n -o build/flags -W cli/error.h sim SETUP=no'
report 'make sim prints one line on a terminal' "$(script -qec "$planned" /dev/null </dev/null |
    awk "/^echo/ { print } /^printf.*033\[Kfile .*cli\/error.o/ { named = 1 } END { if (!named) print \"no name\" }")"
report 'make sim names files in a pipe' "$($planned | grep -q "^echo 'build/tmr0'" || echo none)"

mkdir "$folder/tool"
for name in sh dirname mkdir flock cut sort tr sed; do ln -s "$(command -v $name)" "$folder/tool"; done
put "$folder/tool/apt-get" '#!/bin/sh' 'echo Remv gcc-multilib'
chmod +x "$folder/tool/apt-get"
check setup-removes-nothing 0 'left out: gdb-multiarch, which would remove gcc-multilib' \
    "SETUP=yes PATH='$folder/tool' tools/setup.sh cross"
exit $bad
