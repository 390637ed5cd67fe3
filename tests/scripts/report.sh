#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 report: what the page says, that it is well formed, loads nothing and has the same bytes each time; bad input;
# sorting and filtering in Chromium.
# shellcheck disable=SC2086,SC1111 # $all is words; the page has typographic quotes
. tests/check.sh
cd "$folder" || exit 1

$tmr0 timing --machine sun3-60 --reads 3 --json timing.json >text
$tmr0 timing --machine sun3-160 --reads 3 --json two.json >/dev/null
scenario=$root/waves/flipflop-read-data.scn
cp "$scenario" "a<b>&'.scn"
$tmr0 run "a<b>&'.scn" --machine sun3-60 --corner max --json run.json --diagram run.svg >/dev/null
$tmr0 sweep --machine sun3-60 --vary machine.strobe_hold=40ns..70ns/10ns --vary osc=3.9MHz..4.1MHz/100kHz --reads 2 \
    --out grid >/dev/null
$tmr0 sweep --machine sun3-60 --random 40 --reads 2 --out yield >/dev/null
$tmr0 sweep --limit machine.strobe_hold --limit osc --machine sun3-60 --reads 2 --json limits.json >>text
all='timing.json grid yield limits.json run.json'

check page 0 'written: page.html' "touch page.html; $tmr0 report --out page.html $all; rm page.html"
$tmr0 report --out page.html $all >/dev/null
$tmr0 report --out again.html $all >/dev/null
check same-bytes 0 '' cmp page.html again.html
check over-input 2 'timing.json: would be written over what is read' "$tmr0 report timing.json --out timing.json"
check over-sweep 2 'grid/summary.json: would be written over what is read' "$tmr0 report grid --out grid/summary.json"
check over-points 2 'grid/points.csv: would be written over what is read' "$tmr0 report grid --out grid/points.csv"
check over-drawing 2 'run.svg: would be written over what is read' "$tmr0 report run.json --out run.svg"
check over-scenario 2 "a<b>&'.scn: would be written over what is read" "$tmr0 report run.json --out \"a<b>&'.scn\""
# A drawing is of the only run of its file, of several it is of none
cp run.svg several.svg
$tmr0 run "a<b>&'.scn" "$scenario" --json several.json >/dev/null
drawings() { # file
    $tmr0 report --out drawn.html "$1" >/dev/null && grep -o '"drawing":' drawn.html | wc -l
}
same drawn-alone "$(drawings run.json)" 1
same drawn-several "$(drawings several.json)" 0
rm several.svg drawn.html
check well-formed 0 '' "python3 $root/tests/report/page.py page.html"

# What the page has before it is drawn
has page-doubts page.html '"strobe_hold [E]"'
has page-escaped page.html '"file":"a\u003cb>&'
has page-scenario page.html 'w 2 0x63            # LOAD AND ARM 1 and 2\nw 2 0xa3'
same page-drawings "$(grep -o '"drawing":"' page.html | wc -l)" 3
# The findings that the page names are headings of docs/findings.md.
sed -n 's/^<li>\([0-9]*\. .*\)<\/li>$/\1/p' page.html >findings
report page-findings "$([ -s findings ] || echo none; sed 's/^/## /' findings | grep -vxFf "$root/docs/findings.md")"
# All of 50 boards work, or none: the score interval ends at 50 / (50 + 1.96^2) = 92.866 %, or at 7.134 %
for of in 'all 150' 'none 0'; do
    printf '[machine]\ntitle = Ours\ninherit = sun3-60\n[strobe_hold]\nvalue = %sns\nsource = [HW] ours\n' "${of#* }" >ours.ini
    $tmr0 sweep --machine ours.ini --random 50 --reads 2 --out "boards-${of% *}" >/dev/null 2>&1
done

cp page.html whole.html

# Several files of a kind
$tmr0 timing --machine sun3-160 --machine sun3-75 --machine sun3-60 --part cts9513-2 --reads 2 --seed 7 --json other.json >/dev/null
$tmr0 report --out page.html timing.json other.json limits.json >/dev/null
cp page.html several.html
# Each mark and each check has its words
has page-words-mark page.html '"SET":"set by the user"'
has page-words-check page.html '"FF_UNKNOWN":"flip-flop used before first set or reset"'
# Reads may spread by less than a count, 1 us
python3 - <<'END'
import json
rows = [row for row in json.load(open('timing.json')) if row['corner'] == 'fast' and row['pal'] == 'flipflop'] * 2
rows = [{**row, 'spread_ps': spread} for row, spread in zip(rows, (999999, 1000000))]
json.dump(rows, open('spread.json', 'w'))
json.dump([{**json.load(open('run.json'))[0], 'pass': None, 'file': 'secret.key'}], open('secret.json', 'w'))
END
echo 'a key of another program' >secret.key
rm -f page.html
$tmr0 report --out page.html spread.json secret.json >/dev/null
report page-secret "$(grep -q . page.html || echo 'no page'; grep -o 'a key of another program' page.html)"
cp page.html spread.html

