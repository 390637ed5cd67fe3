// SPDX-License-Identifier: MIT
// The top that a simulator advances: the workstation's side of the socket, the data buffer and the timer board.
//
// One posedge of clk with i_now_ps is one tick; with TMR0_EDGE defined as `edge` each of its edges is one, which costs
// a simulator half the evaluations. o_next_ps gives the time of the next tick; while it equals i_now_ps of
// the last tick, the instant is not over. Inputs may change before any tick and take effect in it.
//
// The other clocks are clk without the ticks in which what they clock does not change. A simulator may leave them still
// in a tick, unless i_por has been high since the last one, if after that
//   clk_socket  (socket, translators, inputs)  o_socket_ps is after i_now_ps, and no input has changed since
//   clk_bus     (the chip without counting)    o_bus_ps is after i_now_ps
//   clk_core, clk_check                        the same, or o_core_now, o_check_now are low
// Everywhere else all are tied together; the results are the same.
// Figures are written one per tick (i_fig_write) while i_por is high.
`include "figures.vh"
`include "edge.vh"
`default_nettype none
module tmr0_top (
    input  wire        clk,
    input  wire        clk_socket,
    input  wire        clk_bus,
    input  wire        clk_core,
    input  wire        clk_check,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    /*verilator tracing_off*/         // times of ticks: 64 bits that move at each instant cost more than all else
    output wire [63:0] o_next_ps,
    output wire [63:0] o_socket_ps,
    output wire [63:0] o_bus_ps,
    /*verilator tracing_on*/
    output wire        o_core_now,
    output wire        o_check_now,
    // Figures
    input  wire        i_fig_write,
    input  wire [6:0]  i_fig_number,
    input  wire [31:0] i_fig_value,
    // Settings, steady; of the oscillator: as in osc
    input  wire signed [31:0] i_osc_high_ps,
    input  wire signed [31:0] i_osc_low_ps,
    input  wire [63:0] i_osc_high_part,
    input  wire [63:0] i_osc_low_part,
    input  wire [63:0] i_osc_parts,
    input  wire [31:0] i_seed,
    input  wire        i_direct,      // translator: direct or flip-flop
    input  wire        i_clip,        // drive the chip, not the socket
    input  wire        i_every_edge,
    input  wire        i_fout_used,
    input  wire        i_effects,
    input  wire [29:0] i_wire,        // 3 bits for each of src1-5, gate1-5: 0 the pin, 1-5 OUT1-5, 6 FOUT
    // Socket request, and how it ended
    input  wire [31:0] i_access,      // its number, for the checks' records
    input  wire        i_req,
    input  wire        i_req_control,
    input  wire        i_req_write,
    input  wire [7:0]  i_req_data,
    output wire        o_busy,
    output wire [7:0]  o_read,
    output wire        o_read_driven,
    output wire        o_read_valid,
    // Chip pins
    input  wire        i_cs_n,
    input  wire        i_rd_n,
    input  wire        i_wr_n,
    input  wire        i_cd,
    input  wire [15:0] i_data,
    input  wire        i_data_driven,
    output wire [15:0] o_data,
    output wire        o_data_driven,
    output wire        o_data_valid,
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    output wire [4:0]  o_out,
    output wire [4:0]  o_out_z,
    output wire        o_fout,
`ifdef TMR0_TRACED
    // For waves only: text of the access under way, and of the last violation; machine code that makes the accesses,
    // its program counter and the instruction as text
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [191:0] i_text_access,
    input  wire [383:0] i_text_broken,
    input  wire [31:0]  i_code_pc,
    input  wire [255:0] i_code_text,
    /* verilator lint_on UNUSEDSIGNAL */
