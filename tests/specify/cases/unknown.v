`timescale 1ns/1ps
// A violation makes q unknown, and an edge that the enable ignores keeps it so. Two checks that are violated in one
// instant move the notifier too. Under Verilator q is random with SPECIFY_UNKNOWN, else it is what the cell stores.
module dffe (output reg q, input clk, input d, input en);
    reg notifier;
    always @(posedge clk) if (en) q <= d;
    always @(notifier) q <= 1'bx;
    specify
        $setup(d, posedge clk, 0.1, notifier);
        $period(posedge clk, 0.9, notifier);
    endspecify
endmodule
module bench;
    reg clk = 0, d = 0, en = 1;
    reg [0:4] seen;
    wire q;
    dffe dut (.q(q), .clk(clk), .d(d), .en(en));
    initial begin
        #0.4 clk = 1;
        #0.4 clk = 0;
        #0.2 seen[0] = q;
        #0.32 d = 1;
        #0.08 clk = 1;
        #0.4 clk = 0;
        #0.2 seen[1] = q;
        en = 0;
        #0.4 clk = 1;
        #0.4 clk = 0;
        #0.2 seen[2] = q;
        en = 1;
        #0.4 clk = 1;
        #0.4 clk = 0;
        #0.2 seen[3] = q;
        #0.1 d = 0;
        #0.01 clk = 1;
        #0.1 clk = 0;
        #0.1 seen[4] = q;
        $display("q=%b, violations %0d", seen, dut.checks.setup_1.rec.violations + dut.checks.period_1.rec.violations);
        $finish;
    end
endmodule
