// SPDX-License-Identifier: MIT
// A rule that holds in every reachable state, and that induction over two ticks cannot prove: from 6, which is not
// reached, the counter goes to 7. It shows that the step of the induction can fail.
`default_nettype none
module not_inductive (
    input wire clk
);
    reg [2:0] count = 0;
    always @(posedge clk)
        count <= count == 5 ? 5 : count + 1;
    always @* begin
        assert (count != 7);
        cover (count == 5);
    end
endmodule
`default_nettype wire
