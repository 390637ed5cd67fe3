# SPDX-License-Identifier: MIT
# The targets of tmr0 and the variables for its users; `make` alone lists the targets. The rules are in tools/mk/ and
# measure/measure.mk.
# make, git and apt must be there. Each target first installs the Debian packages it uses (tools/setup.sh), so no
# other tool may be called while make reads these files.

VERSION = 0.3.0#     of the commands and libraries
PREFIX = /usr/local
libdir = $(PREFIX)/lib#  of the libraries
CC = clang
CXX = clang++
VERILATOR = verilator
IVERILOG = iverilog
WERROR ?= #      -Werror: warnings of the compilers are errors, as in .ci/run
CFLAGS = -O2 -g
CXXFLAGS = -O3
# Without what the sanitizer of addresses sees too
SANITIZE = -O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize=null,object-size,pointer-overflow -fno-sanitize-recover=all
COVERED = -O1 -g -D_exit=exit -fprofile-instr-generate -fcoverage-mapping
SANITIZE_THREADS = -O0 -gline-tables-only -fsanitize=thread
SETUP = yes#        no: install no packages, report those that are missing
BUILD = yes#        no: view and the install targets build nothing, and take what is there
SAN = yes#          no: `make test` without sanitizers
SUITES = #          CUnit suites to run, all if empty
FUZZ_SEED = 1989#   of `make fuzz`
FUZZ_OPS = 1000000# operations of each of its runs, in that of the chip ten times as many
HOURS = 8#          of `make soak`, with new seeds from this one on:
SOAK_SEED = $(shell date +%s)
MUTANTS = all#      of `make mutate`, or their number; drawn with this seed:
SEED = 1
PROGRAMS = 100000# of `make fuzz-m68k`, from SEED on
PARTS = rtl model
BOARD = #           icebreaker: a board to flash, by `make fpga`
SCENARIO = #        what `make view` shows
BENCH = --json build/bench.json# options of tmr0-bench; --instructions: what is the same on each host, judged
# The command of tmr0 that `make profile` measures: by default two reads a sample by the driver on the model
PROFILE = system --plain --processes 1 --keep-all --work 0 --samples 1000

MAKEFLAGS += --no-builtin-rules
# One goal takes all processors, several stay one after another. -j on the command line goes before this.
ifeq ($(word 2,$(MAKECMDGOALS))$(findstring -j,$(shell echo "$$MAKEFLAGS")),)
MAKEFLAGS += -j$(shell nproc)
endif
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL = help
export SETUP
# The scripts find a tool that is given with its folder there, vvp with iverilog
folder_of = $(if $(findstring /,$(1)),$(abspath $(dir $(1))):)
export PATH := $(call folder_of,$(VERILATOR))$(call folder_of,$(IVERILOG))$(PATH)
# Each program that tests build with Verilator compiles its library again
export OBJCACHE = ccache
export CCACHE_DIR = $(CURDIR)/build/ccache

include measure/measure.mk tools/mk/sources.mk tools/mk/build.mk tools/mk/lint.mk tools/mk/install.mk tools/mk/parts.mk tools/mk/web.mk

help: ## Print this list
	@awk -f tools/help.awk Makefile
	@echo
	@echo 'tests/README.md has the targets for continuous integration and for changes of the house itself.'
	@echo 'Each target first installs the Debian packages it uses, with apt-get. SETUP=no prevents this.'

##@ Use it

sim: build/tmr0 ## Build the simulator and print the timing table of every machine
	@$(if $(ONE_LINE),printf '\033[K')
	build/tmr0 timing --expected

m68k: build/tmr0 build/tmr0-m68k.so | setup-cross ## Build the 68020 that runs your machine code in front of the board: tmr0 program

experiments: build/tmr0 build/tmr0-measure | setup-report ## Run the papers' experiments: text, drawings and two pages, build/experiments/index.html and measure/index.html (3 minutes)
	build/tmr0 experiment --all --out build/experiments
	build/tmr0-measure experiment --all --out build/experiments/measure

