// SPDX-License-Identifier: MIT
// One of the five counters: mode, load and hold register, the count, TC and the toggle flip-flop.
// Built: modes A and D (no gate; once or repeat; reload from Load), binary, up and down. Gating, special gate,
// Load/Hold alternation and BCD are not; am9513a_core tells when a mode register asks for one of them.
`default_nettype none
module am9513a_counter (
    input  wire        clk,
    input  wire        i_por,        // power-up: also the contents, which a master reset leaves
    // Counting
    input  wire        i_edge,       // active edge of the selected source, never with i_op
    // A write is carried out in this tick; the rest of it counts only then. LOAD comes before ARM, DISARM before SAVE
    input  wire        i_op,
    input  wire        i_reset,
    input  wire        i_arm,
    input  wire        i_disarm,
    input  wire        i_load,
    input  wire        i_save,
    input  wire        i_step,
    input  wire        i_set,        // toggle output
    input  wire        i_clear,
    input  wire [1:0]  i_write_mode, // by byte
    input  wire [1:0]  i_write_load,
    input  wire [1:0]  i_write_hold,
    input  wire [15:0] i_data,
    // State
    output reg  [15:0] o_mode,
    output reg  [15:0] o_load,
    output reg  [15:0] o_hold,
    output reg         o_tc,
    output reg         o_toggle,
    output reg         o_moved       // in the last tick: the OUT pin may have moved
);
    localparam [15:0] MODE_RESET = 16'h0b00;   // F1, rising, down, binary, once, output off
    localparam [2:0]  OUT_TOGGLE = 3'b010;

    reg [15:0] count;
    reg        armed;

    wire up      = o_mode[3];
    wire repeats = o_mode[5];

    // TC is the period in which the count would have been 0 had it not been reloaded. Once in TC the counter always
    // takes one more edge, armed or not.
    wire        last   = count == (up ? 16'hffff : 16'h0001);
    wire [15:0] reload = o_load;
    wire        counts = (i_edge && (armed || o_tc)) || (i_op && i_step);

    always @(posedge clk)
        if (i_por || (i_op && i_reset)) begin
            o_mode   <= MODE_RESET;
            o_load   <= 0;
            o_hold   <= 0;
            o_tc     <= 0;
            armed    <= 0;
            o_toggle <= 0;
            o_moved  <= 1;
            if (i_por)
                count <= 0;
        end else begin
            o_moved <= i_op || (counts && (last || o_tc) && o_mode[1:0] != 0);
            if (counts) begin
                count <= last ? reload : up ? count + 1 : count - 1;
                o_tc  <= last;
                if (last && !repeats)
                    armed <= 0;
                if (o_tc && !last)             // the toggle output changes at the trailing edge of TC
                    o_toggle <= !o_toggle;
            end
            if (i_op) begin
                // LOAD is done by a pseudo count pulse: from one before TC it leads into TC, from TC out of it
                if (i_load) begin
                    count <= reload;
                    o_tc  <= last && !o_tc;
                    if (o_tc)
                        o_toggle <= !o_toggle;
                end
                if (o_mode[2:0] == OUT_TOGGLE && (i_set || i_clear))
                    o_toggle <= i_set;
                if (i_arm)
                    armed <= 1;
                if (i_disarm)
                    armed <= 0;
                if (i_save)
                    o_hold <= count;
                if (i_write_hold[0]) o_hold[7:0]  <= i_data[7:0];
                if (i_write_hold[1]) o_hold[15:8] <= i_data[15:8];
                if (i_write_load[0]) o_load[7:0]  <= i_data[7:0];
                if (i_write_load[1]) o_load[15:8] <= i_data[15:8];
                if (i_write_mode[0]) o_mode[7:0]  <= i_data[7:0];
                if (i_write_mode[1]) o_mode[15:8] <= i_data[15:8];
            end
        end
endmodule
`default_nettype wire
