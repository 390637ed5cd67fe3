# SPDX-License-Identifier: MIT
# The source files, by what is made of them.

RTL = $(filter-out rtl/device/%,$(sort $(wildcard rtl/*/*.v)))
RTL_DIRS = -Ibuild/gen -Irtl/board -Irtl/chip -Irtl/timed -Irtl/timing -Itests/replay
RTL_ALL = $(RTL) $(sort $(wildcard rtl/*/*.vh)) build/gen/figures.vh sim/board/state.vlt sim/board/lines.vlt
FORMAL_V = $(sort $(wildcard formal/*.v))
CHIP = $(sort $(wildcard rtl/chip/*.v))#     the pure chip, which synthesizes; am9513a_fpga.v has its pins
# What `make mutate` changes: the core first, then what judges and surrounds it
MUTATED = $(filter-out %/am9513a_chip.v %/am9513a_fpga.v,$(CHIP)) $(addprefix rtl/timed/am9513a_,bus_pins.v checks.v databus.v \
          late_edges.v outputs.v pending_write.v pin_checks.v) $(filter-out %/pin_events.v,$(sort $(wildcard rtl/timing/*.v))) \
          $(addprefix rtl/board/,des_bus.v osc.v pal_direct.v pal_flipflop.v)
MUTATED_MODEL = $(LIBAM9513_C)
# and the suites that are played on the mutants of model/
MUTATION_SUITES = tests/suite.c $(addprefix tests/unit/,helpers.c board/test_random_pins.c board/test_timing_board.c \
                  $(addprefix model/test_model_,board.c board_save.c checks.c interface.c moves.c save.c time.c words.c))
LIBTMR0_H = $(sort $(wildcard include/tmr0/*.h))
LIBAM9513_C = $(sort $(wildcard model/*.c))
LIBAM9513_H = $(filter-out %_internal.h,$(sort $(wildcard model/*.h)))
MAIN_C = sim/command/main.c
M68K_C = $(sort $(wildcard sim/m68k/*.c))#  an object of its own, with packages of its own
M68K_TEST_C = tests/m68k/test_m68k.c
LIB_C = $(filter-out $(MAIN_C) $(M68K_C),$(sort $(wildcard cli/*.c pages/*.c sim/*/*.c driver-sim/*.c))) $(MEASURE_C) $(LIBAM9513_C)
# The folders that libtmr0 uses
LIBTMR0_USES_C = $(filter cli/% driver-sim/% $(LIBAM9513_C) $(addprefix sim/,figures/% board/% language/% workstation/%),$(LIB_C))
FUZZ_C = $(addprefix tests/fuzz/,fuzz.c fuzz_case.c fuzz_run.c)
TEST_C = $(sort tests/suite.c $(wildcard tests/unit/*.c tests/unit/*/*.c)) $(FUZZ_C) $(MEASURE_TEST_C)
VECTORS = $(sort $(wildcard tests/vectors/*/*.txt))
VECTOR_C = tests/vectors/runner.c
# What `make soak` gives files to
FUZZED_C = tests/fuzz/readers.c $(sort $(wildcard cli/*.c $(addsuffix /*.c,$(addprefix sim/,figures language capture)) model/*.c)) \
           $(addprefix sim/command/,capture_print.c command_capture.c command_decode.c command_report.c timing_print.c) \
           $(addprefix measure/cli/,command_fit.c fit_print.c fit_table.c command_measure.c measuring.c) $(LIBMEASURE_C)
MUTATION_C = tools/mutation/mutation.c
BENCH_C = $(sort $(wildcard tests/bench/*.c))
EXAMPLE_C = $(sort $(wildcard model/example/*.c))
EXAMPLES = $(sort $(wildcard examples/*/*.*) $(wildcard examples/*/Makefile))
ALL_C = $(MAIN_C) $(M68K_C) $(M68K_TEST_C) $(MEASURE_MAIN_C) $(MEASURE_PROOFS_MAIN_C) $(LIB_C) $(LIBMEASURE_C) $(TEST_C) $(VECTOR_C) $(firstword $(FUZZED_C)) tests/fuzz/main.c $(wildcard pages/web/*.c) $(MUTATION_C) $(BENCH_C) $(EXAMPLE_C) $(filter %.c,$(EXAMPLES))
PLATFORM_CXX = sim/workstation/platform.cpp sim/board/fst_vcd.cpp
ALL_CXX = $(sort $(wildcard sim/*/*.cpp examples/*/*.cpp))
HEADERS = $(sort $(wildcard include/*/*.h cli/*.h sim/*/*.h driver-sim/*.h model/*.h tests/*.h tests/unit/*.h tests/unit/*/*.h tests/fuzz/*.h pages/*.h pages/*/*/*.h tests/bench/*.h)) $(MEASURE_HEADERS)

# The RTL as C++, once for each use: fast, traced, cover (counts what runs) and mutant (all mutants in one). The mutants
# of the C model, all in one.

MODELS = fast traced
RUNTIME = verilated verilated_threads verilated_fst_c
# Verilator's models tick at both edges of a clock: one eval() a tick (docs/speed.md). From 5.050 on two of its passes
# cost more than they save here.
VERILATE_LATER = $(shell $(VERILATOR) --version | awk '$$2 >= 5.05 { print "-fno-dfg -fno-ico-change-detect" }')
VERILATE = $(VERILATOR) --cc -Mdir $(@D) --top-module tmr0_top -Wall --no-timing --timescale 1ps/1ps \
           -O3 +define+TMR0_EDGE=edge --x-assign 0 --x-initial 0 $(RTL_DIRS) sim/board/state.vlt
VERILATE_fast =
VERILATE_traced = --trace-fst +define+TMR0_TRACED sim/board/lines.vlt
# Split blocks count some of their arms after the assignment they depend on, which is wrong.
VERILATE_cover = --coverage-line -fno-split tools/coverage/counted.vlt
# Verilator's headers are system headers to the compiler: warnings are about our code only.
VCPPFLAGS = -DVERILATOR=1 -DVM_SC=0 -isystem build/verilator -isystem build/verilator/vltstd
is = $(if $(filter $(1),$(2)),1,0)
MODEL_FLAGS = -DVM_COVERAGE=$(call is,cover,$(1)) -DVM_TRACE=$(call is,traced,$(1)) -DVM_TRACE_FST=$(call is,traced,$(1)) -isystem build/$(1)
SHIM_FLAGS = $(VCPPFLAGS) $(MODEL_FLAGS) -DTMR0_MODEL=V$(1) -DTMR0_TRACED=$(call is,traced,$(1))

# From the list of figures: their numbers in Verilog, and where the RTL keeps each check's record
build/gen/figures.vh build/gen/records.h &: sim/figures/figures.def tools/figures.awk
	@mkdir -p build/gen
	$(Q)awk -v records=build/gen/records.h -f tools/figures.awk $< >build/gen/figures.vh

# model.cpp holds all files of a model: one compilation each
MODEL_CPP = cd $(@D) && printf '\#include "%s"\n' V*.cpp >model.cpp
build/%/model.cpp: $(RTL_ALL) build/flags | build/verilator
	@rm -rf $(@D)
	$(Q)$(VERILATE) $(VERILATE_LATER) --prefix V$* $(VERILATE_$*) $(RTL) >/dev/null
	@$(MODEL_CPP)

build/cover/model.cpp: tools/coverage/counted.vlt

# The mutator's changed files replace those of rtl/ and model/.
MUTATOR = tools/mutation/mutator.py
build/mutant-model/mutants.txt: $(MUTATED_MODEL) $(wildcard model/*.h) $(MUTATOR) build/flags build/mutants | setup-test
	@rm -rf $(@D)
	@mkdir -p $(@D)
	$(MUTATOR) $(SEED) $(MUTANTS) $(@D) $(MUTATED_MODEL) >$(@D)/drawn.txt

build/mutant-model/%.o: build/mutant-model/mutants.txt
	$(Q)$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) -w -c -o $@ $(@:.o=.c)

build/mutant/model.cpp: $(RTL_ALL) $(MUTATOR) build/flags build/mutants | build/verilator setup-test
	@rm -rf $(@D)
	mkdir -p $(@D)/rtl
	$(MUTATOR) $(SEED) $(MUTANTS) $(@D)/rtl $(MUTATED) >$(@D)/drawn.txt
	sed -i '/no_inline_task/d' $(@D)/rtl/*.v # a function that reads `mutant` cannot be a call
	$(VERILATE) -Wno-fatal -Wno-lint -Wno-SELRANGE -fno-dfg --prefix Vmutant $(filter-out $(MUTATED),$(RTL)) $(addprefix $(@D)/rtl/,$(notdir $(MUTATED)))
	$(MODEL_CPP)

build/replay.vvp: tests/replay/replay.v $(RTL_ALL) | setup-bench
	$(IVERILOG) -g2005 -Wall -s replay $(RTL_DIRS) -o $@ tests/replay/replay.v $(RTL)

# The chip as an FPGA has it
build/replay_chip.vvp: tests/replay/replay_chip.v $(CHIP) build/gen/figures.vh | setup-bench
	$(IVERILOG) -g2005 -Wall -s replay_chip $(RTL_DIRS) -o $@ tests/replay/replay_chip.v $(CHIP)

# The flags of the compilers.

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(WERROR)
# One set of objects for programs and shared libraries: it costs no instructions.
PIC = -fPIC
CPPFLAGS = -D_XOPEN_SOURCE=700 -DTMR0_VERSION=$(VERSION) -I. -Iinclude -Imodel -Ibuild/gen -isystem build/verilator
DATADIR_DEF = -DTMR0_DATADIR='"$(PREFIX)/share/tmr0"'
# What the libraries need
# Verilator's FST writer wants liblz4, too, from 5.050 on.
FST_LIBS = -lz$(if $(wildcard build/verilator/fstcpp), -llz4)
LIBTMR0_LIBS = -lcjson $(FST_LIBS) -lstdc++ -latomic -lm
LDLIBS = -lcjson $(FST_LIBS) -latomic $(LIBMEASURE_LIBS)
# make prints the name of each file it makes, of objects those alone that take long; V=1 prints the commands, -s nothing.
# `make sim` on a terminal prints them all in one line, each over the one before, with its number.
SILENT = $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
QUIET = $(if $(findstring /model_,$@),,$(filter %.o,$@))
ONE_LINE = $(and $(MAKE_TERMOUT),$(filter sim,$(MAKECMDGOALS)))
COUNTED = $(words $(eval MADE += $@)$(MADE))
SAY = $(if $(SILENT),,$(if $(ONE_LINE),printf '\033[Kfile %s: %s\r' $(COUNTED) '$@' && ,$(if $(QUIET),,echo '$@' && )))
Q = $(if $(V),,@$(SAY))
ifeq ($(MAKECMDGOALS)$(SILENT)$(wildcard build/libtmr0.a),sim)
$(info make sim: building takes 1 to 3 minutes)
endif
COMPILE_C = $(Q)$(CC) -std=c11 $(PIC) $(CPPFLAGS) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<
# Verilator's FST writer uses odd addresses and overflows. Its C++: no check for undefined behaviour, no -g (slow).
COMPILE_CXX = $(Q)$(CXX) -std=c++17 $(PIC) $(CPPFLAGS) $(CXXFLAGS) -fno-sanitize=alignment $(WARN) -MMD -MP -c -o $@
COMPILE_GENERATED = $(Q)$(CXX) -std=c++17 $(PIC) $(CXXFLAGS) -fno-sanitize=undefined -g0 -w $(VCPPFLAGS) -c -o $@
ALL_FLAGS = $(CC) $(CXX) $(PIC) $(CPPFLAGS) $(CFLAGS) $(CXXFLAGS) $(SANITIZE) $(COVERED) $(WARN) $(VERILATE) $(VERILATE_fast) \
            $(VERILATE_traced) $(VERILATE_cover) $(foreach model,fast traced cover,$(call SHIM_FLAGS,$(model)))
