// SPDX-License-Identifier: MIT
// Ticks for a part in ordinary simulated time. A round is a simulation cycle: some pass after pins have moved, and
// after a tick that has moved outputs, so that outside logic settles before the next tick of this instant. If none is
// due, the part wakes itself later.
`timescale 1ps / 1ps
`default_nettype none
module device_ticks #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] RESTING = 0        // levels at power-up
) (
    input  wire [WIDTH-1:0] i_pins,          // x and z count as 1
    input  wire [31:0]      i_outputs,       // outside pins may answer their movements
    input  wire [63:0]      i_next_ps,       // the next tick; 0: at once
    input  wire [63:0]      i_pins_ps,       // the next tick of clk_pins
    output wire             clk,
    output wire             clk_pins,        // clk where a pin has moved, or from i_pins_ps on
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

    reg         asked, ended, with_pins;     // a tick
    reg         gathering;                   // before a tick: pins may still move
    reg  [2:0]  round;
    reg  [31:0] outputs_were;
    reg  [63:0] instant, wake, wake_ps, delay;
    // The first round after a tick in which all wires show it: Verilator evaluates them before a process runs
`ifdef VERILATOR
    localparam EVALUATED = FIRST_ROUND;
    wire        started = asked;
`else
    localparam EVALUATED = FIRST_ROUND + 1;
    reg         started = 0;
    always @(asked)
        started <= asked;
`endif
    wire        moved    = known != o_pins;
    wire        over     = !gathering && round >= EVALUATED && i_next_ps > o_now_ps;
    reg         settled;
    assign      clk      = started != ended;
    assign      clk_pins = clk && with_pins;
    assign      o_idle   = asked == ended && over && !moved;

    initial begin
        {asked, ended, with_pins} = 0;
        o_por     = 1;
        gathering = 1;
        round     = LAST_ROUND;
        o_now_ps  = 0;
        instant   = NEVER;
        wake      = 0;
        wake_ps   = NEVER;
        o_pins    = RESTING;
        {o_pins_were, o_same_instant, outputs_were} = 0;
        /* verilator lint_off INITIALDLY */
        wake     <= 1;                       // when all processes wait
        /* verilator lint_on INITIALDLY */
    end

    // A process that `round` has woken may run before or after the wires that depend on `round`: the standard leaves it
    // open. So it works out here what it needs of them; the inputs have settled in an earlier round.
    /* verilator lint_off BLKSEQ */          // it is no clocked process, as Verilator 5.006 takes it
    always @(moved or ended or wake or round) begin
        settled = round == LAST_ROUND || (!gathering && round >= EVALUATED && i_next_ps > o_now_ps);
        if (asked != ended)
            ;                                // what moves before the edge counts for the next tick
        else if (moved && !gathering && !o_por) begin
            gathering = 1;
            round    <= 0;                   // a change: after the last tick it stayed at EVALUATED
        end else if (!settled)
            // reports are due at the fall of clk, before the next tick
            round <= !gathering && round >= EVALUATED && i_outputs === outputs_were ? LAST_ROUND : round + 1;
        else if (gathering || (!o_por && i_next_ps <= $time)) begin
            o_now_ps       = $time;
            o_same_instant = o_now_ps == instant;
            instant        = o_now_ps;
            with_pins      = o_por || known != o_pins || i_pins_ps <= o_now_ps;
            o_pins_were    = o_pins;
            if (!o_por)
                o_pins = known;
            outputs_were   = i_outputs;
            gathering      = 0;
            asked          = !asked;
            round         <= FIRST_ROUND;
        end else if (!o_por && i_next_ps != wake_ps && i_next_ps != NEVER) begin
            wake_ps = i_next_ps;             // a value of its own for each: one that comes in vain hides no other
            delay   = i_next_ps - $time;
`ifdef VERILATOR
            fork                             // 5.006 never wakes from the other form
                begin
                    /* verilator lint_off ZERODLY */ // i_next_ps lies ahead
                    #(delay) wake = $time;
                    /* verilator lint_on ZERODLY */
                end
            join_none
`else
            wake <= #(delay) wake_ps;        // Icarus 11 loses a process that a loop forks
`endif
        end
    end
    /* verilator lint_on BLKSEQ */

    always @(posedge clk) begin
        ended <= asked;
        o_por <= 0;
    end
endmodule
`default_nettype wire
