#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows a run in GTKWave: a scenario of waves/ by its name, with its own view, or any scenario by its path, zoomed to its
# first access. `make view` calls this.
# Usage: tools/view.sh NAME|PATH
set -eu

if [ -f "waves/$1.scn" ]; then
    dump=waves/$1.fst
elif [ -f "$1" ]; then
    dump=build/view/$(basename "$1" .scn).fst
else
    echo "make view: expected SCENARIO=any/path.scn or one of: $(cd waves && echo *.scn | sed 's/\.scn//g')" >&2
    exit 2
fi
[ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] || {
    echo "make view: no display, expected DISPLAY or WAYLAND_DISPLAY to be set; 'build/tmr0 run FILE --wave $dump'" \
        "writes the dump alone" >&2
    exit 2
}
tools/setup.sh view
if [ -f "waves/$1.scn" ]; then
    make --no-print-directory "$dump"
    exec gtkwave --rcvar 'scale_to_time_dimension n' "$dump" "waves/$1.gtkw"
fi
make --no-print-directory build/tmr0
mkdir -p build/view
status=0
build/tmr0 run "$1" --wave "$dump" 2>build/view/messages || status=$?
cat build/view/messages >&2
[ $status -le 1 ] || exit $status
eval "$(sed -n 's/^open them: //p' build/view/messages)"
