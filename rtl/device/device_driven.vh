// SPDX-License-Identifier: MIT
// Whether something outside drives the data bus `BUS. Data that become ones may be others, or let go of on a bus with
// pull-ups: for one tick they count as gone.
`ifdef VERILATOR
    wire        open = 0;                    // it has no z
`else
    wire        open = `BUS === 8'hzz;
`endif
    reg         ones;
    always @(posedge clk)
        ones <= &taken[17:10];
    wire        driven = !drives && !open && (ones || !(&`BUS));
