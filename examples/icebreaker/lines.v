// SPDX-License-Identifier: MIT
// Lines of text as accesses of the chip: `w PORT BYTE` and `r PORT`, PORT 0 data or 1 control, BYTE two hex digits,
// letters small or not. CR, LF or both end a line. Its answer is two characters and a line feed: ok, the byte read, or
// ?? for another line.
`default_nettype none
module lines (
    input  wire       clk,
    input  wire       i_received,
    input  wire [7:0] i_byte,
    output wire       o_send,
    output wire [7:0] o_byte,
    input  wire       i_busy,
    // The chip's bus
    output wire       o_cs_n,
    output wire       o_rd_n,
    output wire       o_wr_n,
    output reg        o_cd,
    output reg  [7:0] o_data,
    input  wire [7:0] i_data
);
    reg  [2:0]  place;                       // in a line
    reg         writes, wrong, returned;     // the byte before was CR
    reg  [3:0]  phase;                       // of an access; the strobe is low in 4 to 11
    reg  [1:0]  left;                        // of the answer
    reg  [15:0] answer;
    initial {place, wrong, returned, phase, left} = 0;
    wire        digit = i_byte >= "0" && i_byte <= "9";
    wire [7:0]  lower = i_byte | 8'h20;
    wire        hex   = digit || (lower >= "a" && lower <= "f");
    wire [3:0]  value = digit ? i_byte[3:0] : i_byte[3:0] + 4'd9;
    wire        cr    = i_byte == 8'h0d;
    wire        ends  = i_received && (cr || (i_byte == "\n" && !returned));
    wire        fits  = place == 0 ? lower == "w" || lower == "r" : place == 2 ? i_byte == "0" || i_byte == "1" :
                        place == 1 || (place == 3 && writes) ? i_byte == " " : writes && place < 6 && hex;
    function [7:0] character(input [3:0] number);
        character = {4'd0, number} + (number < 10 ? "0" : "a" - 8'd10);
    endfunction
    assign {o_cs_n, o_rd_n, o_wr_n} = {phase == 0, phase[3:2] != 1 && phase[3:2] != 2 || writes,
                                       phase[3:2] != 1 && phase[3:2] != 2 || !writes};
    assign o_send = left != 0 && !i_busy;
    assign o_byte = left == 3 ? answer[15:8] : left == 2 ? answer[7:0] : "\n";
    always @(posedge clk) begin
        phase <= ends && !wrong && place == (writes ? 6 : 3) ? 1 : phase == 0 ? 0 : phase + 1;
        left  <= (ends && (wrong || place != (writes ? 6 : 3))) || phase == 15 ? 3 : o_send ? left - 1 : left;
        if (i_received)
            returned <= cr;
        if (ends)
            {place, wrong, answer} <= {4'd0, "??"};
        else if (i_received && i_byte != "\n") begin
            place <= place == 7 ? 7 : place + 1;
            wrong <= wrong || !fits;
            if (place == 0) writes <= lower == "w";
            if (place == 2) o_cd   <= i_byte[0];
            if (place > 3)  o_data <= {o_data[3:0], value};
        end
        if (phase == 11)
            answer <= writes ? "ok" : {character(i_data[7:4]), character(i_data[3:0])};
    end
endmodule
`default_nettype wire
