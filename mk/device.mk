# SPDX-License-Identifier: MIT
# The chip as a Verilog part in one file: modules, figures of parts/, the lines that report violations.

DEVICE = build/device/am9513a_device.v
DEVICE_PARTS = am9513a cts9513-2
DEVICE_V = $(filter-out %/am9513a_chip.v %/am9513a_fpga.v,$(CHIP)) $(sort $(wildcard rtl/timed/*.v)) \
           $(filter-out %/pin_events.v %/gate_delay.v,$(sort $(wildcard rtl/timing/*.v)))

build/gen/device.vh: tools/device.sh sim/figures/figures.def build/tmr0 $(DEVICE_PARTS:%=parts/%.ini)
	$(Q)tools/device.sh $(DEVICE_PARTS) >$@

$(DEVICE): tools/device-file.awk $(sort $(wildcard rtl/device/*.v)) $(DEVICE_V) build/gen/device.vh \
           build/gen/figures.vh rtl/timing/random.vh
	@mkdir -p $(@D)
	awk -v version=$(VERSION) -v folders='build/gen rtl/timing' -f $< $(filter %.v,$^) >$@

# What replays calls on it; Verilator's options take the least time to compile, not to run
REPLAY_DEVICE = tests/device/replay_device.v $(DEVICE)
REPLAYS_DEVICE = build/device/replay.vvp build/device/replay_effects.vvp build/device/replay/Vreplay_device
build/device/replay_effects.vvp: DEVICE_EFFECTS = -P replay_device.EFFECTS=1
build/device/replay.vvp build/device/replay_effects.vvp: $(REPLAY_DEVICE) | setup-test
	iverilog -g2012 -Wall -s replay_device $(DEVICE_EFFECTS) -Ibuild/gen -o $@ $(REPLAY_DEVICE)

VERILATE_DEVICE = verilator --binary --timing --converge-limit 10000 -MAKEFLAGS 'CXX=g++ OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0'
build/device/replay/Vreplay_device: $(REPLAY_DEVICE)
	$(VERILATE_DEVICE) --top-module replay_device -Wno-fatal -Ibuild/gen -Mdir $(@D) $(REPLAY_DEVICE) >$(@D).log 2>&1 || \
	    { cat $(@D).log; exit 1; }