# A yield has its interval, or one end of it.
outcome() { # name, passed, low, high
    cp -r yield "outcome-$1"
    sed -i "s/\"passed\":.*/\"passed\": $2,/; s/\"low\":.*/\"low\": $3,/; s/\"high\":.*/\"high\": $4,/" "outcome-$1/summary.json"
}
outcome all 40 0.99923 1
outcome most 39 0.8712 0.9956
outcome few 1 0.0044 0.1288
outcome none 0 0 0.00077
$tmr0 report --out outcomes.html outcome-* boards-* >/dev/null

rm run.svg grid/shmoo.svg
mv "a<b>&'.scn" elsewhere.scn
$tmr0 report --out page.html two.json grid run.json >/dev/null
check missing-well-formed 0 '' "python3 $root/tests/report/page.py page.html"
cp page.html missing.html
$tmr0 report --out alone.html grid >/dev/null

# Bad input: status 2, and the old page stays.
echo old >page.html
bad_input() { # name, text, arguments
    check "$1" 2 "$2" "$tmr0 report --out page.html $3"
}
bad_input no-file 'none.json: cannot read: No such file' none.json
cp -r grid unfinished && rm unfinished/summary.json
bad_input not-ended 'unfinished/summary.json: cannot read: No such file' unfinished
put broken.json '[{' '"machine": }]'
bad_input not-json 'broken.json:2: not JSON' broken.json
sed '0,/"pal"/s/"pal"/"seed": "1", &/' timing.json >twice.json
bad_input twice 'twice.json: field "seed" twice in one object, expected once' twice.json
sed '4s/:.*/: "a\\\\u0000\\u0000",/' timing.json >nul.json
bad_input nul 'nul.json:4: \u0000 in a string, expected text without it' nul.json
bad_input good-then-bad 'none.json: cannot read' 'timing.json none.json'
check old-kept 0 old cat page.html
# Fields that are missing or of another kind: the page shows what is there
tolerated() { # name, change to an object of results
    python3 - "$2" <<'END'
import json, sys
for name in 'timing', 'run', 'limits':
    rows = json.load(open(f'{name}.json'))
    for row in rows:
        exec(sys.argv[1])
    json.dump(rows, open(f'odd-{name}.json', 'w'))
END
    check "tolerated-$1" 0 'written: odd.html' "$tmr0 report --out odd.html odd-timing.json odd-run.json odd-limits.json"
    rm odd-*.json
}
: >odd.html
tolerated all 'kept = {key: row[key] for key in ("tmr0", "file", "figure", "cd_holds") if key in row}; row.clear(); row.update(kept)'
tolerated lists 'row.update({key: [value] for key, value in row.items() if key != "tmr0"}); row["margins"] = [1, [2], {}]'
check beside-sweep 0 'written: yield/page.html' "$tmr0 report yield --out yield/page.html"
check no-folder 3 'cannot write' "$tmr0 report --out none/page.html timing.json"

if have chromium chromium; then
    . "$root/tests/report/draw.sh"
    sed 's/"doubts"/"doubt"/' timing.json >short.json
    $tmr0 report --out short.html short.json >/dev/null
    # A run with another PAL is of no row
    $tmr0 run "$scenario" --machine sun3-60 --corner max --pal-part pal16xxa --json pal.json --diagram pal.svg >/dev/null
    $tmr0 report --out pal.html timing.json pal.json >/dev/null
    $tmr0 timing --machine sun3-160 --machine sun3-75 --machine sun3-60 --reads 20 --json wide.json >/dev/null
    # A row of which nothing but some reads is wrong
    python3 -c 'import json
