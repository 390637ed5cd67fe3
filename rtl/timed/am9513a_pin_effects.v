// SPDX-License-Identifier: MIT
// What violations at the SRC and GATE pins do (docs/violations.md): a movement that came too early goes unseen, so that
// two pulses run into one; a gate that moves shortly before a source edge acts before or behind it; one that opens right
// behind an edge may still let it through. Each consequence is drawn. Nothing here moves while i_on is low.
//
// The checks tell within three ticks; until then the core sees the pins as they were.
`include "figures.vh"
`default_nettype none
module am9513a_pin_effects (
    input  wire        clk,
    input  wire        i_por,
    input  wire        i_on,
    input  wire [31:0] i_seed,
    input  wire [63:0] i_now_ps,
    // Every module takes the whole table of figures and reads its own: one bus, one numbering
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [`FIG_RTL*32-1:0]   i_fig,
    input  wire [`FIG_CHECKS-1:0]   i_hit,       // checks that were broken in the last tick
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [9:0]  i_pins,       // GATE5-1, SRC5-1 as taken
    // Of the pins that moved in the last tick (am9513a_pin_checks)
    input  wire [9:0]  i_source,     // count sources
    input  wire [4:0]  i_trigger,    // gates whose pulses start something
    input  wire [4:0]  i_level,      // gates of nothing but edges counted without CM7
    input  wire [4:0]  i_counters,   // counters that they gate
    input  wire [4:0]  i_open,       // counters that count and whose gate is open
    output reg  [9:0]  o_pins,       // as the core sees them
    // One more count for a counter
    output wire        o_step,
    output wire [2:0]  o_step_counter,
    input  wire        i_stepped,
    output reg  [63:0] o_next_ps,
    output wire        o_busy
);
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    reg [31:0] chance;
    reg [9:0]  pins, moved, source;
    reg [4:0]  trigger, level, counters;
    reg        bad_source, bad_gate;
    reg [2:0]  stage;                // ticks since the pins moved; 0: all decided
    reg [4:0]  held;                 // gates whose movement acts later
    reg [63:0] due_ps [0:4];
    reg [4:0]  opened, steps;        // counters to look at, counters to step

    assign o_busy = i_on && (i_pins != pins || stage != 0);
    assign o_step = steps != 0;
    assign o_step_counter = steps[0] ? 3'd1 : steps[1] ? 3'd2 : steps[2] ? 3'd3 : steps[3] ? 3'd4 : 3'd5;

    // Intermediate values
    /* verilator lint_off BLKSEQ */
    reg [9:0]  unseen;
    reg [4:0]  later;
    reg [31:0] a, b;
    reg [63:0] wait_ps;
    integer    n;

    always @(posedge clk)
        if (i_por) begin
            a = i_seed * 32'h9e3779b1 + 32'h2545f491;      // a product, as the generator is linear
            chance <= a == 0 ? 32'd1 : a;
            {pins, moved, source, trigger, level, counters, bad_source, bad_gate, stage} <= 0;
            {held, opened, steps, o_pins} <= 0;
            o_next_ps <= NEVER;
            for (n = 0; n < 5; n = n + 1)
                due_ps[n] = 0;
        end else if (i_on) begin
            if (i_pins != pins) begin
                pins  <= i_pins;
                moved <= moved | (i_pins ^ pins);
                stage <= 1;
            end else if (stage != 0)
                stage <= stage == 5 ? 3'd0 : stage + 3'd1;

            source     <= (stage == 0 ? 10'd0 : source) | i_source;
            trigger    <= (stage == 0 ? 5'd0 : trigger) | i_trigger;
            level      <= (stage == 0 ? 5'd0 : level) | i_level;
            counters   <= (stage == 0 ? 5'd0 : counters) | i_counters;
            bad_source <= (stage != 0 && bad_source) || i_hit[`FIG_TEHEH] || i_hit[`FIG_TEHEL] || i_hit[`FIG_TELEH];
            bad_gate   <= (stage != 0 && bad_gate) || i_hit[`FIG_TGVGV];

            if (stage == 3 && i_pins == pins) begin
                a = chance ^ (chance << 13);
                b = a ^ (a >> 17);
                chance <= b ^ (b << 5);
                unseen = ((bad_source ? source : 10'd0) | (bad_gate ? {trigger, 5'd0} : 10'd0)) & chance[9:0];
                later  = i_hit[`FIG_TEHGV] && chance[10] ? 5'd0 : level & ~unseen[9:5];
                // A gate that waited and goes back meanwhile has not moved
                held   <= (held & ~moved[9:5]) | (later & moved[9:5] & (pins[9:5] ^ o_pins[9:5]));
                o_pins <= (o_pins & ~(moved & ~unseen & ~{later, 5'd0})) | (pins & moved & ~unseen & ~{later, 5'd0});
                wait_ps = {16'd0, i_fig[`FIG_TGVEH*32 +: 32], 16'd0} * {48'd0, chance[31:16]};
                for (n = 0; n < 5; n = n + 1)
                    if (later[n] && moved[n + 5])
                        due_ps[n] = i_now_ps + (wait_ps >> 32);
                opened <= i_hit[`FIG_TEHGV] && chance[10] ? counters : 5'd0;
                moved  <= i_pins ^ pins;
            end
            if (stage == 5)
                steps <= opened & i_open;
            else if (i_stepped)
                steps <= steps & (steps - 5'd1);

            if (stage == 0 && held != 0)
                for (n = 0; n < 5; n = n + 1)
                    if (held[n] && i_now_ps >= due_ps[n]) begin
                        held[n]       <= 0;
                        o_pins[n + 5] <= pins[n + 5];
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
