// SPDX-License-Identifier: MIT
// Plays the stimuli of reference.py: lines of time in ps and levels.   +stimuli=FILE
`timescale 1ps / 1ps
module bench;
    reg  [127:0]  pins = 0;
    reg  [63:0]   at;
    reg  [8*256:1] name;
    integer       file, got;
    cells_top cells (.pins(pins[`PINS-1:0]));
    initial begin
        got = $value$plusargs("stimuli=%s", name);
        file = $fopen(name, "r");
        got = 2;
        while (got == 2) begin
            got = $fscanf(file, "%d %h", at, name[128:1]);
            if (got == 2) begin
                #(at - $time) pins = name[128:1];
            end
        end
        $finish;
    end
endmodule
