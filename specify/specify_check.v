// SPDX-License-Identifier: MIT
// A timing check between reference and data events: data must not move in the window that begins before_ps before a
// reference event and ends after_ps after it. The bounds are outside the window (IEEE 1364-2005, 15.2). Either limit
// may be negative; four events back are remembered. $width and $period are windows after an edge, between threshold and
// limit; with PULSE an event of data ends them. With LEVEL, $nochange, the window ends after_ps after the next edge of
// the other direction (15.3.6). SKEW: data come at most after_ps after the last reference event.
// Data that move with the reference are in the window if before_ps >= 0 and after_ps > 0. With ZERO_DELAY they are not:
// in a netlist whose cells have no delay they come later.
// A violation is counted and reported; SPECIFY_CONTROL: what +args say. The levels at time 0 are no events.
// i_stamp is the condition of the earlier of two events, i_later that of the later one.
//
// A signal in an event control costs Verilator a test at each instant. Pins of data are many, so they are compared
// where their drivers are evaluated. Verilator must not see that this changes what is remembered of them, for it would
// be a loop: SPECIFY_SET. What is seldom needed is in a class, whose code all checks share; Icarus has no classes, and
// takes a module.
`timescale 1ps / 1ps
`default_nettype none
`define SPECIFY_EVENT(IS_REF, IF, ROLE) begin \
    if (SKEW != 0) skew.skewed(IS_REF, IF); \
    else if (IF) ROLE; end
`define SPECIFY_EDGES(EDGES, X, EVENT) \
    1: always @(posedge X) EVENT \
    2: always @(negedge X) EVENT \
    default: always @(X) if (X ? EDGES[0] : EDGES[1]) EVENT
`SPECIFY_KIND specify_record;
    /* verilator lint_off WIDTH */               // texts of two lengths
    `SPECIFY_TEXT     path, check;               // for messages, as are the kinds of the two limits and the unit
    integer           before_kind, after_kind, unit_ps;
    integer           violations = 0;
    reg signed [63:0] moved_at = 0;              // when one last moved the notifier
    reg               hit, asked = 0, off = 0, still = 0, zero_delay;
    integer           most = -1, total, kind;    // messages
    reg signed [63:0] before_ps, after_ps, earlier;

`ifdef VERILATOR
    function new(integer kind0, kind1, unit, string its_check);
        {before_kind, after_kind, unit_ps} = {kind0, kind1, unit};
        check = its_check;
        total = `SPECIFY_TOTALS counted(`SPECIFY_CHECKS, 1);
    endfunction
    task placed(string its_path);                // of Verilator 5.006 it begins with TOP.
        path = its_path.substr(0, 3) == "TOP." ? its_path.substr(4, its_path.len() - 1) : its_path;
    endtask
`else
    initial total = `SPECIFY_TOTALS counted(`SPECIFY_CHECKS, 1);
