#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks a page with html-validate, an npm package, which npx loads into a temporary folder. Without node or a network
# there is no check, and a line says so.
# Usage: tools/report-check.sh [PAGE]        (default: build/report/index.html)
set -eu
page=$(realpath "${1-"$(dirname "$0")/../build/report/index.html"}")
command -v npx >/dev/null || { echo "report-check: not checked, npx is not installed"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit html-validate >log 2>&1 || { echo "report-check: not checked, no html-validate: $(tail -n 1 log)"; exit 0; }
# The rules left out are of style: quotes, long lines, styles of bars, the case of doctype.
cat >.htmlvalidate.json <<'JSON'
{
    "extends": ["html-validate:recommended"],
    "rules": {"attr-quotes": "off", "no-inline-style": "off", "long-title": "off", "no-trailing-whitespace": "off"}
}
JSON
cp "$page" page.html
npx --no-install html-validate page.html && echo "report-check: good"
