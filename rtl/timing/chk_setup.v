// SPDX-License-Identifier: MIT
// Set-up: data has been stable for i_limit_ps when the reference edge comes. Data that moves with the edge has a set-up
// of 0 if i_window covers that tick; data that moves later, while i_window lasts, is late: its set-up is negative.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_setup (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_data,  // data moved
    input  wire               i_ref,   // reference edge
    input  wire               i_window, // data still counts for the last reference edge
    output wire               o_broken
);
    reg        known;                  // data has moved at all
    // Without a reset: set before they are read
    reg [63:0] data_ps;
    reg [63:0] ref_ps;

    wire in_window = i_window && i_data;   // with the edge, or after it

    always @(`TMR0_EDGE clk)
        if (i_por)
            known <= 0;
        else begin
            if (i_data) begin
                known   <= 1;
                data_ps <= i_now_ps;
            end
            if (i_ref)
                ref_ps <= i_now_ps;
        end

    chk_record rec (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(in_window || (i_ref && known)),
        .i_from_now(in_window), .i_from_ps(data_ps), .i_to_now(i_ref), .i_to_ps(ref_ps),
        .i_limit_ps(i_limit_ps), .o_broken(o_broken)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed:
    //   A3 A window without a reference edge in its tick comes after one.
    // Rules:
    //   1 At the edge: it reports exactly if data has moved before, and later than the limit allows.
    //   2 Data that moves in the window has a set-up of 0 with the edge, and below 0 after it.
    //   3 It reports at no other time.
    //   4 It hands these times to chk_record, each with its limit and access, and nothing else.
    // Reached: data just in time; data 1 ps late; data after the edge.
`include "time.vh"
    reg               f_moved = 0, f_edge = 0, f_broken = 0, f_just = 0, f_late = 0;
    reg [63:0]        f_data_ps, f_edge_ps;
    wire signed [63:0] f_limit = {{32{i_limit_ps[31]}}, i_limit_ps};
    wire signed [63:0] f_before = i_now_ps - f_data_ps;              // data to edge
    wire signed [63:0] f_after  = i_ref ? 0 : f_edge_ps - i_now_ps;  // the same, of data in the window
    wire               f_in_window = i_data && i_window;
    (* hierconn *) wire [128:0] \rec.observation ;
    wire [128:0] f_sees = f_in_window || (i_ref && f_moved) ?
                          {1'b1, i_access, i_limit_ps, f_in_window ? f_after : f_before} : 129'd0;
    always @(posedge clk) begin
        f_moved <= !i_por && (f_moved || i_data);
        f_edge  <= !i_por && (f_edge || i_ref);
        if (i_data) f_data_ps <= i_now_ps;
        if (i_ref) f_edge_ps <= i_now_ps;
        f_broken <= !i_por && (f_in_window ? f_after < f_limit : i_ref && f_moved && f_before < f_limit);
        f_just   <= !i_por && !f_in_window && i_ref && f_moved && f_before == f_limit && f_limit > 0;
        f_late   <= !i_por && f_in_window && !i_ref;
    end
    always @* begin
        assume (!i_window || i_ref || f_edge);                                                                // A3
        if (f_ticked) begin
            assert (known == f_moved && (!f_moved || (data_ps == f_data_ps && f_data_ps <= f_last_ps)));
            assert (!f_edge || (ref_ps == f_edge_ps && f_edge_ps <= f_last_ps));
            assert (i_por || \rec.observation == f_sees);                                                     // 4
            assert (o_broken == f_broken);                                                                    // 1-3
        end
        cover (f_past && f_just);
        cover (f_past && f_broken && !f_late && f_data_ps != f_last_ps);
        cover (f_past && f_broken && f_late);
    end
`endif
endmodule
`default_nettype wire
