# SPDX-License-Identifier: MIT
# Coverage of the C code: objects below build/cov, programs below build/cov/tree/build. tree/ links to everything else
# of the source tree, so the tests and scripts play there as they do here.

COVERED = -O1 -g -fprofile-instr-generate -fcoverage-mapping
COVERED_PROGRAMS = $(addprefix build/cov/tree/build/,tmr0 tmr0-measure test/tmr0-test test/vector-runner)
build/cov/%: private CFLAGS = $(COVERED)
$(eval $(call objects,cov))

build/cov/tree/build/%: private CXXFLAGS = $(COVERED)
build/cov/tree/build/tmr0: build/cov/sim/command/main.o build/cov/libtmr0.a build/cov/libmeasure.a
build/cov/tree/build/tmr0-measure: private LDLIBS = -lcjson $(LIBMEASURE_LIBS)
build/cov/tree/build/tmr0-measure: $(patsubst %.c,build/cov/%.o,$(sort $(wildcard cli/*.c measure/*/*.c))) build/cov/libmeasure.a
build/cov/tree/build/test/tmr0-test: private LDLIBS += -lcunit -lglpk
build/cov/tree/build/test/tmr0-test: $(TEST_C:%.c=build/cov/%.o) build/cov/libtmr0.a build/cov/libmeasure.a
build/cov/tree/build/test/vector-runner: private LDLIBS =# libam9513 alone
build/cov/tree/build/test/vector-runner: $(patsubst %.c,build/cov/%.o,$(VECTOR_C) $(LIBAM9513_C))
$(COVERED_PROGRAMS): | setup-coverage
	@mkdir -p $(@D)
	$(LINK)
