# SPDX-License-Identifier: MIT
# What the scripts of specify2checks share, in a scratch folder. They read it after check.sh.
# shellcheck shell=sh disable=SC2034,SC2154 # root and others are of check.sh
here=$root/tests/specify
real=$root/specify/specify2checks.py
convert=$folder/convert # the same, which starts once
cd "$folder" || exit 1
mkfifo asked status
"$here/serve.py" || : <asked &
exec 9>asked

converts() { # name, status, text that is said, options; a mistake writes nothing
    name=$1 want=$2 text=$3
    shift 3
    rm -f out.v
    [ "$want" = 2 ] && held=$(echo *)
    try "$name" "$want" "$text" "$convert -o out.v" "$@"
    held=
}
delays_of() { # out.v; of each delayed signal ps without SDF
    sed -n "/ late_[0-9]* = /h; /specify_delay [a-z0-9_]* (/{G; s/.*(\([a-z]*\).*= 64'd\([0-9]*\);/\1=\2/p}" out.v | sort | xargs
}
specify() { # statements, precision
    put bad.v "\`timescale 1ns / ${2-1ps}" 'module m (input c, input d, input [3:0] a, input [3:0] b);' specify "$1" endspecify endmodule
}
