# SPDX-License-Identifier: MIT
# The measuring wing: libmeasure, the program tmr0-measure, their tests and documents. Of the other folders it uses cli/
# and pages/ alone.

LIBMEASURE_C = $(sort $(wildcard measure/*.c))
LIBMEASURE_H = measure/measure.h
LIBMEASURE_LIBS = -lgsl -lgslcblas -lpthread -lm
MEASURE_MAIN_C = measure/cli/main.c
# What tmr0 has too: the command and the experiments
MEASURE_C = $(filter-out $(MEASURE_MAIN_C),$(sort $(wildcard measure/cli/*.c measure/experiments/*.c)))
MEASURE_PROOFS_MAIN_C = measure/tests/main.c
MEASURE_TEST_C = $(filter-out $(MEASURE_PROOFS_MAIN_C),$(sort $(wildcard measure/tests/*.c)))
MEASURE_HEADERS = $(sort $(wildcard measure/*.h measure/*/*.h))
MEASURE_DOCUMENTS = $(LIBMEASURE_H) $(wildcard measure/docs/*.md)

# Without Verilator's and SystemC's libraries
MEASURE_PROGRAM_C = $(sort $(wildcard cli/*.c pages/*.c)) $(MEASURE_C)
build/tmr0-measure: $(patsubst %.c,build/obj/%.o,$(MEASURE_PROGRAM_C) $(MEASURE_MAIN_C)) build/obj/libmeasure.a
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -pie -o $@ $^ -lcjson $(LIBMEASURE_LIBS)

# What shows that intervals hold, and which clock is enough
MEASURE_PROOFS_C = $(MEASURE_PROGRAM_C) $(addprefix measure/tests/,main.c coverage.c race.c loop.c runs.c)
build/test/measure-proofs: $(MEASURE_PROOFS_C:%.c=build/obj/%.o) build/obj/libmeasure.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -pie -o $@ $^ -lcjson -lz $(LIBMEASURE_LIBS)

MEASURE_COVERED = $(addprefix build/cov/tree/build/,tmr0-measure test/measure-proofs)
$(MEASURE_COVERED): private CXX = $(CC)
$(MEASURE_COVERED): private LDLIBS = -lcjson -lz $(LIBMEASURE_LIBS)
build/cov/tree/build/tmr0-measure: $(patsubst %.c,build/cov/%.o,$(MEASURE_PROGRAM_C) $(MEASURE_MAIN_C)) build/cov/libmeasure.a
build/cov/tree/build/test/measure-proofs: $(MEASURE_PROOFS_C:%.c=build/cov/%.o) build/cov/libmeasure.a

$(addsuffix /measure/tests/loop.o,build/obj build/san build/cov): measure/tests/loop.gz measure/tests/loaded.gz

build/obj/libmeasure.a: $(LIBMEASURE_C:%.c=build/obj/%.o)
build/san/libmeasure.a: $(LIBMEASURE_C:%.c=build/san/%.o)
build/tsan/libmeasure.a: $(LIBMEASURE_C:%.c=build/tsan/%.o)
build/cov/libmeasure.a: $(LIBMEASURE_C:%.c=build/cov/%.o)

# The installed library
LIBMEASURE = build/lib/libmeasure.a build/lib/libmeasure.so
build/lib/libmeasure.names: $(LIBMEASURE_H)
build/lib/libmeasure.o: $(LIBMEASURE_C:%.c=build/obj/%.o)
build/lib/libmeasure.so: private LDLIBS = $(LIBMEASURE_LIBS)

# Only the link to sources.md leads somewhere in the folder of the installed documents.
build/lib/measure.md build/lib/measuring.md: build/lib/%: measure/docs/%
	@mkdir -p $(@D)
	sed '/^!\[/d; s,(../../docs/sources\.md),(sources.md),; /(sources\.md)/!s/\[\([^]]*\)\]([^)]*)/\1/g' $< >$@

install-measure: private NAME = libmeasure
install-measure: private FILES_H = $(LIBMEASURE_H)
install-measure: private FOLDER_H = include/tmr0
install-measure: private PC = measure/libmeasure.pc.in
install-measure: private LIBS = $(LIBMEASURE_LIBS)
install-measure: private DOCS = docs/sources.md build/lib/measure.md build/lib/measuring.md
