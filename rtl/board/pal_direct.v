// SPDX-License-Identifier: MIT
// The simple strobe translator: either strobe and R/W make RD and WR, and C/D is the data strobe itself. The three PAL
// outputs have the same delay. C/D moves together with RD and WR, so a data access has no set-up before it and no hold
// after it.
`default_nettype none
module pal_direct (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_tpd_ps,
    // Socket
    input  wire               i_mas_n,
    input  wire               i_mds_n,
    input  wire               i_rw,
    // Am9513A
    output wire               o_rd_n,
    output wire               o_wr_n,
    output wire               o_cd,
    // Too short for the PAL: [3] a strobe of RD, [2] a strobe of WR, [1] a pause of RD, [0] a pause of WR
    output wire [3:0]         o_lost,
    output wire [63:0]        o_next_ps
);
    wire [2:0] lost;
    wire       unused_cd_lost = lost[0];
    wire strobe = !i_mas_n || !i_mds_n;

    // One delay for all three: the PAL's outputs count as equally fast
    gate_delay #(.WIDTH(3), .INITIAL(3'b111)) gates (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(i_tpd_ps),
        .i_in({!(strobe && i_rw), !(strobe && !i_rw), i_mds_n}),
        .o_out({o_rd_n, o_wr_n, o_cd}), .o_lost(lost), .o_next_ps(o_next_ps)
    );
    assign o_lost = {2{lost[2:1]}} & {o_rd_n, o_wr_n, !o_rd_n, !o_wr_n};
endmodule
`default_nettype wire
