#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints a bench that compares each primitive of Verilog files with the module that specify2checks makes of it, under a
simulator that has tables: one input moves at a time, at random, over 0 and 1. What the table leaves unknown may be
either. A row that no movement reaches is named.   udp.py STEPS FILE..."""
import os
import re
import sys
from itertools import count

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../specify"))
from preprocess import Preprocessor  # noqa: E402
from udp import Primitive  # noqa: E402
from verilog import Reader  # noqa: E402

steps, files = int(sys.argv[1]), sys.argv[2:]
print('`include "specify_closing.v"\n`include "specify_check.v"')
benches = []
for file in files:
    source = Preprocessor([], [], None).read(file)
    for span in Reader(source).read()[1]:
        one = Primitive(source, span)
        inputs, number = len(one.inputs), count()
        rows = one.module().replace(f"module {one.name} ", f"module {one.name}_rows ", 1)
        rows = re.sub(r": row = (.*);", lambda found: f": begin row = {found[1]}; reached[{next(number)}] = 1; end", rows)
        print(source.text[one.start:one.end])
        print(rows.replace("    function row;", f"    reg [{len(one.rows)}:0] reached = 0; // rows of the table, and none of them\n    function row;"))
        pins = ", ".join(f"pins[{n}]" for n in range(inputs))
        print(f"""module {one.name}_bench;
    reg [{inputs - 1}:0] pins = 0;
    wire table_says, rows_say;
    {one.name} p (table_says, {pins});
    {one.name}_rows m (rows_say, {pins});
    integer n, differ = 0;
    reg ones = 0, zeros = 0;
    initial begin
        for (n = 0; n < {steps}; n = n + 1) begin
            #1 pins[$urandom % {inputs}] = $urandom;
            #1 if (table_says !== rows_say && table_says !== 1'bx) differ = differ + 1;
            ones = ones | (table_says === 1'b1);
            zeros = zeros | (table_says === 1'b0);
        end
        $write("{one.name}: %0d differences%0s", differ, ones && zeros ? "" : ", but never 0 and 1");
        for (n = 0; n < {len(one.rows)}; n = n + 1) if (!m.{"rows." * one.sequential}reached[n]) $write(", not row %0d", n + 1);
        $display("");
    end
endmodule""")
