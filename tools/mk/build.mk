# SPDX-License-Identifier: MIT
# Objects and programs: plain objects below build/obj, sanitized ones below build/san.

# private: the prerequisites of a sanitized object keep their flags.
build/san/%: private CFLAGS = $(SANITIZE)
build/san/%: private CXXFLAGS = $(SANITIZE)
# These take longer to optimize than to run
OPTIMIZED_LONG = cli measure/cli tests/unit $(addprefix sim/,command diagram experiments m68k sweep workstation)
$(OPTIMIZED_LONG:%=build/san/%/%): private CFLAGS = $(SANITIZE) -O0
build/afl/%: private CC = afl-clang-fast
build/afl/%: private CXX = afl-clang-fast++
build/afl/%: private CFLAGS = $(SANITIZE)
build/afl/%: private CXXFLAGS = $(SANITIZE)
build/gcc/%: private CC = gcc
build/gcc/%: private CXX = g++
build/gcc/%: private CFLAGS = -O2
build/gcc/%: private CXXFLAGS = -O2
build/gcc/%: private WERROR = -Werror
build/tsan/%: private CFLAGS = $(SANITIZE_THREADS)
build/tsan/%: private CXXFLAGS = $(SANITIZE_THREADS)

# Files that objects depend on: build/flags changes when a flag does, build/datadir when PREFIX does, build/mutants when
# the choice of mutants does.
HELD_flags := $(strip $(ALL_FLAGS))
HELD_datadir := $(PREFIX)
HELD_mutants := $(MUTANTS) $(SEED) $(MUTATED) $(MUTATED_MODEL)
define held
ifneq ($$(HELD_$(1)),$$(file <build/$(1)))
build/$(1): FORCE
endif
endef
$(foreach file,flags datadir mutants,$(eval $(call held,$(file))))
build/datadir build/mutants:
	@mkdir -p build
	@echo '$(HELD_$(@F))' >$@
# With the flags comes the link to the runtime of that Verilator, and the build prints what it uses.
build/flags: | setup-build
	@mkdir -p build
	@root=$$($(VERILATOR) --getenv VERILATOR_ROOT) && ln -sfn "$$root/include" build/verilator
	@$(if $(SILENT),:,$(VERILATOR) --version && $(CC) --version | head -n 1 && $(CXX) --version | head -n 1)
	@echo '$(HELD_flags)' >$@
build/verilator: build/flags ;

define objects
build/$(1)/%.o: %.c build/flags | build/verilator
	@mkdir -p $$(@D)
	$$(COMPILE_C)

# The code on the virtual CPU includes nothing from the other folders.
build/$(1)/driver-sim/%.o: private CPPFLAGS = -Iinclude

build/$(1)/verilated/%.o: build/flags | build/verilator
	@mkdir -p $$(@D)
	$$(COMPILE_GENERATED) $$(call MODEL_FLAGS,traced) build/verilator/$$*.cpp

build/$(1)/verilated/verilated_fst_c.o: private VCPPFLAGS += -DFST_WRITER -I. -include sim/board/fst.h
build/$(1)/verilated/verilated_fst_c.o: sim/board/fst.h

build/$(1)/model_%.o: build/%/model.cpp build/flags
	@mkdir -p $$(@D)
	$$(COMPILE_GENERATED) $$(call MODEL_FLAGS,$$*) $$<

build/$(1)/shim_%.o: sim/board/rtl_shim.cpp build/%/model.cpp build/flags | build/gen/records.h
	@mkdir -p $$(@D)
	$$(COMPILE_CXX) $$(call SHIM_FLAGS,$$*) $$<

$(PLATFORM_CXX:%.cpp=build/$(1)/%.o): build/$(1)/%.o: %.cpp build/flags | build/verilator
	@mkdir -p $$(@D)
	$$(COMPILE_CXX) $$<

build/$(1)/sim/figures/data.o: private CPPFLAGS += $$(DATADIR_DEF)
build/$(1)/sim/figures/data.o: build/datadir
build/$(1)/pages/page.o: build/gen/page_templates.h
build/$(1)/sim/command/command_run.o: build/gen/language.h

# The sanitizers see our code alone, that of threads Verilator's runtime too. Coverage sees C.
build/$(1)/libtmr0.a: $(patsubst %.c,build/$(1)/%.o,$(if $(filter tsan,$(1)),$(LIBTMR0_USES_C),$(LIB_C))) \
                      $(foreach from,$(if $(filter cov,$(1)),obj,$(1)),$(MODELS:%=build/$(from)/shim_%.o)) \
                      $(foreach from,$(if $(filter cov tsan,$(1)),obj,$(1)),$(PLATFORM_CXX:%.cpp=build/$(from)/%.o)) \
                      $(foreach from,$(if $(filter san cov tsan,$(1)),obj,$(1)),$(MODELS:%=build/$(from)/model_%.o)) \
                      $(foreach from,$(if $(filter san cov,$(1)),obj,$(1)),$(RUNTIME:%=build/$(from)/verilated/%.o))
build/$(1)/lib%.a:
	@rm -f $$@
	$$(Q)ar rcs $$@ $$^

