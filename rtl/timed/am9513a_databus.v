// SPDX-License-Identifier: MIT
// The data pins during a read: driven TRLQX after read low, valid at TRLQV, invalid TRHQX after read high, floating at
// TRHQZ. Between driven and valid the pins show all ones and o_valid is low.
`include "edge.vh"
`default_nettype none
module am9513a_databus (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_trlqv_ps,
    input  wire signed [31:0] i_trlqx_ps,
    input  wire signed [31:0] i_trhqx_ps,
    input  wire signed [31:0] i_trhqz_ps,
    // Events of this tick
    input  wire               i_begin,
    input  wire               i_end,
    input  wire               i_status_changed, // during the read
    // What the read shows, fixed when it begins; i_control selects
    input  wire               i_control,
    input  wire [7:0]         i_status,
    input  wire [15:0]        i_word,
    output wire [15:0]        o_data,
    output reg                o_driven,
    output reg                o_valid,
    output wire [63:0]        o_next_ps
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [63:0] driven_ps, valid_ps;      // when the flag takes its next value
    // Without a reset: the beginning of a read sets them before they are used
    reg [7:0]  status;
    reg [15:0] word;
    reg        driven_to, valid_to;

    wire [15:0] data = i_control ? {8'hff, status} : word;

    assign o_data    = o_driven && o_valid ? data : 16'hffff;
    assign o_next_ps = driven_ps < valid_ps ? driven_ps : valid_ps;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            o_driven  <= 0;
            o_valid   <= 0;
            driven_ps <= NEVER;
            valid_ps  <= NEVER;
        end else if (i_begin) begin
            status    <= i_status;
            word      <= i_word;
            driven_to <= 1;
            valid_to  <= 1;
            driven_ps <= i_now_ps + {32'd0, i_trlqx_ps};
            valid_ps  <= i_now_ps + {32'd0, i_trlqv_ps};
        end else if (i_end) begin
            driven_to <= 0;
            valid_to  <= 0;
            driven_ps <= i_now_ps + {32'd0, i_trhqz_ps};
            valid_ps  <= i_now_ps + {32'd0, i_trhqx_ps};
        end else begin
            if (i_status_changed)
                status <= i_status;
            if (i_now_ps >= driven_ps) begin
                o_driven  <= driven_to;
                driven_ps <= NEVER;
            end
            if (i_now_ps >= valid_ps) begin
                o_valid  <= valid_to;
                valid_ps <= NEVER;
            end
        end
endmodule
`default_nettype wire
