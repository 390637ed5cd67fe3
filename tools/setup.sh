#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the missing ones of the Debian packages that a group of make targets needs. SETUP=no: installs nothing and
# prints which packages are missing.
# Usage: [SETUP=no] tools/setup.sh build|test|lint|view|bench|coverage|report|slurm|pal|fpga|formal|packages
# Exit status: 0 good, 2 wrong usage or no way to install (the line printed names the packages).
set -eu

# One a line: the package, then the command or file that proves it is installed. A file's name may hold *; a header in
# /usr/local counts too. The check starts no program, so it takes a few milliseconds.
packages() {
    case $1 in
    build) cat <<'EOF'
make make
clang clang
clang clang++
g++ g++
verilator verilator
libinih-dev /usr/include/ini.h
libcjson-dev /usr/include/cjson/cJSON.h
zlib1g-dev /usr/include/zlib.h
libsystemc-dev /usr/include/systemc.h
libgsl-dev /usr/include/gsl/gsl_cdf.h
EOF
        ;;
    test) cat <<'EOF'
libcunit1-dev /usr/include/CUnit/CUnit.h
libglpk-dev /usr/include/glpk.h
xsltproc xsltproc
pkg-config pkg-config
gtkwave fst2vcd
gnuplot-nox gnuplot
python3 python3
python3-jsonschema /usr/lib/python3/dist-packages/jsonschema/__init__.py
mame-tools jedutil
sigrok-cli sigrok-cli
yosys yosys
iverilog iverilog
libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.asan-*.a
EOF
        ;;
    lint) cat <<'EOF'
clang-tidy clang-tidy
clang-format clang-format
cppcheck cppcheck
mypy mypy
iverilog iverilog
yosys yosys
EOF
        ;;
    view) cat <<'EOF'
gtkwave gtkwave
EOF
        ;;
    bench) cat <<'EOF'
iverilog iverilog
valgrind valgrind
hyperfine hyperfine
python3 /usr/bin/python3
EOF
        ;;
    coverage) cat <<'EOF'
llvm-14 llvm-cov-14
libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.profile-*.a
EOF
        ;;
    report) cat <<'EOF'
gnuplot-nox gnuplot
EOF
        ;;
    formal) cat <<'EOF'
yosys yosys
EOF
        ;;
    packages) cat <<'EOF'
debhelper dh
dh-python dh_python3
dpkg-dev dpkg-buildpackage
lintian lintian
cmake cmake
EOF
        ;;
    pal) cat <<'EOF'
mame-tools jedutil
yosys yosys
EOF
        ;;
    fpga) cat <<'EOF'
yosys yosys
nextpnr-ice40 nextpnr-ice40
fpga-icestorm icepack
python3 python3
EOF
        ;;
    slurm) cat <<'EOF'
slurm-wlm sbatch
munge munged
gnuplot-nox gnuplot
procps pgrep
EOF
        ;;
    *)
        echo "tools/setup.sh: no group \"$1\", expected build, test, lint, view, bench, coverage, report, slurm, pal, fpga, formal or packages" >&2
        exit 2
        ;;
    esac
}

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

missing() { # group: lines of PACKAGE PROOF
    packages "$1" | while read -r package proof; do
        present "$proof" || printf '%s %s\n' "$package" "$proof"
    done
}

names() { # group: the packages in one line
    missing "$1" | cut -d ' ' -f 1 | sort -u | tr '\n' ' '
}

[ $# -eq 1 ] || { echo "usage: tools/setup.sh build|test|lint|view|bench|coverage|report|slurm|pal|fpga|formal|packages" >&2; exit 2; }
packages "$1" >/dev/null
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
elif [ "$(id -u)" -eq 0 ]; then
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
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get $wait_for_lock -qq -y --no-install-recommends install $names
} </dev/null 9>&-

names=$(names "$1")
[ -z "$names" ] || { echo "tools/setup.sh: installed, but their files are not found: $names" >&2; exit 2; }