`endif
    // To the simulator
    output wire        o_check_event, // a check of the chip may have been violated in the last tick of clk_bus
    output wire        o_socket_event // one of the socket or translator, in that of clk_socket
);
`define FIG(NUMBER) fig[NUMBER*32 +: 32]
    reg [`FIG_RTL*32-1:0] fig;
    /*verilator tracing_off*/
    reg [63:0]            instant;    // of the last tick
    wire [63:0]           board_ps, tick_ps;  // the next tick that no wire asks for: of clk alone, of clk_bus
    /*verilator tracing_on*/

    always @(`TMR0_EDGE clk)
        instant <= i_now_ps;
    always @(`TMR0_EDGE clk_socket)
        if (i_fig_write)
            fig[i_fig_number*32 +: 32] <= i_fig_value;

    // ---- Input registers: only they and clocked blocks read an input, so that a simulator has nothing to work out
    // when i_now_ps changes
    reg        direct, clip, every_edge, fout_used, effects;
    reg        cs_n, rd_n, wr_n, cd, data_driven;
    reg [15:0] data;
    reg [4:0]  src, gate;
    reg [31:0] access;

    // Wires from outputs to inputs; an output in high impedance is pulled up. They carry the outputs' levels, all at
    // once, when nothing else is left to happen at this instant. That begins the next round of the same instant
    // (docs/manual.md, "Order within an instant").
    wire [7:0] outputs = {1'b0, o_fout, o_out | o_out_z, 1'b0};
    reg  [7:0] carried;
    reg        wired;
    function level;
        input       pin;
        input [2:0] choice;
        level = choice == 0 ? pin : carried[choice];
    endfunction

    always @(`TMR0_EDGE clk_socket) begin
        wired <= i_wire != 0;
        /* verilator lint_off BLKSEQ */
        if (i_por)                    // a blocking assignment: the inputs below take it in this tick
            carried = 0;
        else if (wired && outputs != carried && board_ps > i_now_ps && tick_ps > i_now_ps)
            carried = outputs;
        /* verilator lint_on BLKSEQ */
        {cs_n, rd_n, wr_n, cd, data_driven, data} <= {i_cs_n, i_rd_n, i_wr_n, i_cd, i_data_driven, i_data};
        access <= i_access;
        {direct, clip, every_edge, fout_used, effects} <= {i_direct, i_clip, i_every_edge, i_fout_used, i_effects};
        if (i_wire == 0) begin        // an `if`: simulators work the levels out only then
            src  <= i_src;
            gate <= i_gate;
        end else begin
            src  <= {level(i_src[4], i_wire[14:12]), level(i_src[3], i_wire[11:9]), level(i_src[2], i_wire[8:6]),
                     level(i_src[1], i_wire[5:3]), level(i_src[0], i_wire[2:0])};
            gate <= {level(i_gate[4], i_wire[29:27]), level(i_gate[3], i_wire[26:24]), level(i_gate[2], i_wire[23:21]),
                     level(i_gate[1], i_wire[20:18]), level(i_gate[0], i_wire[17:15])};
        end
    end

    // ---- Workstation
    wire        mas_n, mds_n, rw, host_driven, bus_driven, bus_valid, bus_event;
    wire [7:0]  host_data, bus_data;
    wire [63:0] bus_ps;
    des_bus bus (
        .clk(clk_socket), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(access),
        .i_rw_setup_ps(`FIG(`FIG_RW_SETUP)), .i_wdata_setup_ps(`FIG(`FIG_WDATA_SETUP)),
        .i_strobe_hold_ps(`FIG(`FIG_STROBE_HOLD)), .i_mas_read_ps(`FIG(`FIG_MAS_READ)),
        .i_mas_write_ps(`FIG(`FIG_MAS_WRITE)), .i_mds_low_ps(`FIG(`FIG_MDS_LOW)),
        .i_mds_after_ps(`FIG(`FIG_MDS_AFTER)), .i_des_clock_ps(`FIG(`FIG_DES_CLOCK)),
        .i_read_latch_ps(`FIG(`FIG_READ_LATCH)), .i_host_read_ps(`FIG(`FIG_HOST_READ)),
        .i_mas_on_read(fig[`FIG_MAS_ON_READ*32]), .i_float(fig[`FIG_FLOAT*32 +: 8]),
        .i_req(i_req), .i_req_control(i_req_control), .i_req_write(i_req_write), .i_req_data(i_req_data),
        .o_busy(o_busy), .o_read(o_read), .o_read_driven(o_read_driven), .o_read_valid(o_read_valid),
        .o_mas_n(mas_n), .o_mds_n(mds_n), .o_rw(rw), .o_data(host_data), .o_data_driven(host_driven),
        .i_data(bus_data), .i_data_driven(bus_driven), .i_data_valid(bus_valid),
        .o_check_event(bus_event), .o_next_ps(bus_ps)
    );

    // ---- The data buffer, both ways (delay 0 where the workstation has none)
    wire        socket_driven;
    wire [7:0]  socket_data;
    wire [63:0] out_ps, in_ps;
    wire [8:0]  unused_out_lost;
    wire [9:0]  unused_in_lost;
    gate_delay #(.WIDTH(9), .INITIAL(9'h0ff)) buffer_out (
        .clk(clk_socket), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(`FIG(`FIG_BUF_TPD)),
        .i_in({host_driven, host_data}), .o_out({socket_driven, socket_data}), .o_lost(unused_out_lost),
        .o_next_ps(out_ps)
    );
    gate_delay #(.WIDTH(10), .INITIAL(10'h0ff)) buffer_in (
        .clk(clk_socket), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(`FIG(`FIG_BUF_TPD)),
        .i_in({o_data_driven, o_data_valid, o_data[7:0]}), .o_out({bus_driven, bus_valid, bus_data}),
        .o_lost(unused_in_lost), .o_next_ps(in_ps)
    );

    // ---- Timer board
    wire        pal_event;
    wire [63:0] pal_ps;
    timer_board board (
        .clk(clk), .clk_socket(clk_socket), .clk_bus(clk_bus), .clk_core(clk_core), .clk_check(clk_check),
        .i_por(i_por), .i_now_ps(i_now_ps), .i_same_instant(i_now_ps == instant),
        .i_access(access), .i_fig(fig), .i_osc_high_ps(i_osc_high_ps), .i_osc_low_ps(i_osc_low_ps),
        .i_osc_high_part(i_osc_high_part), .i_osc_low_part(i_osc_low_part), .i_osc_parts(i_osc_parts), .i_seed(i_seed),
        .i_direct(direct), .i_every_edge(every_edge), .i_fout_used(fout_used), .i_effects(effects),
        .i_mas_n(mas_n), .i_mds_n(mds_n), .i_rw(rw), .i_data(socket_data), .i_data_driven(socket_driven),
        .o_data_driven(o_data_driven), .o_data_valid(o_data_valid),
        .i_clip(clip), .i_clip_cs_n(cs_n), .i_clip_rd_n(rd_n), .i_clip_wr_n(wr_n), .i_clip_cd(cd),
        .i_clip_data(data), .i_clip_driven(data_driven), .o_data(o_data),
        .i_src(src), .i_gate(gate), .o_out(o_out), .o_out_z(o_out_z), .o_fout(o_fout),
        .o_check_event(o_check_event), .o_pal_event(pal_event), .o_socket_ps(pal_ps),
        .o_bus_ps(o_bus_ps), .o_core_now(o_core_now), .o_check_now(o_check_now), .o_next_ps(board_ps)
    );
    assign o_socket_event = pal_event || bus_event;

