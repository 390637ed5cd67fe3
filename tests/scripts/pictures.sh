#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/pictures/ shows what tmr0 does now: drawn again, each picture has the same bytes. Another gnuplot draws otherwise;
# its pictures are then not compared. web.png has the fonts of its host.
. tests/check.sh

report drawn "$(said=$(tools/pictures.sh "$folder" 2>&1) || echo "status $?: $said")"
drawn_by() { grep -ho 'Produced by GNUPLOT.*' "$1"/*.svg | sort -u; }
set --
if [ "$(drawn_by docs/pictures)" != "$(drawn_by "$folder")" ]; then
    echo "pictures.sh: drawings of experiments not compared, they are of $(drawn_by docs/pictures)"
    for file in $(cd "$folder" && grep -l 'Produced by GNUPLOT' ./*.svg); do
        set -- "$@" -x "${file#./}"
    done
fi
report pictures "$(diff -rq -x web.png "$@" docs/pictures "$folder" || echo 'expected those of today: make pictures')"
exit $bad
