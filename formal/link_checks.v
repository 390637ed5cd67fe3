// SPDX-License-Identifier: MIT
// checks_aged reports what chk_stable and chk_latch of rtl/timing report, for every sequence of events.
// Times in any unit. Assumed: A1, A2 (time.vh), limits within AGE bits, the set-up times above 0; C/D
// does not move inside a write (rule 7 of formal/translator.v).
//   1 TAVRL or TRHAX is reported in a tick exactly if checks_aged says setup, inside or hold
//   2 TAVWH, TWHAX the same
`default_nettype none
module link_checks #(
    parameter AGE = 6
) (
    input wire           clk,
    input wire           i_por,
    input wire [63:0]    i_now_ps,
    input wire [AGE-1:0] tavrl, trhax, tavwh, twhax,
    input wire           cd_moved, read_begin, read_end, write_begin, write_end
);
`include "time.vh"
    wire [63:0]    passed  = i_now_ps - f_last_ps;
    wire [AGE-1:0] elapsed = passed < {AGE{1'b1}} ? passed[AGE-1:0] : {AGE{1'b1}};
    wire           setup, inside, hold, tavwh_broken, twhax_broken;
    checks_aged #(.AGE(AGE)) aged (
        .clk(clk), .i_por(i_por), .i_elapsed(elapsed), .i_tavrl(tavrl), .i_trhax(trhax), .i_tavwh(tavwh),
        .i_twhax(twhax), .i_cd_moved(cd_moved), .i_read_begin(read_begin), .i_read_end(read_end),
        .i_write_end(write_end), .o_setup(setup), .o_inside(inside), .o_hold(hold), .o_tavwh(tavwh_broken),
        .o_twhax(twhax_broken)
    );
    reg said_cd, said_tavwh, said_twhax;         // in the last tick
    always @(posedge clk)
        {said_cd, said_tavwh, said_twhax} <= i_por ? 3'b0 : {setup || inside || hold, tavwh_broken, twhax_broken};

`define COMMON .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(32'd0)
    wire [31-AGE:0] none = 0;
    wire            setup_broken, hold_broken, tavwh_said, twhax_said;
    chk_stable cd (
        `COMMON, .i_setup_ps({none, tavrl}), .i_hold_ps({none, trhax}), .i_data(cd_moved), .i_begin(read_begin),
        .i_end(read_end), .o_setup_broken(setup_broken), .o_hold_broken(hold_broken)
    );
    chk_latch written (
        `COMMON, .i_setup_ps({none, tavwh}), .i_hold_ps({none, twhax}), .i_come(cd_moved), .i_leave(cd_moved),
        .i_begin(write_begin), .i_end(write_end), .o_setup_broken(tavwh_said), .o_hold_broken(twhax_said)
    );

    // ---- State: an age is the time since, or the greatest
    function is_age;
        input [AGE-1:0] age;
        input [63:0]    from_ps;
        is_age = from_ps <= f_last_ps && (&age ? f_last_ps - from_ps >= age : f_last_ps - from_ps == age);
    endfunction
    reg begun = 0, ended = 0, writing = 0;       // a read has begun, ended since power-up; a write is under way
    always @(posedge clk) begin
        begun   <= !i_por && (begun || read_begin);
        ended   <= !i_por && (ended || read_end);
        writing <= !i_por && (write_begin || (writing && !write_end));
    end
    (* hierconn *) wire           \cd.known , \cd.after , \cd.moved , \written.known , \written.gone ;
    (* hierconn *) wire           \written.after , \written.left ;
    (* hierconn *) wire [63:0]    \cd.data_ps , \cd.begin_ps , \cd.end_ps , \written.come_ps , \written.end_ps ;
    (* hierconn *) wire           \aged.known , \aged.moved , \aged.after_read , \aged.after_write ;
    (* hierconn *) wire [AGE-1:0] \aged.cd_age , \aged.begin_age , \aged.read_age , \aged.write_age ;

    always @* begin
        assume (tavrl != 0 && tavwh != 0 && !(&tavrl) && !(&trhax) && !(&tavwh) && !(&twhax));
        // A read ends only after it has begun
        if (!begun) assume (!read_end);
        assume (!(write_end && !writing) && !(write_begin && writing) && !(writing && cd_moved && !write_end));
        if (f_ticked) begin
            assert (\cd.known == \aged.known && \written.known == \aged.known );
            assert (\cd.after == \aged.after_read && \written.after == \aged.after_write );
            assert (!begun || \cd.moved == \aged.moved );
            assert (!\written.gone && !(writing && \written.left ));
            assert (!\aged.known || (is_age(\aged.cd_age , \cd.data_ps ) && \cd.data_ps == \written.come_ps ));
            assert (!begun || is_age(\aged.begin_age , \cd.begin_ps ));
            assert (!\aged.after_read || is_age(\aged.read_age , \cd.end_ps ));
            assert (!\aged.after_write || is_age(\aged.write_age , \written.end_ps ));
            assert (!begun || !\cd.moved || (\aged.known && \cd.data_ps >= \cd.begin_ps ));
            assert (!\aged.after_read || ended);
            assert ((setup_broken || hold_broken) == said_cd);                      // 1
            assert (tavwh_said == said_tavwh && twhax_said == said_twhax);          // 2
        end
        cover (setup_broken && f_past);
        cover (hold_broken && f_past);
        cover (tavwh_said && f_past);
        cover (twhax_said && f_past);
        cover (&\aged.cd_age && f_past);
    end
endmodule
`default_nettype wire
