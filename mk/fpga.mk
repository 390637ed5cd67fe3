# SPDX-License-Identifier: MIT
# The chip for an FPGA: synthesis for iCE40, placed and routed for two devices, and the netlist under Icarus.

FPGA_DEVICES = up5k hx8k
FPGA_PACKAGE_up5k = sg48
FPGA_PACKAGE_hx8k = ct256
FPGA_NETLIST = build/fpga/am9513a_fpga

$(FPGA_NETLIST).json: $(CHIP) | setup-fpga
	@mkdir -p $(@D)
	yosys -q -p 'read_verilog $(CHIP); synth_ice40 -dff -top am9513a_fpga -json $@; write_verilog -noattr $(@:.json=.v)' 2>&1 | \
	    sed '/limited support for tri-state/d; /^$$/d'
	@test -s $@

build/fpga/%.asc: $(FPGA_NETLIST).json
	nextpnr-ice40 --quiet --$* --package $(FPGA_PACKAGE_$*) --seed 1 --freq 20 --json $< --asc $@ --report $(@:.asc=.report)

build/fpga/%.bin: build/fpga/%.asc
	icepack $< $@

# Yosys writes its tristate cell by name
build/fpga/tbuf.v: mk/fpga.mk
	@mkdir -p $(@D)
	@echo 'module \$$_TBUF_ (input A, input E, output Y); assign Y = E ? A : 1'\''bz; endmodule' >$@

REPLAY_FPGA = iverilog -DFPGA -s replay_chip $(RTL_DIRS) -o $@ sim/board/replay_chip.v
build/replay_fpga.vvp: sim/board/replay_chip.v $(CHIP) build/gen/figures.vh | setup-test
	$(REPLAY_FPGA) -g2005 -Wall $(CHIP)
build/replay_netlist.vvp: sim/board/replay_chip.v $(FPGA_NETLIST).json build/fpga/tbuf.v build/gen/figures.vh | setup-test
	$(REPLAY_FPGA) -g2012 -DNO_ICE40_DEFAULT_ASSIGNMENTS $(FPGA_NETLIST).v build/fpga/tbuf.v \
	    /usr/share/yosys/ice40/cells_sim.v
build/fpga/pins.vvp: tests/fpga/pins.v $(CHIP) | setup-test
	@mkdir -p $(@D)
	iverilog -g2005 -Wall -Wno-timescale -s pins -o $@ $^
