#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the lines of standard input as a C array of strings.
# Usage: tools/c-lines.sh NAME [END]        (END is put after each line, as C source)
set -eu
printf 'static const char *const %s[] = {\n' "$1"
sed "s/\\\\/\\\\\\\\/g; s/\"/\\\\\"/g; s/.*/    \"&${2-}\",/"
echo '};'
