// SPDX-License-Identifier: MIT
// The transport delays of output pins, each pin on a line of its own: every change comes out, in order, even if several
// are under way at once. A change that would overtake the one before it comes out with it, in the next tick of the same
// instant. When 127 changes of a pin are under way a new one replaces the newest.
`default_nettype none
module pin_delay #(
    parameter PINS = 1,
    parameter WIDTH = 1                     // signals that make up a pin, and move together
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

    reg [WIDTH-1:0]      value [0:PINS*128-1];
    reg [63:0]           due_ps [0:PINS*128-1];
    reg [6:0]            first [0:PINS-1], free [0:PINS-1];
    reg [PINS*WIDTH-1:0] target;
    reg [63:0]           next_ps;            // when the next change comes out

    assign o_next_ps = i_in != target ? 0 : next_ps;

    function integer at;                     // a place of a line
        input integer   pin;
        input     [6:0] place_of;
        at = 128 * pin + {25'd0, place_of};
    endfunction

    // Assigned in place: what only this block reads, and intermediate values, worked out only when there is a change
    /* verilator lint_off BLKSEQ */
    integer    n;
    reg [63:0] new_ps, soonest_ps;
    reg [6:0]  place;

    always @(posedge clk)
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
                    place = free[n] - 7'd1;          // of the newest, which a full line replaces
                    if (free[n] + 7'd1 != first[n]) begin
                        place   = free[n];
                        free[n] = free[n] + 7'd1;
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
                    first[n] = first[n] + 7'd1;
                end
                if (first[n] != free[n] && due_ps[at(n, first[n])] < soonest_ps)
                    soonest_ps = due_ps[at(n, first[n])];
            end
            next_ps <= soonest_ps;
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
