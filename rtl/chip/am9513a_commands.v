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

`ifdef FORMAL
    // ---- Proved, for every code. Rules:
    //   1 A code asks for one thing, except LOAD and ARM, and DISARM and SAVE, which ask for two of the same counters.
    //   2 ARM, LOAD, SAVE and DISARM ask for the counters of the lower five bits and for no others; set, clear and STEP
    //     for the one that is named.
    //   3 Pointer groups 0 and 6, F0, F6, F7 and FA to FE ask for nothing. Without a write nothing is asked for.
    // Reached: LOAD and ARM of one counter; STEP of counter 5; an unused code.
    wire [4:0] f_counters = o_arm | o_load | o_disarm | o_save;
    wire [4:0] f_one      = o_clear | o_set | o_step;
    wire [4:0] f_named    = i_code[2:0] == 1 ? 5'h01 : i_code[2:0] == 2 ? 5'h02 : i_code[2:0] == 3 ? 5'h04 :
                            i_code[2:0] == 4 ? 5'h08 : i_code[2:0] == 5 ? 5'h10 : 5'h00;
    wire [3:0] f_modes    = {o_sequence, o_fout, o_bus, o_prefetch};
    wire       f_unused   = (i_code < 8'h20 && (i_code[2:0] == 0 || i_code[2:0] == 6)) || i_code == 8'hf0 ||
                            i_code == 8'hf6 || i_code == 8'hf7 || (i_code >= 8'hfa && i_code <= 8'hfe);
    wire [3:0] f_kinds    = {3'd0, f_counters != 0} + (f_one != 0) + (f_modes != 0) + o_pointer + o_reset;
    always @* begin
        assert (f_kinds <= 1 && (f_modes & (f_modes - 4'd1)) == 0);                                           // 1
        assert ((o_arm == 0 || (o_disarm | o_save) == 0) && (o_load == 0 || (o_disarm | o_save) == 0));
        assert ((o_clear == 0 || o_set == 0) && (o_step == 0 || (o_set | o_clear) == 0));
        assert (f_counters == 0 || f_counters == i_code[4:0]);                                                // 2
        assert ((o_arm == 0 || o_load == 0 || o_arm == o_load) && (o_disarm == 0 || o_save == 0 || o_disarm == o_save));
        assert (f_one == 0 || f_one == f_named);
        assert (!(f_unused || !i_command) || f_kinds == 0);                                                   // 3
        cover (o_load == 5'h04 && o_arm == 5'h04);
        cover (o_step == 5'h10);
        cover (i_command && f_unused);
    end
`endif
endmodule
`default_nettype wire
