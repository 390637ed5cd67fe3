# SPDX-License-Identifier: MIT
# Makes assertions for the foot of rtl/timed/am9513a_checks.v: each check sees what formal/wiring says, the outputs are
# what it says, and each record of a row of figures.def has the limit and the report of its row.
# Usage: awk -f formal/wiring.awk sim/figures/figures.def formal/wiring
function name(path, bits) { # of a wire inside, declared at its first use
    if (!((path) in known)) {
        known[path] = 1
        print "    (* hierconn *) wire [" bits - 1 ":0] \\" path " ;"
    }
    return "\\" path " "
}
function same(path, bits, expression) {
    rules[++count] = name(path, bits) "== " expression
}
FNR == NR && /^FORM\(/ {
    split($0, word, /[(, ]+/)
    form[word[3]] = word[2]
}
FNR == NR && /^CHECK\(.* board\.chip\.checks\./ {
    split($0, word, /[(, ]+/)
    path[word[2]] = substr($NF, length("board.chip.checks.") + 1)
    sub(/\)$/, "", path[word[2]])
}
FNR != NR && FNR == 1 {
    for (symbol in path) {
        limit = "i_limits[32*`FIG_" symbol " +: 32]"
        if (symbol in form)
            limit = "(" (form[symbol] ~ /_SHORT$/ ? "i_short_write" : "i_double") " ? i_" tolower(form[symbol]) "_ps : " limit ")"
        at = path[symbol] ".i_limit_ps"
        sub(/\.late\.i_limit_ps$/, ".i_after_ps", at)     # chk_source keeps it from the command on
        same(at, 32, limit)
        same(path[symbol] ".o_broken", 1, "o_broken[`FIG_" symbol "]")
    }
}
FNR != NR && !/^#/ {
    if ($1 != "outputs") {
        if (!/ i_now_ps/)
            same($1 ".i_now_ps", 64, "i_now_ps")
        same($1 ".i_por", 1, "i_por")
        if (!/ clk=/)
            same($1 ".clk", 1, "clk_check")
        if ($1 !~ /^(source_edges|gate_moves)$/)
            same($1 ".i_access", 32, $1 == "clock" ? "strobe_access" : "f_access")
    }
    for (i = 2; i <= NF; i++) {
        port = expression = $i
        sub(/=.*/, "", port)
        sub(/^[^=]*=/, "", expression)
        bits = port ~ /\[/ ? port : 1
        gsub(/.*\[|\]/, "", bits)
        sub(/\[.*/, "", port)
        with_names = ""
        while (match(expression, /\\[a-z_.]+/)) {
            with_names = with_names substr(expression, 1, RSTART - 1) name(substr(expression, RSTART + 1, RLENGTH - 1), bits)
            expression = substr(expression, RSTART + RLENGTH)
        }
        expression = "(" with_names expression ")"
        if ($1 == "outputs")
            rules[++count] = port " == " expression
        else
            same($1 "." port, bits, expression)
    }
}
END {
    print "    always @* if (f_past) begin"
    for (i = 1; i <= count; i++)
        print "        assert (" rules[i] ");"
    print "    end"
}
