#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints a bench that compares each primitive of Verilog files with the module that specify2checks makes of it, under a
simulator that has tables: one input moves at a time, at random, over 0, 1, x and z.   udp.py STEPS FILE..."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../rtl/timing/specify"))
from preprocess import Preprocessor  # noqa: E402
from udp import Primitive  # noqa: E402
from verilog import Reader  # noqa: E402

steps, files = int(sys.argv[1]), sys.argv[2:]
print("`define SPECIFY_X(X) X\n`define SPECIFY_ELSE(X) 1'bx")
benches = []
for file in files:
    source = Preprocessor([], [], None).read(file)
    for start, end in Reader(source).read()[1]:
        one = Primitive(source, start, end)
        count = len(one.ports) - 1
        print(source.text[start:end])
        print(one.module().replace(f"module {one.name} ", f"module {one.name}_rows ", 1))
        pins = ", ".join(f"pins[{n}]" for n in range(count))
        print(f"""module {one.name}_bench;
    reg [{count - 1}:0] pins;
    wire table_says, rows_say;
    {one.name} p (table_says, {pins});
    {one.name}_rows m (rows_say, {pins});
    integer n, differ = 0;
    reg [3:0] levels = 4'bzx10;
    reg ones = 0, zeros = 0;
    initial begin
        for (n = 0; n < {steps}; n = n + 1) begin
            #1 pins[$urandom % {count}] = levels[$urandom % (n[8] ? 2 : 4)];
            #1 if (table_says !== rows_say) differ = differ + 1;
            ones = ones | (table_says === 1'b1);
            zeros = zeros | (table_says === 1'b0);
        end
        $display("{one.name}: %0d differences%0s", differ, ones && zeros ? "" : ", but never 0 and 1");
    end
endmodule""")
