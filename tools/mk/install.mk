# SPDX-License-Identifier: MIT
# The libraries by themselves, below build/lib, and the commands of the install targets.

MAJOR = $(firstword $(subst ., ,$(VERSION)))
LIBTMR0 = build/lib/libtmr0.a build/lib/libtmr0.so
LIBAM9513 = build/lib/libam9513.a build/lib/libam9513.so

# ld, objcopy and ar of the CPU for which CC compiles
of_CC = "$$($(CC) -print-prog-name=$(1))"

# Each library is one object, in which only the functions that its headers name are global.
build/lib/libtmr0.names: $(LIBTMR0_H)
build/lib/libam9513.names: $(LIBAM9513_H)
build/lib/%.names:
	@mkdir -p $(@D)
	$(Q)grep -Eho '\<(tmr0|vcpu|am9513|measure)_[a-z0-9_]+\(' $^ | tr -d '(' | sort -u >$@

# The part of build/libtmr0.a that the functions of tmr0/board.h need: no commands, no SystemC
build/lib/libtmr0.o: build/libtmr0.a
build/lib/libtmr0.o: private WANTED = $$(sed 's/^/-u /' $<)
build/lib/libam9513.o: $(LIBAM9513_C:%.c=build/obj/%.o)
build/lib/%.o: build/lib/%.names
	$(Q)$(call of_CC,ld) -r --force-group-allocation $(WANTED) -o $@ $(filter %.o %.a,$^)
	@$(call of_CC,objcopy) --keep-global-symbols=$< $@

build/lib/libtmr0.so: private LDLIBS = $(LIBTMR0_LIBS)
build/lib/libam9513.so: private LDLIBS =

build/lib/%.a: build/lib/%.o
	@rm -f $@
	$(Q)$(call of_CC,ar) rcs $@ $^

# g++ makes unique symbols, which stay global in the object
build/lib/%.so: build/lib/%.o
	@{ echo '{ global:'; sed 's/$$/;/' build/lib/$*.names; echo 'local: *; };'; } >build/lib/$*.map
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,--version-script=build/lib/$*.map -Wl,-soname,$(@F).$(MAJOR) -Wl,--no-undefined -o $@ $^ $(LDLIBS)
	@ln -sf $(@F) $@.$(MAJOR)

# libam9513 as one C file
build/lib/am9513.c: tools/amalgamate.sh $(LIBAM9513_C) $(wildcard model/*.h) tools/mk/install.mk
	@mkdir -p $(@D)
	tools/amalgamate.sh $(VERSION) >$@

built = $(if $(filter no,$(BUILD)),,$(1))
TO = $(DESTDIR)$(PREFIX)
TO_LIB = $(DESTDIR)$(libdir)

# Before anything is installed
install-tmr0 install-python install-data install-doc install-lib install-measure install-timing: | install-prefix
.PHONY: install-prefix
install-prefix:
	@case '$(PREFIX)' in /*) ;; *) echo "make install: PREFIX=$(PREFIX), expected an absolute path: the .pc files name it" >&2; exit 2;; esac
	@case '$(libdir)' in /*) ;; *) echo "make install: libdir=$(libdir), expected an absolute path: the .pc files name it" >&2; exit 2;; esac

LOADED = build/tmr0-systemc.so $(wildcard build/tmr0-m68k.so)#  the latter by `make m68k`, or not there
MAN = build/man/tmr0.1 build/man/tmr0-measure.1
MAN_TIMING = build/man/specify2checks.1
build/man/tmr0.1: ABOUT = timing-checked simulator of the Am9513A timer board for Sun workstations
build/man/tmr0-measure.1: ABOUT = plan and evaluate measurements with the clocks of a host, and with a simulated Am9513A
$(MAN_TIMING): ABOUT = turn the timing checks of specify blocks into Verilog that simulators act on
build/specify2checks: specify/specify2checks.py
	@mkdir -p $(@D)
	@ln -sf ../$< $@
$(MAN) $(MAN_TIMING): build/man/%.1: build/% tools/man.sh | setup-build
	@mkdir -p $(@D)
	$(Q)tools/man.sh $< '$(ABOUT)' >$@

install:
	install -D -m 755 build/tmr0 '$(TO)/bin/tmr0'
	install -D -m 755 build/tmr0-measure '$(TO)/bin/tmr0-measure'
	install -D -m 644 -t '$(TO)/lib/tmr0' $(LOADED)
	install -D -m 644 -t '$(TO)/share/man/man1' $(MAN)
	install -D -m 644 cli/completion.bash '$(TO)/share/bash-completion/completions/tmr0'
	ln -sf tmr0 '$(TO)/share/bash-completion/completions/tmr0-measure'

# The checks for any design, which need nothing of the rest
install-timing:
	install -D -m 644 -t '$(TO)/share/tmr0-timing' $(wildcard rtl/timing/*.v rtl/timing/*.vh rtl/timing/*.core)
	install -D -m 644 -t '$(TO)/share/tmr0-timing/specify' $(filter-out %/specify2checks.py,$(wildcard specify/*.v specify/*.py))
	install -m 755 specify/specify2checks.py '$(TO)/share/tmr0-timing/specify'
	install -d '$(TO)/bin'
	ln -sf ../share/tmr0-timing/specify/specify2checks.py '$(TO)/bin/specify2checks'
	install -D -m 644 -t '$(TO)/share/man/man1' $(MAN_TIMING)
	install -D -m 644 -t '$(TO)/share/doc/tmr0-timing' LICENSE docs/timing-checks.md rtl/timing/README.md

# folder, files: each goes where it is here, below that folder
TO_EACH = $(foreach folder,$(sort $(dir $(2))),install -D -m 644 -t '$(1)/$(folder)' $(foreach file,$(sort $(2)),$(if $(filter $(folder),$(dir $(file))),$(file))) &&) :

DATA = $(wildcard parts/*.ini machines/*.ini machines/*/*.ini)
install-data:
	@$(call TO_EACH,$(TO)/share/tmr0,$(DATA))

