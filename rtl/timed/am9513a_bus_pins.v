// SPDX-License-Identifier: MIT
// The chip's input pins as last sampled, and which of them moved. Count sources come first, then the bus: SRC and GATE
// are sampled in every tick of clk_bus, the bus pins all at once in a tick in which nothing else is under way.
`include "edge.vh"
`default_nettype none
module am9513a_bus_pins (
    input  wire        clk,              // clk_bus
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    // Pins
    input  wire        i_cd,
    input  wire        i_wr_n,
    input  wire        i_cs_n,
    input  wire        i_rd_n,
    input  wire [15:0] i_data,
    input  wire        i_data_driven,
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    // When bus pins are sampled: the chip is not busy, and no write acts first
    input  wire        i_busy,
    input  wire        i_write_first,
    input  wire        i_bus16,
    // In this tick
    output wire        o_counting,       // SRC or GATE move
    output wire        o_pins_moved,     // bus pins have moved since they were sampled
    output wire        o_free,           // nothing is under way
    output wire        o_read_begins,    // a read begins when pins are sampled
    output wire        o_write_ends,     // a write ends when pins are sampled, with o_cd and o_data
    output reg         o_sample_pins,    // pins are sampled
    // As sampled
    output reg         o_cd,
    output reg         o_wr_n,
    output reg         o_rd_n,
    output reg  [15:0] o_data,
    output reg  [4:0]  o_src,
    output reg  [4:0]  o_gate,
    output reg  [63:0] o_pins_ps,        // when; without a reset
    output wire        o_reading,        // CS and RD are low
    output reg         o_status_read,    // C/D as the current or last read saw it; without a reset
    // In the last tick
    output reg         o_pins_sampled,
    output reg         o_data_read_end,  // a read of the data port has ended
    output reg         o_cd_moved,
    output reg         o_data_came,      // moved, and the host drives them
    output reg         o_data_left,      // and it does not
    output reg         o_cs_fall,
    output reg         o_cs_rise,
    output reg         o_rd_fall,
    output reg         o_rd_rise,
    output reg         o_wr_fall,
    output reg         o_wr_rise,
    output reg         o_read_begin,
    output reg         o_read_end,
    output reg         o_write_begin,
    output reg         o_write_end
);
    reg cs_n, driven;

    wire [4:0] gate        = i_gate & (i_bus16 ? 5'h1f : o_data[12:8]);   // GATE nA: DB8-12 of the 8-bit bus
    wire       reading     = !i_cs_n && !i_rd_n;
    wire       writing     = !i_cs_n && !i_wr_n;
    wire       was_writing = !cs_n && !o_wr_n;
    wire       data_moved  = i_data_driven != driven || i_data != o_data;
    assign o_reading     = !cs_n && !o_rd_n;
    assign o_counting    = i_src != o_src || gate != o_gate;
    assign o_pins_moved  = {i_cs_n, i_rd_n, i_wr_n, i_cd, i_data_driven, i_data} !=
                           {cs_n, o_rd_n, o_wr_n, o_cd, driven, o_data};
    assign o_free        = !i_busy && !o_counting;
    always @* begin                      // an `if`: simulators work it out only then
        o_sample_pins = 0;
        if (o_pins_moved)
            o_sample_pins = o_free && !i_write_first;
    end
    assign o_read_begins = !o_reading && reading;
    assign o_write_ends  = was_writing && !writing;

    always @(`TMR0_EDGE clk) begin
        if (i_por || o_pins_sampled)
            {o_cd_moved, o_data_came, o_data_left, o_cs_fall, o_cs_rise, o_rd_fall, o_rd_rise, o_wr_fall, o_wr_rise,
             o_read_begin, o_read_end, o_write_begin, o_write_end} <= 0;
        if (i_por) begin
            {cs_n, o_rd_n, o_wr_n, o_cd, driven} <= {i_cs_n, 4'b1110}; // on the board CS is low from the start
            o_data        <= 16'hffff;
            o_src         <= 0;
            o_gate        <= 0;
            {o_pins_sampled, o_data_read_end} <= 0;
        end else begin
            o_src           <= i_src;
            o_gate          <= gate;
            o_pins_sampled  <= o_sample_pins;
            o_data_read_end <= o_sample_pins && o_reading && !reading && !o_status_read;
            if (o_sample_pins) begin
                {cs_n, o_rd_n, o_wr_n, o_cd, driven} <= {i_cs_n, i_rd_n, i_wr_n, i_cd, i_data_driven};
                o_pins_ps     <= i_now_ps;
                o_data        <= i_data;
                if (reading)
                    o_status_read <= i_cd;
                o_cd_moved    <= i_cd != o_cd;
                o_data_came   <= i_data_driven && data_moved;
                o_data_left   <= !i_data_driven && data_moved;
                o_cs_fall     <= cs_n && !i_cs_n;
                o_cs_rise     <= !cs_n && i_cs_n;
                o_rd_fall     <= o_rd_n && !i_rd_n;
                o_rd_rise     <= !o_rd_n && i_rd_n;
                o_wr_fall     <= o_wr_n && !i_wr_n;
                o_wr_rise     <= !o_wr_n && i_wr_n;
                o_read_begin  <= !o_reading && reading;
                o_read_end    <= o_reading && !reading;
                o_write_begin <= !was_writing && writing;
                o_write_end   <= was_writing && !writing;
            end
        end
    end
endmodule
`default_nettype wire
