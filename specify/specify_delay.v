// SPDX-License-Identifier: MIT
// A delayed signal of $setuphold or $recrem: moves i_ps later (transport), of up to 63 changes each, but what a bench
// initializes at once. Verilator 5.006 scales delays by the timescale of the module that it inlines into. With
// SPECIFY_UNDELAYED, for Verilator without --timing, there is no delay.
`timescale 1ps / 1ps
`default_nettype none
module specify_delay (
    input wire i_signal,
    output wire o_delayed,
    input wire [63:0] i_ps
);
    /*verilator no_inline_module*/
`ifdef SPECIFY_UNDELAYED
    assign o_delayed = i_signal;
`else
    reg [63:0] at [0:63];                        // of changes under way, and what they change to
    reg        to [0:63];
    reg  [5:0] first = 0, next = 0;
    reg        moved;
    assign o_delayed = i_ps == 0 ? i_signal : moved;
    initial moved = i_signal;                    // what never moves
    always @(i_signal)
        if ($time == 0) moved = i_signal;
        else begin
            at[next] = $time + i_ps;
            to[next] = i_signal;
            next = next + 6'd1;
            if (next == first) $fatal(1, "%m: more than 63 changes within %0d ps, expected fewer", i_ps);
        end
    always begin
        wait (first != next);
        if (at[first] > $time) #(at[first] - $time);
        moved = to[first];
        first = first + 6'd1;
    end
`endif
endmodule
`default_nettype wire
