#!/bin/sh
# SPDX-License-Identifier: MIT
# libmeasure as a user gets it: installs it into a new folder, builds a program from there with pkg-config and
# nothing else, as C and as C++, shared and static.
set -eu
. tests/check.sh
usr="$folder/u s&r|" # what a prefix may hold
make --no-print-directory -s BUILD=no install-measure PREFIX="$usr" DESTDIR=
for page in measuring.md measure.md; do
    ! grep -n '](' "$usr/share/doc/libmeasure/$page" | grep -v '](sources.md)' || { echo "$page: links that lead nowhere" >&2; exit 1; }
done
export PKG_CONFIG_PATH="$usr/lib/pkgconfig" LD_LIBRARY_PATH="$usr/lib"
cd "$folder"
cat >plan.c <<'EOF'
#include <tmr0/measure.h>
#include <stdio.h>
int main(void)
{
    struct measure_plan plan;
    enum measure_verdict verdict = measure_plan_digits(&plan, 20e-3, 100e-6, 0.95, 3);
    printf("%s %llu\n", measure_verdict_text(verdict), (unsigned long long)plan.n);
    return 0;
}
EOF
flags="-Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags libmeasure)"
# pkg-config quotes for the shell
eval "clang -std=c11 $flags plan.c -o c $(pkg-config --libs libmeasure)"
eval "clang++ -x c++ -std=c++17 $flags plan.c -o c++ $(pkg-config --libs libmeasure)"
eval "clang -std=c11 $flags plan.c -o static \"\$usr/lib/libmeasure.a\" $(pkg-config --static --libs gsl) -lpthread -lm"
for program in c c++ static; do
    [ "$("./$program")" = "ok 7644504" ] || { echo "$program: \"$("./$program")\", expected \"ok 7644504\"" >&2; exit 1; }
done
objdump -p c | grep -q 'NEEDED *libmeasure\.so\.0$' || { echo "the program does not ask for libmeasure.so.0" >&2; exit 1; }
nm -D --defined-only "$usr"/lib/libmeasure.so | sed 's/.* T //' | sort >shown
grep -v '^static inline' "$usr"/include/tmr0/measure.h | grep -o '\<measure_[a-z0-9_]*(' | tr -d '(' | sort -u >named
comm -23 shown named | grep . && { echo "libmeasure.so shows what measure.h does not name" >&2; exit 1; }
sed -n 's/^[a-z]* \(measure_[a-z0-9_]*\) {.*/\1/p' "$usr"/include/tmr0/measure.h | sort -u | comm -12 - named | grep . && {
    echo "measure.h names a type as a function, which C++ hides" >&2
    exit 1
}
echo "install-measure: the program runs as C, as C++ and static; $(wc -l <shown) names shown"
