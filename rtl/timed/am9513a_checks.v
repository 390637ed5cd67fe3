// SPDX-License-Identifier: MIT
// The Am9513A's requirements on its pins, one check per parameter (data sheet symbols), and the notes on edges of
// sources and gates.
`include "figures.vh"
`include "edge.vh"
`default_nettype none
module am9513a_checks #(
    parameter X2_VARIES = 0                  // 0: X2 is judged by its first cycle
) (
    input  wire        clk,          // every tick
    input  wire        clk_check,    // of clk, ticks in which something is observed
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_access,     // the access under way
    // Limits: of the chip's checks in the order of figures.def, 32 bits each; other forms of three of them
    input  wire [`FIG_CHIP_CHECKS*32-1:0] i_limits,
    input  wire signed [31:0] i_twhrl_short_ps,
    input  wire signed [31:0] i_twhwl_short_ps,
    input  wire signed [31:0] i_twheh_double_ps,
    // Pins: movements of this tick; strobes by themselves, not yet gated by CS
    input  wire [63:0] i_pins_ps,    // of their last movement: now, in the tick of one. It spares simulators work
    input  wire        i_cd_moved,
    input  wire        i_data_came,  // those driven towards the chip
    input  wire        i_data_left,
    input  wire        i_cs_fall,
    input  wire        i_cs_rise,
    input  wire        i_rd_fall,
    input  wire        i_rd_rise,
    input  wire        i_wr_fall,
    input  wire        i_wr_rise,
    input  wire [3:0]  i_lost,       // as in am9513a
    input  wire        i_read_begins, // at the pins, not sampled yet: a write that is due acts first
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
    input  wire [44:0] i_mode,       // CM15-7 of each counter
    input  wire [4:0]  i_armed,
    input  wire        i_out_moved,  // a source edge has moved an OUT level
    input  wire        i_command,    // the write that ends is a command to counters
    input  wire [4:0]  i_counters,
    input  wire        i_double,     // LOAD AND ARM, DISARM AND SAVE
    input  wire        i_status_read, // the read that begins, or is under way, is one of the status register
    // For the effects: checks violated in the last tick; what the pins that moved are
    output wire [`FIG_CHIP_CHECKS-1:0] o_broken,
    output wire [4:0]  o_near,       // counters of the last command with a source edge closer before it than TEHWH
    output wire [9:0]  o_source_pins,
    output wire [4:0]  o_trigger_pins,
    output wire [4:0]  o_level_pins,
    output wire [4:0]  o_level_moved,
    output wire        o_x2_missed,    // a cycle is so short that the chip misses pulses; where X2 varies: this rise
    output wire        o_x2_fall_used, // falls of X2 have to be seen
    output wire        o_tick_now    // a tick of clk_check is needed at once
);
`define LIMIT(NUMBER) i_limits[NUMBER*32 +: 32]
`define AT(PS) .clk(clk_check), .i_por(i_por), .i_now_ps(PS), .i_access(access)
`define COMMON `AT(i_now_ps)

    // ---- An observation belongs to the access whose strobe began last: translator and buffer delay the end of an
    // ---- access beyond the beginning of the next. A read begins before what a write does that it waits for. A cycle
    // ---- of X2 that ends as a strobe begins belongs to the access before.
    reg  [31:0] strobe_access;
    wire        strobe = i_read_begins || i_rd_fall || i_wr_fall || i_lost != 0;
    wire [31:0] access = strobe ? i_access : strobe_access;
    always @(`TMR0_EDGE clk_check)
        if (i_por)
            strobe_access <= 0;
        else if (strobe)
            strobe_access <= i_access;

    // ---- C/D
    chk_stable cd_read (
        `AT(i_pins_ps), .i_setup_ps(`LIMIT(`FIG_TAVRL)), .i_hold_ps(`LIMIT(`FIG_TRHAX)),
        .i_data(i_cd_moved), .i_begin(i_read_begin), .i_end(i_read_end),
        .o_setup_broken(o_broken[`FIG_TAVRL]), .o_hold_broken(o_broken[`FIG_TRHAX])
    );
    chk_latch cd_write (
        `AT(i_pins_ps), .i_setup_ps(`LIMIT(`FIG_TAVWH)), .i_hold_ps(`LIMIT(`FIG_TWHAX)),
        .i_come(i_cd_moved), .i_leave(i_cd_moved), .i_begin(i_write_begin), .i_end(i_write_end),
        .o_setup_broken(o_broken[`FIG_TAVWH]), .o_hold_broken(o_broken[`FIG_TWHAX])
    );

    // ---- Data written
    chk_latch data_write (
        `AT(i_pins_ps), .i_setup_ps(`LIMIT(`FIG_TDVWH)), .i_hold_ps(`LIMIT(`FIG_TWHDX)),
        .i_come(i_data_came), .i_leave(i_data_left), .i_begin(i_write_begin), .i_end(i_write_end),
        .o_setup_broken(o_broken[`FIG_TDVWH]), .o_hold_broken(o_broken[`FIG_TWHDX])
    );

    // ---- CS: falls before the strobe and rises after it; the other order is a negative time
    chk_setup tslrl (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TSLRL)),
        .i_data(i_cs_fall), .i_ref(i_rd_fall), .i_window(i_rd_low), .o_broken(o_broken[`FIG_TSLRL])
    );
    chk_hold trhsh (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TRHSH)),
        .i_ref(i_rd_rise), .i_data(i_cs_rise), .i_window(i_rd_low), .o_broken(o_broken[`FIG_TRHSH])
    );
    chk_setup tslwh (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TSLWH)),
        .i_data(i_cs_fall), .i_ref(i_wr_rise), .i_window(1'b0), .o_broken(o_broken[`FIG_TSLWH])
    );
    chk_hold twhsh (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TWHSH)),
        .i_ref(i_wr_rise), .i_data(i_cs_rise), .i_window(i_wr_low), .o_broken(o_broken[`FIG_TWHSH])
    );

    // ---- Widths, of the pins themselves: CS has checks of its own
    chk_width trlrh (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TRLRH)),
        .i_begin(i_rd_fall), .i_end(i_rd_rise), .i_lost(i_lost[3]), .o_broken(o_broken[`FIG_TRLRH])
    );
    chk_width twlwh (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TWLWH)),
        .i_begin(i_wr_fall), .i_end(i_wr_rise), .i_lost(i_lost[2]), .o_broken(o_broken[`FIG_TWLWH])
    );

    // ---- Recovery: a pause begins with the end of one pulse and ends with the next
    chk_width trhrl (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TRHRL)),
        .i_begin(i_read_end), .i_end(i_read_begin), .i_lost(i_lost[1]), .o_broken(o_broken[`FIG_TRHRL])
    );
    chk_width trhwl (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TRHWL)),
        .i_begin(i_read_end), .i_end(i_write_begin), .i_lost(1'b0), .o_broken(o_broken[`FIG_TRHWL])
    );
    chk_width twhrl (
        `COMMON, .i_limit_ps(i_short_write ? i_twhrl_short_ps : `LIMIT(`FIG_TWHRL)),
        .i_begin(i_write_end), .i_end(i_read_begin), .i_lost(1'b0), .o_broken(o_broken[`FIG_TWHRL])
    );
    chk_width twhwl (
        `COMMON, .i_limit_ps(i_short_write ? i_twhwl_short_ps : `LIMIT(`FIG_TWHWL)),
        .i_begin(i_write_end), .i_end(i_write_begin), .i_lost(i_lost[0]), .o_broken(o_broken[`FIG_TWHWL])
    );

    // ---- Clock
    wire clock_now;
    chk_clock #(.EVERY(X2_VARIES)) clock (
        .clk(clk), .clk_bus(clk_check), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(strobe_access),
        .i_period_ps(`LIMIT(`FIG_TCHCH)), .i_high_ps(`LIMIT(`FIG_TCHCL)), .i_low_ps(`LIMIT(`FIG_TCLCH)),
        .i_rise(i_x2_rise), .i_fall(i_x2_fall), .o_fall_used(o_x2_fall_used),
        .o_period_broken(o_broken[`FIG_TCHCH]), .o_high_broken(o_broken[`FIG_TCHCL]),
        .o_low_broken(o_broken[`FIG_TCLCH]), .o_missed(o_x2_missed), .o_tick_now(clock_now)
    );

    // ---- Count sources and gates
    wire [4:0] gate_moved, unused_near;
    wire       pins_now;
    am9513a_pin_checks pins (
        `COMMON, .i_teheh_ps(`LIMIT(`FIG_TEHEH)), .i_tehel_ps(`LIMIT(`FIG_TEHEL)), .i_teleh_ps(`LIMIT(`FIG_TELEH)),
        .i_tgvgv_ps(`LIMIT(`FIG_TGVGV)), .i_src(i_src), .i_gate(i_gate),
        .i_mode(i_mode), .i_armed(i_armed),
        .o_gate_moved(gate_moved), .o_level_moved(o_level_moved),
        .o_source_pins(o_source_pins), .o_trigger_pins(o_trigger_pins), .o_level_pins(o_level_pins),
        .o_teheh_broken(o_broken[`FIG_TEHEH]), .o_tehel_broken(o_broken[`FIG_TEHEL]),
        .o_teleh_broken(o_broken[`FIG_TELEH]), .o_tgvgv_broken(o_broken[`FIG_TGVGV]), .o_tick_now(pins_now)
    );

    // ---- Notes: edges of sources near commands, edges of gates near commands, edges of the two near each other
    wire [4:0]  edges, edges_had, moves, moves_had;
    wire [319:0] edge_ps, move_ps;
    edge_times source_edges (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_edge(i_edge), .o_edge(edges), .o_had(edges_had),
        .o_ps(edge_ps)
    );
    edge_times gate_moves (
        .clk(clk_check), .i_por(i_por), .i_now_ps(i_now_ps), .i_edge(gate_moved), .o_edge(moves), .o_had(moves_had),
        .o_ps(move_ps)
    );

    wire command_now, gate_now, level_now;
    chk_source command (
        `COMMON,
        .i_before_ps(`LIMIT(`FIG_TEHWH)), .i_after_ps(i_double ? i_twheh_double_ps : `LIMIT(`FIG_TWHEH)),
        .i_edge(edges), .i_had(edges_had), .i_edge_ps(edge_ps),
        .i_command(i_command), .i_counters(i_counters), .o_near(o_near),
        .o_before_broken(o_broken[`FIG_TEHWH]), .o_after_broken(o_broken[`FIG_TWHEH]), .o_tick_now(command_now)
    );
    chk_source gate_command (
        `COMMON, .i_before_ps(`LIMIT(`FIG_TGVWH)), .i_after_ps(`LIMIT(`FIG_TWHGV)),
        .i_edge(moves), .i_had(moves_had), .i_edge_ps(move_ps),
        .i_command(i_command), .i_counters(i_counters), .o_near(unused_near),
        .o_before_broken(o_broken[`FIG_TGVWH]), .o_after_broken(o_broken[`FIG_TWHGV]), .o_tick_now(gate_now)
    );
    chk_gate gate_level (
        `COMMON, .i_setup_ps(`LIMIT(`FIG_TGVEH)), .i_hold_ps(`LIMIT(`FIG_TEHGV)),
        .i_edge(edges), .i_had(edges_had), .i_edge_ps(edge_ps),
        .i_moved(o_level_moved),
        .o_setup_broken(o_broken[`FIG_TGVEH]), .o_hold_broken(o_broken[`FIG_TEHGV]), .o_tick_now(level_now)
    );
    reg bus_now;
    always @* begin                      // a block, of what no source edge moves: simulators skip it at those
        bus_now = pins_now;
        if (gate_now) bus_now = 1;
    end
    assign o_tick_now = bus_now || clock_now || command_now || level_now;

    // ---- Notes: OUT levels near a status read
    chk_setup tehrl (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TEHRL)),
        .i_data(i_out_moved), .i_ref(i_read_begin && i_status_read), .i_window(1'b0), .o_broken(o_broken[`FIG_TEHRL])
    );
    chk_hold trheh (
        `COMMON, .i_limit_ps(`LIMIT(`FIG_TRHEH)),
        .i_ref(i_read_end && i_status_read), .i_data(i_out_moved), .i_window(i_reading && i_status_read),
        .o_broken(o_broken[`FIG_TRHEH])
    );
