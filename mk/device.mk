# SPDX-License-Identifier: MIT
# The chip as a Verilog part in one file: modules, figures of parts/, the lines that report violations.

DEVICE = build/device/am9513a_device.v
DEVICE_PARTS = am9513a cts9513-2
DEVICE_V = $(filter-out %/am9513a_chip.v %/am9513a_fpga.v,$(CHIP)) $(sort $(wildcard rtl/timed/*.v)) \
           $(filter-out %/pin_events.v %/gate_delay.v,$(sort $(wildcard rtl/timing/*.v)))

build/gen/device.vh: tools/device.sh sim/figures/figures.def build/tmr0 $(DEVICE_PARTS:%=parts/%.ini)
	$(Q)tools/device.sh $(DEVICE_PARTS) >$@

$(DEVICE): tools/device-file.awk $(sort $(wildcard rtl/device/*.v)) $(DEVICE_V) build/gen/device.vh build/gen/figures.vh rtl/timing/random.vh
	@mkdir -p $(@D)
	awk -v version=$(VERSION) -v folders='build/gen rtl/timing' -f $< $(filter %.v,$^) >$@
