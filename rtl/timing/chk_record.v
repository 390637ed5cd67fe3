// SPDX-License-Identifier: MIT
// The record that every timing check keeps: the number of violations, the last observation below the limit and the
// least slack of all observations, both with time and access. An observation is the time from one instant to another;
// it may be negative. With TIMING_REPORT defined it prints a line for each violation, with its own place in the design.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_record (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,        // that caused what is observed
    // Observation
    input  wire               i_seen,
    input  wire               i_from_now,  // from now, else from i_from_ps
    input  wire [63:0]        i_from_ps,
    input  wire               i_to_now,
    input  wire [63:0]        i_to_ps,
    input  wire signed [31:0] i_limit_ps,
    output reg                o_broken      // by the observation of the last tick
);
    localparam signed [63:0] NEVER = 64'sh7fff_ffff_ffff_ffff;

    reg [31:0]        broken /*verilator public_flat_rd*/;    // observations below the limit
    reg signed [63:0] observed /*verilator public_flat_rd*/;  // the last of them, ps
    reg signed [31:0] required /*verilator public_flat_rd*/;  // and its limit, ps
    reg [63:0]        broken_at /*verilator public_flat_rd*/; // its time, ps
    reg [31:0]        broken_access /*verilator public_flat_rd*/;
    reg signed [63:0] slack /*verilator public_flat_rd*/;     // least observation minus limit, ps; NEVER if none
    reg signed [31:0] slack_required /*verilator public_flat_rd*/; // that limit, ps
    reg [63:0]        slack_at /*verilator public_flat_rd*/;  // its time, ps
    reg [31:0]        slack_access /*verilator public_flat_rd*/;

`ifdef TMR0_TRACED
    // For timing diagrams: the number of observations, and the last one
    /*verilator tracing_off*/
    reg [31:0]        seen /*verilator public_flat_rd*/;
    reg [63:0]        seen_from /*verilator public_flat_rd*/;      // ps
    reg [63:0]        seen_to /*verilator public_flat_rd*/;        // ps
    reg signed [31:0] seen_required /*verilator public_flat_rd*/;  // ps
    reg [31:0]        seen_access /*verilator public_flat_rd*/;
    /*verilator tracing_on*/
    always @(`TMR0_EDGE clk)
        if (i_por)
            {seen, seen_from, seen_to, seen_required, seen_access} <= 0;
        else if (i_seen) begin
            seen          <= seen + 1;
            seen_from     <= i_from_now ? i_now_ps : i_from_ps;
            seen_to       <= i_to_now ? i_now_ps : i_to_ps;
            seen_required <= i_limit_ps;
            seen_access   <= i_access;
        end
`endif

    // Blocking, in a sequential block. The intermediate values are then computed only for an observation; as wires they
    // would be computed in every tick, in every check. `broken` and `slack` are read by this block alone; as
    // non-blocking ones a simulator would copy them in every tick.
    /* verilator lint_off BLKSEQ */
    reg signed [63:0] time_ps;
    reg signed [63:0] here_ps;      // its slack

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            broken        = 0;
            o_broken     <= 0;
            observed     <= 0;
            required     <= 0;
            broken_at    <= 0;
            broken_access <= 0;
            slack         = NEVER;
            slack_required <= 0;
            slack_at     <= 0;
            slack_access <= 0;
        end else if (i_seen) begin
            time_ps = $signed((i_to_now ? i_now_ps : i_to_ps) - (i_from_now ? i_now_ps : i_from_ps));
            here_ps = time_ps - $signed({{32{i_limit_ps[31]}}, i_limit_ps});
            o_broken <= here_ps < 0;
            if (here_ps < 0) begin
                broken    = broken + 1;
                observed <= time_ps;
                required <= i_limit_ps;
                broken_at <= i_now_ps;
                broken_access <= i_access;
`ifdef TIMING_REPORT
                $display("%0d ps: %m: required %0d ps, observed %0d ps", i_now_ps, i_limit_ps, time_ps);
`endif
            end
            if (here_ps < slack) begin
                slack         = here_ps;
                slack_required <= i_limit_ps;
                slack_at     <= i_now_ps;
                slack_access <= i_access;
            end
        end else
            o_broken <= 0;
    /* verilator lint_on BLKSEQ */

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed: all times are below 2^62 ps. Rules:
    //   1 It reports a violation exactly in the tick after an observation below the limit, and counts it once.
    //   2 The last violation is kept with its limit, time and access, until the next.
    //   3 The slack is the least of all observations, and of no others. The limit, time and access of the first that is
    //     so small are kept with it.
    //   4 For timing diagrams every observation is counted, and the last kept: both its times, its limit and access.
    // Reached: a violation by a negative time; an observation just at the limit.
`include "time.vh"
    reg               f_seen = 0;
    reg signed [63:0] f_time;                // observed in the last tick
    reg signed [31:0] f_limit;
    reg [31:0]        f_access, f_count = 0, f_count_was;
    reg signed [63:0] f_least_was;
    // Observed, required, time and access of the last violation; required, time and access of the least slack
    wire [191:0]      f_violation = {observed, required, broken_at, broken_access};
    wire [127:0]      f_closest   = {slack_required, slack_at, slack_access};
    wire [223:0]      f_observation = {seen_from, seen_to, seen_required, seen_access, seen};
    reg [223:0]       f_observation_was, f_traced;
    reg [191:0]       f_violation_was;
    reg [127:0]       f_closest_was;
    wire signed [63:0] f_wide    = {{32{f_limit[31]}}, f_limit};
    wire               f_broken  = f_seen && f_time < f_wide;
    wire               f_closer  = f_seen && f_time - f_wide < f_least_was;
    always @(posedge clk) begin
        f_seen   <= i_seen && !i_por;
        f_time   <= (i_to_now ? i_now_ps : i_to_ps) - (i_from_now ? i_now_ps : i_from_ps);
        f_limit  <= i_limit_ps;
        f_access <= i_access;
        f_count_was <= broken;
        f_least_was <= slack;
        f_traced <= {i_from_now ? i_now_ps : i_from_ps, i_to_now ? i_now_ps : i_to_ps, i_limit_ps, i_access,
                     seen + 32'd1};
        f_observation_was <= f_observation;
        f_violation_was <= f_violation;
        f_closest_was   <= f_closest;
    end
    always @* begin
        assume (i_from_ps[63:62] == 0 && i_to_ps[63:62] == 0);
        if (f_past) begin
            assert (o_broken == f_broken && broken == f_count_was + {31'd0, f_broken});                       // 1
            assert (f_violation == (f_broken ? {f_time, f_limit, f_last_ps, f_access} : f_violation_was));    // 2
            assert (slack == (f_closer ? f_time - f_wide : f_least_was));                                     // 3
            assert (f_closest == (f_closer ? {f_limit, f_last_ps, f_access} : f_closest_was));
            assert (f_observation == (f_seen ? f_traced : f_observation_was));                                // 4
        end
        cover (f_past && f_broken && f_time < 0);
        cover (f_past && f_seen && !f_broken && f_time == f_wide && f_limit > 0);
    end
`endif
endmodule
`default_nettype wire
