# SPDX-License-Identifier: MIT
# The section "Scenario files" of docs/manual.md as text for a terminal: at most 100 columns, without links; of each row
# of a table the first cell and, below it, the others.
function wrap(text, first, next_ones, line, word, words, n) {
    words = split(text, word, " ")
    line = first
    for (n = 1; n <= words; n++) {
        if (n > 1 && length(line) + 1 + length(word[n]) > 100) {
            print line
            line = next_ones
        }
        line = line (line ~ /^ *$|^\* $/ ? "" : " ") word[n]
    }
    print line
}

function end_paragraph() {
    if (paragraph != "")
        wrap(paragraph, bullet ? "* " : "", bullet ? "  " : "")
    paragraph = ""
    bullet = 0
}

/^## / { inside = /^## Scenario files$/ }
!inside || /^\|-/ || /^\| (setting|statement|what) \|/ { next }
{
    while (match($0, /\[[^]]*\]\([^)]*\)/)) {
        link = substr($0, RSTART + 1, index(substr($0, RSTART), "](") - 2)
        $0 = substr($0, 1, RSTART - 1) link substr($0, RSTART + RLENGTH)
    }
}
/^$/ || /^\* / || /^\|/ || /^#/ { end_paragraph() }
/^$/ { print }
/^#/ {
    sub(/^#+ /, "")
    print toupper($0)
    next
}
/^\* / { bullet = 1 }
/^\|/ {
    gsub(/\\\|/, "\001")
    cells = split($0, cell, " *[|] *")
    for (n = 2; n < cells; n++) {
        gsub(/\001/, "|", cell[n])
        if (cell[n] != "")
            wrap((n == 4 ? "Default: " : "") cell[n], n == 2 ? "  " : "      ", "      ")
    }
}
/^[^#|]/ { sub(/^\* |^ +/, ""); paragraph = paragraph " " $0 }
