# SPDX-License-Identifier: MIT
# One read of the data port after each of the two strobe translators, drawn to one scale. Time 0 is the fall of RD-.
# Run by tools/pictures/run.sh, which sets
#   flipflop, direct    the rows of each run, written by vcd.awk
#   required, observed  the violation of the direct run: set-up of C/D before RD- (TAVRL), in ns
# All other times are taken from the rows. The last access of each run is drawn.

set terminal svg size 880,640 background "white" font "sans-serif,15" linewidth 1.5
black = "#202020"; grey = "#808080"; red = "#c00000"; green = "#006830"; blue = "#d4e4f7"; pale = "#e4e4e4"

array run = [flipflop, direct]
array strobe = ["mas_n", "mds_n"]
array strobe_name = ["MAS-", "MDS-"]
array title = ["Flip-flop translator: C/D is stable long before RD- falls", "Direct translator: one strobe drives C/D and RD- at the same time"]
array colour = [green, red]
array rd[2]; array fall[2]; array rise[2]; array cd[2]; array chip[2]; array host[2]; array free[2]

# When a signal last took a value, in ns of the run
last = 'using ($3 == level ? $1 : NaN) nooutput'
do for [h = 1:2] {
    level = 0
    stats run[h] index "board.rd_n " @last; rd[h] = STATS_max
    stats run[h] index strobe[h]." " @last; fall[h] = STATS_max - rd[h]
    stats run[h] index "board.cd " @last; cd[h] = STATS_max - rd[h]
    stats run[h] index "board.o_data_driven " @last; free[h] = STATS_max - rd[h]
    level = 1
    stats run[h] index strobe[h]." " @last; rise[h] = STATS_max - rd[h]
    stats run[h] index "board.o_data_valid " @last; chip[h] = STATS_max - rd[h]
    stats run[h] index "bus_valid " @last; host[h] = STATS_max - rd[h]
}

left = -130; right = 510
set xrange [left:right]
set yrange [0:13]
set lmargin at screen 0.135; set rmargin at screen 0.985; set tmargin 0.3; set bmargin 3.2
unset key
set border 1 lc rgb grey
set xtics -100, 50, 500 nomirror out
set xlabel "ns after RD- falls (Sun-3/160, slowest parts)" offset 0, 0.6
unset ytics

high = 0.56
y(h, row) = (h == 1 ? 11.4 : 4.8) - row
middle(h, row) = y(h, row) + high / 2

set style arrow 1 heads filled size 6, 20 fixed lc rgb black front
set style arrow 2 nohead dt 2 lw 0.7 lc rgb grey back
set style arrow 3 nohead lc rgb black

do for [h = 1:2] {
    set label title[h] at screen 0.012, first y(h, -1.25) font "sans-serif:Bold,17" tc rgb colour[h]
    set label "socket ".strobe_name[h] at first left - 8, middle(h, 0) right
    set label "chip C/D" at first left - 8, middle(h, 1) right
    set label "chip RD-" at first left - 8, middle(h, 2) right
    set label "chip data" at first left - 8, middle(h, 3) right
    set label "host data" at first left - 8, middle(h, 4) right
    # Guides: the strobe falls, RD- falls, data valid at the host, the host latches
    set arrow from fall[h], y(h, 0) to fall[h], y(h, 2) as 2
    set arrow from 0, y(h, 1) to 0, y(h, 3.3) as 2
    set arrow from host[h], y(h, 4) to host[h], y(h, 4.6) as 2
    set arrow from rise[h], y(h, 0) to rise[h], y(h, 4.6) as 2
    set label "host latches data" at first rise[h] + 4, y(h, 4.5)
    # Spans
    set arrow from fall[h], middle(h, 2) to 0, middle(h, 2) as 1
    set label sprintf("PAL %g ns", -fall[h]) at first fall[h] - 4, middle(h, 2) right
    set arrow from 0, y(h, 3.22) to chip[h], y(h, 3.22) as 1
    set label sprintf("chip %g ns", chip[h]) at first -4, y(h, 3.22) right
    set arrow from host[h], y(h, 4.3) to rise[h], y(h, 4.3) as 1
    set label sprintf("%g ns to spare", rise[h] - host[h]) at first (host[h] + rise[h]) / 2, y(h, 4.55) center
}
set object rectangle from 262, 12.52 to 282, 12.88 fc rgb pale fs solid border rgb black
set label "driven, not valid" at first 287, 12.7
set object rectangle from 424, 12.52 to 444, 12.88 fc rgb blue fs solid border rgb black
set label "valid" at first 449, 12.7
# C/D before RD-
set label sprintf("TAVRL kept: stable %g ns before RD- falls (required: %g ns)", -cd[1], required) at first 8, middle(1, 1) tc rgb green
set object rectangle from -required, y(1, 1) - 0.08 to 0, y(1, 1) + high + 0.08 fc rgb "#b8e6c8" fs solid noborder behind
set object rectangle from -required, y(2, 1) - 0.08 to 0, y(2, 1) + high + 0.08 fc rgb "#ffb0b0" fs solid noborder behind
set label sprintf("TAVRL violated: stable %g ns before RD- falls (required: %g ns)", observed, required) at first 8, middle(2, 1) tc rgb red

# A bit: level and edges. A bus: a box where it is driven, coloured and with its value where that is valid.
set style fill solid 1 border rgb black
level = 'using ($1 - rd[h]):(y(h, row) + high * $3)'
length = ':($2 - $1):(0)'
where(value, time) = value == 1 ? time - rd[h] : 2 * right
box = 'using (where($3, $1)):(0):(where($3, $1)):(where($3, $2)):(y(h, row)):(y(h, row) + high)'
hex = 'using ($1 > rd[h] && $2 < rd[h] + right ? ($1 + $2) / 2 - rd[h] : NaN):(middle(h, row)):(sprintf("0x%02X", $3))'

plot for [h = 1:2] row = 0, run[h] index strobe[h]." " @level with steps lc rgb black, \
     for [h = 1:2] run[h] index strobe[h]." " @level@length with vectors nohead lc rgb black, \
     for [h = 1:2] row = 1, run[h] index "board.cd " @level with steps lc rgb black, \
     for [h = 1:2] run[h] index "board.cd " @level@length with vectors nohead lc rgb black, \
     for [h = 1:2] row = 2, run[h] index "board.rd_n " @level with steps lc rgb black, \
     for [h = 1:2] run[h] index "board.rd_n " @level@length with vectors nohead lc rgb black, \
     for [h = 1:2] row = 3, middle(h, row) lc rgb grey, \
     for [h = 1:2] run[h] index "board.o_data_driven " @box with boxxyerror fc rgb pale, \
     for [h = 1:2] run[h] index "board.o_data_valid " @box with boxxyerror fc rgb blue, \
     for [h = 1:2] run[h] index "board.o_data " @hex with labels, \
     for [h = 1:2] row = 4, middle(h, row) lc rgb grey, \
     for [h = 1:2] run[h] index "bus_driven " @box with boxxyerror fc rgb pale, \
     for [h = 1:2] run[h] index "bus_valid " @box with boxxyerror fc rgb blue, \
     for [h = 1:2] run[h] index "bus_data " @hex with labels
