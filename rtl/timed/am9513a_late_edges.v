// SPDX-License-Identifier: MIT
// Delays between a count source and its counter, with effects on: a carry to the next counter (TCN-1) comes TCARRY
// late, an edge of F2 TFN late, an edge of F3 twice TFN late, and so on. Only one edge of a counter can be under way;
// the next one makes it arrive at once. With effects off every edge passes in its own tick.
`include "edge.vh"
`default_nettype none
module am9513a_late_edges (
    input  wire        clk,
    input  wire        clk_core,
    input  wire        i_por,
    input  wire        i_effects,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_tcarry_ps,
    input  wire [31:0] i_tfn_ps,
    // From the core: CM12-8 of each counter, counter 1 lowest, of which the source is read here
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [24:0] i_select,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire        i_modes_written,
    // Active edges in this tick: at the sources, at the counters
    input  wire [4:0]  i_edge,
    output wire [4:0]  o_edge,
    // To the simulator
    output reg  [63:0] o_next_ps,        // the next late edge
    output wire        o_tick_now        // a late edge comes in the next tick
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    function late_source;                // TCN-1, F2-F5
        input [3:0] source;
        late_source = source == 0 || source >= 12;
    endfunction

    reg [4:0] on_time;                   // counters whose edges are not late
    reg [4:0] due;                       // late edges whose time has come
    assign o_edge     = (i_edge & on_time) | due;
    assign o_tick_now = due != 0;

    integer m;
    always @(`TMR0_EDGE clk_core)
        if (i_modes_written)
            for (m = 0; m < 5; m = m + 1)
                on_time[m] <= !(i_effects && late_source(i_select[5*m +: 4]));

    // Blocking assignments: what only this block reads, and intermediate values
    /* verilator lint_off BLKSEQ */
    reg [4:0]  late;                     // counters with an edge under way
    reg [63:0] late_ps [0:4];            // when it comes; without a reset
    reg [63:0] first_ps;
    reg [3:0]  source;
    reg [4:0]  now_due;
    integer    n;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            late       = 0;
            due       <= 0;
            o_next_ps <= NEVER;
        end else if (on_time != 5'h1f || (late | due) != 0) begin
            first_ps = NEVER;
            now_due  = 0;
            for (n = 0; n < 5; n = n + 1) begin
                source = i_select[5*n +: 4];
                if (late[n] && (late_ps[n] <= i_now_ps || (i_edge[n] && !on_time[n]))) begin
                    now_due[n] = 1;
                    late[n]    = 0;
                end
                if (i_edge[n] && !on_time[n]) begin
                    late_ps[n] = i_now_ps + (source == 0 ? {32'd0, i_tcarry_ps}
                                                         : {32'd0, i_tfn_ps} * ({60'd0, source} - 64'd11));
                    late[n]    = 1;
                end
                if (late[n] && late_ps[n] < first_ps)
                    first_ps = late_ps[n];
            end
            due       <= now_due;
            o_next_ps <= first_ps;
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
