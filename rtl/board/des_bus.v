// SPDX-License-Identifier: MIT
// The workstation's side of the DES socket: one bus cycle per request, from a machine's figures.
//
// Offset 2 fires the control strobe MAS for a fixed width. Offset 0 fires the data strobe MDS, which ends a fixed
// time after a fall of the DES clock (low at 0, falls at every whole period): the first fall that gives MDS its least
// width. R/W is high between cycles. In a write R/W is low and data are driven from their set-up before the strobe
// until the hold after it; a negative hold ends both inside the strobe, at its fall at the earliest. Read data are
// latched a fixed time before the strobe's end. HOST_READ is how long before the latch they must be
// valid, without a movement in this cycle.
`include "edge.vh"
`default_nettype none
module des_bus (
    input  wire        clk,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_access,
    // Figures
    input  wire signed [31:0] i_rw_setup_ps,    // R/W valid before the strobe falls
    input  wire signed [31:0] i_wdata_setup_ps, // and write data
    input  wire signed [31:0] i_strobe_hold_ps, // both after it rises; may be negative
    input  wire signed [31:0] i_mas_read_ps,    // width of MAS in a read
    input  wire signed [31:0] i_mas_write_ps,
    input  wire signed [31:0] i_mds_low_ps,     // width of MDS at least
    input  wire signed [31:0] i_mds_after_ps,   // DES clock fall to the end of MDS
    input  wire signed [31:0] i_des_clock_ps,
    input  wire signed [31:0] i_read_latch_ps,  // before the strobe rises
    input  wire signed [31:0] i_host_read_ps,
    input  wire        i_mas_on_read, // MAS fires on reads
    input  wire [7:0]  i_float,       // what is read when nothing drives the bus
    // Request: a cycle starts in this tick
    input  wire        i_req,
    input  wire        i_req_control, // offset 2
    input  wire        i_req_write,
    input  wire [7:0]  i_req_data,
    output reg         o_busy,
    output reg  [7:0]  o_read,        // what the last read cycle latched
    output reg         o_read_driven, // and whether anything drove the bus then
    output reg         o_read_valid,  // with valid data
    // Socket
    output reg         o_mas_n,
    output reg         o_mds_n,
    output reg         o_rw,
    output reg  [7:0]  o_data,
    output reg         o_data_driven,
    input  wire [7:0]  i_data,
    input  wire        i_data_driven,
    input  wire        i_data_valid,
    // To the simulator
    output reg         o_check_event,
    output wire [63:0] o_next_ps      // 0: at once
);
`define WIDE(TIME) {{32{TIME[31]}}, TIME}
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    // ---- When things happen in this cycle; NEVER once they have
    reg [63:0] rw_ps, data_ps, fall_ps, latch_ps, rise_ps, release_ps;
    reg        control;                  // this and the value: without a reset, set when a cycle starts
    reg [7:0]  value;

    // Blocking intermediate values, worked out only when a cycle starts
    /* verilator lint_off BLKSEQ */
    reg [63:0] rw_lead, data_lead;       // not negative
    reg [63:0] start, over, ends;

    wire [63:0] a = rw_ps < data_ps ? rw_ps : data_ps;
    wire [63:0] b = fall_ps < rise_ps ? fall_ps : rise_ps;
    wire [63:0] c = latch_ps < release_ps ? latch_ps : release_ps;
    wire [63:0] d = a < b ? a : b;

    reg  [9:0] seen;                     // read data at the socket in the last tick
    reg        latched;                  // in the last tick; without a reset
    reg        open;                     // latched without valid data: valid data that come in this cycle are late
    // Without a reset: set before they are read
    reg [63:0] latched_ps, last_ps;      // last: of the last tick, in which read data have moved if at all
    reg [63:0] steady_ps;                // read data last moved in this cycle, or the cycle began
    wire       late = open && i_data_valid;

    assign o_next_ps = latched || late ? 0 : !o_busy ? NEVER : d < c ? d : c;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            {rw_ps, data_ps, fall_ps, latch_ps, rise_ps, release_ps} <= {6{NEVER}};
            {o_busy, o_read, o_read_driven, o_read_valid} <= 0;
            {o_mas_n, o_mds_n, o_rw} <= 3'b111;
            {o_data, o_data_driven} <= {8'hff, 1'b0};
            seen          <= 10'h0ff;
            open          <= 0;
            o_check_event <= 0;
        end else begin
            seen    <= {i_data_driven, i_data_valid, i_data};
            last_ps <= i_now_ps;
            if (i_req || {i_data_driven, i_data_valid, i_data} != seen)
                steady_ps <= i_req ? i_now_ps : last_ps;
            if (late)
                open <= 0;
            o_check_event <= latched || late;
            latched <= 0;
            if (i_req) begin
                // The strobe falls as soon as R/W and write data have their set-up
                rw_lead   = `WIDE(i_rw_setup_ps);
                data_lead = i_req_write ? `WIDE(i_wdata_setup_ps) : 64'd0;
                start     = i_now_ps + (rw_lead > data_lead ? rw_lead : data_lead);
                if (i_req_control)
                    ends = start + (i_req_write ? `WIDE(i_mas_write_ps) : `WIDE(i_mas_read_ps));
                else begin
                    // First DES clock fall from which MDS gets its width
                    ends = start + `WIDE(i_mds_low_ps);
                    ends = ends > `WIDE(i_mds_after_ps) ? ends - `WIDE(i_mds_after_ps) : 0;
                    over = ends % `WIDE(i_des_clock_ps);
                    if (over != 0)
                        ends = ends + `WIDE(i_des_clock_ps) - over;
                    ends = ends + `WIDE(i_mds_after_ps);
                end
                o_busy     <= 1;
                control    <= i_req_control;
                value      <= i_req_data;
                rw_ps      <= i_req_write ? start - rw_lead : NEVER;
                data_ps    <= i_req_write ? start - data_lead : NEVER;
                fall_ps    <= !i_req_control || i_req_write || i_mas_on_read ? start : NEVER;
                rise_ps    <= ends;
                latch_ps   <= i_req_write ? NEVER : ends - `WIDE(i_read_latch_ps);
                over       = ends + `WIDE(i_strobe_hold_ps);
                release_ps <= $signed(over) < $signed(start) ? start : over;
            end
            if (o_busy) begin
                if (i_now_ps >= rw_ps) begin
                    o_rw  <= 0;
                    rw_ps <= NEVER;
                end
                if (i_now_ps >= data_ps) begin
                    o_data        <= value;
                    o_data_driven <= 1;
                    data_ps       <= NEVER;
                end
                if (i_now_ps >= fall_ps) begin
                    o_mas_n <= !control;
                    o_mds_n <= control;
                    fall_ps <= NEVER;
                end
                if (i_now_ps >= latch_ps) begin
                    o_read        <= i_data_driven && i_data_valid ? i_data : i_float;
                    o_read_driven <= i_data_driven;
                    o_read_valid  <= i_data_driven && i_data_valid;
                    latch_ps      <= NEVER;
                    latched       <= 1;
                    open          <= !(i_data_driven && i_data_valid);
                    latched_ps    <= i_now_ps;
                end
                if (i_now_ps >= rise_ps) begin
                    o_mas_n <= 1;
                    o_mds_n <= 1;
                    rise_ps <= NEVER;
                end
                if (i_now_ps >= release_ps) begin
                    o_rw          <= 1;
                    o_data        <= 8'hff;
                    o_data_driven <= 0;
                    release_ps    <= NEVER;
                end
                // The cycle ends with its last event: the release, or the rise if the hold is negative
                if ((i_now_ps >= release_ps || release_ps == NEVER) && (i_now_ps >= rise_ps || rise_ps == NEVER)) begin
                    o_busy <= 0;
                    open   <= 0;
                end
            end
        end

    /* verilator lint_on BLKSEQ */

    wire unused_host_read;
    chk_record host_read (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen((latched && o_read_valid) || late),
        .i_from_now(late), .i_from_ps(steady_ps), .i_to_now(1'b0), .i_to_ps(latched_ps),
        .i_limit_ps(i_host_read_ps), .o_broken(unused_host_read)
    );
`undef WIDE
endmodule
`default_nettype wire
