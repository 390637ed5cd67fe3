// SPDX-License-Identifier: MIT
// What a part reports. Include it in the part, which has NAME, FIGURES (0: no such part), STOP_ON_VIOLATION, clk,
// now_ps; inputs and INPUTS, their names; writes (a write is under way), written; violations, and `CHECKS of them.
    reg  [8*256-1:0] path;                   // of this instance, as reports begin
    reg              reported, reported_data, written_x;
    initial begin
        {reported, reported_data, written_x} = 0;
        $sformat(path, "%0s (%m):", NAME);
        if (FIGURES == 0)
            $fatal(1, "%0s PART \"%0s\", CORNER %0d, expected %0s, 0-2", path, PART, CORNER, `DEVICE_PARTS);
        #1;
        if ($realtime != 1.0)
            $fatal(1, "%0s cannot keep time, expected `timescale 1ps / 1ps for all modules", path);
    end
    task report;
        input [8*10-1:0]    symbol;
        input signed [31:0] required;
        input signed [63:0] observed;
        begin
            $display("%0s %0.3f ns %0s required %0.3f observed %0.3f", path, now_ps / 1000.0, symbol,
                     required / 1000.0, observed / 1000.0);
            if (STOP_ON_VIOLATION != 0)
                $stop;
        end
    endtask
`define DEVICE_CHECK(SYMBOL, NAME, NOTE, RECORD) \
        if (violations.SYMBOL != RECORD.broken) begin \
            violations.SYMBOL = RECORD.broken; \
            if (!NOTE) \
                report(NAME, RECORD.required, RECORD.observed); \
        end
    always @(negedge clk) begin
        `CHECKS
        if ((^inputs) === 1'bx && !reported && now_ps > 0) begin
            reported = 1;
            $display("%0s %0.3f ns x or z is taken as high, %0s = %b", path, now_ps / 1000.0, INPUTS, inputs);
        end
        if (written_x && !writes && !reported_data) begin
            reported_data = 1;
            $display("%0s %0.3f ns x or z is taken as high, in the data of a write", path, now_ps / 1000.0);
        end
        written_x = writes && (^written) === 1'bx;
    end
`undef DEVICE_CHECK
`undef CHECKS
