// SPDX-License-Identifier: MIT
// Source edges beside a command (data sheet notes 3, 5, 15): an edge counts before the command if it comes at least
// TEHWH before the write's rising edge (TEHWH may be negative), after it if it comes at least TWHEH after it. An edge
// between the two may count either way. That is no violation of anybody's, but a note: the count may be off by one.
`default_nettype none
module chk_source (
    input  wire               clk,           // every tick: edges
    input  wire               clk_bus,       // all else
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_before_ps,   // TEHWH
    input  wire signed [31:0] i_after_ps,    // TWHEH
    // Events of this tick
    input  wire [4:0]         i_edge,        // source edge of each counter
    input  wire               i_command,     // the write of a command that acts on counters has ended
    input  wire [4:0]         i_counters,    // on these
    output wire               o_again        // clk_bus is wanted at once
);
    // ---- Edges
    reg [63:0] edge1_ps, edge2_ps, edge3_ps, edge4_ps, edge5_ps;
    reg [4:0]  had;                          // an edge was seen at all
    reg [4:0]  edges;                        // of the last tick

    always @(posedge clk)
        if (i_por) begin
            edge1_ps <= 0;
            edge2_ps <= 0;
            edge3_ps <= 0;
            edge4_ps <= 0;
            edge5_ps <= 0;
            had      <= 0;
            edges    <= 0;
        end else begin
            edges <= i_edge;
            if (i_edge != 0) begin
                if (i_edge[0]) edge1_ps <= i_now_ps;
                if (i_edge[1]) edge2_ps <= i_now_ps;
                if (i_edge[2]) edge3_ps <= i_now_ps;
                if (i_edge[3]) edge4_ps <= i_now_ps;
                if (i_edge[4]) edge5_ps <= i_now_ps;
                had <= had | i_edge;
            end
        end

    // ---- The command they are held against
    reg [4:0]         watch;                 // its counters, 0 once an edge came after it
    reg               fresh;                 // it was given in the last tick
    reg               any;                   // one of the counters had an edge before it
    reg [63:0]        command_ps;
    reg [63:0]        last_ps;               // the latest of those edges
    reg signed [31:0] after_ps;

    wire hit     = (edges & watch) != 0;
    // The edge still counted before the command
    wire counted = hit ? $signed(i_now_ps - command_ps) <= -$signed({{32{i_before_ps[31]}}, i_before_ps}) : 1'b0;
    assign o_again = hit || fresh;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk_bus)
        if (i_por) begin
            watch      <= 0;
            fresh      <= 0;
            any        <= 0;
            command_ps <= 0;
            last_ps     = 0;
            after_ps   <= 0;
        end else begin
            fresh <= i_command;
            if (i_command) begin
                watch      <= i_counters;
                any        <= (i_counters & had) != 0;
                command_ps <= i_now_ps;
                after_ps   <= i_after_ps;
                last_ps     = i_counters[0] ? edge1_ps : 0;
                if (i_counters[1] && edge2_ps > last_ps) last_ps = edge2_ps;
                if (i_counters[2] && edge3_ps > last_ps) last_ps = edge3_ps;
                if (i_counters[3] && edge4_ps > last_ps) last_ps = edge4_ps;
                if (i_counters[4] && edge5_ps > last_ps) last_ps = edge5_ps;
            end else if (hit && !counted)
                watch <= 0;
        end
    /* verilator lint_on BLKSEQ */

    chk_record early (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen((fresh && any) || counted), .i_from_now(counted), .i_from_ps(last_ps),
        .i_to_now(1'b0), .i_to_ps(command_ps), .i_limit_ps(i_before_ps)
    );
    chk_record late (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(hit && !counted), .i_from_now(1'b0), .i_from_ps(command_ps),
        .i_to_now(1'b1), .i_to_ps(64'd0), .i_limit_ps(after_ps)
    );
endmodule
`default_nettype wire
