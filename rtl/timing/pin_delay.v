// SPDX-License-Identifier: MIT
// The transport delays of output pins, each pin on a line of its own: every change comes out, in order, even if several
// are under way at once. A change that would overtake the one before it comes out with it, in the next tick of the same
// instant. When 127 changes of a pin are under way a new one replaces the newest.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module pin_delay #(
    parameter PINS = 1,
    parameter WIDTH = 1,                    // signals that make up a pin, and move together
    parameter BITS = 7                      // 2**BITS places a line, one of which stays free
) (
    input  wire                  clk,
    input  wire                  i_por,
    input  wire [63:0]           i_now_ps,
    input  wire signed [31:0]    i_delay_ps,
    input  wire signed [31:0]    i_other_ps, // delay of the pins of i_other
    input  wire [PINS-1:0]       i_other,
    input  wire [PINS*WIDTH-1:0] i_in,       // the lowest pin lowest
    input  wire                  i_hold,     // i_in moves in the next tick: nothing comes out yet
    output reg  [PINS*WIDTH-1:0] o_out,
    output wire [63:0]           o_next_ps   // 0: at once
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    localparam PLACES = 2**BITS;
    localparam [31-BITS:0] HIGH_BITS = 0;       // of the number of a place of all
    reg [WIDTH-1:0]      value [0:PINS*PLACES-1];
    reg [63:0]           due_ps [0:PINS*PLACES-1];
    reg [BITS-1:0]       first [0:PINS-1], free [0:PINS-1];
    reg [PINS*WIDTH-1:0] target;
    reg [63:0]           next_ps;            // when the next change comes out

    assign o_next_ps = i_in != target ? 0 : next_ps;

    function integer at;                     // a place of a line
        input integer    pin;
        input [BITS-1:0] place_of;
        at = PLACES * pin + {HIGH_BITS, place_of};
    endfunction

    // Blocking assignments: what only this block reads, and intermediate values, worked out only when there is a change
    /* verilator lint_off BLKSEQ */
    integer    n;
    reg [63:0] new_ps, soonest_ps;
    reg [BITS-1:0] place;
    localparam [BITS-1:0] ONE = 1;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            o_out   <= 0;
            target  <= 0;
            next_ps <= NEVER;
            for (n = 0; n < PINS; n = n + 1) begin
                first[n] = 0;
                free[n]  = 0;
            end
        end else if (i_in != target) begin
            target     <= i_in;
            soonest_ps  = next_ps;
            for (n = 0; n < PINS; n = n + 1)
                if (i_in[n*WIDTH +: WIDTH] != target[n*WIDTH +: WIDTH]) begin
                    new_ps = i_now_ps + (i_other[n] ? {{32{i_other_ps[31]}}, i_other_ps}
                                                    : {{32{i_delay_ps[31]}}, i_delay_ps});
                    place = free[n] - ONE;          // of the newest, which a full line replaces
                    if (free[n] + ONE != first[n]) begin
                        place   = free[n];
                        free[n] = free[n] + ONE;
                        due_ps[at(n, place)] = new_ps;
                    end
                    value[at(n, place)] = i_in[n*WIDTH +: WIDTH];
                    if (new_ps < soonest_ps)
                        soonest_ps = new_ps;
                end
            next_ps <= soonest_ps;
        end else if (!i_hold && i_now_ps >= next_ps) begin
            soonest_ps = NEVER;
            for (n = 0; n < PINS; n = n + 1) begin
                if (first[n] != free[n] && i_now_ps >= due_ps[at(n, first[n])]) begin
                    o_out[n*WIDTH +: WIDTH] <= value[at(n, first[n])];
                    first[n] = first[n] + ONE;
                end
                if (first[n] != free[n] && due_ps[at(n, first[n])] < soonest_ps)
                    soonest_ps = due_ps[at(n, first[n])];
            end
            next_ps <= soonest_ps;
        end
    /* verilator lint_on BLKSEQ */

`ifdef FORMAL
    // ---- Proved for two pins of one signal and lines of 4 places (BITS = 2), for either pin, f_pin. Assumed besides
    // A1 and A2 of time.vh:
    //   A3 A change is due at a time from 0 on, below 2^63.
    // f_pick picks any change of that pin that finds a free place; it is followed until it is out or replaced. Rules:
    //   1 It comes out at its time or later, with its value, after all changes that were under way before it.
    //   2 If it is the oldest, it comes out in the first tick from its time on that brings no change of any pin
    //     and no i_hold.
    //   3 The output moves for no other reason.
    //   4 It is replaced only as the newest in a full line.
    //   5 A tick is asked for at its time, or before, while it is the oldest.
    // Reached: three changes come out; one is replaced; one with a shorter delay waits for the one before it; the
    // second pin has another delay.
`include "time.vh"
    (* anyseq *) wire f_pick;
    (* anyconst *) wire f_pin;
    reg            f_on = 0, f_value, f_popped = 0, f_due_then = 0, f_was_out, f_waited = 0, f_replaced = 0;
    reg [BITS-1:0] f_ahead, f_first_was;
    reg [1:0]      f_outs = 0;
    reg [63:0]     f_due_ps;
    wire [BITS-1:0] f_count = free[f_pin] - first[f_pin];
    wire            f_full  = &f_count;
    wire            f_moves = i_in != target, f_mine = i_in[f_pin] != target[f_pin];
    wire [63:0]     f_new_ps = i_now_ps + (i_other[f_pin] ? {{32{i_other_ps[31]}}, i_other_ps}
                                                      : {{32{i_delay_ps[31]}}, i_delay_ps});
    wire [63:0]     f_place_due   = due_ps[at({31'd0, f_pin}, first[f_pin] + f_ahead)];
    wire            f_place_value = value[at({31'd0, f_pin}, first[f_pin] + f_ahead)];
    wire [63:0]     f_oldest_due  = due_ps[at({31'd0, f_pin}, first[f_pin])];

    always @(posedge clk) begin
        f_was_out   <= o_out[f_pin];
        f_first_was <= first[f_pin];
        f_popped    <= 0;
        f_due_then  <= 0;
        if (i_por) begin
            f_on       <= 0;
            f_outs     <= 0;
            f_waited   <= 0;
            f_replaced <= 0;
        end else if (f_moves) begin
            if (f_mine && f_on && f_full && f_ahead == f_count - ONE) begin
                f_on       <= 0;                                                                               // 4
                f_replaced <= 1;
            end else if (f_mine && !f_on && f_pick && !f_full) begin
                f_on     <= 1;
                f_ahead  <= f_count;
                f_due_ps <= f_new_ps;
                f_value  <= i_in[f_pin];
                f_waited <= f_count != 0 && f_new_ps < f_oldest_due;
            end
        end else if (f_on && !i_hold && f_ahead == 0 && i_now_ps >= f_due_ps) begin
            f_due_then <= 1;
            f_on       <= 0;
            f_outs     <= f_outs + (f_outs != 3);
        end else if (f_on && !i_hold && i_now_ps >= f_oldest_due)
            f_ahead <= f_ahead - ONE;
    end

    always @* begin
        if (f_moves) assume (!f_new_ps[63]);                                                                 // A3

        // State, without which the rules are not inductive
        if (f_ticked && f_count != 0) assert (next_ps <= f_oldest_due);
        if (f_on) assert (f_past && f_ahead < f_count && f_place_due == f_due_ps && f_place_value == f_value);

        if (f_past && f_due_then)                                                                             // 1, 2
            assert (o_out[f_pin] == f_value && f_last_ps >= f_due_ps && first[f_pin] == f_first_was + ONE);
        if (f_past && o_out[f_pin] != f_was_out) assert (first[f_pin] == f_first_was + ONE);                // 3
        if (f_on && f_ahead == 0 && !f_moves) assert (o_next_ps <= f_due_ps);                                  // 5
        cover (f_past && f_outs == 3 && f_count == 0);
        cover (f_replaced);
        cover (f_past && f_due_then && f_waited);
        cover (f_past && f_due_then && f_pin && i_other == 2 && f_due_ps > 5);
    end
`endif
endmodule
`default_nettype wire
