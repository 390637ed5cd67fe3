// SPDX-License-Identifier: MIT
// The data pointer, which says what the data port reads and writes, and the byte pointer (SR0).
//   {E2,E1} element, {G4,G2,G1} group: 1-5 a counter, 7 control; 0 and 6 are reserved
//   element cycle   Mode, Load, Hold of a counter, then Mode of the next
//   hold cycle      (element 3) Hold of counter 1, 2, 3, 4, 5, 1
//   control cycle   Alarm 1, Alarm 2, Master mode, Alarm 1; Status does not advance
`default_nettype none
module am9513a_pointer (
    input  wire       clk_bus,
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
    output wire       o_low_next,    // the least significant byte is next
    output wire       o_word_done    // the access completes a word
);
    reg [4:0] pointer;
    reg       low_next;

    assign {o_element, o_group} = pointer;
    assign o_low_next  = low_next;
    assign o_word_done = i_accessed && (i_bus16 || !low_next);

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

    always @(posedge clk_bus)
        if (i_por || i_reset) begin
            pointer  <= 5'h1f;
            low_next <= 1;
        end else begin
            if (i_load) begin
                pointer  <= i_value;
                low_next <= 1;
            end else if (i_accessed) begin
                low_next <= i_bus16 || !low_next;
                if (o_word_done && !i_frozen)
                    pointer <= advanced(o_element, o_group);
            end
            if (i_bus_command)
                low_next <= 1;
        end

`ifdef FORMAL
    // ---- Proved. Assumed: the first tick is power-up; a command never shares a tick with an access of the data port,
    // nor with another command; a value to be loaded names a counter or the control group; MM13 is set by a command
    // or with the high byte of a word, so that a 16-bit bus begins with the low byte next. Rules:
    //   1 The data pointer is always a legal one: groups 0 and 6 are never reached.
    //   2 It changes only by a reset, by its command, or when a word is complete; not then if MM14 freezes it.
    //   3 A complete word moves it along its cycle: element, hold or control.
    //   4 On an 8-bit bus each access turns the byte pointer; on a 16-bit bus the low byte is always next. Reset, LDP
    //     and a choice of the bus width set it to low.
    // Reached: the end of the element cycle; the end of the hold cycle; a frozen pointer with a complete word.
    reg       f_past = 0;
    reg       f_por, f_reset, f_load, f_accessed, f_bus_command, f_bus16, f_frozen, f_low;
    reg [4:0] f_value, f_was;
    always @(posedge clk_bus) begin
        f_past <= 1;
        {f_por, f_reset, f_load, f_accessed, f_bus_command} <= {i_por, i_reset, i_load, i_accessed, i_bus_command};
        {f_bus16, f_frozen, f_value, f_was, f_low} <= {i_bus16, i_frozen, i_value, pointer, low_next};
    end
    wire f_control = f_was[2:0] == 7;
    wire f_word    = f_accessed && (f_bus16 || !f_low);
    wire f_start   = f_por || f_reset;
    // The next place of each cycle, written out
    reg [4:0] f_next;
    always @* case (f_was)
        5'h01, 5'h02, 5'h03, 5'h04, 5'h05: f_next = f_was + 5'h08;               // Mode to Load
        5'h09, 5'h0a, 5'h0b, 5'h0c, 5'h0d: f_next = f_was + 5'h08;               // Load to Hold
        5'h11, 5'h12, 5'h13, 5'h14:        f_next = f_was - 5'h0f;               // Hold to Mode of the next counter
        5'h15:                             f_next = 5'h01;
        5'h19, 5'h1a, 5'h1b, 5'h1c:        f_next = f_was + 5'h01;               // the hold cycle
        5'h1d:                             f_next = 5'h19;
        5'h07, 5'h0f:                      f_next = f_was + 5'h08;               // the control cycle
        5'h17:                             f_next = 5'h07;
        default:                           f_next = 5'h1f;                       // Status
    endcase
    always @* begin
        if (!f_past) assume (i_por);
        assume ({1'b0, i_load} + i_accessed <= 1 && {1'b0, i_load} + i_bus_command <= 1);
        assume (!i_accessed || !i_bus_command);
        if (i_load) assume (i_value[2:0] != 0 && i_value[2:0] != 6);
        assume (!i_bus16 || low_next);
        if (f_past) begin
            assert (pointer[2:0] != 0 && pointer[2:0] != 6);                                                  // 1
            assert (pointer == (f_start ? 5'h1f : f_load ? f_value : f_word && !f_frozen ? f_next : f_was));  // 2-3
            assert (low_next == (f_start || f_load || f_bus_command || (f_accessed && f_bus16) ||
                                 f_low ^ f_accessed));                                                        // 4
        end
        cover (f_past && f_was == 5'h15 && pointer == 5'h01 && !f_load);
        cover (f_past && f_was == 5'h1d && pointer == 5'h19 && !f_load);
        cover (f_past && f_word && f_frozen && !f_start && !f_control);
    end
`endif
endmodule
`default_nettype wire
