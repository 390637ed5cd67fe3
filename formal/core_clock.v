// SPDX-License-Identifier: MIT
// What clk_core of am9513a_core may leave out. All clocks tick together here, and the counters are any
// (formal/instead/am9513a_counter.v). Assumed: the first tick is power-up. Rules:
//   1 A tick for which o_core_now is low changes no register of clk_core but those of OUT and status. Mode and Load of
//     the counters, which only a write changes, are not looked at.
//   2 It changes those neither, if no mode, count or toggle output moved in the tick before it. That a counter reports
//     a movement, which asks for a tick, is proved in the tasks counter, counter-1 and counter-2.
// Reached: two such ticks in a row.
`default_nettype none
module core_clock (
    input wire        clk, i_por, i_write, i_write_control, i_read_end, i_x2, i_x2_rise, i_x2_fall, i_late_now,
    input wire [15:0] i_write_data,
    input wire [4:0]  i_edge, i_gate, i_src
);
    (* anyconst *) wire [8:0] choices;
    wire        core_now;
    wire [4:0]  out, out_z;
    wire [7:0]  status;
    am9513a_core chip (
        .clk(clk), .clk_core(clk), .i_por(i_por), .i_write(i_write), .i_write_control(i_write_control),
        .i_write_data(i_write_data), .i_read_end(i_read_end), .i_x2(i_x2), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall),
        .i_gate(i_gate), .i_src(i_src), .i_edge(i_edge), .i_save(80'd0), .i_choices(choices), .i_fout_used(1'b1),
        .i_late_now(i_late_now), .o_out(out), .o_out_z(out_z), .o_status(status), .o_core_now(core_now)
    );

    (* hierconn *) wire [15:0] \chip.master , \chip.alarm1 , \chip.alarm2 , \chip.latch ;
    (* hierconn *) wire        \chip.prefetch_writes , \chip.o_modes_written , \chip.master_written ;
    (* hierconn *) wire        \chip.prefetch_next , \chip.reset_was , \chip.data_pointer.o_low_next ;
    (* hierconn *) wire        \chip.sources.other_source_used , \chip.sources.fout_f1 , \chip.sources.o_x2_fall_used ;
    (* hierconn *) wire        \chip.gates.any_gated ;
    (* hierconn *) wire [4:0]  \chip.data_pointer.pointer , \chip.sources.on_f1 , \chip.sources.on_tcn_rise ;
    (* hierconn *) wire [4:0]  \chip.sources.on_tcn_fall , \chip.gates.o_tc_used ;
    (* hierconn *) wire [4:0]  \chip.deaf , \chip.levels.tc_was ;
    (* hierconn *) wire [3:0]  \chip.sources.full ;
    (* hierconn *) wire [67:0] \chip.counters[1].counter.any , \chip.counters[2].counter.any ,
                               \chip.counters[3].counter.any , \chip.counters[4].counter.any ,
                               \chip.counters[5].counter.any ;
    wire [112:0] kept = {\chip.master , \chip.alarm1 , \chip.alarm2 , \chip.latch , \chip.prefetch_writes ,
                         \chip.o_modes_written , \chip.master_written , \chip.prefetch_next , \chip.reset_was ,
                         \chip.data_pointer.o_low_next , \chip.data_pointer.pointer , \chip.sources.other_source_used ,
                         \chip.sources.fout_f1 , \chip.sources.o_x2_fall_used , \chip.sources.on_f1 ,
                         \chip.sources.on_tcn_rise , \chip.sources.on_tcn_fall , \chip.sources.full ,
                         \chip.gates.any_gated , \chip.gates.o_tc_used , \chip.deaf , \chip.levels.tc_was };
    wire [14:0]  levels = {out, out_z, status[5:1]};
    wire [339:0] looked = {\chip.counters[5].counter.any , \chip.counters[4].counter.any ,
                           \chip.counters[3].counter.any , \chip.counters[2].counter.any ,
                           \chip.counters[1].counter.any };
    localparam [67:0] READ = {16'hffff, 32'd0, 16'hffff, 4'b0100};    // mode, count, toggle output; TC is watched

    reg          ticked = 0, past = 0, twice = 0;
    reg          left_out = 0, still = 0;    // the last tick: o_core_now was low; nothing had moved before it
    reg  [112:0] kept_was;
    reg  [14:0]  levels_were;
    reg  [339:0] looked_was;
    always @(posedge clk) begin
        {ticked, past, twice} <= {1'b1, !i_por, !i_por && past};
        {kept_was, levels_were, looked_was} <= {kept, levels, looked};
        {left_out, still} <= {!core_now, ((looked ^ looked_was) & {5{READ}}) == 0};
    end
    always @* begin
        if (!ticked) assume (i_por);
        // without which 1 is not inductive
        assert (!ticked || (!\chip.master_written && \chip.deaf == 0) || \chip.o_modes_written );
        if (past && left_out) assert (kept == kept_was);                                                      // 1
        if (twice && left_out && still) assert (levels == levels_were);                                       // 2
        cover (twice && left_out && still && !core_now);
    end
endmodule
`default_nettype wire
