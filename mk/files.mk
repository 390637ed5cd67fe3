# SPDX-License-Identifier: MIT
# The source files, by what is made of them.

RTL = $(filter-out rtl/device/%,$(sort $(wildcard rtl/*/*.v)))
RTL_DIRS = -Ibuild/gen -Irtl/board -Irtl/chip -Irtl/timed -Irtl/timing -Isim/board
RTL_ALL = $(RTL) $(sort $(wildcard rtl/*/*.vh)) build/gen/figures.vh sim/board/state.vlt sim/board/lines.vlt
FORMAL_V = $(sort $(wildcard formal/*.v))
CHIP = $(sort $(wildcard rtl/chip/*.v))#     the pure chip, which synthesizes; am9513a_fpga.v has its pins
# What `make mutate` changes: the core first, then what judges and surrounds it
MUTATED = $(filter-out %/am9513a_chip.v %/am9513a_fpga.v,$(CHIP)) $(addprefix rtl/timed/am9513a_,bus_pins.v checks.v databus.v \
          early_save.v late_edges.v outputs.v pending_write.v pin_checks.v) $(filter-out %/pin_events.v,$(sort $(wildcard rtl/timing/*.v))) \
          $(addprefix rtl/board/,des_bus.v osc.v pal_direct.v pal_flipflop.v)
MUTATED_MODEL = $(addprefix model/am9513_,checks.c checks_edges.c board.c)
# and the suites that are played on the mutants of model/
MUTATION_SUITES = $(addprefix tests/unit/,suite.c helpers.c board/test_random_pins.c board/test_timing_board.c \
                  $(addprefix model/test_model_,board.c board_checks.c checks.c interface.c rules.c))
LIBTMR0_C = $(sort $(wildcard sim/library/*.c))
LIBTMR0_H = $(sort $(wildcard include/tmr0/*.h))
LIBAM9513_C = $(sort $(wildcard model/*.c))
LIBAM9513_H = $(filter-out %_internal.h,$(sort $(wildcard model/*.h)))
LIBMEASURE_C = $(sort $(wildcard measure/*.c))
LIBMEASURE_H = measure/measure.h
MAIN_C = sim/command/main.c measure/cli/main.c
LIB_C = $(filter-out $(MAIN_C),$(sort $(wildcard cli/*.c sim/*/*.c driver-sim/*.c measure/*/*.c))) $(LIBAM9513_C)
TEST_C = $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c))
VECTORS = $(sort $(wildcard tests/vectors/*/*.txt))
VECTOR_C = tests/vectors/runner.c
MUTATION_C = $(sort $(wildcard tools/mutation/*.c))
PAL_C = tools/pal/assemble.c
BENCH_C = $(sort $(wildcard bench/*.c))
EXAMPLE_C = $(sort $(wildcard model/example/*.c))
EXAMPLES = $(sort $(wildcard examples/*/*.*) $(wildcard examples/*/Makefile))
ALL_C = $(MAIN_C) $(LIB_C) $(LIBMEASURE_C) $(TEST_C) $(VECTOR_C) $(MUTATION_C) $(PAL_C) $(BENCH_C) $(EXAMPLE_C) $(filter %.c,$(EXAMPLES))
PLATFORM_CXX = sim/workstation/platform.cpp sim/board/fst_vcd.cpp
ALL_CXX = $(sort $(wildcard sim/*/*.cpp examples/*/*.cpp))
HEADERS = $(sort $(wildcard include/*/*.h cli/*.h sim/*/*.h driver-sim/*.h model/*.h measure/*.h measure/*/*.h tools/mutation/*.h tests/unit/*.h tests/unit/*/*.h bench/*.h))
WAVES = $(patsubst %.scn,%.fst,$(sort $(wildcard waves/*.scn)))
