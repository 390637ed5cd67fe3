// SPDX-License-Identifier: MIT
// The chip for an FPGA in place of the part: the pins of the DIP, sampled by one fast clock `clk` of period T. X1 has
// no counterpart; a crystal needs an oscillator outside. docs/fpga.md has the wiring and what differs from the part.
//
// What it needs and gives, without the delays of the pads (tests/fpga/pins.v tries these limits):
//   each level of X2, SRC and GATE     longer than T
//   period of X2                       longer than 3 T: a command acts in a tick without an edge. A counter whose TC
//                                      comes at every rise of X2 and clocks another one needs one T more
//   WR low, RD low                     longer than T; 10 T from one access to the next
//   C/D and data before WR rises       longer than T
//   C/D and data after WR rises        0
//   data valid after RD falls          2 T
// Edges of two inputs less than T apart may count as simultaneous. A command acts 3 to 8 T after WR rises.
// X2_ENABLE: i_x2 is not a pin but a clock enable in the domain of clk: each tick with it high is an edge of X2.
// BUS8: DB8-DB15 are no pins and count as ones, where no pull-ups make them so.
`default_nettype none
module am9513a_fpga #(
    parameter X2_ENABLE = 0,
    parameter BUS8 = 0
) (
    input  wire        clk,
    input  wire        i_x2,
    input  wire        i_cs_n,
    input  wire        i_rd_n,
    input  wire        i_wr_n,
    input  wire        i_cd,
    inout  wire [15:0] io_db,
    input  wire [5:1]  i_src,
    input  wire [5:1]  i_gate,
    output wire [5:1]  o_out,            // high impedance as the output control says
    output wire        o_fout
);
    // ---- Power-up: registers of an FPGA begin as 0
    reg [1:0] up;
    wire      por = !up[1];
    initial up = 0;
    always @(posedge clk)
        up <= {up[0], 1'b1};

    // ---- Synchronisers
    reg [29:0] first, pins;
    always @(posedge clk) begin
        first <= {i_cs_n, i_rd_n, i_wr_n, i_cd, BUS8 != 0 ? 8'hff : io_db[15:8], io_db[7:0], i_src, i_gate};
        pins  <= first;
    end
    wire        cs_n, rd_n, wr_n, cd;
    wire [15:0] data;
    wire [4:0]  src, gate;
    assign {cs_n, rd_n, wr_n, cd, data, src, gate} = pins;
    wire read  = !cs_n && !rd_n;
    wire write = !cs_n && !wr_n;

    // ---- X2
    reg  x2_first, x2_pin, x2_was;
    wire x2      = X2_ENABLE != 0 ? x2_was ^ i_x2 : x2_pin;
    wire x2_rise = x2 && !x2_was;
    wire x2_fall = !x2 && x2_was;
    always @(posedge clk) begin
        x2_first <= i_x2;
        x2_pin   <= x2_first;
        x2_was   <= x2 && !por;
    end

    // ---- The end of an access, kept until a tick without an edge
    reg         read_was, write_was, cd_was;
    reg [15:0]  data_was;
    reg         write_waits, read_end_waits, waits_control;
    reg [15:0]  waiting_data;
    wire        bus_waits;
    always @(posedge clk)
        if (por) begin
            read_was       <= 0;
            write_was      <= 0;
            write_waits    <= 0;
            read_end_waits <= 0;
        end else begin
            read_was  <= read;
            write_was <= write;
            cd_was    <= cd;
            data_was  <= data;
            if (!bus_waits) begin
                write_waits    <= 0;
                read_end_waits <= 0;
            end
            if (write_was && !write) begin
                write_waits   <= 1;
                waits_control <= cd_was;
                waiting_data  <= data_was;
            end
            if (read_was && !read && !cd_was)
                read_end_waits <= 1;
        end

    // ---- The chip
    wire [4:0]  out, out_z;
    wire [15:0] word;
    wire [7:0]  status;
    wire        bus16, unused_busy;
    am9513a_chip chip (
        .clk(clk), .i_por(por), .o_out(out), .o_out_z(out_z), .i_x2(x2), .i_x2_rise(x2_rise), .i_x2_fall(x2_fall),
        .o_fout(o_fout), .i_src(src), .i_gate(bus16 ? gate : gate & data[12:8]),
        .i_choices(9'd0),
        .i_write(write_waits && !bus_waits), .i_write_control(waits_control), .i_write_data(waiting_data),
        .i_read_end(read_end_waits && !bus_waits), .o_word(word), .o_status(status), .o_bus16(bus16),
        .o_busy(unused_busy), .o_bus_waits(bus_waits)
    );

    // ---- Data bus: what a read shows does not change during it
    reg [15:0] shown_word;
    reg [7:0]  shown_status;
    always @(posedge clk)
        if (!read) begin
            shown_word   <= word;
            shown_status <= status;
        end
    wire drives = !i_cs_n && !i_rd_n;
    assign io_db[7:0]  = drives ? i_cd ? shown_status : shown_word[7:0] : 8'hzz;
    assign io_db[15:8] = BUS8 == 0 && drives && bus16 ? i_cd ? 8'hff : shown_word[15:8] : 8'hzz;

    genvar n;
    generate
        for (n = 1; n <= 5; n = n + 1) begin : outputs
            assign o_out[n] = out_z[n - 1] ? 1'bz : out[n - 1];
        end
    endgenerate
endmodule
`default_nettype wire
