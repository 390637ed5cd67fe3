// SPDX-License-Identifier: MIT
// The flip-flop translator as equations of levels, the same ports twice: from rtl/, its delays cut open, while no race
// holds the flip-flop; and from the fuse map, its feedback cut open.
module rtl (input mas, mds, rw, cd, data, output rd, wr, next_cd, next_data);
    pal_flipflop translator (
        .i_mas_n(mas), .i_mds_n(mds), .i_rw(rw), .\strobes.i_in ({rd, wr}),
        .\data_gate.o_out (data), .\data_gate.i_in (next_data),
        .\control_gate.o_out (cd), .\control_gate.i_in (next_cd)
    );
endmodule
module gal (input mas, mds, rw, cd, data, output rd, wr, next_cd, next_data);
    fuse_map array (
        .i2(mas), .i3(mds), .i4(rw), .i18(cd), .i17(data), .o19(rd), .o16(wr), .o18(next_cd), .o17(next_data)
    );
endmodule
