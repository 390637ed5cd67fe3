// SPDX-License-Identifier: MIT
// Data that must be stable throughout a pulse: set-up before its beginning, hold after its end. Movement inside the
// pulse violates one of the two: in the first half it came late (negative set-up), in the second it left early
// (negative hold). The check judges when the pulse ends, by the last movement inside it.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_stable (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_setup_ps,
    input  wire signed [31:0] i_hold_ps,
    // Events of this tick
    input  wire               i_data,
    input  wire               i_begin,
    input  wire               i_end,
    output wire               o_setup_broken,
    output wire               o_hold_broken
);
    reg        known;
    reg        after;                    // pulse over, data not moved since
    // Without a reset: set before they are read
    reg        moved;                    // data moved since the pulse began
    reg [63:0] data_ps;
    reg [63:0] begin_ps;
    reg [63:0] end_ps;
    reg [31:0] end_access;

    wire judged     = i_end && moved;
    reg  came_late;
    wire left_early = judged && !came_late;
    wire held       = i_data && (after || i_end) && !judged;

    always @* begin                      // an `if`: simulators work it out only then
        came_late = 0;
        if (judged)
            came_late = data_ps - begin_ps <= i_now_ps - data_ps;
    end

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            known <= 0;
            after <= 0;
        end else begin
            if (i_data) begin
                known   <= 1;
                data_ps <= i_now_ps;
                after   <= 0;
            end
            if (i_begin) begin
                moved    <= 0;
                begin_ps <= i_now_ps;
            end else if (i_data)
                moved <= 1;
            if (i_end) begin
                after      <= !i_data && !moved;
                end_ps     <= i_now_ps;
                end_access <= i_access;
            end
        end

    chk_record setup (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(came_late || (i_begin && (known || i_data))),
        .i_from_now(i_begin && i_data), .i_from_ps(data_ps), .i_to_now(!came_late), .i_to_ps(begin_ps),
        .i_limit_ps(i_setup_ps), .o_broken(o_setup_broken)
    );
    chk_record hold (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_end ? i_access : end_access),
        .i_seen(left_early || held),
        .i_from_now(i_end), .i_from_ps(end_ps), .i_to_now(!left_early), .i_to_ps(data_ps),
        .i_limit_ps(i_hold_ps), .o_broken(o_hold_broken)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed:
    //   A3 Pulses begin and end in turn; an end may come in the tick after the beginning, not in the same.
    // Rules:
    //   1 Set-up: it reports exactly if data moved less than the limit before a pulse began, or if the last movement
    //     inside a pulse came in its first half: a negative set-up.
    //   2 Hold: it reports exactly if data moves less than the limit after the end of a pulse without movement, or if
    //     the last movement inside came in the second half: a negative hold.
    //   3 A movement inside a pulse always breaks one of the two, if the limits are above 0.
    //   4 It hands these times to chk_record, each with its limit, and nothing else: a hold with the access under way
    //     when its pulse ended, a set-up with that of this tick.
    // Reached: each of the four.
`include "time.vh"
    reg               f_in = 0, f_moved = 0, f_inside = 0, f_rest = 0;
    reg               f_setup = 0, f_hold = 0, f_late = 0, f_left = 0, f_both = 0;
    reg [63:0]        f_data_ps, f_begin_ps, f_end_ps;
    wire signed [63:0] f_setup_ps = {{32{i_setup_ps[31]}}, i_setup_ps};
    wire signed [63:0] f_hold_ps  = {{32{i_hold_ps[31]}}, i_hold_ps};
    wire signed [63:0] f_before   = i_data ? 0 : i_now_ps - f_data_ps;
    wire signed [63:0] f_since    = f_data_ps - f_begin_ps;
    wire signed [63:0] f_to_end   = i_now_ps - f_data_ps;
    wire signed [63:0] f_held     = i_end ? 0 : i_now_ps - f_end_ps;
    wire               f_judged   = i_end && f_inside;
    wire               f_first    = f_since <= f_to_end;             // half
    reg [31:0]         f_end_access;
    (* hierconn *) wire [128:0] \setup.observation , \hold.observation ;
    wire [128:0] f_sees_setup = f_judged && f_first ? {1'b1, i_access, i_setup_ps, -f_since} :
                                i_begin && (f_moved || i_data) ? {1'b1, i_access, i_setup_ps, f_before} : 129'd0;
    wire [128:0] f_sees_hold  = f_judged ? f_first ? 129'd0 : {1'b1, i_access, i_hold_ps, -f_to_end} :
                                i_data && (f_rest || i_end) ?
                                {1'b1, i_end ? i_access : f_end_access, i_hold_ps, f_held} : 129'd0;
    always @(posedge clk) begin
        f_in     <= !i_por && (i_begin || (f_in && !i_end));
        f_moved  <= !i_por && (f_moved || i_data);
        f_inside <= !i_por && !i_begin && (f_in || i_end) && !i_end && (f_inside || i_data);
        f_rest   <= !i_por && (i_end ? !i_data && !f_inside : f_rest && !i_data);
        if (i_data) f_data_ps <= i_now_ps;
        if (i_begin) f_begin_ps <= i_now_ps;
        if (i_end) {f_end_ps, f_end_access} <= {i_now_ps, i_access};
        f_setup <= !i_por && ((i_begin && (f_moved || i_data) && f_before < f_setup_ps) ||
                              (f_judged && f_first && -f_since < f_setup_ps));
        f_hold  <= !i_por && ((f_judged && !f_first && -f_to_end < f_hold_ps) ||
                              (!f_judged && i_data && (f_rest || i_end) && f_held < f_hold_ps));
        f_late  <= !i_por && f_judged && f_first;
        f_left  <= !i_por && f_judged && !f_first;
        f_both  <= !i_por && f_judged && f_setup_ps > 0 && f_hold_ps > 0;
    end
    always @* begin
        assume (!(i_begin && f_in) && !(i_end && !f_in) && !(i_begin && i_end));                              // A3
        if (f_ticked) begin
            assert (known == f_moved && after == f_rest && (!f_in || moved == f_inside));
            assert (!f_moved || (data_ps == f_data_ps && f_data_ps <= f_last_ps));
            assert (!f_in || (begin_ps == f_begin_ps && f_begin_ps <= f_last_ps));
            assert (!f_inside || (f_in && f_moved && f_data_ps >= f_begin_ps));
            assert (!f_rest || (end_ps == f_end_ps && f_end_ps <= f_last_ps && end_access == f_end_access));
            assert (i_por || (\setup.observation == f_sees_setup && \hold.observation == f_sees_hold ));       // 4
            assert (o_setup_broken == f_setup);                                                               // 1
            assert (o_hold_broken == f_hold);                                                                 // 2
            assert (!f_both || o_setup_broken || o_hold_broken);                                              // 3
        end
        cover (f_past && f_setup && !f_late);
        cover (f_past && f_setup && f_late);
        cover (f_past && f_hold && !f_left);
        cover (f_past && f_hold && f_left);
    end
`endif
endmodule
`default_nettype wire
