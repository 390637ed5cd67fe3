// SPDX-License-Identifier: MIT
// The Am9513A with its timing: pins in and out, delays of the outputs, the command delay, and the checks.
//
// Pins are taken in ticks without count-source edges (sources first, then the bus), all at once. A write acts on the
// levels before its rising edge. Commands to counters act TCMD after it, all else at once; a command still waiting
// when the next write ends or the next read begins acts before that, and one due now before the bus moves.
`include "figures.vh"
`default_nettype none
module am9513a (
    input  wire        clk,          // every tick
    input  wire        clk_bus,      // ticks in which something but count sources may happen; on an FPGA, clk
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire        i_same,       // not the first tick of this instant: edges of X2 have been
    input  wire [31:0] i_access,
    input  wire [`FIG_RTL*32-1:0] i_fig,
    // Clock: X2 and its edges
    input  wire        i_x2,
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    output wire        o_x2_fall_used,
    // Consequences of violations
    input  wire        i_effects,
    input  wire [31:0] i_seed,
    output reg         o_x2_lossy,   // X2 is beyond its bounds
    // Bus
    input  wire        i_cs_n,
    input  wire        i_rd_n,
    input  wire        i_wr_n,
    input  wire        i_rd_lost,    // a strobe, or a pause, was swallowed on its way to the pin
    input  wire        i_wr_lost,
    input  wire        i_rd_pause_lost,
    input  wire        i_wr_pause_lost,
    input  wire        i_cd,         // C/D: 1 control, 0 data
    input  wire [15:0] i_data,
    input  wire        i_data_driven,
    output wire [15:0] o_data,
    output wire        o_data_driven,
    output wire        o_data_valid,
    // Counters
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    input  wire        i_watch_fout, // somebody sees FOUT; otherwise its pin is not moved
    output wire [4:0]  o_out,
    output wire [4:0]  o_out_z,
    output wire        o_fout,
    // To the simulator
    output reg         o_look,       // a check may have been broken in the last tick
    output wire [63:0] o_bus_ps,     // next tick of clk_bus; 0: at once
    output wire [63:0] o_late_ps,    // next tick of clk for edges that come late
    output wire        o_again       // next tick of clk: at once
);
`define FIG(NUMBER) i_fig[NUMBER*32 +: 32]
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;

    // ---- Pins as last taken
    reg        cs_n, rd_n, wr_n, cd, driven;
    reg [15:0] data;
    reg [4:0]  src, gate;

    // ---- Bus: taken when no source has an edge still to come at this instant, and nothing else is under way. Edges of
    // X2 come in an instant's first tick, in which no pin has moved yet.
    wire again, moved, fetch, note, wide;
    reg  op, read_ended;                                           // strobes to the core
    wire effects_busy;                                             // consequences of violations are still to be decided
    wire [4:0] gates = i_gate & (wide ? 5'h1f : data[12:8]);       // GATE nA: DB8-12 of the 8-bit bus
    wire counting    = i_src != src || gates != gate;
    wire bus_free    = !again && !moved && !counting && !fetch && !op && !ended && !effects_busy;
    wire reading     = !i_cs_n && !i_rd_n;
    wire writing     = !i_cs_n && !i_wr_n;
    wire was_reading = !cs_n && !rd_n;
    wire was_writing = !cs_n && !wr_n;
    wire pins_moved  = {i_cs_n, i_rd_n, i_wr_n, i_cd, i_data_driven, i_data} != {cs_n, rd_n, wr_n, cd, driven, data};
    assign o_again   = again;

    wire x2_fall_used;
    assign o_x2_fall_used = x2_fall_used || clock_fall;

    // A write that has ended and waits for its moment
    reg        op_waits, next_control, op_control;
    reg [15:0] next_data, op_data;
    reg [63:0] op_ps;

    wire op_first   = op_waits && !was_reading && reading;         // a read begins: the write acts before it
    reg  op_due;                                                   // its time has come; pins that move now come behind it
    wire take       = bus_free && pins_moved && !op_first && !op_due && !one_more;
    wire write_ends = was_writing && !writing;

    wire [7:0] cmd      = data[7:0];
    wire       group    = cmd[7:5] >= 1 && cmd[7:5] <= 6;          // arm, load, save, disarm and their pairs
    wire       single   = cmd[7:5] == 7 && cmd[2:0] >= 1 && cmd[2:0] <= 5 && cmd[4:3] != 3;   // toggle, step
    wire       delayed  = cd && (group || single || cmd == 8'hff);
    wire signed [31:0] tcmd = `FIG(`FIG_TCMD);
    // From a write's end to its action
    wire signed [31:0] act_ps = i_effects && cmd_or_data ? drawn_ps : delayed ? tcmd : 32'sd0;
    wire        cmd_or_data = !(cd && cmd == 8'hff);
    wire [31:0] drawn_ps;
    reg  signed [31:0] op_late_ps, out_ps;                         // the same, for the OUT pins

    // ---- Consequences of violations
    wire [`FIG_CHECKS-1:0] broken;
    wire [`FIG_CHECKS-1:0] hit = i_effects ? broken : {`FIG_CHECKS{1'b0}};
    wire        begins, port, restatus, effects_ended, lost, twice, save_early, mixed_control, bus_busy, pins_busy;
    wire [15:0] shown_word, mixed_data;
    wire [7:0]  shown_status;
    wire [4:0]  near, trigger_pins, level_pins, level_moved, open;
    wire [9:0]  source_pins, late_pins;
    wire        one_more;                                          // count, for a counter
    wire [2:0]  one_more_for;
    wire [63:0] gates_ps, status_ps;
    reg         op_again, step;
    reg  [4:0]  early;
    wire        ended = i_effects ? effects_ended : read_ended;
    assign effects_busy = bus_busy || pins_busy;

    // ---- What was taken in the last tick
    reg       cd_moved, data_moved, cs_fall, cs_rise, rd_fall, rd_rise, wr_fall, wr_rise;
    reg       read_begin, read_end, write_begin, write_end, command, double, taken;
    reg [4:0] counters;
    reg       status_read;                                         // C/D while the last read lasted

    wire [15:0] word;
    wire [7:0]  status;
    wire        short_write, fout;
    wire [4:0]  edges, armed, out, out_z;
    wire [15:0] mode1, mode2, mode3, mode4, mode5;
    wire        clock_fall;                                        // a check wants to see X2 fall
    reg  [4:0]  out_was, out_z_was;
    reg         by_op, by_op_was;                                  // changes come from a command
    wire        out_moved = out != out_was && !by_op_was;

    wire [63:0] databus_ps, outputs_ps;
    wire [63:0] op_due_ps = op_waits ? op_ps : NEVER;
    wire [63:0] due_ps    = databus_ps < op_due_ps ? databus_ps : op_due_ps;
    wire [63:0] effect_ps = gates_ps < status_ps ? gates_ps : status_ps;
    wire [63:0] bus_ps    = due_ps < effect_ps ? due_ps : effect_ps;
    reg         bus_now;
    reg  [63:0] first_ps;
    always @* begin                    // in one block, of what only clk_bus moves: simulators then leave it alone at edges
        bus_now  = effects_busy || one_more || fetch || op || ended || by_op || taken || counting || pins_moved ||
                   {out_z, out} != {out_z_was, out_was};
        first_ps = bus_now ? 0 : bus_ps < outputs_ps ? bus_ps : outputs_ps;
    end
    assign o_bus_ps = moved || note ? 0 : first_ps;

    always @* begin
        op_due = 0;
        if (op_waits)
            op_due = i_same && i_now_ps >= op_ps;
    end

    always @(posedge clk_bus)
        if (i_por) begin
            {cs_n, rd_n, wr_n, cd, driven} <= {i_cs_n, 4'b1110}; // on the board CS is low from the start
            data         <= 16'hffff;
            src          <= 0;
            gate         <= 0;
            op           <= 0;
            read_ended   <= 0;
            op_waits     <= 0;
            next_control <= 0;
            next_data    <= 0;
            op_control   <= 0;
            op_data      <= 0;
            op_ps        <= 0;
            by_op        <= 0;
            by_op_was    <= 0;
            out_was      <= 0;
            out_z_was    <= 0;
            o_look       <= 0;
            o_x2_lossy   <= 0;
            op_late_ps   <= 0;
            out_ps       <= 0;
            {op_again, step, early} <= 0;
            {cd_moved, data_moved, cs_fall, cs_rise, rd_fall, rd_rise, wr_fall, wr_rise} <= 0;
            {read_begin, read_end, write_begin, write_end, command, double, taken, counters, status_read} <= 0;
        end else begin
            src        <= i_src;
            gate       <= gates;
            by_op      <= op && !step;
            step       <= 0;
            early      <= 0;
            o_x2_lossy <= o_x2_lossy || hit[`FIG_TCHCH] || hit[`FIG_TCHCL] || hit[`FIG_TCLCH];
            by_op_was  <= by_op;
            out_was    <= out;
            out_z_was  <= out_z;
            o_look     <= taken || out_moved || note || i_rd_lost || i_wr_lost || i_rd_pause_lost || i_wr_pause_lost;
            op         <= 0;
            taken      <= take;
            read_ended <= take && was_reading && !reading && !status_read;
            if (taken) begin
                {cd_moved, data_moved, cs_fall, cs_rise, rd_fall, rd_rise, wr_fall, wr_rise} <= 0;
                {read_begin, read_end, write_begin, write_end, command} <= 0;
            end
            if (take) begin
                {cs_n, rd_n, wr_n, cd, driven} <= {i_cs_n, i_rd_n, i_wr_n, i_cd, i_data_driven};
                data        <= i_data;
                if (reading)
                    status_read <= i_cd;
                cd_moved    <= i_cd != cd;
                data_moved  <= i_data_driven != driven || i_data != data;
                cs_fall     <= cs_n && !i_cs_n;
                cs_rise     <= !cs_n && i_cs_n;
                rd_fall     <= rd_n && !i_rd_n;
                rd_rise     <= !rd_n && i_rd_n;
                wr_fall     <= wr_n && !i_wr_n;
                wr_rise     <= !wr_n && i_wr_n;
                read_begin  <= !was_reading && reading;
                read_end    <= was_reading && !reading;
                write_begin <= !was_writing && writing;
                write_end   <= write_ends;
                command     <= write_ends && cd && (group || single);
                counters    <= group ? cmd[4:0] : 5'd1 << (cmd[2:0] - 3'd1);
                double      <= cmd[7:5] == 3 || cmd[7:5] == 4;     // LOAD AND ARM, DISARM AND SAVE
            end
            // The write waiting acts at its time, or before the next write ends or the next read begins
            if (op_waits && bus_free && (op_due || op_first || (take && write_ends))) begin
                op         <= !lost;
                op_again   <= twice && !lost;
                op_control <= mixed_control;
                op_data    <= mixed_data;
                early      <= save_early ? near : 5'd0;
                op_waits   <= 0;
                out_ps     <= op_late_ps;
            end else if (i_effects && bus_free && op_again) begin
                op       <= 1;
                op_again <= 0;
            end else if (i_effects && bus_free && one_more) begin
                op         <= 1;
                step       <= 1;
                op_control <= 1;
                op_data    <= {13'h1ffe, one_more_for};            // STEP
            end
            if (take && write_ends) begin
                op_waits     <= 1;
                next_control <= cd;
                next_data    <= data;
                op_ps        <= i_now_ps + {{32{act_ps[31]}}, act_ps};
                op_late_ps   <= delayed ? act_ps : tcmd + act_ps;
            end
        end

    am9513a_core core (
        .clk(clk), .clk_bus(clk_bus), .i_por(i_por),
        .i_x2(i_x2), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall),
        .i_src(i_effects ? late_pins[4:0] : src), .i_gate(i_effects ? late_pins[9:5] : gate),
        .i_watch_fout(i_watch_fout),
        .o_x2_fall_used(x2_fall_used), .o_edge(edges), .o_again(again),
        .o_mode1(mode1), .o_mode2(mode2), .o_mode3(mode3), .o_mode4(mode4), .o_mode5(mode5), .o_armed(armed),
        .i_effects(i_effects), .i_early(early), .i_now_ps(i_now_ps),
        .i_carry_ps(`FIG(`FIG_TCARRY)), .i_tap_ps(`FIG(`FIG_TFN)), .o_late_ps(o_late_ps), .o_open(open),
        .i_op(op), .i_op_control(op_control), .i_op_data(op_data), .i_read_end(ended),
        .o_word(word), .o_status(status), .o_short(short_write), .o_fetch(fetch),
        .o_out(out), .o_out_z(out_z), .o_fout(fout), .o_moved(moved), .o_wide(wide)
    );

    am9513a_databus databus (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps),
        .i_trlqv_ps(`FIG(`FIG_TRLQV)), .i_trlqx_ps(`FIG(`FIG_TRLQX)),
        .i_trhqx_ps(`FIG(`FIG_TRHQX)), .i_trhqz_ps(`FIG(`FIG_TRHQZ)),
        .i_begin(i_effects ? begins : read_begin), .i_end(read_end), .i_restatus(restatus),
        .i_control(i_effects ? port : status_read), .i_status(i_effects ? shown_status : status),
        .i_word(i_effects ? shown_word : word),
        .o_data(o_data), .o_driven(o_data_driven), .o_valid(o_data_valid), .o_next_ps(databus_ps)
    );

    am9513a_outputs outputs (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps),
        .i_edge_delay_ps(`FIG(`FIG_TEHYV)), .i_command_delay_ps(`FIG(`FIG_TWHYV) - out_ps),
        .i_fout_delay_ps(`FIG(`FIG_TEHFV)), .i_by_command(by_op_was),
        .i_out(out), .i_out_z(out_z), .i_fout(fout && i_watch_fout),
        .o_out(o_out), .o_out_z(o_out_z), .o_fout(o_fout), .o_next_ps(outputs_ps)
    );

    am9513a_checks checks (
        .clk(clk), .clk_bus(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access), .i_fig(i_fig),
        .i_cd_moved(cd_moved), .i_data_moved(data_moved), .i_cs_fall(cs_fall), .i_cs_rise(cs_rise),
        .i_rd_fall(rd_fall), .i_rd_rise(rd_rise), .i_wr_fall(wr_fall), .i_wr_rise(wr_rise),
        .i_rd_lost(i_rd_lost), .i_wr_lost(i_wr_lost),
        .i_rd_pause_lost(i_rd_pause_lost), .i_wr_pause_lost(i_wr_pause_lost),
        .i_rd_low(!rd_n || rd_rise), .i_wr_low(!wr_n || wr_rise), .i_reading(was_reading),
        .i_read_begin(read_begin), .i_read_end(read_end), .i_write_begin(write_begin), .i_write_end(write_end),
        .i_short(short_write), .i_edge(edges), .i_out_moved(out_moved),
        .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall), .i_src(src), .i_gate(gate),
        .i_mode1(mode1), .i_mode2(mode2), .i_mode3(mode3), .i_mode4(mode4), .i_mode5(mode5), .i_armed(armed),
        .i_command(command), .i_counters(counters), .i_double(double), .i_status(status_read),
        .o_broken(broken), .o_near(near), .o_source_pins(source_pins), .o_trigger_pins(trigger_pins),
        .o_level_pins(level_pins), .o_level_moved(level_moved), .o_want_fall(clock_fall), .o_again(note)
    );

    am9513a_bus_effects bus_effects (
        .clk(clk_bus), .i_por(i_por), .i_on(i_effects), .i_seed(i_seed), .i_now_ps(i_now_ps), .i_fig(i_fig),
        .i_hit(hit), .i_read_begin(read_begin), .i_read_end(read_end), .i_write_end(write_end),
        .i_control(status_read), .i_data(data),
        .i_word(word), .i_status(status),
        .o_begin(begins), .o_port(port), .o_word(shown_word), .o_status(shown_status), .o_restatus(restatus),
        .o_ended(effects_ended),
        .i_next_data(next_data), .i_next_control(next_control), .i_op(op), .o_lost(lost), .o_twice(twice),
        .o_save_early(save_early), .o_op_data(mixed_data), .o_op_control(mixed_control),
        .i_command(delayed), .i_moves_out(single || cmd[7:5] == 2 || cmd[7:5] == 3),
        .i_double(cmd[7:5] == 3 || cmd[7:5] == 4), .o_delay_ps(drawn_ps),
        .o_next_ps(status_ps), .o_busy(bus_busy)
    );

    am9513a_pin_effects pin_effects (
        .clk(clk_bus), .i_por(i_por), .i_on(i_effects), .i_seed(i_seed), .i_now_ps(i_now_ps), .i_fig(i_fig),
        .i_hit(hit), .i_pins({gate, src}), .i_source(source_pins), .i_trigger(trigger_pins), .i_level(level_pins),
        .i_counters(level_moved), .i_open(open & armed), .o_pins(late_pins),
        .o_step(one_more), .o_step_counter(one_more_for), .i_stepped(step), .o_next_ps(gates_ps), .o_busy(pins_busy)
    );
`undef FIG
endmodule
`default_nettype wire
