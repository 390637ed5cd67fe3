#!/bin/sh
# SPDX-License-Identifier: MIT
# The save files of the waves room, waves/NAME.gtkw: what GTKWave shows of waves/NAME.fst, the dump of waves/NAME.scn; and
# two that show anybody's dump, waves/board.gtkw and waves/chip.gtkw, named as the target of its scenario is.
#
# Usage: tools/gtkw.sh [NAME...]          writes them anew, all if no name is given; needs build/tmr0 and fst2vcd
#        tools/gtkw.sh --check [NAME...]  looks for each of their signals in a dump of now, as GTKWave drops in silence
#                                         those that it does not find; notes files whose times are not those of today
# Dumps are made in a folder of its own; waves/*.fst is neither read nor written.
# Exit status: 0 good, 1 a signal is missing, 2 wrong usage or a file that is not there.
#
# All files come from the tables below, the signals, the markers and the neutral views, which have no markers. The times
# of the others come from a run: shown are the accesses below the line "# Shown" of the scenario, and a marker stands
# where its signal moves in that time. So run this after a change of figures, of names in rtl/, or of a scenario.
set -eu
cd "$(dirname "$0")/.."

# Signals, one a line: files that show it (a regular expression for their names; they begin with f, d, b, c), format, colour (GTKWave's number: 0
# as usual, 1 red, 2 orange, 3 yellow, 4 green, 5 blue), name below top.tmr0_top, name shown. A line of format "=" is a
# heading; the legend of the markers goes before the second.
signals() {
    cat <<'EOF'
.                        =     0 - TRANSACTION
.                        ascii 3 i_text_access[191:0] access
.                        ascii 1 i_text_broken[191:0] violated
^[fdb]                   =     0 - SOCKET
^[fdb]                   bit   0 mas_n MAS-
^[fdb]                   bit   0 mds_n MDS-
^[fdb]                   bit   0 rw R/W
^[fdb]                   hex   0 host_data[7:0] data from host
^[fdb]                   hex   0 bus_data[7:0] data to host
^[fdb]                   bit   0 bus_valid data to host valid
^[fdb]                   bit   0 unused_des_clock DES clock
^[fdb]                   =     0 - PAL
^c                       =     0 - BUS
^[fb]                    bit   2 board.flipflop.data gate data
^[fb]                    bit   2 board.flipflop.control gate control
.                        bit   2 board.rd_n RD-
.                        bit   2 board.wr_n WR-
.                        bit   2 board.cd C/D
.                        =     0 - CHIP
^c                       bit   0 board.cs_n CS-
^[fdb]                   hex   0 board.i_data[7:0] DB in
^[fdb]                   bit   0 board.i_data_driven DB in driven
^[fdb]                   hex   0 board.o_data[7:0] DB out
^c                       hex   0 board.data[15:0] DB in
^c                       bit   0 board.data_driven DB in driven
^c                       hex   0 board.o_clip_data[15:0] DB out
.                        bit   0 board.o_data_driven DB out driven
.                        bit   0 board.o_data_valid DB out valid
.                        bit   0 board.chip.op_waits write waits TCMD
.                        bit   0 board.chip.op_control last write C/D
.                        hex   0 board.chip.op_data[15:0] last write
.                        bin   0 board.chip.core.element[1:0] pointer element
.                        dec   0 board.chip.core.group[2:0] pointer group
.                        bit   0 board.chip.core.low_next byte pointer low
.                        hex   0 board.chip.core.latch[15:0] latch
status|^[bc]             bin   0 board.chip.status[7:0] status
.                        =     0 - COUNTERS
.                        bit   3 board.x2 X2
.                        dec   3 board.chip.core.counter1.o_count[15:0] count 1
.                        bit   3 board.chip.core.counter1.o_tc TC 1
.                        dec   3 board.chip.core.counter2.o_count[15:0] count 2
.                        bit   3 board.chip.core.counter2.o_tc TC 2
.                        dec   3 board.chip.core.counter3.o_count[15:0] count 3
.                        bit   3 board.chip.core.counter3.o_tc TC 3
.                        dec   3 board.chip.core.counter4.o_count[15:0] count 4
.                        bit   3 board.chip.core.counter4.o_tc TC 4
.                        dec   3 board.chip.core.counter5.o_count[15:0] count 5
.                        bit   3 board.chip.core.counter5.o_tc TC 5
^c                       bin   3 board.i_src[4:0] SRC 5-1
^c                       bin   3 board.i_gate[4:0] GATE 5-1
status|^[bc]             bin   3 board.o_out[4:0] OUT 5-1
^c                       bin   3 board.o_out_z[4:0] OUT 5-1 floats
^c                       bit   3 board.o_fout FOUT
command|^[bc]            hex   3 board.chip.core.load1[15:0] Load 1
(te|ad)-data|ad32|^[bc]  hex   3 board.chip.core.hold1[15:0] Hold 1
read-data|ad32|^[bc]     hex   3 board.chip.core.hold2[15:0] Hold 2
^[bc]                    hex   3 board.chip.core.hold3[15:0] Hold 3
^[bc]                    hex   3 board.chip.core.hold4[15:0] Hold 4
^[bc]                    hex   3 board.chip.core.hold5[15:0] Hold 5
EOF
}

