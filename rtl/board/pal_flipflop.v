// SPDX-License-Identifier: MIT
// The board's strobe translator: RD and WR come from the control strobe and R/W alone; C/D comes from a set-reset
// flip-flop of two cross-coupled PAL gates, set (data port) by the data strobe of a read and reset (control port) by
// the data strobe of a write:   data = /(RESET + control)   control = /(SET + data)
// Set and reset exclude each other while R/W is steady. R/W moving inside the strobe, shortly before its end, releases
// both within the time of two gates: a race, a violation, its outcome drawn from a seeded generator. Gates of exactly
// equal delay would oscillate for ever, so the control gate is a little slower. The level at power-up is drawn too.
`include "edge.vh"
`default_nettype none
module pal_flipflop (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_tpd_ps,
    input  wire signed [31:0] i_skew_ps,     // how much slower the control gate is
    input  wire [31:0]        i_seed,
    // Socket
    input  wire               i_mas_n,
    input  wire               i_mds_n,
    input  wire               i_rw,
    // Am9513A
    output wire               o_rd_n,
    output wire               o_wr_n,
    output wire               o_cd,
    // Too short for the PAL: [3] a strobe of RD, [2] a strobe of WR, [1] a pause of RD, [0] a pause of WR
    output wire [3:0]         o_lost,
    // To the simulator
    output reg                o_check_event,
    output wire [63:0]        o_next_ps      // 0: at once
);
    // ---- RD, WR
    wire [63:0] strobes_ps;
    wire [1:0]  lost;
    gate_delay #(.WIDTH(2), .INITIAL(2'b11)) strobes (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(i_tpd_ps),
        .i_in({!(!i_mas_n && i_rw), !(!i_mas_n && !i_rw)}), .o_out({o_rd_n, o_wr_n}), .o_lost(lost),
        .o_next_ps(strobes_ps)
    );
    assign o_lost = {2{lost}} & {o_rd_n, o_wr_n, !o_rd_n, !o_wr_n};

    // ---- The flip-flop
    wire set   = !i_mds_n && i_rw;
    wire reset = !i_mds_n && !i_rw;
    reg  holds;                              // keeps `kept`: since power-up, or since a race, until set or reset
    reg  kept;
    wire data;
    wire unused_data_lost, unused_control_lost;      // FF_SHORT reports it
    wire [63:0] data_ps, control_ps;

    gate_delay #(.INITIAL(1'b0)) data_gate (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(i_tpd_ps),
        .i_in(holds ? kept : !(reset || o_cd)), .o_out(data), .o_lost(unused_data_lost), .o_next_ps(data_ps)
    );
    gate_delay #(.INITIAL(1'b1)) control_gate (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_delay_ps(i_tpd_ps + i_skew_ps),
        .i_in(holds ? !kept : !(set || data)), .o_out(o_cd), .o_lost(unused_control_lost), .o_next_ps(control_ps)
    );

    // ---- Hazards
    wire signed [31:0] both_ps = i_tpd_ps + i_tpd_ps + i_skew_ps;   // a pulse must outlast both gates

    reg        was_set, was_reset, was_strobe;
    // Without a reset: set before they are read
    reg [63:0] begin_ps;                     // set or reset became active
    reg        switched;                     // by R/W moving inside the data strobe, the other one before it
    reg        known;                        // a good set or reset since power-up and since the last race
