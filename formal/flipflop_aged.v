// SPDX-License-Identifier: MIT
// pal_flipflop with gate_aged for gate_delay: ages in place of times. formal/link_flipflop.v proves that both give the
// same outputs. Each gate has a delay of its own, which may differ from tick to tick: the delays of pal_flipflop, and
// all others. SPLIT gives RD and WR a gate each; the simulator's share one.
`default_nettype none
module flipflop_aged #(
    parameter AGE = 6,
    parameter SPLIT = 0
) (
    input  wire           clk,
    input  wire           i_por,
    input  wire [AGE-1:0] i_elapsed,       // since the last tick; the greatest: that or more
    input  wire [AGE-1:0] i_rd_delay,      // with SPLIT 0 of both strobes
    input  wire [AGE-1:0] i_wr_delay,
    input  wire [AGE-1:0] i_data_delay,
    input  wire [AGE-1:0] i_control_delay,
    input  wire [AGE-1:0] i_both,          // what a pulse must last to be good
    input  wire           i_chance,        // the level at power-up and after a race
    input  wire           i_mas_n,
    input  wire           i_mds_n,
    input  wire           i_rw,
    output wire           o_rd_n,
    output wire           o_wr_n,
    output wire           o_cd,
    output wire [1:0]     o_lost,          // of RD, WR
    output wire           o_raced,
    output wire           o_good,
    output wire [AGE-1:0] o_may_pass       // before the next tick
);
    wire [1:0]     strobes = {!(!i_mas_n && i_rw), !(!i_mas_n && !i_rw)};
    wire [AGE-1:0] strobes_pass;
    generate if (SPLIT) begin : split
        wire [AGE-1:0] rd_pass, wr_pass;
        gate_aged #(.INITIAL(1'b1), .AGE(AGE)) rd (
            .clk(clk), .i_por(i_por), .i_elapsed(i_elapsed), .i_delay(i_rd_delay), .i_in(strobes[1]), .o_out(o_rd_n),
            .o_lost(o_lost[1]), .o_may_pass(rd_pass)
        );
        gate_aged #(.INITIAL(1'b1), .AGE(AGE)) wr (
            .clk(clk), .i_por(i_por), .i_elapsed(i_elapsed), .i_delay(i_wr_delay), .i_in(strobes[0]), .o_out(o_wr_n),
            .o_lost(o_lost[0]), .o_may_pass(wr_pass)
        );
        assign strobes_pass = rd_pass < wr_pass ? rd_pass : wr_pass;
    end else begin : joint
        gate_aged #(.WIDTH(2), .INITIAL(2'b11), .AGE(AGE)) both (
            .clk(clk), .i_por(i_por), .i_elapsed(i_elapsed), .i_delay(i_rd_delay), .i_in(strobes),
            .o_out({o_rd_n, o_wr_n}), .o_lost(o_lost), .o_may_pass(strobes_pass)
        );
    end endgenerate

    wire set   = !i_mds_n && i_rw;
    wire reset = !i_mds_n && !i_rw;
    reg  holds, kept;
    wire data, control, unused_data_lost, unused_control_lost;
    wire [AGE-1:0] data_pass, control_pass;
    gate_aged #(.INITIAL(1'b0), .AGE(AGE)) data_gate (
        .clk(clk), .i_por(i_por), .i_elapsed(i_elapsed), .i_delay(i_data_delay),
        .i_in(holds ? kept : !(reset || control)), .o_out(data), .o_lost(unused_data_lost), .o_may_pass(data_pass)
    );
    gate_aged #(.INITIAL(1'b1), .AGE(AGE)) control_gate (
        .clk(clk), .i_por(i_por), .i_elapsed(i_elapsed), .i_delay(i_control_delay),
        .i_in(holds ? !kept : !(set || data)), .o_out(control), .o_lost(unused_control_lost),
        .o_may_pass(control_pass)
    );
    assign o_cd = control;

    reg            was_set, was_reset, was_strobe, switched;
    reg  [AGE-1:0] begin_age;                // since set or reset became active, at the last tick
    wire [AGE:0]   sum     = begin_age + i_elapsed;
    wire [AGE-1:0] age     = sum[AGE] ? {AGE{1'b1}} : sum[AGE-1:0];
    wire           ended   = (was_set && !set) || (was_reset && !reset);
    wire           began   = (set && !was_set) || (reset && !was_reset);
    wire           changes = ended || began || !i_mas_n != was_strobe;
    assign o_good  = ended && age >= i_both;
    assign o_raced = ended && !o_good && !began && switched;

    wire [AGE-1:0] gates_pass = data_pass < control_pass ? data_pass : control_pass;
    assign o_may_pass = changes ? 0 : strobes_pass < gates_pass ? strobes_pass : gates_pass;

    always @(posedge clk)
        if (i_por) begin
            was_set    <= 0;
            was_reset  <= 0;
            was_strobe <= 0;
            holds      <= 1;
            kept       <= i_chance;
        end else begin
            was_set    <= set;
            was_reset  <= reset;
            was_strobe <= !i_mas_n;
            begin_age  <= began ? 0 : age;
            if (began) begin
                switched <= ended;
                holds    <= 0;
            end
            if (o_raced) begin
                holds <= 1;
                kept  <= i_chance;
            end
        end
endmodule
`default_nettype wire
