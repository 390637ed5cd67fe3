// SPDX-License-Identifier: MIT
// The Am9513A's bus parameters (parts/am9513a.ini) as a specify block, on the pins of the chip that tests/device
// replays, alone or with BOARD defined on the timer board. "No edge while a strobe is low" is a hold that outlasts
// every strobe, under the condition that the strobe is low.
// Not expressed: TRHAX, which is 0, and TAVRL below 0. C/D that moves inside a read breaks one of them by the half of
// the pulse that it moves in, and a specify block has no halves. A strobe, or a pause, that the PAL swallows does not
// reach the pins.
`timescale 1ns / 1ps
module am9513a_pins (input cs_n, input rd_n, input wr_n, input cd, input [8:0] db, input short);
    wire read_n = rd_n | cs_n, write_n = wr_n | cs_n;
    specify
        specparam strobe = 1_000_000;        // longer than any
        $setuphold(negedge read_n, cd, 25, 0.001);   // TAVRL; also C/D that moves with the strobe
        $setup(cd, posedge write_n, 170);            // TAVWH
        $hold(posedge write_n, cd, 20);              // TWHAX
        $setup(db, posedge write_n, 80);             // TDVWH
        $hold(posedge write_n, db, 20);              // TWHDX
        $setup(negedge cs_n, posedge wr_n, 170);     // TSLWH
        $width(negedge rd_n, 160);                   // TRLRH
        $width(negedge wr_n, 150);                   // TWLWH
        $recovery(posedge read_n, negedge read_n, 1000);    // TRHRL
        $recovery(posedge read_n, negedge write_n, 1000);   // TRHWL
        $recovery(posedge write_n, negedge read_n &&& ~short, 1500);    // TWHRL
        $recovery(posedge write_n, negedge read_n &&& short, 1000);     // its short data write mode
        $recovery(posedge write_n, negedge write_n &&& ~short, 1500);   // TWHWL
        $recovery(posedge write_n, negedge write_n &&& short, 1000);
        $setup(negedge cs_n, negedge rd_n, 20);      // TSLRL
        $hold(negedge rd_n, negedge cs_n &&& ~rd_n, strobe);
        $hold(negedge rd_n, posedge cs_n &&& ~rd_n, strobe);    // TRHSH, which is 0
        $hold(posedge wr_n, posedge cs_n, 20);       // TWHSH
        $hold(negedge wr_n, posedge cs_n &&& ~wr_n, strobe);
    endspecify
endmodule
`ifdef BOARD
`define CHIP replay_device.dut.board.chip
`else
`define CHIP replay_device.dut.chip
`endif
module watch;
    am9513a_pins pins (.cs_n(`CHIP.i_cs_n), .rd_n(`CHIP.i_rd_n), .wr_n(`CHIP.i_wr_n), .cd(`CHIP.i_cd),
                       .db({`CHIP.i_data_driven, `CHIP.i_data_driven ? `CHIP.i_data[7:0] : 8'hff}),
                       .short(`CHIP.short_write));
endmodule
