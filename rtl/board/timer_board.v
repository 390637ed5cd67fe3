// SPDX-License-Identifier: MIT
// The timer board: oscillator, strobe translator and Am9513A at the DES socket. CS is tied low. Both translators are
// here; i_direct selects the one whose outputs reach the chip. The other one sees an idle socket. A test clip (i_clip)
// may drive the chip's bus pins in place of the translator.
`include "figures.vh"
`default_nettype none
module timer_board (
    input  wire        clk,
    input  wire        clk_socket,
    input  wire        clk_bus,
    input  wire        clk_core,
    input  wire        clk_check,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire        i_same_instant, // not the first tick of this instant
    input  wire [31:0] i_access,
    input  wire [`FIG_RTL*32-1:0] i_fig,
    input  wire signed [31:0] i_osc_high_ps, // as in osc
    input  wire signed [31:0] i_osc_low_ps,
    input  wire [63:0] i_osc_high_part,
    input  wire [63:0] i_osc_low_part,
    input  wire [63:0] i_osc_parts,
    input  wire [31:0] i_seed,
    input  wire        i_direct,
    input  wire        i_every_edge,  // waves are written: tick also at edges of X2 that nothing uses
    input  wire        i_fout_used,
    input  wire        i_effects,     // violations have consequences
    // Socket
    input  wire        i_mas_n,
    input  wire        i_mds_n,
    input  wire        i_rw,
    input  wire [7:0]  i_data,
    input  wire        i_data_driven,
    output wire        o_data_driven,
    output wire        o_data_valid,
    // Test clip on the chip
    input  wire        i_clip,
    input  wire        i_clip_cs_n,
    input  wire        i_clip_rd_n,
    input  wire        i_clip_wr_n,
    input  wire        i_clip_cd,
    input  wire [15:0] i_clip_data,
    input  wire        i_clip_driven,
    output wire [15:0] o_data,
    // Counter pins
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    output wire [4:0]  o_out,
    output wire [4:0]  o_out_z,
    output wire        o_fout,
    // To the simulator
    output wire        o_check_event, // of the chip; of the translators
    output wire        o_pal_event,
    output wire [63:0] o_socket_ps,   // next tick of clk_socket; 0: at once
    output wire [63:0] o_bus_ps,      // next tick of clk_bus; 0: at once
    output wire        o_core_now,    // the next tick needs clk_core
    output wire        o_check_now,   // and clk_check
    output wire [63:0] o_next_ps      // next tick of clk alone; 0: at once
);
`define FIG(NUMBER) i_fig[NUMBER*32 +: 32]
    // ---- Oscillator
    wire        x2, x2_rise, x2_fall, x2_fall_used, x2_lossy;
    wire [63:0] osc_ps;
    osc oscillator (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps),
        .i_high_ps(i_osc_high_ps), .i_low_ps(i_osc_low_ps),
        .i_high_part(i_osc_high_part), .i_low_part(i_osc_low_part), .i_parts(i_osc_parts),
        .i_fall_used(x2_fall_used || i_every_edge), .i_lossy(x2_lossy), .i_seed(i_seed),
        .o_level(x2), .o_rise(x2_rise), .o_fall(x2_fall), .o_next_ps(osc_ps)
    );

    // ---- Strobe translators
    wire        direct_rd_n, direct_wr_n, direct_cd, flipflop_rd_n, flipflop_wr_n, flipflop_cd;
    wire [63:0] direct_ps, flipflop_ps;
    wire [3:0]  direct_lost, flipflop_lost;

    pal_direct direct (
        .clk(clk_socket), .i_por(i_por), .i_now_ps(i_now_ps), .i_tpd_ps(`FIG(`FIG_PAL_TPD)),
        .i_mas_n(i_mas_n || !i_direct), .i_mds_n(i_mds_n || !i_direct), .i_rw(i_rw),
        .o_rd_n(direct_rd_n), .o_wr_n(direct_wr_n), .o_cd(direct_cd),
        .o_lost(direct_lost), .o_next_ps(direct_ps)
    );
    pal_flipflop flipflop (
        .clk(clk_socket), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_tpd_ps(`FIG(`FIG_PAL_TPD)), .i_skew_ps(`FIG(`FIG_PAL_SKEW)), .i_seed(i_seed),
        .i_mas_n(i_mas_n || i_direct), .i_mds_n(i_mds_n || i_direct), .i_rw(i_rw),
        .o_rd_n(flipflop_rd_n), .o_wr_n(flipflop_wr_n), .o_cd(flipflop_cd),
        .o_lost(flipflop_lost), .o_check_event(o_pal_event), .o_next_ps(flipflop_ps)
    );

    // ---- The chip's bus pins; DB8-15 are pulled up
    wire        cs_n        = i_clip && i_clip_cs_n;
    wire        rd_n        = i_clip ? i_clip_rd_n : i_direct ? direct_rd_n : flipflop_rd_n;
    wire        wr_n        = i_clip ? i_clip_wr_n : i_direct ? direct_wr_n : flipflop_wr_n;
    wire        cd          = i_clip ? i_clip_cd : i_direct ? direct_cd : flipflop_cd;
    wire [3:0]  lost        = i_clip ? 4'd0 : direct_lost | flipflop_lost;
    wire [15:0] data        = i_clip ? i_clip_data : {8'hff, i_data};
    wire        data_driven = i_clip ? i_clip_driven : i_data_driven;

    wire        tick_now;
    wire [63:0] edge_ps;
    am9513a chip (
        .o_out(o_out), .o_out_z(o_out_z), .i_x2(x2), .i_x2_rise(x2_rise), .i_x2_fall(x2_fall), .o_fout(o_fout),
        .i_cd(cd), .i_wr_n(wr_n), .i_cs_n(cs_n), .i_rd_n(rd_n), .i_data(data), .i_data_driven(data_driven),
        .o_data(o_data), .o_data_driven(o_data_driven), .o_data_valid(o_data_valid),
        .i_src(i_src), .i_gate(i_gate),
        .clk(clk), .clk_bus(clk_bus), .clk_core(clk_core), .clk_check(clk_check),
        .i_por(i_por), .i_now_ps(i_now_ps), .i_same_instant(i_same_instant),
        .o_tick_now(tick_now), .o_edge_ps(edge_ps), .o_bus_ps(o_bus_ps), .o_core_now(o_core_now),
        .o_check_now(o_check_now), .i_fig(i_fig), .i_access(i_access),
        .i_lost(lost), .o_check_event(o_check_event), .i_effects(i_effects), .i_seed(i_seed), .o_x2_lossy(x2_lossy),
        .i_fout_used(i_fout_used || i_every_edge), .o_x2_fall_used(x2_fall_used)
    );

    assign o_socket_ps = direct_ps < flipflop_ps ? direct_ps : flipflop_ps;
    assign o_next_ps   = tick_now ? 0 : osc_ps < edge_ps ? osc_ps : edge_ps;
`undef FIG
endmodule
`default_nettype wire
