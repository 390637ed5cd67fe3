# SPDX-License-Identifier: MIT
# Proofs with yosys and its abc: formal/tasks, and formal/broken, which breaks what they prove.

formal: build/gen/figures.vh | setup-formal
	@formal/run.sh $(if $(JSON),--json '$(JSON)')

formal-negative: build/gen/figures.vh | setup-formal
	@formal/run.sh --broken $(if $(JSON),--json '$(JSON)')
