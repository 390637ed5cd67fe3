// SPDX-License-Identifier: MIT
// A timing check between reference and data events: data must not move in the window that begins before_ps before a
// reference event and ends after_ps after it. The bounds are outside the window (IEEE 1364-2005, 15.2). Either limit
// may be negative; four events back are remembered. $width and $period are windows after an edge, between threshold and
// limit; with PULSE an event of data ends them. With SKEW data come at most after_ps after the last reference event.
// Data that move with the reference are in the window if before_ps >= 0 and after_ps > 0. With ZERO_DELAY they are not:
// in a netlist whose cells have no delay they come later.
// A violation is counted and reported. The levels at time 0 are no events.
//
// A signal in an event control costs Verilator a test at each instant. Pins of data are many, so they are compared
// where their drivers are evaluated. Verilator must not see that this changes what is remembered of them, for it would
// be a loop: SPECIFY_SET. What is seldom needed is in a class, whose code all checks share; Icarus has no classes.
`timescale 1ps / 1ps
`default_nettype none
`ifndef SPECIFY_SEVERITY                         // of messages: 0 none, 1 $warning, 2 $error
`define SPECIFY_SEVERITY 1
`endif
`ifdef VERILATOR
`define SPECIFY_KIND class
`define SPECIFY_END endclass
`define SPECIFY_NEW = new
`define SPECIFY_TEXT string
`define SPECIFY_SET(X, Y) $c(X, " = ", Y, ";");
`define SPECIFY_X(X) $random
`else
`define SPECIFY_KIND module
`define SPECIFY_END endmodule
`define SPECIFY_NEW ()
`define SPECIFY_TEXT reg [8*1000:1]
`define SPECIFY_SET(X, Y) X = Y;
`define SPECIFY_X(X) X
`define SPECIFY_UNKNOWN
`endif
`SPECIFY_KIND specify_record #(
    parameter CHECK = "", IF_BEFORE = "", IF_AFTER = "", ZERO_DELAY = 0, SKEW = 0
);
    /* verilator lint_off WIDTH */               // texts of two lengths
    `SPECIFY_TEXT     path;                      // of the check, for messages
    integer           violations = 0;
    reg signed [63:0] before_ps, after_ps, earlier;
    reg               hit;

    function in_window;
        input signed [63:0] time_ps;             // from reference to data
        in_window = time_ps < after_ps && (time_ps > -before_ps || (time_ps == 0 && before_ps == 0)) &&
                 (time_ps != 0 || ZERO_DELAY == 0);
    endfunction

    task violated;
        input signed [63:0] time_ps;
`define SPECIFY_MESSAGE "%0d ps: %0s: %0s: %0s %0d ps, observed %0d ps", $time, path, CHECK, \
    time_ps < 0 ? IF_BEFORE : IF_AFTER, time_ps < 0 ? before_ps : after_ps, time_ps < 0 ? -time_ps : time_ps
        begin
            violations = violations + 1;
            if (`SPECIFY_SEVERITY == 2) $error(`SPECIFY_MESSAGE);
            else if (`SPECIFY_SEVERITY == 1) $warning(`SPECIFY_MESSAGE);
        end
    endtask

    // Events of one instant are judged by themselves. Of earlier ones the nearest in the window counts.
    task judge;
        input signed [63:0] time0, time1, time2, time3, early, late;    // from reference to data, nearest first
        begin
            {before_ps, after_ps} = {early, late};
            hit = SKEW != 0 || in_window(time0);
            if (hit) violated(time0);
            earlier = in_window(time1) ? time1 : in_window(time2) ? time2 : time3;
            if ((time0 == 0 || !hit) && in_window(earlier)) violated(earlier);
        end
    endtask
`SPECIFY_END

module specify_check #(
    parameter CHECK = "",                        // for messages, as are the two that say which limit is broken
    parameter IF_BEFORE = "required",
    parameter IF_AFTER = "required",
`ifdef SPECIFY_ZERO_DELAY
    parameter ZERO_DELAY = 1,