report: build/tmr0 | setup-report ## Play the bus timing of every machine, sweeps and diagrams, and show them in one page: build/report/index.html
	@tools/report.sh

web: build/web/index.html ## Make the page on which to try it, one file that needs no server: build/web/index.html

##@ Look at it

view: ## Show a run in GTKWave (SCENARIO=any/path.scn, or the name of one of waves/*.scn)
	@BUILD='$(BUILD)' tools/view.sh '$(SCENARIO)'

bench: build/tmr0-bench build/replay.vvp $(if $(filter --instructions,$(BENCH)),,$(BENCH_DEVICE)) build/lib/libtmr0.so | setup-bench ## Run the benchmarks; print the values and write them to build/bench.json
	build/tmr0-bench $(BENCH)

# valgrind cannot read clang's DWARF 5. The names of functions are not part of it.
profile: build/tmr0 | setup-bench ## Count instructions by function under callgrind (PROFILE="run FILE.scn" or any other command of tmr0)
	objcopy --strip-debug build/tmr0 build/tmr0-profile
	valgrind --tool=callgrind --callgrind-out-file=build/profile.out build/tmr0-profile $(PROFILE)
	callgrind_annotate build/profile.out >build/profile.txt
	@head -n 40 build/profile.txt

##@ Test it

test: $(TEST_PROGRAMS) | setup-test ## Run all tests (XML=1: build/test/junit.xml; SAN=no; SUITES="data board")
	@SAN='$(SAN)' SUITES='$(SUITES)' tools/test.py $(if $(XML),--xml)

lint: lint-rtl lint-c lint-gcc lint-includes lint-format lint-python ## Verilator, Icarus, clang-tidy, cppcheck, gcc, include rules, clang-format, mypy; no warnings allowed