# Markers A, B, ... of each file, in the order of their times: the signals that move, + rising, - falling, * the
# primary marker too.
markers() {
    cat <<'EOF'
flipflop-select-control mds-* gate- cd+ mds+
flipflop-select-data    mds-* cd- gate+ mds+
flipflop-write-command  in+ mas- wr- wr+* in- acts- tc1+ tc1-
flipflop-write-data     in+ mas- wr- wr+* in-
flipflop-read-status    mas- rd-* valid+ mas+ rd+ out-
flipflop-read-data      mas- rd-* valid+ mas+ rd+ out-
flipflop-read32         cd+ acts- wr+ cd- rd-* rd- rd- rd-
direct-write-command    in+ mas- wr- wr+* in- acts- tc1+ tc1-
direct-write-data       in+ mds- wr- wr+* in-
direct-read-status      mas- rd-* valid+ mas+ rd+ out-
direct-read-data        mds- rd-* valid+ mds+ rd+ out-
direct-read32           acts- wr+ rd-* rd- rd- rd-
EOF
}

# Neutral views, and a scenario whose dump has what such dumps have.
neutral() {
    cat <<'EOF'
board waves/flipflop-read-data.scn
chip tests/scenarios/chip/chip-out-times-typ.scn
EOF
}

# What the markers look at: their word, the signal below top.tmr0_top, its name in the legend; or RISING|FALLING, the
# whole text for each edge.
watched() {
    cat <<'EOF'
mas mas_n MAS-
mds mds_n MDS-
rd board.rd_n RD-
wr board.wr_n WR-
cd board.cd C/D
gate board.flipflop.data gate data
valid bus_valid data valid at host|data invalid at host
out board.o_data_driven chip drives the bus|chip frees the bus
in board.i_data_driven write data arrive|write data leave
acts board.chip.op_waits command waits|command acts
tc1 board.chip.core.counter1.o_tc TC 1
EOF
}

WIDTH=1600 # of the window; GTKWave keeps 64 pixels of it for its frames and the folded-up tree

names() {
    { markers && neutral; } | sed 's/ .*//'
}

# Whose dump the view $1 shows
scenario() {
    neutral | awk -v name="$1" '$1 == name { found = $2 } END { print found ? found : "waves/" name ".scn" }'
}

in_table() {
    names | grep -qxF "$1"
}

fail() {
    echo "tools/gtkw.sh: $1" >&2
    exit 2
}

# Changes of the watched signals: time in ps, word, + or -. From the VCD that fst2vcd makes of dump $1.
changes() {
    watched >"$tmp/watched"
    fst2vcd "$1" 2>/dev/null | awk '
        FNR == NR { word["top.tmr0_top." $2] = $1; next }
        /^\$scope/ { depth++; path[depth] = path[depth - 1] $3 "."; next }
        /^\$upscope/ { depth--; next }
        /^\$var/ { if (path[depth] $5 in word) by_id[$4] = word[path[depth] $5]; next }
        /^#/ { now = substr($0, 2); next }
        /^[01]/ {
            id = substr($0, 2)
            if (id in by_id) {
                if (now + 0 > 0) print now, by_id[id], substr($0, 1, 1) == 1 ? "+" : "-"
            }
        }
        END { print now, "end" }' "$tmp/watched" -
}

