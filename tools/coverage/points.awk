# SPDX-License-Identifier: MIT
# Lines, branches and bits that Verilator counted, as tables in Markdown. Input: tools/coverage/reasons.txt (module,
# pattern of a line or signal, reason), then the points, `C '...' count`, one of a run a line: those of the vectors, then
# those of the scenarios named in `effects`.
function name(list, n) { # order of first sight
    if (!((list, n) in known)) {
        known[list, n] = 1
        all[list] = all[list] " " n
    }
}
function reason(module, what,   n) {
    for (n = 1; n <= reasons; n++)
        if (module ~ "^" where[n] "$" && what ~ "^" pattern[n] "$")
            return why[n]
    return "**no reason given**"
}
function field(key,   rest) {
    if (!match($0, "\001" key "\002[^\001']*"))
        return ""
    return substr($0, RSTART + 3, RLENGTH - 3)
}
function cell(vectors, all, of) {
    return vectors + 0 ", " all + 0 " of " of + 0
}
function list_of(names) {
    sub(/ $/, "", names)
    gsub(/ /, ", ", names)
    return names
}
FILENAME ~ /reasons/ {
    if (!/^#/ && NF) {
        where[++reasons] = $1
        pattern[reasons] = $2
        sub(/^[^ ]+ +[^ ]+ +/, "")
        why[reasons] = $0
    }
    next
}
{
    count = $NF + 0
    point = $0
    sub(/ [0-9]+$/, "", point)
    if (!(point in of)) {
        page = field("page")
        match($0, /\001page\002[^\001]*/)
        page = substr($0, RSTART + 6, RLENGTH - 6)
        split(page, part, "/")
        module = part[2]
        name("modules", module)
        of[point] = module
        kind[point] = part[1]
        line[point] = field("l")
        what[point] = field("o")
        span[point] = field("S")
        order[++points] = point
    }
    total[point] += count
    if (FILENAME ~ /vectors/)
        by_vectors[point] += count
}
END {
    for (p = 1; p <= points; p++) {
        point = order[p]
        module = of[point]
        if (kind[point] == "v_toggle") {
            bits[module]++
            moved[module] += total[point] > 0
            moved_by_vectors[module] += by_vectors[point] > 0
            if (!total[point]) {
                signal = what[point]
                bit = ""
                if (match(signal, /\[.*/)) {
                    bit = substr(signal, RSTART + 1, RLENGTH - 2)
                    signal = substr(signal, 1, RSTART - 1)
                }
                name("still " module, signal)
                still[module, signal] = still[module, signal] (still[module, signal] == "" ? "" : " ") bit
            }
            continue
        }
        branches[module]++
        taken[module] += total[point] > 0
        taken_by_vectors[module] += by_vectors[point] > 0
        file = module
        sub(/__T[0-9]*$/, "", file)
        m = split(span[point], ranges, ",")
        for (i = 1; i <= m; i++) {
            k = split(ranges[i], ends, "-")
            for (l = ends[1] + 0; l <= ends[k] + 0; l++) {
                if (!((file, l) in hit)) {
                    hit[file, l] = 0
                    lines[file]++
                    if (l > last[file]) last[file] = l
                }
                hit[file, l] += total[point]
                hit_by_vectors[file, l] += by_vectors[point]
            }
        }
        if (!total[point])
            missed[++misses] = point
    }
    m = split(all["modules"], module_of, " ")
    print "\n## Lines, branches and bits of the core\n"
    print "Counted by Verilator on the RTL while these files run: the vectors, all without effects of violations, and the"
    print "scenarios that play with effects on. Lines are counted a file; branches (each arm of each `if` and `case`) and bits"
    print "(each bit of each signal, that it moved) a module, the counter once for each of its three forms: without time of day"
    print "(counters 3 to 5), T1 (counter 1), T2 (counter 2). Each cell: by the vectors alone, by all files, of how many.\n"
    gsub(/tests\/scenarios\/|\.scn/, "", effects)
    print "Scenarios with effects on: " list_of(effects) ".\n"
    print "| module | lines reached | branches taken | bits moved |\n|---|---|---|---|"
    for (i = 1; i <= m; i++) {
        module = module_of[i]
        text = ""
        if (module in lines) {
            reached = reached_by_vectors = 0
            for (l = 1; l <= last[module]; l++)
                if ((module, l) in hit) {
                    reached_by_vectors += hit_by_vectors[module, l] > 0
                    if (hit[module, l])
                        reached++
                    else {
                        getline_number = 0
                        path = "rtl/" module ".v"
                        while ((getline source < path) > 0)
                            if (++getline_number == l) break
                        close(path)
                        gsub(/^ +/, "", source)
                        unreached = unreached "| " module ".v | " l " | `" source "` | " reason(module, "line " source) " |\n"
                    }
                }
            text = cell(reached_by_vectors, reached, lines[module])
        }
        print "| " module " | " text " | " cell(taken_by_vectors[module], taken[module], branches[module]) " | " \
              cell(moved_by_vectors[module], moved[module], bits[module]) " |"
    }
    print "\n### Lines not reached\n"
    if (unreached == "")
        print "None."
    else
        printf "| file | line | text | reason |\n|---|---|---|---|\n%s", unreached
    print "\n### Branches not taken\n"
    if (!misses)
        print "None."
    else
        print "| module | line | arm | reason |\n|---|---|---|---|"
    for (i = 1; i <= misses; i++) {
        point = missed[i]
        print "| " of[point] " | " line[point] " | " what[point] " | " reason(of[point], "branch-" what[point]) " |"
    }
    print "\n### Bits that did not move\n"
    print "| module | signal | bits | reason |\n|---|---|---|---|"
    for (i = 1; i <= m; i++) {
        module = module_of[i]
        k = split(all["still " module], signals, " ")
        for (j = 1; j <= k; j++)
            print "| " module " | " signals[j] " | " still[module, signals[j]] " | " reason(module, signals[j]) " |"
    }
}
