// SPDX-License-Identifier: MIT
// The Am9513A's bus parameters (parts/am9513a.ini) as a specify block, on the pins of the part that tests/device
// replays. Not expressed: TSLRL, TRHSH and TWHSH, whose order may be reversed; TWHRL and TWHWL, which depend on the
// chip's mode; TRHAX, which is 0.
`timescale 1ns / 1ps
module am9513a_pins (input cs_n, input rd_n, input wr_n, input cd, input [8:0] db);
    wire read_n = rd_n | cs_n, write_n = wr_n | cs_n;
    specify
        $setup(cd, negedge read_n, 25);              // TAVRL
        $setup(cd, posedge write_n, 170);            // TAVWH
        $hold(posedge write_n, cd, 20);              // TWHAX
        $setup(db, posedge write_n, 80);             // TDVWH
        $hold(posedge write_n, db, 20);              // TWHDX
        $setup(negedge cs_n, posedge wr_n, 170);     // TSLWH
        $width(negedge rd_n, 160);                   // TRLRH
        $width(negedge wr_n, 150);                   // TWLWH
        $recovery(posedge read_n, negedge read_n, 1000);    // TRHRL
        $recovery(posedge read_n, negedge write_n, 1000);   // TRHWL
    endspecify
endmodule
module watch;
    am9513a_pins pins (.cs_n(replay_device.dut.cs_n), .rd_n(replay_device.dut.rd_n), .wr_n(replay_device.dut.wr_n),
                       .cd(replay_device.dut.cd),
                       .db({replay_device.dut.driven, replay_device.dut.driven ? replay_device.dut.db[7:0] : 8'hff}));
endmodule
