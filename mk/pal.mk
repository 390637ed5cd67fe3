# SPDX-License-Identifier: MIT
# The translators as parts to burn: fuse maps of GAL16V8, each read back and proved equal to the RTL.

PALS = $(basename $(notdir $(sort $(wildcard pal/*.pld))))

build/pal/assemble: $(patsubst %.c,build/obj/%.o,$(PAL_C) $(sort $(wildcard cli/*.c)))
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ -lcjson -lm

.PHONY: $(PALS:%=pal-%)
$(PALS:%=pal-%): pal-%: build/pal/assemble | setup-pal
	@build/pal/assemble pal/$*.pld build/pal/$*.jed
	@tools/pal/prove.sh $* build/pal/$*.jed
