#!/bin/sh
# SPDX-License-Identifier: MIT
# libam9513 as another user gets it: installs it into a new folder, builds its example from there with pkg-config and
# nothing else, as C and as C++, shared and static, and compares what it prints; the same of the vectors' runner, as
# docs/vectors.md says it. No relative link in an installed document leads nowhere.
set -eu
plain=yes
. tests/check.sh
usr="$folder/u s&r|" # what a prefix may hold
make --no-print-directory -s BUILD=no install-lib PREFIX="$usr" DESTDIR=
export PKG_CONFIG_PATH="$usr/lib/pkgconfig" LD_LIBRARY_PATH="$usr/lib"
plain=$folder/plain # and one for a command of the documents, whose words are not quoted
make --no-print-directory -s BUILD=no install-lib install-measure install-doc PREFIX="$plain" DESTDIR=
example=$usr/share/doc/libam9513/clock.c
expected=$PWD/tests/scripts/install.expected
cd "$folder"
flags="-Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags libam9513)"
libs=$(pkg-config --libs libam9513)
# pkg-config quotes for the shell
eval "clang -std=c11 $flags \"\$example\" -o c $libs"
eval "clang++ -x c++ -std=c++17 $flags \"\$example\" -o c++ $libs"
eval "clang -std=c11 $flags \"\$example\" -o static -Wl,-Bstatic $libs -Wl,-Bdynamic"

# the two files: one C file and am9513.h, nothing else of the library
mkdir two
cp "$usr/include/am9513.h" "$usr/share/libam9513/am9513.c" "$example" two
strict='-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
for compiler in "clang $strict" 'clang++ -x c++ -std=gnu++17'; do
    (cd two && $compiler -I. am9513.c clock.c -o ../two.out)
    ./two.out | diff "$expected" - || { echo "two files, $compiler: not what $expected says" >&2; exit 1; }
done
# HOW TO USE of am9513.h, as C and as C++: OUT1 toggles at 10.125 us and every microsecond after that, so it ends high
{
    printf '#include "am9513.h"\nint main(void)\n{\n'
    sed -n 's/^ \*     \([a-z ].*;.*\)$/\1/p; /^ \* Data pointer/q' two/am9513.h
    printf 'return !(pins & AM9513_OUT(1));\n}\n'
} >two/how.c
clang -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror two/how.c two/am9513.c -o how && ./how ||
    { echo "HOW TO USE: not what am9513.h says" >&2; exit 1; }
clang++ -x c++ -std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Werror two/how.c

# every header by itself, in both languages
for header in "$usr"/include/*.h; do
    eval "clang -std=c11 -fsyntax-only $flags -x c \"\$header\""
    eval "clang++ -std=c++17 -fsyntax-only $flags -x c++ \"\$header\""
done
for program in c c++ static; do
    "./$program" | diff "$expected" - || { echo "$program: not what $expected says" >&2; exit 1; }
done

# The command of docs/vectors.md, in the folder that it speaks of
command=$(grep '^cc -std=c11 ' "$plain/share/doc/tmr0/docs/vectors.md")
(cd "$plain/share/doc/tmr0/tests/vectors" && export PKG_CONFIG_PATH="$plain/lib/pkgconfig" && eval "$command") >vectors ||
    { grep -v ': pass$' vectors >&2; exit 1; }
[ "$(grep -c ': pass$' vectors)" -eq "$(find "$plain/share/doc/tmr0/tests/vectors" -name '*.txt' | wc -l)" ] ||
    { echo "not every installed vector was played" >&2; exit 1; }

# Links: file, then where it leads
find plain/share/doc -name '*.md' | sort | while read -r file; do
    grep -o ']([^)#]*' "$file" | cut -c3- | grep -v '^$\|^https\{0,1\}:' | sed "s|^|$file ${file%/*}/|"
done >links || true
while read -r file target; do
    [ -e "$target" ] || { echo "$file: a link leads to $target, which is not there" >&2; touch broken; }
done <links
[ ! -e broken ] || exit 1
[ -s links ] || { echo "no link found in the installed documents" >&2; exit 1; }

# The shared one is used as such, and shows the headers' names only
objdump -p c | grep -q 'NEEDED *libam9513\.so\.0$' || { echo "the program does not ask for libam9513.so.0" >&2; exit 1; }
nm -D --defined-only "$usr"/lib/libam9513.so | sed 's/.* T //' | sort >shown
grep -ho '\<am9513_[a-z0-9_]*(' "$usr"/include/*.h | tr -d '(' | sort -u >named
diff named shown || { echo "libam9513.so does not show what its headers name" >&2; exit 1; }
echo "install: the example runs as C, as C++ and static; $(wc -l <shown) names shown; $(wc -l <links) links lead somewhere"
