#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of README.md and docs/first-hour.md are true (tests/blocks.awk). Each page's are played in a folder in
# which build/ and the sources are links.
. tests/check.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

page() { # page, least number of examples
    mkdir "$folder/page"
    cd "$folder/page" || exit 1
    for name in build cli examples machines mk model parts tests tools Makefile; do
        ln -s "$root/$name" "$name"
    done
    awk -f tests/blocks.awk "$root/$1"
    n=0
    while [ -e $((n += 1)).command ]; do
        sh $n.command >$n.printed 2>&1 </dev/null # the exit status of an example may be 1
        report "$1: $(head -n 1 $n.command)" "$(diff $n.expected $n.printed)"
    done
    [ $n -gt "$2" ] && why= || why="$((n - 1)) examples, expected $2 or more"
    report "$1" "$why"
    cd "$root" && rm -r "$folder/page"
}
page README.md 4
page docs/first-hour.md 13
exit $bad
