// SPDX-License-Identifier: MIT
// Data that must be stable throughout a pulse: set-up before its beginning, hold after its end. Movement inside the
// pulse violates one of the two: in the first half it came late (negative set-up), in the second it left early
// (negative hold). The check judges when the pulse ends, by the last movement inside it.
`default_nettype none
module chk_stable (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_setup_ps,
    input  wire signed [31:0] i_hold_ps,
    // Events of this tick
    input  wire               i_data,
    input  wire               i_begin,
    input  wire               i_end,
    output wire               o_setup_broken,
    output wire               o_hold_broken
);
    reg        known;
    reg        after;                    // pulse over, data not moved since
    // Without a reset: set before they are read
    reg        moved;                    // data moved since the pulse began
    reg [63:0] data_ps;
    reg [63:0] begin_ps;
    reg [63:0] end_ps;
    reg [31:0] end_access;

    wire judged     = i_end && moved;
    reg  came_late;
    wire left_early = judged && !came_late;
    wire held       = i_data && (after || i_end) && !judged;

    always @* begin                      // an `if`: simulators work it out only then
        came_late = 0;
        if (judged)
            came_late = data_ps - begin_ps <= i_now_ps - data_ps;
    end

    always @(posedge clk)
        if (i_por) begin
            known <= 0;
            after <= 0;
        end else begin
            if (i_data) begin
                known   <= 1;
                data_ps <= i_now_ps;
                after   <= 0;
            end
            if (i_begin) begin
                moved    <= 0;
                begin_ps <= i_now_ps;
            end else if (i_data)
                moved <= 1;
            if (i_end) begin
                after      <= !i_data && !moved;
                end_ps     <= i_now_ps;
                end_access <= i_access;
            end
        end

    chk_record setup (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(came_late || (i_begin && (known || i_data))),
        .i_from_now(i_begin && i_data), .i_from_ps(data_ps), .i_to_now(!came_late), .i_to_ps(begin_ps),
        .i_limit_ps(i_setup_ps), .o_broken(o_setup_broken)
    );
    chk_record hold (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_end ? i_access : end_access),
        .i_seen(left_early || held),
        .i_from_now(i_end), .i_from_ps(end_ps), .i_to_now(!left_early), .i_to_ps(data_ps),
        .i_limit_ps(i_hold_ps), .o_broken(o_hold_broken)
    );
endmodule
`default_nettype wire
