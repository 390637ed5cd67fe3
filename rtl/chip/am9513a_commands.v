// SPDX-License-Identifier: MIT
// The command table: what a write to the control port asks for. Unused codes (pointer groups 0 and 6, F0, F6, F7,
// FA-FE) do nothing. The upper byte of a 16-bit bus is not read.
//
//   000 E2 E1 G4 G2 G1   load data pointer       11100 N4 N2 N1   clear toggle output
//   001 S5 S4 S3 S2 S1   ARM                     11101 N4 N2 N1   set toggle output
//   010 S5-S1            LOAD                    11110 N4 N2 N1   STEP
//   011 S5-S1            LOAD and ARM            E0, E8           MM14: data pointer moves, stays
//   100 S5-S1            DISARM and SAVE         E6, EE           MM12: FOUT on, off
//   101 S5-S1            SAVE                    E7, EF           MM13: 8-bit, 16-bit bus
//   110 S5-S1            DISARM                  F8, F9           prefetch after data writes: yes, no (short)
//                                                FF               master reset
`default_nettype none
module am9513a_commands (
    input  wire       i_command,     // a write to the control port has ended
    input  wire [7:0] i_code,
    output wire       o_pointer,     // load data pointer
    output wire       o_reset,
    // Counters, counter 1 lowest
    output wire [4:0] o_arm,
    output wire [4:0] o_load,
    output wire [4:0] o_disarm,
    output wire [4:0] o_save,
    output wire [4:0] o_clear,       // toggle output
    output wire [4:0] o_set,
    output wire [4:0] o_step,
    // Bits of the master mode register; i_code[3] is the new value
    output wire       o_sequence,    // MM14
    output wire       o_fout,        // MM12
    output wire       o_bus,         // MM13
    output wire       o_prefetch     // prefetch after data writes, unless i_code[0]
);
    wire       named = i_code[2:0] >= 1 && i_code[2:0] <= 5;   // N4 N2 N1, or a group: a counter
    wire [4:0] one   = 5'd1 << (i_code[2:0] - 3'd1);           // none for 0, 6 and 7

    assign o_pointer  = i_command && i_code[7:5] == 3'b000 && (named || i_code[2:0] == 7);
    assign o_reset    = i_command && i_code == 8'hff;
    assign o_arm      = i_command && (i_code[7:5] == 3'b001 || i_code[7:5] == 3'b011) ? i_code[4:0] : 5'd0;
    assign o_load     = i_command && (i_code[7:5] == 3'b010 || i_code[7:5] == 3'b011) ? i_code[4:0] : 5'd0;
    assign o_disarm   = i_command && (i_code[7:5] == 3'b100 || i_code[7:5] == 3'b110) ? i_code[4:0] : 5'd0;
    assign o_save     = i_command && (i_code[7:5] == 3'b100 || i_code[7:5] == 3'b101) ? i_code[4:0] : 5'd0;
    assign o_clear    = i_command && i_code[7:3] == 5'b11100 ? one : 5'd0;
    assign o_set      = i_command && i_code[7:3] == 5'b11101 ? one : 5'd0;
    assign o_step     = i_command && i_code[7:3] == 5'b11110 ? one : 5'd0;
    assign o_sequence = i_command && (i_code == 8'he0 || i_code == 8'he8);
    assign o_fout     = i_command && (i_code == 8'he6 || i_code == 8'hee);
    assign o_bus      = i_command && (i_code == 8'he7 || i_code == 8'hef);
    assign o_prefetch = i_command && (i_code == 8'hf8 || i_code == 8'hf9);
endmodule
`default_nettype wire
