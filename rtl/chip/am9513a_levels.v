// SPDX-License-Identifier: MIT
// The OUT levels (CM2-0), the comparators of counters 1 and 2 (MM2, MM3), and the OUT bits of the status register.
//   000 low   001 TC, active high   010 toggled   100 high impedance   101 TC, active low   110, 111 low
//   011 as 010, or low: what the sources leave open
// With a comparator on, its OUT shows equality of count and alarm in place of TC and of the toggled output: active low
// for 101, else high. With time of day and both comparators on, comparator 2 is true only when both counters match.
// Levels are computed only in ticks of clk_core: no pin and no reader sees them earlier.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_levels (
    input  wire        clk_core,
    input  wire        i_modes_written,  // 1: the modes may have changed in the last tick
    input  wire [14:0] i_control,        // CM2-0 of each counter, counter 1 lowest
    input  wire        i_code_3_low,
    input  wire [4:0]  i_tc,
    input  wire [4:0]  i_toggle,
    // Comparators
    input  wire        i_compare1,
    input  wire        i_compare2,
    input  wire        i_time_of_day,    // on
    input  wire [15:0] i_count1,
    input  wire [15:0] i_count2,
    input  wire [15:0] i_alarm1,
    input  wire [15:0] i_alarm2,
    output wire        o_due,            // TC has moved since: the next tick needs clk_core
    // As of the last tick of clk_core
    output reg  [4:0]  o_out,
    output reg  [4:0]  o_out_z,
    output reg  [4:0]  o_status          // the OUT level; with the output off, TC in the polarity of CM2
);
    function out_level;
        input [2:0] control;
        input       low_3;
        input       pulse, toggled;      // pulse: TC, or equality
        case (control)
            3'b001:  out_level = pulse;
            3'b101:  out_level = !pulse;
            3'b010:  out_level = toggled;
            3'b011:  out_level = toggled && !low_3;
            default: out_level = 0;
        endcase
    endfunction
    function status_bit;
        input [2:0] control;
        input       low_3;
        input       pulse, toggled;
        status_bit = control[1:0] == 0 ? pulse ^ control[2] : out_level(control, low_3, pulse, toggled);
    endfunction

    // Intermediate values
    /* verilator lint_off BLKSEQ */
    reg       equal1, equal2;
    reg [4:0] pulse, toggled;
    reg [4:0] tc_was;                    // without a reset: power-up brings ticks
    integer   n;

    assign o_due = i_tc != tc_was;

    always @(`TMR0_EDGE clk_core) begin
        tc_was <= i_tc;
        equal1  = i_count1 == i_alarm1;
        equal2  = i_count2 == i_alarm2 && (!(i_time_of_day && i_compare1) || equal1);
        pulse   = i_tc;
        toggled = i_toggle;
        if (i_compare1) {pulse[0], toggled[0]} = {2{equal1}};
        if (i_compare2) {pulse[1], toggled[1]} = {2{equal2}};
        for (n = 0; n < 5; n = n + 1) begin
            o_out[n]    <= out_level(i_control[3*n +: 3], i_code_3_low, pulse[n], toggled[n]);
            o_status[n] <= status_bit(i_control[3*n +: 3], i_code_3_low, pulse[n], toggled[n]);
            if (i_modes_written)
                o_out_z[n] <= i_control[3*n +: 3] == 4;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
