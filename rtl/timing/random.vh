// SPDX-License-Identifier: MIT
// The seeded generator of all draws, xorshift of 32 bits; include it in the module that draws. Each module has a salt
// of its own, so that modules draw different sequences from one seed. The generator is linear: started from the seed
// itself it would give related sequences for related seeds. The product breaks that.
function [31:0] seeded;
    input [31:0] seed, salt;
    reg   [31:0] product;
    begin
        product = seed * 32'h9e3779b1 + salt;
        seeded  = product == 0 ? 32'd1 : product;
    end
endfunction

function [31:0] stepped;
    input [31:0] x;
    reg   [31:0] a, b;
    begin
        a = x ^ (x << 13);
        b = a ^ (a >> 17);
        stepped = b ^ (b << 5);
    end
endfunction
