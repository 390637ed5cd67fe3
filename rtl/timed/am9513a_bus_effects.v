// SPDX-License-Identifier: MIT
// What violations of the Am9513A's bus timing do to reads and writes (docs/violations.md). Each consequence is drawn:
// it comes about or not, bit by bit where bits are concerned. Nothing here moves while i_on is low.
//
// A check tells of a violation (i_hit) in the tick behind the event it belongs to, so the beginning and the end of a
// read act two ticks late, at the same instant. A write acts when its hold times are over, a command at a time drawn
// between the bounds that the data sheet gives for edges before and after it; without an edge between nobody sees it.
`include "figures.vh"
`default_nettype none
module am9513a_bus_effects (
    input  wire        clk,
    input  wire        i_por,
    input  wire        i_on,
    input  wire [31:0] i_seed,
    input  wire [63:0] i_now_ps,
    // Every module takes the whole table of figures and reads its own: one bus, one numbering
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [`FIG_RTL*32-1:0]   i_fig,
    input  wire [`FIG_CHECKS-1:0]   i_hit,       // checks that were broken in the last tick
    /* verilator lint_on UNUSEDSIGNAL */
    // Accesses, as taken in the last tick
    input  wire        i_read_begin,
    input  wire        i_read_end,
    input  wire        i_write_end,
    input  wire        i_control,    // port of the read under way
    input  wire [15:0] i_data,       // data pins
    // What the chip shows
    input  wire [15:0] i_word,
    input  wire [7:0]  i_status,
    // Reads, as they come out
    output reg         o_begin,      // in this tick
    output reg         o_port,       // control
    output reg  [15:0] o_word,
    output reg  [7:0]  o_status,
    output reg         o_restatus,   // o_status has changed under a read
    output reg         o_ended,      // a read of the data port has ended
    // The write that is to act: its data and port, and what becomes of them
    input  wire [15:0] i_next_data,
    input  wire        i_next_control,
    input  wire        i_op,         // it has acted in the last tick
    output wire        o_lost,
    output wire        o_twice,
    output wire        o_save_early, // a save takes counts from before their last edges
    output wire [15:0] o_op_data,
    output wire        o_op_control,
    // Time from a write's end to its action, for the write that ends in this tick
    input  wire        i_command,    // one that acts on counters,
    input  wire        i_moves_out,  // and on OUT,
    input  wire        i_double,     // in two actions
    output wire [31:0] o_delay_ps,
    output wire [63:0] o_next_ps,
    output reg         o_busy        // something is still to be decided: no pins are taken
);
`define FIG(NUMBER) $signed(i_fig[NUMBER*32 +: 32])
    // ---- Chance: xorshift, one step a decision
    reg [31:0] chance;
    function [31:0] stepped;
        input [31:0] x;
        reg   [31:0] a, b;
        begin
            a = x ^ (x << 13);
            b = a ^ (a >> 17);
            stepped = b ^ (b << 5);
        end
    endfunction

    // Seeds that differ in a few bits must not go on doing so: the generator is linear, the product is not
    function [31:0] started;
        input [31:0] seed;
        reg   [31:0] product;
        begin
            product = seed * 32'h9e3779b1 + 32'h7f4a7c15;
            started = product == 0 ? 32'd1 : product;
        end
    endfunction

    // ---- Reads
    reg        begun, ended, wrote, told;          // a tick behind i_read_begin, i_read_end, i_write_end; two
    reg        reading, lost, extra;
    reg [15:0] last_word;                          // what the ports showed at the access before
    reg [7:0]  last_status;
    reg [4:0]  outs, outs_was;                     // OUT levels, and before they last moved
    reg [4:0]  moved;                              // under the status read under way, at moved_ps
    reg [63:0] moved_ps;

    // ---- Writes
    reg        too_soon;                           // after the access before: for the write under way
    reg        w_soon, w_port, w_old, w_new, w_lost, w_twice, w_early;
    reg [15:0] data, data_was, w_was, w_after;     // data pins; before they last moved; around the write's end

    wire [15:0] old_bits = w_old ? (w_was ^ i_next_data) & chance[31:16] : 16'd0;
    wire [15:0] new_bits = w_new ? (w_after ^ i_next_data) & ~old_bits & {chance[8:0], chance[15:9]} : 16'd0;
    assign o_lost       = i_on && (w_lost || w_soon) && chance[0];
    assign o_twice      = i_on && w_twice && chance[1];
    assign o_save_early = i_on && w_early && chance[2];
    assign o_op_control = i_next_control ^ (i_on && w_port && chance[3]);
    assign o_op_data    = i_next_data ^ (i_on ? old_bits | new_bits : 16'd0);

    // Behind the hold times, -TEHWH and -TGVWH, before TWHEH and TWHGV: what the bounds promise holds. What moves OUT not
    // behind the time that OUT has for it
    reg signed [31:0] hold, from, to, span;
    /* verilator lint_off UNUSEDSIGNAL */
    reg        [47:0] part;                        // a product, of which the upper part is wanted
    /* verilator lint_on UNUSEDSIGNAL */
    always @* begin
        {hold, from, to, span, part} = 0;
        if (i_on) begin
            hold = `FIG(`FIG_TWHDX) > `FIG(`FIG_TWHAX) ? `FIG(`FIG_TWHDX) : `FIG(`FIG_TWHAX);
            if (`FIG(`FIG_TWHSH) > hold) hold = `FIG(`FIG_TWHSH);
            if (hold < 0) hold = 0;
            from = -`FIG(`FIG_TEHWH) > hold ? -`FIG(`FIG_TEHWH) : hold;
            if (-`FIG(`FIG_TGVWH) > from) from = -`FIG(`FIG_TGVWH);
            to   = i_double ? `FIG(`FIG_TWHEH_DOUBLE) : `FIG(`FIG_TWHEH);
            if (`FIG(`FIG_TWHGV) < to) to = `FIG(`FIG_TWHGV);
            if (i_moves_out && `FIG(`FIG_TWHYV) < to) to = `FIG(`FIG_TWHYV);
            if (i_command) begin
                if (to > from) span = to - from;
                part = ({16'd0, span} * {32'd0, chance[31:16]}) >> 16;
                hold = from + part[31:0];
            end
        end
    end
    assign o_delay_ps = hold;

    assign o_next_ps = moved != 0 ? moved_ps + 1 : 64'h7fff_ffff_ffff_ffff;
    always @* begin
        o_busy = 0;
        if (i_on)
            o_busy = i_read_begin || begun || o_begin || i_read_end || ended || o_ended || i_write_end || wrote || told || extra ||
                     o_restatus || i_hit != 0;
    end

    always @(posedge clk)
        if (i_por) begin
            chance      <= started(i_seed);
            {begun, ended, wrote, told, reading, lost, extra, o_begin, o_port, o_restatus, o_ended} <= 0;
            {last_word, o_word, data, data_was, w_was, w_after} <= {6{16'hffff}};
            {last_status, o_status, outs, outs_was, moved, moved_ps} <= 0;
            {too_soon, w_soon, w_port, w_old, w_new, w_lost, w_twice, w_early} <= 0;
        end else if (i_on) begin
            if (begun || ended || i_op || i_write_end || extra)
                chance <= stepped(chance);
            begun      <= i_read_begin;
            ended      <= i_read_end;
            wrote      <= i_write_end;
            told       <= wrote;
            o_begin    <= 0;
            o_ended    <= 0;
            o_restatus <= 0;

            if (begun) begin
                reading  <= 1;
                lost     <= i_hit[`FIG_TSLRL] && chance[4];
                o_begin  <= !(i_hit[`FIG_TSLRL] && chance[4]);
                o_port   <= i_control ^ (i_hit[`FIG_TAVRL] && chance[5]);
                o_word   <= i_word;
                o_status <= i_status;
                if ((i_hit[`FIG_TRHRL] || i_hit[`FIG_TWHRL]) && chance[6]) begin
                    o_word   <= last_word;
                    o_status <= last_status;
                end else if (i_hit[`FIG_TEHRL])
                    o_status[5:1] <= i_status[5:1] ^ ((outs ^ outs_was) & chance[15:11]);
            end
            if (ended) begin
                reading     <= 0;
                last_word   <= i_word;
                last_status <= i_status;
                o_ended     <= !lost && !(i_hit[`FIG_TRLRH] && chance[7]) &&
                               !(o_port ^ ((i_hit[`FIG_TRHAX] || i_hit[`FIG_TAVRL]) && chance[8]));
            end
            // CS gone too early: the end counts twice. In a tick of its own, when the first is through
            extra <= (i_hit[`FIG_TRHSH] && chance[9] && !o_port && !lost) ||
                     (extra && (ended || i_read_end || o_ended));
            if (extra && !ended && !i_read_end && !o_ended)
                o_ended <= 1;

            outs <= i_status[5:1];
            if (outs != i_status[5:1]) begin
                outs_was <= outs;
                if (reading && !begun) begin
                    moved    <= i_status[5:1] ^ outs;
                    moved_ps <= i_now_ps;
                end
            end
            // TRHEH: what moved under a status read may show or not, unless the read ends at that very instant
            if (ended)
                moved <= 0;
            else if (moved != 0 && i_now_ps > moved_ps) begin
                o_status[5:1] <= o_status[5:1] ^ (moved & chance[20:16]);
                o_restatus    <= 1;
                chance        <= stepped(chance);
                moved         <= 0;
            end

            data <= i_data;
            if (i_data != data)
                data_was <= data;
            if (i_hit[`FIG_TRHWL] || i_hit[`FIG_TWHWL])
                too_soon <= 1;
            if (i_write_end) begin
                w_soon      <= too_soon;
                too_soon    <= 0;
                w_was       <= data_was;
                last_word   <= i_word;
                last_status <= i_status;
                {w_port, w_old, w_new, w_lost, w_twice, w_early} <= 0;
            end else begin
                if (i_hit[`FIG_TAVWH] || i_hit[`FIG_TWHAX]) w_port  <= 1;
                if (i_hit[`FIG_TDVWH])                      w_old   <= 1;
                if (i_hit[`FIG_TSLWH] || i_hit[`FIG_TWLWH]) w_lost  <= 1;
                if (i_hit[`FIG_TWHSH])                      w_twice <= 1;
                if (i_hit[`FIG_TEHWH])                      w_early <= 1;
                if (i_hit[`FIG_TWHDX]) begin
                    w_new   <= 1;
                    w_after <= i_data;
                end
            end
        end
`undef FIG
endmodule
`default_nettype wire
