// SPDX-License-Identifier: MIT
// A write between its end and its action. It takes port and data as they were before its rising edge. A command to
// counters acts TCMD later; everything else acts at once. A pending write acts earlier if the next write ends or a read
// begins, and before bus pins that move at the instant at which it is due.
`include "edge.vh"
`default_nettype none
module am9513a_pending_write (
    input  wire               clk,
    input  wire               clk_bus,
    input  wire               clk_core,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire               i_same_instant, // not the first tick of this instant
    input  wire signed [31:0] i_tcmd_ps,
    // Pins (am9513a_bus_pins)
    input  wire               i_cd,
    input  wire [15:0]        i_data,
    input  wire               i_free,
    input  wire               i_read_begins,
    input  wire               i_write_ends,
    input  wire               i_sample_pins,
    input  wire               i_pins_sampled,
    // Effects: what becomes of the pending write
    input  wire               i_effects,
    input  wire signed [31:0] i_fx_delay_ps, // from a write's end to its action
    input  wire               i_fx_control,  // its port and data
    input  wire [15:0]        i_fx_data,
    input  wire               i_fx_lost,     // it never acts
    input  wire               i_fx_twice,    // it acts twice
    input  wire [4:0]         i_fx_early,    // its SAVE takes the earlier count of these counters
    input  wire               i_extra_count, // STEP this counter
    input  wire [2:0]         i_extra_count_for,
    // The write that ends when pins are sampled: a command that is delayed, changes OUT, is a double action
    output wire               o_delayed,
    output wire               o_out_changes,
    output wire               o_double_action,
    // The write that has ended in the last tick: a command to counters
    output reg                o_command,
    output reg  [4:0]         o_counters,
    output reg                o_double,      // LOAD AND ARM, DISARM AND SAVE
    // Pending
    output wire               o_pending,     // a write may act in the next tick
    output wire               o_act_first,   // something acts before bus pins are sampled
    output reg                o_pending_control,
    output reg  [15:0]        o_pending_data,
    output wire [63:0]        o_next_ps,     // when it acts
    // Acts in this tick
    output reg                o_write,
    output reg                o_write_control,
    output reg  [15:0]        o_write_data,
    output reg                o_step,        // an extra count
    output reg  signed [31:0] o_spent_ps,    // what of TWHYV is over: its delay, and TCMD if it had none
    // What a SAVE copies to Hold
    input  wire [4:0]         i_edge,        // active edges at the counters
    input  wire [79:0]        i_count,       // counter 1 lowest
    output wire [79:0]        o_save
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    // ---- The command written
    wire [7:0] code   = i_data[7:0];
    wire       group  = code[7:5] >= 1 && code[7:5] <= 6;     // ARM, LOAD, SAVE, DISARM and their pairs
    wire       single = code[7:5] == 7 && code[2:0] >= 1 && code[2:0] <= 5 && code[4:3] != 3;   // toggle, STEP
    wire       reset  = i_cd && code == 8'hff;
    assign o_delayed       = (i_cd && (group || single)) || reset;
    assign o_out_changes   = single || code[7:5] == 2 || code[7:5] == 3;
    assign o_double_action = code[7:5] == 3 || code[7:5] == 4;

    wire signed [31:0] act_ps = i_effects && !reset ? i_fx_delay_ps : o_delayed ? i_tcmd_ps : 32'sd0;

    // ---- The write pending
    reg                write_pending;
    // Without a reset, as the outputs with what is pending and what acts: set before they are read
    reg  [63:0]        write_due_ps;
    reg  signed [31:0] pending_spent_ps;
    reg                act_now;                              // its time has come
    reg                acts;
    reg                act_again;                            // the second of i_fx_twice
    wire               act_before_read = write_pending && i_read_begins;

    assign o_pending   = write_pending || act_again || i_extra_count;
    assign o_act_first = act_before_read || act_now || i_extra_count;
    assign o_next_ps   = write_pending ? write_due_ps : NEVER;

    always @* begin                                          // an `if`: simulators work it out only then
        act_now = 0;
        acts    = 0;
        if (write_pending) begin
            act_now = i_same_instant && i_now_ps >= write_due_ps;
            acts    = i_free && (act_now || act_before_read || i_write_ends);
        end
    end

    wire again = i_free && act_again;

    // With effects on a SAVE closer than TEHWH after an edge may take the count from before it. Without a reset: a SAVE
    // is early only after an edge, and a write comes only after a tick of clk_core
    wire [4:0] early = write_pending ? i_fx_early : 5'd0;
    genvar n;
    generate
        for (n = 0; n < 5; n = n + 1) begin : each
            wire [15:0] count = i_count[16*n +: 16];
            reg  [15:0] earlier, save;                       // earlier: before the last edge
            always @(`TMR0_EDGE clk)
                if (i_effects)                               // alone: simulators put the five counters' into one
                    if (i_edge[n]) earlier <= count;
            always @(`TMR0_EDGE clk_core)
                save <= early[n] ? earlier : count;
            assign o_save[16*n +: 16] = save;
        end
    endgenerate

    always @(`TMR0_EDGE clk_core)
        if (i_por)
            o_write <= 0;
        else begin
            o_write <= acts ? !i_fx_lost : again || (i_free && i_extra_count);
            o_step  <= i_free && i_extra_count && !acts && !again;
            if (acts) begin
                o_write_control <= i_fx_control;
                o_write_data    <= i_fx_data;
                o_spent_ps      <= pending_spent_ps;
            end else if (i_free && i_extra_count && !again) begin
                o_write_control <= 1;
                o_write_data    <= {13'h1ffe, i_extra_count_for};
            end
        end

    always @(`TMR0_EDGE clk_bus)
        if (i_por)
            {write_pending, act_again, o_command} <= 0;
        else begin
            if (acts) begin
                act_again     <= i_fx_twice && !i_fx_lost;
                write_pending <= 0;
            end else if (again)
                act_again <= 0;
            if (i_pins_sampled)
                o_command <= 0;
            if (i_sample_pins && i_write_ends) begin
                write_pending     <= 1;
                o_pending_control <= i_cd;
                o_pending_data    <= i_data;
                write_due_ps      <= i_now_ps + {{32{act_ps[31]}}, act_ps};
                pending_spent_ps   <= o_delayed ? act_ps : i_tcmd_ps + act_ps;
                o_command         <= i_cd && (group || single);
                o_counters        <= group ? code[4:0] : 5'd1 << (code[2:0] - 3'd1);
                o_double          <= o_double_action;
            end
        end
endmodule
`default_nettype wire
