#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 report: what the page says, that it is well formed, loads nothing and has the same bytes each time; bad input;
# sorting and filtering in Chromium, if it is installed.
# shellcheck disable=SC2086,SC1111 # $all is words; the page has typographic quotes
set -u
. tests/check.sh
cd "$folder" || exit 1

$tmr0 timing --machine sun3-60 --reads 3 --json timing.json >/dev/null
$tmr0 timing --machine sun3-160 --reads 3 --json two.json >/dev/null
cp "$root/waves/flipflop-read-data.scn" "a<b>&'.scn"
$tmr0 run "a<b>&'.scn" --machine sun3-60 --corner max --json run.json --diagram run.svg >/dev/null
$tmr0 sweep --machine sun3-60 --vary machine.strobe_hold=40ns..70ns/10ns --vary osc=3.9MHz..4.1MHz/100kHz --reads 2 \
    --out grid >/dev/null
$tmr0 sweep --machine sun3-60 --random 40 --reads 2 --out yield >/dev/null
$tmr0 sweep --limit machine.strobe_hold --limit osc --machine sun3-60 --reads 2 --json limits.json >/dev/null
all='timing.json grid yield limits.json run.json'

check page 0 'written: page.html' "touch page.html; $tmr0 report --out page.html $all; rm page.html"
$tmr0 report --out page.html $all >/dev/null
$tmr0 report --out again.html $all >/dev/null
check same-bytes 0 '' cmp page.html again.html
check well-formed 0 '' "python3 $root/tests/report/page.py page.html"

says() { # name, text that the page has
    grep -qF -- "$2" page.html && why= || why="no '$2'"
    report "page-$1" "$why"
}
says verdict "flip-flop translator: <span class='badge some'>Works only if</span> the parts are not near their slowest."
says reason "Otherwise <b>TWHDX</b> (write high to data don&#39;t care) is missed by 5.0 ns"
says direct "direct translator: <span class='badge bad'>Fails</span> <b>TAVRL</b>"
says mark "<a class='mark' href='#marks'>[GK]</a>"
says doubts 'strobe_hold [E],'
says yield '95 % interval'
says escaped 'Scenario a&lt;b&gt;&amp;&#39;.scn'
says quoted "tmr0 run 'a&lt;b&gt;&amp;&#39;\\&#39;&#39;.scn' --machine"
says scenario 'w 2 0x63            # LOAD AND ARM 1 and 2'
says grid-command '--vary machine.strobe_hold=40ns..70ns/10ns --vary osc=3.9MHz..4.1MHz/100kHz --reads 2'
says grid-seed '2 reads at each point, seed 1; corner of the other delays: typ.'
says timing-command 'tmr0 timing --part am9513a --reads 3 --seed 1 --json timing.json'
says limit "37.5ns</td><td>TWHDX"
says fails-already "nowhere</td><td>TAVRL, TWHAX</td>"
says finding 'The direct translator cannot meet the C/D timing'
says whole '<li>nothing</li>'
[ "$(grep -c 'data:image/svg+xml,' page.html)" -eq 3 ] && why= || why='expected 3 drawings'
report page-drawings "$why"

rm run.svg grid/shmoo.svg
mv "a<b>&'.scn" elsewhere.scn
$tmr0 report --out page.html two.json grid run.json >/dev/null
says readings "Works only if</span> the machine’s bus is as in reading “window”. Reading “drawn”: "
says no-plot 'grid: no drawing (gnuplot'
says no-diagram 'run.json: no drawing (run --diagram'
says no-scenario 'run.json: its scenario a&lt;b&gt;&amp;&#39;.scn cannot be read here'
says row-without 'No diagram of this combination was given.'
check missing-well-formed 0 '' "python3 $root/tests/report/page.py page.html"
$tmr0 report --out page.html grid >/dev/null
says no-table 'No table of machines was given'

# Bad input: status 2, and the old page stays.
echo old >page.html
bad_input() { # name, text, arguments
    check "$1" 2 "$2" "$tmr0 report --out page.html $3"
}
bad_input nothing 'no results, expected a folder' ''
bad_input no-file 'none.json: cannot read: No such file' none.json
bad_input no-sweep '.: no sweep.json, expected the folder of a sweep' .
cp -r grid unfinished && rm unfinished/summary.json
bad_input not-ended 'unfinished: no summary.json, expected a sweep that has ended' unfinished
printf '[{\n"machine": }]\n' >broken.json
bad_input not-json 'broken.json:2: not JSON' broken.json
echo '[]' >empty.json
bad_input empty 'empty.json: no such results' empty.json
echo '[{"cd_holds": true}]' >unversioned.json
bad_input no-version 'unversioned.json: row 1: results of no version, expected those of tmr0 ' unversioned.json
sed 's/"tmr0":.*/"tmr0": "0.0.0",/' timing.json >other.json
bad_input other-version 'other.json: row 1: results of tmr0 0.0.0, expected' other.json
sed '0,/"slack_ps":/s/"slack_ps":.*/"slack_ps": "x",/' timing.json >text.json
bad_input bad-field 'text.json: row 1: margins.TAVRL: field "slack_ps", expected a number' text.json
sed 's/"spread_ps":.*//' timing.json >short.json
bad_input no-field 'short.json: row 1: field "spread_ps", expected a number' short.json
cp -r grid nameless && sed -i 's/"column":.*osc_hz.*/"column": 3,/' nameless/summary.json
bad_input no-column 'nameless/summary.json: an axis without "column", expected a string' nameless
cp -r grid pointless && sed -i 's/"points":.*/"points": 0,/' pointless/summary.json
bad_input no-points 'pointless/summary.json: no points, expected one or more' pointless
cp -r yield sharing && sed -i 's/"low":.*/"low": "x",/' sharing/summary.json
bad_input no-low 'sharing/summary.json: yield: field "low", expected a number' sharing
echo text >grid/shmoo.svg
bad_input no-svg 'grid/shmoo.svg: no drawing, expected SVG' grid
bad_input good-then-bad 'none.json: cannot read' 'timing.json none.json'
check old-kept 0 old cat page.html
check no-folder 3 'cannot write' "$tmr0 report --out none/page.html timing.json"

if command -v chromium >/dev/null; then
    browser() { # name, page, script that writes into the title what is wrong, or "good"
        { cat "$2"; echo '<script>'; cat "$3"; echo '</script>'; } >shown.html
        chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/chromium" --enable-logging=stderr \
            --window-size=1200,900 --virtual-time-budget=2000 --dump-dom "file://$folder/shown.html" >dom 2>log
        title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' dom | head -n 1)
        [ "$title" = good ] && why= || why="title '$title'"
        report "browser-$1" "$why"
        grep CONSOLE log >errors && why=$(head -c 300 errors) || why=
        report "browser-$1-quiet" "$why"
    }
    browser sorts again.html "$root/tests/report/sorted.js"
    $tmr0 timing --machine sun3-160 --json wide.json >/dev/null
    $tmr0 report --out wide.html wide.json >/dev/null
    echo "const all = document.querySelector('#table .scroll');
          document.title = all.scrollWidth > all.clientWidth ? 'the table is cut' : 'good';" >cut.js
    browser whole-table wide.html cut.js
else
    echo "browser: not checked, chromium is not installed"
fi
exit $bad