test-icarus: build/tmr0 build/replay.vvp ## Replay scenarios and vectors under Icarus: the same RTL, the same outputs (EDGES=12000 leaves out files with more edges of X2)
	@tools/replay.py $(if $(EDGES),--edges $(EDGES)) --on build/replay.vvp tests/vectors/counter/load-zero.txt $(VECTORS) $(wildcard tests/scenarios/*/*.scn)

fuzz: build/tmr0-fuzz ## Run RTL and C model in lockstep: 10 million random operations of the chip, 1 million of the board; RTL with effects: 1 million each (FUZZ_SEED=1989)
	build/tmr0-fuzz --target chip --ops $(FUZZ_OPS)0 --seed $(FUZZ_SEED) --out build/fuzz-chip.scn
	build/tmr0-fuzz --target board --ops $(FUZZ_OPS) --seed $(FUZZ_SEED) --out build/fuzz-board.scn
	build/tmr0-fuzz --effects --target chip --ops $(FUZZ_OPS) --seed $(FUZZ_SEED) --out build/fuzz-chip-effects.scn
	build/tmr0-fuzz --effects --target board --ops $(FUZZ_OPS) --seed $(FUZZ_SEED) --out build/fuzz-board-effects.scn

soak: build/tmr0 build/tmr0-fuzz build/lib/libtmr0.so build/afl/readers | setup-soak ## Play the judge, fuzz and AFL++ on each reader, with sanitizers and new seeds: what was played, and in build/soak/ what failed (HOURS=8)
	@tools/soak.sh '$(HOURS)' '$(SOAK_SEED)'

coverage: $(COVERED_PROGRAMS) $(if $(SUITES),,$(COVERED_M68K) build/tmr0-cover $(filter-out build/test/% build/san/%,$(TEST_PROGRAMS))) | setup-test ## Measure what the tests cover: rules of the chip, lines and branches of the RTL, lines of the C code: build/coverage.md (10 minutes; SUITES=data: a table of the C code alone)
	@SUITES='$(SUITES)' tools/coverage/coverage.py

mutate: $(PARTS:%=build/mutation-%) | setup-test ## Make small changes to RTL and C model and report those that the tests miss: build/mutation.md (50 minutes; MUTANTS=300 SEED=1, PARTS=model, JUDGE=vectors, MUTATED=rtl/board/osc.v)
	@JUDGE='$(JUDGE)' tools/mutation/run.sh $(PARTS)

##@ Prove it

formal: ## Prove the translators, checks, delays and the core over all delays and inputs: a table (JSON=FILE; TASKS=chk-clock: these of formal/tasks alone)
formal-bounds: ## Search for the weakest bounds at the socket under which the flip-flop translator is proved: a table
formal-negative: # Break what is proved, module by module, and expect a counterexample each time (JSON=FILE, TASKS=chk-clock, BREAKS=1 SEED=1: draws one break of each file)
formal-long: # What these two leave out because it takes minutes (TASKS=chk-clock)

##@ Parts for others

device: $(PARTS_V) ## Write the chip and the board as Verilog parts, one file each: build/device/am9513a_device.v, timer_board_device.v; the chip for an FPGA: am9513a_fpga.v

fpga: $(FPGA_BUILT:%=build/fpga/%.bin) ## Synthesize the chip for iCE40 UP5K and HX8K: bitstreams in build/fpga/, logic cells, Fmax, limits (BOARD=icebreaker: with a serial port, for that board)
	@tools/fpga.py $(FPGA_BUILT:%=build/fpga/%.report)

pal: $(PALS:%=pal-%) ## Prove the translators' fuse maps for a GAL16V8, parts/*.jed, equal to the RTL

##@ Install it

SETUP_GROUPS = setup-build setup-m68k setup-cross setup-test setup-lint setup-view setup-bench setup-coverage setup-report setup-pal setup-fpga setup-formal setup-packages setup-fresh setup-soak setup-web
setup: $(SETUP_GROUPS) ## Install the Debian packages of all targets

# The commands of the install targets are in tools/mk/install.mk.
install: install-tmr0 install-python install-lib install-measure install-timing install-doc $(call built,build/tmr0 build/tmr0-measure $(MAN) build/datadir) ## Install under PREFIX (default /usr/local), staged below DESTDIR
install-tmr0: install-data $(call built,$(LIBTMR0)) # Install libtmr0 alone, the board with its checks: headers, library, pkg-config file, figures
install-python: # Install the Python module tmr0, which needs libtmr0
install-data:
install-doc: $(call built,$(PARTS_V)) # Install the documents alone, with the Verilog parts, the vectors, scenarios and GTKWave views that they name
install-lib: build/lib/am9513.c $(call built,$(LIBAM9513)) # Install libam9513 alone: headers, library, one C file, pkg-config file, documents, example
install-timing: $(call built,$(MAN_TIMING)) ## Install specify2checks and the timing checks for any design alone
install-measure: build/lib/measure.md build/lib/measuring.md $(call built,$(LIBMEASURE)) # Install libmeasure alone: header, library, pkg-config file, documents

uninstall: ## Remove from PREFIX what `make install` puts there

packages: ## Build Debian packages, checked by lintian: build/packages/*.deb (3 minutes)

dist: ## Write build/tmr0-VERSION.tar.gz, the tracked files; it builds without git
	@mkdir -p build
	git archive --prefix=tmr0-$(VERSION)/ -o build/tmr0-$(VERSION).tar.gz HEAD

clean: ## Delete what make made
	rm -rf build

# ---- For continuous integration and for changes of the house: tests/README.md

test-chip: build/tmr0 build/replay_chip.vvp # Replay vectors on am9513a_chip, the top for synthesis: the same outputs
	@tools/replay.py --no-delays --edges 40000 --on build/replay_chip.vvp $(VECTORS)

test-fpga: build/tmr0 build/fpga/replay/Vreplay_chip build/replay_netlist.vvp build/fpga/pins.vvp test-board # Replay vectors on the netlist of am9513a_fpga under Verilator, some under Icarus: the same outputs; its pins at their limits (EDGES=12000; 2 minutes)
	@tests/fpga/netlist.sh
	@tools/replay.py --no-delays --edges $(or $(EDGES),12000) --on build/fpga/replay/Vreplay_chip $(VECTORS)

test-board: build/fpga/board/Vboard build/fpga/board.vvp build/fpga/flashed/Vboard $(FPGA_DEVICES:%=build/fpga/%.bin) build/fpga/icebreaker.bin # Play vectors and the example on the serial line of examples/icebreaker/icebreaker.v, the vectors on its netlist too; docs/fpga.md has the figures
	@tests/fpga/board.py build/fpga/board.vvp tests/vectors/bus/short-write.txt
	@for board in board flashed; do tests/fpga/board.py build/fpga/$$board/Vboard $(BOARD_VECTORS:%=tests/vectors/%.txt) || exit; done
	@tests/fpga/board.py $< --example examples/icebreaker/count.py | tr '\n' ' ' | grep -x '1197 167 637 1107 77 '
	@! tools/fpga.py $(patsubst %.bin,%.report,$(filter %.bin,$^)) | grep -vxFf docs/fpga.md

test-device: build/tmr0 $(REPLAYS_DEVICE) # Replay scenarios and short vectors on am9513a_device and timer_board_device under Icarus and Verilator: the same pins and violations (EDGES=12000; EDGES=12000,200: above 200 Icarus plays what Verilator does not; 2 minutes)
	@tools/replay.py --violations --edges $(or $(EDGES),12000) --on "$(REPLAYS_DEVICE)" $(VECTORS) $(wildcard tests/scenarios/*/*.scn)