`else
    parameter ZERO_DELAY = 0,
`endif
    parameter PULSE = 0, SKEW = 0,
    parameter FEW = 0,                           // the data are a signal of many checks, as a reference is
    // Bits: 01, 10, 0x, x1, 1x, x0; 6'b111111 is every movement
    parameter [5:0] REF_EDGES = 6'b111111, DATA_EDGES = 6'b111111,
    parameter signed [63:0] BEFORE = 0, AFTER = 0
) (
    input wire i_ref,
    input wire i_ref_if,                         // 0: its movements are no events
    input wire i_data,
    input wire i_data_if
);
    /*verilator inline_module*/
    /* verilator lint_off BLKSEQ */
    /* verilator lint_off MULTIDRIVEN */
    localparam signed [63:0] NEVER = -64'sh4000_0000_0000_0000;
    reg signed [63:0] before_ps = BEFORE;        // an SDF file's are written here
    reg signed [63:0] after_ps = AFTER;
    reg               ref_was, data_was;
    // The last four different times, newest first; those of data and of reference events
    reg signed [63:0] data0, data1, data2, data3;
    reg signed [63:0] ref0 = NEVER, ref1 = NEVER, ref2 = NEVER, ref3 = NEVER;
    specify_record #(CHECK, IF_BEFORE, IF_AFTER, ZERO_DELAY, SKEW) rec `SPECIFY_NEW;
    initial $sformat(rec.path, "%m");
    initial {data0, data1, data2, data3} = {4{NEVER + $time}};    // no constant for Verilator

    // The order of the two tasks in an instant does not matter: the later one judges
    task reference;
        reg signed [63:0] now;
        begin
            now = $time;
            if (now != 0 && ref0 != now) begin
                if (SKEW == 0 && (data0 > now - before_ps || data0 == now))
                    rec.judge(data0 - now, data1 - now, data2 - now, data3 - now, before_ps, after_ps);
                if (PULSE == 0) begin
                    ref3 = ref2;
                    ref2 = ref1;
                    ref1 = ref0;
                end
                ref0 = now;
            end
        end
    endtask

    task data;
        reg signed [63:0] now;
        begin
            now = $time;
            if (now != 0 && data0 != now) begin
                if (SKEW != 0 ? ref0 != NEVER && now - ref0 > after_ps : now - ref0 < after_ps)
                    rec.judge(now - ref0, now - ref1, now - ref2, now - ref3, before_ps, after_ps);
                `SPECIFY_SET(data3, data2) `SPECIFY_SET(data2, data1)
                `SPECIFY_SET(data1, data0) `SPECIFY_SET(data0, now)
                if (PULSE != 0)
                    ref0 = NEVER;
            end
        end
    endtask

    generate
`ifdef VERILATOR                                 // two states
        case (REF_EDGES[1:0])
        1: always @(posedge i_ref) if (i_ref_if) reference;
        2: always @(negedge i_ref) if (i_ref_if) reference;
        default: always @(i_ref) if (i_ref_if && (i_ref ? REF_EDGES[0] : REF_EDGES[1])) reference;
        endcase
        case (FEW != 0 ? DATA_EDGES[1:0] : 2'd0)
        0: always @* if (i_data != data_was) begin
            `SPECIFY_SET(data_was, i_data)
            if (i_data_if && (i_data ? DATA_EDGES[0] : DATA_EDGES[1])) data;
        end
        1: always @(posedge i_data) if (i_data_if) data;
        2: always @(negedge i_data) if (i_data_if) data;
        default: always @(i_data) if (i_data_if && (i_data ? DATA_EDGES[0] : DATA_EDGES[1])) data;
        endcase
`else
        always @(i_ref) begin
            if (edge_in(REF_EDGES, ref_was, i_ref) && i_ref_if !== 1'b0) reference;
            ref_was = i_ref;
        end
        always @(i_data) begin
            if (edge_in(DATA_EDGES, data_was, i_data) && i_data_if !== 1'b0) data;
            data_was = i_data;
        end
`endif
    endgenerate

    function edge_in;
        input [5:0] mask;
        input       was, is;
        case ({was, is})
        2'b01: edge_in = mask[0];
        2'b10: edge_in = mask[1];
        default: edge_in = was === is ? 1'b0 : was === 1'b0 ? mask[2] : is === 1'b1 ? mask[3] :
                           was === 1'b1 ? mask[4] : is === 1'b0 ? mask[5] : &mask;
        endcase
    endfunction
endmodule
`ifdef SPECIFY_UNKNOWN
// The first draws of Verilator's generator follow the seed
`define SPECIFY_NOTIFY(REC, MOVES) initial repeat (40) REC.hit = `SPECIFY_X(0); \
    always @(REC.violations) if (REC.violations != 0) MOVES = MOVES + 1;
`else
`define SPECIFY_NOTIFY(REC, MOVES)
`endif
`default_nettype wire
