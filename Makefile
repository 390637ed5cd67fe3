# SPDX-License-Identifier: MIT
# The front door of tmr0; `make` alone prints the targets. Needs make, git and apt to begin with: each target
# first has tools/setup.sh look for the Debian packages it uses, so no tool may be called while this is read.

PREFIX = /usr/local
CC = clang
CXX = clang++
CFLAGS = -O2 -g
CXXFLAGS = -O3
SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
SAN = yes#          no: leave the sanitized test run out of `make test`
SUITES = #          CUnit suites to run, all if empty
SAN_SUITES = $(SUITES)
FUZZ_SEED = 1989#   of `make fuzz`
MUTANTS = all#      of `make mutate`; or how many, drawn with this seed:
SEED = 1
SCENARIO = #        what `make view` shows
# What `make profile` runs: two reads a sample by the driver on the model
PROFILE = system --plain --processes 1 --keep-all --work 0 --samples 1000

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL = help

# What there is
RTL = $(sort $(wildcard rtl/*/*.v))
RTL_DIRS = -Irtl/board -Irtl/chip -Irtl/timed -Irtl/timing
RTL_ALL = $(RTL) $(sort $(wildcard rtl/*/*.vh)) sim/board/state.vlt
LIB_C = $(filter-out sim/command/main.c,$(sort $(wildcard cli/*.c sim/*/*.c driver-sim/*.c measure/cli/*.c))) $(LIBAM9513_C)
LIBAM9513_C = $(sort $(wildcard model/*.c))
LIBAM9513_H = $(filter-out %_internal.h,$(sort $(wildcard model/*.h)))
LIBAM9513 = build/lib/libam9513.a
LIB_VERSION = 0.1.0
LIB_SONAME = libam9513.so.$(firstword $(subst ., ,$(LIB_VERSION)))
LIBMEASURE_C = $(sort $(wildcard measure/*.c))
LIBMEASURE = build/lib/libmeasure.a
LIBMEASURE_SONAME = libmeasure.so.$(firstword $(subst ., ,$(LIB_VERSION)))
TEST_C = $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c))
VECTOR_C = tests/vectors/runner.c
MUTATION_C = $(sort $(wildcard tools/mutation/*.c))
BENCH_C = $(sort $(wildcard bench/*.c))
EXAMPLE_C = $(sort $(wildcard model/example/*.c))
ALL_C = sim/command/main.c $(LIB_C) $(LIBMEASURE_C) $(TEST_C) $(VECTOR_C) $(MUTATION_C) $(BENCH_C) $(EXAMPLE_C)
PLATFORM_CXX = sim/workstation/platform.cpp
TLM_EXAMPLE_CXX = sim/workstation/example/tlm.cpp
ALL_CXX = $(sort $(wildcard sim/*/*.cpp)) $(TLM_EXAMPLE_CXX)
HEADERS = $(sort $(wildcard cli/*.h sim/*/*.h driver-sim/*.h model/*.h measure/*.h measure/cli/*.h tests/unit/*.h tests/unit/*/*.h bench/*.h))
MODELS = fast traced
RUNTIME = verilated verilated_threads verilated_fst_c

# Flags
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
CPPFLAGS = -D_XOPEN_SOURCE=700 -I. -Imodel -Ibuild/gen -isystem build/verilator
DATADIR_DEF = -DTMR0_DATADIR='"$(PREFIX)/share/tmr0"'
MEASURE_LIBS = -lgsl -lgslcblas -lpthread -lm
LDLIBS = -lsystemc -linih -lcjson -lz -latomic $(MEASURE_LIBS)
# Verilator. Its own headers are system headers to the compiler: our warnings speak of our code.
VERILATE = verilator --cc -Mdir $(@D) --top-module tmr0_top -Wall --no-timing --timescale 1ps/1ps \
           -O3 --x-assign 0 --x-initial 0 $(RTL_DIRS) sim/board/state.vlt
VERILATE_fast =
VERILATE_traced = --trace-fst +define+TMR0_TRACED
# Split blocks count some arms of theirs behind the assignment they hang on, that is wrongly.
VERILATE_cover = --coverage-line --coverage-toggle -fno-split tools/coverage/counted.vlt
VCPPFLAGS = -DVERILATOR=1 -DVM_SC=0 -isystem build/verilator -isystem build/verilator/vltstd
VCPPFLAGS_fast = -DVM_COVERAGE=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -isystem build/fast
VCPPFLAGS_traced = -DVM_COVERAGE=0 -DVM_TRACE=1 -DVM_TRACE_FST=1 -isystem build/traced
VCPPFLAGS_cover = -DVM_COVERAGE=1 -DVM_TRACE=0 -DVM_TRACE_FST=0 -isystem build/cover
SHIM_fast = $(VCPPFLAGS) $(VCPPFLAGS_fast) -DTMR0_MODEL=Vfast -DTMR0_TRACED=0
VCPPFLAGS_mutant = -DVM_COVERAGE=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -isystem build/mutant
SHIM_traced = $(VCPPFLAGS) $(VCPPFLAGS_traced) -DTMR0_MODEL=Vtraced -DTMR0_TRACED=1
SHIM_mutant = $(VCPPFLAGS) $(VCPPFLAGS_mutant) -DTMR0_MODEL=Vmutant -DTMR0_TRACED=0
SHIM_cover = $(VCPPFLAGS) $(VCPPFLAGS_cover) -DTMR0_MODEL=Vcover -DTMR0_TRACED=0
# What runs is shown by what it makes; V=1 shows all of it
Q = $(if $(V),,@echo '$@' && )
COMPILE_C = $(Q)$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<
# What is not ours is not judged for undefined behaviour: Verilator's FST writer lives on odd addresses and overflows.
COMPILE_CXX = $(Q)$(CXX) -std=c++17 $(CPPFLAGS) $(CXXFLAGS) -fno-sanitize=alignment $(WARN) -MMD -MP -c -o $@
COMPILE_GENERATED = $(Q)$(CXX) -std=c++17 $(CXXFLAGS) -fno-sanitize=undefined -w $(VCPPFLAGS) -c -o $@
ALL_FLAGS = $(CC) $(CXX) $(CPPFLAGS) $(CFLAGS) $(CXXFLAGS) $(SANITIZE) $(WARN) $(VERILATE) $(VERILATE_fast) \
            $(VERILATE_traced) $(VERILATE_cover) $(SHIM_fast) $(SHIM_traced) $(SHIM_cover)
differ = $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x)
# private: not for what the sanitized objects depend on
build/san/%: private CFLAGS = $(SANITIZE)
build/san/%: private CXXFLAGS = $(SANITIZE)

##@ Targets
help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

sim: build/tmr0 ## Build the simulator and print the timing table of every machine
	build/tmr0 timing

TEST_PROGRAMS = build/test/tmr0-test build/test/vector-runner build/tmr0 build/tlm-example \
                $(if $(filter-out no,$(SAN)),build/san/tmr0-test build/san/vector-runner)
test: $(TEST_PROGRAMS) | setup-test ## Run all tests (XML=1: build/test/junit.xml; SAN=no; SUITES="data board")
	@SAN='$(SAN)' SUITES='$(SUITES)' SAN_SUITES='$(SAN_SUITES)' tools/test.sh $(if $(XML),--xml)

test-icarus: build/tmr0 build/replay.vvp ## Replay scenarios and vectors under Icarus: the same RTL, the same outputs
	@tools/test-icarus.sh

fuzz: build/tmr0 ## RTL and C model in lockstep: 10 million random operations of the chip, 1 million of the board; RTL with effects: 1 million each (FUZZ_SEED=1989)
	build/tmr0 fuzz --target chip --ops 10000000 --seed $(FUZZ_SEED) --out build/fuzz-chip.scn
	build/tmr0 fuzz --target board --ops 1000000 --seed $(FUZZ_SEED) --out build/fuzz-board.scn
	build/tmr0 fuzz --effects --target chip --ops 1000000 --seed $(FUZZ_SEED) --out build/fuzz-chip-effects.scn
	build/tmr0 fuzz --effects --target board --ops 1000000 --seed $(FUZZ_SEED) --out build/fuzz-board-effects.scn

coverage: build/tmr0-cover ## Rules and files that check them, lines and toggles of the core: docs/coverage.md (10 minutes)
	@tools/coverage/run.sh

mutate: build/mutation ## Small changes to the core, which of them the tests notice: docs/mutation.md (5 minutes; MUTANTS=300 SEED=1)
	@tools/mutation/run.sh

WAVES = $(patsubst %.scn,%.fst,$(sort $(wildcard waves/*.scn)))
waves: $(WAVES) | setup-view ## Write the dumps waves/*.fst that are out of date
	tools/gtkw.sh --check

waves/%.fst: waves/%.scn build/tmr0
	build/tmr0 run $< --wave $@

view: ## Show a dump in GTKWave (SCENARIO=name, one of waves/*.scn)
	@$(if $(filter waves/$(SCENARIO).scn,$(wildcard waves/*.scn)),,\
	    echo "make view: expected SCENARIO=one of:" $(notdir $(basename $(wildcard waves/*.scn))) >&2; exit 2)
	@tools/setup.sh view
	@$(MAKE) --no-print-directory 'waves/$(SCENARIO).fst'
	gtkwave --rcvar 'scale_to_time_dimension n' 'waves/$(SCENARIO).fst' 'waves/$(SCENARIO).gtkw'

bench: build/tmr0-bench build/replay.vvp | setup-bench ## Measure; figures to the terminal and to build/bench.json
	build/tmr0-bench --json build/bench.json

# valgrind cannot read clang's DWARF 5, and the names of functions are no part of it.
profile: build/tmr0 | setup-bench ## Instructions by function under callgrind (PROFILE="run FILE.scn" or any other command of tmr0)
	objcopy --strip-debug build/tmr0 build/tmr0-profile
	valgrind --tool=callgrind --callgrind-out-file=build/profile.out build/tmr0-profile $(PROFILE)
	callgrind_annotate build/profile.out >build/profile.txt
	@head -n 40 build/profile.txt

lint: lint-rtl lint-c lint-format ## Verilator, Icarus, clang-tidy, cppcheck and clang-format, no warnings allowed

format: | setup-lint ## Lay out the C and C++ files with clang-format
	clang-format -i $(wildcard $(ALL_C)) $(ALL_CXX) $(HEADERS)

# A pkg-config file. sed would read something into a prefix.
pc = { printf 'prefix=%s\n' '$(PREFIX)'; sed 's/@VERSION@/$(LIB_VERSION)/' $(1); }

install: install-lib install-measure install-doc build/tmr0 build/datadir ## Install under PREFIX (default /usr/local), staged below DESTDIR
	install -D -m 755 build/tmr0 '$(DESTDIR)$(PREFIX)/bin/tmr0'
	install -d '$(DESTDIR)$(PREFIX)/share/tmr0/parts' '$(DESTDIR)$(PREFIX)/share/tmr0/machines'
	install -m 644 parts/*.ini '$(DESTDIR)$(PREFIX)/share/tmr0/parts'
	install -m 644 machines/*.ini '$(DESTDIR)$(PREFIX)/share/tmr0/machines'
	install -D -m 644 docs/tmr0.1 '$(DESTDIR)$(PREFIX)/share/man/man1/tmr0.1'

# In the folders of the source tree, so that the documents find each other and what they speak of
DOCUMENTS = LICENSE README.md $(wildcard docs/*.md docs/pictures/*) model/README.md measure/measure.h \
            $(wildcard waves/*.gtkw tests/scenarios/*/* tests/vectors/RULES tests/vectors/runner.c tests/vectors/*/*)
install-doc: ## Install the documents alone, with the vectors, scenarios and GTKWave views that they name
	@for file in $(DOCUMENTS); do install -D -m 644 $$file '$(DESTDIR)$(PREFIX)/share/doc/tmr0/'$$file || exit; done

install-lib: $(LIBAM9513) $(LIBAM9513:.a=.so) ## Install libam9513 alone: headers, library, pkg-config file, documents, example
	install -d '$(DESTDIR)$(PREFIX)/include' '$(DESTDIR)$(PREFIX)/lib/pkgconfig' '$(DESTDIR)$(PREFIX)/share/doc/libam9513'
	install -m 644 $(LIBAM9513_H) '$(DESTDIR)$(PREFIX)/include'
	install -m 644 $(LIBAM9513) '$(DESTDIR)$(PREFIX)/lib'
	install -m 755 $(LIBAM9513:.a=.so) '$(DESTDIR)$(PREFIX)/lib/libam9513.so.$(LIB_VERSION)'
	ln -sf libam9513.so.$(LIB_VERSION) '$(DESTDIR)$(PREFIX)/lib/$(LIB_SONAME)'
	ln -sf $(LIB_SONAME) '$(DESTDIR)$(PREFIX)/lib/libam9513.so'
	$(call pc,model/libam9513.pc.in) >'$(DESTDIR)$(PREFIX)/lib/pkgconfig/libam9513.pc'
	install -m 644 LICENSE model/README.md $(EXAMPLE_C) '$(DESTDIR)$(PREFIX)/share/doc/libam9513'

install-measure: $(LIBMEASURE) $(LIBMEASURE:.a=.so) ## Install libmeasure alone: header, static and shared library, pkg-config file, documents
	install -d '$(DESTDIR)$(PREFIX)/include' '$(DESTDIR)$(PREFIX)/lib/pkgconfig' '$(DESTDIR)$(PREFIX)/share/doc/libmeasure'
	install -m 644 measure/measure.h '$(DESTDIR)$(PREFIX)/include'
	install -m 644 $(LIBMEASURE) '$(DESTDIR)$(PREFIX)/lib'
	install -m 755 $(LIBMEASURE:.a=.so) '$(DESTDIR)$(PREFIX)/lib/libmeasure.so.$(LIB_VERSION)'
	ln -sf libmeasure.so.$(LIB_VERSION) '$(DESTDIR)$(PREFIX)/lib/$(LIBMEASURE_SONAME)'
	ln -sf $(LIBMEASURE_SONAME) '$(DESTDIR)$(PREFIX)/lib/libmeasure.so'
	$(call pc,measure/libmeasure.pc.in) >'$(DESTDIR)$(PREFIX)/lib/pkgconfig/libmeasure.pc'
	install -m 644 LICENSE docs/sources.md '$(DESTDIR)$(PREFIX)/share/doc/libmeasure'
	sed '/(sources\.md)/!s/\[\([^]]*\)\]([^)]*)/\1/g' docs/measure.md >'$(DESTDIR)$(PREFIX)/share/doc/libmeasure/measure.md' # other links would lead nowhere

clean: ## Delete what make made
	rm -rf build waves/*.fst waves/*.fst.part.*

SETUP = setup-build setup-test setup-lint setup-view setup-bench
setup: $(SETUP) ## Install the Debian packages of all targets

$(SETUP): setup-%:
	@tools/setup.sh $*

.PHONY: help sim test test-icarus fuzz coverage mutate waves view bench profile lint lint-rtl lint-c lint-format format install install-doc install-lib install-measure clean setup $(SETUP) FORCE

##@ Files that rules depend on. build/flags changes when a flag does; build/datadir when PREFIX does.
FLAGS_NOW := $(strip $(ALL_FLAGS))
build/flags: $(if $(call differ,$(FLAGS_NOW),$(file <build/flags)),FORCE) | setup-build
	@mkdir -p build
	@echo '$(FLAGS_NOW)' >$@

build/datadir: $(if $(call differ,$(PREFIX),$(file <build/datadir)),FORCE)
	@mkdir -p build
	@echo '$(PREFIX)' >$@

build/mutants: $(if $(call differ,$(MUTANTS) $(SEED),$(file <build/mutants)),FORCE)
	@mkdir -p build
	@echo '$(MUTANTS) $(SEED)' >$@

build/gen/figures.h: rtl/board/figures.vh
	@mkdir -p $(@D)
	{ echo '/* Made from $< */'; echo '#ifndef TMR0_FIGURES_H'; echo '#define TMR0_FIGURES_H'; echo 'enum {'; \
	  sed -n 's/^`define \(FIG_[A-Z0-9_]*\)  *\([0-9][0-9]*\).*/    \1 = \2,/p' $<; echo '};'; echo '#endif'; } >$@

# The runtime of Verilator lies where the package put it.
build/verilator: | build/flags
	ln -sfn "$$(verilator --getenv VERILATOR_ROOT)/include" $@

##@ The RTL, twice: without and with trace. model.cpp holds all of a model's files, one compilation each.
build/%/model.cpp: $(RTL_ALL) build/flags | build/verilator
	@rm -rf $(@D)
	$(Q)$(VERILATE) --prefix V$* $(VERILATE_$*) $(RTL)
	@cd $(@D) && printf '#include "%s"\n' V*.cpp >model.cpp

build/cover/model.cpp: tools/coverage/counted.vlt

# All mutants in one: what the mutator changed stands in for the core's files.
CORE = $(addprefix rtl/chip/am9513a_,core.v counter.v sources.v gates.v fout.v) $(addprefix rtl/timed/am9513a_,databus.v outputs.v)
build/mutator: tools/mutation/mutator.c build/flags
	$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(WARN) -o $@ $<

build/mutant/model.cpp: $(RTL_ALL) build/mutator build/flags build/mutants | build/verilator
	@rm -rf $(@D)
	mkdir -p $(@D)/rtl
	build/mutator $(SEED) $(MUTANTS) $(@D)/rtl $(CORE) >$(@D)/drawn.txt
	$(VERILATE) -Wno-fatal -Wno-lint -fno-dfg --prefix Vmutant $(filter-out $(CORE),$(RTL)) $(CORE:rtl/%=$(@D)/rtl/%)
	cd $(@D) && printf '#include "%s"\n' V*.cpp >model.cpp

##@ Objects, plain below build/obj and sanitized below build/san
define objects
build/$(1)/%.o: %.c build/flags | build/gen/figures.h build/verilator
	@mkdir -p $$(@D)
	$$(COMPILE_C)

# What runs on the virtual CPU includes nothing else of the house.
build/$(1)/driver-sim/%.o: private CPPFLAGS =

build/$(1)/verilated/%.o: build/flags | build/verilator
	@mkdir -p $$(@D)
	$$(COMPILE_GENERATED) $$(VCPPFLAGS_traced) build/verilator/$$*.cpp

build/$(1)/model_%.o: build/%/model.cpp build/flags
	@mkdir -p $$(@D)
	$$(COMPILE_GENERATED) $$(VCPPFLAGS_$$*) $$<

build/$(1)/shim_%.o: sim/board/rtl_shim.cpp build/%/model.cpp build/flags | build/gen/figures.h
	@mkdir -p $$(@D)
	$$(COMPILE_CXX) $$(SHIM_$$*) $$<

$(PLATFORM_CXX:%.cpp=build/$(1)/%.o) $(TLM_EXAMPLE_CXX:%.cpp=build/$(1)/%.o): build/$(1)/%.o: %.cpp build/flags | build/gen/figures.h build/verilator
	@mkdir -p $$(@D)
	$$(COMPILE_CXX) $$<

build/$(1)/sim/figures/data.o: private CPPFLAGS += $$(DATADIR_DEF)
build/$(1)/sim/figures/data.o: build/datadir

build/$(1)/libtmr0.a: $(LIB_C:%.c=build/$(1)/%.o) $(PLATFORM_CXX:%.cpp=build/$(1)/%.o) $(MODELS:%=build/$(1)/shim_%.o) $(MODELS:%=build/$(1)/model_%.o) \
                      $(RUNTIME:%=build/$(1)/verilated/%.o)
	@rm -f $$@
	$$(Q)ar rcs $$@ $$^

build/$(1)/libmeasure.a: $(LIBMEASURE_C:%.c=build/$(1)/%.o)
	@rm -f $$@
	$$(Q)ar rcs $$@ $$^

$(TEST_C:%.c=build/$(1)/%.o): | setup-test
-include $(patsubst %.cpp,build/$(1)/%.d,$(PLATFORM_CXX) $(TLM_EXAMPLE_CXX)) $(patsubst %.c,build/$(1)/%.d,$(ALL_C)) $(MODELS:%=build/$(1)/shim_%.d)
endef
$(foreach variant,obj san,$(eval $(call objects,$(variant))))

##@ Programs. The library holds all but the mains; C++ links because of the models.
LINK = $(Q)$(CXX) $(CXXFLAGS) -o $@ $^ $(LDLIBS)

build/libtmr0.a: build/obj/libtmr0.a
	@cp $< $@

# libam9513 by itself: position-independent, and only what its headers name can be seen
build/lib/%.o: private CFLAGS += -fPIC -fvisibility=hidden
build/lib/%.o: model/%.c build/flags
	@mkdir -p $(@D)
	$(COMPILE_C)

$(LIBAM9513): $(LIBAM9513_C:model/%.c=build/lib/%.o)
	rm -f $@
	ar rcs $@ $^

$(LIBAM9513:.a=.so): $(LIBAM9513_C:model/%.c=build/lib/%.o)
	$(CC) $(CFLAGS) -shared -Wl,-soname,$(LIB_SONAME) -Wl,--no-undefined -o $@ $^

-include $(LIBAM9513_C:model/%.c=build/lib/%.d)

# libmeasure by itself; all that its files do not keep to themselves is in measure.h
build/lib/measure/%.o: private CFLAGS += -fPIC
build/lib/measure/%.o: measure/%.c build/flags
	@mkdir -p $(@D)
	$(COMPILE_C)

$(LIBMEASURE): $(LIBMEASURE_C:%.c=build/lib/%.o)
	rm -f $@
	ar rcs $@ $^

$(LIBMEASURE:.a=.so): $(LIBMEASURE_C:%.c=build/lib/%.o)
	$(CC) $(CFLAGS) -shared -Wl,-soname,$(LIBMEASURE_SONAME) -Wl,--no-undefined -o $@ $^ $(MEASURE_LIBS)

-include $(LIBMEASURE_C:%.c=build/lib/%.d)

build/tmr0: build/obj/sim/command/main.o build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

# A model in the fast one's place: what stands before the library is taken first. Each counted thing is code, and the
# optimizer takes minutes over it.
build/obj/model_cover.o: private CXXFLAGS = -O1
build/tmr0-cover: build/obj/sim/command/main.o build/obj/shim_cover.o build/obj/model_cover.o build/obj/verilated/verilated_cov.o \
                  build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

# Its sc_main stands in for the platform's; SystemC's library brings the main that calls it.
build/tlm-example: build/obj/sim/workstation/example/tlm.o build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

build/mutation: private LDLIBS := $(filter-out -lsystemc,$(LDLIBS))# it has no sc_main
build/mutation: build/obj/tools/mutation/mutation.o build/obj/shim_mutant.o build/obj/model_mutant.o build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

build/test/tmr0-test: $(TEST_C:%.c=build/obj/%.o) build/libtmr0.a build/obj/libmeasure.a
	@mkdir -p $(@D)
	$(LINK) -lcunit -lglpk

build/san/tmr0-test: $(TEST_C:%.c=build/san/%.o) build/san/libtmr0.a build/san/libmeasure.a
	$(LINK) -lcunit -lglpk

# libam9513 and its public header, nothing of sim/
VECTOR_RUNNER = $(VECTOR_C:.c=.o) $(patsubst %.c,%.o,$(wildcard model/am9513*.c))
build/test/vector-runner: $(VECTOR_RUNNER:%=build/obj/%)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

build/san/vector-runner: $(VECTOR_RUNNER:%=build/san/%)
	$(CC) $(SANITIZE) -o $@ $^

build/replay.vvp: sim/board/replay.v $(RTL_ALL) | setup-bench
	iverilog -g2005 -Wall -s replay $(RTL_DIRS) -o $@ sim/board/replay.v $(RTL)

build/tmr0-bench: $(BENCH_C:%.c=build/obj/%.o) build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

##@ Lint. Icarus has no switch that makes warnings errors: any word from it is one.
lint-rtl: build/flags | setup-lint
	$(VERILATE:--cc=--lint-only) $(RTL)
	$(VERILATE:--cc=--lint-only) $(VERILATE_traced) $(RTL)
	@echo iverilog -g2005 -Wall -tnull -s tmr0_top $(RTL_DIRS) $(RTL)
	@if iverilog -g2005 -Wall -tnull -s tmr0_top $(RTL_DIRS) $(RTL) 2>&1 | grep .; then exit 1; fi

# ctuuninitvar takes a struct that a callee is to fill, such as struct error, for one that it reads.
CPPCHECK = cppcheck --quiet --enable=warning,style,performance,portability --error-exitcode=1 --inline-suppr \
           --suppress=missingIncludeSystem --suppress=ctuuninitvar $(filter -I%,$(CPPFLAGS))
lint-c: $(patsubst %,build/lint/%.tidy,$(ALL_C) $(ALL_CXX)) | setup-lint
	$(CPPCHECK) --std=c11 $(ALL_C)
	$(CPPCHECK) --std=c++17 -DTMR0_MODEL=Vfast -DTMR0_TRACED=1 $(ALL_CXX)

lint-format: | setup-lint
	clang-format --dry-run -Werror $(ALL_C) $(ALL_CXX) $(HEADERS)

TIDY = mkdir -p $(@D); clang-tidy --quiet $< -- $(1) $(CPPFLAGS) $(DATADIR_DEF) >$@.log 2>&1 && mv $@.log $@ || { cat $@.log; exit 1; }
build/lint/%.c.tidy: %.c $(HEADERS) .clang-tidy build/flags build/gen/figures.h | setup-lint setup-test
	@echo clang-tidy $<
	@$(call TIDY,-std=c11)

build/lint/%.cpp.tidy: %.cpp $(HEADERS) .clang-tidy build/flags build/gen/figures.h build/traced/model.cpp | setup-lint
	@echo clang-tidy $<
	@$(call TIDY,-std=c++17 $(SHIM_traced))
