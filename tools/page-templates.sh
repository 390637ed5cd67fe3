#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints each pages/NAME.html as a C array page_NAME of its lines, NULL after the last. The style sheet and the script
# that it names are put in their places.
set -eu
cd "$(dirname "$0")/../pages"

for page in *.html; do
    sed -e '/ href="page.css">$/{i <style>' -e 'r page.css' -e 'a </style>' -e 'd}' \
        -e '/ src="page.js"><\/script>$/{i <script>' -e 'r page.js' -e 'a </script>' -e 'd}' "$page" |
        ../tools/c-lines.sh "page_${page%.html}" '\\n' | sed 's/^};/    NULL,\n};/'
done
