// SPDX-License-Identifier: MIT
// One of the five counters: mode, load and hold register, the count, TC, the toggle flip-flop, modes A to X.
//
//   CM7 CM6 CM5   gate:   none  level  edge      CM7 special gate, CM6 reload from Load and Hold, CM5 repeat
//    0   0   0             A     B      C        once; B counts while the gate is active; C starts on a gate edge
//    0   0   1             D     E      F        repeats; F: a gate edge starts one count
//    0   1   0             G     H      I        reload from Hold, then from Load, then over
//    0   1   1             J     K      L        Hold and Load in turn; L: a gate edge starts one pair
//    1   0   0            (M)    N      O        a gate edge under way saves the count; the next source edge reloads
//    1   0   1            (P)    Q      R        the same, repeats
//    1   1   0             S    (T)    (U)       the level of GATE N selects Hold or Load at each TC; over after two
//    1   1   1             V    (W)     X        V repeats; X: each gate edge saves the count undisturbed
// The undefined modes, in brackets, follow from the same bits: M is A and P is D; T and W are S and V that count while
// the gate is active; U is X that disarms at TC.
//
// Where the sources are silent or differ, i_choices selects the alternative. Of a source edge and a gate edge at one
// instant the source edge comes first, and a save copies the count after it. Time of day counts up whatever CM3 says,
// and reloads at its TC like any other mode. A BCD digit above 9 counts as 9 going up. A counter that was reloaded with
// 1 and has stopped leaves TC with one more edge and stays at 1: no second TC follows.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_counter #(
    parameter TIME_OF_DAY = 0          // 1: seconds, tenths and the prescale digit; 2: hours and minutes
) (
    input  wire        clk,
    input  wire        clk_core,     // mode and Load register: ticks in which a write may act; on an FPGA, clk
    input  wire        i_por,        // power-up: also the contents, which a master reset leaves
    input  wire        i_moves,      // power-up, an edge or a write: a tick without it changes nothing
    // Counting
    input  wire        i_edge,       // active edge of the selected source, never with i_write
    input  wire        i_gate,       // the selected gate is active (none, edge: always), before this tick
    input  wire        i_gate_edge,  // and becomes active in this tick
    input  wire        i_gate_n,     // level of GATE N, before this tick
    input  wire [1:0]  i_tod,        // MM1-0: time of day, input divided by 5, 6, 10; 0 is off
    input  wire        i_compared,   // a comparator is on
    // A write acts in this tick; what follows is part of it. LOAD comes before ARM, DISARM before SAVE
    input  wire        i_write,
    input  wire        i_reset,
    input  wire        i_arm,
    input  wire        i_disarm,
    input  wire        i_load,
    input  wire        i_save,
    input  wire        i_step,
    input  wire        i_set,        // toggle output
    input  wire        i_clear,
    input  wire [15:0] i_save_value, // what SAVE copies; on an FPGA, o_count
    input  wire [1:0]  i_write_mode, // by byte
    input  wire [1:0]  i_write_load,
    input  wire [1:0]  i_write_hold,
    input  wire [15:0] i_data,
    input  wire [7:0]  i_choices,    // parts/am9513a.ini: the second value of each
    // State
    output reg  [15:0] o_mode,
    output reg  [15:0] o_load,
    output reg  [15:0] o_hold,
    output reg  [15:0] o_count,
    output reg         o_tc,
    output reg         o_toggle,
    output reg         o_armed,
    output reg         o_out_changed // may be set after an edge; a write brings a tick of its own
);
    wire first_retriggers = i_choices[0];    // N, O, Q, R: the first gate edge saves and reloads too
    wire tc_ends          = i_choices[1];    // TC by LOAD or STEP while disarmed: the next source edge leaves it
    wire load_reloads     = i_choices[2];    // LOAD from one before TC leads into no TC
    wire load_disarms     = i_choices[3];    // TC by LOAD disarms a mode that counts once
    wire arm_runs_on      = i_choices[4];    // ARM leaves a count running that a gate edge has started
    wire one_stays        = i_choices[5];    // a reload of 1 keeps the toggle output as it keeps TC
    wire toggle_always    = i_choices[6];    // TC moves the toggle flip-flop in every output mode
    wire code_3_low       = i_choices[7];    // output code 011: low, not toggled

    localparam [15:0] MODE_RESET = 16'h0b00;   // F1, rising, down, binary, once, output off
    localparam [2:0]  OUT_TOGGLE = 3'b010;
    localparam [2:0]  OUT_CODE_3 = 3'b011;

    // Without a reset: ARM sets them before they are read
    reg running;                     // edge gates: started, not yet over; level gates: active once since ARM
    reg retrigger;                   // N, O, Q, R: the next source edge reloads
    // In TC, reached by LOAD or STEP while disarmed: an edge that does not count leaves it
    reg stays;
    // With one
    reg second;                      // G to L, S, V: the next TC is the second of a pair

    // ---- The next count
    function automatic [4:0] digit;            // {carry, digit}: up to its top and round to 0, or down and from 0 to 9
        input [3:0] value;
        input       in, down;
        input [3:0] top;
        digit = !in ? {1'b0, value}
              : down ? (value == 0 ? 5'h19 : {1'b0, value - 4'd1}) : (value >= top ? 5'h10 : {1'b0, value + 4'd1});
    endfunction
    function automatic [15:0] decimal;         // four digits, tops from the lowest
        input [15:0] value;
        input        down;
        input [15:0] tops;
        reg [4:0] a, b, c;
        reg [3:0] d;
        reg       unused_carry;
        /* verilator no_inline_task */   // rare: inline, it slows the ticks that do without
        begin
            a = digit(value[3:0], 1'b1, down, tops[3:0]);
            b = digit(value[7:4], a[4], down, tops[7:4]);
            c = digit(value[11:8], b[4], down, tops[11:8]);
            {unused_carry, d} = digit(value[15:12], c[4], down, tops[15:12]);
            decimal = {d, c[3:0], b[3:0], a[3:0]};
        end
    endfunction
    // ---- Mode and Load register: written, never changed by an edge
    wire by_edge  = o_mode[15:14] == 2'b11;
    wire special  = o_mode[7];
    wire pairs    = o_mode[6] && !(special && by_edge);
    wire repeats  = o_mode[5];
    wire tod      = TIME_OF_DAY != 0 && i_tod != 0;
    wire up       = tod || o_mode[3];
    wire decimals = tod || o_mode[4];
    wire toggled  = o_mode[2:0] == OUT_TOGGLE || (o_mode[2:0] == OUT_CODE_3 && !code_3_low);
    wire toggles  = toggle_always || toggled;

    always @(`TMR0_EDGE clk_core)
        if (i_por || i_reset) begin
            o_mode <= MODE_RESET;
            o_load <= 0;
        end else if (i_write) begin
            if (i_write_load[0]) o_load[7:0]  <= i_data[7:0];
            if (i_write_load[1]) o_load[15:8] <= i_data[15:8];
            if (i_write_mode[0]) o_mode[7:0]  <= i_data[7:0];
            if (i_write_mode[1]) o_mode[15:8] <= i_data[15:8];
        end

    // ---- Counting. Blocking assignments: what only this block reads, and intermediate values. They are worked out
    // only in ticks that bring an edge or a write
    /* verilator lint_off BLKSEQ */
    reg        last, goes, jumps, counts, ends, enters, over, ended, runs_on;
    reg [15:0] tops, reload, next;

    always @(`TMR0_EDGE clk)
        if (!i_moves)
            o_out_changed <= 0;
        else if (i_por || i_reset) begin
            o_hold        <= 0;
            o_tc          <= 0;
            o_toggle      <= 0;
            o_out_changed <= 0;
            o_armed       <= 0;
            second         = 0;
            if (i_por)
                o_count <= 0;
        end else begin
            tops    = !tod ? 16'h9999 : TIME_OF_DAY == 1 ? {12'h599, i_tod == 1 ? 4'd4 : i_tod == 2 ? 4'd5 : 4'd9}
                    : {4'd2, o_count[15:12] == 2 ? 4'd3 : 4'd9, 8'h59};

            // TC is the period in which the count would have been 0 had it not been reloaded. Once in TC by counting
            // the counter always takes one more edge, armed, gated, started or not; only one that counts anyway enters
            // TC by it. A TC that LOAD or STEP reached while disarmed stays until the next LOAD, STEP or counted edge.
            last    = !up ? o_count == 16'h0001 : !decimals ? o_count == 16'hffff
                    : o_count[15:12] >= tops[15:12] && o_count[11:8] >= tops[11:8] && o_count[7:4] >= tops[7:4] &&
                      o_count[3:0] >= tops[3:0];
            goes    = o_armed && i_gate && (!by_edge || running);
            jumps   = i_edge && o_armed && i_gate && retrigger;
            counts  = (i_edge && !jumps && (goes || (o_tc && !stays))) || i_step;
            ends    = counts && last && (goes || !i_edge);
            if (last || i_load) begin
                over   = !pairs || second;     // a TC now is the last of the sequence
                reload = !pairs ? o_load : special ? (i_gate_n ? o_hold : o_load) : second ? o_load : o_hold;
            end

            o_out_changed <= jumps || (counts && (i_compared || ((last || o_tc) && o_mode[1:0] != 0)));
            next  = o_count;
            ended = 0;                         // the counter disarms itself
            if (jumps) begin
                next      = o_load;
                o_tc      <= 0;
                retrigger  = 0;
            end
            if (counts) begin
                o_tc <= ends;
                if (ends) begin
                    next   = reload;
                    stays  = !o_armed && !tc_ends;
                    second = pairs && !second;
                    ended  = over && !repeats;
                    if (o_tc && !one_stays && toggles)
                        o_toggle <= !o_toggle;
                    if (over && by_edge) begin
                        running   = 0;
                        retrigger = 0;
                    end
                    if (ended)
                        o_armed <= 0;
                end else begin
                    if (!last && decimals)     // not in one expression: simulators work out both sides of that
                        next = decimal(o_count, !up, tops);
                    else if (!last)
                        next = up ? o_count + 1 : o_count - 1;
                    if (o_tc && toggles)       // the toggle output changes at the trailing edge of TC
                        o_toggle <= !o_toggle;
                end
            end else if (jumps && o_tc && toggles)
                o_toggle <= !o_toggle;

            // A gate edge starts, or acts on what is under way; last, as it comes after the source edge
            if (i_gate_edge && o_armed && !ended) begin
                if (special && (o_mode[6] ? by_edge : running || first_retriggers)) begin
                    o_hold    <= next;
                    retrigger  = !o_mode[6];
                end
                running = 1;
            end
            if (i_edge || i_step)
                o_count <= next;

            if (i_write) begin
                // LOAD acts as a count pulse: from one before TC it leads into TC, from TC out of it
                if (i_load) begin
                    enters   = last && !o_tc && !load_reloads;
                    // what the next TC would take; a counter that is not armed takes Load, except in S and V
                    o_count <= o_armed || special ? reload : o_load;
                    o_tc    <= enters;
                    stays    = !o_armed && !tc_ends;
                    second   = second ^ (enters && pairs && !special);   // G to L: as any TC
                    ended    = load_disarms && enters && over && !repeats;
                    if (ended)
                        o_armed <= 0;
                    if (o_tc && toggles)
                        o_toggle <= !o_toggle;
                end
                if (toggled && (i_set || i_clear))
                    o_toggle <= i_set;
                if (i_arm) begin
                    o_armed  <= 1;
                    runs_on   = running && o_armed && !ended && arm_runs_on;
                    running   = runs_on || (!by_edge && i_gate);
                    retrigger = runs_on && retrigger;
                    second    = 0;
                end
                if (i_disarm)
                    o_armed <= 0;
                if (i_save)
                    o_hold <= i_save_value;
                if (i_write_hold[0]) o_hold[7:0]  <= i_data[7:0];
                if (i_write_hold[1]) o_hold[15:8] <= i_data[15:8];
            end
        end
    /* verilator lint_on BLKSEQ */

`ifdef FORMAL
    // ---- Proved, for every state that the counter can reach. Assumed: the first tick is power-up; a write never
    // shares a tick with an edge of the source or the gate, asks for one thing at a time, and i_moves is what its
    // comment says (formal/core.v); clk and clk_core tick together. Rules:
    //   1 After every tick the counter is as formal/counter_reference.v says: modes A to X, each command, each byte
    //     written, binary, decimal and time of day.
    //   2 TC begins only with a count, STEP or LOAD from the last count before zero.
    //   3 TC lasts one count: an edge ends it, unless it is again a count from the last before zero (a reload of 1), or
    //     LOAD or STEP reached TC while the counter was disarmed. Otherwise only STEP, LOAD and reset end it.
    //   4 The toggle output moves only as TC ends, by a count in TC with a reload of 1, or by set, clear or reset. TC
    //     moves it only in toggled mode, or by the choice toggle_always in any.
    //   5 Each edge that moves TC or the toggle output while OUT is on, or the count while a comparator is on, is
    //     reported.
    // Reached: SAVE of a count; TC after a count; TC again with a reload of 1; TC that stays; LOAD into TC.
    wire [15:0] f_ref_mode, f_ref_load, f_ref_hold, f_ref_count;
    wire        f_ref_tc, f_ref_toggle, f_ref_armed, f_ref_second, f_started, f_retrigger, f_stays, f_last;
    counter_reference #(.TIME_OF_DAY(TIME_OF_DAY)) f_reference (
        .clk(clk), .i_por(i_por), .i_reset(i_reset), .i_edge(i_edge), .i_open(i_gate), .i_gate_edge(i_gate_edge),
        .i_gate_n(i_gate_n), .i_tod(i_tod), .i_load(i_load), .i_arm(i_arm), .i_disarm(i_disarm), .i_save(i_save),
        .i_step(i_step), .i_preset(i_set || i_clear), .i_level(i_set), .i_save_value(i_save_value),
        .i_write_mode(i_write_mode), .i_write_load(i_write_load), .i_write_hold(i_write_hold), .i_data(i_data),
        .i_choices(i_choices),
        .o_mode(f_ref_mode), .o_load(f_ref_load), .o_hold(f_ref_hold), .o_count(f_ref_count),
        .o_tc(f_ref_tc), .o_toggle(f_ref_toggle), .o_armed(f_ref_armed),
        .o_second(f_ref_second), .o_started(f_started), .o_retrigger(f_retrigger), .o_stays(f_stays), .o_last(f_last)
    );
    wire f_same = {o_mode, o_load, o_hold, o_count, o_tc, o_toggle, o_armed, second, running, retrigger, stays} ==
                  {f_ref_mode, f_ref_load, f_ref_hold, f_ref_count, f_ref_tc, f_ref_toggle, f_ref_armed, f_ref_second,
                   f_started, f_retrigger, f_stays};
    wire [5:0] f_asked = {i_arm || i_load, i_disarm || i_save, i_step, i_set || i_clear,
                          i_reset, (i_write_mode | i_write_load | i_write_hold) != 0};
    reg        f_past = 0;
    reg        f_live = 0;                   // neither power-up nor reset in the last tick
    reg        f_tc, f_toggle, f_stayed, f_was_last, f_goes, f_jumps;
    reg        f_edge, f_step, f_loaded, f_save, f_preset, f_toggles, f_one;
    reg        f_shown;                      // OUT shows TC or the toggle output
    reg        f_compared;
    reg [15:0] f_hold, f_count;
    always @(posedge clk) begin
        f_past <= 1;
        {f_shown, f_compared, f_count} <= {o_mode[1:0] != 0, i_compared, o_count};
        f_live <= !i_por && !i_reset;
        {f_tc, f_toggle, f_stayed, f_was_last, f_hold} <= {o_tc, o_toggle, stays, f_last, o_hold};
        f_goes  <= o_armed && i_gate && (!by_edge || running);
        f_jumps <= o_armed && i_gate && retrigger;
        f_toggles <= toggles;
        f_one     <= !one_stays && f_last && (i_edge || i_step);
        {f_edge, f_step, f_loaded, f_save, f_preset} <= {i_edge, i_step, i_load, i_save, i_set || i_clear};
    end
    always @* begin
        if (!f_past) assume (i_por && f_same);   // what has no reset begins with the same, whatever it is
        assume (i_moves == (i_por || i_edge || i_gate_edge || i_write));
        assume (!i_write || (!i_edge && !i_gate_edge));
        assume (i_write || f_asked == 0);
        assume ((f_asked & (f_asked - 6'd1)) == 0 && !(i_set && i_clear));
        assume (!i_gate_edge || o_mode[15:13] != 0);
        if (f_past) assert (f_same);                                                                          // 1
        if (f_past) assert (!o_armed || !retrigger || running);      // without which rule 3 is not inductive
        if (f_live) begin
            if (o_tc && !f_tc) assert (f_was_last && (f_edge || f_step || f_loaded));                         // 2
            if (f_tc && f_edge) assert (o_tc == ((f_was_last && f_goes && !f_jumps) || (f_stayed && !f_goes)));  // 3
            if (!f_edge && !f_step && !f_loaded) assert (o_tc == f_tc);
            if (o_toggle != f_toggle) assert ((f_tc && f_toggles && (!o_tc || f_loaded || f_one)) || f_preset);  // 4
            if (f_edge && ((f_shown && {o_tc, o_toggle} != {f_tc, f_toggle}) || (f_compared && o_count != f_count)))
                assert (o_out_changed);                                                                       // 5
        end
        cover (f_live && f_save && o_hold == 16'h1234 && f_hold != 16'h1234);
        cover (f_live && f_edge && o_armed && o_tc && !f_tc);
        cover (f_live && f_edge && o_armed && o_tc && f_tc && f_goes);
        cover (f_live && f_edge && o_tc && f_tc && !o_armed);
        cover (f_live && f_loaded && o_tc && !f_tc);
    end
`endif
endmodule
`default_nettype wire