`endif

    function in_window;
        input signed [63:0] time_ps;             // from reference to data
        in_window = time_ps < after_ps && (time_ps != 0 || !zero_delay) &&
                    (time_ps > -before_ps || (time_ps == 0 && before_ps == 0));
    endfunction

`ifdef SPECIFY_CONTROL
    task ask;                                    // what the command line says of this check
        reg [8*1000:1] pattern, text;
        begin
            asked = 1;
            $sformat(text, "%0s", path);
            off = $test$plusargs("specify_off") != 0;
            if ($value$plusargs("specify_ignore=%s", pattern)) off = off || `SPECIFY_TOTALS fits(pattern, text);
            still = $test$plusargs("specify_no_notifier") != 0;
            if (!$value$plusargs("specify_messages=%d", most)) most = -1;
        end
    endtask

    task first;                                  // pair of events; without a window nothing is judged
        input window;
        begin
            if (!asked) ask;
            if (!off && window) total = `SPECIFY_TOTALS counted(`SPECIFY_JUDGED, 1);
        end
    endtask
`endif

    task violated;
        input signed [63:0] ref_ps, time_ps, limit_ps; // the reference event, from there to data
        begin
`ifdef SPECIFY_CONTROL
            if (!asked) ask;
`endif
            if (!off) begin
                violations = violations + 1;
                if (!still) moved_at = $time;
`ifdef VERILATOR
                if (!still) specify_totals::moved = specify_totals::moved + 1;
`endif
                kind = time_ps < 0 ? before_kind : after_kind;
                total = `SPECIFY_TOTALS counted(kind, 1);
                total = `SPECIFY_TOTALS counted(`SPECIFY_VIOLATIONS, 1);
                if (most < 0 || total <= most)
                    `SPECIFY_TOTALS tell(path, check, kind, unit_ps, ref_ps, time_ps, limit_ps);
            end
        end
    endtask

    // Events of one instant are judged by themselves. Of earlier ones the nearest in the window counts.
    task judge;
        input is_ref;                            // the event at now_ps
        input signed [63:0] now_ps, time0, time1, time2, time3; // from reference to data, nearest first
        input signed [63:0] before_limit, after_limit;
        input zero;
        input signed [63:0] at_once;             // time0 of events that come in one instant
        begin
            {before_ps, after_ps, zero_delay} = {before_limit, after_limit, zero};
            hit = in_window(time0);
            if (hit) violated(is_ref ? now_ps : now_ps - time0, time0, time0 < 0 ? before_ps : after_ps);
            earlier = in_window(time1) ? time1 : in_window(time2) ? time2 : time3;
            if ((time0 == at_once || !hit) && in_window(earlier))
                violated(is_ref ? now_ps : now_ps - earlier, earlier, earlier < 0 ? before_ps : after_ps);
        end
    endtask
`SPECIFY_END

module specify_check #(
    parameter CHECK = "",                        // for messages, as are the kinds of the two limits and the unit
    parameter BEFORE_KIND = 0, AFTER_KIND = 0, UNIT_PS = 1,
`ifdef SPECIFY_ZERO_DELAY
    parameter ZERO_DELAY = 1,
`else
    parameter ZERO_DELAY = 0,
`endif
    parameter PULSE = 0, LEVEL = 0,
    parameter SKEW = 0,                          // bits: is one, event-based, remains active, either event begins
    parameter FEW = 0,                           // the data are a signal of many checks, as a reference is
    // Bits: 01, 10, 0x, x1, 1x, x0; 6'b111111 is every movement
    parameter [5:0] REF_EDGES = 6'b111111, DATA_EDGES = 6'b111111,
    parameter signed [63:0] BEFORE = 0, AFTER = 0
) (
    input wire i_ref,
    input wire i_ref_if,                         // 0: its movements are no events
    input wire i_data,
    input wire i_data_if,
    input wire i_stamp,
    input wire i_later,
    input wire signed [63:0] i_ref_late,         // ps after the undelayed signals, whose times are kept
    input wire signed [63:0] i_data_late
);
    /*verilator inline_module*/
    /* verilator lint_off BLKSEQ */
    /* verilator lint_off MULTIDRIVEN */
    localparam signed [63:0] NEVER = -64'sh4000_0000_0000_0000;
    reg signed [63:0] before_ps = BEFORE, after_ps = AFTER; // an SDF file's are written here
    reg               ref_was, data_was;
    // The last four different times, newest first; those of data and of reference events
    reg signed [63:0] data0 = NEVER + `SPECIFY_NOUGHT, data1 = NEVER + `SPECIFY_NOUGHT;
    reg signed [63:0] data2 = NEVER + `SPECIFY_NOUGHT, data3 = NEVER + `SPECIFY_NOUGHT;
    reg signed [63:0] ref0 = NEVER, ref1 = NEVER, ref2 = NEVER, ref3 = NEVER;
    specify_record rec
`ifdef VERILATOR
        = new(BEFORE_KIND, AFTER_KIND, UNIT_PS, CHECK);
    initial rec.placed($sformatf("%m"));         // apart: all else is code that cells of a kind share
`else
        ();
    initial begin
        {rec.before_kind, rec.after_kind, rec.unit_ps} = {BEFORE_KIND, AFTER_KIND, UNIT_PS};
        $sformat(rec.path, "%m");
        $sformat(rec.check, "%0s", CHECK);
    end
`endif

`ifdef SPECIFY_CONTROL
    reg judged = `SPECIFY_NOUGHT;
`define SPECIFY_FIRST(IF) if (!judged && (IF)) begin \
    `SPECIFY_SET(judged, 1'b1) \
    rec.first(SKEW != 0 || LEVEL != 0 ? 1'b1 : before_ps + after_ps > 0); end
`else
`define SPECIFY_FIRST(IF)
`endif
`ifdef SPECIFY_UNDELAYED
`define SPECIFY_LATE(PS) 64'sd0
`else
`define SPECIFY_LATE(PS) (PS)
`endif

    // No local variables: Verilator names those apart in each cell, so that cells of a kind share no code
    reg signed [63:0] ref_now, data_now;
    // Data of $nochange, and late events of $skew and its kind, are judged when all that moves in an instant has moved
    reg signed [63:0] late_ps, late_at = NEVER, late_next;
    // The order of the two tasks in an instant does not matter: the later one judges
    task reference;
        begin
            ref_now = $time - `SPECIFY_LATE(i_ref_late);
            if (ref_now > 0 && ref0 != ref_now) begin
                `SPECIFY_FIRST(i_later && (data0 != NEVER || LEVEL != 0))
                if (i_later && (ZERO_DELAY == 0 && data0 == ref_now ||
                                (ZERO_DELAY != 0 && data0 == ref_now ? data1 : data0) > ref_now - before_ps))
                    rec.judge(1'b1, ref_now, data0 - ref_now, data1 - ref_now, data2 - ref_now, data3 - ref_now,
                              before_ps, after_ps, ZERO_DELAY + LEVEL != 0, `SPECIFY_LATE(i_ref_late - i_data_late));
                if (i_stamp) begin
                    if (PULSE == 0 && LEVEL == 0) begin
                        ref3 = ref2;
                        ref2 = ref1;
                        ref1 = ref0;
                    end
                    ref0 = ref_now;
                end
            end
        end
    endtask

    task data;
        begin
            data_now = $time - `SPECIFY_LATE(i_data_late);
            if (data_now > 0 && data0 != data_now) begin
                `SPECIFY_FIRST(i_later && ref0 != NEVER)
                if (LEVEL != 0) late_at = data_now;
                else if (i_later && data_now - (ZERO_DELAY != 0 && ref0 == data_now ? ref1 : ref0) < after_ps)
                    rec.judge(1'b0, data_now, data_now - ref0, data_now - ref1, data_now - ref2, data_now - ref3,
                              before_ps, after_ps, ZERO_DELAY != 0, `SPECIFY_LATE(i_ref_late - i_data_late));
                if (i_stamp) begin
                    `SPECIFY_SET(data3, data2) `SPECIFY_SET(data2, data1)
                    `SPECIFY_SET(data1, data0) `SPECIFY_SET(data0, data_now)
                end
                if (PULSE != 0) ref0 = NEVER;
            end
        end
    endtask

    // $skew and its kind: an event begins a wait at ref0, and the other one ends it (IEEE 1364-2005, 15.3.1 to 15.3.3)
    localparam EVENT_BASED = SKEW / 2 % 2, REMAINS = SKEW / 4 % 2, EITHER = SKEW / 8 % 2;
    localparam ONCE = EVENT_BASED == 0 || EITHER != 0; // an event in time ends the wait
    reg               by_data = 0;               // began it
    reg               up;                        // the time of the wait
    generate
        if (SKEW != 0 || LEVEL != 0) begin
            always @(late_at) late_next <= late_at;
            always @(late_next) if (late_next > 0) begin
                if (SKEW != 0) begin             // the wait that a late event of $fullskew begins still goes on
                    if (EVENT_BASED == 0 || (ref0 == late_next) == (EITHER != 0))
                        rec.violated(late_ps < 0 ? late_next : late_next - late_ps, late_ps,
                            late_ps < 0 ? before_ps : after_ps);
                end else if (ref0 != NEVER && (ref0 != late_next || before_ps > 0 && ZERO_DELAY == 0))
                    rec.violated(ref0, late_next - ref0, `SPECIFY_FOREVER);
                else if (late_next - ref1 < after_ps) rec.violated(ref1, late_next - ref1, after_ps);
            end
        end
        if (SKEW != 0) begin : skew
            task skewed;
                input is_ref, is_if;
                reg signed [63:0] now, wait_ps;
                begin
                    now = $time;
                    wait_ps = by_data ? ref0 - now : now - ref0;
                    up = ref0 != NEVER && now - ref0 > (by_data ? before_ps : after_ps);
                    if (EVENT_BASED == 0 && up) begin
                        `SPECIFY_FIRST(1'b1)
                        {late_ps, late_at, ref0} = {wait_ps, now, NEVER};
                    end
                    if (ref0 != NEVER ? is_ref == by_data : !is_ref && EITHER == 0) begin
                        if (is_if) begin
                            `SPECIFY_FIRST(ref0 != NEVER)
                            data0 = now;
                            if (EVENT_BASED != 0 && up) {late_ps, late_at} = {wait_ps, now};
                            if (EITHER != 0 && up) {by_data, ref0} = {!is_ref, now};
                            else if (ONCE != 0 || (up && REMAINS == 0)) ref0 = NEVER;
                        end
                    end else if (is_ref || EITHER != 0) begin
                        if (!is_if && REMAINS == 0) ref0 = NEVER;
                        if (is_if && now != 0 && (ONCE == 0 || data0 != now)) {by_data, ref0} = {!is_ref, now};
                    end
                end
            endtask
        end
