// SPDX-License-Identifier: MIT
// A gate's inertial delay: a level that does not last as long as the delay never comes out, and is reported as lost.
// On a bus, a change of any bit starts the delay again.
`default_nettype none
module gate_delay #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] INITIAL = 0
) (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_delay_ps,   // not negative
    input  wire [WIDTH-1:0]   i_in,
    output reg  [WIDTH-1:0]   o_out,
    output reg  [WIDTH-1:0]   o_lost,       // bits that went back in the last tick, before their change came out
    output wire [63:0]        o_next_ps     // 0: at once
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [WIDTH-1:0] target;
    reg             pending;
    reg [63:0]      due_ps;                 // without a reset: set before it is read

    assign o_next_ps = i_in != target || o_lost != 0 ? 0 : pending ? due_ps : NEVER;

    always @(posedge clk)
        if (i_por) begin
            o_out   <= INITIAL;
            o_lost  <= 0;
            target  <= INITIAL;
            pending <= 0;
        end else if (i_in != target) begin
            o_lost  <= pending ? (target ^ o_out) & (target ^ i_in) : {WIDTH{1'b0}};
            target  <= i_in;
            pending <= i_in != o_out && i_delay_ps != 0;
            due_ps  <= i_now_ps + {32'd0, i_delay_ps};
            if (i_delay_ps == 0)
                o_out <= i_in;
        end else begin
            o_lost <= 0;
            if (pending && i_now_ps >= due_ps) begin
                o_out   <= target;
                pending <= 0;
            end
        end
endmodule
`default_nettype wire
