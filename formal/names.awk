# SPDX-License-Identifier: MIT
# Makes assertions for the foot of rtl/timed/am9513a.v: each port of each instance sees what formal/names says or, where
# that says nothing, what has its name: the one source i_NAME (of the module) or o_NAME (of another instance), the word of
# figures.def for i_FIGURE_ps. Only the heads of the modules are read.
# Usage: awk -f formal/names.awk sim/figures/figures.def formal/names rtl/timed/am9513a.v MODULE.v...
function fail(text) {
    print "formal/names.awk: " text >"/dev/stderr"
    failed = 1
    exit 1
}
function name(path) { # of a wire inside, declared at its first use
    if (!(path in range))
        fail("no port " path)
    if (!(path in known)) {
        known[path] = 1
        print "    (* hierconn *) wire " range[path] " \\" path " ;"
    }
    return "\\" path " "
}
function with_names(expression,   said) {
    while (match(expression, /\\[a-z0-9_]+(\[[0-9]\][.][a-z_]+)?[.][a-z0-9_]+/)) {
        said = said substr(expression, 1, RSTART - 1) name(substr(expression, RSTART + 1, RLENGTH - 1))
        expression = substr(expression, RSTART + RLENGTH)
    }
    return "(" said expression ")"
}
function by_name(at, port,   word, found, count, i) {
    if (port == "clk")
        return ((module_of[at] ", clk_core") in head) || ((module_of[at] ", clk_check") in head) ? "clk" : "clk_bus"
    word = port
    sub(/^[io]_/, "", word)
    if (toupper(substr(word, 1, length(word) - 3)) in figure)
        return "i_fig[32*`FIG_" toupper(substr(word, 1, length(word) - 3)) " +: 32]"
    if (at && (("am9513a, " port) in head)) {
        found = port
        count++
    }
    for (i = 1; i <= instances; i++)
        if (instance[i] != at && ((module_of[instance[i]] ", o_" word) in head)) {
            found = "\\" instance[i] ".o_" word
            count++
        }
    if (count != 1)
        fail((at ? at "." : "") port ": " count + 0 " sources of this name, expected one, or a line in formal/names")
    return with_names(found)
}
FILENAME ~ /figures.def$/ {
    if (/^(CHECK|FORM|WORD)\(/) {
        split($0, word, /[(, ]+/)
        figure[word[2]] = 1
    }
    next
}
FILENAME ~ /names$/ {
    if (/^#/ || NF == 0)
        next
    at = $1
    if (at == "am9513a")
        at = ""
    else if (!(at in module_of)) {
        instance[++instances] = at
        module_of[at] = at
        sub(/.*[.]/, "", module_of[at])
        module_of[at] = "am9513a_" module_of[at]
    }
    for (i = 2; i <= NF; i++) {
        port = $i
        sub(/=.*/, "", port)
        stated[at "." port] = substr($i, length(port) + 2)
    }
    next
}
FNR == 1 {
    module = FILENAME
    gsub(/.*\/|\.v$/, "", module)
    in_head = 1
}
in_head && /^ *(input|output) / {
    sub(/\/\/.*/, "")
    bits = match($0, /\[[^]]*\]/) ? substr($0, RSTART, RLENGTH) : ""
    sub(/,? *$/, "")
    head[module ", " $NF] = bits
    order[module, ++ports[module]] = $NF
}
/^\);/ { in_head = 0 }
END {
    if (failed)
        exit 1
    for (i = 1; i <= instances; i++)
        for (p = 1; p <= ports[module_of[instance[i]]]; p++) {
            port = order[module_of[instance[i]], p]
            range[instance[i] "." port] = head[module_of[instance[i]] ", " port]
        }
    instance[0] = ""
    module_of[""] = "am9513a"
    for (i = 0; i <= instances; i++) {
        at = instance[i]
        if (!ports[module_of[at]])
            fail("no module " module_of[at])
        for (p = 1; p <= ports[module_of[at]]; p++) {
            port = order[module_of[at], p]
            if (at ? port ~ /^o_/ : port !~ /^o_/)
                continue
            key = at "." port
            seen = key in stated ? with_names(stated[key]) : by_name(at, port)
            delete stated[key]
            rules[++count] = (at ? name(key) : port " ") "== " seen
        }
    }
    for (key in stated)
        fail("formal/names has " key ", which is no port")
    print "    always @* begin"
    for (i = 1; i <= count; i++)
        print "        assert (" rules[i] ");"
    print "    end"
}