`undef COMMON
`undef AT
`undef LIMIT

`ifdef FORMAL
    // ---- Proved, under A1 and A2 (formal/time.vh). Rules, which formal/wiring.awk writes out for each check:
    //   1 Each check sees the pins and ticks that formal/wiring names, power-up, the time and the access under way,
    //     of X2 that before a strobe of this tick.
    //   2 The record that figures.def names in a row has the limit of that row, and reports its violations there.
    //   3 The other outputs are what formal/wiring names: a tick is needed at once if one of the checks needs it.
    //   4 A cycle of X2 follows one that was judged exactly if X2_VARIES.
    // The access under way is that of the last strobe that began or was lost, or of a read that waits to begin.
`include "time.vh"
    reg [31:0]  f_last_access;
    wire        f_begins = i_read_begins || i_rd_fall || i_wr_fall || i_lost != 0;
    wire [31:0] f_access = f_begins ? i_access : f_last_access;
    always @(posedge clk) f_last_access <= i_por ? 0 : f_access;
    (* hierconn *) wire [1:0] \clock.edges ;
    reg         f_cycle_over;
    always @(posedge clk) f_cycle_over <= \clock.edges == 3;
    always @* if (f_ticked) assert (strobe_access == f_last_access);
    always @* if (f_past && f_cycle_over) assert ((\clock.edges != 3) == (X2_VARIES != 0));           // 4
`include "wiring.vh"
`endif
endmodule
`default_nettype wire
