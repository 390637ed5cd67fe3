// SPDX-License-Identifier: MIT
// What checks share: macros for what Verilator and Icarus have apart, totals, messages, the closing line.
`timescale 1ps / 1ps
`default_nettype none
`ifndef SPECIFY_SEVERITY                         // of messages: 0 none, 1 $warning, 2 $error
`define SPECIFY_SEVERITY 1
`endif
`ifdef VERILATOR
`define SPECIFY_KIND class
`define SPECIFY_END endclass
`define SPECIFY_NEW = new
`define SPECIFY_STATIC static
`define SPECIFY_NOUGHT $time                     // no constant for Verilator
`define SPECIFY_NET wire
`define SPECIFY_TOTALS specify_totals::
`define SPECIFY_SET(X, Y) $c(X, " = ", Y, ";");
`define SPECIFY_TEXT string
`define SPECIFY_BEGIN specify_totals::moved      // at the begin at least
`define SPECIFY_MOVED(REC) specify_totals::moved // one event control of all notifiers
`define SPECIFY_TOGGLED(N) !N
`define SPECIFY_X(X) $random
`define SPECIFY_TABLES                           // no tables of primitives
`define SPECIFY_GATE(X)
`define SPECIFY_STATUS $c("std::atexit([]{ fflush(nullptr); std::_Exit(1); });");
`else
`define SPECIFY_KIND module
`define SPECIFY_END endmodule
`define SPECIFY_NEW ()
`define SPECIFY_STATIC
`define SPECIFY_NOUGHT 0
`define SPECIFY_NET wand                         // a net apart: Icarus 11 is slow where one has many ends
`define SPECIFY_TOTALS specify_closing.totals.
`define SPECIFY_SET(X, Y) X = Y;
`define SPECIFY_TEXT reg [8*1000:1]
`define SPECIFY_BEGIN next
`define SPECIFY_MOVED(REC) REC.moved_at
`define SPECIFY_TOGGLED(N) (N === 1'bz ? 1'bz : N === 1'b0)
`define SPECIFY_X(X) X
`define SPECIFY_GATE(X) X
`define SPECIFY_UNKNOWN
`define SPECIFY_STATUS $finish_and_return(1);
`endif

`define SPECIFY_VIOLATIONS 0                     // totals: violations of all kinds, then of each, 1 to 8
`define SPECIFY_NOCHANGE 8                       // the last kind
`define SPECIFY_CHECKS 9                         // number of checks
`define SPECIFY_ENDS 10                          // closing modules that have ended
`define SPECIFY_JUDGED 11
`define SPECIFY_BARE 12                          // closing modules that ended without limits of SDF
`define SPECIFY_LIMITS 13                        // instances of specify_limits
`define SPECIFY_FOREVER 64'sh1000_0000_0000_0000  // a limit that cannot be kept
// What all checks share: under Icarus those of a cell
`SPECIFY_KIND specify_totals;
    /* verilator lint_off WIDTH */               // texts of two lengths
`ifdef VERILATOR
    static int of [0:15];                        // totals
    static int moved;                            // movements of notifiers
`endif
    `SPECIFY_STATIC function integer counted;    // a total, to which is added
        input integer n, add;
`ifdef VERILATOR
        begin
            of[n] = of[n] + add;
            counted = of[n];
        end
`else                                            // no static members, but queues with numbers: each holds a total
        integer total, status, inform, queue;
        begin
            queue = 32'h7370_6563 + n;
            $q_initialize(queue, 1, 1, status);
            $q_remove(queue, total, inform, status);
            counted = add + (status != 0 ? 0 : total);
            $q_add(queue, counted, inform, status);
        end
