#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints sim/report/page.css, page.js and headings of docs/findings.md as C arrays of lines. A heading is taken if its
# text names `make sim`, `tmr0 timing` or `tmr0 sweep`.
set -eu
cd "$(dirname "$0")/.."

array() { # name; the lines from standard input, each with this end
    printf 'static const char *const %s[] = {\n' "$1"
    sed "s/\\\\/\\\\\\\\/g; s/\"/\\\\\"/g; s/.*/    \"&$2\",/"
    echo '};'
}

array page_css '\\n' <sim/report/page.css
array page_js '\\n' <sim/report/page.js
awk '/^## / { heading = substr($0, 4) } heading && /`make sim`|tmr0 (timing|sweep)/ { print heading; heading = "" }' docs/findings.md |
    array page_findings ''
