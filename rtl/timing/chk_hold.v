// SPDX-License-Identifier: MIT
// Hold: data stays stable for i_limit_ps after the reference edge. The first movement after the edge counts; movement
// before it, while i_window lasts, is early: the hold is negative and is judged when the edge comes. A window that ends
// without the edge gives no observation.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_hold (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_ref,   // reference edge
    input  wire               i_data,  // data moved
    input  wire               i_window, // the reference edge is still to come
    output wire               o_broken
);
    reg        armed;                  // edge seen, movement not yet
    reg        early;                  // movement seen in the window, edge not yet
    // Without a reset: set before they are read
    reg [63:0] data_ps;
    reg [63:0] ref_ps;
    reg [31:0] ref_access;

    always @(`TMR0_EDGE clk) begin
        early <= !i_por && !i_ref && i_window && (i_data || early);
        if (i_por)
            armed <= 0;
        else if (i_ref) begin
            armed      <= !i_data && !early;
            ref_ps     <= i_now_ps;
            ref_access <= i_access;
        end else if (i_data) begin
            armed   <= 0;
            data_ps <= i_now_ps;
        end
    end

    chk_record rec (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_ref ? i_access : ref_access),
        .i_seen(i_ref ? i_data || early : i_data && armed),
        .i_from_now(i_ref), .i_from_ps(ref_ps), .i_to_now(i_data), .i_to_ps(data_ps),
        .i_limit_ps(i_limit_ps), .o_broken(o_broken)
    );

`ifdef FORMAL
    // ---- Proved, under A1 and A2 (formal/time.vh). Rules:
    //   1 At the edge: if data has moved in the window that lasted until then, or moves with the edge, its hold is the
    //     time from the edge to its last movement, which is 0 or negative; it reports exactly if that is below the
    //     limit.
    //   2 Otherwise the hold ends with the first movement after the edge; it reports exactly if that is too short.
    //   3 It reports at no other time: each edge is judged once.
    //   4 It hands these times to chk_record, each with its limit and the access of its edge, and nothing else.
    // Reached: data held just long enough; 1 ps too short; data that left before the edge; a window that ends after
    // data has moved in it, without the edge.
`include "time.vh"
    reg               f_waits = 0, f_left = 0, f_broken = 0, f_just = 0;   // edge not yet judged; moved in the window
    reg               f_early = 0;
    reg [63:0]        f_data_ps, f_edge_ps;
    wire signed [63:0] f_limit = {{32{i_limit_ps[31]}}, i_limit_ps};
    wire signed [63:0] f_before = i_data ? 0 : f_data_ps - i_now_ps;
    wire signed [63:0] f_held   = i_now_ps - f_edge_ps;
    reg [31:0]         f_edge_access;
    (* hierconn *) wire [128:0] \rec.observation ;
    wire [128:0] f_sees = i_ref && (i_data || f_left) ? {1'b1, i_access, i_limit_ps, f_before} :
                          !i_ref && i_data && f_waits ? {1'b1, f_edge_access, i_limit_ps, f_held} : 129'd0;
    always @(posedge clk) begin
        f_waits <= !i_por && (i_ref ? !i_data && !f_left : f_waits && !i_data);
        f_left  <= !i_por && !i_ref && i_window && (i_data || f_left);
        if (i_data) f_data_ps <= i_now_ps;
        if (i_ref) {f_edge_ps, f_edge_access} <= {i_now_ps, i_access};
        f_broken <= !i_por && (i_ref ? (i_data || f_left) && f_before < f_limit
                                     : i_data && f_waits && f_held < f_limit);
        f_just   <= !i_por && !i_ref && i_data && f_waits && f_held == f_limit && f_limit > 0;
        f_early  <= !i_por && i_ref && f_left && f_before < 0;
    end
    always @* begin
        if (f_ticked) begin
            assert (armed == f_waits && early == f_left);
            assert (!f_left || (data_ps == f_data_ps && f_data_ps <= f_last_ps));
            assert (!f_waits || (ref_ps == f_edge_ps && f_edge_ps <= f_last_ps && ref_access == f_edge_access));
            assert (i_por || \rec.observation == f_sees);                                                     // 4
            assert (o_broken == f_broken);                                                                    // 1-3
        end
        cover (f_past && f_just);
        cover (f_past && f_broken && !f_early && f_edge_ps != f_last_ps);
        cover (f_past && f_broken && f_early);
        cover (f_past && f_left && !i_window && !i_ref);
    end
`endif
endmodule
`default_nettype wire
