#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make install` installs, used from there alone: the examples and their verdicts, the programs of the documents,
# each header by itself, both libraries. `make uninstall` removes exactly that.
plain=yes
. tests/check.sh
usr=$folder/usr
install="make --no-print-directory -s BUILD=no PREFIX=$usr DESTDIR="
mkdir -p "$usr/include/tmr0" "$usr/lib"
echo ours >"$usr/include/tmr0/ours.h"
mkdir -p bindings/python/tmr0/__pycache__ # as where the module was used in the tree
$install install >"$folder/said" || { cat "$folder/said"; exit 1; }
export PKG_CONFIG_PATH="$usr/lib/pkgconfig" LD_LIBRARY_PATH="$usr/lib"
export PYTHONPATH="$(echo "$usr"/lib/python3*/dist-packages)"
cp -r "$usr/share/doc/tmr0/examples" "$folder"
cd "$folder/examples" || exit 1

try driver 0 'counts ' 'make -s -C driver check CC=clang'
try driver-too-fast 1 'TWHWL: required 1.5us' 'driver/play 100'
mv "$usr/share/tmr0" "$usr/share/away"
try driver-no-data 2 'no folders parts and machines' 'driver/play'
mv "$usr/share/away" "$usr/share/tmr0"
try emulator 0 '100 interrupts in a second' 'make -s -C emulator check CC=clang'
try emulator-slow 1 'emulator: expected 100 interrupts' \
    'sed -i s/5000/6000/g emulator/emulator.c && make -s -C emulator emulator CC=clang && emulator/emulator'
strict='-Wall -Wextra -Wpedantic -Werror -Wno-unused-function'
try tlm 0 '100 us apart; 0 violations' "make -s -C tlm check CXX='clang++ -include tmr0/tlm.h' CXXFLAGS='-O0 $strict'"
try tlm-too-fast 1 'TWHWL: required 1.5us' 'tlm/tlm 100'
try tlm-help 0 'usage: tlm [NS]' 'tlm/tlm -h'
try tlm-rubbish 2 'usage: tlm [NS]' 'tlm/tlm 5x'
try systemc 0 'verdict: pass' "$usr/bin/tmr0 system --samples 2"
try timing 0 'errors of the models: 0' 'make -s -C timing icarus'
try verilog 0 '' 'make -s -C verilog bench.vvp board.vvp' # device.sh runs them
make -s -C verilog clean && make -s -C "$usr/share/doc/tmr0/examples/verilog" -n check PKG_CONFIG_PATH= >said 2>&1
try verilog-beside 0 '../../build/device/am9513a_device.v' 'cat said'
try python 0 '2 passed' "PYTHONPATH= make -s -C python check PYTHON=/usr/bin/python3"
report driver-makefile "$([ "$(grep -cv '^#' driver/Makefile)" -le 12 ] || echo 'more than twelve lines')"

# What FuseSoC reads lists each Verilog file beside it, and no other; the chip in one file has all that it needs
cat >cores.py <<'END'
import pathlib, sys, yaml
cores = sorted(pathlib.Path(sys.argv[1]).rglob("*.core"))
for core in cores:
    text = yaml.safe_load(core.read_text())
    files = [name for part in text["filesets"].values() for file in part["files"]
             for name in (file if isinstance(file, dict) else [file])]
    gone = [name for name in files if not (core.parent / name).is_file()]
    left = [file.name for file in core.parent.glob("*.v*") if file.name not in files and core.parent.name != "device"]
    used = [name for target in text["targets"].values() for name in target["filesets"] if name not in text["filesets"]]
    if "CAPI=2" not in text or gone or left or used:
        print(core, gone, left, used)
    print(text["name"].split(":")[1], end=" ")
END
same cores "$(/usr/bin/python3 cores.py "$usr")" 'device chip timing timing '
report one-file "$(iverilog -g2005 -Wall -tnull -s am9513a_fpga "$usr/share/doc/tmr0/build/device/am9513a_fpga.v" 2>&1)"

# Each header by itself; tlm.h, which takes long, is by itself above
rm "$usr/include/tmr0/ours.h"
for header in "$usr"/include/tmr0/*.h; do
    name=${header##*/}
    [ "$name" != tlm.h ] || continue
    try "c-$name" 0 '' "clang -std=c11 $strict -fsyntax-only -I$usr/include -x c $header"
    try "c++-$name" 0 '' "clang++ -std=c++17 $strict -fsyntax-only -I$usr/include -x c++ $header"
done
echo ours >"$usr/include/tmr0/ours.h"

