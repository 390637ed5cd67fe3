// SPDX-License-Identifier: MIT
// Reads a file of calls (board_config.calls, tmr0 run --calls): +calls=FILE. Include it in the module that replays
// them; `play` reads each call into the registers below and calls the module's task for it: figure, power_up, inputs,
// request, run, compare. Prints the number of runs compared and of differences.
    integer     file, fields, number, value, runs, differences;
    reg [8*512-1:0] name;
    reg [7:0]   kind;
    // S, O, F: settings, oscillator, figures
    reg [31:0]  seed, wired;
    reg         direct, clip, every_edge, watched, effects;
    reg [63:0]  osc_high, osc_low, osc_high_part, osc_low_part, osc_parts;
    reg [31:0]  fig [0:`FIG_RTL-1];
    // I, Q: inputs, request at the socket
    reg [31:0]  access = 0;
    reg         cs_n = 1, rd_n = 1, wr_n = 1, cd = 1, driven = 0;
    reg [15:0]  data = 16'hffff;
    reg [4:0]   src = 0, gate = 0;
    reg [31:0]  to_access;                           // first: 5.006 of Verilator sees no change by $fscanf
    reg         to_cs_n, to_rd_n, to_wr_n, to_cd, to_driven;
    reg [15:0]  to_data;
    reg [4:0]   to_src, to_gate;
    reg         req_control = 0, req_write = 0;
    reg [7:0]   req_data = 0;
    // R, E: run, and what the outputs are after it
    reg [63:0]  until_ps;
    reg         until_idle;
    reg [63:0]  e_now, e_ticks;
    reg [7:0]   e_read;
    reg         e_driven, e_valid, e_fout;
    reg [15:0]  e_data;
    reg [4:0]   e_out, e_out_z;

    task play;
        begin
            runs = 0;
            differences = 0;
            if (!$value$plusargs("calls=%s", name))
                name = 0;
            file = $fopen(name, "r");
            if (file == 0) begin
                $display("%m: cannot read the file +calls=%0s", name);
                $finish;
            end
            while (file != 0 && $fscanf(file, " %c", kind) == 1)
                case (kind)
                    "S": fields = $fscanf(file, "%d %d %d %d %d %d %d", seed, direct, clip, every_edge, watched,
                                          effects, wired);
                    "O": fields = $fscanf(file, "%d %d %d %d %d", osc_high, osc_low, osc_high_part, osc_low_part,
                                          osc_parts);
                    "F": begin
                        fields = $fscanf(file, "%d %d", number, value);
                        fig[number] = value;
                        figure;
                    end
                    "P": power_up;
                    "I": begin
                        fields = $fscanf(file, "%d %d %d %d %d %d %d %d %d", to_access, to_cs_n, to_rd_n, to_wr_n,
                                         to_cd, to_driven, to_data, to_src, to_gate);
                        {access, cs_n, rd_n, wr_n, cd, driven, data, src, gate} =
                            {to_access, to_cs_n, to_rd_n, to_wr_n, to_cd, to_driven, to_data, to_src, to_gate};
                        inputs;
                    end
                    "Q": begin
                        fields = $fscanf(file, "%d %d %d", req_control, req_write, req_data);
                        request;
                    end
                    "R": begin
                        fields = $fscanf(file, "%d %d", until_ps, until_idle);
                        run;
                    end
                    "E": begin
                        fields = $fscanf(file, "%d %d %d %d %d %d %d %d %d", e_now, e_ticks, e_read, e_driven,
                                         e_valid, e_data, e_out, e_out_z, e_fout);
                        runs = runs + 1;
                        compare;
                    end
                    default: begin
                        $display("%m: unknown call '%c'", kind);
                        $finish;
                    end
                endcase
            $display("%0d runs, %0d differences", runs, differences);
            $finish;
        end
    endtask
