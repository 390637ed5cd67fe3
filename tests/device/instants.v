// SPDX-License-Identifier: MIT
// Levels that move in one instant, some simulation cycles apart: am9513a_device loses none. Each of the parts gets X2
// so many cycles after SRC1. Then X2 stands still, and a read shorter than the delay of its data ends at its time.
// Prints the edges on FOUT of each part, and when the bus was driven and released.
`timescale 1ps / 1ps
`default_nettype none
module instants #(
    parameter PARTS = 6
);
    reg              base = 0, rd_n = 1;
    reg  [PARTS-1:0] x2 = 0;
    integer          edges [0:PARTS-1];
    wire [15:0]      db;
    genvar           k;
    generate
        for (k = 0; k < PARTS; k = k + 1) begin : parts
            wire        fout;
            wire [5:1]  out;
            wire [15:0] bus;
            am9513a_device dut (.x2(x2[k]), .cs_n(1'b0), .rd_n(rd_n), .wr_n(1'b1), .cd(1'b1), .db(bus),
                                .src({4'd0, base}), .gate(5'd0), .out(out), .fout(fout));
            initial
                edges[k] = 0;
            always @(posedge fout)
                edges[k] = edges[k] + 1;
            if (k == 0) begin : first
                always @(base)
                    x2[0] <= base;
                assign db = bus;
            end else begin : later
                always @(x2[k-1])
                    x2[k] <= x2[k-1];
            end
        end
    endgenerate

    integer n;
    reg     driven = 0;
    always @(db)
        if (driven != (db[7:0] !== 8'hzz)) begin
            driven = !driven;
            $display("instants: %0d ps bus %0s", $time, driven ? "driven" : "released");
        end
    initial begin
        for (n = 0; n < 72; n = n + 1)
            #125000 base = !base;
        #1000000;
        for (n = 0; n < PARTS; n = n + 1)
            $display("instants: X2 %0d cycles later, %0d edges", n, edges[n]);
        #1000000 rd_n = 0;
        #45000 rd_n = 1;
        #5000000;
        $finish;
    end
endmodule
`default_nettype wire
