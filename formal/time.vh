// SPDX-License-Identifier: MIT
// What the properties of clocked blocks assume of their surroundings; included at the foot of a module under FORMAL.
//   A1 The first tick is one of power-up.
//   A2 Time never runs back, and stays below 2^62 ps (53 days).
// f_past: there has been a tick since power-up; f_last_ps: its time.
    reg        f_past = 0;
    reg        f_ticked = 0;
    reg [63:0] f_last_ps;
    always @(posedge clk) begin
        f_ticked  <= 1;
        f_past    <= !i_por;
        f_last_ps <= i_now_ps;
    end
    always @* begin
        if (!f_ticked) assume (i_por);
        assume (i_now_ps[63:62] == 0);
        if (f_ticked) assume (i_now_ps >= f_last_ps);
        if (f_ticked) assert (f_last_ps[63:62] == 0);
    end
