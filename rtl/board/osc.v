// SPDX-License-Identifier: MIT
// A clock oscillator: low at time 0, first rise after its low width. Falling edges make ticks only while they are used.
// The widths are exact: whole picoseconds and parts of 1 / i_parts ps, less than 1 (i_parts is 0 where there are none).
// Each edge is at the nearest picosecond to its exact time, halves rounded up: `part` carries the rest of the last rise
// to the next, so that the rate is exact however long the clock runs.
`include "edge.vh"
`default_nettype none
module osc (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_high_ps,
    input  wire signed [31:0] i_low_ps,
    input  wire [63:0]        i_high_part,
    input  wire [63:0]        i_low_part,
    input  wire [63:0]        i_parts,       // at most 2^62
    input  wire               i_fall_used,
    input  wire               i_lossy,       // the chip misses some pulses, one in four
    input  wire [31:0]        i_seed,
    output reg                o_level,       // right at every tick, also after falls that made none
    output wire               o_rise,        // this tick
    output reg                o_fall,
    output wire [63:0]        o_next_ps
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [63:0] rise_ps;                      // the next
    reg [63:0] fall_ps;                      // of the pulse under way; without a reset
    reg        parted;                       // the widths are not whole
    // Blocking, read by the block below alone: a simulator need not copy them in every tick
    reg [63:0] part;                         // of rise_ps, half a picosecond added
    reg        high_over, low_over;          // the parts of this width fill a picosecond
    reg        high;                         // fall not seen yet
    reg        missed;                       // the next pulse
`include "random.vh"
    localparam [31:0] SALT = 32'h05c11a70;
    reg [31:0] chance;                       // one step a pulse

    assign o_rise    = i_now_ps == rise_ps && !missed;
    always @* begin                          // an `if`: simulators work it out only then
        o_fall = 0;
        if (i_fall_used && high)
            o_fall = i_now_ps == fall_ps;
    end
    assign o_next_ps = i_fall_used && high ? fall_ps : rise_ps;

    /* verilator lint_off BLKSEQ */
    always @(`TMR0_EDGE clk)
        if (i_por) begin
            o_level <= 0;
            high    <= 0;
            parted  <= i_parts != 0;
            rise_ps <= i_low_ps == 0 ? NEVER : {32'd0, i_low_ps};
            if (i_parts != 0) begin
                part     = i_low_part + (i_parts >> 1);
                low_over = part >= i_parts;
                if (low_over)
                    part = part - i_parts;
                rise_ps <= {32'd0, i_low_ps} + {63'd0, low_over};
            end
            missed  <= 0;
            chance  <= seeded(i_seed, SALT);
        end else if (i_now_ps == rise_ps) begin
            o_level <= !missed;
            high    <= !missed;
            if (i_lossy) begin
                missed <= chance[31:30] == 0;
                chance <= stepped(chance);
            end
            rise_ps <= i_now_ps + {32'd0, i_high_ps} + {32'd0, i_low_ps};
            fall_ps <= i_now_ps + {32'd0, i_high_ps};
            if (parted) begin
                part      = part + i_high_part;
                high_over = part >= i_parts;
                if (high_over)
                    part = part - i_parts;
                part     = part + i_low_part;
                low_over = part >= i_parts;
                if (low_over)
                    part = part - i_parts;
                fall_ps <= i_now_ps + {32'd0, i_high_ps} + {63'd0, high_over};
                rise_ps <= i_now_ps + {32'd0, i_high_ps} + {32'd0, i_low_ps} + {63'd0, high_over} + {63'd0, low_over};
            end
        end else if (high && i_now_ps >= fall_ps) begin
            o_level <= 0;
            high    <= 0;
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
