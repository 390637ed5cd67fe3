// SPDX-License-Identifier: MIT
// Edges of five sources near a command (data sheet notes 3, 5, 15): an edge counts before the command if it comes at
// least TEHWH before the write's rising edge (TEHWH may be negative), and after it if it comes at least TWHEH after it.
// An edge between the two may count either way. That is not a violation but a note: the count may be off by one.
// The same for edges of gates, TGVWH and TWHGV.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_source (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_before_ps,   // TEHWH
    input  wire signed [31:0] i_after_ps,    // TWHEH
    // The edges (edge_times): in the last tick, ever, their times
    input  wire [4:0]         i_edge,
    input  wire [4:0]         i_had,
    input  wire [319:0]       i_edge_ps,     // 64 bits each
    // This tick
    input  wire               i_command,     // the write of a command that acts on counters has ended
    input  wire [4:0]         i_counters,    // on these
    // In the last tick: violated; counters of the command whose last edge came closer before it
    output wire               o_before_broken,
    output wire               o_after_broken,
    output reg  [4:0]         o_near,        // without a reset: read after a command
    output wire               o_tick_now     // a tick is needed at once
);
    // ---- The last command
    reg [4:0]         watch;                 // its counters, 0 once an edge came after it
    reg               fresh;                 // it was given in the last tick
    // Without a reset: set before they are read
    reg               any;                   // one of the counters had an edge before it
    reg [63:0]        command_ps;
    reg [31:0]        command_access;
    reg [63:0]        last_ps;               // the latest of those edges
    reg [63:0]        from_ps;
    reg signed [31:0] after_ps;

    wire edge_after     = (i_edge & watch) != 0;
    reg  counted;                            // the edge still counted before the command
    always @* begin                          // an `if`: simulators work it out only then
        counted = 0;
        if (edge_after)
            counted = $signed(i_now_ps - command_ps) <= -$signed({{32{i_before_ps[31]}}, i_before_ps});
    end
    assign o_tick_now = edge_after || fresh;

    integer n;
    /* verilator lint_off BLKSEQ */
    always @(`TMR0_EDGE clk)
        if (i_por) begin
            watch <= 0;
            fresh <= 0;
        end else begin
            fresh <= i_command;
            if (i_command) begin
                watch      <= i_counters;
                any        <= (i_counters & i_had) != 0;
                command_ps <= i_now_ps;
                command_access <= i_access;
                after_ps   <= i_after_ps;
                from_ps     = i_now_ps - {{32{i_before_ps[31]}}, i_before_ps};
                last_ps     = 0;
                for (n = 0; n < 5; n = n + 1) begin
                    o_near[n] <= i_counters[n] && i_had[n] && $signed(i_edge_ps[64*n +: 64] - from_ps) > 0;
                    if (i_counters[n] && i_edge_ps[64*n +: 64] > last_ps)
                        last_ps = i_edge_ps[64*n +: 64];
                end
            end else if (edge_after && !counted)
                watch <= 0;
        end
    /* verilator lint_on BLKSEQ */

    chk_record early (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(command_access),
        .i_seen((fresh && any) || counted), .i_from_now(counted), .i_from_ps(last_ps),
        .i_to_now(1'b0), .i_to_ps(command_ps), .i_limit_ps(i_before_ps),
        .o_broken(o_before_broken)
    );
    chk_record late (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(command_access),
        .i_seen(edge_after && !counted), .i_from_now(1'b0), .i_from_ps(command_ps),
        .i_to_now(1'b1), .i_to_ps(64'd0), .i_limit_ps(after_ps), .o_broken(o_after_broken)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed:
    //   A3 The next tick is of the same instant if o_tick_now asks for it.
    //   A4 An edge is not in the future; without one its time is 0 (edge_times).
    // Rules:
    //   1 TEHWH is reported, two ticks after the command, exactly if one of its counters had its last edge less than
    //     TEHWH before it, as TEHWH is in the tick after the command. An edge after the command that counts before it,
    //     as a TEHWH below 0 then allows, is observed with a time that is no violation; if it comes in that tick, it
    //     alone is.
    //   2 TWHEH is reported a tick later exactly if the first edge of its counters after the command, other than those
    //     that count before it, comes less than TWHEH after it, as TWHEH was at the command.
    //   3 o_near names the counters of rule 1, as TEHWH was at the command.
    //   4 It hands these times to chk_record, each with its limit and the access of the command, and nothing else.
    // Reached: each of the two; two counters of which one is too near; an edge after the command that counts before it.
`include "time.vh"
    wire signed [63:0] f_before = {{32{i_before_ps[31]}}, i_before_ps};
    wire signed [63:0] f_after  = {{32{f_after_then[31]}}, f_after_then};
    reg [4:0]    f_near, f_near_was, f_waits;
    reg [63:0]   f_command_ps;
    reg          f_early_then = 0, f_late_was = 0, f_commanded = 0, f_now_due = 0, f_given = 0;
    reg          f_one_of_two = 0, f_counted = 0;
    reg [4:0]    f_judged = 0;               // counters of the command in the last tick that had an edge before it
    reg [319:0]  f_edges_ps;                 // when
    reg [4:0]    f_early;                    // of these, those too near
    reg          f_latest;                   // the time that is kept is one of these
    reg [31:0]   f_access;
    reg signed [31:0] f_after_then;
    wire signed [63:0] f_passed  = i_now_ps - f_command_ps;
    wire         f_edge_after = f_given && (i_edge & f_waits) != 0;
    wire         f_counts     = f_edge_after && f_passed <= -f_before;
    integer      k;
    (* hierconn *) wire [128:0] \early.observation , \late.observation ;
    wire [128:0] f_sees_early = f_counts ? {1'b1, f_access, i_before_ps, -f_passed} :
                                f_judged != 0 ? {1'b1, f_access, i_before_ps, f_command_ps - last_ps} : 129'd0;
    wire [128:0] f_sees_late  = f_edge_after && !f_counts ? {1'b1, f_access, f_after_then, f_passed} : 129'd0;
    always @* begin
        {f_near, f_early, f_latest} = 0;
        for (k = 0; k < 5; k = k + 1) begin
            f_early[k] = f_judged[k] && $signed(f_command_ps - f_edges_ps[64*k +: 64]) < f_before;
            f_latest   = f_latest || (f_judged[k] && last_ps == f_edges_ps[64*k +: 64]);
            f_near[k]  = i_counters[k] && i_had[k] && $signed(i_now_ps - i_edge_ps[64*k +: 64]) < f_before;
        end
    end
    always @(posedge clk) begin
        f_now_due    <= o_tick_now;
        f_commanded  <= !i_por && i_command;
        f_judged     <= !i_por && i_command ? i_counters & i_had : 5'd0;
        f_edges_ps   <= i_edge_ps;
        f_early_then <= !i_por && f_early != 0;
        f_late_was   <= !i_por && f_edge_after && !f_counts && f_passed < f_after;
        f_counted    <= !i_por && f_counts && f_passed > 0;
        if (i_por) begin
            f_given <= 0;
            f_waits <= 0;
        end else if (i_command) begin
            f_given      <= 1;
            f_waits      <= i_counters;
            {f_command_ps, f_access, f_after_then} <= {i_now_ps, i_access, i_after_ps};
            f_near_was   <= f_near;
            f_one_of_two <= f_near != 0 && f_near != (i_counters & i_had);
        end else if (f_edge_after && !f_counts)
            f_waits <= 0;
    end
    always @* begin
        if (f_ticked && f_now_due) assume (i_now_ps == f_last_ps);                                           // A3
        for (k = 0; k < 5; k = k + 1)
            assume (i_had[k] ? i_edge_ps[64*k +: 64] <= i_now_ps : i_edge_ps[64*k +: 64] == 0);              // A4

        // State, without which the rules are not inductive
        if (f_ticked) begin
            assert (watch == f_waits && fresh == f_commanded && (f_given || watch == 0));
            assert (!f_given || (command_ps == f_command_ps && command_ps <= f_last_ps && after_ps == f_after_then &&
                                  command_access == f_access));
            assert (!fresh || (f_given && command_ps == f_last_ps));
            assert ((fresh && any) == (f_judged != 0) && (f_judged == 0 || f_latest));
            for (k = 0; k < 5; k = k + 1)
                assert (!f_judged[k] || (f_edges_ps[64*k +: 64] <= last_ps && last_ps <= f_last_ps));
        end
        if (f_past && !i_por) assert (\early.observation == f_sees_early && \late.observation == f_sees_late );  // 4
        if (f_past) assert (o_before_broken == f_early_then);                                                // 1
        if (f_past) assert (o_after_broken == f_late_was);                                                   // 2
        if (f_past && f_given) assert (o_near == f_near_was);                                                // 3
        cover (f_past && f_early_then);
        cover (f_past && f_late_was);
        cover (f_past && f_one_of_two);
        cover (f_past && f_counted);
    end
`endif
endmodule
`default_nettype wire
