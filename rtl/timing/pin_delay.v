// SPDX-License-Identifier: MIT
// An output pin's transport delay: every change comes out, in order, even if several are under way at once. Only pulses
// of zero width do not come out. When all 16 places are in use the newest change replaces the last one; no part's
// figures come near that at a legal clock.
`default_nettype none
module pin_delay #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] INITIAL = 0
) (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_delay_ps,
    input  wire [WIDTH-1:0]   i_in,
    input  wire               i_hold,       // i_in moves in the next tick: nothing comes out yet
    output reg  [WIDTH-1:0]   o_out,
    output wire [63:0]        o_next_ps     // 0: at once
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [WIDTH-1:0] value [0:15];
    reg [63:0]      due_ps [0:15];
    reg [3:0]       first, free;
    reg [WIDTH-1:0] target;
    reg [63:0]      last_ps;                // due time of the newest change, never overtaken by a later one

    wire        empty  = first == free;
    wire        full   = first == free + 4'd1;
    wire [3:0]  newest = free - 4'd1;       // by name: Icarus 11 takes `free - 4'd1` as an index of more than 4 bits

    assign o_next_ps = i_in != target ? 0 : empty ? NEVER : due_ps[first];

    /* verilator lint_off BLKSEQ */
    reg [63:0] new_ps;                      // an intermediate value, worked out only when there is a change

    always @(posedge clk)
        if (i_por) begin
            new_ps   = 0;
            o_out   <= INITIAL;
            target  <= INITIAL;
            first   <= 0;
            free    <= 0;
            last_ps <= 0;
        end else begin
            if (i_in != target) begin
                new_ps = i_now_ps + {{32{i_delay_ps[31]}}, i_delay_ps};
                if (new_ps < last_ps)
                    new_ps = last_ps;
                target  <= i_in;
                last_ps <= new_ps;
                if (full || (new_ps == last_ps && !empty))
                    value[newest] <= i_in;
                else begin
                    value[free]  <= i_in;
                    due_ps[free] <= new_ps;
                    free         <= free + 1;
                end
            end
            if (!empty && !i_hold && i_in == target && i_now_ps >= due_ps[first]) begin
                o_out <= value[first];
                first <= first + 1;
            end
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