`include "random.vh"
    localparam [31:0] SALT = 32'h00f11b0b;
    reg [31:0] chance;                       // one step a race

    wire strobe  = !i_mas_n;
    wire ended   = (was_set && !set) || (was_reset && !reset);
    wire began   = (set && !was_set) || (reset && !was_reset);
    wire changes = ended || began || strobe != was_strobe;
    reg  good, raced;

    always @* begin                          // an `if`: simulators work it out only then
        {good, raced} = 0;
        if (ended) begin
            good  = i_now_ps - begin_ps >= {32'd0, both_ps};
            raced = !good && !began && switched;
        end
    end

    wire [63:0] gates_ps = data_ps < control_ps ? data_ps : control_ps;
    assign o_next_ps = changes ? 0 : strobes_ps < gates_ps ? strobes_ps : gates_ps;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            was_set    <= 0;
            was_reset  <= 0;
            was_strobe <= 0;
            known      <= 0;
            holds      <= 1;
            kept       <= i_seed[0];
            chance     <= seeded(i_seed, SALT);
            o_check_event     <= 0;
        end else begin
            was_set    <= set;
            was_reset  <= reset;
            was_strobe <= strobe;
            o_check_event     <= changes;
            if (began) begin
                begin_ps <= i_now_ps;
                switched <= ended;
                holds    <= 0;
            end
            if (raced) begin
                known  <= 0;
                holds  <= 1;
                kept   <= chance[31];
                chance <= stepped(chance);
            end else if (good)
                known <= 1;
        end

    wire unused_ff_short, unused_ff_race, unused_ff_unknown;
    chk_record ff_short (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(ended && !raced), .i_from_now(1'b0), .i_from_ps(begin_ps), .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(both_ps), .o_broken(unused_ff_short)
    );
    chk_record ff_race (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(raced), .i_from_now(1'b0), .i_from_ps(begin_ps), .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(both_ps), .o_broken(unused_ff_race)
    );
    chk_record ff_unknown (                  // not a time but yes or no: observed 0, required 1
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(strobe && !was_strobe && !known), .i_from_now(1'b1), .i_from_ps(64'd0),
        .i_to_now(1'b1), .i_to_ps(64'd0), .i_limit_ps(32'sd1), .o_broken(unused_ff_unknown)
    );

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed: delays are from 0 to 2^29 ps. Rules, on what is handed
    // to chk_record, each with the access of its tick, and nothing else:
    //   1 FF_SHORT: each set or reset that ends, with its length and the delay of both gates as its limit; not those of
    //     rule 2.
    //   2 FF_RACE: the same of one that is shorter than that, that began as the other ended, and after which neither
    //     follows.
    //   3 FF_UNKNOWN: 0 of 1, at each fall of the control strobe while no set or reset has lasted for its limit since
    //     power-up and since the last race.
    // Reached: a set that is too short; a race; a control strobe after a good set.
`include "time.vh"
    wire [1:0]  f_now = {!i_mds_n && i_rw, !i_mds_n && !i_rw};           // set, reset
    reg  [1:0]  f_was = 0;
    reg         f_other, f_settled = 0, f_strobed = 0;                   // f_other: began as the other ended
    reg  [63:0] f_start_ps;
    wire [63:0] f_length = i_now_ps - f_start_ps;
    wire [31:0] f_both   = 2 * i_tpd_ps + i_skew_ps;
    wire        f_ends   = (f_was & ~f_now) != 0, f_begins = (f_now & ~f_was) != 0;
    wire        f_short  = f_length < {32'd0, f_both};
    wire        f_race   = f_ends && !f_begins && f_other && f_short;
    (* hierconn *) wire [128:0] \ff_short.observation , \ff_race.observation , \ff_unknown.observation ;
    wire [128:0] f_sees = f_ends ? {1'b1, i_access, f_both, f_length} : 129'd0;
    wire [128:0] f_asks = !i_mas_n && !f_strobed && !f_settled ? {1'b1, i_access, 32'd1, 64'd0} : 129'd0;
    always @(posedge clk) begin
        f_was     <= i_por ? 2'd0 : f_now;
        f_strobed <= !i_por && !i_mas_n;
        f_settled <= !i_por && !f_race && (f_settled || (f_ends && !f_short));
        if (f_begins) {f_start_ps, f_other} <= {i_now_ps, f_ends};
    end
    always @* begin
        assume (i_tpd_ps[31:29] == 0 && i_skew_ps[31:29] == 0);
        if (f_ticked) begin
            assert ({was_set, was_reset} == f_was && was_strobe == f_strobed && known == f_settled);
            assert (f_was == 0 || (begin_ps == f_start_ps && begin_ps <= f_last_ps && switched == f_other));
        end
        if (f_ticked && !i_por) begin
            assert (\ff_short.observation == (f_race ? 129'd0 : f_sees));                                     // 1
            assert (\ff_race.observation == (f_race ? f_sees : 129'd0));                                      // 2
            assert (\ff_unknown.observation == f_asks);                                                       // 3
        end
        cover (f_past && f_ends && f_short && !f_race && f_length != 0);
        cover (f_past && f_race);
        cover (f_past && !i_mas_n && !f_strobed && f_settled);
    end
`endif
endmodule
`default_nettype wire
