// SPDX-License-Identifier: MIT
// What the checks of specify2checks share; include it in the module. An event is one of six edges. A violation is
// counted and reported, and o_toggle moves. The levels at time 0 are no events. Verilator has two states and calls a
// block only when its signal has moved, so the level before is the other one.
    /* verilator lint_off BLKSEQ */    // each block keeps state of its own, or of its instant
    /* verilator lint_off UNUSED */    // two states need two edges
    // Edges in a mask: 01, 10, 0x, x1, 1x, x0; 6'b111111 is every movement
    function edge_in;
        input [5:0] mask;
        input       was, is;
`ifdef VERILATOR
        edge_in = is ? mask[0] : mask[1];
`else
        case ({was, is})
        2'b01: edge_in = mask[0];
        2'b10: edge_in = mask[1];
        default: edge_in = was === is ? 1'b0 : was === 1'b0 ? mask[2] : is === 1'b1 ? mask[3] :
                           was === 1'b1 ? mask[4] : is === 1'b0 ? mask[5] : &mask;
        endcase
`endif
    endfunction

    integer violations = 0;
    initial o_toggle = 0;
`define SPECIFY_VIOLATED(REQUIRED, OBSERVED) begin \
        violations = violations + 1; \
        o_toggle = !o_toggle; \
        if (SEVERITY == 2) \
            $error("%0d ps: %m: %0s: required %0d ps, observed %0d ps", $time, CHECK, REQUIRED, OBSERVED); \
        else if (SEVERITY == 1) \
            $warning("%0d ps: %m: %0s: required %0d ps, observed %0d ps", $time, CHECK, REQUIRED, OBSERVED); \
    end
