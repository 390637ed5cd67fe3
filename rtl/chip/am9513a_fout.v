// SPDX-License-Identifier: MIT
// FOUT: a source divided by 1 to 16 (MM11-8). The data sheet does not specify the duty of a divided FOUT: here it is
// high for the first floor(n/2) of n source periods. Divided by 1 it is the source itself, and follows a new choice
// of source, divider or scaler at once.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_fout (
    input  wire        clk,
    input  wire        i_por,
    input  wire        i_off,        // MM12
    input  wire [3:0]  i_divider,    // MM11-8; 0 is 16
    input  wire        i_rise,       // of the source, in this tick
    input  wire        i_fall,
    // Levels of the sources, read after the master mode register was written (in the last tick); no edge comes then
    input  wire        i_chosen,
    input  wire [3:0]  i_source,     // MM7-4, F1 always 11
    input  wire        i_x2,
    input  wire [4:0]  i_gate,
    input  wire [4:0]  i_src,
    input  wire [15:0] i_scaler,
    input  wire        i_bcd,
    output wire        o_fout,
    output reg         o_changed     // 1: FOUT may have changed in the last tick
);
    reg [3:0] place;                 // source periods since FOUT last rose
    reg       level;
    reg       off;                   // MM12, in step with the level: no glitch when one write changes both

    assign o_fout = level && !off;

    // Intermediate values, worked out only after a choice
    /* verilator lint_off BLKSEQ */
    reg [3:0]  half;                 // a tap is high above this, in the upper half of its stage
    reg [15:0] levels;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            place     <= 0;
            level     <= 0;
            off       <= 0;
            o_changed <= 0;
        end else begin
            o_changed <= 0;
            if (off != i_off) begin
                off       <= i_off;
                o_changed <= 1;
            end
            if (i_divider == 1) begin
                if (i_chosen) begin
                    half      = i_bcd ? 4'd4 : 4'd7;
                    levels    = {i_scaler[15:12] > half, i_scaler[11:8] > half, i_scaler[7:4] > half,
                                 i_scaler[3:0] > half, i_x2, i_gate, i_src, 1'b0};
                    level     <= levels[i_source];
                    o_changed <= 1;
                end else if (i_rise || i_fall) begin
                    level     <= i_rise;
                    o_changed <= 1;
                end
            end else if (i_rise) begin
                if (place == i_divider - 4'd1) begin   // a new FOUT period
                    place     <= 0;
                    level     <= 1;
                    o_changed <= 1;
                end else begin
                    place <= place + 1;
                    if (place + 4'd1 == (i_divider == 0 ? 4'd8 : {1'b0, i_divider[3:1]})) begin
                        level     <= 0;
                        o_changed <= 1;
                    end
                end
            end
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
