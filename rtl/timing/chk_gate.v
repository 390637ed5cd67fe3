// SPDX-License-Identifier: MIT
// Gates near the source edges that they let through (data sheet note 9): the gate is stable from TGVEH before the
// edge to TEHGV after it; otherwise the edge may see either level. A source and a gate that are not synchronous
// cannot avoid that, so it is a note: the count may be off by one. There is one gate for each of five sources.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_gate (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_setup_ps,    // TGVEH
    input  wire signed [31:0] i_hold_ps,     // TEHGV
    // Source edges (edge_times): in the last tick, ever, their times
    input  wire [4:0]         i_edge,
    input  wire [4:0]         i_had,
    input  wire [319:0]       i_edge_ps,     // 64 bits each
    input  wire [4:0]         i_moved,       // gates, in the last tick
    output wire               o_setup_broken,
    output wire               o_hold_broken,
    output wire               o_tick_now     // a tick is needed at once
);
    reg [4:0]  watch;                        // gates that moved after their source's last edge
    reg        set_up, held;                 // observed in the last tick, of the same instant
    // Without a reset: set before they are read
    reg [63:0] moved_ps [0:4];
    reg [63:0] moved_at, edge_at;

    // Intermediate values: the latest of several is the closest
    reg [63:0] moved, passed;

    wire near = (i_edge & watch) != 0;
    assign o_tick_now = near || i_moved != 0 || set_up || held;

    integer n;
    /* verilator lint_off BLKSEQ */
    always @(`TMR0_EDGE clk)
        if (i_por) begin
            watch  <= 0;
            set_up <= 0;
            held   <= 0;
        end else begin
            set_up <= near;
            held   <= (i_moved & i_had) != 0;
            watch  <= (watch & ~i_edge) | i_moved;
            if (near) begin
                moved = 0;
                for (n = 0; n < 5; n = n + 1)
                    if (i_edge[n] && watch[n] && moved_ps[n] > moved)
                        moved = moved_ps[n];
                moved_at <= moved;
            end
            if (i_moved != 0) begin
                passed = 0;
                for (n = 0; n < 5; n = n + 1)
                    if (i_moved[n]) begin
                        moved_ps[n] = i_now_ps;
                        if (i_edge_ps[64*n +: 64] > passed)
                            passed = i_edge_ps[64*n +: 64];
                    end
                edge_at <= passed;
            end
        end
    /* verilator lint_on BLKSEQ */

    chk_record setup (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(set_up), .i_from_now(1'b0), .i_from_ps(moved_at), .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(i_setup_ps), .o_broken(o_setup_broken)
    );
    chk_record hold (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(held), .i_from_now(1'b0), .i_from_ps(edge_at), .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(i_hold_ps), .o_broken(o_hold_broken)
    );
`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed:
    //   A3 The next tick is of the same instant if o_tick_now asks for it.
    //   A4 An edge is not in the future; without one its time is 0 (edge_times).
    // Rules:
    //   1 TGVEH is reported, two ticks after edges of sources, exactly if one of these sources has a gate that has
    //     moved since the source's edge before, and last moved less than TGVEH before this edge.
    //   2 TEHGV is reported, two ticks after movements of gates, exactly if one of these gates has a source whose last
    //     edge came less than TEHGV before this movement.
    //   3 A tick is asked for after each edge and each movement that is judged.
    //   4 It hands chk_record the latest of these gates and of these edges, one tick after, with the limit and the
    //     access of that tick, and nothing else.
    // Reached, for each of the two: it is reported; a gate just at the limit, not reported; two gates of which one is
    // too near.
`include "time.vh"
    reg [4:0]    f_since = 0;                // gates that have moved since their source's last edge
    reg [319:0]  f_moved_ps;                 // when
    // Of the last tick: the gates that are judged, and the times of what came before
    reg [4:0]    f_edges = 0, f_moves = 0;
    reg [319:0]  f_gate_ps, f_source_ps;
    // What came after this instant is too near
    wire signed [63:0] f_setup_from = f_last_ps - {{32{i_setup_ps[31]}}, i_setup_ps};
    wire signed [63:0] f_hold_from  = f_last_ps - {{32{i_hold_ps[31]}}, i_hold_ps};
    reg [4:0]    f_early, f_left;            // judged, and too near
    reg [4:0]    f_just_early, f_just_left;  // just at the limit
    reg          f_latest, f_passed;         // the time that is kept is that of a gate that is judged
    reg          f_early_was = 0, f_left_was = 0, f_just_early_was = 0, f_just_left_was = 0, f_now_due = 0;
    reg          f_early_of_two = 0, f_left_of_two = 0;
    (* hierconn *) wire [128:0] \setup.observation , \hold.observation ;
    wire [128:0] f_sees_setup = f_edges != 0 ? {1'b1, i_access, i_setup_ps, i_now_ps - moved_at} : 129'd0;
    wire [128:0] f_sees_hold  = f_moves != 0 ? {1'b1, i_access, i_hold_ps, i_now_ps - edge_at} : 129'd0;
    integer      k;
    always @* begin
        {f_latest, f_passed} = 0;
        for (k = 0; k < 5; k = k + 1) begin
            f_early[k]      = f_edges[k] && $signed(f_gate_ps[64*k +: 64]) > f_setup_from;
            f_left[k]       = f_moves[k] && $signed(f_source_ps[64*k +: 64]) > f_hold_from;
            f_just_early[k] = f_edges[k] && f_gate_ps[64*k +: 64] == f_setup_from && i_setup_ps > 0;
            f_just_left[k]  = f_moves[k] && f_source_ps[64*k +: 64] == f_hold_from && i_hold_ps > 0;
            f_latest        = f_latest || (f_edges[k] && moved_at == f_gate_ps[64*k +: 64]);
            f_passed        = f_passed || (f_moves[k] && edge_at == f_source_ps[64*k +: 64]);
        end
    end
    always @(posedge clk) begin
        f_now_due   <= o_tick_now;
        f_since     <= i_por ? 0 : (f_since & ~i_edge) | i_moved;
        for (k = 0; k < 5; k = k + 1)
            if (i_moved[k]) f_moved_ps[64*k +: 64] <= i_now_ps;
        f_edges     <= i_por ? 0 : i_edge & f_since;
        f_moves     <= i_por ? 0 : i_moved & i_had;
        f_gate_ps   <= f_moved_ps;
        f_source_ps <= i_edge_ps;
        f_early_was <= !i_por && f_early != 0;
        f_left_was  <= !i_por && f_left != 0;
        f_just_early_was <= !i_por && f_just_early != 0;
        f_just_left_was  <= !i_por && f_just_left != 0;
        f_early_of_two   <= !i_por && f_early != 0 && f_early != f_edges;
        f_left_of_two    <= !i_por && f_left != 0 && f_left != f_moves;
    end
    always @* begin
        if (f_ticked && f_now_due) assume (i_now_ps == f_last_ps);                                           // A3
        for (k = 0; k < 5; k = k + 1)
            assume (i_had[k] ? i_edge_ps[64*k +: 64] <= i_now_ps : i_edge_ps[64*k +: 64] == 0);              // A4

        // State, without which the rules are not inductive: the time that is kept is the latest of those judged
        if (f_ticked) begin
            assert (watch == f_since && set_up == (f_edges != 0) && held == (f_moves != 0));
            assert ((!set_up || f_latest) && (!held || f_passed));
            for (k = 0; k < 5; k = k + 1) begin
                assert (!watch[k] || (moved_ps[k] == f_moved_ps[64*k +: 64] && moved_ps[k] <= f_last_ps));
                assert (!f_edges[k] || (f_gate_ps[64*k +: 64] <= moved_at && moved_at <= f_last_ps));
                assert (!f_moves[k] || (f_source_ps[64*k +: 64] <= edge_at && edge_at <= f_last_ps));
            end
            assert (f_now_due || (f_edges == 0 && f_moves == 0));                                             // 3
        end
        if (f_past && !i_por) assert (\setup.observation == f_sees_setup && \hold.observation == f_sees_hold );  // 4
        if (f_past) assert (o_setup_broken == f_early_was);                                                  // 1
        if (f_past) assert (o_hold_broken == f_left_was);                                                    // 2
        cover (f_past && f_early_was);
        cover (f_past && f_left_was);
        cover (f_past && f_just_early_was && !o_setup_broken);
        cover (f_past && f_just_left_was && !o_hold_broken);
        cover (f_past && f_early_of_two);
        cover (f_past && f_left_of_two);
    end
`endif
endmodule
`default_nettype wire
