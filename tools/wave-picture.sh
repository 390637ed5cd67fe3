#!/bin/sh
# SPDX-License-Identifier: MIT
# Takes a picture of what `make view SCENARIO=NAME` shows, without a screen. Needs waves/NAME.fst (make waves).
# Usage: tools/wave-picture.sh NAME OUT.png
# Exit status: 0 good, 2 wrong usage or a missing file or program, 3 no picture.
set -eu

# The window is high enough for all rows; the size in the save file is for common screens.
width=1600

fail() {
    echo "tools/wave-picture.sh: $2" >&2
    exit "$1"
}

# Inside xvfb-run: starts GTKWave, waits until its window is drawn (the screen stays the same for a second), and saves
# the screen.
if [ "${1-}" = --inside ]; then
    gtkwave --rcvar 'scale_to_time_dimension n' --rcvar 'splash_disable on' --nomenus -a "$2" "$3" >"$4.log" 2>&1 &
    viewer=$!
    trap 'kill $viewer 2>/dev/null || :' EXIT
    before=none
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 1
        kill -0 $viewer 2>/dev/null || exit 1
        import -silent -window root "$4" || continue
        now=$(convert "$4" -format '%k %#' info:)
        # A drawn window has more than a few colours
        [ "$now" != "$before" ] || [ "${now%% *}" -lt 8 ] || [ "$try" -lt 3 ] || exit 0
        before=$now
    done
    exit 1
fi

[ $# -eq 2 ] || { echo "usage: tools/wave-picture.sh NAME OUT.png" >&2; exit 2; }
for program in xvfb-run gtkwave import convert; do
    command -v $program >/dev/null || fail 2 "$program not found; tools/setup.sh view installs it"
done
room=$(dirname "$0")/../waves
for file in "$room/$1.fst" "$room/$1.gtkw"; do
    [ -f "$file" ] || fail 2 "$file: no such file"
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
height=$((120 + 23 * $(grep -c "^[-+]" "$room/$1.gtkw")))
sed "s/^\[size\].*/[size] $width $height/" "$room/$1.gtkw" >"$tmp/view.gtkw"
xvfb-run -a -s "-screen 0 ${width}x${height}x24" "$0" --inside "$tmp/view.gtkw" "$room/$1.fst" "$tmp/all.png" ||
    fail 3 "GTKWave showed nothing: $(tail -n 1 "$tmp/all.png.log" 2>/dev/null)"
# A palette of few colours makes a small file. The file holds no dates.
convert "$tmp/all.png" -strip -colors 64 -define png:exclude-chunks=date,time "PNG8:$2" || fail 3 "$2: cannot write"