test-fresh: | setup-fresh # Play the commands of .ci/run in a minimal Debian 12 and name what was missing (40 minutes; STEPS="sim lint")
	@tools/test-fresh.sh $(STEPS)

test-threads: build/tsan/tmr0-test | setup-test # Play the tests that start threads, of libtmr0 and of what measure_fit() shares, under the thread sanitizer
	build/tsan/tmr0-test library/threads library/handed_over measure_fit/two_threads_get_what_one_gets

test-m68k: m68k build/lib/am9513.c $(M68K_TESTED) | setup-test # Of `make test` what plays machine code on the 68020, and the vectors on a libam9513 of that CPU
	@for script in tests/scripts/m68k*.sh; do $$script || exit; done

fuzz-m68k: build/$(if $(filter no,$(SAN)),test,san)/m68k-test # Play random programs, valid and not, on the 68020 with sanitizers (PROGRAMS=100000 SEED=1), or without: SAN=no
	ASAN_OPTIONS=detect_leaks=0 $< parts/m68020.ini $(PROGRAMS) $(SEED)

test-judges: $(TEST_PROGRAMS) | setup-test # Expect each of tests/scripts to fail where the programs that it judges die or say nothing (5 minutes)
	@tests/judges.sh

pictures: build/tmr0 build/tmr0-measure build/test/measure-proofs | setup-report # Draw docs/pictures/ from runs of the simulator and from experiments
	@tools/pictures.sh

$(SETUP_GROUPS): setup-%:
	@tools/setup.sh $*

test-web: web build/tmr0 | setup-test # Compare the WebAssembly in Node and in Chromium with build/tmr0, and play the page in Chromium (4 minutes)
	node tests/web/modules.mjs
	node tests/web/test.mjs
	node tests/web/values.mjs

.PHONY: help dist packages sim web m68k test test-web test-m68k test-icarus test-chip test-fpga test-board test-device test-threads test-judges test-fresh soak fpga device pal formal formal-bounds formal-negative formal-long fuzz fuzz-m68k coverage mutate view pictures experiments report bench profile lint lint-rtl lint-c lint-gcc lint-includes lint-format lint-python format \
        install install-tmr0 install-python install-data install-doc install-lib install-measure install-timing uninstall clean setup $(SETUP_GROUPS) FORCE
