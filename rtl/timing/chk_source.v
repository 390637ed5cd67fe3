// SPDX-License-Identifier: MIT
// Edges of five sources near a command (data sheet notes 3, 5, 15): an edge counts before the command if it comes at
// least TEHWH before the write's rising edge (TEHWH may be negative), after it if it comes at least TWHEH after it. An
// edge between the two may count either way. That is not a violation but a note: the count may be off by one.
// The same for edges of gates, TGVWH and TWHGV.
`default_nettype none
module chk_source (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_before_ps,   // TEHWH
    input  wire signed [31:0] i_after_ps,    // TWHEH
    // The edges (edge_times): in the last tick, ever, their times
    input  wire [4:0]         i_edge,
    input  wire [4:0]         i_had,
    input  wire [63:0]        i_edge1_ps,
    input  wire [63:0]        i_edge2_ps,
    input  wire [63:0]        i_edge3_ps,
    input  wire [63:0]        i_edge4_ps,
    input  wire [63:0]        i_edge5_ps,
    // This tick
    input  wire               i_command,     // the write of a command that acts on counters has ended
    input  wire [4:0]         i_counters,    // on these
    // In the last tick: violated; counters of the command whose last edge came closer before it
    output wire               o_before_broken,
    output wire               o_after_broken,
    output reg  [4:0]         o_near,        // without a reset: read after a command
    output wire               o_tick_now     // a tick is needed at once
);
    // ---- The last command
    reg [4:0]         watch;                 // its counters, 0 once an edge came after it
    reg               fresh;                 // it was given in the last tick
    // Without a reset: set before they are read
    reg               any;                   // one of the counters had an edge before it
    reg [63:0]        command_ps;
    reg [31:0]        command_access;
    reg [63:0]        last_ps;               // the latest of those edges
    reg [63:0]        from_ps;
    reg signed [31:0] after_ps;

    wire edge_after     = (i_edge & watch) != 0;
    reg  counted;                            // the edge still counted before the command
    always @* begin                          // an `if`: simulators work it out only then
        counted = 0;
        if (edge_after)
            counted = $signed(i_now_ps - command_ps) <= -$signed({{32{i_before_ps[31]}}, i_before_ps});
    end
    assign o_tick_now = edge_after || fresh;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (i_por) begin
            watch <= 0;
            fresh <= 0;
        end else begin
            fresh <= i_command;
            if (i_command) begin
                watch      <= i_counters;
                any        <= (i_counters & i_had) != 0;
                command_ps <= i_now_ps;
                command_access <= i_access;
                after_ps   <= i_after_ps;
                from_ps     = i_now_ps - {{32{i_before_ps[31]}}, i_before_ps};
                o_near     <= i_counters & i_had &
                              {$signed(i_edge5_ps - from_ps) > 0, $signed(i_edge4_ps - from_ps) > 0,
                               $signed(i_edge3_ps - from_ps) > 0, $signed(i_edge2_ps - from_ps) > 0,
                               $signed(i_edge1_ps - from_ps) > 0};
                last_ps     = i_counters[0] ? i_edge1_ps : 0;
                if (i_counters[1] && i_edge2_ps > last_ps) last_ps = i_edge2_ps;
                if (i_counters[2] && i_edge3_ps > last_ps) last_ps = i_edge3_ps;
                if (i_counters[3] && i_edge4_ps > last_ps) last_ps = i_edge4_ps;
                if (i_counters[4] && i_edge5_ps > last_ps) last_ps = i_edge5_ps;
            end else if (edge_after && !counted)
                watch <= 0;
        end
    /* verilator lint_on BLKSEQ */

    chk_record early (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(command_access),
        .i_seen((fresh && any) || counted), .i_from_now(counted), .i_from_ps(last_ps),
        .i_to_now(1'b0), .i_to_ps(command_ps), .i_limit_ps(i_before_ps),
        .o_broken(o_before_broken)
    );
    chk_record late (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(command_access),
        .i_seen(edge_after && !counted), .i_from_now(1'b0), .i_from_ps(command_ps),
        .i_to_now(1'b1), .i_to_ps(64'd0), .i_limit_ps(after_ps), .o_broken(o_after_broken)
    );
endmodule
`default_nettype wire
