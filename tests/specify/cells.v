// SPDX-License-Identifier: MIT
// Models in the style of public cell libraries and board parts; the limits are invented. reference.py has the checks of
// each in its own words.
`timescale 1ns / 1ps
`celldefine
module dff (output reg q, input clk, input d);
    reg notifier;
    always @(posedge clk) q <= d;
    always @(notifier) q <= 1'bx;
    specify
        specparam tsu = 0.08:0.1:0.12, th = 0.05;
        (posedge clk => (q +: d)) = (0.2:0.3:0.4, 0.25);
        $setup(d, posedge clk, tsu, notifier);
        $hold(posedge clk, d, th, notifier);
        $width(posedge clk, tsu * 2, 0, notifier);
        $period(posedge clk, 0.6, notifier);
    endspecify
endmodule

// An asynchronous reset; a limit for each edge of d
module dffr (q, clk, d, rst_n);
    output q;
    input  clk, d, rst_n;
    reg    q, notifier;
    always @(posedge clk or negedge rst_n) if (!rst_n) q <= 0; else q <= d;
    wire   running = rst_n;
    specify
        $setuphold(posedge clk &&& running, posedge d, 0.09, 0.03, notifier);
        $setuphold(posedge clk &&& running, negedge d, 0.13, 0.06, notifier);
        $recovery(posedge rst_n, posedge clk, 0.07, notifier);
        $removal(posedge rst_n, posedge clk, 0.04, notifier);
        $width(negedge rst_n, 0.2);
    endspecify
endmodule

