// SPDX-License-Identifier: MIT
// When the bus side needs its next tick, and whether OUT changes come from commands or from edges.
`include "edge.vh"
`default_nettype none
module am9513a_schedule (
    input  wire        clk,              // clk_bus
    input  wire        i_por,
    // In this tick
    input  wire        i_write,          // a write acts
    input  wire        i_step,           // it is an extra count: its OUT changes are those of an edge
    input  wire [4:0]  i_out,
    input  wire [4:0]  i_out_z,
    input  wire        i_event,          // something that a check observes
    input  wire        i_effects,
    // The next tick of clk_bus: at once, or at the earliest of these times
    input  wire        i_at_once,        // by what only clk_bus moves
    input  wire        i_edge_at_once,   // by source edges
    input  wire [63:0] i_databus_ps,
    input  wire [63:0] i_outputs_ps,
    input  wire [63:0] i_write_ps,
    input  wire [63:0] i_fx_bus_ps,
    input  wire [63:0] i_fx_pins_ps,
    output reg         o_by_command,     // what changed OUT in the last tick but one
    output wire        o_out_moved,      // OUT has changed by an edge
    output reg         o_check_event,    // a check may have been violated in the last tick
    output wire        o_check_now,      // the next tick of clk_bus needs clk_check; with effects each does
    output wire [63:0] o_next_ps
);
    reg [4:0] out_was, out_z_was;
    reg       by_command;
    assign o_out_moved = i_out != out_was && !o_by_command;
    assign o_check_now = i_event || o_out_moved || i_effects;

    always @(`TMR0_EDGE clk)
        if (i_por)
            {by_command, o_by_command, out_was, out_z_was, o_check_event} <= 0;
        else begin
            by_command    <= i_write && !i_step;
            o_by_command  <= by_command;
            out_was       <= i_out;
            out_z_was     <= i_out_z;
            o_check_event <= i_event || o_out_moved;
        end

    wire [63:0] write_ps = i_databus_ps < i_write_ps ? i_databus_ps : i_write_ps;
    wire [63:0] fx_ps    = i_fx_pins_ps < i_fx_bus_ps ? i_fx_pins_ps : i_fx_bus_ps;
    wire [63:0] bus_ps   = write_ps < fx_ps ? write_ps : fx_ps;
    reg         at_once;
    reg  [63:0] first_ps;
    always @* begin                      // one block, of what only clk_bus moves: simulators skip it at edges
        at_once  = i_at_once || i_write || by_command || {i_out_z, i_out} != {out_z_was, out_was};
        first_ps = at_once ? 0 : bus_ps < i_outputs_ps ? bus_ps : i_outputs_ps;
    end
    assign o_next_ps = i_edge_at_once ? 0 : first_ps;
endmodule
`default_nettype wire
