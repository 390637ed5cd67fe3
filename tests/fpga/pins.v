// SPDX-License-Identifier: MIT
// am9513a_fpga at the limits that its head gives, each one unit longer, with drawn phases between its clock and its
// pins. Counter 1 counts X2 down from 0 without end: the difference of two saved counts must be the number of X2's
// rises between the ends of the two SAVE commands, to within those of a few ticks. OUT2 toggles at each second rise; a
// read of the status keeps what it showed first. T is 30 units.
//   vvp pins.vvp [+seed=S] [+rounds=2000] [+wr=31] [+setup=31] [+x2_high=31]
// WR low, set-up of C/D and data, X2 high, in units: with 25 for any of the last three it must report errors.
`timescale 1ns / 1ns
`default_nettype none
module pins;
    localparam T = 30, X2 = 3 * T + 1;
    reg         clk = 0, x2 = 0, cs_n = 1, rd_n = 1, wr_n = 1, cd = 1, driven = 0;
    reg  [15:0] data = 0;
    tri1 [15:0] bus = driven ? data : 16'hzzzz;
    wire [5:1]  out;
    wire        fout;
    am9513a_fpga chip (
        .clk(clk), .i_x2(x2), .i_cs_n(cs_n), .i_rd_n(rd_n), .i_wr_n(wr_n), .i_cd(cd), .io_db(bus),
        .i_src(5'd0), .i_gate(5'd0), .o_out(out), .o_fout(fout)
    );

    integer     rises = 0, errors = 0, seed, round, wr, setup, x2_high;
    reg  [15:0] before, after, word;
    reg  [1:0]  seen = 0;
    integer     rises_before, rises_after, rounds;

    initial
        if (!$value$plusargs("x2_high=%d", x2_high))
            x2_high = T + 1;
    always #(T / 2) clk = !clk;
    always begin
        #(X2 - x2_high) x2 = 1;
        rises = rises + 1;
        #(x2_high) x2 = 0;
    end

    task pause;                                      // any phase, and time for a prefetch
        #(10 * T + $urandom(seed) % (7 * T)) ;
    endtask

    task write;
        input        to_control;
        input [15:0] sent;
        begin
            cs_n = 0;
            #($urandom(seed) % T) wr_n = 0;
            #(wr - setup) cd = to_control;
            data   = sent;
            driven = 1;
            #(setup) wr_n = 1;
            #1 driven = 0;
            cd   = !cd;
            cs_n = 1;
            pause;
        end
    endtask

    task read;
        begin
            cd   = 0;
            cs_n = 0;
            rd_n = 0;
            #(2 * T + 1) word[7:0] = bus[7:0];
            rd_n = 1;
            #1 cs_n = 1;
            cd = 1;
            pause;
            cd   = 0;
            cs_n = 0;
            rd_n = 0;
            #(2 * T + 1) word[15:8] = bus[7:0];
            rd_n = 1;
            #1 cs_n = 1;
            pause;
        end
    endtask

    task status;                                     // while OUT2 moves four times
        begin
            cd   = 1;
            cs_n = 0;
            rd_n = 0;
            #(2 * T + 1) word[7:0] = bus[7:0];
            #(8 * X2) if (bus[7:0] !== word[7:0]) begin
                errors = errors + 1;
                if (errors < 4)
                    $display("round %0d: status %h, then %h", round, word[7:0], bus[7:0]);
            end
            seen[word[2]] = 1;
            rd_n = 1;
            #1 cs_n = 1;
            pause;
        end
    endtask

    task saved;
        begin
            write(1, 16'h00a1);                      // SAVE counter 1
            rises_after = rises;                     // the pause included: at most 10 rises more
            write(1, 16'h0019);                      // data pointer: hold register of counter 1
            read;
            after = word;
        end
    endtask

    initial begin
        if (!$value$plusargs("seed=%d", seed))
            seed = 1;
        $display("seed %0d", seed);
        if (!$value$plusargs("rounds=%d", rounds))
            rounds = 2000;
        if (!$value$plusargs("wr=%d", wr))
            wr = T + 1;
        if (!$value$plusargs("setup=%d", setup))
            setup = T + 1;
        pause;
        write(1, 16'h00ff);                          // master reset
        write(1, 16'h0001);                          // data pointer: mode register of counter 1
        write(0, 16'h0020);                          // count F1 down, repeat,
        write(0, 16'h000b);                          // binary
        write(0, 16'h0000);                          // load register: 0
        write(0, 16'h0000);
        write(1, 16'h0001);
        read;
        if (word !== 16'h0b20) begin
            errors = errors + 1;
            $display("mode register %h, expected 0b20", word);
        end
        write(1, 16'h0002);                          // counter 2: count F1 down, repeat, TC toggles
        write(0, 16'h0022);
        write(0, 16'h000b);
        write(0, 16'h0002);
        write(0, 16'h0000);
        write(1, 16'h0063);                          // LOAD AND ARM counters 1 and 2
        saved;
        for (round = 0; round < rounds; round = round + 1) begin
            before       = after;
            rises_before = rises_after;
            status;
            saved;
            word = before - after - (rises_after[15:0] - rises_before[15:0]);
            if (word + 16'd4 > 16'd8) begin
                errors = errors + 1;
                if (errors < 4)
                    $display("round %0d: counted %0d, %0d rises", round, before - after, rises_after - rises_before);
            end
        end
        if (seen != 3) begin
            errors = errors + 1;
            $display("OUT2 did not move");
        end
        $display("pins: %0d rounds, %0d errors", round, errors);
        $finish;
    end
endmodule
`default_nettype wire
