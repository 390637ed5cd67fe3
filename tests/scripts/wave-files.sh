#!/bin/sh
# SPDX-License-Identifier: MIT
# Dumps of tmr0 run --wave: VCD holds what fst2vcd makes of FST; --wave-from and --wave-to; signals leave
# no incomplete VCD; make view of any scenario.
. tests/check.sh
cd "$folder" || exit 1
run="'$tmr0' run"
put chip.scn 'target chip' 'repeat 5 {' 'cmd 0xff 0x61' 'wait 1us' '}'

# The lines of a VCD, without its date and those that carry no change
changes() {
    sed '/^\$date/,/^\$end/d' "$1" | grep -v -e '^\$dumpvars$' -e '^\$end$'
}
"$tmr0" run chip.scn --wave w.fst >out 2>err
"$tmr0" run chip.scn --wave w.VCD >>out 2>>err
fst2vcd w.fst >wanted
changes w.VCD >one
report vcd "$(changes wanted | diff one - | head -n 3; [ "$(grep -c '^#' one)" -gt 50 ] || shown one)"
"$tmr0" run chip.scn --wave - >standard 2>>err # a reader of standard output cannot go back, as FST needs
"$tmr0" run chip.scn --wave .vcd >>out 2>>err  # the name is nothing but its end
report vcd-names "$(for file in standard .vcd; do changes $file | cmp one -; done 2>&1; [ ! -e ./- ] || echo 'a file -')"
rm -f w.VCD one wanted standard .vcd ./-

part() { # name, first and last time, options
    name=$1 first=$2 last=$3
    shift 3
    "$tmr0" run chip.scn --wave w.vcd "$@" >out 2>err
    seen="$(grep '^#' w.vcd | sed -n '1p; $p' | tr '\n' ' ')"
    # The first instant has the levels of all signals
    signals=$(awk '/^#/ { times++ } times == 1' w.vcd | wc -l)
    report "$name" "$([ "$seen" = "#$first #$last " ] && [ "$signals" -gt 1000 ] || echo "$seen, $signals lines first; $(cat err)")"
    rm w.vcd
}
fst2vcd w.fst | sed -n 's/^#//p' >all
between() { awk -v from="$1" -v to="$2" '$1 >= from && $1 <= to' all | sed -n "$3p"; }
end=$(tail -n 1 all)
part part "$(between 5e6 8e6 1)" "$(between 5e6 8e6 '$')" --wave-from 5us --wave-to 8us
part from "$(between 7e6 1e12 1)" "$end" --wave-from 7us
part to 0 "$(between 0 3e6 '$')" --wave-to 3us
rm w.fst all out err
check from-late 2 '--wave-from 1s, but the run ends at 16.05us, expected an earlier time' "$run chip.scn --wave w.vcd --wave-from 1s"
check from-alone 2 '--wave-from without --wave, expected it with that' "$run chip.scn --wave-from 1us"
check to-alone 2 '--wave-to without --wave' "$run chip.scn --wave-to 1us"
check order 2 '--wave-from 2us --wave-to 2us, expected --wave-from before --wave-to' \
    "$run chip.scn --wave w.fst --wave-from 2us --wave-to 2us"
check to-zero 2 '--wave-to 0s, expected a later time' "$run chip.scn --wave w.fst --wave-to 0s"
check no-unit 2 'expected a time from 0s on with a unit' "$run chip.scn --wave w.fst --wave-to 5"
check vcd-place 3 'none/w.vcd: cannot write: No such file' "$run chip.scn --wave none/w.vcd"

# A signal: VCD is made of what has been dumped
put long.scn 'repeat 20000 {' 'r 0' '}'
env --default-signal=INT "$tmr0" run long.scn --wave w.vcd >out 2>err &
wait_for '[ "$(cat w.vcd.part.* 2>/dev/null | head -c 300 | wc -c)" -ge 300 ]'
sleep 0.2
stop INT
report vcd-signal "$([ $status -eq 130 ] && grep -q 'the waves until then are kept' err && [ "$(grep -c '^#' w.vcd)" -gt 10 ] &&
    [ "$(ls | xargs)" = 'chip.scn err long.scn out w.vcd' ] || echo "status $status, $(ls | xargs)")"
rm -f w.vcd out err

# make view, with a script in place of gtkwave
mkdir tool
put tool/gtkwave '#!/bin/sh' 'echo "shows $(basename "$5") with $(basename "$6") from $TMR0_FROM"'
chmod +x tool/gtkwave
view="PATH='$PWD/tool':\$PATH make -s -C $root SETUP=no BUILD=no view DISPLAY=:0"
check view-path 0 'shows chip.fst with chip.gtkw from 0' "$view SCENARIO='$PWD/chip.scn'"
(cat chip.scn && printf '# Mark 1660000ps the first write\n# Mark 2060000ps its end\n') >marked.scn
check view-marks 0 'shows marked.fst with marked.gtkw from 1560000' "$view SCENARIO='$PWD/marked.scn'"
seen=$(sed -n '/^\*/s/ -1//gp; /^-MARKERS/,/^-BUS/p' "$root/build/view/marked.gtkw" | tr '\n' '|')
same view-rows "$seen" '*0 1660000 1660000 2060000|-MARKERS|-A  the first write|-B  its end|-BUS|'
check view-name 0 'shows flipflop-read-data.fst with flipflop-read-data.gtkw from 35685000' "$view SCENARIO=flipflop-read-data"
report view-board "$(grep -q '^-SOCKET' "$root/build/view/flipflop-read-data.gtkw" || echo 'not the view of the board')"
check view-none 2 'make view: expected SCENARIO=any/path.scn or one of: direct-read-data ' "$view SCENARIO=none"
check view-no-display 2 'make view: no display' "env -u WAYLAND_DISPLAY $view DISPLAY= SCENARIO=direct-read32"
exit $bad
