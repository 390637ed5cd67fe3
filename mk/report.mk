# SPDX-License-Identifier: MIT
# What the page of `tmr0 report` is made of, as C: lines of its style and script, and the headings of the findings that
# the timing table shows.

build/obj/sim/report/page.o build/san/sim/report/page.o build/lint/sim/report/page.c.tidy: build/gen/report_assets.h
build/gen/report_assets.h: sim/report/page.css sim/report/page.js docs/findings.md tools/report-assets.sh
	@mkdir -p $(@D)
	$(Q)tools/report-assets.sh >$@
