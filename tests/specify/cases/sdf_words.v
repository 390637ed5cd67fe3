`timescale 1ps/1ps
// keywords in any case, entries without values, INSTANCE *, an escaped instance with a bracket, bits of [0:N-1]
module regs #(parameter N = 3) (input c, input [0:N-1] d);
    specify
        $setup(d, posedge c, 100);
        $hold(posedge c, d, 200);
        $width(posedge c, 30);
    endspecify
endmodule
module bench;
    reg c = 0;
    reg [0:2] d = 0;
    specify_limits limits ();
    regs \u[1].b (c, d);
    regs v (c, d);
    // set-ups, holds and widths that are broken
    function integer in_u(input dummy);
        in_u = 100 * (\u[1].b .checks.setup_1[0].bit_.rec.violations +
            \u[1].b .checks.setup_1[1].bit_.rec.violations +
            \u[1].b .checks.setup_1[2].bit_.rec.violations) +
            10 * (\u[1].b .checks.hold_1[0].bit_.rec.violations +
            \u[1].b .checks.hold_1[1].bit_.rec.violations +
            \u[1].b .checks.hold_1[2].bit_.rec.violations) +
            \u[1].b .checks.width_1.rec.violations;
    endfunction
    function integer in_v(input dummy);
        in_v = 100 * (v.checks.setup_1[0].bit_.rec.violations +
            v.checks.setup_1[1].bit_.rec.violations +
            v.checks.setup_1[2].bit_.rec.violations) +
            10 * (v.checks.hold_1[0].bit_.rec.violations +
            v.checks.hold_1[1].bit_.rec.violations +
            v.checks.hold_1[2].bit_.rec.violations) +
            v.checks.width_1.rec.violations;
    endfunction
    integer i, u_before, v_before;
    task show;
        input integer n, setup, high, hold;
        begin
            u_before = in_u(0);
            v_before = in_v(0);
            #2000 d[n] = 1;
            #setup c = 1;
            #high c = 0;
            #(hold - high) d[n] = 0;
            #2000 $display("d[%0d] set-up %0d, high %0d, hold %0d: %03d %03d", n, setup, high, hold, in_u(0) - u_before,
                           in_v(0) - v_before);
        end
    endtask
    initial begin
        for (i = 0; i < 3; i = i + 1) begin
            show(i, 99, 50, 1000);
            show(i, 100, 50, 1000);
            show(i, 299, 50, 1000);
            show(i, 300, 50, 1000);
            show(i, 1000, 50, 50);
            show(i, 1000, 50, 51);
        end
        show(0, 1000, 29, 1000);
        show(0, 1000, 30, 1000);
        show(0, 1000, 39, 1000);
        show(0, 1000, 40, 1000);
        $finish;
    end
endmodule
