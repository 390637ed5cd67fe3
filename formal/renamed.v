// SPDX-License-Identifier: MIT
// Counter n behaves as counter 1 with its neighbours renamed: a core in which every counter has the number of its
// upper neighbour (5 becomes 1) does the same. Its inputs and the counters that codes name are renamed, and so are
// its outputs.
// Assumed: the first three ticks are power-up; time of day and comparators are off, which only counters 1 and 2 have; a
// write shares no tick with an edge, nor with a read's end.
//   1 Counts, modes, TC, armed, gates and OUT of each counter are those of its upper neighbour in the other core.
//   2 The status register shows the same, with the OUT bits renamed.
`default_nettype none
module renamed (
    input wire        clk, i_por, i_write, i_write_control, i_read_end,
    input wire [15:0] i_write_data,
    input wire [4:0]  i_edge, i_gate, i_gate_was,
    input wire        i_first_retriggers, i_tc_ends, i_load_disarms, i_arm_runs_on
);
    // Of five counters, lowest first: each takes the place of its upper neighbour
    function [4:0] up;
        input [4:0] five;
        up = {five[3:0], five[4]};
    endfunction
    function [2:0] number;                   // of a counter; other groups stay
        input [2:0] n;
        number = n == 5 ? 3'd1 : n >= 1 && n <= 4 ? n + 3'd1 : n;
    endfunction
    // The code that asks the same of the renamed counters
    wire [7:0] code  = i_write_data[7:0];
    wire       one   = code[7:5] == 7 && code[4:3] != 3 && code[2:0] >= 1 && code[2:0] <= 5;
    wire [7:0] other = code[7:5] == 0 || one ? {code[7:3], number(code[2:0])} :
                       code[7:5] != 7 ? {code[7:5], up(code[4:0])} : code;
    wire [15:0] a_word;
    wire [7:0]  a_status;
    wire        a_bus16;
    wire [24:0] a_select;
    wire [4:0]  a_tc, a_tc_gates, a_out, a_out_z, a_armed, a_active;
    wire [1:0]  a_compared;
    wire [15:0] a_count1, a_count2, a_count3, a_count4, a_count5;
    wire [15:0] a_mode1, a_mode2, a_mode3, a_mode4, a_mode5;
    wire [15:0] b_word;
    wire [7:0]  b_status;
    wire        b_bus16;
    wire [24:0] b_select;
    wire [4:0]  b_tc, b_tc_gates, b_out, b_out_z, b_armed, b_active;
    wire [1:0]  b_compared;
    wire [15:0] b_count1, b_count2, b_count3, b_count4, b_count5;
    wire [15:0] b_mode1, b_mode2, b_mode3, b_mode4, b_mode5;

    reg [4:0] a_tc_was, b_tc_was;
    always @(posedge clk)
        {a_tc_was, b_tc_was} <= i_por ? 10'd0 : {a_tc, b_tc};

    am9513a_core a (
        .clk(clk), .clk_bus(clk), .i_por(i_por), .i_write(i_write), .i_write_control(i_write_control),
        .i_write_data(i_write_data), .i_read_end(i_read_end), .o_word(a_word), .o_status(a_status),
        .o_bus16(a_bus16), .i_edge(i_edge), .i_fout_rise(1'b0), .i_fout_fall(1'b0), .i_scaler(16'd0),
        .i_gate_was(i_gate_was), .i_tc_was(a_tc_was), .o_select(a_select), .o_tc(a_tc), .o_tc_gates(a_tc_gates),
        .i_x2(1'b0), .i_gate(i_gate), .i_src(5'd0), .o_out(a_out), .o_out_z(a_out_z), .o_compared(a_compared),
        .o_count1(a_count1), .o_count2(a_count2), .o_count3(a_count3), .o_count4(a_count4), .o_count5(a_count5),
        .i_save1(a_count1), .i_save2(a_count2), .i_save3(a_count3), .i_save4(a_count4), .i_save5(a_count5),
        .o_mode1(a_mode1), .o_mode2(a_mode2), .o_mode3(a_mode3), .o_mode4(a_mode4), .o_mode5(a_mode5),
        .o_armed(a_armed), .o_gate_active(a_active),
        .i_first_retriggers(i_first_retriggers), .i_tc_ends(i_tc_ends), .i_load_disarms(i_load_disarms),
        .i_arm_runs_on(i_arm_runs_on), .i_fout_used(1'b0), .i_tick_now(1'b0)
    );
    am9513a_core b (
        .clk(clk), .clk_bus(clk), .i_por(i_por), .i_write(i_write), .i_write_control(i_write_control),
        .i_write_data(i_write_control ? {i_write_data[15:8], other} : i_write_data), .i_read_end(i_read_end),
        .o_word(b_word), .o_status(b_status),
        .o_bus16(b_bus16), .i_edge(up(i_edge)), .i_fout_rise(1'b0), .i_fout_fall(1'b0), .i_scaler(16'd0),
        .i_gate_was(up(i_gate_was)), .i_tc_was(b_tc_was), .o_select(b_select), .o_tc(b_tc), .o_tc_gates(b_tc_gates),
        .i_x2(1'b0), .i_gate(up(i_gate)), .i_src(5'd0), .o_out(b_out), .o_out_z(b_out_z), .o_compared(b_compared),
        .o_count1(b_count1), .o_count2(b_count2), .o_count3(b_count3), .o_count4(b_count4), .o_count5(b_count5),
        .i_save1(b_count1), .i_save2(b_count2), .i_save3(b_count3), .i_save4(b_count4), .i_save5(b_count5),
        .o_mode1(b_mode1), .o_mode2(b_mode2), .o_mode3(b_mode3), .o_mode4(b_mode4), .o_mode5(b_mode5),
        .o_armed(b_armed), .o_gate_active(b_active),
        .i_first_retriggers(i_first_retriggers), .i_tc_ends(i_tc_ends), .i_load_disarms(i_load_disarms),
        .i_arm_runs_on(i_arm_runs_on), .i_fout_used(1'b0), .i_tick_now(1'b0)
    );

    reg [1:0] ticks = 0;                     // up to 3
    wire      past = ticks == 3;
    always @(posedge clk) ticks <= past ? 2'd3 : ticks + 2'd1;
    (* hierconn *) wire [15:0] \a.master ;
    always @* begin
        if (!past) assume (i_por);
        else assume (\a.master [3:0] == 0);
        assume (!i_write || (i_edge == 0 && !i_read_end && i_gate == i_gate_was));
        if (past) begin
            assert (a_count1 == b_count2 && a_mode1 == b_mode2);                          // 1
            assert (a_count2 == b_count3 && a_mode2 == b_mode3);
            assert (a_count3 == b_count4 && a_mode3 == b_mode4);
            assert (a_count4 == b_count5 && a_mode4 == b_mode5);
            assert (a_count5 == b_count1 && a_mode5 == b_mode1);
            assert (b_tc == up(a_tc) && b_armed == up(a_armed) && b_active == up(a_active));
            assert (b_tc_gates == up(a_tc_gates));
            assert (b_out == up(a_out) && b_out_z == up(a_out_z));
            assert (b_status == {a_status[7:6], up(a_status[5:1]), a_status[0]} && b_bus16 == a_bus16);       // 2
        end
        cover (past && a_tc[0] && a_armed[0]);
        cover (past && a_tc[4] && !a_tc[3] && a_mode5[6]);
        cover (past && a_out[2] && a_mode3[2:0] == 2);
    end
endmodule
`default_nettype wire
