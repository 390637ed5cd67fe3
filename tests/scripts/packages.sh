#!/bin/sh
# SPDX-License-Identifier: MIT
# What packages promise: the libraries' ABI is that of the files in debian/, a CMake project finds the libraries where
# they are installed, bash completes what --help prints. `make packages` builds the packages themselves.
plain=yes
. tests/check.sh
version=$(sed -n 's/^VERSION = \([0-9.]*\).*/\1/p' Makefile)
same changelog-version "$(sed -n '1s/^tmr0 (\(.*\)) .*/\1/p' debian/changelog)" "$version"
for core in rtl/timing/timing.core rtl/chip/chip.core rtl/device/device.core.in; do
    same "${core##*/}-version" "$(sed -n 's/^name: .*:\(.*\)"$/\1/p' $core)" "$version"
done
has specify2checks-version specify/specify2checks.py "version=\"specify2checks $version\""

# package, library: no symbol is missing, each has a version that is not later than this one
abi() {
    package=debian/$1
    sed -n 's/^ \([^@]*\)@Base [0-9.]*~$/\1/p' "$package.symbols" | sort >"$folder/recorded"
    nm -D --defined-only "build/lib/$2.so" | sed 's/.* //' | sort >"$folder/shown"
    report "symbols-$2" "$(comm -23 "$folder/recorded" "$folder/shown" | sed 's/$/ is missing;/'
        comm -13 "$folder/recorded" "$folder/shown" | sed "s|\$| has no version in $package.symbols;|")"
    last=$({ sed -n 's/.*@Base \(.*\)~$/\1/p' "$package.symbols"; echo "$version"; } | sort -V | tail -n 1)
    report "symbols-$2-version" "$([ "$last" = "$version" ] || echo "$last is later than $version")"
    said="$(objdump -p "build/lib/$2.so" | awk '$1 == "SONAME" { print $2 }') $1 #MINVER#"
    report "soname-$2" "$(echo "$said" | diff - "$package.symbols" | sed -n '/^</p')"
}
abi libam9513-0 libam9513
abi libtmr0-0 libtmr0
abi libmeasure0 libmeasure

# Completion. completed WORD...: what the last word may become
cat >"$folder/complete.bash" <<'EOF'
. cli/completion.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_tmr0 "$1"
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
EOF
completed() { bash "$folder/complete.bash" "$@"; }
for program in build/tmr0 build/tmr0-measure; do
    name=${program#*/}
    commands $program | sort >"$folder/commands"
    report "completion-$name" "$(completed $program '' | diff "$folder/commands" -)"
    while read -r command; do
        $program "$command" --help | grep -o '^ *--[a-z0-9-]*' | tr -d ' ' | sort -u >"$folder/options"
        completed $program "$command" -- | sort >"$folder/offered"
        report "completion-$name-$command" "$(comm -23 "$folder/options" "$folder/offered" | sed 's/$/ is missing/')"
    done <"$folder/commands"
done
complete_as() { # name, what is expected in one line, word...
    name=$1 want=$2
    shift 2
    same "completion-$name" "$(completed "$@" | tr '\n' ' ')" "$want"
}
complete_as word 'sweep system ' build/tmr0 s
complete_as after-data 'experiment explore ' build/tmr0 --data machines exp
complete_as machine 'sun4-110 sun4-150 sun4-260 sun4-280 ' build/tmr0 run --machine sun4
complete_as part 'am9513a ' build/tmr0 timing --part am
complete_as choice 'chained_load=counts chained_load=loads ' build/tmr0 run --choice chained
complete_as file 'README.md ' build/tmr0 run --quiet READ
complete_as option-file 'README.md ' build/tmr0 sweep --limit x --json READ
complete_as folder 'machines ' build/tmr0 sweep --out mac
complete_as folder-no-file '' build/tmr0 sweep --out READ
complete_as file-or-folder 'machines ' build/tmr0 report mac
complete_as no-file '' build/tmr0 timing READ
complete_as value-no-file '' build/tmr0 run --corner READ
complete_as unknown '--data --help ' build/tmr0 nonsense -

have cmake cmake || exit $bad
# Staged, as packages are, and used from there
usr=$folder/staged/usr
make --no-print-directory -s BUILD=no install-lib install-tmr0 install-measure PREFIX=/usr DESTDIR="$folder/staged" \
    libdir=/usr/lib/"$(clang -print-multiarch)" || exit 1
export CMAKE_PREFIX_PATH="$usr"
for form in shared static; do
    [ $form = shared ] && options= || options=$(printf -- '-D%s_USE_STATIC_LIBS=ON ' am9513 tmr0 measure)
    out=$folder/$form
    try "cmake-$form" 0 'Built target' "cmake -S tests/cmake -B $out $options && cmake --build $out"
    try "cmake-$form-am9513" 0 '' "$out/clock | diff tests/scripts/install.expected -"
    try "cmake-$form-tmr0" 0 "board of tmr0 $version at 0 ps" "$out/board $root"
    try "cmake-$form-measure" 0 'z of 0.95: 1.96' "$out/digit"
    needed=$(objdump -p "$out/clock" "$out/board" "$out/digit" | grep -cE 'NEEDED +lib(am9513|tmr0|measure)\.so\.0$')
    case $form$needed in shared3 | static0) why= ;; *) why="$needed of our shared libraries needed" ;; esac
    report "cmake-$form-needs" "$why"
