# SPDX-License-Identifier: MIT
# The libraries by themselves, below build/lib, and the commands of the install targets.

LIB_VERSION = 0.1.0
LIB_MAJOR = $(firstword $(subst ., ,$(LIB_VERSION)))
LIBAM9513 = build/lib/libam9513.a build/lib/libam9513.so
LIBMEASURE = build/lib/libmeasure.a build/lib/libmeasure.so

# Position-independent. Only the names in the libraries' public headers are visible.
build/lib/%.o: private CFLAGS += -fPIC -fvisibility=hidden
build/lib/%.o: %.c build/flags
	@mkdir -p $(@D)
	$(COMPILE_C)

$(LIBAM9513): $(LIBAM9513_C:%.c=build/lib/%.o)
$(LIBMEASURE): $(LIBMEASURE_C:%.c=build/lib/%.o)
build/lib/libmeasure.so: private LDLIBS = $(LIBMEASURE_LIBS)
build/lib/libam9513.so: private LDLIBS =

build/lib/%.a:
	rm -f $@
	ar rcs $@ $^

build/lib/%.so:
	$(CC) $(CFLAGS) -shared -Wl,-soname,$(@F).$(LIB_MAJOR) -Wl,--no-undefined -o $@ $^ $(LDLIBS)

# libam9513 as one C file
build/lib/am9513.c: tools/amalgamate.sh $(LIBAM9513_C) $(wildcard model/*.h) mk/install.mk
	@mkdir -p $(@D)
	tools/amalgamate.sh $(LIB_VERSION) >$@

# Only the link to sources.md leads somewhere in the folder of the installed documents.
build/lib/measure.md: docs/measure.md
	@mkdir -p $(@D)
	sed '/(sources\.md)/!s/\[\([^]]*\)\]([^)]*)/\1/g' $< >$@

-include $(patsubst %.c,build/lib/%.d,$(LIBAM9513_C) $(LIBMEASURE_C))

TO = $(DESTDIR)$(PREFIX)
install:
	install -D -m 755 build/tmr0 '$(TO)/bin/tmr0'
	install -D -m 755 build/tmr0-measure '$(TO)/bin/tmr0-measure'
	install -d '$(TO)/share/tmr0/parts' '$(TO)/share/tmr0/machines/base'
	install -m 644 parts/*.ini '$(TO)/share/tmr0/parts'
	install -m 644 machines/*.ini '$(TO)/share/tmr0/machines'
	install -D -m 644 docs/tmr0.1 '$(TO)/share/man/man1/tmr0.1'

# The folders are those of the source tree, so that links between the documents lead somewhere.
DOCUMENTS = LICENSE README.md $(wildcard docs/*.md docs/schema/* docs/pictures/*) model/README.md tests/README.md measure/measure.h \
            $(wildcard parts/*.ini machines/*.ini waves/*.gtkw tests/scenarios/*/* tests/vectors/RULES tests/vectors/runner.c tests/vectors/*/*)
install-doc:
	@for file in $(DOCUMENTS); do install -D -m 644 $$file '$(TO)/share/doc/tmr0/'$$file || exit; done

install-lib: private NAME = libam9513
install-lib: private FILES_H = $(LIBAM9513_H)
install-lib: private PC = model/libam9513.pc.in
install-lib: private ONE_FILE = build/lib/am9513.c
install-lib: private DOCS = model/README.md $(EXAMPLE_C)

install-measure: private NAME = libmeasure
install-measure: private FILES_H = $(LIBMEASURE_H)
install-measure: private PC = measure/libmeasure.pc.in
install-measure: private DOCS = docs/sources.md build/lib/measure.md

# The prefix does not pass through sed, which would interpret some characters.
install-lib install-measure:
	@case '$(PREFIX)' in /*) ;; *) echo "make $@: PREFIX=$(PREFIX), expected an absolute path: the .pc file names it" >&2; exit 2;; esac
	install -d '$(TO)/include' '$(TO)/lib/pkgconfig' '$(TO)/share/doc/$(NAME)'
	install -m 644 $(FILES_H) '$(TO)/include'
	install -m 644 build/lib/$(NAME).a '$(TO)/lib'
	install -m 755 build/lib/$(NAME).so '$(TO)/lib/$(NAME).so.$(LIB_VERSION)'
	ln -sf $(NAME).so.$(LIB_VERSION) '$(TO)/lib/$(NAME).so.$(LIB_MAJOR)'
	ln -sf $(NAME).so.$(LIB_MAJOR) '$(TO)/lib/$(NAME).so'
	{ printf 'prefix=%s\n' '$(PREFIX)'; sed 's/@VERSION@/$(LIB_VERSION)/' $(PC); } >'$(TO)/lib/pkgconfig/$(NAME).pc'
	install -m 644 LICENSE $(DOCS) '$(TO)/share/doc/$(NAME)'
	$(if $(ONE_FILE),install -D -m 644 -t '$(TO)/share/$(NAME)' $(ONE_FILE))
