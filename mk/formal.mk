# SPDX-License-Identifier: MIT
# Proofs with yosys and its abc: formal/tasks, and formal/broken, which breaks what they prove; the weakest bounds.

formal: build/gen/figures.vh | setup-formal
	@formal/run.sh $(if $(JSON),--json '$(JSON)')

formal-bounds: build/gen/figures.vh | setup-formal
	@formal/bounds.sh

formal-negative: build/gen/figures.vh | setup-formal
	@formal/run.sh --broken $(if $(JSON),--json '$(JSON)')
