// SPDX-License-Identifier: MIT
// The Am9513A in picoseconds: the core of rtl/chip/ with its pins, the delays of the outputs and of commands,
// the checks of its pins, and the effects of violations. This file is wiring:
//
//   bus, SRC, GATE --> bus_pins --> checks <-- edges
//                        |  |         |
//                        |  |         +-- violated --> bus_effects, pin_effects
//                        |  |
//                        |  +-- SRC, GATE --> pin_effects <-- X2
//                        v                        |
//   bus_effects <--> pending_write                | what the core sees of them
//    ^       |           |                        v
//    |       |           +-- the write, save --> core --> outputs --> OUT, FOUT
//    |       |                                   ^  |
//    |       |      late_edges ------------------+  |
//    |       |               ^-- edges -------------+
//    +-------|--------- word, status ---------------+
//            +--> databus --> data bus                    schedule: the time of the next tick
`include "figures.vh"
`default_nettype none
module am9513a #(
    parameter X2_VARIES = 0                  // 0: X2 is judged by its first cycle, and i_x2 lacks the pulses lost
) (
    // FOUT, OUT; X2 and its edges in this tick
    output wire [4:0]  o_out,
    output wire [4:0]  o_out_z,          // high impedance
    input  wire        i_x2,
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    output wire        o_fout,
    // Bus
    input  wire        i_cd,             // C/D: 1 control, 0 data
    input  wire        i_wr_n,
    input  wire        i_cs_n,
    input  wire        i_rd_n,
    input  wire [15:0] i_data,           // DB
    input  wire        i_data_driven,
    output wire [15:0] o_data,
    output wire        o_data_driven,
    output wire        o_data_valid,
    // Counters
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    // Simulation: time
    input  wire        clk,              // every tick
    input  wire        clk_bus,          // ticks in which something but count sources may move
    input  wire        clk_core,         // of these: ticks that o_core_now asks for, that o_check_now asks for
    input  wire        clk_check,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire        i_same_instant,   // not the first tick of this instant: edges of X2 are over
    output wire        o_tick_now,       // next tick of clk: at once
    output wire [63:0] o_edge_ps,        // next tick of clk, for late edges
    output wire [63:0] o_bus_ps,         // next tick of clk_bus; 0: at once
    output wire        o_core_now,       // the next tick of clk_bus needs clk_core
    output wire        o_check_now,      // and clk_check
    // Figures, checks, effects
    input  wire [`FIG_RTL*32-1:0] i_fig,
    input  wire [31:0] i_access,         // number of the access, for the records
    input  wire [3:0]  i_lost,           // too short to reach the pin: [3] RD low, [2] WR low, [1] RD high, [0] WR high
    output wire        o_check_event,    // a check may have been violated in the last tick
    input  wire        i_effects,
    input  wire [31:0] i_seed,
    output wire        o_x2_lossy,       // X2_VARIES 0: X2 is too fast, the chip misses some pulses
    // What is read: FOUT (if not, its pin does not move); falling edges of X2
    input  wire        i_fout_used,
    output wire        o_x2_fall_used
);
`define FIG(NUMBER) i_fig[NUMBER*32 +: 32]
`define TIME .i_por(i_por), .i_now_ps(i_now_ps)

    wire unused_fig = ^i_fig;            // what the workstation and the PAL have is read elsewhere

    // ---- Pins
    wire        core_busy, fx_bus_busy, fx_pins_busy, write, read_end_acts, act_first, bus16;
    wire        counting, pins_moved, free, sample_pins, read_begins, write_ends;
    wire        cd, wr_n, rd_n, reading, status_read, pins_sampled, data_read_end, cd_moved, data_came, data_left;
    wire [63:0] pins_ps;
    wire        cs_fall, cs_rise, rd_fall, rd_rise, wr_fall, wr_rise, read_begin, read_end, write_begin, write_end;
    wire [15:0] data;
    wire [4:0]  src, gate;
    am9513a_bus_pins bus_pins (
        .clk(clk_bus), `TIME, .i_cd(i_cd), .i_wr_n(i_wr_n), .i_cs_n(i_cs_n), .i_rd_n(i_rd_n),
        .i_data(i_data), .i_data_driven(i_data_driven), .i_src(i_src), .i_gate(i_gate),
        .i_busy(core_busy || write || read_end_acts || fx_bus_busy || fx_pins_busy), .i_write_first(act_first),
        .i_bus16(bus16), .o_counting(counting), .o_pins_moved(pins_moved), .o_free(free),
        .o_read_begins(read_begins), .o_write_ends(write_ends), .o_sample_pins(sample_pins),
        .o_cd(cd), .o_wr_n(wr_n), .o_rd_n(rd_n), .o_data(data), .o_pins_ps(pins_ps), .o_src(src),
        .o_gate(gate), .o_reading(reading), .o_status_read(status_read),
        .o_pins_sampled(pins_sampled), .o_data_read_end(data_read_end), .o_cd_moved(cd_moved),
        .o_data_came(data_came), .o_data_left(data_left),
        .o_cs_fall(cs_fall), .o_cs_rise(cs_rise), .o_rd_fall(rd_fall), .o_rd_rise(rd_rise), .o_wr_fall(wr_fall),
        .o_wr_rise(wr_rise),
        .o_read_begin(read_begin), .o_read_end(read_end), .o_write_begin(write_begin), .o_write_end(write_end)
    );

    // ---- Writes
    wire               fx_write_control, fx_write_lost, fx_write_twice, extra_count;
    wire signed [31:0] fx_write_ps;
    wire [15:0]        fx_write_data, pending_data, write_data;
    wire [4:0]         fx_early, counters, edges;
    wire [79:0]        count, save;
    wire [2:0]         extra_count_for;
    wire               delayed, out_changes, double_action, command, double, pending, pending_control, write_control;
    wire               step;
    wire signed [31:0] write_spent_ps;
    wire [63:0]        write_ps;
    am9513a_pending_write pending_write (
        .clk(clk), .clk_bus(clk_bus), .clk_core(clk_core), `TIME, .i_same_instant(i_same_instant),
        .i_tcmd_ps(`FIG(`FIG_TCMD)), .i_cd(cd), .i_data(data), .i_free(free), .i_read_begins(read_begins),
        .i_write_ends(write_ends), .i_sample_pins(sample_pins), .i_pins_sampled(pins_sampled), .i_effects(i_effects),
        .i_fx_delay_ps(fx_write_ps), .i_fx_control(fx_write_control), .i_fx_data(fx_write_data),
        .i_fx_lost(fx_write_lost), .i_fx_twice(fx_write_twice), .i_fx_early(fx_early),
        .i_extra_count(extra_count), .i_extra_count_for(extra_count_for),
        .o_delayed(delayed), .o_out_changes(out_changes), .o_double_action(double_action),
        .o_command(command), .o_counters(counters), .o_double(double), .o_pending(pending), .o_act_first(act_first),
        .o_pending_control(pending_control), .o_pending_data(pending_data), .o_next_ps(write_ps),
        .i_edge(edges), .i_count(count), .o_save(save), .o_write(write), .o_write_control(write_control),
        .o_write_data(write_data), .o_step(step), .o_spent_ps(write_spent_ps)
    );

    // ---- Core, and what is late
    wire [44:0] mode;
    wire [24:0] select;
    wire [15:0] word;
    wire [7:0]  status;
    wire [4:0]  core_src, core_gate, out, out_z, source_edges, armed, gate_active;
    wire [1:0]  compared;
    wire        short_write, fout, modes_written, late_now, x2_fall_used, prefetch_next, out_changed;
    wire        core_now;
    wire        core_x2, core_x2_rise, core_x2_fall;
    am9513a_core core (
        .clk(clk), .clk_core(clk_core), .i_por(i_por), .i_write(write), .i_write_control(write_control),
        .i_write_data(write_data), .i_read_end(read_end_acts), .o_word(word), .o_status(status), .o_bus16(bus16),
        .o_short_write(short_write), .i_x2(core_x2), .i_x2_rise(core_x2_rise), .i_x2_fall(core_x2_fall),
        .i_gate(core_gate), .i_src(core_src), .o_out(out), .o_out_z(out_z), .o_fout(fout), .o_compared(compared),
        .o_edge(source_edges), .i_edge(edges), .o_count(count), .i_save(save),
        .o_select(select), .o_mode(mode), .o_modes_written(modes_written), .o_armed(armed),
        .o_gate_active(gate_active),
        .i_choices({`FIG(`FIG_CHAINED_LOAD) != 0, `FIG(`FIG_OUTPUT_CODE_3) != 0,
                    `FIG(`FIG_TOGGLE_FLIP_FLOP) != 0, `FIG(`FIG_RELOAD_ONE) != 0,
                    `FIG(`FIG_ARM_AGAIN) != 0, `FIG(`FIG_LOAD_INTO_TC_DISARMS) != 0,
                    `FIG(`FIG_LOAD_INTO_TC) != 0, `FIG(`FIG_TC_WHEN_DISARMED) != 0,
                    `FIG(`FIG_FIRST_GATE_EDGE) != 0}),
        .i_fout_used(i_fout_used), .i_late_now(late_now), .o_x2_fall_used(x2_fall_used), .o_tick_now(o_tick_now),
        .o_prefetch_next(prefetch_next), .o_out_changed(out_changed), .o_core_now(core_now),
        .o_busy(core_busy)
    );
    am9513a_late_edges late_edges (
        .clk(clk), .clk_core(clk_core), `TIME, .i_effects(i_effects),
        .i_tcarry_ps(`FIG(`FIG_TCARRY)), .i_tfn_ps(`FIG(`FIG_TFN)), .i_select(select),
        .i_modes_written(modes_written),
        .i_edge(source_edges), .o_edge(edges), .o_next_ps(o_edge_ps), .o_tick_now(late_now)
    );

    // ---- Output pins
    wire        fx_read_begin, fx_read_control, fx_status_changed, fx_status_moved, by_command;
    wire [15:0] fx_word;
    wire [7:0]  fx_status;
    wire [63:0] databus_ps, outputs_ps;
    am9513a_databus databus (
        .clk(clk_bus), `TIME, .i_trlqv_ps(`FIG(`FIG_TRLQV)), .i_trlqx_ps(`FIG(`FIG_TRLQX)),
        .i_trhqx_ps(`FIG(`FIG_TRHQX)), .i_trhqz_ps(`FIG(`FIG_TRHQZ)),
        .i_begin(fx_read_begin), .i_end(read_end), .i_status_changed(fx_status_changed),
        .i_control(fx_read_control), .i_status(fx_status), .i_word(fx_word),
        .o_data(o_data), .o_driven(o_data_driven), .o_valid(o_data_valid), .o_next_ps(databus_ps)
    );
    am9513a_outputs outputs (
        .clk(clk_bus), `TIME, .i_tehyv_ps(`FIG(`FIG_TEHYV)),
        .i_tehyv_compare_ps(`FIG(`FIG_TOGGLE_COMPARATOR_DELAY) != 0 ? `FIG(`FIG_TEHYV) : `FIG(`FIG_TEHYV_COMPARE)),
        .i_command_ps(`FIG(`FIG_TWHYV) - write_spent_ps), .i_tehfv_ps(`FIG(`FIG_TEHFV)),
        .i_by_command(by_command), .i_compared(compared),
        .i_out(out), .i_out_z(out_z), .i_fout(fout && i_fout_used),
        .o_out(o_out), .o_out_z(o_out_z), .o_fout(o_fout), .o_next_ps(outputs_ps)
    );

    // ---- Checks
    wire [`FIG_CHIP_CHECKS-1:0] broken;
    wire [9:0]  source_pins;
    wire [4:0]  near, trigger_pins, level_pins, level_moved;
    wire        out_moved, x2_missed, clock_fall_used, checks_now;
    am9513a_checks #(.X2_VARIES(X2_VARIES)) checks (
        .clk(clk), .clk_check(clk_check), `TIME, .i_access(i_access), .i_limits(i_fig[`FIG_CHIP_CHECKS*32-1:0]),
        .i_twhrl_short_ps(`FIG(`FIG_TWHRL_SHORT)), .i_twhwl_short_ps(`FIG(`FIG_TWHWL_SHORT)),
        .i_twheh_double_ps(`FIG(`FIG_TWHEH_DOUBLE)),
        .i_pins_ps(pins_ps), .i_cd_moved(cd_moved), .i_data_came(data_came), .i_data_left(data_left),
        .i_cs_fall(cs_fall), .i_cs_rise(cs_rise),
        .i_rd_fall(rd_fall), .i_rd_rise(rd_rise), .i_wr_fall(wr_fall), .i_wr_rise(wr_rise),
        .i_lost(i_lost), .i_read_begins(read_begins), .i_rd_low(!rd_n || rd_rise), .i_wr_low(!wr_n || wr_rise),
        .i_reading(reading),
        .i_read_begin(read_begin), .i_read_end(read_end), .i_write_begin(write_begin), .i_write_end(write_end),
        .i_short_write(short_write), .i_edge(edges), .i_out_moved(out_moved),
        .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall), .i_src(src), .i_gate(gate),
        .i_mode(mode), .i_armed(armed),
        .i_command(command), .i_counters(counters), .i_double(double), .i_status_read(status_read),
        .o_broken(broken), .o_near(near), .o_source_pins(source_pins), .o_trigger_pins(trigger_pins),
        .o_level_pins(level_pins), .o_level_moved(level_moved),
        .o_x2_missed(x2_missed), .o_x2_fall_used(clock_fall_used), .o_tick_now(checks_now)
    );
    assign o_core_now     = core_now || pending;
    assign o_x2_fall_used = x2_fall_used || clock_fall_used;

    // ---- Effects
    wire [`FIG_CHIP_CHECKS-1:0] violated = i_effects ? broken : {`FIG_CHIP_CHECKS{1'b0}};
    wire [63:0] fx_bus_ps, fx_pins_ps;
    am9513a_bus_effects bus_effects (
        .clk_check(clk_check), `TIME, .i_effects(i_effects), .i_seed(i_seed),
        .i_twhdx_ps(`FIG(`FIG_TWHDX)), .i_twhax_ps(`FIG(`FIG_TWHAX)), .i_twhsh_ps(`FIG(`FIG_TWHSH)),
        .i_tehwh_ps(`FIG(`FIG_TEHWH)), .i_tgvwh_ps(`FIG(`FIG_TGVWH)), .i_twheh_ps(`FIG(`FIG_TWHEH)),
        .i_twheh_double_ps(`FIG(`FIG_TWHEH_DOUBLE)), .i_twhgv_ps(`FIG(`FIG_TWHGV)), .i_twhyv_ps(`FIG(`FIG_TWHYV)),
        .i_violated(violated), .i_near(near), .i_read_begin(read_begin), .i_read_end(read_end),
        .i_data_read_end(data_read_end), .i_write_end(write_end), .i_control(status_read), .i_data(data),
        .i_data_left(data_left), .i_word(word), .i_status(status), .o_read_begin(fx_read_begin),
        .o_read_control(fx_read_control),
        .o_word(fx_word), .o_status(fx_status), .o_status_changed(fx_status_changed), .o_status_moved(fx_status_moved),
        .o_read_end(read_end_acts),
        .i_pending_data(pending_data), .i_pending_control(pending_control), .i_write(write),
        .o_write_lost(fx_write_lost), .o_write_twice(fx_write_twice), .o_early(fx_early),
        .o_write_data(fx_write_data), .o_write_control(fx_write_control),
        .i_delayed(delayed), .i_out_changes(out_changes), .i_double_action(double_action), .o_delay_ps(fx_write_ps),
        .o_next_ps(fx_bus_ps), .o_busy(fx_bus_busy)
    );
    am9513a_pin_effects #(.X2_VARIES(X2_VARIES)) pin_effects (
        .clk_check(clk_check), `TIME, .i_effects(i_effects), .i_seed(i_seed), .i_tgveh_ps(`FIG(`FIG_TGVEH)),
        .i_bad_source(violated[`FIG_TEHEH] || violated[`FIG_TEHEL] || violated[`FIG_TELEH]),
        .i_bad_pulse(violated[`FIG_TGVGV]), .i_bad_hold(violated[`FIG_TEHGV]),
        .i_gate(gate), .i_src(src), .i_source_pins(source_pins), .i_trigger_pins(trigger_pins),
        .i_level_pins(level_pins), .i_level_moved(level_moved), .i_counting(gate_active & armed),
        .o_gate(core_gate), .o_src(core_src), .o_extra_count(extra_count), .o_extra_count_for(extra_count_for),
        .i_step(step), .i_x2(i_x2), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall), .i_x2_missed(x2_missed),
        .o_x2(core_x2), .o_x2_rise(core_x2_rise), .o_x2_fall(core_x2_fall), .o_x2_lossy(o_x2_lossy),
        .o_next_ps(fx_pins_ps), .o_busy(fx_pins_busy)
    );

    // ---- The next tick
    wire status_now = fx_status_moved || (i_effects && core_now); // with effects an OUT that is off counts too
    am9513a_schedule schedule (
        .clk(clk_bus), .i_por(i_por), .i_write(write), .i_step(step), .i_out(out), .i_out_z(out_z),
        .i_event(pins_sampled || checks_now || i_lost != 0),
        .i_at_once(i_lost != 0 || fx_bus_busy || fx_pins_busy || extra_count || prefetch_next || read_end_acts ||
                   pins_sampled || counting || pins_moved),
        .i_edge_at_once(out_changed || checks_now || status_now), .i_databus_ps(databus_ps),
        .i_outputs_ps(outputs_ps), .i_write_ps(write_ps), .i_fx_bus_ps(fx_bus_ps), .i_fx_pins_ps(fx_pins_ps),
        .i_effects(i_effects), .o_by_command(by_command), .o_out_moved(out_moved), .o_check_event(o_check_event),
        .o_check_now(o_check_now), .o_next_ps(o_bus_ps)
    );

`ifdef FORMAL
    // ---- Proved for any outputs of the instances: each port sees what formal/names says. The rules are written out by
    // formal/names.awk.
`include "names.vh"
`endif
`undef TIME
`undef FIG
endmodule
`default_nettype wire
