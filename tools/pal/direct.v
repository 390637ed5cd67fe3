// SPDX-License-Identifier: MIT
// The direct translator as equations of levels, the same ports twice: from rtl/, its delay cut open; from the fuse map.
module rtl (input mas, mds, rw, output rd, wr, cd);
    pal_direct translator (.i_mas_n(mas), .i_mds_n(mds), .i_rw(rw), .\gates.i_in ({rd, wr, cd}));
endmodule
module gal (input mas, mds, rw, output rd, wr, cd);
    fuse_map array (.i2(mas), .i3(mds), .i4(rw), .o19(rd), .o16(wr), .o18(cd));
endmodule