# HOW TO USE of board.h; the programs of docs/libtmr0.md and measuring.md
{
    printf '#include <stdio.h>\n#include <tmr0/board.h>\nint main(void)\n{\n'
    sed -n 's/^ \*     \([a-z ].*\)$/\1/p; /^ \* Units/q' "$usr/include/tmr0/board.h"
    printf 'return 0;\n}\n'
} >how.c
strict='-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
try how-to-use 0 '1 violations' "clang $strict how.c -o how \$(pkg-config --cflags --libs tmr0) && ./how"
awk '/^```c$/ {on = 1; next} /^```$/ && on {exit} on' "$usr/share/doc/tmr0/measure/docs/measuring.md" >program.c
try measuring.md 0 ' ns a call: ' "clang $strict program.c -o f \$(pkg-config --cflags --libs libmeasure) && ./f"

mkdir ../document
ln -s ../examples ../document/examples
(cd ../document && awk -f "$root/tests/blocks.awk" "$usr/share/doc/tmr0/docs/libtmr0.md")
for command in ../document/*.command; do
    expected=${command%.command}.expected
    try "libtmr0.md: $(cat "$command")" 0 '' "cd ../document && sh ${command##*/} 2>&1 | diff $expected -"
done
report libtmr0.md "$([ -e ../document/2.command ] || echo 'fewer than two examples')"

# The module, where Debian's python3 would find it under this PREFIX
try python-module 0 "$usr/lib/libtmr0.so.0" \
    'cd / && /usr/bin/python3 -c "import tmr0; print(tmr0._library.lib._name, tmr0.Board())"'
try python-polling 0 '0 violations' '/usr/bin/python3 python/polling.py'
try python-polling-too-fast 1 'TWHWL: required 1.5us' '/usr/bin/python3 python/polling.py 100ns'
try python-polling-bad 2 'polling.py: "soon" is not a time' '/usr/bin/python3 python/polling.py soon'
try python-margins-bad 2 'margins.py: settings:1: no machine "nope"' '/usr/bin/python3 python/margins.py nope'
try python-margins 0 'margins.svg: the least is TWHDX, -5.0 ns' \
    '/usr/bin/python3 python/margins.py && grep -q TWHDX margins.svg'

# The static library, in a program that finds the figures from its own place
mkdir -p "$usr/bin"
others=$(pkg-config --static --libs-only-l tmr0 | sed s/-ltmr0//)
try static 0 'counts ' "clang driver/play.c driver/driver.c -o $usr/bin/play \
    -Wl,-Bstatic \$(pkg-config --cflags --libs tmr0) -Wl,-Bdynamic $others && unset LD_LIBRARY_PATH && $usr/bin/play"
rm "$usr/bin/play"
grep -Eho '\<(tmr0|vcpu)_[a-z0-9_]+\(' "$usr/include/tmr0/board.h" "$usr/include/tmr0/vcpu.h" | tr -d '(' | sort -u >named
nm -D --defined-only "$usr/lib/libtmr0.so" | sed 's/.* //' | sort >shown
nm --extern-only --defined-only "$usr/lib/libtmr0.a" | sed -n 's/.* [A-Z] //p' | sort >static
try shared-names 0 '' 'diff named shown'
try static-names 0 '' 'diff named static'
try shared-needs-no-systemc 1 '' 'objdump -p "$usr/lib/libtmr0.so" | grep -i systemc'
try version 0 "$(pkg-config --modversion tmr0)" "$usr/bin/tmr0 --version"
try installed-command 0 'sun3-60' "$usr/bin/tmr0 timing --machine sun3-60 --expected"

cd "$root" || exit 1
try relative-prefix 2 'PREFIX=rel, expected an absolute path' \
    'make --no-print-directory -s BUILD=no install PREFIX=rel DESTDIR="$folder/staged/"'
try relative-libdir 2 'libdir=rel, expected an absolute path' \
    'make --no-print-directory -s BUILD=no install PREFIX=/usr libdir=rel DESTDIR="$folder/staged/"'
try relative-prefix-nothing 1 '' '[ -e "$folder/staged" ]'
rm -r "$usr/share/doc/tmr0/waves" # as if an older version had been installed, without this folder
$install uninstall >"$folder/said" 2>&1 || cat "$folder/said"
try uninstall-says 1 '' 'grep . "$folder/said"'
cd "$usr" || exit 1
same uninstall "$(find . ! -type d)" ./include/tmr0/ours.h
same uninstall-folders "$(find . -type d | grep -E '/(lib)?(tmr0|am9513|measure)(/|$)')" ./include/tmr0
report uninstall-empty "$(find . -type d -empty)"
exit $bad