# The head of a save file (zoom, markers) and the legend, for file $1; run's log and changes lie in $tmp.
# Writes $tmp/head and $tmp/legend. A neutral view shows the first 10 us.
place() {
    if neutral | grep -q "^$1 "; then
        awk -v width="$WIDTH" -v pane=250 'BEGIN {
            printf "[timestart] 0\n[size] %d 1000\n[pos] -1 -1\n", width
            printf "*%.6f", -log(10e6 * 200 / (width - 64 - pane)) / log(2)
            for (n = 0; n <= 26; n++) printf " -1"
            printf "\n[sst_width] 1\n[signals_width] %d\n[sst_expanded] 0\n", pane
        }' >"$tmp/head"
        : >"$tmp/legend"
        return
    fi
    shown=$(awk '/^# Shown/ { print FNR; exit }' "waves/$1.scn")
    [ -n "$shown" ] || fail "waves/$1.scn: no line \"# Shown\" before the accesses to show"
    list=$(markers | sed -n "s/^$1  *//p")
    awk -v shown="$shown" -v list="$list" -v width="$WIDTH" -v name="$1" -v head="$tmp/head" -v legend="$tmp/legend" '
        function ps(time) {
            return int(time * (time ~ /[0-9]ns$/ ? 1e3 : time ~ /[0-9]us$/ ? 1e6 : time ~ /[0-9]ms$/ ? 1e9 : \
                           time ~ /[0-9]ps$/ ? 1 : 1e12) + 0.5)
        }
        FILENAME ~ /watched$/ { title[$1] = $3; for (n = 4; n <= NF; n++) title[$1] = title[$1] " " $n; next }
        FILENAME ~ /log$/ {
            if ($2 == "access" && $5 + 0 > shown && $6 != "violation" && $6 != "note") {
                if (start == "") start = ps($1)
                end = ps($NF)
            }
            if ($6 == "violation") { # TIME access N, line N: violation NAME: required TIME [MARK], observed TIME
                sub(/:$/, "", $7)
                sub(/,$/, "", $9)
                at_ps = sprintf("%.0f", ps($1))
                broken[at_ps] = broken[at_ps] (broken[at_ps] == "" ? ": " : ", ") $7 " " $NF " of " $9
            }
            next
        }
        $1 >= start { at[++events] = $1; what[events] = $2 $3; moves[$1 " " $2 $3] = 1 }
        END {
            count = split(list, item, " ")
            for (n = 1; n <= count; n++) {
                if (sub(/\*/, "", item[n])) primary = n
                for (e++; e <= events && what[e] != item[n]; e++) ;
                if (e > events) {
                    print "tools/gtkw.sh: waves/" name ".scn: marker " item[n] " is not in its run" >"/dev/stderr"
                    exit 1
                }
                word = substr(item[n], 1, length(item[n]) - 1)
                sign = substr(item[n], length(item[n]))
                both = (word == "rd" || word == "wr") && ((at[e] " cd" sign) in moves)
                text = title[word] (both ? " and C/D" : "") (sign == "+" ? " rise" : " fall") (both ? "" : "s")
                if (split(title[word], whole, "|") == 2) text = whole[sign == "+" ? 1 : 2]
                line = substr("ABCDEFGHIJ", n, 1) "  " text broken[at[e]]
                print "-" line >legend
                if (length(line) > longest) longest = length(line)
                marker[n] = at[e]
                if (at[e] > end) end = at[e]
            }
            # The pane of names: 8 pixels a character, 90 for the values
            pane = (longest > 20 ? longest : 20) * 8 + 90
            margin = (end - start) / 16
            from = start > margin ? start - margin : 0
            span = end + margin - from
            if (from + span > at[events]) { # GTKWave would not go there
                print "tools/gtkw.sh: waves/" name ".scn: ends too soon behind what it shows, expected a wait" \
                      >"/dev/stderr"
                exit 1
            }
            printf "[timestart] %.0f\n[size] %d 1000\n[pos] -1 -1\n", from, width >head
            printf "*%.6f %s", -log(span * 200 / (width - 64 - pane)) / log(2), marker[primary] >head
            for (n = 1; n <= 26; n++) printf " %s", n <= count ? marker[n] : -1 >head
            printf "\n[sst_width] 1\n[signals_width] %d\n[sst_expanded] 0\n", pane >head
        }' "$tmp/watched" "$tmp/log" "$tmp/changes"
}

