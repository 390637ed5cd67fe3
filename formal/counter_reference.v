// SPDX-License-Identifier: MIT
// What one counter does, step by step as the data sheet describes it and as model/am9513_counter.c does it, for
// rtl/chip/am9513a_counter.v to compare with. In one tick: an edge of the source, then an edge of the gate; or a write.
`default_nettype none
module counter_reference #(
    parameter TIME_OF_DAY = 0
) (
    input  wire        clk, i_por, i_reset,
    input  wire        i_edge,
    input  wire        i_open,               // the gate's level lets count
    input  wire        i_gate_edge, i_gate_n,
    input  wire [1:0]  i_tod,
    input  wire        i_load, i_arm, i_disarm, i_save, i_step, i_preset, i_level,   // preset: toggle output, its level
    input  wire [15:0] i_save_value,
    input  wire [1:0]  i_write_mode, i_write_load, i_write_hold,     // by byte
    input  wire [15:0] i_data,
    input  wire [7:0]  i_choices,
    output wire [15:0] o_mode, o_load, o_hold, o_count,
    output wire        o_tc, o_toggle, o_armed,
    output wire        o_second, o_started, o_retrigger, o_stays,
    output wire        o_last                // the count is the last before zero
);
`include "count.vh"
    reg [15:0] mode, load, hold, count;
    reg        tc, toggle, armed;
    reg        second;                       // the next TC is the second of a pair
    reg        started;                      // by a gate
    reg        retrigger;                    // the next edge reloads
    reg        stays;                        // a TC that LOAD or STEP reached while disarmed
    assign {o_mode, o_load, o_hold, o_count} = {mode, load, hold, count};
    assign {o_tc, o_toggle, o_armed, o_second} = {tc, toggle, armed, second};
    assign {o_started, o_retrigger, o_stays} = {started, retrigger, stays};

    wire       first_retriggers = i_choices[0], tc_ends = i_choices[1], load_reloads = i_choices[2];
    wire       load_disarms = i_choices[3], arm_runs_on = i_choices[4], one_stays = i_choices[5];
    wire       toggle_always = i_choices[6], code_3_low = i_choices[7];

    // ---- The mode, bit by bit
    wire       special = mode[7], both = mode[6], repeats = mode[5];
    wire       on_edge = mode[15:13] >= 6, ungated = mode[15:13] == 0;
    wire       turns   = both && !special;                   // G to L: Hold and Load in turn
    wire       chooses = both && special && !on_edge;        // S, V: by the gate
    wire       keeps   = both && special && on_edge;         // X: each gate edge saves
    wire       again   = !both && special && !ungated;       // N, O, Q, R
    wire [1:0] day_of  = i_tod == 0 ? 2'd0 : TIME_OF_DAY[1:0];
    wire       day     = day_of != 0;
    wire       presets = mode[2:0] == 2 || (mode[2:0] == 3 && !code_3_low);
    wire       toggles = presets || toggle_always;
    wire       enabled = armed && i_open && (!on_edge || started);
    wire       last;
    wire [15:0] next;
    assign o_last = last;
    assign {last, next} = after(count, mode[3] || day, mode[4] || day, day_of, i_tod);
    wire [15:0] source = (chooses && i_gate_n) || (turns && !second) ? hold : load;

    task set_tc;
        input to;
        begin
            if (tc && !to && toggles) toggle = !toggle;
            tc = to;
        end
    endtask
    task count_one;
        reg at_tc;
        begin
            at_tc = last;
            if (at_tc && tc && toggles && !one_stays) toggle = !toggle;    // one TC ends and the next begins
            count = at_tc ? source : next;
            if (at_tc) stays = !armed && !tc_ends;
            set_tc(at_tc);
            if (at_tc && (turns || chooses) && !second)
                second = 1;
            else if (at_tc) begin
                second = 0;
                if (on_edge) {started, retrigger} = 0;
                if (!repeats) armed = 0;
            end
        end
    endtask
    task load_one;                           // an internal count pulse
        reg enters, final;
        begin
            enters = last && !tc && !load_reloads;
            final  = !(turns || chooses) || second;
            count  = armed || chooses ? source : load;
            stays  = !armed && !tc_ends;
            set_tc(enters);
            if (enters && turns) second = !second;
            if (enters && final && !repeats && load_disarms) armed = 0;
        end
    endtask
    task arm_one;
        reg runs_on;
        begin
            runs_on   = armed && started && arm_runs_on;
            armed     = 1;
            second    = 0;
            retrigger = retrigger && runs_on;
            started   = runs_on || (!on_edge && i_open);
        end
    endtask

    always @(posedge clk)
        if (i_por || i_reset) begin
            mode = 16'h0b00;
            {load, hold, tc, toggle, armed, second} = 0;
            if (i_por) count = 0;
        end else begin
            if (i_edge && retrigger && armed && i_open) begin
                retrigger = 0;
                count = load;
                set_tc(0);
            end else if (i_edge && (enabled || (tc && !stays && !last)))
                count_one;
            else if (i_edge && !stays)
                set_tc(0);
            if (i_gate_edge && armed) begin
                if (keeps || (again && (started || first_retriggers))) begin
                    hold = count;
                    retrigger = again;
                end
                started = 1;
            end

            if (i_load) load_one;
            if (i_arm) arm_one;
            if (i_disarm) armed = 0;
            if (i_save) hold = i_save_value;
            if (i_step) count_one;
            if (i_preset && presets) toggle = i_level;
            if (i_write_hold[0]) hold[7:0]  = i_data[7:0];
            if (i_write_hold[1]) hold[15:8] = i_data[15:8];
            if (i_write_load[0]) load[7:0]  = i_data[7:0];
            if (i_write_load[1]) load[15:8] = i_data[15:8];
            if (i_write_mode[0]) mode[7:0]  = i_data[7:0];
            if (i_write_mode[1]) mode[15:8] = i_data[15:8];
        end
endmodule
`default_nettype wire
