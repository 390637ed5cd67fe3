// SPDX-License-Identifier: MIT
// The effects of violations of the Am9513A's bus timing on reads and writes (docs/violations.md). A random draw decides
// whether each effect happens, and to which bits. With effects off everything passes unchanged.
//
// A check reports a violation in the tick after its event, so with effects on the beginning and the end of a read act
// two ticks later, at the same instant. A write acts after its hold times, a command at a time drawn between the
// bounds that the data sheet gives for edges before and after it.
`include "figures.vh"
`include "edge.vh"
`default_nettype none
module am9513a_bus_effects (
    input  wire        clk_check,
    input  wire        i_por,
    input  wire        i_effects,
    input  wire [31:0] i_seed,
    input  wire [63:0] i_now_ps,
    // Figures that bound the action of a write
    input  wire signed [31:0] i_twhdx_ps,
    input  wire signed [31:0] i_twhax_ps,
    input  wire signed [31:0] i_twhsh_ps,
    input  wire signed [31:0] i_tehwh_ps,
    input  wire signed [31:0] i_tgvwh_ps,
    input  wire signed [31:0] i_twheh_ps,
    input  wire signed [31:0] i_twheh_double_ps,
    input  wire signed [31:0] i_twhgv_ps,
    input  wire signed [31:0] i_twhyv_ps,
    input  wire [`FIG_CHIP_CHECKS-1:0] i_violated,  // checks of the chip, in the last tick
    input  wire [4:0]  i_near,           // counters with an edge closer than TEHWH before the last command
    // Accesses in the last tick
    input  wire        i_read_begin,
    input  wire        i_read_end,
    input  wire        i_data_read_end,  // of the data port
    input  wire        i_write_end,
    input  wire        i_control,        // port of the read under way
    input  wire [15:0] i_data,           // data pins
    input  wire        i_data_left,      // nothing drives them any more
    input  wire [15:0] i_word,
    input  wire [7:0]  i_status,
    // Reads as they come out
    output wire        o_read_begin,     // in this tick
    output wire        o_read_control,   // port
    output wire [15:0] o_word,
    output wire [7:0]  o_status,
    output reg         o_status_changed, // o_status, during a read
    output wire        o_status_moved,   // i_status, since the last tick: that of an OUT that is off moves alone
    output wire        o_read_end,       // a read of the data port has ended
    // The pending write: its data and port, and what becomes of them
    input  wire [15:0] i_pending_data,
    input  wire        i_pending_control,
    input  wire        i_write,          // it acts in this tick
    output wire        o_write_lost,
    output wire        o_write_twice,
    output wire [4:0]  o_early,          // counters of which a SAVE takes the count from before the last edge
    output wire [15:0] o_write_data,
    output wire        o_write_control,
    // Time from a write's end to its action, for the write that ends in this tick
    input  wire        i_delayed,        // a command that acts on counters,
    input  wire        i_out_changes,    // and on OUT,
    input  wire        i_double_action,  // in two actions
    output wire [31:0] o_delay_ps,
    output wire [63:0] o_next_ps,
    output reg         o_busy            // a consequence is still to be decided: no pins are sampled
);
`include "random.vh"
    localparam [31:0] SALT = 32'h7f4a7c15;
    reg [31:0] chance;                             // one step a decision

    // ---- Reads
    reg        begin_seen, end_seen;               // one tick after i_read_begin, i_read_end: checks have reported
    reg        write_seen, write_judged;           // one tick, two ticks after i_write_end
    reg        reading, lost, extra;               // extra: the end of the read counts twice
    reg        shown_begin, shown_control, shown_end;
    reg [15:0] shown_word;
    reg [7:0]  shown_status;
    reg [15:0] last_word;                          // what the ports showed at the access before
    reg [7:0]  last_status;
    reg [4:0]  outs, outs_was;                     // OUT levels, and before they last moved
    reg [4:0]  moved;                              // of them, during the read under way, at moved_ps
    reg [63:0] moved_ps;

    assign o_read_begin   = i_effects ? shown_begin : i_read_begin;
    assign o_read_control = i_effects ? shown_control : i_control;
    assign o_word         = i_effects ? shown_word : i_word;
    assign o_status       = i_effects ? shown_status : i_status;
    assign o_read_end     = i_effects ? shown_end : i_data_read_end;

    // ---- Writes
    reg        too_soon;                           // after the access before: for the write under way
    reg        w_soon, w_port, w_old, w_new, w_lost, w_twice, w_early;
    reg        w_moved;                            // data, as it ended; without a reset
    reg [15:0] data, data_was, w_was, w_after;     // data pins; before they last moved; around the write's end

    wire        data_moved = i_data_left || i_data != data;
    wire [15:0] old_bits = w_old ? (w_was ^ i_pending_data) & chance[31:16] : 16'd0;
    wire [15:0] new_bits = w_new ? (w_after ^ i_pending_data) & ~old_bits & {chance[8:0], chance[15:9]} : 16'd0;
    wire [4:0]  unloaded = w_early && i_pending_control && i_pending_data[7:5] == 2 ? i_near & chance[28:24] : 5'd0;
    assign o_write_lost    = i_effects && (w_lost || w_soon) && chance[0];
    assign o_write_twice   = i_effects && w_twice && chance[1];
    assign o_early         = i_effects && w_early && chance[2] ? i_near : 5'd0;
    assign o_write_control = i_pending_control ^ (i_effects && w_port && chance[3]);
    assign o_write_data    = i_pending_data ^ (i_effects ? old_bits | new_bits | {11'd0, unloaded} : 16'd0);

    // A delayed command acts after max(hold, -TEHWH, -TGVWH) and before min(TWHEH, TWHGV), so an edge outside those
    // bounds is counted as the data sheet says. One that changes OUT acts at TWHYV at the latest
    reg signed [31:0] hold, from, to, span;
    /* verilator lint_off UNUSEDSIGNAL */
    reg        [47:0] part;                        // only the upper part of the product is used
    /* verilator lint_on UNUSEDSIGNAL */
    always @* begin
        {hold, from, to, span, part} = 0;
        if (i_effects) begin
            hold = i_twhdx_ps > i_twhax_ps ? i_twhdx_ps : i_twhax_ps;
            if (i_twhsh_ps > hold) hold = i_twhsh_ps;
            if (hold < 0) hold = 0;
            from = -i_tehwh_ps > hold ? -i_tehwh_ps : hold;
            if (-i_tgvwh_ps > from) from = -i_tgvwh_ps;
            to   = i_double_action ? i_twheh_double_ps : i_twheh_ps;
            if (i_twhgv_ps < to) to = i_twhgv_ps;
            if (i_out_changes && i_twhyv_ps < to) to = i_twhyv_ps;
            if (i_delayed) begin
                if (to > from) span = to - from;
                part = ({16'd0, span} * {32'd0, chance[31:16]}) >> 16;
                hold = from + part[31:0];
            end
        end
    end
    assign o_delay_ps = hold;

    assign o_status_moved = i_effects && outs != i_status[5:1];
    assign o_next_ps = moved != 0 ? moved_ps + 1 : 64'h7fff_ffff_ffff_ffff;
    always @* begin
        o_busy = 0;
        if (i_effects)
            o_busy = i_read_begin || begin_seen || shown_begin || i_read_end || end_seen || shown_end || extra ||
                     i_write_end || write_seen || write_judged || o_status_changed || i_violated != 0;
    end

    always @(`TMR0_EDGE clk_check)
        if (i_por) begin
            chance <= seeded(i_seed, SALT);
            {begin_seen, end_seen, write_seen, write_judged, reading, lost, extra} <= 0;
            {shown_begin, shown_control, o_status_changed, shown_end} <= 0;
            {last_word, shown_word, data, data_was, w_was, w_after} <= {6{16'hffff}};
            {last_status, shown_status, outs, outs_was, moved, moved_ps} <= 0;
            {too_soon, w_soon, w_port, w_old, w_new, w_lost, w_twice, w_early} <= 0;
        end else if (i_effects) begin
            if (begin_seen || end_seen || i_write || i_write_end || extra)
                chance <= stepped(chance);
            begin_seen       <= i_read_begin;
            end_seen         <= i_read_end;
            write_seen       <= i_write_end;
            write_judged     <= write_seen;
            shown_begin      <= 0;
            shown_end        <= 0;
            o_status_changed <= 0;

            if (begin_seen) begin
                reading       <= 1;
                lost          <= i_violated[`FIG_TSLRL] && chance[4];
                shown_begin   <= !(i_violated[`FIG_TSLRL] && chance[4]);
                shown_control <= i_control ^ (i_violated[`FIG_TAVRL] && chance[5]);
                shown_word    <= i_word;
                shown_status  <= i_status;
                if ((i_violated[`FIG_TRHRL] || i_violated[`FIG_TWHRL]) && chance[6]) begin
                    shown_word   <= last_word;
                    shown_status <= last_status;
                end else if (i_violated[`FIG_TEHRL])
                    shown_status[5:1] <= i_status[5:1] ^ ((outs ^ outs_was) & chance[15:11]);
            end
            if (end_seen) begin
                reading     <= 0;
                last_word   <= i_word;
                last_status <= i_status;
                shown_end   <= !lost && !(i_violated[`FIG_TRLRH] && chance[7]) &&
                               !(shown_control ^ ((i_violated[`FIG_TRHAX] || i_violated[`FIG_TAVRL]) && chance[8]));
            end
            // CS rose too early: the end counts twice, the second time in a tick of its own
            extra <= (i_violated[`FIG_TRHSH] && chance[9] && !shown_control && !lost) ||
                     (extra && (end_seen || i_read_end || shown_end));
            if (extra && !end_seen && !i_read_end && !shown_end)
                shown_end <= 1;

            outs <= i_status[5:1];
            if (outs != i_status[5:1]) begin
                outs_was <= outs;
                if (reading && !begin_seen) begin
                    moved    <= i_status[5:1] ^ outs;
                    moved_ps <= i_now_ps;
                end
            end
            // TRHEH: what moved during a status read may show or not, unless the read ends at that instant
            if (end_seen)
                moved <= 0;
            else if (moved != 0 && i_now_ps > moved_ps) begin
                shown_status[5:1] <= shown_status[5:1] ^ (moved & chance[20:16]);
                o_status_changed  <= 1;
                chance            <= stepped(chance);
                moved             <= 0;
            end

            data <= i_data;
            if (data_moved)
                data_was <= data;
            if (i_violated[`FIG_TRHWL] || i_violated[`FIG_TWHWL])
                too_soon <= 1;
            if (i_write_end) begin
                w_soon      <= too_soon;
                too_soon    <= 0;
                w_was       <= data_was;
                w_moved     <= data_moved;
                last_word   <= i_word;
                last_status <= i_status;
                {w_port, w_old, w_new, w_lost, w_twice, w_early} <= 0;
            end else begin
                if (i_violated[`FIG_TAVWH] || i_violated[`FIG_TWHAX]) w_port  <= 1;
                if (i_violated[`FIG_TDVWH])                           w_old   <= 1;
                if (i_violated[`FIG_TSLWH] || i_violated[`FIG_TWLWH]) w_lost  <= 1;
                if (i_violated[`FIG_TWHSH])                           w_twice <= 1;
                if (i_violated[`FIG_TEHWH])                           w_early <= 1;
                if (i_violated[`FIG_TWHDX]) begin
                    w_new   <= 1;
                    w_after <= write_seen && !w_moved ? w_was : i_data; // they left before the end
                end
            end
        end
endmodule
`default_nettype wire
