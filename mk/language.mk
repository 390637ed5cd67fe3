# SPDX-License-Identifier: MIT
# What `tmr0 run --help-language` prints: a section of the manual.

build/obj/sim/command/language.o build/san/sim/command/language.o build/lint/sim/command/language.c.tidy: build/gen/language.h
build/gen/language.h: docs/manual.md tools/language.awk tools/c-lines.sh
	@mkdir -p $(@D)
	$(Q)awk -f tools/language.awk $< | tools/c-lines.sh language '\\n' >$@
