// SPDX-License-Identifier: MIT
// The gates: each counter's gate control (CM15-13) derives its gate from the GATE pins and from TCN-1.
//   0 none   1 TCN-1 high   2 GATE N+1 high   3 GATE N-1 high   4 GATE N high   5 GATE N low
//   6 rising edge of GATE N   7 falling edge of GATE N
// The lower neighbour of counter 1 is counter 5, and the upper neighbour of counter 5 is counter 1.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_gates (
    input  wire        clk_core,
    input  wire        i_modes_written,  // 1: the modes may have changed in the last tick
    input  wire [14:0] i_control,        // CM15-13 of each counter, counter 1 lowest
    input  wire [4:0]  i_gate,           // GATE pins
    input  wire [4:0]  i_gate_was,       // before this tick
    input  wire [4:0]  i_tc,
    input  wire [4:0]  i_tc_was,
    output reg  [4:0]  o_active,         // before this tick; none and edges are always active
    output reg  [4:0]  o_edge,           // becomes active, or the selected edge, in this tick
    output reg  [4:0]  o_tc_used         // gated by TCN-1: a change of it needs a tick of its own
);
    reg any_gated;                       // some counter has a gate control; decoded once after a mode is written
    integer m;
    always @(`TMR0_EDGE clk_core)
        if (i_modes_written) begin
            any_gated <= i_control != 0;
            for (m = 0; m < 5; m = m + 1)
                o_tc_used[m] <= i_control[3*m +: 3] == 1;
        end

    // {active, edge} of one counter; up: GATE N+1, down: GATE N-1
    function [1:0] gated;
        input [2:0] control;
        input       tc_now, tc_was, up_now, up_was, down_now, down_was, own_now, own_was;
        case (control)
            3'd0: gated = 2'b10;
            3'd1: gated = {tc_was, tc_now && !tc_was};
            3'd2: gated = {up_was, up_now && !up_was};
            3'd3: gated = {down_was, down_now && !down_was};
            3'd4: gated = {own_was, own_now && !own_was};
            3'd5: gated = {!own_was, !own_now && own_was};
            3'd6: gated = {1'b1, own_now && !own_was};
            default: gated = {1'b1, !own_now && own_was};
        endcase
    endfunction

    integer n;
    always @* begin
        o_active = 5'h1f;
        o_edge   = 5'h00;
        if (any_gated)
            for (n = 0; n < 5; n = n + 1)
                {o_active[n], o_edge[n]} =
                    gated(i_control[3*n +: 3], i_tc[(n + 4) % 5], i_tc_was[(n + 4) % 5], i_gate[(n + 1) % 5],
                          i_gate_was[(n + 1) % 5], i_gate[(n + 4) % 5], i_gate_was[(n + 4) % 5], i_gate[n],
                          i_gate_was[n]);
    end
endmodule
`default_nettype wire
