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
specify() { # statements
    lines bad.v '`timescale 1ns / 1ps' 'module m (input c, input d, input [3:0] a, input [3:0] b);' specify "$1" endspecify endmodule
}
