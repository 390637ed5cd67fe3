# SPDX-License-Identifier: MIT
# Makes eval_edges() of the function eval_nba() that Verilator 5.006 generates: the same for ticks of the first clock
# alone, so it does not ask which clocks tick (sim/board/rtl_shim.cpp).
/^void .*___eval_nba(/,/^}/ {
    s/___eval_nba/___eval_edges/
    s/vlSelf->__VnbaTriggered\.at(0U)/true/g
    s/vlSelf->__VnbaTriggered\.at([1-9]U)/false/g
    p
}