$(TEST_C:%.c=build/$(1)/%.o): | setup-test
-include $(patsubst %.cpp,build/$(1)/%.d,$(PLATFORM_CXX)) $(patsubst %.c,build/$(1)/%.d,$(ALL_C)) $(MODELS:%=build/$(1)/shim_%.d)
endef
$(foreach variant,obj san tsan afl gcc,$(eval $(call objects,$(variant))))

# Programs. The library holds everything but the main files. The C++ compiler links because of the models.
LINK = $(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -pie -o $@ $^ $(LDLIBS)

build/libtmr0.a: build/obj/libtmr0.a
	@cp $< $@

build/tmr0: build/obj/sim/command/main.o build/libtmr0.a build/obj/libmeasure.a | build/tmr0-systemc.so
	$(LINK) -rdynamic

# SystemC, which `tmr0 system` loads: it takes 6 ms to begin, three times the rest. What it calls is in the program.
build/tmr0-systemc.so build/cov/tree/build/tmr0-systemc.so: build/obj/sim/workstation/platform.o
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -shared -o $@ $^ -lsystemc
build/test/tmr0-test build/san/tmr0-test build/cov/tree/build/test/tmr0-test build/tmr0-bench: private LDLIBS += -lsystemc

# The 68020, which `tmr0 program` loads
$(foreach variant,obj san cov,$(M68K_C:%.c=build/$(variant)/%.o)): | setup-m68k
build/tmr0-m68k.so: $(M68K_C:%.c=build/obj/%.o) build/libtmr0.a
build/cov/tree/build/tmr0-m68k.so: $(M68K_C:%.c=build/cov/%.o) build/cov/libtmr0.a
build/tmr0-m68k.so build/cov/tree/build/tmr0-m68k.so:
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,--no-undefined -o $@ $^ -lunicorn -lcapstone -lcjson

$(foreach variant,obj san cov,$(patsubst %.c,build/$(variant)/%.o,$(M68K_TEST_C))): | setup-m68k
build/test/m68k-test: build/obj/tests/m68k/test_m68k.o $(M68K_C:%.c=build/obj/%.o) build/libtmr0.a
build/san/m68k-test: private CFLAGS = $(SANITIZE)
build/san/m68k-test: build/san/tests/m68k/test_m68k.o $(M68K_C:%.c=build/san/%.o) build/san/libtmr0.a
build/cov/tree/build/test/m68k-test: build/cov/tests/m68k/test_m68k.o $(M68K_C:%.c=build/cov/%.o) build/cov/libtmr0.a
build/test/m68k-test build/san/m68k-test build/cov/tree/build/test/m68k-test:
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lunicorn -lcapstone -lcjson

# The linker takes a model given before the library instead of the fast one. Each counted item is code, and optimizing
# it takes minutes.
build/obj/model_cover.o: private CXXFLAGS = -O1
build/tmr0-cover: build/obj/sim/command/main.o build/obj/shim_cover.o build/obj/model_cover.o build/obj/verilated/verilated_cov.o \
                  build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

# The mutated files come before the library with the same ones.
build/mutation-% build/tsan/tmr0-test: private LDLIBS += -lcunit
MUTATION_O = $(patsubst %.c,build/obj/%.o,tools/mutation/mutation.c $(MUTATION_SUITES) $(FUZZ_C)) build/obj/mutation_runner.o
build/obj/mutation_runner.o: $(VECTOR_C) build/flags
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) -Dmain=vector_runner -w -c -o $@ $<
build/mutation-rtl: $(MUTATION_O) build/obj/shim_mutant.o build/obj/model_mutant.o build/libtmr0.a build/obj/libmeasure.a
	$(LINK)
build/mutation-model: $(MUTATION_O) $(MUTATED_MODEL:model/%.c=build/mutant-model/%.o) build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

build/tmr0-fuzz: build/obj/tests/fuzz/main.o $(FUZZ_C:%.c=build/obj/%.o) build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

# Without debug information, which valgrind 3.19 cannot read as clang 14 writes it (DWARF 5)
build/tmr0-bench: private LDLIBS += -Wl,--strip-debug
build/tmr0-bench: $(BENCH_C:%.c=build/obj/%.o) build/libtmr0.a build/obj/libmeasure.a
	$(LINK)

build/test/tmr0-test: $(TEST_C:%.c=build/obj/%.o) build/libtmr0.a build/obj/libmeasure.a
	@mkdir -p $(@D)
	$(LINK) -lcunit -lglpk

build/san/tmr0-test: $(TEST_C:%.c=build/san/%.o) build/san/libtmr0.a build/san/libmeasure.a
	$(LINK) -lcunit -lglpk

# What is for several threads: libtmr0, and of libmeasure all that once was not.
build/tsan/tmr0-test: $(patsubst %,build/tsan/%.o,tests/suite tests/unit/main tests/unit/library/test_library $(addprefix measure/,\
                      tests/test_measure_fit tests/synthetic experiments/krutar_table)) build/tsan/libtmr0.a build/tsan/libmeasure.a
	$(LINK)

