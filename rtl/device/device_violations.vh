// SPDX-License-Identifier: MIT
// What a part reports, and its outputs. Include it in the part, which has NAME, FIGURES (0: no such part), SEVERITY,
// STOP_ON_VIOLATION, clk, now_ps; inputs and INPUT_NAMES; writes (a write is under way), written; chip_out, chip_out_z;
// `COUNTERS of violations and `CHECKS of them.
    genvar m;
    generate
        for (m = 1; m <= 5; m = m + 1) begin : outputs
            assign out[m] = chip_out_z[m - 1] ? 1'bz : chip_out[m - 1];
        end
        if (1) begin : violations
            reg [31:0] total = 0;
            `COUNTERS
        end
    endgenerate
    reg  [8*256-1:0] path;                   // of this instance, as reports begin
    reg              reported, reported_data, written_x;
    initial begin
        {reported, reported_data, written_x} = 0;
        $sformat(path, "%0s (%m):", NAME);
        if (FIGURES == 0)
            $fatal(1, "%0s PART \"%0s\", CORNER %0d, expected %0s, 0-2", path, PART, CORNER, `DEVICE_PARTS);
        if (SEVERITY < 0 || SEVERITY > 2)
            $fatal(1, "%0s SEVERITY %0d, expected 0-2", path, SEVERITY);
        #1;
        if ($realtime != 1.0)
            $fatal(1, "%0s cannot keep time, expected `timescale 1ps / 1ps for all modules", path);
    end
    /* verilator lint_off BLKSEQ */          // nothing clocked reads what this writes
    task report;
        input [8*10-1:0]    symbol;
        input signed [31:0] required;
        input signed [63:0] observed;
        reg   [8*400-1:0]   text;
        begin
            violations.total = violations.total + 1;
            $sformat(text, "%0s %0.3f ns %0s required %0.3f observed %0.3f", path, now_ps / 1000.0, symbol,
                     required / 1000.0, observed / 1000.0);
            if (SEVERITY == 1)
                $warning("%0s", text);
            if (SEVERITY == 2)
                $error("%0s", text);
            if (STOP_ON_VIOLATION != 0)
                $stop;
        end
    endtask
    // Icarus goes on after an error, and ends with exit status 0
    final
        if (SEVERITY == 2 && violations.total != 0)
            $fatal(1, "%0s %0d violations", path, violations.total);
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
            if (SEVERITY != 0)
                $warning("%0s %0.3f ns x or z is taken as high, %0s = %b", path, now_ps / 1000.0, INPUT_NAMES, inputs);
        end
        if (written_x && !writes && !reported_data) begin
            reported_data = 1;
            if (SEVERITY != 0)
                $warning("%0s %0.3f ns x or z is taken as high, in the data of a write", path, now_ps / 1000.0);
        end
        written_x = writes && (^written) === 1'bx;
    end
    /* verilator lint_on BLKSEQ */
`undef DEVICE_CHECK
`undef CHECKS
`undef COUNTERS
