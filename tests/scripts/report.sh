#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 report: what the page says, that it is well formed, loads nothing and has the same bytes each time; bad input;
# sorting and filtering in Chromium.
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
check over-input 2 'timing.json: would be written over what is read' "$tmr0 report timing.json --out timing.json"
check over-sweep 2 'grid/summary.json: would be written over what is read' "$tmr0 report grid --out grid/summary.json"
check over-points 2 'grid/points.csv: would be written over what is read' "$tmr0 report grid --out grid/points.csv"
check over-drawing 2 'run.svg: would be written over what is read' "$tmr0 report run.json --out run.svg"
check over-scenario 2 'would be written over what is read' "$tmr0 report run.json --out \"a<b>&'.scn\""
check well-formed 0 '' "python3 $root/tests/report/page.py page.html"

says() { # name, text that the page has without being drawn
    grep -qF -- "$2" page.html && why= || why="no '$2'"
    report "page-$1" "$why"
}
says verdict '  flip-flop: works only if the parts are not near their slowest.'
says reason "Otherwise TWHDX (write high to data don't care) is missed by 5.0 ns [GK]."
says direct '  direct: fails: TAVRL (C/D valid to read low) is missed by 25.0 ns [GK].'
says row 'sun3-60         direct   slow   -25.0  TWHDX       -5.0     0  as expected TAVRL, TWHAX, TWHDX'
says doubts '"strobe_hold [E]"'
says escaped '"file":"a\u003cb>&'
says scenario 'w 2 0x63            # LOAD AND ARM 1 and 2\nw 2 0xa3'
says sweep 'grid: sun3-60, flipflop translator: 12 of 12 points work'
says limit 'sun3-60         flipflop machine.strobe_hold, ns            least    37.500 TWHDX'
says fails-already 'sun3-60         direct   osc, MHz                           fails as it is:'
says run 'run.json: FAIL'
[ "$(grep -o '"drawing":"' page.html | wc -l)" -eq 3 ] && why= || why='expected 3 drawings'
report page-drawings "$why"
# The findings that the page names are headings of docs/findings.md.
sed -n 's/^<li>\([0-9]*\. .*\)<\/li>$/\1/p' page.html >findings
[ -s findings ] && why= || why='none'
report page-findings "$why$(sed 's/^/## /' findings | grep -vxFf "$root/docs/findings.md")"
# Without JavaScript the text is that of the commands.
sed -n '/^<pre>$/,/^<\/pre>$/p' page.html | sed "s/&#39;/'/g; s/&#34;/\"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\\&/g" >text
$tmr0 timing --machine sun3-60 --reads 3 | sed -n '/^machine/,/^$/p; /^With/,/^$/p' | grep . >table
report page-text "$(grep -vxFf text table | head -n 1)"

rm run.svg grid/shmoo.svg
mv "a<b>&'.scn" elsewhere.scn
cp page.html whole.html
$tmr0 report --out page.html two.json grid run.json >/dev/null
says readings 'flip-flop: works only if the machine&#39;s bus is as in reading &#34;window&#34;. Reading &#34;drawn&#34;:'
check missing-well-formed 0 '' "python3 $root/tests/report/page.py page.html"
cp page.html missing.html
$tmr0 report --out alone.html grid >/dev/null

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
bad_input bad-field 'text.json: row 1: field "margins.TAVRL.slack_ps", expected a number' text.json
sed 's/"spread_ps":.*//' timing.json >short.json
bad_input no-field 'short.json: row 1: field "spread_ps", expected a number' short.json
sed '0,/"pal"/s/"pal"/"seed": "1", &/' timing.json >twice.json
bad_input twice 'twice.json: field "seed" twice in one object, expected once' twice.json
sed '4s/:.*/: "a\\\\u0000\\u0000",/' timing.json >nul.json
bad_input nul 'nul.json:4: \u0000 in a string, expected text without it' nul.json
rows() { # which rows of timing.json
    python3 -c "import json; print(json.dumps(json.load(open('timing.json'))$1))"
}
rows '[:3]' >three.json
bad_input incomplete 'three.json: row 4: none, expected sun3-60 direct fast' three.json
rows '[1:]' >later.json
bad_input no-first-row 'later.json: row 1: sun3-60 flipflop fast, expected sun3-60 flipflop slow' later.json
sed '0,/"corner":/s/"corner":.*/"corner": "sloow",/' limits.json >sloow.json
bad_input no-corner 'sloow.json: row 1: field "corner", expected min, typ or max' sloow.json
sed '0,/"pal":/s/"pal":.*/"pal": "flop",/' limits.json >flop.json
bad_input no-translator 'flop.json: row 1: field "pal", expected flipflop or direct' flop.json
sed '0,/"accesses":/s/"accesses":.*/"accesses": true,/' run.json >true.json
bad_input true-for-number 'true.json: row 1: field "accesses", expected a number' true.json
cp -r grid sloow && sed -i 's/"corner":.*/"corner": "sloow",/' sloow/summary.json
bad_input no-corner-sweep 'sloow/summary.json: field "corner", expected min, typ or max' sloow
sed '0,/"pal":/s/"pal":.*/"pal": "flop",/' run.json >flop-run.json
bad_input no-translator-run 'flop-run.json: row 1: field "pal", expected flipflop, direct or ""' flop-run.json
cp -r grid odd && sed -i 's/"kind":.*/"kind": "gird",/' odd/summary.json
bad_input no-kind 'odd/summary.json: field "kind", expected random or grid' odd
cp -r grid nameless && sed -i 's/"column":.*osc_hz.*/"column": 3,/' nameless/summary.json
bad_input no-column 'nameless/summary.json: field "axes.2.column", expected a string' nameless
cp -r grid pointless && sed -i 's/"points":.*/"points": 0,/' pointless/summary.json
bad_input no-points 'pointless/summary.json: no points, expected one or more' pointless
cp -r yield sharing && sed -i 's/"low":.*/"low": "x",/' sharing/summary.json
bad_input no-low 'sharing/summary.json: field "yield.low", expected a number' sharing
echo text >grid/shmoo.svg
bad_input no-svg 'grid/shmoo.svg: no drawing, expected SVG' grid
bad_input good-then-bad 'none.json: cannot read' 'timing.json none.json'
check old-kept 0 old cat page.html
check beside-sweep 0 'written: yield/page.html' "$tmr0 report yield --out yield/page.html"
check no-folder 3 'cannot write' "$tmr0 report --out none/page.html timing.json"

if have chromium chromium; then
    . "$root/tests/report/draw.sh"
    draw whole.html
    shows verdict 'flip-flop translator: <span class="badge some">works only if</span> the parts are not near their slowest.'
    shows word '<abbr title="C/D valid to read low">TAVRL</abbr> (C/D valid to read low) is missed by 25.0 ns'
    shows mark '<a class="mark" href="#marks" title="'
    shows doubts 'Figures of this machine that are not confirmed: '
    shows yield '95 % interval'
    shows escaped "Scenario a&lt;b&gt;&amp;'.scn"
    shows quoted "tmr0 run 'a&lt;b&gt;&amp;'\\''.scn' --machine"
    shows grid-command '--vary machine.strobe_hold=40ns..70ns/10ns --vary osc=3.9MHz..4.1MHz/100kHz --reads 2'
    shows grid-seed '2 reads at each point, seed 1; corner of the other delays: typ.'
    shows timing-command 'tmr0 timing --part am9513a --reads 3 --seed 1 --json timing.json'
    shows limits-command 'tmr0 sweep --limit machine.strobe_hold --limit osc --part am9513a'
    shows limit '37.5ns</td><td><abbr title="write high to data don'"'t care"'">TWHDX</abbr>'
    shows fails-already '>nowhere</td><td><abbr title="C/D valid to read low">TAVRL</abbr>'
    shows nothing-missing '<li>nothing</li>'
    [ "$(grep -o '<img' dom | wc -l)" -eq 3 ] && why= || why='expected 3 drawings'
    report drawn-drawings "$why"
    draw missing.html
    shows no-plot 'grid: no drawing (gnuplot'
    shows no-diagram 'run.json: no drawing (run --diagram'
    shows no-scenario "run.json: its scenario a&lt;b&gt;&amp;'.scn cannot be read here"
    shows row-without 'No diagram of this combination was given.'
    draw alone.html
    shows no-table 'No table of machines was given'
    browser() { # name, page, script that writes into the title what is wrong, or "good"
        { cat "$2"; echo '<script>'; cat "$3"; echo '</script>'; } >"$1.html"
        draw "$1.html"
        judge "$1"
    }
    browser sorts again.html "$root/tests/report/sorted.js"
    $tmr0 timing --machine sun3-160 --json wide.json >/dev/null
    $tmr0 report --out wide.html wide.json >/dev/null
    echo "const all = document.querySelector('#table .scroll');
          document.title = all.scrollWidth > all.clientWidth ? 'the table is cut' : 'good';" >cut.js
    browser whole-table wide.html cut.js
fi
exit $bad
