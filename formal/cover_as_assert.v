// SPDX-License-Identifier: MIT
// For yosys techmap: a cover statement becomes an assertion of the contrary. Its counterexample reaches the cover.
`default_nettype none
(* techmap_celltype = "$cover" *)
module cover_as_assert (
    input wire A,
    input wire EN
);
    \$assert contrary (.A(!A), .EN(EN));
endmodule
`default_nettype wire
