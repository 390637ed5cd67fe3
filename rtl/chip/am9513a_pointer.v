// SPDX-License-Identifier: MIT
// The data pointer, which says what the data port reads and writes, and the byte pointer (SR0).
//   {E2,E1} element, {G4,G2,G1} group: 1-5 a counter, 7 control; 0 and 6 are reserved
//   element cycle   Mode, Load, Hold of a counter, then Mode of the next
//   hold cycle      (element 3) Hold of counter 1, 2, 3, 4, 5, 1
//   control cycle   Alarm 1, Alarm 2, Master mode, Alarm 1; Status does not advance
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_pointer (
    input  wire       clk_core,
    input  wire       i_por,
    input  wire       i_reset,       // master reset: as power-up, points at Status (1F), least significant byte next
    input  wire       i_load,        // command
    input  wire [4:0] i_value,
    input  wire       i_accessed,    // a byte or word has passed the data port
    input  wire       i_bus_command, // bus width chosen: least significant byte next
    input  wire       i_bus16,       // MM13
    input  wire       i_frozen,      // MM14: does not advance
    output wire [1:0] o_element,
    output wire [2:0] o_group,
    output reg        o_low_next,    // the least significant byte is next
    output wire       o_word_done    // the access completes a word
);
    reg [4:0] pointer;

    assign {o_element, o_group} = pointer;
    assign o_word_done = i_accessed && (i_bus16 || !o_low_next);

    function [4:0] advanced;
        input [1:0] e;
        input [2:0] g;
        if (g == 7)
            advanced = e == 3 ? {e, g} : e == 2 ? {2'd0, g} : {e + 2'd1, g};
        else if (e == 0 || e == 1)
            advanced = {e + 2'd1, g};
        else
            advanced = {e & {2{e[0]}}, g == 5 ? 3'd1 : g + 3'd1};
    endfunction

    always @(`TMR0_EDGE clk_core)
        if (i_por || i_reset) begin
            pointer    <= 5'h1f;
            o_low_next <= 1;
        end else begin
            if (i_load) begin
                pointer    <= i_value;
                o_low_next <= 1;
            end else if (i_accessed) begin
                o_low_next <= i_bus16 || !o_low_next;
                if (o_word_done && !i_frozen)
                    pointer <= advanced(o_element, o_group);
            end
            if (i_bus_command)
                o_low_next <= 1;
        end
endmodule
`default_nettype wire
