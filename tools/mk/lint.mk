# SPDX-License-Identifier: MIT
# Lint of the RTL, of the C and C++ files, and of their layout.

# Icarus has no option that turns warnings into errors. Any output of it is an error here.
lint-rtl: build/flags build/gen/figures.vh | setup-lint
	$(VERILATE:--cc=--lint-only) $(RTL)
	$(VERILATE:--cc=--lint-only) $(VERILATE_traced) $(RTL)
	@echo $(IVERILOG) -g2005 -Wall -tnull -s tmr0_top $(RTL_DIRS) $(RTL)
	@if $(IVERILOG) -g2005 -Wall -tnull -s tmr0_top $(RTL_DIRS) $(RTL) 2>&1 | grep .; then exit 1; fi
	awk -f tools/lint-verilog.awk $(RTL) $(FORMAL_V) tests/replay/replay.v tests/replay/replay_chip.v $(sort $(wildcard rtl/timing/*.vh)) \
	    $(wildcard examples/icebreaker/*.v tests/fpga/*.v specify/*.v rtl/device/*.v tests/device/*.v)
	$(VERILATOR) --lint-only -Wall --top-module am9513a_chip $(CHIP)
	$(VERILATOR) --lint-only -Wall --top-module icebreaker $(CHIP) $(wildcard examples/icebreaker/*.v)

# Tests are left out, as below. ctuuninitvar reports a struct that a callee fills, such as struct error, as read before
# it is written.
CPPCHECK = cppcheck --quiet --enable=warning,style,performance,portability --error-exitcode=1 --inline-suppr \
           --suppress=missingIncludeSystem --suppress=ctuuninitvar $(filter -I%,$(CPPFLAGS))
lint-c: $(patsubst %,build/lint/%.tidy,$(ALL_C) $(ALL_CXX)) lint-cppcheck
# Beside the others: one process that takes as long as a third of them
.PHONY: lint-cppcheck
lint-cppcheck: build/gen/page_templates.h build/gen/language.h | setup-lint
	$(CPPCHECK) --std=c11 $(foreach file,$(ALL_C),$(if $(findstring tests/,$(file)),,$(file)))
	$(CPPCHECK) --std=c++17 -DTMR0_MODEL=Vfast -DTMR0_TRACED=1 $(ALL_CXX)

# Each file with the other compiler, at the level at which its warnings are those of a build
lint-gcc: $(ALL_C:%.c=build/gcc/%.o) $(PLATFORM_CXX:%.cpp=build/gcc/%.o) $(MODELS:%=build/gcc/shim_%.o)

lint-includes: build/libtmr0.a build/obj/libmeasure.a
	tools/lint-includes.sh . $^

lint-format: | setup-lint
	clang-format --dry-run -Werror $(ALL_C) $(ALL_CXX) $(HEADERS)

# The tests are played under the sanitizers, which see what the analyzer looks for. It takes nineteen twentieths of
# clang-tidy's time. So it follows the paths of a function up to 10,000 nodes, not 225,000: an eighteenth of the time.
build/lint/tests/unit/%.tidy build/lint/measure/tests/%.tidy: private TIDY_CHECKS = --checks=-clang-analyzer-*
ANALYZER = -Xclang -analyzer-config -Xclang max-nodes=10000
TIDY = mkdir -p $(@D); clang-tidy --quiet $(TIDY_CHECKS) $< -- $(1) $(CPPFLAGS) $(DATADIR_DEF) $(ANALYZER) >$@.log 2>&1 && mv $@.log $@ || { cat $@.log; exit 1; }
build/lint/%.c.tidy: %.c $(HEADERS) .clang-tidy build/flags | setup-lint setup-test build/verilator
	@echo clang-tidy $<
	@$(call TIDY,-std=c11)

build/lint/%.cpp.tidy: %.cpp $(HEADERS) .clang-tidy build/flags build/gen/records.h build/traced/model.cpp | setup-lint
	@echo clang-tidy $<
	@$(call TIDY,-std=c++17 $(call SHIM_FLAGS,traced))

lint-python: | setup-lint
	mypy --strict --cache-dir=build/mypy bindings/python/tmr0 examples/python specify $(sort $(wildcard tools/*.py tools/*/*.py))
