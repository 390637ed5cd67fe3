#!/bin/sh
# SPDX-License-Identifier: MIT
# libam9513 and libmeasure as another user gets them: installs them into a new folder, builds a program from there with
# pkg-config and nothing else, as C and as C++, shared and static, and compares what it prints; libam9513 as two files,
# and the vectors' runner, as docs/vectors.md says it. No relative link in an installed document leads nowhere.
plain=yes
. tests/check.sh
usr="$folder/u s&r|" # what a prefix may hold
make="make --no-print-directory -s BUILD=no DESTDIR="
$make install-lib install-measure PREFIX="$usr"
export PKG_CONFIG_PATH="$usr/lib/pkgconfig" LD_LIBRARY_PATH="$usr/lib"
plain=$folder/plain # and one for a command of the documents, whose words are not quoted
$make install-lib install-measure install-doc PREFIX="$plain"
expected=$PWD/tests/scripts/install.expected
cd "$folder" || exit 1
warnings='-Wall -Wextra -Wpedantic -Werror'

library() { # name, program, file of what it prints, headers, libraries that the static one needs
    flags="$warnings $(pkg-config --cflags "lib$1")"
    libs=$(pkg-config --libs "lib$1") # pkg-config quotes for the shell
    try "$1-c" 0 '' "clang -std=c11 $flags '$2' -o c $libs && ./c | diff $3 -"
    try "$1-c++" 0 '' "clang++ -x c++ -std=c++17 $flags '$2' -o c++ $libs && ./c++ | diff $3 -"
    try "$1-static" 0 '' "clang -std=c11 $flags '$2' -o static -Wl,-Bstatic $libs -Wl,-Bdynamic ${5-} && ./static | diff $3 -"
    # The shared one is used as such, and shows the headers' names only
    try "$1-needed" 0 "lib$1.so.0" 'objdump -p c | grep NEEDED'
    nm -D --defined-only "$usr/lib/lib$1.so" | sed 's/.* T //' | sort >shown
    (cd "$usr/include" && grep -hv '^static inline' $4) | grep -o "\<$1_[a-z0-9_]*(" | tr -d '(' | sort -u >named
    report "$1-shown" "$(comm -23 shown named; [ -s shown ] || echo nothing)"
}
headers=$(cd "$usr/include" && ls am9513*.h)
library am9513 "$usr/share/doc/libam9513/clock.c" "$expected" "$headers"
report am9513-named "$(comm -13 shown named)"
for header in $headers; do # each by itself
    try "$header-c" 0 '' "clang -std=c11 -fsyntax-only $flags -x c '$usr/include/$header'"
    try "$header-c++" 0 '' "clang++ -std=c++17 -fsyntax-only $flags -x c++ '$usr/include/$header'"
done
cat >plan.c <<'END'
#include <tmr0/measure.h>
#include <stdio.h>
int main(void)
{
    struct measure_plan plan;
    enum measure_verdict verdict = measure_plan_digits(&plan, 20e-3, 100e-6, 0.95, 3);
    printf("%s %llu\n", measure_verdict_text(verdict), (unsigned long long)plan.n);
    return 0;
}
END
echo 'ok 7644504' >plan
library measure plan.c plan tmr0/measure.h "$(pkg-config --static --libs gsl) -lpthread -lm"
report measure-types "$(sed -n 's/^[a-z]* \(measure_[a-z0-9_]*\) {.*/\1/p' "$usr/include/tmr0/measure.h" | sort -u | comm -12 - named)"

# The two files: one C file and am9513.h, nothing else of the library
mkdir two
cp "$usr/include/am9513.h" "$usr/share/libam9513/am9513.c" "$usr/share/doc/libam9513/clock.c" two
strict="$warnings -Wshadow -Wconversion"
for compiler in "clang -std=c11 $strict" 'clang++ -x c++ -std=gnu++17'; do
    try "two-files-${compiler%% *}" 0 '' "(cd two && $compiler -I. am9513.c clock.c -o ../two.out) && ./two.out | diff $expected -"
done
# HOW TO USE of am9513.h, as C and as C++: OUT1 toggles at 10.125 us and every microsecond after that, so it ends high
{
    printf '#include "am9513.h"\nint main(void)\n{\n'
    sed -n 's/^ \*     \([a-z ].*;.*\)$/\1/p; /^ \* Data pointer/q' two/am9513.h
    printf 'return !(pins & AM9513_OUT(1));\n}\n'
} >two/how.c
try how-to-use 0 '' "clang -std=c11 $strict two/how.c two/am9513.c -o how && ./how"
try how-to-use-c++ 0 '' "clang++ -x c++ -std=c++17 -fsyntax-only $strict two/how.c"

# The command of docs/vectors.md, in the folder that it speaks of
doc=$plain/share/doc/tmr0
try vectors 0 ': pass' "(cd $doc/tests/vectors && PKG_CONFIG_PATH=$plain/lib/pkgconfig && $(grep '^cc -std=c11 ' "$doc/docs/vectors.md"))"
same vectors-all "$(echo "$said" | grep -c ': pass$')" "$(find "$doc/tests/vectors" -name '*.txt' | wc -l)"

# Links: file, then where it leads
find plain/share/doc -name '*.md' | sort | while read -r file; do
    grep -o ']([^)#]*' "$file" | cut -c3- | grep -v '^$\|^https\{0,1\}:' | sed "s|^|$file ${file%/*}/|"
done >links
report links "$([ -s links ] || echo 'no link'
    while read -r file target; do [ -e "$target" ] || echo "$file: $target is not there; "; done <links)"
exit $bad
