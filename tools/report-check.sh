#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks a page, as it is and as its script draws it in Chromium, with html-validate, an npm package that npx loads into
# a temporary folder. Without node or a network there is no check, without Chromium none of the drawn page, and a line
# says so.
# Usage: tools/report-check.sh [PAGE]        (default: build/report/index.html)
set -eu
page=$(realpath "${1-"$(dirname "$0")/../build/report/index.html"}")
command -v npx >/dev/null || { echo "report-check: not checked, npx is not installed"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit html-validate >log 2>&1 || { echo "report-check: not checked, no html-validate: $(tail -n 1 log)"; exit 0; }
# The rules left out are of style: quotes, long lines, styles of bars, hidden="" as Chromium writes it.
cat >.htmlvalidate.json <<'JSON'
{
    "extends": ["html-validate:recommended"],
    "rules": {"attr-quotes": "off", "attribute-empty-style": "off", "no-inline-style": "off", "long-title": "off", "no-trailing-whitespace": "off"}
}
JSON
cp "$page" page.html
npx --no-install html-validate page.html && echo "report-check: good"
command -v chromium >/dev/null || { echo "report-check: the drawn page is not checked, chromium is not installed"; exit 0; }
chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$folder/chromium" \
    --virtual-time-budget=5000 --dump-dom "file://$folder/page.html" >drawn.html 2>log
npx --no-install html-validate drawn.html && echo "report-check: the drawn page is good"
