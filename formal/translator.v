// SPDX-License-Identifier: MIT
// The timer chip's C/D, RD and WR after a translator, for everything that the socket may legally show and every delay
// of every gate from MIN to MAX, drawn at each change. Ages in place of times. Figures are in units of 5 ns, those of
// the chip and the PALs from parts/ (formal/methods.sh); time passes in steps of 5 ns / GRID.
// The pins are sampled by the chip's own am9513a_bus_pins.
//   1 TAVRL  C/D is stable for that long before RD falls, and does not move while RD is low
//   2 TRHAX  C/D is stable for that long after RD rises, and does not move while RD is low
//   3 TAVWH  C/D is stable for that long before WR rises
//   4 TWHAX  C/D is stable for that long after WR rises
//   5 A select cycle (the data strobe) never reaches the timer: each fall of RD and WR answers a fall of the control
//     strobe with R/W of that kind
//   6 RD and WR are never both low
//   7 C/D never moves while RD or WR is low
//   8 The pins that am9513a_bus_pins has sampled are those of that tick, and it tells how they have moved
// RULE selects one; 0 is all.
`include "parts.vh"
`default_nettype none
module translator #(
    parameter RULE = 0,
    parameter DIRECT = 0,
    parameter SPLIT = 1,
    parameter GRID = 1,
    parameter AGE = 6,                       // bits; the greatest age is above every figure
    parameter START = 0, parameter MAS_LOW = 0, parameter MDS_LOW = 0, parameter MAS_TO_MAS = 0,
    parameter MAS_TO_MDS = 0, parameter MDS_TO_MAS = 0, parameter MDS_TO_MDS = 0, parameter RW_SETUP = 0,
    parameter RW_HOLD = 0
) (
    input wire           clk,
    input wire [AGE-1:0] elapsed,
    input wire           mas, mds, read_write,           // what the workstation wants to move
    input wire [AGE-1:0] rd_delay, wr_delay, data_delay, control_delay,
    input wire           chance, busy, write_first,
    input wire [2:0]     seen                            // MAS, MDS, R/W at the socket, to read in a counterexample
);
    localparam MIN = GRID * `PAL_MIN, MAX = GRID * `PAL_MAX;    // delay of a gate
    localparam SKEW = GRID * `PAL_SKEW;                         // by which the second of the flip-flop may exceed MAX
    localparam TAVRL = GRID * `TAVRL, TRHAX = GRID * `TRHAX, TAVWH = GRID * `TAVWH, TWHAX = GRID * `TWHAX;
    reg past = 0;
    always @(posedge clk) past <= 1;
    wire por = !past;

    wire mas_n, mds_n, rw;
    socket #(
        .AGE(AGE), .START(GRID * START), .MAS_LOW(GRID * MAS_LOW), .MDS_LOW(GRID * MDS_LOW),
        .MAS_TO_MAS(GRID * MAS_TO_MAS), .MAS_TO_MDS(GRID * MAS_TO_MDS), .MDS_TO_MAS(GRID * MDS_TO_MAS),
        .MDS_TO_MDS(GRID * MDS_TO_MDS), .RW_SETUP(GRID * RW_SETUP), .RW_HOLD(GRID * RW_HOLD)
    ) workstation (
        .clk(clk), .i_por(por), .i_elapsed(elapsed), .i_mas(mas), .i_mds(mds), .i_rw(read_write), .o_mas_n(mas_n),
        .o_mds_n(mds_n), .o_rw(rw)
    );

    wire rd_n, wr_n, cd;
    wire [AGE-1:0] pal_pass;
    generate if (DIRECT) begin : direct
        wire       strobe = !mas_n || !mds_n;
        wire [2:0] unused_lost;
        gate_aged #(.WIDTH(3), .INITIAL(3'b111), .AGE(AGE)) gates (
            .clk(clk), .i_por(por), .i_elapsed(elapsed), .i_delay(rd_delay),
            .i_in({!(strobe && rw), !(strobe && !rw), mds_n}), .o_out({rd_n, wr_n, cd}), .o_lost(unused_lost),
            .o_may_pass(pal_pass)
        );
    end else begin : flipflop
        wire [1:0] unused_lost;
        wire       unused_raced, unused_good;
        flipflop_aged #(.AGE(AGE), .SPLIT(SPLIT)) pal (
            .clk(clk), .i_por(por), .i_elapsed(elapsed), .i_rd_delay(rd_delay), .i_wr_delay(wr_delay),
            .i_data_delay(data_delay), .i_control_delay(control_delay),
            .i_both(MAX[AGE-1:0] + MAX[AGE-1:0] + SKEW[AGE-1:0]),
            .i_chance(chance), .i_mas_n(mas_n), .i_mds_n(mds_n), .i_rw(rw), .o_rd_n(rd_n), .o_wr_n(wr_n), .o_cd(cd),
            .o_lost(unused_lost), .o_raced(unused_raced), .o_good(unused_good), .o_may_pass(pal_pass)
        );
    end endgenerate

    wire pins_moved, sampled, cd_moved, rd_fall, wr_fall, read_begin, read_end, write_end, pin_cd, pin_wr_n, pin_rd_n;
    am9513a_bus_pins pins (
        .clk(clk), .i_por(por), .i_now_ps(64'd0), .i_cd(cd), .i_wr_n(wr_n), .i_cs_n(1'b0), .i_rd_n(rd_n),
        .i_data(16'hffff), .i_data_driven(1'b0), .i_src(5'd0), .i_gate(5'd0), .i_busy(busy),
        .i_write_first(write_first), .i_bus16(1'b0),
        .o_pins_moved(pins_moved), .o_pins_sampled(sampled), .o_cd_moved(cd_moved), .o_rd_fall(rd_fall),
        .o_wr_fall(wr_fall), .o_read_begin(read_begin), .o_read_end(read_end), .o_write_end(write_end),
        .o_cd(pin_cd), .o_wr_n(pin_wr_n), .o_rd_n(pin_rd_n)
    );

    wire setup, inside, hold, tavwh, twhax;
    checks_aged #(.AGE(AGE)) checks (
        .clk(clk), .i_por(por), .i_elapsed(elapsed), .i_tavrl(TAVRL[AGE-1:0]), .i_trhax(TRHAX[AGE-1:0]),
        .i_tavwh(TAVWH[AGE-1:0]), .i_twhax(TWHAX[AGE-1:0]), .i_cd_moved(cd_moved), .i_read_begin(read_begin),
        .i_read_end(read_end), .i_write_end(write_end), .o_setup(setup), .o_inside(inside), .o_hold(hold),
        .o_tavwh(tavwh), .o_twhax(twhax)
    );

    // What the rules compare with: the last tick
    reg was_mas_n, was_rd_n, was_wr_n, was_cd;
    reg owed_rd, owed_wr;                    // falls of the control strobe not yet answered
    wire fell_rd = was_rd_n && !rd_n, fell_wr = was_wr_n && !wr_n;
    always @(posedge clk) begin
        {was_mas_n, was_rd_n, was_wr_n, was_cd} <= {mas_n, rd_n, wr_n, cd};
        if (por) {was_mas_n, was_rd_n, was_wr_n, was_cd} <= 4'b1111;
        owed_rd <= !por && ((was_mas_n && !mas_n && rw) || (owed_rd && !fell_rd));
        owed_wr <= !por && ((was_mas_n && !mas_n && !rw) || (owed_wr && !fell_wr));
    end
    reg was_pin_cd, was_pin_rd_n, was_pin_wr_n;
    always @(posedge clk) {was_pin_cd, was_pin_rd_n, was_pin_wr_n} <= {pin_cd, pin_rd_n, pin_wr_n};
    wire told = {pin_cd, pin_rd_n, pin_wr_n} == {was_cd, was_rd_n, was_wr_n} && cd_moved == (pin_cd != was_pin_cd) &&
                {read_begin, read_end} == {was_pin_rd_n && !pin_rd_n, !was_pin_rd_n && pin_rd_n} &&
                {wr_fall, write_end} == {was_pin_wr_n && !pin_wr_n, !was_pin_wr_n && pin_wr_n} &&
                rd_fall == read_begin;
    wire owing_rd = owed_rd || (was_mas_n && !mas_n && rw);
    wire owing_wr = owed_wr || (was_mas_n && !mas_n && !rw);

    wire broken = ((RULE == 0 || RULE == 1) && (setup || inside)) || ((RULE == 0 || RULE == 2) && (hold || inside)) ||
                  ((RULE == 0 || RULE == 3) && tavwh) || ((RULE == 0 || RULE == 4) && twhax) ||
                  ((RULE == 0 || RULE == 5) && ((fell_rd && !owing_rd) || (fell_wr && !owing_wr))) ||
                  ((RULE == 0 || RULE == 6) && !rd_n && !wr_n) ||
                  ((RULE == 0 || RULE == 7) && cd != was_cd && (!was_rd_n || !was_wr_n)) ||
                  ((RULE == 0 || RULE == 8) && sampled && !told);

    function between;
        input [AGE-1:0] delay, most;
        between = delay >= MIN && delay <= most;
    endfunction
    always @* begin
        if (past) begin
            // The next tick is no later than the translator and the chip ask for
            assume (elapsed <= pal_pass);
            if (pins_moved || sampled || busy) assume (elapsed == 0);
        end
        if (DIRECT) assume (seen == {mas_n, mds_n, rw});
        assume (between(rd_delay, MAX[AGE-1:0]) && between(wr_delay, MAX[AGE-1:0]));
        assume (between(data_delay, MAX[AGE-1:0]) && between(control_delay, MAX[AGE-1:0] + SKEW[AGE-1:0]));

        if (past) assert (!broken);

        // A read and a write, each with C/D at both levels
        cover (past && read_end && pin_cd);
        cover (past && read_end && !pin_cd);
        cover (past && write_end && pin_cd);
        cover (past && write_end && !pin_cd);
        cover (past && elapsed == {AGE{1'b1}});
    end
endmodule
`default_nettype wire
