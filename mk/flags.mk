# SPDX-License-Identifier: MIT
# The flags of the compilers.

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
# One set of objects for programs and shared libraries: it costs no instructions (docs/speed.md).
PIC = -fPIC
CPPFLAGS = -D_XOPEN_SOURCE=700 -DTMR0_VERSION=$(VERSION) -I. -Iinclude -Imodel -Ibuild/gen -isystem build/verilator
DATADIR_DEF = -DTMR0_DATADIR='"$(PREFIX)/share/tmr0"'
# What the libraries need
LIBTMR0_LIBS = -linih -lcjson -lz -lstdc++ -latomic -lm
LIBMEASURE_LIBS = -lgsl -lgslcblas -lpthread -lm
LDLIBS = -lsystemc -linih -lcjson -lz -latomic $(LIBMEASURE_LIBS)
# make prints the name of each file it makes; V=1 prints the commands, -s prints nothing.
Q = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '$@' && ))
COMPILE_C = $(Q)$(CC) -std=c11 $(PIC) $(CPPFLAGS) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<
# Verilator's FST writer uses odd addresses and overflows. Files that are not ours are not checked for undefined behaviour.
COMPILE_CXX = $(Q)$(CXX) -std=c++17 $(PIC) $(CPPFLAGS) $(CXXFLAGS) -fno-sanitize=alignment $(WARN) -MMD -MP -c -o $@
COMPILE_GENERATED = $(Q)$(CXX) -std=c++17 $(PIC) $(CXXFLAGS) -fno-sanitize=undefined -w $(VCPPFLAGS) -c -o $@
ALL_FLAGS = $(CC) $(CXX) $(PIC) $(CPPFLAGS) $(CFLAGS) $(CXXFLAGS) $(SANITIZE) $(WARN) $(VERILATE) $(VERILATE_fast) \
            $(VERILATE_traced) $(VERILATE_cover) $(SHIM_fast) $(SHIM_traced) $(SHIM_cover)
differ = $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x)