done

# Versions. A project without a language does not look into the folder of the machine's architecture.
mkdir "$folder/asks"
cat >"$folder/asks/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.19)
project(asks NONE)
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS TRUE)
find_package(am9513 ${ASKED} REQUIRED)
get_target_property(folder am9513::am9513 INTERFACE_INCLUDE_DIRECTORIES)
message("version ${am9513_VERSION}, headers in ${folder}")
EOF
asks() { # name, status, text, version
    try "cmake-$1" "$2" "$3" "cmake -S $folder/asks -B $folder/asked -DASKED='$4' -Dam9513_DIR=$where"
    rm -r "$folder/asked"
}
where=$usr/lib/$(clang -print-multiarch)/cmake/am9513
good="version $version, headers in $usr/include"
asks any 0 "$good" ''
asks exact 0 "$good" "$version;EXACT"
asks not-exact 1 'but not accepted' '0.0.9;EXACT'
asks older 0 "$good" 0.0.9
asks newer 1 'but not accepted' 0.4
asks range 0 "$good" 0.1...1
asks range-below 1 'but not accepted' 0.0...0.0.9
asks range-excludes 1 'but not accepted' "0.0...<$version"
make --no-print-directory -s BUILD=no VERSION=2.1.0 install-lib PREFIX="$folder/second" DESTDIR= || exit 1
where=$folder/second/lib/cmake/am9513
asks second 0 'version 2.1.0' 2.0
asks first 1 'but not accepted' 1.0
# Under a prefix whose name has blanks, and reached through a link; the project is that of docs/use-it.md
usr="$folder/u s"
make --no-print-directory -s BUILD=no install-lib PREFIX="$usr" DESTDIR= || exit 1
ln -s "u s/lib" "$folder/lib"
where=$folder/lib/cmake/am9513 asks link 0 "headers in $usr/include" ''
mkdir "$folder/clock" && cp model/example/clock.c "$folder/clock"
sed -n '/^cmake_minimum_required/,/^target_link_libraries/p' docs/use-it.md >"$folder/clock/CMakeLists.txt"
cd "$folder/clock" && export CMAKE_PREFIX_PATH="$usr"
try use-it.md 0 "$(sed -n '$p' "$root/tests/scripts/install.expected")" \
    "$(sed -n 's/^\$ \(cmake .*\) | head -1$/\1/p' "$root/docs/use-it.md")"
exit $bad
