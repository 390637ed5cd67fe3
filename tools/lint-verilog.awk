# SPDX-License-Identifier: MIT
# Layout of Verilog files. Prints file:line and what is wrong; exit status 1 if anything is. Checked in each file:
#   lines of at most 120 characters, indented by spaces, none at their end; no double blank lines
#   `default_nettype none and an end that restores it; module NAME in NAME.v
#   each net and variable is declared before the line that first uses it
#   in rtl/chip/: no time (_ps) and no figure
function wrong_at(line, what) {
    print file ":" line ": " what
    bad = 1
}
function wrong(what) {
    wrong_at(FNR, what)
}
function end_of_file(  net) {
    if (file !~ /\.v$/)
        return
    if (module != name)
        wrong_at(1, "module " module ", expected " name)
    if (!none || last != "`default_nettype wire")
        wrong_at(1, "expected `default_nettype none before the module and wire after it")
    for (net in used)
        if (net in declared && used[net] < declared[net])
            wrong_at(used[net], net " is declared only in line " declared[net])
}
FNR == 1 {
    if (file)
        end_of_file()
    file = FILENAME
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.v$/, "", name)
    module = last = ""
    none = local = declaring = blank = 0
    split("", used)
    split("", declared)
}
length > 120                { wrong("line of " length " characters, expected at most 120") }
/\t/                        { wrong("tab, expected spaces") }
/ $/                        { wrong("space at the end of the line") }
/^$/ && blank               { wrong("second blank line") }
{ blank = /^$/; last = $0 }
/^`default_nettype none$/   { none = 1 }
/^module /                  { module = $2; sub(/[(#;].*/, "", module) }
FILENAME ~ /rtl\/chip\// && /_ps([^a-zA-Z_0-9]|$)|figures\.vh|`FIG/ { wrong("time or figure in the pure chip") }
{
    line = $0
    sub(/\/\/.*/, "", line)
    gsub(/\\[^ ]+ /, " ", line)          # names inside of instances, for proofs
    gsub(/"[^"]*"|[0-9]*'s?[bdho][0-9a-fA-FxXzZ_]+|`[a-zA-Z_0-9]+/, " ", line)
    gsub(/\.[a-zA-Z_0-9]+ *\(/, "(", line) # names of ports in an instance
}
line ~ /^ *function / { local = 1 }      # names of its own, not checked
line ~ /^ *endfunction/ { local = 0; next }
local || /^`/ || macro { macro = /\\$/; next }   # a macro is no code where it stands
{
    # A declaration: its names are the words outside brackets before an = or after a comma
    rest = line
    if (line ~ /^ *(input|output|inout|wire|reg|integer|parameter|localparam) /)
        declaring = 1
    if (declaring) {
        head = line
        gsub(/\[[^\]]*\]/, " ", head)
        while (match(head, /= *[^,;]*/) || match(head, /\([^()]*\)/))
            head = substr(head, 1, RSTART - 1) " " substr(head, RSTART + RLENGTH)
        n = split(head, word, /[^a-zA-Z_0-9]+/)
        for (i = 1; i <= n; i++)
            if (word[i] ~ /^[a-zA-Z_]/ && word[i] !~ /^(input|output|inout|wire|reg|signed|integer|parameter|localparam)$/ &&
                !(word[i] in declared))
                declared[word[i]] = FNR
        if (line ~ /;/ || line ~ /^ *(input|output|inout)/)
            declaring = 0
    }
    n = split(rest, word, /[^a-zA-Z_0-9]+/)
    for (i = 1; i <= n; i++)
        if (word[i] ~ /^[a-zA-Z_]/ && !(word[i] in used))
            used[word[i]] = FNR
}
END {
    end_of_file()
    exit bad
}