`ifdef VERILATOR                                 // two states
        else begin : skew task skewed; input is_ref, is_if; begin end endtask end // never called
        case (REF_EDGES[1:0])
        `SPECIFY_EDGES(REF_EDGES, i_ref, `SPECIFY_EVENT(1'b1, i_ref_if, reference))
        endcase
        if (LEVEL != 0) always @(i_ref) if (i_ref == REF_EDGES[1] && ref0 > 0) {ref1, ref0} = {$time, NEVER};
        case (FEW != 0 ? DATA_EDGES[1:0] : 2'd0)
        0: always @* if (i_data != data_was) begin
            `SPECIFY_SET(data_was, i_data)
            if (i_data_if && (i_data ? DATA_EDGES[0] : DATA_EDGES[1])) data;
        end
        `SPECIFY_EDGES(DATA_EDGES, i_data, `SPECIFY_EVENT(1'b0, i_data_if, data))
        endcase
`else
        initial begin                            // what a bench initializes has no edge
            #0 ref_was = i_ref;
            data_was = i_data;
        end
        always @(i_ref) begin
            if (edge_in(REF_EDGES, ref_was, i_ref)) `SPECIFY_EVENT(1'b1, i_ref_if === 1'b1, reference)
            else if (LEVEL != 0) if (ref0 > 0 && edge_in(~REF_EDGES, ref_was, i_ref)) {ref1, ref0} = {$time, NEVER};
            ref_was = i_ref;
        end
        always @(i_data) begin
            if (edge_in(DATA_EDGES, data_was, i_data)) `SPECIFY_EVENT(1'b0, i_data_if === 1'b1, data)
            data_was = i_data;
        end
`endif
    endgenerate

    function edge_in;
        input [5:0] mask;
        input       was, is;
        case ({was, is})
        2'b01: edge_in = mask[0];
        2'b10: edge_in = mask[1];
        default: edge_in = was === is ? 1'b0 : was === 1'b0 ? mask[2] : is === 1'b1 ? mask[3] :
                           was === 1'b1 ? mask[4] : is === 1'b0 ? mask[5] : &mask;
        endcase
    endfunction
endmodule
// A notifier moves once for all violations of a moment
`ifdef SPECIFY_UNKNOWN
`define SPECIFY_NOTIFY(REC, NOTIFIER, MOVED_AT) always @(`SPECIFY_MOVED(REC)) \
    if (REC.moved_at > MOVED_AT) begin MOVED_AT = REC.moved_at; NOTIFIER <= `SPECIFY_TOGGLED(NOTIFIER); end
`else
`define SPECIFY_NOTIFY(REC, NOTIFIER, MOVED_AT)
`endif
`default_nettype wire
