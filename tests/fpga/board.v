// SPDX-License-Identifier: MIT
// The board of examples/icebreaker, its serial line played bit by bit. Commands on standard input, an answer to each:
//   > LINE        to the board, with a line feed unless it ends in CR or in |, which is LF; prints the two characters
//                 that come back, or "none"
//   p GATE SRC    the inputs 2 and 1, in binary; then a microsecond
//   o             prints fout and out[3:1]
//   t PS          waits
//   b             a byte of zeros without its stop bit
`timescale 1ps / 1ps
`default_nettype none
module board;
    localparam CLOCK = 83333, STDIN = 32'h8000_0000;
    reg         clk = 0, rx = 1;
    reg  [2:1]  gate = 0, src = 0;
    wire        tx, fout;
    wire [3:1]  out;
    always #(CLOCK / 2) clk = !clk;
`ifdef NETLIST                               // what is flashed, at its 115,200 baud
    localparam DIVIDER = 104;
    icebreaker dut (
`else
    localparam DIVIDER = 12;
    icebreaker #(.DIVIDER(DIVIDER)) dut (
`endif
        .clk(clk), .rx(rx), .tx(tx), .out(out), .fout(fout), .gate(gate), .src(src)
    );

    localparam BIT = 2 * (CLOCK / 2) * DIVIDER;
    integer     n, m, waited;
    task send(input [7:0] value);
        begin
            rx = 0;
            #BIT;
            for (n = 0; n < 8; n = n + 1) begin
                rx = value[n];
                #BIT;
            end
            rx = 1;
            #BIT;
        end
    endtask

    reg  [7:0]  received;                    // 0: nothing came, or no stop bit
    task receive;
        begin
            received = 0;
            for (waited = 0; tx && waited < 40 * DIVIDER; waited = waited + 1)
                #CLOCK;
            if (!tx) begin
                #(BIT / 2);
                for (m = 0; m < 8; m = m + 1)
                    #BIT received[m] = tx;
                #BIT if (!tx) received = 0;
            end
        end
    endtask

    reg  [23:0] answer;
    integer     character, previous;
    time        ps;
    initial begin
        #1000000;
        character = $fgetc(STDIN);
        while (character > 0) begin
            if (character == ">") begin
                character = $fgetc(STDIN);
                while (character > 0 && character != "\n") begin
                    previous = character;
                    character = $fgetc(STDIN);
                    if (character != "\n" || (previous != 8'h0d && previous != "|"))
                        send(character == "|" ? "\n" : character[7:0]);
                end
                repeat (3) begin
                    receive;
                    answer = {answer[15:0], received};
                end
                if (answer[7:0] == "\n")
                    $display("%s", answer[23:8]);
                else
                    $display("none");
            end else if (character == "p") begin
                n = $fscanf(STDIN, "%b %b", gate, src);
                #1000000 $display("set");
            end else if (character == "o") begin
                n = $fgetc(STDIN);
                $display("%b%b", fout, out);
            end else if (character == "t") begin
                n = $fscanf(STDIN, "%d", ps);
                #(ps) $display("waited");
            end else if (character == "b") begin
                rx = 0;
                #(10 * BIT) rx = 1;
                #(2 * BIT) $display("broken");
            end
            $fflush;
            character = $fgetc(STDIN);
        end
        $finish;
    end
endmodule
`default_nettype wire