# Log and dump of the scenario of $1: $tmp/log, $tmp/dump.fst
run() {
    source=$(scenario "$1")
    [ -f "$source" ] || fail "$source: no such file"
    status=0
    build/tmr0 run "$source" --log --wave "$tmp/dump.fst" >"$tmp/log" || status=$?
    [ $status -eq 0 ] || { tail -n 3 "$tmp/log" >&2; fail "$source: its run ends with status $status"; }
}

# The save file of $1, which has been run, on standard output. The dump's name is left out: GTKWave is given it.
save_file() {
    changes "$tmp/dump.fst" >"$tmp/changes"
    place "$1" || exit 2
    cat "$tmp/head"
    signals | awk -v name="$1" -v legend="$tmp/legend" '
        BEGIN { flags["ascii"] = 820; flags["hex"] = 22; flags["dec"] = 24; flags["bit"] = flags["bin"] = 28 }
        name !~ $1 { next }
        { shown = $5; for (n = 6; n <= NF; n++) shown = shown " " $n }
        $2 == "=" {
            print "@200"
            if (headings++ == 1 && (getline line <legend) > 0) {
                print "-MARKERS"
                do print line; while ((getline line <legend) > 0)
            }
            print "-" shown
            next
        }
        {
            print "@" flags[$2]
            if ($3 > 0) print "[color] " $3
            print "+{" shown "} top.tmr0_top." $4
        }'
}

# Signals of a save file, one a line; GTKWave itself may have written it
wanted() {
    awk '/^[[*@^>-]/ { next } { sub(/^\+\{[^}]*\} /, ""); print }' "$1"
}

# Signals of a dump, as GTKWave writes them
present() {
    fst2vcd "$1" 2>/dev/null | awk '
        /^\$scope/ { depth++; path[depth] = path[depth - 1] $3 "." }
        /^\$upscope/ { depth-- }
        /^\$var/ { print path[depth] $5 ($6 == "$end" ? "" : $6) }
        /^\$enddefinitions/ { exit }'
}

check() {
    [ -f "waves/$1.gtkw" ] || fail "waves/$1.gtkw: no such file; tools/gtkw.sh $1 writes it"
    run "$1"
    present "$tmp/dump.fst" >"$tmp/present"
    wanted "waves/$1.gtkw" >"$tmp/wanted"
    awk -v file="waves/$1.gtkw" -v source="$source" '
        FNR == NR { have[$0] = 1; next }
        !($0 in have) { print file ": no signal " $0 " in the dump of " source >"/dev/stderr"; bad = 1 }
        END { if (FNR == 0 || NR == FNR) { print file ": shows no signal" >"/dev/stderr"; bad = 1 }; exit bad }
    ' "$tmp/present" "$tmp/wanted" || return 1
    in_table "$1" || return 0
    save_file "$1" >"$tmp/gtkw"
    cmp -s "$tmp/gtkw" "waves/$1.gtkw" || echo "waves/$1.gtkw: note: not what tools/gtkw.sh $1 would write today"
}

checking=no
case ${1-} in
--check)
    checking=yes
    shift
    ;;
-*)
    echo "usage: tools/gtkw.sh [--check] [NAME...]" >&2
    exit 2
    ;;
esac
command -v fst2vcd >/dev/null || fail "fst2vcd not found; it is in Debian's package gtkwave"
[ -x build/tmr0 ] || fail "build/tmr0 not found; make build/tmr0 makes it"
# shellcheck disable=SC2046 # names are words
if [ $# -eq 0 ] && [ $checking = yes ]; then # also scenarios that the table does not know
    set -- $({ names; for file in waves/*.scn; do basename "$file" .scn; done; } | sort -u)
elif [ $# -eq 0 ]; then
    set -- $(names)
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
bad=0 signals=0
for name; do
    if [ $checking = yes ]; then
        check "$name" || bad=$((bad + 1))
        signals=$((signals + $(wc -l <"$tmp/wanted")))
    else
        in_table "$name" || fail "no file $name in the table of markers, expected one of: $(names | tr '\n' ' ')"
        run "$name"
        save_file "$name" >"$tmp/gtkw"
        cp "$tmp/gtkw" "waves/$name.gtkw"
    fi
done
[ $bad -eq 0 ] || { echo "tools/gtkw.sh: $bad of $# save files ask for signals that their dumps have not" >&2; exit 1; }
[ $checking = no ] || echo "$# save files: all of their $signals signals are in the dumps"
