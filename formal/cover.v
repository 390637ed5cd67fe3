// SPDX-License-Identifier: MIT
// For yosys techmap: a cover statement becomes an assertion of the contrary. Its counterexample reaches the cover.
(* techmap_celltype = "$cover" *)
module cover_as_assert (
    input A,
    input EN
);
    \$assert contrary (.A(!A), .EN(EN));
endmodule
