// SPDX-License-Identifier: MIT
// The pins of am9513a_device: a reset, 8 reads with C/D moved too late, a write that nothing drives, SRC unknown at the
// end. STEP is the ps of a time unit. Prints the sum of the bytes read, and counters of violations.
`ifndef SCALE
`define SCALE 1ps / 1ps
`define STEP 1
`endif
`timescale `SCALE
`default_nettype none
module pins #(
    parameter PART = "am9513a",
    parameter CORNER = 1,
    parameter EFFECTS = 0,
    parameter SEED = 1,
    parameter SEVERITY = 1,
    parameter STOP_ON_VIOLATION = 0
);
    reg         x2 = 0, cs_n = 1, rd_n = 1, wr_n = 1, cd = 1, driven = 0;
    reg  [5:1]  src = 0;
    wire [15:0] db = driven ? 16'hffff : 16'hzzzz;
    wire [5:1]  out;
    wire        fout;
    am9513a_device #(.PART(PART), .CORNER(CORNER), .EFFECTS(EFFECTS), .SEED(SEED), .SEVERITY(SEVERITY),
                     .STOP_ON_VIOLATION(STOP_ON_VIOLATION)) dut (
        .x2(x2), .cs_n(cs_n), .rd_n(rd_n), .wr_n(wr_n), .cd(cd), .db(db), .src(src), .gate(5'd0), .out(out), .fout(fout)
    );
    always #(125000 / `STEP) x2 = !x2;

    integer sum = 0, n;
    initial begin
        #(2000000 / `STEP);
        {cs_n, driven} = 2'b01;
        #(200000 / `STEP) wr_n = 0;
        #(200000 / `STEP) wr_n = 1;
        #(50000 / `STEP) driven = 0;
        for (n = 0; n < 8; n = n + 1) begin
            #(2000000 / `STEP) cd = 0;
            #(12000 / `STEP) rd_n = 0;
            #(250000 / `STEP) sum = sum * 3 + ((^db[7:0]) === 1'bx ? 1000 : db[7:0]);
            rd_n = 1;
            #(100000 / `STEP) cd = 1;
        end
        #(2000000 / `STEP) wr_n = 0;
        #(200000 / `STEP) wr_n = 1;
        #(2000000 / `STEP) src = 5'b0x000;
        #(2000000 / `STEP) src = 5'b0000z;
        #(2000000 / `STEP);
        $display("pins: sum %0d, TAVRL %0d, TDVWH %0d, %0d in all", sum, dut.violations.TAVRL, dut.violations.TDVWH,
                 dut.violations.total);
        $finish;
    end
endmodule
`default_nettype wire
