// SPDX-License-Identifier: MIT
// A timing check between reference and data events: data must not move in the window that begins before_ps before a
// reference event and ends after_ps after it. The bounds are outside the window (IEEE 1364-2005, 15.2). Either limit
// may be negative; four events back are remembered. $width and $period are windows after an edge, between threshold and
// limit. A pulse that ends is WIDTH's last; with SKEW data come at most after_ps after the last reference event.
// Data that move with the reference are in the window if before_ps >= 0 and after_ps > 0. With ZERO_DELAY they are not:
// in a netlist whose cells have no delay they come later.
// A violation is counted and reported, and o_toggle moves. The levels at time 0 are no events.
`timescale 1ps / 1ps
`default_nettype none
`ifndef SPECIFY_SEVERITY
`define SPECIFY_SEVERITY 1
`endif
`ifdef SPECIFY_ZERO_DELAY
`define SPECIFY_ZERO 1
`else
`define SPECIFY_ZERO 0
`endif
module specify_check #(
    parameter CHECK = "",                        // for messages, as are the two that say which limit is broken
    parameter IF_BEFORE = "required",
    parameter IF_AFTER = "required",
    parameter SEVERITY = `SPECIFY_SEVERITY,      // of messages: 0 none, 1 $warning, 2 $error
    parameter ZERO_DELAY = `SPECIFY_ZERO,
    parameter WIDTH = 0,
    parameter SKEW = 0,
    // Bits: 01, 10, 0x, x1, 1x, x0; 6'b111111 is every movement
    parameter [5:0] REF_EDGES = 6'b111111,
    parameter [5:0] DATA_EDGES = 6'b111111,
    parameter signed [63:0] BEFORE = 0,
    parameter signed [63:0] AFTER = 0
) (
    input  wire i_ref,
    input  wire i_ref_if,                        // 0: its movements are no events
    input  wire i_data,
    input  wire i_data_if,
    output reg  o_toggle = 0
);
    /*verilator no_inline_module*/               // one copy of the code for all instances
    /* verilator lint_off BLKSEQ */              // each block keeps state of its own, or of its instant
    /* verilator lint_off UNUSED */              // two states need two edges
    localparam signed [63:0] NEVER = -64'sh4000_0000_0000_0000;
    integer           violations = 0;
    reg signed [63:0] before_ps = BEFORE;        // an SDF file's are written here
    reg signed [63:0] after_ps = AFTER;
    reg               ref_was, data_was, hit;
    // The last four different times, newest first; those of data and of reference events
    reg signed [63:0] data0 = NEVER, data1 = NEVER, data2 = NEVER, data3 = NEVER;
    reg signed [63:0] ref0 = NEVER, ref1 = NEVER, ref2 = NEVER, ref3 = NEVER;
    reg signed [63:0] now, earlier;

    function edge_in;
        input [5:0] mask;
        input       was, is;
`ifdef VERILATOR                                 // calls a block of two states only when its signal has moved
        edge_in = is ? mask[0] : mask[1];
`else
        case ({was, is})
        2'b01: edge_in = mask[0];
        2'b10: edge_in = mask[1];
        default: edge_in = was === is ? 1'b0 : was === 1'b0 ? mask[2] : is === 1'b1 ? mask[3] :
                           was === 1'b1 ? mask[4] : is === 1'b0 ? mask[5] : &mask;
        endcase
`endif
    endfunction

    function in_window;                          // the window
        input signed [63:0] time_ps;             // from reference to data
        in_window = time_ps < after_ps && (time_ps > -before_ps || (time_ps == 0 && before_ps == 0)) &&
                 (time_ps != 0 || ZERO_DELAY == 0);
    endfunction

`define SPECIFY_VIOLATED(SAYS, REQUIRED, OBSERVED) begin \
        violations = violations + 1; \
        o_toggle = !o_toggle; \
        if (SEVERITY == 2) \
            $error("%0d ps: %m: %0s: %0s %0d ps, observed %0d ps", $time, CHECK, SAYS, REQUIRED, OBSERVED); \
        else if (SEVERITY == 1) \
            $warning("%0d ps: %m: %0s: %0s %0d ps, observed %0d ps", $time, CHECK, SAYS, REQUIRED, OBSERVED); \
    end

    // Events of one instant are judged by themselves, so the order of the two blocks does not matter. Of earlier ones
    // the nearest in the window counts.
    always @(i_ref) begin
        now = $time;
        if (edge_in(REF_EDGES, ref_was, i_ref) && i_ref_if !== 1'b0 && now != 0 && ref0 != now) begin
            {ref3, ref2, ref1, ref0} = {ref2, ref1, ref0, now};
            if (SKEW == 0 && (data0 > now - before_ps || data0 == now)) begin
                hit = in_window(data0 - now);
                if (hit && data0 < now)
                    `SPECIFY_VIOLATED(IF_BEFORE, before_ps, now - data0)
                else if (hit)
                    `SPECIFY_VIOLATED(IF_AFTER, after_ps, now - data0)
                earlier = in_window(data1 - now) ? data1 : in_window(data2 - now) ? data2 : data3;
                if ((data0 == now || !hit) && in_window(earlier - now))
                    `SPECIFY_VIOLATED(IF_BEFORE, before_ps, now - earlier)
            end
        end
        ref_was = i_ref;
    end

    always @(i_data) begin
        now = $time;
        if (edge_in(DATA_EDGES, data_was, i_data) && i_data_if !== 1'b0 && now != 0 && data0 != now) begin
            {data3, data2, data1, data0} = {data2, data1, data0, now};
            hit = SKEW != 0 ? ref0 != NEVER && now - ref0 > after_ps : in_window(now - ref0);
            if (hit)
                `SPECIFY_VIOLATED(IF_AFTER, after_ps, now - ref0)
            if (WIDTH != 0)
                ref0 = NEVER;
            else if (SKEW == 0 && now - ref0 < after_ps) begin
                earlier = in_window(now - ref1) ? ref1 : in_window(now - ref2) ? ref2 : ref3;
                if ((ref0 == now || !hit) && in_window(now - earlier))
                    `SPECIFY_VIOLATED(IF_AFTER, after_ps, now - earlier)
            end
        end
        data_was = i_data;
    end
endmodule
`default_nettype wire
