// SPDX-License-Identifier: MIT
// Primitives with all that a table may have, for udp.py
primitive udp_mux (y, a, b, s);
    output y;
    input a, b, s;
    table
        0 ? 0 : 0;
        1 ? 0 : 1;
        ? 0 1 : 0;
        ? 1 1 : 1;
        0 0 x : 0;
        1 1 x : 1;
    endtable
endprimitive
primitive udp_and (output y, input a, input b); table 11:1; 0?:0; ?0:0; endtable endprimitive
primitive udp_dff (output reg q, input d, input clk, input notifier);
    table
        0 r ? : ? : 0;
        1 (01) ? : ? : 1;
        0 (0x) ? : 0 : -;
        1 (0x) ? : 1 : -;
        ? (1?) ? : ? : -;
        ? (x0) ? : ? : -;
        0 (x1) ? : 0 : 0;
        * b ? : ? : -;
        ? ? * : ? : x;
    endtable
endprimitive
primitive udp_dffsr (q, clk, d, s, r);
    output q;
    reg q;
    input clk, d, s, r;
    initial q = 1'b0;
    table
        ? ? 1 0 : ? : 1;
        ? ? ? 1 : ? : 0;
        p 0 0 0 : ? : 0;
        p 1 0 0 : ? : 1;
        n ? 0 0 : ? : -;
        ? * 0 0 : ? : -;
        b ? (?0) 0 : ? : -;
        b ? 0 (?0) : ? : -;
        b ? x 0 : 1 : 1;
    endtable
endprimitive
primitive udp_latch (q, d, en);
    output q;
    reg q;
    input d, en;
    table
        0 1 : ? : 0;
        1 1 : ? : 1;
        ? 0 : ? : -;
        0 x : 0 : -;
        1 x : 1 : -;
    endtable
endprimitive
primitive udp_toggle (q, f, r);
    output q; reg q; input f, r;
    table
        f 0 : 0 : 1;
        f 0 : 1 : 0;
        r 0 : ? : -;
        ? 1 : ? : 0;
        0 f : ? : -;
        1 (1x) : 0 : -;
        b (x0) : ? : -;
    endtable
endprimitive

primitive udp_level_first (q, c, d, r); // where a row of an edge and one of levels fit, the levels count
    output q;
    reg    q;
    input  c, d, r;
    table
        r    1 ? : ? : 1;
        (b1) 0 ? : ? : 0;
        (?0) ? 0 : ? : -;
        (0x) ? 0 : ? : -;
        ?    * 0 : ? : -;
        ?    ? 1 : ? : 0;
        ?    ? (?0) : ? : -;
    endtable
endprimitive
