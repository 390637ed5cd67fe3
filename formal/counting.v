// SPDX-License-Identifier: MIT
// The counts of formal/count.vh, read as numbers: four digits as one of 0 to 9999, a time of day as the number of its
// steps since midnight. Rules:
//   1 A decimal count, up or down, is the number before plus or minus 1, round at 10000. The last one is 9999 or 1.
//   2 Counter 1 of a time of day counts steps of a minute, counter 2 minutes of a day: plus 1, round at the end.
`default_nettype none
module counting (
    input wire [15:0] count,
    input wire        up,
    input wire [1:0]  day_of, prescale
);
`include "count.vh"
    wire [15:0] steps = prescale == 1 ? 5 : prescale == 2 ? 6 : 10;      // to a tenth of a second
    function [15:0] number;
        input [15:0] c;
        input [1:0]  of;
        number = of == 0 ? 1000 * c[15:12] + 100 * c[11:8] + 10 * c[7:4] + c[3:0] :
                 of == 1 ? steps * (100 * c[15:12] + 10 * c[11:8] + c[7:4]) + c[3:0] :
                           60 * (10 * c[15:12] + c[11:8]) + 10 * c[7:4] + c[3:0];
    endfunction
    wire [15:0] all   = day_of == 0 ? 10000 : day_of == 1 ? 600 * steps : 1440;
    wire        legal = count[3:0] <= 9 && count[7:4] <= 9 && count[11:8] <= 9 && count[15:12] <= 9 &&
                        (day_of != 1 || (count[15:12] <= 5 && count[3:0] < steps)) &&
                        (day_of != 2 || (number(count, 2'd2) < 1440 && count[7:4] <= 5));
    wire        rises = up || day_of != 0;
    wire [16:0] next  = after(count, rises, 1'b1, day_of, prescale);
    wire [15:0] here  = number(count, day_of), there = number(next[15:0], day_of);
    always @* begin
        assume (legal && day_of != 3 && prescale != 0);
        if (rises) assert (there == (here + 1 == all ? 0 : here + 1) && next[16] == (here + 1 == all));       // 1, 2
        else       assert (there == (here == 0 ? all - 1 : here - 1) && next[16] == (here == 1));             // 1
        cover (day_of == 2 && next[16]);
        cover (!rises && here == 0);
    end
endmodule
`default_nettype wire