# AFL++ follows what reads, and the sanitizers check it; the board is in the program, but does not run.
$(FUZZED_C:%.c=build/afl/%.o): | setup-soak
build/afl/readers: $(FUZZED_C:%.c=build/afl/%.o) build/libtmr0.a
	$(LINK)
-include $(FUZZED_C:%.c=build/afl/%.d)

# The vector runner is linked with libam9513 alone: with its one file, and sanitized with the files of model/.
build/test/am9513.o: build/lib/am9513.c build/flags
	@mkdir -p $(@D)
	$(COMPILE_C)

build/test/vector-runner: $(VECTOR_C:%.c=build/obj/%.o) build/test/am9513.o
	$(CC) $(CFLAGS) -o $@ $^

build/san/vector-runner: $(patsubst %.c,build/san/%.o,$(VECTOR_C) $(LIBAM9513_C))
	$(CC) $(SANITIZE) -o $@ $^

# Without its packages, which only SETUP=no leaves out, the tests say that the 68020 is not there.
M68K_TESTED = $(if $(and $(filter no,$(SETUP)),$(if $(wildcard $(addsuffix include/unicorn/unicorn.h,/usr/ /usr/local/)),,missing)),,\
                build/tmr0-m68k.so build/test/m68k-test $(if $(filter-out no,$(SAN)),build/san/m68k-test))

# Verilator's own code, for the designs that tests compile. Only GCC has the coroutines of --timing
build/gcc/libverilated.a: $(patsubst %,build/%.o,obj/verilated/verilated obj/verilated/verilated_threads gcc/verilated/verilated_timing)
build/gcc/verilated/%.o: private CXXFLAGS = -fcoroutines
# Their headers, which the compiler reads once: that takes as long as most of them
build/gcc/design.h: build/flags | build/verilator
	mkdir -p $(@D) && echo '#include <verilated_timing.h>' >$@
	$(CXX) -w -fcoroutines -faligned-new -fcf-protection=none -Ibuild/verilator -Ibuild/verilator/vltstd \
	    -DVL_TIME_CONTEXT $(patsubst %,-DVM_%=0,COVERAGE SC TRACE TRACE_FST TRACE_VCD) -x c++-header $@

TEST_PROGRAMS = build/tmr0-fuzz build/gcc/libverilated.a build/gcc/design.h $(MAN) $(MAN_TIMING) build/lib/measure.md \
                build/lib/measuring.md $(PARTS_V) $(filter %.vvp,$(REPLAYS_DEVICE)) build/test/vector-runner \
                build/test/measure-proofs build/tmr0 build/tmr0-measure $(LIBTMR0) $(LIBAM9513) $(LIBMEASURE) $(M68K_TESTED) \
                $(if $(filter-out no,$(SAN)),build/san/tmr0-test build/san/vector-runner,build/test/tmr0-test)

# Coverage of the C code: objects below build/cov, programs below build/cov/tree/build. tree/ links to everything else
# of the tree, so the tests and scripts play there as they do here. Children end by exit(), which writes their counts.

COVERED_PROGRAMS = $(addprefix build/cov/tree/build/,tmr0 tmr0-measure test/measure-proofs test/tmr0-test test/vector-runner)
COVERED_M68K = $(addprefix build/cov/tree/build/,tmr0-m68k.so test/m68k-test)
build/cov/%: private CFLAGS = $(COVERED)
$(eval $(call objects,cov))

build/cov/tree/build/%: private CXXFLAGS = $(COVERED)
build/cov/tree/build/tmr0: private LDLIBS += -rdynamic
build/cov/tree/build/tmr0: build/cov/sim/command/main.o build/cov/libtmr0.a build/cov/libmeasure.a | build/cov/tree/build/tmr0-systemc.so
build/cov/tree/build/test/tmr0-test: private LDLIBS += -lcunit -lglpk
build/cov/tree/build/test/tmr0-test: $(TEST_C:%.c=build/cov/%.o) build/cov/libtmr0.a build/cov/libmeasure.a
build/cov/tree/build/test/vector-runner: private LDLIBS =# libam9513 alone
build/cov/tree/build/test/vector-runner: $(patsubst %.c,build/cov/%.o,$(VECTOR_C) $(LIBAM9513_C))
$(COVERED_PROGRAMS): | setup-coverage
	@mkdir -p $(@D)
	$(LINK)

# The pages with their style and script, as C: lines of text.

build/lint/pages/page.c.tidy: build/gen/page_templates.h
build/gen/page_templates.h: $(wildcard pages/*.html) pages/page.css pages/page.js tools/page-templates.sh tools/c-lines.sh
	@mkdir -p $(@D)
	$(Q)tools/page-templates.sh >$@

# What `tmr0 run --help-language` prints: a section of the manual.

build/lint/sim/command/command_run.c.tidy: build/gen/language.h
build/gen/language.h: docs/manual.md tools/language.awk tools/c-lines.sh
	@mkdir -p $(@D)
	$(Q)awk -f tools/language.awk $< | tools/c-lines.sh language '\\n' >$@
