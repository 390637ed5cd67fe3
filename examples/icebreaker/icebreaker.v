// SPDX-License-Identifier: MIT
// An Am9513A on the iCEBreaker (iCE40UP5K): the lines of lines.v on its serial port, 115,200 baud; six pins of the chip
// and FOUT on PMOD 1A. The chip runs at the board's 12 MHz, and X2 has an edge in every second tick: 3 MHz.
`default_nettype none
module icebreaker #(
    parameter DIVIDER = 104                  // 12 MHz / 115,200
) (
    input  wire       clk,
    input  wire       rx,
    output wire       tx,
    output wire [3:1] out,
    output wire       fout,
    input  wire [2:1] gate,
    input  wire [2:1] src
);
    wire        received, send, busy, cs_n, rd_n, wr_n, cd;
    wire [7:0]  from_line, to_line, data;
    wire [7:0]  db = rd_n ? data : 8'hzz;
    wire [15:8] unused_db;
    uart #(.DIVIDER(DIVIDER)) serial (
        .clk(clk), .i_rx(rx), .o_tx(tx), .o_received(received), .o_byte(from_line), .i_send(send), .i_byte(to_line),
        .o_busy(busy)
    );
    lines protocol (
        .clk(clk), .i_received(received), .i_byte(from_line), .o_send(send), .o_byte(to_line), .i_busy(busy),
        .o_cs_n(cs_n), .o_rd_n(rd_n), .o_wr_n(wr_n), .o_cd(cd), .o_data(data), .i_data(db)
    );

    reg         x2_edge;
    initial     x2_edge = 0;
    always @(posedge clk)
        x2_edge <= !x2_edge;
    wire [5:4]  unused_out;
    am9513a_fpga #(.X2_ENABLE(1), .BUS8(1)) chip (
        .clk(clk), .i_x2(x2_edge), .i_cs_n(cs_n), .i_rd_n(rd_n), .i_wr_n(wr_n), .i_cd(cd), .io_db({unused_db, db}),
        .i_src({3'd0, src}), .i_gate({3'd0, gate}), .o_out({unused_out, out}), .o_fout(fout)
    );
endmodule
`default_nettype wire
