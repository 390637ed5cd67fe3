// SPDX-License-Identifier: MIT
// Everything that the DES socket may legally show to the timer board, in ticks and ages: two strobes, never both low,
// and R/W. Bounds in units; there are no others, so strobes and pauses may last for ever.
`default_nettype none
module socket #(
    parameter AGE = 6,
    parameter START = 0,         // power-up to the first strobe
    parameter MAS_LOW = 0,
    parameter MDS_LOW = 0,
    parameter MAS_TO_MAS = 0,    // end of one strobe to the beginning of the next
    parameter MAS_TO_MDS = 0,
    parameter MDS_TO_MAS = 0,
    parameter MDS_TO_MDS = 0,
    parameter RW_SETUP = 0,      // before a strobe falls
    parameter RW_HOLD = 0        // after a strobe rises
) (
    input  wire           clk,
    input  wire           i_por,
    input  wire [AGE-1:0] i_elapsed,
    // What the workstation wants to move in this tick
    input  wire           i_mas,
    input  wire           i_mds,
    input  wire           i_rw,
    output reg            o_mas_n,
    output reg            o_mds_n,
    output reg            o_rw
);
    reg  [AGE-1:0] mas_age, mds_age, rw_age;   // since each last moved, at the last tick
    reg            no_mas, no_mds;             // none since power-up: its age is that of the board

    function [AGE-1:0] older;
        input [AGE-1:0] age;
        older = {1'b0, age} + {1'b0, i_elapsed} > {1'b0, {AGE{1'b1}}} ? {AGE{1'b1}} : age + i_elapsed;
    endfunction
    wire [AGE-1:0] mas = older(mas_age), mds = older(mds_age), rw = older(rw_age);

    wire mas_may = !o_mas_n ? mas >= MAS_LOW :
                   o_mds_n && rw >= RW_SETUP && (no_mas ? mas >= START : mas >= MAS_TO_MAS) &&
                   (no_mds ? mds >= START : mds >= MDS_TO_MAS);
    wire mds_may = !o_mds_n ? mds >= MDS_LOW :
                   o_mas_n && rw >= RW_SETUP && (no_mds ? mds >= START : mds >= MDS_TO_MDS) &&
                   (no_mas ? mas >= START : mas >= MAS_TO_MDS);
    wire rw_may  = o_mas_n && o_mds_n && mas >= RW_HOLD && mds >= RW_HOLD;

    // One signal a tick: signals that move at one instant take several ticks of it
    always @(posedge clk)
        if (i_por) begin
            {o_mas_n, o_mds_n, o_rw} <= 3'b111;
            {mas_age, mds_age, rw_age} <= 0;
            {no_mas, no_mds} <= 2'b11;
        end else begin
            {mas_age, mds_age, rw_age} <= {mas, mds, rw};
            if (i_mas && mas_may) begin
                o_mas_n <= !o_mas_n;
                mas_age <= 0;
                no_mas  <= 0;
            end else if (i_mds && mds_may) begin
                o_mds_n <= !o_mds_n;
                mds_age <= 0;
                no_mds  <= 0;
            end else if (i_rw && rw_may) begin
                o_rw   <= !o_rw;
                rw_age <= 0;
            end
        end
endmodule
`default_nettype wire
