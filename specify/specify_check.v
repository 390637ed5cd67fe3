// SPDX-License-Identifier: MIT
// A timing check between reference and data events: data must not move in the window that begins before_ps before a
// reference event and ends after_ps after it. The bounds are outside the window (IEEE 1364-2005, 15.2). Either limit
// may be negative; four events back are remembered. $width and $period are windows after an edge, between threshold and
// limit; with PULSE an event of data ends them. SKEW: data come at most after_ps after the last reference event.
// Data that move with the reference are in the window if before_ps >= 0 and after_ps > 0. With ZERO_DELAY they are not:
// in a netlist whose cells have no delay they come later.
// A violation is counted and reported; SPECIFY_CONTROL: what +args say. The levels at time 0 are no events.
// i_stamp is the condition of the earlier of two events, i_later that of the later one.
//
// A signal in an event control costs Verilator a test at each instant. Pins of data are many, so they are compared
// where their drivers are evaluated. Verilator must not see that this changes what is remembered of them, for it would
// be a loop: SPECIFY_SET. What a check remembers and does is in a class, whose code all checks share. Icarus has no
// classes: the checks of a cell share a module, which gets what each of them remembers, the STATE.
`timescale 1ps / 1ps
`default_nettype none
`ifndef SPECIFY_SEVERITY                         // of messages: 0 none, 1 $warning, 2 $error
`define SPECIFY_SEVERITY 1
`endif
`ifdef VERILATOR
`define SPECIFY_KIND class
`define SPECIFY_END endclass
`define SPECIFY_NEW = new
`define SPECIFY_SET(X, Y) $c(X, " = ", Y, ";");
`define SPECIFY_TEXT string
`define SPECIFY_WORD string
`define SPECIFY_REG
`define SPECIFY_STATIC static
`define SPECIFY_TOTALS specify_totals::
`define SPECIFY_ROLE task
`define SPECIFY_ROLE_END endtask
`define SPECIFY_PAST(ROLE)
`define SPECIFY_STATE
`define SPECIFY_LOAD
`define SPECIFY_DO(ROLE) rec.ROLE(
`define SPECIFY_REPORT
`define SPECIFY_TELL if (hits != 0 || fresh) report(1'b0);
`define SPECIFY_BEGIN specify_totals::moved      // at the begin at least
`define SPECIFY_MOVED(REC) specify_totals::moved // one event control of all notifiers
`define SPECIFY_X(X) $random
`define SPECIFY_TOGGLED(N) !N
`define SPECIFY_TABLES                           // no tables of primitives
`define SPECIFY_GATE(X)
`define SPECIFY_STATUS $c("std::atexit([]{ fflush(nullptr); std::_Exit(1); });");
`else
`define SPECIFY_KIND module
`define SPECIFY_END endmodule
`define SPECIFY_NEW ()
`define SPECIFY_TEXT reg [8*1000:1]
`define SPECIFY_ROLE function [847:0]            // threads of Icarus may share a function, but no task
`define SPECIFY_ROLE_END endfunction
`define SPECIFY_PAST(ROLE) ROLE = past(1'b0);
`define SPECIFY_STATE input [847:0] state;
`define SPECIFY_LOAD done = load(state);
`define SPECIFY_DO(ROLE) state = closing.rec.ROLE(state,
`define SPECIFY_REPORT if (closing.rec.news) begin \
    $sformat(closing.rec.path, "%m"); \
    $sformat(closing.rec.check, "%0s", CHECK); \
    `SPECIFY_DO(report) 1'b0); end
`define SPECIFY_TELL news = hits != 0 || fresh;
`define SPECIFY_REG reg
`define SPECIFY_WORD [8*24:1]                    // short, for Icarus spells out each bit of a text
`define SPECIFY_STATIC
`define SPECIFY_TOTALS totals.
`define SPECIFY_BEGIN next
`define SPECIFY_MOVED(REC) REC.moved_at
`define SPECIFY_X(X) X
`define SPECIFY_TOGGLED(N) (N === 1'bz ? 1'bz : N === 1'b0)
`define SPECIFY_GATE(X) X
`define SPECIFY_UNKNOWN
`define SPECIFY_STATUS $finish_and_return(1);
`endif

`define SPECIFY_FOREVER 64'sh1000_0000_0000_0000  // a limit that cannot be kept
`define SPECIFY_EVENT(IS_REF, IF) begin \
    `SPECIFY_DO(moves) IS_REF, IF, i_stamp, i_later, before_ps, after_ps, \
        `SPECIFY_LATE(i_ref_late), `SPECIFY_LATE(i_data_late)); \
    `SPECIFY_REPORT end

// What all checks have together: violations of each kind; checks, ends, judged, ends without limits, limits
`SPECIFY_KIND specify_totals;
`ifdef VERILATOR
    static int of [0:15];
    static int moved;                            // movements of notifiers
    static function int counted;
        input integer number, add;
        begin
            of[number] = of[number] + add;
            counted = of[number];
        end
    endfunction
`else                                            // no static members, but queues that have numbers
    integer queue, total, status, inform;
    function integer counted;
        input integer number, add;
        begin
            queue = 32'h7370_6563 + number;
            $q_initialize(queue, 1, 1, status);
            $q_remove(queue, total, inform, status);
            total = add + (status != 0 ? 0 : total);
            $q_add(queue, total, inform, status);
            counted = total;
        end
    endfunction
`endif

    `SPECIFY_STATIC function [8*8:1] name;
        input integer kind;
        case (kind)
        1: name = "setup";
        2: name = "hold";
        3: name = "recovery";
        4: name = "removal";
        5: name = "width";
        6: name = "period";
        7: name = "skew";
        default: name = "nochange";
        endcase
    endfunction

    // The closing line, by the first module that ends; by the first of an SDF file whether its limits are in effect
    `SPECIFY_STATIC function integer close;
        input integer role;
        integer       kind, number;
        begin
            close = 0;
            if (counted(10, 1) == 1) begin
                number = counted(9, 0);
                $write("specify2checks: %0d check%0s", number, number != 1 ? "s" : "");
                number = counted(11, 0);
                close = number == 0 && $test$plusargs("specify_off") == 0;
                if ($test$plusargs("specify_off") != 0) $write(" that are off");
                else if (number == 0) $write(", none judged");
                else $write(", %0d judged", number);
                number = counted(0, 0);
                close = close != 0 || number != 0;
                $write(", %0d violation%0s", number, number != 1 ? "s" : "");
                for (kind = 1; kind < 9; kind = kind + 1) begin
                    number = counted(kind, 0);
                    if (number != 0) $write(", %0d %0s", number, name(kind));
                end
                $write("\n");
            end
            if (role == 1 && counted(13, 0) == 0) begin
                close = 1;
                if (counted(12, 1) == 1)
                    $write("specify2checks: no limit of SDF, expected an instance of specify_limits\n");
            end
            if (close != 0) `SPECIFY_STATUS
        end
    endfunction
`SPECIFY_END

// In each module with checks, and in specify_limits
module specify_end #(
    parameter ROLE = 0                           // 1: a check of a file with limits from SDF; 2: specify_limits
);
`ifndef VERILATOR                                // of all checks of a cell
    specify_totals totals ();
    specify_record rec ();
    generate
        if (0) specify_check never ();           // so that it is no top where nothing has checks
    endgenerate
`endif
`ifdef SPECIFY_CONTROL
    integer done;
    final done = `SPECIFY_TOTALS close(ROLE);
    generate
        if (ROLE == 2) initial done = `SPECIFY_TOTALS counted(13, 1);
    endgenerate
`endif
endmodule

`SPECIFY_KIND specify_record;
    /* verilator lint_off WIDTH */               // texts of two lengths
    localparam signed [63:0] NEVER = -64'sh4000_0000_0000_0000;
    `SPECIFY_TEXT     path, check;               // for messages, as are the kinds of the two limits and the unit
    `SPECIFY_REG `SPECIFY_WORD word;
    reg         [3:0] before_kind, after_kind, skew; // bits of skew: is one, event-based, remains active, either begins
    reg               pulse, zero_delay;
    reg        [31:0] unit_ps;
    integer           violations;
    reg signed [63:0] moved_at;                  // when one last moved the notifier
    // The last four different times, newest first; those of data and of reference events
    reg signed [63:0] data0, data1, data2, data3, ref0, ref1, ref2, ref3;
    reg               by_data;                   // began the wait of $skew at ref0
    reg signed [63:0] late_ps, late_at;          // of it, if no event begins one at the same time
    reg               judged;                    // a pair of events came
    // Of the event that is judged
    reg               is_stamp, is_later, fresh, news, off, still, up, done;
    reg signed [63:0] before_ps, after_ps, at_once, earlier, limit, wait_ps, now;
    reg signed [63:0] hit_ref [0:1], hit_ps [0:1], limit_ps [0:1]; // violations: reference, from there to data
    integer           hits, hit, most, total, kind;

`ifndef VERILATOR                                // what is remembered of a check
`define SPECIFY_ALL {data0, data1, data2, data3, ref0, ref1, ref2, ref3, late_ps, late_at, earlier, moved_at, \
    violations, by_data, judged, before_kind, after_kind, skew, pulse, zero_delay, unit_ps}
    function load;
        input [847:0] state;
        {load, `SPECIFY_ALL} = {1'b0, state};
    endfunction
    function [847:0] past;
        input none;
        past = `SPECIFY_ALL;
    endfunction
`endif

    `SPECIFY_ROLE start;
        input [45:0] how;
        begin
            {before_kind, after_kind, skew, pulse, zero_delay, unit_ps} = how;
            {violations, moved_at, by_data, judged, late_ps, earlier, hits, fresh} = 0;
            {late_at, data0, data1, data2, data3, ref0, ref1, ref2, ref3} = {9{NEVER}};
            total = `SPECIFY_TOTALS counted(9, 1);
            `SPECIFY_PAST(start)
        end
    `SPECIFY_ROLE_END
`ifdef VERILATOR
    function new;
        input [45:0] how;
        input string its_path, its_check;
        begin
            path = its_path.substr(0, 3) == "TOP." ? its_path.substr(4, its_path.len() - 1) : its_path; // 5.006 has it
            check = its_check;
        end
    endfunction
`endif

    function in_window;
        input signed [63:0] time_ps;             // from reference to data
        in_window = time_ps < after_ps && (time_ps != 0 || !zero_delay) &&
                    (time_ps > -before_ps || (time_ps == 0 && before_ps == 0 && before_kind != 8)); // not $nochange
    endfunction

`ifdef SPECIFY_CONTROL
    // Bytes are compared from the end of both texts; * is any text
    function fits;
        input [8*1000:1] pattern, text;
        integer p, t, star, mark;
        begin
            {p, t, star, mark} = {32'd0, 32'd0, -32'd1, 32'd0};
            fits = 1;
            while (fits && text[8*t+1+:8] != 0) begin
                if (pattern[8*p+1+:8] == "*") begin
                    star = p;
                    mark = t;
                    p = p + 1;
                end else if (pattern[8*p+1+:8] == text[8*t+1+:8]) begin
                    p = p + 1;
                    t = t + 1;
                end else if (star >= 0) begin
                    p = star + 1;
                    mark = mark + 1;
                    t = mark;
                end else
                    fits = 0;
            end
            while (pattern[8*p+1+:8] == "*") p = p + 1;
            if (pattern[8*p+1+:8] != 0) fits = 0;
        end
    endfunction

    function ask;                                // what the command line says of this check
        input none;
        reg [8*1000:1] pattern, text;
        begin
            $sformat(text, "%0s", path);
            off = $test$plusargs("specify_off") != 0;
            if ($value$plusargs("specify_ignore=%s", pattern)) off = off || fits(pattern, text);
            still = $test$plusargs("specify_no_notifier") != 0;
            if (!$value$plusargs("specify_messages=%d", most)) most = -1;
            ask = 0;
        end
    endfunction
`define SPECIFY_FIRST(IF) if (!judged && (IF)) {judged, fresh} = 2'b11;
`else
`define SPECIFY_FIRST(IF)
`endif

    `SPECIFY_ROLE report;              // what an event showed
        `SPECIFY_STATE
        input none;
        begin
            `SPECIFY_LOAD
`ifdef SPECIFY_CONTROL
            done = ask(1'b0);
            if (fresh && !off && (skew != 0 || before_ps + after_ps > 0)) total = `SPECIFY_TOTALS counted(11, 1);
`else
            {off, still} = 2'b00;
            most = -1;
`endif
            for (hit = 0; hit < hits; hit = hit + 1) if (!off) begin
                violations = violations + 1;
                if (!still) moved_at = $time;
`ifdef VERILATOR
                if (!still) specify_totals::moved = specify_totals::moved + 1;
`endif
                kind = hit_ps[hit] < 0 ? before_kind : after_kind;
                total = `SPECIFY_TOTALS counted(kind, 1);
                total = `SPECIFY_TOTALS counted(0, 1);
                if (most < 0 || total <= most) done = tell(hit_ref[hit], hit_ps[hit], limit_ps[hit]);
            end
            hits = 0;                            // here: Verilator 5.006 does not see that other functions set it
            fresh = 0;
            `SPECIFY_PAST(report)
        end
    `SPECIFY_ROLE_END

    function `SPECIFY_WORD spelled;              // a time in the unit of the check's module
        input signed [63:0] time_ps;
        begin
            case (unit_ps)
            1000: $sformat(word, "%0.3f ns", time_ps / 1000.0);
            1000000: $sformat(word, "%0.6f us", time_ps / 1000000.0);
            default: $sformat(word, "%0d ps", time_ps);
            endcase
            spelled = time_ps == `SPECIFY_FOREVER ? "no movement" : word;
        end
    endfunction

`define SPECIFY_MESSAGE "%0s: %0s: %0s: %0s: required %0s, observed %0s, reference at %0s, data at %0s", \
    spelled(ref_ps + (time_ps > 0 ? time_ps : 64'sd0)), path, check, `SPECIFY_TOTALS name(kind), spelled(its_limit), \
    spelled(time_ps < 0 ? -time_ps : time_ps), spelled(ref_ps), spelled(ref_ps + time_ps)
    function tell;
        input signed [63:0] ref_ps, time_ps, its_limit;
        begin
            if (`SPECIFY_SEVERITY == 2) $error(`SPECIFY_MESSAGE);
            else if (`SPECIFY_SEVERITY == 1) $warning(`SPECIFY_MESSAGE);
            tell = 0;
        end
    endfunction

    function violated;
        input signed [63:0] ref_ps, time_ps, its_limit;
        begin
            hit_ref[hits] = ref_ps;
            hit_ps[hits] = time_ps;
            limit_ps[hits] = its_limit;
            hits = hits + 1;
            violated = 1;
        end
    endfunction

    // Events of one instant are judged by themselves. Of earlier ones the nearest in the window counts.
    function judge;                              // whether one of them is in the window
        input is_ref;                            // the event now
        input signed [63:0] time0, time1, time2, time3; // from reference to data, nearest first
        begin
            judge = in_window(time0);
            if (judge) done = violated(is_ref ? now : now - time0, time0, time0 < 0 ? before_ps : after_ps);
            earlier = in_window(time1) ? time1 : in_window(time2) ? time2 : time3;
            if ((time0 == at_once || !judge) && in_window(earlier))
                judge = violated(is_ref ? now : now - earlier, earlier, earlier < 0 ? before_ps : after_ps);
        end
    endfunction

    // The order of the two functions in an instant does not matter: the later one judges
    function reference;
        input signed [63:0] at;
        begin
            reference = at > 0 && ref0 != at;
            now = at;
            if (reference) begin
                `SPECIFY_FIRST(is_later && (data0 != NEVER || before_kind == 8)) // $nochange
                if (is_later && (!zero_delay && data0 == now ||
                                 (zero_delay && data0 == now ? data1 : data0) > now - before_ps))
                    done = judge(1'b1, data0 - now, data1 - now, data2 - now, data3 - now);
                if (is_stamp) begin
                    if (!pulse) begin
                        ref3 = ref2;
                        ref2 = ref1;
                        ref1 = ref0;
                    end
                    ref0 = now;
                end
            end
        end
    endfunction

    function data;
        input signed [63:0] at;
        begin
            data = at > 0 && data0 != at;
            now = at;
            if (data) begin
                `SPECIFY_FIRST(is_later && ref0 != NEVER)
                if (is_later && now - (zero_delay && ref0 == now ? ref1 : ref0) < after_ps)
                    done = judge(1'b0, now - ref0, now - ref1, now - ref2, now - ref3);
                if (is_stamp) begin
                    data3 = data2;
                    data2 = data1;
                    data1 = data0;
                    data0 = now;
                end
                if (pulse) ref0 = NEVER;
            end
        end
    endfunction

    // $skew and its kind: an event begins a wait at ref0, and the other one ends it (IEEE 1364-2005, 15.3.4 to 15.3.6)
    function skewed;
        input is_ref, is_if;
        input signed [63:0] at;
        begin
            now = at;
            skewed = is_if;
            wait_ps = now - ref0;
            limit = by_data ? before_ps : after_ps;
            up = ref0 != NEVER && wait_ps > limit;
            if (by_data) wait_ps = -wait_ps;
            if (!skew[1] && up) begin
                `SPECIFY_FIRST(1'b1)
                done = violated(by_data ? now : ref0, wait_ps, limit);
                ref0 = NEVER;
            end
            if (ref0 != NEVER ? is_ref == by_data : !is_ref && !skew[3]) begin
                if (is_if) begin
                    `SPECIFY_FIRST(ref0 != NEVER)
                    data0 = now;
                    if (skew[1] && up) begin
                        late_ps = wait_ps;
                        late_at = now;
                    end
                    if (!skew[1] || (up && !skew[2])) ref0 = NEVER;
                end
            end else if (is_ref || skew[3]) begin
                if (!is_if && !skew[2]) ref0 = NEVER;
                if (is_if && now != 0 && (skew[1] || data0 != now)) begin
                    by_data = !is_ref;
                    ref0 = now;
                end
            end
        end
    endfunction

    `SPECIFY_ROLE moves;               // a signal of the check
        `SPECIFY_STATE
        input is_ref, is_if, stamp, later;
        input signed [63:0] before_limit, after_limit, ref_late, data_late;
        begin
            `SPECIFY_LOAD
            is_stamp = stamp;
            is_later = later;
            before_ps = before_limit;
            after_ps = after_limit;
            at_once = ref_late - data_late;      // between events that come in one instant
            if (skew != 0) done = skewed(is_ref, is_if, $time);
            else if (is_ref) done = reference($time - ref_late);
            else done = data($time - data_late);
            `SPECIFY_TELL
            `SPECIFY_PAST(moves)
        end
    `SPECIFY_ROLE_END

    `SPECIFY_ROLE overdue;             // the event at late_at, if none begins a wait then
        `SPECIFY_STATE
        input signed [63:0] early, late;
        begin
            `SPECIFY_LOAD
            if (late_at > 0 && ref0 != late_at)
                done = violated(late_ps < 0 ? late_at : late_at - late_ps, late_ps, late_ps < 0 ? early : late);
            `SPECIFY_TELL
            `SPECIFY_PAST(overdue)
        end
    `SPECIFY_ROLE_END

`ifndef VERILATOR
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
`endif
`SPECIFY_END

module specify_check #(
    parameter CHECK = "",                        // for messages, as are the kinds of the two limits and the unit
    parameter BEFORE_KIND = 0, AFTER_KIND = 0, UNIT_PS = 1,
`ifdef SPECIFY_ZERO_DELAY
    parameter ZERO_DELAY = 1,
`else
    parameter ZERO_DELAY = 0,
`endif
    parameter PULSE = 0,
    parameter SKEW = 0,
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
    localparam [45:0] HOW =
        ((BEFORE_KIND * 46'd16 + AFTER_KIND) * 16 + SKEW) * 4 + PULSE * 2 + ZERO_DELAY << 32 | UNIT_PS;
    reg signed [63:0] before_ps = BEFORE, after_ps = AFTER; // an SDF file's are written here
    reg               ref_was, data_was;
`ifdef SPECIFY_UNDELAYED
`define SPECIFY_LATE(PS) 64'sd0
`else
`define SPECIFY_LATE(PS) (PS)
`endif
`ifdef VERILATOR
    specify_record rec = new(HOW, $sformatf("%m"), CHECK);
    initial rec.start(HOW);
`else
    reg [847:0] state = 0;
    initial state = closing.rec.start(HOW);
    if (1) begin : rec
        wire signed [63:0] late_at = state[271:208], earlier = state[207:144], moved_at = state[143:80];
        wire signed [31:0] violations = state[79:48];
    end
`endif

    reg signed [63:0] late_next;
    always @(late_next) if (SKEW != 0) begin
        `SPECIFY_DO(overdue) before_ps, after_ps);
        `SPECIFY_REPORT
    end
    generate
        if (SKEW != 0) always @(rec.late_at) late_next <= rec.late_at;
`ifdef VERILATOR                                 // two states
        case (REF_EDGES[1:0])
        1: always @(posedge i_ref) if (SKEW != 0 || i_ref_if) `SPECIFY_EVENT(1'b1, i_ref_if)
        2: always @(negedge i_ref) if (SKEW != 0 || i_ref_if) `SPECIFY_EVENT(1'b1, i_ref_if)
        default: always @(i_ref) if ((SKEW != 0 || i_ref_if) && (i_ref ? REF_EDGES[0] : REF_EDGES[1]))
            `SPECIFY_EVENT(1'b1, i_ref_if)
        endcase
        case (FEW != 0 ? DATA_EDGES[1:0] : 2'd0)
        0: always @* if (i_data != data_was) begin
            `SPECIFY_SET(data_was, i_data)
            if ((SKEW != 0 || i_data_if) && (i_data ? DATA_EDGES[0] : DATA_EDGES[1]))
                `SPECIFY_EVENT(1'b0, i_data_if)
        end
        1: always @(posedge i_data) if (SKEW != 0 || i_data_if) `SPECIFY_EVENT(1'b0, i_data_if)
        2: always @(negedge i_data) if (SKEW != 0 || i_data_if) `SPECIFY_EVENT(1'b0, i_data_if)
        default: always @(i_data) if ((SKEW != 0 || i_data_if) && (i_data ? DATA_EDGES[0] : DATA_EDGES[1]))
                `SPECIFY_EVENT(1'b0, i_data_if)
        endcase
`else
        initial begin                            // what a bench initializes has no edge
            #0 ref_was = i_ref;
            data_was = i_data;
        end
        always @(i_ref) begin
            if (closing.rec.edge_in(REF_EDGES, ref_was, i_ref) && (SKEW != 0 || i_ref_if === 1'b1))
                `SPECIFY_EVENT(1'b1, i_ref_if === 1'b1)
            ref_was = i_ref;
        end
        always @(i_data) begin
            if (closing.rec.edge_in(DATA_EDGES, data_was, i_data) && (SKEW != 0 || i_data_if === 1'b1))
                `SPECIFY_EVENT(1'b0, i_data_if === 1'b1)
            data_was = i_data;
        end
`endif
    endgenerate
endmodule
// A notifier moves once for all violations of a moment
`ifdef SPECIFY_UNKNOWN
`define SPECIFY_NOTIFY(REC, NOTIFIER, MOVED_AT) always @(`SPECIFY_MOVED(REC)) \
    if (REC.moved_at > MOVED_AT) begin MOVED_AT = REC.moved_at; NOTIFIER <= `SPECIFY_TOGGLED(NOTIFIER); end
`else
`define SPECIFY_NOTIFY(REC, NOTIFIER, MOVED_AT)
`endif
`default_nettype wire
