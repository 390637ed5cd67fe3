# SPDX-License-Identifier: MIT
# What pages are made of, as C: lines of their style and script, and the headings of the findings that the timing table
# shows.

build/obj/sim/report/page.o build/san/sim/report/page.o build/lint/sim/report/page.c.tidy: build/gen/report_assets.h
build/gen/report_assets.h: sim/report/page.js docs/findings.md tools/report-assets.sh tools/c-lines.sh
	@mkdir -p $(@D)
	$(Q)tools/report-assets.sh >$@

build/obj/cli/html.o build/san/cli/html.o build/lint/cli/html.c.tidy: build/gen/page_css.h
build/gen/page_css.h: cli/page.css tools/c-lines.sh
	@mkdir -p $(@D)
	$(Q)tools/c-lines.sh page_css '\\n' <$< >$@
