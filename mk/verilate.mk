# SPDX-License-Identifier: MIT
# The RTL as C++, once for each use: fast, traced, cover (counts what runs) and mutant (all mutants in one). The mutants
# of the C model, all in one.

MODELS = fast traced
RUNTIME = verilated verilated_threads verilated_fst_c
VERILATE = verilator --cc -Mdir $(@D) --top-module tmr0_top -Wall --no-timing --timescale 1ps/1ps \
           -O3 --x-assign 0 --x-initial 0 $(RTL_DIRS) sim/board/state.vlt
VERILATE_fast =
VERILATE_traced = --trace-fst +define+TMR0_TRACED sim/board/lines.vlt
# Split blocks count some of their arms after the assignment they depend on, which is wrong.
VERILATE_cover = --coverage-line -fno-split tools/coverage/counted.vlt
# Verilator's headers are system headers to the compiler: warnings are about our code only.
VCPPFLAGS = -DVERILATOR=1 -DVM_SC=0 -isystem build/verilator -isystem build/verilator/vltstd
VCPPFLAGS_fast = -DVM_COVERAGE=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -isystem build/fast
VCPPFLAGS_traced = -DVM_COVERAGE=0 -DVM_TRACE=1 -DVM_TRACE_FST=1 -isystem build/traced
VCPPFLAGS_cover = -DVM_COVERAGE=1 -DVM_TRACE=0 -DVM_TRACE_FST=0 -isystem build/cover
VCPPFLAGS_mutant = -DVM_COVERAGE=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -isystem build/mutant
SHIM_fast = $(VCPPFLAGS) $(VCPPFLAGS_fast) -DTMR0_MODEL=Vfast -DTMR0_TRACED=0
SHIM_traced = $(VCPPFLAGS) $(VCPPFLAGS_traced) -DTMR0_MODEL=Vtraced -DTMR0_TRACED=1
SHIM_cover = $(VCPPFLAGS) $(VCPPFLAGS_cover) -DTMR0_MODEL=Vcover -DTMR0_TRACED=0
SHIM_mutant = $(VCPPFLAGS) $(VCPPFLAGS_mutant) -DTMR0_MODEL=Vmutant -DTMR0_TRACED=0

# From the list of figures: their numbers in Verilog, and where the RTL keeps each check's record
build/gen/figures.vh: sim/figures/figures.def
	@mkdir -p $(@D)
	$(Q)awk -F '[(,)] *' '/^(CHECK|WORD|CHOICE|HOST)\(/ { print "`define FIG_" $$2 " " n++ } /^LIMIT\(/ { print "`define FIG_" $$2 " " n }' $< >$@

build/gen/records.h: sim/figures/figures.def
	@mkdir -p $(@D)
	$(Q)awk -F '[(,)] *' '/^(CHECK|WORD|CHOICE|HOST)\(/ { n++ } /^LIMIT\(/ { print "LIMIT(FIG_" $$2 ", " n + 0 ")" } \
	    /^CHECK\(/ { path = $$(NF - 1); gsub(/\./, "__DOT__", path); print "RECORD(FIG_" $$2 ", " n - 1 ", " path ")" }' $< >$@

# Verilator's runtime is where the package installed it.
build/verilator: | build/flags
	ln -sfn "$$(verilator --getenv VERILATOR_ROOT)/include" $@

# model.cpp holds all files of a model: one compilation each
build/%/model.cpp: $(RTL_ALL) build/flags | build/verilator
	@rm -rf $(@D)
	$(Q)$(VERILATE) --prefix V$* $(VERILATE_$*) $(RTL)
	@cd $(@D) && printf '#include "%s"\n' V*.cpp >model.cpp

build/cover/model.cpp: tools/coverage/counted.vlt

# The mutator's changed files replace those of rtl/.
build/mutator: build/obj/tools/mutation/mutator.o build/obj/tools/mutation/mutator_c.o
	$(Q)$(CC) $(CFLAGS) -o $@ $^

build/mutant-model/mutants.txt: $(MUTATED_MODEL) $(wildcard model/*.h) build/mutator build/flags build/mutants
	@rm -rf $(@D)
	@mkdir -p $(@D)
	build/mutator $(SEED) $(MUTANTS) $(@D) $(MUTATED_MODEL) >$(@D)/drawn.txt

build/mutant-model/%.o: build/mutant-model/mutants.txt
	$(Q)$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) -w -c -o $@ $(@:.o=.c)

build/mutant/model.cpp: $(RTL_ALL) build/mutator build/flags build/mutants | build/verilator
	@rm -rf $(@D)
	mkdir -p $(@D)/rtl
	build/mutator $(SEED) $(MUTANTS) $(@D)/rtl $(MUTATED) >$(@D)/drawn.txt
	sed -i '/no_inline_task/d' $(@D)/rtl/*.v # a function that reads `mutant` cannot be a call
	$(VERILATE) -Wno-fatal -Wno-lint -fno-dfg --prefix Vmutant $(filter-out $(MUTATED),$(RTL)) $(addprefix $(@D)/rtl/,$(notdir $(MUTATED)))
	cd $(@D) && printf '#include "%s"\n' V*.cpp >model.cpp

build/replay.vvp: sim/board/replay.v $(RTL_ALL) | setup-bench
	iverilog -g2005 -Wall -s replay $(RTL_DIRS) -o $@ sim/board/replay.v $(RTL)

# The chip as an FPGA has it
build/replay_chip.vvp: sim/board/replay_chip.v $(CHIP) build/gen/figures.vh | setup-bench
	iverilog -g2005 -Wall -s replay_chip $(RTL_DIRS) -o $@ sim/board/replay_chip.v $(CHIP)

waves/%.fst: waves/%.scn build/tmr0
	build/tmr0 run $< --wave $@
