// SPDX-License-Identifier: MIT
// The output pins after their delays: OUT1-5 (level and high impedance together) and FOUT.
`include "edge.vh"
`default_nettype none
module am9513a_outputs (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_tehyv_ps,          // OUT after a source edge
    input  wire signed [31:0] i_tehyv_compare_ps,  // the same, of a comparator
    input  wire signed [31:0] i_command_ps,        // OUT after the action of a command
    input  wire signed [31:0] i_tehfv_ps,          // FOUT
    input  wire               i_by_command,        // a command has changed i_out or i_out_z
    input  wire [1:0]         i_compared,          // OUT2, OUT1 are those of comparators
    input  wire [4:0]         i_out,
    input  wire [4:0]         i_out_z,
    input  wire               i_fout,
    output wire [4:0]         o_out,
    output wire [4:0]         o_out_z,
    output wire               o_fout,
    output wire [63:0]        o_next_ps
);
    // The core's levels, taken in once a tick
    reg [4:0] out, out_z;
    reg [1:0] compared;
    reg       fout, by_command;
    always @(`TMR0_EDGE clk)
        if (i_por)
            {out, out_z, compared, fout, by_command} <= 0;
        else begin
            out        <= i_out;
            out_z      <= i_out_z;
            compared   <= i_compared;
            fout       <= i_fout;
            by_command <= i_by_command;
        end

    wire [63:0] out_ps, fout_ps;
    assign o_next_ps = out_ps < fout_ps ? out_ps : fout_ps;

    pin_delay #(.PINS(5), .WIDTH(2)) outs (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps),
        .i_delay_ps(by_command ? i_command_ps : i_tehyv_ps),
        .i_other_ps(i_tehyv_compare_ps), .i_other(by_command ? 5'd0 : {3'd0, compared}),
        .i_in({out_z[4], out[4], out_z[3], out[3], out_z[2], out[2], out_z[1], out[1], out_z[0], out[0]}),
        .i_hold({i_out_z, i_out} != {out_z, out}),
        .o_out({o_out_z[4], o_out[4], o_out_z[3], o_out[3], o_out_z[2], o_out[2], o_out_z[1], o_out[1],
                o_out_z[0], o_out[0]}),
        .o_next_ps(out_ps)
    );
    pin_delay fouts (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(i_tehfv_ps), .i_other_ps(0), .i_other(1'b0),
        .i_in(fout), .i_hold(1'b0), .o_out(o_fout), .o_next_ps(fout_ps)
    );
endmodule
`default_nettype wire