// Set and reset, conditions of two signals
module dffsr (output reg q, input clk, input d, input set_n, input rst_n);
    reg notifier;
    always @(posedge clk or negedge set_n or negedge rst_n)
        if (!rst_n) q <= 0; else if (!set_n) q <= 1; else q <= d;
    specify
        $setuphold(posedge clk &&& (set_n & rst_n), d, 0.1, 0.05, notifier);
        $recrem(posedge set_n &&& (rst_n == 1'b1), posedge clk, -0.01, 0.05, notifier);
        $recrem(posedge rst_n &&& set_n, posedge clk, 0.08, -0.02, notifier);
        $skew(posedge set_n, posedge rst_n, 0.3, notifier);
    endspecify
endmodule

// An enable: data count only while it is high; a negative hold limit, delayed signals
module dffe (output reg q, input clk, input d, input en);
    wire clk_d, d_d;
    reg  notifier;
    always @(posedge clk_d) if (en) q <= d_d;
    always @(notifier) if ($time != 0) $display("%0.0f: %m moves", $realtime * 1000);
    specify
        $setuphold(posedge clk, d, 0.12, -0.03, notifier, en, en, clk_d, d_d);
        $setuphold(posedge clk, posedge en, 0.14, -0.02, notifier);
        $setuphold(posedge clk, negedge en, -0.02, 0.15, notifier);
    endspecify
endmodule

// All signals but D are delayed, as in the standard's own example; conditions of the delayed scan enable
module scan (output reg q, input cp, input d, input ti, input te);
    wire cp_d, d_d, ti_d, te_d;
    wire work = te_d !== 1'b1;
    reg  notifier;
    always @(posedge cp_d) q <= te_d ? ti_d : d_d;
    always @(notifier) if ($time != 0) $display("%0.0f: %m moves", $realtime * 1000);
    specify
        $setuphold(posedge cp, d, -0.1, 0.2, notifier, work, work, cp_d, d_d);
        $setuphold(posedge cp, ti, 0.2, -0.1, notifier, te_d, te_d, cp_d, ti_d);
        $setuphold(posedge cp, te, -0.04, 0.08, notifier, , , cp_d, te_d);
        $width(posedge cp, 0.15, 0, notifier);
    endspecify
endmodule

// Scan; clocked by the falling edge
module sdffn (output reg q, input clk_n, input d, input se, input si);
    wire scan = se, work = ~se;
    always @(negedge clk_n) q <= se ? si : d;
    specify
        $setup(d, negedge clk_n &&& work, 0.1);
        $hold(negedge clk_n &&& work, d, 0.02);
        $setup(posedge si, negedge clk_n &&& scan, 0.11);
        $setup(negedge si, negedge clk_n &&& scan, 0.15);
        $width(edge [10, 1x, x0] clk_n, 0.2, 0.01);
    endspecify
endmodule

module dlat (output reg q = 0, input g, input d);
    reg notifier;
    always @(g or d) if (g) q = d;
    specify
        (d => q) = 0.1;
        (posedge g => (q : d)) = 0.1;
        $setuphold(negedge g, d, 0.08, 0.04, notifier);
        $width(posedge g, 0.15, 0, notifier);
    endspecify
endmodule

module dlatr (output reg q, input g_n, input d, input rst);
    reg notifier;
    always @(g_n or d or rst) if (rst) q = 0; else if (!g_n) q = d;
    specify
        (d => q) = 0.1;
        $setup(d, posedge g_n &&& ~rst, 0.08, notifier);
        $hold(posedge g_n &&& ~rst, d, 0.04, notifier);
        $recovery(negedge rst, posedge g_n, 0.05, notifier);
        $width(posedge rst, 0.1, 0, notifier);
    endspecify
endmodule

// Registers, several bits
module counter #(parameter W = 4) (output reg [W-1:0] q, input clk, input [W-1:0] d, input load);
    always @(posedge clk) q <= load ? d : q + 1;
    specify
        $setuphold(posedge clk &&& load, d, 0.1, 0.05);
        $setup(load, posedge clk, 0.12);
        $period(negedge clk, 0.5);
    endspecify
endmodule

`timescale 1ps / 1ps
// A synchronous SRAM with byte enables
module sram_be (input clk, input ce, input [1:0] be, input [3:0] a, input [15:0] d, output reg [15:0] q);
    reg [15:0] memory [0:15];
    wire       writes = ce & |be;
    integer    n;
    always @(posedge clk) if (ce) begin
        for (n = 0; n < 2; n = n + 1) if (be[n]) memory[a][8*n +: 8] <= d[8*n +: 8];
        q <= memory[a];
    end
    specify
        specparam tas = 110, tah = 30, tds = 90;
        $setuphold(posedge clk &&& ce, a, tas, tah);
        $setuphold(posedge clk &&& writes, d[15:8], tds, 40);
        $setup(d[0], posedge clk &&& writes, 100);
        $setup(be[1], posedge clk, 70);
        $hold(posedge clk, ce, 20);
    endspecify
endmodule

// An asynchronous SRAM: the pulse of WE decides
module sram (input ce_n, input we_n, input [3:0] a, input [7:0] d, output [7:0] q);
    reg [7:0] memory [0:15];
    assign q = memory[a];
    always @(posedge we_n) if (!ce_n) memory[a] <= d;
    specify
        $setup(a, negedge we_n &&& (ce_n == 0), 100);
        $hold(posedge we_n &&& (ce_n == 0), a, 50);
        $setuphold(posedge we_n &&& (ce_n == 0), d, 140, 15);
        $width(negedge we_n &&& (ce_n == 0), 160);
    endspecify
endmodule

// Ports of an asynchronous FIFO: two clocks, one reset
module fifo_ports (input wclk, input winc, input rclk, input rinc, input rst_n, output reg [1:0] w, output reg [1:0] r);
    always @(posedge wclk or negedge rst_n) if (!rst_n) w <= 0; else w <= w + winc;
    always @(posedge rclk or negedge rst_n) if (!rst_n) r <= 0; else r <= r + rinc;
    specify
        $setuphold(posedge wclk, winc, 80, 30);
        $setuphold(posedge rclk, rinc, 90, 20);
        $recrem(posedge rst_n, posedge wclk, 100, 40);
        $recrem(posedge rst_n, posedge rclk, 120, 0);
        $period(posedge wclk, 300);
        $period(posedge rclk, 400);
    endspecify
endmodule

// The command table of an SDRAM, one bank: times between commands are holds of the clock's edge
module sdram (input clk, input cke, input cs_n, input ras_n, input cas_n, input we_n);
    wire activate = cke & ~cs_n & ~ras_n &  cas_n &  we_n;
    wire access   = cke & ~cs_n &  ras_n & ~cas_n;
    wire precharge = cke & ~cs_n & ~ras_n & cas_n & ~we_n;
    wire refresh  = cke & ~cs_n & ~ras_n & ~cas_n & we_n;
    specify
        specparam tRCD = 400, tRP = 350, tRAS = 900, tRFC = 1200;
        $hold(posedge clk &&& activate, posedge clk &&& access, tRCD);
        $hold(posedge clk &&& precharge, posedge clk &&& activate, tRP);
        $hold(posedge clk &&& activate, posedge clk &&& precharge, tRAS);
        $period(posedge clk &&& activate, tRAS + tRP);
        $hold(posedge clk &&& refresh, posedge clk &&& activate, tRFC);
        $setup(ras_n, posedge clk &&& cke, 60);
        $width(posedge clk, 100);
    endspecify
endmodule
`endcelldefine