`ifdef TMR0_TRACED
    // ---- For waves
    wire unused_des_clock, unused_des_rise, unused_des_fall;
    wire [63:0] des_ps;
    osc des (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps),
        .i_high_ps(`FIG(`FIG_DES_CLOCK) >>> 1), .i_low_ps(`FIG(`FIG_DES_CLOCK) - (`FIG(`FIG_DES_CLOCK) >>> 1)),
        .i_high_part(64'd0), .i_low_part(64'd0), .i_parts(64'd0),
        .i_fall_used(1'b1), .i_lossy(1'b0), .i_seed(32'd1), .o_level(unused_des_clock),
        .o_rise(unused_des_rise), .o_fall(unused_des_fall), .o_next_ps(des_ps)
    );
`else
    wire [63:0] des_ps = 64'h7fff_ffff_ffff_ffff;
`endif

    // ---- The next tick: the earliest that a module asks for, not before the instant of the last
    /*verilator tracing_off*/
    wire [63:0] buffer_ps = out_ps < in_ps ? out_ps : in_ps;
    wire [63:0] host_ps   = bus_ps < des_ps ? bus_ps : des_ps;
    wire [63:0] far_ps    = buffer_ps < host_ps ? buffer_ps : host_ps;
    wire [63:0] moved_ps  = pal_ps < far_ps ? pal_ps : far_ps;
    assign tick_ps     = o_bus_ps < moved_ps ? o_bus_ps : moved_ps;
    assign o_socket_ps = wired && outputs != carried ? 0 : moved_ps;
    wire [63:0] side_ps   = o_socket_ps < o_bus_ps ? o_socket_ps : o_bus_ps;
    wire [63:0] first_ps  = board_ps < side_ps ? board_ps : side_ps;
    /*verilator tracing_on*/
    assign o_next_ps = first_ps < instant ? instant : first_ps;
`undef FIG
endmodule
`default_nettype wire
