// SPDX-License-Identifier: MIT
// The four checks of C/D at the chip, with ages in place of times: chk_stable for a read (TAVRL, TRHAX), chk_latch
// for a write without movement inside (TAVWH, TWHAX). formal/link_checks.v proves that they report the same.
`default_nettype none
module checks_aged #(
    parameter AGE = 6
) (
    input  wire           clk,
    input  wire           i_por,
    input  wire [AGE-1:0] i_elapsed,
    // Limits; set-up times are above 0, hold times not below
    input  wire [AGE-1:0] i_tavrl,
    input  wire [AGE-1:0] i_trhax,
    input  wire [AGE-1:0] i_tavwh,
    input  wire [AGE-1:0] i_twhax,
    // Events of this tick
    input  wire           i_cd_moved,
    input  wire           i_read_begin,
    input  wire           i_read_end,
    input  wire           i_write_end,
    // Reports of this tick
    output wire           o_setup,      // a read began too early
    output wire           o_inside,     // C/D moved in a read; which of the two limits it breaks is not decided
    output wire           o_hold,       // C/D moved too early after a read
    output wire           o_tavwh,
    output wire           o_twhax
);
    reg            known, moved, after_read, after_write;
    reg  [AGE-1:0] cd_age, begin_age, read_age, write_age;   // at the last tick

    function [AGE-1:0] older;
        input [AGE-1:0] age;
        older = {1'b0, age} + {1'b0, i_elapsed} > {1'b0, {AGE{1'b1}}} ? {AGE{1'b1}} : age + i_elapsed;
    endfunction
    wire [AGE-1:0] cd    = i_cd_moved ? 0 : older(cd_age);
    wire [AGE-1:0] begun = older(begin_age);
    wire           judged = i_read_end && moved;

    assign o_setup  = i_read_begin && (known || i_cd_moved) && cd < i_tavrl;
    // C/D that moved at the instant of the end, but after the beginning, has been held for 0
    assign o_inside = judged && !(older(cd_age) == 0 && begun != 0 && i_trhax == 0);
    assign o_hold   = i_cd_moved && (after_read || i_read_end) && !judged &&
                      (i_read_end ? i_trhax != 0 : older(read_age) < i_trhax);
    assign o_tavwh  = i_write_end && known && older(cd_age) < i_tavwh;
    assign o_twhax  = i_cd_moved && (i_write_end ? i_twhax != 0 : after_write && older(write_age) < i_twhax);

    always @(posedge clk)
        if (i_por) begin
            known       <= 0;
            after_read  <= 0;
            after_write <= 0;
            moved       <= 0;
        end else begin
            cd_age    <= cd;
            begin_age <= i_read_begin ? 0 : begun;
            read_age  <= i_read_end ? 0 : older(read_age);
            write_age <= i_write_end ? 0 : older(write_age);
            known     <= known || i_cd_moved;
            moved     <= !i_read_begin && (moved || i_cd_moved);
            after_read  <= i_read_end ? !i_cd_moved && !moved : after_read && !i_cd_moved;
            after_write <= i_write_end ? !i_cd_moved : after_write && !i_cd_moved;
        end
endmodule
`default_nettype wire
