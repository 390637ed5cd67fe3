// SPDX-License-Identifier: MIT
// The edge of a clock that is a tick: both in the simulator's Verilated models (docs/speed.md), elsewhere the rising
// one. The modules of rtl/chip/ and of this folder, which stand alone, say it themselves.
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
