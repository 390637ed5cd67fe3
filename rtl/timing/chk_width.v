// SPDX-License-Identifier: MIT
// Width, or recovery if a pause is given: at least i_limit_ps pass from i_begin to the next i_end. A pulse that a gate
// before the pin has swallowed has a width of 0.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_width (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_begin,
    input  wire               i_end,
    input  wire               i_lost,  // swallowed
    output wire               o_broken
);
    reg        in_pulse;
    reg [63:0] begin_ps;                // without a reset: set before it is read

    always @(`TMR0_EDGE clk)
        if (i_por)
            in_pulse <= 0;
        else if (i_begin) begin
            in_pulse <= 1;
            begin_ps <= i_now_ps;
        end else if (i_end)
            in_pulse <= 0;

    chk_record rec (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen((in_pulse && i_end) || i_lost), .i_from_now(i_lost), .i_from_ps(begin_ps),
        .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(i_limit_ps), .o_broken(o_broken)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed: the limit is not negative. Rules:
    //   1 It reports exactly if a pulse ends less than the limit after it began, or for a swallowed one if the limit is
    //     above 0.
    //   2 An end without a beginning is no pulse.
    //   3 It hands these pulses to chk_record, each with its width, limit and access, and nothing else.
    // Reached: a pulse just as wide as its limit; one that is 1 ps too short; a swallowed one.
`include "time.vh"
    reg        f_open = 0, f_broken = 0, f_just = 0;
    reg [63:0] f_begin_ps;
    wire [63:0] f_width = i_now_ps - f_begin_ps;
    (* hierconn *) wire [128:0] \rec.observation ;
    wire [128:0] f_sees = i_lost || (f_open && i_end) ? {1'b1, i_access, i_limit_ps, i_lost ? 64'd0 : f_width} : 129'd0;
    always @(posedge clk) begin
        f_open     <= !i_por && (i_begin || (f_open && !i_end));
        if (i_begin) f_begin_ps <= i_now_ps;
        f_broken   <= !i_por && (i_lost ? i_limit_ps != 0 : f_open && i_end && f_width < {32'd0, i_limit_ps});
        f_just     <= !i_por && f_open && i_end && !i_lost && f_width == {32'd0, i_limit_ps} && i_limit_ps != 0;
    end
    always @* begin
        assume (!i_limit_ps[31]);
        if (f_ticked) begin
            assert (f_open == in_pulse && (!f_open || begin_ps == f_begin_ps));
            assert (!f_open || f_begin_ps <= f_last_ps);
            assert (i_por || \rec.observation == f_sees);                                                     // 3
            assert (o_broken == f_broken);                                                                    // 1, 2
        end
        cover (f_past && f_just && !o_broken);
        cover (f_past && f_broken && f_begin_ps != f_last_ps);
        cover (f_past && f_broken && !f_open);
    end
`endif
endmodule
`default_nettype wire
