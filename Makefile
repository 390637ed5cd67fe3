# SPDX-License-Identifier: MIT
# The targets of tmr0 and the variables for its users; `make` alone lists the targets. The rules are in mk/.
# make, git and apt must be there. Each target first installs the Debian packages it uses (tools/setup.sh), so no
# other tool may be called while make reads these files.

VERSION = 0.1.0#     of the commands and libraries
PREFIX = /usr/local
libdir = $(PREFIX)/lib#  of the libraries
CC = clang
CXX = clang++
CFLAGS = -O2 -g
CXXFLAGS = -O3
SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
SETUP = yes#        no: install no packages, report those that are missing
BUILD = yes#        no: the install targets build nothing and install what is there
SAN = yes#          no: leave the sanitized test run out of `make test`
SUITES = #          CUnit suites to run, all if empty
SAN_SUITES = $(SUITES)
FUZZ_SEED = 1989#   of `make fuzz`
MUTANTS = all#      of `make mutate`, or their number; drawn with this seed:
SEED = 1
PARTS = rtl model
SCENARIO = #        what `make view` shows
# The command of tmr0 that `make profile` measures: by default two reads a sample by the driver on the model
PROFILE = system --plain --processes 1 --keep-all --work 0 --samples 1000

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL = help
export SETUP

include mk/files.mk mk/verilate.mk mk/flags.mk mk/build.mk mk/coverage.mk mk/lint.mk mk/install.mk mk/report.mk mk/language.mk mk/pal.mk mk/formal.mk mk/fpga.mk mk/device.mk mk/packages.mk

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { \
	    printf "  make %-15s", $$1; at = 22; n = split($$2, word, " "); \
	    for (i = 1; i <= n; i++) { \
	        if (at + 1 + length(word[i]) > 100) { printf "\n%22s", ""; at = 22 } \
	        printf " %s", word[i]; at += 1 + length(word[i]) } \
	    print "" }' Makefile
	@echo
	@echo 'Each target first installs the Debian packages it uses, with apt-get. SETUP=no prevents this.'

sim: build/tmr0 ## Build the simulator and print the timing table of every machine
	build/tmr0 timing

test: $(TEST_PROGRAMS) | setup-test ## Run all tests (XML=1: build/test/junit.xml; SAN=no; SUITES="data board")
	@SAN='$(SAN)' SUITES='$(SUITES)' SAN_SUITES='$(SAN_SUITES)' tools/test.sh $(if $(XML),--xml)

test-icarus: build/tmr0 build/replay.vvp ## Replay scenarios and vectors under Icarus: the same RTL, the same outputs
	@tools/test-icarus.sh

test-chip: build/tmr0 build/replay_chip.vvp ## Replay vectors on am9513a_chip, the top for synthesis: the same outputs
	@tools/test-chip.sh build/replay_chip.vvp 40000 $(VECTORS)

test-fpga: build/tmr0 build/replay_netlist.vvp ## Replay vectors on the netlist of am9513a_fpga: the same outputs (3 minutes)
	@tools/test-chip.sh build/replay_netlist.vvp 12000 $(VECTORS)

