# SPDX-License-Identifier: MIT
# The translators as parts to burn: fuse maps of GAL16V8, each read back and proved equal to the RTL.

PALS = $(basename $(notdir $(sort $(wildcard parts/*.jed))))

.PHONY: $(PALS:%=pal-%)
$(PALS:%=pal-%): pal-%: | setup-pal
	@tools/pal/prove.sh $* parts/$*.jed

# Proofs with yosys and its abc: formal/tasks, and formal/broken, which breaks what they prove; the weakest bounds.

formal: build/gen/figures.vh | setup-formal
	@formal/run.sh $(if $(JSON),--json '$(JSON)') $(TASKS)

formal-bounds: build/gen/figures.vh | setup-formal
	@formal/bounds.sh

formal-negative: build/gen/figures.vh | setup-formal
	@formal/run.sh --broken $(if $(JSON),--json '$(JSON)') $(TASKS)

formal-long: build/gen/figures.vh | setup-formal
	@formal/run.sh --long $(TASKS)
	@formal/run.sh --broken --long $(TASKS)

# The chip for an FPGA, in one file: synthesis for iCE40, placed and routed for two devices, and the netlist under Icarus.

FPGA = build/device/am9513a_fpga.v
FPGA_DEVICES = up5k hx8k
FPGA_BUILT = $(or $(strip $(BOARD)),$(FPGA_DEVICES))
FPGA_PACKAGE_up5k = sg48
FPGA_PACKAGE_hx8k = ct256
FPGA_NETLIST = build/fpga/am9513a_fpga

define SYNTHESIZE # top, commands
	@mkdir -p $(@D); rm -f $@
	yosys -q -p 'read_verilog $(filter %.v,$^); synth_ice40 -dff -top $(1); check -assert; write_json $@; $(2)' 2>&1 | \
	    sed '/limited support for tri-state/d; /^$$/d'
	@test -s $@
endef
$(FPGA_NETLIST).json: $(FPGA) | setup-fpga
	$(call SYNTHESIZE,am9513a_fpga,write_verilog -noattr $(@:.json=.v))

$(FPGA_DEVICES:%=build/fpga/%.asc): build/fpga/%.asc: $(FPGA_NETLIST).json
	nextpnr-ice40 --quiet --$* --package $(FPGA_PACKAGE_$*) --seed 1 --freq 20 --json $< --asc $@ --report $(@:.asc=.report)

# A board's top, examples/BOARD/BOARD.v, with its pins, at its clock: nextpnr fails where the timing is not met
build/fpga/icebreaker.json: examples/icebreaker/icebreaker.v examples/icebreaker/lines.v examples/icebreaker/uart.v $(FPGA) | setup-fpga
	$(call SYNTHESIZE,icebreaker,write_verilog -noattr $(@:.json=.v))
build/fpga/icebreaker.asc: build/fpga/icebreaker.json examples/icebreaker/icebreaker.pcf
	nextpnr-ice40 --quiet --up5k --package sg48 --seed 1 --freq 12 --pcf examples/icebreaker/icebreaker.pcf --json $< --asc $@ --report $(@:.asc=.report)

build/fpga/%.bin: build/fpga/%.asc
	icepack $< $@

# Yosys writes its tristate cell by name
build/fpga/tbuf.v: tools/mk/parts.mk
	@mkdir -p $(@D)
	@echo 'module \$$_TBUF_ (input A, input E, output Y); assign Y = E ? A : 1'\''bz; endmodule' >$@

REPLAY_FPGA = $(IVERILOG) -DFPGA -s replay_chip $(RTL_DIRS) -o $@ tests/replay/replay_chip.v
build/replay_fpga.vvp: tests/replay/replay_chip.v $(CHIP) build/gen/figures.vh | setup-test
	$(REPLAY_FPGA) -g2005 -Wall $(CHIP)
build/replay_netlist.vvp: tests/replay/replay_chip.v $(FPGA_NETLIST).json build/fpga/tbuf.v build/gen/figures.vh | setup-test
	$(REPLAY_FPGA) -g2012 -DNO_ICE40_DEFAULT_ASSIGNMENTS $(FPGA_NETLIST).v build/fpga/tbuf.v \
	    /usr/share/yosys/ice40/cells_sim.v
# A program that Verilator makes with --timing; for tests, with which compiling and playing take the least time together
define VERILATED # top, options
	@mkdir -p $(@D)
	$(VERILATOR) --binary --timing --output-split 0 --converge-limit 10000 --top-module $(1) -Wno-fatal $(2) \
	    -Mdir $(@D) $(filter %.v,$^) >$(@D).log 2>&1 || { cat $(@D).log; exit 1; }
endef
FOR_FPGA = -DNO_ICE40_DEFAULT_ASSIGNMENTS -MAKEFLAGS 'CXX=g++ OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0'
# Twenty times as fast as under Icarus, but with two states
build/fpga/replay/Vreplay_chip: tests/replay/replay_chip.v $(FPGA_NETLIST).json build/fpga/tbuf.v build/gen/figures.vh | setup-test
	$(call VERILATED,replay_chip,$(FOR_FPGA) -DFPGA $(RTL_DIRS) $(FPGA_NETLIST).v /usr/share/yosys/ice40/cells_sim.v)
BOARD_VECTORS = modes/mode-a modes/mode-c modes/mode-h modes/mode-o gates/gate-is-source gates/retrigger-gate-off \
                counter/tc-low pointer/hold-cycle bus/short-write reset/reset-gate
build/fpga/board/Vboard: tests/fpga/board.v examples/icebreaker/icebreaker.v examples/icebreaker/lines.v examples/icebreaker/uart.v $(FPGA) | setup-test
	$(call VERILATED,board,$(FOR_FPGA))
build/fpga/board.vvp: tests/fpga/board.v examples/icebreaker/icebreaker.v examples/icebreaker/lines.v examples/icebreaker/uart.v $(FPGA) | setup-test
build/fpga/flashed/Vboard: tests/fpga/board.v build/fpga/icebreaker.json build/fpga/tbuf.v | setup-test
	$(call VERILATED,board,$(FOR_FPGA) -DNETLIST build/fpga/icebreaker.v /usr/share/yosys/ice40/cells_sim.v)
build/fpga/pins.vvp: tests/fpga/pins.v $(FPGA) | setup-test
build/fpga/board.vvp build/fpga/pins.vvp:
	@mkdir -p $(@D)
	$(IVERILOG) -g2005 -Wall -Wno-timescale -s $(basename $(@F)) -o $@ $^

# The chip and the board as Verilog parts, each in one file: modules, figures of parts/, lines that report violations.
# With the chip for an FPGA, and what FuseSoC reads.

PARTS_V = $(DEVICE) $(BOARD_DEVICE) $(FPGA) build/device/device.core
DEVICE = build/device/am9513a_device.v
BOARD_DEVICE = build/device/timer_board_device.v
DEVICE_PARTS = am9513a cts9513-2
DEVICE_PALS = pal16xx pal16xxa pal16xxb pal22v10 pal22v10a tibpal16l8-25
DEVICE_V = rtl/device/device_ticks.v $(filter-out %/am9513a_chip.v %/am9513a_fpga.v,$(CHIP)) \
           $(sort $(wildcard rtl/timed/*.v)) \
           $(filter-out %/pin_events.v %/gate_delay.v,$(sort $(wildcard rtl/timing/*.v)))

build/gen/device.vh: tools/device.sh sim/figures/figures.def build/gen/figures.vh build/tmr0 \
                     $(patsubst %,parts/%.ini,$(DEVICE_PARTS) $(DEVICE_PALS))
	$(Q)tools/device.sh '$(DEVICE_PARTS)' '$(DEVICE_PALS)' >$@

# rtl/board/timer_board.v and what it has around the chip
BOARD_DEVICE_V = $(DEVICE_V) rtl/timing/gate_delay.v \
                 $(addprefix rtl/board/,osc.v pal_direct.v pal_flipflop.v timer_board.v)

DEVICE_FILE = mkdir -p $(@D); awk -v version=$(VERSION) -v folders='build/gen rtl/device rtl/timing' \
              -f tools/device-file.awk $(filter %.v,$^) >$@
$(DEVICE): rtl/device/am9513a_device.v $(DEVICE_V)
	$(DEVICE_FILE)
$(BOARD_DEVICE): rtl/device/timer_board_device.v $(BOARD_DEVICE_V)
	$(DEVICE_FILE)
$(FPGA): rtl/chip/am9513a_fpga.v $(CHIP) tools/device-file.awk
	$(DEVICE_FILE)
build/device/device.core: rtl/device/device.core.in
	@mkdir -p $(@D)
	@cp $< $@
$(DEVICE) $(BOARD_DEVICE): tools/device-file.awk build/gen/device.vh build/gen/figures.vh rtl/device/device_violations.vh \
                           $(sort $(wildcard rtl/timing/*.vh))

# The programs that replay calls on these parts. That of `make bench` is compiled with Verilator's own options.
REPLAY_DEVICE = tests/device/replay_device.v tests/replay/calls.vh
REPLAY_CHIP = $(DEVICE)
REPLAY_BOARD = $(BOARD_DEVICE) rtl/device/device_ticks.v rtl/timing/chk_record.v rtl/timing/gate_delay.v rtl/board/des_bus.v
REPLAYS_BOARD = $(foreach pal,flipflop direct,$(foreach corner,0 1 2,$(pal)-$(corner)-1)) flipflop-1-5
REPLAYS_DEVICE = build/device/replay.vvp $(patsubst %,build/device/effects-%.vvp,1 2 5 7) \
                 build/device/replay/Vreplay_device \
                 $(REPLAYS_BOARD:%=build/device/board-%.vvp) build/device/board/Vreplay_device
BENCH_DEVICE = build/device/board-flipflop-1-1.vvp build/device/bench/Vreplay_device

REPLAY_DIRS = -Ibuild/gen -Irtl/timing -Itests/replay
REPLAY_VVP = $(IVERILOG) -g2012 -Wall -Wno-timescale -s replay_device $(REPLAY_DIRS) -o $@ $(filter %.v,$^)
build/device/replay.vvp: $(REPLAY_DEVICE) $(REPLAY_CHIP) | setup-test
	$(REPLAY_VVP)
build/device/effects-%.vvp: $(REPLAY_DEVICE) $(REPLAY_CHIP) | setup-test
	$(REPLAY_VVP) -P replay_device.EFFECTS=1 -P replay_device.SEED=$*
# board-PAL-CORNER-SEED.vvp
build/device/board-%.vvp: $(REPLAY_DEVICE) $(REPLAY_BOARD) | setup-test
	$(REPLAY_VVP) -DBOARD -P 'replay_device.PAL="$(word 1,$(subst -, ,$*))"' \
	    -P replay_device.CORNER=$(word 2,$(subst -, ,$*)) -P replay_device.SEED=$(word 3,$(subst -, ,$*))

# All files of a program in one compilation: half the time
FOR_TESTS = -MAKEFLAGS 'CXX=g++ OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0'
build/device/replay/Vreplay_device: $(REPLAY_DEVICE) $(REPLAY_CHIP) | setup-test
	$(call VERILATED,replay_device,$(REPLAY_DIRS) $(FOR_TESTS))
build/device/board/Vreplay_device: $(REPLAY_DEVICE) $(REPLAY_BOARD) | setup-test
	$(call VERILATED,replay_device,$(REPLAY_DIRS) -DBOARD $(FOR_TESTS))
build/device/bench/Vreplay_device: $(REPLAY_DEVICE) $(REPLAY_BOARD) | setup-test
	$(call VERILATED,replay_device,$(REPLAY_DIRS) -DBOARD -MAKEFLAGS CXX=g++)
