// SPDX-License-Identifier: MIT
// Ticks for a part in ordinary simulated time. A round is a simulation cycle: after pins have moved, or a tick has
// ended, some pass until all has settled. Then comes the next tick of this instant. If none is due, the part wakes
// itself later.
`timescale 1ps / 1ps
`default_nettype none
module device_ticks #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] RESTING = 0        // levels at power-up
) (
    input  wire [WIDTH-1:0] i_pins,          // x and z count as 1
    input  wire [63:0]      i_next_ps,       // the next tick; 0: at once
    output reg              clk,
    output reg              o_por,
    output reg  [63:0]      o_now_ps,
    output reg              o_same_instant,  // not the first tick of this instant
    output reg  [WIDTH-1:0] o_pins,          // levels of this tick
    output reg  [WIDTH-1:0] o_pins_were,     // and of the last
    output wire             o_idle           // all of this instant is done
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;
    localparam FIRST_ROUND = 1, LAST_ROUND = 4;

    reg [WIDTH-1:0] known;
    integer         n;
    always @* begin
        known = i_pins;
        for (n = 0; n < WIDTH; n = n + 1)
            known[n] = i_pins[n] !== 1'b0;
    end

    reg         gathering, ticking;          // before a tick: pins may still move; its edge is coming
    reg  [2:0]  round;
    reg  [63:0] instant, wake, wake_ps, delay;
    wire        moved = known != o_pins;
    assign o_idle = !clk && round == LAST_ROUND && !moved && !gathering && !ticking && i_next_ps > o_now_ps;

    initial begin
        clk       = 0;
        o_por     = 1;
        gathering = 1;
        ticking   = 0;
        round     = LAST_ROUND;
        o_now_ps  = 0;
        instant   = NEVER;
        wake      = 0;
        wake_ps   = NEVER;
        o_pins    = RESTING;
        {o_pins_were, o_same_instant} = 0;
        /* verilator lint_off INITIALDLY */
        wake     <= 1;                       // when all processes wait
        /* verilator lint_on INITIALDLY */
    end

    always @(moved or clk or wake or round)
        if (clk) begin
            ticking = 0;
            clk   <= 0;
            round <= FIRST_ROUND;
        end else if (round != LAST_ROUND)
            round <= !moved && !gathering && i_next_ps > o_now_ps ? LAST_ROUND : round + 1;
        else if (ticking)
            ;                                // what moves before the edge counts for the next tick
        else if (moved && !gathering && !o_por) begin
            gathering = 1;
            round    <= FIRST_ROUND;
        end else if (gathering || (!o_por && i_next_ps <= $time)) begin
            o_now_ps       = $time;
            o_same_instant = o_now_ps == instant;
            instant        = o_now_ps;
            o_pins_were    = o_pins;
            if (!o_por)
                o_pins = known;
            gathering      = 0;
            ticking        = 1;
            clk           <= 1;
        end else if (!o_por && i_next_ps != wake_ps && i_next_ps != NEVER) begin
            wake_ps = i_next_ps;             // a value of its own for each: one that comes in vain hides no other
            delay   = i_next_ps - $time;
`ifdef VERILATOR
            fork                             // 5.006 never wakes from the other form
                begin
                    #(delay) wake = $time;
                end
            join_none
`else
            wake <= #(delay) wake_ps;        // Icarus 11 loses a process that a loop forks
`endif
        end

    always @(posedge clk)
        o_por <= 0;
endmodule
`default_nettype wire
