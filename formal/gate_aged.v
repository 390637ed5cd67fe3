// SPDX-License-Identifier: MIT
// gate_delay without its own time: the rest of the delay replaces the time at which it ends.
// Times are in any unit, on AGE bits; the greatest means that or more. rtl/timing/gate_delay.v proves that it and this
// module give the same outputs (rules 5 and 6 there).
`default_nettype none
module gate_aged #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] INITIAL = 0,
    parameter AGE = 6
) (
    input  wire             clk,
    input  wire             i_por,
    input  wire [AGE-1:0]   i_elapsed,  // since the last tick
    input  wire [AGE-1:0]   i_delay,    // not the greatest
    input  wire [WIDTH-1:0] i_in,
    output reg  [WIDTH-1:0] o_out,
    output reg  [WIDTH-1:0] o_lost,
    output wire [AGE-1:0]   o_may_pass  // before the next tick
);
    reg [WIDTH-1:0] target;
    reg             pending;
    reg [AGE-1:0]   left;

    assign o_may_pass = i_in != target || o_lost != 0 ? 0 : pending ? left : {AGE{1'b1}};

    always @(posedge clk)
        if (i_por) begin
            o_out   <= INITIAL;
            o_lost  <= 0;
            target  <= INITIAL;
            pending <= 0;
            left    <= 0;
        end else if (i_in != target) begin
            o_lost  <= pending ? (target ^ o_out) & (target ^ i_in) : {WIDTH{1'b0}};
            target  <= i_in;
            pending <= i_in != o_out && i_delay != 0;
            left    <= i_delay;
            if (i_delay == 0)
                o_out <= i_in;
        end else begin
            o_lost <= 0;
            left   <= i_elapsed >= left ? 0 : left - i_elapsed;
            if (pending && i_elapsed >= left) begin
                o_out   <= target;
                pending <= 0;
            end
        end
endmodule
`default_nettype wire
