# SPDX-License-Identifier: MIT
# The chip as a Verilog part in one file: modules, figures of parts/, the lines that report violations.

DEVICE_PARTS = am9513a cts9513-2
DEVICE_V = $(filter-out %/am9513a_chip.v %/am9513a_fpga.v,$(CHIP)) $(sort $(wildcard rtl/timed/*.v)) \
           $(filter-out %/pin_events.v,$(sort $(wildcard rtl/timing/*.v)))

build/gen/device.vh: tools/device.sh sim/figures/figures.def build/tmr0 $(DEVICE_PARTS:%=parts/%.ini)
	$(Q)tools/device.sh $(DEVICE_PARTS) >$@
