// SPDX-License-Identifier: MIT
// Data that the end of a pulse latches: set-up before the end, hold after it. Data come, and leave; a line without a
// driver of its own does both when it moves. Data that are gone at the end have a negative hold; their set-up is that
// of when they came. So have data that left in the second half of the pulse, if those that came since have too short a
// set-up: these are the next access's, and have none. In the first half it was the access before that left.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_latch (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_setup_ps,
    input  wire signed [31:0] i_hold_ps,
    // Events of this tick
    input  wire               i_come,  // data became valid, or other data
    input  wire               i_leave, // data ceased to be valid
    input  wire               i_begin,
    input  wire               i_end,
    output wire               o_setup_broken,
    output wire               o_hold_broken
);
    reg        known;                    // data have come at all
    reg        gone;                     // and left
    reg        after;                    // pulse over, data not moved since
    // Without a reset: set before they are read
    reg        left;                     // they left since the pulse began
    reg [63:0] come_ps;
    reg [63:0] left_ps;
    reg [63:0] begin_ps;
    reg [63:0] end_ps;
    reg [31:0] end_access;

    wire moved = i_come || i_leave;
    reg  next;                           // those that came are the next access's

    always @* begin                      // an `if`: simulators work it out only then
        next = 0;
        if (i_end && left)
            next = known && !gone && left_ps - begin_ps > i_now_ps - left_ps &&
                   $signed(i_now_ps - come_ps) < $signed({{32{i_setup_ps[31]}}, i_setup_ps});
    end

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            known <= 0;
            gone  <= 0;
            after <= 0;
        end else begin
            if (i_come) begin
                known   <= 1;
                gone    <= 0;
                come_ps <= i_now_ps;
            end else if (i_leave)
                gone <= known;
            if (i_leave && !gone)
                left_ps <= i_now_ps;
            if (i_begin) begin
                left     <= 0;
                begin_ps <= i_now_ps;
            end else if (i_leave && !gone)
                left <= 1;
            if (i_end) begin
                after      <= !moved && !gone && !next;
                end_ps     <= i_now_ps;
                end_access <= i_access;
            end else if (moved)
                after <= 0;
        end

    chk_record setup (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(i_end && known && !next),
        .i_from_now(1'b0), .i_from_ps(come_ps), .i_to_now(1'b1), .i_to_ps(i_now_ps),
        .i_limit_ps(i_setup_ps), .o_broken(o_setup_broken)
    );
    chk_record hold (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_end ? i_access : end_access),
        .i_seen(i_end ? gone || next || moved : moved && after),
        .i_from_now(i_end), .i_from_ps(end_ps), .i_to_now(!gone && !next), .i_to_ps(left_ps),
        .i_limit_ps(i_hold_ps), .o_broken(o_hold_broken)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed:
    //   A3 Pulses begin and end in turn; an end may come in the tick after the beginning, not in the same.
    // Rules:
    //   1 Data have left early if at the end they have come before and left since, or if they left in the second half
    //     of the pulse and the last ones, the next access's, came less than the set-up's limit before the end.
    //   2 Set-up: it reports at the end of a pulse, exactly if the last data came less than the limit before it and are
    //     not the next access's.
    //   3 Hold: it reports exactly if data have left early and that is below the limit, a negative time or 0; or if
    //     the first that come or leave at the end or after it do so too early.
    //   4 It reports no end twice, and hands these times to chk_record, each with its limit, and nothing else: a hold
    //     with the access under way when its pulse ended, a set-up with that of this tick.
    // Reached: data just in time; data 1 ps late; data that left early, for good with a good set-up, and with the next
    // access's after them; data that came back in time; a hold 1 ps too short.
