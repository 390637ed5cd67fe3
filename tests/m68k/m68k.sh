# SPDX-License-Identifier: MIT
# What the scripts that play machine code share, in a scratch folder with a copy of the example. They read it after
# check.sh.
# shellcheck shell=sh disable=SC2086,SC2154 # options are words; root and others are of check.sh
have build/tmr0-m68k.so libunicorn-dev && have m68k-linux-gnu-gcc gcc-m68k-linux-gnu || exit $bad
here=$root/tests/m68k
cc='m68k-linux-gnu-gcc -m68020 -nostdlib -static -Wl,-z,noexecstack -x assembler-with-cpp'
program="timeout 250 $tmr0 program"
cp -r examples/m68k "$folder/example"
cd "$folder" || exit 1
mkdir json out

build() { # program, file, address, entry, build-id, more options
    $cc -Wl,-Ttext="${3-0x1000}" -Wl,-e,"${4-0x1000}" -Wl,--build-id="${5-none}" ${6-} -o "$1" "$2"
}
code() { # program, its assembly
    printf '%b\n' "$2" >"$1.S"
    build "$1" "$1.S"
}
runs() { # program, status, text, its assembly, options
    code "$1" "$4"
    check "$1" "$2" "$3" "$program $1 ${5-}"
}
changed() { # program, status, text, the change for sed of another program, that program, options
    sed "$4" "$5.S" >"$1.S"
    build "$1" "$1.S"
    check "$1" "$2" "$3" "$program $1 ${6-}"
}
told() { # name, status, text, program, options: text and JSON say the same
    check "$1" "$2" "$3" "$program --accesses --json json/$1 $4 ${5-}"
    echo "$said" >said
    report "$1-json" "$("$here/json_text.py" "json/$1" said 2>&1)"
}
