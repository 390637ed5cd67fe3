#!/bin/sh
# SPDX-License-Identifier: MIT
# libam9513 on a big-endian CPU of 32 bits, installed from a tree of its own: the vectors, a state saved and loaded, and
# the example with the static and the shared library.
plain=yes
. tests/check.sh
have m68k-linux-gnu-gcc gcc-m68k-linux-gnu && have qemu-m68k qemu-user || exit $bad

mkdir "$folder/tree"
ln -s "$root"/[!b]* "$folder/tree" # not build/
make -s -C "$folder/tree" install-lib CC=m68k-linux-gnu-gcc CFLAGS=-O2 WERROR=-Werror PREFIX="$folder/usr" DESTDIR= >"$folder/out" 2>&1
report installs "$([ -e "$folder/usr/lib/libam9513.so" ] || shown "$folder/out")"
libs=$(PKG_CONFIG_PATH=$folder/usr/lib/pkgconfig pkg-config --cflags --libs libam9513) # quoted for the shell
for program in tests/vectors/runner.c examples/emulator/emulator.c; do
    name=$(basename "$program" .c)
    check "compiles-$name" 0 '' "m68k-linux-gnu-gcc -std=c11 -O1 -Wall -Wextra -Werror -static -o $folder/$name $program $libs"
done
# load-zero.txt counts a whole counter through, which takes three times as long as all the others: it is left out
qemu-m68k "$folder/runner" $(ls tests/vectors/*/*.txt | grep -v /load-zero.txt) >"$folder/out"
report vectors "$(grep -v ': pass$' "$folder/out")"
same vectors-all "$(grep -c ': pass$' "$folder/out")" "$(ls tests/vectors/*/*.txt | grep -vc /load-zero.txt)"
check state 0 '100 interrupts in a second' qemu-m68k "$folder/emulator" 314159
for link in -static -Wl,-rpath,"$folder/usr/lib"; do
    rm -f "$folder/clock"
    eval "m68k-linux-gnu-gcc -std=c11 $folder/usr/share/doc/libam9513/clock.c $link -o $folder/clock $libs"
    report "clock${link%%,*}" "$(qemu-m68k -L /usr/m68k-linux-gnu "$folder/clock" 2>&1 | cmp - tests/scripts/install.expected 2>&1)"
done
exit $bad
