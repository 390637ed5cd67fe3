#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints sim/report/page.js and headings of docs/findings.md as C arrays of lines. A heading is taken if its text names
# `make sim`, `tmr0 timing` or `tmr0 sweep`.
set -eu
cd "$(dirname "$0")/.."

tools/c-lines.sh page_js '\\n' <sim/report/page.js
awk '/^## / { heading = substr($0, 4) } heading && /`make sim`|tmr0 (timing|sweep)/ { print heading; heading = "" }' docs/findings.md |
    tools/c-lines.sh page_findings