test-device: build/tmr0 $(REPLAYS_DEVICE) ## Replay scenarios and short vectors on am9513a_device and timer_board_device under Icarus and Verilator: the same pins and violations (4 minutes)
	@tools/test-device.sh "$(REPLAYS_DEVICE)" 12000 $(VECTORS) $(wildcard tests/scenarios/*/*.scn)

test-slurm: build/tmr0 | setup-slurm ## Compare a sweep under Slurm, one of whose two slurmd is killed, with the same sweep without Slurm (5 minutes)
	@tools/test-slurm.sh

device: $(DEVICE) $(BOARD_DEVICE) ## Write the chip and the board as Verilog parts, one file each: build/device/am9513a_device.v, timer_board_device.v

fpga: $(FPGA_DEVICES:%=build/fpga/%.bin) ## Synthesize the chip for iCE40 UP5K and HX8K: bitstreams in build/fpga/, logic cells, Fmax, limits
	@tools/fpga.py $(FPGA_DEVICES:%=build/fpga/%.report)

formal: ## Prove the translators, checks, delays and the core over all delays and inputs: a table (JSON=FILE)
formal-bounds: ## Search for the weakest bounds at the socket under which the flip-flop translator is proved: a table
formal-negative: ## Break what is proved, module by module, and expect a counterexample each time (JSON=FILE)

pal: $(PALS:%=pal-%) ## Assemble the translators into JEDEC fuse maps for a GAL16V8: build/pal/*.jed, each proved equal to the RTL

fuzz: build/tmr0 ## Run RTL and C model in lockstep: 10 million random operations of the chip, 1 million of the board; RTL with effects: 1 million each (FUZZ_SEED=1989)
	build/tmr0 fuzz --target chip --ops 10000000 --seed $(FUZZ_SEED) --out build/fuzz-chip.scn
	build/tmr0 fuzz --target board --ops 1000000 --seed $(FUZZ_SEED) --out build/fuzz-board.scn
	build/tmr0 fuzz --effects --target chip --ops 1000000 --seed $(FUZZ_SEED) --out build/fuzz-chip-effects.scn
	build/tmr0 fuzz --effects --target board --ops 1000000 --seed $(FUZZ_SEED) --out build/fuzz-board-effects.scn

coverage: build/tmr0-cover build/tmr0-eval $(LIBTMR0) $(LIBAM9513) $(LIBMEASURE) $(COVERED_PROGRAMS) | setup-test ## Measure what the tests cover: rules of the chip, lines and branches of the RTL, lines of the C code: docs/coverage.md (10 minutes)
	@tools/coverage/run.sh

mutate: $(PARTS:%=build/mutation-%) | setup-test ## Make small changes to RTL and C model and report those that the tests miss: docs/mutation.md (50 minutes; MUTANTS=300 SEED=1, PARTS=model, MUTATED=rtl/board/osc.v)
	@tools/mutation/run.sh $(PARTS)

waves: $(WAVES) ## Write the dumps waves/*.fst that are out of date

view: ## Show a run in GTKWave (SCENARIO=any/path.scn, or the name of one of waves/*.scn)
	@tools/view.sh '$(SCENARIO)'

pictures: build/tmr0 | setup-report ## Draw docs/pictures/ from runs of the simulator and from experiments
	@tools/pictures.sh

report: build/tmr0 | setup-report ## Play the bus timing of every machine, sweeps and diagrams, and show them in one page: build/report/index.html
	@tools/report.sh

report-check: report ## Check that page with the npm package html-validate, if node is installed
	@tools/report-check.sh

experiments: build/tmr0 | setup-report ## Run the papers' experiments: text, JSON, drawings and one page, build/experiments/index.html
	build/tmr0 experiment --all --out build/experiments

bench: build/tmr0-bench build/replay.vvp $(BENCH_DEVICE) build/lib/libtmr0.so | setup-bench ## Run the benchmarks; print the figures and write them to build/bench.json
	build/tmr0-bench --json build/bench.json

# valgrind cannot read clang's DWARF 5. The names of functions are not part of it.
profile: build/tmr0 | setup-bench ## Count instructions by function under callgrind (PROFILE="run FILE.scn" or any other command of tmr0)
	objcopy --strip-debug build/tmr0 build/tmr0-profile
	valgrind --tool=callgrind --callgrind-out-file=build/profile.out build/tmr0-profile $(PROFILE)
	callgrind_annotate build/profile.out >build/profile.txt
	@head -n 40 build/profile.txt

lint: lint-rtl lint-c lint-includes lint-format lint-python ## Verilator, Icarus, clang-tidy, cppcheck, include rules, clang-format, mypy; no warnings allowed

format: | setup-lint ## Lay out the C and C++ files with clang-format
	clang-format -i $(wildcard $(ALL_C)) $(ALL_CXX) $(HEADERS)

# The commands of the install targets are in mk/install.mk.
install: install-tmr0 install-python install-lib install-measure install-doc $(call built,build/tmr0 build/tmr0-measure build/datadir) ## Install under PREFIX (default /usr/local), staged below DESTDIR
install-tmr0: install-data $(call built,$(LIBTMR0)) ## Install libtmr0 alone, the board with its checks: headers, library, pkg-config file, figures
install-python: ## Install the Python module tmr0, which needs libtmr0
install-data:
install-doc: ## Install the documents alone, with the vectors, scenarios and GTKWave views that they name
install-lib: build/lib/am9513.c $(call built,$(LIBAM9513)) ## Install libam9513 alone: headers, library, one C file, pkg-config file, documents, example
install-measure: build/lib/measure.md $(call built,$(LIBMEASURE)) ## Install libmeasure alone: header, library, pkg-config file, documents

uninstall: ## Remove from PREFIX what `make install` puts there

packages: ## Build Debian packages, checked by lintian: build/packages/*.deb (3 minutes)

clean: ## Delete what make made
	rm -rf build waves/*.fst waves/*.fst.part.*

SETUP_GROUPS = setup-build setup-test setup-lint setup-view setup-bench setup-coverage setup-report setup-slurm setup-pal setup-fpga setup-formal setup-packages
setup: $(SETUP_GROUPS) ## Install the Debian packages of all targets

$(SETUP_GROUPS): setup-%:
	@tools/setup.sh $*

.PHONY: help packages sim test test-icarus test-chip test-fpga test-device fpga device pal formal formal-bounds formal-negative test-slurm fuzz coverage mutate waves view pictures experiments report report-check bench profile lint lint-rtl lint-c lint-includes lint-format lint-python format \
        install install-tmr0 install-python install-data install-doc install-lib install-measure uninstall clean setup $(SETUP_GROUPS) FORCE
