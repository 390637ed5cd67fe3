# SPDX-License-Identifier: MIT
# Lines, branches and bits that Verilator counted, as tables in Markdown. Input: tools/coverage/reasons.txt (module,
# pattern of a line or signal, reason), then the points, `C '...' count`, one of a run a line: those of the vectors, of the
# scenarios named in `effects`, and of the others. The core is judged by vectors and effects; what stands around it (checks,
# delays, translators, bus cycle) by all, without its bits, and its variants by width count as one.
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
function is_core(file) {
    return file ~ /am9513a_/ && file !~ /checks/
}
# "0 17 18 2 19" as "0, 2, 17-19"; a signal of one bit has no number
function ranges_of(bits,   n, part, i, j, bit, from, text) {
    n = split(bits, part, " ")
    if (!n)
        return "its only one"
    for (i = 2; i <= n; i++) {
        bit = part[i] + 0
        for (j = i - 1; j && part[j] + 0 > bit; j--)
            part[j + 1] = part[j]
        part[j + 1] = bit
    }
    for (i = 1; i <= n; i++) {
        from = part[i]
        while (i < n && part[i + 1] == part[i] + 1)
            i++
        text = text (text == "" ? "" : ", ") from (part[i] == from ? "" : part[i] == from + 1 ? ", " part[i] : "-" part[i])
    }
    return text
}
function list_of(names) {
    sub(/ $/, "", names)
    gsub(/ /, ", ", names)
    return names
}
# The cell of a file's lines; those not reached go into `unreached`.
function lines_of(module,   l, reached, reached_by_vectors, number, path, source) {
    if (!(module in lines))
        return ""
    for (l = 1; l <= last[module]; l++)
        if ((module, l) in hit) {
            reached_by_vectors += hit_by_vectors[module, l] > 0
            if (hit[module, l])
                reached++
            else {
                number = 0
                path = path_of[module]
                while ((getline source < path) > 0)
                    if (++number == l) break
                close(path)
                gsub(/^ +/, "", source)
                unreached = unreached "| " module ".v | " l " | `" source "` | " reason(module, "line " source) " |\n"
            }
        }
    return cell(reached_by_vectors, reached, lines[module])
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
    source = field("f")
    core = is_core(source)
    match($0, /\001page\002[^\001]*/)
    page = substr($0, RSTART + 6, RLENGTH - 6)
    if (core ? FILENAME ~ /others/ : page ~ /^v_toggle/)
        next
    if (!core)
        point = page ~ /branch/ ? source ":" field("l") ":" field("n") ":" field("o") : source ":" field("l") ":" field("S")
    if (!(point in of)) {
        split(page, part, "/")
        module = core ? part[2] : source
        sub(/.*\//, "", module)
        sub(/\.v$/, "", module)
        name(core ? "modules" : "others", module)
        path_of[module] = source
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
    print "\n## What is counted\n"
    print "Of the core, with the consequences of violations: lines, branches and bits. Of the checks, delays, translators and the"
    print "socket's bus cycle: lines and branches. That a check speaks at its bound and not 1 ps before is not seen here; that is"
    print "what tests/scenarios/timing/timing-*.scn and the suites times and timing are for. Not counted: am9513a.v, timer_board.v and"
    print "tmr0_top.v, which wire modules up, the oscillator, and all C. am9513a_checks.v, pal_direct.v and chk_recovery.v are"
    print "counted but have no branches."
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
        text = lines_of(module_of[i])
        module = module_of[i]
        print "| " module " | " text " | " cell(taken_by_vectors[module], taken[module], branches[module]) " | " \
              cell(moved_by_vectors[module], moved[module], bits[module]) " |"
    }
    k = split(all["others"], module_of_others, " ")
    print "\n## Lines and branches of checks, delays, translators and bus cycle\n"
    print "By the vectors alone, by these and all scenarios, of how many.\n"
    print "| file | lines reached | branches taken |\n|---|---|---|"
    for (i = 1; i <= k; i++) {
        module = module_of_others[i]
        text = lines_of(module)
        print "| " module ".v | " text " | " cell(taken_by_vectors[module], taken[module], branches[module]) " |"
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
            print "| " module " | " signals[j] " | " ranges_of(still[module, signals[j]]) " | " reason(module, signals[j]) " |"
    }
}
