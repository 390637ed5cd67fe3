// SPDX-License-Identifier: MIT
// flipflop_aged gives the outputs of rtl/board/pal_flipflop.v, for every sequence at the socket, every seed and every
// delay. Times in any unit. Assumed: A1, A2 (time.vh), the next tick as o_next_ps asks, delays within AGE bits.
//   1 RD, WR, C/D and lost strobes are the same
//   2 both ask for the next tick at the same time
//   3 both find the same pulses good, and the same races
`default_nettype none
module link_flipflop #(
    parameter AGE = 6
) (
    input wire           clk,
    input wire           i_por,
    input wire [63:0]    i_now_ps,
    input wire [AGE-1:0] tpd, skew,
    input wire [31:0]    seed,
    input wire           mas_n, mds_n, rw
);
`include "time.vh"
    wire [63:0]    passed  = i_now_ps - f_last_ps;
    wire [AGE-1:0] elapsed = passed < {AGE{1'b1}} ? passed[AGE-1:0] : {AGE{1'b1}};
    wire [31-AGE:0] none = 0;
    wire        rd_n, wr_n, cd, unused_event;
    wire [3:0]  lost;
    wire [63:0] next_ps;
    pal_flipflop timed (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(32'd0), .i_tpd_ps({none, tpd}),
        .i_skew_ps({none, skew}), .i_seed(seed), .i_mas_n(mas_n), .i_mds_n(mds_n), .i_rw(rw), .o_rd_n(rd_n),
        .o_wr_n(wr_n), .o_cd(cd), .o_lost(lost), .o_check_event(unused_event), .o_next_ps(next_ps)
    );

    (* hierconn *) wire [31:0] \timed.chance ;
    wire           a_rd_n, a_wr_n, a_cd, a_raced, a_good;
    wire [1:0]     a_lost;
    wire [AGE-1:0] a_pass;
    wire [AGE-1:0] both = tpd + tpd + skew;
    flipflop_aged #(.AGE(AGE), .SPLIT(0)) aged (
        .clk(clk), .i_por(i_por), .i_elapsed(elapsed), .i_rd_delay(tpd), .i_wr_delay(tpd), .i_data_delay(tpd),
        .i_control_delay(tpd + skew), .i_both(both), .i_chance(i_por ? seed[0] : \timed.chance [31]), .i_mas_n(mas_n),
        .i_mds_n(mds_n), .i_rw(rw), .o_rd_n(a_rd_n), .o_wr_n(a_wr_n), .o_cd(a_cd), .o_lost(a_lost), .o_raced(a_raced),
        .o_good(a_good), .o_may_pass(a_pass)
    );

    // ---- State
    (* hierconn *) wire [1:0]     \timed.strobes.target , \aged.joint.both.target ;
    (* hierconn *) wire           \timed.strobes.pending , \aged.joint.both.pending ;
    (* hierconn *) wire [63:0]    \timed.strobes.due_ps ;
    (* hierconn *) wire [AGE-1:0] \aged.joint.both.left ;
    (* hierconn *) wire           \timed.data_gate.target , \aged.data_gate.target ;
    (* hierconn *) wire           \timed.data_gate.pending , \aged.data_gate.pending ;
    (* hierconn *) wire           \timed.data_gate.o_out , \aged.data_gate.o_out ;
    (* hierconn *) wire           \timed.data_gate.o_lost , \aged.data_gate.o_lost ;
    (* hierconn *) wire [63:0]    \timed.data_gate.due_ps ;
    (* hierconn *) wire [AGE-1:0] \aged.data_gate.left ;
    (* hierconn *) wire           \timed.control_gate.target , \aged.control_gate.target ;
    (* hierconn *) wire           \timed.control_gate.pending , \aged.control_gate.pending ;
    (* hierconn *) wire           \timed.control_gate.o_lost , \aged.control_gate.o_lost ;
    (* hierconn *) wire [63:0]    \timed.control_gate.due_ps ;
    (* hierconn *) wire [AGE-1:0] \aged.control_gate.left ;
    (* hierconn *) wire           \timed.was_set , \timed.was_reset , \timed.was_strobe , \timed.switched ;
    (* hierconn *) wire           \timed.holds , \timed.kept , \timed.good , \timed.raced ;
    (* hierconn *) wire           \aged.was_set , \aged.was_reset , \aged.was_strobe , \aged.switched , \aged.holds ;
    (* hierconn *) wire           \aged.kept ;
    (* hierconn *) wire [63:0]    \timed.begin_ps ;
    (* hierconn *) wire [AGE-1:0] \aged.begin_age ;
    function gate;                           // the same state of a gate
        input           pending, a_pending;
        input [63:0]    due_ps;
        input [AGE-1:0] left;
        gate = pending == a_pending && (!pending || (left != 0 && due_ps == f_last_ps + left && !(&left)));
    endfunction
    reg begun = 0;                           // a set or reset since power-up
    always @(posedge clk)
        begun <= !i_por && (begun || !mds_n);

    always @* begin
        assume (!(&both) && {2'b0, both} == {2'b0, tpd} + tpd + skew);
        if (f_ticked) begin
            assume (i_now_ps <= next_ps || i_now_ps == f_last_ps);
            assert (\timed.strobes.target == \aged.joint.both.target );
            assert (\timed.data_gate.target == \aged.data_gate.target );
            assert (\timed.control_gate.target == \aged.control_gate.target );
            assert (gate(\timed.strobes.pending , \aged.joint.both.pending , \timed.strobes.due_ps ,
                         \aged.joint.both.left ));
            assert (gate(\timed.data_gate.pending , \aged.data_gate.pending , \timed.data_gate.due_ps ,
                         \aged.data_gate.left ));
            assert (gate(\timed.control_gate.pending , \aged.control_gate.pending , \timed.control_gate.due_ps ,
                         \aged.control_gate.left ));
            assert (\timed.data_gate.o_out == \aged.data_gate.o_out );
            assert (\timed.data_gate.o_lost == \aged.data_gate.o_lost );
            assert (\timed.control_gate.o_lost == \aged.control_gate.o_lost );
            assert (\timed.was_set == \aged.was_set && \timed.was_reset == \aged.was_reset );
            assert (\timed.was_strobe == \aged.was_strobe && \timed.holds == \aged.holds );
            assert (!\timed.holds || \timed.kept == \aged.kept );
            assert (!(\timed.was_set || \timed.was_reset ) || begun);
            assert (!begun || \timed.switched == \aged.switched );
            assert (!begun || (\timed.begin_ps <= f_last_ps &&
                               (&\aged.begin_age ? f_last_ps - \timed.begin_ps >= \aged.begin_age
                                                 : f_last_ps - \timed.begin_ps == \aged.begin_age )));
            assert (rd_n == a_rd_n && wr_n == a_wr_n && cd == a_cd);                             // 1
            assert ({a_lost & {a_rd_n, a_wr_n}, a_lost & ~{a_rd_n, a_wr_n}} == lost);
            assert (next_ps <= f_last_ps ? a_pass == 0 : &a_pass || f_last_ps + a_pass == next_ps);   // 2
            assert (\timed.good == a_good && \timed.raced == a_raced );                          // 3
        end
        cover (f_past && a_raced);
        cover (f_past && a_good && rd_n && !cd);
        cover (f_past && !rd_n);
        cover (f_past && lost[3]);
    end
endmodule
`default_nettype wire
