// SPDX-License-Identifier: MIT
// Recovery: at least i_limit_ps pass from the end of one pulse to the beginning of the next.
`default_nettype none
module chk_recovery (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_end,
    input  wire               i_begin,
    input  wire               i_lost,  // the pause was swallowed on its way to the pin
    output wire               o_broken
);
    chk_width pause (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access), .i_limit_ps(i_limit_ps),
        .i_begin(i_end), .i_end(i_begin), .i_lost(i_lost), .o_broken(o_broken)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed: the limit is not negative. Rules:
    //   1 At a beginning it reports exactly if the last pulse ended less than the limit before, and no other pulse has
    //     begun since; a beginning in the tick of an end is judged against the end before that.
    //   2 A swallowed pause is reported exactly if the limit is above 0.
    //   3 It hands these pauses to chk_record, each with its length, limit and access, and nothing else.
    // Reached: a pause just as long as its limit; one that is 1 ps too short; a swallowed one.
`include "time.vh"
    reg         f_idle = 0, f_broken = 0, f_just = 0, f_lost = 0;     // a pulse has ended, none has begun since
    reg  [63:0] f_end_ps;
    wire [63:0] f_pause = i_now_ps - f_end_ps;
    (* hierconn *) wire [128:0] \pause.rec.observation ;
    wire [128:0] f_sees = i_lost || (f_idle && i_begin) ? {1'b1, i_access, i_limit_ps, i_lost ? 64'd0 : f_pause}
                                                        : 129'd0;
    (* hierconn *) wire        \pause.in_pulse ;
    (* hierconn *) wire [63:0] \pause.begin_ps ;
    always @(posedge clk) begin
        f_idle   <= !i_por && (i_end || (f_idle && !i_begin));
        if (i_end) f_end_ps <= i_now_ps;
        f_broken <= !i_por && (i_lost ? i_limit_ps != 0 : f_idle && i_begin && f_pause < {32'd0, i_limit_ps});
        f_just   <= !i_por && f_idle && i_begin && !i_lost && f_pause == {32'd0, i_limit_ps} && i_limit_ps != 0;
        f_lost   <= i_lost;
    end
    always @* begin
        assume (!i_limit_ps[31]);
        if (f_ticked) begin
            assert (f_idle == \pause.in_pulse && (!f_idle || (\pause.begin_ps == f_end_ps && f_end_ps <= f_last_ps)));
            assert (i_por || \pause.rec.observation == f_sees);                                               // 3
            assert (o_broken == f_broken);                                                                    // 1, 2
        end
        cover (f_past && f_just && !o_broken);
        cover (f_past && f_broken && !f_lost && f_end_ps != f_last_ps);
        cover (f_past && f_broken && f_lost);
    end
`endif
endmodule
`default_nettype wire
