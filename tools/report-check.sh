#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks a page, as it is and as its script draws it in Chromium, with html-validate, an npm package that npx loads into
# a temporary folder. Exit status 2, and a line that says why, without node or a network, and without Chromium, which
# draws the page.
# Usage: tools/report-check.sh [PAGE]        (default: build/report/index.html)
set -eu
page=$(realpath "${1-"$(dirname "$0")/../build/report/index.html"}")
not_checked() {
    echo "report-check: $*" >&2
    exit 2
}
command -v npx >/dev/null || not_checked "not checked, npx is not installed"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit html-validate >log 2>&1 || not_checked "not checked, no html-validate: $(tail -n 1 log)"
# The rules left out are of style: quotes, long lines, styles of bars, hidden="" as Chromium writes it.
cat >.htmlvalidate.json <<'JSON'
{
    "extends": ["html-validate:recommended"],
    "rules": {"attr-quotes": "off", "attribute-empty-style": "off", "no-inline-style": "off", "long-title": "off", "no-trailing-whitespace": "off"}
}
JSON
cp "$page" page.html
npx --no-install html-validate page.html
echo "report-check: good"
command -v chromium >/dev/null || not_checked "the drawn page is not checked, chromium is not installed"
chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$folder/chromium" \
    --virtual-time-budget=5000 --dump-dom "file://$folder/page.html" >drawn.html 2>log
npx --no-install html-validate drawn.html
echo "report-check: the drawn page is good"
