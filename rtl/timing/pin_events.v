// SPDX-License-Identifier: MIT
// Ticks and events for the checks and delays of this folder in an ordinary test bench: one tick after each movement
// of a pin, at the simulator's time. Pins that move at one instant in one simulation cycle share a tick. Pins that move
// later in the same instant get their own tick with the same time.
`default_nettype none
module pin_events #(
    parameter PINS = 1,
    parameter UNIT_PS = 1000             // the time unit of this module's `timescale, ps
) (
    input  wire [PINS-1:0] i_pins,
    output reg             clk = 0,      // rises at each tick
    output reg             o_por = 1,    // in the first tick: the levels at the start are no events
    output reg  [63:0]     o_now_ps,
    output reg  [PINS-1:0] o_rise,       // in this tick
    output reg  [PINS-1:0] o_fall
);
    reg [PINS-1:0] was = 0;
    reg            started = 0;

    // The events are set before the edge of clk, which comes last in a simulation cycle
    always @(i_pins or clk)
        if (clk)
            clk <= 0;
        else if (!started || i_pins !== was) begin
            /* verilator lint_off REALCVT */
            o_now_ps = $realtime * UNIT_PS;
            /* verilator lint_on REALCVT */
            o_rise   = started ? i_pins & ~was : {PINS{1'b0}};
            o_fall   = started ? ~i_pins & was : {PINS{1'b0}};
            o_por    = !started;
            was      = i_pins;
            started  = 1;
            clk     <= 1;
        end
endmodule
`default_nettype wire