`include "time.vh"
    reg               f_in = 0, f_came = 0, f_left = 0, f_inside = 0, f_rest = 0;
    reg               f_setup = 0, f_hold = 0, f_just = 0, f_gone = 0, f_back = 0, f_legal = 0;
    reg [63:0]        f_come_ps, f_left_ps, f_begin_ps, f_end_ps;
    reg [31:0]        f_end_access;
    wire signed [63:0] f_setup_ps = {{32{i_setup_ps[31]}}, i_setup_ps};
    wire signed [63:0] f_hold_ps  = {{32{i_hold_ps[31]}}, i_hold_ps};
    wire signed [63:0] f_last     = i_now_ps - f_come_ps;
    wire               f_second   = i_now_ps - f_left_ps < f_left_ps - f_begin_ps;                     // half
    wire               f_next     = i_end && !f_left && f_inside && f_came && f_second && f_last < f_setup_ps;
    wire               f_early    = i_end && (f_left || f_next);
    wire signed [63:0] f_held     = f_early ? f_left_ps - i_now_ps : i_end ? 0 : i_now_ps - f_end_ps;
    wire               f_moves    = i_come || i_leave;
    wire               f_sets     = i_end && f_came && !f_next;
    wire               f_holds    = f_early || (f_moves && (i_end || f_rest));
    (* hierconn *) wire [128:0] \setup.observation , \hold.observation ;
    always @(posedge clk) begin
        f_in     <= !i_por && (i_begin || (f_in && !i_end));
        f_came   <= !i_por && (f_came || i_come);
        f_left   <= !i_por && !i_come && (f_left || (i_leave && f_came));
        f_inside <= !i_por && !i_begin && (f_inside || (i_leave && !f_left));
        f_rest   <= !i_por && (i_end ? !f_moves && !f_early : f_rest && !f_moves);
        if (i_come) f_come_ps <= i_now_ps;
        if (i_leave && !f_left) f_left_ps <= i_now_ps;
        if (i_begin) f_begin_ps <= i_now_ps;
        if (i_end) {f_end_ps, f_end_access} <= {i_now_ps, i_access};
        f_setup <= !i_por && f_sets && f_last < f_setup_ps;
        f_hold  <= !i_por && f_holds && f_held < f_hold_ps;
        f_just  <= !i_por && f_sets && !f_early && f_last == f_setup_ps && f_setup_ps > 0;
        f_gone  <= !i_por && f_early && f_left && f_last >= f_setup_ps;
        f_back  <= !i_por && f_next;
        f_legal <= !i_por && i_end && f_inside && f_second && !f_early && f_came && f_setup_ps > 0;
    end
    always @* begin
        assume (!(i_begin && f_in) && !(i_end && !f_in) && !(i_begin && i_end));                              // A3
        if (f_ticked) begin
            assert (known == f_came && gone == f_left && after == f_rest && (!f_in || left == f_inside));
            assert (!f_came || (come_ps == f_come_ps && f_come_ps <= f_last_ps));
            assert (!(f_left || f_inside) || (left_ps == f_left_ps && f_left_ps <= f_last_ps));
            assert (!f_left || (f_came && !f_rest));
            assert (!f_in || (begin_ps == f_begin_ps && f_begin_ps <= f_last_ps));
            assert (!(f_in && f_inside) || f_left_ps >= f_begin_ps);
            assert (!f_rest || (end_ps == f_end_ps && f_end_ps <= f_last_ps && end_access == f_end_access));
            assert (i_por || \setup.observation == (f_sets ? {1'b1, i_access, i_setup_ps, f_last} : 129'd0)); // 4
            assert (i_por || \hold.observation ==
                    (f_holds ? {1'b1, i_end ? i_access : f_end_access, i_hold_ps, f_held} : 129'd0));         // 4
            assert (o_setup_broken == f_setup);                                                               // 1, 2
            assert (o_hold_broken == f_hold);                                                                 // 1, 3
        end
        cover (f_past && f_just);
        cover (f_past && f_setup && !f_hold);
        cover (f_past && f_hold && f_gone);
        cover (f_past && f_hold && f_back);
        cover (f_past && f_legal);
        cover (f_past && f_hold && !f_gone && !f_back && f_end_ps != f_last_ps);
    end
`endif
endmodule
`default_nettype wire
