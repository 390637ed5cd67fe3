// SPDX-License-Identifier: MIT
// In place of rtl/chip/am9513a_counter.v, for formal/core.v: a counter with any state in every tick. What it is asked
// for is gathered in one word; the tasks counter, counter-1 and counter-2 prove what a counter then does.
`default_nettype none
module am9513a_counter #(
    parameter TIME_OF_DAY = 0
) (
    input  wire        clk,
    input  wire        clk_core,
    input  wire        i_por,
    input  wire        i_moves,
    input  wire        i_edge,
    input  wire        i_gate,
    input  wire        i_gate_edge,
    input  wire        i_gate_n,
    input  wire [1:0]  i_tod,
    input  wire        i_compared,
    input  wire        i_write,
    input  wire        i_reset,
    input  wire        i_arm,
    input  wire        i_disarm,
    input  wire        i_load,
    input  wire        i_save,
    input  wire        i_step,
    input  wire        i_set,
    input  wire        i_clear,
    input  wire [15:0] i_save_value,
    input  wire [1:0]  i_write_mode,
    input  wire [1:0]  i_write_load,
    input  wire [1:0]  i_write_hold,
    input  wire [15:0] i_data,
    input  wire [7:0]  i_choices,
    output wire [15:0] o_mode,
    output wire [15:0] o_load,
    output wire [15:0] o_hold,
    output wire [15:0] o_count,
    output wire        o_tc,
    output wire        o_toggle,
    output wire        o_armed,
    output wire        o_out_changed
);
    wire [64:0] asked = {TIME_OF_DAY[1:0], i_moves, i_edge, i_gate, i_gate_edge, i_gate_n, i_tod, i_compared, i_write,
                         i_reset, i_arm, i_disarm, i_load, i_save, i_step, i_set, i_clear, i_save_value, i_write_mode,
                         i_write_load, i_write_hold, i_data, i_choices};
    (* anyseq *) wire [67:0] any;
    assign {o_mode, o_load, o_hold, o_count, o_tc, o_toggle, o_armed, o_out_changed} = any;
endmodule
`default_nettype wire
