// SPDX-License-Identifier: MIT
// Gates near the source edges that they let through (data sheet note 9): the gate is stable from TGVEH before the
// edge to TEHGV after it; otherwise the edge may see either level. A source and a gate that are not synchronous
// cannot avoid that, so it is a note: the count may be off by one. There is one gate for each of five sources.
`default_nettype none
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
    input  wire [63:0]        i_edge1_ps,
    input  wire [63:0]        i_edge2_ps,
    input  wire [63:0]        i_edge3_ps,
    input  wire [63:0]        i_edge4_ps,
    input  wire [63:0]        i_edge5_ps,
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
    always @(posedge clk)
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
                for (n = 0; n < 5; n = n + 1)
                    if (i_moved[n])
                        moved_ps[n] = i_now_ps;
                passed = i_moved[0] ? i_edge1_ps : 0;
                if (i_moved[1] && i_edge2_ps > passed) passed = i_edge2_ps;
                if (i_moved[2] && i_edge3_ps > passed) passed = i_edge3_ps;
                if (i_moved[3] && i_edge4_ps > passed) passed = i_edge4_ps;
                if (i_moved[4] && i_edge5_ps > passed) passed = i_edge5_ps;
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
endmodule
`default_nettype wire
