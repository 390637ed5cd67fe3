// SPDX-License-Identifier: MIT
// The Am9513A's requirements on its pins, one check per parameter (data sheet symbols), and the notes on edges of
// sources and gates.
`include "figures.vh"
`default_nettype none
module am9513a_checks (
    input  wire        clk,          // every tick
    input  wire        clk_bus,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_access,     // the access under way
    // Every module takes the whole table of figures and reads its own: one bus, one numbering
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [`FIG_RTL*32-1:0] i_fig,
    /* verilator lint_on UNUSEDSIGNAL */
    // Pins: movements of this tick; strobes by themselves, not yet gated by CS
    input  wire        i_cd_moved,
    input  wire        i_data_moved, // those driven towards the chip
    input  wire        i_cs_fall,
    input  wire        i_cs_rise,
    input  wire        i_rd_fall,
    input  wire        i_rd_rise,
    input  wire        i_wr_fall,
    input  wire        i_wr_rise,
    // Strobes, and pauses between them, that were too short for what drives the pin
    input  wire        i_rd_lost,
    input  wire        i_wr_lost,
    input  wire        i_rd_pause_lost,
    input  wire        i_wr_pause_lost,
    // Pins before this tick
    input  wire        i_rd_low,
    input  wire        i_wr_low,
    input  wire        i_reading,    // selected
    // Selected strobes
    input  wire        i_read_begin,
    input  wire        i_read_end,
    input  wire        i_write_begin,
    input  wire        i_write_end,
    // The chip's state
    input  wire        i_short_write,      // short data write mode
    input  wire [4:0]  i_edge,       // active source edges, never in a tick with pin movements
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    input  wire [4:0]  i_src,        // pins as sampled
    input  wire [4:0]  i_gate,
    // The mode registers, of which source and gate are read here
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [15:0] i_mode1,
    input  wire [15:0] i_mode2,
    input  wire [15:0] i_mode3,
    input  wire [15:0] i_mode4,
    input  wire [15:0] i_mode5,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [4:0]  i_armed,
    input  wire        i_out_moved,  // a source edge has moved an OUT level
    input  wire        i_command,    // the write that ends is a command to counters
    input  wire [4:0]  i_counters,
    input  wire        i_double,     // LOAD AND ARM, DISARM AND SAVE
    input  wire        i_status_read, // the read that begins, or is under way, is one of the status register
    // For the effects: checks violated in the last tick (those of other modules are 0); what the pins that moved are
    output wire [`FIG_CHECKS-1:0] o_broken,
    output wire [4:0]  o_near,       // counters of the last command with a source edge closer before it than TEHWH
    output wire [9:0]  o_source_pins,
    output wire [4:0]  o_trigger_pins,
    output wire [4:0]  o_level_pins,
    output wire [4:0]  o_level_moved,
    output wire        o_x2_fall_used, // falls of X2 have to be seen
    output wire        o_tick_now    // clk_bus is needed at once
);
`define FIG(NUMBER) i_fig[NUMBER*32 +: 32]
`define COMMON .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(access)

    // ---- An observation belongs to the access whose strobe began last: translator and buffer delay the end of an
    // ---- access beyond the beginning of the next.
    reg  [31:0] strobe_access;
    wire        strobe = i_rd_fall || i_wr_fall || i_rd_lost || i_wr_lost || i_rd_pause_lost || i_wr_pause_lost;
    wire [31:0] access = strobe ? i_access : strobe_access;
    always @(posedge clk_bus)
        if (i_por)
            strobe_access <= 0;
        else if (strobe)
            strobe_access <= i_access;

    // ---- C/D
    chk_stable cd_read (
        `COMMON, .i_setup_ps(`FIG(`FIG_TAVRL)), .i_hold_ps(`FIG(`FIG_TRHAX)),
        .i_data(i_cd_moved), .i_begin(i_read_begin), .i_end(i_read_end),
        .o_setup_broken(o_broken[`FIG_TAVRL]), .o_hold_broken(o_broken[`FIG_TRHAX])
    );
    chk_setup tavwh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TAVWH)),
        .i_data(i_cd_moved), .i_ref(i_write_end), .i_window(1'b0), .o_broken(o_broken[`FIG_TAVWH])
    );
    chk_hold twhax (
        `COMMON, .i_limit_ps(`FIG(`FIG_TWHAX)),
        .i_ref(i_write_end), .i_data(i_cd_moved), .i_window(1'b0), .o_broken(o_broken[`FIG_TWHAX])
    );

    // ---- Data written
    chk_setup tdvwh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TDVWH)),
        .i_data(i_data_moved), .i_ref(i_write_end), .i_window(1'b0), .o_broken(o_broken[`FIG_TDVWH])
    );
    chk_hold twhdx (
        `COMMON, .i_limit_ps(`FIG(`FIG_TWHDX)),
        .i_ref(i_write_end), .i_data(i_data_moved), .i_window(1'b0), .o_broken(o_broken[`FIG_TWHDX])
    );

    // ---- CS: falls before the strobe and rises after it; the other order is a negative time
    chk_setup tslrl (
        `COMMON, .i_limit_ps(`FIG(`FIG_TSLRL)),
        .i_data(i_cs_fall), .i_ref(i_rd_fall), .i_window(i_rd_low), .o_broken(o_broken[`FIG_TSLRL])
    );
    chk_hold trhsh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TRHSH)),
        .i_ref(i_rd_rise), .i_data(i_cs_rise), .i_window(i_rd_low), .o_broken(o_broken[`FIG_TRHSH])
    );
    chk_setup tslwh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TSLWH)),
        .i_data(i_cs_fall), .i_ref(i_wr_rise), .i_window(1'b0), .o_broken(o_broken[`FIG_TSLWH])
    );
    chk_hold twhsh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TWHSH)),
        .i_ref(i_wr_rise), .i_data(i_cs_rise), .i_window(i_wr_low), .o_broken(o_broken[`FIG_TWHSH])
    );

    // ---- Widths, of the pins themselves: CS has checks of its own
    chk_width trlrh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TRLRH)),
        .i_begin(i_rd_fall), .i_end(i_rd_rise), .i_lost(i_rd_lost), .o_broken(o_broken[`FIG_TRLRH])
    );
    chk_width twlwh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TWLWH)),
        .i_begin(i_wr_fall), .i_end(i_wr_rise), .i_lost(i_wr_lost), .o_broken(o_broken[`FIG_TWLWH])
    );

    // ---- Recovery
    chk_recovery trhrl (
        `COMMON, .i_limit_ps(`FIG(`FIG_TRHRL)),
        .i_end(i_read_end), .i_begin(i_read_begin), .i_lost(i_rd_pause_lost), .o_broken(o_broken[`FIG_TRHRL])
    );
    chk_recovery trhwl (
        `COMMON, .i_limit_ps(`FIG(`FIG_TRHWL)),
        .i_end(i_read_end), .i_begin(i_write_begin), .i_lost(1'b0), .o_broken(o_broken[`FIG_TRHWL])
    );
    chk_recovery twhrl (
        `COMMON, .i_limit_ps(i_short_write ? `FIG(`FIG_TWHRL_SHORT) : `FIG(`FIG_TWHRL)),
        .i_end(i_write_end), .i_begin(i_read_begin), .i_lost(1'b0), .o_broken(o_broken[`FIG_TWHRL])
    );
    chk_recovery twhwl (
        `COMMON, .i_limit_ps(i_short_write ? `FIG(`FIG_TWHWL_SHORT) : `FIG(`FIG_TWHWL)),
        .i_end(i_write_end), .i_begin(i_write_begin), .i_lost(i_wr_pause_lost), .o_broken(o_broken[`FIG_TWHWL])
    );

    // ---- Clock
    wire clock_now;
    chk_clock clock (
        .clk(clk), .clk_bus(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(access),
        .i_period_ps(`FIG(`FIG_TCHCH)), .i_high_ps(`FIG(`FIG_TCHCL)), .i_low_ps(`FIG(`FIG_TCLCH)),
        .i_rise(i_x2_rise), .i_fall(i_x2_fall), .o_fall_used(o_x2_fall_used),
        .o_period_broken(o_broken[`FIG_TCHCH]), .o_high_broken(o_broken[`FIG_TCHCL]),
        .o_low_broken(o_broken[`FIG_TCLCH]), .o_tick_now(clock_now)
    );

    // ---- Count sources and gates
    wire [4:0] gate_moved, unused_near;
    wire       pins_now;
    am9513a_pin_checks pins (
        `COMMON, .i_fig(i_fig), .i_src(i_src), .i_gate(i_gate),
        .i_mode1(i_mode1[15:7]), .i_mode2(i_mode2[15:7]), .i_mode3(i_mode3[15:7]), .i_mode4(i_mode4[15:7]),
        .i_mode5(i_mode5[15:7]), .i_armed(i_armed),
        .o_gate_moved(gate_moved), .o_level_moved(o_level_moved),
        .o_source_pins(o_source_pins), .o_trigger_pins(o_trigger_pins), .o_level_pins(o_level_pins),
        .o_teheh_broken(o_broken[`FIG_TEHEH]), .o_tehel_broken(o_broken[`FIG_TEHEL]),
        .o_teleh_broken(o_broken[`FIG_TELEH]), .o_tgvgv_broken(o_broken[`FIG_TGVGV]), .o_tick_now(pins_now)
    );

    // ---- Notes: edges of sources near commands, edges of gates near commands, edges of the two near each other
    wire [4:0]  edges, edges_had, moves, moves_had;
    wire [63:0] edge1_ps, edge2_ps, edge3_ps, edge4_ps, edge5_ps;
    wire [63:0] move1_ps, move2_ps, move3_ps, move4_ps, move5_ps;
    edge_times source_edges (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_edge(i_edge), .o_edge(edges), .o_had(edges_had),
        .o_ps1(edge1_ps), .o_ps2(edge2_ps), .o_ps3(edge3_ps), .o_ps4(edge4_ps), .o_ps5(edge5_ps)
    );
    edge_times gate_moves (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_edge(gate_moved), .o_edge(moves), .o_had(moves_had),
        .o_ps1(move1_ps), .o_ps2(move2_ps), .o_ps3(move3_ps), .o_ps4(move4_ps), .o_ps5(move5_ps)
    );

    wire command_now, gate_now, level_now;
    chk_source command (
        `COMMON,
        .i_before_ps(`FIG(`FIG_TEHWH)), .i_after_ps(i_double ? `FIG(`FIG_TWHEH_DOUBLE) : `FIG(`FIG_TWHEH)),
        .i_edge(edges), .i_had(edges_had), .i_edge1_ps(edge1_ps), .i_edge2_ps(edge2_ps), .i_edge3_ps(edge3_ps),
        .i_edge4_ps(edge4_ps), .i_edge5_ps(edge5_ps),
        .i_command(i_command), .i_counters(i_counters), .o_near(o_near),
        .o_before_broken(o_broken[`FIG_TEHWH]), .o_after_broken(o_broken[`FIG_TWHEH]), .o_tick_now(command_now)
    );
    chk_source gate_command (
        `COMMON, .i_before_ps(`FIG(`FIG_TGVWH)), .i_after_ps(`FIG(`FIG_TWHGV)),
        .i_edge(moves), .i_had(moves_had), .i_edge1_ps(move1_ps), .i_edge2_ps(move2_ps), .i_edge3_ps(move3_ps),
        .i_edge4_ps(move4_ps), .i_edge5_ps(move5_ps),
        .i_command(i_command), .i_counters(i_counters), .o_near(unused_near),
        .o_before_broken(o_broken[`FIG_TGVWH]), .o_after_broken(o_broken[`FIG_TWHGV]), .o_tick_now(gate_now)
    );
    chk_gate gate_level (
        `COMMON, .i_setup_ps(`FIG(`FIG_TGVEH)), .i_hold_ps(`FIG(`FIG_TEHGV)),
        .i_edge(edges), .i_had(edges_had), .i_edge1_ps(edge1_ps), .i_edge2_ps(edge2_ps), .i_edge3_ps(edge3_ps),
        .i_edge4_ps(edge4_ps), .i_edge5_ps(edge5_ps),
        .i_moved(o_level_moved),
        .o_setup_broken(o_broken[`FIG_TGVEH]), .o_hold_broken(o_broken[`FIG_TEHGV]), .o_tick_now(level_now)
    );
    assign o_tick_now = clock_now || pins_now || command_now || gate_now || level_now;

    // ---- Notes: OUT levels near a status read
    chk_setup tehrl (
        `COMMON, .i_limit_ps(`FIG(`FIG_TEHRL)),
        .i_data(i_out_moved), .i_ref(i_read_begin && i_status_read), .i_window(1'b0), .o_broken(o_broken[`FIG_TEHRL])
    );
    chk_hold trheh (
        `COMMON, .i_limit_ps(`FIG(`FIG_TRHEH)),
        .i_ref(i_read_end && i_status_read), .i_data(i_out_moved), .i_window(i_reading && i_status_read),
        .o_broken(o_broken[`FIG_TRHEH])
    );
    assign o_broken[`FIG_CHECKS-1:`FIG_HOST_READ] = 0;
`undef COMMON
`undef FIG
endmodule
`default_nettype wire
