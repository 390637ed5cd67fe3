#!/bin/sh
# SPDX-License-Identifier: MIT
# The tarball of `make dist` has the tracked files, and make works in it without git: it plans all of `make sim`, builds a
# library, and checks the includes. The calls are those of this tree's archives, which need not be made again.
. tests/check.sh
[ -e .git ] && have git git || exit $bad
version=$(sed -n 's/^VERSION = \([0-9.]*\).*/\1/p' Makefile)
tree=$folder/tmr0-$version

make -s dist && tar -x -C "$folder" -f "build/tmr0-$version.tar.gz" || exit 1
git ls-tree -r --name-only HEAD | LC_ALL=C sort >"$folder/tracked"
(cd "$tree" && find . ! -type d) | cut -c3- | LC_ALL=C sort >"$folder/packed"
report files "$(diff "$folder/tracked" "$folder/packed")"

mkdir "$folder/bin"
printf '#!/bin/sh\necho git: called >&2\nexit 1\n' >"$folder/bin/git"
chmod +x "$folder/bin/git"
makes() { # target, text, option
    try "make $1" 0 "$2" "cd '$tree' && PATH='$folder/bin:$PATH' make SETUP=no ${3-} $1"
    report "make $1 without git" "$(echo "$said" | grep 'git: called')"
}
makes sim 'make sim: building takes 1 to 3 minutes' -n
says 'make sim plays' 'build/tmr0 timing --expected'
makes build/lib/libam9513.a build/lib/libam9513.a CFLAGS=-O0
ln -s "$root/build/libtmr0.a" "$tree/build"
mkdir -p "$tree/build/obj" && ln -s "$root/build/obj/libmeasure.a" "$tree/build/obj"
makes lint-includes tools/lint-includes.sh '-o build/libtmr0.a -o build/obj/libmeasure.a'
exit $bad
