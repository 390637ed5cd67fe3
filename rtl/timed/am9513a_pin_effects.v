// SPDX-License-Identifier: MIT
// The effects of violations at X2 and at the SRC and GATE pins (docs/violations.md): a movement that came too early is
// not seen, so that two pulses become one; a gate that moves shortly before a source edge acts before or after it; one
// that opens right after an edge may still let it through. A random draw decides each effect. With effects off the pins
// pass unchanged.
//
// The checks report within three ticks; until then the core sees the pins as they were.
`include "edge.vh"
`default_nettype none
module am9513a_pin_effects #(
    parameter X2_VARIES = 0              // 0: the oscillator leaves out the pulses that the chip misses
) (
    input  wire        clk_check,
    input  wire        i_por,
    input  wire        i_effects,
    input  wire [31:0] i_seed,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_tgveh_ps,
    // Violated in the last tick
    input  wire        i_bad_source,     // TEHEH, TEHEL or TELEH
    input  wire        i_bad_pulse,      // TGVGV
    input  wire        i_bad_hold,       // TEHGV
    input  wire [4:0]  i_gate,           // pins as sampled
    input  wire [4:0]  i_src,
    // Of the pins that moved in the last tick (am9513a_pin_checks)
    input  wire [9:0]  i_source_pins,    // count sources: GATE5-1, SRC5-1
    input  wire [4:0]  i_trigger_pins,   // gates whose pulses start something
    input  wire [4:0]  i_level_pins,     // gates that are no count source, of counters without CM7
    input  wire [4:0]  i_level_moved,    // counters that they gate
    input  wire [4:0]  i_counting,       // counters that are armed and whose gate is open
    output wire [4:0]  o_gate,           // as the core sees them
    output wire [4:0]  o_src,
    // One more count for a counter
    output wire        o_extra_count,
    output wire [2:0]  o_extra_count_for,
    input  wire        i_step,           // it is counted in this tick
    // X2 at its pin and as the core sees it. Where X2 varies, one rise in four that ends too short a cycle is missed,
    // with its pulse: from the fourth rise on, as those of the oscillator.
    input  wire        i_x2,
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    input  wire        i_x2_missed,      // of such a cycle
    output wire        o_x2,
    output wire        o_x2_rise,
    output wire        o_x2_fall,
    output reg         o_x2_lossy,       // X2_VARIES 0: X2 is too fast, the chip misses some pulses
    output reg  [63:0] o_next_ps,
    output wire        o_busy
);
`include "random.vh"
    localparam [31:0] SALT = 32'h2545f491;
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [31:0] chance;
    wire [9:0] now = {i_gate, i_src};
    reg [9:0]  pins, moved, source;
    reg [4:0]  trigger, level, counters;
    reg        bad_source, bad_gate;
    reg [2:0]  stage;                // ticks since the pins moved; 0: all decided
    reg [4:0]  held;                 // gates whose movement acts later, at due_ps
    reg [63:0] due_ps [0:4];
    reg [4:0]  opened, steps;        // counters whose gate may have opened in time, counters to step
    reg [9:0]  seen;                 // the pins as the core sees them

    assign o_gate            = i_effects ? seen[9:5] : i_gate;
    assign o_src             = i_effects ? seen[4:0] : i_src;
    assign o_busy            = i_effects && (now != pins || stage != 0);
    assign o_extra_count     = steps != 0;
    assign o_extra_count_for = steps[0] ? 3'd1 : steps[1] ? 3'd2 : steps[2] ? 3'd3 : steps[3] ? 3'd4 : 3'd5;

    generate
        if (X2_VARIES != 0) begin : varying
            localparam [31:0] X2_SALT = 32'h05c11a70; // osc has the same
            reg  [31:0] x2_chance;
            reg  [1:0]  pulses;
            reg         x2_level;
            wire bad  = i_effects && i_x2_missed && pulses == 3;
            wire miss = bad && x2_chance[31:30] == 0;
            always @(`TMR0_EDGE clk_check)
                if (i_por) begin
                    x2_chance <= seeded(i_seed, X2_SALT);
                    pulses    <= 0;
                    x2_level  <= 0;
                end else if (i_x2_rise) begin
                    x2_level <= !miss;
                    if (bad)
                        x2_chance <= stepped(x2_chance);
                    if (pulses != 3)
                        pulses <= pulses + 1;
                end else if (i_x2_fall)
                    x2_level <= 0;
            wire unused_x2 = i_x2;       // it moves before the tick
            assign {o_x2, o_x2_rise, o_x2_fall} = {x2_level, i_x2_rise && !miss, i_x2_fall && x2_level};
        end else begin : fixed
            assign {o_x2, o_x2_rise, o_x2_fall} = {i_x2, i_x2_rise, i_x2_fall};
        end
    endgenerate

    // Intermediate values
    /* verilator lint_off BLKSEQ */
    reg [9:0]  unseen;
    reg [4:0]  later;
    reg [63:0] wait_ps;
    integer    n;

    always @(`TMR0_EDGE clk_check)
        if (i_por) begin
            chance <= seeded(i_seed, SALT);
            {pins, moved, source, trigger, level, counters, bad_source, bad_gate, stage, o_x2_lossy} <= 0;
            {held, opened, steps, seen} <= 0;
            o_next_ps <= NEVER;
            for (n = 0; n < 5; n = n + 1)
                due_ps[n] = 0;
        end else if (i_effects) begin
            o_x2_lossy <= o_x2_lossy || i_x2_missed;

            if (now != pins) begin
                pins  <= now;
                moved <= moved | (now ^ pins);
                stage <= 1;
            end else if (stage != 0)
                stage <= stage == 5 ? 3'd0 : stage + 3'd1;

            source     <= (stage == 0 ? 10'd0 : source) | i_source_pins;
            trigger    <= (stage == 0 ? 5'd0 : trigger) | i_trigger_pins;
            level      <= (stage == 0 ? 5'd0 : level) | i_level_pins;
            counters   <= (stage == 0 ? 5'd0 : counters) | i_level_moved;
            bad_source <= (stage != 0 && bad_source) || i_bad_source;
            bad_gate   <= (stage != 0 && bad_gate) || i_bad_pulse;

            if (stage == 3 && now == pins) begin
                chance <= stepped(chance);
                unseen = ((bad_source ? source : 10'd0) | (bad_gate ? {trigger, 5'd0} : 10'd0)) & chance[9:0];
                later  = i_bad_hold && chance[10] ? 5'd0 : level & ~unseen[9:5];
                // A gate that was held and has returned meanwhile has not moved
                held   <= (held & ~moved[9:5]) | (later & moved[9:5] & (pins[9:5] ^ seen[9:5]));
                seen   <= (seen & ~(moved & ~unseen & ~{later, 5'd0})) | (pins & moved & ~unseen & ~{later, 5'd0});
                wait_ps = {16'd0, i_tgveh_ps, 16'd0} * {48'd0, chance[31:16]};
                for (n = 0; n < 5; n = n + 1)
                    if (later[n] && moved[n + 5])
                        due_ps[n] = i_now_ps + (wait_ps >> 32);
                opened <= i_bad_hold && chance[10] ? counters : 5'd0;
                moved  <= now ^ pins;
            end
            if (stage == 5)
                steps <= opened & i_counting;
            else if (i_step)
                steps <= steps & (steps - 5'd1);

            if (stage == 0 && held != 0)
                for (n = 0; n < 5; n = n + 1)
                    if (held[n] && i_now_ps >= due_ps[n]) begin
                        held[n]     <= 0;
                        seen[n + 5] <= pins[n + 5];
                    end
            wait_ps = NEVER;
            for (n = 0; n < 5; n = n + 1)
                if (held[n] && due_ps[n] > i_now_ps && due_ps[n] < wait_ps)
                    wait_ps = due_ps[n];
            o_next_ps <= wait_ps;
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
