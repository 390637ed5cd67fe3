// SPDX-License-Identifier: MIT
// A test bench with an Am9513A: reset, a frequency on OUT1, an event counter on SRC2, time of day. It checks itself.
`timescale 1ps / 1ps
module bench;
    localparam NS = 1000;
    reg         x2 = 0, cs_n = 1, rd_n = 1, wr_n = 1, cd = 1, driven = 0;
    reg  [7:0]  data = 0;
    reg  [5:1]  src = 0, gate = 0;
    tri1 [15:0] db;                          // DB8-DB15 pulled up
    wire [5:1]  out;
    wire        fout;
    assign db[7:0] = driven ? data : 8'hzz;
    am9513a_device timer (.x2(x2), .cs_n(cs_n), .rd_n(rd_n), .wr_n(wr_n), .cd(cd), .db(db), .src(src), .gate(gate),
                          .out(out), .fout(fout));
    always #(125 * NS) x2 = !x2;             // 4 MHz

    // ---- The processor's side
    task write(input control, input [7:0] value);
        begin
            {cd, cs_n, driven, data} = {control, 1'b0, 1'b1, value};
            #(40 * NS) wr_n = 0;
            #(200 * NS) wr_n = 1;
            #(40 * NS) {cs_n, driven} = 2'b10;
            #(1500 * NS);
        end
    endtask

    reg [7:0] got;
    task read(input control);
        begin
            {cd, cs_n} = {control, 1'b0};
            #(40 * NS) rd_n = 0;
            #(200 * NS) got = db[7:0];
            rd_n = 1;
            #(40 * NS) cs_n = 1;
            #(1500 * NS);
        end
    endtask

    task command(input [7:0] value);
        write(1, value);
    endtask

    task word(input [15:0] value);
        begin
            write(0, value[7:0]);
            write(0, value[15:8]);
        end
    endtask

    reg [15:0] value;
    task read_word;
        begin
            read(0);
            value[7:0] = got;
            read(0);
            value[15:8] = got;
        end
    endtask

    integer errors = 0;
    task expected(input [31:0] is, input [31:0] should_be);
        if (is !== should_be) begin
            errors = errors + 1;
            $display("%0d ns: %0d, expected %0d", $time / NS, is, should_be);
        end
    endtask

    integer n;
    time    rise, period;
    initial begin
        #(2000 * NS) command(8'hff);         // master reset
        command(8'h5f);                      // LOAD all counters
        read(1);
        expected(got & 8'h3e, 0);            // OUT1-5 are low

        // 100 kHz: F1 / (20 + 20), OUT toggles
        command(8'h01);
        word(16'h0b22);
        word(20);
        command(8'h61);                      // LOAD AND ARM counter 1
        @(posedge out[1]);
        @(posedge out[1]) rise = $time;
        @(posedge out[1]) period = $time - rise;
        expected(period / NS, 10000);

        // 37 events on SRC2, counted up in binary
        command(8'h02);
        word(16'h0228);
        word(0);
        command(8'h62);
        for (n = 0; n < 37; n = n + 1) begin
            #(200 * NS) src[2] = 1;
            #(200 * NS) src[2] = 0;
        end
        #(1000 * NS) command(8'ha2);         // SAVE counter 2
        command(8'h12);                      // data pointer: Hold register 2
        read_word;
        expected(value, 37);

        // Time of day from 23:59:59.98 on, 100 Hz on SRC1; the pulses are faster here
        command(8'hff);
        command(8'h17);                      // Master mode: BCD, time of day by 10
        word(16'h8003);
        command(8'h01);
        word(16'h0138);                      // counter 1: SRC1
        word(16'h5998);
        command(8'h02);
        word(16'h0038);                      // counter 2: TC of 1
        word(16'h2359);
        command(8'h63);                      // LOAD AND ARM counters 1, 2
        command(8'h09);                      // Load register 1: what follows 59.99
        word(0);
        command(8'h0a);
        word(0);
        for (n = 0; n < 3; n = n + 1) begin
            #(500 * NS) src[1] = 1;
            #(500 * NS) src[1] = 0;
        end
        command(8'ha3);                      // SAVE
        command(8'h11);
        read_word;
        expected(value, 16'h0001);           // 00.01 s
        command(8'h12);
        read_word;
        expected(value, 16'h0000);           // 00:00
        expected(timer.violations.TAVRL + timer.violations.TWHWL + timer.violations.TEHEL, 0);

        if (errors != 0)
            $fatal(1, "%0d errors", errors);
        $display("0 errors");
        $finish;
    end
endmodule
