#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the missing ones of the Debian packages that a group of make targets needs. SETUP=no: installs nothing and
# prints which packages are missing.
# Usage: [SETUP=no] tools/setup.sh GROUP
# Exit status: 0 good, 2 wrong usage or no way to install (the line printed names the packages).
set -eu
groups='build test lint view bench coverage report pal fpga formal packages fresh soak m68k cross web'

known=
for group in $groups; do [ "$#:${1-}" != "1:$group" ] || known=yes; done
[ "$known" ] || { echo "tools/setup.sh: no group \"$*\", expected one of: $groups" >&2; exit 2; }

present() {
    case $1 in
    /usr/include/*) [ -e "$1" ] || [ -e "/usr/local/include/${1#/usr/include/}" ] ;;
    /*)
        for file in $1; do # a pattern
            [ ! -e "$file" ] || return 0
        done
        return 1
        ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# Prints PACKAGE PROOF for each that is missing in the group. The table has the package, the command or file that proves
# it is installed, and the groups. A file's name may hold *; a header in /usr/local counts too. This starts no program,
# so it takes a few milliseconds.
missing() {
    while read -r package proof of; do
        case " $of " in *" $1 "*) present "$proof" || echo "$package $proof" ;; esac
    done <<'TABLE'
make                make                                                                build
clang               clang                                                               build
clang               clang++                                                             build
g++                 g++                                                                 build
verilator           verilator                                                           build
libcjson-dev        /usr/include/cjson/cJSON.h                                          build
zlib1g-dev          /usr/include/zlib.h                                                 build
libsystemc-dev      /usr/include/systemc.h                                              build
libgsl-dev          /usr/include/gsl/gsl_cdf.h                                          build
help2man            help2man                                                            build
libunicorn-dev      /usr/include/unicorn/unicorn.h                                      m68k test packages
libcapstone-dev     /usr/include/capstone/capstone.h                                    m68k test packages
gcc-m68k-linux-gnu  m68k-linux-gnu-gcc                                                  cross test packages
gdb-multiarch       gdb-multiarch                                                       cross test
libc6-dev-m68k-cross /usr/m68k-linux-gnu/include/stdint.h                           cross test
qemu-user           qemu-m68k                                                           cross test
libcunit1-dev       /usr/include/CUnit/CUnit.h                                          test
libglpk-dev         /usr/include/glpk.h                                                 test
ccache              ccache                                                              test bench
pkg-config          pkg-config                                                          test packages
gtkwave             fst2vcd                                                             test
gnuplot-nox         gnuplot                                                             test report
python3             python3                                                             test fpga soak
python3-yaml        /usr/lib/python3/dist-packages/yaml/__init__.py                     test
python3-jsonschema  /usr/lib/python3/dist-packages/jsonschema/__init__.py               test
python3-pytest      /usr/lib/python3/dist-packages/pytest/__init__.py                   test lint
mame-tools          jedutil                                                             test pal
sigrok-cli          sigrok-cli                                                          test
chromium            chromium                                                            test
yosys               yosys                                                               test formal pal fpga
iverilog            iverilog                                                            test lint bench
libclang-rt-14-dev  /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.asan-*.a         test soak
llvm                llvm-symbolizer                                                     test soak
clang-tidy          clang-tidy                                                          lint
clang-format        clang-format                                                        lint
cppcheck            cppcheck                                                            lint
mypy                mypy                                                                lint
gtkwave             gtkwave                                                             view
valgrind            valgrind                                                            bench
hyperfine           hyperfine                                                           bench
python3             /usr/bin/python3                                                    bench
llvm-14             llvm-cov-14                                                         coverage
libclang-rt-14-dev  /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.profile-*.a      coverage
build-essential     /usr/share/build-essential/list                                     packages
debhelper           dh                                                                  packages
dh-python           dh_python3                                                          packages
dpkg-dev            dpkg-buildpackage                                                   packages
lintian             lintian                                                             packages
cmake               cmake                                                               test packages
nextpnr-ice40       nextpnr-ice40                                                       fpga
fpga-icestorm       icepack                                                             fpga
mmdebstrap          mmdebstrap                                                          fresh
util-linux          mountpoint                                                          fresh
procps              pgrep                                                               test
afl++               afl-clang-fast                                                      soak
emscripten          emcc                                                                web
clang               clang                                                               web
nodejs              node                                                                web
npm                 npm                                                                 web
xz-utils            xz                                                                  web
bzip2               bzip2                                                               web
esbuild             esbuild                                                             web
TABLE
}

names() { # group: the packages in one line
    missing "$1" | cut -d ' ' -f 1 | sort -u | tr '\n' ' '
}

[ -n "$(missing "$1")" ] || exit 0

if [ "${SETUP-yes}" = no ]; then
    echo "tools/setup.sh: SETUP=no, missing packages: $(names "$1")" >&2
    exit 0
fi

# A parallel make may start two groups at once. They wait for each other, and the first may install what the second
# needs.
cd "$(dirname "$0")/.."
mkdir -p build
exec 9>build/.setup.lock
flock 9
names=$(names "$1")
[ -n "$names" ] || exit 0

if ! command -v apt-get >/dev/null; then
    {
        echo "tools/setup.sh: no apt-get, expected these programs and files, which Debian has in the packages:"
        missing "$1" | awk '{ printf "  %-28s %s\n", $2, $1 }'
        echo "Install them by other means. With SETUP=no make does not look for them."
    } >&2
    exit 2
fi

# What would remove something of the user's is left out (gcc-m68k-linux-gnu: gcc-multilib), and so are the tests for it.
removed() { apt-get -s --no-install-recommends install "$@" 2>/dev/null | sed -n 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' '; }
left=
# shellcheck disable=SC2086 # words on purpose
if [ -n "$(removed $names)" ]; then
    rest=
    for name in $names; do
        conflict=$(removed "$name")
        [ -n "$conflict" ] && left="$left$name " || rest="$rest$name "
        [ -z "$conflict" ] || echo "tools/setup.sh: left out: $name, which would remove $conflict" >&2
    done
    names=$rest
    [ -n "$names" ] || exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
elif command -v sudo >/dev/null && (: </dev/tty) 2>/dev/null; then
    as_root=sudo # it asks for the password at the terminal
else
    echo "tools/setup.sh: not root, and sudo is missing or cannot ask for a password; expected an administrator to run: apt-get install $names" >&2
    exit 2
fi

echo "tools/setup.sh: installing $names"
wait_for_lock="-o DPkg::Lock::Timeout=300"
# shellcheck disable=SC2086 # words on purpose: options and package names
{
    $as_root apt-get $wait_for_lock -qq update
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get $wait_for_lock -qq -y --no-remove --no-install-recommends install $names
} </dev/null 9>&-

names=$(names "$1")
[ "$names" = "$left" ] || { echo "tools/setup.sh: installed, but their files are not found: $names" >&2; exit 2; }
