// SPDX-License-Identifier: MIT
// A gate's inertial delay: a level that does not last as long as the delay never comes out, and is reported as lost.
// On a bus, a change of any bit starts the delay again.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module gate_delay #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] INITIAL = 0
) (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire signed [31:0] i_delay_ps,   // not negative
    input  wire [WIDTH-1:0]   i_in,
    output reg  [WIDTH-1:0]   o_out,
    output reg  [WIDTH-1:0]   o_lost,       // bits that went back in the last tick, before their change came out
    output wire [63:0]        o_next_ps     // 0: at once
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [WIDTH-1:0] target;
    reg             pending;
    reg [63:0]      due_ps;                 // without a reset: set before it is read

    assign o_next_ps = i_in != target || o_lost != 0 ? 0 : pending ? due_ps : NEVER;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            o_out   <= INITIAL;
            o_lost  <= 0;
            target  <= INITIAL;
            pending <= 0;
        end else if (i_in != target) begin
            o_lost  <= pending ? (target ^ o_out) & (target ^ i_in) : {WIDTH{1'b0}};
            target  <= i_in;
            pending <= i_in != o_out && i_delay_ps != 0;
            due_ps  <= i_now_ps + {32'd0, i_delay_ps};
            if (i_delay_ps == 0)
                o_out <= i_in;
        end else begin
            o_lost <= 0;
            if (pending && i_now_ps >= due_ps) begin
                o_out   <= target;
                pending <= 0;
            end
        end
`ifdef FORMAL
    // ---- Proved. Assumed besides A1 and A2 (formal/time.vh):
    //   A3 The next tick comes no later than o_next_ps asks for.
    //   A4 The delay is not negative. It may differ from tick to tick.
    // Rules:
    //   1 The output moves only when the input has kept its level for the delay, exactly that long, and only to it.
    //   2 A level that the input has kept for the delay is out. With 1: no other order is possible.
    //   3 A bit is lost exactly if it goes back before its change came out.
    //   4 With no delay the output follows the input in the same tick.
    //   5 Output and lost bits are those of gate_aged, whose state is what is left of the delay (formal/gate_aged.v).
    //   6 Both ask for the next tick at the same time.
    // Reached: a level comes out after a delay; one is lost; a bus loses one bit while another changes.
`include "time.vh"
`ifndef AGE
`define AGE 40
`endif
    localparam [`AGE-1:0] MANY = {`AGE{1'b1}};
    wire [63:0]      f_passed  = i_now_ps - f_last_ps;
    wire [`AGE-1:0]  f_elapsed = f_passed < {{64-`AGE{1'b0}}, MANY} ? f_passed[`AGE-1:0] : MANY;
    wire [WIDTH-1:0] f_out, f_lost;
    wire [`AGE-1:0]  f_may_pass;
    (* hierconn *) wire [WIDTH-1:0] \f_aged.target ;
    (* hierconn *) wire             \f_aged.pending ;
    (* hierconn *) wire [`AGE-1:0]  \f_aged.left ;
    gate_aged #(.WIDTH(WIDTH), .INITIAL(INITIAL), .AGE(`AGE)) f_aged (
        .clk(clk), .i_por(i_por), .i_elapsed(f_elapsed), .i_delay({{`AGE-1{1'b0}}, 1'b0} | i_delay_ps), .i_in(i_in),
        .o_out(f_out), .o_lost(f_lost), .o_may_pass(f_may_pass)
    );

    reg [63:0]        f_since_ps;            // the input moved last
    reg signed [31:0] f_delay_ps;            // the delay then
    reg [WIDTH-1:0]   f_was_out, f_level, f_level_was;   // before the last tick; the input's last two levels
    reg               f_moved = 0;           // by the input, in the last tick
    always @(posedge clk) begin
        f_was_out <= o_out;
        f_moved   <= !i_por && i_in != f_level;
        if (i_por) begin
            f_level    <= INITIAL;
            f_since_ps <= i_now_ps;
            f_delay_ps <= 0;
        end else if (i_in != f_level) begin
            f_level_was <= f_level;
            f_level    <= i_in;
            f_since_ps <= i_now_ps;
            f_delay_ps <= i_delay_ps;
        end
    end
    wire [63:0] f_kept_ps = f_last_ps - f_since_ps;      // until the last tick
    wire [63:0] f_full_ps = {32'd0, f_delay_ps};
    wire        f_changed = f_past && o_out != f_was_out;

    always @* begin
        if (f_ticked) assume (i_now_ps <= o_next_ps || i_now_ps == f_last_ps);             // A3
        assume (!i_delay_ps[31] && i_delay_ps < MANY);                                   // A4

        // State, without which the rules are not inductive
        if (f_ticked) begin
            assert (target == f_level && f_since_ps <= f_last_ps && !f_delay_ps[31]);
            assert (!pending || (due_ps == f_since_ps + f_full_ps && o_out != target && f_kept_ps < f_full_ps));
            assert (pending || o_out == target);
            assert (\f_aged.target == target && \f_aged.pending == pending);
            assert (!pending || due_ps == f_last_ps + \f_aged.left );
        end

        if (f_changed)                       assert (o_out == f_level && f_kept_ps == f_full_ps);              // 1
        if (f_ticked && f_kept_ps >= f_full_ps) assert (o_out == f_level);                                     // 2
        if (f_past) assert (o_lost == ((f_level_was ^ f_was_out) & (f_level_was ^ f_level) & {WIDTH{f_moved}}));  // 3
        if (f_past && f_moved && f_delay_ps == 0) assert (o_out == f_level);                                   // 4
        if (f_ticked) assert (o_out == f_out && o_lost == f_lost);                                             // 5
        if (f_past) assert (o_next_ps <= f_last_ps ? f_may_pass == 0
                                                   : f_may_pass == MANY || f_last_ps + f_may_pass == o_next_ps); // 6
        cover (f_changed && f_full_ps > 1 && o_out[0] != INITIAL[0]);
        cover (f_past && o_lost[0]);
        cover (f_past && (WIDTH == 1 || (o_lost == 1 && o_out != f_level)));
    end
`endif
endmodule
`default_nettype wire