`endif
    endfunction

    `SPECIFY_STATIC function [8*8:1] name;
        input integer kind;
        name = kind == 1 ? "setup" : kind == 2 ? "hold" : kind == 3 ? "recovery" : kind == 4 ? "removal" :
            kind == 5 ? "width" : kind == 6 ? "period" : kind == 7 ? "skew" : "nochange";
    endfunction

    // The closing line, by the first module that ends; by the first of an SDF file whether its limits are in effect
    `SPECIFY_STATIC function close;
        input integer role;
        integer total, kind;
        begin
            close = 0;
            if (counted(`SPECIFY_ENDS, 1) == 1) begin
                total = counted(`SPECIFY_CHECKS, 0);
                $write("specify2checks: %0d check", total);
                if (total != 1) $write("s");
                total = counted(`SPECIFY_JUDGED, 0);
                close = total == 0 && $test$plusargs("specify_off") == 0;
                if ($test$plusargs("specify_off") != 0) $write(" that are off");
                else if (total != 0) $write(", %0d judged", total);
                else $write(", none judged");
                total = counted(`SPECIFY_VIOLATIONS, 0);
                $write(", %0d violation", total);
                if (total != 1) $write("s");
                if (total != 0) close = 1;
                for (kind = 1; kind <= `SPECIFY_NOCHANGE; kind = kind + 1) begin
                    total = counted(kind, 0);
                    if (total != 0) $write(", %0d %0s", total, name(kind));
                end
                $write("\n");
            end
            if (role == 1 && counted(`SPECIFY_LIMITS, 0) == 0) begin
                close = 1;
                if (counted(`SPECIFY_BARE, 1) == 1)
                    $write("specify2checks: no limit of SDF, expected an instance of specify_limits\n");
            end
            if (close) `SPECIFY_STATUS
        end
    endfunction

    `SPECIFY_STATIC task spell;                  // a time in the unit of the check's module
        output [8*24:1] text;
        input signed [63:0] time_ps;
        input integer unit_ps;
        case (unit_ps)
        1000: $sformat(text, "%0.3f ns", time_ps / 1000.0);
        1000000: $sformat(text, "%0.6f us", time_ps / 1000000.0);
        default: $sformat(text, "%0d ps", time_ps);
        endcase
    endtask

`define SPECIFY_MESSAGE "%0s: %0s: %0s: %0s: required %0s, observed %0s, reference at %0s, data at %0s", \
    now_text, path, check, name(kind), limit_text, seen_text, ref_text, data_text
    `SPECIFY_STATIC task tell;
        input `SPECIFY_TEXT path, check;
        input integer kind, unit_ps;
        input signed [63:0] ref_ps, time_ps, limit_ps;
        reg [8*24:1] now_text, limit_text, seen_text, ref_text, data_text;
        begin
            spell(now_text, ref_ps + (time_ps > 0 ? time_ps : 64'sd0), unit_ps);
            spell(limit_text, limit_ps, unit_ps);
            if (limit_ps == `SPECIFY_FOREVER) limit_text = "no movement";
            spell(seen_text, time_ps < 0 ? -time_ps : time_ps, unit_ps);
            spell(ref_text, ref_ps, unit_ps);
            spell(data_text, ref_ps + time_ps, unit_ps);
            if (`SPECIFY_SEVERITY == 2) $error(`SPECIFY_MESSAGE);
            else if (`SPECIFY_SEVERITY == 1) $warning(`SPECIFY_MESSAGE);
        end
    endtask

    // Bytes are compared from the end of both texts; * is any text
    `SPECIFY_STATIC function fits;
        input [8*1000:1] pattern, text;
        integer p, t, star, mark;
        begin
            {p, t, star, mark} = {32'd0, 32'd0, -32'd1, 32'd0};
            fits = 1;
            while (fits && {pattern[8*p+1+:8], text[8*t+1+:8]} != 0)
                if (pattern[8*p+1+:8] == "*") begin
                    star = p;
                    mark = t;
                    p = p + 1;
                end else if (pattern[8*p+1+:8] == text[8*t+1+:8]) begin
                    p = p + 1;
                    t = t + 1;
                end else begin                   // the last * is longer
                    fits = star >= 0 && text[8*t+1+:8] != 0;
                    p = star + 1;
                    mark = mark + 1;
                    t = mark;
                end
        end
    endfunction
`SPECIFY_END
// In each module with checks, and in specify_limits. Records in no module find it by its name.
module specify_closing #(
    parameter ROLE = 0                           // 1: a check of a file with limits from SDF; 2: specify_limits
);
`ifndef VERILATOR
    specify_totals totals ();
`endif
`ifdef SPECIFY_CONTROL
    integer done;
    initial if (ROLE == 2) done = `SPECIFY_TOTALS counted(`SPECIFY_LIMITS, 1);
    final done = `SPECIFY_TOTALS close(ROLE);
`endif
endmodule
`default_nettype wire
