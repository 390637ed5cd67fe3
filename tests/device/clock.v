// SPDX-License-Identifier: MIT
// X2 of am9513a_device with widths that change: good cycles, one of each fault, and one at every bound. Prints the
// counters of violations after each group of cycles; at the end also the rises of FOUT, which is X2 / 16.
`timescale 1ps / 1ps
`default_nettype none
module clock #(
    parameter EFFECTS = 0,
    parameter CYCLES = 400,
    parameter SEVERITY = 0
);
    reg         x2 = 0;
    wire [15:0] db;
    wire [5:1]  out;
    wire        fout;
    am9513a_device #(.EFFECTS(EFFECTS), .SEVERITY(SEVERITY)) dut (
        .x2(x2), .cs_n(1'b1), .rd_n(1'b1), .wr_n(1'b1), .cd(1'b1), .db(db), .src(5'd0), .gate(5'd0),
        .out(out), .fout(fout)
    );

    integer     rises = 0;
    always @(posedge fout) rises = rises + 1;

    task cycles;                             // the last low time is judged by the next rise
        input integer     count, high, low;
        input [8*16-1:0]  what;
        begin
            repeat (count) begin
                x2 = 1;
                #(high) x2 = 0;
                #(low);
            end
            x2 = 1;
            #125000 x2 = 0;
            #125000;
            $display("%0s: TCHCH %0d, TCHCL %0d, TCLCH %0d", what, dut.violations.TCHCH, dut.violations.TCHCL,
                     dut.violations.TCLCH);
        end
    endtask

    initial begin
        #125000;
        cycles(3, 125000, 125000, "good");
        cycles(1, 69999, 180000, "high");
        cycles(2, 180000, 69999, "low");
        cycles(3, 70000, 74999, "period");
        cycles(2, 70000, 75000, "bounds");
        cycles(2, 75000, 70000, "bounds");
        cycles(1, 125000, 69999, "once");
        rises = 0;
        cycles(CYCLES - 1, 125000, 125000, "good again");
        $display("FOUT %0d", rises);
        rises = 0;
        cycles(CYCLES - 1, 67969, 67969, "near");   // a sixteenth below the period's bound
        $display("FOUT %0d", rises);
        rises = 0;
        cycles(CYCLES - 1, 67968, 67969, "fast");
        $display("FOUT %0d", rises);
        $finish;
    end
endmodule
`default_nettype wire
