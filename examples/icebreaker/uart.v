// SPDX-License-Identifier: MIT
// A serial line: 8 bits, no parity, one stop bit, DIVIDER ticks a bit. Registers of an FPGA begin as 0, so the levels
// of the line are kept inverted: it rests high.
`default_nettype none
module uart #(
    parameter [15:0] DIVIDER = 104
) (
    input  wire       clk,
    input  wire       i_rx,
    output wire       o_tx,
    output reg        o_received,            // for one tick: a byte with its stop bit
    output reg  [7:0] o_byte,
    input  wire       i_send,                // while not busy
    input  wire [7:0] i_byte,
    output wire       o_busy
);
    // ---- From the line: start bit 10, data 9 to 2, stop bit 1, each in its middle
    reg  [1:0]  rx_low;
    reg  [3:0]  rx_bit;
    reg  [15:0] rx_wait;
    initial {rx_low, rx_bit, o_received} = 0;
    always @(posedge clk) begin
        rx_low     <= {rx_low[0], !i_rx};
        o_received <= rx_bit == 1 && rx_wait == 0 && !rx_low[1];
        if (rx_bit == 0) begin
            rx_wait <= DIVIDER / 2 - 1;
            if (rx_low[1])
                rx_bit <= 10;
        end else if (rx_wait != 0)
            rx_wait <= rx_wait - 1;
        else begin
            rx_wait <= DIVIDER - 1;
            rx_bit  <= rx_bit == 10 && !rx_low[1] ? 0 : rx_bit - 1;
            if (rx_bit != 10 && rx_bit != 1)
                o_byte <= {!rx_low[1], o_byte[7:1]};
        end
    end

    // ---- To the line
    reg  [8:0]  tx_low;
    reg  [3:0]  tx_bit;
    reg  [15:0] tx_wait;
    initial {tx_low, tx_bit} = 0;
    assign o_tx   = !tx_low[0];
    assign o_busy = tx_bit != 0;
    always @(posedge clk)
        if (!o_busy || tx_wait == 0) begin
            tx_wait <= DIVIDER - 1;
            tx_low  <= i_send && !o_busy ? {~i_byte, 1'b1} : {1'b0, tx_low[8:1]};
            tx_bit  <= o_busy ? tx_bit - 1 : i_send ? 10 : 0;
        end else
            tx_wait <= tx_wait - 1;
endmodule
`default_nettype wire