# The folders are those of the tree, so that links between the documents lead somewhere.
DOCUMENTS = LICENSE $(wildcard *.md) $(wildcard docs/*.md docs/schema/* docs/pictures/*) model/README.md tests/README.md \
            $(LIBTMR0_H) $(MEASURE_DOCUMENTS) $(wildcard parts/*.jed tests/fpga/*) $(wildcard rtl/chip/*) $(PARTS_V) $(wildcard rtl/timing/*.* specify/* bindings/sigrok/*/*.py) $(DATA) $(EXAMPLES) \
            $(wildcard waves/*.gtkw waves/*.tcl tests/scenarios/*/* tests/vectors/RULES tests/vectors/runner.c tests/vectors/*/*)
install-doc:
	@$(call TO_EACH,$(TO)/share/doc/tmr0,$(DOCUMENTS))

install-tmr0: private NAME = libtmr0
install-tmr0: private FILES_H = $(LIBTMR0_H)
install-tmr0: private FOLDER_H = include/tmr0
install-tmr0: private PC = include/tmr0/tmr0.pc.in
install-tmr0: private LIBS = $(LIBTMR0_LIBS)

install-lib: private NAME = libam9513
install-lib: private FILES_H = $(LIBAM9513_H)
install-lib: private FOLDER_H = include
install-lib: private PC = model/libam9513.pc.in
install-lib: private LIBS =
install-lib: private ONE_FILE = build/lib/am9513.c
install-lib: private DOCS = model/README.md $(EXAMPLE_C)

# The prefix does not pass through sed, which would interpret some characters. LIBS is what the static library needs.
# CMake's file says where the headers are from its own folder, so that the installed tree can be moved.
CMAKE = $(TO_LIB)/cmake/$(NAME:lib%=%)
install-tmr0 install-lib install-measure:
	install -d '$(TO)/$(FOLDER_H)' '$(TO_LIB)/pkgconfig' '$(TO)/share/doc/$(NAME)' '$(CMAKE)'
	install -m 644 $(FILES_H) '$(TO)/$(FOLDER_H)'
	install -m 644 build/lib/$(NAME).a '$(TO_LIB)'
	install -m 755 build/lib/$(NAME).so '$(TO_LIB)/$(NAME).so.$(VERSION)'
	ln -sf $(NAME).so.$(VERSION) '$(TO_LIB)/$(NAME).so.$(MAJOR)'
	ln -sf $(NAME).so.$(MAJOR) '$(TO_LIB)/$(NAME).so'
	{ printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(subst $(PREFIX)/,$${prefix}/,$(libdir))'; sed 's/@VERSION@/$(VERSION)/; s/@LIBS@/$(LIBS)/' $(PC); } \
	    >'$(TO_LIB)/pkgconfig/$(patsubst %.pc.in,%.pc,$(notdir $(PC)))'
	{ printf 'set(_include "%s")\n' "$$(realpath -m --relative-to='$(libdir)/cmake/x' '$(PREFIX)/include')"; \
	    sed 's/@NAME@/$(NAME:lib%=%)/g; s/@LIBS@/$(LIBS)/' tools/cmake/config.cmake.in; } >'$(CMAKE)/$(NAME:lib%=%)-config.cmake'
	sed 's/@VERSION@/$(VERSION)/; s/@MAJOR@/$(MAJOR)/' tools/cmake/version.cmake.in >'$(CMAKE)/$(NAME:lib%=%)-config-version.cmake'
	install -m 644 LICENSE $(DOCS) '$(TO)/share/doc/$(NAME)'
	$(if $(ONE_FILE),install -D -m 644 -t '$(TO)/share/$(NAME)' $(ONE_FILE))

# Where Debian's python3 looks. The module has no compiled part.
install-python: private VERSIONED = $$(/usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
install-python:
	@if [ -x /usr/bin/python3 ]; then install -D -m 644 -t "$(TO)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(VERSIONED))/dist-packages/tmr0" bindings/python/tmr0/*.py bindings/python/tmr0/py.typed; \
	else echo "make install: no /usr/bin/python3, expected the package python3: the module tmr0 is left out" >&2; fi

# Installs into a new folder, and removes from PREFIX what is there. Then it removes the folders that are empty, in a
# PREFIX of the system only our own.
OWN_FOLDERS = $(if $(filter /usr /usr/local,$(PREFIX)),/(lib)?(tmr0|tmr0-timing|am9513|measure)(/|$$),.)
uninstall:
	@rm -rf build/uninstall
	@$(MAKE) --no-print-directory -s install DESTDIR='$(CURDIR)/build/uninstall'
	@cd build/uninstall && find . ! -type d -print0 | { ! cd '$(DESTDIR)/' 2>/dev/null || xargs -0 rm -f; }
	@cd 'build/uninstall/$(PREFIX)' && find . -mindepth 1 -depth -type d | grep -E '$(OWN_FOLDERS)' | \
	    while IFS= read -r folder; do rm -rf '$(TO)/'"$$folder/__pycache__"; \
	        [ ! -d '$(TO)/'"$$folder" ] || rmdir --ignore-fail-on-non-empty '$(TO)/'"$$folder"; done
	@rm -rf build/uninstall

# Debian packages of the tracked files: build/packages/*.deb, and what lintian says of them.

packages: | setup-build setup-packages
	@tools/packages.sh build/packages