rows = json.load(open("wide.json"))
broken = lambda row: any(margin["broken"] and not margin.get("note") for margin in row["margins"].values())
next(row for row in rows if row["machine"] == "sun3-60" and not broken(row))["reads_wrong"] = 3
json.dump(rows, open("wide.json", "w"))'
    $tmr0 run "$scenario" --machine sun3-75:drawn --corner min --json second.json --diagram second.svg >/dev/null
    $tmr0 report --out wide.html wide.json second.json >/dev/null
    cells() { # page, sweeps, timing, limits: with the JSON of the files; the text of the commands that wrote them
        tr -s ' \n' ' ' <"$5" >said
        echo "const given = {sweeps: $2, timing: $(cat "$3"), limits: $(cat "$4"), said: String.raw\`$(cat said)\`};" |
            cat - "$root/tests/report/cells.js" >cells.js
        ask "cells-${1%.html}" "$1" cells.js
    }
    echo '[]' >none
    cells again.html "[$(cat grid/summary.json), $(cat yield/summary.json)]" timing.json limits.json text
    cells wide.html '[]' wide.json none /dev/null
    { echo '<script>location.hash = "row-2"</script>' && cat again.html; } >named.html
    ask opens named.html "$root/tests/report/opens.js"
    ask sorts wide.html "$root/tests/report/sorted.js"
    ask narrow wide.html "$root/tests/report/narrow.js"
    echo "const all = document.querySelector('#table .scroll');
          document.title = all.scrollWidth > all.clientWidth ? 'the table is cut' : 'good';" >cut.js
    ask whole-table wide.html cut.js
    draw whole.html short.html missing.html pal.html spread.html outcomes.html several.html alone.html wide.html cells-again.html \
        cells-wide.html opens.html sorts.html narrow.html:500 whole-table.html
    judge cells-again cells-wide opens sorts narrow whole-table

    look whole.html
    shows cure 'with the slowest parts; holds with a PAL of at most 30 ns, such as pal16xxa (25 ns '
    shows word '<abbr title="C/D valid to read low">TAVRL</abbr> (C/D valid to read low) short by up to 25 ns'
    shows mark '<a class="mark" href="#marks" title="'
    shows doubts 'Figures of this machine that are not confirmed: '
    shows escaped "Scenario a&lt;b&gt;&amp;'.scn"
    shows quoted "tmr0 run 'a&lt;b&gt;&amp;'\\''.scn' --machine"
    shows grid-command '--vary machine.strobe_hold=40ns..70ns/10ns --vary osc=3.9MHz..4.1MHz/100kHz --reads 2'
    shows timing-command 'tmr0 timing --part am9513a --pal-part pal16xx --reads 3 --seed 1 --json timing.json'
    shows limits-command 'tmr0 sweep --limit machine.strobe_hold --limit osc --part am9513a'
    shows nothing-missing '<li>nothing</li>'
    look short.html
    shows without-doubts 'flip-flop translator: <span class="badge some">marginal</span>'
    look missing.html
    shows no-plot 'grid: no drawing (gnuplot'
    shows no-diagram 'run.json: no drawing (run --diagram'
    shows no-scenario "run.json: its scenario a&lt;b&gt;&amp;'.scn cannot be read here"
    shows row-without 'No diagram of this combination was given.'
    look pal.html
    shows other-pal '<section id="runs">'
    same drawn-other-pal-row "$(grep -o '>No diagram of this combination was given' "$dom" | wc -l)" 4
    look spread.html
    same drawn-spread "$(sed 's/<span/\n&/g' "$dom" | sed -n 's/.*class="badge \([a-z]*\)">\([a-z]*\)<.span><.td>.*/\1 \2/p' | xargs)" \
        'good works bad fails'
    shows run-none 'secret.key: nothing judged'
    look outcomes.html
    for outcome in '&gt; 99.9 % (95 % interval, 40 of 40' '97.50 %, 95 % interval 87.12 to 99.56 % (39 of 40' \
        '2.50 %, 95 % interval 0.44 to 12.88 % (1 of 40' '&lt; 0.1 % (95 % interval, none of 40' \
        '&gt; 92.8 % (95 % interval, 50 of 50' '&lt; 7.2 % (95 % interval, none of 50'; do
        shows "outcome-$outcome" ">Yield $outcome boards work"
    done
    look several.html
    shows part-card '<span class="whole">sun3-60</span> with part <span class="whole">cts9513-2</span>'
    look alone.html
    shows no-table 'No table of machines was given'
    look wide.html
    # Machines with the same figures are one row, with the diagram of any of them, and one card.
    shows one-row '<tbody id="row-12"'
    shows row-of-both 'aria-label="sun3-160, sun3-75, drawn, flip-flop, slow"'
    report drawn-rows-of-machines "$(grep -o 'id="row-13"' "$dom")"
    shows diagram-of-second 'machine sun3-75:drawn, flip-flop translator, corner fast.</figcaption>'
    shows one-card '<h3><span class="whole">sun3-160,</span> <span class="whole">sun3-75</span></h3>'
fi
exit $bad
