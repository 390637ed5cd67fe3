// SPDX-License-Identifier: MIT
// What a SAVE of one counter copies to Hold. With effects on, a SAVE whose counter had a source edge closer before it
// than TEHWH may take the count from before that edge. The value is ready one tick early: no counter counts in the tick
// before a write.
`include "edge.vh"
`default_nettype none
module am9513a_early_save (
    input  wire        clk,
    input  wire        clk_core,
    input  wire        i_effects,
    input  wire        i_edge,           // an active edge at the counter in this tick
    input  wire        i_early,          // a SAVE in the next tick takes the earlier count
    input  wire [15:0] i_count,
    output reg  [15:0] o_save
);
    // Both without a reset: a counter is early only after an edge, and a write comes only after a tick of clk_core
    reg [15:0] earlier;                  // before the last edge

    always @(`TMR0_EDGE clk)
        if (i_effects)                   // alone: simulators put the five counters' into one
            if (i_edge) earlier <= i_count;

    always @(`TMR0_EDGE clk_core)
        o_save <= i_early ? earlier : i_count;
endmodule
`default_nettype wire
